"""From a Markdown file with front matter to a page, or to the two parts of such a file."""

from __future__ import annotations

from typing import TypeVar

from chronicle.diagnostics.catalogue import content as problems
from chronicle.files.source import Source, Span, whole
from chronicle.load.inputs import PageShape
from chronicle.load.names import Names
from chronicle.load.passages import circle_at, passages_of
from chronicle.model.audience import Circle
from chronicle.model.campaign import Page
from chronicle.model.passages import Passage
from chronicle.yaml.decode import Record, decode
from chronicle.yaml.nodes import ScalarNode
from chronicle.yaml.parser import compose

R = TypeVar("R", bound=Record)

_FENCE = "---"


def read_page(source: Source, id: str, names: Names) -> Page | None:
    """The page of a source; None when findings say why there is none."""
    found = parted(source, PageShape, "title", names)
    if found is None:
        return None
    shape, body = found
    circle = circle_at(shape, "for", shape.readers, names)
    if circle is None:
        return None
    return Page(id, shape.title, circle, passages_in(body, circle, names), shape.at("title"))


def parted(source: Source, shape: type[R], named: str, names: Names) -> tuple[R, ScalarNode] | None:
    """The front matter of a source and its text; ``named`` is the key that it is called by.

    None when findings say why there is none.
    """
    rows = source.text.split("\n")
    ends = [row for row, line in enumerate(rows) if line.rstrip() == _FENCE]
    if len(ends) < 2 or ends[0] != 0:
        names.report.add(problems.FrontMatter(at=whole(source), key=named))
        return None
    # An empty first line keeps every line of the front matter at its own number.
    front = "\n".join(["", *rows[1 : ends[1]]]) + "\n"
    node = compose(source, names.report, text=front)
    found = decode(shape, node, names.report) if node is not None else None
    if found is None:
        return None
    text = "\n".join(rows[ends[1] + 1 :])
    fence = Span(source, ends[1] + 1, 1, len(rows), 1)
    return found, ScalarNode(fence, text, text, "page")


def passages_in(body: ScalarNode, circle: Circle, names: Names) -> tuple[Passage, ...]:
    """The text below a front matter, unless it is empty."""
    return passages_of(body.text, body, circle, names) if body.text.strip() else ()
