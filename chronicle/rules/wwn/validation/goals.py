"""Check goals, Treasure spent on them, ratings raised, and assets given up (W-GOAL, W-TURN-3)."""

from __future__ import annotations

from collections import Counter

from chronicle.records import replace
from chronicle.rules.wwn import goals
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Unsellable
from chronicle.rules.wwn.formulas import xp_cost
from chronicle.rules.wwn.goal_parser import parse_goal
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.state import FactionState, Goal, State
from chronicle.rules.wwn.terms import MAX_RATING, Attribute
from chronicle.rules.wwn.upkeep import excess
from chronicle.rules.wwn.validation.common import distinct_names, find_own_asset
from chronicle.rules.wwn.validation.order_context import OrderContext, ValueRange, exact_range


def parse_new_goal(context: OrderContext) -> Goal | None:
    """Return the goal to be chosen; None if there is none, or after errors."""
    entry, own = context.entry, context.own
    if entry.abandon and own.goal is None:
        context.report.add(problems.NoGoal(at=entry.at("abandon")))
    if entry.goal is None:
        return None
    stays = own.goal is not None and not entry.abandon and not goal_may_end(context, own.goal)
    if own.goal is not None and stays:
        context.report.add(problems.HasGoalAlready(at=entry.key_at("goal"), kind=own.goal.kind))
    board = context.board.with_faction(_with_raised_wealth(own, entry.raises))
    return parse_goal(entry.goal, context.faction, board, context.board.turn, context.report)


def _with_raised_wealth(own: FactionState, raises: list[Attribute]) -> FactionState:
    """Return the faction as it chooses a goal, when its Wealth may have risen."""
    return replace(own, wealth=min(MAX_RATING, own.wealth + raises.count("wealth")))


def goal_may_end(context: OrderContext, goal: Goal) -> bool:
    """Return whether a goal may be met or fail this turn, so that another can be chosen.

    Goals that depend on fights may always end, on other factions' turns too.
    """
    entry, board = context.entry, context.board
    need = goals.required_progress(board, context.faction, goal)
    match goal.kind:
        case "peaceable-kingdom":
            return goal.progress + 1 >= need and not entry.attack
        case "wealth-of-kingdoms":
            return entry.lavish
        case "expand-influence":
            freely = any(ability.expand is not None for ability in entry.abilities)
            return freely or entry.expand is not None
        case "own":
            return goal.progress >= need
        case "inside-enemy-territory":
            return goals.count_assets_inside(board, context.faction, goal) >= need
        case _:
            return True


def check_lavish(context: OrderContext) -> None:
    """Report all problems with spending Treasure without return (`lavish:`)."""
    entry, own = context.entry, context.own
    if not entry.lavish:
        return
    at = entry.at("lavish")
    if own.goal is None or own.goal.kind != "wealth-of-kingdoms":
        context.report.add(problems.NotWealthOfKingdoms(at=at))
    elif own.wealth <= own.lavished:
        context.report.add(setup.WealthNotRisen(at=at, wealth=own.lavished))
    else:
        context.purse.pay(
            exact_range(goals.LAVISH_COST_PER_WEALTH * own.wealth), at, context.report
        )


def check_raises(context: OrderContext) -> None:
    """Report all problems with raising ratings, step by step (W-ENT-1)."""
    entry, own = context.entry, context.own
    have = ValueRange(own.xp, own.xp + _max_goal_xp(context))
    ratings = Counter({name: own.rating(name) for name in set(entry.raises)})
    for index, name in enumerate(entry.raises):
        at = entry.at("raises", index)
        if ratings[name] >= MAX_RATING:
            context.report.add(problems.RatingAtMaximum(at=at, attribute=name, most=MAX_RATING))
            continue
        ratings[name] += 1
        price = xp_cost(ratings[name], context.board.house)
        if have.most < price:
            context.report.add(problems.NotEnough(at=at, what="XP", price=price, has=have.most))
            continue
        if have.least < price:
            context.report.add(
                problems.MaybeNotEnough(at=at, what="XP", price=price, least=have.least)
            )
        have = ValueRange(max(0, have.least - price), have.most - price)


def _max_goal_xp(context: OrderContext) -> int:
    """Return the most XP that the faction's goal can bring this turn."""
    goal, board = context.own.goal, context.board
    if (
        goal is None
        or goals.is_out_of_reach(board, context.faction, goal)
        or not goal_may_end(context, goal)
    ):
        return 0
    worth = max(goal.worth, _worth(board, context.faction, goal))
    return goals.goal_xp(board, context.faction, replace(goal, worth=worth), contested=True)


def _worth(state: State, faction: str, goal: Goal) -> int:
    """Return the highest possible sum of ratings of the factions that a goal may destroy."""
    match goal.kind:
        case "destroy-the-foe":
            foes = {goal.against}
        case "root-out-the-enemy":
            foes = {base.faction for base in state.bases.values() if base.at == goal.at}
        case _:
            return 0
    return max((sum(state.factions[foe].ratings) for foe in foes - {faction}), default=0)


def parse_sheds(context: OrderContext, entry: FactionOrdersInput, state: State) -> tuple[str, ...]:
    """Return the assets to be given up; report those that are not in excess."""
    let_go: Counter[Attribute] = Counter()
    found: list[str] = []
    for name in distinct_names(context, entry.sheds, entry, "sheds"):
        at = entry.at("sheds", entry.sheds.index(name))
        asset = find_own_asset(context, name, at)
        if asset is None:
            continue
        made = state.type_of(asset)
        if has_effect(state, asset, Unsellable):
            context.report.add(problems.CantSell(at=at, name=name, type=made.name))
            continue
        found.append(name)
        let_go[made.attribute] += 1
        most = len(excess(state, context.faction, made.attribute))
        if let_go[made.attribute] > most:
            problem = problems.NotInExcess(at=at, name=name, attribute=made.attribute, excess=most)
            context.report.add(problem)
    return tuple(found)
