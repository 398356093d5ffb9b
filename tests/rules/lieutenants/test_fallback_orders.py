"""Orders of one turn that hang together: what is needed, what is done instead (L-TURN-4)."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.actions.influence import InfluenceOrder
from chronicle.rules.lieutenants.actions.research import ResearchOrder
from chronicle.rules.lieutenants.actions.train import TrainOrder
from chronicle.rules.lieutenants.actions.work import WorkOrder
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Asset, Project, ProjectKind, State, TrainingGain
from tests.rules.lieutenants.boards import TURN, board, lieutenant, order, orders, skilled, unit

WORK: Final = order("work", WorkOrder(), against="", units=("hands",))
COURT: Final = order("gain-influence", InfluenceOrder("watch"), against="")
LOW, HIGH = (1, 1), (6, 6)


def by(who: str, id: str, given: Order, needs: str = "", otherwise: Order | None = None) -> Order:
    stand_in = replace(otherwise, id=id, lieutenant=who) if otherwise is not None else None
    return replace(given, id=id, lieutenant=who, needs=needs, otherwise=stand_in)


def done(state: State, *given: Order, **faces: tuple[int, int]) -> dict[str, Acted]:
    """What became of each order; ``faces`` are those of its check."""
    table = {f"vael/{id}/check": shown for id, shown in faces.items()}
    events = LIEUTENANTS.resolve(state, orders(*given), Dice(b"", TURN, table))
    return {event.order: event for event in events if isinstance(event, Acted)}


def three(*assets: Asset) -> State:
    """Ada, Ben and Cay of House Vael, and hands to work."""
    hands = unit("hands", level=4)
    ben, cay = lieutenant("ben", lore=4), lieutenant("cay")
    return board(skilled(charm=1, lore=4), ben, cay, hands, *assets)


@pytest.mark.parametrize(
    ("faces", "actions"),
    [
        (HIGH, {"a": "gain-influence", "b": "gain-influence", "c": "work"}),
        # Ben's stand-in comes off; it is not what Cay waits for.
        (LOW, {"a": "gain-influence", "b": "claim", "c": "ally"}),
    ],
)
def test_a_fallback_order_does_not_satisfy_dependent_orders(
    faces: tuple[int, int], actions: dict[str, str]
) -> None:
    instead = order("claim", InfluenceOrder("watch", "market"), against="", pay="capital")
    ally = order("ally", InfluenceOrder("watch"), against="")
    found = done(
        three(),
        by("ada", "a", COURT),
        by("ben", "b", COURT, "vael/a", instead),
        by("cay", "c", WORK, "vael/b", ally),
        a=faces,
        b=HIGH,
    )
    assert {id: event.action for id, event in found.items()} == actions
    assert found["b"].outcome == "done"


def begun(kind: ProjectKind, successes: int) -> Project:
    subject = "hands" if kind == "train" else ""
    return Project(
        "p", kind, "The Wards", "vael", 6, successes, hold=True, worked=TURN - 1, subject=subject
    )


@pytest.mark.parametrize("successes", [4, 3])
@pytest.mark.parametrize("kind", ["research", "train"])
def test_a_finished_project_is_not_started_again(kind: ProjectKind, successes: int) -> None:
    study = order("research", ResearchOrder("p", "The Wards", 6, hold=True), against="")
    drill = order("train", TrainOrder("p", "hands", TrainingGain(), 6, hold=True), against="")
    given = study if kind == "research" else drill
    state = replace(three(), projects={"p": begun(kind, successes)})
    found = done(state, by("ada", "a", given), by("ben", "b", given), a=HIGH, b=HIGH)
    after = state
    for event in found.values():
        after = LIEUTENANTS.apply(after, event)
    last = (found["b"].outcome, found["b"].reason)
    assert last == (("not-carried-out", "target-gone") if successes == 4 else ("done", ""))
    assert after.projects == {}
    hands = after.unit("hands")
    assert hands is not None
    assert hands.level == (5 if kind == "train" else 4)
