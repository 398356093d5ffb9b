"""Choices for NPC factions (L-ACT-GAIN-INFLUENCE, -ALLY, -CLAIM, -RALLY, L-INF-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts, faction_ref
from chronicle.rules.lieutenants.actions.influence import INFLUENCE_PRICES
from chronicle.rules.lieutenants.order_form.espionage import asset_choice
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    keyword_choices,
    nonzero_facts,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.order_form.npc_fields import npc_fields, spendable_influence
from chronicle.rules.lieutenants.orders import InfluenceOrder
from chronicle.rules.lieutenants.state import FactionState
from chronicle.rules.lieutenants.terms import Action, AssetKind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FormPart,
    ProbabilityRange,
)


def influence_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield all dealings with NPC factions."""
    npcs = context.factions(npc=True)
    yield from _dealing_choices(context, "gain-influence", npcs)
    yield from _dealing_choices(
        context, "ally", [it for it in npcs if it.id not in context.faction.allies]
    )
    for kind, others in context.targets("claim"):
        yield from _claim_choices(context, npcs, kind, map(asset_choice, others))
    strange = (it for it in context.seen.locations() if it.owner != context.faction.id)
    yield from _claim_choices(context, npcs, "location", map(place_choice, strange))
    for npc in npcs:
        targets = (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions() if it != npc)
        if against := optional_select("against", targets, needed=True):
            yield from _dealing_choices(context, "rally", [npc], *against, *_pay_field())


def _claim_choices(
    context: LieutenantContext,
    npcs: Iterable[FactionState],
    kind: AssetKind,
    choices: Iterable[FieldChoice],
) -> Iterator[ActionChoice]:
    """Yield claims to known property of others, in any locale."""
    if target := optional_select(kind, choices, needed=True):
        yield from _dealing_choices(
            context, "claim", npcs, FieldGroup("target", target), *_pay_field(), kind=kind
        )


def _pay_field() -> Iterator[FormPart]:
    """Yield the field for payment, without which a success has no effect."""
    yield from optional_select("pay", keyword_choices("influence", "capital"), needed=True)


def _dealing_choices(
    context: LieutenantContext,
    action: Action,
    npcs: Iterable[FactionState],
    *parts: FormPart,
    kind: str = "",
) -> Iterator[ActionChoice]:
    prices = INFLUENCE_PRICES.get(action, {})
    facts = nonzero_facts(
        kind=kind, price=prices.get("success", 0), price_at_best=prices.get("complete-success", 0)
    )
    for way in npc_fields(context, "npc", npcs, lambda npc: _dealing_range(context, action, npc)):
        yield context.case(
            action,
            way.patron,
            *parts,
            *way.influence,
            facts=Facts({**way.facts, **facts}),
            likely=way.likely,
        )


def _dealing_range(
    context: LieutenantContext, action: Action, npc: FactionState
) -> ProbabilityRange | None:
    # The check does not depend on what is claimed or who is to be attacked.
    command = InfluenceOrder(npc.id, target=context.faction.id if action == "rally" else "")
    return context.likely(
        context.order(action, command, against=npc.id), influence=spendable_influence(context, npc)
    )
