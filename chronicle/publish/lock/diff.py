"""Find published turns that have changed, and show the differences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.model.publication import DisclosedItem, Json, PublicationRecord, PublishedTurn
from chronicle.project.disclosure import digest
from chronicle.records import Record

#: Maximum number of lines of a difference.
MAX_LINES: Final = 12
_WORDS: Final = 48
#: The fields that identify an item among others of its kind.
_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "news": ("title",),
    "letter": ("title", "sender"),
    "street": ("code",),
    "event": ("code",),
    "order": ("order", "code"),
    "reveal": ("reveals",),
    "relation": ("between",),
    "measure": ("of", "name"),
    "figures": ("of",),
}

#: What is told now, by turn number and audience word.
ToldItems = Mapping[tuple[int, str], tuple[DisclosedItem, ...]]


class TurnChange(Record):
    """A published turn that has changed for an audience; ``lines`` show how, if known."""

    turn: PublishedTurn
    audience: str
    lines: tuple[str, ...]


def changed_turns(published: PublicationRecord, now: ToldItems) -> Iterator[TurnChange]:
    """Yield published turns and audiences whose digest is another ``now``, in order."""
    for turn in published.turns:
        for audience, was in turn.told.items():
            items = now.get((turn.number, audience))
            if items is None or digest(items) == was:
                continue
            before = turn.items.get(audience)
            lines = () if before is None else tuple(diff_lines(before, items))
            yield TurnChange(turn, audience, lines)


def diff_lines(before: Sequence[DisclosedItem], after: Sequence[DisclosedItem]) -> Iterator[str]:
    """The differences between two versions of a turn, in lines that begin with `-`, `+` or `~`."""
    gone, come = _subtract(before, after), _subtract(after, before)
    if not gone and not come:
        yield "~ the same in another order"
    for item in gone:
        twin = next((other for other in come if _name(other) == _name(item)), None)
        if twin is None:
            yield f"- {_name(item)}{_first_words(item)}"
        else:
            come.remove(twin)
            yield from (f"~ {_name(item)}: {line}" for line in _changed_fields(item, twin))
    for item in come:
        yield f"+ {_name(item)}{_first_words(item)}"


def _subtract(
    items: Sequence[DisclosedItem], others: Sequence[DisclosedItem]
) -> list[DisclosedItem]:
    left = Counter(digest([other]) for other in others)
    found = []
    for item in items:
        mark = digest([item])
        if left[mark]:
            left[mark] -= 1
        else:
            found.append(item)
    return found


def _name(item: DisclosedItem) -> str:
    """The name of an item: its kind, and the fields that identify it."""
    kind = str(item["kind"])
    return " ".join([kind, *(str(item[key]) for key in _NAMES.get(kind, ()) if key in item)])


def _first_words(item: DisclosedItem) -> str:
    text = item.get("text")
    return f": {_shorten(str(text))}" if text else ""


def _changed_fields(before: DisclosedItem, after: DisclosedItem) -> Iterator[str]:
    """The fields of an item that differ, one line each."""
    old, new = dict(_flatten(before)), dict(_flatten(after))
    for path in [*old, *(path for path in new if path not in old)]:
        one, other = old.get(path, "nothing"), new.get(path, "nothing")
        if one != other:
            start = _common_prefix_end(one, other)
            yield f"{path}: {_shorten(one, start)} → {_shorten(other, start)}"


def _flatten(value: Json, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each value in ``value`` with its path; a list of plain values counts as one value."""
    if isinstance(value, Mapping):
        for name in sorted(value):
            yield from _flatten(value[name], f"{path}.{name}" if path else name)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        if all(isinstance(part, int | str) for part in value):
            yield path, ", ".join(str(part) for part in value)
            return
        for number, part in enumerate(value, start=1):
            yield from _flatten(part, f"{path}.{number}")
    elif isinstance(value, bool):
        yield path, "yes" if value else "no"
    else:
        yield path, str(value)


def _common_prefix_end(one: str, other: str) -> int:
    """The start of a word shortly before the point where two texts differ; 0 if near the start."""
    at = next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    return one.rfind(" ", 0, max(0, at - 12)) + 1 if at > 2 * _WORDS // 3 else 0


def _shorten(text: str, start: int = 0) -> str:
    """A part of a text in one line, in quotes if it has more than one word."""
    line = re.sub(r"\s+", " ", text[start:]).strip()
    cut = line if len(line) <= _WORDS else line[:_WORDS].rstrip() + "…"
    cut = f"…{cut}" if start else cut
    return f"“{cut}”" if " " in cut else cut or "nothing"
