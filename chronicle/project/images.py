"""Which pictures an edition shows: those that its own texts name, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from chronicle.markup.images import Picture
from chronicle.markup.images.references import pictures_in
from chronicle.project.edition import (
    DossierView,
    Edition,
    EntityView,
    FactionView,
    NewsView,
    PageView,
    PlaceView,
    RelationView,
    RevealView,
    RumorView,
    Text,
    TurnView,
)

#: What holds texts, and the names of its fields.
_FIELDS: Final[Mapping[type, tuple[str, ...]]] = {
    kind: tuple(field.name for field in fields(kind))
    for kind in (
        Edition,
        TurnView,
        NewsView,
        RumorView,
        RevealView,
        RelationView,
        FactionView,
        PlaceView,
        EntityView,
        PageView,
        DossierView,
    )
}


def shown_pictures(edition: Edition, pictures: Mapping[str, Picture]) -> dict[str, Picture]:
    """The pictures of an edition by their paths in the site, in order of path.

    ``pictures`` are all that the campaign has. Which of them an edition gets is read off the texts
    it ends up with, after secrets have been cut, and off its map: a picture is as visible as what
    shows it.
    """
    if not pictures:
        return {}
    named = {mark.name for text in _texts(edition) for mark in pictures_in(text.markdown)}
    named |= {edition.backdrop.path} if edition.backdrop is not None else set()
    named |= {edition.card.path} if edition.card is not None else set()
    by_path = {picture.path: picture for picture in pictures.values()}
    # Projected texts name pictures by path, and none that there is not.
    return {path: by_path[path] for path in sorted(named)}


def _texts(edition: Edition) -> Iterator[Text]:
    """Every text in an edition."""
    left: list[object] = [edition]
    while left:
        part = left.pop()
        if isinstance(part, Text):
            yield part
        elif isinstance(part, tuple):
            left += part
        else:
            left += [getattr(part, name) for name in _FIELDS.get(type(part), ())]
