"""Prose: an author's Markdown with wiki links and secret blocks; the home of markdown-it-py.

Secrets are cut out of the text line by line before Markdown sees it, so that no oddity of Markdown
(lists, quotes, code) can let one slip through.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from chronicle.audience import Audience, Circle
from chronicle.pictures.marks import (
    PictureMark,
    PictureOf,
    Use,
    amid_words,
    hung,
    picture_at,
    pictures_in,
)

#: Where a wiki link leads a reader: an address, or None when it leads nowhere for this reader.
LinkTo: TypeAlias = Callable[[str], str | None]
#: The name to show for a link that is written as a bare id, or None to show it as written.
NameOf: TypeAlias = Callable[[str], str | None]


_COLONS: Final = re.compile(r"^[\s>*+\-0-9.)]*(:{3,})(.*)$")
#: Colons before the word where no block can begin: in a line, too few, or of another script.
_NEARLY: Final = re.compile(
    r"(?:^[\s>*+\-0-9.)]*([:：]+)|([:：]{2,}))[ \t]*secret\b", re.IGNORECASE
)
_SECRET: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*secret[ \t]+(\S.*?)[ \t]*$")
_CLOSE: Final = re.compile(r"^[ \t]*(:{3,})[ \t]*$")
_WIKI: Final = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
#: What Markdown could take for more than a letter; words of a link are words.
_MARKS: Final = re.compile(r"([\\`*_<>#|~!&])")
_HTML: Final = re.compile(r"<!--|</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>|<[?!][^<>]*>")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of a prose with the circle that may read them (None: all readers of the prose)."""

    lines: tuple[str, ...]
    circle: Circle | None


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in stretches, each with its circle; nested secrets have the stricter circle."""

    stretches: tuple[Stretch, ...]

    def visible(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty when that is nothing."""
        kept: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None or stretch.circle.admits(audience):
                kept = _joined(kept, stretch.lines)
        return "\n".join(_from_first_word(kept[: _after_last_word(kept)]))

    def marked(self, names: Callable[[Circle], str]) -> str:
        """The whole text for the GM, secret blocks as quotations headed by their readers."""
        lines: list[str] = []
        for stretch in self.stretches:
            if stretch.circle is None:
                lines += stretch.lines
            else:
                quoted = (f"> {line}".rstrip() for line in stretch.lines)
                lines += ["", f"> **{names(stretch.circle)}**", ">", *quoted, ""]
        return "\n".join(lines).strip("\n")


def _joined(above: Sequence[str], below: Sequence[str]) -> list[str]:
    """Two stretches with one blank line between them at most: empty lines tell of no cut."""
    top, bottom = above[: _after_last_word(above)], _from_first_word(below)
    gap = [""] if len(top) < len(above) or len(bottom) < len(below) else []
    return [*top, *gap, *bottom]


def _after_last_word(lines: Sequence[str]) -> int:
    return max((row for row, line in enumerate(lines, start=1) if line.strip()), default=0)


def _from_first_word(lines: Sequence[str]) -> Sequence[str]:
    return lines[next((row for row, line in enumerate(lines) if line.strip()), len(lines)) :]


@dataclass(frozen=True, slots=True)
class Passage:
    """A prose with the circle of its own readers, and that of the thing it stands in.

    It takes both to read it; when the thing is made known to more, its own circle still stands.
    """

    circle: Circle
    within: Circle
    prose: Prose

    def visible(self, audience: Audience) -> str:
        """The Markdown that this audience may read; empty when that is nothing."""
        if not (self.circle.admits(audience) and self.within.admits(audience)):
            return ""
        return self.prose.visible(audience)


@dataclass(frozen=True, slots=True)
class ColonLine:
    """A line of prose that has to do with secret blocks, as :func:`colon_lines` reads it.

    ``kind`` is ``open``, ``close`` or ``stray``; ``words`` are the audiences an opening names;
    ``colons`` how many there are; ``row`` and ``column`` count from 0.
    """

    row: int
    column: int
    kind: str
    colons: int
    words: str


def colon_lines(text: str) -> Iterator[ColonLine]:
    """Every line that starts with three or more colons, or speaks of a secret block further on.

    Marks of lists and quotes before the colons do not hide them: such a line is a stray one.
    """
    for row, line in enumerate(text.split("\n")):
        found = _COLONS.match(line) or _NEARLY.search(line)
        if found is None:
            continue
        group = found.lastindex or 1 if found.re is _NEARLY else 1
        opened, closed = _SECRET.match(line), _CLOSE.match(line)
        kind = "open" if opened else "close" if closed else "stray"
        words = opened.group(2) if opened else ""
        yield ColonLine(row, found.start(group), kind, len(found.group(group)), words)


@dataclass(frozen=True, slots=True)
class WikiLink:
    """A wiki link in a text: what it names, the words it shows, and its offset in the text."""

    target: str
    words: str
    offset: int
    length: int


def wiki_links(text: str) -> Iterator[WikiLink]:
    """All wiki links of a text, those in code too (a link in code is a mistake worth finding)."""
    for found in _WIKI.finditer(text):
        target = found.group(1).strip()
        yield WikiLink(target, found.group(2) or target, found.start(), len(found.group(0)))


# What is found in a text is the text's alone, and most texts of a campaign that is built again are
# the same: so it is looked for once.
@lru_cache(maxsize=4096)
def broken_links(text: str) -> tuple[int, ...]:
    """The offsets of double brackets that make no wiki link, or stand in code and stay as typed."""
    return tuple(_broken_links(text))


def _broken_links(text: str) -> Iterator[int]:
    linked = {found.start() for found in _WIKI.finditer(text)}
    for found in re.finditer(r"\[\[", text):
        if found.start() not in linked:
            yield found.start()
    for token in _tokens(_markdown().parse(text)):
        if token.type in ("code_inline", "code_block", "fence"):
            for link in _WIKI.finditer(token.content):
                yield text.find(link.group(0))


def _tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def cut_links(markdown: str, leads: Callable[[str], bool]) -> str:
    """A text in which links that lead a reader nowhere are bare words, where they have words.

    What such a link names is not for this reader. One without words shows its target as the author
    wrote it.
    """

    def cut(found: re.Match[str]) -> str:
        if not found.group(2) or leads(found.group(1).strip()):
            return found.group(0)
        return _MARKS.sub(r"\\\1", found.group(2).strip())

    return _WIKI.sub(cut, markdown)


def html_marks(text: str) -> Iterator[tuple[str, int]]:
    """Everything in a text that looks like HTML, with its offset; addresses in <…> are none."""
    for found in _HTML.finditer(text):
        yield found.group(0), found.start()


def broken_pictures(text: str) -> Iterator[str]:
    """What is named by pictures that nobody would see: of other sites, in code, over two lines."""
    marked = Counter(picture.name for picture in pictures_in(text))
    meant = Counter(address for kind, address in addresses(text) if kind == "picture")
    yield from meant - marked
    yield from marked - meant


@lru_cache(maxsize=4096)
def addresses(text: str) -> tuple[tuple[str, str], ...]:
    """The addresses of the links and pictures of a text: (``link`` or ``picture``, address)."""
    return tuple(_addresses(text))


def _addresses(text: str) -> Iterator[tuple[str, str]]:
    for token in _tokens(_markdown(trusting=True).parse(text)):
        if token.type == "link_open":
            yield "link", str(token.attrGet("href") or "")
        elif token.type == "image":
            yield "picture", str(token.attrGet("src") or "")


def _as_written(_target: str) -> None:
    """Shows every wiki link as it is written, and of every picture its words."""


def to_html(
    markdown: str,
    link: LinkTo,
    *,
    heading: int,
    name: NameOf = _as_written,
    picture: PictureOf = _as_written,
    use: Use = "column",
) -> str:
    """The HTML of a text that is visible to the reader; its highest heading has level ``heading``.

    Wiki links become links where ``link`` knows an address, and plain words elsewhere: the words
    after the bar, else what ``name`` makes of the target, else the target as written. Pictures are
    shown as ``picture`` says, those in a paragraph of their own as figures, and several of these
    one after another in a row. ``use`` is how wide a figure is.
    """
    env = {"link": link, "heading": heading, "name": name, "picture": picture, "use": use}
    return str(_markdown().render(markdown, env))


def plain(markdown: str, *, name: NameOf = _as_written) -> str:
    """The words of a text without any marks, in one line, for titles and descriptions.

    Those of pictures stand there when the text has no others.
    """
    words: list[str] = []
    tokens = _markdown().parse(markdown)
    for token in tokens:
        for child in token.children or ():
            if child.type in ("text", "code_inline"):
                words.append(child.content)
            elif child.type == "wiki":
                words.append(_words_of(child, name))
            elif child.type in ("softbreak", "hardbreak"):
                words.append(" ")
        words.append(" ")
    seen = (token.meta["mark"].words for token in _tokens(tokens) if token.type == "picture")
    return " ".join("".join(words).split()) or " ".join(" ".join(seen).split())


def _wiki_rule(state: StateInline, silent: bool) -> bool:
    found = _WIKI.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        token.meta = {"target": found.group(1).strip()}
        token.content = (found.group(2) or "").strip()
    state.pos = found.end()
    return True


def _words_of(token: Token, name: NameOf) -> str:
    target = str(token.meta["target"])
    return token.content or name(target) or target


def _render_wiki(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    address = env["link"](token.meta["target"])
    words = html.escape(_words_of(token, env["name"]))
    return words if address is None else f'<a href="{html.escape(address)}">{words}</a>'


def _picture_rule(state: StateInline, silent: bool) -> bool:
    mark = picture_at(state.src, state.pos)
    if mark is None:
        return False
    if not silent:
        state.push("picture", "", 0).meta = {"mark": mark}
    state.pos += mark.length
    return True


def _render_picture(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return amid_words(tokens[index].meta["mark"], env["picture"])


def _render_figures(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return hung(tokens[index].meta["marks"], env["picture"], env["use"]) + "\n"


def _with_figures(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a text with figures for the pictures in paragraphs without words.

    Those with nothing between them are one token.
    """
    passed = 0
    marks: list[PictureMark] = []
    for index, token in enumerate(tokens):
        if index < passed:
            continue
        pictures = _alone(tokens, index) if token.type == "paragraph_open" else []
        if pictures:
            marks += (picture.meta["mark"] for picture in pictures)
            passed = index + 3
            continue
        if marks:
            yield Token("figures", "", 0, meta={"marks": marks}, block=True)
            marks = []
        yield token
    if marks:
        yield Token("figures", "", 0, meta={"marks": marks}, block=True)


def _alone(tokens: Sequence[Token], index: int) -> list[Token]:
    """The pictures of the paragraph that begins here, if it holds nothing else."""
    children = tokens[index + 1].children or []
    pictures = [child for child in children if child.type == "picture"]
    gaps = [child for child in children if child.type in ("softbreak", "hardbreak")]
    blank = [child for child in children if child.type == "text" and not child.content.strip()]
    return pictures if len(pictures) + len(gaps) + len(blank) == len(children) else []


def _level_headings(tokens: Sequence[Token], top: int) -> None:
    """Renumbers headings so that the first is ``top`` and none skips a level downwards."""
    open_levels: list[int] = []
    for token in tokens:
        if token.type == "heading_open":
            written = int(token.tag[1])
            while open_levels and open_levels[-1] >= written:
                open_levels.pop()
            open_levels.append(written)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, top + len(open_levels) - 1)}"


class _Renderer(RendererHTML):
    """Markdown's own renderer, with headings fitted to where the text stands, and figures."""

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        _level_headings(tokens, env["heading"])
        return super().render(list(_with_figures(tokens)), options, env)

    def table_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        # A wide table scrolls inside its own box, which the keyboard has to reach.
        return '<div class="table" tabindex="0" role="region"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</table></div>\n"


@lru_cache(maxsize=2)
def _markdown(*, trusting: bool = False) -> MarkdownIt:
    """The parser; a trusting one takes all addresses for links or pictures, to find them."""
    parser = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    parser.inline.ruler.before("link", "wiki", _wiki_rule)
    parser.add_render_rule("wiki", _render_wiki)
    parser.add_render_rule("picture", _render_picture)
    parser.add_render_rule("figures", _render_figures)
    if trusting:
        # The parser's documented way to settle which addresses it takes is to put one's own here.
        parser.validateLink = lambda url: True  # type: ignore[method-assign]
        parser.normalizeLink = lambda url: url  # type: ignore[method-assign]
    else:
        parser.inline.ruler.at("image", _picture_rule)
    return parser
