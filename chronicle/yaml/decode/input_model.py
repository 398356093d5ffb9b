"""The base class of input models, and how they are filled from nodes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Generic, Self, TypeVar, cast

from pydantic import (
    BaseModel,
    ConfigDict,
    GetJsonSchemaHandler,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    model_validator,
)
from pydantic_core import CoreSchema

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.yaml.decode.errors import merge_problems, problem_from_error, start_of_mapping
from chronicle.yaml.decode.plain import PathStep, PlainMap, child_of, to_plain
from chronicle.yaml.nodes import MapNode, Node

R = TypeVar("R", bound="InputModel")

#: The key of an input model's name in its JSON Schema.
MODEL_KEY: Final = "x-shape"


class InputModel(BaseModel):
    """The keys of one mapping in a file, with the locations of its parts.

    Frozen and strict: numbers are not accepted as text, and unknown keys are errors.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    _node: MapNode = PrivateAttr()

    @property
    def node(self) -> MapNode:
        return self._node

    def at(self, *path: PathStep) -> Span:
        """The location of a part, by keys and indexes; that of the nearest part that exists."""
        node: Node = self._node
        for step in path:
            inner = child_of(node, step)
            if inner is None:
                break
            node = inner
        return node.span if path or not isinstance(node, MapNode) else start_of_mapping(node)

    def key_at(self, key: str) -> Span:
        """The location of a key itself."""
        found = self._node.key(key)
        return found.span if found is not None else start_of_mapping(self._node)

    def has(self, key: str) -> bool:
        """Whether the author wrote this key."""
        return self._node.key(key) is not None

    @model_validator(mode="wrap")
    @classmethod
    def _with_place(
        cls, value: object, handler: ValidatorFunctionWrapHandler, info: ValidationInfo
    ) -> Self:
        if not isinstance(value, PlainMap):
            filled: Self = handler(value)
            return filled
        known = cls._keys()
        report: Report = cast(Report, info.context)
        for entry in value.node.entries:
            if entry.key.text not in known:
                report.add(problems.UnknownKey(at=entry.key.span, key=entry.key.text, known=known))
        bare = cls._collection_keys()
        record: Self = handler(
            {
                key: part
                for key, part in value.items()
                if key in known and not (part is None and key in bare)
            }
        )
        record._node = value.node
        return record

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Add the name of the model, by which the descriptions of its keys are found."""
        drawn = handler.resolve_ref_schema(handler(schema))
        drawn[MODEL_KEY] = f"{cls.__module__}.{cls.__qualname__}"
        return drawn

    @classmethod
    @cache
    def _keys(cls) -> tuple[str, ...]:
        return tuple(field.alias or name for name, field in cls.model_fields.items())

    @classmethod
    @cache
    def _collection_keys(cls) -> frozenset[str]:
        """The keys of optional lists and mappings; an empty value counts as missing."""
        return frozenset(
            field.alias or name
            for name, field in cls.model_fields.items()
            if field.default in ([], {})
        )


def decode(model: type[R], node: Node, report: Report) -> R | None:
    """Decode a node to a record of this model; None after errors."""
    before = report.errors
    try:
        record = model.model_validate(to_plain(node), context=report)
    except ValidationError as failure:
        for problem in merge_problems(
            problem_from_error(error, node) for error in failure.errors()
        ):
            report.add(problem)
        return None
    return record if report.errors == before else None


@dataclass(frozen=True, slots=True)
class PartialInput(Generic[R]):
    """A record made of the valid parts of a file, and the keys of the invalid ones.

    ``record`` is None if an essential part is invalid.
    """

    record: R | None
    broken: frozenset[str]


def decode_partially(model: type[R], node: Node, report: Report) -> PartialInput[R]:
    """Decode the valid parts of a node; report errors in the others.

    An invalid list item is left out alone, any other invalid part with its whole key.
    """
    before = report.errors
    values = to_plain(node)
    try:
        record = model.model_validate(values, context=report)
    except ValidationError as failure:
        for problem in merge_problems(
            problem_from_error(error, node) for error in failure.errors()
        ):
            report.add(problem)
        broken = frozenset(str(error["loc"][0]) for error in failure.errors() if error["loc"])
        return PartialInput(_decode_without(model, values, failure, report), broken)
    return PartialInput(record, frozenset() if report.errors == before else frozenset({""}))


def _decode_without(
    shape: type[R], values: Any, failure: ValidationError, report: Report
) -> R | None:
    """Decode again without the parts that failed, whose errors have been reported."""
    for key, index in sorted({_part(error["loc"]) for error in failure.errors()}, reverse=True):
        if not isinstance(values, PlainMap) or key not in values:
            continue
        if index >= 0 and isinstance(values[key], list):
            del values[key][index]
        else:
            values.pop(key)
    try:
        return shape.model_validate(values, context=report)
    except ValidationError:
        return None


def _part(path: Sequence[PathStep]) -> tuple[str, int]:
    """The part of a file that an error's path leads to: a key and, in a list, an index."""
    key = str(path[0]) if path else ""
    return key, path[1] if len(path) > 1 and isinstance(path[1], int) else -1
