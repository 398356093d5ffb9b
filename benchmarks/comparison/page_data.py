"""Built pages as plain data, so that other generators can make equal pages of it.

A page is split into what a template would have written and what it would have filled in: *frames*
of unchanged markup, and *values* between them, in the order of the page. Frames that several pages
share are kept once, as in a template; the values belong to the page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final

from benchmarks.comparison.markdown_text import markdown_of

#: A frame's name under ``f``, and the value that follows it: ``t`` is text, also of an attribute,
#: ``m`` is Markdown, ``s`` names a drawing, ``v`` is one that only this page has.
Block = dict[str, str]

_TOKEN: Final = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1>|<[^>]*>|[^<]+", re.DOTALL)
#: Attributes that a template would hold; what others say is the page's own.
_VALUE: Final = re.compile(
    r" (?!(?:class|role|scope|tabindex|type|hidden|lang|colspan|rowspan|aria-hidden|aria-current)=)"
    r'[\w-]+="([^"]*)"'
)
#: A longer drawing is used once: a map or a chart.
_SHARED: Final = 2_000
_PROSE: Final = '<div class="prose">'


@dataclass(frozen=True, slots=True)
class PageData:
    """One page: its path, what its head says, and the blocks of its main part.

    The parts before and after ``main`` are the same on many pages: they are kept by name.
    """

    path: str
    title: str
    description: str
    head: str
    body: str
    header: str
    footer: str
    blocks: Sequence[Block]

    @property
    def name(self) -> str:
        return name_of(self.path)

    @property
    def values(self) -> dict[str, Any]:
        """The page as one record, with short keys."""
        found: dict[str, Any] = {"title": self.title, "url": f"/{self.path}"}
        found |= {"description": self.description, "head": self.head, "class": self.body}
        found |= {"header": self.header, "footer": self.footer}
        return found | {"b": self.blocks}


def name_of(path: str) -> str:
    """The name of a page, of which a file can be made."""
    return path.removesuffix(".html").replace("/", "__")


@dataclass(slots=True)
class Library:
    """What stands on many pages, each thing once under a name."""

    frames: dict[str, str] = field(default_factory=dict)
    drawings: dict[str, str] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    rows: dict[str, Sequence[Block]] = field(default_factory=dict)

    def frame(self, content: str) -> str:
        return _kept(self.frames, content)

    def drawing(self, content: str) -> str:
        return _kept(self.drawings, content)

    def head(self, content: str) -> str:
        return _kept(self.heads, content)

    def row(self, source: str) -> str:
        """A header or footer as blocks; the same source is taken apart once."""
        name = _name(source)
        if name not in self.rows:
            self.rows[name] = tuple(blocks_of(source, self))
        return name


def page_of(path: str, text: str, library: Library) -> PageData:
    """What a page says."""
    head, _, body = text.partition("</head>")
    title = _between(head, "<title>", "</title>")
    described = re.search(r'<meta name="description" content="([^"]*)">', head)
    rest = re.sub(
        r'<title>.*?</title>|<meta (?:name="description"|property="og:(?:title|description|url)")'
        r'[^>]*>|<link rel="canonical"[^>]*>',
        "",
        head.partition("<head>")[2],
        flags=re.DOTALL,
    )
    start = re.search(r"<body([^>]*)>", body)
    inner = body[start.end() if start else 0 : body.rindex("</body>")]
    opening, closing = _main_in(inner)
    return PageData(
        path,
        html.unescape(title),
        html.unescape(described[1]) if described else "",
        library.head(re.sub(r"\n+", "\n", rest)),
        start[1] if start else "",
        library.row(inner[:opening]),
        library.row(inner[closing:]),
        tuple(blocks_of(inner[opening:closing], library)),
    )


def _main_in(inner: str) -> tuple[int, int]:
    """Where the main part of a page begins and ends; all of it where there is none."""
    opening, closing = inner.find("<main"), inner.rfind("</main>")
    return (0, len(inner)) if opening < 0 else (opening, closing + len("</main>"))


def blocks_of(source: str, library: Library) -> Iterator[Block]:
    """The blocks of a stretch of a page."""
    tokens = list(_tokens(source))
    frame = ""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.startswith("<svg"):
            value = {"s": library.drawing(token)} if len(token) < _SHARED else {"v": token}
            yield {"f": library.frame(frame), **value}
            frame = ""
        elif token == _PROSE and (found := _prose(tokens, at)) is not None:
            yield {"f": library.frame(frame + token), "m": found[0]}
            frame, at = "</div>", found[1]
        elif token.startswith(("<script", "<style", "<!")) or token.isspace():
            frame += token
        elif token.startswith("<"):
            start = 0
            for said in _VALUE.finditer(token):
                still = frame + token[start : said.start(1)]
                yield {"f": library.frame(still), "t": html.unescape(said[1])}
                frame, start = "", said.end(1)
            frame += token[start:]
        else:
            yield {"f": library.frame(frame), "t": html.unescape(token)}
            frame = ""
        at += 1
    yield {"f": library.frame(frame)}


def _prose(tokens: Sequence[str], at: int) -> tuple[str, int] | None:
    """The Markdown of a piece of prose, and where it ends; None if it says more than we can."""
    depth, end = 1, at + 1
    while depth:
        depth += (tokens[end] != "</div>" and tokens[end].startswith("<div")) - (
            tokens[end] == "</div>"
        )
        end += 1
    text = markdown_of(tokens[at + 1 : end - 1])
    return None if text is None else (text, end - 1)


def _tokens(source: str) -> Iterator[str]:
    """Tags, texts, and whole drawings."""
    depth, drawing = 0, ""
    for found in _TOKEN.finditer(source):
        token = found[0]
        if depth or token.startswith("<svg"):
            drawing += token
            depth += token.startswith("<svg") - token.startswith("</svg")
            if not depth:
                yield drawing
                drawing = ""
        elif not token.startswith("<!--"):
            yield token


def _kept(shelf: dict[str, str], content: str) -> str:
    name = _name(content)
    if shelf.setdefault(name, content) != content:
        raise ValueError(f"two things are named {name}")
    return name


def _name(content: str) -> str:
    return "n" + blake2b(content.encode(), digest_size=5).hexdigest()


def _between(text: str, before: str, after: str) -> str:
    return text.partition(before)[2].partition(after)[0]
