"""The base class of input models, and how they are filled from nodes."""

from __future__ import annotations

import types
from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NoReturn,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from chronicle.diagnostics.catalogue import content as problems
from chronicle.diagnostics.report import Report, closest_name
from chronicle.files.source import Span
from chronicle.records import Record, replace
from chronicle.yaml.decode import value_types
from chronicle.yaml.decode.annotations import REQUIRED, FieldOptions
from chronicle.yaml.nodes import ListNode, MapNode, Node

R = TypeVar("R", bound="InputModel")
#: A key of a mapping or an index of a list.
PathStep: TypeAlias = str | int


class InputKey(Record):
    """A key of an input model: its name in the file, its type, and its default if it has one."""

    name: str
    type: value_types.ValueType
    default: Any

    @property
    def is_required(self) -> bool:
        return self.default is REQUIRED

    @property
    def is_collection(self) -> bool:
        """Whether it is an optional list or mapping; an empty value counts as missing."""
        return self.default in ([], {})

    @property
    def holds_parts(self) -> bool:
        """Whether its value is a list or a mapping."""
        kinds = (value_types.ListType, value_types.MappingType, value_types.ModelType)
        return self.is_collection or isinstance(self.type, kinds)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class InputModel:
    """The keys of one mapping in a file, with the locations of its parts.

    The annotations of a subclass are its keys. Frozen and strict: numbers are not accepted as text,
    and unknown keys are errors.
    """

    _node: MapNode

    def __init__(self, **values: Any) -> None:
        """Fill in these values, which are not checked, and defaults for the others."""
        defaults, collections = self._defaults()
        filled = self.__dict__
        filled.update(defaults)
        # Lists and mappings are not shared.
        filled.update({name: copy(default) for name, default in collections.items()})
        filled.update(values)

    # Compared by its values, among which are lists.
    __hash__ = None  # type: ignore[assignment]  # `object` declares a method

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    @classmethod
    @cache
    def fields(cls) -> Mapping[str, InputKey]:
        """Return the keys by the name of their attribute."""
        hints = get_type_hints(cls, include_extras=True)
        return {
            name: _input_key(name, hint, getattr(cls, name, REQUIRED))
            for name, hint in hints.items()
            if not name.startswith("_")
        }

    @classmethod
    @cache
    def _defaults(cls) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """Return the defaults of all attributes, and again those that are lists or mappings."""
        keys = cls.fields()
        collections = {name: key.default for name, key in keys.items() if key.is_collection}
        return {name: key.default for name, key in keys.items()}, collections

    @classmethod
    @cache
    def _by_name(cls) -> Mapping[str, tuple[str, InputKey]]:
        """Return the attributes and keys by the name of the key in a file."""
        return {key.name: (attribute, key) for attribute, key in cls.fields().items()}

    @classmethod
    @cache
    def _required(cls) -> tuple[tuple[str, InputKey], ...]:
        return tuple((attribute, key) for attribute, key in cls.fields().items() if key.is_required)

    @classmethod
    def from_node(cls, node: MapNode, report: Report) -> Self | None:
        """Return a record of a mapping; None after errors other than unknown keys."""
        values = cls._decoded(node, report)
        return None if value_types.INVALID in values.values() else cls._filled(values, node)

    @classmethod
    def _decoded(cls, node: MapNode, report: Report) -> dict[str, Any]:
        """Return the values of a mapping by attribute, INVALID for those with errors."""
        known = cls._by_name()
        values: dict[str, Any] = {}
        is_known = True
        # Most models have many more keys than are written.
        for entry in node.entries:
            found = known.get(entry.key.text)
            if found is None:
                is_known = False
                continue
            attribute, key = found
            if not (key.is_collection and value_types.is_empty(entry.value)):
                values[attribute] = key.type.decode(entry.value, report)
        if not is_known:
            cls._report_unknown_keys(node, report)
        for attribute, key in cls._required():
            if attribute not in values:
                at = value_types.start_of_mapping(node)
                report.add(problems.MissingKey(at=at, key=key.name))
                values[attribute] = value_types.INVALID
        return values

    @classmethod
    def _report_unknown_keys(cls, node: MapNode, report: Report) -> None:
        """Report unknown keys; those below an empty list or mapping once, as a part of it."""
        keys = {key.name: key for key in cls.fields().values()}
        known = tuple(keys)
        owner, reported = "", False
        for entry in node.entries:
            key, name = keys.get(entry.key.text), entry.key.text
            if key is not None:
                is_empty = key.holds_parts and value_types.is_empty(entry.value)
                owner = key.name if is_empty else ""
                reported = False
            elif owner and closest_name(name, known, cutoff=0.8) is None:
                if not reported:
                    at = entry.key.span
                    report.add(problems.UnindentedKey(at=at, key=name, known=known, above=owner))
                reported = True
            else:
                report.add(problems.UnknownKey(at=entry.key.span, key=name, known=known))

    @classmethod
    def _filled(cls, values: Mapping[str, Any], node: MapNode) -> Self:
        record = cls(**values)
        record.__dict__["_node"] = node
        return record

    @classmethod
    def partial(cls, node: MapNode, report: Report) -> PartialInput[Self]:
        """Return a record of the valid parts of a mapping, and report errors in the others."""
        before = report.errors
        values = cls._decoded(node, report)
        broken = {name for name, value in values.items() if value is value_types.INVALID}
        for name in broken:
            key = cls.fields()[name]
            values[name] = _valid_items(key.type, node.get(key.name))
            if values[name] is value_types.INVALID and not key.is_required:
                values[name] = copy(key.default)
        record = None if value_types.INVALID in values.values() else cls._filled(values, node)
        names = frozenset(cls.fields()[name].name for name in broken)
        return PartialInput(record, names if names or report.errors == before else frozenset({""}))

    @property
    def node(self) -> MapNode:
        return self._node

    def at(self, *path: PathStep) -> Span:
        """The location of a part, by keys and indexes; that of the nearest part that exists."""
        node: Node = self._node
        for step in path:
            inner = _child_of(node, step)
            if inner is None:
                break
            node = inner
        return (
            node.span
            if path or not isinstance(node, MapNode)
            else value_types.start_of_mapping(node)
        )

    def key_at(self, key: str, inner: str = "") -> Span:
        """The location of a key itself, or of a key ``inner`` in the mapping under it."""
        value = self._node.get(key)
        if inner and isinstance(value, MapNode) and (within := value.key(inner)) is not None:
            return within.span
        found = self._node.key(key)
        return found.span if found is not None else value_types.start_of_mapping(self._node)

    def has(self, key: str) -> bool:
        """Whether the author wrote this key."""
        return self._node.key(key) is not None

    def with_values(self, values: Mapping[str, Any]) -> Self:
        """Return a copy with other values of some attributes."""
        copied = type(self)()
        copied.__dict__.update(self.__dict__)
        copied.__dict__.update(values)
        return copied

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).fields())
        return f"{type(self).__qualname__}({values})"


class PartialInput(Record, Generic[R]):
    """A record made of the valid parts of a file, and the keys of the invalid ones.

    ``record`` is None if an essential part is invalid.
    """

    record: R | None
    broken: frozenset[str]


def decode(model: type[R], node: Node, report: Report) -> R | None:
    """Decode a node to a record of this model; None after errors."""
    before = report.errors
    record = value_types.ModelType(model=model).decode(node, report)
    return record if report.errors == before else None


def decode_partially(model: type[R], node: Node, report: Report) -> PartialInput[R]:
    """Decode the valid parts of a node; report errors in the others.

    An invalid list item is left out alone, any other invalid part with its whole key.
    """
    if isinstance(node, MapNode):
        return model.partial(node, report)
    report.add(problems.WrongType(at=node.span, wanted="a mapping", got=value_types.kind_of(node)))
    return PartialInput(None, frozenset())


def _valid_items(kind: value_types.ValueType, node: Node | None) -> Any:
    """Return the list of the valid items of a node; INVALID if it is too short, or not a list."""
    if isinstance(kind, value_types.OptionalType):
        return _valid_items(kind.value, node)
    if not isinstance(kind, value_types.ListType) or not isinstance(node, ListNode):
        return value_types.INVALID
    # Their errors have been reported.
    unseen = Report()
    valid = [
        item for item in node.items if kind.items.decode(item, unseen) is not value_types.INVALID
    ]
    return kind.decode(replace(node, items=tuple(valid)), unseen)


def _input_key(name: str, hint: Any, default: Any) -> InputKey:
    options = default if isinstance(default, FieldOptions) else FieldOptions((), "", default)
    kind = _limited(_value_type(hint), options)
    return InputKey(options.alias or name, kind, options.default)


def _value_type(hint: Any) -> value_types.ValueType:
    """Return the type of value that an annotation describes."""
    match get_origin(hint), get_args(hint):
        case _, () if isinstance(hint, type) and issubclass(hint, InputModel):
            return value_types.ModelType(model=hint)
        case _, () if hint in _PLAIN_TYPES:
            return _PLAIN_TYPES[hint]
        case origin, (inner, *marks) if origin is Annotated:
            found = next((mark for mark in marks if isinstance(mark, value_types.ValueType)), None)
            found = found or _value_type(inner)
            for mark in marks:
                if isinstance(mark, FieldOptions):
                    found = _limited(found, mark)
                elif not isinstance(mark, value_types.ValueType):
                    found = replace(found, hints=(*found.hints, mark))
            return found
        case origin, words if origin is Literal:
            return value_types.WordType(words=words)
        case origin, (items,) if origin is list:
            return value_types.ListType(items=_value_type(items))
        case origin, (keys, values) if origin is dict:
            return value_types.MappingType(keys=_value_type(keys), values=_value_type(values))
        case origin, options if origin in (Union, types.UnionType):
            inner = tuple(_value_type(option) for option in options if option is not type(None))
            found = inner[0] if len(inner) == 1 else value_types.UnionType(options=inner)
            return value_types.OptionalType(value=found) if type(None) in options else found
        case _:
            raise TypeError(f"no type of value: {hint}")


def _limited(kind: value_types.ValueType, options: FieldOptions) -> value_types.ValueType:
    """Return a type with limits set, or the tagged form of a union."""
    if options.discriminator and isinstance(kind, value_types.UnionType):
        models = (option for option in kind.options if isinstance(option, value_types.ModelType))
        tagged = {model.model.fields()[options.discriminator].type: model for model in models}
        words = {
            word: model
            for kind, model in tagged.items()
            if isinstance(kind, value_types.WordType)
            for word in kind.words
            if isinstance(word, str)
        }
        return value_types.TaggedType(tag=options.discriminator, models=words, hints=kind.hints)
    return replace(kind, **dict(options.limits))


_PLAIN_TYPES: Mapping[Any, value_types.ValueType] = {
    str: value_types.TextType(),
    int: value_types.IntegerType(),
    float: value_types.FloatType(),
    bool: value_types.BooleanType(),
}


def _child_of(node: Node, step: PathStep) -> Node | None:
    """Return the child of a node at a key or index; None if there is none."""
    match node, step:
        case MapNode(), str():
            return node.get(step)
        case ListNode(), int():
            return node.items[step] if step < len(node.items) else None
        case _:
            return None
