"""Parse YAML to nodes with positions. The only module that parses with ruamel.yaml.

Nodes are composed here from the parser's events, so that nesting, aliases and tags are limited
before anything is built from them. Scalars follow the core schema of YAML 1.2: ``no`` is text and
``012`` is twelve.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError, StreamMark, YAMLError

from chronicle.diagnostics.catalogue import syntax as problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source, Span, find_control_character, span_of_file
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.yaml.indentation import SyntaxMistake, find_entries_in_text
from chronicle.yaml.nodes import ListNode, MapEntry, MapNode, Node, ScalarNode, ScalarValue
from chronicle.yaml.syntax_errors import (
    ParserError,
    explain_syntax_error,
    find_hyphen_without_space,
    find_open_quote,
)
from chronicle.yaml.truncated_texts import report_truncated_texts

#: More than any campaign needs; the parser's time grows faster than the depth.
MAX_DEPTH: Final = 32
#: Maximum number of nodes of one file, with aliases expanded.
MAX_NODES: Final = 200_000

#: Scalars that begin with other characters are always text; most do.
_NON_TEXT_STARTS: Final = frozenset("~nNtTfF-+.0123456789")
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_OCT = re.compile(r"0o[0-7]{1,18}")
_HEX = re.compile(r"0x[0-9a-fA-F]{1,15}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?")
_FLOAT_WORDS = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


class _Yaml(YAML):
    """A reader of YAML without plug-ins, which would be looked for on the disk for each text."""

    def official_plug_ins(self) -> list[str]:
        return []


def resolve_scalar(text: str) -> ScalarValue:
    """The value of a plain scalar in the core schema of YAML 1.2 (section 10.3.2)."""
    if text and text[0] not in _NON_TEXT_STARTS:
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


#: A key that is there already, and the entry above it.
_RepeatedKey: TypeAlias = tuple[ScalarNode, MapEntry]
#: Most syntax errors of one file that are reported in one run.
_MAX_SYNTAX_ERRORS: Final = 10


class _ComposeError(Exception):
    """Composing can't continue; the error has been reported."""


class _Composer(MutableRecord):
    """Composes nodes from the parser's events, and counts them."""

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
            self.report.add(problems.MultipleDocuments(at=self.span(after)))
        return root

    def node(self, event: events.Event, depth: int) -> Node:
        if depth > MAX_DEPTH:
            self.report.add(problems.NestingTooDeep(at=self.span(event), limit=MAX_DEPTH))
            raise _ComposeError
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
            self.report.add(problems.TooManyNodes(at=self.span(event), limit=MAX_NODES))
            raise _ComposeError
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            # Registered when complete, so an alias inside its own anchor is undefined.
            self.anchors[anchor] = node
        return node

    def alias(self, event: events.AliasEvent) -> Node:
        known = self.anchors.get(event.anchor)
        if known is None:
            self.report.add(problems.UnknownAlias(at=self.span(event), name=event.anchor))
            raise _ComposeError
        return known

    def refuse_tag(self, event: events.Event) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None and str(tag) != "!":
            self.report.add(problems.UnsupportedTag(at=self.span(event), tag=str(tag)))

    def scalar(self, event: events.ScalarEvent) -> ScalarNode:
        plain = event.style in (None, "")
        value = resolve_scalar(event.value) if plain else event.value
        control = find_control_character(event.value)
        if control is not None:
            # The file itself has none, so it comes from an escape such as "\\0".
            character = control.group()
            self.report.add(problems.ControlCharacter(at=self.span(event), character=character))
            raise _ComposeError
        text = event.value
        self.refuse_swallowed_keys(event)
        if plain and not text and event.tag is not None:
            # A word such as `!clerk` that was meant as text, and is reported as a tag.
            text = value = str(event.tag)
        return ScalarNode(self.span(event), text, value, event.style or "")

    def refuse_swallowed_keys(self, event: events.ScalarEvent) -> None:
        """Refuse text in quotes that extends over keys: its quote was meant to end earlier."""
        first, last = event.start_mark.line, event.end_mark.line
        if event.style not in ("'", '"') or first == last:
            return
        mistake = find_open_quote(self.source.text, first, last)
        if mistake is not None:
            _report(self.source, self.report, mistake)
            raise _ComposeError

    def refuse_entries_in_text(self, item: ScalarNode) -> None:
        """Refuse text that extends over entries of a list that are indented too far."""
        first, last = item.span.line - 1, item.span.end_line - 1
        mistakes = list(find_entries_in_text(self.source.text, first, last)) if last > first else []
        for mistake in mistakes:
            _report(self.source, self.report, mistake)
        if mistakes:
            raise _ComposeError

    def refuse_repeated_keys(
        self, repeated: Sequence[_RepeatedKey], first: Mapping[str, Span], depth: int
    ) -> None:
        """Report keys that are there already, once if another file seems to begin with them."""
        for index, (key, above) in enumerate(repeated):
            at, name, earlier = key.span, key.text, first[key.text]
            is_apart = depth == 0 and index == 0 and above.key.span != earlier
            if is_apart and (name == "turn" or (name == "name" and len(repeated) > 2)):
                self.report.add(problems.SecondBeginning(at=at, key=name, first=earlier))
                return
            problem = problems.DuplicateKey(at=at, key=name, first=earlier)
            if isinstance(above.value, ScalarNode) and not above.value.text:
                problem = problems.RepeatedBelowEmpty(
                    at=at, key=name, first=earlier, above=above.key.text
                )
            self.report.add(problem)

    def refuse_hyphen_without_space(self, key: ScalarNode) -> bool:
        """Refuse a key that begins with a hyphen: the entry of a list, without its space."""
        mistake = None
        if not key.style and key.text.startswith("-"):
            mistake = find_hyphen_without_space(self.source.text, key.span.line - 1)
        if mistake is not None:
            _report(self.source, self.report, mistake)
        return mistake is not None

    def sequence(self, start: events.Event, depth: int) -> tuple[ListNode, int]:
        items: list[Node] = []
        size = 1
        while not isinstance(event := next(self.stream), events.SequenceEndEvent):
            item = self.node(event, depth + 1)
            size += self.sizes.get(id(item), 1)
            items.append(item)
            if isinstance(item, ScalarNode) and not item.style:
                self.refuse_entries_in_text(item)
        return ListNode(self.span(start, event), tuple(items)), size

    def mapping(self, start: events.Event, depth: int) -> tuple[MapNode, int]:
        entries: list[MapEntry] = []
        seen: dict[str, Span] = {}
        size = 1
        is_broken = False
        repeated: list[_RepeatedKey] = []
        above: MapEntry | None = None
        while not isinstance(event := next(self.stream), events.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.stream), depth + 1)
            if isinstance(value, ScalarNode) and not value.text and not value.style:
                # The parser locates an empty value at the next token; use the key instead.
                value = replace(value, span=key.span)
            size += 1 + self.sizes.get(id(value), 1)
            if not isinstance(key, ScalarNode):
                self.report.add(problems.NonScalarKey(at=key.span))
            elif self.refuse_hyphen_without_space(key):
                is_broken = True
            elif key.text in seen and above is not None:
                repeated.append((key, above))
            else:
                seen[key.text] = key.span
                entries.append(MapEntry(key, value))
            if isinstance(key, ScalarNode):
                above = MapEntry(key, value)
        self.refuse_repeated_keys(repeated, seen, depth)
        if is_broken:
            raise _ComposeError
        return MapNode(self.span(start, event), tuple(entries)), size

    def span(self, start: events.Event, end: events.Event | None = None) -> Span:
        first: StreamMark = start.start_mark
        last: StreamMark = (end or start).end_mark
        return Span(self.source, first.line + 1, first.column + 1, last.line + 1, last.column + 1)


class _ComposeResult(Record):
    source: Source
    text: str | None
    root: Node | None
    findings: tuple[Finding, ...]


#: The last result by path, valid only for the same text. After an edit most files of a campaign are
#: unchanged, and parsing is slow.
_LAST_COMPOSED: Final[dict[str, _ComposeResult]] = {}


def compose(source: Source, report: Report, *, text: str | None = None) -> Node | None:
    """Parse the one YAML document of a source; None after an error.

    ``text`` is the part to parse if it is not the whole source (the front matter of a page); its
    lines must be the first lines of the source.
    """
    kept = _LAST_COMPOSED.get(source.path)
    if kept is None or (kept.source, kept.text) != (source, text):
        own = Report()
        root = _compose(source, own, source.text if text is None else text)
        kept = _LAST_COMPOSED[source.path] = _ComposeResult(source, text, root, own.findings)
    report.extend(kept.findings)
    return kept.root


#: Where the two parsers differ: line ends of YAML 1.1, tabs, byte order marks, colons in anchor
#: names, values and comments without a space before them, block scalars that begin with a blank
#: line, and the end of a document.
_PARSERS_DIFFER: Final = re.compile(
    r"[\t\r\x85\u2028\u2029\ufeff]"
    # Many a text has words in bold before a colon; the C parser refuses such a name of an anchor.
    r"|(?<!\*)[&*](?!\*)\S*:"
    r"|:\s*[],}]|[|>][-+0-9]*(?:#|\n +\n)|^\.{3}|[^\n]\Z",
    re.MULTILINE,
)


def _parse_document(source: Source, report: Report, text: str) -> Node | None:
    """Parse a text's one document, if in doubt with the pure Python parser.

    The C parser is ten times faster, but follows YAML 1.1 in edge cases and locates errors less
    exactly. So it is used only for valid texts without any of these cases.
    """
    if not _PARSERS_DIFFER.search(text):
        own = Report()
        with suppress(YAMLError, _ComposeError):
            root = _Composer(source, own, _Yaml(typ="safe").parse(text)).document()
            if not own.findings:
                return root
    return _Composer(source, report, _Yaml(typ="safe", pure=True).parse(text)).document()


def _compose(source: Source, report: Report, text: str) -> Node | None:
    before = report.errors
    try:
        root = _parse_document(source, report, text)
    except _ComposeError:
        return None
    except MarkedYAMLError as error:
        _report_syntax_errors(source, report, text, error)
        return None
    except YAMLError as error:
        _report(source, report, SyntaxMistake(0, 0, f"this is not valid YAML: {error}", ""))
        return None
    if root is None or (isinstance(root, ScalarNode) and root.value is None):
        if report.errors == before:
            report.add(problems.EmptyFile(at=span_of_file(source)))
        return None
    if re.search(r"\S #", text):
        report_truncated_texts(source, report, root)
    return root


def _report_syntax_errors(
    source: Source, report: Report, text: str, error: MarkedYAMLError
) -> None:
    """Report a syntax error, and those behind it as far as it can be corrected.

    Only the first is the Python parser's, so that a long file is parsed slowly but once.
    """
    row = -1
    for _ in range(_MAX_SYNTAX_ERRORS):
        mistake = explain_syntax_error(text, _parser_error(error), _error_row)
        if mistake.row <= row:
            return
        _report(source, report, mistake)
        if mistake.corrected is None:
            return
        row, text = mistake.row, "\n".join((*mistake.corrected, ""))
        found = None if _PARSERS_DIFFER.search(text) else _syntax_error(text)
        if found is None:
            return
        error = found


def _syntax_error(text: str) -> MarkedYAMLError | None:
    """The first syntax error of a text that the C parser, which is fast, finds."""
    try:
        for _ in _Yaml(typ="safe").parse(text):
            pass
    except MarkedYAMLError as error:
        return error
    except YAMLError:
        return None
    return None


def _error_row(text: str) -> int | None:
    """The row where the C parser stops in a text, None if it does not."""
    error = _syntax_error(text)
    mark = error and (error.problem_mark or error.context_mark)
    return mark.line if mark else None


def _parser_error(error: MarkedYAMLError) -> ParserError:
    # An unclosed quote or bracket is best shown where it was opened.
    opened = re.search(r"quoted scalar|flow|simple key", error.context or "")
    marks = (error.problem_mark, error.context_mark)
    mark = marks[1] if opened and "escape" not in error.problem else marks[0] or marks[1]
    stop = marks[0] or mark
    said = " ".join(part for part in (error.context, error.problem) if part)
    if mark is None or stop is None:
        return ParserError(said, 0, 0, 0, 0)
    return ParserError(said, mark.line, mark.column, stop.line, stop.column)


def _report(source: Source, report: Report, mistake: SyntaxMistake) -> None:
    line, column = mistake.row + 1, mistake.column + 1
    report.add(
        problems.InvalidYaml(
            at=Span(source, line, column, line, column + 1),
            cause=mistake.message,
            remedy=mistake.help,
        )
    )
