"""The decorator of records: the same dataclasses as the standard library makes, compiled later."""

from __future__ import annotations

import ast
import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from pathlib import Path
from typing import Any, Final

import pytest

import chronicle
from chronicle import records
from chronicle.records import MutableRecord, Record


class Named(Record):
    """A record in a module, as pickle wants it."""

    name: str
    sizes: tuple[int, ...] = ()


class Sized(Named, kw_only=True, order=True):
    """One that adds a field which is given by name."""

    size: int


class Count(MutableRecord):
    """A record that may change."""

    number: int = 0
    seen: list[int] = records.field(default_factory=list)


RECORDS: Final = (Named("a", (1, 2)), Sized("a", size=3))


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_survives_pickle_and_copies(record: Record) -> None:
    for copied in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):  # noqa: S301  written by this test
        assert copied == record
        assert type(copied) is type(record)
        assert hash(copied) == hash(record)


@pytest.mark.parametrize("record", RECORDS)
def test_no_field_of_a_record_can_be_assigned_or_deleted(record: Named) -> None:
    with pytest.raises(AttributeError):
        record.name = "b"  # type: ignore[misc]  # records are frozen
    with pytest.raises(AttributeError):
        del record.name
    with pytest.raises(AttributeError):
        record.other = 1  # type: ignore[attr-defined]  # there is no such field
    assert record.name == "a"


def test_records_of_two_classes_are_never_equal() -> None:
    assert Named("a") == Named("a", ()) != Named("b")
    assert Named("a", (1, 2)) != Sized("a", (1, 2), size=3)


def test_a_record_with_order_sorts_by_its_fields_in_their_order() -> None:
    first, second, third = (
        Sized("a", (9,), size=1),
        Sized("b", (1,), size=2),
        Sized("b", (1,), size=3),
    )
    assert sorted([third, first, second]) == [first, second, third]
    assert records.field_names(Sized) == ("name", "sizes", "size")


def test_a_changed_record_keeps_its_other_fields_and_takes_only_its_own() -> None:
    record = Sized("a", (1,), size=3)
    assert records.replace(record, size=4) == Sized("a", (1,), size=4)
    assert record == Sized("a", (1,), size=3)
    with pytest.raises(TypeError):
        records.replace(record, weight=4)  # type: ignore[call-arg]  # there is no such field


def test_a_mutable_record_can_change_and_has_no_hash() -> None:
    count = Count()
    count.number = 2
    count.seen.append(1)
    assert (count, Count().seen) == (Count(2, [1]), [])
    with pytest.raises(TypeError):
        hash(count)


MAKERS: Final = {"standard": dataclasses.dataclass, "ours": records.dataclass}


@records.dataclass(frozen=True, slots=True)
class Stored:
    """A record in a module, as pickle wants it."""

    name: str
    sizes: tuple[int, ...] = ()


@pytest.fixture(params=sorted(MAKERS))
def dataclass(request: pytest.FixtureRequest) -> Any:
    """Both decorators, so that every law here is seen to hold for the standard one."""
    return MAKERS[request.param]


def made(dataclass: Callable[..., Any]) -> Any:
    """A frozen record with every kind of field."""

    @dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 2
        tags: list[str] = field(default_factory=list)
        note: str = field(default="", repr=False, compare=False)
        total: int = field(init=False)
        zero: int = field(init=False, default=0)
        seen: list[str] = field(init=False, default_factory=list)
        last: str = field(default="z", kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "total", self.x + self.y)

    return Point


def test_fields_are_filled_in_order_by_name_and_by_default(dataclass: Any) -> None:
    point = made(dataclass)
    first, second = point(1), point(3, 4, ["a"], "n", last="k")
    assert (first.x, first.y, first.tags, first.note, first.last) == (1, 2, [], "", "z")
    assert (second.x, second.y, second.tags, second.note, second.last) == (3, 4, ["a"], "n", "k")
    assert (second.total, second.zero, second.seen) == (7, 0, [])
    assert first.tags is not point(1).tags
    assert first.seen is not point(1).seen


@pytest.mark.parametrize(
    "wrong", [((), {}), ((1, 2, [], "", "z"), {}), ((1,), {"zero": 1}), ((1,), {"w": 1})]
)
def test_wrong_arguments_are_refused(
    dataclass: Any, wrong: tuple[tuple[Any, ...], dict[str, Any]]
) -> None:
    point = made(dataclass)
    for _ in range(2):
        with pytest.raises(TypeError, match="__init__"):
            point(*wrong[0], **wrong[1])


def test_repr_names_the_class_and_its_fields(dataclass: Any) -> None:
    shown = repr(made(dataclass)(1, tags=["a"]))
    assert shown == (
        "made.<locals>.Point(x=1, y=2, tags=['a'], total=3, zero=0, seen=[], last='z')"
    )


def test_records_are_equal_by_the_fields_compared(dataclass: Any) -> None:
    point = made(dataclass)
    assert point(1, note="n") == point(1)
    assert point(1) != point(2)
    assert point(1) != (1, 2, [], 3, 0, [], "z")


def test_a_record_of_another_class_is_never_equal(dataclass: Any) -> None:
    assert made(dataclass)(1) != made(dataclass)(1)


def test_frozen_records_are_hashed_by_the_fields_compared(dataclass: Any) -> None:
    @dataclass(frozen=True, slots=True)
    class Word:
        text: str
        note: str = field(default="", compare=False)

    assert hash(Word("a")) == hash(Word("a", "n")) == hash(("a",))
    assert len({Word("a"), Word("a", "n"), Word("b")}) == 2


def test_records_that_can_change_have_no_hash(dataclass: Any) -> None:
    @dataclass(slots=True)
    class Count:
        number: int = 0

    count = Count()
    count.number = 2
    assert count == Count(2)
    with pytest.raises(TypeError):
        hash(count)


def test_frozen_records_refuse_to_change(dataclass: Any) -> None:
    point = made(dataclass)(1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        point.x = 2
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
        del point.x


def test_order_is_that_of_the_fields(dataclass: Any) -> None:
    @dataclass(frozen=True, slots=True, order=True)
    class Date:
        month: int
        day: int

    day: Any = Date
    assert sorted([day(2, 1), day(1, 9), day(1, 2)]) == [day(1, 2), day(1, 9), day(2, 1)]
    assert day(1, 2) < day(1, 3) <= day(1, 3)
    assert day(2, 0) > day(1, 3) >= day(1, 3)
    with pytest.raises(TypeError):
        sorted([day(1, 2), (1, 3)])


def test_methods_that_a_class_defines_are_kept(dataclass: Any) -> None:
    @dataclass(frozen=True, slots=True)
    class Own:
        words: tuple[str, ...]

        def __init__(self, *words: str) -> None:
            object.__setattr__(self, "words", words)

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own)

        def __hash__(self) -> int:
            return 7

    assert (Own("a", "b").words, repr(Own()), Own("a") == Own("b"), hash(Own())) == (
        ("a", "b"),
        "own",
        True,
        7,
    )


def test_a_subclass_adds_fields_and_keeps_the_class_variables(dataclass: Any) -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Base:
        at: int

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Inner(Base):
        word: str
        known: tuple[str, ...] = ()

    assert Base(at=1).at == 1
    inner = Inner(word="w", at=2)
    assert (inner.at, inner.word, inner.known) == (2, "w", ())
    assert Inner(word="w", at=2) == inner != Base(at=2)
    assert [one.name for one in fields(Inner)] == ["at", "word", "known"]


def test_a_changed_copy_keeps_the_other_fields(dataclass: Any) -> None:
    changed = replace(made(dataclass)(1, 5, ["a"], "n", last="k"), x=2)
    assert (changed.x, changed.y, changed.tags, changed.note) == (2, 5, ["a"], "n")
    assert (changed.last, changed.total) == ("k", 7)


def test_class_patterns_take_the_fields_in_order(dataclass: Any) -> None:
    assert made(dataclass).__match_args__ == ("x", "y", "tags", "note")


def test_records_survive_pickle_and_copy() -> None:
    stored = Stored("a", (1, 2))
    assert pickle.loads(pickle.dumps(stored)) == stored  # noqa: S301  written by this test
    assert copy.deepcopy(stored) == copy.copy(stored) == stored
    with pytest.raises(FrozenInstanceError):
        copy.copy(stored).name = "b"  # type: ignore[misc]  # records are frozen


def test_slots_leave_no_room_for_other_attributes(dataclass: Any) -> None:
    assert not hasattr(made(dataclass)(1), "__dict__")


def test_nothing_is_compiled_before_it_is_called() -> None:
    point = made(records.dataclass)
    waiting = {name: vars(point)[name] for name in ("__init__", "__eq__", "__repr__")}
    assert point(1) == point(1)
    left = {name for name, method in waiting.items() if vars(point)[name] is method}
    assert left == {"__repr__"}


def test_all_records_of_the_package_use_it() -> None:
    package = Path(chronicle.__file__).parent
    importers = [
        path.relative_to(package).as_posix()
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        if "dataclass" in {alias.name for alias in node.names}
    ]
    assert importers == ["records.py"]
