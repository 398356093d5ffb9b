"""What happened in a campaign of assets, as far as it may be of any moment to one audience.

Two campaigns with the same course must look the same to it, with any other difference: what
others have in their purses, what they strive for, how hurt they are, and what happens in hiding.
The course holds more than the audience is told, and is computed here from the events alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from dataclasses import replace as with_fields
from functools import lru_cache
from typing import Any, Final, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.records import replace
from chronicle.rules.protocol import PlayedTurn, Step
from chronicle.rules.wwn import changes as c
from chronicle.rules.wwn import events as e
from chronicle.rules.wwn.actions.afflicts import Affliction
from chronicle.rules.wwn.actions.exposes import Search
from chronicle.rules.wwn.state import Asset, State
from tests.properties.editable_campaign import Draft, resolved, tree_of
from tests.properties.hidden_from_audience import PUBLIC

Course: TypeAlias = list[str]
PlayedTurns: TypeAlias = tuple[PlayedTurn[Any, Any, Any], ...]

#: What nobody learns of another faction by the change itself.
_PRIVATE: Final = (
    *(c.Paid, c.Earmarked, c.GoalSet, c.Furthered, c.Learned, c.WealthGoalMet, c.ActionsForbidden),
    *(c.PolicySet, c.Raised, c.MagicSet, c.TagsSet, c.Used, c.Redone, c.Played, c.TurnOver),
)
#: What is to be seen on the board, if it befalls what is to be seen there.
_OPEN: Final = (
    *(c.Lost, c.Added, c.BaseAdded, c.Moved, c.Bound, c.Joined, c.Cloaked, c.Fallen, c.PlaceSet),
)
#: Purposes of rolls that are of the side that an attack is made on.
_THEIRS: Final = ("defence", "counter", "frenzy-theirs", "planned-defence")


@dataclass
class Trial:
    """Makes changes behind an audience's back, those that alter nothing of the course."""

    draft: Draft
    me: str

    def __post_init__(self) -> None:
        self.course = course(self.draft, self.me)

    def make(self, change: Callable[[Draft], bool]) -> bool:
        """Whether a change was made."""
        trial = deepcopy(self.draft)
        if not change(trial) or self.course is None or course(trial, self.me) != self.course:
            return False
        vars(self.draft).update(vars(trial))
        return True


def played_turns(draft: Draft) -> PlayedTurns | None:
    """The turns of a campaign as played under the draft's own ids; None when it can't be played."""
    return _played(tuple(with_fields(draft, renames={}).files().items()))


@lru_cache(maxsize=4)
def _played(files: tuple[tuple[str, str], ...]) -> PlayedTurns | None:
    """What was played is asked for again: by the next change, and for each audience."""
    found = resolved(tree_of(dict(files)), Report())
    return None if found is None else found.history.turns


def course(draft: Draft, me: str) -> Course | None:
    """The course of a campaign for an audience; None when it can't be played."""
    found = played_turns(draft)
    if found is None:
        return None
    told: Course = []
    for played_turn in found:
        told.append(f"turn {played_turn.turn}")
        told += [seen for step in played_turn.steps if (seen := _seen(step, me))]
    # What lies beside a place is no part of what happens there.
    return [re.sub(r"neighbours=\([^)]*\)", "", seen) for seen in told]


def _seen(step: Step[State, e.Event], me: str) -> str:
    """An event as far as it is of moment; empty when it is of none."""
    event = step.event
    if isinstance(event, e.Sequenced):
        return _sequence(event, me)
    if _concerns(step, me):
        return repr(_whole(step, me))
    open_changes = [change for change in event.changes if _open(step, change)]
    details = _action(event)
    return repr((type(event).__name__, details, open_changes)) if details or open_changes else ""


def _sequence(event: e.Sequenced, me: str) -> str:
    """Who comes after whom, to those who play, and one's own throws."""
    own = [faces for faction, faces in event.order if faction == me]
    return repr(([faction for faction, _ in event.order], own)) if me != PUBLIC else ""


# ── Those who have a part in it ──────────────────────────────────────────────────────────────────


def _concerns(step: Step[State, e.Event], me: str) -> bool:
    """Whether an audience has a part in an event, or the event changes something it owns."""
    event = step.event
    if isinstance(event, e.Altered) and event.visibility.admits(_audience(me)):
        return True
    if me == PUBLIC:
        return False
    parties = {getattr(event, "faction", ""), getattr(event, "against", "")}
    if isinstance(event, e.Acted):
        parties |= {getattr(event.details, "against", ""), *event.touched}
        parties |= {rival for rival, _, _ in getattr(event.details, "rivals", ())}
        parties |= {leg.toll_to for leg in getattr(event.details, "legs", ())}
    return me in parties or any(_befalls(step.before, change, me) for change in event.changes)


def _audience(me: str) -> Audience:
    return EVERYONE if me == PUBLIC else faction_audience(me)


def _befalls(state: State, change: c.Change, me: str) -> bool:
    """Whether a change is one of a faction's own figures or things."""
    if getattr(change, "faction", "") == me:
        return True
    piece = state.piece(getattr(change, "piece", "") or getattr(change, "asset", ""))
    return piece is not None and piece.faction == me


def _whole(step: Step[State, e.Event], me: str) -> tuple[Any, ...]:
    """An event for those concerned by it, without what is private to others all the same."""
    event: Any = step.event
    kept = [
        change
        for change in event.changes
        if not isinstance(change, _PRIVATE) or getattr(change, "faction", "") == me
    ]
    bare = replace(event, changes=tuple(kept))
    if isinstance(event, e.Altered):
        # Its position among the others' is secret.
        return (replace(bare, id=""),)
    if isinstance(event, e.TurnEnded):
        return (*kept,)
    if not isinstance(event, e.Attacked):
        return (bare,)
    sides = {"ours": event.faction, "theirs": event.against}
    own = {side for side, faction in sides.items() if faction == me}
    rolls = [roll for roll in event.rolls if _side(event, roll.id) in own]
    totals = [(roll.id, dict(roll.result)) for roll in event.rolls]
    met = event.defender
    if met is not None and met.base and met.faction != me:
        bare = replace(bare, defender=replace(met, maximum=0))
    return (replace(bare, rolls=()), rolls, totals)


def _side(event: e.Attacked, roll: str) -> str:
    purpose = roll.rpartition("/")[2]
    for prefix in (f"{event.faction}-{event.attacker.id}-", f"{event.attacker.id}-"):
        purpose = purpose.removeprefix(prefix)
    return "theirs" if purpose.startswith(_THEIRS) else "ours"


# ── Those who look on ────────────────────────────────────────────────────────────────────────────


def _open(step: Step[State, e.Event], change: c.Change) -> bool:
    """Whether a change is to be seen on the board: what it befalls is not hidden all along."""
    if not isinstance(change, _OPEN):
        return False
    id = getattr(change, "piece", "") or getattr(change, "asset", "")
    if isinstance(change, c.Added):
        return not change.asset.stealth
    boards = (step.before, step.after)
    things = [board.piece(id) for board in boards] if isinstance(id, str) and id else []
    known = [thing for thing in things if thing is not None]
    hidden = (isinstance(thing, Asset) and bool(thing.stealth) for thing in known)
    return not known or not all(hidden)


def _action(event: e.Event) -> tuple[Any, ...]:
    """What is to be seen of an event beside its changes; nothing of what is done in private."""
    match event:
        case e.Attacked() if event.outcome != "not-carried-out":
            met = event.defender
            reactions = [
                (one.kind, one.asset)
                for one in event.reactions
                if one.kind in ("spared", "stepped-in", "restored")
            ]
            return (
                *(event.id, event.faction, event.part, event.attacker.id, event.against, event.won),
                *(met.id if met else "", event.defender_harm, event.attacker_harm, event.taken),
                *reactions,
            )
        case e.Acted(details=Affliction() as details):
            return (event.faction, event.asset, details.subject, event.outcome)
        case e.Acted(details=Search(found=found)) if found:
            return (event.faction, event.asset, [one.id for one in found])
        case e.Unveiled(found=found) if found:
            return (event.faction, event.asset, [one.id for one in found])
        case e.Collapsed():
            return (event.faction, event.by)
        case e.UpkeepPaid(left=left):
            return tuple((it.id, fate) for it, fate in left)
        case _:
            return ()


def unseen(draft: Draft, me: str) -> Iterator[tuple[int, e.Acted]]:
    """The orders of others that nobody but they can know of: (number of the turn, event)."""
    for played_turn in played_turns(draft) or ():
        for step in played_turn.steps:
            if isinstance(step.event, e.Acted) and step.event.faction != me and not _seen(step, me):
                yield played_turn.turn, step.event
