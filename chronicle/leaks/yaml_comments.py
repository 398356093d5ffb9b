"""Find prose in YAML comments, as opposed to YAML that was commented out.

If a comment without its `#` is an entry of a list or a mapping, its ids, numbers and codes reveal
nothing that is not in the campaign elsewhere, so only the prose in it is secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from chronicle.files.source import Source, Span
from chronicle.leaks.words import PHRASE_LENGTH, words_of
from chronicle.yaml.placeholders import is_prompt

_COMMENT: Final = re.compile(r"(?:^|\s)#+\s*(\S.*)$", re.MULTILINE)
#: A list item, a mapping in one line, or a key with its value; keys are lower case.
_ENTRY: Final = re.compile(r"(?:- +)*(?=[\[{]|[a-z][\w-]*:(?:\s|$))|(?:- +)+(?=\S)")
_KEY: Final = re.compile(r"([a-z][\w/-]*):(?=\s|$)\s*")
_QUOTED: Final = re.compile(r"""(["'])(?:[^"'\\]|\\.|(?!\1).)*\1""")
_FLOW_SCALAR: Final = re.compile(r"[^,\[\]{}\s](?:(?!\s#)[^,\[\]{}])*")
_PLAIN_SCALAR: Final = re.compile(r"(?:(?!\s#).)+")
_TRAILING_COMMENT: Final = re.compile(r"#+\s*(?P<said>\S.*)$")
#: An id, a code, a path of ids or a number.
_CODE: Final = re.compile(r"[a-z0-9]+(?:[-_/][a-z0-9]+)*|[-+]?\d+(?:[.:-]\d+)*")
#: The values of these keys are prose, even if they are a single word.
_PROSE_KEYS: Final = frozenset(
    {"because", "name", "narrative", "notes", "plan", "pretext", "request", "text", "title", "veto"}
)
#: Lists of names, prices and chances in the file of a coming turn begin with this.
_LISTING_PREFIX: Final = ":"
_PART: Final = re.compile(r"[^,;:()\[\]{}]+")


def comment_texts(source: Source) -> Iterator[tuple[str, Span]]:
    """Yield the prose in the comments of a file, each with its location.

    Everything that looks like a comment counts, even a heading in a text, which is part of that
    text too.
    """
    text = source.text
    if source.path.endswith(".md"):
        text = text[: text.find("\n---", 3) + 1]
    for found in _COMMENT.finditer(text):
        line = text.count("\n", 0, found.start(1)) + 1
        column = found.start(1) - text.rfind("\n", 0, found.start(1))
        for said, start in _prose_parts(found[1]):
            at = column + start
            yield said, Span(source, line, at, line, at + len(said))


def _prose_parts(comment: str) -> Iterator[tuple[str, int]]:
    """The prose in a comment, each part with its offset."""
    if is_prompt(comment):
        return
    if comment.startswith(_LISTING_PREFIX):
        # Names and prices are not that long.
        for part in _PART.finditer(comment):
            if len(words_of(part[0])) > PHRASE_LENGTH:
                yield part[0].strip(), part.end() - len(part[0].lstrip())
    elif (inside := _unopened_count(comment)) > 0:
        yield from _prose_values(comment, 0, depth=inside)
    elif entry := _ENTRY.match(comment):
        yield from _prose_values(comment, entry.end())
    else:
        yield comment, 0


def _unopened_count(comment: str) -> int:
    """How many mappings and lists end in this comment that began above it."""
    return sum(comment.count(it) for it in "]}") - sum(comment.count(it) for it in "[{")


def _prose_values(comment: str, at: int, depth: int = 0) -> Iterator[tuple[str, int]]:
    """The prose among the values of an entry that begins at ``at``.

    ``depth`` is the number of flow mappings and lists that are open there.
    """
    key = ""
    while at < len(comment):
        if comment[at] in "[]{}, ":
            depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(comment[at], 0)
            at += 1
        elif rest := _TRAILING_COMMENT.match(comment, at):
            yield from (
                (said, rest.start("said") + start) for said, start in _prose_parts(rest["said"])
            )
            return
        elif named := _KEY.match(comment, at):
            key, at = named[1], named.end()
        else:
            plain = _FLOW_SCALAR if depth else _PLAIN_SCALAR
            value = _QUOTED.match(comment, at) or plain.match(comment, at)
            if value is None:
                at += 1
                continue
            said = value[0].strip("\"' ")
            if said and not is_prompt(said) and (key in _PROSE_KEYS or not _CODE.fullmatch(said)):
                yield said, at + value[0].index(said)
            at = value.end()
