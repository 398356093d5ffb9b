"""What one audience is told in one turn, as plain data, and its digest.

The data doesn't depend on the theme, the order of keys, later turns or lists of readers. Empty
values are left out, so that a version with new fields computes the same digest where they are
empty.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from chronicle.markup.markdown import wiki_links
from chronicle.model.calendar import parse_date
from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts, Ref
from chronicle.model.publication import DisclosedItem, Json
from chronicle.project.edition import (
    Edition,
    EventView,
    NewsView,
    RelationView,
    RevealView,
    RumorView,
    Text,
    TurnView,
)
from chronicle.records import Record
from chronicle.rules.protocol import Sheet, Telling

_DIGEST_LENGTH: Final = 32
_EMPTY: Final[tuple[Json, ...]] = (None, "", (), {})


def disclosed_items(
    edition: Edition, turn: int, factions: Iterable[str]
) -> tuple[DisclosedItem, ...]:
    """All that an edition tells of a turn, in the order of its page, then of the dossier.

    Figures are those of ``factions``: the factions that existed when the turn was published.
    """
    return tuple(_ItemBuilder(edition, turn, frozenset(factions)).items())


def digest(items: Sequence[DisclosedItem], key: bytes = b"") -> str:
    """The digest of the items: 32 hex digits of SHA-256 over JSON with sorted keys.

    Without the ``key``, if there is one, nobody can try out which text has a digest.
    """
    written = json.dumps(items, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    if key:
        return hmac.new(key, written, hashlib.sha256).hexdigest()[:_DIGEST_LENGTH]
    return hashlib.sha256(written).hexdigest()[:_DIGEST_LENGTH]


def _without_empty(**parts: Json) -> dict[str, Json]:
    """The parts that are not empty, by name."""
    return {name: part for name, part in parts.items() if part not in _EMPTY}


class _ItemBuilder(Record):
    """Converts one turn of one edition to items."""

    edition: Edition
    turn: int
    factions: frozenset[str]

    def items(self) -> Iterator[DisclosedItem]:
        view = self.edition.turns[self.turn - 1]
        yield _without_empty(
            kind="turn",
            title=view.title,
            date=view.date,
            day=self.day(view),
            played=view.played,
            story=view.story,
        )
        yield from (self.news(news) for news in view.news)
        yield from (self.telling("street", told.telling) for told in view.public_events)
        yield from (self.event(told) for told in view.events)
        yield from (self.rumor(rumor) for rumor in view.rumors)
        yield from (self.reveal(reveal) for reveal in view.reveals)
        yield from (self.relation(relation) for relation in view.relations)
        for measure in view.measures:
            if measure.faction in self.factions:
                of = self.ref(Ref("faction", measure.faction))
                yield _without_empty(kind="measure", of=of, name=measure.name, value=measure.value)
        yield from self.figures()

    def day(self, view: TurnView) -> str:
        """The turn's day in the campaign's calendar; empty if its date says the same."""
        calendar, day = self.edition.calendar, view.day
        if calendar is None or day is None or parse_date(calendar, view.date) == day:
            return ""
        return f"{day.year}-{day.month}-{day.day}"

    def figures(self) -> Iterator[DisclosedItem]:
        """The sheets in the dossier: the reader's own, and others as it knows them."""
        own = self.edition.audience.faction
        dossier = self.edition.dossiers.get((own, self.turn))
        if dossier is None:
            return
        if dossier.sheet is not None:
            yield self.sheet(Ref("faction", own), dossier.sheet)
        for ref, sheet in dossier.others:
            if ref.id in self.factions:
                yield self.sheet(ref, sheet)

    def sheet(self, ref: Ref, sheet: Sheet) -> DisclosedItem:
        facts = self.facts(sheet.facts)
        return _without_empty(kind="figures", of=self.ref(ref), code=sheet.code, facts=facts)

    def news(self, news: NewsView) -> DisclosedItem:
        return _without_empty(
            kind="letter" if news.sender else "news",
            title=news.title,
            sender=news.sender,
            text=self.text(news.text),
            private=not news.public,
        )

    def event(self, told: EventView) -> DisclosedItem:
        return self.telling("order" if told.telling.order else "event", told.telling)

    def telling(self, kind: str, telling: Telling) -> DisclosedItem:
        return _without_empty(
            kind=kind,
            code=telling.code,
            rule=telling.rule,
            order=telling.order,
            facts=self.facts(telling.facts),
            rolls=tuple(self.roll(roll) for roll in telling.rolls),
        )

    def rumor(self, rumor: RumorView) -> DisclosedItem:
        return _without_empty(
            kind="rumor",
            text=self.text(rumor.text),
            where=tuple(self.ref(ref) for ref in rumor.where),
            truth=rumor.truth,
            private=not rumor.public,
        )

    def reveal(self, reveal: RevealView) -> DisclosedItem:
        return _without_empty(
            kind="reveal",
            reveals=reveal.kind,
            of_turn=reveal.of_turn,
            text=self.text(reveal.text) if reveal.text is not None else "",
            private=not reveal.public,
            news=self.news(reveal.news) if reveal.news is not None else None,
            rumor=self.rumor(reveal.rumor) if reveal.rumor is not None else None,
            told=self.telling("event", reveal.telling) if reveal.telling is not None else None,
            ref=self.ref(reveal.ref) if reveal.ref is not None else "",
        )

    def relation(self, relation: RelationView) -> DisclosedItem:
        return _without_empty(
            kind="relation",
            between=" – ".join(self.ref(ref) for ref in relation.between),
            stands=relation.kind,
            text=self.text(relation.text) if relation.text is not None else "",
            private=not relation.public,
        )

    def roll(self, roll: Roll) -> Json:
        return _without_empty(
            id=roll.id,
            sides=roll.sides,
            faces=tuple(roll.faces),
            source=roll.source,
            modifiers=tuple(self.modifier(part) for part in roll.modifiers),
            result=self.facts(roll.result),
        )

    def modifier(self, part: Modifier) -> Json:
        facts = self.facts(part.facts)
        return _without_empty(value=part.value, reason=part.reason, rule=part.rule, facts=facts)

    def facts(self, facts: Facts) -> Mapping[str, Json]:
        return _without_empty(**{name: self.fact(fact) for name, fact in facts.items()})

    def fact(self, fact: Fact) -> Json:
        match fact:
            case Ref():
                return self.ref(fact)
            case Facts():
                return self.facts(fact)
            case tuple():
                return tuple(self.fact(part) for part in fact)
            case _:
                return fact

    def ref(self, ref: Ref) -> str:
        """A reference as the reader sees it: its name and its target."""
        name = self.edition.name_at(ref, self.turn) or ""
        return f"{name} ({ref.kind}:{ref.id})".strip()

    def text(self, text: Text) -> str:
        """A text with its wiki links resolved as the reader sees them: target and link text."""
        parts: list[str] = []
        done = 0
        for link in wiki_links(text.markdown):
            written = text.markdown[link.offset : link.offset + link.length]
            ref = text.target(link.target)
            parts.append(text.markdown[done : link.offset])
            if ref is None:
                parts.append(written)
            else:
                name = self.edition.name_at(ref, self.turn)
                words = link.words if "|" in written or name is None else name
                parts.append(f"[[{ref.kind}:{ref.id}|{words.strip()}]]")
            done = link.offset + link.length
        return "".join([*parts, text.markdown[done:]])
