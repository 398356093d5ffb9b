"""Bundle a faction's rendered pages as the texts that are sealed for its players.

There is one text for each turn, with the pages that belong to it permanently. The book has the
front page and the data for navigation, and another text has all other pages, which change from turn
to turn.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from chronicle.markup.images.resize import fitted
from chronicle.model.facts import Ref
from chronicle.outline.site import Site
from chronicle.project.edition import Edition
from chronicle.records import Record
from chronicle.render.page_content import PageContent
from chronicle.seal.blobs import largest_content
from chronicle.seal.sealed_pictures import ROW_BYTES

#: Width of secret images in pixels: enough for a page, without a camera's full resolution.
_ACROSS: Final = 1600


class DossierBundle(Record):
    """A faction's edition as texts: book, pages, the turns from 1 on, and the secret images.

    The texts are made on demand; without a key they are never needed.
    """

    faction: str
    cover: Mapping[str, object]
    loose: tuple[PageContent, ...]
    by_turn: tuple[tuple[PageContent, ...], ...]
    pictures: tuple[bytes, ...]

    @property
    def book(self) -> bytes:
        """What is read first: the front page, and the data for navigation."""
        front, rest = _front_and_rest(self.loose)
        paths = [leaf.path for leaf in rest]
        return _to_json_bytes({**self.cover, "pages": _pages(front), "paths": paths})

    @property
    def pages(self) -> bytes:
        """All other pages that still change."""
        return _to_json_bytes({"pages": _pages(_front_and_rest(self.loose)[1])})

    @property
    def turns(self) -> tuple[bytes, ...]:
        """The pages that belong to each turn permanently.

        Those that repeat much of each other are neighbours, within reach of the compression: that
        makes the text of a turn a twentieth smaller.
        """
        return tuple(
            _to_json_bytes({"turn": number, "pages": _pages(sorted(leaves, key=_place_in_turn))})
            for number, leaves in enumerate(self.by_turn, start=1)
        )


def bundle_dossier(
    site: Site, header: str, contents: Iterable[PageContent], public: Edition
) -> DossierBundle:
    """Bundle the rendered ``contents`` of a faction's site, its images, and the pages' header.

    Images that the ``public`` sees are hosted unencrypted and not included.
    """
    edition = site.edition
    shown = sorted(edition.pictures.items())
    lying_open = {one.path for picture in public.pictures.values() for one in picture.sizes}
    hidden = [picture for path, picture in shown if path not in lying_open]
    most = largest_content(ROW_BYTES)
    chosen = [fitted(picture.smallest_at_least(_ACROSS), most) for picture in hidden]
    by_turn: dict[int, list[PageContent]] = {}
    for leaf in contents:
        by_turn.setdefault(leaf.turn, []).append(leaf)
    cover = {
        "faction": edition.audience.faction,
        "name": edition.names[Ref("faction", edition.audience.faction)],
        "turns": edition.last_turn,
        "header": header,
        "pages": {},
        # Every size that a page asks for is mapped to the one in the bundle.
        "pictures": {
            one.path: [number, chosen[number].media_type]
            for number, picture in enumerate(hidden)
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


def _front_and_rest(loose: Sequence[PageContent]) -> tuple[list[PageContent], list[PageContent]]:
    front = [leaf for leaf in loose if leaf.key == "home"]
    return front, [leaf for leaf in loose if leaf.key != "home"]


def _place_in_turn(leaf: PageContent) -> tuple[bool, bool]:
    return leaf.key != "turn", leaf.key != "dossier"


def _pages(leaves: Iterable[PageContent]) -> dict[str, dict[str, str]]:
    return {leaf.path: {"title": leaf.title, "key": leaf.key, "main": leaf.main} for leaf in leaves}


def _to_json_bytes(found: Mapping[str, object]) -> bytes:
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
