"""The end of a faction's turn: its goal met, failed or given up, and XP spent (W-TURN-6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.dice import Dice
from chronicle.records import Record, replace
from chronicle.rules.wwn import changes, goals
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.actions.expand import Founding
from chronicle.rules.wwn.events import Acted, Attacked, Event, GoalChecked
from chronicle.rules.wwn.formulas import xp_cost
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import FactionState, Goal, State
from chronicle.rules.wwn.terms import MAX_RATING, Attribute

_RULE: Final = "W-GOAL"


def goal_event(
    state: State, orders: Orders, dice: Dice, faction: str, past: Iterable[Event]
) -> GoalChecked:
    """Return the event of a faction's goal at the end of its turn, its XP spent, and its new goal.

    ``past`` are the events of this turn so far.
    """
    striving = GoalPhase(
        ActionContext(state, orders, dice, f"{faction}/goal"), faction, tuple(past)
    )
    goal, lavished = striving.progress()
    need = goals.required_progress(striving.state, faction, goal) if goal is not None else 0
    gained = striving.complete_goal(goal, need) if goal is not None else 0
    failed = goal is not None and not gained and striving.fail_goal(goal)
    abandoned = goal is not None and not gained and not failed and striving.abandon_goal()
    raised = striving.raise_ratings()
    chosen = striving.chosen()
    striving.context.apply(changes.Played(faction, over=True))
    return GoalChecked(
        id=f"{orders.turn}/{faction}/goal",
        faction=faction,
        goal=goal,
        met=gained > 0,
        xp=gained,
        failed=failed,
        abandoned=abandoned,
        chosen=chosen,
        lavished=lavished,
        raised=raised,
        needed=need,
        changes=tuple(striving.context.changes),
    )


class GoalPhase(Record):
    """One faction at the end of its turn: the board so far, and the events of the turn."""

    context: ActionContext
    id: str
    past: tuple[Event, ...]

    @property
    def state(self) -> State:
        return self.context.state

    @property
    def faction(self) -> FactionState:
        return self.state.factions[self.id]

    @property
    def own(self) -> FactionOrders:
        return self.context.orders.of(self.id)

    def progress(self) -> tuple[Goal | None, int]:
        """Return the goal with its current progress, and the Treasure spent for nothing for it."""
        goal, lavished = self.faction.goal, 0
        if goal is None:
            return None, 0
        reached = goal.progress
        match goal.kind:
            case "inside-enemy-territory":
                reached = goals.count_assets_inside(self.state, self.id, goal)
            case "peaceable-kingdom":
                reached = 0 if self._attacked() else goal.progress + 1
            case "expand-influence":
                reached = len(self._founded())
            case "wealth-of-kingdoms":
                lavished = reached = self._lavished()
            case _:
                # Progress on these was counted when the actions were done.
                pass
        if reached != goal.progress:
            self.context.apply(changes.Furthered(self.id, reached - goal.progress))
        return self.faction.goal, lavished

    def _attacked(self) -> bool:
        """Return whether it took the Attack action in this turn, with any result."""
        return self.own.action == "attack" and self.faction.idle != self.state.turn

    def _founded(self) -> tuple[Acted, ...]:
        """Return its orders of this turn that founded a base which still exists."""
        return tuple(
            event
            for event in self.past
            if isinstance(event, Acted)
            and event.faction == self.id
            and event.outcome == "done"
            and isinstance(event.details, Founding)
            and event.details.base in self.state.bases
        )

    def _contested(self) -> bool:
        """Return whether a rival attacked a base that it founded in this turn."""
        orders = {event.order for event in self._founded()}
        return any(
            isinstance(event, Attacked)
            and event.part == "contest"
            and event.against == self.id
            and event.order in orders
            and event.outcome != "not-carried-out"
            for event in self.past
        )

    def _lavished(self) -> int:
        """Return the Treasure that it spends for nothing, all at once or not at all."""
        own = self.faction
        price = goals.LAVISH_COST_PER_WEALTH * own.wealth
        if not self.own.lavish or own.wealth <= own.lavished:
            return 0
        if not self.context.pay(self.id, price, "lavish", _RULE):
            return 0
        self.context.apply(changes.WealthGoalMet(self.id, own.wealth))
        return price

    def complete_goal(self, goal: Goal, need: int) -> int:
        """Return the XP for a goal that is met, 0 when it is not."""
        if goal.progress < need:
            return 0
        gained = goals.goal_xp(self.state, self.id, goal, contested=self._contested())
        self.context.apply(
            changes.Learned(self.id, gained, "goal", _RULE), changes.GoalSet(self.id, None)
        )
        return gained

    def fail_goal(self, goal: Goal) -> bool:
        """Return whether the goal can never be met, so that another may be chosen freely."""
        if not goals.is_out_of_reach(self.state, self.id, goal):
            return False
        self.context.apply(changes.GoalSet(self.id, None))
        return True

    def abandon_goal(self) -> bool:
        """Return whether it gives up its goal, which costs it its next turn."""
        if not self.own.abandon:
            return False
        self.context.apply(
            changes.GoalSet(self.id, None), changes.ActionsForbidden(self.id, self.state.turn + 1)
        )
        return True

    def raise_ratings(self) -> tuple[tuple[Attribute, int, int], ...]:
        """Return the attributes that it raises with XP, one step each, if it can (W-ENT-1)."""
        bought: list[tuple[Attribute, int, int]] = []
        for attribute in self.own.raises:
            rating = self.faction.rating(attribute) + 1
            if rating > MAX_RATING:
                continue
            price = xp_cost(rating, self.state.house)
            if price > self.faction.xp:
                continue
            paid = changes.Learned(self.id, -price, "raised", "W-ENT-1")
            self.context.apply(paid, changes.Raised(self.id, attribute, rating))
            bought.append((attribute, rating, price))
        return tuple(bought)

    def chosen(self) -> Goal | None:
        """Return the goal that it takes up, if it has none and may have this one."""
        wanted = self.own.goal
        if self.faction.goal is not None or wanted is None:
            return None
        goal = replace(wanted, since=self.state.turn, progress=0, worth=0, excluded=frozenset())
        if goal.kind == "inside-enemy-territory":
            goal = replace(goal, excluded=goals.hidden_asset_ids(self.state, self.id))
        if not can_choose_goal(self.state, self.id, goal):
            return None
        self.context.apply(changes.GoalSet(self.id, goal))
        return goal


def can_choose_goal(state: State, faction: str, goal: Goal) -> bool:
    """Return whether a goal can be taken up now: its subject exists, is open and undamaged."""
    if goals.is_out_of_reach(state, faction, goal):
        return False
    match goal.kind:
        case "eliminate-target":
            target = state.assets[goal.asset]
            return target.hp == state.maximum(target) and not target.stealth
        case "wealth-of-kingdoms":
            own = state.factions[faction]
            return own.wealth > own.lavished
        case _:
            return True
