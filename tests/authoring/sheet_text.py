"""The text that an order sheet writes, as the script of the page makes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.authoring.order_text import checksum
from tests.sample_campaigns import CHECKOUT

#: Sheets with their texts, for the script of the page as well.
CASES: Final[list[dict[str, Any]]] = json.loads(
    (CHECKOUT / "tests/authoring/sheet_texts.json").read_text(encoding="utf-8")
)
_NAME: Final = re.compile(r"(?!(?:true|false|null)$)[a-z][a-z0-9_-]*(?:/[a-z0-9_-]+)*")


def sheet_text(sheet: Mapping[str, Any]) -> str:
    """The text of a sheet with its turn, faction, campaign and orders."""
    head = f"turn={sheet['turn']} faction={sheet['faction']} campaign: {sheet['campaign']}"
    lines = [
        re.sub(r"\s+", " ", re.sub("[\u200b\u2060\ufeff\xad]", "", line)).strip()
        for line in (head, *_lines("", sheet["orders"]))
    ]
    return numbered_text(lines)


def numbered_text(lines: Sequence[str]) -> str:
    """Lines of orders with their numbers and the end."""
    numbered = "".join(f"[{number}] {line}\n" for number, line in enumerate(lines, start=1))
    return f"{numbered}[end {' '.join(map(checksum, lines))}]\n"


def _lines(place: str, values: Mapping[str, Any]) -> Iterator[str]:
    short: list[str] = []
    long: list[str] = []
    inner: list[tuple[str, Mapping[str, Any]]] = []
    for at, value in _leaves(values, is_root=not place):
        if isinstance(value, dict) and (value or not place or re.search(r"\.\d+$", at)):
            inner.append((at, value))
        elif _is_short(value):
            short.append(f"{at}={_written(value)}")
        else:
            long += [f"{at}: {line}" for line in value.split("\n")]
    if place or short or long:
        yield " ".join(filter(None, (place, *short, *long[:1])))
    yield from (f"{place} {text}" for text in long[1:])
    for at, one in inner:
        yield from _lines(f"{place}/{at}" if place else at, one)


def _leaves(values: Mapping[str, Any], *, is_root: bool) -> Iterator[tuple[str, Any]]:
    """What is in a mapping, and in mappings within it, each with its place."""
    for at, value in values.items():
        if isinstance(value, list) and not _is_short(value):
            yield from ((f"{at}.{number}", one) for number, one in enumerate(value, start=1))
        elif isinstance(value, dict) and value and not is_root:
            inner = _leaves(value, is_root=False)
            yield from ((f"{at}/{key}", one) for key, one in inner)
        else:
            yield at, value


def _is_short(value: object) -> bool:
    if isinstance(value, dict):
        return not value
    if isinstance(value, list):
        return all(_is_short(it) and not isinstance(it, dict) for it in value)
    return isinstance(value, int) or (isinstance(value, str) and bool(_NAME.fullmatch(value)))


def _written(value: object) -> str:
    if isinstance(value, list):
        return f"[{','.join(map(_written, value))}]"
    return "{}" if value == {} else str(value).lower() if isinstance(value, bool) else str(value)


def in_lines(value: Any) -> Any:
    """Orders as a text has them: without unseen signs, and with one space between words."""
    if isinstance(value, dict):
        return {key: in_lines(one) for key, one in value.items()}
    if isinstance(value, list):
        return [in_lines(one) for one in value]
    if not isinstance(value, str):
        return value
    seen = re.sub("[\u200b\u2060\ufeff\xad]", "", value)
    return "\n".join(" ".join(line.split()) for line in seen.strip().split("\n"))
