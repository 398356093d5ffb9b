"""Audiences: the readers an edition is made for, and the visibility of things."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.records import Record

GM_ID: Final = "gm"
EVERYONE_ID: Final = "everyone"
FACTIONS_KEYWORD: Final = "factions"

#: Words that an author may write under ``for:`` besides the ids of factions.
AUDIENCE_KEYWORDS: Final = (EVERYONE_ID, FACTIONS_KEYWORD, GM_ID)


class Audience(Record, order=True):
    """One kind of reader: the GM, the public, or the players of one ``faction`` (its id)."""

    kind: str
    faction: str = ""

    @property
    def word(self) -> str:
        """The audience as named by an author and on the command line."""
        return self.faction or self.kind

    @property
    def is_gm(self) -> bool:
        """Whether it is the GM."""
        return self.kind == GM_ID


GM: Final = Audience(GM_ID)
EVERYONE: Final = Audience(EVERYONE_ID)


def faction_audience(faction: str) -> Audience:
    """The audience of one faction's players."""
    return Audience("faction", faction)


class Visibility(Record):
    """Everybody who may know a thing; the GM always does.

    There is no default: readers must be given explicitly, so that nothing becomes visible by
    omission.
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
        # The order of a set differs between processes, so it is sorted to be comparable.
        return f"Visibility(public={self.public}, factions={sorted(self.factions)})"

    def __and__(self, other: Visibility) -> Visibility:
        """The stricter of both: a thing inside another is visible to those whom both admit."""
        if self.public:
            return other
        if other.public:
            return self
        return Visibility(public=False, factions=self.factions & other.factions)

    def __or__(self, other: Visibility) -> Visibility:
        """Both combined, for things revealed to more readers."""
        if self.public or other.public:
            return FOR_EVERYONE
        return Visibility(public=False, factions=self.factions | other.factions)


FOR_EVERYONE: Final = Visibility(public=True, factions=frozenset())
FOR_GM: Final = Visibility(public=False, factions=frozenset())


def visibility_of(audience: Audience) -> Visibility:
    """The visibility for one audience (and the GM)."""
    if audience == EVERYONE:
        return FOR_EVERYONE
    return visibility_of_factions([audience.faction] if audience.faction else [])


def visibility_of_factions(factions: Iterable[str]) -> Visibility:
    """The visibility for these factions (and the GM), not the public."""
    return Visibility(public=False, factions=frozenset(factions))


def audience_ids_of(visibility: Visibility, factions: frozenset[str]) -> tuple[str, ...]:
    """A visibility in the words that an author writes; ``factions`` are all factions."""
    if visibility.public:
        return (EVERYONE_ID,)
    if factions and visibility.factions >= factions:
        return (FACTIONS_KEYWORD,)
    return tuple(sorted(visibility.factions)) or (GM_ID,)
