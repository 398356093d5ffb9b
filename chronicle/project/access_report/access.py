"""Accounts: what one audience has of one thing, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from chronicle.files.source import Span
from chronicle.model.audience import Audience
from chronicle.rules.protocol import Reason

SubjectKind: TypeAlias = Literal[
    "event", "news", "rumor", "reveal", "relation", "place", "faction", "person", "item", "page"
]
#: Every code that a reason of this module may carry; each has words in a theme.
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
    """What one audience has of one thing: whether it knows of it, since when, how, and why.

    ``since`` is the turn from which on, 0 from the start and None if it doesn't; ``how`` the code
    of what it was told of an event. A reason ``of_rules`` has the ruleset's words. ``at`` is where
    the author wrote what decides it. ``then`` is what came to it later.
    """

    audience: Audience
    since: int | None
    reason: Reason
    how: str = ""
    of_rules: bool = False
    at: Span | None = None
    then: AudienceAccess | None = None

    @property
    def knows(self) -> bool:
        return self.since is not None

    def without_span(self) -> AudienceAccess:
        """The same without places in files, whose names are as a command was given them."""
        then = self.then.without_span() if self.then is not None else None
        return AudienceAccess(
            self.audience, self.since, self.reason, self.how, self.of_rules, None, then
        )


@dataclass(frozen=True, slots=True)
class AccessReport:
    """Something one may know of: its kind, its id as a command names it, and its accounts.

    ``title`` is a name or the beginning of its text; ``turn`` is the one it belongs to, 0 for what
    belongs to none. ``parts`` are the passages in it that not all of its readers read.
    """

    kind: SubjectKind
    id: str
    title: str
    turn: int
    accounts: tuple[AudienceAccess, ...]
    parts: tuple[AccessReport, ...] = ()
