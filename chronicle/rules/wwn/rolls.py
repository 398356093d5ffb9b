"""Whose a roll is, and the rolls of an event as one reader sees them.

Each side sees its own rolls in full, with what changed the number of dice by name. A roll's id
contains the ids of an order and of others' assets: it is shown to the GM, and to those who gave the
order if the id names nothing of anybody else's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import replace
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.events import Acted, Attacked, Event, Sequenced, Unveiled

RollSide = Literal["ours", "theirs"]

#: Purposes of rolls by the side that an order is aimed at; all others are the acting side's.
_RESISTING_PURPOSES: Final = ("defence", "counter", "frenzy-theirs", "planned-defence", "toll")
#: Rolls for the order of play by those who tie.
_TIE_BREAK_PATTERN: Final = re.compile(r"/initiative-\d")


def purpose_of(event: Event, roll: Roll) -> str:
    """Return what a roll was for, without the prefix of a contest or a rogue's attack."""
    name = "/".join(roll.id.split("/")[3:])
    if isinstance(event, Attacked) and event.part == "contest":
        return name.removeprefix(f"{event.faction}-{event.attacker.id}-")
    if isinstance(event, Attacked) and event.part == "rogue":
        return name.removeprefix(f"{event.attacker.id}-")
    return name


def side_of(purpose: str) -> RollSide:
    """Return which side rolls for a purpose."""
    theirs = any(purpose == word or purpose.startswith(f"{word}-") for word in _RESISTING_PURPOSES)
    return "theirs" if theirs else "ours"


def check_total(event: Event, of: Literal["check", "defence"]) -> int | None:
    """Return the final total of one side of a check, or None when it was not rolled."""
    found = None
    for roll in event.rolls:
        name = purpose_of(event, roll)
        mine = name == of or name.startswith(f"{of}-")
        if mine and roll.result.get("kept", True):
            value = roll.result["total"]
            found = value if isinstance(value, int) else None
    return found


def rolls_for_fighter(view: BoardView, event: Attacked) -> tuple[Roll, ...]:
    """Return the rolls of a fighter in an attack; one attacking its own asset rolled for both."""
    sides = {
        side
        for side, faction in (("ours", event.faction), ("theirs", event.against))
        if view.is_of(faction)
    }
    ordered = not event.part and view.is_of(event.faction)
    return tuple(
        _told_roll(view, roll, named=ordered)
        for roll in event.rolls
        if side_of(purpose_of(event, roll)) in sides
    )


def rolls_for_actor(view: BoardView, event: Acted) -> tuple[Roll, ...]:
    """Return the rolls of the acting faction; those against rivals are named after them."""
    named = event.details is None or event.details.NAMES_NO_RIVAL
    return tuple(
        _told_roll(view, roll, named=named)
        for roll in event.rolls
        if view.gm or side_of(purpose_of(event, roll)) == "ours"
    )


def rolls_for_target(view: BoardView, event: Acted) -> tuple[Roll, ...]:
    """Return the rolls of the faction that an action was aimed at."""
    return tuple(
        _told_roll(view, roll, named=False)
        for roll in event.rolls
        if side_of(purpose_of(event, roll)) == "theirs"
    )


def rolls_for_rival(view: BoardView, event: Acted, rivals: Iterable[str]) -> tuple[Roll, ...]:
    """Return a rival's own rolls against a new base."""
    rivals = tuple(rivals)
    return tuple(
        _told_roll(view, roll, named=False)
        for roll in event.rolls
        if _rival_of_purpose(purpose_of(event, roll), rivals) == view.faction
    )


def _rival_of_purpose(purpose: str, rivals: Iterable[str]) -> str:
    """Return whose defence a roll is; the longest matching name counts, as names may overlap."""
    word = purpose.removeprefix("planned-")
    names = (
        rival
        for rival in rivals
        if word == f"defence-{rival}" or word.startswith(f"defence-{rival}-")
    )
    return max(names, key=len, default="")


def rolls_for_search(view: BoardView, event: Unveiled) -> tuple[Roll, ...]:
    """Return the rolls of a search, for those who found something and those who were found.

    Rolls for assets that were not found are for the GM only.
    """
    if view.gm:
        return all_rolls(view, event.rolls)
    return tuple(
        _told_roll(view, roll, named=False)
        for subject in event.found
        for roll, whose in _rolls_against(event, subject.id)
        if view.faction == whose
    )


def _rolls_against(event: Unveiled, asset: str) -> Iterator[tuple[Roll, str]]:
    """Yield the rolls for one asset that was sought, with whose each is."""
    name = f"spot-{event.asset}-{asset}"
    sought = (*event.missed, *(subject.id for subject in event.found))
    others = tuple(f"spot-{event.asset}-{id}" for id in sought)
    for roll in event.rolls:
        own = purpose_of(event, roll)
        closest = max((it for it in others if _begins(own, it)), key=len, default="")
        if closest == name:
            checks, resists = _parties(event)
            rest = own.removeprefix(f"{name}-")
            yield roll, resists if side_of(rest) == "theirs" else checks


def _parties(event: Unveiled) -> tuple[str, str]:
    """Return who acts in a search and who resists: at the start of a turn the hider must win."""
    at_start = event.id.split("/")[2] == "start"
    parties = (event.faction, event.against)
    return (parties[1], parties[0]) if at_start else parties


def _begins(purpose: str, name: str) -> bool:
    return purpose == name or purpose.startswith(f"{name}-")


def rolls_for_sequence(view: BoardView, event: Sequenced) -> tuple[Roll, ...]:
    """Return a faction's own roll for the order of play; those of ties are the GM's."""
    own = (roll for roll in event.rolls if view.is_of(roll.id.split("/")[1]))
    return tuple(roll for roll in own if view.gm or not _TIE_BREAK_PATTERN.search(roll.id))


def all_rolls(view: BoardView, rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    """Return all rolls of one of the reader's own events."""
    return tuple(_told_roll(view, roll, named=True) for roll in rolls)


# ── Names ────────────────────────────────────────────────────────────────────────────────────────


def _told_roll(view: BoardView, roll: Roll, *, named: bool) -> Roll:
    """Return a roll with the names that the reader sees, and with its id if ``named``."""
    parts = tuple(_named_modifier(view, part) for part in roll.modifiers)
    return replace(roll, id=roll.id if named or view.gm else "", modifiers=parts)


def _named_modifier(view: BoardView, part: Modifier) -> Modifier:
    """Return a modifier with the name of the asset or tag that it comes from, in place of its id.

    The name of an asset that the reader does not see is empty, and so are those of the other
    side's, but for the GM.
    """
    if part.facts.get("rival") and not view.gm:
        return replace(part, facts=Facts(name=""))
    match part.facts.get("asset"), part.facts.get("tag"):
        case str(asset), str(tag):
            found = view.after.house.catalogue.tags.get(tag)
            name = found.name if found is not None else view.name(asset)
            return replace(part, facts=Facts(name=name))
        case _:
            return part
