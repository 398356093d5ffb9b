"""The board that one faction knows: its own assets, and all others as last seen.

Forms are built only from this board, so they reveal nothing beyond the faction's sheets and its
memory.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts, Ref, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.kit.memory import Remembered
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Catalogue
from chronicle.rules.lieutenants.sheets.others import remembered_assets
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Condition,
    Facility,
    FactionState,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    State,
    Statistics,
    Unit,
    owners,
)
from chronicle.rules.protocol import Memory

_CONDITIONS: Final[tuple[Condition, ...]] = get_args(Condition)
#: Replaces the captor of the faction's own prisoners.
UNKNOWN_CAPTOR: Final = "?"


class KnownState(Record):
    """The board that a faction knows.

    ``own`` are the assets that the faction can use, and ``others`` those of others as last known;
    both are sorted by id. For assets in ``unsure``, too little is known to compute chances.
    ``turn`` is the one to give orders for.
    """

    faction: str
    turn: int
    state: State
    own: tuple[Asset, ...]
    others: tuple[Asset, ...]
    unsure: frozenset[str]

    def locations(self) -> Iterator[PlaceState]:
        """Return the locations that the faction knows."""
        return (place for place in self.state.places.values() if place.tier == "location")

    def knows_figures_of(self, asset: Asset) -> bool:
        """Return whether the figures of an asset, and of its faction's others there, are known."""
        return self.knows_figures_at(asset.faction, asset.at)

    def knows_figures_at(self, faction: str, at: str) -> bool:
        """Return whether the figures of all assets of a faction at a location are known."""
        assets = (self.state.assets[id] for id in self.unsure)
        return not any((asset.faction, asset.at) == (faction, at) for asset in assets)


def is_out_of_play(asset: Asset) -> bool:
    """Return whether an asset is out of play, as are those who left their faction (L-TURN-6)."""
    if isinstance(asset, Item | Information):
        return False
    return asset.condition in OUT_OF_ACTION or (
        not asset.faction and not isinstance(asset, Facility)
    )


def known_state_of(
    state: State, memory: Memory, faction: str, turn: int, known: Collection[Ref]
) -> KnownState:
    """Return the board that a faction knows, of the factions and places that it knows."""
    view = BoardView(state, state, faction, gm=False)
    assets: dict[str, Asset] = {}
    unsure: set[str] = set()
    catalogue = state.house.catalogue
    for id, parts in remembered_assets(view, memory).items():
        found = _remembered_asset(id, parts, catalogue, known)
        if found is not None:
            assets[id] = found
        if isinstance(found, Minion) and not _has_figures(found, parts):
            unsure.add(id)
    for id, asset in state.assets.items():
        if faction in owners(asset):
            assets[id] = _own_asset(view, asset)
        elif isinstance(asset, Minion) and asset.held_by == faction:
            prisoner = assets.get(id)
            if not isinstance(prisoner, Minion):
                prisoner = _unknown_prisoner(asset)
                unsure.add(id)
            whose = asset.faction if faction_ref(asset.faction) in known else ""
            assets[id] = replace(prisoner, at=asset.at, held_by=faction, faction=whose)
    board = State(
        turn=state.turn,
        factions={
            id: _own_figures(it, known)
            if id == faction
            else FactionState(id, it.npc, 0, 0, 0, 0, 0)
            for id, it in state.factions.items()
            if id == faction or faction_ref(id) in known
        },
        assets=assets,
        places=_known_places(view, memory, known),
        house=state.house,
        projects={id: it for id, it in state.projects.items() if it.faction == faction},
        standing={id: it for id, it in state.standing.items() if it.faction == faction},
        stances={id: it for id, it in state.stances.items() if it.faction == faction},
    )
    return _known_state(board, faction, turn, frozenset(unsure))


def whole_state_of(state: State, faction: str, turn: int) -> KnownState:
    """Return the board as the GM knows it, for the orders of a faction.

    It is without what is hidden from the faction, which no order may name (LT080), and what is
    nowhere any more.
    """
    board = replace(
        state,
        assets={
            id: it
            for id, it in state.assets.items()
            if faction in owners(it) or (state.at(it) and not state.hidden(it, faction))
        },
        places={id: it for id, it in state.places.items() if it.known(faction)},
        projects={id: it for id, it in state.projects.items() if it.faction == faction},
        standing={id: it for id, it in state.standing.items() if it.faction == faction},
        stances={id: it for id, it in state.stances.items() if it.faction == faction},
    )
    return _known_state(board, faction, turn, frozenset())


def _known_state(board: State, faction: str, turn: int, unsure: frozenset[str]) -> KnownState:
    listed = [asset for _, asset in sorted(board.assets.items())]
    own = tuple(asset for asset in listed if faction in owners(asset))
    others = tuple(it for it in listed if faction not in owners(it) and not is_out_of_play(it))
    return KnownState(faction, turn, board, own, others, unsure)


def _own_figures(own: FactionState, known: Collection[Ref]) -> FactionState:
    """Return the faction's own figures, without factions that it does not know."""
    influence = {id: n for id, n in own.influence.items() if faction_ref(id) in known}
    allies = frozenset(id for id in own.allies if faction_ref(id) in known)
    return replace(own, influence=influence, allies=allies)


def _own_asset(view: BoardView, asset: Asset) -> Asset:
    """Return one of the faction's assets without what the faction can't know.

    Hidden are the faction that a double agent serves, who found the asset, and who holds it.
    """
    if asset.hiding is not None:
        hiding = HiddenStatus(asset.hiding.level, must_stay=asset.hiding.must_stay)
        asset = replace(asset, hiding=hiding)
    known = view.whereabouts(view.after, asset) is not None
    if isinstance(asset, Item | Information):
        return asset if known else replace(asset, at="", holder="")
    asset = asset if known else replace(asset, at="")
    if isinstance(asset, Facility):
        return asset
    serves = asset.agent_of if asset.agent_of == view.faction else ""
    # The faction knows that the asset is a prisoner, but not who the captor is.
    held = asset.held_by if known or not asset.held_by else UNKNOWN_CAPTOR
    return replace(asset, agent_of=serves, held_by=held)


def _known_places(
    view: BoardView, memory: Memory, known: Collection[Ref]
) -> Mapping[str, PlaceState]:
    """Return the places that the faction knows, each with the known ones beside and around it."""
    places = {it.id: it for it in view.after.places.values() if place_ref(it.id) in known}
    return {
        id: replace(
            _known_place(view, place, memory, known),
            within=place.within if place.within in places else "",
            neighbours=tuple(it for it in place.neighbours if it in places),
        )
        for id, place in places.items()
    }


def _known_place(
    view: BoardView, place: PlaceState, memory: Memory, known: Collection[Ref]
) -> PlaceState:
    """Return a place as on its sheet; a secret purchase of it does not show."""
    if place.tier != "location":
        return place
    owner = place.owner if view.knows_secret_of(place.id) else ""
    if owner == view.faction:
        return replace(place, secret=False, known_to=frozenset())
    stash = memory.get(f"place/{place.id}/stash")
    capital = stash.facts["capital"] if stash is not None else 0
    return PlaceState(
        id=place.id,
        tier=place.tier,
        within=place.within,
        neighbours=(),
        owner=owner if faction_ref(owner) in known else "",
        capital=capital if isinstance(capital, int) else 0,
        cost=NO_PRICE if owner else place.cost,
    )


# ── Memory ───────────────────────────────────────────────────────────────────────────────────────


def _remembered_asset(
    id: str, parts: Remembered, catalogue: Catalogue, known: Collection[Ref]
) -> Asset | None:
    """Return an asset of others as last known; unknown figures are empty or 0."""
    last = parts.newest.facts
    name, whose = str(last["name"]), _ref_id(last["faction"], known)
    at = _ref_id(parts.fact("place", "at"), known)
    condition = _condition(parts.fact("condition", "condition"))
    level = _level(parts, catalogue)
    match last["kind"]:
        case "lieutenant":
            figures = parts.fact("figures", "statistics")
            statistics = Statistics(**_numbers(figures)) if isinstance(figures, Facts) else None
            return Lieutenant(id, name, whose, at, level, statistics or Statistics(), condition)
        case "unit":
            made = _type_id(parts, catalogue)
            unit = Unit(id, name, whose, at, "", level, (), condition=condition)
            if made == "":
                return unit
            kind = catalogue.units[made]
            return replace(
                unit,
                type=made,
                competencies=kind.competencies,
                kinds=kind.kinds,
                powers=kind.powers,
            )
        case "item":
            return Item(id, name, whose, at)
        case "information":
            return Information(id, name, whose, at)
        case "facility":
            return Facility(id, name, whose, at, _type_id(parts, catalogue), level, condition)
        case _:
            return None


def _has_figures(minion: Minion, parts: Remembered) -> bool:
    """Return whether all figures that a check needs are known."""
    if isinstance(minion, Unit):
        return bool(minion.type)
    return isinstance(parts.fact("figures", "statistics"), Facts)


def _unknown_prisoner(asset: Minion) -> Minion:
    """Return a prisoner with only id, name, faction and location; all else is unknown."""
    if isinstance(asset, Lieutenant):
        return Lieutenant(asset.id, asset.name, asset.faction, asset.at, 0, Statistics())
    return Unit(asset.id, asset.name, asset.faction, asset.at, "", 0, ())


def _ref_id(fact: Fact, known: Collection[Ref]) -> str:
    return fact.id if isinstance(fact, Ref) and fact in known else ""


def _condition(fact: Fact) -> Condition:
    return next((known for known in _CONDITIONS if known == fact), "undamaged")


def _numbers(facts: Facts) -> dict[str, int]:
    return {name: value for name, value in facts.items() if isinstance(value, int)}


def _type_id(parts: Remembered, catalogue: Catalogue) -> str:
    """Return the type id of a unit or facility, found by the type's name; empty if unknown."""
    name = parts.fact("type", "type")
    types = [(made.id, made.name) for made in catalogue.units.values()]
    types += [(made.id, made.name) for made in catalogue.facilities.values()]
    return next((id for id, known in types if known == name), "")


def _level(parts: Remembered, catalogue: Catalogue) -> int:
    """Return the level last seen, else that of the type; 0 if both are unknown."""
    level = parts.fact("figures", "level")
    if isinstance(level, int):
        return level
    made = _type_id(parts, catalogue)
    found = catalogue.units.get(made) or catalogue.facilities.get(made)
    return found.level if found is not None else 0
