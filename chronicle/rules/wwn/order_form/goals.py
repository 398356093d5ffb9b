"""What a faction may strive for: goals taken up and given up, ratings raised, Treasure spent."""

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
from chronicle.rules.wwn.goal_parser import NEEDS
from chronicle.rules.wwn.goals import LAVISH, needed, xp
from chronicle.rules.wwn.order_form.known_state import Seen
from chronicle.rules.wwn.state import Goal
from chronicle.rules.wwn.terms import ATTRIBUTES, GOALS, HIGHEST, GoalKind

_RULE: Final = "W-GOAL"
#: Goals whose XP hang on the ratings of whoever is brought down, which nobody is told.
_UNTOLD: Final[tuple[GoalKind, ...]] = ("destroy-the-foe", "root-out-the-enemy")


def striving(seen: Seen) -> Iterator[FormPart]:
    """All that a faction may order for the end of its turn (W-TURN-6)."""
    yield from _lavish(seen)
    if seen.own.goal is not None:
        facts = Facts(goal=seen.own.goal.kind)
        case = ActionChoice("abandon", _RULE, (FixedField("abandon", True),), facts)
        yield ActionField("abandon", (case,))
    yield ActionField("goal", tuple(_goals(seen)))
    steps = tuple(_steps(seen))
    if steps:
        yield MultiSelectField("raises", steps)


def _lavish(seen: Seen) -> Iterator[ActionField]:
    """Treasure spent for nothing, for those who strive for it."""
    own = seen.own
    if own.goal is not None and own.goal.kind == "wealth-of-kingdoms" and own.wealth > own.lavished:
        facts = Facts(cost=LAVISH * own.wealth)
        yield ActionField(
            "lavish", (ActionChoice("lavish", _RULE, (FixedField("lavish", True),), facts),)
        )


def _goals(seen: Seen) -> Iterator[ActionChoice]:
    """The goals that can be taken up as far as is known, with what they ask and bring."""
    for kind in GOALS:
        about = tuple(_about(seen, kind))
        if kind == "wealth-of-kingdoms" and seen.own.wealth <= seen.own.lavished:
            continue
        parts: tuple[FormPart, ...] = (FixedField("kind", kind),)
        if kind in NEEDS:
            if not about:
                continue
            parts = (*parts, SelectField(NEEDS[kind], about, needed=True))
        yield ActionChoice(kind, _RULE, (FieldGroup("goal", parts),), _worth(seen, kind))


def _worth(seen: Seen, kind: GoalKind) -> Facts:
    goal = Goal(kind)
    facts: dict[str, Fact] = {}
    if kind != "sphere-dominance":
        facts["needed"] = needed(seen.board, seen.id, goal)
        if kind not in _UNTOLD:
            facts["xp"] = xp(seen.board, seen.id, goal)
    return Facts(facts)


def _about(seen: Seen, kind: GoalKind) -> Iterator[FieldChoice]:
    """What a goal may be about."""
    match kind:
        case "destroy-the-foe":
            yield from seen.foes()
        case "eliminate-target":
            for asset in seen.others():
                if asset.hp >= seen.board.maximum(asset):
                    yield seen.target(asset)
        case "root-out-the-enemy":
            yield from _lairs(seen)
        case "sphere-dominance":
            for attribute in ATTRIBUTES:
                goal = Goal(kind, attribute=attribute)
                asked = needed(seen.board, seen.id, goal)
                brings = xp(seen.board, seen.id, goal)
                yield FieldChoice(attribute, facts=Facts(needed=asked, xp=brings))
        case _:
            pass


def _lairs(seen: Seen) -> Iterator[FieldChoice]:
    """The places where a rival is known to have a base, once for each rival."""
    rivals = seen.rivals()
    bases = seen.board.bases.values()
    found = {(base.at, base.faction) for base in bases if base.faction in rivals}
    for at, rival in sorted(found):
        yield FieldChoice(at, place_ref(at), Facts(faction=faction_ref(rival)))


def _steps(seen: Seen) -> Iterator[FieldChoice]:
    """The ratings that can be raised, and the XP that the next step costs (W-ENT-1)."""
    for attribute in ATTRIBUTES:
        rating = seen.own.rating(attribute)
        if rating < HIGHEST:
            price = xp_cost(rating + 1, seen.board.house)
            yield FieldChoice(attribute, facts=Facts(rating=rating + 1, price=price))
