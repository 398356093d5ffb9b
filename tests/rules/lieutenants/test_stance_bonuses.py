"""What was made ready for lying in wait counts when somebody comes (L-CHK-7, L-TURN-5)."""

from __future__ import annotations

from typing import Final

from chronicle.model.dice import Modifier
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants.actions import resolve_action
from chronicle.rules.lieutenants.actions.move import MoveOrder
from chronicle.rules.lieutenants.actions.stance import StanceOrder
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import GmModifier, Order
from chronicle.rules.lieutenants.state import Bonus, Item, State
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, scene

NETS: Final = Item(
    "nets", "Nets", "oru", "ford", bonuses=(Bonus(("ambush",), 2), Bonus(("cautious-attack",), 1))
)
WAIT: Final = Order(
    "oru",
    "wait",
    "fox",
    "ambush",
    StanceOrder("ambush", ("vael",), "cautious"),
    at="ford",
    items=("nets",),
    modifiers=(GmModifier(1, "fog"),),
)
GO: Final = Order("vael", "go", "kess", "move", MoveOrder((("kess", "ford"),)), at="field")


def met(nets: Item) -> tuple[Event, ...]:
    """What befalls Kess when he comes to where the Fox waits with nets."""
    fox = lieutenant("fox", 2, faction="oru", at="ford")
    state: State = board(lieutenant("kess"), fox, nets)
    for event in resolve_action(scene(state, WAIT)):
        state = apply_changes(state, event.changes)
    return tuple(resolve_action(scene(state, GO, {"stance-fox": (6, 6)})))


def helped(event: Event) -> list[Modifier]:
    parts = event.rolls[0].modifiers
    return [part for part in parts if part.reason in ("item", "gm")]


def test_items_and_the_gms_word_help_those_in_wait() -> None:
    meeting, fight, _ = met(NETS)
    nets = Facts(asset="nets")
    assert helped(meeting) == [
        Modifier(2, "item", "L-CHK-7", nets),
        Modifier(1, "gm", "L-CHK-7", Facts(because="fog")),
    ]
    assert helped(fight) == [Modifier(1, "item", "L-CHK-7", nets)]


def test_items_that_are_gone_help_nobody() -> None:
    for nets in (replace(NETS, at="mill"), replace(NETS, faction="watch")):
        assert [part.reason for part in helped(met(nets)[0])] == ["gm"]
