"""Plain values as YAML in the style that people write: block texts, short lists on one line."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from typing import Any, Final

WIDTH: Final = 110
_PLAIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9 '.!/-]*[A-Za-z0-9.!]|[a-z]")
_NOT_TEXT: Final = ("null", "true", "false", "on", "off", "yes", "no", "y", "n")


def yaml(value: dict[str, Any]) -> str:
    """A file that says these values."""
    return "".join(f"{line}\n" for line in _mapping(value, ""))


def wrapped(text: str) -> str:
    """A text with its lines broken where people would, empty lines and fences unchanged."""
    lines = text.split("\n")
    return "\n".join(
        textwrap.fill(line, WIDTH, break_long_words=False, break_on_hyphens=False) for line in lines
    )


def _mapping(value: dict[str, Any], indent: str) -> Iterator[str]:
    for key, item in value.items():
        yield from _entry(f"{indent}{key}:", item, f"{indent}  ")


def _entry(head: str, item: Any, indent: str) -> Iterator[str]:
    flow = _flow(item)
    if isinstance(item, str) and ("\n" in item or len(head) + len(item) > WIDTH):
        yield f"{head} |"
        for line in wrapped(item).rstrip("\n").split("\n"):
            yield f"{indent}{line}" if line else ""
    elif len(head) + len(flow) <= WIDTH and "\n" not in flow:
        yield f"{head} {flow}"
    elif isinstance(item, dict):
        yield head
        yield from _mapping(item, indent)
    elif isinstance(item, list):
        yield head
        for one in item:
            yield from _item(one, indent)
    else:
        yield f"{head} {flow}"


def _item(one: Any, indent: str) -> Iterator[str]:
    if isinstance(one, dict) and not _is_short(one, indent):
        lines = list(_mapping(one, f"{indent}  "))
        yield f"{indent}- {lines[0].removeprefix(f'{indent}  ')}"
        yield from lines[1:]
    else:
        yield f"{indent}- {_flow(one)}"


def _is_short(one: dict[str, Any], indent: str) -> bool:
    flow = _flow(one)
    return len(indent) + len(flow) < WIDTH and "\n" not in flow and len(one) < 6


def _flow(value: Any) -> str:
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ", ".join(_flow(item) for item in value) + "]"
        case str():
            is_plain = _PLAIN.fullmatch(value) and value.lower() not in _NOT_TEXT
            return value if is_plain else json.dumps(value, ensure_ascii=False)
        case _:
            return json.dumps(value)
