"""What a power knows of a board, thing by thing: Vael knows neither the Kell nor the vale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.protocol import Sighting
from chronicle.rules.shadow.known_state import KnownState, known_state_of
from chronicle.rules.shadow.state import RESERVE, Actor, Power, Resource, State

#: All that Vael knows beside itself.
KNOWN: Final = frozenset({faction_ref("oru"), place_ref("harbour"), place_ref("marsh")})
#: What Vael has seen of the Oru.
SEEN: Final = {"oru": place_ref("marsh"), "oru/giants": place_ref("harbour")}


def power(id: str, actor: str, resource: str, at: str = RESERVE, **more: Any) -> Power:
    """A power whose actor and one resource are somewhere."""
    pieces = {resource: Resource(resource, f"the {resource}", "guild", 2, at)}
    influence = more.pop("influence", {"harbour": 1})
    return Power(id, 3, Actor(f"Old {id}", active=True, sphere=actor), influence, pieces, **more)


VAEL: Final = power("vael", "harbour", "eyes", "marsh")
ORU: Final = power("oru", "harbour", "giants", "marsh")
KELL: Final = power("kell", "marsh", "wolves", "harbour", influence={"vale": 3})
WAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "harbour": ("marsh",),
    "marsh": ("harbour", "vale"),
    "vale": ("marsh",),
}


def board(*powers: Power, ways: Mapping[str, tuple[str, ...]] = WAYS) -> State:
    """The board of all three powers, or of these."""
    found = powers or (KELL, ORU, VAEL)
    return State({it.id: it for it in found}, tuple(it.id for it in found), 3, ways, (1,))


def known(state: State, seen: Mapping[str, Ref | None] = SEEN) -> KnownState:
    """What Vael knows of a board, having seen pieces there."""
    memory = {id: Sighting(id, Facts(sphere=at), 1) for id, at in seen.items()}
    return known_state_of(state, memory, "vael", 2, KNOWN)


#: Boards that differ from the plain one in what Vael does not know.
HIDDEN: Final[Mapping[str, State]] = {
    "no power that it does not know": board(ORU, VAEL),
    "no sphere that it does not know": board(
        ways={"harbour": ("marsh",), "marsh": ("harbour",)},
    ),
    "where others' pieces are": board(KELL, power("oru", "marsh", "giants", "vale"), VAEL),
    "others' influence in a sphere that it does not know": board(
        KELL, replace(ORU, influence={"harbour": 1, "vale": 2}), VAEL
    ),
    "its own influence in a sphere that it does not know": board(
        KELL, ORU, replace(VAEL, influence={"harbour": 1, "vale": 2})
    ),
}


@pytest.mark.parametrize("state", [pytest.param(it, id=name) for name, it in HIDDEN.items()])
def test_what_it_does_not_know_is_not_on_the_known_board(state: State) -> None:
    assert known(state) == known(board())


def test_its_own_pieces_in_a_sphere_that_it_does_not_know_are_nowhere() -> None:
    nowhere = board(KELL, ORU, power("vael", RESERVE, "eyes"))
    assert known(board(KELL, ORU, power("vael", "vale", "eyes", "vale"))) == known(nowhere)


@pytest.mark.parametrize("seen", [{}, dict.fromkeys(SEEN), dict.fromkeys(SEEN, place_ref("vale"))])
def test_others_are_nowhere_if_it_has_not_seen_where(seen: Mapping[str, Ref | None]) -> None:
    assert known(board(), seen).board.powers["oru"] == power("oru", RESERVE, "giants")


def test_what_it_knows_is_on_the_known_board() -> None:
    found = known(board())
    assert found.power == VAEL
    assert found.board == State(
        {"oru": power("oru", "marsh", "giants", "harbour"), "vael": VAEL},
        ("oru", "vael"),
        3,
        {"harbour": ("marsh",), "marsh": ("harbour",)},
        (1,),
    )
