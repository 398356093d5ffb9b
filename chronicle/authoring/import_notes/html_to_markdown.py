"""HTML as an editor of rich text writes it, converted to Markdown.

What Markdown has no counterpart for keeps its words. Nothing of the HTML is left in the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Final

from chronicle.authoring.import_notes.plain_markdown import ALLOWED_SCHEMES
from chronicle.authoring.import_notes.vault_secrets import is_hidden_element
from chronicle.records import MutableRecord, Record, field

#: Elements deeper than this are read as if they had no markup.
_MAX_DEPTH: Final = 60
_VOID: Final = frozenset({"br", "hr", "img", "input", "wbr", "col", "source", "track", "embed"})
#: Elements whose content is not for readers.
_DROPPED: Final = frozenset({"script", "style", "template", "head", "iframe", "object", "svg"})
_HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_BLOCKS: Final = frozenset(
    {
        *("p", "div", "section", "article", "header", "footer", "aside", "main", "figure"),
        *("blockquote", "ul", "ol", "li", "table", "hr", "pre", "details", "summary", "dl", "dt"),
        *("dd", "figcaption", "address", "fieldset", "thead", "tbody", "tfoot", "tr", "td", "th"),
        *("caption", "form", "nav", *_HEADINGS),
    }
)
#: Elements that end when another of these begins beside them.
_ENDED_BY: Final[Mapping[str, frozenset[str]]] = {
    "p": _BLOCKS,
    "li": frozenset({"li"}),
    "td": frozenset({"td", "th", "tr"}),
    "th": frozenset({"td", "th", "tr"}),
    "tr": frozenset({"tr"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
}
_EMPHASIS: Final = {"strong": "**", "b": "**", "em": "*", "i": "*"}


class _Element(MutableRecord):
    """An element with its children; a text is a string."""

    tag: str
    attributes: Mapping[str, str] = field(default_factory=dict)
    children: list[_Element | str] = field(default_factory=list)


class _TreeBuilder(HTMLParser):
    """Builds the tree of a piece of HTML, however its tags are nested."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = _Element("div")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        while tag in _ENDED_BY.get(self.open[-1].tag, ()):
            self.open.pop()
        element = _Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in _VOID and len(self.open) < _MAX_DEPTH:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        at = next((at for at in range(len(self.open) - 1, 0, -1) if self.open[at].tag == tag), 0)
        if at:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Take a section such as `<![[` for a comment, as browsers do; Python 3.11 raises here."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)


class HtmlConverter(Record):
    """Converts HTML to Markdown, with what is hidden as a comment.

    ``words`` converts a text between tags; ``in_table`` is whether it is in a table. ``picture``
    converts the attributes of an image, and ``embedded`` returns the text that an element stands
    for, if it is a mention; else None.
    """

    words: Callable[[str, bool], str]
    picture: Callable[[Mapping[str, str]], str]
    embedded: Callable[[Mapping[str, str]], str | None]

    def convert(self, html: str) -> str:
        """The Markdown of a piece of HTML."""
        builder = _TreeBuilder()
        builder.feed(html)
        builder.close()
        return "\n\n".join(self._blocks(builder.root))

    def _blocks(self, element: _Element) -> Iterator[str]:
        """The blocks in an element; words beside blocks are paragraphs."""
        run: list[_Element | str] = []
        for child in element.children:
            if isinstance(child, str) or child.tag not in _BLOCKS:
                run.append(child)
                continue
            yield from self._paragraph(run)
            run = []
            yield from self._block(child)
        yield from self._paragraph(run)

    def _paragraph(self, run: list[_Element | str]) -> Iterator[str]:
        lines = self._inline(run).strip().split("\n")
        text = "\n".join(line.strip() if at else line.rstrip(" ") for at, line in enumerate(lines))
        if text:
            yield text.replace("\n", "\\\n")

    def _block(self, element: _Element) -> Iterator[str]:
        if _is_hidden(element):
            yield from ("%%", *self._shown_block(element), "%%")
        else:
            yield from self._shown_block(element)

    def _shown_block(self, element: _Element) -> Iterator[str]:
        match element.tag:
            case tag if tag in _HEADINGS:
                title = self._inline(element.children).strip().replace("\n", " ")
                if title:
                    yield f"{'#' * _HEADINGS[tag]} {title}"
            case "hr":
                yield "---"
            case "blockquote":
                inner = "\n\n".join(self._blocks(element))
                if inner:
                    yield _prefixed(inner, "> ", "> ")
            case "ul" | "ol":
                yield from self._list(element, ordered=element.tag == "ol")
            case "pre":
                code = re.sub("[\x02\x03]", "", _text_of(element)).strip("\n")
                if code.strip():
                    yield self.words("\n".join(code.split("\n")), False).replace("\n", "\\\n")
            case "table":
                yield from self._table(element)
            case _:
                yield from self._blocks(element)

    def _list(self, element: _Element, *, ordered: bool) -> Iterator[str]:
        items: list[str] = []
        for child in element.children:
            if isinstance(child, str) and not child.strip():
                continue
            holder = child if isinstance(child, _Element) else _Element("li", {}, [child])
            parts = list(
                self._blocks(holder if holder.tag == "li" else _Element("li", {}, [holder]))
            )
            if not parts:
                continue
            marker = f"{len(items) + 1}. " if ordered else "- "
            items.append(_prefixed("\n".join(parts), marker, " " * len(marker)))
        if items:
            yield "\n".join(items)

    def _table(self, element: _Element) -> Iterator[str]:
        rows = [
            [self._inline(cell.children, in_table=True).strip() for cell in _cells(row)]
            for row in _rows(element)
        ]
        rows = [[cell.replace("\n", " ") for cell in row] for row in rows if row]
        if not rows:
            return
        width = max(len(row) for row in rows)
        lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
        yield "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])

    def _inline(self, children: list[_Element | str], *, in_table: bool = False) -> str:
        parts: list[str] = []
        for child in children:
            if isinstance(child, str):
                parts.append(self.words(re.sub(r"[\s\xa0]+", " ", child), in_table))
            else:
                parts.append(self._span(child, in_table=in_table))
        return "".join(parts)

    def _span(self, element: _Element, *, in_table: bool) -> str:
        instead = self.embedded(element.attributes)
        if instead is not None:
            return self.words(instead, in_table)
        if element.tag in _DROPPED:
            return ""
        if element.tag == "br":
            return "\n"
        if element.tag == "img":
            return self.picture(element.attributes)
        inner = self._inline(element.children, in_table=in_table)
        bare = inner.strip()
        if not bare:
            return inner
        if _is_hidden(element):
            return f"%%{inner}%%"
        before = inner[: len(inner) - len(inner.lstrip())]
        after = inner[len(inner.rstrip()) :]
        if element.tag in _EMPHASIS and "\n" not in bare:
            sign = _EMPHASIS[element.tag]
            return f"{before}{sign}{bare}{sign}{after}"
        address = element.attributes.get("href", "").strip()
        is_link = element.tag == "a" and address.lower().startswith(ALLOWED_SCHEMES)
        if is_link and not re.search(r"[\s<>()\\]", address) and "\x02" not in bare:
            return f"{before}[{bare}]({address.replace('|', '%7C')}){after}"
        return inner


def _is_hidden(element: _Element) -> bool:
    said = [element.attributes.get(name, "") for name in ("class", "style")]
    shown = "hidden " if "hidden" in element.attributes else ""
    return is_hidden_element(element.tag, f"{shown}{' '.join(said)}")


def _prefixed(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    return "\n".join([first + lines[0], *((rest + line).rstrip() for line in lines[1:])])


def _rows(element: _Element) -> Iterator[_Element]:
    for child in element.children:
        if isinstance(child, str):
            continue
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from _rows(child)


def _cells(row: _Element) -> list[_Element]:
    return [
        child for child in row.children if isinstance(child, _Element) and child.tag in ("td", "th")
    ]


def _text_of(element: _Element) -> str:
    return "".join(
        child if isinstance(child, str) else ("\n" if child.tag == "br" else _text_of(child))
        for child in element.children
    )
