"""Dealings with NPC factions: influence, alliances, claims and rallies (L-ACT-GAIN-INFLUENCE ff.).

Payments are made from what is held after the check; the price of discretion is paid last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Final, Literal

from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.records import Record, field, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.kit.projector import FIGURES, OWN, WITNESS, FactionId, NamedId, Told
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action import Action, no_choices, no_gains
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PEOPLE, THINGS, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult
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
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import roll_straight_check
from chronicle.rules.lieutenants.events import Details, Outcome, StealthResult
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    asset_choice,
    keyword_choices,
    nonzero_facts,
    npc_fields,
    optional_select,
    place_choice,
    spendable_influence,
)
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.setup.name_checks import check_npc
from chronicle.rules.lieutenants.state import FactionState, Rally, StandingModifier, State
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.terms import ActionName, AssetKind, RollResult
from chronicle.rules.lieutenants.validation.common import parse_opponent, parse_place, parse_target
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.lieutenants.witnesses import Ways
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FormPart,
    ProbabilityRange,
)


class InfluenceOrder(Command):
    """Deal with an NPC faction; ``thing`` is claimed, ``target`` is to be attacked."""

    npc: str
    thing: str = ""
    target: str = ""

    @property
    def about(self) -> str:
        return self.npc


class InfluenceDetails(Details):
    """Dealings with an NPC faction (L-INF-3): what was gained, paid and kept quiet, at what price.

    ``thing`` is what a claim is about, ``target`` is whom a rally is against.
    """

    npc: Annotated[FactionId, OWN, WITNESS]
    gained: Annotated[int, OWN, FIGURES]
    paid: Annotated[int, OWN]
    currency: Annotated[PaymentCurrency, OWN]
    hushed: Annotated[terms.HushScope, OWN]
    hush_paid: Annotated[int, OWN]
    thing: Annotated[NamedId, OWN, WITNESS] = ""
    target: Annotated[FactionId, OWN, WITNESS] = ""
    backed: str = ""
    concerted: Annotated[bool, OWN, WITNESS] = False

    @property
    def backs(self) -> Annotated[tuple[str, str], Told("holder_of", Ref | None), OWN]:
        """Whom the NPC faction regards as the owner of the thing, and the thing."""
        return self.backed, self.thing

    @property
    def place(self) -> Annotated[str, Told("location", Ref | None), OWN, WITNESS]:
        return self.thing

    def locations(self, at: str) -> tuple[str, ...]:
        return (at, self.thing)


def parse_dealing(context: OrderContext) -> ParsedAction | None:
    """Parse an attempt to gain influence with an NPC faction, or to make it an ally."""
    at = parse_place(context)
    npc = _parse_npc(context)
    return ParsedAction(InfluenceOrder(npc), at, npc) if npc else None


def parse_claim(context: OrderContext) -> ParsedAction | None:
    """Parse a claim: an NPC faction is to accept the faction as owner of what it does not own."""
    at = parse_place(context)
    npc = _parse_npc(context)
    target = parse_target(context)
    if target is None or not npc:
        return None
    return ParsedAction(InfluenceOrder(npc, thing=target.name), at, npc)


def parse_rally(context: OrderContext) -> ParsedAction | None:
    """Parse a rally: an NPC faction is to attack a third faction."""
    at = parse_place(context)
    npc = _parse_npc(context)
    against = parse_opponent(context, "")
    if npc and against == npc:
        span = context.action_input.at("against")
        context.report.add(
            problems.OwnTarget(at=span, action=context.action, name=against, faction=against)
        )
    if not npc or not against:
        return None
    context.reservations.rallies[context.key] = (npc, against)
    return ParsedAction(InfluenceOrder(npc, target=against), at, npc)


def _parse_npc(context: OrderContext) -> str:
    """Return the NPC faction under ``npc:``; empty after errors."""
    name = context.action_input.npc
    if name is None:
        return ""
    factions = context.board.factions
    npcs = [faction.id for faction in factions.values() if faction.npc]
    sound = check_npc(
        name, context.faction, npcs, factions, context.action_input.at("npc"), context.report
    )
    return name if sound else ""


#: The gain of Gain Influence (L-ACT-GAIN-INFLUENCE); a failure gains 1 if nobody has influence
#: there.
INFLUENCE_GAINED: Final[Mapping[terms.RollResult, int]] = {"success": 2, "complete-success": 4}
GAIN_AMONG_STRANGERS: Final = 1
#: The price of a success: influence for an alliance, either currency for a claim or a rally
#: (L-ACT-ALLY, L-ACT-CLAIM, L-ACT-RALLY).
INFLUENCE_PRICES: Final[Mapping[terms.ActionName, Mapping[terms.RollResult, int]]] = {
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
        backed=upshot.backs,
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


def _rivals(state: State, action: terms.ActionName, command: InfluenceOrder) -> frozenset[str]:
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


#: The most influence that one action can gain (L-ACT-GAIN-INFLUENCE).
MAX_INFLUENCE_GAIN = 4


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
    action: ActionName,
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
            # An alliance takes influence alone.
            price=prices.get("success") if action != "ally" else None,
        )


def _dealing_range(
    context: LieutenantContext, action: ActionName, npc: FactionState
) -> ProbabilityRange | None:
    # The check does not depend on what is claimed or who is to be attacked.
    command = InfluenceOrder(npc.id, target=context.faction.id if action == "rally" else "")
    likely = context.likely(
        context.order(action, command, against=npc.id), influence=spendable_influence(context, npc)
    )
    if likely is None or action not in ("claim", "rally"):
        return likely
    # It may have an ally that it likes better, against whom it does nothing (L-ACT-ALLY).
    return replace(likely, provided="as-known")


def influence_gains(_state: State, order: Order, command: InfluenceOrder) -> Iterator[Change]:
    """Yield the most influence that can be gained."""
    yield Swayed(order.faction, command.npc, MAX_INFLUENCE_GAIN, "gained", "L-TURN-4")


GAIN_INFLUENCE: Final = Action(
    name="gain-influence",
    details=InfluenceDetails,
    keys=("npc", "hush", "at", "end_at"),
    required=("npc",),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="watchers",
    witness_code="seen-influence",
    parse=parse_dealing,
    resolve=deal_with_npc,
    choices=influence_choices,
    gains=influence_gains,
)
ALLY: Final = replace(GAIN_INFLUENCE, name="ally", choices=no_choices, gains=no_gains)
CLAIM: Final = Action(
    name="claim",
    details=InfluenceDetails,
    keys=("npc", "target", "pay", "hush", "at", "end_at"),
    required=("npc", "target"),
    target=TargetDefinition((*PEOPLE, *THINGS, "location"), owner="others", near=False),
    pay=("none", "influence", "capital"),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="watchers",
    witness_code="seen-influence",
    parse=parse_claim,
    resolve=deal_with_npc,
)
RALLY: Final = Action(
    name="rally",
    details=InfluenceDetails,
    keys=("npc", "against", "pay", "hush", "at", "end_at"),
    required=("npc", "against"),
    pay=("none", "influence", "capital"),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="watchers",
    witness_code="seen-influence",
    parse=parse_rally,
    resolve=deal_with_npc,
)
