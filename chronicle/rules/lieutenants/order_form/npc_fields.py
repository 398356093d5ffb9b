"""Fields for the NPC faction of an order, and for influence spent on its check (L-CHK-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from chronicle.model.facts import Facts, faction_ref
from chronicle.records import Record
from chronicle.rules.lieutenants.order_form.lieutenant_context import LieutenantContext
from chronicle.rules.lieutenants.state import FactionState
from chronicle.rules.order_form import (
    FieldChoice,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
)


class NpcField(Record):
    """An NPC faction with the influence that can be spent, or a choice of those without any."""

    patron: FixedField | SelectField
    facts: Facts
    influence: tuple[IntegerField, ...] = ()
    likely: ProbabilityRange | None = None


def npc_fields(
    context: LieutenantContext,
    key: str,
    npcs: Iterable[FactionState],
    likely: Callable[[FactionState], ProbabilityRange | None] = lambda _: None,
) -> Iterator[NpcField]:
    """Yield each NPC faction with influence separately, then one choice of all others.

    Facts name the NPC faction where it is the only one.
    """
    strange: list[FieldChoice] = []
    for npc in npcs:
        points = context.faction.influence.get(npc.id, 0)
        if not points:
            strange.append(FieldChoice(npc.id, faction_ref(npc.id), likely=likely(npc)))
            continue
        facts = Facts(npc=faction_ref(npc.id), influence=points)
        most = spendable_influence(context, npc)
        count = (IntegerField("influence", 0, most, usual=0, sets_odds=True),) if most else ()
        yield NpcField(FixedField(key, npc.id), facts, count, likely(npc))
    if strange:
        facts = Facts(npc=strange[0].name) if len(strange) == 1 else Facts()
        yield NpcField(SelectField(key, tuple(strange), needed=True), facts)


def spendable_influence(context: LieutenantContext, npc: FactionState) -> int:
    """Return how much influence with an NPC faction can be spent on a check."""
    return min(context.faction.influence.get(npc.id, 0), context.state.house.influence_limit)
