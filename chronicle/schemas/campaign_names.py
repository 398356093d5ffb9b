"""The names that a campaign has for its things, kind by kind, as far as its files can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from chronicle.files.source import Tree
from chronicle.markup.heraldry import DIVISIONS
from chronicle.model.audience import AUDIENCE_WORDS
from chronicle.rules import RULESETS
from chronicle.yaml.decode import MARK, Gives
from chronicle.yaml.nodes import MapNode, Node

#: Names by kind, each once and in order.
Known: TypeAlias = Mapping[str, tuple[str, ...]]

_FOLDERS: Final = (
    ("faction", "factions/", ".yaml"),
    ("person", "people/", ".md"),
    ("item", "items/", ".md"),
)


def named_by_files(tree: Tree, places: Node | None) -> dict[str, tuple[str, ...]]:
    """What the names of files and the keys of `places.yaml` say there is."""
    found = {
        kind: tuple(
            sorted(_inside(path, folder, ending) for path in tree.under(folder[:-1], ending))
        )
        for kind, folder, ending in _FOLDERS
    }
    listed = places.get("places") if isinstance(places, MapNode) else None
    if isinstance(listed, MapNode):
        found["place"] = tuple(sorted(entry.key.text for entry in listed.entries))
    found["audience"] = (*AUDIENCE_WORDS, *found["faction"])
    found["ruleset"] = tuple(RULESETS)
    found["division"] = tuple(DIVISIONS)
    return found


def _inside(path: str, folder: str, ending: str) -> str:
    return path[len(folder) : -len(ending)]


def given(
    defs: Mapping[str, Any], schema: Mapping[str, Any], value: Any
) -> Iterator[tuple[str, str]]:
    """Every kind and name that a value gives to something new, by the marks of its schema."""
    if "$ref" in schema:
        yield from given(defs, defs[schema["$ref"].rpartition("/")[2]], value)
    for mark in schema.get(MARK, ()):
        if isinstance(mark, Gives):
            names = value if isinstance(value, dict) else (value,)
            yield from ((mark.kind, name) for name in names if isinstance(name, str) and name)
    for way in ("anyOf", "oneOf", "allOf"):
        for option in schema.get(way, ()):
            yield from given(defs, option, value)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        for key, inner in value.items():
            below = properties.get(key, others)
            if isinstance(below, dict):
                yield from given(defs, below, inner)
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            yield from given(defs, schema["items"], item)


def joined(parts: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, tuple[str, ...]]:
    """All names of several sources, kind by kind."""
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for kind, names in part.items():
            found.setdefault(kind, {}).update(dict.fromkeys(names))
    return {kind: tuple(names) for kind, names in found.items()}


def is_turn(path: str) -> bool:
    """Whether a file holds a turn."""
    return re.fullmatch(r"turns/\d{3,6}\.yaml", path) is not None
