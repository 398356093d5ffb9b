"""What is told to audiences other than the actor: the target, witnesses and the public.

``named`` says whether the reader learns who acted. If not, nothing about the actor is told, and the
place is told only to those who know it.
"""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import BoardView, price_facts
from chronicle.rules.lieutenants.changes import Joined
from chronicle.rules.lieutenants.events import (
    Acted,
    ConcealDeed,
    InfluenceDeed,
    MoveDeed,
    ProjectDeed,
    RecruitDeed,
    SeduceDeed,
    SpyDeed,
    StanceDeed,
    TakeDeed,
    TradeDeed,
    WorkDeed,
)
from chronicle.rules.lieutenants.state import owners
from chronicle.rules.lieutenants.stealth import informed_factions
from chronicle.rules.lieutenants.tellings.action_facts import (
    attackers_in,
    casualty_rows,
    claim_subject_facts,
    deed_opponent,
    deed_place,
    kind_of_id,
    loss_rows,
    minion_rows,
    taking_rows,
    trade_subject_facts,
)
from chronicle.rules.lieutenants.witnesses import bystander_factions


def succeeded(event: Acted) -> bool:
    """Return whether a deed succeeded as witnesses see it; an expensive purchase counts too."""
    return event.outcome == "done"


def actor_facts(view: BoardView, event: Acted, *, named: bool) -> dict[str, Fact]:
    """Return who acted, as far as the reader learns it."""
    return {
        "action": event.action,
        "who": view.actor(event.faction, event.lieutenant or event.sent_by) if named else None,
        "lieutenant": _lieutenant_name(view, event.lieutenant) if named else "",
        "at": deed_place(view, event),
    }


def _lieutenant_name(view: BoardView, id: str) -> str:
    asset = view.before.assets.get(id)
    return asset.name if asset is not None else ""


# ── The side that was aimed at ───────────────────────────────────────────────────────────────────


def target_facts(view: BoardView, event: Acted, *, named: bool) -> Facts:
    """Return an attack, a raid, a theft or a seduction, for its target."""
    sides = {view.faction, event.faction} if named else {view.faction}
    fight = named and event.action != "seduce" and event.outcome != "nobody-there"
    taken: dict[str, Fact] = {"kind": "", "name": "", "amount": 0, "also": ()}
    match event.deed:
        case TakeDeed(name=name, amount=amount) as deed if succeeded(event):
            also = taking_rows(deed.also)
            taken = {"kind": deed.kind, "name": name, "amount": amount, "also": also}
        case SeduceDeed(subject=subject, name=name):
            taken |= {"kind": kind_of_id(view, subject), "name": name}
        case _:
            pass
    return Facts(
        {
            **actor_facts(view, event, named=named),
            "won": succeeded(event),
            "nobody": event.outcome == "nobody-there",
            "losses": loss_rows(view, event.changes, sides),
            "faced": minion_rows(view, attackers_in(view, event)) if fight else (),
            **taken,
        }
    )


def approach_facts(view: BoardView, event: Acted, *, named: bool) -> Facts:
    """Return an investigation or an offer that was noticed; its result only if someone left."""
    facts: dict[str, Fact] = {
        **actor_facts(view, event, named=named),
        **_subject_facts(view, event),
    }
    facts["left"] = any(isinstance(change, Joined) for change in event.changes)
    return Facts(facts)


def _subject_facts(view: BoardView, event: Acted) -> dict[str, Fact]:
    """Return what an investigation or an offer is about, as far as the reader sees it."""
    match event.deed:
        case SpyDeed(kind="other"):
            return {"kind": "other", "name": "", "place": None}
        case SpyDeed(kind="location", subject=subject):
            return {"kind": "location", "name": "", "place": view.place(subject)}
        case SpyDeed(subject=subject) | RecruitDeed(subject=subject) | SeduceDeed(subject=subject):
            asset = view.before.assets.get(subject)
            seen = asset is not None and not view.before.hidden(asset, view.faction)
            if asset is None or not (seen or view.gm):
                return {"kind": "", "name": "", "place": None}
            return {"kind": kind_of(asset), "name": asset.name, "place": None}
        case _:
            return {"kind": "", "name": "", "place": None}


# ── Those who look on ────────────────────────────────────────────────────────────────────────────


def witness_facts(view: BoardView, event: Acted, *, named: bool) -> Facts | None:
    """Return what witnesses are told; None if they could not see any of it."""
    figures = named and bool(view.faction)
    facts: dict[str, Fact] = {
        **actor_facts(view, event, named=named),
        "against": deed_opponent(view, event),
        "won": succeeded(event) if named else None,
        "followed": _followed_units(view, event),
    }
    match event.deed:
        case TakeDeed() as deed:
            took = named and succeeded(event)
            facts["kind"] = deed.kind if took else ""
            total = sum(one.amount for one in deed.everything)
            facts["amount"] = total if figures and took else None
            facts["also"] = tuple(Facts(kind=one.kind) for one in deed.also) if took else ()
            facts["sabotage"] = took and deed.kind == "facility"
        case TradeDeed() as deed:
            facts |= trade_subject_facts(view, deed)
            facts["price"] = price_facts(deed.price) if figures else None
        case InfluenceDeed() as deed:
            facts |= _influence_facts(view, deed, figures=figures)
        case MoveDeed() as deed:
            rows = _leg_rows(view, event, deed)
            if not rows:
                return None
            facts["legs"] = rows
            # A reader who saw only the units does not know who led them.
            facts["lieutenant"] = view.name(event.lieutenant) if named else ""
        case WorkDeed(earned=earned):
            facts |= {"name": "", "earned": earned if figures else None}
        case ProjectDeed(name=name, subject=subject):
            # Training goes by the trainee's name.
            facts |= {"name": view.name(subject) if subject else name, "earned": None}
        case ConcealDeed(subject=subject):
            facts |= {"name": view.name(subject), "earned": None}
        case StanceDeed() as deed:
            facts |= {
                "kind": deed.kind,
                "targets": tuple(view.who(id) for id in deed.against),
                "way": view.places(deed.way),
            }
        case SpyDeed() | RecruitDeed() | SeduceDeed():
            facts |= _subject_facts(view, event) | {"won": None}
        case _:
            facts["losses"] = casualty_rows(view, event.changes) if figures else None
    return Facts(facts)


def _followed_units(view: BoardView, event: Acted) -> tuple[str, ...]:
    """Return the names of the units in an action that the reader watches."""
    watched = {watch.subject for watch in event.watches if watch.faction == view.faction}
    return view.names(unit for unit in event.units if unit in watched)


def _influence_facts(view: BoardView, deed: InfluenceDeed, *, figures: bool) -> dict[str, Fact]:
    return {
        "npc": view.who(deed.npc),
        "gained": deed.gained if figures else None,
        **claim_subject_facts(view, deed),
        "target": view.who(deed.target),
        "concerted": deed.concerted,
    }


def _leg_rows(view: BoardView, event: Acted, deed: MoveDeed) -> tuple[Facts, ...]:
    ids = frozenset(legs_visible_to(view, event, deed))
    return tuple(
        Facts(
            name=view.name(id),
            kind=kind_of_id(view, id),
            origin=view.place(origin),
            to=view.place(to),
        )
        for id, origin, to, _ in deed.legs
        if id in ids
    )


def legs_visible_to(view: BoardView, event: Acted, deed: MoveDeed) -> Iterator[str]:
    """Yield the minions whose move the reader saw, by people or a watch at either end.

    Who watches a minion sees where that one goes. A reader whom the lieutenant secretly serves sees
    the whole move.
    """
    state = view.before
    leader = state.assets.get(event.lieutenant)
    watched = {watch.subject for watch in event.watches if watch.faction == view.faction}
    serves = leader is not None and view.faction in owners(leader)
    for id, origin, to, arrived in deed.legs:
        locales = (state.locale(origin), state.locale(to))
        near = (
            bool(watched & {id, origin, to})
            or view.faction in bystander_factions(state, (origin, to))
            or any(view.faction in informed_factions(state, locale) for locale in locales)
            or view.owns(id)
        )
        if arrived and view.sees(id) and (serves or near):
            yield id
