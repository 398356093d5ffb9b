"""Mistakes in orders, counters and clocks, each marked where it is, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: a marked turn or other files, and what is said of it."""

    law: str
    code: str
    message: str
    help: str
    turn: str = "turn: 1\n"
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def marked(self) -> dict[str, str]:
        return {"turns/001.yaml": self.turn, **self.files}


def _vael(*lines: str) -> str:
    """A turn with one order of Vael."""
    own = "".join(f"        {line}\n" for line in lines)
    head = "turn: 1\norders:\n  vael:\n    actions:\n      - id: dig\n        order: We dig.\n"
    return head + own


def _adjusted(change: str) -> str:
    return f"turn: 1\nadjustments:\n  - {{for: gm, because: a test, change: {change}}}\n"


def _rules(rules: str) -> dict[str, str]:
    return {"campaign.yaml": f"title: C\nruleset: freeform\nseed: one\nrules:\n{rules}"}


DICE: Final = "write dice like `2d6+1`, `1d20+4 >= 15`, `1d100 <= 55` or `5d6 pool 4+ >= 2`"
KEYS: Final = (
    "choose one of `flood`, `harbour/grain`, `oru/crowns`, `oru/fear`, `vael/crowns`, `vael/fear`,"
    " `vael/plot`, `vale/riches`"
)

MISTAKES: Final = (
    # ── Orders ──
    Mistake(
        "dice have a notation",
        "C006",
        "`2d6 plus 1` is not dice like `2d6+1`, `1d20+4 >= 15`, `1d100 <= 55` or"
        " `5d6 pool 4+ >= 2`",
        DICE,
        turn=_vael("roll: «2d6 plus 1»"),
    ),
    Mistake(
        "there is at least one die",
        "C007",
        "invalid value: a roll has 1 to 50 dice",
        "",
        turn=_vael("roll: «0d6»"),
    ),
    Mistake(
        "there are not too many dice",
        "C007",
        "invalid value: a roll has 1 to 50 dice",
        "",
        turn=_vael("roll: «51d6»"),
    ),
    Mistake(
        "a die has two sides or more",
        "C007",
        "invalid value: a die has 2 to 1000 sides",
        "",
        turn=_vael("roll: «2d1»"),
    ),
    Mistake(
        "a pool counts faces that there are",
        "C007",
        "invalid value: a d6 shows 1 to 6",
        "",
        turn=_vael("roll: «2d6 pool 7+»"),
    ),
    Mistake(
        "a pool does not count from nothing on",
        "C007",
        "invalid value: a d6 shows 1 to 6",
        "",
        turn=_vael("roll: «2d6 pool 0+»"),
    ),
    Mistake(
        "a pool needs successes, and at least as many",
        "C007",
        "invalid value: a pool needs `>=` and a number of successes",
        "",
        turn=_vael("roll: «2d6 pool 4+ <= 1»"),
    ),
    Mistake(
        "modifiers are of a roll",
        "FF005",
        "there are modifiers, but no roll",
        "add `roll:`, as in `roll: 2d6`, or remove the modifiers",
        turn=_vael("«modifiers»: {rain: -1}"),
    ),
    Mistake(
        "an order has an id of its own",
        "N003",
        "there is already an order with the id `dig`",
        "give one of them a different id",
        turn=_vael("roll: 2d6", "result: so") + "      - {id: «dig», order: We dig on.}\n",
    ),
    Mistake(
        "a text is for somebody",
        "N002",
        "unknown audience `orru`",
        "did you mean `oru`?",
        turn=_vael("outcome: [{for: «orru», text: So.}]"),
    ),
    Mistake(
        "a text has readers",
        "C001",
        "missing key `for`",
        "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions",
        turn=_vael("outcome:", "  - {«text»: So.}"),
    ),
    # ── Changes ──
    Mistake(
        "a counter exists",
        "N001",
        "unknown counter `crows`",
        "did you mean `crowns`?",
        turn=_vael("change: {«crows»: +1}"),
    ),
    Mistake(
        "the GM says whose counter it is",
        "N001",
        "unknown counter `grain`",
        KEYS,
        turn=_adjusted("{«grain»: +1}"),
    ),
    Mistake(
        "a counter has a least value",
        "FF003",
        "this would change the value from 3 to -1",
        "the value must be from 0 to 9",
        turn=_vael("change: {crowns: «-4»}"),
    ),
    Mistake(
        "a counter may have no most value",
        "FF003",
        "this would change the value from 4 to -1",
        "the value can't be below 0",
        turn=_adjusted("{harbour/grain: «-5»}"),
    ),
    Mistake(
        "a clock has so many segments",
        "FF003",
        "this would change the value from 3 to 5",
        "the value must be from 0 to 4",
        turn=_adjusted("{flood: 3}")
        + "news:\n  - {for: gm, text: Rain., effects: [{change: {flood: «2»}}]}\n",
    ),
    Mistake(
        "a change changes something",
        "FF004",
        "this changes nothing",
        "remove it, or write what is added, as in `+2` or `-1`",
        turn=_adjusted("{flood: «0»}"),
    ),
    Mistake(
        "an adjustment is for somebody",
        "N002",
        "unknown audience `veal`",
        "did you mean `vael`?",
        turn="turn: 1\nadjustments:\n  - {for: «veal», because: x, change: {flood: 1}}\n",
    ),
    # ── Counters ──
    Mistake(
        "counters have names of their own",
        "FF001",
        "there is already a counter with the name `Crowns`",
        "choose a different name",
        files=_rules(
            "  counters:\n    crowns: {name: Crowns}\n"
            "  clocks:\n    debts: {name: «Crowns», segments: 2, for: gm}\n"
        ),
    ),
    Mistake(
        "counters and clocks share their ids",
        "N003",
        "there is already a counter with the id `flood`",
        "give one of them a different id",
        files=_rules(
            "  counters:\n    flood: {name: Flood}\n"
            "  clocks:\n    «flood»: {name: The flood, segments: 2, for: gm}\n"
        ),
    ),
    Mistake(
        "a counter does not start above its most",
        "FF002",
        "this starts with 4",
        "the value must be from 0 to 3",
        files=_rules("  counters:\n    crowns: {name: Crowns, start: «4», max: 3}\n"),
    ),
    Mistake(
        "a counter does not start below its least",
        "FF002",
        "this starts with -1",
        "the value can't be below 0; write `min:` to allow less",
        files=_rules("  counters:\n    crowns: {name: Crowns, start: «-1»}\n"),
    ),
    Mistake(
        "nor does that of one faction",
        "FF002",
        "this starts with 10",
        "the value must be from 0 to 9",
        files={
            "factions/oru.yaml": "name: The Oru\nfor: everyone\n"
            'colors: ["#1f4e7a", "#f2f2f2"]\nsigil: moon\n'
            "opening: {counters: {crowns: «10»}}\n"
        },
    ),
    Mistake(
        "a faction starts with counters that it has",
        "N001",
        "unknown own counter `plot`",
        "choose one of `crowns`, `fear`",
        files={
            "factions/oru.yaml": "name: The Oru\nfor: everyone\n"
            'colors: ["#1f4e7a", "#f2f2f2"]\nsigil: moon\n'
            "opening: {counters: {plot: «1»}}\n"
        },
    ),
    Mistake(
        "an owner exists",
        "N001",
        "unknown owner `harbor`",
        "did you mean `harbour`?",
        files=_rules("  counters:\n    grain: {name: Grain, of: «harbor», for: everyone}\n"),
    ),
    Mistake(
        "what is of no faction is for somebody",
        "C001",
        "missing key `for`",
        "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions",
        files=_rules("  clocks:\n    flood: {«name»: The flood, segments: 4}\n"),
    ),
    Mistake(
        "a counter is for audiences that there are",
        "N002",
        "unknown audience `ory`",
        "did you mean `oru`?",
        files=_rules("  counters:\n    crowns: {name: Crowns, for: «ory»}\n"),
    ),
)
