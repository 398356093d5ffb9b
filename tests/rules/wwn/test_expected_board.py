"""The figures that a faction expects of its rivals, whose own are secret."""

from __future__ import annotations

from chronicle.model.facts import faction_ref, place_ref
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import State
from tests.rules.wwn.boards import SEATS, TURN, asset, base, board, faction, places


def expected(state: State) -> State:
    """The board as Vael knows it, who knows all factions and places."""
    last: PlayedTurn[State, Orders, Event] = PlayedTurn(TURN - 1, state, state, None, ())
    known = [*map(faction_ref, SEATS), *map(place_ref, places())]
    found = WWN.known_board(last, {}, "vael", known)
    assert found is not None
    return found


def test_a_rival_is_large_enough_for_what_is_seen_of_it() -> None:
    """W-ENT-2: of medium size otherwise. Cavalry needs Force 4."""
    thugs = [asset("thugs", "kell", id=f"thugs-{number}") for number in range(5)]
    found = expected(board(asset("cavalry", "oru"), *thugs)).factions
    assert found["oru"].ratings == (4, 3, 3)
    assert found["kell"].ratings == (5, 3, 3)
    assert found["oru"].hp == found["oru"].maximum == 6 + 4 + 4


def test_what_is_secret_of_rivals_changes_nothing() -> None:
    pieces = asset("cavalry", "oru"), base("lodge", "oru", hp=2)
    plain = expected(board(*pieces))
    other = board(
        asset("cavalry", "oru", hp=3),
        base("lodge", "oru", hp=7),
        asset("knights", "oru", at="ford", stealth="hidden"),
        factions=[faction("oru", force=7, treasure=1, xp=9), faction("kell", hp=1)],
    )
    assert expected(other) == plain
    assert plain.bases["lodge"].hp == 5


def test_its_own_figures_are_as_they_are() -> None:
    own = faction("vael", treasure=3, xp=2, hp=9)
    found = expected(board(asset("knights", hp=4, stealth="hidden"), factions=[own]))
    assert found.factions["vael"] == own
    assert (found.assets["knights"].hp, found.assets["knights"].stealth) == (4, "hidden")
