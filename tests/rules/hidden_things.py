"""Boards with more that a faction does not know: places, factions, ways and assets of all kinds."""

from __future__ import annotations

from typing import Any, Final

from chronicle.records import replace
from chronicle.rules.lieutenants import state as lieutenants
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Price
from chronicle.rules.shadow.state import RESERVE, Actor, Power, Resource
from chronicle.rules.shadow.state import State as ShadowState
from chronicle.rules.wwn import state as wwn_state

#: The ids of what is hidden; some sort before all others, some after.
HOUSE: Final = "a-hidden-house"
TOWN: Final = "zz-hidden-town"
STRANGERS: Final = "a-hidden-faction"


def with_hidden_things(ruleset: str, state: Any, reader: str) -> Any:
    """The board with more that a reader does not know, and that it cannot tell from this one."""
    match ruleset:
        case "lieutenants":
            return _with_hidden_lieutenants(state, reader)
        case "wwn":
            return _with_hidden_assets(state, reader)
        case "shadow":
            return _with_hidden_powers(state, reader)
        case _:
            return state


# ── Lieutenants ──────────────────────────────────────────────────────────────────────────────────


def _with_hidden_lieutenants(state: lieutenants.State, reader: str) -> lieutenants.State:
    rival = next((it for it in sorted(state.factions) if it != reader), STRANGERS)
    places = {**state.places}
    for number, place in enumerate(state.places.values()):
        if place.tier != "locale":
            continue
        for owner, id in (("", f"{HOUSE}-{number}"), (rival, f"zz-house-{number}")):
            price = Price(1, "capital") if not owner else NO_PRICE
            places[id] = lieutenants.PlaceState(
                *(id, "location", place.id, (), owner, 3),
                cost=price,
                secret=True,
                unlisted=True,
                known_to=frozenset({owner} - {""}),
                admits=frozenset({reader}),
            )
        town = f"{TOWN}-{number}"
        places[town] = lieutenants.PlaceState(town, "locale", place.within, (place.id,))
        places[place.id] = replace(place, neighbours=(*place.neighbours, town))
        home = f"club-{number}"
        places[home] = lieutenants.PlaceState(
            *(home, "location", town, ()), secret=True, unlisted=True
        )
    spots = [it for it in places.values() if it.tier == "location"]
    strangers = lieutenants.FactionState(STRANGERS, True, 3, 1, 1, 9, 9)
    assets = {**state.assets}
    for number, place in enumerate(spots):
        for whose in (rival, STRANGERS):
            assets |= {it.id: it for it in _hidden_assets(f"{number}-{whose}", whose, place.id)}
    club = next(it.id for it in spots if it.id.startswith("club-"))
    link = lieutenants.Facility("a-tunnel", "A Tunnel", rival, spots[0].id, "tunnel", 1)
    assets[link.id] = replace(link, link="tunnel", to=club)
    return replace(
        state,
        factions={STRANGERS: strangers, **state.factions},
        places=places,
        assets=assets,
        watches=state.watches | {lieutenants.Watch(rival, spots[0].id)},
        claims={**state.claims, (STRANGERS, spots[0].id): rival},
    )


def _hidden_assets(id: str, whose: str, at: str) -> tuple[lieutenants.Asset, ...]:
    hiding = lieutenants.HiddenStatus(3)
    return (
        lieutenants.Lieutenant(
            *(f"he-{id}", f"He {id}", whose, at, 3, lieutenants.Statistics(2, 2, 2, 2)),
            hiding=hiding,
        ),
        lieutenants.Unit(
            *(f"they-{id}", f"They {id}", whose, at, "", 3, ("force", "sneak")), hiding=hiding
        ),
        lieutenants.Item(f"it-{id}", f"It {id}", whose, at, hiding=hiding),
        lieutenants.Information(f"this-{id}", f"This {id}", whose, at, hiding=hiding),
        lieutenants.Facility(f"shop-{id}", f"Shop {id}", whose, at, "", 2, hiding=hiding),
    )


# ── Assets ───────────────────────────────────────────────────────────────────────────────────────


def _with_hidden_assets(state: wwn_state.State, reader: str) -> wwn_state.State:
    """All places are neighbours of a hidden one; a hidden faction has its seat there."""
    rival = next((it for it in state.living() if it != reader), STRANGERS)
    spots = [it.position for it in state.places.values() if it.position is not None]
    middle = tuple(sum(each) / len(spots) for each in zip(*spots, strict=True)) if spots else None
    places = {
        id: replace(it, neighbours=(*it.neighbours, HOUSE)) for id, it in state.places.items()
    }
    places[HOUSE] = wwn_state.PlaceState(
        HOUSE, STRANGERS, water=True, neighbours=tuple(state.places), position=middle
    )
    # Whoever rules a place that the reader knows may be unknown to it: so are those it bans.
    places = {
        id: it if it.ruler else replace(it, ruler=STRANGERS, admits=it.admits | {STRANGERS})
        for id, it in places.items()
    }
    own = state.factions[reader]
    policy = replace(own.policy, at_war=own.policy.at_war | {STRANGERS})
    strangers = replace(own, id=STRANGERS, policy=wwn_state.Policy(), goal=None)
    types = state.house.catalogue.assets.values()
    hidden = {
        f"a-{number}-{whose}-{made.id}": wwn_state.Asset(
            f"a-{number}-{whose}-{made.id}", "A Thing", whose, at, made.id, made.hp, "hidden"
        )
        for number, at in enumerate(places)
        for whose in (rival, STRANGERS)
        for made in types
    }
    seat = wwn_state.Base("a-seat", "A Seat", STRANGERS, HOUSE, 9, 9, True)
    return replace(
        state,
        factions={**state.factions, reader: replace(own, policy=policy), STRANGERS: strangers},
        assets={**hidden, **state.assets},
        bases={seat.id: seat, **state.bases},
        places=places,
        allies=state.allies | {(min(pair := (STRANGERS, reader)), max(pair))},
    )


# ── Shadow powers ────────────────────────────────────────────────────────────────────────────────


def _with_hidden_powers(state: ShadowState, reader: str) -> ShadowState:
    """A power and a sphere more, and others' pieces where nobody sees them go."""
    powers = {
        id: it
        if id == reader
        else replace(
            it,
            actor=replace(it.actor, sphere=RESERVE),
            resources={key: replace(item, sphere=RESERVE) for key, item in it.resources.items()},
            assisted=it.assisted + 1,
        )
        for id, it in state.powers.items()
    }
    guests = tuple(
        Resource(f"they-{sphere}", f"They at {sphere}", "spies", 3, sphere)
        for sphere in (*state.neighbours, TOWN)
    )
    strangers = Power(
        *(STRANGERS, 5, Actor("He", active=True, sphere=TOWN), {TOWN: 2}),
        resources={it.id: it for it in guests},
    )
    return replace(
        state,
        powers={STRANGERS: strangers, **powers},
        seating=(STRANGERS, *state.seating),
        neighbours={
            **{sphere: (*near, TOWN) for sphere, near in state.neighbours.items()},
            TOWN: tuple(state.neighbours),
        },
    )
