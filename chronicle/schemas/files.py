"""The schema files that lie beside a campaign or a shelf."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_source
from chronicle.files.source import Tree
from chronicle.load.inputs import (
    CampaignShape,
    EntityShape,
    FactionShape,
    PageShape,
    PlacesShape,
    TurnShape,
)
from chronicle.load.multi_site import ShelfShape
from chronicle.load.text import source_of
from chronicle.rules import RULESETS
from chronicle.rules.file_models import Written
from chronicle.schemas.builder import Drawing, Schema
from chronicle.schemas.campaign_names import Known, given, is_turn, joined, named_by_files
from chronicle.yaml.decode import Record
from chronicle.yaml.decode.plain import plain
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The hidden folder of a campaign or a shelf that holds its schemas.
FOLDER: Final = ".chronicle"
#: The kinds of file that have a schema, each with its shape; the last two are front matter.
KINDS: Final[Mapping[str, type[Record]]] = {
    "campaign": CampaignShape,
    "places": PlacesShape,
    "faction": FactionShape,
    "turn": TurnShape,
    "shelf": ShelfShape,
    "page": PageShape,
    "entity": EntityShape,
}
_ON_SHELVES: Final = ("shelf",)


def schemas_of(tree: Tree, offered: Mapping[str, tuple[str, ...]]) -> dict[str, Schema]:
    """The schema of every kind of file of a campaign, however much of it can't be read.

    ``offered`` are names that its theme has, by kind.
    """
    nodes = {path: _read(tree, path) for path in sorted(tree.files) if path.endswith(".yaml")}
    drawing = _drawing(_ruleset(nodes.get("campaign.yaml")))
    kinds = {kind: shape for kind, shape in KINDS.items() if kind not in _ON_SHELVES}
    found: dict[str, dict[str, None]] = {}
    for path, node in nodes.items():
        if node is not None and (kind := kind_of(path)):
            root = {"$ref": f"#/$defs/{drawing.names[KINDS[kind]]}"}
            for what, name in given(drawing.defs, root, plain(node)):
                found.setdefault(what, {})[name] = None
    new = {what: tuple(sorted(names)) for what, names in found.items()}
    by_files = named_by_files(tree, nodes.get("places.yaml"))
    known = joined([offered, by_files, drawing.shipped, new])
    return {kind: drawing.schema(shape, known) for kind, shape in kinds.items()}


def shelf_schemas(offered: Known) -> dict[str, Schema]:
    """The schema of what lies beside the campaigns of a shelf."""
    drawing = _drawing("")
    return {kind: drawing.schema(KINDS[kind], offered) for kind in _ON_SHELVES}


def kind_of(path: str) -> str:
    """The kind of an author's file; empty for one that has no schema."""
    if path in ("campaign.yaml", "places.yaml", "shelf.yaml"):
        return path.removesuffix(".yaml")
    if is_turn(path):
        return "turn"
    folders = {"factions": "faction", "people": "entity", "items": "entity", "pages": "page"}
    return folders.get(path.partition("/")[0], "")


def packed(schemas: Mapping[str, Schema]) -> dict[str, bytes]:
    """Schemas as files, by their paths beside the content."""
    return {path_of(kind): text_of(schema).encode() for kind, schema in schemas.items()}


def path_of(kind: str) -> str:
    """Where the schema of a kind lies, seen from the campaign's or the shelf's folder."""
    return f"{FOLDER}/{kind}.schema.json"


def text_of(schema: Schema) -> str:
    """A schema as text."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _read(tree: Tree, path: str) -> Node | None:
    """A file as far as it can be read; what is wrong with it is for others to say."""
    report = Report()
    source = source_of(tree, path, report)
    return compose(source, report) if source is not None else None


def _ruleset(head: Node | None) -> str:
    """The ruleset that a campaign names; empty when that can't be told."""
    named = head.get("ruleset") if isinstance(head, MapNode) else None
    return named.text if isinstance(named, ScalarNode) and named.text in RULESETS else ""


@cache
def _drawing(ruleset: str) -> Drawing:
    """The marked definitions of all files under a ruleset, which no campaign changes."""
    written = RULESETS[ruleset].written() if ruleset else Written()
    return Drawing.of(tuple(KINDS.values()), written, _words())


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    """What each key is for, by the name of its shape, as the reference has it."""
    words: Any = json.loads(shipped_source("chronicle.schemas", "words.json").text)
    return {str(shape): dict(keys) for shape, keys in words.items()}
