"""What is told to those who do not act themselves: the target, witnesses and the public.

``named`` says whether the reader learns who acted. If not, nothing about the actor is told, and the
place is told only to those who know it.
"""

from __future__ import annotations

from typing import Final

from chronicle.model.facts import Facts, FactsOf
from chronicle.rules.kit.projector import FIGURES, TARGET, WITNESS, facts_of
from chronicle.rules.lieutenants import telling_facts
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Joined
from chronicle.rules.lieutenants.events import Acted
from chronicle.rules.lieutenants.fact_rows import (
    action_opponent,
    action_place,
    attackers_in,
    loss_rows,
    minion_rows,
)
from chronicle.rules.lieutenants.watches import visits

_TARGET: Final = frozenset({TARGET})


def succeeded(event: Acted) -> bool:
    """Return whether an action succeeded as witnesses see it; an expensive purchase counts too."""
    return event.outcome == "done"


def actor_facts(view: BoardView, event: Acted, *, named: bool) -> telling_facts.ActorFacts:
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


def target_facts(view: BoardView, event: Acted, *, named: bool) -> Facts:
    """Return an attack, a raid, a theft or a seduction, for its target."""
    actor = view.before.assets[event.lieutenant or event.units[0]]
    sides = {actor.faction} if named else ()
    fight = named and event.action != "seduce" and event.outcome != "nobody-there"
    suffered = FactsOf(
        telling_facts.SufferedFacts(
            **actor_facts(view, event, named=named),
            won=succeeded(event),
            nobody=event.outcome == "nobody-there",
            losses=loss_rows(view, event.changes, sides),
            faced=minion_rows(view, attackers_in(view, event)) if fight else (),
            kind="",
            name="",
            amount=0,
            also=(),
        )
    )
    if event.details is None or not (succeeded(event) or event.action == "seduce"):
        return suffered
    return Facts({**suffered, **facts_of(event.details, _TARGET, _TARGET, view)})


def approach_facts(view: BoardView, event: Acted, *, named: bool) -> Facts:
    """Return an investigation or an offer that was noticed; its result only if someone left."""
    left = any(isinstance(change, Joined) for change in event.changes)
    about = ACTIONS[event.action].seen(view, event, event.details, frozenset()) or {}
    return Facts({**FactsOf(actor_facts(view, event, named=named)), **about, "left": left})


def witness_facts(view: BoardView, event: Acted, *, named: bool) -> Facts | None:
    """Return what witnesses are told; None if they could not see any of it."""
    action = ACTIONS[event.action]
    readers = frozenset({WITNESS, FIGURES} if named and view.faction else {WITNESS})
    more = action.seen(view, event, event.details, readers)
    if more is None:
        return None
    seen = telling_facts.SeenFacts(
        **actor_facts(view, event, named=named),
        against=action_opponent(view, event),
        won=succeeded(event) if named and action.result_shows else None,
        followed=view.names(followed_units(view, event)),
    )
    return Facts({**FactsOf(seen), **more})


def followed_units(view: BoardView, event: Acted) -> tuple[str, ...]:
    """Return the units in an action that the reader watches, or that come to a watched place."""
    watched = {watch.subject for watch in event.watches if watch.faction == view.faction}
    seen = {id for id, place in visits(event) if watched & {id, place}}
    return tuple(unit for unit in event.units if unit in seen)
