"""From the marked shapes of files to schemas that stand for themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from chronicle.rules.file_models import Use, Written
from chronicle.schemas.campaign_names import Known
from chronicle.yaml.decode import MARK, SHAPE, Choice, Keys, Part, Record, drawn

Schema: TypeAlias = dict[str, Any]

_NOTHING: Final = {"type": "null"}
#: What says no more than a key that is left out.
_EMPTY: Final[Mapping[str, Any]] = {"enum": [None, []]}
#: What a ruleset's part may be when nobody knows the ruleset.
_ANY: Final = {"type": ["object", "array"]}


@dataclass(frozen=True, slots=True)
class Drawing:
    """The marked definitions of all files of a campaign under one ruleset.

    ``words`` say by shape and key what each is for; ``shipped`` are the ruleset's own names.
    """

    names: Mapping[type[Record], str]
    defs: Mapping[str, Any]
    shipped: Known
    words: Mapping[str, Mapping[str, str]]

    @classmethod
    def of(
        cls,
        shapes: Sequence[type[Record]],
        written: Written,
        words: Mapping[str, Mapping[str, str]],
    ) -> Drawing:
        """The definitions of these shapes, and of the parts in them that a ruleset reads."""
        names, defs = drawn([*shapes, *written.parts.values()])
        parts = {part: names[shape] for part, shape in written.parts.items()}
        filled = {name: _filled(schema, parts) for name, schema in defs.items()}
        bound = {_named(shape): list(_used(*use)) for shape, use in written.uses.items()}
        for shape, keys in written.alone.items():
            bound.setdefault(_named(shape), []).extend(_alone(keys))
        for name, schema in filled.items():
            if (also := bound.get(schema.get(SHAPE, ""))) is not None:
                filled[name] = {**schema, "allOf": also}
        return cls(names, filled, written.names, words)

    def schema(self, shape: type[Record], known: Known) -> Schema:
        """The schema of one kind of file, with all that it refers to and nothing else."""
        root = self.names[shape]
        needed = sorted(_reached(self.defs, root) - {root})
        settled = {name: _settled(self.worded(name), known) for name in [root, *needed]}
        whole = settled.pop(root)
        for choice in _choices([self.defs[name] for name in [root, *needed]]):
            if _names(choice, known):
                settled[_called(choice)] = _listed(choice, known)
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **whole,
            **({"$defs": dict(sorted(settled.items()))} if settled else {}),
        }

    def worded(self, name: str) -> Schema:
        """A definition whose keys say what they are for."""
        schema: Schema = dict(self.defs[name])
        said = self.words.get(schema.pop(SHAPE, ""), {})
        properties = schema.get("properties", {})
        if properties:
            schema["properties"] = {
                key: {**inner, "description": said[key]} if key in said else inner
                for key, inner in properties.items()
            }
        return schema


def _named(shape: type[Record]) -> str:
    """A shape as its definition calls it."""
    return f"{shape.__module__}.{shape.__qualname__}"


def _alone(keys: Sequence[str]) -> Iterator[Schema]:
    """Where one of these keys has anything under it, those after it have nothing."""
    for place, key in enumerate(keys[:-1], start=1):
        yield {
            "if": {"properties": {key: {"not": _EMPTY}}, "required": [key]},
            "then": {"properties": dict.fromkeys(keys[place:], _EMPTY)},
        }


def _used(key: str, uses: Mapping[str, Use]) -> Iterator[Schema]:
    """For each word under a key, what may stand beside it, and what has to."""
    for word, use in uses.items():
        then: Schema = {"propertyNames": {"enum": list(use.takes)}}
        yield {
            "if": {"properties": {key: {"const": word}}, "required": [key]},
            "then": {**then, "required": list(use.needs)} if use.needs else then,
        }


def _filled(schema: Any, parts: Mapping[str, str]) -> Any:
    """A schema with a ruleset's own definitions where a mark says that it reads something."""
    match schema:
        case dict():
            part = next((mark for mark in schema.get(MARK, ()) if isinstance(mark, Part)), None)
            if part is None:
                return {key: _filled(value, parts) for key, value in schema.items()}
            name = parts.get(part.name)
            inner: Schema = {"$ref": f"#/$defs/{name}"} if name else _ANY
            inner = {"type": "array", "items": inner} if part.many else inner
            return {"anyOf": [inner, _NOTHING]} if _NOTHING in schema.get("anyOf", ()) else inner
        case list():
            return [_filled(item, parts) for item in schema]
        case _:
            return schema


def _reached(defs: Mapping[str, Any], root: str) -> set[str]:
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


def _settled(schema: Any, known: Known, choice: Choice | None = None) -> Any:
    """A schema without marks: what they say of names holds for the texts below them."""
    match schema:
        case dict():
            marks = schema.get(MARK, ())
            own = next((mark for mark in marks if isinstance(mark, Choice)), choice)
            keys = next((mark.choice for mark in marks if isinstance(mark, Keys)), None)
            rest = {key: value for key, value in schema.items() if key != MARK}
            if own is not None and rest.get("type") == "string":
                return _chosen(rest, own, known)
            settled = {key: _below(key, value, known, own) for key, value in rest.items()}
            return settled if keys is None else _keyed(settled, keys, known)
        case list():
            return [_settled(item, known, choice) for item in schema]
        case _:
            return schema


def _below(key: str, value: Any, known: Known, choice: Choice | None) -> Any:
    if key in ("properties", "$defs"):
        return {name: _settled(inner, known) for name, inner in value.items()}
    return _settled(value, known, choice) if isinstance(value, dict | list) else value


def _chosen(text: Schema, choice: Choice, known: Known) -> Schema:
    """A text that is to be one of the known names; any text while there are none."""
    if not _names(choice, known):
        return text
    said = {"description": text["description"]} if "description" in text else {}
    return {**said, "$ref": f"#/$defs/{_called(choice)}"}


def _called(choice: Choice) -> str:
    """The name of the definition that lists the names of a choice."""
    way = "any" if choice.open else "known"
    return "-".join((way, *choice.kinds, *choice.words))


def _choices(schema: Any) -> Iterator[Choice]:
    """The choices that are marked anywhere in a schema."""
    match schema:
        case dict():
            yield from (mark for mark in schema.get(MARK, ()) if isinstance(mark, Choice))
            for value in schema.values():
                yield from _choices(value)
        case list():
            for item in schema:
                yield from _choices(item)
        case _:
            return


def _listed(choice: Choice, known: Known) -> Schema:
    """The names of a choice, and whatever else may stand there."""
    listed = {"enum": _names(choice, known)}
    return {"anyOf": [listed, {"type": "string", "pattern": r"\S"}]} if choice.open else listed


def _names(choice: Choice, known: Known) -> list[str]:
    """The names of a choice; none when no thing of its kinds is known."""
    things = [name for kind in choice.kinds for name in known.get(kind, ())]
    return list(dict.fromkeys([*choice.words, *things])) if things else []


def _keyed(schema: Schema, choice: Choice, known: Known) -> Schema:
    """A mapping with the known names for its keys, wherever in its options it stands."""
    options = schema.get("anyOf")
    if options is not None:
        return {**schema, "anyOf": [_keyed(option, choice, known) for option in options]}
    names = _names(choice, known)
    if schema.get("type") != "object" or not names:
        return schema
    inner = schema.get("additionalProperties", {})
    keyed = {**schema, "properties": dict.fromkeys(names, inner)}
    return keyed if choice.open else {**keyed, "additionalProperties": False}
