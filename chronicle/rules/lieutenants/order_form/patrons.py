"""The NPC faction that an order concerns, and influence that may go into its check (L-CHK-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from chronicle.model.facts import Facts, faction_ref
from chronicle.rules.lieutenants.order_form.actors import Doer
from chronicle.rules.lieutenants.state import Faction
from chronicle.rules.order_form import (
    FieldChoice,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
)


@dataclass(frozen=True, slots=True)
class Patron:
    """One NPC faction with the points that may be spent, or the choice of those without any."""

    patron: FixedField | SelectField
    facts: Facts
    influence: tuple[IntegerField, ...] = ()
    likely: ProbabilityRange | None = None


def patrons(
    doer: Doer,
    key: str,
    npcs: Iterable[Faction],
    likely: Callable[[Faction], ProbabilityRange | None] = lambda _: None,
) -> Iterator[Patron]:
    """Each NPC faction with which there is influence by itself, and all the others as one."""
    strange: list[FieldChoice] = []
    for npc in npcs:
        points = doer.faction.influence.get(npc.id, 0)
        if not points:
            strange.append(FieldChoice(npc.id, faction_ref(npc.id), likely=likely(npc)))
            continue
        facts = Facts(npc=faction_ref(npc.id), influence=points)
        most = spendable(doer, npc)
        count = (IntegerField("influence", 0, most, usual=0),) if most else ()
        yield Patron(FixedField(key, npc.id), facts, count, likely(npc))
    if strange:
        yield Patron(SelectField(key, tuple(strange), needed=True), Facts())


def spendable(doer: Doer, npc: Faction) -> int:
    """So many points of influence can be spent on a check."""
    return min(doer.faction.influence.get(npc.id, 0), doer.state.house.influence_limit)
