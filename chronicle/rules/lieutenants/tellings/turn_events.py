"""The facts of income, upkeep, the GM's changes, moves into a stance, and the turn's end."""

from __future__ import annotations

from typing import Final, Literal

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Joined, PlaceSet
from chronicle.rules.lieutenants.events import Altered, Earned, Intercepted, TurnEnded, Upkeep
from chronicle.rules.lieutenants.telling_facts import (
    AlteredFacts,
    EarnedFacts,
    IncomeRow,
    InterceptedFacts,
    LeftRow,
    SeenMeetingFacts,
    TurnOverFacts,
    UpkeepFacts,
    UpkeepRow,
)


def interception_facts(view: BoardView, event: Intercepted) -> InterceptedFacts:
    """Return the meeting of a move with a stance, for those who waited and those who came."""
    side: Literal["waiting", "moving"] = "waiting" if view.faction == event.faction else "moving"
    return InterceptedFacts(
        **_meeting_base_facts(view, event),
        side="gm" if view.gm else side,
        movers=view.names(event.movers),
        result=event.result,
    )


def meeting_facts(view: BoardView, event: Intercepted, *, named: bool) -> SeenMeetingFacts:
    """Return the meeting of a move with a stance, for witnesses."""
    facts = _meeting_base_facts(view, event)
    if not named:
        facts |= {"who": None, "lieutenant": "", "mover": None, "mover_lieutenant": ""}
    return facts


def _meeting_base_facts(view: BoardView, event: Intercepted) -> SeenMeetingFacts:
    waiting = view.before.assets.get(event.lieutenant)
    moving = view.before.assets.get(event.mover_lieutenant)
    return SeenMeetingFacts(
        who=view.actor(event.faction, event.lieutenant),
        lieutenant=waiting.name if waiting is not None else "",
        kind=event.kind,
        at=view.place(event.at),
        way=view.places(event.way),
        mover=view.actor(event.mover, event.movers[0]),
        mover_lieutenant=moving.name if moving is not None else "",
        outcome=event.outcome,
    )


def income_facts(view: BoardView, event: Earned) -> EarnedFacts:
    """Return the income, line by line (L-TURN-1)."""
    rows = tuple(
        FactsOf(IncomeRow(place=_place_ref_if_place(view, id), name=view.name(id), amount=amount))
        for id, amount in event.lines
    )
    total = sum(amount for _, amount in event.lines)
    return EarnedFacts(who=view.who(event.faction), lines=rows, total=total)


def upkeep_facts(view: BoardView, event: Upkeep) -> UpkeepFacts:
    """Return what was paid for each asset, and who left (L-TURN-6)."""
    rows = tuple(
        FactsOf(
            UpkeepRow(
                name=view.name(id),
                place=_place_ref_if_place(view, id),
                amount=price.amount,
                currency=price.currency,
                paid=paid,
            )
        )
        for id, price, paid in event.lines
    )
    paid = sum(p.amount for _, p, done in event.lines if done and p.currency == "capital")
    return UpkeepFacts(
        who=view.who(event.faction),
        lines=rows,
        left=tuple(
            FactsOf(LeftRow(name=view.name(id), place=_place_ref_if_place(view, id), why=why))
            for id, why in event.left
        ),
        respect=event.respect,
        reach=event.reach,
        total=paid,
    )


#: Numeric figures, whose totals only the owner may know.
NUMERIC_FIGURES: Final = frozenset(
    {"capital", "influence", "level", "level_cap", "leadership", "cohesion", "reach", "successes"}
)


def alteration_facts(view: BoardView, event: Altered, *, admitted: bool) -> AlteredFacts:
    """Return a change made by the GM; only ``admitted`` readers, for whom it is, get the reason.

    Readers other than the owner learn by how much a figure changes, but not its total. The owner of
    a secret place is told to those who know its secret; how many know it, only to the GM.
    """
    place = view.after.places.get(event.subject)
    in_secret = place is not None and place.secret and not view.knows_secret_of(place.id)
    counted = view.gm or event.what != "known_to"
    project = view.before.projects.get(event.subject) or view.after.projects.get(event.subject)
    return AlteredFacts(
        who=None if in_secret else view.who(event.faction),
        other=None if in_secret else _other_faction(view, event),
        by_news=event.by_news,
        because=event.because if admitted else "",
        what=event.what,
        name=project.name if project is not None else view.name(event.subject),
        place=_place_ref_if_place(view, event.subject),
        before=_visible_total(view, event, event.before) if counted else 0,
        after=_visible_total(view, event, event.after) if counted else 0,
        change=event.after - event.before if event.what in NUMERIC_FIGURES else 0,
    )


def _visible_total(view: BoardView, event: Altered, total: int) -> int | None:
    """Return the total of a figure for its owner and the GM; None for all others."""
    place = view.after.places.get(event.subject)
    theirs = place is not None and place.owner == view.faction
    own = event.faction == view.faction or theirs or view.owns(event.subject)
    return total if view.gm or event.what not in NUMERIC_FIGURES or (own and view.faction) else None


def _other_faction(view: BoardView, event: Altered) -> Ref | None:
    """Return the NPC faction that a change is about, or the faction that receives something."""
    if event.subject in view.before.factions:
        return view.who(event.subject)
    for change in event.changes:
        match change:
            case Joined(asset=id, faction=faction) if id == event.subject:
                return view.who(faction)
            case PlaceSet(place=place) if event.what == "owner":
                return view.who(place.owner)
            case _:
                pass
    return None


def turn_over_facts(view: BoardView, event: TurnEnded) -> TurnOverFacts | None:
    """Return the projects that were left and are lost: the reader's own, for the GM all."""
    names = tuple(
        view.before.projects[id].name
        for id, faction in event.lapsed
        if id in view.before.projects and (view.gm or faction == view.faction)
    )
    return TurnOverFacts(lapsed=names) if names or view.gm else None


def _place_ref_if_place(view: BoardView, id: str) -> Ref | None:
    return view.place(id) if id in view.after.places else None
