"""Who acts when (W-TURN-1): 1d8 each, the highest first, ties thrown again, or the GM's word."""

from __future__ import annotations

import pytest

from chronicle.rules.wwn.orders import FactionOrders, RedoOrder
from chronicle.rules.wwn.resolve import sequence_event
from tests.rules.wwn.custom_catalogue_boards import after, asset, board, faction, orders, told

Table = dict[str, tuple[int, ...]]


def initiative(count: int = 1, **faces: int) -> Table:
    """The throws of initiative, one round of them."""
    purpose = "initiative" if count == 1 else f"initiative-{count}"
    return {f"{one}/turn/{purpose}": (face,) for one, face in faces.items()}


@pytest.mark.parametrize(
    ("table", "order"),
    [
        pytest.param(
            initiative(vael=2, oru=8, kell=5),
            (("oru", (8,)), ("kell", (5,)), ("vael", (2,))),
            id="W-TURN-1 the highest first",
        ),
        pytest.param(
            # Vael and Oru tie at 6 and throw again; Kell's 8 comes before both with any result.
            {**initiative(vael=6, oru=6, kell=8), **initiative(2, vael=1, oru=3)},
            (("kell", (8,)), ("oru", (6, 3)), ("vael", (6, 1))),
            id="W-TURN-1 those who tie throw again",
        ),
        pytest.param(
            # A second throw doesn't lift a tied faction over one that had thrown higher, nor does
            # it drop below one that had thrown lower.
            {**initiative(vael=4, oru=4, kell=3), **initiative(2, vael=1, oru=2)},
            (("oru", (4, 2)), ("vael", (4, 1)), ("kell", (3,))),
            id="W-TURN-1 a tie is broken among those who tie",
        ),
        pytest.param(
            # All at 5; then Oru's 7 is alone, and the other two tie at 2 and throw a third time.
            {
                **initiative(vael=5, oru=5, kell=5),
                **initiative(2, vael=2, oru=7, kell=2),
                **initiative(3, vael=1, kell=8),
            },
            (("oru", (5, 7)), ("kell", (5, 2, 8)), ("vael", (5, 2, 1))),
            id="W-TURN-1 ties of ties",
        ),
    ],
)
def test_turn_order_follows_the_dice(
    table: Table, order: tuple[tuple[str, tuple[int, ...]], ...]
) -> None:
    event = sequence_event(board(), orders(), told(table))
    assert event.order == order
    assert not event.stated
    assert {roll.id for roll in event.rolls} == {f"5/{name}" for name in table}
    assert {roll.sides for roll in event.rolls} == {8}


def test_w_turn_1_the_gm_may_state_the_order_and_nobody_throws() -> None:
    event = sequence_event(board(), orders(sequence=("kell", "vael", "oru")), told({}))
    assert event.order == (("kell", ()), ("vael", ()), ("oru", ()))
    assert event.stated
    assert event.rolls == ()


@pytest.mark.parametrize("sequence", [(), ("kell", "oru", "vael")], ids=["thrown", "stated"])
def test_w_turn_7_who_has_collapsed_has_no_turn(sequence: tuple[str, ...]) -> None:
    state = board(factions=[faction("oru", collapsed=True, hp=0)])
    event = sequence_event(state, orders(sequence=sequence), told(initiative(vael=1, kell=2)))
    assert [id for id, _ in event.order] == ["kell", "vael"]


def test_w_fx_redoes_a_rival_can_be_made_to_throw_for_initiative_again() -> None:
    state = board(asset("benders", "vael", "benders"))
    redo = RedoOrder("benders", "oru/turn/initiative", "lower")
    own = FactionOrders("vael", redo=(redo,))
    table = {**initiative(vael=5, oru=8, kell=1), "oru/turn/initiative-redone": (2,)}
    event = sequence_event(state, orders(own), told(table))
    # The lower of 8 and 2 is kept: Oru acts after Vael.
    assert event.order == (("vael", (5,)), ("oru", (2,)), ("kell", (1,)))
    assert after(state, event).redone == {("benders", "oru")}
