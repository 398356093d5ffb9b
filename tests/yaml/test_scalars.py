"""A plain value means what the core schema of YAML 1.2 says, and nothing older."""

from __future__ import annotations

import math

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.nodes import ListNode, MapNode, ScalarNode, ScalarValue
from chronicle.yaml.parser import compose

#: Text as written and what it means, by the core schema (YAML 1.2.2, section 10.3.2).
CORE: list[tuple[str, ScalarValue]] = [
    # What YAML 1.1 took for truth values, dates, octals and base 60 is text or a plain number.
    ("no", "no"),
    ("No", "No"),
    ("on", "on"),
    ("off", "off"),
    ("yes", "yes"),
    ("y", "y"),
    ("012", 12),
    ("1_000", "1_000"),
    ("12:30:45", "12:30:45"),
    ("2026-11-14", "2026-11-14"),
    ("2026-11-14 20:00:00", "2026-11-14 20:00:00"),
    ("0b101", "0b101"),
    ("<<", "<<"),
    ("=", "="),
    # Truth values and nothing.
    ("true", True),
    ("True", True),
    ("TRUE", True),
    ("tRUE", "tRUE"),
    ("false", False),
    ("False", False),
    ("~", None),
    ("null", None),
    ("Null", None),
    ("NULL", None),
    ("nULL", "nULL"),
    ("none", "none"),
    # Whole numbers.
    ("0", 0),
    ("-0", 0),
    ("+7", 7),
    ("-19", -19),
    ("0o14", 12),
    ("0x1F", 31),
    ("0o8", "0o8"),
    ("0xG", "0xG"),
    ("-0x1", "-0x1"),
    ("+", "+"),
    ("1 000", "1 000"),
    # Decimal numbers.
    ("1e3", 1000.0),
    ("1.", 1.0),
    (".5", 0.5),
    ("-1.5E-2", -0.015),
    (".inf", math.inf),
    ("-.INF", -math.inf),
    ("1.2.3", "1.2.3"),
    ("e3", "e3"),
    (".", "."),
    ("inf", "inf"),
    ("nan", "nan"),
]


def value_of(written: str) -> ScalarValue:
    report = Report()
    node = compose(Source("x.yaml", f"key: {written}\n"), report)
    assert report.findings == ()
    assert isinstance(node, MapNode)
    value = node.get("key")
    assert isinstance(value, ScalarNode)
    return value.value


@pytest.mark.parametrize(("written", "meant"), CORE, ids=[written for written, _ in CORE])
def test_a_plain_scalar_has_its_yaml_1_2_core_type(written: str, meant: ScalarValue) -> None:
    value = value_of(written)
    assert value == meant
    assert type(value) is type(meant)


def test_nan_is_read_as_a_float() -> None:
    value = value_of(".nan")
    assert isinstance(value, float)
    assert math.isnan(value)


@pytest.mark.parametrize("written", ["no", "12", "1.5", "true", "~", ""])
@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_quoted_scalar_is_text(written: str, quote: str) -> None:
    assert value_of(f"{quote}{written}{quote}") == written


@pytest.mark.parametrize("mark", ["|", ">", "|-", ">-"])
def test_a_block_scalar_is_text(mark: str) -> None:
    value = value_of(f"{mark}\n  12")
    assert isinstance(value, str)
    assert value.strip() == "12"


def test_a_yaml_1_1_directive_does_not_change_scalar_types() -> None:
    node = compose(Source("x.yaml", "%YAML 1.1\n---\n[no, 012, 1_000, 12:30]\n"), Report())
    assert isinstance(node, ListNode)
    values = [item.value for item in node.items if isinstance(item, ScalarNode)]
    assert values == ["no", 12, "1_000", "12:30"]


def test_keys_are_the_words_as_written() -> None:
    report = Report()
    node = compose(Source("x.yaml", "no: 1\n012: 2\n~: 3\ntrue: 4\n2026-11-14: 5\n"), report)
    assert isinstance(node, MapNode)
    assert [entry.key.text for entry in node.entries] == ["no", "012", "~", "true", "2026-11-14"]


def test_an_overlong_number_is_not_an_integer() -> None:
    assert not isinstance(value_of("9" * 5000), int)
