"""Input models: what each type of value accepts, what it says otherwise, and its JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import pytest
from jsonschema import Draft202012Validator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.yaml.decode import (
    BoolAsText,
    Color,
    Field,
    FractionText,
    Id,
    InputModel,
    IsoDate,
    NonEmptyText,
    OptionalRawNode,
    RawNode,
    TextOrList,
    decode,
    decode_partially,
    json_schemas,
)
from chronicle.yaml.decode.input_model import PartialInput
from chronicle.yaml.decode.json_schema import to_plain
from chronicle.yaml.nodes import ListNode, Node
from chronicle.yaml.parser import compose


class Bell(InputModel):
    """One bell."""

    shape: Literal["bell"]
    weight: int


class Horn(InputModel):
    """One horn."""

    shape: Literal["horn"]
    length: int = 1


class Tower(InputModel):
    """A key of every type."""

    text: str = ""
    filled: NonEmptyText = "-"
    id: Id = "tower"
    day: IsoDate | None = None
    color: Color = "#000000"
    share: FractionText = "1"
    count: Annotated[int, Field(ge=1, le=9)] = 1
    height: float = 0.0
    open: bool = False
    word: Literal["high", "low"] = "low"
    sure: Annotated[Literal["true", "false", "maybe"], BoolAsText] = "maybe"
    only: Literal[True] | None = None
    names: Annotated[list[NonEmptyText], Field(min_length=1, max_length=2)] = ["a"]
    sizes: dict[Id, int] = {}
    some: Annotated[dict[str, int], Field(min_length=1)] = {}
    raw: RawNode | None = None
    bare: OptionalRawNode = None
    said: TextOrList[list[NonEmptyText]] = "x"
    price: str | int = 0
    bell: Bell | None = None
    either: Literal["none"] | Bell | None = None
    rung: list[Annotated[Bell | Horn, Field(discriminator="shape")]] = []
    inner: Tower | None = None
    where: str = Field(alias="at", default="here")


def node_of(text: str) -> Node:
    node = compose(Source("tower.yaml", text), Report())
    assert node is not None
    return node


def findings_of(text: str, model: type[InputModel] = Tower) -> list[tuple[str, str]]:
    """The marked texts and messages of all findings."""
    report = Report()
    record = decode(model, node_of(text), report)
    assert (record is None) == bool(report.findings)
    found = []
    for finding in report.findings:
        assert finding.at is not None
        line = finding.at.source.line(finding.at.line)
        end = finding.at.end_column - 1 if finding.at.end_line == finding.at.line else len(line)
        found.append((line[finding.at.column - 1 : end], finding.message))
    return found


VALID: Final[tuple[tuple[str, str, Any], ...]] = (
    ("text: ''", "text", ""),
    ("filled: a b", "filled", "a b"),
    ("id: lantern-guild-2", "id", "lantern-guild-2"),
    ("day: '2024-02-29'", "day", "2024-02-29"),
    ("day:", "day", None),
    ("color: '#7A1f2b'", "color", "#7A1f2b"),
    ("share: 2", "share", "2"),
    ("share: 1/2", "share", "1/2"),
    ("count: 1", "count", 1),
    ("count: 9", "count", 9),
    ("count: 2.0", "count", 2),
    ("count: 9e0", "count", 9),
    ("share: 2.0", "share", "2"),
    ("height: 2", "height", 2.0),
    ("height: -2.5", "height", -2.5),
    ("open: true", "open", True),
    ("word: high", "word", "high"),
    ("sure: true", "sure", "true"),
    ("sure: 'false'", "sure", "false"),
    ("only: true", "only", True),
    ("names: [a, b]", "names", ["a", "b"]),
    ("sizes: {a: 1, b-2: 3}", "sizes", {"a": 1, "b-2": 3}),
    ("sizes: {12: 1}", "sizes", {"12": 1}),
    ("sizes:", "sizes", {}),
    ("bare:", "bare", None),
    ("raw:", "raw", None),
    ("said: a", "said", "a"),
    ("said: [a, b]", "said", ["a", "b"]),
    ("price: 2", "price", 2),
    ("price: 2c", "price", "2c"),
    ("either: none", "either", "none"),
    ("either:", "either", None),
    ("at: there", "where", "there"),
)


@pytest.mark.parametrize(("text", "name", "value"), VALID)
def test_a_valid_value_is_decoded(text: str, name: str, value: object) -> None:
    record = decode(Tower, node_of(text), Report())
    found = getattr(record, name)
    assert (found, type(found)) == (value, type(value))


ID_FORM: Final = "an id like `lantern-guild`: lower-case letters, digits and single hyphens"
INVALID: Final[tuple[tuple[str, str, str], ...]] = (
    ("text: 3", "3", "expected text, not a number"),
    ("text:\n  - a", "- a", "expected text, not a list"),
    ("filled: ' '", "' '", "this must not be empty"),
    ("id: Lantern", "Lantern", f"`Lantern` is not {ID_FORM}"),
    ('id: "a\\n"', '"a\\n"', f"`a\n` is not {ID_FORM}"),
    (f"id: {'a' * 61}", "a" * 61, "this must be at most 60 characters long"),
    ("day: '2023-02-29'", "'2023-02-29'", "invalid value: this month has no such day"),
    ("color: red", "red", "`red` is not a colour like `#7a1f2b`"),
    ("share: true", "true", "expected text, not `true` or `false`"),
    ("share: 1000", "1000", "`1000` is not a whole number or a fraction like `1/2`"),
    ("count: 0", "0", "this must be at least 1"),
    ("count: 10", "10", "this must be at most 9"),
    ("count: true", "true", "expected a whole number, not `true` or `false`"),
    ("count: 1.5", "1.5", "expected a whole number, not a decimal number"),
    ("count: '1'", "'1'", "expected a whole number, not text"),
    ("height: .inf", ".inf", "invalid value: it must be a finite number"),
    ("height: false", "false", "expected a number, not `true` or `false`"),
    ("open: 1", "1", "expected `true` or `false`, not a number"),
    ("word: middle", "middle", "invalid value `middle`"),
    ("word: true", "true", "invalid value `true`"),
    ("only: false", "false", "invalid value `false`"),
    ("names: a", "a", "expected a list, not text"),
    ("names: []", "[]", "this must be a list of 1 or more items"),
    ("names: [a, b, 3]", "[a, b, 3]", "this must be a list of at most 2 items"),
    ("names: [a, 3]", "3", "expected text, not a number"),
    ("sizes: {A: 1}", "A", f"`A` is not {ID_FORM}"),
    ("sizes: {a: b}", "b", "expected a whole number, not text"),
    ("sizes: [a]", "[a]", "expected a mapping, not a list"),
    ("some: {}", "{}", "this must be a mapping of 1 or more keys"),
    ("raw: a", "a", "expected a mapping or a list, not text"),
    ("bare: 1", "1", "expected a mapping or a list, not a number"),
    ("said: 3", "3", "expected text or a list, not a number"),
    ("said: ''", "''", "this must not be empty"),
    ("said: [a, 3]", "3", "expected text, not a number"),
    ("price: []", "[]", "expected text or a whole number, not a list"),
    ("bell: {shape: bell}", "shape", "missing key `weight`"),
    ("bell: bell", "bell", "expected a mapping, not text"),
    ("either: some", "some", "invalid value `some`"),
    ("either: {shape: bell, weight: a}", "a", "expected a whole number, not text"),
    ("either: 3", "3", "expected text or a mapping, not a number"),
    ("rung: [{shape: drum}]", "drum", "invalid value `drum`"),
    ("rung: [{shape: 3}]", "3", "invalid value `3`"),
    ("rung: [{length: 3}]", "length", "missing key `shape`"),
    ("rung: [{shap: horn}]", "shap", "missing key `shape`"),
    ("rung: [{shape: horn, weight: 3}]", "weight", "unknown key `weight`"),
    ("rung: [horn]", "horn", "expected a mapping, not text"),
    ("inner: {count: 0}", "0", "this must be at least 1"),
    ("where: there", "where", "unknown key `where`"),
    ("[]", "[]", "expected a mapping, not a list"),
)


@pytest.mark.parametrize(("text", "marked", "message"), INVALID)
def test_an_invalid_value_is_one_finding(text: str, marked: str, message: str) -> None:
    assert findings_of(text) == [(marked, message)]


@pytest.mark.parametrize("text", [text for text, *_ in VALID])
def test_the_schema_accepts_what_is_decoded(text: str) -> None:
    assert _schema().is_valid(to_plain(node_of(text)))


#: What a schema does not say: the days of a month, and that a text does not end in a line break
#: (which the `$` of Python allows).
_UNSAID: Final = (
    "day: '2023-02-29'",
    'id: "a\\n"',
)


@pytest.mark.parametrize("text", [text for text, *_ in INVALID if text not in _UNSAID])
def test_the_schema_refuses_what_is_not(text: str) -> None:
    assert not _schema().is_valid(to_plain(node_of(text)))


def _schema() -> Draft202012Validator:
    names, definitions = json_schemas([Tower])
    return Draft202012Validator({"$ref": f"#/$defs/{names[Tower]}", "$defs": definitions})


def test_a_raw_part_is_its_node() -> None:
    record = decode(Tower, node_of("raw: [1]\nbare: {a: 1}"), Report())
    assert record is not None
    assert isinstance(record.raw, ListNode)
    assert record.bare is record.node.get("bare")


def test_a_union_by_a_word_makes_the_model_of_that_word() -> None:
    record = decode(Tower, node_of("rung: [{shape: horn}, {shape: bell, weight: 3}]"), Report())
    assert record is not None
    assert [(type(it), it.shape) for it in record.rung] == [(Horn, "horn"), (Bell, "bell")]


def test_parts_are_located() -> None:
    text = "names: [a, b]\nbell:\n  shape: bell\n  weight: 3\n"
    record = decode(Tower, node_of(text), Report())
    assert record is not None
    spans = [record.at("names", 1), record.at("names", 5), record.at(), record.key_at("bell")]
    assert [(it.line, it.column) for it in spans] == [(1, 12), (1, 8), (1, 1), (2, 1)]
    assert record.bell is not None
    assert (record.bell.at("weight").line, record.bell.at().line) == (4, 3)
    assert (record.has("bell"), record.has("text")) == (True, False)


def test_records_are_frozen_and_share_no_default() -> None:
    record, other = (decode(Tower, node_of("text: a"), Report()) for _ in range(2))
    assert record is not None
    assert other is not None
    with pytest.raises(AttributeError, match="text"):
        record.text = "b"  # type: ignore[misc]  # records are frozen
    assert record.sizes is not other.sizes


def test_a_copy_has_the_other_values_too() -> None:
    changed = Tower(text="a", count=3).with_values({"count": 4})
    assert (changed.text, changed.count, changed.where) == ("a", 4, "here")
    assert repr(Horn(shape="horn")) == "Horn(shape='horn', length=1)"


def partial(text: str, model: Any = Tower) -> Any:
    """What is decoded of a text in part, and the number of findings."""
    report = Report()
    return decode_partially(model, node_of(text), report), len(report.findings)


def test_valid_parts_are_kept_beside_invalid_ones() -> None:
    text = "text: a\ncount: 0\nat: 3\nrung: [{shape: horn}, 3, {shape: horn, length: 4}]"
    found, findings = partial(text)
    assert (found.broken, findings) == ({"count", "at", "rung"}, 3)
    record = found.record
    assert (record.text, record.count, record.where) == ("a", 1, "here")
    assert [it.length for it in record.rung] == [1, 4]


def test_a_list_with_too_few_valid_items_is_left_out() -> None:
    found, findings = partial("names: [3]")
    assert (found.record.names, found.broken, findings) == (["a"], {"names"}, 1)


def test_without_an_essential_part_there_is_no_record() -> None:
    assert partial("shape: bell", Bell) == (PartialInput(None, frozenset({"weight"})), 1)
    assert partial("[]", Bell) == (PartialInput(None, frozenset()), 1)


def test_an_unknown_key_breaks_no_part() -> None:
    found, findings = partial("shape: bell\nweight: 1\nsize: 3", Bell)
    assert (found.record.weight, found.broken, findings) == (1, {""}, 1)


def test_a_type_that_no_value_has_is_refused() -> None:
    class Odd(InputModel):
        """A key of a type that is not supported."""

        odd: set[int]

    with pytest.raises(TypeError, match="no type of value"):
        Odd.fields()
