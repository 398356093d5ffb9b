"""The images of an edition: those that its own texts show, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Final

from chronicle.markup.images import Picture
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
from chronicle.project.lazy import LazySequence

#: The records that contain texts, with the names of their fields.
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
    """Return the images of an edition by their paths in the site, sorted by path.

    ``pictures`` are all images of the campaign. Which of them an edition gets follows from its
    texts after secrets have been removed, its map and its preview image: an image is as visible as
    what shows it.
    """
    if not pictures:
        return {}
    named = {path for text in _texts(edition) for path in text.pictures}
    named |= {edition.backdrop.path} if edition.backdrop is not None else set()
    named |= {edition.card.path} if edition.card is not None else set()
    by_path = {picture.path: picture for picture in pictures.values()}
    # Projected texts name images by path, and only those that exist.
    return {path: by_path[path] for path in sorted(named)}


def _texts(edition: Edition) -> Iterator[Text]:
    """Every text in an edition."""
    left: list[object] = [edition]
    while left:
        part = left.pop()
        if isinstance(part, Text):
            yield part
        elif isinstance(part, tuple | LazySequence):
            left += part
        else:
            left += [getattr(part, name) for name in _FIELDS.get(type(part), ())]
