"""The choice of a custom action (L-ACT-CUSTOM)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import faction_ref
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    optional_select,
)
from chronicle.rules.lieutenants.order_form.projects import ALL_SKILLS
from chronicle.rules.lieutenants.orders import CustomOrder
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    ProbabilityRange,
    SelectField,
    TextField,
)


def custom_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield an action in the players' words; the GM adds what it brings, and what opposes it."""
    skills = tuple(FieldChoice(it, likely=_straight_range(context, it)) for it in ALL_SKILLS)
    others = (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield context.case(
        "custom",
        TextField("name", needed=True),
        FieldGroup("check", (SelectField("skill", skills, needed=True),)),
        *optional_select("against", others),
    )


def _straight_range(context: LieutenantContext, skill: Skill) -> ProbabilityRange | None:
    """Return the chances of a straight check, which it is if the GM says nothing else."""
    return context.likely(
        context.order("custom", CustomOrder("", skill, None, None, "watchers", {}))
    )
