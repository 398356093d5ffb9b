"""Wiki links: what a text names, and what is left of a link that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

#: Where a wiki link leads a reader: an address, or None when it leads nowhere for this reader.
LinkResolver: TypeAlias = Callable[[str], str | None]
#: The name to show for a link that is written as a bare id, or None to show it as written.
NameLookup: TypeAlias = Callable[[str], str | None]
WIKI_LINK_PATTERN: Final = re.compile(r"\[\[([^\[\]|\n]+)(?:\|([^\[\]\n]+))?\]\]")
#: What Markdown could take for more than a letter; words of a link are words.
_MARKDOWN_CHARACTERS: Final = re.compile(r"([\\`*_<>#|~!&])")


@dataclass(frozen=True, slots=True)
class WikiLink:
    """A wiki link in a text: what it names, the words it shows, and its offset in the text."""

    target: str
    words: str
    offset: int
    length: int


def wiki_links(text: str) -> Iterator[WikiLink]:
    """All wiki links of a text, those in code too (a link in code is a mistake worth finding)."""
    for found in WIKI_LINK_PATTERN.finditer(text):
        target = found.group(1).strip()
        yield WikiLink(target, found.group(2) or target, found.start(), len(found.group(0)))


def strip_dead_links(markdown: str, leads: Callable[[str], bool]) -> str:
    """A text in which links that lead a reader nowhere are bare words, where they have words.

    What such a link names is not for this reader. One without words shows its target as the author
    wrote it.
    """

    def cut(found: re.Match[str]) -> str:
        if not found.group(2) or leads(found.group(1).strip()):
            return found.group(0)
        return _MARKDOWN_CHARACTERS.sub(r"\\\1", found.group(2).strip())

    return WIKI_LINK_PATTERN.sub(cut, markdown)
