"""The gallery: every image of one edition, with the pages that show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.markup.images.references import PictureReference, pictures_in
from chronicle.model.facts import Ref
from chronicle.outline.pagination import TurnsPage
from chronicle.project.edition import Edition, texts_of
from chronicle.records import Record, replace


class PictureSpot(Record):
    """Where an image is shown: on a thing's page, at an anchor if there is one.

    The page of a turn has its ``title``. Without a thing it is the front page or the map, as
    ``page`` says: `home` or `map`.
    """

    ref: Ref | None
    anchor: str = ""
    page: str = ""
    title: str = ""


class GalleryPicture(Record):
    """An image by path, with the alternative text and caption of its first use."""

    path: str
    words: str
    caption: str
    spots: tuple[PictureSpot, ...]


def gallery_of(edition: Edition) -> tuple[GalleryPicture, ...]:
    """All images of an edition, in the order in which a reader comes across them.

    Those of the front page come first, then those of turns and of things.
    """
    marks: dict[str, list[PictureReference]] = {}
    spots: dict[str, dict[PictureSpot, None]] = {}
    for spot, mark in _located_pictures(edition):
        marks.setdefault(mark.name, []).append(mark)
        spots.setdefault(mark.name, {})[spot] = None
    found = {
        path: GalleryPicture(
            path, own[0].words, next((it.caption for it in own if it.caption), ""), ()
        )
        for path, own in marks.items()
    }
    backdrop = edition.backdrop
    if backdrop is not None:
        found.setdefault(backdrop.path, GalleryPicture(backdrop.path, backdrop.words, "", ()))
        spots.setdefault(backdrop.path, {})[PictureSpot(None, page="map")] = None
    return tuple(replace(it, spots=tuple(spots[path])) for path, it in found.items())


def pictures_of_page(
    gallery: Iterable[GalleryPicture], stretch: TurnsPage
) -> tuple[GalleryPicture, ...]:
    """The images that are first shown in the turns of a page.

    The page of the latest turns also has those that are first shown outside of turns.
    """
    return tuple(it for it in gallery if _is_within(it.spots[0], stretch))


def _is_within(spot: PictureSpot, stretch: TurnsPage) -> bool:
    if spot.ref is None or spot.ref.kind != "turn":
        return stretch.latest
    return stretch.first <= int(spot.ref.id) <= stretch.last


def _located_pictures(edition: Edition) -> Iterator[tuple[PictureSpot, PictureReference]]:
    for _, mark in _pictures(edition.introduction):
        yield PictureSpot(None, page="home"), mark
    for turn in edition.turns:
        for anchor, mark in _pictures(turn):
            yield PictureSpot(Ref("turn", str(turn.number)), anchor, title=turn.title), mark
    things = [(Ref("faction", it.id), it) for it in edition.factions]
    entities = [(it.ref, it) for it in (*edition.people, *edition.items)]
    places = [(Ref("place", it.id), it) for it in edition.places]
    pages = [(Ref("page", it.id), it) for it in edition.pages]
    for ref, thing in (*things, *entities, *places, *pages):
        for _, mark in _pictures(thing):
            yield PictureSpot(ref), mark


def _pictures(part: object) -> Iterator[tuple[str, PictureReference]]:
    """The images in all texts of a part, each with the anchor of what contains it."""
    for anchor, text in texts_of(part):
        for mark in pictures_in(text.markdown):
            yield anchor, mark
