"""Each finding of the load stage is where the mistake is, and says what is wrong and what to do.

The place is marked in the file by ``«`` and ``»``; what is said is written out from what is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.load import load_campaign
from chronicle.markup.heraldry import DIVISIONS, division_preferences
from tests.markup.images.sample_images import gif, gif_frame, png
from tests.small_campaign import SOUND, tree_of
from tests.yaml.marked_positions import Place, marked, place_of

HEAD: Final = SOUND["campaign.yaml"]
TURN: Final = "turns/001.yaml"
MONTHS: Final = "months: [{name: Thaw, days: 30}, {name: Reap, days: 10}]"
PLACES: Final = (
    "for: everyone\nplaces:\n  harbour: {name: H}\n  marsh: {name: M}\n  vale: {name: V}\n"
)
PICTURE: Final = {"media/a.png": png()}
PUBLISHED: Final = "  - {{turn: {}, chronicle: '1', ruleset: shadow, rules: 1, told: {{}}}}\n"
NO_FILE: Final[Mapping[str, str | bytes]] = {}


class Case(NamedTuple):
    """A file with marks, what is said at each of them in order, and other files beside it."""

    name: str
    path: str
    text: str
    said: tuple[tuple[str, str], ...]
    also: Mapping[str, str | bytes] = NO_FILE


def one(
    name: str,
    path: str,
    text: str,
    message: str,
    advice: str,
    also: Mapping[str, str | bytes] = NO_FILE,
) -> Case:
    return Case(name, path, text, ((message, advice),), also)


def dated(name: str, written: str, message: str, advice: str, year: str = "") -> Case:
    """The date of a turn in a calendar."""
    head = f"{HEAD}calendar: {{{MONTHS}{year}}}\n"
    return one(name, TURN, f"turn: 1\ndate: {written}\n", message, advice, {"campaign.yaml": head})


def told(name: str, text: str, *said: tuple[str, str]) -> Case:
    """A text of a turn for Vael, on its own lines."""
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    return Case(name, TURN, f"turn: 1\nnews:\n  - for: vael\n    text: |\n{lines}", said)


BAD_MONTH: Final = ("unknown month `Thwa`", "did you mean `Thaw`?")
STRAY: Final = (
    "this line of colons neither opens nor closes a secret block",
    "open a block with `::: secret` and its readers, close it with the colons alone",
)
OPEN: Final = (
    "this secret block is not closed",
    "write `:::` on a line of its own where the secret ends",
)
UNKNOWN: Final = "did you mean `{}`?"

CASES: Final = (
    # Dates
    dated("a month, within its date", "12 «Thwa» 8", *BAD_MONTH),
    dated("a month in quotes", "'12 «Thwa» 8'", *BAD_MONTH),
    # Where the value is not written as it reads, nobody can count to the month in it.
    dated("a month behind an escape", '«"1\\x32 Thwa 8"»', *BAD_MONTH),
    dated(
        "words instead of a date",
        "«late»",
        "this is not a date of the calendar",
        "write it like `1 Thaw 3`, under `day:` if `date:` is to show other words",
    ),
    dated(
        "the same where the calendar has a year",
        "«late»",
        "this is not a date of the calendar",
        "write it like `1 Thaw`, under `day:` if `date:` is to show other words",
        ", year: 7",
    ),
    dated(
        "a date without a year",
        "«1 Thaw»",
        "this date has no year",
        "add the year, or set `year:` under `calendar:` as the year of such dates",
    ),
    dated(
        "a day that its month lacks",
        "«11 Reap 9»",
        "Reap has 10 days in the year 9",
        "correct the date, or the month under `calendar:` in `campaign.yaml`",
    ),
    one(
        "a day before the last turn",
        "turns/002.yaml",
        "turn: 2\ndate: «28 Thaw 8»\n",
        # From 28 to 30 Thaw there are 2 days, and one more to the first of Reap.
        "this date is 3 days before that of turn 1",
        "the date of turn 1 is at turns/001.yaml:3",
        {
            "campaign.yaml": f"{HEAD}calendar: {{{MONTHS}}}\n",
            TURN: "turn: 1\ntitle: x\ndate: 1 Reap 8\n",
        },
    ),
    one(
        "a day without a calendar",
        TURN,
        "turn: 1\n«day»: 1 Thaw\n",
        "`day:` needs a calendar, and this campaign has none",
        "define `calendar:` in `campaign.yaml`, or use `date:`, which takes any words",
    ),
    # The calendar
    one(
        "a month twice",
        "campaign.yaml",
        f"{HEAD}calendar: {{days: 9, months: [{{name: A}}, {{name: «a»}}]}}\n",
        "duplicate month `a`",
        "give each month a different name, not only different capital letters",
    ),
    one(
        "a weekday twice",
        "campaign.yaml",
        f"{HEAD}calendar: {{{MONTHS}, weekdays: [x, y, «X»]}}\n",
        "duplicate weekday `X`",
        "give each weekday a different name, not only different capital letters",
    ),
    one(
        "a first weekday that is none",
        "campaign.yaml",
        f"{HEAD}calendar: {{{MONTHS}, weekdays: [Mun], first: «Mon»}}\n",
        "unknown weekday `Mon`",
        UNKNOWN.format("Mun"),
    ),
    one(
        "a leap rule for no month",
        "campaign.yaml",
        f"{HEAD}calendar: {{{MONTHS}, leap: {{every: 4, month: «Thwa», days: 2}}}}\n",
        *BAD_MONTH,
    ),
    # Places
    one(
        "neighbours that are none",
        "places.yaml",
        PLACES.replace("M}", "M, neighbours: [harbour, «hrbour»]}"),
        "unknown place `hrbour`",
        UNKNOWN.format("harbour"),
    ),
    one(
        "a neighbour of itself",
        "places.yaml",
        PLACES.replace("M}", "M, neighbours: [harbour, «marsh»]}"),
        "a place can't be its own neighbour",
        "remove it from its own `neighbours:`",
    ),
    one(
        "within no place",
        "places.yaml",
        PLACES.replace("M}", "M, within: «hrbour»}"),
        "unknown place `hrbour`",
        UNKNOWN.format("harbour"),
    ),
    Case(
        "within each other",
        "places.yaml",
        PLACES.replace("M}", "M, within: «vale»}").replace("V}", "V, within: «marsh»}"),
        tuple(
            (
                f"`{id}` is inside itself",
                "`within:` names the larger place around this one; remove one of them",
            )
            for id in ("marsh", "vale")
        ),
    ),
    # Turns
    one(
        "orders of nobody",
        TURN,
        "turn: 1\norders: {oru: {}, «orru»: {}}\n",
        "unknown faction `orru`",
        UNKNOWN.format("oru"),
    ),
    one(
        "a rumor somewhere else",
        TURN,
        "turn: 1\nrumors: [{text: x, heard_by: gm, truth: true, where: [vale, «mash»]}]\n",
        "unknown place `mash`",
        UNKNOWN.format("marsh"),
    ),
    one(
        "two things to reveal",
        TURN,
        "turn: 1\nreveals: [{«place»: vale, faction: oru, for: gm}]\n",
        "a reveal must name exactly one thing",
        "write one of `event:`, `news:`, `rumor:`, `place:`, `faction:`, `person:` or `item:`",
    ),
    one(
        "news of a turn to come",
        "turns/003.yaml",
        "turn: 3\nreveals: [{news: «3/a», for: gm}]\n",
        "`3` is not an earlier turn",
        "refer to a turn from 1 to 2",
        {TURN: "turn: 1\n", "turns/002.yaml": "turn: 2\n"},
    ),
    one(
        "news that nobody wrote",
        "turns/002.yaml",
        "turn: 2\nreveals: [{news: «1/rein», for: gm}]\n",
        "unknown news `1/rein`",
        UNKNOWN.format("1/rain"),
        {TURN: "turn: 1\nnews: [{id: rain, for: gm, text: x}]\n"},
    ),
    # Relations
    one(
        "a relation with nobody",
        TURN,
        "turn: 1\nrelations: [{between: [vael, «orru»], as: war, for: gm}]\n",
        "unknown faction `orru`",
        UNKNOWN.format("oru"),
    ),
    one(
        "a relation with oneself",
        TURN,
        "turn: 1\nrelations: [{between: «[vael, vael]», as: war, for: gm}]\n",
        "`vael` can't have a relation with itself",
        "name two different factions",
    ),
    # Players, shields, images under the map
    one(
        "a player of nobody",
        "campaign.yaml",
        f"{HEAD}players: {{bo: [vael, «orru»]}}\n",
        "unknown faction `orru`",
        UNKNOWN.format("oru"),
    ),
    one(
        "a player with a reserved id",
        "campaign.yaml",
        f"{HEAD}players: {{gm: «vael»}}\n",
        "a player can't have the id `gm`, which is reserved",
        "the GM can open every dossier without an entry; give this player another id",
    ),
    one(
        "a division that there is not",
        "factions/vael.yaml",
        SOUND["factions/vael.yaml"] + "division: «chef»\n",
        "invalid value `chef`",
        UNKNOWN.format("chief"),
    ),
    one(
        "an image without a width",
        "places.yaml",
        f"map: [{{picture: a.png, words: w, extent: «[9, 1, 9, 5]»}}]\n{PLACES}",
        "this picture would have no width or height on the map",
        "write left, top, right, bottom: left smaller than right, top smaller than bottom",
        PICTURE,
    ),
    one(
        "an image without readers",
        "places.yaml",
        "map: [{«picture»: a.png, words: w}]\n"
        + PLACES.replace("for: everyone\n", "").replace("{name", "{for: gm, name"),
        "missing key `for`",
        "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions",
        PICTURE,
    ),
    one(
        "places outside of an image",
        "places.yaml",
        "for: everyone\nmap: [{picture: «a.png», words: w, extent: [0, 0, 10.5, 20]}]\nplaces:\n"
        "  harbour: {name: H, position: [10.5, 20]}\n"
        "  marsh: {name: M, position: [10.6, 20]}\n"
        "  vale: {name: V, position: [0, 20.5]}\n",
        "`marsh`, `vale` are outside this picture and will be drawn at its edge",
        "it reaches from [0, 0] to [10.5, 20]; change that with `extent:`",
        PICTURE,
    ),
    one(
        "places without a position",
        "places.yaml",
        "for: everyone\nmap: [{picture: «a.png», words: w, extent: [0, 0, 9, 9]}]\nplaces:\n"
        "  harbour: {name: H, position: [1, 2], within: vale}\n"
        "  marsh: {name: M}\n"
        "  vale: {name: V}\n",
        "`marsh` has no position on this picture",
        "add `position: [120, 340]` in `places.yaml`",
        PICTURE,
    ),
    one(
        "a preview image that not every site shows",
        "campaign.yaml",
        f"{HEAD}card: {{picture: «a.gif», words: w}}\n",
        "not every site shows preview images of the type `image/gif`",
        "save it as PNG or JPEG, 1200 pixels wide and 630 high",
        {"media/a.gif": gif(gif_frame([1]))},
    ),
    # What is published
    one(
        "a published turn too many",
        "published.yaml",
        f"format: 1\nturns:\n{PUBLISHED.format('«2»')}",
        "expected turn 1, not turn 2",
        "turns are published from 1 on without gaps; restore what was deleted",
    ),
    one(
        "an amendment of a turn to come",
        "published.yaml",
        f"format: 1\nturns:\n{PUBLISHED.format(1)}"
        "amendments: [{turn: «2», for: gm, because: x}]\n",
        "turn 2 is not published, so there is nothing to amend",
        "delete the amendment, or correct its turn number",
        {TURN: "turn: 1\n"},
    ),
    one(
        "a record of another version",
        "published.yaml",
        "format: «2»\n",
        "the record has format 2, which this version does not know",
        "use the version of chronicle that wrote it, or a newer one",
    ),
    # People
    one(
        "tied to nobody",
        "people/ada.md",
        "---\nname: A\nfor: gm\nheld_by: [{for: gm, to: vael}, {for: gm, to: «orru»}]\n---\n",
        "unknown person or faction `orru`",
        UNKNOWN.format("oru"),
    ),
    one(
        "a portrait that its words end",
        "people/ada.md",
        "---\nname: A\nfor: gm\nportrait: {picture: a.png, words: «'a ] b'»}\n---\n",
        "this picture can't be shown: `![a ] b](a.png)`",
        "put the file in `media/` and write ![what it shows](its-name.png) on one line",
    ),
    one(
        "a portrait that begins within its words",
        "people/ada.md",
        "---\nname: A\nfor: gm\nportrait: {picture: a.png, words: «'a ] ![b'»}\n---\n",
        "this picture can't be shown: `![a ] ![b](a.png)`",
        "put the file in `media/` and write ![what it shows](its-name.png) on one line",
    ),
    one(
        "a portrait that its name ends",
        "people/ada.md",
        "---\nname: A\nfor: gm\nportrait: {picture: «a  b.png», words: ab}\n---\n",
        "this picture can't be shown: `![ab](a  b.png)`",
        "put the file in `media/` and write ![what it shows](its-name.png) on one line",
    ),
    # Pages
    one(
        "HTML below a front matter",
        "pages/rules.md",
        "---\ntitle: R\nfor: gm\n---\nSo\n\n  a «<b>»\n",
        "`<b>` is HTML, which readers would see as plain text",
        "write bold words in Markdown: `**bold**`",
    ),
    one(
        "a link below a front matter",
        "pages/rules.md",
        "---\ntitle: R\nfor: gm\n---\nSo\nand [[vael]], «[[harbor]]»",
        "the link [[harbor]] has no target",
        UNKNOWN.format("harbour"),
    ),
    # Texts
    told(
        "HTML",
        "x\na «<b>»",
        (
            "`<b>` is HTML, which readers would see as plain text",
            "write bold words in Markdown: `**bold**`",
        ),
    ),
    told(
        "an address that is none",
        "so [b](«ftp://b.example»)",
        (
            "readers can't open `ftp://b.example`",
            "use https:// for other sites, [[name]] for pages of this site",
        ),
    ),
    told(
        "a bracket that is left open",
        "so «[[»harbour]",
        (
            "these brackets do not form a link",
            "write [[name]] or [[name|other words]] on one line, and not in code",
        ),
    ),
    told(
        "an address that is in the text before it is linked to",
        "at ftp://b.example, see [b](«ftp://b.example»)",
        (
            "readers can't open `ftp://b.example`",
            "use https:// for other sites, [[name]] for pages of this site",
        ),
    ),
    told(
        "an address apart from its words",
        "see [b]\n\n[b]: «ftp://b.example»",
        (
            "readers can't open `ftp://b.example`",
            "use https:// for other sites, [[name]] for pages of this site",
        ),
    ),
    told("colons with words within a block", ":::secret gm\nx\n«:::» y\nz\n:::", STRAY),
    told("a block that is left open", "x\n«:::» secret gm\ny", OPEN),
    told("a block that was not open", "x\n\n«:::»", STRAY),
    told("a block that ends with more colons", "«:::» secret gm\ny\n«::::»", OPEN, STRAY),
    told(
        "a link to nothing",
        "[[vael]] and «[[harbor]]»",
        ("the link [[harbor]] has no target", UNKNOWN.format("harbour")),
    ),
)


def found(case: Case) -> tuple[Finding, ...]:
    report = Report()
    load_campaign(tree_of({**case.also, case.path: marked(case.text).text}), report)
    return report.findings


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_finding_is_at_the_mistake_and_says_what_it_is(case: Case) -> None:
    findings = found(case)
    assert [(it.message, it.help) for it in findings] == list(case.said)
    assert [it.at.path for it in findings if it.at] == [case.path] * len(case.said)
    assert tuple(place_of(it.at) for it in findings) == marked(case.text).places


@pytest.mark.parametrize(
    ("content", "guess", "place"),
    [
        # The first byte that is not UTF-8 is the eleventh sign of the second line.
        (b"turn: 1\ntitle: caf\xe9 \xe9\n", "text in an older encoding", Place(2, 11, 2, 12)),
        # Two bytes are one sign.
        (
            "turn: 1\r\ntitle: é".encode() + b"\xe9\n",
            "text in an older encoding",
            Place(2, 9, 2, 10),
        ),
        (b"\xe9", "text in an older encoding", Place(1, 1, 1, 2)),
        ("é: 1\n".encode("utf-16"), "UTF-16", Place(1, 1, 1, 2)),
        ("turn: é\n".encode("utf-16-le"), "UTF-16", Place(1, 13, 1, 14)),
        ("turn: é\n".encode("utf-16-be"), "UTF-16", Place(1, 14, 1, 15)),
        (b"ab\x00\xff", "binary data", Place(1, 4, 1, 5)),
    ],
)
def test_what_is_not_utf_8_is_found_at_its_first_byte(
    content: bytes, guess: str, place: Place
) -> None:
    report = Report()
    load_campaign(tree_of({TURN: content}), report)
    (finding,) = report.findings
    assert finding.code == "R004"
    assert finding.message == f"this file is not UTF-8 text; it looks like {guess}"
    assert place_of(finding.at) == place


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("turn: 1\ntitle: a\x07b\x07\n", Place(2, 9, 2, 10)),
        ("\x07", Place(1, 1, 1, 2)),
        # All line ends count as one.
        ("turn: 1\r\n\rtitle: \x07\n", Place(3, 8, 3, 9)),
    ],
)
def test_a_control_character_is_found_in_its_line(text: str, place: Place) -> None:
    report = Report()
    load_campaign(tree_of({TURN: text}), report)
    (finding,) = report.findings
    assert (finding.code, finding.message) == ("R005", "control character U+0007 is not allowed")
    assert place_of(finding.at) == place


def test_a_relation_without_readers_left_is_found_with_the_later_one() -> None:
    case = marked(
        "turn: 1\nrelations:\n"
        "  - {«between»: [vael, oru], as: war, for: vael}\n"
        "  - {between: [vael, oru], as: truce, for: oru}\n"
        "  - {between: [oru, vael], as: allies, for: factions}\n"
    )
    report = Report()
    found = load_campaign(tree_of({TURN: case.text}), report)
    first, second = report.findings
    assert found is not None
    assert {it.code for it in report.findings} == {"F002"}
    # Both are for fewer readers than the third.
    assert (place_of(first.at),) == case.places
    assert [it.label for it in (first, second)] == ["replaced on line 5", "replaced on line 5"]
    assert [it.kind for it in found.turns[0].relations] == ["war", "truce", "allies"]


def test_a_relation_is_not_replaced_by_one_between_other_factions() -> None:
    """All three share a reader; only the last is between the factions of the first."""
    kell = SOUND["factions/oru.yaml"].replace("name: Oru", "name: Kell")
    case = marked(
        "turn: 1\nrelations:\n"
        "  - {«between»: [vael, oru], as: war, for: vael}\n"
        "  - {between: [vael, kell], as: truce, for: everyone}\n"
        "  - {between: [oru, vael], as: allies, for: everyone}\n"
    )
    report = Report()
    found = load_campaign(tree_of({TURN: case.text, "factions/kell.yaml": kell}), report)
    (replaced,) = report.findings
    assert found is not None
    assert (replaced.code, replaced.label) == ("F002", "replaced on line 5")
    assert (place_of(replaced.at),) == case.places


def with_shield(division: str) -> str:
    return f"{SOUND['factions/vael.yaml']}division: {division}\n"


def test_a_shield_like_an_earlier_one_is_found_at_its_sigil() -> None:
    # Each id has its own order of divisions; the first that no shield with this sigil has is named.
    first, second, third, *_ = division_preferences("vael")
    files = {
        "factions/oru.yaml": with_shield(first).replace("House Vael", "The Oru"),
        "factions/kell.yaml": with_shield(first).replace("key", "moon"),
        "factions/pel.yaml": with_shield(second),
        "factions/vael.yaml": with_shield(first),
    }
    report = Report()
    load_campaign(tree_of(files), report)
    (finding,) = report.findings
    assert (finding.code, finding.at and finding.at.path) == ("H001", "factions/vael.yaml")
    assert place_of(finding.at) == Place(4, 8, 4, 11)
    same = f"this shield has the sigil `key` and the division `{first}`"
    assert finding.message == f"{same}, like that of The Oru"
    assert finding.help == (
        f"give one of the two another sigil, or this one another division: `{third}`"
    )


def test_where_all_divisions_are_taken_only_another_sigil_helps() -> None:
    files = {f"factions/a-{it}.yaml": with_shield(it) for it in DIVISIONS}
    report = Report()
    load_campaign(tree_of({**files, "factions/vael.yaml": with_shield("plain")}), report)
    (finding,) = report.findings
    assert (finding.code, finding.help) == ("H001", "give one of the two another sigil")
