"""Find published turns that have changed, and show the differences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from chronicle.model.publication import DisclosedItem, Json, PublicationRecord, PublishedTurn
from chronicle.project.disclosure import digest
from chronicle.publish.lock.record_encryption import RecordSecret, told_items
from chronicle.records import Record

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

#: What a name stands for, as it is told.
_TARGET: Final = re.compile(r"\([a-z]+:[a-z0-9-]+\)")

#: What is told now, by turn number and audience word.
ToldItems = Mapping[tuple[int, str], tuple[DisclosedItem, ...]]


class ItemChange(Record):
    """One difference between two versions of a turn.

    ``item`` is the name of what has changed. In a ``changed`` one the field at ``path`` was ``was``
    and is ``now``; of a new one ``now`` is the text, of one that is gone ``was``.
    """

    kind: Literal["changed", "new", "gone", "moved"]
    item: str = ""
    path: str = ""
    was: str = ""
    now: str = ""

    def line(self) -> str:
        """The difference in one line that begins with `-`, `+` or `~`."""
        match self.kind:
            case "changed":
                start = _common_prefix_end(self.was, self.now)
                was, now = _shorten(self.was, start), _shorten(self.now, start)
                return f"~ {self.item}: {self.path}: {was} → {now}"
            case "moved":
                return "~ the same in another order"
            case "new":
                return f"+ {self.item}" + (f": {_shorten(self.now)}" if self.now else "")
            case "gone":
                return f"- {self.item}" + (f": {_shorten(self.was)}" if self.was else "")


class TurnChange(Record):
    """A published turn that has changed for an audience; ``items`` show how, None if not known."""

    turn: PublishedTurn
    audience: str
    items: tuple[ItemChange, ...] | None


def changed_turns(
    published: PublicationRecord, now: ToldItems, secret: RecordSecret
) -> Iterator[TurnChange]:
    """Yield published turns and audiences whose digest is another ``now``, in order."""
    key = secret.digest_key(published.form)
    for turn in published.turns:
        kept: Mapping[str, tuple[DisclosedItem, ...]] | None = None
        for audience, was in turn.told.items():
            items = now.get((turn.number, audience))
            if items is None or digest(items, key) == was:
                continue
            kept = told_items(turn, published.form, secret) if kept is None else kept
            before = kept.get(audience)
            found = None if before is None else tuple(item_changes(before, items))
            yield TurnChange(turn, audience, found)


def item_changes(
    before: Sequence[DisclosedItem], after: Sequence[DisclosedItem]
) -> Iterator[ItemChange]:
    """The differences between two versions of a turn."""
    gone, come = _subtract(before, after), _subtract(after, before)
    if not gone and not come:
        yield ItemChange("moved")
    for item in gone:
        twin = next((other for other in come if _key(other) == _key(item)), None)
        if twin is None:
            yield ItemChange("gone", _name(item), was=str(item.get("text", "")))
        else:
            come.remove(twin)
            yield from _changed_fields(item, twin)
    for item in come:
        yield ItemChange("new", _name(item), now=str(item.get("text", "")))


def diff_lines(before: Sequence[DisclosedItem], after: Sequence[DisclosedItem]) -> Iterator[str]:
    """The differences between two versions of a turn, in lines that begin with `-`, `+` or `~`."""
    return (change.line() for change in item_changes(before, after))


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


def _key(item: DisclosedItem) -> str:
    """What pairs an item with its other version: things by their ids, whatever they are called."""
    kind = str(item["kind"])
    named = (str(item[key]) for key in _NAMES.get(kind, ()) if key in item)
    return " ".join([kind, *(" ".join(_TARGET.findall(name)) or name for name in named)])


def _changed_fields(before: DisclosedItem, after: DisclosedItem) -> Iterator[ItemChange]:
    """The fields of an item that differ."""
    old, new = dict(_flatten(before)), dict(_flatten(after))
    for path in [*old, *(path for path in new if path not in old)]:
        one, other = old.get(path, "nothing"), new.get(path, "nothing")
        if one != other:
            yield ItemChange("changed", _name(before), path, one, other)


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
