"""Append to a list in an author's YAML file; every other byte is kept."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.yaml.edit import document
from chronicle.yaml.edit.document import YamlEditError, parse_root
from chronicle.yaml.nodes import ListNode, MapNode

#: What can be appended: a word, or a mapping of texts, numbers, booleans and lists of words.
YamlItem: TypeAlias = str | Mapping[str, str | int | bool | Sequence[str]]
_PLAIN: Final = re.compile(r"[a-z][a-z0-9]*(?:[-/][a-z0-9]+)*")
#: A text of several lines that a block can hold: no other breaks, nothing blank at an end.
_BLOCK: Final = re.compile(
    r"\S[^\r\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]*\n[^\r\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]*\S"
)
#: Words that have another meaning without quotes.
_RESERVED_WORDS: Final = frozenset({"true", "false", "null"})


def append_items(text: str, key: str, items: Sequence[YamlItem]) -> str:
    """Return a document with items appended to a list under a top-level key.

    The key may be missing. ``text`` must be valid YAML. Raises :class:`YamlEditError`.
    """
    before = parse_root(text)
    lines = document.lines_of(text)
    at, indent, head = _insertion_point(before, key, lines)
    block = [*head, *(line for item in items for line in _format_item(item, " " * indent))]
    start = at - 1 if head and before.key(key) is not None else at
    result = document.splice(lines, start, at, block, document.line_end(text))
    wanted = document.plain_entries(before)
    old = wanted.get(key) or []
    wanted[key] = [*(old if isinstance(old, list) else [old]), *map(_plain_item, items)]
    if document.plain_entries(parse_root(result)) != wanted:
        raise YamlEditError(key)
    return result


def _insertion_point(root: MapNode, key: str, lines: Sequence[str]) -> tuple[int, int, list[str]]:
    """Number of lines before the insertion, its indentation, and the key if it is missing."""
    starts = [entry.key.span.line for entry in root.entries]
    held = root.key(key)
    if held is None:
        return document.trim_end(lines, 0, len(lines)), 2, [f"{key}:"]
    value = root.get(key)
    first = held.span.line
    end = min((line - 1 for line in starts if line > first), default=len(lines))
    if not isinstance(value, ListNode) or not value.items:
        # A key without a value, or with an empty list on the same line, is rewritten.
        bare = document.BARE_KEY.fullmatch(document.without_end(lines[first - 1]))
        if bare is None:
            raise YamlEditError(key)
        return first, 2, [f"{bare[1]}{bare[2] or ''}"]
    dash = lines[value.items[0].span.line - 1]
    if not dash.lstrip().startswith("-"):
        raise YamlEditError(key)
    return document.trim_end(lines, first, end), len(dash) - len(dash.lstrip()), []


def _format_item(item: YamlItem, pad: str) -> list[str]:
    if isinstance(item, str):
        return [f"{pad}- {format_scalar(item)}"]
    rows = [row for key, value in item.items() for row in format_entry(key, value)]
    first, *rest = rows
    return [f"{pad}- {first}", *(f"{pad}  {row}" if row else "" for row in rest)]


def format_entry(key: str, value: str | int | bool | Sequence[str]) -> list[str]:
    """A key with its value; a text of several lines is a block, as one writes it by hand."""
    if isinstance(value, str) and _BLOCK.fullmatch(value):
        return [f"{key}: |-", *(f"  {line}" if line else "" for line in value.split("\n"))]
    return [f"{key}: {_format_value(value)}"]


def _format_value(value: str | int | bool | Sequence[str]) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return format_scalar(value)
        case _:
            return f"[{', '.join(format_scalar(word) for word in value)}]"


def format_scalar(text: str) -> str:
    """A text in one line, in quotes unless it is a plain word."""
    bare = _PLAIN.fullmatch(text) is not None and text not in _RESERVED_WORDS
    return text if bare else json.dumps(text, ensure_ascii=False)


def _plain_item(item: YamlItem) -> object:
    if isinstance(item, str):
        return item
    return {
        key: list(value)
        if isinstance(value, Sequence) and not isinstance(value, str)
        # The parsed file has numbers and booleans as text too.
        else (value if isinstance(value, str) else _format_value(value))
        for key, value in item.items()
    }
