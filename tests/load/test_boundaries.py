"""The checks of the load stage at their boundaries: the last that passes, the first that does not.

Each case adds files to the small campaign that differ in one place, and the codes of what is
found in the second of them alone. Most of them are in `boundaries.yaml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import indent
from typing import Final, NamedTuple

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure
from chronicle.load import load_campaign
from chronicle.load.multi_site import load_multi_site
from chronicle.model.audience import GM
from chronicle.model.campaign import Campaign
from chronicle.model.publication import NOTHING_PUBLISHED
from tests.markup.images.sample_images import png
from tests.rules.rule_cases import read_yaml
from tests.small_campaign import SOUND, tree_of

Files = Mapping[str, str | bytes]
HEAD: Final = SOUND["campaign.yaml"]
PLACES: Final = SOUND["places.yaml"]
VAEL: Final = SOUND["factions/vael.yaml"]


class Case(NamedTuple):
    """Files that pass, files that don't, and what is found in these."""

    name: str
    found: str
    passes: Files
    fails: Files


#: Two months of ten days; each fourth year the second has eleven, but not each hundredth, unless
#: it is a four hundredth.
LEAP: Final = (
    "calendar: {months: [{name: Thaw}, {name: Reap}], days: 10,"
    " leap: {every: 4, except: 100, unless: 400, month: Reap, days: 11}}\n"
)
#: A turn in which everything can be revealed that has an id, and two drafts.
NAMED: Final = {
    "turns/001.yaml": (
        "turn: 1\n"
        "news: [{id: rain, for: vael, text: Rain.}, {id: same, for: vael, text: S.},\n"
        "  {for: vael, text: No name.}]\n"
        "rumors:\n"
        "  - {text: No name., heard_by: vael, truth: true}\n"
        "  - {id: same, text: Same., heard_by: gm, truth: true, draft: true}\n"
        "  - {id: bell, text: Bells., heard_by: vael, truth: true}\n"
        "  - {id: rough, text: Rough., heard_by: gm, truth: true, draft: true}\n"
    ),
    "people/ada.md": "---\nname: Ada\nfor: gm\n---\nHi.\n",
    "items/cup.md": "---\nname: A Cup\nfor: gm\n---\nGold.\n",
}
MAP: Final = (
    "for: everyone\nmap: [{{picture: a.png, words: a map, extent: {}}}]\nplaces:\n"
    "  harbour: {{name: The Harbour, position: [10, 20]}}\n"
    "  marsh: {{name: The Marsh, position: [30, 40]}}\n"
)
PICTURE: Final[Files] = {"media/a.png": png()}
PERSON: Final = "---\nname: Ada\nfor: everyone\n{}\n---\nHi.\n"
TWO_TURNS: Final = {f"turns/{n:03}.yaml": f"turn: {n}\n" for n in (1, 2)}


def _turn(lines: str, number: int = 1) -> dict[str, str]:
    return {f"turns/{number:03}.yaml": f"turn: {number}\n{lines}\n"}


def _text(written: str) -> Files:
    return _turn("news:\n  - for: vael\n    text: |\n" + indent(written, " " * 6))


def _swapped(path: str, old: str, new: str) -> Files:
    return {path: SOUND[path].replace(old, new)}


def _published(written: str) -> Files:
    lines = written.replace("…", "chronicle: '1', ruleset: shadow, rules: 1, told: {}")
    return {**TWO_TURNS, "published.yaml": lines if "format" in lines else f"format: 1\n{lines}"}


#: What a group of `boundaries.yaml` lays its pieces into.
GROUPS: Final[Mapping[str, Callable[..., Files]]] = {
    "turn": _turn,
    "reveal": lambda it: {**NAMED, **_turn(f"reveals: [{{{it}, for: everyone}}]", 2)},
    "campaign": lambda it: {"campaign.yaml": HEAD + it},
    "calendar": lambda it: {"campaign.yaml": f"{HEAD}calendar: {it}"},
    "day": lambda it: {"campaign.yaml": HEAD + LEAP, **_turn(it)},
    "place": lambda old, new: _swapped("places.yaml", old, new),
    "faction": lambda old, new: _swapped("factions/vael.yaml", old, new),
    "extent": lambda it: {"places.yaml": MAP.format(it), **PICTURE},
    "mapped": lambda it: {"places.yaml": f"{MAP.format('[10, 20, 30, 40]')}  {it}\n", **PICTURE},
    "person": lambda it: {"people/ada.md": PERSON.format(it)},
    "portrait": lambda it: {"people/ada.md": PERSON.format(it), **PICTURE},
    "text": _text,
    "published": _published,
    "files": lambda files: files,
}


def _written() -> Iterator[Case]:
    for group, cases in read_yaml(Path(__file__).parent / "boundaries.yaml").items():
        for law, (found, *laid, passes, fails) in cases.items():
            make = GROUPS[group]
            yield Case(f"{group}: {law}", found, make(*laid, passes), make(*laid, fails))


def days(count: int) -> str:
    """So many names of weekdays."""
    return f"[{', '.join(f'w{number}' for number in range(count))}]"


def names(count: int) -> str:
    """So many months; their names have no digits."""
    letters = "abcdefghijkl"
    pairs = [f"{one}{other}" for one in letters for other in letters]
    return f"[{', '.join(f'{{name: {pair}}}' for pair in pairs[:count])}]"


def _calendars(form: str, passes: str, fails: str) -> tuple[Files, Files]:
    return GROUPS["calendar"](form.format(passes)), GROUPS["calendar"](form.format(fails))


WEEK: Final = "{{months: [{{name: A, days: 9}}], weekdays: {}}}"
DEADLINE: Final = f"{HEAD}next: {{deadline: 2026-11-14 20:15, zone: Etc/UTC}}\n"
CHIEF: Final = {"factions/vael.yaml": VAEL.replace("key", "moon") + "division: chief\n"}
ORU: Final = SOUND["factions/oru.yaml"]
WITHIN: Final = PLACES.replace("The Harbour,", "H, within: marsh,")
SEEN: Final = "news: [{for: gm, text: '![a](a.png)'}]"
CASES: Final = (
    *_written(),
    Case(
        "a hundred months", "C004", *_calendars("{{days: 9, months: {}}}", names(100), names(101))
    ),
    Case("a hundred weekdays", "C004", *_calendars(WEEK, days(100), days(101))),
    Case(
        "no turn is before the last",
        "Y005",
        {"campaign.yaml": HEAD + LEAP, **_turn("date: 5 Thaw 4"), **_turn("date: 5 Thaw 4", 2)},
        {"campaign.yaml": HEAD + LEAP, **_turn("date: 5 Thaw 4"), **_turn("date: 4 Thaw 4", 2)},
    ),
    Case(
        "a deadline is on the last day of play or later",
        "Z004",
        {"campaign.yaml": DEADLINE, **_turn("played: 2026-11-14")},
        {"campaign.yaml": DEADLINE, **_turn("played: 2026-11-15")},
    ),
    Case(
        "stories start in turns",
        "C004",
        {},
        {"campaign.yaml": HEAD.replace("turn: 1, title: The First", "turn: 0, title: x")},
    ),
    Case(
        "places are not within each other",
        "N012 N012",
        {"places.yaml": WITHIN},
        {"places.yaml": WITHIN.replace("The Marsh,", "M, within: harbour,")},
    ),
    Case(
        "a place has readers",
        "C001",
        {},
        {
            "places.yaml": PLACES.replace("for: everyone\n", "").replace(
                "marsh: {", "marsh: {for: gm, "
            )
        },
    ),
    Case(
        "an id has no capitals",
        "C006",
        {"factions/o2-x.yaml": ORU.replace("moon", "bell")},
        {"factions/o2-X.yaml": ORU},
    ),
    Case("a faction is no audience", "N011", {}, {"factions/everyone.yaml": ORU}),
    Case(
        "shields differ",
        "H001",
        {**CHIEF, "factions/oru.yaml": ORU + "division: base\n"},
        {**CHIEF, "factions/oru.yaml": ORU + "division: chief\n"},
    ),
    Case(
        "a name is of one thing",
        "P002",
        _turn("news: [{for: gm, text: '[[the vale]]'}]"),
        {
            **_swapped("places.yaml", "The Marsh", "The Vale"),
            **_turn("news: [{for: gm, text: '[[the vale]]'}]"),
        },
    ),
    Case(
        "pictures have words",
        "M002",
        {**PICTURE, **_turn(SEEN)},
        {**PICTURE, **_turn(SEEN.replace("[a]", "[]"))},
    ),
    Case("pictures are used", "M003", {**PICTURE, **_turn(SEEN)}, {**PICTURE, **_turn("title: x")}),
)


def load(files: Files) -> tuple[Campaign | None, list[str]]:
    """The campaign, and the codes of what is found."""
    report = Report()
    campaign = load_campaign(tree_of(files), report)
    return campaign, [finding.code for finding in report.findings]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_check_refuses_just_what_is_beyond_its_boundary(case: Case) -> None:
    assert load(case.passes)[1] == []
    assert load(case.fails)[1] == case.found.split()


# ── What passes is as written ────────────────────────────────────────────────────────────────────


def test_a_rumor_is_heard_so_many_turns_later() -> None:
    rumor = "turn: 1\nrumors: [{{text: x, heard_by: gm, truth: true, after: {}}}]\n"
    for after in (0, 1, 2):
        campaign, found = load({"turns/001.yaml": rumor.format(after)})
        assert (found, campaign is not None) == ([], True)
        assert campaign is not None
        (heard,) = campaign.turns[0].rumors
        assert (heard.turn, heard.heard_in) == (1, 1 + after)


def test_an_ambiguous_time_is_the_earlier_one() -> None:
    # In 2026 the clocks of Berlin are put back on 25 October from 03:00 to 02:00.
    for written, instant in (
        ("01:59", "2026-10-24T23:59:00Z"),
        ("02:00", "2026-10-25T00:00:00Z"),
        ("02:59", "2026-10-25T00:59:00Z"),
        ("03:00", "2026-10-25T02:00:00Z"),
    ):
        line = f"next: {{deadline: 2026-10-25 {written}, zone: Europe/Berlin}}\n"
        campaign, found = load({"campaign.yaml": HEAD + line})
        assert found == []
        assert campaign is not None
        assert campaign.deadline is not None
        assert campaign.deadline.instant == instant
        assert (campaign.deadline.clock, campaign.deadline.weekday) == (written, 7)


def test_events_without_a_turn_are_of_the_turn_that_names_them() -> None:
    rumor = "rumors: [{{text: x, heard_by: gm, truth: true, about: {}}}]\n"
    for about, id in (("vael/law", "2/vael/law"), ("1/vael/law", "1/vael/law"), ("''", "")):
        campaign, found = load(
            {"turns/001.yaml": "turn: 1\n", "turns/002.yaml": f"turn: 2\n{rumor.format(about)}"}
        )
        assert found == []
        assert campaign is not None
        assert campaign.turns[1].rumors[0].about == id


# ── What is refused is left out ──────────────────────────────────────────────────────────────────

ADA: Final = "---\nname: Ada\nfor: gm\n---\nHi.\n"


@pytest.mark.parametrize(
    ("path", "content", "found"),
    [
        ("factions/oru.yaml", VAEL.replace("for: everyone", "for: velo"), "N002"),
        ("factions/Oru.yaml", SOUND["factions/oru.yaml"], "C006"),
        ("factions/oru.yaml", "- name: Oru\n", "C008"),
        ("factions/gm.yaml", SOUND["factions/oru.yaml"], "N011"),
        ("places.yaml", "for: gm\nplaces: {harbour: {name: H, for: velo}}\n", "N002"),
        ("places.yaml", "places: {harbour: {name: H}}\n", "C001"),
        ("places.yaml", "places: {harbour: {name: H, for: velo}}\n", "N002"),
        ("places.yaml", "- harbour\n", "C008"),
        ("places.yaml", "for: velo\nplaces: {harbour: {name: H}, marsh: {name: M}}\n", "N002"),
        ("pages/rules.md", "No front matter.\n", "C012"),
        ("pages/rules.md", b"\xff", "R004"),
        ("pages/rules.md", "---\ntitle: R\nfor: velo\n---\nHi.\n", "N002"),
        ("pages/rules.md", "---\nfor: gm\n---\nHi.\n", "C001"),
        ("pages/rules.md", "---\ntitle: [\nfor: gm\n---\nHi.\n", "R007"),
        ("pages/rules.md", "Hi.\n---\ntitle: R\nfor: gm\n---\nHi.\n", "C012"),
        ("pages/Rules.md", ADA.replace("name", "title"), "C006"),
        ("people/ada.md", ADA.replace("gm", "velo"), "N002"),
        ("people/ada.md", "No front matter.\n", "C012"),
        ("people/ada.md", b"\xff", "R004"),
        ("people/Ada.md", ADA, "C006"),
        ("turns/001.yaml", "- turn: 1\n", "C008"),
        ("turns/001.yaml", b"\xff", "R004"),
        ("published.yaml", "- turn: 1\n", "C008"),
        ("published.yaml", b"\xff", "R004"),
        ("published.yaml", "format: one\n", "C003"),
        ("published.yaml", "turns: [", "R007"),
    ],
)  # fmt: skip
def test_what_is_refused_is_found_at_its_file_and_left_out(
    path: str, content: str | bytes, found: str
) -> None:
    report = Report()
    own = load_campaign(tree_of({path: content}), report)
    assert own is not None
    (finding,) = report.findings
    assert (finding.code, finding.at and finding.at.path) == (found, path)
    assert {it.id for it in own.factions} == {"vael"} | (
        set() if path == "factions/oru.yaml" else {"oru"}
    )
    assert {it.id for it in own.places} == (
        set() if path == "places.yaml" else {"harbour", "marsh", "vale"}
    )
    assert (own.pages, own.entities, own.turns) == ((), (), ())
    assert own.published == NOTHING_PUBLISHED


@pytest.mark.parametrize(
    ("image", "found"),
    [
        ("{picture: a.png, words: w, for: velo}", "N002"),
        ("{picture: a.png, words: w, extent: [1, 1, 1, 2]}", "A001"),
        ("{picture: a.png, words: w, extent: [1, 2, 2, 2]}", "A001"),
    ],
)
def test_an_image_under_the_map_with_an_error_is_left_out(image: str, found: str) -> None:
    campaign, codes = load({"places.yaml": f"map: [{image}]\n{PLACES}", **PICTURE})
    assert codes == [found]
    assert campaign is not None
    assert campaign.backdrops == ()


@pytest.mark.parametrize(
    ("relation", "found"),
    [
        ("between: [oru, vael], as: war, for: velo", "N002"),
        ("between: [aru, vael], as: war, for: gm", "N001"),
        ("between: [vael, wael], as: war, for: gm", "N001"),
        ("between: [vael, vael], as: war, for: gm", "F001"),
    ],
)
def test_a_relation_with_an_error_is_left_out(relation: str, found: str) -> None:
    sound = "{between: [oru, vael], as: truce, for: gm}"
    turn = f"turn: 1\nrelations: [{{{relation}}}, {sound}]\n"
    campaign, codes = load({"turns/001.yaml": turn})
    assert codes == [found]
    assert campaign is not None
    assert [(it.between, it.kind) for it in campaign.turns[0].relations] == [
        (("oru", "vael"), "truce")
    ]


@pytest.mark.parametrize(
    ("line", "is_sound"),
    [
        ("rolls: {vael/law/pool: [x]}", False),
        ("orders: {orru: {}}", False),
        ("news: [{for: velo, text: x}]", False),
        ("nwes: []", False),
        # What does not affect the state of later turns.
        ("rumors: [{text: x, heard_by: velo, truth: true}]", True),
        ("reveals: [{place: mash, for: gm}]", True),
        ("title: [x]", True),
    ],
)
def test_a_turn_is_sound_if_all_that_affects_the_state_can_be_read(
    line: str, *, is_sound: bool
) -> None:
    campaign, found = load({"turns/001.yaml": f"turn: 1\n{line}\n"})
    assert len(found) == 1
    assert campaign is not None
    assert [it.sound for it in campaign.turns] == [is_sound]


def test_a_missing_preview_image_is_found_once() -> None:
    head = f"{HEAD}card: {{picture: a.png, words: w}}\n"
    assert load({"campaign.yaml": head})[1] == ["M001"]


def test_a_missing_image_under_the_map_is_found_once() -> None:
    places = (
        "for: gm\nmap: [{picture: a.png, words: w}]\nplaces: {marsh: {name: M, position: [1, 2]}}\n"
    )
    assert load({"places.yaml": places})[1] == ["M001"]


def test_places_within_each_other_are_found_once_on_an_image_too() -> None:
    places = (
        "for: gm\nmap: [{picture: a.png, words: w}]\nplaces:\n"
        "  harbour: {name: H, within: marsh, position: [1, 2]}\n"
        "  marsh: {name: M, within: harbour}\n"
    )
    assert load({"places.yaml": places, **PICTURE})[1] == ["N012", "N012"]


def test_without_a_file_of_factions_their_folder_is_what_is_missing() -> None:
    files = {path: text for path, text in SOUND.items() if not path.startswith("factions/")}
    report = Report()
    load_campaign(tree_of({}, over=files), report)
    assert [(it.code, it.at and it.at.path) for it in report.findings] == [("C009", "factions")]


@pytest.mark.parametrize(
    ("deadline", "zone", "found"),
    [
        ("2026-11-14 24:00", "Etc/UTC", ["Z001"]),
        ("2026-11-14 20:15", "Etc/UCT2", ["Z002"]),
        ("2026-11-14 24:00", "Etc/UCT2", ["Z001", "Z002"]),
        ("2026-03-29 02:30", "Europe/Berlin", ["Z003"]),
    ],
)
def test_a_deadline_with_an_error_is_none(deadline: str, zone: str, found: list[str]) -> None:
    head = f"{HEAD}next: {{deadline: {deadline}, zone: {zone}}}\n"
    turn = "turn: 1\nplayed: 2027-01-01\n"
    campaign, codes = load({"campaign.yaml": head, "turns/001.yaml": turn})
    assert codes == found
    assert campaign is not None
    assert campaign.deadline is None


def test_a_text_for_nobody_known_is_left_out() -> None:
    texts = "introduction: [{for: velo, text: One.}, {for: vael, text: Two.}]\n"
    campaign, found = load({"campaign.yaml": HEAD + texts})
    assert found == ["N002"]
    assert campaign is not None
    assert [it.prose.visible_to(GM) for it in campaign.introduction] == ["Two."]


def test_a_calendar_with_an_error_is_none() -> None:
    campaign, found = load({"campaign.yaml": f"{HEAD}calendar: {{months: [{{name: A}}]}}\n"})
    assert found == ["C001"]
    assert campaign is not None
    assert campaign.calendar is None


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"pages/rules.md": "No front matter.\n"}, "C012"),
        ({"people/rules.md": "No front matter.\n"}, "C012"),
        ({"places.yaml": "for: velo\nplaces: {rules: {name: R}}\n"}, "N002"),
    ],
)
def test_a_link_to_what_cannot_be_read_is_no_mistake(files: Files, found: str) -> None:
    turn = {"turns/001.yaml": "turn: 1\nnews: [{for: gm, text: 'Mind [[rules]].'}]\n"}
    assert load({**files, **turn})[1] == [found]


def test_what_was_told_lies_beside_the_record_without_being_stray() -> None:
    record = {"published.yaml": "format: 2\nturns: []\n"}
    assert load({**record, "published/001.json": "{}"})[1] == []


def test_a_place_within_one_that_is_within_nothing_known_is_no_mistake() -> None:
    files = PLACES.replace("The Harbour,", "H, within: marsh,").replace(
        "The Marsh,", "M, within: x,"
    )
    assert load({"places.yaml": files})[1] == ["N001"]


def test_news_that_cannot_be_read_is_not_unknown_where_it_is_revealed() -> None:
    first = "turn: 1\nnews: [{id: rain, for: velo, text: Rain.}]\n"
    second = "turn: 2\nreveals: [{news: 1/rain, for: everyone}]\n"
    assert load({"turns/001.yaml": first, "turns/002.yaml": second})[1] == ["N002"]


# ── Several campaigns ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("passes", "fails", "found"),
    [
        (("crowns", {}), ("assets", {}), "C016"),
        (("crowns", {}), ("Crowns", {}), "C006"),
        (("crowns", {}), ("crowns", {"notes.txt": b""}), "C010"),
        (
            ("crowns", {"shelf.yaml": b"introduction: Choose.\n"}),
            ("crowns", {"shelf.yaml": b"introduction: Choose [[oru]].\n"}),
            "C015",
        ),
        (
            ("crowns", {"shelf.yaml": b"address: https://a.example/\n"}),
            ("crowns", {"shelf.yaml": b"address: https://a.example\n"}),
            "C006",
        ),
        (
            ("crowns", {"shelf.yaml": b"introduction: Choose.\n"}),
            ("crowns", {"shelf.yaml": b"introduction: '![a](a.png)'\n"}),
            "M007",
        ),
    ],
)
def test_a_site_of_several_campaigns_refuses_just_what_is_beyond(
    passes: tuple[str, dict[str, bytes]], fails: tuple[str, dict[str, bytes]], found: str
) -> None:
    for (name, files), codes in ((passes, []), (fails, [found])):
        report = Report()
        load_multi_site(FileTree("", dict(files)), [name], report)
        assert [finding.code for finding in report.findings] == codes


def test_names_that_no_campaign_can_have_are_found_at_their_folders() -> None:
    report = Report()
    load_multi_site(FileTree("hall", {"shelf.yml": b""}), ["Crowns", "assets", "themes"], report)
    assert [(it.code, it.at and it.at.path) for it in report.findings] == [
        ("C006", "hall/Crowns"),
        ("C016", "hall/assets"),
        ("C018", "hall/shelf.yml"),
        ("C016", "hall/themes"),
    ]
    assert report.findings[2].help == "rename it to `shelf.yaml`"


@pytest.mark.parametrize(
    ("content", "found"), [(b"- title: x\n", "C008"), (b"\xff", "R004"), (b"title: [", "R007")]
)
def test_a_site_whose_settings_cannot_be_read_is_none(content: bytes, found: str) -> None:
    report = Report()
    assert load_multi_site(FileTree("", {"shelf.yaml": content}), ["crowns"], report) is None
    assert [(it.code, it.at and it.at.path) for it in report.findings] == [(found, "shelf.yaml")]


def test_what_is_stray_beside_campaigns_is_told_what_it_may_have_meant() -> None:
    stray: dict[str, bytes | ReadFailure] = {
        "Shelf.YAML": b"",
        "notes.txt": b"",
        "old": ReadFailure("folder"),
    }
    report = Report()
    load_multi_site(FileTree("", stray), ["crowns"], report)
    assert [(it.at and it.at.path, it.message, it.help) for it in report.findings] == [
        ("Shelf.YAML", "a file with this name is not read", "rename it to `shelf.yaml`"),
        (
            "notes.txt",
            "this file is ignored",
            "this folder may contain `shelf.yaml`, campaign folders and `themes/`",
        ),
        ("old", "this folder is ignored", "a campaign folder contains `campaign.yaml`"),
    ]
