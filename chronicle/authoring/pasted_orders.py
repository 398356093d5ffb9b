"""Finds and parses the orders in a message from a player.

Orders are YAML or sealed. A message may have several of them, with other text, code fences and the
quote marks of mail programs. Positions refer to the original message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Final

from chronicle.diagnostics.catalogue import content, keys
from chronicle.diagnostics.catalogue import orders as problems
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure, Source, Span, span_of_file
from chronicle.load.text_encoding import decode_source
from chronicle.records import Record
from chronicle.seal import OpenFailure
from chronicle.seal.sealed_orders import BEGIN, END
from chronicle.yaml.decode import Field, InputModel, NonEmptyText, OptionalRawNode, decode
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

#: The maximum number of sheets in a message; no campaign has so many factions.
MAX_SHEETS: Final = 200
_QUOTES: Final = re.compile("[\u200b\u2060\ufeff]*(?:>[ \u00a0]?)*")
#: Non-breaking spaces where YAML needs spaces: as indentation, and after `-`, `:`, `,`, `{`, `[`.
_UNBROKEN: Final = re.compile("^[ \u00a0]*(?:-[ \u00a0]+)*|(?<=[:,{\\[])\u00a0+")
_BREAKS: Final = re.compile("[\u2028\u2029]")
#: How many lines below orders are searched for more of them.
_LINES_BELOW: Final = 60
_PARTED: Final = re.compile(r" {0,3}(?:```|~~~)|(?:---|\.\.\.)(?:\s|$)")
_FENCE: Final = re.compile(r" {0,3}(?:```|~~~)")
_FIRST: Final = re.compile(r"( *)(campaign|turn|faction|orders)[ \t]*:(?:\s|$)")
_KEY: Final = re.compile(r"[a-z][\w-]*[ \t]*:(?:\s|$)|#|-(?:\s|$)")

#: An entry or a key within orders, words within a sentence, and the end of one.
_PART_OF_ORDERS: Final = re.compile(r" +(?:- +)?[a-z]\w*:(?:\s|$)")
_GOES_ON: Final = re.compile(r"[^\W\d_A-Z]|[(\d]")
_SENTENCE_END: Final = re.compile(r"[.!?…\]}]['\"”»)]*$")
_CAPITAL_KEY: Final = re.compile(r"^[> ]*(Campaign|Turn|Faction|Orders)[ \t]*:", re.MULTILINE)
#: Opens sealed orders.
OrdersOpener = Callable[[str], bytes | OpenFailure]


class PastedSheetInput(InputModel):
    """Orders as a player sends them."""

    campaign: NonEmptyText | None = None
    turn: Annotated[int, Field(ge=1, le=100_000)]
    faction: NonEmptyText
    orders: OptionalRawNode


class PastedSheet(Record):
    """The orders of one faction for one turn, with the positions of their parts.

    ``campaign`` is empty if none is given. ``orders`` is None if there are no orders. ``rows`` are
    the lines of the key `orders` and its value, ``line`` is the number of the first, ``indent`` the
    indentation of the key, and ``value`` its value.
    """

    campaign: str
    turn: int
    faction: str
    orders: Node | None
    value: Node
    rows: tuple[str, ...]
    line: int
    indent: int
    campaign_at: Span
    turn_at: Span
    faction_at: Span


class _LineRange(Record):
    """A range of lines, counted from 0, without ``end``."""

    start: int
    end: int


def parse_pasted_orders(
    pasted: bytes | ReadFailure, name: str, opener: OrdersOpener | None, report: Report
) -> tuple[PastedSheet, ...]:
    """The orders in a message, which findings call ``name``, in their order."""
    source = _source(pasted, name, report)
    if source is None:
        return ()
    before = report.errors
    lines = [_unquoted(line) for line in source.text.split("\n")]
    rest, sealed = _without_sealed("\n".join(lines))
    found = list(_open_ones(source, rest.split("\n"), report))
    for number, (armour, line) in enumerate(sealed, start=1):
        at = Span(source, line, 1, line, len(source.line(line)) + 1)
        label = f"{name}, opened" if len(sealed) == 1 else f"{name}, opened {number}"
        found += _sealed_ones(armour, label, at, opener, report)
    if not found and report.errors == before:
        capital = _CAPITAL_KEY.search(source.text)
        at = span_of_file(source)
        if capital is not None:
            line = source.text.count("\n", 0, capital.start()) + 1
            at = Span(source, line, 1, line, len(source.line(line)) + 1)
        report.add(problems.NoOrders(at=at, key=capital[1] if capital else ""))
    return tuple(found)


def _source(pasted: bytes | ReadFailure, name: str, report: Report) -> Source | None:
    source = decode_source(FileTree("", {name: pasted}), name, report)
    return None if source is None else Source(name, _BREAKS.sub("\n", source.text))


def _unquoted(line: str) -> str:
    """The line with quote marks and non-breaking spaces replaced by spaces; same length."""
    quotes = _QUOTES.match(line)
    depth = quotes.end() if quotes is not None else 0
    own = _UNBROKEN.sub(lambda found: found[0].replace("\u00a0", " "), line[depth:])
    return " " * depth + own


# ── Sealed ───────────────────────────────────────────────────────────────────────────────────────


def _without_sealed(text: str) -> tuple[str, list[tuple[str, int]]]:
    """The text without its sealed orders, and these, each with its first line number."""
    sealed: list[tuple[str, int]] = []
    kept: list[str] = []
    at, line = 0, 1
    while (start := text.find(BEGIN, at)) >= 0 and len(sealed) <= MAX_SHEETS:
        end = text.find(END, start)
        # If the end marker is missing, the rest of the text belongs to the orders.
        after = end + len(END) if end >= 0 else len(text)
        line += text.count("\n", at, start)
        sealed.append((text[start:after], line))
        breaks = text.count("\n", start, after)
        kept += [text[at:start], "\n" * breaks]
        at, line = after, line + breaks
    return "".join([*kept, text[at:]]), sealed


def _sealed_ones(
    armour: str, name: str, at: Span, opening: OrdersOpener | None, report: Report
) -> Sequence[PastedSheet]:
    if opening is None:
        report.add(keys.MissingKeyFile(at=at))
        return ()
    text = opening(armour)
    if isinstance(text, OpenFailure):
        report.add(problems.CannotUnsealOrders(at=at, why=text.why))
        return ()
    source = _source(text, name, report)
    if source is None:
        return ()
    before = report.errors
    lines = [_unquoted(line) for line in source.text.split("\n")]
    found = tuple(_open_ones(source, lines, report))
    if not found and report.errors == before:
        report.add(problems.NoOrders(at=at))
    return found


# ── Open ─────────────────────────────────────────────────────────────────────────────────────────


def _open_ones(source: Source, lines: Sequence[str], report: Report) -> Iterator[PastedSheet]:
    for stretch in islice(_order_ranges(source, lines), MAX_SHEETS + 1):
        sheet = _sheet(source, lines, stretch, report)
        if sheet is not None:
            yield sheet


def _order_ranges(source: Source, lines: Sequence[str]) -> Iterator[_LineRange]:
    """The ranges of lines that contain orders: what is in code fences, and YAML elsewhere."""
    start, fenced = 0, False
    for number, line in enumerate([*lines, "---"]):
        own = line[_depth(source.line(number + 1)) :]
        if _PARTED.match(own):
            yield from _ranges_in_part(lines, _LineRange(start, number), fenced=fenced)
            start = number + 1
            fenced = fenced != bool(_FENCE.match(own))


def _depth(line: str) -> int:
    quotes = _QUOTES.match(line)
    return quotes.end() if quotes is not None else 0


def _ranges_in_part(
    lines: Sequence[str], part: _LineRange, *, fenced: bool
) -> Iterator[_LineRange]:
    start: int | None = None
    base, free = 0, part.start
    seen: set[str] = set()
    for number in range(part.start, part.end):
        line = lines[number]
        first = _FIRST.match(line)
        again = first is not None and len(first[1]) == base and first[2] in seen
        if start is not None and (again or not (fenced or _continues(line, base))):
            # A repeated key starts the next orders.
            yield _LineRange(start, number)
            start, free, seen = None, number, set()
        if start is None and first is not None:
            base = len(first[1])
            start = free if fenced else _first_key_line(lines, free, number, base)
        if start is not None and first is not None and len(first[1]) == base:
            seen.add(first[2])
    if start is not None:
        yield _LineRange(start, part.end)


def _first_key_line(lines: Sequence[str], first: int, start: int, base: int) -> int:
    """The first of the lines directly above a key that look like keys of the same mapping."""
    found = start
    while start > first and (line := lines[start - 1]).strip() and _continues(line, base):
        start -= 1
        if _KEY.match(line[base:]) and not line[:base].strip():
            found = start
    return found


def _continues(line: str, base: int) -> bool:
    blank = len(line) - len(line.lstrip())
    if not line.strip() or blank > base:
        return True
    return blank == base and _KEY.match(line[base:]) is not None


def _sheet(
    source: Source, lines: Sequence[str], stretch: _LineRange, report: Report
) -> PastedSheet | None:
    if _is_wrapped(lines, stretch):
        line = source.line(stretch.end + 1)
        at = Span(source, stretch.end + 1, 1, stretch.end + 1, len(line) + 1)
        report.add(problems.WrappedOrders(at=at))
        return None
    end = stretch.end
    while not lines[end - 1].strip():
        end -= 1
    own = "\n" * stretch.start + "\n".join(lines[stretch.start : end]) + "\n"
    node = compose(source, report, text=own)
    if node is None:
        return None
    if not isinstance(node, MapNode):
        report.add(content.NotAMapping(at=node.span))
        return None
    entry = decode(PastedSheetInput, node, report)
    key, value = node.key("orders"), node.get("orders")
    if entry is None or key is None or value is None:
        return None
    rows = _rows(node, key, lines[:end])
    return PastedSheet(
        campaign=entry.campaign or "",
        turn=entry.turn,
        faction=entry.faction,
        orders=entry.orders,
        value=value,
        rows=rows,
        line=key.span.line,
        indent=key.span.column - 1,
        campaign_at=entry.at("campaign"),
        turn_at=entry.at("turn"),
        faction_at=entry.at("faction"),
    )


def _is_wrapped(lines: Sequence[str], stretch: _LineRange) -> bool:
    """Whether orders seem to go on behind their end, which a program for mail has wrapped."""
    base = next(
        (len(found[1]) for line in lines[stretch.start :] if (found := _FIRST.match(line))), 0
    )
    below = lines[stretch.end : stretch.end + _LINES_BELOW]
    if not below or _PARTED.match(below[0]) or _FIRST.match(below[0]):
        return False
    above = lines[stretch.end - 1].strip()
    goes_on = _GOES_ON.match(below[0].strip()) and not _SENTENCE_END.search(above)
    # An empty line ends the text above it.
    if above and (goes_on or above.endswith(":")):
        return True
    for line in below:
        if _PARTED.match(line) or _FIRST.match(line):
            return False
        if _PART_OF_ORDERS.match(line[base:]):
            return True
    return False


def _rows(node: MapNode, key: ScalarNode, lines: Sequence[str]) -> tuple[str, ...]:
    """The lines of a key and its value, without trailing blank lines and comments."""
    first, base = key.span.line, key.span.column - 1
    others = (entry.key.span.line - 1 for entry in node.entries)
    end = min((line for line in others if line >= first), default=len(lines))
    while end > first and _follows(lines[end - 1], base):
        end -= 1
    return tuple(lines[first - 1 : end])


def _follows(line: str, base: int) -> bool:
    bare = line.lstrip()
    return not bare or (bare.startswith("#") and len(line) - len(bare) <= base)
