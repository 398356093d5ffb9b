"""The stage that binds: a faction's drawn pages as the texts that are sealed for its players.

One text for each turn holds the pages that belong to it for good; the book holds all others, which
change from turn to turn, and what the reader needs to find its way.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.model.facts import Ref
from chronicle.outline.site import Site
from chronicle.project.edition import Edition
from chronicle.render.main_content import PageContent, header_of

_HOME: Final = "index.html"
#: Pixels across, of secret pictures: enough for a page, and no camera's millions for every seat.
_ACROSS: Final = 1600


@dataclass(frozen=True, slots=True)
class DossierBundle:
    """A faction's edition as texts: the book, the turns from 1 on, and what pictures are secret.

    The texts are made of the leaves when somebody asks for them: without a key nobody does.
    """

    faction: str
    cover: Mapping[str, object]
    loose: tuple[PageContent, ...]
    by_turn: tuple[tuple[PageContent, ...], ...]
    pictures: tuple[bytes, ...]

    @property
    def book(self) -> bytes:
        """All pages that go on changing, and what the reader needs to find its way."""
        return _to_json_bytes({**self.cover, "pages": _pages(self.loose)})

    @property
    def turns(self) -> tuple[bytes, ...]:
        """The pages that belong to each turn for good."""
        return tuple(
            _to_json_bytes({"turn": number, "pages": _pages(leaves)})
            for number, leaves in enumerate(self.by_turn, start=1)
        )


def bundle_dossier(
    site: Site, files: Mapping[str, bytes], contents: Iterable[PageContent], public: Edition
) -> DossierBundle:
    """A faction's site in texts: its ``contents`` as drawn, and what else is in its ``files``.

    What the ``public`` sees lies open on the host.
    """
    edition = site.edition
    shown = sorted(edition.pictures.items())
    lying_open = {one.path for picture in public.pictures.values() for one in picture.sizes}
    hidden = [picture for path, picture in shown if path not in lying_open]
    chosen = [picture.smallest_at_least(_ACROSS) for picture in hidden]
    by_turn: dict[int, list[PageContent]] = {}
    for leaf in contents:
        by_turn.setdefault(leaf.turn, []).append(leaf)
    cover = {
        "faction": edition.audience.faction,
        "name": edition.names[Ref("faction", edition.audience.faction)],
        "turns": edition.last_turn,
        "header": header_of(files[_HOME]),
        "pages": {},
        # Whichever size a page asks for, it is shown the one that there is.
        "pictures": {
            one.path: [slot, chosen[slot].media_type]
            for slot, picture in enumerate(hidden)
            for one in picture.sizes
            if one.path not in lying_open
        },
    }
    return DossierBundle(
        faction=edition.audience.faction,
        cover=cover,
        loose=tuple(by_turn.get(0, ())),
        by_turn=tuple(tuple(by_turn.get(turn.number, ())) for turn in edition.turns),
        pictures=tuple(picture.content for picture in chosen),
    )


def _pages(leaves: Iterable[PageContent]) -> dict[str, dict[str, str]]:
    return {leaf.path: {"title": leaf.title, "key": leaf.key, "main": leaf.main} for leaf in leaves}


def _to_json_bytes(found: Mapping[str, object]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
