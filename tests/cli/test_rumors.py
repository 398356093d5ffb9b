"""`chronicle rumors` writes drafts that tell no more than their hearers were told."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from chronicle.authoring.rumor_drafts import RumorDraft, RumorDrafter
from chronicle.authoring.rumor_grammar import read_grammar
from chronicle.diagnostics.report import Report
from chronicle.files.source import Source, Span
from chronicle.model.audience import FOR_GM
from chronicle.model.campaign import Place
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of, project
from chronicle.project.distance import PlaceDistances
from chronicle.records import replace
from chronicle.rules import RULESETS
from chronicle.yaml.edit.append import append_items
from chronicle.yaml.edit.document import YamlEditError
from tests.cli.command_runner import CREEP, lay, run
from tests.sample_campaigns import play_sample
from tests.shipped_theme import shipped_theme
from tests.small_campaign import play_files
from tests.thorough import beginning

TURN = "# The first.\n" + CREEP.rstrip("\n") + "   # two dice\n\n# for me\nnotes:   |\n  Ask Ada.\n"


def drafts_of(played: PlayedCampaign, number: int = 1, most: int = 0) -> tuple[RumorDraft, ...]:
    """What is drafted of a turn, in the words of the theme that is shipped."""
    theme = shipped_theme(played.campaign.language)
    grammar = read_grammar(theme, played.ruleset.id, Report())
    assert grammar is not None
    turn = played.campaign.turns[number - 1]
    return RumorDrafter(played.campaign, played.history, played.ruleset, grammar, turn).drafts(most)


def heard(files: Mapping[str, str]) -> list[tuple[str, str, tuple[str, ...], int]]:
    """All that readers would have of the drafts of a first turn."""
    return [(one.text, one.where, one.heard_by, one.after) for one in drafts_of(play_files(files))]


# ── What is written ──────────────────────────────────────────────────────────────────────────────


def test_drafts_are_added_and_every_other_byte_stays(here: Path) -> None:
    file = here / "content/turns/001.yaml"
    lay(here / "content", {"turns/001.yaml": TURN})
    ran = run("rumors")
    assert ran.code == 0, ran.err
    after = file.read_text(encoding="utf-8")
    assert after.startswith(TURN)
    said = ran.out.splitlines()[0].partition(": ")[2]
    assert after[len(TURN) :].splitlines() == [
        "rumors:",
        "  - id: draft-vael-creep",
        "    draft: true",
        f"    text: {json.dumps(said)}",
        "    about: vael/creep",
        "    where: [harbour]",
        "    heard_by: everyone",
        '    truth: "true"',
        "drafted:",
        "  - vael/creep",
    ]
    assert run("check").code == 0


def test_a_draft_is_written_once_even_if_edited_or_removed(here: Path) -> None:
    file = here / "content/turns/001.yaml"
    assert run("rumors").code == 0
    once = file.read_bytes()
    again = run("rumors")
    assert (again.code, again.out, file.read_bytes()) == (0, "", once)
    assert "nothing new to draft" in again.err
    kept = once.decode().partition("rumors:")[0] + "drafted: [vael/creep]\n"
    file.write_text(kept, encoding="utf-8")
    assert run("rumors").out == ""
    assert file.read_text(encoding="utf-8") == kept


def test_a_draft_is_not_published_until_its_marker_is_removed(here: Path) -> None:
    file = here / "content/turns/001.yaml"
    said = run("rumors").out.splitlines()[0].partition(": ")[2].encode()
    assert run("build").code == 0
    pages = {path: path.read_bytes() for path in (here / "output").rglob("*.html")}
    readers = {path.relative_to(here / "output").parts[1] for path in pages if said in pages[path]}
    assert readers == {"gm"}
    gm = b"".join(text for path, text in pages.items() if "gm" in path.parts)
    assert b"draft, not heard yet" in gm
    file.write_text(file.read_text(encoding="utf-8").replace("    draft: true\n", ""))
    assert run("build").code == 0
    assert said in (here / "output/site/rumors/1.html").read_bytes()


def test_a_published_turn_is_not_changed(published: Path) -> None:
    before = (published / "content/turns/001.yaml").read_bytes()
    ran = run("rumors")
    assert (ran.code, ran.out) == (2, "")
    assert "turn 1 is published" in ran.err
    assert (published / "content/turns/001.yaml").read_bytes() == before


def test_the_events_of_a_draft_are_listed_and_not_drafted_again(here: Path) -> None:
    more = "  oru:\n    place: {giants: harbour}\n    conspiracies:\n"
    more += "      - {id: grow, action: mobilize, resource: giants}\n"
    lay(here / "content", {"turns/001.yaml": CREEP + more})
    (one,) = json.loads(run("rumors", "--json").out)["drafts"]
    events = {"1/oru/grow", "1/vael/creep"}
    assert {one["event"], *one["also"]} == events
    file = (here / "content/turns/001.yaml").read_text(encoding="utf-8")
    assert all(f"  - {event[2:]}\n" in file.partition("drafted:\n")[2] for event in events)
    assert "nothing new to draft" in run("rumors").err


def test_one_draft_is_not_several(here: Path) -> None:
    places = (here / "content/places.yaml").read_text(encoding="utf-8")
    looked = run("rumors", "--dry-run")
    added = run("rumors")
    assert looked.err == "dry run: would add 1 draft to content/turns/001.yaml\n"
    assert added.err.splitlines() == [
        "1 draft added to content/turns/001.yaml",
        "Edit it, and remove draft: true to publish it.",
    ]
    way = "places:\n  a: {name: A, neighbours: [b]}\n  b: {name: B, neighbours: [marsh]}\n"
    islands = places.replace("neighbours: [marsh]", "neighbours: [a]").replace("places:\n", way)
    lay(here / "content", {"turns/001.yaml": CREEP, "places.yaml": islands})
    several = run("rumors")
    assert several.err.splitlines() == [
        "2 drafts added to content/turns/001.yaml",
        "Edit them, and remove draft: true from those you want to publish.",
    ]


def test_a_dry_run_writes_nothing(here: Path) -> None:
    before = (here / "content/turns/001.yaml").read_bytes()
    shape = json.loads(run("rumors", "--dry-run", "--json").out)
    assert (shape["format"], shape["version"], shape["turn"]) == ("chronicle-rumors", 1, 1)
    (one,) = shape["drafts"]
    assert (one["event"], one["heard_by"], one["truth"]) == ("1/vael/creep", ["everyone"], "true")
    assert one["also"] == []
    assert (here / "content/turns/001.yaml").read_bytes() == before


def test_a_line_from_the_street_reads_the_same_wherever_it_stands(here: Path) -> None:
    first = CREEP + "rolls: {vael/creep/pool: [1, 1]}\n"
    second = CREEP.replace("turn: 1", "turn: 2")
    campaign = (here / "content/campaign.yaml").read_text(encoding="utf-8")
    address = f"{campaign}address: https://example.org/crowns/\n"
    # The second turn is in the feed a minute after the first.
    first += "played: 2026-11-14\n"
    files = {"turns/001.yaml": first, "turns/002.yaml": second, "campaign.yaml": address}
    lay(here / "content", files)
    assert run("build", "--site-only").code == 0
    site = here / "output/site"
    lines = [street_line(site / f"turns/{turn}.html") for turn in (1, 2)]
    assert lines[0] != lines[1]
    for turn, line in enumerate(lines, start=1):
        assert line in plain((site / f"rumors/{turn}.html").read_text(encoding="utf-8"))
    for page in ("feed.xml", "search.json", "places/harbour.html"):
        text = plain((site / page).read_text(encoding="utf-8"))
        assert all(line in text for line in lines), page
    assert lines[1] in plain((site / "index.html").read_text(encoding="utf-8"))


def street_line(page: Path) -> str:
    (line,) = re.findall(r'<li id="s1">(.*?)&nbsp;', page.read_text(encoding="utf-8"))
    return plain(line)


def plain(text: str) -> str:
    """The text without markup, with its first article in lower case."""
    return re.sub("<[^>]*>", "", html.unescape(html.unescape(text)))


# ── Files as authors write them ──────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("turn: 1\n", "turn: 1\nseen:\n  - a\n"),
        ("turn: 1", "turn: 1\nseen:\n  - a\n"),
        ("seen: []\nturn: 1\n", "seen:\n  - a\nturn: 1\n"),
        ("seen:\nturn: 1\n", "seen:\n  - a\nturn: 1\n"),
        ("seen: [ ] # none\n", "seen: # none\n  - a\n"),
        ("seen:\n- b # c\n\n# d\nturn: 1\n", "seen:\n- b # c\n- a\n\n# d\nturn: 1\n"),
        ("seen:\n  - |\n    b\n\n    # c\nn: 1\n", "seen:\n  - |\n    b\n\n    # c\n  - a\nn: 1\n"),
        ("turn: 1\r\nseen:\r\n  - b\r\n", "turn: 1\r\nseen:\r\n  - b\r\n  - a\r\n"),
    ],
)  # fmt: skip
def test_an_item_is_added_where_the_list_ends(before: str, after: str) -> None:
    assert append_items(before, "seen", ["a"]) == after


@pytest.mark.parametrize("text", ["seen: [b]\n", "seen: b\n", "{seen: [b]}\n"])
def test_a_list_in_flow_style_is_not_changed(text: str) -> None:
    with pytest.raises(YamlEditError):
        append_items(text, "seen", ["a"])


def test_a_list_without_room_is_a_sentence(here: Path) -> None:
    flow = 'rumors: [{text: A., heard_by: everyone, truth: "true"}]\n'
    lay(here / "content", {"turns/001.yaml": CREEP + flow})
    ran = run("rumors")
    assert (ran.code, ran.out) == (2, "")
    assert "begins with a dash" in ran.err
    assert (here / "content/turns/001.yaml").read_text(encoding="utf-8") == CREEP + flow


# ── What may be said ─────────────────────────────────────────────────────────────────────────────


def test_events_unknown_to_the_street_give_no_draft() -> None:
    silent = CREEP.replace("They creep.}", "They creep., public: false}")
    assert heard({"turns/001.yaml": silent}) == []


def test_a_hidden_place_is_not_named() -> None:
    placed = CREEP.replace("vael:\n", "vael:\n    place: {eyes: vale}\n").replace("to: 2", "to: 1")
    assert all(
        "Vale" not in text and not where for text, where, _, _ in heard({"turns/001.yaml": placed})
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("id: creep", "id: an-other-name"),
        ("They creep.", "They bribe the harbour master."),
        ("vael:\n", "vael:\n    place: {knives: marsh}\n    actor: marsh\n"),
        ("orders:\n", "orders:\n  oru:\n    assist: {sphere: marsh, request: A boat.}\n"),
    ],
)  # fmt: skip
def test_hidden_facts_do_not_change_drafts(old: str, new: str) -> None:
    before = heard({"turns/001.yaml": CREEP})
    assert before
    assert heard({"turns/001.yaml": CREEP.replace(old, new)}) == before


def test_rumors_reach_distant_hearers_later() -> None:
    islands = """\
for: everyone
places:
  harbour: {name: The Harbour, neighbours: [strait]}
  strait: {name: The Strait, neighbours: [reach]}
  reach: {name: The Reach, neighbours: [marsh]}
  marsh: {name: The Marsh}
  vale: {name: The Vale}
"""
    far = [one for one in heard({"turns/001.yaml": CREEP, "places.yaml": islands}) if one[3]]
    assert [(where, readers, after) for _, where, readers, after in far] == [("", ("oru",), 1)]


@pytest.mark.parametrize("campaign", beginning(["orrow", "cauvenne"], 1))
def test_drafts_of_a_sample_turn_use_only_known_facts(campaign: str) -> None:
    played = play_sample(campaign)
    editions = {
        one.word: project(played.campaign, played.history, played.ruleset, one)
        for one in audiences_of(played.campaign)
    }
    found = drafts_of(played, 5)
    assert found
    assert drafts_of(played, 5) == found
    secrets = [(it.id, it.name) for it in played.campaign.places]
    secrets += [(it.id, it.name) for it in played.campaign.factions]
    for one in found:
        for word in one.heard_by:
            since = {ref.id: turn for ref, turn in editions[word].known_since.items()}
            assert not one.where or since.get(one.where, 99) <= 5
            named = [id for id, name in secrets if name.lower() in one.text.lower()]
            assert all(since.get(id, 99) <= 5 for id in named), one
    few = drafts_of(played, 5, most=1)
    for word in editions:
        heard = [one.text for one in found if word in one.heard_by]
        assert sum(word in one.heard_by for one in few) == min(1, len(heard)), word


def test_without_roads_no_place_is_distant() -> None:
    apart = "for: everyone\nplaces:\n  harbour: {name: H}\n  marsh: {name: M}\n  vale: {name: V}\n"
    found = heard({"turns/001.yaml": CREEP, "places.yaml": apart})
    assert [(readers, after) for _, _, readers, after in found] == [(("everyone",), 0)]


# ── How far it is ────────────────────────────────────────────────────────────────────────────────


def place(
    id: str, *neighbours: str, at: tuple[float, float] | None = None, within: str = ""
) -> Place:
    nowhere = Span(Source("places.yaml", ""), 1, 1, 1, 1)
    return Place(id, id, FOR_GM, within, neighbours, at, (), None, nowhere)


def steps(*known: Place, own: str, in_miles: bool = False) -> int:
    """How far it is from the harbour."""
    return PlaceDistances({one.id: one for one in known}, frozenset({own}), in_miles).steps(
        "harbour"
    )


ROAD = (
    place("harbour", "ford", at=(0, 0)),
    place("ford", "harbour", "vale", at=(60, 0)),
    place("vale", "ford", "far", at=(100, 0)),
    place("far", "vale", at=(100.5, 0)),
)


@pytest.mark.parametrize(
    ("own", "walked", "flown"), [("harbour", 0, 0), ("ford", 1, 1), ("vale", 2, 1), ("far", 3, 2)]
)
def test_one_step_is_a_neighbour_or_a_hundred_miles(own: str, walked: int, flown: int) -> None:
    assert steps(*ROAD, own=own) == walked
    assert steps(*ROAD, own=own, in_miles=True) == flown


def test_a_route_through_unknown_places_does_not_count() -> None:
    assert steps(ROAD[0], ROAD[2], own="vale") == 0


def test_rumors_spread_at_once_within_a_known_larger_place() -> None:
    parts = [replace(one, within="isle") for one in ROAD]
    for in_miles in (False, True):
        assert steps(*parts, place("isle"), own="far", in_miles=in_miles) == 0
        apart = steps(*ROAD, own="far", in_miles=in_miles)
        assert steps(*parts, own="far", in_miles=in_miles) == apart


def test_positions_count_where_the_ruleset_has_them_in_miles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    islands = """\
for: everyone
places:
  harbour: {name: H, position: [0, 0]}
  marsh: {name: M, position: [300, 0]}
  vale: {name: V}
"""
    files = {"turns/001.yaml": CREEP, "places.yaml": islands}
    assert not [after for *_, after in heard(files) if after]
    monkeypatch.setattr(type(RULESETS["shadow"]), "in_miles", lambda *_: True)
    assert [(who, after) for *_, who, after in heard(files) if after] == [(("oru",), 1)]
