"""What a faction knows of a board, thing by thing: Vael knows neither the temple nor the road."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Any, Final

import pytest

from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants.catalogue import NO_PRICE, built_in_catalogue
from chronicle.rules.lieutenants.known_state import UNKNOWN_CAPTOR, KnownState, known_state_of
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    FactionState,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    PlaceState,
    Project,
    Rally,
    Stance,
    StandingModifier,
    State,
    Statistics,
    Unit,
    Watch,
)
from chronicle.rules.protocol import Sighting
from tests.known_things import EVERYTHING
from tests.rules.lieutenants.boards import (
    ADA,
    PLACES,
    board,
    capital,
    facility,
    faction,
    lieutenant,
    location,
    unit,
)

#: All that Vael knows beside itself: not the road, nor the inn on it.
KNOWN: Final = frozenset(
    {
        *map(faction_ref, ("oru", "watch")),
        *map(place_ref, ("vale", "town", "manor", "mill", "market", "cellar", "ford")),
    }
)
BY_ID: Final = {place.id: place for place in PLACES}
#: What is told of whatever Vael has seen of the Oru at the mill.
FOX: Final[dict[str, Fact]] = {"name": "Fox", "kind": "lieutenant", "faction": faction_ref("oru")}
AT_MILL: Final = {"at": place_ref("mill")}


def known(
    state: State,
    seen: Mapping[str, Mapping[str, Fact]] | None = None,
    things: Collection[Ref] = KNOWN,
) -> KnownState:
    """What Vael knows of a board, having seen this."""
    memory = {id: Sighting(id, Facts(facts), 1) for id, facts in (seen or {}).items()}
    return known_state_of(state, memory, "vael", 4, things)


def fox(what: str, **facts: Fact) -> dict[str, dict[str, Fact]]:
    """That Vael saw something of Fox, or of what else has the id."""
    return {f"fox/{what}": {**FOX, **facts}}


# ── What it does not know ────────────────────────────────────────────────────────────────────────


def bare(*, faction: str = "", places: Collection[str] = ()) -> State:
    """The board without a faction, or without places."""
    state = board()
    return replace(
        state,
        factions={id: it for id, it in state.factions.items() if id != faction},
        places={
            id: replace(
                it,
                within="" if it.within in places else it.within,
                neighbours=tuple(near for near in it.neighbours if near not in places),
            )
            for id, it in state.places.items()
            if id not in places
        },
    )


def captive(at: str, by: str) -> State:
    """Vael's Pack as a prisoner, with the map that it holds."""
    pack = unit("pack", at=at, held_by=by)
    return board(pack, Item("map", "a map", "vael", at, "pack"))


def found_by(*factions: str) -> State:
    """Vael's Pack in hiding."""
    return board(unit("pack", hiding=HiddenStatus(2, frozenset(factions), must_stay=True)))


#: Boards that differ in what Vael does not know; if only one is given, the other is the plain one.
HIDDEN: Final[Mapping[str, tuple[State, ...]]] = {
    "no faction that it does not know": (bare(faction="temple"),),
    "no place that it does not know": (bare(places=("road", "inn")),),
    "others' figures": (board(factions=(faction("oru", capital=9, allies={"watch"}),)),),
    "its influence with a faction that it does not know": (
        board(factions=(faction("vael", influence={"temple": 2}),)),
    ),
    "its alliance with a faction that it does not know": (
        board(factions=(faction("vael", allies=frozenset({"temple"})),)),
    ),
    "an owner that it does not know": (
        board().with_place(location("ford", within="road", owner="temple")),
    ),
    "a secret owner": (
        board().with_place(
            replace(BY_ID["market"], owner="oru", secret=True, known_to=frozenset({"oru"}))
        ),
    ),
    "what is in another's place": (
        board().with_place(
            replace(BY_ID["mill"], capital=9, income=2, level=3, admits=frozenset({"watch"}))
        ),
    ),
    "others' assets": (
        board(
            lieutenant("fox", "oru"),
            unit("boys", "oru"),
            facility("shop"),
            Item("coin", "a coin", "oru", "mill"),
            Information("word", "a word", "oru", "mill"),
        ),
    ),
    "whom a double agent serves": (board(replace(ADA, agent_of="oru")),),
    "who has found an asset in hiding": (found_by("oru"), found_by()),
    "where a prisoner is, and with whom": (captive("mill", "oru"), captive("inn", "temple")),
    "others' projects": (
        board(projects={"p": Project("p", "research", "it", "oru", 3, 1, hold=False, worked=2)}),
    ),
    "others' modifiers": (
        board(standing={"m": StandingModifier("m", 2, "L-CHK-7", "oru", ("raid",))}),
    ),
    "others' stances": (
        board(stances={"fox": Stance("fox", "oru", "ambush", "mill", (), ("vael",), "cautious")}),
    ),
    "others' watches": (board(watches=frozenset({Watch("oru", "ada")})),),
    "others' claims": (
        board(
            claims={("watch", "market"): "oru"},
            claimants=frozenset({("market", "oru")}),
            rallies={"r": Rally("r", "watch", "oru", "vael", concerted=False, turn=2)},
        ),
    ),
}


@pytest.mark.parametrize("name", HIDDEN)
def test_what_it_does_not_know_is_not_on_the_known_board(name: str) -> None:
    one, *others = HIDDEN[name]
    assert known(one) == known(others[0] if others else board())


@pytest.mark.parametrize(
    "seen",
    [
        pytest.param(fox("place", **AT_MILL, kind="dragon"), id="of a kind that there is not"),
        pytest.param({"ada/place": {**FOX, **AT_MILL}}, id="of what is its own now"),
        pytest.param({"claim/watch/mill": {"backs": None}}, id="of a claim"),
    ],
)
def test_what_is_remembered_in_vain_is_not_on_the_known_board(
    seen: dict[str, dict[str, Fact]],
) -> None:
    assert known(board(), seen) == known(board())


# ── What it knows of others ──────────────────────────────────────────────────────────────────────

THIEVES: Final = built_in_catalogue().units["thief-pack"]
MAN: Final = Lieutenant("fox", "Fox", "oru", "mill", 0, Statistics())
MEN: Final = Unit("fox", "Fox", "oru", "mill", "", 0, ())
PACK: Final = replace(
    MEN,
    type=THIEVES.id,
    level=THIEVES.level,
    competencies=THIEVES.competencies,
    kinds=THIEVES.kinds,
    powers=THIEVES.powers,
)
SHOP: Final = Facility("fox", "Fox", "oru", "mill", "craftsmen", 6)
HERE: Final = fox("place", **AT_MILL)
FIGURES: Final[dict[str, Fact]] = {
    "level": 3,
    "statistics": Facts(force=2, sneak=1, charm=0, lore=-1),
}
THIEF_TYPE: Final = fox("type", kind="unit", type="Thief Pack")
#: What Vael has seen, what it knows then, and whether that is enough for chances.
SEEN: Final[Mapping[str, tuple[dict[str, dict[str, Fact]], Asset, bool]]] = {
    "a lieutenant": (HERE, MAN, False),
    "a lieutenant and his figures": (
        HERE | fox("figures", **FIGURES),
        replace(MAN, level=3, statistics=Statistics(2, 1, 0, -1)),
        True,
    ),
    "a lieutenant and his level": (
        HERE | fox("figures", level=3, statistics=None),
        replace(MAN, level=3),
        False,
    ),
    "a lieutenant and his condition": (
        HERE | fox("condition", condition="damaged"),
        replace(MAN, condition="damaged"),
        False,
    ),
    "a lieutenant somewhere": (
        fox("condition", condition="damaged"),
        replace(MAN, at="", condition="damaged"),
        False,
    ),
    "a unit": (fox("place", **AT_MILL, kind="unit"), MEN, False),
    "a unit and its type": (fox("place", **AT_MILL, kind="unit") | THIEF_TYPE, PACK, True),
    "a unit, its type and its level": (
        THIEF_TYPE | fox("figures", kind="unit", level=6, statistics=None),
        replace(PACK, at="", level=6),
        True,
    ),
    "an item": (fox("place", **AT_MILL, kind="item"), Item("fox", "Fox", "oru", "mill"), True),
    "an information": (
        fox("place", **AT_MILL, kind="information"),
        Information("fox", "Fox", "oru", "mill"),
        True,
    ),
    "a facility": (
        fox("place", **AT_MILL, kind="facility"),
        replace(SHOP, type="", level=0),
        True,
    ),
    "a facility, its type and its condition": (
        fox("place", **AT_MILL, kind="facility")
        | fox("type", kind="facility", type="Craftsmen")
        | fox("condition", kind="facility", condition="destroyed"),
        replace(SHOP, condition="destroyed"),
        True,
    ),
    "who serves a faction that it does not know": (
        fox("place", **AT_MILL, faction=faction_ref("temple")),
        replace(MAN, faction=""),
        False,
    ),
    "who is at a place that it does not know": (
        fox("place", at=place_ref("inn")),
        replace(MAN, at=""),
        False,
    ),
}


@pytest.mark.parametrize("name", SEEN)
def test_others_are_known_as_seen(name: str) -> None:
    seen, expected, sure = SEEN[name]
    found = known(board(), seen)
    assert found.state.assets == {"ada": ADA, "fox": expected}
    assert found.unsure == (frozenset() if sure else {"fox"})


def test_what_was_never_seen_is_nothing_even_to_who_knows_everything() -> None:
    found = known(board(), fox("place", faction=None, at=None), EVERYTHING)
    assert found.state.assets["fox"] == replace(MAN, faction="", at="")


def test_who_is_out_of_play_is_among_no_others() -> None:
    things: dict[str, dict[str, Fact]] = {
        "left": {"kind": "unit", "faction": None},
        "lost": {"kind": "lieutenant", "condition": "lost"},
        "ruin": {"kind": "facility", "condition": "destroyed"},
        "hut": {"kind": "facility", "faction": None},
        "coin": {"kind": "item", "faction": None},
        "word": {"kind": "information"},
        "boys": {"kind": "unit", "condition": "damaged"},
    }
    usual: dict[str, Fact] = {**FOX, "condition": "undamaged"}
    found = known(board(), {f"{id}/condition": {**usual, **it} for id, it in things.items()})
    assert [it.id for it in found.own] == ["ada"]
    assert [it.id for it in found.others] == ["boys", "coin", "hut", "word"]
    assert found.state.assets.keys() == {"ada", *things}


def test_a_prisoner_is_known_as_far_as_seen() -> None:
    state = board(
        lieutenant("fox", "oru", "manor", 5, force=3, held_by="vael"),
        lieutenant("wolf", "oru", "manor", held_by="vael"),
        unit("boys", "oru", "manor", held_by="vael"),
        unit("monks", "temple", "manor", held_by="vael"),
        unit("guard", "oru", held_by="watch"),
    )
    found = known(state, HERE | fox("figures", **FIGURES))
    boys = Unit("boys", "Boys", "oru", "manor", "", 0, (), held_by="vael")
    wolf = Lieutenant("wolf", "Wolf", "oru", "manor", 0, Statistics(), held_by="vael")
    seen = replace(wolf, id="fox", name="Fox", level=3, statistics=Statistics(2, 1, 0, -1))
    assert found.state.assets == {
        "ada": ADA,
        "fox": seen,
        "wolf": wolf,
        "boys": boys,
        "monks": replace(boys, id="monks", name="Monks", faction=""),
    }
    assert found.unsure == {"boys", "monks", "wolf"}


def test_chances_need_the_figures_of_all_of_a_faction_there() -> None:
    figures = {f"{id}/figures": {**FOX, **FIGURES} for id in ("fox", "wolf", "bear")}
    places = {"fox": "mill", "wolf": "market", "bear": "mill", "boys": "mill", "cat": "ford"}
    seen = {f"{id}/place": {**FOX, "at": place_ref(at)} for id, at in places.items()}
    seen["bear/place"]["faction"] = figures["bear/figures"]["faction"] = faction_ref("watch")
    found = known(board(), figures | seen)
    sure = [it.id for it in found.others if found.knows_figures_of(it)]
    assert sure == ["bear", "wolf"]
    # The figures of the boys, who are also there, are not known.
    assert not found.knows_figures_at("oru", "mill")
    assert found.knows_figures_at("oru", "market")


# ── What it knows of its own ─────────────────────────────────────────────────────────────────────


def test_its_own_is_known_as_it_is() -> None:
    own: tuple[Asset, ...] = (
        lieutenant("spy", "oru", agent_of="vael"),
        unit("pack", hiding=HiddenStatus(2, must_stay=True), condition="damaged"),
        facility("shop", "vael", "manor", condition="damaged"),
        Item("coin", "a coin", "vael", "", "ada", value=3),
        Information("word", "a word", "vael", "manor"),
    )
    project = Project("p", "research", "it", "vael", 3, 1, hold=False, worked=2)
    modifier = StandingModifier("m", 2, "L-CHK-7", "vael", ("raid",))
    stance = Stance("ada", "vael", "ambush", "mill", (), ("oru",), "cautious")
    more: dict[str, Any] = {
        "projects": {"p": project},
        "standing": {"m": modifier},
        "stances": {"ada": stance},
    }
    figures = faction(
        "vael", influence={"watch": 2, "oru": 1}, allies=frozenset({"watch"}), capital=7
    )
    found = known(board(*own, factions=(figures,), **more))
    assert found.own == (ADA, own[3], own[1], own[2], own[0], own[4])
    assert found.others == ()
    assert found.state.factions == {
        "vael": figures,
        "oru": FactionState("oru", False, 0, 0, 0, 0, 0),
        "watch": FactionState("watch", True, 0, 0, 0, 0, 0),
    }
    assert (found.state.projects, found.state.standing, found.state.stances) == (*more.values(),)


def test_of_a_prisoner_and_of_who_is_lost_nobody_knows_where_they_are() -> None:
    state = board(
        unit("held", held_by="oru"),
        unit("lost", condition="lost"),
        # Vael holds who serves it in secret: as a prisoner, it is where Vael knows.
        unit("spy", "oru", agent_of="vael", held_by="vael"),
        Item("map", "a map", "vael", "", "held"),
    )
    assert known(state).state.assets == {
        "ada": ADA,
        "held": unit("held", at="", held_by=UNKNOWN_CAPTOR),
        "lost": unit("lost", at="", condition="lost"),
        "spy": state.assets["spy"],
        "map": Item("map", "a map", "vael", ""),
    }


def test_places_are_known_as_on_their_sheets() -> None:
    stash = {"place/mill/stash": {"capital": 4}}
    mill, cellar = BY_ID["mill"], BY_ID["cellar"]
    town = PlaceState("town", "locale", "vale", (), work_factor=Fraction(1, 2), work_cap=3)
    state = board().with_place(replace(town, neighbours=("road",)))
    found = known(state.with_place(replace(mill, income=2, level=3)), stash)
    assert found.state.places == {
        "vale": BY_ID["vale"],
        "town": town,
        "manor": BY_ID["manor"],
        "mill": location("mill", owner="oru", capital=4, cost=NO_PRICE),
        "market": location("market", cost=capital(10)),
        "cellar": replace(cellar, secret=False, known_to=frozenset()),
        "ford": location("ford", within=""),
    }
    assert {it.id for it in found.locations()} == {"manor", "mill", "market", "cellar", "ford"}
