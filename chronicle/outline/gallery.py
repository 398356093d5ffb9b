"""The gallery: every image of one edition, with the pages that show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields, is_dataclass

from chronicle.markup.images.references import PictureReference, pictures_in
from chronicle.model.facts import Ref
from chronicle.outline.pagination import TurnsPage
from chronicle.project.edition import Edition, EventView, Text
from chronicle.records import dataclass
from chronicle.rules.protocol import Sheet


@dataclass(frozen=True, slots=True)
class PictureLocation:
    """Where an image is shown: on a thing's page, at an anchor if there is one.

    Without a thing it is the front page or the map, as ``page`` says: `home` or `map`.
    """

    ref: Ref | None
    anchor: str = ""
    page: str = ""


@dataclass(slots=True)
class GalleryPicture:
    """An image by path, with the alternative text and caption of its first use."""

    path: str
    words: str
    caption: str
    spots: dict[PictureLocation, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Gallery:
    """All images, in the order in which a reader comes across them."""

    hangings: tuple[GalleryPicture, ...]


def gallery_of(edition: Edition) -> Gallery:
    """The gallery of an edition: images of the front page, of turns, and of things."""
    found: dict[str, GalleryPicture] = {}
    for spot, mark in _located_pictures(edition):
        first = found.setdefault(mark.name, GalleryPicture(mark.name, mark.words, mark.caption))
        first.caption = first.caption or mark.caption
        first.spots[spot] = None
    if edition.backdrop is not None:
        path, words = edition.backdrop.path, edition.backdrop.words
        found.setdefault(path, GalleryPicture(path, words, "")).spots[
            PictureLocation(None, page="map")
        ] = None
    return Gallery(tuple(found.values()))


def gallery_of_page(gallery: Gallery, stretch: TurnsPage) -> Gallery:
    """The images that are first shown in the turns of a page.

    The page of the latest turns also has those that are first shown outside of turns.
    """
    return Gallery(
        tuple(it for it in gallery.hangings if _is_within(next(iter(it.spots)), stretch))
    )


def _is_within(spot: PictureLocation, stretch: TurnsPage) -> bool:
    if spot.ref is None or spot.ref.kind != "turn":
        return stretch.latest
    return stretch.first <= int(spot.ref.id) <= stretch.last


def _located_pictures(edition: Edition) -> Iterator[tuple[PictureLocation, PictureReference]]:
    for _, mark in _pictures(edition.introduction):
        yield PictureLocation(None, page="home"), mark
    for turn in edition.turns:
        for anchor, mark in _pictures(turn):
            yield PictureLocation(Ref("turn", str(turn.number)), anchor), mark
    things = [(Ref("faction", it.id), it) for it in edition.factions]
    entities = [(it.ref, it) for it in (*edition.people, *edition.items)]
    places = [(Ref("place", it.id), it) for it in edition.places]
    pages = [(Ref("page", it.id), it) for it in edition.pages]
    for ref, thing in (*things, *entities, *places, *pages):
        for _, mark in _pictures(thing):
            yield PictureLocation(ref), mark


def _pictures(part: object, anchor: str = "") -> Iterator[tuple[str, PictureReference]]:
    """The images in all texts of a part, each with the anchor of what contains it."""
    match part:
        case Text():
            for mark in pictures_in(part.markdown):
                yield anchor, mark
        case tuple():
            for one in part:
                yield from _pictures(one, anchor)
        case EventView() | Sheet():
            # They have no texts, and there are many of them.
            return
        case _:
            own = anchor or getattr(part, "anchor", "")
            for each in fields(part) if is_dataclass(part) else ():
                yield from _pictures(getattr(part, each.name), own)
