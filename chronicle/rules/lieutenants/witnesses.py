"""Who learns of an action: who did it, or only that it happened (L-STL-4, L-STL-5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

from chronicle.model.audience import EVERYONE_ID, FOR_EVERYONE, Visibility, visibility_of_factions
from chronicle.records import Record
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.state import Asset, Minion, State, owners
from chronicle.rules.lieutenants.stealth import informed_factions
from chronicle.rules.lieutenants.terms import INFLUENCE_ACTIONS, ActionName, NoticedBy

#: How factions, or ``everyone``, come to learn of something.
Ways: TypeAlias = Mapping[str, events.NoticeWay]
_STRENGTH: Final = {way: rank for rank, way in enumerate(get_args(events.NoticeWay))}


def insider_factions(context: ActionContext) -> frozenset[str]:
    """Return the factions that know of an action because they take part in it."""
    return factions_taking_part(context.faction, (context.lieutenant, *context.units))


def factions_taking_part(faction: str, minions: Iterable[Minion]) -> frozenset[str]:
    """Return the acting faction, and those that double agents among its minions serve.

    A faction whose lieutenant secretly acts for another is not included.
    """
    served = (minion.agent_of for minion in minions if minion.faction == faction)
    return frozenset({faction, *served} - {""})


def ways_of_taking_part(context: ActionContext) -> Ways:
    """Return the factions that know of an action because they or their agents take part in it."""
    return _ways("serves-in-secret", insider_factions(context))


class Notice(Record):
    """Who learns who did something, who learns only what was done, and how each comes to.

    ``witnesses`` are the ways by faction or ``everyone``, without the acting faction.
    """

    known: Visibility
    seen: Visibility
    witnesses: Ways


def notice_of(actor: str, known: Ways, seen: Ways = MappingProxyType({})) -> Notice:
    """Return who learns of an event in these ways, with its acting faction."""
    ways = {**seen, **known}
    ways.pop(actor, None)
    return Notice(
        _visibility_of({actor, *known}), _visibility_of(seen), {id: ways[id] for id in sorted(ways)}
    )


def _visibility_of(learners: Collection[str]) -> Visibility:
    return FOR_EVERYONE if EVERYONE_ID in learners else visibility_of_factions(learners)


def action_notice(
    context: ActionContext,
    details: events.Details,
    stealth: events.StealthResult,
    special: Ways = MappingProxyType({}),
    *,
    public: bool = False,
) -> Notice:
    """Return who learns of an action, and how.

    ``special`` are the ways under a rule specific to the action (influence, moves); with ``public``
    everybody learns of it. Stealth that held takes precedence over both. Those who watch the actor
    or the place are added when the turn is over (:mod:`watches`).
    """
    inside, targets = ways_of_taking_part(context), _target_factions(context, details)
    if context.order.action == "conceal" or (stealth.held and stealth.kind == "unnoticed"):
        return notice_of(context.faction, _aimed(targets, inside))
    openly = _open_ways(context, details, targets, special, public=public)
    if stealth.held:
        return notice_of(context.faction, _aimed(targets, inside), _aimed(targets, openly))
    return notice_of(context.faction, _aimed(targets, strongest_ways(inside, openly)))


def noticed_by_of(action: ActionName, details: events.Details | None) -> NoticedBy:
    """Return who notices an action that nobody hides (L-STL-5)."""
    notice = details.notice if details is not None else None
    return notice or ACTION_DEFINITIONS[action].noticed_by


def _open_ways(
    context: ActionContext,
    details: events.Details,
    targets: Iterable[str],
    special: Ways,
    *,
    public: bool,
) -> Ways:
    """Return who learns of an action that nobody hides, apart from those who watch."""
    action = context.order.action
    noticed_by = noticed_by_of(action, details)
    if public or noticed_by == "public":
        courting = action in INFLUENCE_ACTIONS
        return strongest_ways({EVERYONE_ID: "talked-of" if courting else "open-to-all"}, special)
    if noticed_by == "target":
        heard = informed_factions(context.state, context.locale) if action == "investigate" else ()
        return strongest_ways(special, _ways("informers", heard), _ways("aimed-at", targets))
    if noticed_by == "watchers":
        heard = factions_informed_of_place(context.state, context.order.at, context.faction)
        return strongest_ways(special, _ways("informers", heard))
    return special


def _aimed(targets: frozenset[str], ways: Ways) -> Ways:
    """Return these ways with those replaced whose factions an action is aimed at."""
    found = targets & set(ways) if EVERYONE_ID not in ways else targets
    return strongest_ways(ways, _ways("aimed-at", found))


def _ways(way: events.NoticeWay, factions: Iterable[str]) -> Ways:
    return dict.fromkeys(factions, way)


def strongest_ways(*found: Ways) -> Ways:
    """Return the strongest way of each faction; a weaker one than everybody's is left out."""
    best: dict[str, events.NoticeWay] = {}
    for ways in found:
        for id, way in ways.items():
            if id not in best or _STRENGTH[way] > _STRENGTH[best[id]]:
                best[id] = way
    all_have = _STRENGTH[best[EVERYONE_ID]] if EVERYONE_ID in best else -1
    return {id: way for id, way in best.items() if id == EVERYONE_ID or _STRENGTH[way] > all_have}


def _target_factions(context: ActionContext, details: events.Details) -> frozenset[str]:
    """Return whom an action is aimed at: who notices what is done to its subject, or its target."""
    found = (context.state.assets.get(id) for id in details.subjects)
    noticing = [factions_noticing(asset) for asset in found if asset is not None]
    order = context.order
    # What is done to somebody is noticed by his owners alone. A prisoner may be taken from other
    # factions than his own or the one that guards him.
    alone = bool(noticing) and not details.locations(order.at)
    against = () if alone else {order.against} - {""}
    return frozenset(against).union(*noticing)


def factions_noticing(asset: Asset) -> frozenset[str]:
    """Return who notices what is done to an asset: its owners, or only its captor."""
    return frozenset({asset.held_by}) if asset.held_by else owners(asset)


def factions_informed_of_place(
    state: State, place: str, acting_faction: str = ""
) -> frozenset[str]:
    """Return the factions whose informers watch the locale of a location.

    For a secret place that ``acting_faction`` knows, informers report only to factions that know it
    too.
    """
    found = state.places.get(place)
    listening = informed_factions(state, state.locale(place))
    if found is not None and found.known(acting_faction):
        listening = frozenset(one for one in listening if found.known(one))
    return listening


def ways_of_seeing_move(state: State, places: Iterable[str], unaware: Collection[str]) -> Ways:
    """Return who sees a move, by people or informers at its start or end (L-STL-5)."""
    there = _ways("somebody-there", bystander_factions(state, places, unaware))
    heard = (_ways("informers", factions_informed_of_place(state, place)) for place in places)
    return strongest_ways(there, *heard)


def bystander_factions(
    state: State, places: Iterable[str], unaware: Collection[str] = ()
) -> frozenset[str]:
    """Return the factions with a fit and unhidden minion at one of these locations (L-STL-5).

    Hidden minions notice nothing, nor do the assets in ``unaware``.
    """
    wanted = set(places)
    return frozenset(
        owner
        for asset in state.assets.values()
        if isinstance(asset, Minion)
        if asset.at in wanted and asset.hiding is None and state.fit(asset)
        if asset.id not in unaware
        for owner in owners(asset)
    )
