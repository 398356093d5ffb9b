"""Where a site is published; what readers of published turns were told, and amendments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.files.source import Span
from chronicle.model.audience import EVERYONE_ID, Visibility
from chronicle.records import Record, field

#: The record of published turns, in the campaign's folder.
RECORD_FILE: Final = "published.yaml"
#: The format of the record. Increase it if unchanged content gets another digest.
DIGEST_FORMAT: Final = 2
#: The format in which digests need no key, and the files beside the record are plain text.
PLAIN_FORMAT: Final = 1

#: The word for a deadline that was withdrawn, in the record.
WITHDRAWN: Final = "withdrawn"

Json: TypeAlias = bool | int | str | Sequence["Json"] | Mapping[str, "Json"] | None
#: One thing that an audience is told: its kind and its values, by name.
DisclosedItem: TypeAlias = Mapping[str, Json]


class ToolVersions(Record):
    """The versions that made the pages of a turn: program and ruleset."""

    chronicle: str
    ruleset: str
    rules: int


class PublishedTurn(Record):
    """A published turn: a digest of what each audience was told, by audience word.

    ``items`` are the same in full, until they are written; ``kept`` is the file with them, as read.
    ``when`` is the day of the publication, empty if it is not recorded. ``at`` is the location of
    the turn in the record, ``told_at`` that of each digest; None before it is written.
    """

    number: int
    versions: ToolVersions
    told: Mapping[str, str]
    items: Mapping[str, tuple[DisclosedItem, ...]] = field(default_factory=dict)
    kept: bytes = b""
    when: str = ""
    at: Span | None = None
    told_at: Mapping[str, Span] = field(default_factory=dict)

    @property
    def factions(self) -> frozenset[str]:
        """The factions that existed when the turn was published."""
        return frozenset(self.told) - {EVERYONE_ID}


class Amendment(Record):
    """A change to a published turn, with its reason and the readers it concerns.

    ``words`` are the audience words for these readers. One that is ``quiet`` corrects a slip of the
    pen: only the GM is shown that there was one, and its reason may be empty. ``when`` is its day,
    empty if it is not recorded. ``at`` is its location; None before it is written.
    """

    turn: int
    words: tuple[str, ...]
    visibility: Visibility
    reason: str
    at: Span | None = None
    quiet: bool = False
    when: str = ""


class ToldDeadline(Record):
    """A deadline as readers were told it: the turn and the instant, empty if it was withdrawn."""

    turn: int
    instant: str


class PublicationRecord(Record):
    """Everything published of a campaign: turns from 1 on, and amendments in order.

    ``seats`` has the number of each faction's dossier among the sealed ones. ``form`` is the format
    of the digests, ``seed`` the mark of the seed that they are made with, ``marks`` the file with
    the marks of the campaign's lines, as read. ``calendar_id`` and ``feed_id`` are what ids of
    calendar entries and feed entries are made from, once there are any. ``deadlines`` are all that
    readers were told, in order.
    """

    turns: tuple[PublishedTurn, ...] = ()
    amendments: tuple[Amendment, ...] = ()
    seats: Mapping[str, int] = field(default_factory=dict)
    form: int = DIGEST_FORMAT
    seed: str = ""
    marks: bytes = b""
    calendar_id: str = ""
    feed_id: str = ""
    deadlines: tuple[ToldDeadline, ...] = ()

    @property
    def through(self) -> int:
        """The last published turn; 0 if there is none."""
        return len(self.turns)

    @property
    def days(self) -> Mapping[int, str]:
        """The days of publication that are recorded, by turn."""
        return {turn.number: turn.when for turn in self.turns if turn.when}


#: Nothing has been published.
NOTHING_PUBLISHED: Final = PublicationRecord()


class Hosting(Record):
    """A branch of a repository, given by URL, path or name of a remote.

    ``private`` says that only the author and collaborators can read the campaign's own repository.
    """

    remote: str
    branch: str = "gh-pages"
    private: bool = False
