"""Types of values: how each is decoded from a node, and its JSON Schema.

:meth:`ValueType.decode` reports every error at its node and then returns :data:`INVALID`.
"""

from __future__ import annotations

import math
import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report, closest_name
from chronicle.files.source import Span
from chronicle.records import Record, replace
from chronicle.yaml.decode.annotations import HINTS_KEY, SchemaHint, TextCheck
from chronicle.yaml.nodes import ListNode, MapNode, Node, ScalarNode, ScalarValue

if TYPE_CHECKING:
    from chronicle.yaml.decode.input_model import InputModel

#: JSON Schema of an empty value. Editors suggest `null` where its type is named.
NOTHING_SCHEMA: Final[Mapping[str, Any]] = {
    "not": {"type": ["array", "boolean", "number", "object", "string"]}
}
#: The largest number that is finite in JSON.
_LARGEST: Final = sys.float_info.max
#: What :meth:`ValueType.decode` returns after an error.
INVALID: Final = object()
#: The words that are booleans without quotes.
#: A number in an octal form of YAML 1.1, or that begins like one, or in the form of YAML 1.2.
_OCTAL: Final = re.compile(r"(?P<sign>[-+]?)(?P<prefix>0o?)(?P<digits>\d+)")
#: A date as JavaScript writes it.
_REWRITTEN_DATE: Final = re.compile(r"\d{4}-\d\d-\d\dT00:00:00(?:\.000)?Z")
_TRUTHS: Final[Mapping[str | bool, bool]] = {"true": True, "false": False}
#: Similarity at which a key counts as misspelt; `actor` and `action` are less similar.
_MISSPELT_CUTOFF: Final = 0.8

#: Returns the JSON Schema that stands for an input model.
ModelReference: TypeAlias = Callable[[type["InputModel"]], dict[str, Any]]


class ValueType(Record, kw_only=True):
    """A type of value, with hints for its JSON Schema."""

    #: The type in words, for messages.
    noun: ClassVar[str] = ""

    hints: tuple[SchemaHint, ...] = ()

    def required_keys(self) -> tuple[str, ...]:
        """The keys that a mapping of this type, or each in a list, must have."""
        return ()

    def wanted(self) -> str:
        """Return the type in words, for messages."""
        return self.noun

    @abstractmethod
    def accepts(self, node: Node) -> bool:
        """Return whether a node is of the right kind; its content is not checked."""

    def decode(self, node: Node, report: Report) -> Any:
        """Return the value of a node, or INVALID after errors."""
        if self.accepts(node):
            return self.value_of(node, report)
        keys = self.required_keys()
        report.add(
            problems.WrongType(at=node.span, wanted=self.wanted(), got=kind_of(node), keys=keys)
        )
        return INVALID

    @abstractmethod
    def value_of(self, node: Any, report: Report) -> Any:
        """Return the value of a node of the right kind, or INVALID after errors."""

    @abstractmethod
    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        """Return the JSON Schema without hints."""

    def schema(self, reference: ModelReference) -> dict[str, Any]:
        plain = self.plain_schema(reference)
        return {**plain, HINTS_KEY: list(self.hints)} if self.hints else plain


class ScalarType(ValueType):
    """A type of values that are neither lists nor mappings."""

    #: Types of the values in nodes.
    values: ClassVar[tuple[type, ...]] = ()
    json_type: ClassVar[str] = ""

    def accepts(self, node: Node) -> bool:
        return isinstance(node, ScalarNode) and type(node.value) in self.values

    def value_of(self, node: Any, report: Report) -> Any:  # noqa: ARG002  every value is valid
        return node.value

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        return {"type": self.json_type}


class BooleanType(ScalarType):
    """`true` or `false`."""

    noun: ClassVar[str] = "`true` or `false`"
    values: ClassVar[tuple[type, ...]] = (bool,)
    json_type: ClassVar[str] = "boolean"


class FloatType(ScalarType):
    """A finite number, not `.inf` or `.nan`."""

    noun: ClassVar[str] = "a number"
    values: ClassVar[tuple[type, ...]] = (int, float)
    json_type: ClassVar[str] = "number"

    def value_of(self, node: Any, report: Report) -> Any:
        if math.isfinite(node.value):
            return float(node.value)
        report.add(problems.InvalidValue(at=node.span, said="it must be a finite number"))
        return INVALID

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        return {"maximum": _LARGEST, "minimum": -_LARGEST, "type": self.json_type}


class IntegerType(ScalarType, kw_only=True):
    """A whole number within bounds."""

    noun: ClassVar[str] = "a whole number"
    values: ClassVar[tuple[type, ...]] = (int,)
    json_type: ClassVar[str] = "integer"

    ge: int | None = None
    le: int | None = None

    def accepts(self, node: Node) -> bool:
        return _whole_number(node) is not None

    def value_of(self, node: Any, report: Report) -> Any:
        number = _whole_number(node)
        _warn_of_octal(node, report)
        if self.le is not None and number is not None and number > self.le:
            return _out_of_range(node, f"at most {self.le}", report)
        if self.ge is not None and number is not None and number < self.ge:
            return _out_of_range(node, f"at least {self.ge}", report)
        return number

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        bounds = {"maximum": self.le, "minimum": self.ge}
        stated = {name: bound for name, bound in bounds.items() if bound is not None}
        return {**stated, "type": self.json_type}


def _warn_of_octal(node: ScalarNode, report: Report) -> None:
    """Warn about a number that programs of YAML 1.1 read otherwise, such as `012` or `0o14`."""
    found = _OCTAL.fullmatch(node.text)
    if found is None or not isinstance(node.value, int):
        return
    digits = found["digits"]
    is_octal = found["prefix"] == "0" and not set(digits) & {"8", "9"}
    other = int(f"{found['sign']}{digits}", 8) if is_octal else "text"
    if other != node.value:
        report.add(
            problems.AmbiguousNumber(
                at=node.span, written=node.text, number=node.value, otherwise=str(other)
            )
        )


class TextType(ScalarType, kw_only=True):
    """A text; ``form`` says in words what ``pattern`` allows.

    A pattern with a ``^`` describes the whole text. With ``from_integer``, a whole number is taken
    as its digits.
    """

    noun: ClassVar[str] = "text"
    values: ClassVar[tuple[type, ...]] = (str,)
    json_type: ClassVar[str] = "string"

    pattern: str = ""
    form: str = "text"
    max_length: int = 0
    check: TextCheck | None = None
    from_integer: bool = False

    def accepts(self, node: Node) -> bool:
        return super().accepts(node) or (self.from_integer and _whole_number(node) is not None)

    def value_of(self, node: Any, report: Report) -> Any:
        value = node.value
        text = value if isinstance(value, str) else str(_whole_number(node))
        if not node.style and _REWRITTEN_DATE.fullmatch(text):
            report.add(problems.RewrittenDate(at=node.span, word=text, form=self.form))
            return INVALID
        if self.max_length and len(text) > self.max_length:
            return _out_of_range(node, f"at most {self.max_length} characters long", report)
        if self.pattern and not self._matches(text):
            report.add(problems.BadFormat(at=node.span, word=shown_value(node), form=self.form))
            return INVALID
        if self.check is not None and (said := self.check(text)):
            report.add(problems.InvalidValue(at=node.span, said=said))
            return INVALID
        return text

    def _matches(self, text: str) -> bool:
        match = re.fullmatch if self.pattern.startswith("^") else re.search
        return match(self.pattern, text) is not None

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        length = {"maxLength": self.max_length} if self.max_length else {}
        pattern = {"pattern": self.pattern} if self.pattern else {}
        text = {**length, **pattern, "type": self.json_type}
        digits = {"maximum": 999, "minimum": 0, "type": IntegerType.json_type}
        return {"anyOf": [text, digits]} if self.from_integer else text


class WordType(ScalarType, kw_only=True):
    """One of some words, or one of `true` and `false`.

    With ``from_bool``, a word that YAML reads as a boolean is taken as that word.
    """

    noun: ClassVar[str] = "text"

    words: tuple[str | bool, ...]
    from_bool: bool = False

    def accepts(self, node: Node) -> bool:
        return isinstance(self._word(node), type(self.words[0]))

    def decode(self, node: Node, report: Report) -> Any:
        """Return the word of a node; of any other node, say which words there are."""
        return self.value_of(node, report)

    def value_of(self, node: Any, report: Report) -> Any:
        word = self._word(node)
        if isinstance(word, str | bool) and word in self.words:
            return word
        known = tuple(word if isinstance(word, str) else str(word).lower() for word in self.words)
        report.add(problems.UnknownWord(at=node.span, name=shown_value(node), known=known))
        return INVALID

    def _word(self, node: Node) -> ScalarValue:
        word = node.value if isinstance(node, ScalarNode) else None
        return str(word).lower() if self.from_bool and isinstance(word, bool) else word

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        if self.from_bool:
            # Without quotes, such a word is a boolean; editors suggest it only so.
            suggested = [_TRUTHS.get(word, word) for word in self.words]
            quoted = [word for word in self.words if word in _TRUTHS]
            pattern = f"^({'|'.join(map(str, quoted))})$"
            return {"anyOf": [{"enum": suggested}, {"pattern": pattern, "type": "string"}]}
        kind = "string" if isinstance(self.words[0], str) else "boolean"
        one, *others = self.words
        return {"enum": [one, *others], "type": kind} if others else {"const": one, "type": kind}


class RawType(ValueType, kw_only=True):
    """A mapping or a list that is decoded elsewhere: the node itself, or None if empty."""

    noun: ClassVar[str] = "a mapping or a list"

    may_be_empty: bool = False

    def accepts(self, node: Node) -> bool:
        return not isinstance(node, ScalarNode) or (self.may_be_empty and is_empty(node))

    def value_of(self, node: Any, report: Report) -> Any:  # noqa: ARG002  every value is valid
        return None if is_empty(node) else node

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:  # noqa: ARG002  no model to refer to
        plain = {"type": ["array", "object"]}
        return or_nothing(plain) if self.may_be_empty else plain


class ListType(ValueType, kw_only=True):
    """A list of values of one type."""

    noun: ClassVar[str] = "a list"

    items: ValueType
    min_length: int = 0
    max_length: int | None = None

    def required_keys(self) -> tuple[str, ...]:
        return self.items.required_keys()

    def accepts(self, node: Node) -> bool:
        return isinstance(node, ListNode)

    def value_of(self, node: Any, report: Report) -> Any:
        if self.max_length is not None and len(node.items) > self.max_length:
            return _out_of_range(node, f"a list of at most {self.max_length} items", report)
        values = [self.items.decode(item, report) for item in node.items]
        if any(value is INVALID for value in values):
            return INVALID
        if len(values) < self.min_length:
            return _out_of_range(node, f"a list of {self.min_length} or more items", report)
        return values

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        longest = {} if self.max_length is None else {"maxItems": self.max_length}
        shortest = {"minItems": self.min_length} if self.min_length else {}
        return {"items": self.items.schema(reference), **longest, **shortest, "type": "array"}


class _MapNodeType(ValueType):
    """A type of mappings."""

    noun: ClassVar[str] = "a mapping"

    def accepts(self, node: Node) -> bool:
        return isinstance(node, MapNode)


class MappingType(_MapNodeType, kw_only=True):
    """A mapping with keys of the author's choice."""

    keys: ValueType
    values: ValueType
    min_length: int = 0

    def value_of(self, node: Any, report: Report) -> Any:
        found = {}
        for entry in node.entries:
            # A key is text, even if it looks like a number.
            text, name = entry.key.text, entry.key
            name = name if name.value == text else replace(name, value=text)
            key = self.keys.decode(name, report)
            found[key] = self.values.decode(entry.value, report)
        if INVALID in found or any(value is INVALID for value in found.values()):
            return INVALID
        if len(found) < self.min_length:
            return _out_of_range(node, f"a mapping of {self.min_length} or more keys", report)
        return found

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        keys, values = self.keys.schema(reference), self.values.schema(reference)
        length = {"minProperties": self.min_length} if self.min_length else {}
        # A key is text for the decoder, but not for every editor: no type is required.
        untyped = {key: value for key, value in keys.items() if key != "type"}
        named = {"propertyNames": untyped} if untyped else {}
        return {"additionalProperties": values, **length, **named, "type": "object"}


class OptionalType(ValueType, kw_only=True):
    """A value, or None if nothing is written."""

    value: ValueType

    def required_keys(self) -> tuple[str, ...]:
        return self.value.required_keys()

    def wanted(self) -> str:
        return self.value.wanted()

    def accepts(self, node: Node) -> bool:
        return is_empty(node) or self.value.accepts(node)

    def decode(self, node: Node, report: Report) -> Any:
        """Return the value of a node, or None if it is empty."""
        return None if is_empty(node) else self.value.decode(node, report)

    def value_of(self, node: Any, report: Report) -> Any:
        return self.decode(node, report)

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        return or_nothing(self.value.schema(reference))


class UnionType(ValueType, kw_only=True):
    """A value of the first of several types that accepts its kind."""

    options: tuple[ValueType, ...]

    def wanted(self) -> str:
        return " or ".join(option.wanted() for option in self.options)

    def accepts(self, node: Node) -> bool:
        return any(option.accepts(node) for option in self.options)

    def value_of(self, node: Any, report: Report) -> Any:
        option = next(option for option in self.options if option.accepts(node))
        return option.decode(node, report)

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        return {"anyOf": [option.schema(reference) for option in self.options]}


class ModelType(_MapNodeType, kw_only=True):
    """A mapping with the keys of an input model."""

    model: type[InputModel]

    def required_keys(self) -> tuple[str, ...]:
        return tuple(key.name for key in self.model.fields().values() if key.is_required)

    def value_of(self, node: Any, report: Report) -> Any:
        record = self.model.from_node(node, report)
        return INVALID if record is None else record

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        return reference(self.model)


class TaggedType(_MapNodeType, kw_only=True):
    """A mapping with the keys of one of several input models, by the word under one key."""

    tag: str
    models: Mapping[str, ModelType]

    def value_of(self, node: Any, report: Report) -> Any:
        word = node.get(self.tag)
        if word is None:
            report.add(self._missing_tag(node))
            return INVALID
        model = self.models.get(word.text) if TextType().accepts(word) else None
        if model is None:
            known = tuple(self.models)
            report.add(problems.UnknownWord(at=word.span, name=shown_value(word), known=known))
            return INVALID
        return model.decode(node, report)

    def _missing_tag(self, node: MapNode) -> problems.MissingKey:
        """Return the finding for a mapping without the key on which its other keys depend.

        The other allowed keys are unknown without it, so one of them may be a misspelt form of it.
        """
        written = (entry.key.text for entry in node.entries)
        meant = closest_name(self.tag, written, cutoff=_MISSPELT_CUTOFF)
        key = node.key(meant) if meant is not None else None
        if key is None:
            return problems.MissingKey(at=start_of_mapping(node), key=self.tag)
        return problems.MissingKey(at=key.span, key=self.tag, instead=key.text)

    def plain_schema(self, reference: ModelReference) -> dict[str, Any]:
        return {"oneOf": [model.schema(reference) for model in self.models.values()]}


def start_of_mapping(node: MapNode) -> Span:
    """Return the location of a mapping: its first key, or the mapping itself if it is empty."""
    return node.entries[0].key.span if node.entries else node.span


def shown_value(node: Node) -> str:
    """Return a value as messages show it: a text as written, anything else by its kind."""
    return node.text if isinstance(node, ScalarNode) else kind_of(node)


def kind_of(node: Node) -> str:
    """Return the kind of a value in words."""
    match node:
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"
        case ScalarNode():
            return _kind_of_value(node.value)


def _kind_of_value(value: ScalarValue) -> str:
    match value:
        case None:
            return "an empty value"
        case bool():
            return "`true` or `false`"
        case int():
            return "a number"
        case float():
            return "a decimal number"
        case str():
            return "text"


def or_nothing(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON Schema of a value that may be empty; ``schema`` describes the others."""
    options = schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]
    return {"anyOf": [*options, NOTHING_SCHEMA]}


def _whole_number(node: Node) -> int | None:
    """Return the whole number that a node is, also if it is written as `2.0`; None if none."""
    value = node.value if isinstance(node, ScalarNode) else None
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def is_empty(node: Node) -> bool:
    """Return whether nothing is written as a value."""
    return isinstance(node, ScalarNode) and node.value is None


def _out_of_range(node: Node, bound: str, report: Report) -> Any:
    report.add(problems.OutOfRange(at=node.span, bound=bound))
    return INVALID
