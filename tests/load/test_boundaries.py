"""The checks of the load stage at their boundaries: the last that passes, the first that does not.

Each case adds files to the small campaign that differ in one place, and the codes of what is
found in the second of them alone.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from tests.small_campaign import SOUND, tree_of

Files = Mapping[str, str | bytes]
HEAD: Final = SOUND["campaign.yaml"]
PLACES: Final = SOUND["places.yaml"]
VAEL: Final = SOUND["factions/vael.yaml"]


class Case(NamedTuple):
    """Files that pass, files that don't, and what is found in these."""

    name: str
    passes: Files
    fails: Files
    found: str


def head(name: str, passes: str, fails: str, found: str) -> Case:
    """Lines of `campaign.yaml`."""
    return Case(name, {"campaign.yaml": HEAD + passes}, {"campaign.yaml": HEAD + fails}, found)


def turn(name: str, passes: str, fails: str, found: str, number: int = 1) -> Case:
    """Lines of the last of so many turns."""
    before = {f"turns/{n:03}.yaml": f"turn: {n}\n" for n in range(1, number)}
    path, start = f"turns/{number:03}.yaml", f"turn: {number}\n"
    return Case(name, {**before, path: start + passes}, {**before, path: start + fails}, found)


def text(name: str, passes: str, fails: str, found: str) -> Case:
    """A text of a turn, for Vael."""
    news = "news:\n  - for: vael\n    text: |\n{}\n"

    def indented(written: str) -> str:
        return news.format("\n".join(f"      {line}" for line in written.split("\n")))

    return turn(name, indented(passes), indented(fails), found)


def places(name: str, passes: str, fails: str, found: str, **also: Files) -> Case:
    more = also.get("also", {})
    return Case(name, {"places.yaml": passes, **more}, {"places.yaml": fails, **more}, found)


def calendar(name: str, passes: str, fails: str, found: str) -> Case:
    """The calendar of a campaign without turns."""
    return head(name, f"calendar: {passes}\n", f"calendar: {fails}\n", found)


def days(count: int) -> str:
    """So many names of weekdays."""
    return f"[{', '.join(f'w{number}' for number in range(count))}]"


def names(count: int) -> str:
    """So many months; their names have no digits."""
    letters = "abcdefghijkl"
    pairs = [f"{one}{other}" for one in letters for other in letters]
    return f"[{', '.join(f'{{name: {pair}}}' for pair in pairs[:count])}]"


#: Two months of ten days; each fourth year the second has eleven, but not each hundredth, unless
#: it is a four hundredth.
LEAP: Final = (
    "calendar: {months: [{name: Thaw}, {name: Reap}], days: 10,"
    " leap: {every: 4, except: 100, unless: 400, month: Reap, days: 11}}\n"
)


def day(name: str, passes: str, fails: str, found: str) -> Case:
    """The date of a turn in that calendar."""
    own = {"campaign.yaml": HEAD + LEAP}
    return Case(
        name,
        {**own, "turns/001.yaml": f"turn: 1\n{passes}\n"},
        {**own, "turns/001.yaml": f"turn: 1\n{fails}\n"},
        found,
    )


def person(name: str, passes: str, fails: str, found: str, **also: Files) -> Case:
    """The front matter of a person."""
    start = "---\nname: Ada\nfor: everyone\n{}\n---\nHi.\n"
    more = also.get("also", {})
    return Case(
        name,
        {**more, "people/ada.md": start.format(passes)},
        {**more, "people/ada.md": start.format(fails)},
        found,
    )


def published(name: str, passes: str, fails: str, found: str) -> Case:
    """The record of published turns, with two turns."""
    turns = {f"turns/{n:03}.yaml": f"turn: {n}\n" for n in (1, 2)}
    return Case(
        name, {**turns, "published.yaml": passes}, {**turns, "published.yaml": fails}, found
    )


def record(*numbers: int, more: str = "", version: int = 1) -> str:
    row = "  - {{turn: {}, chronicle: '1', ruleset: shadow, rules: 1, told: {{}}}}\n"
    turns = "turns:\n" + "".join(row.format(n) for n in numbers) if numbers else ""
    return f"format: {version}\n{turns}{more}"


#: Two turns in which everything can be revealed that has an id, and one draft.
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


def reveal(name: str, passes: str, fails: str, found: str) -> Case:
    """What the second of these turns reveals."""
    start = "turn: 2\nreveals: [{{{}, for: everyone}}]\n"
    return Case(
        name,
        {**NAMED, "turns/002.yaml": start.format(passes)},
        {**NAMED, "turns/002.yaml": start.format(fails)},
        found,
    )


MAP: Final = (
    "for: everyone\nmap: [{{picture: a.png, words: a map, extent: {}}}]\nplaces:\n"
    "  harbour: {{name: The Harbour, position: [10, 20]}}\n"
    "  marsh: {{name: The Marsh, position: [30, 40]}}\n"
)
PICTURE: Final[Files] = {"media/a.png": png()}

TO_VALE: Final = "turn: 1\nnews: [{for: everyone, text: '[[vale]]'}]\n"
REVEALS: Final = "turn: 2\nreveals: [{{place: {}, for: everyone}}]\n"
IN_BLOCK: Final = """\
turn: 1
news:
  - for: everyone
    text: |
      ::: secret {}
      To [[vale]].
      :::
"""

CASES: Final = (
    # Turns
    turn(
        "a rumor is heard in its turn or later",
        rumor := "rumors: [{text: x, heard_by: gm, truth: true, after: 0}]",
        rumor.replace("0", "-1"),
        "C004",
    ),
    Case(
        "a turn has the number of its file",
        {"turns/001.yaml": "turn: 1\n"},
        {"turns/001.yaml": "turn: 2\n"},
        "C011",
    ),
    Case(
        "which follows the one before",
        {"turns/001.yaml": "turn: 1\n", "turns/002.yaml": "turn: 2\n"},
        {"turns/001.yaml": "turn: 1\n", "turns/003.yaml": "turn: 3\n"},
        "C011",
    ),
    Case(
        "of six digits at most",
        {"turns/000001.yaml": "turn: 1\n"},
        {"turns/0000001.yaml": "turn: 1\n"},
        "C018",
    ),
    Case(
        "and three at least",
        {"turns/001.yaml": "turn: 1\n"},
        {"turns/01.yaml": "turn: 1\n"},
        "C018",
    ),
    turn(
        "an id of news is used once",
        "news: [{id: a, for: gm, text: x}, {id: b, for: gm, text: x}]",
        "news: [{id: a, for: gm, text: x}, {id: a, for: gm, text: x}]",
        "N003",
    ),
    turn("orders are of a faction", "orders: {oru: {}}", "orders: {orum: {}}", "N001"),
    turn(
        "rumors are heard at a place",
        "rumors: [{text: x, heard_by: gm, truth: true, where: marsh}]",
        "rumors: [{text: x, heard_by: gm, truth: true, where: mars}]",
        "N001",
    ),
    turn(
        "the truth has three words",
        "rumors: [{text: x, heard_by: gm, truth: distorted}]",
        "rumors: [{text: x, heard_by: gm, truth: half}]",
        "C005",
    ),
    turn(
        "a relation is between two",
        "relations: [{between: [vael, oru], as: war, for: gm}]",
        "relations: [{between: [vael], as: war, for: gm}]",
        "C004",
    ),
    turn(
        "and not more",
        "relations: [{between: [vael, oru], as: war, for: gm}]",
        "relations: [{between: [vael, oru, vael], as: war, for: gm}]",
        "C004",
    ),
    turn(
        "who are not the same",
        "relations: [{between: [oru, vael], as: bound, for: gm}]",
        "relations: [{between: [oru, oru], as: bound, for: gm}]",
        "F001",
    ),
    turn(
        "and factions",
        "relations: [{between: [vael, oru], as: truce, for: gm}]",
        "relations: [{between: [vael, kell], as: truce, for: gm}]",
        "N001",
    ),
    turn(
        "a later relation leaves somebody the first",
        "relations:\n"
        "  - {between: [vael, oru], as: war, for: factions}\n"
        "  - {between: [oru, vael], as: truce, for: vael}",
        "relations:\n"
        "  - {between: [vael, oru], as: war, for: vael}\n"
        "  - {between: [oru, vael], as: truce, for: vael}",
        "F002",
    ),
    turn("a day needs a calendar", "date: 1 Thaw", "day: 1 Thaw", "Y008"),
    turn(
        "the day of play is one of our calendar", "played: 2024-02-29", "played: 2023-02-29", "C007"
    ),
    # Reveals
    reveal("news of an earlier turn", "news: 1/rain", "news: 2/rain", "N005"),
    reveal("a rumor of an earlier turn", "rumor: 1/bell", "rumor: 2/bell", "N005"),
    reveal("an event of an earlier turn", "event: 1/reveal", "event: 2/reveal", "N005"),
    reveal("turns begin with the first", "event: 1/reveal", "event: 0/reveal", "N005"),
    reveal("numbers have no zero before them", "event: 1/reveal", "event: 01/reveal", "N005"),
    reveal("news that there is", "news: 1/rain", "news: 1/rains", "N001"),
    reveal("a rumor that there is", "rumor: 1/bell", "rumor: 1/rain", "N001"),
    reveal("no draft", "rumor: 1/bell", "rumor: 1/rough", "N014"),
    reveal("a place that there is", "place: vale", "place: vales", "N001"),
    reveal("a faction that there is", "faction: oru", "faction: marsh", "N001"),
    reveal("a person that there is", "person: ada", "person: cup", "N001"),
    reveal("an item that there is", "item: cup", "item: ada", "N001"),
    reveal("of a turn with a number", "news: 1/rain", "news: one/rain", "N005"),
    reveal("news with an id", "news: 1/rain", "news: 1/", "N001"),
    reveal("a rumor with an id", "rumor: 1/bell", "rumor: 1/", "N001"),
    reveal("news by the name of a draft", "news: 1/same", "rumor: 1/same", "N014"),
    reveal("one thing", "item: cup", "item: cup, person: ada", "N006"),
    reveal("and not none", "item: cup", "text: x", "N006"),
    # The campaign
    Case(
        "stories start in turns",
        {"campaign.yaml": HEAD.replace("{turn: 1, title: The First}", "{turn: 1, title: x}")},
        {"campaign.yaml": HEAD.replace("{turn: 1, title: The First}", "{turn: 0, title: x}")},
        "C004",
    ),
    head("a player is no audience", "players: {ada: vael}", "players: {gm: vael}", "N011"),
    head(
        "players have factions",
        "players: {ada: [vael, oru]}",
        "players: {ada: [vael, kell]}",
        "N001",
    ),
    head(
        "an address ends in a slash",
        "address: https://a.example/b/",
        "address: https://a.example/b",
        "C006",
    ),
    # The calendar
    calendar(
        "a month has a thousand days",
        "{months: [{name: A, days: 1000}]}",
        "{months: [{name: A, days: 1001}]}",
        "C004",
    ),
    calendar(
        "by default as well",
        "{months: [{name: A}], days: 1000}",
        "{months: [{name: A}], days: 1001}",
        "C004",
    ),
    calendar(
        "but none below nothing",
        "{months: [{name: A, days: 0}, {name: B, days: 1}]}",
        "{months: [{name: A, days: -1}, {name: B, days: 1}]}",
        "C004",
    ),
    calendar(
        "a year has a day",
        "{months: [{name: A, days: 1}]}",
        "{months: [{name: A, days: 0}]}",
        "Y007",
    ),
    calendar(
        "in leap years too",
        "{months: [{name: A, days: 1}], leap: {every: 1, month: A, days: 1}}",
        "{months: [{name: A, days: 1}], leap: {every: 1, month: A, days: 0}}",
        "Y007",
    ),
    calendar("there is a month", "{months: [{name: A, days: 9}]}", "{months: [], days: 9}", "C004"),
    calendar(
        "and a hundred at most",
        f"{{days: 9, months: {names(100)}}}",
        f"{{days: 9, months: {names(101)}}}",
        "C004",
    ),
    calendar(
        "and a hundred weekdays",
        f"{{months: [{{name: A, days: 9}}], weekdays: {days(100)}}}",
        f"{{months: [{{name: A, days: 9}}], weekdays: {days(101)}}}",
        "C004",
    ),
    calendar(
        "months have different names",
        "{days: 9, months: [{name: A}, {name: B}]}",
        "{days: 9, months: [{name: A}, {name: a}]}",
        "Y006",
    ),
    calendar(
        "weekdays too",
        "{months: [{name: A, days: 9}], weekdays: [x, y]}",
        "{months: [{name: A, days: 9}], weekdays: [x, X]}",
        "Y006",
    ),
    calendar(
        "the first is one of them",
        "{months: [{name: A, days: 9}], weekdays: [x], first: X}",
        "{months: [{name: A, days: 9}], weekdays: [x], first: y}",
        "N001",
    ),
    calendar(
        "a month has its days or those of all",
        "{months: [{name: A}], days: 9}",
        "{months: [{name: A}]}",
        "C001",
    ),
    calendar(
        "a leap rule is about a month",
        "{months: [{name: A, days: 9}], leap: {every: 1, month: a, days: 8}}",
        "{months: [{name: A, days: 9}], leap: {every: 1, month: b, days: 8}}",
        "N001",
    ),
    calendar(
        "every first year at least",
        "{months: [{name: A, days: 9}], leap: {every: 1, month: A, days: 8}}",
        "{months: [{name: A, days: 9}], leap: {every: 0, month: A, days: 8}}",
        "C004",
    ),
    calendar(
        "an exception from an exception",
        "{months: [{name: A, days: 9}], leap: {every: 1, except: 2, unless: 4, month: A, days: 8}}",
        "{months: [{name: A, days: 9}], leap: {every: 1, unless: 4, month: A, days: 8}}",
        "C001",
    ),
    calendar(
        "the last year",
        "{months: [{name: A, days: 9}], year: 999999}",
        "{months: [{name: A, days: 9}], year: 1000000}",
        "C004",
    ),
    calendar(
        "the first year",
        "{months: [{name: A, days: 9}], year: 1}",
        "{months: [{name: A, days: 9}], year: 0}",
        "C004",
    ),
    # Dates
    day("the last day of a month", "date: 10 Thaw 4", "date: 11 Thaw 4", "Y003"),
    day("and the first", "date: 1 Thaw 4", "date: 0 Thaw 4", "Y003"),
    day("a leap day", "date: 11 Reap 4", "date: 11 Reap 5", "Y003"),
    day("not each hundredth", "date: 11 Reap 96", "date: 11 Reap 100", "Y003"),
    day("but each four hundredth", "date: 11 Reap 400", "date: 11 Reap 300", "Y003"),
    day("the first year of dates", "date: 1 Thaw 1", "date: 1 Thaw 0", "Y004"),
    day("the last year of dates", "date: 1 Thaw 999999", "date: 1 Thaw 1000000", "Y004"),
    day("a month of the calendar", "date: 1 thaw 1", "date: 1 Thaws 1", "Y002"),
    day("the year is said", "date: 1 Thaw 1", "date: 1 Thaw", "Y001"),
    day("the date is said", "date: 1 Thaw 1", "title: x", "C001"),
    day("a day says what a date doesn't", "date: late\nday: 1 Thaw 1", "date: late", "Y001"),
    Case(
        "no turn is before the last",
        {
            "campaign.yaml": HEAD + LEAP,
            "turns/001.yaml": "turn: 1\ndate: 5 Thaw 4\n",
            "turns/002.yaml": "turn: 2\ndate: 5 Thaw 4\n",
        },
        {
            "campaign.yaml": HEAD + LEAP,
            "turns/001.yaml": "turn: 1\ndate: 5 Thaw 4\n",
            "turns/002.yaml": "turn: 2\ndate: 4 Thaw 4\n",
        },
        "Y005",
    ),
    # The deadline
    head(
        "the last minute of a day",
        "next: {deadline: 2026-11-14 23:59, zone: Europe/Berlin}",
        "next: {deadline: 2026-11-14 24:00, zone: Europe/Berlin}",
        "Z001",
    ),
    head(
        "the last day of a month",
        "next: {deadline: 2024-02-29 12:00, zone: Europe/Berlin}",
        "next: {deadline: 2025-02-29 12:00, zone: Europe/Berlin}",
        "Z001",
    ),
    head(
        "the first year of deadlines",
        "next: {deadline: 1900-01-01 12:00, zone: Etc/UTC}",
        "next: {deadline: 1899-12-31 12:00, zone: Etc/UTC}",
        "Z001",
    ),
    head(
        "the last year of deadlines",
        "next: {deadline: 9000-12-31 12:00, zone: Etc/UTC}",
        "next: {deadline: 9001-01-01 12:00, zone: Etc/UTC}",
        "Z001",
    ),
    head(
        "a time zone",
        "next: {deadline: 2026-11-14 20:15, zone: Europe/Berlin}",
        "next: {deadline: 2026-11-14 20:15, zone: Europe/Bonn}",
        "Z002",
    ),
    # In 2026 the clocks of Berlin are put forward on 29 March from 02:00 to 03:00.
    head(
        "the first minute of summer",
        "next: {deadline: 2026-03-29 03:00, zone: Europe/Berlin}",
        "next: {deadline: 2026-03-29 02:59, zone: Europe/Berlin}",
        "Z003",
    ),
    head(
        "the last minute of winter",
        "next: {deadline: 2026-03-29 01:59, zone: Europe/Berlin}",
        "next: {deadline: 2026-03-29 02:00, zone: Europe/Berlin}",
        "Z003",
    ),
    Case(
        "a deadline is on the last day of play or later",
        {
            "campaign.yaml": HEAD + "next: {deadline: 2026-11-14 20:15, zone: Etc/UTC}\n",
            "turns/001.yaml": "turn: 1\nplayed: 2026-11-14\n",
        },
        {
            "campaign.yaml": HEAD + "next: {deadline: 2026-11-14 20:15, zone: Etc/UTC}\n",
            "turns/001.yaml": "turn: 1\nplayed: 2026-11-15\n",
        },
        "Z004",
    ),
    # Places
    places(
        "a place is within another",
        PLACES.replace("The Harbour,", "H, within: marsh,"),
        PLACES.replace("The Harbour,", "H, within: harbour,"),
        "N012",
    ),
    places(
        "which is not within it",
        PLACES.replace("The Harbour,", "H, within: marsh,"),
        PLACES.replace("The Harbour,", "H, within: marsh,").replace(
            "The Marsh,", "M, within: harbour,"
        ),
        "N012 N012",
    ),
    places(
        "and which there is",
        PLACES.replace("The Harbour,", "H, within: marsh,"),
        PLACES.replace("The Harbour,", "H, within: mars,"),
        "N001",
    ),
    places("neighbours are others", PLACES, PLACES.replace("[marsh]", "[harbour]"), "N004"),
    places("that there are", PLACES, PLACES.replace("[marsh]", "[marshes]"), "N001"),
    places(
        "a place has readers",
        PLACES,
        PLACES.replace("for: everyone\n", "").replace("marsh: {", "marsh: {for: gm, "),
        "C001",
    ),
    places(
        "a position has two numbers",
        PLACES.replace("The Vale,", "V, position: [1, 2],"),
        PLACES.replace("The Vale,", "V, position: [1, 2, 3],"),
        "C004",
    ),
    places(
        "and not one",
        PLACES.replace("The Vale,", "V, position: [1, 2],"),
        PLACES.replace("The Vale,", "V, position: [1],"),
        "C004",
    ),
    places(
        "which are finite",
        PLACES.replace("The Vale,", "V, position: [1, 2.5],"),
        PLACES.replace("The Vale,", "V, position: [1, .inf],"),
        "C007",
    ),
    places(
        "an image has a width",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[30, 20, 30, 40]"),
        "A001",
        also=PICTURE,
    ),
    places(
        "and a height",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10, 40, 30, 40]"),
        "A001",
        also=PICTURE,
    ),
    places(
        "places are on it, to the left",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10.01, 20, 30, 40]"),
        "A002",
        also=PICTURE,
    ),
    places(
        "at the top",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10, 20.01, 30, 40]"),
        "A002",
        also=PICTURE,
    ),
    places(
        "to the right",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10, 20, 29.99, 40]"),
        "A002",
        also=PICTURE,
    ),
    places(
        "at the bottom",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10, 20, 30, 39.99]"),
        "A002",
        also=PICTURE,
    ),
    places(
        "and have a position",
        MAP.format("[10, 20, 30, 40]"),
        MAP.format("[10, 20, 30, 40]").replace(", position: [30, 40]", ""),
        "A003",
        also=PICTURE,
    ),
    places(
        "or have one within",
        MAP.format("[10, 20, 30, 40]") + "  land: {name: L}\n"
        "  quay: {name: Q, position: [20, 30], within: land}\n",
        MAP.format("[10, 20, 30, 40]") + "  land: {name: L}\n"
        "  quay: {name: Q, position: [20, 30], within: marsh}\n",
        "A003",
        also=PICTURE,
    ),
    # Factions
    Case(
        "an id has no capitals",
        {"factions/o2-x.yaml": SOUND["factions/oru.yaml"].replace("moon", "bell")},
        {"factions/o2-X.yaml": SOUND["factions/oru.yaml"]},
        "C006",
    ),
    Case(
        "a faction is no audience",
        {},
        {"factions/everyone.yaml": SOUND["factions/oru.yaml"]},
        "N011",
    ),
    Case("two colours", {}, {"factions/vael.yaml": VAEL.replace(', "#e8d8b0"', "")}, "C004"),
    Case(
        "and not three",
        {},
        {"factions/vael.yaml": VAEL.replace('"#e8d8b0"', '"#e8d8b0", "#000000"')},
        "C004",
    ),
    Case("of six digits", {}, {"factions/vael.yaml": VAEL.replace("#e8d8b0", "#e8d8b")}, "C006"),
    Case(
        "a division",
        {"factions/vael.yaml": VAEL + "division: chief\n"},
        {"factions/vael.yaml": VAEL + "division: chef\n"},
        "C005",
    ),
    Case(
        "shields differ",
        {
            "factions/vael.yaml": VAEL.replace("key", "moon") + "division: chief\n",
            "factions/oru.yaml": SOUND["factions/oru.yaml"] + "division: base\n",
        },
        {
            "factions/vael.yaml": VAEL.replace("key", "moon") + "division: chief\n",
            "factions/oru.yaml": SOUND["factions/oru.yaml"] + "division: chief\n",
        },
        "H001",
    ),
    # People and items
    person("is of a faction", "of: oru", "of: marsh", "N001"),
    person("is at a place", "at: marsh", "at: oru", "N001"),
    person("is held by another", "held_by: oru", "held_by: ada", "N001"),
    person(
        "who is one",
        "held_by: vael",
        "held_by: oru",
        "N013",
        also={"people/oru.md": "---\nname: O\nfor: gm\n---\nHi.\n"},
    ),
    person(
        "has words for a picture",
        "portrait: {picture: a.png, words: a face}",
        "portrait: {picture: a.png, words: 'a [face'}",
        "P007",
        also=PICTURE,
    ),
    person(
        "has a picture",
        "portrait: {picture: a.png, words: a face}",
        "portrait: {picture: b.png, words: a face}",
        "M001",
        also=PICTURE,
    ),
    # Texts
    text("a secret block ends", ":::secret gm\nx\n:::", ":::secret gm\nx", "P004"),
    text("it has readers", ":::secret gm\nx\n:::", ":::secret\nx\n:::", "P005"),
    text("who are named", ":::secret gm\nx\n:::", ":::secret ,\nx\n:::", "P005"),
    text("who exist", ":::secret oru\nx\n:::", ":::secret orum\nx\n:::", "N002"),
    text("it is ended once", ":::secret gm\nx\n:::", ":::secret gm\nx\n:::\n:::", "P005"),
    text("no markup", "a < b", "a <b>", "P006"),
    text("links lead to websites", "[a](https://a.example)", "[a](ftp://a.example)", "P008"),
    text("wiki links end", "[[harbour]]", "[[harbour]", "P009"),
    text("lead somewhere", "[[harbour]]", "[[harbours]]", "P001"),
    text("where readers may go", "[[vale]]", "[[ada]]", "P001"),
    Case(
        "and know",
        {"turns/001.yaml": "turn: 1\nnews: [{for: factions, text: '[[vale]]'}]\n"},
        {"turns/001.yaml": "turn: 1\nnews: [{for: everyone, text: '[[vale]]'}]\n"},
        "P003",
    ),
    Case(
        "or come to know",
        {"turns/001.yaml": TO_VALE, "turns/002.yaml": REVEALS.format("vale")},
        {"turns/001.yaml": TO_VALE, "turns/002.yaml": REVEALS.format("marsh")},
        "P003",
    ),
    Case(
        "or in a block for those who do",
        {"turns/001.yaml": IN_BLOCK.format("factions")},
        {"turns/001.yaml": IN_BLOCK.format("everyone")},
        "P003",
    ),
    Case(
        "by a name of one thing",
        {
            "places.yaml": PLACES,
            "turns/001.yaml": "turn: 1\nnews: [{for: gm, text: '[[the vale]]'}]\n",
        },
        {
            "places.yaml": PLACES.replace("The Marsh", "The Vale"),
            "turns/001.yaml": "turn: 1\nnews: [{for: gm, text: '[[the vale]]'}]\n",
        },
        "P002",
    ),
    Case(
        "pictures have words",
        {**PICTURE, "turns/001.yaml": "turn: 1\nnews: [{for: gm, text: '![a](a.png)'}]\n"},
        {**PICTURE, "turns/001.yaml": "turn: 1\nnews: [{for: gm, text: '![](a.png)'}]\n"},
        "M002",
    ),
    Case(
        "and are used",
        {**PICTURE, "turns/001.yaml": "turn: 1\nnews: [{for: gm, text: '![a](a.png)'}]\n"},
        {**PICTURE, "turns/001.yaml": "turn: 1\n"},
        "M003",
    ),
    # What is published
    published("turns in order", record(1, 2), record(2), "D004"),
    published("each once", record(1, 2), record(1, 1), "D004"),
    published("in a known format", record(1), record(1, version=2), "D005"),
    published(
        "amendments are of published turns",
        record(1, more="amendments: [{turn: 1, for: gm, because: x}]\n"),
        record(1, more="amendments: [{turn: 2, for: gm, because: x}]\n"),
        "D006",
    ),
    published(
        "of which there are some",
        record(1, more="amendments: [{turn: 1, for: gm, because: x}]\n"),
        record(1, more="amendments: [{turn: 0, for: gm, because: x}]\n"),
        "C004",
    ),
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
    assert load({"published/001.json": "{}"})[1] == []


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
