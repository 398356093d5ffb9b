"""What the one who acted, and the GM, are told of each deed beside what all orders have."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes, priced, statistics, type_name
from chronicle.rules.lieutenants.changes import Added, Claimed, Hid, Moved, PlaceSet, Struck
from chronicle.rules.lieutenants.events import (
    Acted,
    Assault,
    Courting,
    Effort,
    Find,
    Grab,
    Hiding,
    Labour,
    March,
    Recruitment,
    Seduction,
    Spying,
    Stand,
    Trade,
)
from chronicle.rules.lieutenants.state import Hiding as Hidden
from chronicle.rules.lieutenants.state import Lieutenant, Minion, Unit


def deed(eyes: Eyes, event: Acted) -> dict[str, Fact]:
    """The facts of a deed for those who may know all of it."""
    match event.deed:
        case None:
            return {}
        case Assault() as deed:
            return _assault(eyes, event, deed)
        case Grab() as deed:
            return _grab(deed)
        case Hiding() as deed:
            return _hiding(eyes, event, deed)
        case Spying() as deed:
            return _spying(eyes, deed)
        case March() as deed:
            return {"legs": _legs(eyes, deed)}
        case Stand() as deed:
            return {"targets": tuple(eyes.who(id) for id in deed.against), "style": deed.style}
        case _:
            return _dealing(eyes, event, event.deed)


_Dealing: TypeAlias = Trade | Recruitment | Seduction | Labour | Effort | Courting


def _dealing(eyes: Eyes, event: Acted, deed: _Dealing) -> dict[str, Fact]:
    """The facts of a deed that nobody comes to harm by."""
    match deed:
        case Trade():
            return _trade(eyes, event, deed)
        case Recruitment(subject=subject, name=name, stays=stays, paid=paid):
            return {"name": name, "kind": kind(eyes, subject), "stays": stays, "paid": paid}
        case Seduction(subject=subject, name=name):
            return {"name": name, "kind": kind(eyes, subject)}
        case Labour():
            return _labour(eyes, deed)
        case Effort():
            return _effort(eyes, deed)
        case Courting():
            return _courting(eyes, event, deed)


def _grab(deed: Grab) -> dict[str, Fact]:
    return {
        "kind": deed.kind,
        "name": deed.name,
        "amount": deed.amount,
        "sabotage": deed.kind == "facility",
    }


def _labour(eyes: Eyes, deed: Labour) -> dict[str, Fact]:
    rows = tuple(
        Facts(name=eyes.name(id), level=level, selective=selective)
        for id, level, selective in deed.units
    )
    return {"units": rows, "earned": deed.earned}


def kind(eyes: Eyes, id: str) -> str:
    """The word for what an asset is; empty when there is none of that id."""
    asset = eyes.asset(id)
    return kind_of(asset) if asset is not None else ""


def where(eyes: Eyes, event: Acted) -> Ref | None:
    """Where a deed was done; None if that would tell where somebody hides who was not found."""
    match event.deed:
        case Spying(subject=id) | Recruitment(subject=id) | Seduction(subject=id):
            hidden = eyes.asset(id) is not None and not eyes.sees(id)
        case _:
            hidden = False
    return None if hidden else eyes.place(event.at)


def against(eyes: Eyes, event: Acted) -> Ref | None:
    """Whom a deed was aimed at; None if nobody named him, and the secret of a place would."""
    if event.presumed:
        return eyes.holder(event.against, event.at)
    return eyes.who(event.against)


def defenders(eyes: Eyes, event: Acted) -> tuple[Minion, ...]:
    """Those of the other side who stood at the place of a fight and could be seen there."""
    strike = event.deed.strike if isinstance(event.deed, Assault) else ""
    if event.part == "fight":
        return _met(eyes, event)
    return tuple(
        minion
        for minion in eyes.before.minions(event.at)
        if minion.faction == event.against and (not strike or minion.id == strike)
        if not eyes.before.hidden(minion, event.faction)
    )


def _met(eyes: Eyes, event: Acted) -> tuple[Minion, ...]:
    """The other side of a fight on the way, some of whom are not at its place: who defended."""
    struck = {change.asset for change in event.changes if isinstance(change, Struck)}
    names: set[Fact] = set()
    for part in (part for roll in event.rolls for part in roll.modifiers):
        defended = part.facts.get("names") if part.reason == "opposing-level" else ()
        names |= set(defended) if isinstance(defended, tuple) else set()
    return tuple(
        asset
        for id, asset in sorted(eyes.before.assets.items())
        if isinstance(asset, Lieutenant | Unit) and asset.faction == event.against
        if id in struck or asset.name in names
    )


def attackers(eyes: Eyes, event: Acted) -> tuple[Minion, ...]:
    """Those who came: the lieutenant, and the units that were used."""
    found = (eyes.before.assets.get(id) for id in (event.lieutenant, *event.helped, *event.idle))
    return tuple(minion for minion in found if isinstance(minion, Lieutenant | Unit))


def rows(eyes: Eyes, minions: Iterable[Minion]) -> tuple[Facts, ...]:
    """Name, kind and faction of minions, of those that the reader can see."""
    found = (eyes.minion(minion.id) for minion in minions)
    return tuple(row for row in found if row is not None)


def _assault(eyes: Eyes, event: Acted, deed: Assault) -> dict[str, Fact]:
    struck = eyes.asset(deed.strike)
    return {
        "style": deed.style,
        "strike": struck.name if struck is not None else "",
        "faced": rows(eyes, defenders(eyes, event)),
        "rally": bool(deed.rally),
    }


def _hiding(eyes: Eyes, event: Acted, deed: Hiding) -> dict[str, Fact]:
    hidden = _hidden_now(event, deed.subject)
    moved = [
        change.to
        for change in event.changes
        if isinstance(change, Moved) and change.asset == deed.subject
    ]
    return {
        "name": deed.name,
        "kind": kind(eyes, deed.subject),
        "level": deed.level,
        "must_stay": hidden is not None and hidden.must_stay,
        "moved_to": eyes.place(moved[-1]) if moved else None,
    }


def _hidden_now(event: Acted, id: str) -> Hidden | None:
    """How an asset is hidden by an event, if it is."""
    found: Hidden | None = None
    for change in event.changes:
        if isinstance(change, Hid) and change.asset == id:
            found = change.hiding
        elif isinstance(change, Added) and change.asset.id == id:
            found = change.asset.hiding
    return found


def _spying(eyes: Eyes, deed: Spying) -> dict[str, Fact]:
    return {
        "kind": deed.kind,
        "name": "" if deed.kind == "location" else deed.name,
        "place": eyes.place(deed.subject) if deed.kind == "location" else None,
        "chose": deed.chose,
        "text": deed.text,
        "places": eyes.places(deed.places),
        "finds": tuple(_find(eyes, find) for find in deed.finds),
    }


def _find(eyes: Eyes, find: Find) -> Facts:
    agent = "unknown" if find.agent_of is None else "yes" if find.agent_of else "no"
    return Facts(
        name=find.name,
        kind=find.kind,
        faction=eyes.who(find.faction),
        at=eyes.place(find.at),
        capital=find.capital,
        condition=find.condition or "",
        level=find.level,
        statistics=None if find.statistics is None else statistics(find.statistics),
        type=type_name(eyes.before, find.type),
        agent=agent,
        agent_of=eyes.who(find.agent_of or ""),
        units=eyes.names(find.units),
        doing=tuple(Facts(action=action, at=eyes.place(at)) for action, at in find.doing),
    )


def _trade(eyes: Eyes, event: Acted, deed: Trade) -> dict[str, Fact]:
    secret = any(
        isinstance(change, PlaceSet) and change.place.id == deed.subject and change.place.secret
        for change in event.changes
    )
    return {
        **traded(eyes, deed),
        "price": priced(deed.price),
        "paid": priced(deed.paid),
        "hidden": secret or _hidden_now(event, deed.subject) is not None,
    }


def traded(eyes: Eyes, deed: Trade) -> dict[str, Fact]:
    """What is bought or sold."""
    location = deed.kind == "location"
    return {
        "kind": deed.kind,
        "name": "" if location else deed.name,
        "place": eyes.place(deed.subject) if location else None,
    }


def _effort(eyes: Eyes, deed: Effort) -> dict[str, Fact]:
    subject = eyes.asset(deed.subject)
    return {
        "name": deed.name,
        "gained": deed.gained,
        "successes": deed.successes,
        "needed": deed.needed,
        "subject": subject.name if subject is not None else "",
        "skill": deed.skill or "",
        "done": deed.done,
    }


def _legs(eyes: Eyes, deed: March) -> tuple[Facts, ...]:
    return tuple(
        Facts(
            name=eyes.name(id),
            kind=kind(eyes, id),
            origin=eyes.place(origin),
            to=eyes.place(to),
            arrived=arrived,
        )
        for id, origin, to, arrived in deed.legs
    )


def _courting(eyes: Eyes, event: Acted, deed: Courting) -> dict[str, Fact]:
    backed = [
        change.faction
        for change in event.changes
        if isinstance(change, Claimed) and change.thing == deed.thing
    ]
    return {
        "npc": eyes.who(deed.npc),
        "gained": deed.gained,
        "paid": deed.paid,
        "currency": deed.currency,
        "hushed": deed.hushed,
        "hush_paid": deed.hush_paid,
        **claimed(eyes, deed),
        "target": eyes.who(deed.target),
        "backs": eyes.holder(deed.backs or (backed[-1] if backed else ""), deed.thing),
        "concerted": deed.concerted,
    }


def claimed(eyes: Eyes, deed: Courting) -> dict[str, Fact]:
    """The asset or location that a claim is about."""
    return {
        "thing": eyes.name(deed.thing),
        "place": eyes.place(deed.thing) if deed.thing in eyes.before.places else None,
    }
