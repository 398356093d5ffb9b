"""The search index of a site: one entry for each thing that a reader can go to.

It has several parts: the first has the things and the latest turns, each of the others a full range
of earlier turns, which is loaded only when somebody searches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from chronicle.outline.turn_ranges import TurnRange
from chronicle.project.edition import Edition, NewsView, RevealView, Text, TurnView
from chronicle.records import Record
from chronicle.rules.protocol import Telling

SearchKind: TypeAlias = Literal[
    "page",
    "story",
    "turn",
    "news",
    "event",
    "rumor",
    "reveal",
    "relation",
    "faction",
    "place",
    "person",
    "item",
]


class SearchEntry(Record):
    """One search result: its kind, its path, and the text to search.

    ``path`` includes the anchor, if there is one. ``turn`` is 0 if it belongs to no turn; ``title``
    may be empty. ``said`` is text besides ``texts``; the text of a ``telling`` comes from the
    theme.
    """

    kind: SearchKind
    path: str
    title: str
    texts: tuple[Text, ...] = ()
    said: str = ""
    turn: int = 0
    telling: Telling | None = None


class SearchIndex(Record):
    """One part of an edition's search index, in the order of its pages.

    ``earlier`` are the ranges of turns in other parts; only the first part lists them.
    """

    entries: tuple[SearchEntry, ...]
    earlier: tuple[TurnRange, ...] = ()


def search_index_of(edition: Edition, earlier: tuple[TurnRange, ...] = ()) -> SearchIndex:
    """The first part of the search index: everything except ``earlier`` turns."""
    done = earlier[-1].last if earlier else 0
    return SearchIndex(
        (*_entries_of_things(edition), *_entries_of_turns(edition.turns[done:])), earlier
    )


def search_part_of(edition: Edition, stretch: TurnRange) -> SearchIndex:
    """The part of the search index with a range of turns."""
    return SearchIndex(tuple(_entries_of_turns(edition.turns[stretch.first - 1 : stretch.last])))


def _entries_of_things(edition: Edition) -> Iterator[SearchEntry]:
    """Everything that has its own page and may still change."""
    if edition.introduction:
        yield SearchEntry("page", "index.html", edition.title, edition.introduction)
    for faction in edition.factions:
        path = f"factions/{faction.id}.html"
        texts = (*faction.profile, *faction.notes)
        yield SearchEntry("faction", path, faction.name, texts, faction.motto)
    for place in edition.places:
        yield SearchEntry("place", f"places/{place.id}.html", place.name, place.passages)
    for entity in edition.entities:
        path = f"{'people' if entity.kind == 'person' else 'items'}/{entity.id}.html"
        yield SearchEntry(entity.kind, path, entity.name, entity.passages, entity.role)
    for page in edition.pages:
        yield SearchEntry("page", f"pages/{page.id}.html", page.title, page.passages)


def _entries_of_turns(turns: Sequence[TurnView]) -> Iterator[SearchEntry]:
    for turn in turns:
        here = f"turns/{turn.number}.html"
        if turn.story:
            path = f"turns/index.html#story-{turn.number}"
            yield SearchEntry("story", path, turn.story, turn=turn.number)
        yield SearchEntry("turn", here, turn.title, turn.notes, turn.date, turn.number)
        yield from _entries_within_turn(turn, here)


def _entries_within_turn(turn: TurnView, here: str) -> Iterator[SearchEntry]:
    """Everything with an anchor on the page of a turn, and its rumors on their own page."""
    number = turn.number
    for news in turn.news:
        yield _entry_of_news(news, here, number)
    for told in (*turn.public_events, *turn.events):
        path = f"{here}#{told.anchor}"
        yield SearchEntry("event", path, "", turn=number, telling=told.telling)
    for rumor in turn.rumors:
        path = f"rumors/{number}.html#{rumor.anchor}"
        yield SearchEntry("rumor", path, "", (rumor.text,), turn=number)
    for relation in turn.relations:
        if relation.text is not None:
            path = f"{here}#{relation.anchor}"
            yield SearchEntry("relation", path, "", (relation.text,), turn=number)
    for reveal in turn.reveals:
        texts = tuple(_texts_of_reveal(reveal))
        if texts:
            yield SearchEntry("reveal", f"{here}#{reveal.anchor}", "", texts, turn=number)


def _entry_of_news(news: NewsView, here: str, turn: int) -> SearchEntry:
    return SearchEntry("news", f"{here}#{news.anchor}", news.title, (news.text,), news.sender, turn)


def _texts_of_reveal(reveal: RevealView) -> Iterator[Text]:
    """The text of a reveal and what it reveals; a revealed name has its own page."""
    if reveal.text is not None:
        yield reveal.text
    if reveal.news is not None:
        yield reveal.news.text
    if reveal.rumor is not None:
        yield reveal.rumor.text
