"""The names of a campaign's things by kind, as far as its files can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from chronicle.files.source import FileTree
from chronicle.load.time_zones import time_zone_names
from chronicle.markup.heraldry import DIVISIONS
from chronicle.model.audience import AUDIENCE_KEYWORDS
from chronicle.rules import RULESETS
from chronicle.yaml.decode import HINTS_KEY, NewNameHint
from chronicle.yaml.nodes import MapNode, Node

_FOLDERS: Final = (
    ("faction", "factions/", ".yaml"),
    ("person", "people/", ".md"),
    ("item", "items/", ".md"),
)


def names_from_files(tree: FileTree, places: Node | None) -> dict[str, tuple[str, ...]]:
    """The names that follow from file names and from the keys of `places.yaml`."""
    found = {
        kind: tuple(
            sorted(path[len(folder) : -len(ending)] for path in tree.files_in(folder[:-1], ending))
        )
        for kind, folder, ending in _FOLDERS
    }
    listed = places.get("places") if isinstance(places, MapNode) else None
    if isinstance(listed, MapNode):
        found["place"] = tuple(sorted(entry.key.text for entry in listed.entries))
    found["audience"] = (*AUDIENCE_KEYWORDS, *found["faction"])
    found["zone"] = time_zone_names()
    found["ruleset"] = tuple(RULESETS)
    found["division"] = tuple(DIVISIONS)
    return found


def defined_names(
    defs: Mapping[str, Any], schema: Mapping[str, Any], value: Any
) -> Iterator[tuple[str, str]]:
    """Yield kind and name of everything that a value defines, by the hints of its schema."""
    if "$ref" in schema:
        yield from defined_names(defs, defs[schema["$ref"].rpartition("/")[2]], value)
    for mark in schema.get(HINTS_KEY, ()):
        if isinstance(mark, NewNameHint):
            names = value if isinstance(value, dict) else (value,)
            yield from ((mark.kind, name) for name in names if isinstance(name, str) and name)
    for way in ("anyOf", "oneOf", "allOf"):
        for option in schema.get(way, ()):
            yield from defined_names(defs, option, value)
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        for key, inner in value.items():
            below = properties.get(key, others)
            if isinstance(below, dict):
                yield from defined_names(defs, below, inner)
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            yield from defined_names(defs, schema["items"], item)


def merge_names(parts: Sequence[Mapping[str, Sequence[str]]]) -> dict[str, tuple[str, ...]]:
    """Merge the names from several sources, kind by kind."""
    found: dict[str, dict[str, None]] = {}
    for part in parts:
        for kind, names in part.items():
            found.setdefault(kind, {}).update(dict.fromkeys(names))
    return {kind: tuple(names) for kind, names in found.items()}


def is_turn_path(path: str) -> bool:
    """Whether a file is a turn."""
    return re.fullmatch(r"turns/\d{3,6}\.yaml", path) is not None
