"""The Markdown parser, extended by wiki links and images with captions."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from chronicle.markup.images import references
from chronicle.markup.markdown.links import WIKI_LINK_PATTERN, NameLookup
from chronicle.records import Record


class PrivateLines(Record):
    """The lines of a text, from 0 on, that not everybody reads, and what says so."""

    numbers: tuple[int, ...] = ()
    label: str = ""


def iter_tokens(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield tokens with their children, each after its parent."""
    for token in tokens:
        yield token
        yield from token.children or ()


def _wiki_rule(state: StateInline, silent: bool) -> bool:
    found = WIKI_LINK_PATTERN.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        token.meta = {"target": found.group(1).strip()}
        token.content = (found.group(2) or "").strip()
    state.pos = found.end()
    return True


def link_text(token: Token, name: NameLookup) -> str:
    """The text of a wiki link: the author's label, else the name of its target."""
    target = str(token.meta["target"])
    return token.content or name(target) or target


def _render_wiki(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[index]
    address = env["link"](token.meta["target"])
    words = html.escape(link_text(token, env["name"]))
    return words if address is None else f'<a href="{html.escape(address)}">{words}</a>'


def _picture_rule(state: StateInline, silent: bool) -> bool:
    mark = references.picture_at(state.src, state.pos)
    if mark is None:
        return False
    if not silent:
        state.push("picture", "", 0).meta = {"mark": mark}
    state.pos += mark.length
    return True


def _render_picture(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return references.render_inline_picture(tokens[index].meta["mark"], env["picture"])


def _render_figures(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    return references.render_figures(tokens[index].meta["marks"], env["picture"], env["use"]) + "\n"


def _insert_figures(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens of a text, with a figure for consecutive paragraphs that only have images."""
    passed = 0
    marks: list[references.PictureReference] = []
    for index, token in enumerate(tokens):
        if index < passed:
            continue
        pictures = _standalone_pictures(tokens, index) if token.type == "paragraph_open" else []
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


def _insert_groups(tokens: Sequence[Token], private: PrivateLines) -> Iterator[Token]:
    """The tokens of a text, with the blocks that have private lines in groups."""
    numbers = frozenset(private.numbers)
    is_open = False
    for token in tokens:
        if numbers and token.level == 0 and token.nesting >= 0 and token.map is not None:
            is_private = not numbers.isdisjoint(range(*token.map))
            if is_private != is_open:
                yield Token("private_open" if is_private else "private_close", "", 0, block=True)
            is_open = is_private
        yield token
    if is_open:
        yield Token("private_close", "", 0, block=True)


def _standalone_pictures(tokens: Sequence[Token], index: int) -> list[Token]:
    """The images of the paragraph that begins here, if it contains nothing else."""
    children = tokens[index + 1].children or []
    pictures = [child for child in children if child.type == "picture"]
    gaps = [child for child in children if child.type in ("softbreak", "hardbreak")]
    blank = [child for child in children if child.type == "text" and not child.content.strip()]
    return pictures if len(pictures) + len(gaps) + len(blank) == len(children) else []


def _level_headings(tokens: Sequence[Token], top: int) -> Iterator[Token]:
    """The tokens, with headings renumbered: the first is ``top``, none skips a level downwards."""
    open_levels: list[int] = []
    for token in tokens:
        if token.type == "heading_open":
            written = int(token.tag[1])
            while open_levels and open_levels[-1] >= written:
                open_levels.pop()
            open_levels.append(written)
        if token.type in ("heading_open", "heading_close"):
            yield token.copy(tag=f"h{min(6, top + len(open_levels) - 1)}")
        else:
            yield token


class _Renderer(RendererHTML):
    """The HTML renderer of markdown-it, with wrapped tables."""

    def render(self, tokens: Sequence[Token], options: OptionsDict, env: EnvType) -> str:
        leveled = list(_level_headings(tokens, env["heading"]))
        grouped = list(_insert_groups(leveled, env["private"]))
        return super().render(list(_insert_figures(grouped)), options, env)

    def private_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        label = html.escape(env["private"].label)
        return (
            f'<div class="private-part" role="group" aria-label="{label}">'
            f'<p class="label flag" aria-hidden="true">{label}</p>\n'
        )

    def private_close(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</div>\n"

    def table_open(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        # A wide table scrolls in its own box, which must be reachable by keyboard.
        return '<div class="table" tabindex="0" role="region"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</table></div>\n"


class _PermissiveMarkdownIt(MarkdownIt):
    """Accepts every address unchanged."""

    def validateLink(self, url: str) -> bool:  # noqa: N802  markdown-it's name
        return True

    def normalizeLink(self, url: str) -> str:  # noqa: N802  markdown-it's name
        return url


@lru_cache(maxsize=2)
def markdown_parser(*, accept_all_addresses: bool = False) -> MarkdownIt:
    """The parser; ``accept_all_addresses`` is for finding the addresses of links and images."""
    kind = _PermissiveMarkdownIt if accept_all_addresses else MarkdownIt
    made = kind("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    made.inline.ruler.before("link", "wiki", _wiki_rule)
    made.add_render_rule("wiki", _render_wiki)
    made.add_render_rule("picture", _render_picture)
    made.add_render_rule("figures", _render_figures)
    made.inline.ruler.before("image", "picture", _picture_rule)
    if not accept_all_addresses:
        made.inline.ruler.disable("image")
    return made


# A page needs the plain text and the HTML of a text, one after the other.
@lru_cache(maxsize=16)
def parsed(markdown: str) -> Sequence[Token]:
    """The tokens of a text, which must not be changed."""
    return markdown_parser().parse(markdown)
