"""Each finding of the load stage is where the mistake is, and says what is wrong and what to do.

The place is marked in the file by ``«`` and ``»``; what is said is written out from what is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.load import load_campaign
from tests.small_campaign import SOUND, tree_of
from tests.yaml.marked_positions import marked, place_of

HEAD: Final = SOUND["campaign.yaml"]
TURN: Final = "turns/001.yaml"
MONTHS: Final = "months: [{name: Thaw, days: 30}, {name: Reap, days: 10}]"
PLACES: Final = (
    "for: everyone\nplaces:\n  harbour: {name: H}\n  marsh: {name: M}\n  vale: {name: V}\n"
)
NO_FILE: Final[Mapping[str, str]] = {}


class Case(NamedTuple):
    """A file with marks, what is said at each of them in order, and other files beside it."""

    name: str
    path: str
    text: str
    said: tuple[tuple[str, str], ...]
    also: Mapping[str, str | bytes] = NO_FILE


def one(
    name: str, path: str, text: str, message: str, advice: str, also: Mapping[str, str] = NO_FILE
) -> Case:
    return Case(name, path, text, ((message, advice),), also)


def dated(name: str, written: str, message: str, advice: str, year: str = "") -> Case:
    """The date of a turn in a calendar."""
    head = f"{HEAD}calendar: {{{MONTHS}{year}}}\n"
    return one(name, TURN, f"turn: 1\ndate: {written}\n", message, advice, {"campaign.yaml": head})


def told(name: str, text: str, *said: tuple[str, str]) -> Case:
    """A text of a turn for Vael, on lines of its own."""
    lines = "".join(f"      {line}\n" for line in text.split("\n"))
    return Case(name, TURN, f"turn: 1\nnews:\n  - for: vael\n    text: |\n{lines}", said)


BAD_MONTH: Final = ("unknown month `Thwa`", "did you mean `Thaw`?")
STRAY: Final = (
    "this line of colons neither opens nor closes a secret block",
    "open a block with `::: secret` and its readers, close it with the colons alone",
)
OPEN: Final = (
    "this secret block is not closed",
    "end it with a line of as many colons as at its beginning",
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
    # Texts
    told(
        "HTML",
        "x\na «<b>»",
        (
            "`<b>` is HTML, which readers would see as plain text",
            "use Markdown, a secret block or a YAML comment",
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
