"""A campaign is loaded as its author wrote it: every expected value is read off these files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import load_campaign
from chronicle.load.multi_site import MultiSite, load_multi_site
from chronicle.model.audience import FOR_EVERYONE, FOR_GM, GM, Visibility, visibility_of_factions
from chronicle.model.calendar import Calendar, CalendarDay, LeapRule, Month
from chronicle.model.campaign import Campaign, Deadline, Story, Tie
from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.model.passages import Passage
from chronicle.model.publication import Hosting, ToolVersions
from chronicle.project.disclosure import digest
from chronicle.publish.lock.record_encryption import RecordSecret, told_items
from tests.folders import read_campaign
from tests.marked_text import Place, marked, place_of, unmarked
from tests.markup.images.sample_images import png
from tests.small_campaign import SOUND, tree_of

OF_VAEL: Final = visibility_of_factions(("vael",))
OF_BOTH: Final = visibility_of_factions(("vael", "oru"))
#: What the record of published turns says of what was told: 32 digits.
TOLD: Final = "ab" * 16

#: The files, with marks around what is pointed to.
WRITTEN: Final = read_campaign(Path(__file__).parent / "as_written")
HEAD: Final = marked(WRITTEN["campaign.yaml"])
PLACES: Final = marked(WRITTEN["places.yaml"])
VAEL: Final = marked(
    SOUND["factions/vael.yaml"]
    .replace("#7a1f2b", "#7A1F2B")
    .replace("sigil: key", "sigil: «key»")
    .replace("opening:", "division: chief\nmotto: Keep\nprofile: Rich.\nnotes: Poor.\nopening:")
)
PERSON: Final = marked(WRITTEN["people/ada.md"])
#: News and relations as a whole are pointed to at their first key.
TURN: Final = marked(WRITTEN["turns/002.yaml"])
RECORD: Final = marked(WRITTEN["published.yaml"])
FILES: Final[Mapping[str, str | bytes]] = {
    **unmarked(WRITTEN),
    "factions/vael.yaml": VAEL.text,
    **{f"media/{name}.png": png() for name in ("card", "sea", "land", "face")},
}


@lru_cache(maxsize=1)
def campaign() -> Campaign:
    """The campaign in these files."""
    report = Report()
    found = load_campaign(tree_of(FILES), report)
    assert found is not None
    assert [finding.message for finding in report.findings] == []
    return found


def texts(passages: Sequence[Passage]) -> list[tuple[Visibility, Visibility, str]]:
    """The readers of each text, those of what contains it, and its words."""
    return [(it.visibility, it.within, it.prose.visible_to(GM)) for it in passages]


def test_the_head_of_a_campaign_is_loaded_as_written() -> None:
    own = campaign()
    assert (own.title, own.tagline, own.language, own.theme) == ("Crowns", "Salt", "en", "annals")
    assert (own.ruleset, own.seed) == ("shadow", "one")
    assert texts(own.introduction) == [
        (FOR_EVERYONE, FOR_EVERYONE, "Once."),
        (OF_VAEL, FOR_EVERYONE, "Twice."),
    ]
    assert own.stories == (Story(1, "The First"), Story(2, "The Second"))
    assert own.address == "https://crowns.example/hall/"
    assert [(it.id, it.factions) for it in own.players] == [
        ("al", ("oru",)),
        ("bo", ("oru", "vael")),
    ]
    assert own.hosting == Hosting("https://git.example/crowns.git", "pages", private=True)
    # 14 November 2026 is a Saturday.
    instant = "2026-11-14T20:15:00Z"
    assert own.deadline == Deadline(2026, 11, 14, 6, 20, 15, "Etc/UTC", instant)
    assert own.card is not None
    assert (own.card.picture, own.card.words) == ("card.png", "a crown")
    found = (own.at, own.theme_at, own.language_at, own.card.at)
    assert tuple(place_of(at) for at in found) == HEAD.places
    assert sorted(own.pictures) == ["card.png", "face.png", "land.png", "sea.png"]
    assert own.sound


def test_a_calendar_is_loaded_as_written() -> None:
    assert campaign().calendar == Calendar(
        months=(Month("Thaw", 30), Month("Long Night", 12)),
        weekdays=("Mun", "Tir", "Wen"),
        first=1,
        leap=LeapRule(every=4, month=2, days=13, but_not=100, unless=400),
        years="of Salt",
        year=7,
    )


def test_a_month_outside_the_week_is_loaded_as_written() -> None:
    feast = (
        "calendar: {months: [{name: Thaw}, {name: Feast, days: 1, intercalary: true}], days: 9}\n"
    )
    found = load_campaign(tree_of({"campaign.yaml": SOUND["campaign.yaml"] + feast}), Report())
    assert found is not None
    assert isinstance(found.calendar, Calendar)
    assert found.calendar.months == (Month("Thaw", 9), Month("Feast", 1, intercalary=True))


def test_a_calendar_says_nothing_that_its_author_left_out() -> None:
    plain = "calendar: {months: [{name: Thaw, days: 3}], leap: {every: 2, month: Thaw, days: 4}}\n"
    found = load_campaign(tree_of({"campaign.yaml": SOUND["campaign.yaml"] + plain}), Report())
    assert found is not None
    assert found.calendar == Calendar(
        months=(Month("Thaw", 3),),
        weekdays=(),
        first=0,
        leap=LeapRule(every=2, month=1, days=4, but_not=0, unless=0),
        years="",
        year=0,
    )


def test_a_head_with_the_least_points_to_its_first_line() -> None:
    found = load_campaign(tree_of({}), Report())
    assert found is not None
    assert (found.theme, found.language, found.tagline, found.address) == ("annals", "en", "", "")
    # The ruleset is on the second line; for what is not there, the first key is pointed to.
    title = Place(1, 1, 1, 6)
    assert [place_of(it) for it in (found.at, found.theme_at, found.language_at)] == [
        Place(2, 10, 2, 16),
        title,
        title,
    ]
    assert (found.calendar, found.deadline, found.card, found.hosting) == (None, None, None, None)
    assert [(it.id, it.factions) for it in found.players] == [
        ("oru", ("oru",)),
        ("vael", ("vael",)),
    ]


def test_places_are_loaded_as_written() -> None:
    harbour, marsh, vale = campaign().places
    assert (harbour.id, harbour.name, harbour.within) == ("harbour", "The Harbour", "marsh")
    assert (harbour.visibility, harbour.position, harbour.neighbours) == (
        FOR_EVERYONE,
        (1.0, 2.5),
        ("vale",),
    )
    assert texts(harbour.passages) == [(FOR_EVERYONE, FOR_EVERYONE, "Wet.")]
    assert (marsh.within, marsh.neighbours, marsh.passages, marsh.opening) == ("", (), (), None)
    # Neighbours are so in both directions.
    assert (vale.visibility, vale.neighbours, vale.opening is None) == (
        OF_BOTH,
        ("harbour",),
        False,
    )
    at = PLACES.places[2:]
    assert tuple(place_of(it.at) for it in (harbour, marsh, vale)) == at


def test_images_under_the_map_are_loaded_as_written() -> None:
    sea, land = campaign().backdrops
    assert (sea.picture, sea.words, sea.visibility) == ("sea.png", "the sea", FOR_EVERYONE)
    assert (land.picture, land.words, land.visibility) == ("land.png", "the land", OF_VAEL)
    assert (sea.extent, land.extent) == ((0.0, 1.0, 200.0, 300.0), None)
    assert (place_of(sea.at), place_of(land.at)) == PLACES.places[:2]


def test_a_faction_is_loaded_as_written() -> None:
    oru, vael = campaign().factions
    assert (oru.id, vael.id, vael.name) == ("oru", "vael", "House Vael")
    assert (vael.colors, vael.sigil, vael.division) == (("#7a1f2b", "#e8d8b0"), "key", "chief")
    # What is for everyone is for the faction too; it is not named again.
    assert (vael.visibility, vael.motto) == (FOR_EVERYONE | OF_VAEL, "Keep")
    assert texts(vael.profile) == [(FOR_EVERYONE, vael.visibility, "Rich.")]
    assert texts(vael.notes) == [(FOR_EVERYONE, FOR_GM, "Poor.")]
    assert (oru.motto, oru.profile, oru.notes) == ("", (), ())
    assert (place_of(vael.sigil_at),) == VAEL.places
    # The opening, which is below its key: division, motto, profile and notes are lines 5 to 8.
    assert (vael.at.line, vael.at.column) == (10, 3)


def test_a_faction_without_an_opening_is_pointed_to_at_its_name() -> None:
    text = marked(
        "name: «Oru»\nfor: everyone\ncolors: ['#123456', '#654321']\nsigil: moon\nmotto: Wait\n"
    )
    found = load_campaign(tree_of({"factions/oru.yaml": text.text}), Report())
    assert found is not None
    assert (place_of(found.factions[0].at),) == text.places


def test_a_person_is_loaded_as_written() -> None:
    ada, bell = campaign().entities
    assert (ada.kind, ada.id, ada.name, ada.role) == ("person", "ada", "Ada Mott", "pilot")
    assert ada.ref == Ref("person", "ada")
    assert texts(ada.portrait) == [(FOR_EVERYONE, FOR_EVERYONE, "![a face](face.png)")]
    assert ada.ties == (
        Tie("of", faction_ref("oru"), FOR_EVERYONE),
        Tie("at", place_ref("marsh"), OF_VAEL),
        Tie("held_by", faction_ref("vael"), OF_BOTH),
    )
    assert [words.strip() for _, _, words in texts(ada.passages)] == ["A pilot."]
    assert (place_of(ada.at),) == PERSON.places
    assert (bell.ref, bell.role, bell.ties, bell.passages) == (Ref("item", "bell"), "", (), ())
    # It is shown to those who know the bell.
    assert texts(bell.portrait) == [(FOR_EVERYONE, OF_VAEL, "![a bell](face.png)")]


def test_a_tie_with_an_error_is_left_out() -> None:
    ties = "of: [{for: velo, to: oru}, {for: gm, to: vael}]\nat: sea"
    files = {"people/ada.md": f"---\nname: Ada\nfor: everyone\n{ties}\n---\n"}
    report = Report()
    found = load_campaign(tree_of(files), report)
    assert [finding.code for finding in report.findings] == ["N002", "N001"]
    assert found is not None
    (ada,) = found.entities
    assert ada.ties == (Tie("of", faction_ref("vael"), FOR_GM),)


def test_a_page_is_loaded_as_written() -> None:
    (page,) = campaign().pages
    assert (page.id, page.title, page.visibility) == ("rules", "House Rules", OF_BOTH)
    assert [words.strip() for _, _, words in texts(page.passages)] == ["Ask."]
    assert (page.at.line, page.at.column) == (2, 8)


def test_a_text_is_divided_by_its_secret_blocks() -> None:
    text = (
        "::: secret vael\nOne.\n:::\nTwo.\n:::: secret vael, oru\nThree.\n::: secret oru\nFour.\n"
        ":::\nFive.\n::::\n:::: secret vael\n::: secret vael, oru\nSix.\n:::\n::::\n"
    )
    of_oru = visibility_of_factions(("oru",))
    # For Vael alone, blocks for Oru within it are for nobody but the GM.
    for readers, parts in (
        ("everyone", (OF_VAEL, None, OF_BOTH, of_oru, OF_BOTH, OF_VAEL)),
        ("vael", (OF_VAEL, None, OF_VAEL, FOR_GM, OF_VAEL, OF_VAEL)),
    ):
        page = f"---\ntitle: R\nfor: {readers}\n---\n{text}"
        found = load_campaign(tree_of({"pages/rules.md": page}), Report())
        assert found is not None
        ((passage,),) = (it.passages for it in found.pages)
        lines = ("One.", "Two.", "Three.", "Four.", "Five.", "Six.")
        *divided, end = passage.prose.stretches
        assert [(it.lines, it.visibility) for it in divided] == [
            ((line,), part) for line, part in zip(lines, parts, strict=True)
        ]
        # Behind the last block there is an empty line.
        assert (end.lines, end.visibility) == (("",), None)


def test_a_turn_is_loaded_as_written() -> None:
    first, turn = campaign().turns
    # Without `day:` the date is the day; the year is that of the calendar.
    assert (first.number, first.date, first.day) == (1, "3 Thaw", CalendarDay(7, 1, 3))
    assert (first.title, first.played, first.news, first.notes) == ("", "", (), ())
    assert (turn.number, turn.title, turn.date) == (2, "Fog", "On the feast")
    assert (turn.played, turn.day) == ("2026-01-05", CalendarDay(8, 2, 5))
    assert texts(turn.notes) == [(FOR_EVERYONE, FOR_GM, "Keep the bell.")]
    assert turn.drafted == ("vael/law",)
    assert turn.sound
    at, news_at, roll_at, five_at, four_at, about_at, place_at, relation_at = TURN.places
    assert place_of(turn.at) == at
    (news,) = turn.news
    assert (news.id, news.visibility, news.title, news.sender) == (
        "rain",
        OF_VAEL,
        "Rain",
        "A friend",
    )
    assert texts(news.passages) == [(FOR_EVERYONE, OF_VAEL, "It rains.")]
    assert (news.effects is not None, place_of(news.at)) == (True, news_at)
    ((name, roll),) = turn.rolls.items()
    assert (name, roll.faces, place_of(roll.at)) == ("vael/law/pool", (5, 4), roll_at)
    assert [place_of(it) for it in roll.faces_at] == [five_at, four_at]
    (rumor,) = turn.rumors
    assert (rumor.id, rumor.visibility, rumor.truth, rumor.draft) == (
        "tide",
        OF_BOTH,
        "distorted",
        True,
    )
    assert texts(rumor.passages) == [(FOR_EVERYONE, OF_BOTH, "The tide.")]
    assert (rumor.about, rumor.turn, rumor.heard_in) == ("2/vael/law", 2, 3)
    assert rumor.where == (place_ref("marsh"), place_ref("vale"))
    assert place_of(rumor.at) == about_at
    (reveal,) = turn.reveals
    assert (reveal.kind, reveal.target, reveal.visibility) == ("place", "vale", FOR_EVERYONE)
    assert texts(reveal.passages) == [(FOR_EVERYONE, FOR_EVERYONE, "Seen.")]
    assert place_of(reveal.at) == place_at
    (relation,) = turn.relations
    assert (relation.between, relation.kind, relation.visibility) == (
        ("oru", "vael"),
        "rivals",
        OF_VAEL,
    )
    assert texts(relation.passages) == [(FOR_EVERYONE, OF_VAEL, "Old debts.")]
    assert place_of(relation.at) == relation_at


def test_what_a_turn_leaves_open_is_empty() -> None:
    text = marked(
        "turn: 1\norders: {vael: , oru: {}}\n"
        "rumors:\n  - {«text»: One., heard_by: gm, truth: true}\n"
        "  - {text: Two., heard_by: velo, truth: true}\n"
        "reveals: [{place: vale, for: velo}]\n"
    )
    found = load_campaign(tree_of({"turns/001.yaml": text.text}), report := Report())
    assert [finding.code for finding in report.findings] == ["N002", "N002"]
    assert found is not None
    (turn,) = found.turns
    assert (list(turn.orders), turn.reveals) == (["oru"], ())
    (rumor,) = turn.rumors
    assert (rumor.id, rumor.about, rumor.where, rumor.draft) == ("", "", (), False)
    assert (place_of(rumor.at),) == text.places


def test_the_record_of_published_turns_is_loaded_as_written() -> None:
    found = campaign().published
    (turn,) = found.turns
    assert (turn.number, turn.versions) == (1, ToolVersions("2.5", "shadow", 3))
    assert (turn.told, turn.items) == ({"everyone": TOLD}, {})
    (amendment,) = found.amendments
    assert (amendment.turn, amendment.words, amendment.reason) == (1, ("vael", "oru"), "A slip.")
    assert amendment.visibility == OF_BOTH
    own = (turn.at, turn.told_at["everyone"], amendment.at)
    assert tuple(place_of(at) for at in own) == RECORD.places


def test_what_was_told_is_kept_where_it_is_what_the_record_says() -> None:
    known: dict[str, object]
    told, changed, odd = [{"kind": "news", "text": "x"}], [{"kind": "rumor"}], [{"text": "x"}]
    record = (
        "format: 1\nturns:\n  - {turn: 1, chronicle: a, ruleset: shadow, rules: 1, told:"
        f" {{everyone: {digest(told)}, vael: {digest(told)}, oru: {digest(odd)}}}}}\n"
        "amendments:\n  - {turn: 1, for: gm, because: One.}\n"
        "  - {turn: 1, for: velo, because: Two.}\n"
    )
    known = {"everyone": told, "vael": changed, "oru": odd, "kell": told}
    known |= {"gm": "x", "pel": ["x"], "far": 5}
    secret = RecordSecret(b"k", lambda *_: "", lambda *_: None)
    for content, items in (
        (json.dumps(known), {"everyone": tuple(told)}),
        (json.dumps([known]), {}),
        ("{", {}),
        (None, {}),
    ):
        files = {"turns/001.yaml": "turn: 1\n", "published.yaml": record}
        more = {} if content is None else {"published/001.json": content}
        found = load_campaign(tree_of({**files, **more}), report := Report())
        # The readers of an amendment must be known.
        assert [it.code for it in report.findings] == ["N002"]
        assert found is not None
        (turn,) = found.published.turns
        assert told_items(turn, 1, secret) == items
        assert [(it.words, it.visibility) for it in found.published.amendments] == [
            (("gm",), FOR_GM)
        ]


def test_the_site_of_several_campaigns_is_loaded_as_written() -> None:
    shelf = (
        b"title: ' The Hall '\ntagline: ' Come in '\ntheme: annals\nlanguage: en\n"
        b"address: https://a.example/\nintroduction: Choose.\ndeploy: {remote: 'https://b.example/c.git'}\n"
    )
    report = Report()
    found = load_multi_site(FileTree("", {"shelf.yaml": shelf}), ["crowns"], report)
    assert report.findings == ()
    assert found is not None
    assert (found.title, found.tagline, found.introduction) == ("The Hall", "Come in", "Choose.")
    assert (found.theme, found.language, found.address) == ("annals", "en", "https://a.example/")
    assert found.hosting == Hosting("https://b.example/c.git", "gh-pages", private=False)
    assert place_of(found.theme_at) == Place(3, 8, 3, 14)
    assert place_of(found.language_at) == Place(4, 11, 4, 13)
    bare = load_multi_site(FileTree("", {}), ["crowns"], report)
    assert bare == MultiSite("", "", "", "annals", "en", None, None)
