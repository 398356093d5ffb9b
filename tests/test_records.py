"""The base classes of records."""

from __future__ import annotations

import ast
import copy
import pickle
from pathlib import Path
from typing import Annotated, Final

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


class Marked(Record):
    """One with marked fields."""

    name: str
    parts: Annotated[tuple[Named, ...], records.UNION]
    words: Annotated[dict[str, str], records.CONSTANT] = records.field(default_factory=dict)


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


def test_every_field_that_may_be_left_out_has_a_default() -> None:
    assert records.default_values(Sized) == {"sizes": ()}
    assert records.default_values(Marked).keys() == {"words"}


def test_marked_fields_are_found_by_their_mark() -> None:
    assert records.marked_fields(Marked, records.CONSTANT) == {"words"}
    assert records.marked_fields(Marked, records.UNION) == {"parts"}
    assert records.marked_fields(Named, records.UNION) == frozenset()


def test_no_module_of_the_package_uses_the_standard_dataclasses() -> None:
    package = Path(chronicle.__file__).parent
    imported = {
        alias.name
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "dataclasses"
        for alias in node.names
    }
    # Type checkers check the arguments of `replace` by the one of the standard library.
    assert imported == {"replace"}
