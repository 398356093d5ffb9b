"""The schema files of a campaign or a multi-campaign site."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_source
from chronicle.files.source import FileTree
from chronicle.load import inputs
from chronicle.load.multi_site import MultiSiteInput
from chronicle.load.text_encoding import decode_source
from chronicle.rules import RULESETS
from chronicle.rules.file_models import FileModels, NamesByKind
from chronicle.schemas import campaign_names
from chronicle.schemas.builder import Schema, SchemaBuilder
from chronicle.yaml.decode import InputModel
from chronicle.yaml.decode.json_schema import to_plain
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The hidden folder of the schemas.
SCHEMA_FOLDER: Final = ".chronicle"
#: The kinds of file that have a schema, with their models; the last two are front matter.
FILE_KINDS: Final[Mapping[str, type[InputModel]]] = {
    "campaign": inputs.CampaignInput,
    "places": inputs.PlacesInput,
    "map": inputs.MapShapesInput,
    "faction": inputs.FactionInput,
    "turn": inputs.TurnInput,
    "shelf": MultiSiteInput,
    "page": inputs.PageInput,
    "entity": inputs.EntityInput,
}
_MULTI_SITE_KINDS: Final = ("shelf",)


def schemas_of(tree: FileTree, offered: Mapping[str, tuple[str, ...]]) -> dict[str, Schema]:
    """The schema of every kind of file in a campaign, even if some files can't be read.

    ``offered`` are the names that its theme defines, by kind.
    """
    nodes = {path: _read(tree, path) for path in sorted(tree.files) if path.endswith(".yaml")}
    drawing = _schema_builder(_ruleset_name(nodes.get("campaign.yaml")))
    kinds = {kind: entry for kind, entry in FILE_KINDS.items() if kind not in _MULTI_SITE_KINDS}
    found: dict[str, dict[str, None]] = {}
    for path, node in nodes.items():
        if node is not None and (kind := file_kind_of(path)):
            root = {"$ref": f"#/$defs/{drawing.names[FILE_KINDS[kind]]}"}
            for what, name in campaign_names.defined_names(drawing.defs, root, to_plain(node)):
                found.setdefault(what, {})[name] = None
    new = {what: tuple(sorted(names)) for what, names in found.items()}
    by_files = campaign_names.names_from_files(tree, nodes.get("places.yaml"))
    head = nodes.get("campaign.yaml")
    ruleset = _ruleset_name(head)
    actions = {"action": RULESETS[ruleset].actions} if ruleset else {}
    known = campaign_names.merge_names([offered, by_files, drawing.models.names, actions, new])
    rules = head.get("rules") if isinstance(head, MapNode) else None
    known |= drawing.models.names_from_rules(to_plain(rules) if rules is not None else None, known)
    return {kind: drawing.schema(entry, known) for kind, entry in kinds.items()}


def multi_site_schemas(offered: NamesByKind) -> dict[str, Schema]:
    """The schemas of the files next to the campaigns of a multi-campaign site."""
    drawing = _schema_builder("")
    return {kind: drawing.schema(FILE_KINDS[kind], offered) for kind in _MULTI_SITE_KINDS}


def file_kind_of(path: str) -> str:
    """The kind of an author's file; empty if it has no schema."""
    if path in ("campaign.yaml", "places.yaml", "map.yaml", "shelf.yaml"):
        return path.removesuffix(".yaml")
    if campaign_names.is_turn_path(path):
        return "turn"
    folders = {"factions": "faction", "people": "entity", "items": "entity", "pages": "page"}
    return folders.get(path.partition("/")[0], "")


def schema_files(schemas: Mapping[str, Schema]) -> dict[str, bytes]:
    """The schemas as files, by path in the content folder."""
    return {schema_path(kind): schema_text(schema).encode() for kind, schema in schemas.items()}


def schema_path(kind: str) -> str:
    """The path of the schema of a kind, in the folder of the campaign or site."""
    return f"{SCHEMA_FOLDER}/{kind}.schema.json"


def schema_text(schema: Schema) -> str:
    """A schema as JSON text."""
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _read(tree: FileTree, path: str) -> Node | None:
    """The content of a file as far as it can be read; errors are reported elsewhere."""
    report = Report()
    source = decode_source(tree, path, report)
    return compose(source, report) if source is not None else None


def _ruleset_name(head: Node | None) -> str:
    """The ruleset of a campaign; empty if unknown."""
    named = head.get("ruleset") if isinstance(head, MapNode) else None
    return named.text if isinstance(named, ScalarNode) and named.text in RULESETS else ""


@cache
def _schema_builder(ruleset: str) -> SchemaBuilder:
    """The annotated definitions of all files with a ruleset, the same for each campaign."""
    written = RULESETS[ruleset].file_models() if ruleset else FileModels()
    return SchemaBuilder.of(tuple(FILE_KINDS.values()), written, _key_descriptions())


@cache
def _key_descriptions() -> Mapping[str, Mapping[str, str]]:
    """The description of each key, by name of its input model."""
    words: Any = json.loads(shipped_source("chronicle.schemas", "words.json").text)
    return {str(entry): dict(keys) for entry, keys in words.items()}
