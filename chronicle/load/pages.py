"""Parse Markdown files with front matter, and the author's pages."""

from __future__ import annotations

from typing import TypeVar

from chronicle.diagnostics.catalogue import content as problems
from chronicle.files.source import Source, Span, span_of_file
from chronicle.load.context import LoadContext
from chronicle.load.inputs import PageInput
from chronicle.load.passages import passages_of, visibility_at
from chronicle.model.audience import Visibility
from chronicle.model.campaign import AuthoredPage
from chronicle.model.passages import Passage
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.nodes import ScalarNode
from chronicle.yaml.parser import compose

R = TypeVar("R", bound=InputModel)

_FENCE = "---"


def parse_page(source: Source, id: str, names: LoadContext) -> AuthoredPage | None:
    """The page of a source; None after an error."""
    found = split_front_matter(source, PageInput, "title", names)
    if found is None:
        return None
    entry, body = found
    visibility = visibility_at(entry, "for", entry.readers, names)
    if visibility is None:
        return None
    return AuthoredPage(
        id, entry.title, visibility, body_passages(body, visibility, names), entry.at("title")
    )


def split_front_matter(
    source: Source, entry: type[R], name_key: str, names: LoadContext
) -> tuple[R, ScalarNode] | None:
    """The front matter, whose name is at ``name_key``, and the text; None after an error."""
    rows = source.text.split("\n")
    ends = [row for row, line in enumerate(rows) if line.rstrip() == _FENCE]
    if len(ends) < 2 or ends[0] != 0:
        names.report.add(problems.MissingFrontMatter(at=span_of_file(source), key=name_key))
        return None
    # An empty first line keeps the line numbers of the front matter.
    front = "\n".join(["", *rows[1 : ends[1]]]) + "\n"
    node = compose(source, names.report, text=front)
    found = decode(entry, node, names.report) if node is not None else None
    if found is None:
        return None
    text = "\n".join(rows[ends[1] + 1 :])
    fence = Span(source, ends[1] + 1, 1, len(rows), 1)
    return found, ScalarNode(fence, text, text, "page")


def body_passages(
    body: ScalarNode, visibility: Visibility, names: LoadContext
) -> tuple[Passage, ...]:
    """The text below a front matter, unless it is empty."""
    return passages_of(body.text, body, visibility, names) if body.text.strip() else ()
