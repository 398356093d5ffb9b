"""One reader's edition as notes for Obsidian: Markdown files with links, and their pictures."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from chronicle.authoring.import_notes.plain_markdown import escape_words
from chronicle.files.source import composed
from chronicle.load.portable_names import is_portable
from chronicle.markup.images.references import PictureReference, pictures_in
from chronicle.markup.markdown.links import WIKI_LINK_PATTERN
from chronicle.markup.markdown.structure import markdown_blocks
from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Ref
from chronicle.project.edition import (
    Edition,
    EntityView,
    NewsView,
    PlaceView,
    RelationView,
    RevealView,
    RumorView,
    Text,
    TurnView,
)
from chronicle.records import MutableRecord, field
from chronicle.render.messages import MessageCatalogue, format_message

#: The folder of each kind, as in a campaign.
_FOLDERS: Final = {
    "faction": "factions/",
    "person": "people/",
    "place": "places/",
    "item": "items/",
    "page": "pages/",
    "turn": "turns/",
}
#: In bytes; file systems take 255, with the ending and a number.
_MAX_NAME_BYTES: Final = 200
#: What a file's name can't have on Windows or in a link of Obsidian, and the dot of an ending.
_NOT_IN_NAMES: Final = re.compile(r'[<>:"/\\|?*\[\]#^%\x00-\x1f\x7f]|\.(?=\w{1,8}$)')
#: What Obsidian takes for a comment or a tag; and, to be kept, links, code and addresses.
_OBSIDIAN_MARKUP: Final = re.compile(
    r"(!?\[\[[^\]\n]*\]\]|`[^`\n]+`|<[^<>\s]+>)|%%|(?<![\w&/#\[(\\])#(?=\w)"
)
_NOT_IN_LABELS: Final = re.compile(r"[\[\]|\n]")


def obsidian_notes(edition: Edition, words: MessageCatalogue) -> dict[str, bytes]:
    """The files of an edition by path; ``words`` are the texts of a theme, for headings."""
    notes = _Notes(edition, words, _names(edition, words))
    notes.add_campaign()
    for faction in edition.factions:
        texts = (*faction.profile, *faction.notes)
        motto = f"*{_plain(faction.motto)}*" if faction.motto else ""
        notes.add(Ref("faction", faction.id), faction.name, [motto, *map(notes.text, texts)])
    for entity in edition.entities:
        notes.add_entity(entity)
    for place in edition.places:
        notes.add_place(place)
    for page in edition.pages:
        notes.add(Ref("page", page.id), page.title, map(notes.text, page.passages))
    for turn in edition.turns:
        notes.add_turn(turn)
    return dict(sorted(notes.files.items()))


def _names(edition: Edition, words: MessageCatalogue) -> dict[Ref | None, str]:
    """The name of each note's file, without its ending; None is the campaign itself.

    All are different, so that a link needs no folder, also for systems that ignore case.
    """
    wanted: list[tuple[Ref | None, str]] = [(None, edition.title)]
    wanted += [(Ref("faction", one.id), one.name) for one in edition.factions]
    wanted += [(one.ref, one.name) for one in edition.entities]
    wanted += [(Ref("place", one.id), one.name) for one in edition.places]
    wanted += [(Ref("page", one.id), one.title) for one in edition.pages]
    wanted += [(Ref("turn", str(one.number)), _turn_name(one, words)) for one in edition.turns]
    found: dict[Ref | None, str] = {}
    taken: set[str] = set()
    for ref, name in wanted:
        first = chosen = file_name(name)
        number = 1
        while chosen.casefold() in taken:
            number += 1
            chosen = f"{first} ({number})"
        taken.add(chosen.casefold())
        found[ref] = chosen
    return found


def _turn_name(turn: TurnView, words: MessageCatalogue) -> str:
    number = _said(words, "turn.number", n=turn.number)
    return f"{number} – {turn.title}" if turn.title else number


def file_name(name: str) -> str:
    """A name as that of a file on every system, without an ending."""
    plain = _NOT_IN_NAMES.sub("-", composed(name).replace(": ", " – "))
    cut = " ".join(plain.split()).encode()[:_MAX_NAME_BYTES].decode(errors="ignore").strip(" .")
    return cut if cut and is_portable(f"{cut}.md") else f"{cut}_"


def _said(words: MessageCatalogue, key: str, **values: object) -> str:
    """A message of the theme as plain text."""
    return html.unescape(str(format_message(words, key, values)))


def _plain(text: str) -> str:
    """Plain text as Markdown that shows it unchanged."""
    return _without_obsidian_markup(escape_words(text))


def _without_obsidian_markup(line: str) -> str:
    return _OBSIDIAN_MARKUP.sub(
        lambda found: found[1] or "".join(f"\\{sign}" for sign in found[0]), line
    )


class _Notes(MutableRecord):
    """Writes the notes of an edition; ``names`` are their files' names."""

    edition: Edition
    words: MessageCatalogue
    names: dict[Ref | None, str]
    files: dict[str, bytes] = field(default_factory=dict)

    # ── Notes ──

    def add(self, ref: Ref | None, title: str, parts: Iterable[str], **front: object) -> None:
        """Add a note with these paragraphs and this front matter beside what every note has."""
        name = self.names[ref]
        earlier = (own for _, own in self.edition.renames.get(ref, ())) if ref is not None else ()
        aliases = [one for one in dict.fromkeys((title, *earlier)) if one != name]
        entries: dict[str, object] = {
            "title": title,
            "aliases": aliases,
            "tags": [ref.kind if ref is not None else "campaign"],
            **front,
        }
        lines = [f"{key}: {_yaml(value)}" for key, value in entries.items() if value]
        # The import, and Obsidian Publish, take notes of other editions for the GM's alone.
        lines.append(f"publish: {_yaml(self.edition.audience == EVERYONE)}")
        body = "\n\n".join(part for part in parts if part)
        folder = _FOLDERS[ref.kind] if ref is not None else ""
        text = "\n".join(["---", *lines, "---", *([body] if body else []), ""])
        self.files[f"{folder}{name}.md"] = text.encode()

    def add_campaign(self) -> None:
        """Add the note of the campaign."""
        edition = self.edition
        tagline = f"*{_plain(edition.tagline)}*" if edition.tagline else ""
        self.add(None, edition.title, [tagline, *map(self.text, edition.introduction)])

    def add_entity(self, entity: EntityView) -> None:
        """Add a person or an item; what it is tied to is in the front matter."""
        portrait = [entity.portrait] if entity.portrait is not None else []
        ties: dict[str, list[str]] = {}
        for tie in entity.ties:
            ties.setdefault(tie.kind, []).append(self.link(tie.to))
        texts = map(self.text, (*portrait, *entity.passages))
        self.add(entity.ref, entity.name, texts, role=entity.role, **ties)

    def add_place(self, place: PlaceView) -> None:
        """Add a place with its neighbours; what is around it is in the front matter."""
        parts = [*map(self.text, place.passages)]
        if place.neighbours:
            near = ", ".join(map(self.link, place.neighbours))
            parts.append(f"**{self.said('place.neighbours')}** {near}")
        within = self.link(place.within) if place.within is not None else ""
        self.add(Ref("place", place.id), place.name, parts, within=within)

    def add_turn(self, turn: TurnView) -> None:
        """Add a turn: its texts, without what the rules tell of its events."""
        parts = [f"*{_plain(turn.date)}*" if turn.date else ""]
        rumors = [self.edition.in_hindsight(turn.number, one) for one in turn.rumors]
        sections: Sequence[tuple[str, list[str]]] = (
            ("turn.news", [part for one in turn.news for part in self.news(one)]),
            ("turn.rumors", [part for one in rumors for part in self.rumor(one)]),
            ("turn.reveals", [part for one in turn.reveals for part in self.reveal(one)]),
            ("relations.heading", [part for one in turn.relations for part in self.relation(one)]),
            ("turn.notes", [*map(self.text, turn.notes)]),
        )
        for key, written in sections:
            parts += [f"## {self.said(key)}", *written] if any(written) else []
        name = _turn_name(turn, self.words)
        self.add(Ref("turn", str(turn.number)), name, parts, turn=turn.number)

    # ── Parts of turns ──

    def news(self, news: NewsView) -> Iterator[str]:
        """A news item or a letter."""
        sender = f"{self.said('news.from')} {_plain(news.sender)}" if news.sender else ""
        heading = _plain(news.title) or sender
        yield f"### {heading}" if heading else "---"
        yield f"**{sender}**" if news.title and sender else ""
        yield self.text(news.text)

    def rumor(self, rumor: RumorView) -> Iterator[str]:
        """A rumor, where it is heard, and how true it was, as far as the reader knows."""
        yield self.text(rumor.text)
        if rumor.where:
            yield f"**{self.said('rumor.where')}** {', '.join(map(self.link, rumor.where))}"
        if rumor.borne_out:
            turn = self.link(Ref("turn", str(rumor.borne_out)))
            yield f"*{self.said(f'rumor.borne.{rumor.truth}', turn=turn)}*"
        elif rumor.truth:
            yield f"*{self.said(f'rumor.truth.{rumor.truth}')}*"

    def reveal(self, reveal: RevealView) -> Iterator[str]:
        """Something of an earlier turn that the reader learns."""
        ref = reveal.ref
        if ref is not None and ref.kind in ("faction", "place", "person", "item"):
            yield self.said(f"reveal.of_{ref.kind}", ref=self.link(ref))
        if reveal.text is not None:
            yield self.text(reveal.text)
        if reveal.news is not None:
            yield from self.news(reveal.news)
        if reveal.rumor is not None:
            yield from self.rumor(reveal.rumor)

    def relation(self, relation: RelationView) -> Iterator[str]:
        """How two factions stand with each other from a turn on."""
        one, other = map(self.link, relation.between)
        yield self.said(f"relations.said.{relation.kind}", one=one, other=other)
        yield self.text(relation.text) if relation.text is not None else ""

    # ── Texts ──

    def said(self, key: str, **values: object) -> str:
        """A message of the theme."""
        return _said(self.words, key, **values)

    def link(self, ref: Ref, label: str = "", bar: str = "|") -> str:
        """A link to a note, with its name as it is now, or another label."""
        name = self.names.get(ref)
        if not label:
            label = name if ref.kind == "turn" and name else self.edition.names.get(ref) or ref.id
        label = _NOT_IN_LABELS.sub(" ", label).strip()
        if name is None:
            return _plain(label)
        return f"[[{name}]]" if label == name else f"[[{name}{bar}{label}]]"

    def text(self, text: Text) -> str:
        """A text of the edition in the Markdown of Obsidian."""
        rows: dict[str, set[int]] = {"table": set(), "fence": set(), "code_block": set()}
        for block in markdown_blocks(text.markdown, html=False):
            if block.kind in rows:
                rows[block.kind].update(range(block.first, block.end))
        code = rows["fence"] | rows["code_block"]
        return "\n".join(
            line if row in code else self._line(line, text, "\\|" if row in rows["table"] else "|")
            for row, line in enumerate(text.markdown.rstrip().split("\n"))
        )

    def _line(self, line: str, text: Text, bar: str) -> str:
        def linked(found: re.Match[str]) -> str:
            target = found[1].strip()
            ref = text.target(target)
            label = (found[2] or "").strip()
            if ref is None:
                return escape_words(label or target)
            if not label:
                own = ref.id == target.casefold()
                label = (self.edition.name_at(ref, text.turn) if own else None) or target
            return self.link(ref, label, bar)

        line = WIKI_LINK_PATTERN.sub(linked, line)
        for picture in reversed([*pictures_in(line)]):
            end = picture.offset + picture.length
            line = line[: picture.offset] + self._picture(picture, bar) + line[end:]
        return _without_obsidian_markup(line)

    def _picture(self, picture: PictureReference, bar: str) -> str:
        """An embedded picture with its caption beside it; its file goes into the export."""
        shown = self.edition.pictures.get(picture.name)
        if shown is None:
            return escape_words(picture.words)
        path = f"media/{shown.path.rpartition('/')[2]}"
        self.files[path] = shown.content
        caption = f" *{escape_words(picture.caption)}*" if picture.caption else ""
        return f"![[{path}{bar}{picture.words.replace('|', ' ')}]]{caption}"


def _yaml(value: object) -> str:
    """A value of front matter, in a form that is both JSON and YAML."""
    return json.dumps(value, ensure_ascii=False)
