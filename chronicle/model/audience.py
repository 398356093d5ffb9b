"""Audiences: the readers an edition is made for, and the circles of those who may know a thing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

GM_ID: Final = "gm"
EVERYONE_ID: Final = "everyone"
FACTIONS_KEYWORD: Final = "factions"

#: Words that an author may write under ``for:`` beside the ids of factions.
AUDIENCE_KEYWORDS: Final = (EVERYONE_ID, FACTIONS_KEYWORD, GM_ID)


@dataclass(frozen=True, slots=True, order=True)
class Audience:
    """One kind of reader: the GM, the public, or the players of one faction.

    ``faction`` is the faction's id and empty for the other two kinds.
    """

    kind: str
    faction: str = ""

    @property
    def word(self) -> str:
        """The audience as an author and the command line name it."""
        return self.faction or self.kind

    @property
    def is_gm(self) -> bool:
        return self.kind == GM_ID


GM: Final = Audience(GM_ID)
EVERYONE: Final = Audience(EVERYONE_ID)


def faction_audience(faction: str) -> Audience:
    """The audience of one faction's players."""
    return Audience("faction", faction)


@dataclass(frozen=True, slots=True)
class Visibility:
    """Everybody who may know one thing; the GM always belongs to it.

    A circle has no default: whoever makes one says who is in it, so that a thing without an
    audience can't come to be by leaving something out.
    """

    public: bool
    factions: frozenset[str]

    def admits(self, audience: Audience) -> bool:
        """Whether this audience may know the thing; unknown kinds of reader may not."""
        if audience.is_gm:
            return True
        if self.public:
            return True
        return bool(audience.faction) and audience.faction in self.factions

    def __repr__(self) -> str:
        # Each process shows a set in an order of its own; nothing could be known again by it.
        return f"Circle(public={self.public}, factions={sorted(self.factions)})"

    def __and__(self, other: Visibility) -> Visibility:
        """The stricter of both: a thing inside another is known to no more than either admits."""
        if self.public:
            return other
        if other.public:
            return self
        return Visibility(public=False, factions=self.factions & other.factions)

    def __or__(self, other: Visibility) -> Visibility:
        """Both together, for what is revealed to further readers."""
        if self.public or other.public:
            return FOR_EVERYONE
        return Visibility(public=False, factions=self.factions | other.factions)


FOR_EVERYONE: Final = Visibility(public=True, factions=frozenset())
FOR_GM: Final = Visibility(public=False, factions=frozenset())


def visibility_of(audience: Audience) -> Visibility:
    """The circle of one audience (and the GM)."""
    if audience == EVERYONE:
        return FOR_EVERYONE
    return visibility_of_factions([audience.faction] if audience.faction else [])


def visibility_of_factions(factions: Iterable[str]) -> Visibility:
    """The circle of these factions (and the GM), not the public."""
    return Visibility(public=False, factions=frozenset(factions))


def audience_ids_of(circle: Visibility, factions: frozenset[str]) -> tuple[str, ...]:
    """A circle in the words that an author writes for it, where these are all the factions."""
    if circle.public:
        return (EVERYONE_ID,)
    if factions and circle.factions >= factions:
        return (FACTIONS_KEYWORD,)
    return tuple(sorted(circle.factions)) or (GM_ID,)
