"""The facts of an action, for those who learn of it."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.facts import Facts, FactsOf
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.actions.attack import AttackDetails
from chronicle.rules.lieutenants.actions.conceal import ConcealDetails
from chronicle.rules.lieutenants.actions.custom import CustomDetails
from chronicle.rules.lieutenants.actions.espionage import Discovery, SpyDetails
from chronicle.rules.lieutenants.actions.influence import InfluenceDetails
from chronicle.rules.lieutenants.actions.purchase import TradeDetails
from chronicle.rules.lieutenants.actions.raid import TakeDetails
from chronicle.rules.lieutenants.actions.recruit import RecruitDetails, SeduceDetails
from chronicle.rules.lieutenants.actions.research import ProjectDetails
from chronicle.rules.lieutenants.actions.stance import StanceDetails
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.actions.work import WorkDetails
from chronicle.rules.lieutenants.board_view import (
    BoardView,
    price_facts,
    statistics_facts,
    type_name,
)
from chronicle.rules.lieutenants.changes import (
    Claimed,
    Moved,
    PlaceSet,
)
from chronicle.rules.lieutenants.fact_rows import (
    _hiding_after,
    defenders_in,
    kind_of_id,
    minion_rows,
    seen_leg_row,
)
from chronicle.rules.lieutenants.telling_facts import (
    AttackFacts,
    ClaimSubjectFacts,
    ConcealFacts,
    CustomFacts,
    DiscoveryRow,
    InfluenceFacts,
    LegRow,
    MoveFacts,
    OrderFacts,
    ProjectFacts,
    RecruitFacts,
    SeduceFacts,
    SpyFacts,
    StanceFacts,
    TakeFacts,
    TakingRow,
    TradeFacts,
    TradeSubjectFacts,
    WorkFacts,
    WorkRow,
)


def order_facts(
    view: BoardView, event: events.Acted, details: events.Details, order: OrderFacts
) -> Facts:
    """Return what is told of an order to those who may know everything about it."""
    match details:
        case AttackDetails():
            return FactsOf(_attack_facts(view, event, details, order))
        case TakeDetails():
            return FactsOf(_take_facts(details, order))
        case ConcealDetails():
            return FactsOf(_conceal_facts(view, event, details, order))
        case SpyDetails():
            return FactsOf(_spy_facts(view, details, order))
        case MoveDetails():
            return FactsOf(MoveFacts(**order, legs=_leg_rows(view, details)))
        case StanceDetails():
            targets = tuple(view.who(id) for id in details.against)
            way = view.places(details.way)
            return FactsOf(StanceFacts(**order, targets=targets, style=details.style, way=way))
        case _:
            return _dealing_facts(view, event, details, order)


def _dealing_facts(
    view: BoardView, event: events.Acted, details: events.Details, order: OrderFacts
) -> Facts:
    """Return the facts of an order that hurts nobody."""
    match details:
        case TradeDetails():
            return FactsOf(_trade_facts(view, event, details, order))
        case RecruitDetails(subject=subject, name=name, stays=stays, paid=paid):
            kind = kind_of_id(view, subject)
            return FactsOf(RecruitFacts(**order, name=name, kind=kind, stays=stays, paid=paid))
        case SeduceDetails(subject=subject, name=name):
            return FactsOf(SeduceFacts(**order, name=name, kind=kind_of_id(view, subject)))
        case WorkDetails():
            return FactsOf(_work_facts(view, details, order))
        case ProjectDetails():
            return FactsOf(_project_facts(view, details, order))
        case InfluenceDetails():
            return FactsOf(_influence_facts(view, event, details, order))
        case CustomDetails(name=name):
            return FactsOf(CustomFacts(**order, name=name))
        case _:
            raise TypeError(type(details).__name__)


def _take_facts(details: TakeDetails, order: OrderFacts) -> TakeFacts:
    return TakeFacts(
        **order,
        kind=details.kind,
        name=details.name,
        amount=details.amount,
        sabotage=details.kind == "facility",
        also=taking_rows(details.also),
        missing=taking_rows(details.missing),
    )


def _work_facts(view: BoardView, details: WorkDetails, order: OrderFacts) -> WorkFacts:
    rows = tuple(
        FactsOf(WorkRow(name=view.name(id), level=level, selective=selective))
        for id, level, selective in details.units
    )
    return WorkFacts(**order, units=rows, earned=details.earned)


def _attack_facts(
    view: BoardView, event: events.Acted, details: AttackDetails, order: OrderFacts
) -> AttackFacts:
    struck = view.asset(details.strike)
    return AttackFacts(
        **order,
        style=details.style,
        strike=struck.name if struck is not None else "",
        faced=minion_rows(view, defenders_in(view, event)),
        rally=bool(details.rally),
    )


def _conceal_facts(
    view: BoardView, event: events.Acted, details: ConcealDetails, order: OrderFacts
) -> ConcealFacts:
    hidden = _hiding_after(event, details.subject)
    moved = [
        change.to
        for change in event.changes
        if isinstance(change, Moved) and change.asset == details.subject
    ]
    return ConcealFacts(
        **order,
        name=details.name,
        kind=kind_of_id(view, details.subject),
        itself=details.subject == event.lieutenant,
        level=details.level,
        must_stay=hidden is not None and hidden.must_stay,
        moved_to=view.place(moved[-1]) if moved else None,
    )


def _spy_facts(view: BoardView, details: SpyDetails, order: OrderFacts) -> SpyFacts:
    return SpyFacts(
        **order,
        kind=details.kind,
        name="" if details.kind == "location" else details.name,
        place=view.place(details.subject) if details.kind == "location" else None,
        chose=details.chose,
        text=details.text,
        places=view.places(details.places),
        finds=tuple(FactsOf(_discovery_row(view, find)) for find in details.finds),
    )


def _trade_facts(
    view: BoardView, event: events.Acted, details: TradeDetails, order: OrderFacts
) -> TradeFacts:
    secret = any(
        isinstance(change, PlaceSet) and change.place.id == details.subject and change.place.secret
        for change in event.changes
    )
    return TradeFacts(
        **order,
        **trade_subject_facts(view, details),
        price=price_facts(details.price),
        paid=price_facts(details.paid),
        hidden=secret or _hiding_after(event, details.subject) is not None,
    )


def _project_facts(view: BoardView, details: ProjectDetails, order: OrderFacts) -> ProjectFacts:
    subject = view.asset(details.subject)
    return ProjectFacts(
        **order,
        name=details.name,
        gained=details.gained,
        successes=details.successes,
        needed=details.needed,
        subject=subject.name if subject is not None else "",
        skill=details.skill or "",
        done=details.done,
    )


def _leg_rows(view: BoardView, details: MoveDetails) -> tuple[FactsOf[LegRow], ...]:
    return tuple(
        FactsOf(LegRow(**seen_leg_row(view, id, origin, to), arrived=arrived))
        for id, origin, to, arrived in details.legs
    )


def _influence_facts(
    view: BoardView, event: events.Acted, details: InfluenceDetails, order: OrderFacts
) -> InfluenceFacts:
    backed = [
        change.faction
        for change in event.changes
        if isinstance(change, Claimed) and change.thing == details.thing
    ]
    return InfluenceFacts(
        **order,
        **claim_subject_facts(view, details),
        npc=view.who(details.npc),
        gained=details.gained,
        paid=details.paid,
        currency=details.currency,
        hushed=details.hushed,
        hush_paid=details.hush_paid,
        target=view.who(details.target),
        backs=view.holder(details.backs or (backed[-1] if backed else ""), details.thing),
        concerted=details.concerted,
    )


def taking_rows(details: Iterable[TakeDetails]) -> tuple[FactsOf[TakingRow], ...]:
    """Return what was taken, or to be taken, thing by thing."""
    return tuple(
        FactsOf(TakingRow(kind=details.kind, name=details.name, amount=details.amount))
        for details in details
    )


def _discovery_row(view: BoardView, find: Discovery) -> DiscoveryRow:
    return DiscoveryRow(
        name=find.name,
        kind=find.kind,
        faction=view.who(find.faction),
        at=view.place(find.at),
        capital=find.capital,
        condition=find.condition or "",
        level=find.level,
        statistics=None if find.statistics is None else statistics_facts(find.statistics),
        type=type_name(view.before, find.type),
        agent="unknown" if find.agent_of is None else "yes" if find.agent_of else "no",
        agent_of=view.who(find.agent_of or ""),
        units=view.names(find.units),
    )


def trade_subject_facts(view: BoardView, details: TradeDetails) -> TradeSubjectFacts:
    """Return what is bought or sold."""
    location = details.kind == "location"
    return TradeSubjectFacts(
        kind=details.kind,
        name="" if location else details.name,
        place=view.place(details.subject) if location else None,
    )


def claim_subject_facts(view: BoardView, details: InfluenceDetails) -> ClaimSubjectFacts:
    """Return the asset or location that a claim is about."""
    return ClaimSubjectFacts(
        thing=view.name(details.thing),
        place=view.place(details.thing) if details.thing in view.before.places else None,
    )
