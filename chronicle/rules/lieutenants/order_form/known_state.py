"""The board as one faction has it: its own as it is, all else as it was last seen.

Forms are made of this board and of nothing else, so that they tell nothing that a faction's sheets
and its memory do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, get_args

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.catalogue import NO_PRICE, Catalogue
from chronicle.rules.lieutenants.sheets.others import Remembered, newest_sighting, remembered_assets
from chronicle.rules.lieutenants.state import (
    OUT_OF_ACTION,
    Asset,
    Condition,
    Facility,
    Faction,
    HiddenStatus,
    Information,
    Item,
    Lieutenant,
    Place,
    State,
    Statistics,
    Unit,
    owners,
)
from chronicle.rules.protocol import Sighting

Memory = Mapping[str, Sighting]
_CONDITIONS: Final[tuple[Condition, ...]] = get_args(Condition)
#: Stands for whoever keeps one's own prisoner.
UNKNOWN_CAPTOR: Final = "?"


@dataclass(frozen=True, slots=True)
class KnownState:
    """A faction's board; of the assets in ``unsure`` it does not know enough to reckon with.

    ``own`` is what the faction may use, ``others`` what others have or had when it was last heard
    of, both in order of id.
    """

    faction: str
    state: State
    own: tuple[Asset, ...]
    others: tuple[Asset, ...]
    unsure: frozenset[str]

    def locations(self) -> Iterator[Place]:
        """The locations that the faction knows of."""
        return (place for place in self.state.places.values() if place.tier == "location")

    def knows_figures_of(self, asset: Asset) -> bool:
        """Whether an asset's figures are known well enough, and those of all beside it."""
        return asset.id not in self.unsure and self.knows_figures_at(asset.faction, asset.at)

    def knows_figures_at(self, faction: str, at: str) -> bool:
        """Whether there is nobody of a faction at a location whose figures are unknown."""
        assets = (self.state.assets[id] for id in self.unsure)
        return not any((asset.faction, asset.at) == (faction, at) for asset in assets)


def is_out_of_play(asset: Asset) -> bool:
    """Whether an asset is out of the game; people who left went their way (L-TURN-6)."""
    if isinstance(asset, Item | Information):
        return False
    return asset.condition in OUT_OF_ACTION or (
        not asset.faction and not isinstance(asset, Facility)
    )


def known_state_of(state: State, memory: Memory, faction: str) -> KnownState:
    """The board as a faction has it."""
    eyes = BoardView(state, state, faction, gm=False)
    assets: dict[str, Asset] = {}
    unsure: set[str] = set()
    catalogue = state.house.catalogue
    for id, parts in remembered_assets(eyes, memory).items():
        found = _remembered_asset(id, parts, catalogue)
        if found is not None:
            assets[id] = found
        if isinstance(found, Lieutenant | Unit) and not _has_figures(found, parts):
            unsure.add(id)
    for id, asset in state.assets.items():
        if faction in owners(asset):
            assets[id] = _own_asset(eyes, asset)
        elif isinstance(asset, Lieutenant | Unit) and asset.held_by == faction:
            known = assets.get(id)
            if not isinstance(known, Lieutenant | Unit):
                known = _unknown_prisoner(asset)
                unsure.add(id)
            assets[id] = replace(known, at=asset.at, held_by=faction, faction=asset.faction)
    board = State(
        turn=state.turn,
        factions={
            id: it if id == faction else Faction(id, it.npc, 0, 0, 0, 0, 0)
            for id, it in state.factions.items()
        },
        assets=assets,
        places={id: _known_place(eyes, place, memory) for id, place in state.places.items()},
        house=state.house,
        projects={id: it for id, it in state.projects.items() if it.faction == faction},
        standing={id: it for id, it in state.standing.items() if it.faction == faction},
        stances={id: it for id, it in state.stances.items() if it.faction == faction},
    )
    listed = [asset for _, asset in sorted(assets.items())]
    own = tuple(asset for asset in listed if faction in owners(asset))
    others = tuple(it for it in listed if faction not in owners(it) and not is_out_of_play(it))
    return KnownState(faction, board, own, others, frozenset(unsure))


def _own_asset(view: BoardView, asset: Asset) -> Asset:
    """One's own without what is kept from its owner: whom it serves, who found it, who has it."""
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
    # That somebody is a prisoner is known, and not whose.
    held = asset.held_by if known or not asset.held_by else UNKNOWN_CAPTOR
    return replace(asset, agent_of=serves, held_by=held)


def _known_place(view: BoardView, place: Place, memory: Memory) -> Place:
    """A place as its sheet has it.

    One that somebody bought unseen looks as it always did, and one that the faction never heard of
    is taken out of the form by whoever hands it on, as all is that it may not know.
    """
    if place.tier != "location":
        return place
    owner = place.owner if view.knows_secret_of(place.id) else ""
    if owner == view.faction:
        return replace(place, secret=False, known_to=frozenset())
    stash = memory.get(f"place/{place.id}/stash")
    capital = stash.facts["capital"] if stash is not None else 0
    return Place(
        id=place.id,
        tier=place.tier,
        within=place.within,
        neighbours=(),
        owner=owner,
        capital=capital if isinstance(capital, int) else 0,
        cost=NO_PRICE if owner else place.cost,
    )


# ── What is remembered ───────────────────────────────────────────────────────────────────────────


def _remembered_asset(id: str, parts: Remembered, catalogue: Catalogue) -> Asset | None:
    """An asset of others as it was last heard of; what is not known of it is nothing."""
    last = newest_sighting(parts).facts
    name, whose = str(last["name"]), _ref_id(last["faction"])
    at = _ref_id(_part_fact(parts, "place", "at"))
    condition = _condition(_part_fact(parts, "condition", "condition"))
    level = _level(parts, catalogue)
    match last["kind"]:
        case "lieutenant":
            figures = _part_fact(parts, "figures", "statistics")
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


def _has_figures(minion: Lieutenant | Unit, parts: Remembered) -> bool:
    """Whether all is known of somebody that a check asks of him."""
    if isinstance(minion, Unit):
        return bool(minion.type)
    return isinstance(_part_fact(parts, "figures", "statistics"), Facts)


def _unknown_prisoner(asset: Lieutenant | Unit) -> Lieutenant | Unit:
    """A prisoner of whom nothing is known but who it is and whose."""
    if isinstance(asset, Lieutenant):
        return Lieutenant(asset.id, asset.name, asset.faction, asset.at, 0, Statistics())
    return Unit(asset.id, asset.name, asset.faction, asset.at, "", 0, ())


def _part_fact(parts: Remembered, part: str, name: str) -> Fact:
    return parts[part].facts[name] if part in parts else None


def _ref_id(fact: Fact) -> str:
    return fact.id if isinstance(fact, Ref) else ""


def _condition(fact: Fact) -> Condition:
    return next((known for known in _CONDITIONS if known == fact), "undamaged")


def _numbers(facts: Facts) -> dict[str, int]:
    return {name: value for name, value in facts.items() if isinstance(value, int)}


def _type_id(parts: Remembered, catalogue: Catalogue) -> str:
    """The type of a unit or facility by its name; empty when it is not known."""
    name = _part_fact(parts, "type", "type")
    types = [(made.id, made.name) for made in catalogue.units.values()]
    types += [(made.id, made.name) for made in catalogue.facilities.values()]
    return next((id for id, known in types if known == name), "")


def _level(parts: Remembered, catalogue: Catalogue) -> int:
    """The level that was seen, else that of the type; 0 when neither is known."""
    level = _part_fact(parts, "figures", "level")
    if isinstance(level, int):
        return level
    made = _type_id(parts, catalogue)
    found = catalogue.units.get(made) or catalogue.facilities.get(made)
    return found.level if found is not None else 0
