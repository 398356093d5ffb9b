"""Dealings with NPC factions: influence, alliances, claims and rallies (L-ACT-GAIN-INFLUENCE ff.).

Payments are made from what is held after the check; the price of discretion is paid last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from chronicle.records import Record, field
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.changes import (
    Allied,
    Burdened,
    Change,
    Claimed,
    ClaimTried,
    Paid,
    Rallied,
    Relieved,
    Swayed,
)
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.events import InfluenceDetails, Outcome, StealthResult
from chronicle.rules.lieutenants.orders import InfluenceOrder
from chronicle.rules.lieutenants.state import FactionState, Rally, StandingModifier, State
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import RollResult
from chronicle.rules.lieutenants.witnesses import Ways

#: The gain of Gain Influence (L-ACT-GAIN-INFLUENCE); a failure gains 1 if nobody has influence
#: there.
INFLUENCE_GAINED: Final[Mapping[terms.RollResult, int]] = {"success": 2, "complete-success": 4}
GAIN_AMONG_STRANGERS: Final = 1
#: The price of a success: influence for an alliance, either currency for a claim or a rally
#: (L-ACT-ALLY, L-ACT-CLAIM, L-ACT-RALLY).
INFLUENCE_PRICES: Final[Mapping[terms.Action, Mapping[terms.RollResult, int]]] = {
    "ally": {"success": 20, "complete-success": 10},
    "claim": {"success": 5, "complete-success": 1},
    "rally": {"success": 10, "complete-success": 5},
}
#: The cost of a complete failure: influence, and a penalty on later dealings.
CATASTROPHE_LOSS: Final = 3
CATASTROPHE_PENALTY: Final = -2

PaymentCurrency = Literal["", "influence", "capital"]

#: The price of silence in influence: towards the public, and towards those with influence there.
PUBLIC_PRICE: Final = 0
OTHERS_PRICE: Final = 1


class _DealingResult(Record):
    """The result of an attempt before anything is kept quiet."""

    outcome: Outcome
    changes: tuple[Change, ...] = ()
    gained: int = 0
    paid: int = 0
    currency: PaymentCurrency = ""
    backs: str = ""
    concerted: bool = False


def deal_with_npc(context: ActionContext, command: InfluenceOrder) -> ActionResult:
    """Carry out an action with an NPC faction, by the lieutenant's charm alone."""
    check = roll_straight_check(context, "charm")
    board = context.after(check.spent)
    stealth, rolls = resolve_stealth(context, check.result)
    upshot = _resolve_dealing(context, command, check.result, board)
    after = apply_changes(board, upshot.changes)
    silence = hush(context, command.npc, check.result, stealth, after)
    tried: tuple[Change, ...] = ()
    if context.order.action == "claim" and not stealth.held:
        tried = (ClaimTried(command.thing, context.faction),)
    details = InfluenceDetails(
        npc=command.npc,
        gained=upshot.gained,
        paid=upshot.paid,
        currency=upshot.currency,
        hushed=silence.reach,
        hush_paid=silence.paid,
        thing=command.thing,
        target=command.target,
        backs=upshot.backs,
        concerted=upshot.concerted,
    )
    return ActionResult(
        details,
        upshot.outcome,
        check,
        stealth,
        (*upshot.changes, *tried, *silence.changes),
        rolls,
        prompt="rally" if upshot.outcome == "done" and context.order.action == "rally" else "",
        noticed=silence.noticed,
        public=silence.public,
    )


def _resolve_dealing(
    context: ActionContext, command: InfluenceOrder, shown: terms.RollResult, state: State
) -> _DealingResult:
    """Return the result of the check, on the board after what was spent on it."""
    if shown == "complete-failure":
        return _catastrophe(context, command, state)
    if context.order.action == "gain-influence":
        return _gain_influence(context, command, shown)
    if shown not in terms.SUCCESSES:
        return _DealingResult("failed")
    if any(
        _prefers(state, command.npc, rival, context.faction)
        for rival in _rivals(state, context.order.action, command)
    ):
        return _DealingResult("sides-with-another")
    return _bargain(context, command, shown, state.factions[context.faction])


def _gain_influence(
    context: ActionContext, command: InfluenceOrder, shown: terms.RollResult
) -> _DealingResult:
    rule = terms.rule_of("gain-influence")
    if shown in terms.SUCCESSES:
        points = INFLUENCE_GAINED[shown]
        swayed = Swayed(context.faction, command.npc, points, "gained", rule)
        return _DealingResult("done", (swayed, *_lifted_penalties(context, command)), gained=points)
    # Counted before the check, so that points spent on it still count.
    if any(faction.influence.get(command.npc, 0) for faction in context.state.factions.values()):
        return _DealingResult("failed")
    swayed = Swayed(context.faction, command.npc, GAIN_AMONG_STRANGERS, "gained", rule)
    return _DealingResult("no-influence", (swayed,), gained=GAIN_AMONG_STRANGERS)


def _lifted_penalties(context: ActionContext, command: InfluenceOrder) -> tuple[Change, ...]:
    """Return the changes that lift penalties lasting until influence is gained again."""
    return tuple(
        Relieved(id)
        for id, standing in sorted(context.state.standing.items())
        if standing.until == "gain-influence"
        and (standing.faction, standing.target) == (context.faction, command.npc)
    )


def _catastrophe(context: ActionContext, command: InfluenceOrder, state: State) -> _DealingResult:
    """Return a complete failure: lost influence, a penalty, and a failed claim's backing lost."""
    action = context.order.action
    gaining = action == "gain-influence"
    standing = StandingModifier(
        id=f"{context.id()}/catastrophe",
        value=CATASTROPHE_PENALTY,
        rule=terms.rule_of(action),
        faction=context.faction,
        # After Gain Influence the penalty is permanent and affects only that; otherwise it affects
        # all.
        actions=(action,) if gaining else terms.INFLUENCE_ACTIONS,
        target=command.npc,
        until="" if gaining else "gain-influence",
    )
    lost = min(CATASTROPHE_LOSS, state.factions[context.faction].influence.get(command.npc, 0))
    changes: list[Change] = [Burdened(standing)]
    if lost:
        changes.append(
            Swayed(context.faction, command.npc, -lost, "catastrophe", terms.rule_of(action))
        )
    backs = _claim_beneficiary(state, command, context.faction) if action == "claim" else ""
    if backs:
        changes.append(Claimed(command.npc, command.thing, backs))
    return _DealingResult("failed", tuple(changes), gained=-lost, backs=backs)


def _claim_beneficiary(state: State, command: InfluenceOrder, faction: str) -> str:
    """Return whom an NPC faction backs after a failed claim: owner, other claimant, or itself.

    A claimant is a faction that has tried to claim the thing with any NPC faction, or that one of
    them regards as the rightful owner. Of several claimants, the one with the most influence with
    this NPC faction counts, then the first by id.
    """
    owner = owner_of(state, command.thing)
    if owner:
        return owner
    backed = {by for (_, thing), by in state.claims.items() if thing == command.thing}
    tried = {by for thing, by in state.claimants if thing == command.thing}
    others = (backed | tried) - {faction, command.npc}
    points = {by: state.factions[by].influence.get(command.npc, 0) for by in others}
    return min(others, key=lambda by: (-points[by], by), default=command.npc)


def owner_of(state: State, thing: str) -> str:
    """Return the owner of an asset or a location; empty if there is none."""
    asset = state.assets.get(thing)
    if asset is not None:
        return asset.faction
    place = state.places.get(thing)
    return place.owner if place is not None else ""


def _rivals(state: State, action: terms.Action, command: InfluenceOrder) -> frozenset[str]:
    """Return the factions whose goals conflict with a rally or a claim (L-ACT-ALLY).

    A claim goes against the owner of the thing, as far as the NPC faction knows it, and against
    the faction that the NPC faction regards as its rightful owner.
    """
    if action == "rally":
        return frozenset({command.target})
    if action != "claim":
        return frozenset()
    place = state.places.get(command.thing)
    owner = owner_of(state, command.thing) if place is None or place.known(command.npc) else ""
    return frozenset({owner, state.claims.get((command.npc, command.thing), "")})


def _prefers(state: State, npc: str, rival: str, faction: str) -> bool:
    """Return whether an NPC faction is an ally of a rival and likes it better (L-ACT-ALLY)."""
    if rival in ("", faction) or rival not in state.factions:
        return False
    theirs, ours = state.factions[rival], state.factions[faction]
    liked = theirs.influence.get(npc, 0) > ours.influence.get(npc, 0)
    return npc in theirs.allies and liked


def _bargain(
    context: ActionContext, command: InfluenceOrder, shown: terms.RollResult, faction: FactionState
) -> _DealingResult:
    """Return the result of a success and its price; without payment nothing happens."""
    action, amount = context.order.action, INFLUENCE_PRICES[context.order.action][shown]
    currency = _currency(context)
    purse = faction.influence.get(command.npc, 0) if currency == "influence" else faction.capital
    if not currency or purse < amount:
        return _DealingResult("unpaid")
    paid: Change = (
        Swayed(context.faction, command.npc, -amount, "bargain", terms.rule_of(action))
        if currency == "influence"
        else Paid(context.faction, -amount, "bargain", terms.rule_of(action), command.npc)
    )
    concerted = action == "rally" and shown == "complete-success"
    return _DealingResult(
        "done",
        (paid, _success_change(context, command, concerted=concerted)),
        paid=amount,
        currency=currency,
        backs=context.faction if action == "claim" else "",
        concerted=concerted,
    )


def _currency(context: ActionContext) -> PaymentCurrency:
    """Return the currency of the price: influence for an alliance, otherwise as ordered."""
    if context.order.action == "ally":
        return "influence"
    match context.order.pay:
        case "influence" | "capital" as currency:
            return currency
        case _:
            return ""


def _success_change(context: ActionContext, command: InfluenceOrder, *, concerted: bool) -> Change:
    match context.order.action:
        case "ally":
            return Allied(context.faction, command.npc)
        case "claim":
            return Claimed(command.npc, command.thing, context.faction)
        case _:
            turn = context.dice.turn
            key = context.order.key
            return Rallied(
                Rally(key, command.npc, context.faction, command.target, concerted, turn)
            )


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
