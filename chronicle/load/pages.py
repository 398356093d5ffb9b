"""From a Markdown file with front matter to a page."""

from __future__ import annotations

from chronicle.campaign import Page
from chronicle.decode import decode
from chronicle.load.names import Names
from chronicle.load.passages import circle_at, passages_of
from chronicle.load.shapes import PageShape
from chronicle.nodes import ScalarNode, compose
from chronicle.problems import content as problems
from chronicle.source import Source, Span, whole

_FENCE = "---"


def read_page(source: Source, id: str, names: Names) -> Page | None:
    """The page of a source; None when findings say why there is none."""
    rows = source.text.split("\n")
    ends = [row for row, line in enumerate(rows) if line.rstrip() == _FENCE]
    if len(ends) < 2 or ends[0] != 0:
        names.report.add(problems.FrontMatter(at=whole(source)))
        return None
    # An empty first line keeps every line of the front matter at its own number.
    front = "\n".join(["", *rows[1 : ends[1]]]) + "\n"
    node = compose(source, names.report, text=front)
    shape = decode(PageShape, node, names.report) if node is not None else None
    circle = circle_at(shape, "for", shape.readers, names) if shape is not None else None
    if shape is None or circle is None:
        return None
    text = "\n".join(rows[ends[1] + 1 :])
    fence = Span(source, ends[1] + 1, 1, len(rows), 1)
    body = ScalarNode(fence, text, text, "page")
    passages = passages_of(text, body, circle, names) if text.strip() else ()
    return Page(id, shape.title, circle, passages, shape.at("title"))
