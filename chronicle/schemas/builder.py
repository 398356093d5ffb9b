"""From the marked shapes of files to schemas that stand for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chronicle.rules.file_models import AllowedKeys, FileModels
from chronicle.schemas.campaign_names import KnownNames
from chronicle.yaml.decode import (
    HINTS_KEY,
    MODEL_KEY,
    InputModel,
    KeyHint,
    NameHint,
    PartHint,
    json_schemas,
)

Schema: TypeAlias = dict[str, Any]

_NOTHING: Final = {"type": "null"}
#: What says no more than a key that is left out.
_EMPTY: Final[Mapping[str, Any]] = {"enum": [None, []]}
#: What a ruleset's part may be when nobody knows the ruleset.
_ANY: Final = {"type": ["object", "array"]}


@dataclass(frozen=True, slots=True)
class SchemaBuilder:
    """The marked definitions of all files of a campaign under one ruleset.

    ``words`` say by shape and key what each is for; ``shipped`` are the ruleset's own names.
    """

    names: Mapping[type[InputModel], str]
    defs: Mapping[str, Any]
    shipped: KnownNames
    words: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(
        cls,
        shapes: Sequence[type[InputModel]],
        written: FileModels,
        words: Mapping[str, Mapping[str, str]],
    ) -> SchemaBuilder:
        """The definitions of these shapes, and of the parts in them that a ruleset reads."""
        names, defs = json_schemas([*shapes, *written.parts.values()])
        parts = {part: names[shape] for part, shape in written.parts.items()}
        filled = {name: _with_ruleset_parts(schema, parts) for name, schema in defs.items()}
        bound = {
            _qualified_name(shape): list(_conditional_keys(*use))
            for shape, use in written.uses.items()
        }
        for shape, keys in written.alone.items():
            bound.setdefault(_qualified_name(shape), []).extend(_exclusive_keys(keys))
        for name, schema in filled.items():
            if (also := bound.get(schema.get(MODEL_KEY, ""))) is not None:
                filled[name] = {**schema, "allOf": also}
        return cls(names, filled, written.names, words)

    def schema(self, shape: type[InputModel], known: KnownNames) -> Schema:
        """The schema of one kind of file, with all that it refers to and nothing else."""
        root = self.names[shape]
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
        """A definition whose keys say what they are for."""
        schema: Schema = dict(self.defs[name])
        said = self.words.get(schema.pop(MODEL_KEY, ""), {})
        properties = schema.get("properties", {})
        if properties:
            schema["properties"] = {
                key: {**inner, "description": said[key]} if key in said else inner
                for key, inner in properties.items()
            }
        return schema


def _qualified_name(shape: type[InputModel]) -> str:
    """A shape as its definition calls it."""
    return f"{shape.__module__}.{shape.__qualname__}"


def _exclusive_keys(keys: Sequence[str]) -> Iterator[Schema]:
    """Where one of these keys has anything under it, those after it have nothing."""
    for place, key in enumerate(keys[:-1], start=1):
        yield {
            "if": {"properties": {key: {"not": _EMPTY}}, "required": [key]},
            "then": {"properties": dict.fromkeys(keys[place:], _EMPTY)},
        }


def _conditional_keys(key: str, uses: Mapping[str, AllowedKeys]) -> Iterator[Schema]:
    """For each word under a key, what may stand beside it, and what has to."""
    for word, use in uses.items():
        then: Schema = {"propertyNames": {"enum": list(use.takes)}}
        yield {
            "if": {"properties": {key: {"const": word}}, "required": [key]},
            "then": {**then, "required": list(use.needs)} if use.needs else then,
        }


def _with_ruleset_parts(schema: Any, parts: Mapping[str, str]) -> Any:
    """A schema with a ruleset's own definitions where a mark says that it reads something."""
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
            return {"anyOf": [inner, _NOTHING]} if _NOTHING in schema.get("anyOf", ()) else inner
        case list():
            return [_with_ruleset_parts(item, parts) for item in schema]
        case _:
            return schema


def _reachable(defs: Mapping[str, Any], root: str) -> set[str]:
    """The definitions that one refers to, by however long a way, and it itself."""
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


def _without_marks(schema: Any, known: KnownNames, choice: NameHint | None = None) -> Any:
    """A schema without marks: what they say of names holds for the texts below them."""
    match schema:
        case dict():
            marks = schema.get(HINTS_KEY, ())
            own = next((mark for mark in marks if isinstance(mark, NameHint)), choice)
            keys = next((mark.choice for mark in marks if isinstance(mark, KeyHint)), None)
            rest = {key: value for key, value in schema.items() if key != HINTS_KEY}
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


def _without_marks_below(key: str, value: Any, known: KnownNames, choice: NameHint | None) -> Any:
    if key in ("properties", "$defs"):
        return {name: _without_marks(inner, known) for name, inner in value.items()}
    return _without_marks(value, known, choice) if isinstance(value, dict | list) else value


def _choice_reference(text: Schema, choice: NameHint, known: KnownNames) -> Schema:
    """A text that is to be one of the known names; any text while there are none."""
    if not _choice_names(choice, known):
        return text
    said = {"description": text["description"]} if "description" in text else {}
    return {**said, "$ref": f"#/$defs/{_definition_name(choice)}"}


def _definition_name(choice: NameHint) -> str:
    """The name of the definition that lists the names of a choice."""
    way = "any" if choice.open else "known"
    return "-".join((way, *choice.kinds, *choice.words))


def _choices(schema: Any) -> Iterator[NameHint]:
    """The choices that are marked anywhere in a schema."""
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


def _choice_definition(choice: NameHint, known: KnownNames) -> Schema:
    """The names of a choice, and whatever else may stand there."""
    listed = {"enum": _choice_names(choice, known)}
    return {"anyOf": [listed, {"type": "string", "pattern": r"\S"}]} if choice.open else listed


def _choice_names(choice: NameHint, known: KnownNames) -> list[str]:
    """The names of a choice; none when no thing of its kinds is known."""
    things = [name for kind in choice.kinds for name in known.get(kind, ())]
    return list(dict.fromkeys([*choice.words, *things])) if things else []


def _with_known_keys(schema: Schema, choice: NameHint, known: KnownNames) -> Schema:
    """A mapping with the known names for its keys, wherever in its options it stands."""
    options = schema.get("anyOf")
    if options is not None:
        return {**schema, "anyOf": [_with_known_keys(option, choice, known) for option in options]}
    names = _choice_names(choice, known)
    if schema.get("type") != "object" or not names:
        return schema
    inner = schema.get("additionalProperties", {})
    keyed = {**schema, "properties": dict.fromkeys(names, inner)}
    return keyed if choice.open else {**keyed, "additionalProperties": False}
