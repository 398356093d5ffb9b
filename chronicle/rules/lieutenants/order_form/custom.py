"""The choice of a custom action (L-ACT-CUSTOM)."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import faction_ref
from chronicle.rules import order_form
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    optional_select,
)
from chronicle.rules.lieutenants.order_form.projects import ALL_SKILLS


def custom_choices(context: LieutenantContext) -> Iterator[order_form.ActionChoice]:
    """Yield an action in the players' words; the GM adds what it brings, and what opposes it.

    So its chance is unknown.
    """
    skills = tuple(map(order_form.FieldChoice, ALL_SKILLS))
    others = (order_form.FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield context.case(
        "custom",
        order_form.TextField("name", needed=True),
        order_form.FieldGroup("check", (order_form.SelectField("skill", skills, needed=True),)),
        *optional_select("against", others),
    )
