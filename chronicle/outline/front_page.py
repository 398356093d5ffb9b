"""The front page: its lead story with a picture, and which factions gained and lost in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise

from chronicle.markup.images.references import pictures_in
from chronicle.model.facts import Ref, faction_ref
from chronicle.outline.charts import FigureSeries
from chronicle.outline.cockpit import CurrentFigure, PlaceChange, place_changes
from chronicle.outline.gallery import GalleryPicture
from chronicle.outline.map import MapPiece
from chronicle.project.edition import RULED_PLACES, Edition, NewsView, Text
from chronicle.records import Record


class LeadStory(Record):
    """The first news of a turn for everybody.

    It has a ``picture`` of itself or of what it links to, or else a ``map`` of where it happened,
    as far as there is one.
    """

    news: NewsView
    picture: GalleryPicture | None = None
    map: MapPiece | None = None


class FactionBalance(Record):
    """What a faction gained and lost in a turn, as far as the reader knows.

    ``counters`` have changed too, but nobody says whether for the better.
    """

    faction: Ref
    places: tuple[PlaceChange, ...]
    figures: tuple[CurrentFigure, ...]
    counters: tuple[CurrentFigure, ...] = ()


def lead_story_of(
    edition: Edition, piece_around: Callable[[Ref], MapPiece | None]
) -> LeadStory | None:
    """The lead story of the latest turn; None if it has no news for everybody."""
    news = next((it for it in edition.turns[-1].news if it.public and not it.sender), None)
    if news is None:
        return None
    linked = dict.fromkeys(ref for _, ref in news.text.links)
    entities = [it for ref in linked for it in edition.entities if it.ref == ref]
    portraits = (it.portrait for it in entities if it.portrait is not None)
    passages = (
        it.passages for ref in linked for it in edition.places if Ref("place", it.id) == ref
    )
    texts: Iterator[Text] = chain([news.text], portraits, chain.from_iterable(passages))
    for mark in chain.from_iterable(pictures_in(text.markdown) for text in texts):
        if mark.name in edition.pictures:
            return LeadStory(news, GalleryPicture(mark.name, mark.words, mark.caption, ()))
    there = (tie.to for it in entities for tie in it.ties if tie.kind == "at")
    places = (ref for ref in chain(linked, there) if ref.kind == "place")
    return LeadStory(news, map=next(filter(None, map(piece_around, places)), None))


def faction_changes(edition: Edition, figures: FigureSeries) -> tuple[FactionBalance, ...]:
    """What changed for other factions than the reader's own in the latest turn, gains first."""
    last, own = edition.last_turn, edition.audience.faction
    counters = {it.name for it in edition.turns[-1].measures if not it.more_is_better}
    known = (faction_ref(it.id) for it in edition.factions if it.id != own)
    found = [
        FactionBalance(
            ref,
            tuple(_known_place_changes(edition, ref.id)),
            tuple(it for it in _figure_changes(figures, ref.id) if it.name not in counters),
            tuple(it for it in _figure_changes(figures, ref.id) if it.name in counters),
        )
        for ref in known
        if edition.knows(ref, last - 1)
    ]
    return tuple(
        sorted((it for it in found if it.places or it.figures or it.counters), key=_balance)
    )


def _known_place_changes(edition: Edition, faction: str) -> Iterator[PlaceChange]:
    """The places won or lost, of those that the reader knew before."""
    holdings = (edition.opening_holdings, *edition.holdings)[-2:]
    yield from (it for it in place_changes(holdings, faction) if it.place.id in holdings[0])


def _figure_changes(figures: FigureSeries, faction: str) -> Iterator[CurrentFigure]:
    """The figures that have changed; places are told by name."""
    for name, lines in figures.items():
        for before, value in [*pairwise(lines.get(faction, ()))][-1:]:
            if None not in (before, value) and before != value and name != RULED_PLACES:
                yield CurrentFigure(name, value or 0, before)


def _balance(change: FactionBalance) -> int:
    """How much more was lost than gained."""
    places = sum(-1 if it.won else 1 for it in change.places)
    return places + sum(-1 if it.value > (it.before or 0) else 1 for it in change.figures)
