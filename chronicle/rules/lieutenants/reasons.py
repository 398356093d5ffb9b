"""Why each audience is told of an event or not (:mod:`tellings` decides).

The visibility of an event follows from rules of notice (L-STL-5), of discretion (L-INF-3) and of
stealth; this module finds out which of them applied.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.audience import Audience, faction_audience
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.board_view import board_view, effective_audience
from chronicle.rules.lieutenants.changes import Stood
from chronicle.rules.lieutenants.events import (
    Acted,
    Altered,
    Event,
    InfluenceDeed,
    Intercepted,
    MoveDeed,
    Over,
    WorkDeed,
)
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.stealth import informed_factions
from chronicle.rules.lieutenants.tellings import tell
from chronicle.rules.lieutenants.tellings.witnesses import is_target
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, rule_of
from chronicle.rules.lieutenants.witnesses import TARGET_NOTICED_ACTIONS, bystander_factions
from chronicle.rules.protocol import Reason, Step
from chronicle.rules.shared.reasons import SHARED_REASONS, gm_change_reason, own_order_reason

#: All codes of reasons; each has a text in the theme.
REASONS: Final = (
    *SHARED_REASONS,
    "own-gone",
    "aimed-at",
    "aimed-at-unidentified",
    "unidentified",
    "open-to-all",
    "talked-of",
    "courted",
    "influence-there",
    "watches-actor",
    "watches-place",
    "informers",
    "somebody-there",
    "serves-in-secret",
    "lay-in-wait",
    "learns-place",
    "own-accounts",
    "own-project",
    "not-carried-out",
    "not-noticed",
    "not-concealed",
    "not-hushed",
    "not-aimed-at",
    "not-watching",
    "not-there",
    "not-seen",
    "not-passed",
    "not-besides-reveal",
    "not-own-accounts",
    "not-own-project",
)
#: The rules that say who notices what, and what stealth hides.
_NOTICE_RULE: Final = "L-STL-5"
_STEALTH_RULE: Final = "L-STL-4"


def reason_for(step: Step[State, Event], audience: Audience) -> Reason:
    """Return why an audience is told of an event, or is told nothing."""
    before, event = step.before, step.event
    audience = effective_audience(before, audience)
    if audience.is_gm:
        return Reason("gm")
    told = tell(step, audience)
    if told is not None and told.code == "left-us":
        return Reason("own-gone", event.rule)
    match event:
        case Acted():
            return _acted_reason(before, step.after, event, audience, told=told is not None)
        case Intercepted():
            return _intercepted_reason(event, audience)
        case Altered():
            return _altered_reason(event, audience, told=told is not None)
        case Over():
            return Reason("own-project" if told is not None else "not-own-project", event.rule)
        case _:
            own = audience.faction == event.faction
            return Reason("own-accounts" if own else "not-own-accounts", event.rule)


def _altered_reason(event: Altered, audience: Audience, *, told: bool) -> Reason:
    """Return the reason for a change by the GM: its readers, and who learns of a place."""
    if not event.by_news and not event.because:
        return Reason("not-besides-reveal", event.rule)
    said = gm_change_reason(event.circle, audience, event.rule, by_news=event.by_news)
    if said.told == told:
        return said
    if told:
        return Reason("learns-place", event.rule)
    return Reason("not-seen", event.rule)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _acted_reason(
    before: State, after: State, event: Acted, audience: Audience, *, told: bool
) -> Reason:
    own = own_order_reason(audience, event.faction, event.rule)
    if own is not None:
        return own
    if not told:
        return _not_told_reason(event, audience)
    return _told_reason(before, after, event, audience)


def _told_reason(before: State, after: State, event: Acted, audience: Audience) -> Reason:
    """Return why an audience learns what was done, and by whom unless stealth held (L-STL-4)."""
    sight = board_view(before, after, audience, {})
    named = event.known.admits(audience)
    if isinstance(event.deed, InfluenceDeed) and audience.faction == event.deed.npc:
        return Reason("courted", "L-INF-3")
    if is_target(sight, event):
        rule = _NOTICE_RULE if named else _STEALTH_RULE
        return Reason("aimed-at" if named else "aimed-at-unidentified", rule)
    if not named:
        return Reason("unidentified", _STEALTH_RULE)
    return next(_ways_to_learn(before, event, audience), Reason("serves-in-secret", event.rule))


def _ways_to_learn(before: State, event: Acted, audience: Audience) -> Iterator[Reason]:
    """Yield every way to learn who did something, except the last.

    The last is through a double agent who took part.
    """
    faction = audience.faction
    if event.known.public:
        courting = event.action in INFLUENCE_ACTIONS
        yield Reason(
            "talked-of" if courting else "open-to-all", "L-INF-3" if courting else _NOTICE_RULE
        )
    if isinstance(event.deed, InfluenceDeed) and _has_influence(before, event.deed.npc, faction):
        yield Reason("influence-there", "L-INF-3")
    if faction in before.watchers(*_participants(event)):
        yield Reason("watches-actor", _NOTICE_RULE)
    yield from _nearby_reasons(before, event, faction)


def _nearby_reasons(before: State, event: Acted, faction: str) -> Iterator[Reason]:
    places = _deed_places(event)
    if faction in before.watchers(*places):
        yield Reason("watches-place", _NOTICE_RULE)
    locales = {before.locale(place) for place in places}
    leader = before.lieutenant(event.lieutenant)
    if event.action == "investigate" and leader is not None:
        locales.add(before.locale(leader.at))
    if any(faction in informed_factions(before, locale) for locale in sorted(locales)):
        yield Reason("informers", "L-AST-WATCHES-LOCALE")
    if isinstance(event.deed, MoveDeed) and faction in bystander_factions(before, places):
        yield Reason("somebody-there", _NOTICE_RULE)


def _has_influence(before: State, npc: str, faction: str) -> bool:
    own = before.factions.get(faction)
    return own is not None and own.influence.get(npc, 0) != 0


def _participants(event: Acted) -> tuple[str, ...]:
    """Return who took part and could be seen: the lieutenant and the units."""
    units: tuple[str, ...] = ()
    match event.deed:
        case MoveDeed(legs=legs):
            units = tuple(id for id, *_ in legs)
        case WorkDeed(units=workers):
            units = tuple(id for id, *_ in workers)
        case _:
            pass
    stood = [it.stance.units for it in event.changes if isinstance(it, Stood)]
    standing = (id for taken in stood for id in taken)
    return (event.lieutenant, *event.helped, *event.idle, *units, *standing)


def _deed_places(event: Acted) -> tuple[str, ...]:
    """Return where a deed could be seen; for a move its start and end."""
    if isinstance(event.deed, MoveDeed):
        ends = [(origin, to if arrived else origin) for _, origin, to, arrived in event.deed.legs]
        return tuple(dict.fromkeys(place for pair in ends for place in pair))
    return (event.at,)


def _not_told_reason(event: Acted, audience: Audience) -> Reason:
    """Return why an audience learns nothing of another faction's order."""
    if event.deed is None or event.outcome == "not-carried-out":
        return Reason("not-carried-out", event.rule)
    if event.action == "conceal":
        return Reason("not-concealed", rule_of("conceal"))
    if event.known.admits(audience) or event.seen.admits(audience):
        return Reason("not-seen", event.rule)
    if event.stealth.held:
        by = Facts(how=event.stealth.how)
        return Reason("not-noticed", event.stealth.rule or _STEALTH_RULE, by)
    if event.action in INFLUENCE_ACTIONS:
        return Reason("not-hushed", "L-INF-3")
    if event.action in TARGET_NOTICED_ACTIONS:
        return Reason("not-aimed-at", _NOTICE_RULE)
    return Reason("not-there" if event.action == "move" else "not-watching", _NOTICE_RULE)


# ── Stances ──────────────────────────────────────────────────────────────────────────────────────


def _intercepted_reason(event: Intercepted, audience: Audience) -> Reason:
    """Return the reason for a meeting at a stance.

    Everybody learns of it, except that movers who pass are noticed only by some.
    """
    own = own_order_reason(audience, event.mover, event.rule)
    if own is not None:
        return own
    if not event.known.admits(audience):
        return Reason("not-passed", event.rule)
    if audience == faction_audience(event.faction):
        return Reason("lay-in-wait", event.rule)
    if event.known.public:
        return Reason("open-to-all", _NOTICE_RULE)
    return Reason("serves-in-secret", event.rule)
