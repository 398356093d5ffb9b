"""Checks: two dice plus modifiers, each with its reason and rule (L-CHK)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import Record
from chronicle.rules.lieutenants.action_context import ActionContext, result_of_roll, total_of_roll
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Relieved, Swayed
from chronicle.rules.lieutenants.check_sides import CheckSide
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import Item, Lieutenant, StandingModifier, State
from chronicle.rules.lieutenants.terms import ActionName, RollResult

#: The penalty on an action that is attempted stealthily (L-STL-1).
STEALTH_PENALTY = -3
#: The bonus of an alliance on Claim and Rally with the ally (L-ACT-ALLY).
ALLY_BONUS = 3
ALLY_ACTIONS: Final[tuple[ActionName, ...]] = ("claim", "rally")


class Check(Record):
    """A rolled check: roll and result, units that helped, influence and modifiers ``spent``."""

    roll: Roll
    helped: tuple[str, ...]
    spent: tuple[Change, ...]

    @property
    def result(self) -> RollResult:
        return result_of_roll(self.roll)

    @property
    def total(self) -> int:
        return total_of_roll(self.roll)


def roll_opposed_check(
    context: ActionContext,
    skill: Skill,
    own: CheckSide,
    other: CheckSide,
    more_modifiers: tuple[Modifier, ...] = (),
    *,
    opposing_skill: Skill | None = None,
) -> Check:
    """Roll against a side, with its ``opposing_skill``, or against a number (L-CHK-2, L-CHK-4)."""
    helped = tuple(minion.id for minion in own.counted if minion.id != context.lieutenant.id)
    return _roll_check(
        context, (*side_modifiers(skill, own, other, opposing_skill), *more_modifiers), helped
    )


def side_modifiers(
    skill: Skill, own: CheckSide, other: CheckSide, opposing_skill: Skill | None = None
) -> tuple[Modifier, ...]:
    """Return level and statistic (or ``opposing_skill``) of two sides as modifiers (L-CHK-2)."""
    facts = Facts(skill=opposing_skill or skill)
    return (
        Modifier(own.level, "level", "L-CHK-5", _level_facts(own)),
        Modifier(own.statistic, "statistic", "L-CHK-2", Facts(skill=skill)),
        Modifier(-other.level, "opposing-level", other.rule, _level_facts(other)),
        *_drop_zero(Modifier(-other.statistic, "opposing-statistic", other.rule, facts)),
    )


def roll_straight_check(
    context: ActionContext,
    skill: Skill,
    more_modifiers: tuple[Modifier, ...] = (),
    *,
    lieutenant: Lieutenant | None = None,
) -> Check:
    """Roll a check on a lieutenant's statistic alone, by default the acting one's (L-CHK-3)."""
    value = (lieutenant or context.lieutenant).statistics.of(skill)
    part = Modifier(value, "statistic", "L-CHK-3", Facts(skill=skill))
    return _roll_check(context, (part, *more_modifiers), ())


def _level_facts(side: CheckSide) -> Facts:
    return Facts(minions=tuple(minion.id for minion in side.counted), joined=side.spelled)


def _roll_check(
    context: ActionContext, parts: tuple[Modifier, ...], helped: tuple[str, ...]
) -> Check:
    spent = influence_spent(context)
    more = (*check_modifiers(context), *_influence_modifier(spent))
    roll = context.throw("check", (*parts, *more))
    npc = npc_of_order(context)
    reason = "spent-on-a-check"
    swayed = (Swayed(context.faction, npc, -spent, reason, "L-CHK-7"),) if spent else ()
    return Check(roll, helped, (*swayed, *used_up_changes(context)))


def check_modifiers(context: ActionContext) -> Iterator[Modifier]:
    """Yield a check's modifiers: stealth, items, standing modifiers, allies and the GM's."""
    order, state = context.order, context.state
    if order.stealth:
        yield Modifier(STEALTH_PENALTY, "stealthy", "L-STL-1")
    yield from _order_item_modifiers(context)
    for standing in _standing_modifiers(context):
        yield Modifier(standing.value, "standing", standing.rule)
    allies = state.factions[order.faction].allies
    if order.action in ALLY_ACTIONS and npc_of_order(context) in allies:
        yield Modifier(ALLY_BONUS, "allied", "L-ACT-ALLY")
    if order.action == "research":
        for unit in context.units:
            value = unit.power("research")
            if value:
                yield Modifier(value, "sage", "L-AST-RESEARCH", Facts(asset=unit.id))
    for given in order.modifiers:
        yield Modifier(given.value, "gm", "L-CHK-7", Facts(because=given.because))
    yield from turn_modifiers(order, order.faction)


def turn_modifiers(order: Order, faction: str) -> Iterator[Modifier]:
    """Yield the modifiers that the GM gives to all checks of a faction this turn (L-CHK-7)."""
    for given in order.turn_modifiers:
        if given.applies_to(faction):
            yield Modifier(given.value, "turn", "L-CHK-7", Facts(because=given.because))


def _standing_modifiers(context: ActionContext) -> Iterator[StandingModifier]:
    """Yield the standing modifiers that count in a check of this order."""
    order = context.order
    for _, standing in sorted(context.state.standing.items()):
        if standing.faction != order.faction or order.action not in standing.actions:
            continue
        if standing.lieutenant not in ("", order.lieutenant):
            continue
        if standing.target in ("", context.target):
            yield standing


def used_up_changes(context: ActionContext) -> tuple[Change, ...]:
    """Return the end of the standing modifiers that a check of this order uses up (L-CHK-7)."""
    counted = _standing_modifiers(context)
    return tuple(Relieved(standing.id) for standing in counted if standing.until == "used")


def _order_item_modifiers(context: ActionContext) -> Iterator[Modifier]:
    order = context.order
    return item_modifiers(context.state, order.faction, order.items, order.action, context.locale)


def item_modifiers(
    state: State, faction: str, items: Iterable[str], action: ActionName, locale: str
) -> Iterator[Modifier]:
    """Yield the modifiers of a faction's items in this locale for an action (L-CHK-7)."""
    for id in items:
        item = state.assets.get(id)
        if not isinstance(item, Item) or item.faction != faction:
            continue
        if state.locale(state.at(item)) != locale:
            continue
        for bonus in item.bonuses:
            if action in bonus.actions and bonus.value:
                yield Modifier(bonus.value, "item", "L-CHK-7", Facts(asset=item.id))


def npc_of_order(context: ActionContext) -> str:
    """Return the NPC faction that an order concerns; empty if none."""
    return npc_of_aim(context.order.command, context.order.against, context.state)


def npc_of_aim(command: Command, against: str, state: State) -> str:
    """Return the NPC faction that an action against a faction concerns (L-CHK-7); empty if none."""
    found = state.factions.get(against)
    return command.npc or (against if found is not None and found.npc else "")


def influence_spent(context: ActionContext) -> int:
    """Return the influence spent on the check: as ordered, as far as held and allowed (L-CHK-7)."""
    npc = npc_of_order(context)
    if not npc:
        return 0
    held = context.state.factions[context.faction].influence.get(npc, 0)
    return min(context.order.influence, held, context.state.house.influence_limit)


def _influence_modifier(spent: int) -> tuple[Modifier, ...]:
    return (Modifier(spent, "influence", "L-CHK-7"),) if spent else ()


def _drop_zero(part: Modifier) -> tuple[Modifier, ...]:
    return (part,) if part.value else ()
