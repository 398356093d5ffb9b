"""Win over or seduce somebody else's minion (L-ACT-RECRUIT, L-AST-SEDUCES)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

from chronicle.model.dice import Modifier
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.kit.projector import OWN, TARGET, Readers
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.action import Action, SeenMore
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import PEOPLE, TargetDefinition
from chronicle.rules.lieutenants.action_events import ActionResult, outcome_of, result_without_check
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import (
    Burdened,
    Change,
    Exhausted,
    Joined,
    Paid,
    Swayed,
    Turned,
)
from chronicle.rules.lieutenants.check_sides import acting_side, defending_side
from chronicle.rules.lieutenants.departure import departure_changes, leave_stance_changes
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Acted, Details, Outcome
from chronicle.rules.lieutenants.fact_rows import seen_person
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    UnitSelection,
    asset_choice,
    target_group,
)
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.refusals import asset_refusals
from chronicle.rules.lieutenants.setup.consistency import lieutenant_count
from chronicle.rules.lieutenants.state import Asset, Minion, State, Unit
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.telling_facts import KindOfId
from chronicle.rules.lieutenants.terms import SUCCESSES, rule_of
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice, ProbabilityRange, merge_ranges


class RecruitOrder(Command):
    """Win over another faction's unit or lieutenant; with ``stays`` as a double agent."""

    subject: str
    stays: bool


class SeduceOrder(Command):
    """Keep someone from acting (L-AST-SEDUCES)."""

    subject: str


class RecruitDetails(Details):
    """An offer to another faction's unit or lieutenant; ``stays`` for a double agent."""

    subject: str
    name: Annotated[str, OWN]
    stays: Annotated[bool, OWN]
    paid: Annotated[int, OWN]

    @property
    def kind(self) -> Annotated[KindOfId, OWN]:
        return self.subject

    @property
    def subjects(self) -> tuple[str, ...]:
        return (self.subject,)

    def locations(self, at: str) -> tuple[str, ...]:  # noqa: ARG002  it is about somebody
        return ()


class SeduceDetails(Details):
    """Keeping someone from acting this turn (L-AST-SEDUCES)."""

    subject: str
    name: Annotated[str, OWN, TARGET]

    @property
    def kind(self) -> Annotated[KindOfId, OWN, TARGET]:
        return self.subject

    @property
    def subjects(self) -> tuple[str, ...]:
        return (self.subject,)

    def locations(self, at: str) -> tuple[str, ...]:  # noqa: ARG002  it is about somebody
        return ()


def parse_recruit(context: OrderContext) -> ParsedAction | None:
    """Parse the recruitment of another's minion, who changes sides or is a double agent."""
    target = common.parse_target(context)
    if target is None:
        return None
    stays = context.action_input.join == "stay"
    return ParsedAction(RecruitOrder(target.name, stays), target.at, target.owner)


def parse_seduce(context: OrderContext) -> ParsedAction | None:
    """Parse the seduction, by a seducer, of another's unit or lieutenant, so that it can't act."""
    if not context.has_power("seduces"):
        context.report.add(
            problems.NoCapableUnit(
                at=context.action_input.at("action"), deed="seduce", who="a seducer"
            )
        )
    target = common.parse_target(context)
    return ParsedAction(SeduceOrder(target.name), target.at, target.owner) if target else None


#: Penalties on an offer: to a bonded target, and to a lieutenant (L-ACT-RECRUIT).
BONDED_PENALTY: Final = -3
LIEUTENANT_PENALTY: Final = -3
#: The lasting penalty on recruiting a target that completely refused an offer (L-ACT-RECRUIT).
REFUSED_PENALTY: Final = -3


def recruit(context: ActionContext, command: RecruitOrder) -> ActionResult:
    """Offer another faction's unit or lieutenant to join, or to serve both."""
    target = _target_in_reach(context, command.subject)
    if target is None:
        details = RecruitDetails(
            command.subject, _target_name(context, command.subject), command.stays, 0
        )
        return result_without_check(context, details, "not-there")
    other = defending_side(
        context.state, target.faction, target.at, "charm", against=context.faction
    )
    own = acting_side(context, "charm")
    check = roll_opposed_check(context, "charm", own, other, tuple(_reluctance_modifiers(target)))
    ranked = isinstance(target, state.Lieutenant)
    stealth, rolls = resolve_stealth(context, check.result, lieutenant_target=ranked)
    outcome, cost = _agreement(context, command, target, check)
    paid = -sum(change.amount for change in cost)
    changes: list[Change] = [*cost]
    if outcome == "done":
        changes += _recruit_changes(context, command, target)
    if check.result == "complete-failure":
        changes.append(Burdened(_refused_modifier(context, command)))
    details = RecruitDetails(command.subject, target.name, command.stays, paid)
    return ActionResult(details, outcome, check, stealth, tuple(changes), rolls)


def _target_in_reach(context: ActionContext, id: str) -> state.Minion | None:
    """Return a minion of another faction in the locale, free or a prisoner, that can be seen."""
    found = context.state.assets.get(id)
    if not isinstance(found, state.Minion) or context.state.away(id):
        return None
    if found.faction == context.faction or any(asset_refusals(context.actor, found)):
        return None
    return found if context.state.locale(found.at) == context.locale else None


def _target_name(context: ActionContext, id: str) -> str:
    found = context.state.assets.get(id)
    return found.name if found is not None else ""


def _reluctance_modifiers(target: state.Minion) -> Iterator[Modifier]:
    if target.bonded:
        yield Modifier(BONDED_PENALTY, "bonded", rule_of("recruit"))
    if isinstance(target, state.Lieutenant):
        yield Modifier(LIEUTENANT_PENALTY, "lieutenant", rule_of("recruit"))


def _agreement(
    context: ActionContext, command: RecruitOrder, target: state.Minion, check: Check
) -> tuple[Outcome, tuple[Paid | Swayed, ...]]:
    """Return whether the target agrees, and what is paid: its cost, or nothing at best."""
    if check.result not in SUCCESSES:
        return "failed", ()
    ranked = isinstance(target, state.Lieutenant) and not command.stays
    faction = context.after(check.spent).factions[context.faction]
    if ranked and lieutenant_count(faction.id, context.state.assets) >= faction.leadership:
        return "no-room", ()
    amount = target.cost.amount
    if check.result == "complete-success" or not amount:
        return "done", ()
    rule = rule_of("recruit")
    host = context.state.factions[target.faction]
    if target.cost.currency == "influence" and host.npc:
        held = faction.influence.get(host.id, 0)
        swayed = (Swayed(faction.id, host.id, -amount, "recruited", rule),)
        return ("done", swayed) if held >= amount else ("unpaid", ())
    # Others do not take influence: the same amount of capital is paid instead.
    paid = (Paid(faction.id, -amount, "recruited", rule, target.id),)
    return ("done", paid) if faction.capital >= amount else ("unpaid", ())


def _recruit_changes(
    context: ActionContext, command: RecruitOrder, target: state.Minion
) -> Iterator[Change]:
    if command.stays:
        if target.agent_of:
            yield from leave_stance_changes(context.state, target.id, target.agent_of)
        yield Turned(target.id, context.faction)
    else:
        yield from departure_changes(context.state, target, context.faction)


def _refused_modifier(context: ActionContext, command: RecruitOrder) -> state.StandingModifier:
    return state.StandingModifier(
        id=f"{context.id()}/affronted",
        value=REFUSED_PENALTY,
        rule=rule_of("recruit"),
        faction=context.faction,
        actions=("recruit",),
        target=command.subject,
    )


def seduce(context: ActionContext, command: SeduceOrder) -> ActionResult:
    """Keep someone from acting for the rest of the turn (L-AST-SEDUCES)."""
    target = _target_in_reach(context, command.subject)
    details = SeduceDetails(command.subject, _target_name(context, command.subject))
    able = any(unit.power("seduces") is not None for unit in context.units)
    if target is None or not able:
        return result_without_check(context, details, "not-there")
    other = defending_side(
        context.state, target.faction, target.at, "charm", against=context.faction
    )
    check = roll_opposed_check(context, "charm", acting_side(context, "charm"), other)
    clean = check.result == "complete-success"
    stealth, rolls = resolve_stealth(
        context, check.result, automatic_rule="L-AST-SEDUCES" if clean else ""
    )
    won = check.result in SUCCESSES
    changes = (Exhausted(command.subject),) if won else ()
    return ActionResult(details, outcome_of(check.result), check, stealth, changes, rolls)


def recruit_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield who can be recruited or seduced (L-ACT-RECRUIT, L-AST-SEDUCES)."""
    for kind, others in context.targets("recruit"):
        choices = (asset_choice(it, _recruit_range(context, it)) for it in others)
        yield context.case("recruit", target_group(kind, choices), facts=Facts(kind=kind))
    for unit in context.units():
        for kind, others in context.targets("seduce") if unit.power("seduces") is not None else ():
            choices = (asset_choice(it, _seduce_range(context, it, unit)) for it in others)
            yield context.case(
                "seduce",
                target_group(kind, choices),
                facts=Facts(kind=kind, unit=unit.name),
                company=UnitSelection((unit,)),
            )


def _recruit_range(context: LieutenantContext, target: Asset) -> ProbabilityRange | None:
    """Return the chances of recruiting; the lowest is for a bonded target, which nobody sees."""
    if not isinstance(target, Minion) or not target.faction:
        return None
    if not context.seen.knows_figures_of(target):
        return None
    command = RecruitOrder(target.id, stays=False)
    order = context.order("recruit", command, at=target.at, against=target.faction)
    boards = (_with_bonded_target(context, target, bonded=it) for it in (False, True))
    return merge_ranges(it.likely_against(order) for it in boards)


def _with_bonded_target(
    context: LieutenantContext, target: Minion, *, bonded: bool
) -> LieutenantContext:
    board: State = context.state.with_asset(replace(target, bonded=bonded))
    return replace(context, seen=replace(context.seen, state=board))


def _seduce_range(context: LieutenantContext, target: Asset, unit: Unit) -> ProbabilityRange | None:
    if not target.faction or not context.seen.knows_figures_of(target):
        return None
    command, along = SeduceOrder(target.id), (unit.id,)
    order = context.order("seduce", command, at=target.at, against=target.faction, units=along)
    return context.likely_against(order)


def recruit_gains(_state: State, order: Order, command: RecruitOrder) -> Iterator[Change]:
    """Yield that the target serves the faction."""
    kind = Turned if command.stays else Joined
    yield kind(command.subject, order.faction)


def seen_offer(
    view: BoardView,
    _event: Acted,
    details: RecruitDetails | SeduceDetails,
    _readers: Readers,
) -> SeenMore:
    """Return who is approached, as far as the reader sees him."""
    return seen_person(view, details.subject)


RECRUIT: Final = Action(
    name="recruit",
    details=RecruitDetails,
    keys=("target", "join", "end_at"),
    required=("target",),
    target=TargetDefinition(PEOPLE, owner="others"),
    skill="charm",
    stealth=("unnoticed", "unidentified"),
    strict_stealth=True,
    noticed_by="target",
    witness_code="seen-inquiry",
    target_code="approached",
    parse=parse_recruit,
    resolve=recruit,
    choices=recruit_choices,
    gains=recruit_gains,
    seen=seen_offer,
    result_shows=False,
)
SEDUCE: Final = Action(
    name="seduce",
    details=SeduceDetails,
    keys=("target", "end_at"),
    required=("target",),
    target=TargetDefinition(PEOPLE, owner="others"),
    skill="charm",
    stealth=("unnoticed",),
    strict_stealth=True,
    noticed_by="target",
    witness_code="seen-inquiry",
    target_code="suffered",
    parse=parse_seduce,
    resolve=seduce,
    seen=seen_offer,
    result_shows=False,
)
