"""Records, changes and readers in the notation of the cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from chronicle.model.audience import Visibility
from chronicle.records import Record, field_names, is_record


def visibility_as_text(visibility: Visibility) -> str:
    return "everyone" if visibility.public else ", ".join(sorted(visibility.factions)) or "gm"


_EMPTY: Final[tuple[object, ...]] = ("", (), frozenset(), {})


def is_wrongly_none(record: object, name: str) -> bool:
    """Whether a field is None that isn't declared so: other empty values say nothing."""
    kinds = (vars(kind).get("__annotations__", {}) for kind in type(record).__mro__)
    hint = next(hints[name] for hints in kinds if name in hints)
    return getattr(record, name) is None and "None" not in hint


class Notation(Record):
    """How a ruleset's cases write records: ``own`` has the words of a value that has its own.

    ``unsaid`` are the values that say nothing, and ``left_out`` the fields that nothing is said of.
    """

    own: Callable[[object], str]
    unsaid: tuple[object, ...]
    left_out: frozenset[str] = frozenset()

    def change(self, change: object) -> str:
        """A change by its kind and what it is of, then its other fields by name, and its rule."""
        what, *others = field_names(type(change))
        rule = f" [{change.rule}]" if hasattr(change, "rule") else ""
        fields = self.shown(change, (name for name in others if name != "rule"))
        said = f"{type(change).__name__.lower()} {self.value(getattr(change, what))}"
        return " ".join(part for part in (said, fields) if part) + rule

    def fields(self, record: object) -> str:
        """Every field that says something, by name."""
        assert is_record(type(record))
        names = field_names(type(record))
        return self.shown(record, (name for name in names if name not in self.left_out))

    def shown(self, record: object, names: Iterable[str]) -> str:
        said = (
            (name, value)
            for name in names
            if self.says(value := getattr(record, name)) or is_wrongly_none(record, name)
        )
        return ", ".join(f"{name} {self.value(value)}" for name, value in said)

    def says(self, value: object) -> bool:
        return not any(value is it for it in self.unsaid) and value not in _EMPTY

    def value(self, value: object) -> str:
        if own := self.own(value):
            return own
        match value:
            case bool():
                return "yes" if value else "no"
            case tuple() | list():
                return "(" + ", ".join(map(self.value, value)) + ")"
            case frozenset():
                return "{" + ", ".join(sorted(map(self.value, value))) + "}"
            case _ if is_record(type(value)):
                return f"({self.fields(value)})"
            case _:
                return str(value)
