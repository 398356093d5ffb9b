"""An evening of play against what was computed by hand: four factions, three turns, every figure.

The reckoning stands as comments in `evening/`: in the turns line by line, in the factions their
income and hit points. The tables of `reckoning` say the same again, turn by turn.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.dice import Roll
from chronicle.pipeline import resolve_campaign
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.events import Sequenced
from chronicle.rules.wwn.state import State
from tests.rules.wwn.worked_example_expected import PAPER, Hall, Piece, Purse, Reckoning
from tests.small_campaign import tree_of

FOLDER: Final = Path(__file__).parent / "worked_example"
Files = Mapping[str, str]


# ── The game ─────────────────────────────────────────────────────────────────────────────────────


@cache
def written() -> Files:
    """The evening's files as they stand."""
    paths = sorted(FOLDER.rglob("*.yaml"))
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}


def played(files: Files) -> tuple[PlayedTurn[Any, Any, Any], ...]:
    """Its turns; none when a mistake is found in the files, or dice that are not used."""
    report = Report()
    game = resolve_campaign(tree_of(files, over={}), report)
    unused = any(finding.code == "N007" for finding in report.findings)
    return game.history.turns if game is not None and not unused else ()


@cache
def evening() -> tuple[PlayedTurn[Any, Any, Any], ...]:
    """The turns as the files tell them."""
    return played(written())


def rolls(played_turn: PlayedTurn[Any, Any, Any]) -> dict[str, Roll]:
    """The rolls of a turn by their names in its file."""
    found = [roll for step in played_turn.steps for roll in step.event.rolls]
    return {roll.id.partition("/")[2]: roll for roll in found}


def reckoned(played_turn: PlayedTurn[Any, Any, Any]) -> Reckoning:
    """What a turn came to, as the tables tell it."""
    state: State = played_turn.after
    sequence = next(s.event for s in played_turn.steps if isinstance(s.event, Sequenced))
    paid = [
        change for s in played_turn.steps for change in s.event.changes if isinstance(change, Paid)
    ]
    return Reckoning(
        order=tuple(who for who, _ in sequence.order),
        totals={
            name: total(roll)
            for name, roll in rolls(played_turn).items()
            if "initiative" not in name
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
    """Whether a game comes to what is computed, turn by turn, by dice from the table alone."""
    played_turns = played(files)
    sources = {roll.source for played_turn in played_turns for roll in rolls(played_turn).values()}
    return (
        sources == {"table"}
        and tuple(reckoned(played_turn) for played_turn in played_turns) == PAPER
    )


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
    thrown = [len(roll.faces) for played_turn in evening() for roll in rolls(played_turn).values()]
    assert len(dice()) == sum(thrown)


@pytest.mark.parametrize(("path", "name", "place"), dice())
def test_a_changed_die_face_is_detected(path: str, name: str, place: int) -> None:
    """The die shows its highest face instead, or its lowest when it was a high one."""
    played_turn = evening()[int(path[6:9]) - 1]
    roll = rolls(played_turn)[name]
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
def test_a_difference_of_one_treasure_is_detected(path: str, old: str, new: str) -> None:
    assert not agrees(changed(path, old, new))


def test_the_unmodified_example_passes() -> None:
    assert agrees(written())
