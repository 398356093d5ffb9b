"""What is told to audiences other than the actor: the target, witnesses and the public.

``named`` says whether the reader learns who acted. If not, nothing about the actor is told, and the
place is told only to those who know it.
"""

from __future__ import annotations

from typing import Literal

from chronicle.model.facts import Facts, FactsOf
from chronicle.rules.lieutenants import events, telling_facts
from chronicle.rules.lieutenants.actions.conceal import ConcealDetails
from chronicle.rules.lieutenants.actions.custom import CustomDetails
from chronicle.rules.lieutenants.actions.espionage import SpyDetails
from chronicle.rules.lieutenants.actions.influence import InfluenceDetails
from chronicle.rules.lieutenants.actions.move import _seen_move_facts
from chronicle.rules.lieutenants.actions.purchase import TradeDetails
from chronicle.rules.lieutenants.actions.raid import TakeDetails
from chronicle.rules.lieutenants.actions.recruit import RecruitDetails, SeduceDetails
from chronicle.rules.lieutenants.actions.research import ProjectDetails
from chronicle.rules.lieutenants.actions.stance import StanceDetails
from chronicle.rules.lieutenants.actions.travel import MoveDetails
from chronicle.rules.lieutenants.actions.work import WorkDetails
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import BoardView, price_facts
from chronicle.rules.lieutenants.changes import Joined
from chronicle.rules.lieutenants.fact_rows import (
    action_opponent,
    action_place,
    attackers_in,
    casualty_rows,
    kind_of_id,
    loss_rows,
    minion_rows,
)
from chronicle.rules.lieutenants.telling_facts import TakenKind
from chronicle.rules.lieutenants.tellings.action_facts import (
    claim_subject_facts,
    taking_rows,
    trade_subject_facts,
)
from chronicle.rules.lieutenants.watches import visits


def succeeded(event: events.Acted) -> bool:
    """Return whether an action succeeded as witnesses see it; an expensive purchase counts too."""
    return event.outcome == "done"


def actor_facts(view: BoardView, event: events.Acted, *, named: bool) -> telling_facts.ActorFacts:
    """Return who acted, as far as the reader learns it."""
    return telling_facts.ActorFacts(
        action=event.action,
        who=view.actor(event.faction, event.lieutenant or event.units[0]) if named else None,
        lieutenant=_lieutenant_name(view, event.lieutenant) if named else "",
        at=action_place(view, event),
    )


def _lieutenant_name(view: BoardView, id: str) -> str:
    asset = view.before.assets.get(id)
    return asset.name if asset is not None else ""


# ── The side that was aimed at ───────────────────────────────────────────────────────────────────


def target_facts(
    view: BoardView, event: events.Acted, *, named: bool
) -> telling_facts.SufferedFacts:
    """Return an attack, a raid, a theft or a seduction, for its target."""
    actor = view.before.assets[event.lieutenant or event.units[0]]
    sides = {actor.faction} if named else ()
    fight = named and event.action != "seduce" and event.outcome != "nobody-there"
    details = event.details
    taken = details if isinstance(details, TakeDetails) and succeeded(event) else None
    kind: TakenKind | Literal[""] = taken.kind if taken is not None else ""
    name = taken.name if taken is not None else ""
    if isinstance(details, SeduceDetails):
        kind, name = kind_of_id(view, details.subject), details.name
    return telling_facts.SufferedFacts(
        **actor_facts(view, event, named=named),
        won=succeeded(event),
        nobody=event.outcome == "nobody-there",
        losses=loss_rows(view, event.changes, sides),
        faced=minion_rows(view, attackers_in(view, event)) if fight else (),
        kind=kind,
        name=name,
        amount=taken.amount if taken is not None else 0,
        also=taking_rows(taken.also) if taken is not None else (),
    )


def approach_facts(
    view: BoardView, event: events.Acted, *, named: bool
) -> telling_facts.ApproachedFacts:
    """Return an investigation or an offer that was noticed; its result only if someone left."""
    return telling_facts.ApproachedFacts(
        **actor_facts(view, event, named=named),
        **_subject_facts(view, event),
        left=any(isinstance(change, Joined) for change in event.changes),
    )


def _subject_facts(view: BoardView, event: events.Acted) -> telling_facts.SubjectFacts:
    """Return what an investigation or an offer is about, as far as the reader sees it."""
    nothing = telling_facts.SubjectFacts(kind="", name="", place=None)
    match event.details:
        case SpyDetails(kind="other"):
            return telling_facts.SubjectFacts(kind="other", name="", place=None)
        case SpyDetails(kind="location", subject=subject):
            return telling_facts.SubjectFacts(kind="location", name="", place=view.place(subject))
        case (
            SpyDetails(subject=subject)
            | RecruitDetails(subject=subject)
            | SeduceDetails(subject=subject)
        ):
            asset = view.before.assets.get(subject)
            seen = asset is not None and not view.before.hidden(asset, view.faction)
            if asset is None or not (seen or view.gm):
                return nothing
            return telling_facts.SubjectFacts(kind=kind_of(asset), name=asset.name, place=None)
        case _:
            return nothing


# ── Those who look on ────────────────────────────────────────────────────────────────────────────


def witness_facts(view: BoardView, event: events.Acted, *, named: bool) -> Facts | None:
    """Return what witnesses are told; None if they could not see any of it."""
    figures = named and bool(view.faction)
    seen = telling_facts.SeenFacts(
        **actor_facts(view, event, named=named),
        against=action_opponent(view, event),
        won=succeeded(event) if named else None,
        followed=view.names(followed_units(view, event)),
    )
    match event.details:
        case TakeDetails() as details:
            took = named and succeeded(event)
            return FactsOf(_seen_taking_facts(details, seen, took=took, figures=figures))
        case TradeDetails() as details:
            price = price_facts(details.price) if figures else None
            return FactsOf(
                telling_facts.SeenTradeFacts(
                    **seen, **trade_subject_facts(view, details), price=price
                )
            )
        case InfluenceDetails() as details:
            return FactsOf(
                telling_facts.SeenInfluenceFacts(
                    **seen,
                    **claim_subject_facts(view, details),
                    npc=view.who(details.npc),
                    gained=details.gained if figures else None,
                    target=view.who(details.target),
                    concerted=details.concerted,
                )
            )
        case MoveDetails() as details:
            return _seen_move_facts(view, event, details, seen)
        case StanceDetails() as details:
            targets = tuple(view.who(id) for id in details.against)
            way = view.places(details.way)
            return FactsOf(
                telling_facts.SeenStanceFacts(**seen, kind=details.kind, targets=targets, way=way)
            )
        case SpyDetails() | RecruitDetails() | SeduceDetails():
            seen["won"] = None
            return FactsOf(telling_facts.SeenInquiryFacts(**seen, **_subject_facts(view, event)))
        case WorkDetails(earned=earned):
            return FactsOf(
                telling_facts.SeenWorkFacts(**seen, name="", earned=earned if figures else None)
            )
        case ProjectDetails(name=name, subject=subject):
            # Training goes by the trainee's name.
            name = view.name(subject) if subject else name
            return FactsOf(telling_facts.SeenWorkFacts(**seen, name=name, earned=None))
        case ConcealDetails(subject=subject):
            return FactsOf(
                telling_facts.SeenWorkFacts(**seen, name=view.name(subject), earned=None)
            )
        case CustomDetails(name=name):
            seen["won"] = None
            return FactsOf(telling_facts.SeenCustomFacts(**seen, name=name))
        case _:
            losses = casualty_rows(view, event.changes) if figures else None
            return FactsOf(telling_facts.SeenAttackFacts(**seen, losses=losses))


def followed_units(view: BoardView, event: events.Acted) -> tuple[str, ...]:
    """Return the units in an action that the reader watches, or that come to a watched place."""
    watched = {watch.subject for watch in event.watches if watch.faction == view.faction}
    seen = {id for id, place in visits(event) if watched & {id, place}}
    return tuple(unit for unit in event.units if unit in seen)


def _seen_taking_facts(
    details: TakeDetails, seen: telling_facts.SeenFacts, *, took: bool, figures: bool
) -> telling_facts.SeenTakingFacts:
    total = sum(one.amount for one in details.everything)
    also = tuple(FactsOf(telling_facts.TakenKindRow(kind=one.kind)) for one in details.also)
    return telling_facts.SeenTakingFacts(
        **seen,
        kind=details.kind if took else "",
        amount=total if figures and took else None,
        sabotage=took and details.kind == "facility",
        also=also if took else (),
    )
