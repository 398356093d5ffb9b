"""YAML as nodes with positions; the home of ruamel.yaml.

Nodes are composed here from the parser's events, so that nesting, aliases and tags are bounded
before anything is built from them. Scalars follow the core schema of YAML 1.2: ``no`` is text and
``012`` is twelve.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError, StreamMark, YAMLError

from chronicle.diagnostics.catalogue import syntax as problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import CONTROL, Source, Span, whole
from chronicle.yaml.nodes import Entry, ListNode, MapNode, Node, Plain, ScalarNode
from chronicle.yaml.parse_cache import recalled, remember

__all__ = [
    "MAX_DEPTH",
    "MAX_NODES",
    "Entry",
    "ListNode",
    "MapNode",
    "Node",
    "Plain",
    "ScalarNode",
    "compose",
    "core_value",
]

#: Deeper nesting than any campaign needs; the parser's time grows faster than the depth.
MAX_DEPTH: Final = 32
#: Nodes of one file with its aliases written out.
MAX_NODES: Final = 200_000

#: What texts begin with that may mean anything but themselves; most don't.
_MEANING: Final = frozenset("~nNtTfF-+.0123456789")
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_OCT = re.compile(r"0o[0-7]{1,18}")
_HEX = re.compile(r"0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_FLOAT_WORDS = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def core_value(text: str) -> Plain:
    """What a plain scalar means in the core schema of YAML 1.2 (its section 10.3.2)."""
    if text and text[0] not in _MEANING:
        return text
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text) or _FALSE.fullmatch(text):
        return bool(_TRUE.fullmatch(text))
    if _INT.fullmatch(text):
        return int(text)
    if _OCT.fullmatch(text) or _HEX.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _FLOAT_WORDS.fullmatch(text):
        return float(text.replace(".", ""))
    return text


class _Refused(Exception):
    """Composing can't go on; the finding is in the report already."""


@dataclass(slots=True)
class _Composer:
    """Turns the parser's events into nodes, counting as it goes."""

    source: Source
    report: Report
    stream: Iterator[events.Event]
    anchors: dict[str, Node] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)

    def document(self) -> Node | None:
        next(self.stream)
        first = next(self.stream)
        if isinstance(first, events.StreamEndEvent):
            return None
        root = self.node(next(self.stream), depth=0)
        next(self.stream)
        after = next(self.stream)
        if not isinstance(after, events.StreamEndEvent):
            self.report.add(problems.SeveralDocuments(at=self.span(after)))
        return root

    def node(self, event: events.Event, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self.report.add(problems.TooDeep(at=self.span(event), limit=MAX_DEPTH))
            raise _Refused
        if isinstance(event, events.AliasEvent):
            return self.alias(event)
        self.refuse_tag(event)
        match event:
            case events.ScalarEvent():
                node: Node = self.scalar(event)
                size = 1
            case events.SequenceStartEvent():
                node, size = self.sequence(event, depth)
            case _:
                node, size = self.mapping(event, depth)
        self.sizes[id(node)] = size
        if size > MAX_NODES:
            self.report.add(problems.TooMany(at=self.span(event), limit=MAX_NODES))
            raise _Refused
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            # Registered when complete: an alias inside its own anchor finds nothing.
            self.anchors[anchor] = node
        return node

    def alias(self, event: events.AliasEvent) -> Node:
        known = self.anchors.get(event.anchor)
        if known is None:
            self.report.add(problems.UnknownAlias(at=self.span(event), name=event.anchor))
            raise _Refused
        return known

    def refuse_tag(self, event: events.Event) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None and str(tag) != "!":
            self.report.add(problems.Tagged(at=self.span(event), tag=str(tag)))

    def scalar(self, event: events.ScalarEvent) -> ScalarNode:
        plain = event.style in (None, "")
        value = core_value(event.value) if plain else event.value
        control = CONTROL.search(event.value)
        if control is not None:
            # The file itself has none; an escape such as "\\0" has put it there.
            character = control.group()
            self.report.add(problems.ControlCharacter(at=self.span(event), character=character))
            raise _Refused
        return ScalarNode(self.span(event), event.value, value, event.style or "")

    def sequence(self, start: events.Event, depth: int) -> tuple[ListNode, int]:
        items: list[Node] = []
        size = 1
        while not isinstance(event := next(self.stream), events.SequenceEndEvent):
            item = self.node(event, depth + 1)
            size += self.sizes.get(id(item), 1)
            items.append(item)
        return ListNode(self.span(start, event), tuple(items)), size

    def mapping(self, start: events.Event, depth: int) -> tuple[MapNode, int]:
        entries: list[Entry] = []
        seen: dict[str, Span] = {}
        size = 1
        while not isinstance(event := next(self.stream), events.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.stream), depth + 1)
            if isinstance(value, ScalarNode) and not value.text and not value.style:
                # The parser finds nothing where the next thing starts; its place is its key.
                value = replace(value, span=key.span)
            size += 1 + self.sizes.get(id(value), 1)
            if not isinstance(key, ScalarNode):
                self.report.add(problems.OddKey(at=key.span))
            elif key.text in seen:
                self.report.add(
                    problems.DuplicateKey(at=key.span, key=key.text, first=seen[key.text])
                )
            else:
                seen[key.text] = key.span
                entries.append(Entry(key, value))
        return MapNode(self.span(start, event), tuple(entries)), size

    def span(self, start: events.Event, end: events.Event | None = None) -> Span:
        first: StreamMark = start.start_mark
        last: StreamMark = (end or start).end_mark
        return Span(self.source, first.line + 1, first.column + 1, last.line + 1, last.column + 1)


@dataclass(frozen=True, slots=True)
class _Composed:
    """What came of a source when it was composed."""

    source: Source
    text: str | None
    root: Node | None
    findings: tuple[Finding, ...]


#: What was composed last under each path, good for the very same text alone: whoever reads a
#: campaign again after an edit has most of its files as they were, and parsing is slow.
_KEPT: Final[dict[str, _Composed]] = {}


def compose(source: Source, report: Report, *, text: str | None = None) -> Node | None:
    """The one YAML document of a source as nodes, or None when a finding says why not.

    ``text`` is what to parse when that is not the whole source (the front matter of a page); its
    lines have to be the source's own, from the first on.
    """
    kept = _KEPT.get(source.path)
    if kept is None or (kept.source, kept.text) != (source, text):
        kept = _KEPT[source.path] = _once_composed(source, text)
    report.take(kept.findings)
    return kept.root


def _once_composed(source: Source, text: str | None) -> _Composed:
    """As composed by a run before this one, if that found nothing amiss, or now."""
    own, parsed = Report(), source.text if text is None else text
    root = recalled(source, parsed)
    if root is None:
        root = _composed(source, own, parsed)
        if root is not None and not own.findings:
            remember(source, parsed, root)
    return _Composed(source, text, root, own.findings)


#: What the two parsers see differently: line ends of YAML 1.1, tabs, marks of the byte order, names
#: of anchors with a colon in them, a value or a comment where nothing parts it from what is before
#: it, the first line of a block where only blanks are in it, and where a document ends.
_DISPUTED: Final = re.compile(
    r"[\t\r\x85\u2028\u2029\ufeff]|[&*]\S*:|:\s*[],}]|[|>][-+0-9]*(?:#|\n +\n)|^\.{3}|[^\n]\Z",
    re.MULTILINE,
)


def _document(source: Source, report: Report, text: str) -> Node | None:
    """The root of a text's one document; in doubt as the parser in Python has it.

    The one in C takes a tenth of the time. It speaks YAML 1.1 at the edges, and what it says of
    mistakes is less exact, so it has its say only where there is none and nothing is in dispute.
    """
    if not _DISPUTED.search(text):
        own = Report()
        with suppress(YAMLError, _Refused):
            root = _Composer(source, own, YAML(typ="safe").parse(text)).document()
            if not own.findings:
                return root
    return _Composer(source, report, YAML(typ="safe", pure=True).parse(text)).document()


def _composed(source: Source, report: Report, text: str) -> Node | None:
    before = report.errors
    try:
        root = _document(source, report, text)
    except _Refused:
        return None
    except MarkedYAMLError as error:
        report.add(_broken(source, error))
        return None
    except YAMLError as error:
        report.add(problems.BrokenYaml(at=whole(source), said=str(error)))
        return None
    if root is None or (isinstance(root, ScalarNode) and root.value is None):
        if report.errors == before:
            report.add(problems.EmptyFile(at=whole(source)))
        return None
    return root


def _broken(source: Source, error: MarkedYAMLError) -> problems.BrokenYaml:
    # What is left open is best shown where it was opened.
    opened = re.search(r"quoted scalar|flow|simple key", error.context or "")
    marks = (error.problem_mark, error.context_mark)
    mark = marks[1] if opened and "escape" not in error.problem else marks[0] or marks[1]
    said = " ".join(part for part in (error.context, error.problem) if part)
    if mark is None:
        return problems.BrokenYaml(at=whole(source), said=said)
    line, column = mark.line + 1, mark.column + 1
    return problems.BrokenYaml(at=Span(source, line, column, line, column + 1), said=said)
