"""What the last turn newly makes known to each reader, from the editions that they get."""

from __future__ import annotations

from collections.abc import Container, Iterator
from textwrap import shorten
from typing import Final

from chronicle.model.facts import Ref
from chronicle.project.edition import Edition, NewsView, RevealView, Text
from chronicle.records import Record

_LENGTH: Final = 70


class LearnedThing(Record):
    """One thing that a reader learns: its kind, a few words, and its anchor on the turn's page."""

    kind: str
    text: str
    anchor: str = ""


class LearnedBy(Record):
    """What a reader learns; ``folder`` is that of the reader's pages in the preview."""

    folder: str
    name: str
    things: tuple[LearnedThing, ...]


def learned_by_everyone(public: Edition) -> Iterator[LearnedThing]:
    """What the last turn makes known to everyone."""
    turn = public.turns[-1]
    yield from (_news(it) for it in turn.news)
    yield from (LearnedThing("Rumor", _start(it.text), it.anchor) for it in turn.rumors)
    yield from (_reveal(it, public) for it in turn.reveals)
    yield from _events(len(turn.public_events))
    yield from _things(public, ())


def learned_besides(own: Edition, public: Edition) -> Iterator[LearnedThing]:
    """What the last turn makes known to a faction besides what everyone learns."""
    turn = own.turns[-1]
    for news in turn.news:
        if not news.public:
            yield _news(news)
        elif news.text.private:
            yield LearnedThing("Secret part", _title(news), news.anchor)
    for rumor in turn.rumors:
        if not rumor.public:
            yield LearnedThing("Rumor", _start(rumor.text), rumor.anchor)
    yield from (_reveal(it, own) for it in turn.reveals if not it.public)
    yield from _events(len(turn.events))
    yield from _things(own, public.known_since)


def _events(count: int) -> Iterator[LearnedThing]:
    if count:
        yield LearnedThing("Events", f"{count} on the page of the turn")


def _things(edition: Edition, known: Container[Ref]) -> Iterator[LearnedThing]:
    """The things that become known in the last turn, without those ``known`` to all."""
    last = edition.turns[-1].number
    for ref, since in edition.known_since.items():
        if since == last and ref.kind != "turn" and ref in edition.names and ref not in known:
            yield LearnedThing(ref.kind.capitalize(), edition.names[ref])


def _news(news: NewsView) -> LearnedThing:
    kind = f"Letter from {news.sender}" if news.sender else "News"
    return LearnedThing(kind, _title(news), news.anchor)


def _title(news: NewsView) -> str:
    return news.title or _start(news.text)


def _reveal(reveal: RevealView, edition: Edition) -> LearnedThing:
    if reveal.ref is not None:
        text = edition.names.get(reveal.ref, "")
    elif reveal.news is not None:
        text = _title(reveal.news)
    elif reveal.rumor is not None:
        text = f"how true it was: {_start(reveal.rumor.text)}"
    else:
        text = f"who was behind something in turn {reveal.of_turn}"
    return LearnedThing("Reveal", text, reveal.anchor)


def _start(text: Text) -> str:
    return shorten(text.markdown, _LENGTH, placeholder="…")
