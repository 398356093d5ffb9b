"""An evening of play against what was computed by hand: four factions, three turns, every figure.

The reckoning stands as comments in `worked_example/`: in the turns line by line, in the factions
their income and hit points. `worked_example_expected.yaml` says the same again, turn by turn.
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
from chronicle.rules.wwn.state import Asset, FactionState, State
from tests.folders import read_campaign
from tests.rules.rule_cases import read_yaml
from tests.small_campaign import tree_of

FOLDER: Final = Path(__file__).parent / "worked_example"
#: Turn by turn.
PAPER: Final = read_yaml(Path(__file__).parent / "worked_example_expected.yaml")
Files = Mapping[str, str]


# ── The game ─────────────────────────────────────────────────────────────────────────────────────


@cache
def written() -> Files:
    """The evening's files as they stand."""
    return read_campaign(FOLDER)


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


def reckoned(played_turn: PlayedTurn[Any, Any, Any]) -> dict[str, Any]:
    """What a turn came to, as the tables tell it."""
    state: State = played_turn.after
    sequence = next(s.event for s in played_turn.steps if isinstance(s.event, Sequenced))
    paid = [
        change for s in played_turn.steps for change in s.event.changes if isinstance(change, Paid)
    ]
    return {
        "order": [who for who, _ in sequence.order],
        "totals": {
            name: total(roll)
            for name, roll in rolls(played_turn).items()
            if "initiative" not in name
        },
        "ledger": {
            who: [f"{line.amount} {line.reason}" for line in paid if line.faction == who]
            for who in state.factions
        },
        "factions": {id: _purse(one) for id, one in state.factions.items()},
        "assets": {id: _piece(one) for id, one in state.assets.items()},
        "bases": {
            id: f"{one.faction} {one.hp}/{state.maximum(one)} at {one.at}"
            for id, one in state.bases.items()
        },
        "bans": {
            id: sorted(one.forbids) for id, one in state.places.items() if one.forbids or one.closed
        },
    }


def _purse(own: FactionState) -> str:
    ratings = " ".join(map(str, own.ratings))
    goal = f"{own.goal.kind} {own.goal.progress}" if own.goal is not None else "no goal"
    return f"treasure {own.treasure}, hp {own.hp}, xp {own.xp}, ratings {ratings}, {goal}"


def _piece(one: Asset) -> str:
    marks = [f"{mark.kind} {mark.amount}" for mark in one.marks]
    words = (one.faction, str(one.hp), "at", one.at, one.stealth, *marks)
    return " ".join(word for word in words if word)


def total(roll: Roll) -> int:
    found = roll.result["total"]
    assert isinstance(found, int)
    return found


TURNS: Final = pytest.mark.parametrize("turn", [1, 2, 3])


@TURNS
class TestEvening:
    @pytest.mark.parametrize("part", PAPER[0])
    def test_a_turn_comes_to_what_was_computed(self, turn: int, part: str) -> None:
        assert reckoned(evening()[turn - 1])[part] == PAPER[turn - 1][part]

    def test_all_dice_lay_on_the_table(self, turn: int) -> None:
        assert {roll.source for roll in rolls(evening()[turn - 1]).values()} == {"table"}

    def test_the_lines_of_the_reckoning_add_up(self, turn: int) -> None:
        """The paper itself: what each had, and its lines, come to what it has."""
        opening = {"brass": 12, "crow": 9, "iron": 3, "salt": 3}
        for who, first in opening.items():
            lines = [int(line.split()[0]) for one in PAPER[:turn] for line in one["ledger"][who]]
            left = first + sum(lines)
            assert PAPER[turn - 1]["factions"][who].startswith(f"treasure {left},")


# ── What is not so would be found ────────────────────────────────────────────────────────────────


def agrees(files: Files) -> bool:
    """Whether a game comes to what is computed, turn by turn, by dice from the table alone."""
    played_turns = played(files)
    sources = {roll.source for played_turn in played_turns for roll in rolls(played_turn).values()}
    return sources == {"table"} and [reckoned(played_turn) for played_turn in played_turns] == PAPER


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
