"""The end of a faction's turn: its goal met, failed or given up, and XP spent (W-TURN-6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import (
    Furthered,
    GoalSet,
    Idled,
    Lavished,
    Learned,
    Played,
    Raised,
)
from chronicle.rules.wwn.events import Acted, Clash, Event, Founding, Strove
from chronicle.rules.wwn.formulas import xp_cost
from chronicle.rules.wwn.goals import (
    LAVISH_COST_PER_WEALTH,
    count_assets_inside,
    goal_xp,
    hidden_asset_ids,
    is_out_of_reach,
    required_progress,
)
from chronicle.rules.wwn.orders import FactionOrders, Orders
from chronicle.rules.wwn.state import Faction, Goal, State
from chronicle.rules.wwn.terms import MAX_RATING, Attribute

_RULE: Final = "W-GOAL"


def goal_event(
    state: State, orders: Orders, dice: Dice, faction: str, past: Iterable[Event]
) -> Strove:
    """A faction's goal at the end of its turn, the XP that it spends, and the goal it takes up.

    ``past`` are the events of this turn so far.
    """
    striving = GoalPhase(
        ActionContext(state, orders, dice, f"{faction}/goal"), faction, tuple(past)
    )
    goal, lavished = striving.progress()
    need = required_progress(striving.state, faction, goal) if goal is not None else 0
    gained = striving.complete_goal(goal, need) if goal is not None else 0
    failed = goal is not None and not gained and striving.fail_goal(goal)
    abandoned = goal is not None and not gained and not failed and striving.abandon_goal()
    raised = striving.raise_ratings()
    chosen = striving.chosen()
    striving.draft.apply(Played(faction, over=True))
    return Strove(
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
        changes=tuple(striving.draft.changes),
    )


@dataclass(frozen=True, slots=True)
class GoalPhase:
    """One faction at the end of its turn: the board so far, and what has happened in the turn."""

    draft: ActionContext
    id: str
    past: tuple[Event, ...]

    @property
    def state(self) -> State:
        return self.draft.state

    @property
    def faction(self) -> Faction:
        return self.state.factions[self.id]

    @property
    def own(self) -> FactionOrders:
        return self.draft.orders.of(self.id)

    def progress(self) -> tuple[Goal | None, int]:
        """The goal as far as it has come by now, and what was spent for nothing to get there."""
        goal, lavished = self.faction.goal, 0
        if goal is None:
            return None, 0
        reached = goal.progress
        match goal.kind:
            case "inside-enemy-territory":
                reached = count_assets_inside(self.state, self.id, goal)
            case "peaceable-kingdom":
                reached = 0 if self._attacked() else goal.progress + 1
            case "expand-influence":
                reached = len(self._founded())
            case "wealth-of-kingdoms":
                lavished = reached = self._lavished()
            case _:
                # Deeds have brought these nearer when they were done.
                pass
        if reached != goal.progress:
            self.draft.apply(Furthered(self.id, reached - goal.progress))
        return self.faction.goal, lavished

    def _attacked(self) -> bool:
        """Whether it has taken the Attack action in this turn, whatever came of it."""
        return self.own.action == "attack" and self.faction.idle != self.state.turn

    def _founded(self) -> tuple[Acted, ...]:
        """Its orders of this turn by which it has a new base that still stands."""
        return tuple(
            event
            for event in self.past
            if isinstance(event, Acted)
            and event.faction == self.id
            and event.outcome == "done"
            and isinstance(event.deed, Founding)
            and event.deed.base in self.state.bases
        )

    def _contested(self) -> bool:
        """Whether a rival attacked a base that it has founded in this turn."""
        orders = {event.order for event in self._founded()}
        return any(
            isinstance(event, Clash)
            and event.part == "contest"
            and event.against == self.id
            and event.order in orders
            and event.outcome != "not-carried-out"
            for event in self.past
        )

    def _lavished(self) -> int:
        """Treasure that it spends for nothing, all at once or not at all."""
        own = self.faction
        price = LAVISH_COST_PER_WEALTH * own.wealth
        if not self.own.lavish or own.wealth <= own.lavished:
            return 0
        if not self.draft.pay(self.id, price, "lavish", _RULE):
            return 0
        self.draft.apply(Lavished(self.id, own.wealth))
        return price

    def complete_goal(self, goal: Goal, need: int) -> int:
        """The XP for a goal that is met, 0 when it is not."""
        if goal.progress < need:
            return 0
        gained = goal_xp(self.state, self.id, goal, contested=self._contested())
        self.draft.apply(Learned(self.id, gained, "goal", _RULE), GoalSet(self.id, None))
        return gained

    def fail_goal(self, goal: Goal) -> bool:
        """Whether the goal is out of reach for good, and another may be chosen freely."""
        if not is_out_of_reach(self.state, self.id, goal):
            return False
        self.draft.apply(GoalSet(self.id, None))
        return True

    def abandon_goal(self) -> bool:
        """Whether it gives its goal up, and pays with its next turn."""
        if not self.own.abandon:
            return False
        self.draft.apply(GoalSet(self.id, None), Idled(self.id, self.state.turn + 1))
        return True

    def raise_ratings(self) -> tuple[tuple[Attribute, int, int], ...]:
        """The attributes that it buys with its XP, one step each, as far as they go (W-ENT-1)."""
        bought: list[tuple[Attribute, int, int]] = []
        for attribute in self.own.raises:
            rating = self.faction.rating(attribute) + 1
            if rating > MAX_RATING:
                continue
            price = xp_cost(rating, self.state.house)
            if price > self.faction.xp:
                continue
            paid = Learned(self.id, -price, "raised", "W-ENT-1")
            self.draft.apply(paid, Raised(self.id, attribute, rating))
            bought.append((attribute, rating, price))
        return tuple(bought)

    def chosen(self) -> Goal | None:
        """The goal that it takes up, if it has none and may have this one."""
        wanted = self.own.goal
        if self.faction.goal is not None or wanted is None:
            return None
        goal = replace(wanted, since=self.state.turn, progress=0, worth=0, excluded=frozenset())
        if goal.kind == "inside-enemy-territory":
            goal = replace(goal, excluded=hidden_asset_ids(self.state, self.id))
        if not can_choose_goal(self.state, self.id, goal):
            return None
        self.draft.apply(GoalSet(self.id, goal))
        return goal


def can_choose_goal(state: State, faction: str, goal: Goal) -> bool:
    """Whether a goal can be taken up now: what it is about is there, open and unhurt."""
    if is_out_of_reach(state, faction, goal):
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
