"""Why each audience is told about each event, or not (:mod:`tellings` decides)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.audience import Audience
from chronicle.rules.protocol import Reason, Step, Telling
from chronicle.rules.shared.reasons import SHARED_REASONS, gm_change_reason, own_order_reason
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.board_view import effective_audience
from chronicle.rules.wwn.events import (
    Acted,
    Affliction,
    Altered,
    Carrying,
    Clash,
    Cloaking,
    Collapsed,
    Declared,
    Demand,
    Event,
    Founding,
    Kept,
    Mending,
    Over,
    Profit,
    Purchase,
    Sale,
    Search,
    Sequenced,
    Started,
    Unveiled,
)
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.tellings import tell

#: Every code of a reason; each has words in a theme.
REASONS: Final = (
    *SHARED_REASONS,
    "aimed-at",
    "found-out",
    "own-watcher",
    "contests",
    "own-touched",
    "open-to-all",
    "in-the-open",
    "near-it",
    "sees-it",
    "in-play",
    "own-accounts",
    "not-carried-out",
    "not-nothing-happened",
    "not-found-nothing",
    "not-others-affair",
    "not-a-party",
    "not-hidden-hand",
    "not-stealthed",
    "not-near",
    "not-owners-alone",
    "not-to-be-seen",
    "not-seen",
    "not-in-play",
    "not-own-accounts",
    "not-own-standing",
)
#: The rules that make assets visible or invisible.
_ASSETS: Final = "W-ENT-3"
_STEALTH: Final = "W-ENT-5"


def reason_for(step: Step[State, Event], audience: Audience) -> Reason:
    """Return why an audience is told about an event in this way, or not told."""
    before, event = step.before, step.event
    audience = effective_audience(before, audience)
    if audience.is_gm:
        return Reason("gm")
    told = tell(step, audience)
    match event:
        case Acted() | Clash():
            return _order_reason(before, event, audience, told)
        case Unveiled():
            return _search_reason(before, event, audience, told)
        case Altered():
            said = gm_change_reason(event.circle, audience, event.rule, by_news=event.by_news)
            if told is None:
                return Reason("not-seen", _ASSETS) if said.told else said
            return said if said.told else Reason("own-touched", event.rule)
        case Sequenced():
            return Reason("in-play" if told is not None else "not-in-play", event.rule)
        case Collapsed():
            return Reason("open-to-all", event.rule)
        case Started() | Kept() | Over():
            return _turn_reason(before, event, audience, told)
        case Declared():
            return _declaration_reason(event, audience)
        case _:
            own = bool(audience.faction) and audience.faction == event.faction
            return Reason("own-accounts" if own else "not-own-accounts", event.rule)


def _declaration_reason(event: Declared, audience: Audience) -> Reason:
    own = own_order_reason(audience, event.faction, event.rule)
    return own or Reason("open-to-all" if event.places else "not-own-standing", event.rule)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _order_reason(
    before: State, event: Acted | Clash, audience: Audience, told: Telling | None
) -> Reason:
    own = own_order_reason(audience, event.faction, event.rule)
    if own is not None:
        # A contest and a rogue's attack were not ordered.
        ordered = not (isinstance(event, Clash) and event.part)
        return own if ordered else Reason("contests", event.rule)
    if told is None:
        return _untold_reason(before, event)
    if isinstance(event, Clash):
        against = bool(audience.faction) and audience.faction == event.against
        return Reason("aimed-at" if against else "open-to-all", event.rule)
    match told.code:
        case "demanded" | "afflicted":
            return Reason("aimed-at", event.rule)
        case "touched":
            return Reason("own-touched", event.rule)
        case _:
            return _party_reason(before, event, audience)


def _party_reason(before: State, event: Acted, audience: Audience) -> Reason:
    match event.deed:
        case Search(against=against) if against == audience.faction:
            return Reason("found-out", event.rule)
        case Founding(rivals=rivals) if audience.faction in {rival for rival, _, _ in rivals}:
            return Reason("contests", event.rule)
        case _:
            return _visible_reason(before)


def _untold_reason(before: State, event: Acted | Clash) -> Reason:
    """Return why somebody learns nothing of another's order."""
    if isinstance(event, Clash) or event.deed is None:
        return Reason("not-carried-out", event.rule)
    match event.deed:
        case Search(found=()):
            return Reason("not-found-nothing", event.rule)
        case Demand() | Affliction() | Search() if _is_stealthed(before, event, (event.asset,)):
            return Reason("not-hidden-hand", _STEALTH)
        case Profit() | Mending():
            return Reason("not-others-affair", event.rule)
        case Demand(unpaid=unpaid) if unpaid != "lost":
            return Reason("not-a-party", event.rule)
        case Cloaking(subject=id) | Demand(subject=id) | Affliction(subject=id):
            return _invisible_reason(before, event, (id,))
        case Carrying(legs=legs):
            return _invisible_reason(before, event, (leg.asset for leg in legs))
        case Purchase(subject=id) | Founding(base=id):
            return _invisible_reason(before, event, (id,))
        case Sale() | Search():
            return _invisible_reason(before, event, (event.asset,))


# ── Turn events ──────────────────────────────────────────────────────────────────────────────────


def _turn_reason(
    before: State, event: Started | Kept | Over, audience: Audience, told: Telling | None
) -> Reason:
    match event:
        case Started(faction=faction):
            concerned = (
                *(leg.asset for leg in event.arrived),
                *(subject.id for subject, _ in event.harried),
            )
        case Kept(faction=faction):
            concerned = tuple(subject.id for subject, _ in event.left)
        case Over():
            concerned = tuple(subject.id for subject in (*event.forfeit, *event.uncovered))
            mine = told is not None and told.code == "over"
            faction = audience.faction if mine else ""
    if told is not None:
        own = bool(faction) and audience.faction == faction
        return Reason("own-accounts", event.rule) if own else _visible_reason(before)
    if isinstance(event, Kept) and not concerned:
        return Reason("not-own-accounts", event.rule)
    if not concerned:
        return Reason("not-nothing-happened", event.rule)
    return _invisible_reason(before, event, concerned)


def _search_reason(
    before: State, event: Unveiled, audience: Audience, told: Telling | None
) -> Reason:
    """Return the reason for a search: told to both sides and those who see the find, if any."""
    if told is None and not event.found:
        return Reason("not-found-nothing", event.rule)
    if told is None:
        return _invisible_reason(before, event, (subject.id for subject in event.found))
    if audience.faction and audience.faction == event.faction:
        return Reason("own-watcher", event.rule)
    if audience.faction and audience.faction == event.against:
        return Reason("found-out", event.rule)
    return _visible_reason(before)


# ── Visibility ───────────────────────────────────────────────────────────────────────────────────


def _visible_reason(before: State) -> Reason:
    """Return why others' assets are seen, by the campaign's settings."""
    codes = {"public": "in-the-open", "rumored": "near-it", "owner": "sees-it"}
    return Reason(codes[before.house.assets], _ASSETS)


def _invisible_reason(before: State, event: Event, ids: Iterable[str]) -> Reason:
    """Return why these assets and bases are not seen: hidden, or shown to few by the campaign."""
    if _is_stealthed(before, event, ids):
        return Reason("not-stealthed", _STEALTH)
    codes = {"public": "not-to-be-seen", "rumored": "not-near", "owner": "not-owners-alone"}
    return Reason(codes[before.house.assets], _ASSETS)


def _is_stealthed(before: State, event: Event, ids: Iterable[str]) -> bool:
    """Return whether any of these assets is Stealthed, before an event or after it."""
    boards = (before, fold(before, event.changes))
    return any(
        isinstance(piece := state.piece(id), Asset) and bool(piece.stealth)
        for id in ids
        for state in boards
    )
