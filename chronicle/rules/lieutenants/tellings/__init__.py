"""What each audience is told of each event.

Who acted and the GM learn all of it; whoever is in an event's ``known`` circle learns what was done
and by whom, whoever is only in its ``seen`` circle that it was done, where and to whom (L-STL-4).
The public gets no figures, and nobody who is told nothing else of it is left to wonder where his
own have gone.
"""

from __future__ import annotations

from dataclasses import replace

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.rules.lieutenants import sightings
from chronicle.rules.lieutenants.board_view import Eyes, eyes, reader
from chronicle.rules.lieutenants.events import (
    Acted,
    Altered,
    Courting,
    Earned,
    Event,
    Grab,
    Intercepted,
    March,
    Over,
    Recruitment,
    Seduction,
    Spying,
    Trade,
    Upkeep,
)
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.tellings import turn_events
from chronicle.rules.lieutenants.tellings.actor import against, deed, where
from chronicle.rules.lieutenants.tellings.consequences import (
    burdens,
    hurt_rolls,
    losses,
    lost_to,
    money,
    own_rolls,
)
from chronicle.rules.lieutenants.tellings.witnesses import (
    APPROACHES,
    HURTS,
    SEEN,
    aimed_at,
    approached,
    legs_seen,
    seen,
    suffered,
    won,
)
from chronicle.rules.protocol import Sighting, Telling

#: Every code a telling may carry; each has words in a theme.
CODES = (
    *SEEN,
    "undone",
    "intercepted",
    "earned",
    "upkeep",
    "altered",
    "turn-over",
    "suffered",
    "approached",
    "left-us",
    *dict.fromkeys(SEEN.values()),
    "seen-meeting",
    "unmasked",
)


def tell(before: State, event: Event, audience: Audience) -> Telling | None:
    """How this audience may know of an event; None when it learns nothing of it.

    What the public is told is the word on the street, of which a turn is made news (L-TURN-7).
    """
    audience = reader(before, audience)
    sight = eyes(before, event.changes, audience, _places(event))
    match event:
        case Acted():
            told = _acted(sight, event, audience)
        case Intercepted():
            told = _intercepted(sight, event, audience)
        case Earned():
            told = _own(sight, event, "earned", turn_events.earned(sight, event))
        case Upkeep():
            told = _own(sight, event, "upkeep", turn_events.upkeep(sight, event))
        case Altered():
            told = None
            admitted = event.circle.admits(audience)
            # Whoever gets to know a place by an adjustment is told so, if not why.
            if (admitted and _makes_out(sight, event)) or (_says_why(event) and sight.learnt()):
                facts = turn_events.altered(sight, event, admitted=admitted)
                told = Telling("altered", event.rule, facts)
        case Over():
            lapsed = turn_events.over(sight, event)
            told = Telling("turn-over", event.rule, lapsed) if lapsed is not None else None
    if told is not None and isinstance(event, Acted | Intercepted):
        told = replace(told, deed=told.code != "undone")
    return _finished(sight, event, told, audience)


def _says_why(event: Altered) -> bool:
    """Whether it comes of news or an adjustment; reveals speak for themselves."""
    return event.by_news or bool(event.because)


def _makes_out(sight: Eyes, event: Altered) -> bool:
    """Whether a reader sees what a change is about: else there is nothing to tell."""
    return event.subject not in sight.after.assets or sight.sees(event.subject)


def _places(event: Event) -> dict[str, str]:
    """Where something happens, and by whom; the place of a target may well be hidden from him."""
    match event:
        case Acted(deed=Recruitment() | Seduction()):
            return {}
        case Acted(deed=Spying(kind=kind)) if kind != "location":
            return {}
        case Acted(deed=March(legs=legs), faction=faction):
            return {place: faction for _, origin, to, _ in legs for place in (origin, to)}
        case Acted(deed=Courting(thing=about) | Trade(subject=about), at=at, faction=faction):
            return {at: faction, about: faction}
        case Acted(at=at, faction=faction):
            return {at: faction}
        case Intercepted(at=at, mover=mover):
            return {at: mover}
        case _:
            return {}


def _finished(
    sight: Eyes, event: Event, told: Telling | None, audience: Audience
) -> Telling | None:
    """A telling with what it teaches; for an owner who learns nothing, that something is gone."""
    if audience == EVERYONE:
        return None if told is None else Telling(told.code, facts=told.facts, deed=told.deed)
    if told is None:
        gone = lost_to(sight, event.changes) if sight.faction else None
        return None if gone is None else Telling("left-us", facts=gone, astray=True)
    return replace(told, learns=sight.learnt())


def _own(sight: Eyes, event: Earned | Upkeep, code: str, facts: Facts) -> Telling | None:
    own = sight.gm or sight.faction == event.faction
    return Telling(code, event.rule, facts) if own else None


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _acted(sight: Eyes, event: Acted, audience: Audience) -> Telling | None:
    if sight.gm or sight.faction == event.faction:
        return _to_its_owner(sight, event)
    named = event.known.admits(audience)
    if _undone(event) or not (named or event.seen.admits(audience)):
        return None
    if aimed_at(sight, event) and event.action in HURTS:
        return Telling(
            "suffered",
            event.rule,
            suffered(sight, event, named=named),
            # Dice are computed from the actor's own order: whoever he is, they would tell.
            hurt_rolls(sight, event.rolls, event.against) if named else (),
            sightings=sightings.suffered(sight, event) if named else (),
            astray=not named,
        )
    code, facts = SEEN[event.action], seen(sight, event, named=named)
    if aimed_at(sight, event) and event.action in APPROACHES:
        code, facts = "approached", approached(sight, event, named=named)
    if facts is None:
        return None
    seen_there = _witnessed(sight, event) if named else ()
    return Telling(code, event.rule, facts, sightings=seen_there, astray=not named)


def _witnessed(sight: Eyes, event: Acted) -> tuple[Sighting, ...]:
    legs = legs_seen(sight, event, event.deed) if isinstance(event.deed, March) else ()
    return sightings.witnessed(sight, event, legs)


def _to_its_owner(sight: Eyes, event: Acted) -> Telling:
    order = _order(event.id, event.order)
    mine = sight.gm or order.partition("/")[0] == sight.faction
    lieutenant = sight.before.lieutenant(event.lieutenant)
    who: dict[str, Fact] = {
        "action": event.action,
        "who": sight.who(event.faction),
        "lieutenant": lieutenant.name if lieutenant is not None else "",
        "at": where(sight, event),
        "against": against(sight, event),
        "reason": event.reason,
        "plan": event.plan,
    }
    if _undone(event):
        return Telling("undone", event.rule, Facts(who), order=order if mine else "")
    return Telling(
        event.action,
        event.rule,
        Facts({**who, **_course(sight, event), **deed(sight, event)}),
        own_rolls(sight, event.rolls, named=mine),
        order=order if mine else "",
        sightings=() if sight.gm else sightings.found(sight, event),
    )


def _course(sight: Eyes, event: Acted) -> dict[str, Fact]:
    """How an order went and what it brought about."""
    stealth = event.stealth
    return {
        "result": event.result or "",
        "outcome": event.outcome,
        "prompt": event.prompt,
        "part": event.part,
        "stealth": Facts(
            kind=stealth.kind,
            tried=stealth.tried,
            held=stealth.held,
            how=stealth.how,
            rule=stealth.rule,
        ),
        "helped": sight.names(event.helped),
        "idle": sight.names(event.idle),
        "losses": losses(sight, event.changes, sight.before.factions),
        "money": money(sight, event.changes),
        "burdens": burdens(sight, event.changes),
        "served": _served(sight, event),
    }


def _undone(event: Acted) -> bool:
    """Whether an order was not carried out at all, which nobody but its owner hears of."""
    return event.deed is None or event.outcome == "not-carried-out"


def _order(id: str, order: str) -> str:
    """The key of the order that an event is about: the event's own id begins with it."""
    return f"{id.split('/')[1]}/{order.rpartition('/')[2]}"


def _served(sight: Eyes, event: Acted) -> Ref | None:
    """For the GM, whom a double agent who acted really serves."""
    lieutenant = sight.before.lieutenant(event.lieutenant)
    if not sight.gm or lieutenant is None:
        return None
    return sight.who(lieutenant.agent_of)


def _intercepted(sight: Eyes, event: Intercepted, audience: Audience) -> Telling | None:
    """A stance sprung: those who came always know, those in wait unless they were passed by."""
    named = event.known.admits(audience)
    mover = sight.gm or sight.faction == event.mover
    if mover or (named and sight.faction == event.faction):
        return Telling(
            "intercepted",
            event.rule,
            turn_events.intercepted(sight, event),
            _waiting_rolls(sight, event, named=mover),
            order=_order(event.id, event.order) if mover else "",
            sightings=_meeting_seen(sight, event),
        )
    if not (named or event.seen.admits(audience)):
        return None
    facts = turn_events.meeting(sight, event, named=named)
    there = _meeting_seen(sight, event) if named else ()
    return Telling("seen-meeting", event.rule, facts, sightings=there, astray=not named)


def _waiting_rolls(sight: Eyes, event: Intercepted, *, named: bool) -> tuple[Roll, ...]:
    """The check of those in wait; what the GM said of their order is for them alone."""
    rolls = own_rolls(sight, event.rolls, named=named)
    if sight.gm or sight.faction == event.faction:
        return rolls
    return tuple(
        replace(
            roll,
            modifiers=tuple(
                replace(part, facts=Facts(because="")) if part.reason == "gm" else part
                for part in roll.modifiers
            ),
        )
        for roll in rolls
    )


def _meeting_seen(sight: Eyes, event: Intercepted) -> tuple[Sighting, ...]:
    if sight.gm:
        return ()
    stood = sight.before.stances.get(event.lieutenant)
    waiting = (event.lieutenant, *(stood.units if stood is not None else ()))
    involved = sight.faction in (event.faction, event.mover)
    led = {event.mover_lieutenant} & set(event.movers)
    ids = (*waiting, *event.movers) if involved else (event.lieutenant, *led)
    return tuple(sightings.met(sight, event, ids, event.at))


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def reveal(before: State, event: Event) -> Telling | None:
    """Who was behind something and whether it came off; no figures, and no place that is secret."""
    public = eyes(before, (), EVERYONE, _places(event))
    match event:
        case Acted() if not _undone(event):
            lieutenant = before.lieutenant(event.lieutenant)
            facts = Facts(
                action=event.action,
                who=public.who(event.faction),
                lieutenant=lieutenant.name if lieutenant is not None else "",
                at=public.place(event.at),
                against=public.who(event.against),
                npc=public.who(event.deed.npc) if isinstance(event.deed, Courting) else None,
                won=won(event),
                kind=event.deed.kind if isinstance(event.deed, Grab) else "",
            )
        case Intercepted():
            waiting = before.lieutenant(event.lieutenant)
            facts = Facts(
                action="intercepted",
                who=public.who(event.faction),
                lieutenant=waiting.name if waiting is not None else "",
                at=public.place(event.at),
                against=public.who(event.mover),
                npc=None,
                won=event.outcome in ("attacked", "stopped"),
                kind=event.kind,
            )
        case _:
            return None
    return Telling("unmasked", facts=facts)
