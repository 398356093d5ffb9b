"""The GM's changes by news and adjustments: parsed, checked and turned into events."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.model.audience import FOR_GM
from chronicle.model.campaign import Turn
from chronicle.records import MutableRecord
from chronicle.rules.kit.parser import check_known, list_items, visibility_of_readers
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.events import Changed
from chronicle.rules.shadow.inputs import AdjustmentInput, EffectInput
from chronicle.rules.shadow.orders import FigureChange, GmChange
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import CHALICE, GM_HAND, MAX_INFLUENCE, MAX_STRENGTH, State
from chronicle.yaml.decode import decode


class EffectParser(MutableRecord):
    """Parses effects in order and keeps the resulting state."""

    turn: Turn
    state: State
    report: Report

    def parse_adjustments(self) -> tuple[GmChange, ...]:
        """Return the turn's adjustments, each with its reason and visibility."""
        found: list[GmChange] = []
        for number, node in enumerate(list_items(self.turn.adjustments, self.report), start=1):
            entry = decode(AdjustmentInput, node, self.report)
            effect = self.effect(entry) if entry is not None else None
            if entry is None or effect is None:
                continue
            visibility = visibility_of_readers(entry, self.state.powers, self.report)
            id = f"{self.turn.number}/adjustment/{number}"
            found.append(GmChange(id, False, entry.because, visibility, (effect,)))
        return tuple(found)

    def news(self) -> tuple[GmChange, ...]:
        """Return the effects of the turn's news."""
        found: list[GmChange] = []
        for number, item in enumerate(self.turn.news, start=1):
            effects = [
                effect
                for node in list_items(item.effects, self.report)
                if (entry := decode(EffectInput, node, self.report)) is not None
                if (effect := self.effect(entry)) is not None
            ]
            if effects:
                id = f"{self.turn.number}/news/{item.id or number}"
                found.append(GmChange(id, True, "", item.visibility, tuple(effects)))
        return tuple(found)

    def effect(self, entry: EffectInput) -> FigureChange | None:
        effect = _figure_change_of(entry)
        if effect is None:
            self.report.add(diagnostics.UnclearEffect(at=entry.at()))
            return None
        if not self.check_names(entry, effect):
            return None
        event = event_of(self.state, _DUMMY_CHANGE, effect, 0)
        if not self.within(entry, event):
            return None
        self.state = event.applied(self.state)
        return effect

    def check_names(self, entry: EffectInput, effect: FigureChange) -> bool:
        if effect.field == "chalice":
            return True
        powers = tuple(self.state.powers)
        if not check_known("power", effect.power, powers, entry.at("power"), self.report):
            return False
        if effect.field == "influence":
            spheres = tuple(self.state.neighbours)
            return check_known("sphere", effect.subject, spheres, entry.at("sphere"), self.report)
        if effect.field == "strength":
            own = tuple(self.state.powers[effect.power].resources)
            return check_known("resource", effect.subject, own, entry.at("resource"), self.report)
        return True

    def within(self, entry: EffectInput, event: Changed) -> bool:
        high = {"influence": MAX_INFLUENCE, "strength": MAX_STRENGTH, "actor": 1}.get(event.field)
        key = {"dice": "dd"}.get(event.field, event.field)
        too_high = high is not None and event.after > high
        if event.after < 0 or too_high or event.after == event.before:
            self.report.add(
                diagnostics.EffectTooFar(
                    at=entry.at(key), before=event.before, after=event.after, low=0, high=high
                )
            )
            return False
        if event.field == "influence" and event.after == MAX_INFLUENCE:
            return self.check_sole_dominance(entry, event)
        return True

    def check_sole_dominance(self, entry: EffectInput, event: Changed) -> bool:
        for power in self.state.powers.values():
            if power.id != event.power and power.standing(event.subject) == MAX_INFLUENCE:
                self.report.add(
                    diagnostics.DominanceTaken(
                        at=entry.at("influence"), sphere=event.subject, holder=power.id
                    )
                )
                return False
        return True


#: Effects are applied one by one while they are parsed; these events are discarded.
_DUMMY_CHANGE = GmChange("", True, "", FOR_GM, ())


def events_of(state: State, changes: tuple[GmChange, ...]) -> Iterator[Changed]:
    """Yield the events of changes, in order, starting from a state."""
    for change in changes:
        for number, effect in enumerate(change.effects, start=1):
            event = event_of(state, change, effect, number)
            state = event.applied(state)
            yield event


def event_of(state: State, change: GmChange, effect: FigureChange, number: int) -> Changed:
    """Return the event of one effect; the dice it adds come from the GM's hand."""
    before = _current_value(state, effect)
    # An actor is either there or not, even when it is changed twice.
    after = max(0, effect.change) if effect.field == "actor" else before + effect.change
    return Changed(
        id=f"{change.id}/{number}",
        rule="S-ROUND-4" if change.by_news else "S-ENT",
        by_news=change.by_news,
        because=change.because,
        visibility=change.visibility,
        field=effect.field,
        power=effect.power,
        subject=effect.subject,
        before=before,
        after=after,
        transfers=_transfers(effect),
    )


def _transfers(effect: FigureChange) -> tuple[Transfer, ...]:
    if effect.field not in ("dice", "chalice"):
        return ()
    account = CHALICE if effect.field == "chalice" else effect.power
    if effect.change > 0:
        return (Transfer(GM_HAND, account, effect.change, "S-ENT"),)
    return (Transfer(account, GM_HAND, -effect.change, "S-ENT"),)


def _current_value(state: State, effect: FigureChange) -> int:
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


def _figure_change_of(entry: EffectInput) -> FigureChange | None:
    """Return the one figure that an input changes, or None when that is unclear."""
    power, sphere, resource = entry.power or "", entry.sphere or "", entry.resource or ""
    actor = None if entry.actor is None else (1 if entry.actor == "active" else -1)
    readings: dict[str, tuple[tuple[bool, bool, bool], int | None, FigureChange]] = {
        "influence": (
            (True, True, False),
            entry.influence,
            FigureChange("influence", power, sphere, entry.influence or 0),
        ),
        "strength": (
            (True, False, True),
            entry.strength,
            FigureChange("strength", power, resource, entry.strength or 0),
        ),
        "dd": ((True, False, False), entry.dd, FigureChange("dice", power, "", entry.dd or 0)),
        "chalice": (
            (False, False, False),
            entry.chalice,
            FigureChange("chalice", "", "", entry.chalice or 0),
        ),
        "actor": ((True, False, False), actor, FigureChange("actor", power, "", actor or 0)),
    }
    named = [reading for reading in readings.values() if reading[1] is not None]
    if len(named) != 1:
        return None
    wanted, _, effect = named[0]
    return effect if wanted == (bool(power), bool(sphere), bool(resource)) else None
