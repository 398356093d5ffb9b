"""The site: its pages, where each lies, and what on it speaks of what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from chronicle.atlas import Atlas
from chronicle.edition import (
    Dossier,
    Edition,
    FactionView,
    PageView,
    PlaceView,
    SideBySide,
    TurnView,
)
from chronicle.facts import Ref
from chronicle.timeline import Timeline

#: What a page shows besides the edition as a whole.
Subject = (
    TurnView | FactionView | PlaceView | PageView | Dossier | SideBySide | Atlas | Timeline | None
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its path within the site, the template that draws it, and what it is about.

    ``key`` names the page's title in the theme's words, ``name`` what the title speaks of.
    """

    path: str
    template: str
    key: str
    name: str = ""
    subject: Subject = None


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A place in the site where something is spoken of: the turn and the anchor on its page."""

    turn: int
    anchor: str


@dataclass(frozen=True, slots=True)
class Site:
    """One edition laid out in pages; ``mentions`` are the backlinks, in order of turn.

    ``sealed`` when sealed dossiers lie beside the pages, which lead to where they are opened.
    """

    edition: Edition
    pages: tuple[Page, ...]
    mentions: Mapping[Ref, tuple[Mention, ...]] = field(default_factory=dict)
    sealed: bool = False

    def mentions_of(self, ref: Ref) -> tuple[Mention, ...]:
        """Where a thing is spoken of."""
        return self.mentions.get(ref, ())


def address(ref: Ref) -> str:
    """The path of a thing's own page."""
    folder = {"faction": "factions", "place": "places", "page": "pages", "turn": "turns"}[ref.kind]
    return f"{folder}/{ref.id}.html"


#: The folder of pictures.
PICTURES: Final = "pictures"
#: Where sealed dossiers are opened and read.
UNLOCK: Final = "dossier.html"


def dossier_path(edition: Edition, faction: str, turn: int) -> str:
    """The path of a dossier: a player's site holds one faction's, the GM's holds all."""
    return f"dossier/{faction}/{turn}.html" if edition.audience.is_gm else f"dossier/{turn}.html"
