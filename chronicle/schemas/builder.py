"""Turn the annotated input models into self-contained schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from chronicle.load.inputs import CharacterInput
from chronicle.records import Record
from chronicle.rules.file_models import AllowedKeys, FileModels, NamesByKind
from chronicle.yaml.decode import (
    HINTS_KEY,
    MODEL_KEY,
    InputModel,
    KeyHint,
    NameHint,
    PartHint,
    PatternHint,
    json_schemas,
)
from chronicle.yaml.decode.value_types import NOTHING_SCHEMA, or_nothing

Schema: TypeAlias = dict[str, Any]

#: The values that mean the same as a missing key.
_EMPTY: Final[Mapping[str, Any]] = or_nothing({"maxItems": 0, "type": "array"})
#: Most names that a message of an editor should list.
_MOST_LISTED: Final = 100
#: The key of orders that are a draft, in any ruleset.
_DRAFT: Final = {
    "description": "Whether they are a draft, which does not count until you remove this line",
    "type": "boolean",
}
#: A ruleset's part, if the ruleset is unknown.
_ANY: Final = {"type": ["object", "array"]}


class SchemaBuilder(Record):
    """The annotated definitions of all files of a campaign with one ruleset.

    ``models`` are the parts that the ruleset reads; ``words`` has the description of each key, by
    input model.
    """

    names: Mapping[type[InputModel], str]
    defs: Mapping[str, Any]
    models: FileModels
    words: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(
        cls,
        entries: Sequence[type[InputModel]],
        written: FileModels,
        words: Mapping[str, Mapping[str, str]],
    ) -> SchemaBuilder:
        """The definitions of these input models, with the parts that a ruleset reads."""
        read: dict[str, type[InputModel]] = {"plays": CharacterInput, **written.parts}
        names, defs = json_schemas([*entries, *read.values()])
        parts = {part: names[entry] for part, entry in read.items()}
        if "orders" in parts:
            # What is true of the orders of every ruleset.
            orders = defs[parts["orders"]]
            properties = {**orders["properties"], "draft": _DRAFT}
            defs = {**defs, parts["orders"]: {**orders, "properties": properties}}
        filled = {name: _with_ruleset_parts(schema, parts) for name, schema in defs.items()}
        bound = {
            _qualified_name(entry): list(_conditional_keys(*use))
            for entry, use in written.uses.items()
        }
        for entry, keys in written.alone.items():
            bound.setdefault(_qualified_name(entry), []).extend(_exclusive_keys(keys))
        for name, schema in filled.items():
            if (also := bound.get(schema.get(MODEL_KEY, ""))) is not None:
                filled[name] = {**schema, "allOf": also}
        return cls(names, filled, written, words)

    def schema(self, entry: type[InputModel], known: NamesByKind) -> Schema:
        """The schema of one kind of file, with only the definitions that it refers to."""
        root = self.names[entry]
        needed = sorted(_reachable(self.defs, root) - {root})
        settled = {name: _without_marks(self.described(name), known) for name in [root, *needed]}
        whole = settled.pop(root)
        for choice in _choices([self.defs[name] for name in [root, *needed]]):
            if _choice_names(choice, known):
                settled[_definition_name(choice)] = _choice_definition(choice, known)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **whole,
            **({"$defs": dict(sorted(settled.items()))} if settled else {}),
        }

    def described(self, name: str) -> Schema:
        """A definition with descriptions of its keys."""
        schema: Schema = dict(self.defs[name])
        said = self.words.get(schema.pop(MODEL_KEY, ""), {})
        properties = schema.get("properties", {})
        if properties:
            schema["properties"] = {
                key: {**inner, "description": said[key]} if key in said else inner
                for key, inner in properties.items()
            }
        return schema


def _qualified_name(entry: type[InputModel]) -> str:
    """The module and name of an input model, as in its definition."""
    return f"{entry.__module__}.{entry.__qualname__}"


def _exclusive_keys(keys: Sequence[str]) -> Iterator[Schema]:
    """Rules that forbid later keys in ``keys`` if an earlier one has a value."""
    for place, key in enumerate(keys[:-1], start=1):
        yield {
            "if": {"properties": {key: {"not": _EMPTY}}, "required": [key]},
            "then": {"properties": dict.fromkeys(keys[place:], _EMPTY)},
        }


def _conditional_keys(key: str, uses: Mapping[str, AllowedKeys]) -> Iterator[Schema]:
    """Rules for each value of a key: which other keys are allowed and which are required."""
    for word, use in uses.items():
        then: Schema = {"propertyNames": {"enum": list(use.takes)}}
        yield {
            "if": {"properties": {key: {"const": word}}, "required": [key]},
            "then": {**then, "required": list(use.needs)} if use.needs else then,
        }


def _with_ruleset_parts(schema: Any, parts: Mapping[str, str]) -> Any:
    """A schema with hints for a ruleset's parts replaced by references to its definitions."""
    match schema:
        case dict():
            part = next(
                (mark for mark in schema.get(HINTS_KEY, ()) if isinstance(mark, PartHint)), None
            )
            if part is None:
                return {key: _with_ruleset_parts(value, parts) for key, value in schema.items()}
            name = parts.get(part.name)
            inner: Schema = {"$ref": f"#/$defs/{name}"} if name else _ANY
            inner = {"type": "array", "items": inner} if part.many else inner
            return or_nothing(inner) if NOTHING_SCHEMA in schema.get("anyOf", ()) else inner
        case list():
            return [_with_ruleset_parts(item, parts) for item in schema]
        case _:
            return schema


def _reachable(defs: Mapping[str, Any], root: str) -> set[str]:
    """The definitions that ``root`` refers to, directly or not, including itself."""
    found: set[str] = set()
    ahead = [root]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += _references(defs[name])
    return found


def _references(schema: Any) -> Iterator[str]:
    match schema:
        case dict():
            if isinstance(schema.get("$ref"), str):
                yield schema["$ref"].rpartition("/")[2]
            for value in schema.values():
                yield from _references(value)
        case list():
            for item in schema:
                yield from _references(item)
        case _:
            return


def _without_marks(schema: Any, known: NamesByKind, choice: NameHint | None = None) -> Any:
    """A schema with hints replaced by what they mean; a name hint holds for all texts below it."""
    match schema:
        case dict():
            marks = schema.get(HINTS_KEY, ())
            own = next((mark for mark in marks if isinstance(mark, NameHint)), choice)
            keys = next((mark.choice for mark in marks if isinstance(mark, KeyHint)), None)
            rest = {key: value for key, value in schema.items() if key != HINTS_KEY}
            for mark in marks:
                if isinstance(mark, PatternHint):
                    rest["pattern"] = mark.pattern
            if own is not None and rest.get("type") == "string":
                return _choice_reference(rest, own, known)
            settled = {
                key: _without_marks_below(key, value, known, own) for key, value in rest.items()
            }
            return settled if keys is None else _with_known_keys(settled, keys, known)
        case list():
            return [_without_marks(item, known, choice) for item in schema]
        case _:
            return schema


def _without_marks_below(key: str, value: Any, known: NamesByKind, choice: NameHint | None) -> Any:
    if key in ("properties", "$defs"):
        return {name: _without_marks(inner, known) for name, inner in value.items()}
    return _without_marks(value, known, choice) if isinstance(value, dict | list) else value


def _choice_reference(text: Schema, choice: NameHint, known: NamesByKind) -> Schema:
    """The schema of a text that must be one of the known names; any text if none are known."""
    if not _choice_names(choice, known):
        return text
    said = {"description": text["description"]} if "description" in text else {}
    return {**said, "$ref": f"#/$defs/{_definition_name(choice)}"}


def _definition_name(choice: NameHint) -> str:
    """The name of the definition that lists the names of a choice."""
    way = "any" if choice.open else "known"
    return "-".join((way, *choice.kinds, *choice.words))


def _choices(schema: Any) -> Iterator[NameHint]:
    """The name hints anywhere in a schema."""
    match schema:
        case dict():
            yield from (mark for mark in schema.get(HINTS_KEY, ()) if isinstance(mark, NameHint))
            for value in schema.values():
                yield from _choices(value)
        case list():
            for item in schema:
                yield from _choices(item)
        case _:
            return


def _choice_definition(choice: NameHint, known: NamesByKind) -> Schema:
    """The definition that lists the names of a choice; an open one accepts any other text too."""
    names = _choice_names(choice, known)
    # Language servers list all names in their message unless there is another.
    message = {"errorMessage": "No such name."} if len(names) > _MOST_LISTED else {}
    listed = {"enum": names, **message}
    return {"anyOf": [listed, {"type": "string", "pattern": r"\S"}]} if choice.open else listed


def _choice_names(choice: NameHint, known: NamesByKind) -> list[str]:
    """The names of a choice; none if nothing of its kinds is known."""
    things = [name for kind in choice.kinds for name in known.get(kind, ())]
    return list(dict.fromkeys([*choice.words, *things])) if things else []


def _with_known_keys(schema: Schema, choice: NameHint, known: NamesByKind) -> Schema:
    """A mapping whose keys are the known names; within ``anyOf``, each mapping is changed."""
    options = schema.get("anyOf")
    if options is not None:
        return {**schema, "anyOf": [_with_known_keys(option, choice, known) for option in options]}
    names = _choice_names(choice, known)
    if schema.get("type") != "object" or not names:
        return schema
    inner = schema.get("additionalProperties", {})
    keyed = {**schema, "properties": dict.fromkeys(names, inner)}
    return keyed if choice.open else {**keyed, "additionalProperties": False}
