"""The character of a faction: how it plays when the program proposes its orders."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from chronicle.model.facts import Ref
from chronicle.records import Record

#: How a faction goes about things.
Temper: TypeAlias = Literal["bold", "patient", "greedy", "vengeful", "secretive"]
#: What a faction can be after; each but `grow-rich` has a target.
AimKind: TypeAlias = Literal["take", "hold", "ruin", "befriend", "grow-rich", "find-out"]


class Aim(Record):
    """One aim of a faction.

    The target is a place to take or hold, a faction to ruin or befriend, any thing with a page to
    find out about, and None for growing rich.
    """

    kind: AimKind
    target: Ref | None = None


class Character(Record):
    """How a faction plays; empty where its author says nothing.

    ``aims`` are in order, the most important first. ``grudges`` and ``never_against`` are ids of
    factions that it holds something against, and against which it never acts. ``never_actions`` are
    actions that it never takes, in the ruleset's words.
    """

    temper: Temper | Literal[""] = ""
    aims: tuple[Aim, ...] = ()
    grudges: tuple[str, ...] = ()
    never_actions: tuple[str, ...] = ()
    never_against: tuple[str, ...] = ()


#: The character of a faction of which nothing is written.
NO_CHARACTER: Final = Character()
