"""What is told of a turn's frame: income, upkeep, the GM's changes, stances sprung, the end."""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.lieutenants.board_view import Eyes
from chronicle.rules.lieutenants.changes import Joined, PlaceSet
from chronicle.rules.lieutenants.events import Altered, Earned, Intercepted, Over, Upkeep


def intercepted(eyes: Eyes, event: Intercepted) -> Facts:
    """A stance sprung, for those who lay in wait and those who came."""
    side = "waiting" if eyes.faction == event.faction else "moving"
    return Facts(
        {
            "side": "gm" if eyes.gm else side,
            **_met(eyes, event),
            "movers": eyes.names(event.movers),
            "result": event.result,
        }
    )


def meeting(eyes: Eyes, event: Intercepted, *, named: bool) -> Facts:
    """A stance sprung, for those who look on."""
    if named:
        return Facts(_met(eyes, event))
    nobody: dict[str, Fact] = {"who": None, "lieutenant": "", "mover": None, "mover_lieutenant": ""}
    return Facts({**_met(eyes, event), **nobody})


def _met(eyes: Eyes, event: Intercepted) -> dict[str, Fact]:
    waiting = eyes.before.assets.get(event.lieutenant)
    # Whoever met only the company does not know who sent it.
    came = event.mover_lieutenant in event.movers
    moving = eyes.before.assets.get(event.mover_lieutenant)
    led_by = moving.name if came and moving is not None else eyes.name(event.mover_lieutenant)
    return {
        "who": eyes.actor(event.faction, event.lieutenant),
        "lieutenant": waiting.name if waiting is not None else "",
        "kind": event.kind,
        "at": eyes.place(event.at),
        "mover": eyes.actor(event.mover, event.mover_lieutenant),
        "mover_lieutenant": led_by,
        "outcome": event.outcome,
    }


def earned(eyes: Eyes, event: Earned) -> Facts:
    """Static income, line by line (L-TURN-1)."""
    rows = tuple(
        Facts(place=_place(eyes, id), name=eyes.name(id), amount=amount)
        for id, amount in event.lines
    )
    total = sum(amount for _, amount in event.lines)
    return Facts(who=eyes.who(event.faction), lines=rows, total=total)


def upkeep(eyes: Eyes, event: Upkeep) -> Facts:
    """What was paid for whom, and who left (L-TURN-6)."""
    rows = tuple(
        Facts(
            name=eyes.name(id),
            place=_place(eyes, id),
            amount=price.amount,
            currency=price.currency,
            paid=paid,
        )
        for id, price, paid in event.lines
    )
    left = tuple(Facts(name=eyes.name(id), why=why) for id, why in event.left)
    paid = sum(p.amount for _, p, done in event.lines if done and p.currency == "capital")
    return Facts(
        who=eyes.who(event.faction),
        lines=rows,
        left=left,
        respect=event.respect,
        reach=event.reach,
        total=paid,
    )


#: What a change may alter that is a number, and whose total is nobody's but its owner's.
FIGURES: Final = frozenset(
    {"capital", "influence", "level", "level_cap", "leadership", "cohesion", "reach", "successes"}
)


def altered(eyes: Eyes, event: Altered, *, admitted: bool) -> Facts:
    """A change of the GM's; the reason is for those ``admitted``, whom it is for.

    Others than the owner learn by how much a figure changes, and not what it comes to. Whose a
    secret place is, those are told who are in on it; how many they are, the GM alone.
    """
    place = eyes.after.places.get(event.subject)
    in_secret = place is not None and place.secret and not eyes.in_on(place.id)
    counted = eyes.gm or event.what != "known_to"
    project = eyes.before.projects.get(event.subject) or eyes.after.projects.get(event.subject)
    return Facts(
        who=None if in_secret else eyes.who(event.faction),
        other=None if in_secret else _other(eyes, event),
        by_news=event.by_news,
        because=event.because if admitted else "",
        what=event.what,
        name=project.name if project is not None else eyes.name(event.subject),
        place=_place(eyes, event.subject),
        before=_total(eyes, event, event.before) if counted else 0,
        after=_total(eyes, event, event.after) if counted else 0,
        change=event.after - event.before if event.what in FIGURES else 0,
    )


def _total(eyes: Eyes, event: Altered, total: int) -> int | None:
    """A figure as it stands, for its owner and the GM; None for all others."""
    place = eyes.after.places.get(event.subject)
    theirs = place is not None and place.owner == eyes.faction
    own = event.faction == eyes.faction or theirs or eyes.owns(event.subject)
    return total if eyes.gm or event.what not in FIGURES or (own and eyes.faction) else None


def _other(eyes: Eyes, event: Altered) -> Ref | None:
    """The NPC faction that a change is about, or the faction into whose hands something comes."""
    if event.subject in eyes.before.factions:
        return eyes.who(event.subject)
    for change in event.changes:
        match change:
            case Joined(asset=id, faction=faction) if id == event.subject:
                return eyes.who(faction)
            case PlaceSet(place=place) if event.what == "owner":
                return eyes.who(place.owner)
            case _:
                pass
    return None


def over(eyes: Eyes, event: Over) -> Facts | None:
    """The projects that were left and are lost: each faction's own, for the GM all."""
    names = tuple(
        eyes.before.projects[id].name
        for id, faction in event.lapsed
        if id in eyes.before.projects and (eyes.gm or faction == eyes.faction)
    )
    return Facts(lapsed=names) if names or eyes.gm else None


def _place(eyes: Eyes, id: str) -> Fact:
    return eyes.place(id) if id in eyes.after.places else None
