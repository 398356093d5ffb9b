"""What is known of others and of places: one's own as it is, the rest as it was last seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.cache.memo import memoize_last
from chronicle.model.facts import Fact, Facts, Ref, place_ref
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes, priced, type_name
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.state import (
    Facility,
    Information,
    Item,
    Lieutenant,
    Place,
    Unit,
    owners,
)
from chronicle.rules.protocol import Sighting

#: The parts of an asset that are remembered each by itself.
PARTS = ("place", "condition", "figures", "type", "agent")

Memory = Mapping[str, Sighting]
#: What is remembered of one asset, by part.
Remembered = dict[str, Sighting]


@memoize_last
def remembered(eyes: Eyes, memory: Memory) -> Mapping[str, Remembered]:
    """What the reader remembers of others' assets, by id; what is its own by now is left out."""
    found: dict[str, Remembered] = {}
    for subject, sighting in sorted(memory.items()):
        id, _, part = subject.partition("/")
        asset = eyes.after.assets.get(id)
        mine = asset is not None and eyes.faction in owners(asset)
        if part in PARTS and not mine:
            found.setdefault(id, {})[part] = sighting
    return found


def newest(parts: Remembered) -> Sighting:
    """The last sighting of any part of an asset."""
    return max(parts.values(), key=lambda sighting: sighting.turn)


def other(eyes: Eyes, memory: Memory, id: str) -> Facts:
    """Another faction: what was ever seen of it, each with the turn in which it was."""
    faction, reader = eyes.after.factions[id], eyes.after.factions[eyes.faction]
    seen = _seen(eyes, memory).get(eyes.who(id), ())
    return Facts(
        who=eyes.who(id),
        npc=faction.npc,
        seen=tuple(_row(parts) for parts in sorted(seen, key=_by_name)),
        our_influence=reader.influence.get(id, 0) if faction.npc else None,
        allied=id in reader.allies,
    )


@memoize_last
def _seen(eyes: Eyes, memory: Memory) -> Mapping[Fact, list[Remembered]]:
    """What is remembered, by the faction that had it when it was last seen.

    What was ever seen is gone through once, and not for each faction.
    """
    found: dict[Fact, list[Remembered]] = {}
    for parts in remembered(eyes, memory).values():
        found.setdefault(newest(parts).facts["faction"], []).append(parts)
    return found


def _by_name(parts: Remembered) -> str:
    return str(newest(parts).facts["name"])


def _row(parts: Remembered) -> Facts:
    last = newest(parts)
    return Facts(
        name=last.facts["name"],
        kind=last.facts["kind"],
        at=_fact(parts, "place", "at", None),
        at_turn=_turn(parts, "place"),
        level=_fact(parts, "figures", "level", None),
        statistics=_fact(parts, "figures", "statistics", None),
        condition=_fact(parts, "condition", "condition", ""),
        condition_turn=_turn(parts, "condition"),
        type=_fact(parts, "type", "type", ""),
        agent=_fact(parts, "agent", "agent", "unknown"),
        agent_of=_fact(parts, "agent", "agent_of", None),
        agent_turn=_turn(parts, "agent"),
        figures_turn=_turn(parts, "figures"),
        seen=last.turn,
    )


def _fact(parts: Remembered, part: str, name: str, otherwise: Fact) -> Fact:
    return parts[part].facts[name] if part in parts else otherwise


def _turn(parts: Remembered, part: str) -> int:
    return parts[part].turn if part in parts else 0


# ── Places ───────────────────────────────────────────────────────────────────────────────────────


def place(eyes: Eyes, memory: Memory, id: str) -> Facts:
    """A place: whose it is, who is there, and for its owner what is kept there.

    To those who do not know that it is secret it looks as it did before, even if they are there.
    """
    found = eyes.after.places[id]
    known = eyes.in_on(id)
    own = bool(found.owner) and found.owner == eyes.faction
    full = own or eyes.gm
    stash = memory.get(f"place/{id}/stash")
    owner = found.owner if known else ""
    return Facts(
        place=place_ref(id),
        tier=found.tier,
        owner=eyes.who(owner),
        own=own,
        secret=found.secret and known,
        income=found.income if full else None,
        stash=found.capital if full else _capital(stash),
        stash_seen=0 if full or stash is None else stash.turn,
        level=found.level if full else None,
        upkeep=priced(found.upkeep) if full else None,
        cost=_cost(found, owner),
        work=_work(found),
        present=tuple(_present(eyes, memory).get(id, ())),
        things=tuple(_things(eyes).get(id, ())),
        links=tuple(_links(eyes).get(id, ())),
        known_to=tuple(eyes.who(faction) for faction in sorted(found.known_to))
        if eyes.gm and found.secret
        else (),
    )


def _capital(stash: Sighting | None) -> Fact:
    return None if stash is None else stash.facts["capital"]


def _cost(place: Place, owner: str) -> Facts | None:
    """The price of a location that nobody is known to own."""
    for_sale = place.tier == "location" and not owner and place.cost != Price(0, "capital")
    return priced(place.cost) if for_sale else None


def _work(place: Place) -> Facts | None:
    if place.tier != "locale":
        return None
    return Facts(factor=str(place.work_factor), cap=place.work_cap)


@memoize_last
def _present(eyes: Eyes, memory: Memory) -> Mapping[str, list[Facts]]:
    """Lieutenants and units by place: one's own as they are, others' as they were last seen."""
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(eyes.after.assets.items()):
        if not isinstance(asset, Lieutenant | Unit) or not asset.faction:
            continue
        mine = eyes.faction in owners(asset) and not asset.held_by
        out = asset.condition == "destroyed" or (asset.condition == "lost" and not eyes.gm)
        if not out and (eyes.gm or mine or (asset.held_by and asset.held_by == eyes.faction)):
            row = Facts(
                name=asset.name,
                kind=kind_of(asset),
                faction=eyes.who(asset.faction),
                level=asset.level,
                condition=asset.condition,
                own=mine,
                hidden=asset.hiding is not None,
                seen=0,
                condition_turn=0,
                figures_turn=0,
            )
            found.setdefault(asset.at, []).append(row)
    for asset_id, parts in remembered(eyes, memory).items():
        held = eyes.after.assets.get(asset_id)
        ours = isinstance(held, Lieutenant | Unit) and held.held_by == eyes.faction
        at = _fact(parts, "place", "at", None)
        if isinstance(at, Ref) and not ours:
            found.setdefault(at.id, []).extend(_last_seen(parts))
    return found


def _last_seen(parts: Remembered) -> Iterator[Facts]:
    seen = parts["place"]
    condition = _fact(parts, "condition", "condition", "")
    minion = seen.facts["kind"] in ("lieutenant", "unit")
    if minion and condition != "destroyed":
        yield Facts(
            name=seen.facts["name"],
            kind=seen.facts["kind"],
            faction=seen.facts["faction"],
            level=_fact(parts, "figures", "level", None),
            condition=condition,
            own=False,
            hidden=False,
            seen=seen.turn,
            condition_turn=_turn(parts, "condition"),
            figures_turn=_turn(parts, "figures"),
        )


@memoize_last
def _things(eyes: Eyes) -> Mapping[str, list[Facts]]:
    """Things by the place where they are."""
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(eyes.after.assets.items()):
        if not isinstance(asset, Item | Information | Facility):
            continue
        mine = bool(asset.faction) and asset.faction == eyes.faction
        if eyes.gm or (mine and eyes.whereabouts(eyes.after, asset) is not None):
            row = Facts(
                name=asset.name,
                kind=kind_of(asset),
                faction=eyes.who(asset.faction),
                own=mine,
                hidden=asset.hiding is not None,
            )
            found.setdefault(eyes.after.at(asset), []).append(row)
    return found


@memoize_last
def _links(eyes: Eyes) -> Mapping[str, list[Facts]]:
    """Ways underground by their ends, which only their owner knows of."""
    found: dict[str, list[Facts]] = {}
    for _, asset in sorted(eyes.after.assets.items()):
        if not isinstance(asset, Facility) or not asset.link or asset.condition == "destroyed":
            continue
        mine = bool(asset.faction) and asset.faction == eyes.faction
        if eyes.gm or mine:
            for end in dict.fromkeys((asset.at, asset.to)):
                far = asset.to if asset.at == end else asset.at
                row = Facts(
                    name=asset.name, type=type_name(eyes.after, asset.type), to=place_ref(far)
                )
                found.setdefault(end, []).append(row)
    return found
