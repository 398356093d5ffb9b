"""What it costs to keep dealings with an NPC faction quiet, and who learns of them (L-INF-3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.changes import Change, Swayed
from chronicle.rules.lieutenants.events import StealthResult
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import RollResult

#: What silence costs in influence: towards everybody, and towards those with influence there.
PUBLIC_PRICE: Final = 0
OTHERS_PRICE: Final = 1


@dataclass(frozen=True, slots=True)
class HushResult:
    """How quiet a try was kept: towards nobody, the public, or all; what that cost; who learns.

    A try that stealth kept unnoticed needs no silence: its ``reach`` is ``none`` and nobody learns.
    """

    reach: Literal["none", "public", "all"]
    paid: int = 0
    changes: tuple[Change, ...] = ()
    noticed: frozenset[str] = frozenset()
    public: bool = False


def hush(
    context: ActionContext, npc: str, shown: RollResult, stealth: StealthResult, after: State
) -> HushResult:
    """What is kept quiet as ordered, paid from the influence that is held after the result.

    Others' silence is paid for whether or not there are any, as nobody can know that. A price of
    nothing is always paid.
    """
    if stealth.held:
        return HushResult("none")
    stranger = not context.state.factions[context.faction].influence.get(npc, 0)
    dearer = stranger + (shown == "complete-failure")
    public, others = PUBLIC_PRICE + dearer, OTHERS_PRICE + dearer
    held = after.factions[context.faction].influence.get(npc, 0)
    wanted = context.order.hush
    influential = frozenset(
        faction.id for faction in context.state.factions.values() if faction.influence.get(npc, 0)
    )
    if wanted == "all" and held >= public + others:
        return HushResult(
            "all", public + others, _hush_payment(context, npc, public + others), frozenset({npc})
        )
    noticed = influential | {npc}
    if public == 0 or (wanted != "none" and held >= public):
        return HushResult("public", public, _hush_payment(context, npc, public), noticed)
    return HushResult("none", 0, (), noticed, public=True)


def _hush_payment(context: ActionContext, npc: str, amount: int) -> tuple[Change, ...]:
    if not amount:
        return ()
    return (Swayed(context.faction, npc, -amount, "hushed", "L-INF-3"),)
