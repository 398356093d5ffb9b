"""What each audience is told about each event, and why.

Powers see everything from the reveal on; the public only what a conspiracy's `public:` line says,
or a draft made from its kind, level and sphere. Placements before the reveal, vetoed orders and
the GM's reasons are only for the GM.
"""

from __future__ import annotations

from typing import Final

from chronicle.model.audience import Audience
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf, Ref, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.kit.reasons import GM_REASON
from chronicle.rules.protocol import Disclosure, Reason, Sighting, Step, Telling
from chronicle.rules.shadow import events, telling_facts
from chronicle.rules.shadow.state import State

#: Every code a reason may carry; each has words in a theme.
REASONS = (
    "gm",
    "own-order",
    "aimed-at",
    "staked",
    "before-all-powers",
    "open-figures",
    "news-for",
    "adjustment-for",
    "revealed",
    "dice-moved",
    "public-line",
    "draft",
    "not-yet-revealed",
    "not-vetoed",
    "not-own-story",
    "not-carried-out",
    "not-given",
    "not-for-street",
)
#: The rule that makes conspiracies visible to all powers.
_IN_TURN: Final = "S-ROUND-5"
_BEFORE_ALL_POWERS: Final = Reason("before-all-powers", _IN_TURN)


def tell(step: Step[State, events.Event], audience: Audience) -> Disclosure:
    """Return what this audience learns of an event, if anything, and why."""
    before, event = step.before, step.event
    if audience.is_gm or (audience.faction and audience.faction in before.powers):
        found = _disclose_to_power(before, event, audience)
    else:
        found = _disclose_to_public(event)
    if found.telling is None:
        return found
    # Events in a sphere are somebody's actions.
    done = "sphere" in found.telling.facts
    telling = replace(found.telling, is_action=True) if done else found.telling
    return Disclosure(GM_REASON if audience.is_gm else found.reason, telling)


def _owns(audience: Audience, power: str) -> bool:
    return audience.is_gm or audience.faction == power


def _disclose_to_power(before: State, event: events.Event, audience: Audience) -> Disclosure:
    match event:
        case events.Changed():
            return _disclose_change(before, event, audience)
        case events.Placed() | events.ActorPlaced() | events.Assisted():
            return _disclose_to_owner(before, event, audience)
        case events.Revealed():
            return Disclosure(Reason("revealed", event.rule), _revealed(before, event))
        case events.Sequenced():
            return Disclosure(Reason("open-figures", event.rule), _sequenced(event))
        case events.Conspired():
            return _disclose_conspiracy(before, event, audience)
        case events.ResourceTaken():
            owner = _owns(audience, event.power)
            reason = Reason("own-order", event.rule) if owner else _BEFORE_ALL_POWERS
            return Disclosure(reason, _resource_taken(event, owner=owner))
        case events.Dominated():
            return Disclosure(Reason("open-figures", event.rule), _dominated(event))


def _disclose_to_owner(
    before: State, event: events.Placed | events.ActorPlaced | events.Assisted, audience: Audience
) -> Disclosure:
    """Tell only the power whose order it was."""
    if not _owns(audience, event.power):
        told_later = not isinstance(event, events.Assisted)
        return Disclosure(Reason("not-yet-revealed" if told_later else "not-own-story", event.rule))
    match event:
        case events.Placed():
            telling = _placed(before, event)
        case events.ActorPlaced():
            actor = before.powers[event.power].actor.name
            facts = telling_facts.ActorPlacedFacts(
                power=faction_ref(event.power), actor=actor, sphere=place_ref(event.sphere)
            )
            telling = Telling("actor-placed", event.rule, FactsOf(facts))
        case events.Assisted():
            telling = _assisted(event)
    return Disclosure(Reason("own-order", event.rule), telling)


def _disclose_change(before: State, event: events.Changed, audience: Audience) -> Disclosure:
    """Tell of a GM's change: the board is open, the GM's reason only for those named."""
    admitted = event.visibility.admits(audience)
    code = ("news-for" if event.by_news else "adjustment-for") if admitted else "open-figures"
    return Disclosure(Reason(code, event.rule), _changed(before, event, admitted=admitted))


def _disclose_conspiracy(before: State, event: events.Conspired, audience: Audience) -> Disclosure:
    if _owns(audience, event.power):
        telling = _conspired(before, event, owner=True, gm=audience.is_gm)
        return Disclosure(Reason("own-order", event.rule), telling)
    if event.veto:
        if not event.transfers:
            return Disclosure(Reason("not-vetoed", "S-DICE-4"))
        # Transfers of dice are open even if the order is not.
        return Disclosure(Reason("dice-moved", "S-DICE-4"), _set_aside(event))
    return Disclosure(
        _interest_in(event, audience.faction), _conspired(before, event, owner=False, gm=False)
    )


def _interest_in(event: events.Conspired, power: str) -> Reason:
    """Return why another power is told of a conspiracy; its own part in it comes first."""
    match event.details:
        case events.AttackResourceResult(power=target) | events.AttackActorResult(power=target) if (
            target == power
        ):
            return Reason("aimed-at", event.rule)
        case _:
            pass
    if power in {stake.power for stake in event.stakes}:
        return Reason("staked", event.rule)
    return _BEFORE_ALL_POWERS


def _changed(before: State, event: events.Changed, *, admitted: bool) -> Telling:
    owner = before.powers.get(event.power)
    subject: Ref | str | None = None
    if event.field == "influence":
        subject = place_ref(event.subject)
    elif event.field == "strength" and owner is not None:
        subject = owner.resources[event.subject].name
    elif event.field == "actor" and owner is not None:
        subject = owner.actor.name
    told = telling_facts.AdjustedFacts(
        by_news=event.by_news,
        because=event.because if admitted else "",
        field=event.field,
        power=faction_ref(event.power) if event.power else None,
        subject=subject,
        before=event.before,
        after=event.after,
    )
    return Telling("adjusted", event.rule, FactsOf(told))


def _sequenced(event: events.Sequenced) -> Telling:
    rows = tuple(
        FactsOf(telling_facts.TurnOrderRow(power=faction_ref(power), dice=dice))
        for power, dice in event.order
    )
    return Telling("sequence", event.rule, FactsOf(telling_facts.SequenceFacts(order=rows)))


def _placed(before: State, event: events.Placed) -> Telling:
    own = before.powers[event.power].resources
    rows = tuple(
        FactsOf(
            telling_facts.PlacementRow(
                resource=own[id].name, sphere=place_ref(sphere) if sphere else None
            )
        )
        for id, sphere in event.placements
    )
    facts = telling_facts.PlacedFacts(power=faction_ref(event.power), resources=rows)
    return Telling("placed", event.rule, FactsOf(facts))


def _revealed(before: State, event: events.Revealed) -> Telling:
    resources = tuple(
        FactsOf(
            telling_facts.ResourceRow(
                power=faction_ref(power),
                resource=before.powers[power].resources[id].name,
                strength=before.powers[power].resources[id].strength,
                sphere=place_ref(sphere),
            )
        )
        for power, id, sphere in event.resources
    )
    actors = tuple(
        FactsOf(
            telling_facts.ActorRow(
                power=faction_ref(power),
                actor=before.powers[power].actor.name,
                sphere=place_ref(sphere),
            )
        )
        for power, sphere in event.actors
    )
    seen = [
        Sighting(f"{power}/{id}", Facts(sphere=place_ref(sphere)))
        for power, id, sphere in event.resources
    ]
    seen += [Sighting(power, Facts(sphere=place_ref(sphere))) for power, sphere in event.actors]
    facts = telling_facts.RevealedFacts(resources=resources, actors=actors)
    return Telling("revealed", event.rule, FactsOf(facts), sightings=tuple(seen))


def _conspired(before: State, event: events.Conspired, *, owner: bool, gm: bool) -> Telling:
    common = telling_facts.ConspiracyFacts(
        power=faction_ref(event.power),
        sphere=place_ref(event.sphere) if event.sphere else None,
        resource=event.resource.name,
        strength=event.resource.strength,
        outcome=event.outcome,
        refusal=event.refusal,
        narrative=event.narrative,
        veto=event.veto if gm else "",
        public=event.public if gm else "",
        stakes=tuple(_stake(before, stake) for stake in event.stakes),
        transfers=_transfers(event.transfers),
        chance=_chance(event),
    )
    return Telling(
        code_of(event.details),
        event.rule,
        _with_details(common, event.details),
        tuple(_roll(roll, owner=owner) for roll in event.rolls),
        order=f"{event.power}/{event.order}" if owner else "",
    )


def _with_details(common: telling_facts.ConspiracyFacts, details: events.ActionDetails) -> Facts:
    """Return the facts of a conspiracy of one kind, with what all conspiracies have."""
    match details:
        case events.RaiseResult(level=level, before=present, displaced=displaced):
            rows = tuple(
                FactsOf(telling_facts.InfluenceLossRow(power=faction_ref(power), level=lost))
                for power, lost in displaced
            )
            raised = telling_facts.RaisedInfluence(level=level, before=present, displaced=rows)
            return FactsOf(telling_facts.RaiseFacts(**common, details=FactsOf(raised)))
        case events.MobilizeResult(before=weaker, after=stronger):
            mobilized = telling_facts.MobilizedStrength(before=weaker, after=stronger)
            return FactsOf(telling_facts.MobilizeFacts(**common, details=FactsOf(mobilized)))
        case events.AttackResourceResult(power=power, resource=resource, lost=lost):
            attacked = telling_facts.AttackedResource(
                power=faction_ref(power),
                resource=resource.name,
                before=resource.strength,
                after=max(0, resource.strength - lost),
                lost=lost,
            )
            return FactsOf(telling_facts.AttackResourceFacts(**common, details=FactsOf(attacked)))
        case events.AttackActorResult(power=power, name=name):
            hit = telling_facts.AttackedActor(power=faction_ref(power), actor=name)
            return FactsOf(telling_facts.AttackActorFacts(**common, details=FactsOf(hit)))


def _set_aside(event: events.Conspired) -> Telling:
    """Return a vetoed order for others: only what dice it moved, not even its kind."""
    told = telling_facts.SetAsideFacts(
        power=faction_ref(event.power), transfers=_transfers(event.transfers)
    )
    return Telling("set-aside", "S-DICE-4", FactsOf(told))


def code_of(details: events.ActionDetails) -> str:
    """Return the telling code of a conspiracy, which is also the `action:` in its order."""
    match details:
        case events.RaiseResult():
            return "raise"
        case events.MobilizeResult():
            return "mobilize"
        case events.AttackResourceResult():
            return "attack-resource"
        case events.AttackActorResult():
            return "attack-actor"


def _stake(before: State, stake: events.Stake) -> FactsOf[telling_facts.StakeRow]:
    tool = before.powers[stake.power].resources.get(stake.resource)
    return FactsOf(
        telling_facts.StakeRow(
            power=faction_ref(stake.power),
            resource=tool.name if tool is not None else stake.resource,
            role=stake.role,
            dice=stake.dice,
            wanted=stake.wanted,
        )
    )


def _transfers(
    transfers: tuple[events.Transfer, ...],
) -> tuple[FactsOf[telling_facts.TransferRow], ...]:
    """Return transfers as facts: a power as a pointer, the Chalice and the GM's hand as codes."""
    return tuple(
        FactsOf(
            telling_facts.TransferRow(
                source=_account(transfer.source),
                target=_account(transfer.target),
                dice=transfer.dice,
                rule=transfer.rule,
            )
        )
        for transfer in transfers
    )


def _account(name: str) -> Ref | str:
    return name if name in ("chalice", "gm") else faction_ref(name)


def _chance(event: events.Conspired) -> FactsOf[telling_facts.Probability] | None:
    if event.chance is None:
        return None
    return FactsOf(
        telling_facts.Probability(of=event.chance.denominator, times=event.chance.numerator)
    )


def _roll(roll: Roll, *, owner: bool) -> Roll:
    """Return a roll as powers see it; its id, with the author's words, is for its owner."""
    return roll if owner else replace(roll, id="")


def _resource_taken(event: events.ResourceTaken, *, owner: bool) -> Telling:
    facts = telling_facts.ResourceTakenFacts(
        power=faction_ref(event.power),
        resource=event.resource.name,
        type=event.resource.type,
        taken=event.taken,
        transfers=_transfers(event.transfers),
    )
    order = f"{event.power}/{event.order}" if owner else ""
    return Telling("resource-taken", event.rule, FactsOf(facts), order=order)


def _dominated(event: events.Dominated) -> Telling:
    rows = tuple(
        FactsOf(telling_facts.InfluenceRow(power=faction_ref(power), total=total))
        for power, total in event.totals
    )
    facts = telling_facts.DominanceFacts(
        power=faction_ref(event.power) if event.power else None,
        totals=rows,
        transfers=_transfers(event.transfers),
    )
    return Telling("dominance", event.rule, FactsOf(facts))


def _assisted(event: events.Assisted) -> Telling:
    facts = telling_facts.AssistedFacts(
        power=faction_ref(event.power),
        sphere=place_ref(event.sphere),
        level=event.level,
        resources=tuple(
            FactsOf(telling_facts.AssistingResourceRow(resource=name, type=kind, strength=strength))
            for _, name, kind, strength in event.resources
        ),
        request=event.request,
    )
    return Telling("assisted", event.rule, FactsOf(facts), order=f"{event.power}/orders/assist")


def _disclose_to_public(event: events.Event) -> Disclosure:
    """Tell the author's line, or a draft of kind, level and sphere: no name, stake or outcome."""
    if not isinstance(event, events.Conspired):
        return Disclosure(Reason("not-for-street", event.rule))
    if event.outcome in events.NOT_CARRIED_OUT:
        unfinished = event.outcome in ("vetoed", "no-narrative")
        return Disclosure(Reason("not-carried-out", "S-DICE-4" if unfinished else event.rule))
    if event.public == "":
        return Disclosure(Reason("not-given"))
    sphere = place_ref(event.sphere) if event.sphere else None
    if event.public is not None:
        line = telling_facts.PublicLineFacts(text=event.public, sphere=sphere)
        return Disclosure(Reason("public-line"), Telling("public-line", facts=FactsOf(line)))
    return Disclosure(
        Reason("draft", _IN_TURN), Telling("whisper", facts=FactsOf(_whisper_facts(event)))
    )


def _whisper_facts(event: events.Conspired) -> telling_facts.WhisperFacts:
    return telling_facts.WhisperFacts(
        kind=code_of(event.details),
        level=event.details.level if isinstance(event.details, events.RaiseResult) else 0,
        sphere=place_ref(event.sphere) if event.sphere else None,
    )


def reveal(event: events.Event) -> Telling | None:
    """Return who was behind a conspiracy and whether it succeeded; no figures and no method."""
    if not isinstance(event, events.Conspired) or event.outcome in events.NOT_CARRIED_OUT:
        return None
    facts = telling_facts.UnmaskedFacts(
        **_whisper_facts(event), power=faction_ref(event.power), won=event.outcome == "success"
    )
    return Telling("unmasked", facts=FactsOf(facts))
