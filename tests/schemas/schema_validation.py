"""Whether a campaign's files fit the schemas drawn for it, as a validator of others sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load.text_encoding import decode_source
from chronicle.schemas import Schema, schemas_of
from chronicle.schemas.files import file_kind_of
from chronicle.yaml.decode.json_schema import to_plain
from chronicle.yaml.parser import compose

#: What editors are offered by a theme, where a test needs none of a real one.
OFFERED: Mapping[str, tuple[str, ...]] = {"theme": ("annals",), "language": ("en",)}


def validators(schemas: Mapping[str, Schema]) -> dict[str, Draft202012Validator]:
    """A validator of each kind of file."""
    return {kind: Draft202012Validator(schema) for kind, schema in schemas.items()}


def misfits(tree: FileTree) -> Iterator[tuple[str, str, str]]:
    """Each mismatch in a campaign's YAML files: the file, the path in it, and why."""
    by_kind = validators(schemas_of(tree, OFFERED))
    for path in sorted(tree.files):
        if path.endswith(".yaml") and (kind := file_kind_of(path)):
            yield from ((path, *found) for found in misfits_in(tree, path, by_kind[kind]))


def misfits_in(
    tree: FileTree, path: str, validator: Draft202012Validator
) -> Iterator[tuple[str, str]]:
    """Each mismatch in one file: the path in it, and why."""
    report = Report()
    source = decode_source(tree, path, report)
    node = compose(source, report) if source is not None else None
    assert node is not None, report.findings
    for error in _inner_errors(validator.iter_errors(to_plain(node))):
        yield "/".join(str(step) for step in error.absolute_path), str(error.message)


def _inner_errors(errors: Iterable[Any]) -> Iterator[Any]:
    """The errors in a value that may be empty and is not, instead of the one that it is neither."""
    for error in errors:
        inner = [one for one in error.context or () if one.validator != "not"]
        if inner and len({one.schema_path[0] for one in inner}) == 1:
            yield from _inner_errors(inner)
        else:
            yield error
