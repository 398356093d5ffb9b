"""The documentation as tests read it: fenced blocks, headings, tables and links of each page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from chronicle.records import Record
from tools.docs.generated_pages import GENERATED_FROM, GENERATED_PAGES

ROOT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = ROOT / "docs"
_ATTRIBUTE: Final = re.compile(r'(\w+)="([^"]*)"')
_TERM: Final = re.compile(r"(?P<term>(\*\*)?`[^`]+`(\*\*)?(, `[^`]+`)*): (?P<text>.+)", re.DOTALL)
_NOT_IN_ANCHORS: Final = re.compile(r"[^\w\- ]")
_LINK_TARGET: Final = re.compile(r"(?<=\])\([^)]*\)")


class Fence(Record):
    """A fenced block: its page, line, language, what stands after the language, and its text."""

    page: str
    line: int
    language: str
    attributes: tuple[tuple[str, str], ...]
    text: str

    def get(self, name: str) -> str:
        """An attribute such as `title`; empty when the author gave none."""
        return dict(self.attributes).get(name, "")


class Link(Record):
    """A link or picture of a page, with its line."""

    page: str
    line: int
    target: str


class Section(Record):
    """A heading with the table rows under it, as tuples of Markdown, and the terms that it lists.

    A term is an entry of a list that begins with code and a colon; its text follows.
    """

    title: str
    rows: tuple[tuple[str, ...], ...]
    terms: tuple[tuple[str, str], ...] = ()

    def column(self, number: int = 0) -> list[str]:
        """One column's cells, without the backticks around a whole cell."""
        return [bare(row[number]) for row in self.rows]


def pages() -> tuple[str, ...]:
    """Every stored page of the documentation, relative to the checkout, in order."""
    found = [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in found))


def is_page(page: str) -> bool:
    """Whether there is such a page or file, stored or generated."""
    return page.removeprefix("docs/") in GENERATED_PAGES or (ROOT / page).exists()


def page_at(link: Link) -> str:
    """The page or file that a link of the documentation leads to, stored or generated.

    What a page is generated from stands for it, since a code host shows only that.
    """
    path = unquote(link.target).partition("#")[0]
    target = (ROOT / link.page).parent / path if path else ROOT / link.page
    found = target.resolve().relative_to(ROOT).as_posix()
    return f"docs/{GENERATED_FROM[found]}" if found in GENERATED_FROM else found


def page_text(page: str) -> str:
    """A page's Markdown, stored or generated."""
    generated = GENERATED_PAGES.get(page.removeprefix("docs/"))
    return generated() if generated is not None else (ROOT / page).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def tokens(page: str) -> tuple[Token, ...]:
    """A page's Markdown, parsed once."""
    text = page_text(page)
    return tuple(MarkdownIt("commonmark").enable("table").parse(text))


def fences(page: str) -> Iterator[Fence]:
    """A page's fenced blocks in order."""
    for token in tokens(page):
        if token.type == "fence":
            language, _, rest = token.info.strip().partition(" ")
            line = token.map[0] + 1 if token.map else 0
            yield Fence(page, line, language, tuple(_ATTRIBUTE.findall(rest)), token.content)


def links(page: str) -> Iterator[Link]:
    """All links and pictures of a page."""
    for token in tokens(page):
        for child in token.children or ():
            target = child.attrGet("href") or child.attrGet("src")
            if target:
                yield Link(page, token.map[0] + 1 if token.map else 0, str(target))


def spoken_code(page: str) -> Iterator[str]:
    """Every piece of code inside a page's sentences."""
    for token in tokens(page):
        yield from (child.content for child in token.children or () if child.type == "code_inline")


def headings(page: str) -> Iterator[str]:
    """A page's headings as Markdown."""
    listed = tokens(page)
    for index, token in enumerate(listed):
        if token.type == "heading_open":
            yield listed[index + 1].content


def anchors(page: str) -> frozenset[str]:
    """The anchors that both GitHub and GitLab give to a page's headings.

    They differ where several hyphens follow each other: GitLab makes one of them.
    """
    found: set[str] = set()
    for heading in headings(page):
        words = _NOT_IN_ANCHORS.sub("", _LINK_TARGET.sub("", heading).casefold())
        anchor = plain = words.strip().replace(" ", "-")
        number = 0
        while anchor in found:
            number += 1
            anchor = f"{plain}-{number}"
        found.add(anchor)
    return frozenset(anchor for anchor in found if "--" not in anchor)


def sections(page: str) -> dict[str, Section]:
    """A page's headings, each with the table rows and terms up to the next heading."""
    found: dict[str, list[tuple[str, ...]]] = {}
    terms: dict[str, list[tuple[str, str]]] = {}
    title = ""
    row: list[str] = []
    listed = tokens(page)
    in_body = False
    for index, token in enumerate(listed):
        match token.type:
            case "heading_open":
                title = listed[index + 1].content
                found.setdefault(title, [])
            case "tbody_open":
                in_body = True
            case "tbody_close":
                in_body = False
            case "tr_open":
                row = []
            case "inline" if listed[index - 1].type == "td_open":
                row.append(token.content)
            case "tr_close" if in_body:
                found.setdefault(title, []).append(tuple(row))
            case "inline" if listed[index - 2].type == "list_item_open":
                term = _TERM.fullmatch(token.content)
                if term:
                    terms.setdefault(title, []).append((term["term"], term["text"]))
    return {
        name: Section(name, tuple(rows), tuple(terms.get(name, ()))) for name, rows in found.items()
    }


def bare(cell: str) -> str:
    """A cell without the backticks around the whole of it."""
    return cell.strip().removeprefix("`").removesuffix("`")
