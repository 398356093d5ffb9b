"""Records and how they are filled from nodes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
from chronicle.yaml.decode.errors import merge_problems, problem_from_error, start_of_mapping
from chronicle.yaml.decode.plain import PathStep, PlainMap, child_of, to_plain
from chronicle.yaml.nodes import MapNode, Node

R = TypeVar("R", bound="InputModel")

#: The key under which the name of a shape stands in its JSON Schema.
MODEL_KEY: Final = "x-shape"


class InputModel(BaseModel):
    """The shape of one mapping in a file; knows where each of its parts stands.

    Frozen and strict: a number is no text, unknown keys are findings.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    _node: MapNode = PrivateAttr()

    @property
    def node(self) -> MapNode:
        return self._node

    def at(self, *path: PathStep) -> Span:
        """The place of a part: keys and list positions lead to it; the nearest one that exists."""
        node: Node = self._node
        for step in path:
            inner = child_of(node, step)
            if inner is None:
                break
            node = inner
        return node.span if path or not isinstance(node, MapNode) else start_of_mapping(node)

    def key_at(self, key: str) -> Span:
        """The place of a key itself."""
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
        """The shape's own name goes along: the words for its keys are kept under it."""
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
        """The keys of lists and mappings that may be left out: one with nothing under it is."""
        return frozenset(
            field.alias or name
            for name, field in cls.model_fields.items()
            if field.default in ([], {})
        )


def decode(model: type[R], node: Node, report: Report) -> R | None:
    """A record of this shape from a node; None when findings were added to the report."""
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
    """A record made of the parts of a file that are sound, and the keys of those that are not.

    ``record`` is None when a part is broken that nothing can do without.
    """

    record: R | None
    broken: frozenset[str]


def decode_partially(model: type[R], node: Node, report: Report) -> PartialInput[R]:
    """What can be read of a node although some of it is broken; all of that is reported.

    A broken entry of a list is left out alone, any other broken part with its whole key.
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
    """A second try without what failed in the first; its findings repeat those there are."""
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
    """The part of a file that an error's path leads into: a key and, in a list, a position."""
    key = str(path[0]) if path else ""
    return key, path[1] if len(path) > 1 and isinstance(path[1], int) else -1
