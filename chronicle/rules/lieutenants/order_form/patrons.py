"""The NPC faction that an order concerns, and influence that may go into its check (L-CHK-7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from chronicle.model.facts import Facts
from chronicle.model.facts import faction as faction_ref
from chronicle.rules.lieutenants.order_form.actors import Doer
from chronicle.rules.lieutenants.state import Faction
from chronicle.rules.order_form import Choice, Count, Likely, Pick, Settled


@dataclass(frozen=True, slots=True)
class Patron:
    """One NPC faction with the points that may be spent, or the choice of those without any."""

    patron: Settled | Pick
    facts: Facts
    influence: tuple[Count, ...] = ()
    likely: Likely | None = None


def patrons(
    doer: Doer,
    key: str,
    npcs: Iterable[Faction],
    likely: Callable[[Faction], Likely | None] = lambda _: None,
) -> Iterator[Patron]:
    """Each NPC faction with which there is influence by itself, and all the others as one."""
    strange: list[Choice] = []
    for npc in npcs:
        points = doer.faction.influence.get(npc.id, 0)
        if not points:
            strange.append(Choice(npc.id, faction_ref(npc.id), likely=likely(npc)))
            continue
        facts = Facts(npc=faction_ref(npc.id), influence=points)
        most = spendable(doer, npc)
        count = (Count("influence", 0, most, usual=0),) if most else ()
        yield Patron(Settled(key, npc.id), facts, count, likely(npc))
    if strange:
        yield Patron(Pick(key, tuple(strange), needed=True), Facts())


def spendable(doer: Doer, npc: Faction) -> int:
    """So many points of influence can be spent on a check."""
    return min(doer.faction.influence.get(npc.id, 0), doer.state.house.influence_limit)
