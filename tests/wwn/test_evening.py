"""An evening of play against what was reckoned by hand: four factions, three turns, every figure.

The reckoning stands as comments in `evening/`: in the turns line by line, in the factions their
income and hit points. The tables here say the same again, turn by turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.build import resolve
from chronicle.diagnostics import Report
from chronicle.dice import Roll
from chronicle.rules.system import Moment
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.events import Sequenced
from chronicle.rules.wwn.state import State
from tests.wwn.sound import tree_of

FOLDER: Final = Path(__file__).parent / "evening"
Files = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Purse:
    """A faction after a turn: F, C and W as ``ratings``, and what it strives for, how far."""

    treasure: int
    hp: int
    xp: int
    ratings: tuple[int, int, int]
    goal: tuple[str, int]


@dataclass(frozen=True, slots=True)
class Piece:
    """An asset after a turn; ``marks`` are (what, of how much)."""

    faction: str
    hp: int
    at: str
    stealth: str = ""
    marks: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hall:
    """A base after a turn."""

    faction: str
    at: str
    hp: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One turn and the board after it: ``ledger`` is Treasure line by line, ``bans`` who is barred.

    ``totals`` are of all rolls but those for the order of play.
    """

    order: tuple[str, ...]
    totals: Mapping[str, int]
    ledger: Mapping[str, list[tuple[int, str]]]
    factions: Mapping[str, Purse]
    assets: Mapping[str, Piece]
    bases: Mapping[str, Hall]
    bans: Mapping[str, frozenset[str]]


# ── The reckoning ────────────────────────────────────────────────────────────────────────────────

FIRST: Final = Reckoning(
    order=("brass", "iron", "crow", "salt"),
    totals={
        "brass/buy/hurt-prince": 2,
        "brass/buy/price-prince": 5,
        "iron/reap/yield": 1,
        "iron/charge/check": 10,
        "iron/charge/defence": 5,
        "iron/charge/damage": 4,
        "iron/press/check": 15,
        "iron/press/defence": 12,
        "iron/press/damage": 7,
        "crow/look/check": 10,
        "crow/look/defence": 9,
        "salt/toil/yield": 1,
    },
    ledger={
        "brass": [(5, "income"), (-1, "free-action"), (-11, "purchase")],
        "iron": [(4, "income"), (1, "yield")],
        "crow": [
            (4, "income"),
            (1, "income"),
            (-1, "free-action"),
            (-2, "hiding"),
            (-2, "hiding"),
        ],
        "salt": [(3, "income"), (-1, "upkeep"), (-4, "upkeep"), (-1, "excess"), (1, "yield")],
    },
    factions={
        "brass": Purse(5, 20, 2, (2, 4, 6), ("expand-influence", 0)),
        "iron": Purse(8, 20, 3, (6, 2, 4), ("blood-the-enemy", 5)),
        "crow": Purse(9, 12, 0, (2, 5, 4), ("peaceable-kingdom", 0)),
        "salt": Purse(1, 7, 0, (2, 1, 3), ("eliminate-target", 0)),
    },
    assets={
        "prince": Piece("brass", 8, "hold"),
        "traders": Piece("brass", 10, "hold"),
        "carts": Piece("brass", 4, "cross"),
        "agents": Piece("brass", 8, "cross"),
        "riders": Piece("iron", 12, "cross"),
        "brothers": Piece("iron", 6, "cross"),
        "friars": Piece("iron", 3, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "court", "hidden"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "cross", "hidden"),
        "banners": Piece("salt", 6, "cross"),
        "company": Piece("salt", 6, "cross"),
        "works": Piece("salt", 4, "strand"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 20, 20),
        "abbey-hall": Hall("iron", "abbey", 20, 20),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={},
)

SECOND: Final = Reckoning(
    order=("salt", "brass", "iron", "crow"),
    totals={
        "salt/upkeep/rogue-banners": 5,
        "salt/rogue/banners-check": 10,
        "salt/rogue/banners-defence": 6,
        "salt/rogue/banners-damage": 4,
        "salt/toil/yield": -1,
        "brass/trade/hurt": 3,
        "brass/trade/yield": 3,
        "brass/settle/check-iron": 6,
        "brass/settle/defence-iron": 6,
        "brass/settle/check-salt": 5,
        "brass/settle/defence-salt": 10,
        "brass/settle/iron-brothers-check": 13,
        "brass/settle/iron-brothers-defence": 11,
        "brass/settle/iron-brothers-damage": 1,
        "brass/settle/iron-friars-check": 6,
        "brass/settle/iron-friars-defence": 10,
        "brass/settle/iron-friars-counter": 4,
        "brass/settle/iron-riders-check": 7,
        "brass/settle/iron-riders-defence": 7,
        "brass/settle/iron-riders-counter": 2,
        "iron/reap/yield": 0,
        "iron/ride/check": 10,
        "iron/ride/defence": 9,
        "iron/ride/damage": 4,
        "iron/press/check": 8,
        "iron/press/defence": 8,
        "iron/press/counter": 5,
    },
    ledger={
        "salt": [(3, "income"), (-1, "upkeep"), (-1, "yield"), (4, "sale")],
        "brass": [(5, "income"), (3, "yield"), (-6, "founding")],
        "iron": [(4, "income")],
        "crow": [(-2, "adjustment"), (4, "income"), (1, "income")],
    },
    factions={
        "salt": Purse(6, 7, 0, (2, 1, 3), ("eliminate-target", 0)),
        "brass": Purse(7, 20, 0, (3, 4, 6), ("blood-the-enemy", 0)),
        "iron": Purse(12, 20, 3, (6, 2, 4), ("blood-the-enemy", 10)),
        "crow": Purse(12, 12, 0, (2, 5, 4), ("peaceable-kingdom", 1)),
    },
    assets={
        "prince": Piece("brass", 8, "hold"),
        "traders": Piece("brass", 7, "hold"),
        "carts": Piece("brass", 4, "cross"),
        "agents": Piece("brass", 3, "cross"),
        "riders": Piece("iron", 10, "cross"),
        "brothers": Piece("iron", 1, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "court", "hidden"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "cross", "hidden"),
        "banners": Piece("salt", 6, "cross", marks=(("rogue", 4),)),
        "company": Piece("salt", 2, "cross"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 20, 22),
        "cross-house": Hall("brass", "cross", 6, 6),
        "abbey-hall": Hall("iron", "abbey", 20, 20),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={"hold": frozenset({"crow"})},
)

THIRD: Final = Reckoning(
    order=("iron", "salt", "crow", "brass"),
    totals={
        "iron/reap/yield": 1,
        "iron/charge/check": 9,
        "iron/charge/defence": 9,
        "iron/charge/counter": 4,
        "iron/press/check": 14,
        "iron/press/defence": 10,
        "iron/press/damage": 2,
        "salt/raid/check": 12,
        "salt/raid/defence": 9,
        "salt/raid/damage": 5,
        "crow/look/check": 11,
        "crow/look/defence": 11,
        "crow/sneak/spot-agents-thugs-check": 13,
        "crow/sneak/spot-agents-thugs-defence": 8,
        "crow/slip/spot-agents-masks-check": 6,
        "crow/slip/spot-agents-masks-defence": 6,
        "brass/trade/hurt": 4,
        "brass/trade/yield": 0,
    },
    ledger={
        "iron": [(4, "income"), (1, "yield")],
        "salt": [(3, "income"), (-1, "upkeep"), (-8, "arrears")],
        "crow": [(4, "income"), (1, "income"), (-1, "free-action")],
        "brass": [
            (5, "income"),
            (-1, "free-action"),
            (-1, "repair"),
            (-2, "repair"),
            (-3, "repair"),
            (-1, "repair"),
            (-1, "repair"),
        ],
    },
    factions={
        "iron": Purse(17, 20, 1, (6, 3, 4), ("invincible-valor", 0)),
        "salt": Purse(0, 7, 0, (2, 1, 3), ("peaceable-kingdom", 0)),
        "crow": Purse(16, 12, 0, (2, 5, 4), ("peaceable-kingdom", 2)),
        "brass": Purse(3, 22, 0, (3, 4, 6), ("blood-the-enemy", 4)),
    },
    assets={
        "prince": Piece("brass", 10, "hold"),
        "traders": Piece("brass", 3, "hold"),
        "carts": Piece("brass", 4, "hold"),
        "agents": Piece("brass", 7, "cross"),
        "riders": Piece("iron", 1, "cross"),
        "brothers": Piece("iron", 1, "cross"),
        "farms": Piece("iron", 4, "abbey"),
        "ears": Piece("crow", 3, "court", "hidden"),
        "thugs": Piece("crow", 12, "cross"),
        "salon": Piece("crow", 8, "court"),
        "masks": Piece("crow", 4, "hold", "hidden"),
        "banners": Piece("salt", 6, "cross"),
        "company": Piece("salt", 2, "cross"),
        "stalls": Piece("salt", 2, "hold"),
    },
    bases={
        "counting-house": Hall("brass", "hold", 22, 22),
        "cross-house": Hall("brass", "cross", 6, 6),
        "abbey-hall": Hall("iron", "abbey", 20, 22),
        "roost": Hall("crow", "court", 17, 17),
        "salt-hall": Hall("salt", "strand", 7, 7),
    },
    bans={"hold": frozenset({"crow"})},
)

PAPER: Final = (FIRST, SECOND, THIRD)

# ── The game ─────────────────────────────────────────────────────────────────────────────────────


@cache
def written() -> Files:
    """The evening's files as they stand."""
    paths = sorted(FOLDER.rglob("*.yaml"))
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}


def played(files: Files) -> tuple[Moment[Any, Any, Any], ...]:
    """Its turns; none when a mistake is found in the files."""
    game = resolve(tree_of(files, over={}), Report())
    return game.history.turns if game is not None else ()


@cache
def evening() -> tuple[Moment[Any, Any, Any], ...]:
    """The turns as the files tell them."""
    return played(written())


def rolls(moment: Moment[Any, Any, Any]) -> dict[str, Roll]:
    """The rolls of a turn by their names in its file."""
    found = [roll for step in moment.steps for roll in step.event.rolls]
    return {roll.id.partition("/")[2]: roll for roll in found}


def reckoned(moment: Moment[Any, Any, Any]) -> Reckoning:
    """What a turn came to, as the tables tell it."""
    state: State = moment.after
    sequence = next(s.event for s in moment.steps if isinstance(s.event, Sequenced))
    paid = [change for s in moment.steps for change in s.event.changes if isinstance(change, Paid)]
    return Reckoning(
        order=tuple(who for who, _ in sequence.order),
        totals={
            name: total(roll) for name, roll in rolls(moment).items() if "initiative" not in name
        },
        ledger={
            who: [(line.amount, line.reason) for line in paid if line.faction == who]
            for who in state.factions
        },
        factions={id: _purse(state, id) for id in state.factions},
        assets={
            id: Piece(
                one.faction,
                one.hp,
                one.at,
                one.stealth,
                tuple((mark.kind, mark.amount) for mark in one.marks),
            )
            for id, one in state.assets.items()
        },
        bases={
            id: Hall(one.faction, one.at, one.hp, state.maximum(one))
            for id, one in state.bases.items()
        },
        bans={id: one.forbids for id, one in state.places.items() if one.forbids or one.closed},
    )


def total(roll: Roll) -> int:
    found = roll.result["total"]
    assert isinstance(found, int)
    return found


def _purse(state: State, id: str) -> Purse:
    own = state.factions[id]
    goal = (own.goal.kind, own.goal.progress) if own.goal is not None else ("", 0)
    return Purse(own.treasure, own.hp, own.xp, own.ratings, goal)


TURNS: Final = pytest.mark.parametrize("turn", [1, 2, 3])


@TURNS
class TestEvening:
    def test_the_order_of_play(self, turn: int) -> None:
        assert reckoned(evening()[turn - 1]).order == PAPER[turn - 1].order

    def test_what_every_roll_comes_to(self, turn: int) -> None:
        assert reckoned(evening()[turn - 1]).totals == PAPER[turn - 1].totals

    def test_treasure_line_by_line(self, turn: int) -> None:
        assert reckoned(evening()[turn - 1]).ledger == PAPER[turn - 1].ledger

    def test_the_factions(self, turn: int) -> None:
        assert reckoned(evening()[turn - 1]).factions == PAPER[turn - 1].factions

    def test_the_assets(self, turn: int) -> None:
        assert reckoned(evening()[turn - 1]).assets == PAPER[turn - 1].assets

    def test_the_bases_and_the_bans(self, turn: int) -> None:
        found = reckoned(evening()[turn - 1])
        assert (found.bases, found.bans) == (PAPER[turn - 1].bases, PAPER[turn - 1].bans)

    def test_all_dice_lay_on_the_table(self, turn: int) -> None:
        assert {roll.source for roll in rolls(evening()[turn - 1]).values()} == {"table"}

    def test_the_lines_of_the_reckoning_add_up(self, turn: int) -> None:
        """The paper itself: what each had, and its lines, come to what it has."""
        opening = {"brass": 12, "crow": 9, "iron": 3, "salt": 3}
        for who, first in opening.items():
            lines = [amount for one in PAPER[:turn] for amount, _ in one.ledger[who]]
            assert first + sum(lines) == PAPER[turn - 1].factions[who].treasure


# ── What is not so would be found ────────────────────────────────────────────────────────────────


def agrees(files: Files) -> bool:
    """Whether a game comes to what is reckoned, turn by turn, by dice from the table alone."""
    moments = played(files)
    sources = {roll.source for moment in moments for roll in rolls(moment).values()}
    return sources == {"table"} and tuple(reckoned(moment) for moment in moments) == PAPER


def changed(path: str, old: str, new: str) -> Files:
    """The evening with one piece of its text put in place of another."""
    text = written()[path]
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    return {**written(), path: text.replace(old, new)}


def dice() -> list[tuple[str, str, int]]:
    """Every die of the evening: its file, its roll, and its place among the faces."""
    line = re.compile(r"^  (\S+): \[([\d, ]+)\]$", re.MULTILINE)
    return [
        (path, name, place)
        for path, text in written().items()
        if path.startswith("turns/")
        for name, faces in line.findall(text.partition("\nrolls:\n")[2])
        for place in range(len(faces.split(",")))
    ]


def test_no_die_is_left_out() -> None:
    thrown = [len(roll.faces) for moment in evening() for roll in rolls(moment).values()]
    assert len(dice()) == sum(thrown)


@pytest.mark.parametrize(("path", "name", "place"), dice())
def test_another_face_of_any_die_is_found(path: str, name: str, place: int) -> None:
    """The die shows its highest face instead, or its lowest when it was a high one."""
    moment = evening()[int(path[6:9]) - 1]
    roll = rolls(moment)[name]
    faces = list(roll.faces)
    faces[place] = 1 if 2 * faces[place] > roll.sides else roll.sides
    old, new = f"  {name}: {list(roll.faces)}\n", f"  {name}: {faces}\n"
    assert not agrees(changed(path, old, new))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("factions/brass.yaml", "treasure: 12", "treasure: 13"),
        ("factions/crow.yaml", "treasure: 9", "treasure: 8"),
        ("factions/iron.yaml", "treasure: 3", "treasure: 4"),
        ("factions/salt.yaml", "treasure: 3", "treasure: 4"),
        ("turns/002.yaml", "treasure: -2", "treasure: -1"),
    ],
)
def test_one_treasure_is_found(path: str, old: str, new: str) -> None:
    assert not agrees(changed(path, old, new))


def test_nothing_changed_is_nothing_found() -> None:
    assert agrees(written())
