"""From nodes to typed records, with every mistake found at its place; the home of pydantic.

A :class:`Record` subclass states the shape of a mapping. :func:`decode` fills one from a node and
reports all that does not fit, each at the key or value it concerns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Generic, Self, TypeAlias, TypeVar, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainValidator,
    PrivateAttr,
    StringConstraints,
    Tag,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from chronicle.diagnostics import Problem, Report
from chronicle.nodes import ListNode, MapNode, Node, Plain, ScalarNode
from chronicle.problems import content as problems
from chronicle.source import Span

__all__ = [
    "Color",
    "Day",
    "Field",
    "Finite",
    "Id",
    "Names",
    "Raw",
    "Record",
    "Text",
    "TextOr",
    "YesNoWord",
    "decode",
    "decode_parts",
]

T = TypeVar("T")
R = TypeVar("R", bound="Record")
_Key: TypeAlias = str | int

ID_PATTERN: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"

#: A stable name in lower case, as in `lantern-guild`.
Id: TypeAlias = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=60)]
#: Any text that says something.
Text: TypeAlias = Annotated[str, StringConstraints(pattern=r"\S")]
#: A day of our own calendar, as in `2026-11-14`.
Day: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")
]
#: A colour as in `#7a1f2b`.
Color: TypeAlias = Annotated[str, StringConstraints(pattern=r"^#[0-9a-fA-F]{6}$")]
#: A number that is one, unlike `.inf` and `.nan`.
Finite: TypeAlias = Annotated[float, Field(allow_inf_nan=False)]


class _Map(dict[str, Any]):
    """A plain mapping that remembers the node it came from."""

    node: MapNode


class _List(list[Any]):
    """A plain list that remembers the node it came from."""

    node: ListNode


def _raw(value: object) -> Node:
    if isinstance(value, _Map | _List):
        return value.node
    raise PydanticCustomError("raw", "expected a mapping or a list")


#: A part that someone else decodes (a ruleset): the node itself.
Raw: TypeAlias = Annotated[Any, PlainValidator(_raw), WithJsonSchema({})]


def _text_or_list(value: object) -> str | None:
    return "text" if isinstance(value, str) else "list" if isinstance(value, list) else None


#: A text, or a list in its place.
TextOr: TypeAlias = Annotated[
    Annotated[Text, Tag("text")] | Annotated[T, Tag("list")],
    Discriminator(
        _text_or_list,
        custom_error_type="text_or_list",
        custom_error_message="a text or a list is expected",
    ),
]
#: A word that YAML takes for a truth value, as a text again.
YesNoWord: Final = BeforeValidator(
    lambda value: str(value).lower() if isinstance(value, bool) else value
)
_SHARE_PATTERN: Final = r"^\d{1,3}(/[1-9]\d{0,2})?$"
#: A whole number or a fraction of whole numbers, as a text: `2`, `1/2`.
Share: TypeAlias = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if type(value) is int else value),
    StringConstraints(pattern=_SHARE_PATTERN),
]
#: One name or a list of names.
Names: TypeAlias = TextOr[Annotated[list[Text], Field(min_length=1)]]


class Record(BaseModel):
    """The shape of one mapping in a file; knows where each of its parts stands.

    Frozen and strict: a number is no text, unknown keys are findings.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    _node: MapNode = PrivateAttr()

    @property
    def node(self) -> MapNode:
        return self._node

    def at(self, *path: _Key) -> Span:
        """The place of a part: keys and list positions lead to it; the nearest one that exists."""
        node: Node = self._node
        for step in path:
            inner = _child(node, step)
            if inner is None:
                break
            node = inner
        return node.span if path or not isinstance(node, MapNode) else _opening(node)

    def key_at(self, key: str) -> Span:
        """The place of a key itself."""
        found = self._node.key(key)
        return found.span if found is not None else _opening(self._node)

    def has(self, key: str) -> bool:
        """Whether the author wrote this key."""
        return self._node.key(key) is not None

    @model_validator(mode="wrap")
    @classmethod
    def _with_place(
        cls, value: object, handler: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> Self:
        if not isinstance(value, _Map):
            filled: Self = handler(value)
            return filled
        known = cls._keys()
        report: Report = cast(Report, info.context)
        for entry in value.node.entries:
            if entry.key.text not in known:
                report.add(
                    problems.UnknownKey(at=entry.key.span, key=entry.key.text, known=tuple(known))
                )
        record: Self = handler({key: part for key, part in value.items() if key in known})
        record._node = value.node
        return record

    @classmethod
    def _keys(cls) -> Sequence[str]:
        return [field.alias or name for name, field in cls.model_fields.items()]


def _opening(node: MapNode) -> Span:
    return node.entries[0].key.span if node.entries else node.span


def _child(node: Node, step: _Key) -> Node | None:
    match node, step:
        case MapNode(), str():
            return node.get(step)
        case ListNode(), int():
            return node.items[step] if step < len(node.items) else None
        case _:
            return None


def _plain(node: Node) -> Any:
    match node:
        case ListNode():
            items = _List(_plain(item) for item in node.items)
            items.node = node
            return items
        case MapNode():
            mapping = _Map((entry.key.text, _plain(entry.value)) for entry in node.entries)
            mapping.node = node
            return mapping
        case _:
            return node.value


def decode(shape: type[R], node: Node, report: Report) -> R | None:
    """A record of this shape from a node; None when findings were added to the report."""
    before = report.errors
    try:
        record = shape.model_validate(_plain(node), context=report)
    except ValidationError as failure:
        for problem in _merged(_problem(error, node) for error in failure.errors()):
            report.add(problem)
        return None
    return record if report.errors == before else None


@dataclass(frozen=True, slots=True)
class Parts(Generic[R]):
    """A record made of the parts of a file that are sound, and the keys of those that are not.

    ``record`` is None when a part is broken that nothing can do without.
    """

    record: R | None
    broken: frozenset[str]


def decode_parts(shape: type[R], node: Node, report: Report) -> Parts[R]:
    """What can be read of a node although some of it is broken; all of that is reported.

    A broken entry of a list is left out alone, any other broken part with its whole key.
    """
    before = report.errors
    values = _plain(node)
    try:
        record = shape.model_validate(values, context=report)
    except ValidationError as failure:
        for problem in _merged(_problem(error, node) for error in failure.errors()):
            report.add(problem)
        broken = frozenset(str(error["loc"][0]) for error in failure.errors() if error["loc"])
        return Parts(_without(shape, values, failure, report), broken)
    return Parts(record, frozenset() if report.errors == before else frozenset({""}))


def _without(shape: type[R], values: Any, failure: ValidationError, report: Report) -> R | None:
    """A second try without what failed in the first; its findings repeat those there are."""
    for key, index in sorted({_part(error["loc"]) for error in failure.errors()}, reverse=True):
        if not isinstance(values, _Map) or key not in values:
            continue
        if index >= 0 and isinstance(values[key], list):
            del values[key][index]
        else:
            values.pop(key)
    try:
        return shape.model_validate(values, context=report)
    except ValidationError:
        return None


def _part(path: Sequence[_Key]) -> tuple[str, int]:
    """The part of a file that an error's path leads into: a key and, in a list, a position."""
    key = str(path[0]) if path else ""
    return key, path[1] if len(path) > 1 and isinstance(path[1], int) else -1


def _merged(found: Iterable[Problem]) -> list[Problem]:
    """One finding for each value: the kinds that the branches of a union want are joined."""
    kept: list[Problem] = []
    wanted: dict[Span, list[str]] = {}
    for problem in found:
        if isinstance(problem, problems.WrongKind) and problem.at is not None:
            first = problem.at not in wanted
            wanted.setdefault(problem.at, []).append(problem.wanted)
            if not first:
                continue
        kept.append(problem)
    return [
        replace(problem, wanted=" or ".join(dict.fromkeys(wanted[problem.at])))
        if isinstance(problem, problems.WrongKind) and problem.at is not None
        else problem
        for problem in kept
    ]


def _walk(node: Node, path: Sequence[_Key]) -> tuple[Node, list[_Key]]:
    """Follows an error's path as far as nodes go; union tags in the path name no node."""
    left = list(path)
    while left:
        inner = _child(node, left[0])
        if inner is not None:
            node, left = inner, left[1:]
        elif len(left) > 1 and _child(node, left[1]) is not None:
            left = left[1:]
        else:
            break
    return node, left


_KINDS: Final = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "`true` or `false`",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "raw": "a mapping or a list",
    "text_or_list": "a text or a list",
}
_BOUNDS: Final = {
    "greater_than_equal": ("ge", "at least {}"),
    "greater_than": ("gt", "more than {}"),
    "less_than_equal": ("le", "at most {}"),
    "less_than": ("lt", "less than {}"),
    "too_short": ("min_length", "at least {} in the list"),
    "too_long": ("max_length", "at most {} in the list"),
    "string_too_long": ("max_length", "at most {} letters"),
}
_PATTERNS: Final = {
    ID_PATTERN: "an id: lower-case letters, digits and single hyphens, as in `lantern-guild`",
    r"\S": "a text that is not empty",
    r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$": "a day as in `2026-11-14`",
    r"^#[0-9a-fA-F]{6}$": "a colour as in `#7a1f2b`",
    _SHARE_PATTERN: "a whole number or a fraction as in `1/2`",
}


def _problem(error: ErrorDetails, root: Node) -> Problem:
    kind = error["type"]
    context = error.get("ctx", {})
    at_key = error["loc"][-1:] == ("[key]",)
    node, left = _walk(root, error["loc"][:-1] if at_key else error["loc"])
    if at_key:
        node = _key_of(root, node) or node
    span = node.span
    if kind in ("missing", "union_tag_not_found"):
        key = str(left[-1]) if left else str(context.get("discriminator", "")).strip("'")
        inside = _opening(node) if isinstance(node, MapNode) else span
        return problems.MissingKey(at=inside, key=key)
    if kind == "literal_error":
        return problems.UnknownWord(at=span, word=_said(node), known=_choices(context["expected"]))
    if kind == "union_tag_invalid":
        tag = str(context["discriminator"]).strip("'")
        chosen = _child(node, tag) or node
        known = _choices(context["expected_tags"])
        return problems.UnknownWord(at=chosen.span, word=_said(chosen), known=known)
    if kind in _BOUNDS:
        name, sentence = _BOUNDS[kind]
        return problems.OutOfRange(at=span, bound=sentence.format(context[name]))
    if kind == "string_pattern_mismatch":
        return problems.BadForm(at=span, word=_said(node), form=_PATTERNS[context["pattern"]])
    wanted = _KINDS.get(kind)
    if wanted is None:
        said = error["msg"].replace("Input should be", "it has to be")
        return problems.Misfit(at=span, said=said)
    return problems.WrongKind(at=span, wanted=wanted, got=_kind_of(node))


def _key_of(root: Node, value: Node) -> ScalarNode | None:
    """The key under which a node stands, searched from the root."""
    if isinstance(root, MapNode):
        for entry in root.entries:
            found = entry.key if entry.value is value else _key_of(entry.value, value)
            if found is not None:
                return found
    elif isinstance(root, ListNode):
        for item in root.items:
            if (found := _key_of(item, value)) is not None:
                return found
    return None


def _choices(listed: str) -> tuple[str, ...]:
    return tuple(word.strip("' ") for word in listed.replace(" or ", ", ").split(","))


def _said(node: Node) -> str:
    return node.text if isinstance(node, ScalarNode) else _kind_of(node)


def _kind_of(node: Node) -> str:
    match node:
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"
        case ScalarNode():
            return _kind_of_value(node.value)


def _kind_of_value(value: Plain) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "`true` or `false`"
        case int():
            return "a number"
        case float():
            return "a decimal number"
        case str():
            return "a text"
