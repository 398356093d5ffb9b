"""The price of keeping dealings with an NPC faction quiet, and who learns of them (L-INF-3)."""

from __future__ import annotations

from typing import Final, Literal

from chronicle.records import Record, field
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.changes import Change, Swayed
from chronicle.rules.lieutenants.events import StealthResult
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.terms import RollResult
from chronicle.rules.lieutenants.witnesses import Ways

#: The price of silence in influence: towards the public, and towards those with influence there.
PUBLIC_PRICE: Final = 0
OTHERS_PRICE: Final = 1


class HushResult(Record):
    """How far an attempt was kept quiet, what that cost, and who learns of it.

    ``reach`` is towards nobody, the public, or all. If stealth hid the attempt, ``reach`` is
    ``none`` and nobody learns of it.
    """

    reach: Literal["none", "public", "all"]
    paid: int = 0
    changes: tuple[Change, ...] = ()
    noticed: Ways = field(default_factory=dict)
    public: bool = False


def hush(
    context: ActionContext, npc: str, shown: RollResult, stealth: StealthResult, after: State
) -> HushResult:
    """Keep an attempt quiet as ordered, paid from the influence held after the result.

    Silence towards others is paid for even if there are none, because nobody can know that. A price
    of 0 is always paid.
    """
    if stealth.held:
        return HushResult("none")
    stranger = not context.state.factions[context.faction].influence.get(npc, 0)
    dearer = stranger + (shown == "complete-failure")
    public, others = PUBLIC_PRICE + dearer, OTHERS_PRICE + dearer
    held = after.factions[context.faction].influence.get(npc, 0)
    wanted = context.order.hush
    factions = context.state.factions.values()
    influential = (faction.id for faction in factions if faction.influence.get(npc, 0))
    if wanted == "all" and held >= public + others:
        return HushResult(
            "all", public + others, _hush_payment(context, npc, public + others), {npc: "courted"}
        )
    noticed: Ways = {**dict.fromkeys(influential, "influence-there"), npc: "courted"}
    if public == 0 or (wanted != "none" and held >= public):
        return HushResult("public", public, _hush_payment(context, npc, public), noticed)
    return HushResult("none", 0, (), noticed, public=True)


def _hush_payment(context: ActionContext, npc: str, amount: int) -> tuple[Change, ...]:
    if not amount:
        return ()
    return (Swayed(context.faction, npc, -amount, "hushed", "L-INF-3"),)
