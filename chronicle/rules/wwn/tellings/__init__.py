"""What each audience is told about each event, and why.

The acting faction and the GM learn everything; audiences in an event's ``known`` visibility learn
what was done and by whom, as far as they see the assets involved; all others learn what happened to
their own pieces, and no more. The public gets no figures, rules or rolls.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_type_hints

from chronicle.model.audience import EVERYONE, Audience
from chronicle.model.facts import Fact, Facts, FactsOf
from chronicle.records import replace
from chronicle.rules.kit.projector import (
    WITNESS,
    Readers,
    declared_facts,
    fact_types,
    facts_of,
)
from chronicle.rules.kit.reasons import GM_REASON, SHARED_REASONS
from chronicle.rules.protocol import Disclosure, Reason, Step, Telling, TellingFacts
from chronicle.rules.wwn import events, rolls, sightings, telling_facts, witnesses
from chronicle.rules.wwn.actions import ORDER_FACTS
from chronicle.rules.wwn.board_view import BoardView, board_view, effective_audience
from chronicle.rules.wwn.fact_rows import reaction_rows
from chronicle.rules.wwn.state import PieceSnapshot, State
from chronicle.rules.wwn.telling_facts import OWN_FACTS
from chronicle.rules.wwn.tellings import turn_events
from chronicle.rules.wwn.terms import HarmKind

_WITNESS_FACTS: Final[Readers] = frozenset({WITNESS})
#: The facts of a telling by its code; a theme has words for each code.
TELLING_FACTS: Final[Mapping[str, TellingFacts]] = {
    **ORDER_FACTS,
    **turn_events.TURN_FACTS,
    "undone": telling_facts.UndoneFacts,
    "clash": declared_facts(
        "ClashFacts",
        get_type_hints(telling_facts.AttackFacts),
        fact_types(events.Attacked, OWN_FACTS),
        get_type_hints(telling_facts.ClashFacts),
    ),
    "seen-clash": declared_facts(
        "SeenClashFacts",
        get_type_hints(telling_facts.AttackFacts),
        fact_types(events.Attacked, _WITNESS_FACTS),
        get_type_hints(telling_facts.SeenClashFacts),
    ),
    "unmasked": telling_facts.UnmaskedFacts,
}
#: Codes of actions, for the history of everything that they name.
_ACTION_CODES = {*ORDER_FACTS, "clash", "seen-clash", "unveiled", "collapse"}


#: Every code a reason may carry; each has words in a theme.
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


def tell(step: Step[State, events.Event], audience: Audience) -> Disclosure:
    """Return what this audience learns of an event, if anything, and why."""
    event = step.event
    audience = effective_audience(step.before, audience)
    view = board_view(step.before, step.after, audience)
    match event:
        case events.Acted():
            found = _disclose_action(view, event, audience)
        case events.Attacked():
            found = _disclose_clash(view, event, audience)
        case _:
            found = turn_events.tell_turn_event(view, event, audience)
    told = found.telling
    if told is None:
        return found
    done = told.code in _ACTION_CODES
    if audience == EVERYONE:
        return Disclosure(found.reason, Telling(told.code, facts=told.facts, is_action=done))
    return Disclosure(GM_REASON if view.gm else found.reason, replace(told, is_action=done))


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def _disclose_action(view: BoardView, event: events.Acted, audience: Audience) -> Disclosure:
    details = event.details
    if not view.is_of(event.faction):
        return witnesses.tell_witness(view, event, named=event.known.admits(audience))
    reason = Reason("own-order", event.rule)
    if details is None:
        return Disclosure(reason, _undone_telling(view, event))
    facts = Facts(
        {
            "action": event.action,
            **_actor_facts(view, event),
            "outcome": event.outcome,
            "reactions": reaction_rows(view, event.reactions),
            **details.facts(view, event),
        }
    )
    seen = sightings.place_sightings(view, details.met, by_meeting=True)
    thrown = rolls.rolls_for_actor(view, event)
    code = details.code(event.action)
    telling = Telling(code, event.rule, facts, thrown, _order_key(event), seen)
    return Disclosure(reason, telling)


def _undone_telling(view: BoardView, event: events.Acted | events.Attacked) -> Telling:
    """Return an order that was not carried out, for its owner."""
    if isinstance(event, events.Attacked):
        action, against = "attack", view.who(event.against)
    else:
        action, against = event.action, None
    facts = Facts(_actor_facts(view, event), action=action, against=against, reason=event.reason)
    return Telling("undone", event.rule, facts, order=_order_key(event))


def _actor_facts(view: BoardView, event: events.Acted | events.Attacked) -> dict[str, Fact]:
    name = event.attacker.name if isinstance(event, events.Attacked) else event.name
    return {"who": view.who(event.faction), "asset": name, "at": view.place(event.at)}


def _order_key(event: events.Acted | events.Attacked) -> str:
    """Return the key of the order that an event is about; empty for events without an order."""
    if isinstance(event, events.Attacked) and event.part:
        return ""
    return f"{event.faction}/{event.order.rpartition('/')[2]}"


def _disclose_clash(view: BoardView, event: events.Attacked, audience: Audience) -> Disclosure:
    own = view.is_of(event.faction)
    # A contest and a rogue's attack were not ordered.
    own_reason = Reason("contests" if event.part else "own-order", event.rule)
    if event.outcome == "not-carried-out":
        if not own:
            return Disclosure(Reason("not-carried-out", event.rule))
        return Disclosure(own_reason, _undone_telling(view, event))
    seen = sightings.fight_sightings(view, event)
    if own or view.is_of(event.against):
        thrown = rolls.rolls_for_fighter(view, event)
        order = _order_key(event) if own else ""
        telling = Telling("clash", event.rule, _fighter_facts(view, event), thrown, order, seen)
        return Disclosure(own_reason if own else Reason("aimed-at", event.rule), telling)
    if not event.known.admits(audience):
        return Disclosure(witnesses.NOT_SEEN)
    telling = Telling("seen-clash", event.rule, _onlooker_facts(view, event), sightings=seen)
    return Disclosure(Reason("open-to-all", event.rule), telling)


def _fighter_facts(view: BoardView, event: events.Attacked) -> Facts:
    """Return an attack as either fighter knows it: with the damage, and what both have left."""
    met = event.defender
    return Facts(
        _common_attack_facts(view, event, OWN_FACTS),
        side="gm" if view.gm else "defender" if view.faction == event.against else "attacker",
        attacker=_fighter_row(view, event.attacker, event.ours, event.attacker_harm),
        defender=_fighter_row(view, met, event.theirs, event.defender_harm) if met else None,
        attribute=(met and event.attribute) or "",
        target=(met and event.target) or "",
        total=rolls.check_total(event, "check"),
        against_total=rolls.check_total(event, "defence"),
        reactions=reaction_rows(view, event.reactions),
    )


def _fighter_row(view: BoardView, of: PieceSnapshot, damage: int, harm: HarmKind) -> Facts:
    """Return one side of a fight; a rival base's capacity would reveal its faction's ratings."""
    maximum = of.maximum if view.is_of(of.faction) or not of.base else None
    row = FactsOf(view.row(of))
    return Facts(row, hp=of.hp, maximum=maximum, damage=damage, harm=harm)


def _onlooker_facts(view: BoardView, event: events.Attacked) -> Facts:
    """Return an attack as all others know it: the two sides, and the result; no figures."""
    attacker, defender = FactsOf(view.row(event.attacker)), None
    if event.defender is not None:
        defender = Facts(FactsOf(view.row(event.defender)), harm=event.defender_harm)
    return Facts(
        _common_attack_facts(view, event, _WITNESS_FACTS),
        attacker=Facts(attacker, harm=event.attacker_harm),
        defender=defender,
        reactions=reaction_rows(view, event.reactions),
    )


def _common_attack_facts(
    view: BoardView, event: events.Attacked, readers: Readers
) -> dict[str, Fact]:
    """Return who attacked whom, and the facts of the event; by them the public's are sorted."""
    own = facts_of(event, readers, readers, view)
    return {
        "part": own["part"],
        "who": view.who(event.faction),
        "against": view.who(event.against),
        "at": view.place(event.at),
        **own,
        "nobody": event.outcome == "nobody-there",
    }


# ── Reveals ──────────────────────────────────────────────────────────────────────────────────────


def reveal(step: Step[State, events.Event]) -> Telling | None:
    """Return who did something, with which asset, and whether it succeeded; no figures."""
    event = step.event
    public = board_view(step.before, step.before, EVERYONE)
    match event:
        case events.Acted(details=details) if details is not None:
            action, against, name = details.code(event.action), details.rival, details.object_name
            done = event.outcome == "done"
        case events.Attacked() if event.outcome != "not-carried-out":
            action, against, done = "attack", event.against, bool(event.won)
            name = event.defender.name if event.defender is not None else ""
        case _:
            return None
    facts = Facts(
        {"action": action, **_actor_facts(public, event)},
        against=public.who(against),
        name=name,
        done=done,
    )
    return Telling("unmasked", facts=facts)
