"""Moves (L-ACT-MOVE): who arrives, with what, hidden or not, and who sees it (L-STL-5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from chronicle.model.audience import FOR_GM, Visibility, visibility_of_factions
from chronicle.records import replace
from chronicle.rules.lieutenants.actions import resolve_action
from chronicle.rules.lieutenants.actions.move import MoveOrder, connected_underground
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.catalogue import UnitPower
from chronicle.rules.lieutenants.changes import Hid, Moved
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import Asset, Facility, HiddenStatus, Item, State, Watch
from chronicle.rules.lieutenants.watches import tell_watchers
from tests.rules.lieutenants.two_faction_boards import board, lieutenant, scene, unit

KESS: Final = lieutenant("kess", 2, sneak=1)
KNIVES: Final = unit("knives", 2, "sneak", at="mill")
SMUGGLERS: Final = unit("smugglers", 4, "sneak", powers=(UnitPower("moves-unseen"),))
GO: Final = Order(
    "vael",
    "go",
    "kess",
    "move",
    MoveOrder((("kess", "ford"), ("knives", "inn"))),
    at="field",
    units=("knives",),
)
QUIET: Final = replace(
    GO,
    command=MoveOrder((("kess", "ford"), ("smugglers", "ford"), ("knives", "inn"))),
    units=("knives", "smugglers"),
    stealth="unnoticed",
)
#: Totals of 9 and 4 with Sneak 1.
HELD: Final = {"stealth": (4, 4)}


def moved(state: State, order: Order, faces: Mapping[str, Sequence[int]] | None = None) -> Acted:
    """The one event of a move that meets nobody."""
    (event,) = resolve_action(scene(state, order, faces))
    assert isinstance(event, Acted)
    return event


def board_of(*over: Asset, **fields: Any) -> State:
    assets: dict[str, Asset] = {one.id: one for one in (KESS, KNIVES, SMUGGLERS, *over)}
    return board(*assets.values(), **fields)


# Who arrives


LEFT_BEHIND: Final[list[tuple[str, Asset]]] = [
    ("is destroyed", replace(KNIVES, condition="destroyed")),
    ("is a prisoner", replace(KNIVES, held_by="oru")),
    ("has gone over to others", replace(KNIVES, faction="oru")),
    ("is in another locale", replace(KNIVES, at="inn")),
    ("is where no way leads", replace(KNIVES, at="hut")),
]


@pytest.mark.parametrize(
    "knives", [row[1] for row in LEFT_BEHIND], ids=[row[0] for row in LEFT_BEHIND]
)
def test_nobody_takes_along_a_unit_that(knives: Asset) -> None:
    order = replace(GO, command=MoveOrder((("kess", "ford"), ("knives", "ford"))))
    event = moved(board_of(knives), order)
    assert event.details == MoveDetails((("kess", "field", "ford", True),))
    assert event.changes == (Moved("kess", "ford"),)


def test_a_move_needs_a_connection() -> None:
    order = replace(GO, command=MoveOrder((("kess", "hut"), ("knives", "gate"))))
    assert moved(board_of(), order).changes == (Moved("knives", "gate"),)


def test_a_move_of_those_who_are_gone_is_not_carried_out() -> None:
    order = replace(GO, command=MoveOrder((("knives", "inn"),)))
    event = moved(board_of(replace(KNIVES, held_by="oru")), order)
    assert (event.outcome, event.reason) == ("not-carried-out", "target-gone")
    assert (event.details, event.changes) == (MoveDetails(()), ())


# What goes along

CROWN: Final = Item("crown", "Crown", "vael", "gate")


def carrying(*things: Asset, order: Order = GO, state: State | None = None) -> Sequence[object]:
    carry = tuple(thing.id for thing in things)
    assert isinstance(order.command, MoveOrder)
    event = moved(
        state or board_of(*things), replace(order, command=replace(order.command, carry=carry))
    )
    return [change for change in event.changes if getattr(change, "asset", "") in carry]


def test_without_the_lieutenant_things_go_in_the_hands_of_the_first_unit() -> None:
    order = replace(GO, command=MoveOrder((("smugglers", "ford"), ("knives", "inn"))))
    assert carrying(CROWN, order=order) == [Moved("crown", "ford", "smugglers")]


def test_what_somebody_who_goes_holds_goes_with_them() -> None:
    held = replace(CROWN, at="", holder="knives")
    assert carrying(held) == []
    state = board_of(held)
    for change in moved(state, GO).changes:
        assert isinstance(change, Moved)
        state = state.with_asset(replace(state.assets[change.asset], at=change.to))
    assert state.at(held) == "inn"


@pytest.mark.parametrize(
    "crown", [replace(CROWN, at="inn"), replace(CROWN, faction="oru")], ids=["far", "others'"]
)
def test_nobody_takes_along_a_thing_that_is(crown: Item) -> None:
    assert carrying(crown) == []


# Hiding

HIDDEN: Final[tuple[Asset, ...]] = (
    replace(KESS, hiding=HiddenStatus(2)),
    replace(KNIVES, hiding=HiddenStatus(1, must_stay=True)),
)


def test_who_moves_unnoticed_stays_hidden_unless_it_had_to_stay() -> None:
    crown = replace(CROWN, hiding=HiddenStatus(3))
    chest = Item("chest", "Chest", "vael", "gate", hiding=HiddenStatus(3, must_stay=True))
    assert isinstance(QUIET.command, MoveOrder)
    order = replace(QUIET, command=replace(QUIET.command, carry=("crown", "chest")))
    event = moved(board_of(crown, chest, *HIDDEN), order, HELD)
    assert event.stealth.held
    assert [change for change in event.changes if isinstance(change, Hid)] == [
        Hid("knives", None),
        Hid("chest", None),
    ]


# Stealth (L-STL-2): only with smugglers, or below ground all the way


def tunnel(id: str, at: str, to: str, **more: Any) -> Facility:
    return Facility(
        id, id.title(), "vael", at, "underground-tunnel", 6, link="tunnel", to=to, **more
    )


def road(id: str, at: str, to: str, **more: Any) -> Facility:
    return Facility(id, id.title(), "vael", at, "road", 10, link="road", to=to, **more)


def test_underground_moves_are_unseen() -> None:
    """Kess by one tunnel and the road, the knives by another tunnel to the same road."""
    ways = [
        tunnel("one", "field", "gate"),
        tunnel("two", "mill", "gate"),
        road("long", "gate", "ford"),
        tunnel("three", "ford", "inn"),
    ]
    order = replace(GO, stealth="unnoticed")
    assert moved(board_of(*ways), order, HELD).stealth.held
    broken = replace(ways[1], condition="damaged")
    assert moved(board_of(*ways, broken), order).stealth.how == "broken"


WAYS: Final[list[tuple[str, list[Facility], str, str, bool]]] = [
    ("where one stands", [], "field", "field", True),
    ("no way", [], "field", "gate", False),
    ("a tunnel", [tunnel("a", "field", "gate")], "field", "gate", True),
    ("a tunnel back", [tunnel("a", "field", "gate")], "gate", "field", True),
    (
        "tunnels chain",
        [tunnel("a", "field", "gate"), tunnel("b", "mill", "gate")],
        "field",
        "mill",
        True,
    ),
    ("a road alone", [road("r", "field", "ford")], "field", "ford", False),
    (
        "a road with a tunnel at one end",
        [road("r", "field", "ford"), tunnel("a", "field", "gate")],
        "field",
        "ford",
        False,
    ),
    (
        "a road with tunnels at both ends",
        [road("r", "field", "ford"), tunnel("a", "field", "gate"), tunnel("b", "inn", "ford")],
        "gate",
        "inn",
        True,
    ),
    (
        "others' tunnel",
        [replace(tunnel("a", "field", "gate"), faction="oru")],
        "field",
        "gate",
        False,
    ),
]


@pytest.mark.parametrize(
    ("ways", "origin", "to", "leads"), [row[1:] for row in WAYS], ids=[row[0] for row in WAYS]
)
def test_ways_underground_lead_where_tunnels_and_roads_join(
    ways: list[Facility], origin: str, to: str, *, leads: bool
) -> None:
    assert connected_underground(board(*ways), "vael", origin, to) is leads


# Who sees a move (L-STL-5)

EARS: Final = unit("ears", faction="oru", powers=(UnitPower("watches-locale", -1),))
SEEN: Final[list[tuple[str, list[Asset], dict[str, Any], list[str]]]] = [
    ("nobody there", [], {}, []),
    ("somebody where it begins", [unit("boys", at="field", faction="oru")], {}, ["oru"]),
    ("somebody where another begins", [unit("boys", at="mill", faction="oru")], {}, ["oru"]),
    ("somebody where it ends", [unit("boys", at="inn", faction="watch")], {}, ["watch"]),
    ("somebody beside the way", [unit("boys", at="gate", faction="oru")], {}, []),
    ("somebody hidden", [unit("boys", at="inn", faction="oru", hiding=HiddenStatus(0))], {}, []),
    ("a prisoner", [unit("boys", at="inn", faction="oru", held_by="vael")], {}, []),
    ("the dead", [unit("boys", at="inn", faction="oru", condition="destroyed")], {}, []),
    (
        "a double agent",
        [unit("boys", at="inn", faction="watch", agent_of="oru")],
        {},
        ["oru", "watch"],
    ),
    ("informers where it begins", [replace(EARS, at="gate")], {}, ["oru"]),
    ("informers where it ends", [replace(EARS, at="inn")], {}, ["oru"]),
    ("informers elsewhere", [replace(EARS, at="hut")], {}, []),
    ("a watch on the lieutenant", [], {"watches": frozenset({Watch("oru", "kess")})}, ["oru"]),
    ("a watch on a unit", [], {"watches": frozenset({Watch("oru", "knives")})}, ["oru"]),
    ("a watch on the place", [], {"watches": frozenset({Watch("oru", "inn")})}, ["oru"]),
    ("a watch on another place", [], {"watches": frozenset({Watch("oru", "gate")})}, []),
]


@pytest.mark.parametrize(
    ("others", "fields", "factions"), [row[1:] for row in SEEN], ids=[row[0] for row in SEEN]
)
def test_a_move_is_seen_by(
    others: list[Asset], fields: dict[str, Any], factions: list[str]
) -> None:
    state = board_of(*others, **fields)
    event = tell_watchers(moved(state, GO), state.watches, state)
    assert isinstance(event, Acted)
    expected: Visibility = visibility_of_factions(["vael", *factions])
    assert (event.known, event.seen) == (expected, FOR_GM)
