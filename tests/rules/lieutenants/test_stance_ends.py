"""Who no longer lies in wait, because he has gone or serves others (L-TURN-5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.actions import resolve_action
from chronicle.rules.lieutenants.actions.conceal import ConcealOrder
from chronicle.rules.lieutenants.actions.recruit import RecruitOrder
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Stance, State
from chronicle.rules.lieutenants.upkeep import upkeep_events
from tests.rules.lieutenants.adjusted_board import adjusted, later
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, orders, scene, unit

KESS: Final = lieutenant("kess", 3)
ADA: Final = lieutenant("ada", 2, sneak=9, charm=9)
KNIVES: Final = unit("knives", 2, "sneak")
WAIT: Final = Stance("kess", "vael", "ambush", "field", ("knives",), ("oru",), "cautious")


def after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = apply_changes(state, event.changes)
    return state


def concealed(subject: str) -> State:
    """The board once Ada has hidden somebody of Kess's ambush at the gate."""
    state = board(KESS, ADA, KNIVES, stances={"kess": WAIT})
    given = Order("vael", "go", "ada", "conceal", ConcealOrder(subject, "gate"), at="field")
    return after(state, resolve_action(scene(state, given, {"check": (6, 6)})))


def test_a_lieutenant_hidden_elsewhere_leaves_the_stance() -> None:
    assert concealed("kess").stances == {}


def test_a_unit_that_is_hidden_elsewhere_leaves_the_stance_to_the_others() -> None:
    assert concealed("knives").stances == {"kess": replace(WAIT, units=())}


def test_a_unit_that_the_gm_takes_away_leaves_the_stance() -> None:
    for effect in ("asset: knives, joins: oru", "asset: knives, at: market"):
        waits = replace(WAIT, at="manor", units=("knives", "guards"))
        state = replace(later(), stances={"kess": waits})
        (found,) = adjusted(effect, state=state)
        left = apply_changes(state, found.changes).stances["kess"]
        assert left.units == ("guards",)


FOX: Final = lieutenant("fox", 2, faction="oru", agent_of="vael", upkeep=Price(5, "capital"))
FOR_VAEL: Final = replace(WAIT, lieutenant="fox", units=())


def test_an_unpaid_double_agent_leaves_the_stance_of_its_master() -> None:
    for served, stances in (("vael", {}), ("oru", {"fox": replace(FOR_VAEL, faction="oru")})):
        stance = replace(FOR_VAEL, faction=served, against=("watch",))
        state = board(FOX, stances={"fox": stance})
        poor = replace(state.factions["vael"], capital=1)
        state = state.with_faction(poor)
        left = after(state, upkeep_events(state, orders(), 1))
        assert left.lieutenant("fox") == replace(FOX, agent_of="")
        assert set(left.stances) == set(stances)


def test_an_agent_who_changed_sides_leaves_the_stance() -> None:
    stance = replace(FOR_VAEL, against=("watch",))
    state = board(FOX, lieutenant("serjeant", 2, faction="watch", charm=9), stances={"fox": stance})
    given = Order("watch", "go", "serjeant", "recruit", RecruitOrder("fox", stays=True), at="field")
    left = after(state, resolve_action(scene(state, given, {"check": (6, 6)})))
    assert left.lieutenant("fox") == replace(FOX, agent_of="watch")
    assert left.stances == {}
