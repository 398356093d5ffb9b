"""What is known of other factions and of places: current for own assets, else last seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from chronicle.model.facts import Fact, Facts, Ref, place_ref
from chronicle.records import Record
from chronicle.rules.kit.memory import Remembered, remembered_things
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.board_view import BoardView, price_facts, type_name
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.state import kind_of
from chronicle.rules.protocol import Memory

#: The parts of an asset that are remembered separately.
SIGHTING_PARTS = ("place", "condition", "figures", "type", "agent")


def remembered_assets(view: BoardView, memory: Memory) -> Mapping[str, Remembered]:
    """Return what the reader remembers of others' assets, by id, without those now its own."""

    def is_own(id: str) -> bool:
        asset = view.after.assets.get(id)
        return asset is not None and view.faction in state.owners(asset)

    return remembered_things(memory, SIGHTING_PARTS, is_own)


class KnownBoard(Record, dict=True):
    """What one audience knows of a board, in the tables that all of its sheets are made from."""

    view: BoardView
    memory: Memory

    @cached_property
    def remembered(self) -> Mapping[str, Remembered]:
        """What the reader remembers of others' assets, by id."""
        return remembered_assets(self.view, self.memory)

    @cached_property
    def remembered_by_faction(self) -> Mapping[Fact, list[Remembered]]:
        """What is remembered, by the faction that had it when last seen."""
        found: dict[Fact, list[Remembered]] = {}
        for parts in self.remembered.values():
            found.setdefault(parts.newest.facts["faction"], []).append(parts)
        return found

    @cached_property
    def present_by_place(self) -> Mapping[str, list[Facts]]:
        """Lieutenants and units by place: own ones now, others where last seen."""
        return _present_by_place(self)

    @cached_property
    def things_by_place(self) -> Mapping[str, list[Facts]]:
        """Things by the place where they are."""
        return _things_by_place(self.view)

    @cached_property
    def links_by_place(self) -> Mapping[str, list[Facts]]:
        """Underground links by their ends; only the owner knows of them."""
        return _links_by_place(self.view)


def other_sheet(board: KnownBoard, id: str) -> Facts:
    """Return another faction's sheet: everything ever seen of it, with the turn it was seen."""
    view = board.view
    faction, reader = view.after.factions[id], view.after.factions[view.faction]
    seen = board.remembered_by_faction.get(view.who(id), ())
    return Facts(
        who=view.who(id),
        npc=faction.npc,
        seen=tuple(_asset_row(parts) for parts in sorted(seen, key=_by_name)),
        our_influence=reader.influence.get(id, 0) if faction.npc else None,
        allied=id in reader.allies,
    )


def _by_name(parts: Remembered) -> str:
    return str(parts.newest.facts["name"])


def _asset_row(parts: Remembered) -> Facts:
    last = parts.newest
    return Facts(
        name=last.facts["name"],
        kind=last.facts["kind"],
        at=parts.fact("place", "at"),
        at_turn=parts.turn("place"),
        level=parts.fact("figures", "level"),
        statistics=parts.fact("figures", "statistics"),
        condition=parts.fact("condition", "condition", ""),
        condition_turn=parts.turn("condition"),
        type=parts.fact("type", "type", ""),
        agent=parts.fact("agent", "agent", "unknown"),
        agent_of=parts.fact("agent", "agent_of"),
        agent_turn=parts.turn("agent"),
        figures_turn=parts.turn("figures"),
        seen=last.turn,
    )


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def place_sheet(board: KnownBoard, id: str) -> Facts:
    """Return a place's sheet: its owner, who is there, and for the owner what is kept there.

    To readers who do not know its secret it looks as it did before, even if they are there.
    """
    view = board.view
    found = view.after.places[id]
    known = view.knows_secret_of(id)
    own = bool(found.owner) and found.owner == view.faction
    full = own or view.gm
    stash = board.memory.get(f"place/{id}/stash")
    owner = found.owner if known else ""
    return Facts(
        place=place_ref(id),
        tier=found.tier,
        owner=view.who(owner),
        own=own,
        secret=found.secret and known,
        income=found.income if full else None,
        stash=found.capital if full else (None if stash is None else stash.facts["capital"]),
        stash_seen=0 if full or stash is None else stash.turn,
        level=found.level if full else None,
        upkeep=price_facts(found.upkeep) if full else None,
        cost=_cost(found, owner),
        work=_work(found),
        present=tuple(board.present_by_place.get(id, ())),
        things=tuple(board.things_by_place.get(id, ())),
        links=tuple(board.links_by_place.get(id, ())),
        known_to=tuple(view.who(faction) for faction in sorted(found.known_to))
        if view.gm and found.secret
        else (),
    )


def _cost(place: state.PlaceState, owner: str) -> Facts | None:
    """Return the price of a location that has no known owner."""
    for_sale = place.tier == "location" and not owner and place.cost != Price(0, "capital")
    return price_facts(place.cost) if for_sale else None


def _work(place: state.PlaceState) -> Facts | None:
    if place.tier != "locale":
        return None
    return Facts(factor=str(place.work_factor), cap=place.work_cap)


def _present_by_place(board: KnownBoard) -> Mapping[str, list[Facts]]:
    view = board.view
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(view.after.assets.items()):
        if not isinstance(asset, state.Minion) or not asset.faction:
            continue
        mine = view.faction in state.owners(asset) and not asset.held_by
        out = asset.condition == "destroyed" or (asset.condition == "lost" and not view.gm)
        if not out and (view.gm or mine or (asset.held_by and asset.held_by == view.faction)):
            row = Facts(
                name=asset.name,
                kind=kind_of(asset),
                faction=view.who(asset.faction),
                level=asset.level,
                condition=asset.condition,
                own=mine,
                hidden=asset.hiding is not None,
                seen=0,
                condition_turn=0,
                figures_turn=0,
            )
            found.setdefault(asset.at, []).append(row)
    for asset_id, parts in board.remembered.items():
        held = view.after.assets.get(asset_id)
        ours = held is not None and held.held_by == view.faction
        at = parts.fact("place", "at")
        if isinstance(at, Ref) and not ours:
            found.setdefault(at.id, []).extend(_last_seen_rows(parts))
    return found


def _last_seen_rows(parts: Remembered) -> Iterator[Facts]:
    seen = parts.by_part["place"]
    condition = parts.fact("condition", "condition", "")
    minion = seen.facts["kind"] in ("lieutenant", "unit")
    if minion and condition != "destroyed":
        yield Facts(
            name=seen.facts["name"],
            kind=seen.facts["kind"],
            faction=seen.facts["faction"],
            level=parts.fact("figures", "level"),
            condition=condition,
            own=False,
            hidden=False,
            seen=seen.turn,
            condition_turn=parts.turn("condition"),
            figures_turn=parts.turn("figures"),
        )


def _things_by_place(view: BoardView) -> Mapping[str, list[Facts]]:
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(view.after.assets.items()):
        if not isinstance(asset, state.Item | state.Information | state.Facility):
            continue
        mine = bool(asset.faction) and asset.faction == view.faction
        if view.gm or (mine and view.whereabouts(view.after, asset) is not None):
            row = Facts(
                name=asset.name,
                kind=kind_of(asset),
                faction=view.who(asset.faction),
                own=mine,
                hidden=asset.hiding is not None,
            )
            found.setdefault(view.after.at(asset), []).append(row)
    return found


def _links_by_place(view: BoardView) -> Mapping[str, list[Facts]]:
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(view.after.assets.items()):
        if (
            not isinstance(asset, state.Facility)
            or not asset.link
            or asset.condition == "destroyed"
        ):
            continue
        mine = bool(asset.faction) and asset.faction == view.faction
        if view.gm or mine:
            for end in dict.fromkeys((asset.at, asset.to)):
                far = asset.to if asset.at == end else asset.at
                row = Facts(
                    name=asset.name, type=type_name(view.after, asset.type), to=place_ref(far)
                )
                found.setdefault(end, []).append(row)
    return found
