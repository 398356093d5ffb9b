"""How the event of an action is put together, with all that any action brings about."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from chronicle.model.dice import Roll
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.apply import fold
from chronicle.rules.lieutenants.changes import Answered, Change, Hid, Moved, Stood, StoodDown
from chronicle.rules.lieutenants.dice_checks import Check
from chronicle.rules.lieutenants.events import (
    OPEN,
    Acted,
    Deed,
    Outcome,
    Prompt,
    Reason,
    Stealth,
)
from chronicle.rules.lieutenants.orders import ToAttack
from chronicle.rules.lieutenants.state import Stance, State, owners
from chronicle.rules.lieutenants.terms import Result, rule_of
from chronicle.rules.lieutenants.witnesses import circles


@dataclass(frozen=True, slots=True)
class Done:
    """What an action came to, before anybody is told.

    ``noticed`` are factions that learn of it by a rule of its own, with ``public`` everybody does;
    ``rolls`` come after the check.
    """

    deed: Deed
    outcome: Outcome
    check: Check | None = None
    stealth: Stealth = OPEN
    changes: tuple[Change, ...] = ()
    rolls: tuple[Roll, ...] = ()
    prompt: Prompt = ""
    reason: Reason = ""
    noticed: frozenset[str] = frozenset()
    public: bool = False
    keeps_hidden: bool = False


def acted(scene: Scene, done: Done) -> Acted:
    """The event of an order that was carried out."""
    order = scene.order
    check = done.check
    known, seen = circles(scene, done.stealth, done.noticed, public=done.public)
    helped = check.helped if check is not None else ()
    changes = (*(check.spent if check is not None else ()), *done.changes)
    after = fold(scene.state, changes)
    taken = {change.stance.lieutenant for change in changes if isinstance(change, Stood)}
    closing = (*_out_of_hiding(scene, done), *_ended(scene, after), *_stances(scene, after, taken))
    return Acted(
        id=scene.id(),
        rule=rule_of(order.action),
        faction=order.faction,
        order=order.id,
        lieutenant=order.lieutenant,
        action=order.action,
        at=order.at,
        against=order.against,
        deed=done.deed,
        result=check.result if check is not None else None,
        outcome=done.outcome,
        reason=done.reason,
        stealth=done.stealth,
        helped=helped,
        idle=tuple(id for id in order.units if id not in helped) if check is not None else (),
        plan=order.plan,
        prompt=done.prompt,
        presumed=order.presumed,
        known=known,
        seen=seen,
        changes=(*changes, *closing, *_answered(scene)),
        rolls=(*((check.roll,) if check is not None else ()), *done.rolls),
    )


def outcome_of(result: Result) -> Outcome:
    """Whether a check came off."""
    return "done" if result in ("success", "complete-success") else "failed"


def _out_of_hiding(scene: Scene, done: Done) -> Iterator[Change]:
    """Who acts or is used is hidden no more (L-ACT-CONCEAL)."""
    if done.keeps_hidden:
        return
    used = (scene.order.lieutenant, *scene.order.units, *scene.order.items)
    fresh = {change.asset for change in done.changes if isinstance(change, Hid)}
    for id in used:
        asset = scene.state.assets.get(id)
        if asset is not None and asset.hiding is not None and id not in fresh:
            yield Hid(id, None)


def _ended(scene: Scene, after: State) -> Iterator[Change]:
    """Where minions end the action, inside the locale, if they are still fit to go (L-MOVE)."""
    for id, place in scene.order.end_at.items():
        asset = after.assets.get(id)
        if asset is None or not after.fit(asset) or scene.faction not in owners(asset):
            continue
        stays = asset.hiding is not None and asset.hiding.must_stay
        near = after.locale(after.at(asset)) == after.locale(place)
        welcome = after.places[place].welcomes(frozenset({scene.faction, asset.faction}))
        if near and welcome and not stays and after.at(asset) != place:
            yield Moved(id, place)


def _stances(scene: Scene, after: State, taken: Collection[str]) -> Iterator[Change]:
    """Who acts leaves his stance, and so does who is elsewhere now (L-TURN-5).

    ``taken`` are lieutenants whose stances this action set.
    """
    order = scene.order
    for id, stance in sorted(after.stances.items()):
        if id in taken:
            continue
        if id == order.lieutenant or after.assets[id].at != stance.at:
            yield StoodDown(id)
            continue
        away = [unit for unit in stance.units if after.assets[unit].at != stance.at]
        if left := {*away, *order.units} & set(stance.units):
            yield Stood(_without(stance, left))


def _without(stance: Stance, units: Collection[str]) -> Stance:
    return replace(stance, units=tuple(unit for unit in stance.units if unit not in units))


def _answered(scene: Scene) -> Iterator[Change]:
    """An attack that answers a rally closes it (L-ACT-RALLY)."""
    aim = scene.order.aim
    if isinstance(aim, ToAttack) and aim.answers in scene.state.rallies:
        yield Answered(aim.answers)
