"""Wiki links in a text, and the removal of those that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from chronicle.records import Record

#: Returns the address of a wiki link's target, or None if it leads nowhere for this reader.
LinkResolver: TypeAlias = Callable[[str], str | None]
#: Returns the name to show for a link to a bare id, or None to show it as written.
NameLookup: TypeAlias = Callable[[str], str | None]
WIKI_LINK_PATTERN: Final = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
#: Characters that have a meaning in Markdown; in labels they are escaped.
_MARKDOWN_CHARACTERS: Final = re.compile(r"([\\`*_<>#|~!&])")


class WikiLink(Record):
    """A wiki link in a text: its target, its label, and its position in the text."""

    target: str
    words: str
    offset: int
    length: int


def wiki_links(text: str) -> Iterator[WikiLink]:
    """All wiki links of a text, including those in code (which are mistakes to be reported)."""
    for found in WIKI_LINK_PATTERN.finditer(text):
        target = found.group(1).strip()
        yield WikiLink(target, found.group(2) or target, found.start(), len(found.group(0)))


def strip_dead_links(markdown: str, leads: Callable[[str], bool]) -> str:
    """Replace links that lead a reader nowhere by their labels, if they have labels.

    The target of such a link is not for this reader. A link without a label stays as the author
    wrote it.
    """

    def cut(found: re.Match[str]) -> str:
        if not found.group(2) or leads(found.group(1).strip()):
            return found.group(0)
        return _MARKDOWN_CHARACTERS.sub(r"\\\1", found.group(2).strip())

    return WIKI_LINK_PATTERN.sub(cut, markdown)
