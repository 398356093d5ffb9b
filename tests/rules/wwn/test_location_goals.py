"""Goals that are met by being somewhere (W-GOAL): a base founded, enemy ground filled."""

from __future__ import annotations

from typing import Any

import pytest

from chronicle.model.audience import FOR_EVERYONE
from chronicle.rules.wwn.action_context import ActionContext, ActionResult, acted_event
from chronicle.rules.wwn.actions.expand import ExpandOrder, Founding
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.fights.attack import resolve_attack
from chronicle.rules.wwn.fights.fight import AttackOrigin
from chronicle.rules.wwn.orders import Order
from chronicle.rules.wwn.state import Piece
from tests.rules.wwn.custom_catalogue_boards import asset, base, board, goal, orders, striving, told

DEN = base("den", "oru", "ford")

# ── Expand Influence ─────────────────────────────────────────────────────────────────────────────


def founding(*rivals: tuple[str, bool, bool], done: ActionResult | None = None) -> Event:
    """Vael's order by which a den at the ford was founded."""
    order = Order("vael", "settle", "", ExpandOrder(base("lodge", "vael", "ford")))
    context = ActionContext(board(), orders(), told({}), order.key)
    return acted_event(
        context.state,
        context,
        order,
        done or ActionResult(Founding("lodge", "Lodge", 4, rivals), FOR_EVERYONE),
    )


def contesting(*, order: str = "settle") -> Event:
    """An attack of Oru's spears on it."""
    spears = asset("spears", "oru", "spears", "ford")
    state = board(spears, base("lodge", "vael", "ford"))
    key = f"vael/{order}"
    occasion = AttackOrigin(f"5/{key}/oru/spears", key, order, "oru-spears-", "contest")
    return resolve_attack(state, orders(), told({}), spears, "vael", occasion)


LODGE = base("lodge", "vael", "ford")


@pytest.mark.parametrize(
    ("past", "pieces", "xp"),
    [
        pytest.param([founding()], [LODGE], 1, id="W-GOAL a new base"),
        pytest.param([founding(("oru", False, False))], [LODGE], 1, id="W-GOAL not attacked"),
        pytest.param(
            [founding(("oru", False, True)), contesting()], [LODGE], 2, id="W-GOAL attacked"
        ),
        pytest.param(
            [founding(("oru", False, True)), contesting(order="other")],
            [LODGE],
            1,
            id="W-GOAL another was attacked",
        ),
        pytest.param(
            [founding(("oru", False, True)), contesting()], [], 0, id="W-GOAL it did not survive"
        ),
        pytest.param([], [LODGE], 0, id="W-GOAL an old base"),
        pytest.param(
            [founding(done=ActionResult(None, outcome="not-carried-out", reason="no-treasure"))],
            [LODGE],
            0,
            id="W-GOAL not carried out",
        ),
    ],
)
def test_a_new_base_expands_influence(past: list[Event], pieces: list[Piece], xp: int) -> None:
    _, event = striving(goal("expand-influence"), *pieces, past=past)
    assert (event.met, event.xp) == (xp > 0, xp)


# ── Inside Enemy Territory ───────────────────────────────────────────────────────────────────────


def infiltrators(*places: str, **fields: Any) -> list[Piece]:
    """Hidden assets of Vael's, a, b, c …, at these places."""
    return [
        asset(id, "vael", "spears", at, **{"stealth": "hidden", **fields})
        for id, at in zip("abcdefg", places, strict=False)
    ]


# Vael's Cunning is 4. Oru's seat is at the mill, Kell's at the inn, Vael's own in the castle.
@pytest.mark.parametrize(
    ("pieces", "excluded", "progress", "met"),
    [
        pytest.param(
            infiltrators("mill", "mill", "inn", "mill"), (), 4, True, id="W-GOAL as many as Cunning"
        ),
        pytest.param(infiltrators("mill", "mill", "inn"), (), 3, False, id="W-GOAL one too few"),
        pytest.param(
            infiltrators("mill", "mill", "inn", "castle"), (), 3, False, id="W-GOAL not at home"
        ),
        pytest.param(
            infiltrators("mill", "mill", "inn", "ford"), (), 3, False, id="W-GOAL only at bases"
        ),
        pytest.param(
            [*infiltrators("mill", "mill", "inn", "ford"), DEN], (), 4, True, id="W-GOAL any base"
        ),
        pytest.param(
            infiltrators("mill", "mill", "inn", "mill"),
            ("b",),
            3,
            False,
            id="W-GOAL not those hidden before",
        ),
        pytest.param(
            infiltrators("mill", "mill", "inn", "mill", stealth=""),
            (),
            0,
            False,
            id="W-GOAL not in the open",
        ),
    ],
)
def test_hidden_assets_get_inside(
    pieces: list[Piece], excluded: tuple[str, ...], progress: int, met: bool
) -> None:
    command = goal("inside-enemy-territory", excluded=frozenset(excluded), progress=1)
    _, event = striving(command, *pieces)
    assert event.goal is not None
    assert (event.goal.progress, event.met, event.xp) == (progress, met, 2 if met else 0)
