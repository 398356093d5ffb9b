"""What a faction knows of a board, thing by thing: Vael knows neither the Kell nor the fen."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Final

import pytest

from chronicle.model.facts import Facts, Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn.fights.attack import attack_sides
from chronicle.rules.wwn.known_state import KnownState, known_state_of
from chronicle.rules.wwn.state import (
    Asset,
    Base,
    FactionState,
    Goal,
    Mark,
    Piece,
    PlaceState,
    Policy,
    State,
)
from chronicle.rules.wwn.terms import MAX_RATING
from tests.known_things import EVERYTHING
from tests.rules.wwn.boards import SHIPPED, TURN, asset, base, board, faction

#: All that Vael knows beside itself.
KNOWN: Final = frozenset(
    {faction_ref("oru"), *map(place_ref, ("isle", "quay", "castle", "ford", "mill", "moor"))}
)
#: Where nobody sees others' things, and where those within one move do.
OWNER: Final = {"assets": "owner"}
RUMORED: Final = {"assets": "rumored"}


def known(
    state: State, seen: Mapping[str, Facts] | None = None, things: Collection[Ref] = KNOWN
) -> KnownState:
    """What Vael knows of a board, having seen this."""
    memory = {id: Sighting(id, facts, TURN - 1) for id, facts in (seen or {}).items()}
    return known_state_of(state, memory, "vael", TURN, things)


# ── What it does not know ────────────────────────────────────────────────────────────────────────


def policy(**named: Any) -> State:
    return board(factions=[faction("vael", policy=Policy(**named))])


def bare(*, without: str = "", beside: str = "") -> State:
    """The board without a faction, or without a place."""
    state = board()
    return replace(
        state,
        factions={id: it for id, it in state.factions.items() if id != without},
        bases={id: it for id, it in state.bases.items() if it.faction != without},
        places={
            id: replace(it, neighbours=tuple(near for near in it.neighbours if near != beside))
            for id, it in state.places.items()
            if id != beside
        },
    )


#: Boards that differ from the plain one in what Vael does not know.
HIDDEN: Final[Mapping[str, State]] = {
    "no faction that it does not know": bare(without="kell"),
    "no place that it does not know": bare(beside="fen"),
    "a ruler": board(barred=[PlaceState("ford", ruler="kell")]),
    "a faction that is forbidden": board(barred=[PlaceState("ford", forbids=frozenset({"kell"}))]),
    "a faction that is admitted": board(barred=[PlaceState("ford", admits=frozenset({"kell"}))]),
    "a faction at war with": policy(at_war=frozenset({"kell"})),
    "a faction whose bases it attacks": policy(contest=frozenset({"kell"})),
    "an alliance with a faction that it does not know": board(allies={("kell", "vael")}),
    "an alliance of others": board(allies={("kell", "oru")}),
    "a stealthed asset": board(asset("infantry", "oru", "ford", stealth="hidden")),
    "an asset of a faction that it does not know": board(asset("infantry", "kell", "ford")),
    "a base of a faction that it does not know": board(base("post", "kell", "ford")),
    "an asset at a place that it does not know": board(asset("infantry", "oru", "fen")),
    "a base at a place that it does not know": board(base("post", "oru", "fen")),
    "an own asset at a place that it does not know": board(asset("infantry", "vael", "fen")),
    "an own base at a place that it does not know": board(base("post", "vael", "fen")),
    "a rival's figures": board(
        factions=[faction("oru", force=5, treasure=9, xp=3, tags=("plutocratic",), idle=TURN)]
    ),
    "a rival's plans": board(
        factions=[faction("oru", goal=Goal("destroy-the-foe", "vael"), policy=Policy(rerolls=9))]
    ),
    "what was done in the turn": board(used={"oru/sacrifice"}, played={"oru"}),
}


@pytest.mark.parametrize("state", [pytest.param(it, id=name) for name, it in HIDDEN.items()])
def test_what_it_does_not_know_is_not_on_the_known_board(state: State) -> None:
    assert known(state) == known(board())


def test_an_alliance_of_others_is_not_known_even_if_they_are() -> None:
    state = board(allies={("kell", "oru"), ("oru", "vael")})
    assert known(state, things=EVERYTHING).eve.allies == {("oru", "vael")}


#: What Vael has seen of the Guard, of which it sees no more.
GUARD: Final[dict[str, Any]] = {
    "name": "The Guard",
    "type": "Infantry",
    "base": False,
    "headquarters": False,
    "faction": faction_ref("oru"),
    "at": place_ref("moor"),
    "gone": False,
}
FALLEN: Final = faction("oru", collapsed=True)


def seen(**facts: Any) -> dict[str, Facts]:
    """That Vael saw the Guard, or what it saw instead."""
    return {"guard/place": Facts({**GUARD, **facts})}


#: What Vael has seen, and a board, on which it does not know of anything there.
FORGOTTEN: Final[Mapping[str, tuple[dict[str, Facts], State]]] = {
    "never seen anywhere": ({"guard/hp": Facts({**GUARD, "hp": 2})}, board(house=OWNER)),
    "gone": (seen(gone=True), board(house=OWNER)),
    "whose it was is not known": (seen(faction=None), board(house=OWNER)),
    "where it was is not known": (seen(at=None), board(house=OWNER)),
    "of a faction that is no more": (seen(faction=faction_ref("dorn")), board(house=OWNER)),
    "of a faction that has collapsed": (seen(), board(house=OWNER, factions=[FALLEN])),
    "of a type that is no more": (seen(type="Dragons"), board(house=OWNER)),
    "of a faction that it does not know": (seen(faction=faction_ref("kell")), board(house=OWNER)),
    "at a place that it does not know": (seen(at=place_ref("fen")), board(house=OWNER)),
    "not where everything is public": (seen(), board()),
    "not where it sees everything": (seen(at=place_ref("ford")), board(house=RUMORED)),
}


@pytest.mark.parametrize("name", FORGOTTEN)
def test_what_is_remembered_in_vain_is_not_on_the_known_board(name: str) -> None:
    remembered, state = FORGOTTEN[name]
    assert known(state, remembered) == known(state)


# ── What it knows ────────────────────────────────────────────────────────────────────────────────


def others(found: KnownState) -> dict[str, Piece]:
    """The pieces of others on a known board, without their seats."""
    board = found.eve
    pieces: dict[str, Piece] = {**board.assets, **board.bases}
    return {id: it for id, it in pieces.items() if it.faction != "vael" and id != "oru-hall"}


HP: Final = SHIPPED.assets["infantry"].hp
AT_MOOR: Final = Asset("guard", "The Guard", "oru", "moor", "infantry", HP)
CAMP: Final = Base("guard", "The Guard", "oru", "moor", 1, 1)
#: What Vael has seen, a board, and what it knows of others there beside the seat of the Oru.
SEEN: Final[Mapping[str, tuple[dict[str, Facts], State, Piece]]] = {
    "an asset with nothing that its owner alone knows": (
        {},
        board(asset("infantry", "oru", "moor", "guard", hp=1, ready=9, marks=(Mark("pinned"),))),
        replace(AT_MOOR, name="The guard"),
    ),
    "a base with the least hit points": (
        {},
        board(base("guard", "oru", "moor", 7, endured=True)),
        replace(CAMP, name="The guard"),
    ),
    "an asset with the hit points last seen": (
        {"guard/hp": Facts({**GUARD, "hp": 2})},
        board(asset("infantry", "oru", "moor", "guard", hp=1)),
        replace(AT_MOOR, name="The guard", hp=2),
    ),
    "a base with the hit points last seen": (
        {"guard/hp": Facts({**GUARD, "hp": 3})},
        board(base("guard", "oru", "moor", 7)),
        replace(CAMP, name="The guard", hp=3, maximum=3),
    ),
    "where it is, not where it was": (
        seen(),
        board(asset("infantry", "oru", "ford", "guard"), house=RUMORED),
        replace(AT_MOOR, name="The guard", at="ford"),
    ),
    "where it was, as long as nobody sees that it went": (
        seen(),
        board(asset("infantry", "oru", "mill", "guard"), house=RUMORED),
        AT_MOOR,
    ),
    "where it was, and is hidden now": (
        seen(at=place_ref("ford")),
        board(asset("infantry", "oru", "ford", "guard", stealth="hidden"), house=OWNER),
        replace(AT_MOOR, at="ford"),
    ),
    "a remembered asset with its hit points": (
        seen() | {"guard/hp": Facts({**GUARD, "hp": 2})},
        board(house=OWNER),
        replace(AT_MOOR, hp=2),
    ),
    "a remembered base": (seen(base=True, type=""), board(house=OWNER), CAMP),
    "a remembered seat with its hit points": (
        seen(base=True, type="", headquarters=True) | {"guard/hp": Facts({**GUARD, "hp": 5})},
        board(house=OWNER),
        replace(CAMP, hp=5, maximum=5, headquarters=True),
    ),
}


@pytest.mark.parametrize("name", SEEN)
def test_others_are_known_as_seen(name: str) -> None:
    remembered, state, expected = SEEN[name]
    assert others(known(state, remembered)) == {"guard": expected}


def test_its_own_is_known_as_it_is() -> None:
    own = faction("vael", hp=3, treasure=7, goal=Goal("blood-the-enemy"), policy=Policy(rerolls=2))
    hurt = asset("infantry", at="ford", hp=1, stealth="hidden", marks=(Mark("pinned"),), ready=9)
    post = base("post", hp=2, maximum=4)
    found = known(board(hurt, post, factions=[own], house=OWNER)).eve
    assert found.factions["vael"] == own
    assert found.assets == {"infantry": hurt}
    assert found.bases.keys() == {"post", "vael-hall"}
    assert found.bases["post"] == post


def test_the_known_are_known_to_rule_to_be_allied_and_at_war() -> None:
    row = PlaceState(
        "ford",
        ruler="oru",
        closed=True,
        forbids=frozenset({"kell", "vael", "oru"}),
        admits=frozenset({"oru"}),
    )
    both = frozenset({"oru", "kell"})
    own = faction("vael", policy=Policy(at_war=both, contest=both))
    found = known(board(barred=[row], factions=[own, FALLEN], allies={("oru", "vael")})).eve
    # Vael itself is no less known for not being among the things that it knows.
    assert found.places["ford"] == replace(
        row,
        neighbours=("castle", "mill"),
        forbids=frozenset({"vael", "oru"}),
    )
    assert found.places["mill"].neighbours == ("ford",)
    assert found.places.keys() == {"isle", "quay", "castle", "ford", "mill", "moor"}
    assert found.factions["vael"].policy == Policy(
        at_war=frozenset({"oru"}), contest=frozenset({"oru"})
    )
    assert found.factions["oru"] == FactionState("oru", 1, 1, 1, "none", 0, 0, collapsed=True)
    assert found.factions.keys() == {"vael", "oru"}
    assert found.allies == {("oru", "vael")}


def test_the_ratings_of_rivals_lie_between_the_lowest_and_the_highest() -> None:
    found = known(board())
    assert found.weak.factions["vael"] == found.strong.factions["vael"] == found.own
    assert found.weak.factions["oru"].ratings == (1, 1, 1)
    assert found.strong.factions["oru"].ratings == (MAX_RATING,) * 3


def test_who_can_be_ordered_is_told_from_who_can_not() -> None:
    pieces = (
        asset("infantry", id="ready"),
        asset("infantry", id="fresh", ready=TURN + 1),
        asset("infantry", id="rogue", marks=(Mark("rogue"),)),
        asset("infantry", "oru", "ford", id="ally"),
        asset("infantry", "kell", "ford", id="rival"),
        asset("infantry", "dorn", "ford", id="fallen"),
    )
    dorn = replace(faction("kell", collapsed=True), id="dorn")
    state = board(*pieces, house={"friends": "allies"}, allies={("oru", "vael")})
    found = known(state.with_faction(dorn), things=EVERYTHING)
    assert found.rivals() == ("kell", "oru")
    assert ids(found.obedient_assets()) == ["fresh", "ready"]
    assert ids(found.usable_assets()) == ["ready"]
    assert ids(found.others()) == ["ally", "rival"]
    assert ids(found.friendly_assets()) == ["fresh", "ready", "ally"]


def ids(found: Collection[Asset]) -> list[str]:
    return [it.id for it in found]


# ── Chances ──────────────────────────────────────────────────────────────────────────────────────

PLOT: Final = "just-as-planned"
#: What else there is, what Vael has seen of it, and the chances in ten thousandths.
#:
#: Vael's Cunning is 4, a rival's from 1 to 8, and both throw a die. The best case is a rival at 1:
#: 1 to 7 of the ten results of Vael's die are lost against 4 to 10 on the rival's. The worst is one
#: at 8: 5 to 9 of the ten are lost against 1 to 5, and all against 6 to 10.
REROLLS: Final[Mapping[str, tuple[Collection[Asset], dict[str, Any], dict[str, Facts], Any]]] = {
    "none where nobody can": ((), {"rerolls": 3}, {}, (1500, 7200)),
    "none that are not wanted": ((asset(PLOT),), {"rerolls": 0}, {}, (1500, 7200)),
    # 1 - (0.5² + 0.6² + 0.7² + 0.8² + 0.9² + 5) / 10 and 1 - (0.1² + … + 0.7²) / 10
    "one that is wanted": ((asset(PLOT),), {"rerolls": 1}, {}, (2450, 8600)),
    "one that its bearer survives": ((asset(PLOT, hp=1),), {"rerolls": 3}, {}, (2450, 8600)),
    # Two for 6 and 1 hit points, three for 1 each: 1 - (0.5³ + … + 5) / 10, 1 - (0.1⁴ + …) / 10
    "two or three": ((asset(PLOT, hp=7),), {"rerolls": 3}, {}, (3075, Fraction(95324, 10))),
    # 0.1² + … + 0.5²: Vael wins with 6 to 10 on its die, and does so twice.
    "one of a rival, who may not want it": (
        (asset(PLOT, "oru", "castle", "plot", hp=1),),
        {},
        {"plot/hp": Facts({**GUARD, "type": "Just As Planned", "hp": 1})},
        (550, 7200),
    ),
}


@pytest.mark.parametrize(
    ("there", "own", "past", "chances"),
    [pytest.param(*it, id=f"W-FX-REROLLS {name}") for name, it in REROLLS.items()],
)
def test_chances_are_with_rerolls_at_best_and_at_worst(
    there: Collection[Asset],
    own: dict[str, Any],
    past: dict[str, Facts],
    chances: tuple[Fraction, Fraction],
) -> None:
    ours, theirs = asset("informers"), asset("informers", "oru", "castle", "ears")
    vael = faction("vael", policy=Policy(**own))
    state = known(board(ours, theirs, *there, factions=[vael]), past)
    attack = SHIPPED.assets["informers"].attack
    assert attack is not None
    likely = state.likely(*attack_sides(state.board, ours, theirs, attack, "vael"))
    assert likely is not None
    assert (likely.least * 10_000, likely.most * 10_000) == chances


def test_a_zealot_rolls_an_attack_again_once() -> None:
    ours, theirs = asset("informers"), asset("informers", "oru", "castle", "ears")
    vael = faction("vael", tags=("zealot",), policy=Policy(rerolls=3))
    state = known(board(ours, theirs, factions=[vael]))
    attack = SHIPPED.assets["informers"].attack
    assert attack is not None
    likely = state.likely(*attack_sides(state.board, ours, theirs, attack, "vael"))
    assert likely is not None
    assert (likely.least, likely.most) == (Fraction(2450, 10_000), Fraction(8600, 10_000))
