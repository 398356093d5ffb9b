"""The stage that binds: a faction's drawn pages as the texts that are sealed for its players.

One text for each turn holds the pages that belong to it for good; the book holds all others, which
change from turn to turn, and what the reader needs to find its way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.facts import Ref
from chronicle.leaves import Leaf, header_of, leaves_of
from chronicle.site import Site

_HOME: Final = "index.html"
#: Pixels across, of secret pictures: enough for a page, and no camera's millions for every seat.
_ACROSS: Final = 1600


@dataclass(frozen=True, slots=True)
class Bound:
    """A faction's edition as texts: the book, the turns from 1 on, and what pictures are secret."""

    faction: str
    book: bytes
    turns: tuple[bytes, ...]
    pictures: tuple[bytes, ...]


def bind(site: Site, files: Mapping[str, bytes], public: Mapping[str, bytes]) -> Bound:
    """A faction's site, as drawn, in texts; ``public`` are the files that lie open on the host.

    Raises :class:`chronicle.leaves.NoMain` for a page that the theme drew without its main part.
    """
    edition = site.edition
    leaves = leaves_of(site, files)
    shown = sorted(edition.pictures.items())
    hidden = [picture for path, picture in shown if path not in public]
    chosen = [picture.fit_for(_ACROSS) for picture in hidden]
    book = {
        "faction": edition.audience.faction,
        "name": edition.names[Ref("faction", edition.audience.faction)],
        "turns": edition.last_turn,
        "header": header_of(files[_HOME]),
        "pages": _pages(leaf for leaf in leaves if not leaf.turn),
        # Whichever size a page asks for, it is shown the one that there is.
        "pictures": {
            one.path: [slot, chosen[slot].media_type]
            for slot, picture in enumerate(hidden)
            for one in picture.sizes
            if one.path not in public
        },
    }
    turns = (
        {"turn": turn.number, "pages": _pages(one for one in leaves if one.turn == turn.number)}
        for turn in edition.turns
    )
    return Bound(
        faction=edition.audience.faction,
        book=_text(book),
        turns=tuple(_text(turn) for turn in turns),
        pictures=tuple(picture.content for picture in chosen),
    )


def _pages(leaves: Iterable[Leaf]) -> dict[str, dict[str, str]]:
    return {leaf.path: {"title": leaf.title, "key": leaf.key, "main": leaf.main} for leaf in leaves}


def _text(found: Mapping[str, object]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
