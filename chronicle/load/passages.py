"""Turn an author's texts into passages: visibility, secret blocks, and checks of markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from chronicle.diagnostics.catalogue import images
from chronicle.diagnostics.catalogue import markdown as problems
from chronicle.files.source import Span, line_starts
from chronicle.load.context import LinkUse, LoadContext, PictureUse
from chronicle.load.inputs import PassageInput
from chronicle.markup import markdown
from chronicle.markup.images.references import pictures_in
from chronicle.model.audience import AUDIENCE_KEYWORDS, FOR_EVERYONE, FOR_GM, Visibility
from chronicle.model.passages import Passage, Segment, SegmentedText
from chronicle.records import MutableRecord
from chronicle.yaml.decode import InputModel
from chronicle.yaml.nodes import ListNode, Node, ScalarNode

#: The readers of a secret block with further words in its line, and the end of a block there.
_JOINED: Final = re.compile(
    r":{3,}[ \t]*secret[ \t]+((?:[\w-]+[ \t]*,[ \t]*)*[\w-]+)[ \t]+(\S.*)", re.IGNORECASE
)
_SECRET_END: Final = re.compile(r"[^:\s].*:{3,}")
#: Words between readers.
_ANDS: Final = frozenset(("", "and", "or", "und", "oder", "et", "ou"))
_ALLOWED_SCHEMES: Final = ("https://", "http://", "mailto:")


def passages_of(
    written: str | Sequence[PassageInput] | None,
    node: Node | None,
    visibility: Visibility,
    names: LoadContext,
) -> tuple[Passage, ...]:
    """The passages of a key: a plain text has the given visibility, listed ones restrict it."""
    if written is None or node is None:
        return ()
    if isinstance(written, str):
        return (_passage(written, node, FOR_EVERYONE, visibility, names),)
    found: list[Passage] = []
    for entry in written:
        own = visibility_at(entry, "for", entry.readers, names)
        text = entry.node.get("text")
        if own is not None and text is not None:
            found.append(_passage(entry.text, text, own, visibility, names))
    return tuple(found)


def visibility_at(
    entry: InputModel, key: str, words: str | list[str], names: LoadContext
) -> Visibility | None:
    """The visibility given by a record's key; errors are reported at each word."""
    node = entry.node.get(key)
    places = [item.span for item in node.items] if isinstance(node, ListNode) else []
    return names.visibility(words, places or [entry.at(key)])


def _passage(
    text: str, node: Node, own: Visibility, within: Visibility, names: LoadContext
) -> Passage:
    scalar = node if isinstance(node, ScalarNode) else ScalarNode(node.span, text, text)
    reader = _TextParser(text, scalar, own & within, names)
    prose = reader.prose()
    reader.check_html()
    reader.check_addresses()
    reader.check_pictures()
    reader.check_brackets()
    reader.note_links(prose)
    return Passage(own, within, prose)


class _TextParser(MutableRecord):
    """Parses one text; errors go to the report of ``names``."""

    text: str
    node: ScalarNode
    visibility: Visibility
    names: LoadContext

    def span(self, offset: int, length: int) -> Span:
        return self.node.locate(offset, length)

    def offset(self, row: int, column: int = 0) -> int:
        return line_starts(self.text)[row] + column

    def prose(self) -> SegmentedText:
        """Split the text where secret blocks begin and end."""
        rows = self.text.split("\n")
        stretches: list[Segment] = []
        open_blocks: list[tuple[int, Visibility, Span]] = []
        stray: list[int] = []
        start = 0

        def cut(end: int, after: int) -> int:
            visibility = open_blocks[-1][1] if open_blocks else None
            if end > start:
                stretches.append(Segment(tuple(rows[start:end]), visibility))
            return after

        for line in markdown.secret_fences(self.text):
            at = self.span(self.offset(line.row, line.column), line.colons)
            start = cut(line.row, line.row + 1)
            joined = self.joined_readers(rows[line.row])
            if joined:
                folded = self.node.style not in ("|", "page")
                problem = problems.JoinedSecret(at=at, readers=joined, folded=folded)
                self.names.report.add(problem)
                if not _SECRET_END.search(rows[line.row]):
                    open_blocks.append((line.colons, FOR_GM, at))
            elif line.kind == "open":
                outer = open_blocks[-1][1] if open_blocks else self.visibility
                open_blocks.append((line.colons, outer & self.parse_readers(line.words, at), at))
            elif line.kind == "close" and open_blocks and open_blocks[-1][0] == line.colons:
                open_blocks.pop()
            elif line.kind == "close" and line.colons in stray:
                # It closes a block whose first line has been reported.
                stray.remove(line.colons)
            else:
                stray += [line.colons] if line.kind == "stray" else []
                self.names.report.add(problems.StrayColons(at=at))
        for _, _, at in open_blocks:
            self.names.report.add(problems.UnclosedSecret(at=at))
        cut(len(rows), len(rows))
        return SegmentedText(tuple(stretches))

    def joined_readers(self, line: str) -> str:
        """The readers in a line that begins a secret block and goes on; empty for other lines."""
        found = _JOINED.search(line)
        known = {*AUDIENCE_KEYWORDS, *self.names.factions}
        if found is None or not {word.strip() for word in found[1].split(",")} <= known:
            return ""
        rest = set(re.split(r"[\s,;&+]+", found[2])) - _ANDS
        return "" if rest <= known else found[1]

    def parse_readers(self, words: str, at: Span) -> Visibility:
        listed = [word.strip() for word in words.split(",") if word.strip()]
        if not listed:
            self.names.report.add(problems.StrayColons(at=at))
        visibility = self.names.visibility(listed, [at] * len(listed))
        # The error stops the build; until then nobody may read what was meant for an unknown
        # reader.
        return visibility if visibility is not None else FOR_GM

    def check_html(self) -> None:
        for tag, offset in markdown.html_tags(self.text):
            self.names.report.add(problems.RawHtml(at=self.span(offset, len(tag)), tag=tag))

    def check_addresses(self) -> None:
        for kind, address in markdown.link_addresses(self.text):
            if kind == "link" and not address.startswith(_ALLOWED_SCHEMES):
                at = self.address_at(address)
                self.names.report.add(problems.UnsafeLink(at=at, target=address))

    def address_at(self, address: str) -> Span:
        found = self.text.find(f"({address}") + 1 or self.text.find(address)
        return self.span(max(found, 0), max(len(address), 1))

    def check_pictures(self) -> None:
        """Record images, to be checked once the files in `media/` are known."""
        for address in markdown.malformed_pictures(self.text):
            at = self.address_at(address)
            self.names.report.add(problems.InvalidPictureMarkup(at=at, target=address))
        for picture in pictures_in(self.text):
            if not picture.words:
                at = self.span(picture.offset, picture.length)
                self.names.report.add(images.MissingAltText(at=at))
            at = self.span(picture.name_at, len(picture.name))
            self.names.picture_uses.append(PictureUse(picture.name, at))

    def check_brackets(self) -> None:
        for offset in markdown.malformed_wiki_links(self.text):
            self.names.report.add(problems.MalformedWikiLink(at=self.span(max(offset, 0), 2)))

    def note_links(self, prose: SegmentedText) -> None:
        """Record wiki links, to be checked once all their possible targets are known."""
        visibilities = [
            (stretch.visibility or self.visibility, link.target)
            for stretch in prose.stretches
            for link in markdown.wiki_links("\n".join(stretch.lines))
        ]
        for (visibility, target), link in zip(
            visibilities, markdown.wiki_links(self.text), strict=False
        ):
            at = self.span(link.offset, link.length)
            self.names.link_uses.append(LinkUse(target, visibility, at))
