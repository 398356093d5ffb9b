"""What a faction sees of others' assets in an event, for its memory.

A subject is `<asset>/` and `place`, `condition`, `figures`, `type` or `agent`: each is brought up
to date by itself. `place/<place>/stash` is the capital kept at a location, and
`claim/<npc>/<thing>` whom an NPC faction backs. Nothing is remembered of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes, statistics, type_name
from chronicle.rules.lieutenants.changes import Claimed, Struck
from chronicle.rules.lieutenants.events import Acted, Assault, Event, Find, March, Spying
from chronicle.rules.lieutenants.state import Asset
from chronicle.rules.lieutenants.tellings.actor import attackers, defenders, where
from chronicle.rules.protocol import Sighting


def found(eyes: Eyes, event: Acted) -> tuple[Sighting, ...]:
    """What the one who acted sees: whom it faced, and all that it looked into."""
    seen: list[Sighting] = []
    if isinstance(event.deed, Assault) or event.action in ("raid", "steal"):
        seen += met(eyes, event, (minion.id for minion in defenders(eyes, event)), event.at)
    seen += claims(eyes, event)
    if isinstance(event.deed, Spying):
        for find in event.deed.finds:
            seen += _of_find(eyes, find)
    return tuple(seen)


def suffered(eyes: Eyes, event: Acted) -> tuple[Sighting, ...]:
    """What the other side sees of those who came, when it knows who they are."""
    return tuple(met(eyes, event, (minion.id for minion in attackers(eyes, event)), event.at))


def witnessed(eyes: Eyes, event: Acted, legs: Iterable[str] = ()) -> tuple[Sighting, ...]:
    """What those see who look on: the lieutenant where the deed is done, minions on the move."""
    if isinstance(event.deed, March):
        return tuple(_arrivals(eyes, event.deed, legs))
    there = (event.lieutenant,) if where(eyes, event) is not None else ()
    return (*met(eyes, event, there, event.at), *claims(eyes, event))


def claims(eyes: Eyes, event: Acted) -> Iterator[Sighting]:
    """Whom an NPC faction backs from now on, for those who are told of a claim."""
    for change in event.changes:
        if isinstance(change, Claimed):
            thing = change.thing
            facts: dict[str, Fact] = {
                "npc": eyes.who(change.npc),
                "name": eyes.name(thing),
                "place": eyes.place(thing) if thing in eyes.after.places else None,
                "backs": eyes.holder(change.faction, thing),
            }
            yield Sighting(f"claim/{change.npc}/{thing}", Facts(facts))


def met(eyes: Eyes, event: Event, ids: Iterable[str], at: str) -> Iterator[Sighting]:
    """Assets seen at a place, and in what state they leave it."""
    struck = {change.asset for change in event.changes if isinstance(change, Struck)}
    for id in ids:
        asset = eyes.asset(id)
        if asset is None or eyes.owns(id) or not eyes.sees(id):
            continue
        if eyes.place(at) is not None:
            yield Sighting(f"{id}/place", _named(eyes, asset, at=eyes.place(at)))
        now = eyes.after.assets[id]
        if id in struck:
            yield Sighting(f"{id}/condition", _named(eyes, asset, condition=_condition(now)))


def _arrivals(eyes: Eyes, deed: March, legs: Iterable[str]) -> Iterator[Sighting]:
    shown = set(legs)
    for id, origin, to, arrived in deed.legs:
        asset = eyes.asset(id)
        at = eyes.place(to if arrived else origin)
        if asset is None or id not in shown or eyes.owns(id) or at is None:
            continue
        yield Sighting(f"{id}/place", _named(eyes, asset, at=at))


def _of_find(eyes: Eyes, find: Find) -> Iterator[Sighting]:
    if find.capital is not None:
        yield Sighting(f"place/{find.at}/stash", Facts(capital=find.capital))
    if not find.asset or eyes.owns(find.asset):
        return
    base: dict[str, Fact] = {
        "name": find.name,
        "kind": find.kind,
        "faction": eyes.who(find.faction),
    }
    if eyes.place(find.at) is not None:
        yield Sighting(f"{find.asset}/place", Facts({**base, "at": eyes.place(find.at)}))
    if find.condition is not None:
        yield Sighting(f"{find.asset}/condition", Facts({**base, "condition": find.condition}))
    if find.level is not None or find.statistics is not None:
        own = None if find.statistics is None else statistics(find.statistics)
        figures: dict[str, Fact] = {"level": find.level, "statistics": own}
        yield Sighting(f"{find.asset}/figures", Facts({**base, **figures}))
    if find.type:
        sort = type_name(eyes.before, find.type)
        yield Sighting(f"{find.asset}/type", Facts({**base, "type": sort}))
    if find.agent_of is not None:
        agent: dict[str, Fact] = {
            "agent": "yes" if find.agent_of else "no",
            "agent_of": eyes.who(find.agent_of),
        }
        yield Sighting(f"{find.asset}/agent", Facts({**base, **agent}))


def _named(eyes: Eyes, asset: Asset, **more: Fact) -> Facts:
    return Facts(
        {"name": asset.name, "kind": kind_of(asset), "faction": eyes.who(asset.faction), **more}
    )


def _condition(asset: Asset) -> str:
    return str(getattr(asset, "condition", ""))
