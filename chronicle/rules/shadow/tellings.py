"""What each audience is told about each event.

Powers see everything from the reveal on; the public only what a conspiracy's `public:` line says,
or a draft made from its kind, level and sphere. Placements before the reveal, vetoed orders and
the GM's reasons are only for the GM.
"""

from __future__ import annotations

from dataclasses import replace

from chronicle.model.audience import Audience
from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.records import dataclass
from chronicle.rules.protocol import Sighting, Step, Telling
from chronicle.rules.shadow.events import (
    NOT_CARRIED_OUT,
    ActionDetails,
    ActorPlaced,
    Assisted,
    AttackActorResult,
    AttackResourceResult,
    Changed,
    Conspired,
    Dominated,
    Event,
    MobilizeResult,
    Placed,
    RaiseResult,
    ResourceTaken,
    Revealed,
    Sequenced,
    Stake,
    Transfer,
)
from chronicle.rules.shadow.state import State

#: Every code a telling may carry; each has words in a theme.
CODES = (
    "adjusted",
    "placed",
    "actor-placed",
    "revealed",
    "sequence",
    "raise",
    "mobilize",
    "attack-resource",
    "attack-actor",
    "set-aside",
    "resource-taken",
    "dominance",
    "assisted",
    "public-line",
    "whisper",
    "unmasked",
)


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reader of an event; readers equal in these fields are told the same.

    ``owner`` for the GM, or the power that acted. ``admitted`` if it may know why the GM changed
    something.
    """

    gm: bool
    power: bool
    owner: bool
    admitted: bool


def tell(step: Step[State, Event], audience: Audience) -> Telling | None:
    """Return what this audience learns of an event, or None if nothing."""
    before, event = step.before, step.event
    power = audience.is_gm or (bool(audience.faction) and audience.faction in before.powers)
    owner = _owns(audience, getattr(event, "power", ""))
    admitted = isinstance(event, Changed) and event.circle.admits(audience)
    return _tell_reader(before, event, _Reader(audience.is_gm, power, owner, admitted))


def _owns(audience: Audience, power: str) -> bool:
    return audience.is_gm or audience.faction == power


def _tell_reader(before: State, event: Event, reader: _Reader) -> Telling | None:
    told: Telling | None = None
    if reader.power:
        told = _tell_power(before, event, reader)
    elif isinstance(event, Conspired):
        told = _tell_public(event)
    # Events in a sphere are somebody's deeds.
    return told and (replace(told, deed=True) if "sphere" in told.facts else told)


def _tell_power(before: State, event: Event, reader: _Reader) -> Telling | None:
    match event:
        case Changed():
            return _changed(before, event, reader)
        case Placed():
            return _placed(before, event) if reader.owner else None
        case ActorPlaced():
            return _actor_placed(before, event) if reader.owner else None
        case Revealed():
            return _revealed(before, event)
        case Sequenced():
            rows = tuple(Facts(power=faction_ref(power), dice=dice) for power, dice in event.order)
            return Telling("sequence", event.rule, Facts(order=rows))
        case Conspired():
            return _conspired(before, event, reader)
        case ResourceTaken():
            return _resource_taken(event, reader)
        case Dominated():
            return _dominated(event)
        case Assisted():
            return _assisted(event) if reader.owner else None


def _changed(before: State, event: Changed, reader: _Reader) -> Telling:
    owner = before.powers.get(event.power)
    subject: Fact = None
    if event.field == "influence":
        subject = place_ref(event.subject)
    elif event.field == "strength" and owner is not None:
        subject = owner.resources[event.subject].name
    elif event.field == "actor" and owner is not None:
        subject = owner.actor.name
    told = Facts(
        by_news=event.by_news,
        because=event.because if reader.admitted else "",
        field=event.field,
        power=faction_ref(event.power) if event.power else None,
        subject=subject,
        before=event.before,
        after=event.after,
    )
    return Telling("adjusted", event.rule, told)


def _placed(before: State, event: Placed) -> Telling:
    own = before.powers[event.power].resources
    rows = tuple(
        Facts(resource=own[id].name, sphere=place_ref(sphere) if sphere else None)
        for id, sphere in event.placements
    )
    return Telling("placed", event.rule, Facts(power=faction_ref(event.power), resources=rows))


def _actor_placed(before: State, event: ActorPlaced) -> Telling:
    actor = before.powers[event.power].actor.name
    facts = Facts(power=faction_ref(event.power), actor=actor, sphere=place_ref(event.sphere))
    return Telling("actor-placed", event.rule, facts)


def _revealed(before: State, event: Revealed) -> Telling:
    resources = tuple(
        Facts(
            power=faction_ref(power),
            resource=before.powers[power].resources[id].name,
            strength=before.powers[power].resources[id].strength,
            sphere=place_ref(sphere),
        )
        for power, id, sphere in event.resources
    )
    actors = tuple(
        Facts(
            power=faction_ref(power),
            actor=before.powers[power].actor.name,
            sphere=place_ref(sphere),
        )
        for power, sphere in event.actors
    )
    seen = [
        Sighting(f"{power}/{id}", Facts(sphere=place_ref(sphere)))
        for power, id, sphere in event.resources
    ]
    seen += [Sighting(power, Facts(sphere=place_ref(sphere))) for power, sphere in event.actors]
    facts = Facts(resources=resources, actors=actors)
    return Telling("revealed", event.rule, facts, sightings=tuple(seen))


def _conspired(before: State, event: Conspired, reader: _Reader) -> Telling | None:
    owner = reader.owner
    if event.veto and not owner:
        return _set_aside(event)
    facts = Facts(
        {
            "power": faction_ref(event.power),
            "sphere": place_ref(event.sphere) if event.sphere else None,
            "resource": event.resource.name,
            "strength": event.resource.strength,
            "outcome": event.outcome,
            "refusal": event.refusal,
            "narrative": event.narrative,
            "veto": event.veto if reader.gm else "",
            "public": event.public if reader.gm else "",
            "stakes": tuple(_stake(before, stake) for stake in event.stakes),
            "transfers": _transfers(event.transfers),
            "chance": _chance(event),
        },
        deed=_deed(event.deed),
    )
    return Telling(
        code_of(event.deed),
        event.rule,
        facts,
        tuple(_roll(roll, owner=owner) for roll in event.rolls),
        order=f"{event.power}/{event.order}" if owner else "",
    )


def _set_aside(event: Conspired) -> Telling | None:
    """Tell others of a vetoed order only what dice it moved, not even its kind."""
    if not event.transfers:
        return None
    told = Facts(power=faction_ref(event.power), transfers=_transfers(event.transfers))
    return Telling("set-aside", "S-DICE-4", told)


def code_of(deed: ActionDetails) -> str:
    """Return the telling code of a conspiracy, which is also the `action:` in its order."""
    match deed:
        case RaiseResult():
            return "raise"
        case MobilizeResult():
            return "mobilize"
        case AttackResourceResult():
            return "attack-resource"
        case AttackActorResult():
            return "attack-actor"


def _deed(deed: ActionDetails) -> Facts:
    match deed:
        case RaiseResult(level=level, before=present, displaced=displaced):
            rows = tuple(Facts(power=faction_ref(power), level=lost) for power, lost in displaced)
            return Facts(level=level, before=present, displaced=rows)
        case MobilizeResult(before=weaker, after=stronger):
            return Facts(before=weaker, after=stronger)
        case AttackResourceResult(power=power, resource=resource, lost=lost):
            return Facts(
                power=faction_ref(power),
                resource=resource.name,
                before=resource.strength,
                after=max(0, resource.strength - lost),
                lost=lost,
            )
        case AttackActorResult(power=power, name=name):
            return Facts(power=faction_ref(power), actor=name)


def _stake(before: State, stake: Stake) -> Facts:
    tool = before.powers[stake.power].resources.get(stake.resource)
    return Facts(
        power=faction_ref(stake.power),
        resource=tool.name if tool is not None else stake.resource,
        role=stake.role,
        dice=stake.dice,
        wanted=stake.wanted,
    )


def _transfers(transfers: tuple[Transfer, ...]) -> tuple[Facts, ...]:
    """Return transfers as facts: a power as a pointer, the Chalice and the GM's hand as codes."""
    return tuple(
        Facts(
            source=_account(transfer.source),
            target=_account(transfer.target),
            dice=transfer.dice,
            rule=transfer.rule,
        )
        for transfer in transfers
    )


def _account(name: str) -> Fact:
    return name if name in ("chalice", "gm") else faction_ref(name)


def _chance(event: Conspired) -> Fact:
    if event.chance is None:
        return None
    return Facts(of=event.chance.denominator, times=event.chance.numerator)


def _roll(roll: Roll, *, owner: bool) -> Roll:
    """Return a roll as powers see it; its id, with the author's words, is for its owner."""
    return roll if owner else replace(roll, id="")


def _resource_taken(event: ResourceTaken, reader: _Reader) -> Telling:
    facts = Facts(
        power=faction_ref(event.power),
        resource=event.resource.name,
        type=event.resource.type,
        taken=event.taken,
        transfers=_transfers(event.transfers),
    )
    order = f"{event.power}/{event.order}" if reader.owner else ""
    return Telling("resource-taken", event.rule, facts, order=order)


def _dominated(event: Dominated) -> Telling:
    rows = tuple(Facts(power=faction_ref(power), total=total) for power, total in event.totals)
    facts = Facts(
        power=faction_ref(event.power) if event.power else None,
        totals=rows,
        transfers=_transfers(event.transfers),
    )
    return Telling("dominance", event.rule, facts)


def _assisted(event: Assisted) -> Telling:
    facts = Facts(
        power=faction_ref(event.power),
        sphere=place_ref(event.sphere),
        level=event.level,
        request=event.request,
    )
    return Telling("assisted", event.rule, facts, order=f"{event.power}/orders/assist")


def _tell_public(event: Conspired) -> Telling | None:
    """Return the author's line, or a draft from kind, level and sphere.

    It never has a name, stake or outcome.
    """
    if event.outcome in NOT_CARRIED_OUT or event.public == "":
        return None
    sphere = place_ref(event.sphere) if event.sphere else None
    if event.public is not None:
        return Telling("public-line", facts=Facts(text=event.public, sphere=sphere))
    level = event.deed.level if isinstance(event.deed, RaiseResult) else 0
    return Telling("whisper", facts=Facts(kind=code_of(event.deed), level=level, sphere=sphere))


def reveal(event: Event) -> Telling | None:
    """Return who was behind a conspiracy and whether it succeeded; no figures and no method."""
    if not isinstance(event, Conspired) or event.outcome in NOT_CARRIED_OUT:
        return None
    facts = Facts(
        power=faction_ref(event.power),
        kind=code_of(event.deed),
        level=event.deed.level if isinstance(event.deed, RaiseResult) else 0,
        sphere=place_ref(event.sphere) if event.sphere else None,
        won=event.outcome == "success",
    )
    return Telling("unmasked", facts=facts)
