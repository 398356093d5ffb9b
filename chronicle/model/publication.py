"""Published turns: what readers were told, as it is kept beside the campaign, and amendments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from chronicle.files.source import Span
from chronicle.model.audience import EVERYONE_ID, Visibility

#: The form of what digests are made of. It is raised when the same telling gets another digest.
DIGEST_FORMAT: Final = 1

Json: TypeAlias = bool | int | str | Sequence["Json"] | Mapping[str, "Json"] | None
#: One thing that an audience is told: its kind, and what it says by name.
DisclosedItem: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class ToolVersions:
    """What made the pages of a turn: the program, its ruleset, and the form of the digests."""

    chronicle: str
    ruleset: str
    rules: int
    form: int = DIGEST_FORMAT


@dataclass(frozen=True, slots=True)
class PublishedTurn:
    """A turn that is out: what each audience was told of it, as a digest by audience word.

    ``items`` are the same in full, for those audiences of which that is kept. ``at`` is where the
    turn stands in the record, ``told_at`` where each digest does; None before it was written.
    """

    number: int
    versions: ToolVersions
    told: Mapping[str, str]
    items: Mapping[str, tuple[DisclosedItem, ...]] = field(default_factory=dict)
    at: Span | None = None
    told_at: Mapping[str, Span] = field(default_factory=dict)

    @property
    def factions(self) -> frozenset[str]:
        """The factions that there were when the turn was published."""
        return frozenset(self.told) - {EVERYONE_ID}


@dataclass(frozen=True, slots=True)
class Amendment:
    """A published turn told otherwise, with the reason, and the circle of those it concerns.

    ``words`` are the audience words of that circle, as they are written. ``at`` is where the
    reason stands; None before it was written down.
    """

    turn: int
    words: tuple[str, ...]
    circle: Visibility
    reason: str
    at: Span | None = None


@dataclass(frozen=True, slots=True)
class PublicationRecord:
    """All that is published of a campaign: its turns from 1 on, amendments as they were made."""

    turns: tuple[PublishedTurn, ...] = ()
    amendments: tuple[Amendment, ...] = ()

    @property
    def through(self) -> int:
        """The last turn that is published; 0 when none is."""
        return len(self.turns)


#: Nothing has been published.
NOTHING_PUBLISHED: Final = PublicationRecord()
