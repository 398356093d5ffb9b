"""The images of an edition: those that its own texts show, and no others."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.markup.images import Picture
from chronicle.project.edition import Edition, texts_of


def shown_pictures(edition: Edition, pictures: Mapping[str, Picture]) -> dict[str, Picture]:
    """Return the images of an edition by their paths in the site, sorted by path.

    ``pictures`` are all images of the campaign. Which of them an edition gets follows from its
    texts after secrets have been removed, its map and its preview image: an image is as visible as
    what shows it.
    """
    if not pictures:
        return {}
    named = {path for _, text in texts_of(edition) for path in text.pictures}
    named |= {edition.backdrop.path} if edition.backdrop is not None else set()
    named |= {edition.card.path} if edition.card is not None else set()
    by_path = {picture.path: picture for picture in pictures.values()}
    # Projected texts name images by path, and only those that exist.
    return {path: by_path[path] for path in sorted(named)}
