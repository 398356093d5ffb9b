"""Goals in the order form: taking up and giving up goals, raising ratings, spending Treasure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    MultiSelectField,
    SelectField,
)
from chronicle.rules.wwn.formulas import xp_cost
from chronicle.rules.wwn.goal_parser import REQUIRED_KEY
from chronicle.rules.wwn.goals import LAVISH_COST_PER_WEALTH, goal_xp, required_progress
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.state import Goal
from chronicle.rules.wwn.terms import ATTRIBUTES, GOALS, MAX_RATING, GoalKind

_RULE: Final = "W-GOAL"
#: Goals whose XP depend on the defeated faction's ratings, which are secret.
_GOALS_WITH_SECRET_XP: Final[tuple[GoalKind, ...]] = ("destroy-the-foe", "root-out-the-enemy")


def goal_parts(seen: KnownState) -> Iterator[FormPart]:
    """Yield everything that a faction may order for the end of its turn (W-TURN-6)."""
    yield from _lavish_field(seen)
    if seen.own.goal is not None:
        kind = seen.own.goal.kind
        facts = Facts(goal=kind) if kind != "own" else Facts()
        case = ActionChoice("abandon", _RULE, (FixedField("abandon", True),), facts)
        yield ActionField("abandon", (case,))
    yield ActionField("goal", tuple(_goal_choices(seen)))
    steps = tuple(_rating_choices(seen))
    if steps:
        yield MultiSelectField("raises", steps)


def _lavish_field(seen: KnownState) -> Iterator[ActionField]:
    """Yield the spending of Treasure for nothing, for factions with that goal."""
    own = seen.own
    if own.goal is not None and own.goal.kind == "wealth-of-kingdoms" and own.wealth > own.lavished:
        facts = Facts(cost=LAVISH_COST_PER_WEALTH * own.wealth)
        yield ActionField(
            "lavish", (ActionChoice("lavish", _RULE, (FixedField("lavish", True),), facts),)
        )


def _goal_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the goals that can be taken up as far as known, with their requirements and XP."""
    for kind in GOALS:
        about = tuple(_goal_targets(seen, kind))
        if kind == "wealth-of-kingdoms" and seen.own.wealth <= seen.own.lavished:
            continue
        parts: tuple[FormPart, ...] = (FixedField("kind", kind),)
        if kind in REQUIRED_KEY:
            if not about:
                continue
            parts = (*parts, SelectField(REQUIRED_KEY[kind], about, needed=True))
        yield ActionChoice(kind, _RULE, (FieldGroup("goal", parts),), _goal_facts(seen, kind))


def _goal_facts(seen: KnownState, kind: GoalKind) -> Facts:
    goal = Goal(kind)
    facts: dict[str, Fact] = {}
    if kind != "sphere-dominance":
        facts["needed"] = required_progress(seen.board, seen.id, goal)
        if kind not in _GOALS_WITH_SECRET_XP:
            facts["xp"] = goal_xp(seen.board, seen.id, goal)
    return Facts(facts)


def _goal_targets(seen: KnownState, kind: GoalKind) -> Iterator[FieldChoice]:
    """Yield the possible subjects of a goal."""
    match kind:
        case "destroy-the-foe":
            yield from seen.rival_choices()
        case "eliminate-target":
            for asset in seen.others():
                if asset.hp >= seen.board.maximum(asset):
                    yield seen.target(asset)
        case "root-out-the-enemy":
            rivals = seen.rivals()
            bases = seen.board.bases.values()
            found = {(base.at, base.faction) for base in bases if base.faction in rivals}
            for at, rival in sorted(found):
                yield FieldChoice(at, place_ref(at), Facts(faction=faction_ref(rival)))
        case "sphere-dominance":
            for attribute in ATTRIBUTES:
                goal = Goal(kind, attribute=attribute)
                asked = required_progress(seen.board, seen.id, goal)
                brings = goal_xp(seen.board, seen.id, goal)
                yield FieldChoice(attribute, facts=Facts(needed=asked, xp=brings))
        case _:
            pass


def _rating_choices(seen: KnownState) -> Iterator[FieldChoice]:
    """Yield the ratings that can be raised with the XP it has, and their price (W-ENT-1)."""
    for attribute in ATTRIBUTES:
        rating = seen.own.rating(attribute)
        if rating < MAX_RATING and (price := xp_cost(rating + 1, seen.board.house)) <= seen.own.xp:
            yield FieldChoice(attribute, facts=Facts(rating=rating + 1, price=price))
