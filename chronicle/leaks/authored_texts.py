"""All texts that an author wrote, each with the readers that may see it.

This is the gate's own reading of a campaign. It is made from the visibilities alone, by other code
than the projection, so that a bug there is not repeated here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.files.source import Source, Span
from chronicle.leaks.yaml_comments import comment_texts
from chronicle.model.audience import EVERYONE_ID, FACTIONS_KEYWORD, Visibility
from chronicle.model.campaign import Campaign, Entity, Faction, News, Place, Relation, Rumor, Turn
from chronicle.model.facts import Ref
from chronicle.model.passages import Passage
from chronicle.records import Record, replace
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode

#: The words of the audiences that may read something. The GM, who may read everything, is left out.
Readers: TypeAlias = frozenset[str]
NOBODY: Final[Readers] = frozenset()

#: Reasons for adjustments and vetoes have their own ``for:``, which counts even if a ruleset tells
#: them to others.
ADJUSTMENT_REASON: Final = "why something was adjusted"
VETO_REASON: Final = "why an order was vetoed"
#: What texts in the orders of a faction are; its id follows.
ORDER_LABEL: Final = "an order of "
#: What the names of types in the catalogue are, which factions choose from.
CATALOGUE_LABEL: Final = "an entry of the catalogue"
#: What a rumor is that chronicle drafted; the GM may have edited it since.
DRAFT_LABEL: Final = "a drafted rumor"
#: Texts that are the name of a thing.
NAME_LABELS: Final = (
    "the name of a faction",
    "the name of a place",
    "the name of a person",
    "the name of an item",
    "the title of a page",
)
_NAME_LABEL_BY_KIND: Final = {
    "faction": "the name of a faction",
    "person": "the name of a person",
    "item": "the name of an item",
}
#: Texts that are ids or made of ids, which nobody writes as prose.
ID_LABELS: Final = frozenset(
    {
        "the id of a player",
        "the id of a faction",
        "the id of a place",
        "the id of a person",
        "the id of an item",
        "the id of a page",
        "the id of news",
        "the id of a rumor",
        "what a reveal names",
        "what a rumor is about",
        "what a rumor was drafted about",
        "the name of a roll",
        "the key of a thing",
        "the id of a thing",
    }
)
#: What texts below a key of a ruleset's part are.
_PART_LABELS: Final = {"veto": VETO_REASON, "catalogue": CATALOGUE_LABEL}
#: An id of several words, or made of ids, as in `oru/crowns`.
_ID: Final = re.compile(r"[a-z0-9]+(?:[-_/][a-z0-9]+)+")
_LABELLED_LINK: Final = re.compile(r"\[\[[^\[\]|\n]+\|([^\[\]\n]+)\]\]")


class AuthoredText(Record):
    """A text by the author: what it is, who may read it, and where it is written.

    ``turn`` is the turn as of which it is read, ``about`` the thing that it names.
    """

    what: str
    text: str
    readers: Readers
    at: Span
    turn: int = 0
    about: Ref | None = None


class Knowledge(Record):
    """Who knows of which thing from which turn on, through reveals and tellings.

    ``since`` maps each thing to the first turn by audience word; 0 is the start.
    """

    words: Readers
    since: Mapping[Ref, Mapping[str, int]]

    def admitted(self, visibility: Visibility) -> Readers:
        """The audience words of a visibility; all of them if it is public."""
        return self.words if visibility.public else visibility.factions & self.words

    def knowers(self, ref: Ref) -> Readers:
        return frozenset(self.since.get(ref, ()))

    def with_sheets(self, word: str) -> list[Ref]:
        """The factions and places that an audience knows."""
        known = (ref for ref in self.since if word in self.knowers(ref))
        return [ref for ref in known if ref.kind in ("faction", "place")]


def knowledge_of(campaign: Campaign, learnt: Iterable[tuple[str, Ref, int]]) -> Knowledge:
    """Return who knows of what; ``learnt`` is what each audience learned from events, by turn."""
    words = frozenset({EVERYONE_ID, *(faction.id for faction in campaign.factions)})
    since: dict[Ref, dict[str, int]] = {}
    known = Knowledge(words, since)

    def add(ref: Ref, readers: Readers, turn: int) -> None:
        found = since.setdefault(ref, {})
        for word in readers:
            found[word] = min(turn, found.get(word, turn))

    for faction in campaign.factions:
        add(Ref("faction", faction.id), known.admitted(faction.visibility), 0)
    for place in campaign.places:
        add(Ref("place", place.id), known.admitted(place.visibility), 0)
    for entity in campaign.entities:
        add(entity.ref, known.admitted(entity.visibility), 0)
    for page in campaign.pages:
        add(Ref("page", page.id), known.admitted(page.visibility), 0)
    for turn in campaign.turns:
        for reveal in turn.reveals:
            if reveal.ref is not None:
                add(reveal.ref, known.admitted(reveal.visibility), turn.number)
    for word, ref, number in learnt:
        # A faction's players can read the public pages too.
        add(ref, words if word == EVERYONE_ID else frozenset({word}), number)
    return known


class _TextCollector(Record):
    campaign: Campaign
    known: Knowledge
    #: Audiences to whom a thing was revealed later, by kind and target of the thing.
    revealed: Mapping[tuple[str, str], Readers]

    @property
    def now(self) -> int:
        return len(self.campaign.turns)

    def pieces(self) -> Iterator[AuthoredText]:
        campaign, all_of_them = self.campaign, self.known.words
        at = campaign.at
        yield from self.head()
        yield AuthoredText("the seed", campaign.seed, NOBODY, at)
        yield from self.passages("the introduction", campaign.introduction, NOBODY, at, self.now)
        for story in campaign.stories:
            begun = all_of_them if story.turn <= self.now else NOBODY
            yield AuthoredText("the title of a story", story.title, begun, at, story.turn)
        yield from self.nodes("the rules of the house", campaign.rules)
        for player in campaign.players:
            yield AuthoredText("the id of a player", player.id, NOBODY, player.at)
        for faction in campaign.factions:
            yield from self.faction(faction)
        for place in campaign.places:
            yield from self.place(place)
        for entity in campaign.entities:
            yield from self.entity(entity)
        if campaign.card is not None:
            card, readers = campaign.card, self.known.words
            yield AuthoredText("the words of the card", card.words, readers, card.at, self.now)
        for backdrop in campaign.backdrops:
            readers = self.known.admitted(backdrop.visibility)
            yield AuthoredText("the words of a map", backdrop.words, readers, backdrop.at, self.now)
        for page in campaign.pages:
            ref, readers = Ref("page", page.id), self.known.knowers(Ref("page", page.id))
            yield AuthoredText("the id of a page", page.id, readers, page.at, about=ref)
            yield AuthoredText("the title of a page", page.title, readers, page.at, about=ref)
            yield from self.passages("a page", page.passages, NOBODY, page.at, self.now)
        for turn in campaign.turns:
            yield from self.turn(turn)
        for amendment in campaign.published.amendments:
            readers = self.known.admitted(amendment.visibility)
            yield AuthoredText(
                "the reason of an amendment", amendment.reason, readers, amendment.at or at
            )
        yield from self.comments()

    def comments(self) -> Iterator[AuthoredText]:
        for source in sources_of(self.campaign):
            for text, at in comment_texts(source):
                yield AuthoredText("a comment", text, NOBODY, at)

    def head(self) -> Iterator[AuthoredText]:
        """The texts of the campaign itself, which everybody may read."""
        campaign, all_of_them = self.campaign, self.known.words
        at, deadline = campaign.at, campaign.deadline
        for text in (campaign.title, campaign.tagline, campaign.ruleset, campaign.theme):
            yield AuthoredText("the campaign's head", text, all_of_them, at, self.now)
        yield AuthoredText("the language", campaign.language, all_of_them, at)
        yield AuthoredText("the site's address", campaign.address, all_of_them, at)
        for text in campaign.calendar.words if campaign.calendar is not None else ():
            yield AuthoredText("the calendar", text, all_of_them, at)
        for text in (deadline.zone, deadline.date, deadline.clock) if deadline is not None else ():
            yield AuthoredText("the deadline", text, all_of_them, at)

    def faction(self, faction: Faction) -> Iterator[AuthoredText]:
        ref, at = Ref("faction", faction.id), faction.at
        readers = self.known.knowers(ref)
        yield AuthoredText("the id of a faction", faction.id, readers, at, about=ref)
        yield AuthoredText("the name of a faction", faction.name, readers, at, about=ref)
        yield AuthoredText("the motto of a faction", faction.motto, readers, at, self.now)
        for text in (*faction.colors, faction.sigil, faction.division):
            yield AuthoredText("the arms of a faction", text, readers, at)
        yield from self.passages("a faction's profile", faction.profile, readers, at, self.now)
        yield from self.passages("notes on a faction", faction.notes, NOBODY, at, self.now)
        yield from self.nodes("a faction's opening", faction.opening)

    def place(self, place: Place) -> Iterator[AuthoredText]:
        ref, at = Ref("place", place.id), place.at
        readers = self.known.knowers(ref)
        yield AuthoredText("the id of a place", place.id, readers, at, about=ref)
        yield AuthoredText("the name of a place", place.name, readers, at, about=ref)
        yield from self.passages("the text of a place", place.passages, readers, at, self.now)
        yield from self.nodes("a place's opening", place.opening)

    def entity(self, entity: Entity) -> Iterator[AuthoredText]:
        ref, at = entity.ref, entity.at
        what = "a person" if entity.kind == "person" else "an item"
        readers = self.known.knowers(ref)
        yield AuthoredText(f"the id of {what}", entity.id, readers, at, about=ref)
        yield AuthoredText(f"the name of {what}", entity.name, readers, at, about=ref)
        yield AuthoredText(f"the role of {what}", entity.role, readers, at, self.now)
        portrait = entity.portrait
        yield from self.passages(f"the portrait of {what}", portrait, readers, at, self.now)
        yield from self.passages(f"the text of {what}", entity.passages, readers, at, self.now)

    def turn(self, turn: Turn) -> Iterator[AuthoredText]:
        number = turn.number
        for text in (turn.title, turn.date, turn.played):
            yield AuthoredText("the head of a turn", text, self.known.words, turn.at, number)
        for news in turn.news:
            yield from self.news(news, number)
        drafted = {f"{number}/{event}" for event in turn.drafted}
        for rumor in turn.rumors:
            is_draft = rumor.about in drafted and rumor.id.startswith("draft-")
            yield from self.rumor(DRAFT_LABEL if is_draft else "a rumor", rumor, number)
        for reveal in turn.reveals:
            yield AuthoredText("what a reveal names", reveal.target, NOBODY, reveal.at)
            yield from self.passages("a reveal", reveal.passages, NOBODY, reveal.at, number)
        for relation in turn.relations:
            yield from self.relation(relation, number)
        for event in turn.drafted:
            yield AuthoredText("what a rumor was drafted about", event, NOBODY, turn.at)
        yield from self.passages("notes on a turn", turn.notes, NOBODY, turn.at, number)
        for faction, orders in turn.orders.items():
            yield from self.nodes(f"{ORDER_LABEL}{faction}", orders, number)
        yield from self.adjustments(turn.adjustments)
        for it in turn.renames:
            readers = self.known.admitted(it.visibility) & self.known.knowers(it.ref)
            what = _NAME_LABEL_BY_KIND[it.ref.kind]
            yield AuthoredText(what, it.name, readers, it.at, number, about=it.ref)
        for given in turn.modifiers:
            # Whoever reads a roll reads it, which the rules decide.
            yield AuthoredText("a modifier of a turn", given.because, NOBODY, turn.at)
        for name, roll in turn.rolls.items():
            yield AuthoredText("the name of a roll", name, NOBODY, roll.at)

    def news(self, news: News, turn: int) -> Iterator[AuthoredText]:
        opened = self.opened("news", f"{turn}/{news.id}")
        texts = list(self.passages("news", news.passages, opened, news.at, turn))
        # News without a readable passage is not shown, nor are its title and sender.
        readers = frozenset(word for text in texts if text.text.strip() for word in text.readers)
        yield from texts
        yield AuthoredText("the id of news", news.id, NOBODY, news.at)
        yield AuthoredText("what news are about", news.about, NOBODY, news.at)
        yield AuthoredText("the title of news", news.title, readers, news.at, turn)
        yield AuthoredText("the sender of a letter", news.sender, readers, news.at, turn)
        yield from self.nodes("what news do", news.effects)

    def rumor(self, what: str, rumor: Rumor, turn: int) -> Iterator[AuthoredText]:
        opened = self.opened("rumor", f"{turn}/{rumor.id}")
        for piece in self.passages(what, rumor.passages, NOBODY, rumor.at, rumor.heard_in):
            heard = piece.readers if rumor.heard_in <= self.now and not rumor.draft else NOBODY
            yield AuthoredText(piece.what, piece.text, heard, rumor.at, rumor.heard_in)
        if opened:
            yield from self.passages(what, rumor.passages, opened, rumor.at, self.now)
        yield AuthoredText("the id of a rumor", rumor.id, NOBODY, rumor.at)
        yield AuthoredText("what a rumor is about", rumor.about, NOBODY, rumor.at)

    def relation(self, relation: Relation, turn: int) -> Iterator[AuthoredText]:
        """Texts about a relation, readable only if both factions are known."""
        one, other = (self.known.knowers(Ref("faction", id)) for id in relation.between)
        for piece in self.passages("a relation", relation.passages, NOBODY, relation.at, turn):
            yield replace(piece, readers=piece.readers & one & other)

    def opened(self, kind: str, target: str) -> Readers:
        """Audiences to whom news or a rumor was revealed later."""
        return self.revealed.get((kind, target), NOBODY)

    def passages(
        self, what: str, passages: Iterable[Passage], opened: Readers, at: Span, turn: int
    ) -> Iterator[AuthoredText]:
        """The texts of passages, split at secret blocks, of a thing known to ``opened``."""
        admitted = self.known.admitted
        for passage in passages:
            readers = admitted(passage.visibility) & (admitted(passage.within) | opened)
            for stretch in passage.prose.stretches:
                text = _LABELLED_LINK.sub(r"\1", "\n".join(stretch.lines))
                if stretch.visibility is None:
                    yield AuthoredText(what, text, readers, at, turn)
                else:
                    inner = readers & admitted(stretch.visibility)
                    yield AuthoredText(f"{what}, in a secret block", text, inner, at, turn)

    def adjustments(self, node: Node | None) -> Iterator[AuthoredText]:
        yield from self.nodes("an adjustment", node)
        for item in node.items if isinstance(node, ListNode) else ():
            if isinstance(item, MapNode) and isinstance(why := item.get("because"), ScalarNode):
                yield AuthoredText(
                    ADJUSTMENT_REASON, why.text, self.named(item.get("for")), why.span
                )

    def named(self, node: Node | None) -> Readers:
        """The readers named by a `for:` in a part that the ruleset reads."""
        items = node.items if isinstance(node, ListNode) else (node,)
        words = {item.text for item in items if isinstance(item, ScalarNode)}
        if EVERYONE_ID in words:
            return self.known.words
        if FACTIONS_KEYWORD in words:
            return self.known.words - {EVERYONE_ID}
        return self.known.words & words

    def nodes(self, what: str, node: Node | None, turn: int = 0) -> Iterator[AuthoredText]:
        """The texts in a part that the ruleset reads; no reader is assumed for them."""
        match node:
            case ScalarNode(value=str()):
                of_value = "the id of a thing" if _ID.fullmatch(node.text) else what
                yield AuthoredText(of_value, node.text, NOBODY, node.span, turn)
            case ListNode():
                for item in node.items:
                    yield from self.nodes(what, item, turn)
            case MapNode():
                for entry in node.entries:
                    key = entry.key
                    of_key = "the key of a thing" if _ID.fullmatch(key.text) else what
                    yield AuthoredText(of_key, key.text, NOBODY, key.span)
                    of_part = _PART_LABELS.get(key.text, what)
                    yield from self.nodes(of_part, entry.value, turn)
            case _:
                # Numbers and booleans name nothing.
                return


def authored_texts_of(campaign: Campaign, known: Knowledge) -> tuple[AuthoredText, ...]:
    """Return all non-empty texts of a campaign."""
    listed = _TextCollector(campaign, known, _readers_by_reveal(campaign, known)).pieces()
    return tuple(piece for piece in listed if piece.text.strip())


def _readers_by_reveal(campaign: Campaign, known: Knowledge) -> Mapping[tuple[str, str], Readers]:
    found: dict[tuple[str, str], Readers] = {}
    for turn in campaign.turns:
        for reveal in turn.reveals:
            key = reveal.kind, reveal.target
            found[key] = found.get(key, NOBODY) | known.admitted(reveal.visibility)
    return found


def sources_of(campaign: Campaign) -> tuple[Source, ...]:
    """The author's files that contain any of the texts."""
    places = [campaign.at, *(place.at for place in campaign.places[:1])]
    places += [faction.at for faction in campaign.factions]
    places += [entity.at for entity in campaign.entities]
    places += [page.at for page in campaign.pages]
    places += [turn.at for turn in campaign.turns]
    return tuple(dict.fromkeys(at.source for at in places))
