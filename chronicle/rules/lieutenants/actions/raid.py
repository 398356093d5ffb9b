"""Take things by force or by stealth, or sabotage them (L-ACT-RAID, L-ACT-STEAL)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final, Literal

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.kit.projector import FIGURES, OWN, TARGET, Readers
from chronicle.rules.lieutenants import changes, terms
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PORTABLE, TAKEABLE, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.actions.combat import combat_of, deal_damage
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import (
    Captured,
    Change,
    Hid,
    Joined,
    Moved,
    Paid,
    StanceEnded,
    Stashed,
    Struck,
)
from chronicle.rules.lieutenants.check_sides import (
    CheckSide,
    acting_side,
    can_defend,
    defenders_present,
    resisting_side,
)
from chronicle.rules.lieutenants.damage import DamageGrade
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Acted, Details, Outcome
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    UnitSelection,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    Information,
    Item,
    Minion,
    State,
    Unit,
    owners,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.telling_facts import TAKINGS, TakenKind
from chronicle.rules.lieutenants.terms import (
    SUCCESSES,
    ActionName,
    PropertyKind,
    RollResult,
    rule_of,
)
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    IntegerField,
    ProbabilityRange,
    SelectField,
)


class TakeOrder(Command):
    """Take something from a faction at the order's location, or sabotage a facility there.

    ``also`` are further things to take at once: capital, items and information (L-ACT-RAID).
    """

    kind: terms.PropertyKind | Literal["capital"]
    subject: str = ""
    amount: int = 0
    also: tuple[TakeOrder, ...] = ()


class TakeDetails(Details):
    """A raid, a theft, or the sabotage of a facility; ``amount`` is the capital taken.

    ``also`` is what was taken besides, ``missing`` what was not there; if nothing was taken,
    ``also`` is what else was to be.
    """

    kind: Annotated[TakenKind, OWN, TARGET]
    subject: str
    name: Annotated[str, OWN, TARGET]
    amount: Annotated[int, OWN, TARGET] = 0
    also: Annotated[tuple[TakeDetails, ...], TAKINGS, OWN, TARGET] = ()
    missing: Annotated[tuple[TakeDetails, ...], TAKINGS, OWN] = ()
    met: tuple[str, ...] = ()

    @property
    def defenders(self) -> tuple[str, ...]:
        return self.met

    @property
    def sabotage(self) -> Annotated[bool, OWN]:
        return self.kind == "facility"

    @property
    def everything(self) -> tuple[TakeDetails, ...]:
        """This thing and the others."""
        return (self, *self.also)

    @property
    def subjects(self) -> tuple[str, ...]:
        return tuple(one.subject for one in self.everything)


def parse_take(context: OrderContext) -> ParsedAction | None:
    """Parse a raid or a theft; by default, at the target's location and against its owner."""
    targets = common.parse_things_to_take(context)
    target = targets[0]
    if target is None:
        common.parse_place(context)
        common.parse_opponent(context, "")
        return None
    if target.kind == "facility" and not context.has_power("damages-facilities"):
        context.report.add(
            problems.NoCapableUnit(at=target.span, deed="sabotage a facility", who="saboteurs")
        )
    at = (
        target.at
        if target.at and not context.action_input.has("at")
        else common.parse_place(context)
    )
    against = common.parse_opponent(context, _target_owner(context, target, at))
    for other in targets[1:]:
        if other is not None:
            _target_owner(context, other, at)
    things = [_take_order(one) for one in targets if one is not None]
    taken = [one for one in things if one is not None]
    if len(taken) < len(targets):
        return None
    return ParsedAction(replace(taken[0], also=tuple(taken[1:])), at, against)


def _take_order(target: common.OrderTarget) -> TakeOrder | None:
    match target.kind:
        case "location" | "other":
            return None
        case kind:
            return TakeOrder(kind, target.name, target.amount)


def _target_owner(context: OrderContext, target: common.OrderTarget, at: str) -> str:
    """Return the faction that a target is taken from: its captor, its owner, or the location's."""
    asset = target.asset
    if asset is None:
        owner = common.location_owner(context, at)
        if owner == context.faction and context.action_input.against is None:
            common.report_own_target(context, at, target.span)
        return owner
    holder = asset.held_by
    if context.actor.owns(asset) and holder in ("", context.faction):
        common.report_own_target(context, asset.id, target.span)
    return holder or asset.faction


#: The damage of each result: theirs, then ours (L-ACT-RAID, L-ACT-STEAL).
RAID_DAMAGE: Final[Mapping[ActionName, Mapping[RollResult, tuple[DamageGrade, DamageGrade]]]] = {
    "raid": {
        "complete-failure": ("", "damaged"),
        "failure": ("dinged", "dinged"),
        "success": ("dinged", "dinged"),
        "complete-success": ("damaged", ""),
    },
    "steal": {
        "complete-failure": ("", "damaged"),
        "failure": ("", ""),
        "success": ("", ""),
        "complete-success": ("", ""),
    },
}


def take(context: ActionContext, command: TakeOrder) -> ActionResult:
    """Take something from a location: theft is always rolled for, a raid only against defenders."""
    order = context.order
    skill: Skill = "force" if order.action == "raid" else "sneak"
    them = defenders_present(context.state, order.against, order.at, skill, against=order.faction)
    enemy = resisting_side(context.state, them, skill, against_group=bool(context.units))
    if skill == "force" and not any(can_defend(minion, skill) for minion in enemy.minions):
        return _unopposed_result(context, command, enemy)
    own = acting_side(context, skill, against_group=skill == "force" and len(enemy.minions) > 1)
    check = roll_opposed_check(context, skill, own, enemy)
    theirs, ours = RAID_DAMAGE[order.action][check.result]
    hurt, rolls = deal_damage(combat_of(context, enemy), theirs, ours)
    changes = tuple(one for one in hurt if not _kills(one, unit_taken_alive(command, check.result)))
    clean = order.action == "steal" and check.result == "complete-success"
    stealth, more = resolve_stealth(
        context, check.result, automatic_rule=rule_of("steal") if clean else ""
    )
    outcome, details, gains = _take_outcome(
        replace(context, state=context.after(changes)), command, check
    )
    return ActionResult(
        replace(details, met=tuple(minion.id for minion in enemy.minions)),
        outcome,
        check,
        stealth,
        (*changes, *gains),
        (*more, *rolls),
    )


def _unopposed_result(context: ActionContext, command: TakeOrder, there: CheckSide) -> ActionResult:
    """Return the result without defenders: what is there is taken; traps work (L-ACT-RAID)."""
    hurt, _ = deal_damage(combat_of(context, there), "", "")
    outcome, details, gains = _take_outcome(context, command, None)
    details = replace(details, met=tuple(minion.id for minion in there.minions))
    return result_without_check(context, details, outcome, (*hurt, *gains))


def unit_taken_alive(command: TakeOrder, result: RollResult) -> str:
    """Return the unit that is taken alive with this result, so damaged at worst; empty if none."""
    return command.subject if command.kind == "unit" and result in SUCCESSES else ""


def _kills(change: Change, unit: str) -> bool:
    return isinstance(change, Struck) and (change.asset, change.condition) == (unit, "destroyed")


def _take_outcome(
    context: ActionContext, command: TakeOrder, check: Check | None
) -> tuple[Outcome, TakeDetails, tuple[Change, ...]]:
    """Return which of the wanted things are taken; those that are not there are not."""
    tried = [_take_one(context, one, check) for one in (command, *command.also)]
    if check is not None and check.result not in SUCCESSES:
        return "failed", _joint_details([replace(details, amount=0) for details, _ in tried]), ()
    taken = [details for details, changes in tried if changes]
    if not taken:
        return "not-there", _joint_details([details for details, _ in tried]), ()
    missing = tuple(details for details, changes in tried if not changes)
    gains = tuple(change for _, changes in tried for change in changes)
    return "done", replace(_joint_details(taken), missing=missing), gains


def _joint_details(details: Sequence[TakeDetails]) -> TakeDetails:
    return replace(details[0], also=tuple(details[1:]))


def _take_one(
    context: ActionContext, command: TakeOrder, check: Check | None
) -> tuple[TakeDetails, tuple[Change, ...]]:
    """Return the taking of one thing and what it changes; no changes if it is not there."""
    if command.kind == "capital":
        place = context.state.places[context.order.at]
        amount = min(command.amount, place.capital if context.actor.knows(place) else 0)
        return TakeDetails("capital", "", "", amount), _capital_changes(context, amount)
    asset = context.state.assets.get(command.subject)
    details = TakeDetails(
        command.kind, command.subject, asset.name if asset is not None else command.subject
    )
    if asset is None or not _is_there(context, asset):
        return details, ()
    if isinstance(asset, Facility):
        complete = check is None or check.result == "complete-success"
        return details, _sabotage_changes(asset, complete=complete)
    return details, tuple(_take_changes(context, asset))


def _is_there(context: ActionContext, asset: Asset) -> bool:
    """Return whether an asset is at the place and seen there (L-ACT-CONCEAL)."""
    if context.state.at(asset) != context.order.at or context.state.away(asset.id):
        return False
    if not context.actor.sees(asset):
        return False
    return asset.condition != "destroyed"


def _capital_changes(context: ActionContext, amount: int) -> tuple[Change, ...]:
    if not amount:
        return ()
    rule = rule_of(context.order.action)
    return (
        Stashed(context.order.at, -amount, rule),
        Paid(context.faction, amount, "taken", rule, context.order.at),
    )


def _sabotage_changes(facility: Facility, *, complete: bool) -> tuple[Change, ...]:
    """Return the damage to a facility; a complete success or a second time destroys it."""
    gone = complete or facility.condition == "damaged"
    return (Struck(facility.id, "destroyed" if gone else "damaged", "L-AST-DAMAGES-FACILITIES"),)


def _take_changes(context: ActionContext, asset: Asset) -> list[Change]:
    """Return the changes: things change hands, minions are captured, own ones are freed."""
    home = context.lieutenant
    changes: list[Change] = [Hid(asset.id, None)] if asset.hiding is not None else []
    if isinstance(asset, Item | Information):
        bearer = home.id if context.state.fit(home) else ""
        return [*changes, Moved(asset.id, home.at, bearer), Joined(asset.id, context.faction)]
    own = context.faction in owners(asset)
    if asset.id in context.state.stances:
        changes.append(StanceEnded(asset.id))
    return [*changes, Captured(asset.id, "" if own else context.faction), Moved(asset.id, home.at)]


def take_gains(state: State, order: Order, command: TakeOrder) -> Iterator[Change]:
    """Yield that the things are with the lieutenant, and the minions his captives."""
    for more in command.also:
        yield from take_gains(state, order, more)
    asset = state.assets.get(command.subject)
    home = state.assets.get(order.lieutenant)
    if asset is None or home is None:
        return
    if isinstance(asset, Item | Information):
        yield changes.Moved(asset.id, home.at, home.id)
        yield changes.Joined(asset.id, order.faction)
    elif isinstance(asset, Minion):
        yield changes.Captured(asset.id, "" if order.faction in owners(asset) else order.faction)
        yield changes.Moved(asset.id, home.at)
    if asset.hiding is not None:
        yield changes.Hid(asset.id, None)


#: The most capital that an order can try to take.
MAX_CAPITAL_TAKEN: Final = 1000


def take_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield raids and thefts, each at a location, as targets move (L-ACT-RAID, L-ACT-STEAL)."""
    yield from _take_choices_of(context, "raid")
    yield from _take_choices_of(context, "steal")


def _take_choices_of(context: LieutenantContext, action: ActionName) -> Iterator[ActionChoice]:
    strange = tuple(it for it in context.locations() if it.owner != context.faction.id)
    if strange:
        # All that is known to be there: no more can be taken than there is.
        known = max(it.capital for it in strange) or None
        amount = IntegerField("capital", 1, MAX_CAPITAL_TAKEN, needed=True, suggested=known)
        yield context.case(
            action,
            FieldGroup("take", (amount,)),
            *optional_select(
                "at", (_stash_choice(context, action, it.id) for it in strange), needed=True
            ),
            *_against_field(context),
            facts=Facts(kind="capital"),
        )
    for kind, wanted in context.targets(action, captives=True):
        if kind != "facility":
            yield from _take_choice(context, action, kind, wanted)
            continue
        for unit in context.units():
            if unit.power("damages-facilities") is not None:
                yield from _take_choice(context, action, kind, wanted, (unit,))


def _take_choice(
    context: LieutenantContext,
    action: ActionName,
    kind: PropertyKind,
    wanted: tuple[Asset, ...],
    led: tuple[Unit, ...] = (),
) -> Iterator[ActionChoice]:
    choices = (
        FieldChoice(it.id, it.name, _last_known_facts(it), _take_range(context, action, kind, it))
        for it in wanted
    )
    # Where one of them was last seen comes first.
    seen = {context.state.at(it) for it in wanted}
    places = sorted(context.locations(), key=lambda it: it.id not in seen)
    yield context.case(
        action,
        FieldGroup("take", optional_select(kind, choices, needed=True)),
        *optional_select("at", map(place_choice, places), needed=True),
        *_against_field(context),
        facts=Facts(kind=kind, led=led[0].name) if led else Facts(kind=kind),
        company=UnitSelection(led),
    )


def _against_field(context: LieutenantContext) -> Iterator[SelectField]:
    others = (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield from optional_select("against", others)


def _last_known_facts(asset: Asset) -> Facts:
    """Return an asset's faction, and where it was last seen."""
    return Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )


def _stash_choice(context: LieutenantContext, action: ActionName, place: str) -> FieldChoice:
    found = context.state.places[place]
    order = context.order(action, TakeOrder("capital", amount=1), at=place, against=found.owner)
    sure = bool(found.owner) and context.seen.knows_figures_at(found.owner, place)
    facts = Facts(stash=found.capital) if found.capital else Facts()
    likely = context.likely_against(order) if sure else None
    return FieldChoice(place, place_ref(place), facts, likely)


def _take_range(
    context: LieutenantContext, action: ActionName, kind: PropertyKind, wanted: Asset
) -> ProbabilityRange | None:
    at = context.state.at(wanted)
    if not at or not wanted.faction or not context.seen.knows_figures_at(wanted.faction, at):
        return None
    command = TakeOrder(kind, wanted.id)
    order = context.order(action, command, at=at, against=wanted.faction)
    return context.likely_against(order)


def seen_taking(_view: BoardView, event: Acted, details: TakeDetails, readers: Readers) -> SeenMore:
    """Return what was taken by somebody whom the reader knows, without the names of things."""
    if not (FIGURES in readers or event.known.public) or event.outcome != "done":
        return {"kind": "", "amount": None, "sabotage": False, "also": ()}
    total = sum(one.amount for one in details.everything)
    return {
        "kind": details.kind,
        "amount": total if FIGURES in readers else None,
        "sabotage": details.sabotage,
        "also": tuple(Facts(kind=one.kind) for one in details.also),
    }


RAID: Final = Action(
    name="raid",
    details=TakeDetails,
    keys=("take", "at", "against", "end_at"),
    required=("take",),
    target=TargetDefinition(TAKEABLE, together=PORTABLE),
    skill="force",
    stealth=("unidentified",),
    noticed_by="public",
    witness_code="seen-taking",
    target_code="suffered",
    parse=parse_take,
    resolve=take,
    choices=take_choices,
    gains=take_gains,
    seen=seen_taking,
)
STEAL: Final = Action(
    name="steal",
    details=TakeDetails,
    keys=("take", "at", "against", "end_at"),
    required=("take",),
    target=TargetDefinition(("lieutenant", *TAKEABLE), together=PORTABLE),
    skill="sneak",
    stealth=("unidentified",),
    noticed_by="public",
    witness_code="seen-taking",
    target_code="suffered",
    parse=parse_take,
    resolve=take,
    gains=take_gains,
    seen=seen_taking,
)
