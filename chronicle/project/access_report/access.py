"""Records: what one audience knows of one thing, and why."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.model.audience import Audience
from chronicle.records import dataclass
from chronicle.rules.protocol import Reason

SubjectKind: TypeAlias = Literal[
    "event", "news", "rumor", "reveal", "relation", "place", "faction", "person", "item", "page"
]
#: All reason codes of this package; a theme has a text for each.
REASON_CODES: Final = (
    "gm",
    "written-for",
    "heard",
    "revealed",
    "learnt",
    "not-written-for",
    "not-yet",
    "not-a-word",
    "not-accepted",
    "both-known",
    "not-both-known",
)


@dataclass(frozen=True, slots=True)
class AudienceAccess:
    """What one audience knows of one thing: since when, how, and why.

    ``since`` is the first turn in which it knows, 0 for the start, None if it never does. ``how``
    is the code of the telling of an event. A reason ``of_rules`` has its text in the ruleset.
    ``then`` is what the audience learned later.
    """

    audience: Audience
    since: int | None
    reason: Reason
    how: str = ""
    of_rules: bool = False
    #: Where the author wrote what decides it.
    at: Span | None = None
    then: AudienceAccess | None = None

    @property
    def knows(self) -> bool:
        """Whether it ever knows."""
        return self.since is not None

    def without_span(self) -> AudienceAccess:
        """Return a copy without source locations, whose paths depend on the command's arguments."""
        then = self.then.without_span() if self.then is not None else None
        return AudienceAccess(
            self.audience, self.since, self.reason, self.how, self.of_rules, None, then
        )


@dataclass(frozen=True, slots=True)
class AccessReport:
    """A thing that can be known: its kind, its id as used in commands, and who knows it.

    ``title`` is its name or the beginning of its text; ``turn`` is the turn it belongs to, else 0.
    ``parts`` are the passages in it that only some of its readers may read.
    """

    kind: SubjectKind
    id: str
    title: str
    turn: int
    accounts: tuple[AudienceAccess, ...]
    parts: tuple[AccessReport, ...] = ()
