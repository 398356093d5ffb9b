"""What those are told who did not act: the side that was aimed at, those who look on, the public.

``named`` says whether the reader learns who it was; if not, nothing of the actor is told, and a
place is told only to those who know it.
"""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes, priced
from chronicle.rules.lieutenants.changes import Joined
from chronicle.rules.lieutenants.events import (
    Acted,
    Courting,
    Effort,
    Grab,
    Hiding,
    Labour,
    March,
    Recruitment,
    Seduction,
    Spying,
    Stand,
    Trade,
)
from chronicle.rules.lieutenants.state import owners
from chronicle.rules.lieutenants.stealth import informed
from chronicle.rules.lieutenants.tellings.actor import (
    against,
    attackers,
    claimed,
    kind,
    rows,
    traded,
    where,
)
from chronicle.rules.lieutenants.tellings.consequences import losses, toll
from chronicle.rules.lieutenants.terms import ATTACKS, Action
from chronicle.rules.lieutenants.witnesses import bystanders, concerned

#: Deeds that hurt the side they are aimed at, and those that only concern it.
HURTS: frozenset[Action] = ATTACKS | {"raid", "steal", "seduce"}
APPROACHES: frozenset[Action] = frozenset({"surveil", "investigate", "recruit"})

#: How each deed is called by those who look on.
SEEN: dict[Action, str] = {
    "aggressive-attack": "seen-attack",
    "cautious-attack": "seen-attack",
    "raid": "seen-taking",
    "steal": "seen-taking",
    "purchase": "seen-trade",
    "sell": "seen-trade",
    "gain-influence": "seen-influence",
    "ally": "seen-influence",
    "claim": "seen-influence",
    "rally": "seen-influence",
    "move": "seen-move",
    "work": "seen-work",
    "research": "seen-work",
    "train": "seen-work",
    "conceal": "seen-work",
    "ambush": "seen-stance",
    "block": "seen-stance",
    "surveil": "seen-inquiry",
    "investigate": "seen-inquiry",
    "recruit": "seen-inquiry",
    "seduce": "seen-inquiry",
}


def won(event: Acted) -> bool:
    """Whether a deed came off, as those who look on see it: bought dear is bought."""
    return event.outcome == "done"


def aimed_at(eyes: Eyes, event: Acted) -> bool:
    """Whether the reader is the one that a deed was aimed at, or serves as its real master."""
    if not eyes.faction:
        return False
    match event.deed:
        case Grab(subject=subject) | Recruitment(subject=subject) | Seduction(subject=subject):
            pass
        case Spying(subject=subject):
            pass
        case _:
            subject = ""
    asset = eyes.before.assets.get(subject)
    if asset is None:
        return eyes.faction == event.against
    # Those of whom a prisoner is taken may be others than his own, or who guards him.
    defends = eyes.faction == event.against and isinstance(event.deed, Grab)
    return defends or eyes.faction in concerned(asset)


def actor(eyes: Eyes, event: Acted, *, named: bool) -> dict[str, Fact]:
    """Who did it, as far as the reader learns."""
    return {
        "action": event.action,
        "who": eyes.actor(event.faction, event.lieutenant or event.sent_by) if named else None,
        "lieutenant": _lieutenant(eyes, event.lieutenant) if named else "",
        "at": where(eyes, event),
    }


def _lieutenant(eyes: Eyes, id: str) -> str:
    asset = eyes.before.assets.get(id)
    return asset.name if asset is not None else ""


# ── The side that was aimed at ───────────────────────────────────────────────────────────────────


def suffered(eyes: Eyes, event: Acted, *, named: bool) -> Facts:
    """An attack, a raid, a theft or a seduction, for the one whom it hit."""
    sides = {eyes.faction, event.faction} if named else {eyes.faction}
    fight = named and event.action != "seduce" and event.outcome != "nobody-there"
    taken: dict[str, Fact] = {"kind": "", "name": "", "amount": 0}
    match event.deed:
        case Grab(name=name, amount=amount) as deed if won(event):
            taken = {"kind": deed.kind, "name": name, "amount": amount}
        case Seduction(subject=subject, name=name):
            taken = {"kind": kind(eyes, subject), "name": name, "amount": 0}
        case _:
            pass
    return Facts(
        {
            **actor(eyes, event, named=named),
            "won": won(event),
            "nobody": event.outcome == "nobody-there",
            "losses": losses(eyes, event.changes, sides),
            "faced": rows(eyes, attackers(eyes, event)) if fight else (),
            **taken,
        }
    )


def approached(eyes: Eyes, event: Acted, *, named: bool) -> Facts:
    """An inquiry or an offer that was noticed; not what came of it, unless somebody is gone."""
    facts: dict[str, Fact] = {**actor(eyes, event, named=named), **_concerned(eyes, event)}
    facts["left"] = any(isinstance(change, Joined) for change in event.changes)
    return Facts(facts)


def _concerned(eyes: Eyes, event: Acted) -> dict[str, Fact]:
    """The thing that an inquiry or an offer is about, as far as the reader sees it."""
    match event.deed:
        case Spying(kind="other"):
            return {"kind": "other", "name": "", "place": None}
        case Spying(kind="location", subject=subject):
            return {"kind": "location", "name": "", "place": eyes.place(subject)}
        case Spying(subject=subject) | Recruitment(subject=subject) | Seduction(subject=subject):
            asset = eyes.before.assets.get(subject)
            seen = asset is not None and not eyes.before.hidden(asset, eyes.faction)
            if asset is None or not (seen or eyes.gm):
                return {"kind": "", "name": "", "place": None}
            return {"kind": kind_of(asset), "name": asset.name, "place": None}
        case _:
            return {"kind": "", "name": "", "place": None}


# ── Those who look on ────────────────────────────────────────────────────────────────────────────


def seen(eyes: Eyes, event: Acted, *, named: bool) -> Facts | None:
    """What those who look on are told; None when they could see nothing of it."""
    figures = named and bool(eyes.faction)
    facts: dict[str, Fact] = {
        **actor(eyes, event, named=named),
        "against": against(eyes, event),
        "won": won(event) if named else None,
    }
    match event.deed:
        case Grab() as deed:
            took = named and won(event)
            facts["kind"] = deed.kind if took else ""
            facts["amount"] = deed.amount if figures and took else None
            facts["sabotage"] = took and deed.kind == "facility"
        case Trade() as deed:
            facts |= traded(eyes, deed)
            facts["price"] = priced(deed.price) if figures else None
        case Courting() as deed:
            facts |= _courting(eyes, deed, figures=figures)
        case March() as deed:
            rows = _legs(eyes, event, deed)
            if not rows:
                return None
            facts["legs"] = rows
            # Whoever saw only the company does not know who led it.
            facts["lieutenant"] = eyes.name(event.lieutenant) if named else ""
        case Labour(earned=earned):
            facts |= {"name": "", "earned": earned if figures else None}
        case Effort(name=name, subject=subject):
            # Lessons go by the name of who takes them.
            facts |= {"name": eyes.name(subject) if subject else name, "earned": None}
        case Hiding(subject=subject):
            facts |= {"name": eyes.name(subject), "earned": None}
        case Stand() as deed:
            facts |= {"kind": deed.kind, "targets": tuple(eyes.who(id) for id in deed.against)}
        case Spying() | Recruitment() | Seduction():
            facts |= _concerned(eyes, event) | {"won": None}
        case _:
            facts["losses"] = toll(eyes, event.changes) if figures else None
    return Facts(facts)


def _courting(eyes: Eyes, deed: Courting, *, figures: bool) -> dict[str, Fact]:
    return {
        "npc": eyes.who(deed.npc),
        "gained": deed.gained if figures else None,
        **claimed(eyes, deed),
        "target": eyes.who(deed.target),
        "concerted": deed.concerted,
    }


def _legs(eyes: Eyes, event: Acted, deed: March) -> tuple[Facts, ...]:
    ids = frozenset(legs_seen(eyes, event, deed))
    return tuple(
        Facts(
            name=eyes.name(id),
            kind=kind(eyes, id),
            origin=eyes.place(origin),
            to=eyes.place(to),
        )
        for id, origin, to, _ in deed.legs
        if id in ids
    )


def legs_seen(eyes: Eyes, event: Acted, deed: March) -> Iterator[str]:
    """The minions whose arrival or departure the reader saw, by eyes there or by a watch.

    Whoever watches the lieutenant, or is served by him in secret, sees the whole march.
    """
    state = eyes.before
    leader = state.assets.get(event.lieutenant)
    follows = eyes.faction in state.watchers(event.lieutenant)
    serves = leader is not None and eyes.faction in owners(leader)
    for id, origin, to, arrived in deed.legs:
        locales = (state.locale(origin), state.locale(to))
        near = (
            eyes.faction in state.watchers(id, origin, to)
            or eyes.faction in bystanders(state, (origin, to))
            or any(eyes.faction in informed(state, locale) for locale in locales)
            or eyes.owns(id)
        )
        if arrived and eyes.sees(id) and (follows or serves or near):
            yield id
