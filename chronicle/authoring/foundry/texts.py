"""Texts of Foundry's editor, split by who may read them, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Final

from chronicle.authoring.import_notes.html_to_markdown import HtmlConverter
from chronicle.authoring.import_notes.plain_markdown import (
    escape_words,
    has_fences,
    is_accepted,
    plain_paragraphs,
)

#: `@UUID[Actor.x]{Words}`, `&Reference[x]` and `@Embed[x]`; without words it is an id.
_LINK: Final = re.compile(r"[@&][A-Za-z]+\[[^\]\n]*\](?:\{([^}\n]*)\})?")
#: `[[/r 1d8 # words]]{Words}`.
_ROLL: Final = re.compile(r"\[\[(?:/\w+\s+)?([^\]\n]*?)\s*\]\]+(?:\{([^}\n]*)\})?")
_VOID: Final = frozenset({"br", "hr", "img", "input", "wbr", "col", "source", "track", "embed"})


def split_secrets(html: str) -> tuple[str, str]:
    """The HTML that players see where they see the text, and what only the GM sees."""
    splitter = _Splitter()
    splitter.feed(html)
    splitter.close()
    return "".join(splitter.parts[False]), "".join(splitter.parts[True])


class _Splitter(HTMLParser):
    """Sorts pieces of HTML by whether they are in something secret.

    A secret section that was revealed is open, but not what is secret around or within it.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: dict[bool, list[str]] = {False: [], True: []}
        #: The tag of the secret element, and how many of its kind are open within it.
        self.tag = ""
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.tag:
            self.depth += tag == self.tag
        elif _is_secret({name: value or "" for name, value in attrs}):
            if tag in _VOID:
                self.parts[True].append(self.get_starttag_text() or "")
                return
            self.tag, self.depth = tag, 1
        self._add(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # HTML has no such tags: `<section class="secret"/>` is only a start.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self._add(f"</{tag}>")
        if self.tag and tag == self.tag:
            self.depth -= 1
            self.tag = self.tag if self.depth else ""

    def handle_data(self, data: str) -> None:
        self._add(data)

    def handle_entityref(self, name: str) -> None:
        self._add(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._add(f"&#{name};")

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Take a section such as `<![[` for a comment, as browsers do; Python 3.11 raises here."""
        try:
            return super().parse_marked_section(i, report)
        except AssertionError:
            return self.parse_bogus_comment(i)

    def _add(self, text: str) -> None:
        self.parts[bool(self.tag)].append(text)


def _is_secret(attributes: dict[str, str]) -> bool:
    """Whether an element is for the GM: a section marked as secret, or one that is hidden."""
    words = attributes.get("class", "").casefold().split()
    if any("secret" in word or word in ("gm", "gm-only", "gmonly") for word in words):
        return "revealed" not in words
    is_shown = attributes.get("data-visibility", "").casefold() in ("", "all", "everyone")
    style = attributes.get("style", "").replace(" ", "").casefold()
    return not is_shown or "hidden" in attributes or "display:none" in style


def markdown_of(html: str) -> str:
    """The Markdown of a piece of HTML; pictures keep their words."""
    if "<" not in html and "&" not in html:
        paragraphs = [_words(line.strip(), False) for line in html.split("\n")]
        text = re.sub(r"\n{3,}", "\n\n", "\n\n".join(paragraphs)).strip()
    else:
        text = HtmlConverter(_words, _picture, _embedded).convert(html)
    return text if is_accepted(text) and not has_fences(text) else plain_paragraphs(text)


def _words(text: str, _in_table: bool) -> str:
    text = _LINK.sub(lambda found: found[1] or "(unknown)", text)
    return escape_words(_ROLL.sub(lambda found: found[2] or found[1], text))


def _picture(attributes: Mapping[str, str]) -> str:
    return _words(attributes.get("alt", ""), False)


def _embedded(_attributes: object) -> None:
    return None
