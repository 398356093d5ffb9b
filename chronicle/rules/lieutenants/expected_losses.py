"""Exact expected losses of both sides of a fight, given its result (L-DMG, L-AST)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.model.facts import Facts, faction_ref
from chronicle.records import Record, replace
from chronicle.rules.lieutenants import probability, state
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.actions.attack import ATTACK_DAMAGE, AttackDetails
from chronicle.rules.lieutenants.actions.combat import Combat, combat_of
from chronicle.rules.lieutenants.actions.interception import interception_combat, parties_of
from chronicle.rules.lieutenants.actions.raid import (
    RAID_DAMAGE,
    TakeDetails,
    TakeOrder,
    unit_taken_alive,
)
from chronicle.rules.lieutenants.catalogue import PowerKind, Skill
from chronicle.rules.lieutenants.check_sides import defending_side
from chronicle.rules.lieutenants.damage import DamageGrade, FightSide
from chronicle.rules.lieutenants.events import Acted, Event, Intercepted

_DamageableAsset: TypeAlias = state.Lieutenant | state.Unit | state.Facility
#: The possible fates of an asset; also keys of facts.
LOSS_CONDITIONS: Final[tuple[state.Condition, ...]] = ("damaged", "lost", "destroyed")

_OTHER_SIDE: Final[Mapping[FightSide, FightSide]] = {"ours": "theirs", "theirs": "ours"}
#: Without a check no damage is dealt, but traps still hit raiders.
NO_DAMAGE: Final[tuple[DamageGrade, DamageGrade]] = ("", "")


class AssetLosses(Record):
    """One asset of one side, with its chance of each worse condition."""

    asset: _DamageableAsset
    side: FightSide
    fate: probability.FateChances

    def chance(self, end: state.Condition) -> Fraction:
        """Return the chance that the asset gets this condition; 0 if it has it already."""
        return self.fate.get(end, Fraction(0)) if end != self.asset.condition else Fraction(0)


def loss_facts(found: Collection[AssetLosses]) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """Return the expected losses: rows for each asset that may suffer, and totals for each side.

    Asset rows have ``name``, ``kind`` (``lieutenant``, ``unit``, ``facility``), ``faction``,
    ``side`` (``ours``, ``theirs``) and the chances ``damaged``, ``lost``, ``destroyed``. Side rows
    have ``side`` and the expected numbers of assets. Chances and numbers are fractions:
    Facts(times, of).
    """
    rows = tuple(
        _loss_row(loss) for loss in found if any(loss.chance(end) for end in LOSS_CONDITIONS)
    )
    sides: tuple[FightSide, ...] = ("ours", "theirs")
    expected = tuple(
        Facts({"side": side, **_expected_counts(found, side)})
        for side in sides
        if any(row["side"] == side for row in rows)
    )
    return rows, expected


def losses_of_events(context: ActionContext, events: Sequence[Event]) -> tuple[AssetLosses, ...]:
    """Return the losses of the events of an order, given its result.

    If the way there leads to several fights, only the first counts, with all of its possible
    results.
    """
    met, *then = events
    while isinstance(met, Intercepted) and then and isinstance(then[0], Intercepted):
        met, *then = then
    match met, then:
        case Intercepted(), [Acted(part="fight") as fight, *_]:
            return tuple(_losses_of_fight(context, met, fight))
        case Acted(), _:
            return tuple(losses_of_order(context, met))
        case Intercepted(), [Acted() as acted, *_]:
            return tuple(losses_of_order(context, acted))
        case _:
            return ()


def mix_losses(parts: Iterable[tuple[Fraction, AssetLosses]]) -> tuple[AssetLosses, ...]:
    """Return the losses averaged over several cases, each weighted with its chance."""
    found: dict[str, AssetLosses] = {}
    none = Fraction(0)
    for chance, loss in parts:
        id = loss.asset.id
        before = found[id].fate if id in found else {}
        ends = {**before, **loss.fate}
        fate = {end: before.get(end, none) + chance * loss.fate.get(end, none) for end in ends}
        found[id] = replace(loss, fate=fate)
    return tuple(found.values())


def fraction_facts(value: Fraction) -> Facts:
    """Return a fraction as facts: ``times`` and ``of``."""
    return Facts(times=value.numerator, of=value.denominator)


def _loss_row(loss: AssetLosses) -> Facts:
    asset = loss.asset
    ends: dict[str, Facts] = {end: fraction_facts(loss.chance(end)) for end in LOSS_CONDITIONS}
    kind = type(asset).__name__.lower()
    return Facts(
        {
            "name": asset.name,
            "kind": kind,
            "faction": faction_ref(asset.faction),
            "side": loss.side,
            **ends,
        }
    )


def _expected_counts(found: Iterable[AssetLosses], side: FightSide) -> dict[str, Facts]:
    return {end: fraction_facts(_expected_count(found, side, end)) for end in LOSS_CONDITIONS}


def _expected_count(
    found: Iterable[AssetLosses], side: FightSide, end: state.Condition
) -> Fraction:
    return sum((loss.chance(end) for loss in found if loss.side == side), Fraction(0))


def losses_of_order(context: ActionContext, acted: Acted) -> Iterator[AssetLosses]:
    """Yield the losses of each asset in a fight of this order, given its result."""
    order, shown = context.order, acted.result
    alive = ""
    skill: Skill = "sneak" if order.action == "steal" else "force"
    match acted.details:
        case AttackDetails(style=style, strike=strike):
            theirs, ours = ATTACK_DAMAGE[style][shown] if shown else NO_DAMAGE
            only = strike
        case TakeDetails():
            theirs, ours = RAID_DAMAGE[order.action][shown] if shown else NO_DAMAGE
            only = ""
            if shown and isinstance(order.command, TakeOrder):
                alive = unit_taken_alive(order.command, shown)
        case _:
            return
    enemy = defending_side(
        context.state, order.against, order.at, skill, against=order.faction, only=only
    )
    met = combat_of(context, enemy)
    for loss in _defender_losses(met, theirs):
        yield replace(loss, fate=_without_death(loss.fate)) if loss.asset.id == alive else loss
    yield from _attacker_losses(met, ours)


def _losses_of_fight(
    context: ActionContext, met: Intercepted, fight: Acted
) -> Iterator[AssetLosses]:
    """Yield the losses of the fight after a meeting, over all results of its check.

    ``ours`` are the movers, whichever side attacks.
    """
    wait, comers = parties_of(context, met)
    waylaid = met.outcome == "attacked"
    own, enemy = (wait, comers) if waylaid else (comers, wait)
    clash = interception_combat(context, context.state.stances[met.lieutenant], own, enemy)
    style: state.AttackStyle = (
        fight.details.style if isinstance(fight.details, AttackDetails) else "cautious"
    )
    parts: list[tuple[Fraction, AssetLosses]] = []
    for shown, chance in probability.check_chances(
        sum(part.value for part in fight.rolls[0].modifiers)
    ).items():
        theirs, ours = ATTACK_DAMAGE[style][shown]
        parts += [
            (chance, loss)
            for loss in (*_defender_losses(clash, theirs), *_attacker_losses(clash, ours))
        ]
    for loss in mix_losses(parts):
        yield replace(loss, side=_OTHER_SIDE[loss.side]) if waylaid else loss


def _without_death(fate: probability.FateChances) -> probability.FateChances:
    """Return the fate of a unit that is to be taken alive: damaged at worst."""
    worst = fate.get("damaged", Fraction(0)) + fate.get("destroyed", Fraction(0))
    return {**fate, "damaged": worst, "destroyed": Fraction(0)}


def _defender_losses(met: Combat, harm: DamageGrade) -> Iterator[AssetLosses]:
    more = _power_sum(met.attackers, "one-more-damaged") if harm else 0
    yield from _side_losses(met.defenders, "theirs", harm, more=more)
    for facility in met.facilities:
        yield AssetLosses(facility, "theirs", probability.fate(facility, harm))


def _attacker_losses(met: Combat, harm: DamageGrade) -> Iterator[AssetLosses]:
    traps = _power_sum(met.defenders, "traps") if met.by_force else 0
    yield from _side_losses(met.attackers, "ours", harm, traps=traps)


def _side_losses(
    minions: tuple[state.Minion, ...],
    side: FightSide,
    harm: DamageGrade,
    *,
    more: int = 0,
    traps: int = 0,
) -> Iterator[AssetLosses]:
    units = [minion for minion in minions if isinstance(minion, state.Unit)]
    fates: Mapping[str, probability.FateChances] = dict(
        zip(
            (unit.id for unit in units),
            probability.unit_fates(units, harm, more, traps),
            strict=True,
        )
    )
    for minion in minions:
        fate = (
            probability.fate(minion, harm)
            if isinstance(minion, state.Lieutenant)
            else fates[minion.id]
        )
        yield AssetLosses(minion, side, fate)


def _power_sum(minions: tuple[state.Minion, ...], kind: PowerKind) -> int:
    units = (minion for minion in minions if isinstance(minion, state.Unit))
    return sum(max(0, unit.power(kind) or 0) for unit in units)
