"""What the GM changes by news and adjustments: read, checked and turned into events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chronicle.diagnostics.report import Report
from chronicle.model.audience import FOR_GM
from chronicle.model.campaign import Turn
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.apply import apply
from chronicle.rules.shadow.events import Changed, Transfer
from chronicle.rules.shadow.inputs import AdjustmentShape, EffectShape
from chronicle.rules.shadow.orders import Change, Effect
from chronicle.rules.shadow.state import (
    CHALICE,
    GM_HAND,
    MAX_INFLUENCE,
    MAX_STRENGTH,
    State,
)
from chronicle.rules.shared.parser import circle_of_readers, items_of, known
from chronicle.yaml.decode import decode


@dataclass(slots=True)
class ChangeReader:
    """Reads effects one after another and keeps the state that they lead to."""

    turn: Turn
    state: State
    report: Report

    def adjustments(self) -> tuple[Change, ...]:
        """The turn's adjustments, each with its reason and the circle that learns it."""
        found: list[Change] = []
        for number, node in enumerate(items_of(self.turn.adjustments, self.report), start=1):
            shape = decode(AdjustmentShape, node, self.report)
            effect = self.effect(shape) if shape is not None else None
            if shape is None or effect is None:
                continue
            circle = circle_of_readers(shape, self.state.powers, self.report)
            id = f"{self.turn.number}/adjustment/{number}"
            found.append(Change(id, False, shape.because, circle, (effect,)))
        return tuple(found)

    def news(self) -> tuple[Change, ...]:
        """The effects of the turn's news."""
        found: list[Change] = []
        for number, item in enumerate(self.turn.news, start=1):
            effects = [
                effect
                for node in items_of(item.effects, self.report)
                if (shape := decode(EffectShape, node, self.report)) is not None
                if (effect := self.effect(shape)) is not None
            ]
            if effects:
                id = f"{self.turn.number}/news/{item.id or number}"
                found.append(Change(id, True, "", item.circle, tuple(effects)))
        return tuple(found)

    def effect(self, shape: EffectShape) -> Effect | None:
        effect = _read(shape)
        if effect is None:
            self.report.add(diagnostics.UnclearEffect(at=shape.at()))
            return None
        if not self.names(shape, effect):
            return None
        event = changed(self.state, _TRIAL, effect, 0)
        if not self.within(shape, event):
            return None
        self.state = apply(self.state, event)
        return effect

    def names(self, shape: EffectShape, effect: Effect) -> bool:
        if effect.field == "chalice":
            return True
        powers = tuple(self.state.powers)
        if not known("power", effect.power, powers, shape.at("power"), self.report):
            return False
        if effect.field == "influence":
            spheres = tuple(self.state.neighbours)
            return known("sphere", effect.subject, spheres, shape.at("sphere"), self.report)
        if effect.field == "strength":
            own = tuple(self.state.powers[effect.power].resources)
            return known("resource", effect.subject, own, shape.at("resource"), self.report)
        return True

    def within(self, shape: EffectShape, event: Changed) -> bool:
        high = {"influence": MAX_INFLUENCE, "strength": MAX_STRENGTH, "actor": 1}.get(event.field)
        key = {"dice": "dd"}.get(event.field, event.field)
        too_high = high is not None and event.after > high
        if event.after < 0 or too_high or event.after == event.before:
            self.report.add(
                diagnostics.EffectTooFar(
                    at=shape.at(key), before=event.before, after=event.after, low=0, high=high
                )
            )
            return False
        if event.field == "influence" and event.after == MAX_INFLUENCE:
            return self.sole_holder(shape, event)
        return True

    def sole_holder(self, shape: EffectShape, event: Changed) -> bool:
        for power in self.state.powers.values():
            if power.id != event.power and power.standing(event.subject) == MAX_INFLUENCE:
                self.report.add(
                    diagnostics.DominanceTaken(
                        at=shape.at("influence"), sphere=event.subject, holder=power.id
                    )
                )
                return False
        return True


#: Effects are tried out one by one while they are read; these events go nowhere.
_TRIAL = Change("", True, "", FOR_GM, ())


def events_of(state: State, changes: tuple[Change, ...]) -> Iterator[Changed]:
    """The events of changes, in order, starting from a state."""
    for change in changes:
        for number, effect in enumerate(change.effects, start=1):
            event = changed(state, change, effect, number)
            state = apply(state, event)
            yield event


def changed(state: State, change: Change, effect: Effect, number: int) -> Changed:
    """The event of one effect; the dice it brings come from the GM's hand."""
    before = _figure(state, effect)
    # An actor is there or not, whatever is done to it twice.
    after = max(0, effect.change) if effect.field == "actor" else before + effect.change
    return Changed(
        id=f"{change.id}/{number}",
        rule="S-ROUND-4" if change.by_news else "S-ENT",
        by_news=change.by_news,
        because=change.because,
        circle=change.circle,
        field=effect.field,
        power=effect.power,
        subject=effect.subject,
        before=before,
        after=after,
        transfers=_transfers(effect),
    )


def _transfers(effect: Effect) -> tuple[Transfer, ...]:
    if effect.field not in ("dice", "chalice"):
        return ()
    account = CHALICE if effect.field == "chalice" else effect.power
    if effect.change > 0:
        return (Transfer(GM_HAND, account, effect.change, "S-ENT"),)
    return (Transfer(account, GM_HAND, -effect.change, "S-ENT"),)


def _figure(state: State, effect: Effect) -> int:
    if effect.field == "chalice":
        return state.chalice
    power = state.powers[effect.power]
    match effect.field:
        case "influence":
            return power.standing(effect.subject)
        case "strength":
            return power.resources[effect.subject].strength
        case "dice":
            return power.dice
        case _:
            return int(power.actor.active)


def _read(shape: EffectShape) -> Effect | None:
    """The one figure that a shape changes; None when that is unclear."""
    power, sphere, resource = shape.power or "", shape.sphere or "", shape.resource or ""
    actor = None if shape.actor is None else (1 if shape.actor == "active" else -1)
    readings: dict[str, tuple[tuple[bool, bool, bool], int | None, Effect]] = {
        "influence": (
            (True, True, False),
            shape.influence,
            Effect("influence", power, sphere, shape.influence or 0),
        ),
        "strength": (
            (True, False, True),
            shape.strength,
            Effect("strength", power, resource, shape.strength or 0),
        ),
        "dd": ((True, False, False), shape.dd, Effect("dice", power, "", shape.dd or 0)),
        "chalice": (
            (False, False, False),
            shape.chalice,
            Effect("chalice", "", "", shape.chalice or 0),
        ),
        "actor": ((True, False, False), actor, Effect("actor", power, "", actor or 0)),
    }
    named = [reading for reading in readings.values() if reading[1] is not None]
    if len(named) != 1:
        return None
    wanted, _, effect = named[0]
    return effect if wanted == (bool(power), bool(sphere), bool(resource)) else None
