"""Finds and parses the orders in a message from a player.

Orders are the text of an order sheet, YAML or sealed. A message may have several of them, with
other text, code fences and the quote marks of mail programs. Positions refer to the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Final

from chronicle.authoring.mail_text import mail_text
from chronicle.authoring.order_text import MAX_SHEETS, OrderText, split_order_texts
from chronicle.diagnostics.catalogue import content, keys
from chronicle.diagnostics.catalogue import orders as problems
from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree, ReadFailure, Source, Span, span_of_file
from chronicle.load.text_encoding import decode_source
from chronicle.records import Record, replace
from chronicle.seal import OpenFailure
from chronicle.seal.sealed_orders import BEGIN, END
from chronicle.yaml.decode import Field, InputModel, NonEmptyText, OptionalRawNode, decode
from chronicle.yaml.nodes import MapNode, Node, ScalarNode
from chronicle.yaml.parser import compose

_BEGIN: Final = re.compile(
    r"[-\u2010-\u2015]{1,9}\s*BEGIN\s+CHRONICLE\s+ORDERS\s*[-\u2010-\u2015]{1,9}"
)
_END: Final = re.compile(
    r"[-\u2010-\u2015]{1,9}\s*END\s+CHRONICLE\s+ORDERS\s*[-\u2010-\u2015]{1,9}"
)
_UNSEEN: Final = re.compile("[\u200b\u2060\ufeff\xad]")
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
#: A line that no text can go on from: one of the first keys, a comment, or what is in brackets or
#: quotes.
_COMPLETE: Final = re.compile(
    r"(?:campaign|turn|faction)[ \t]*:[ \t]*\S.*|#.*"
    r"|(?:-[ \t]+)?(?:[\w-]+:[ \t]+)?(?:\{.*\}|\[.*\]|\".*\"|'.*')(?:[ \t]+#.*)?"
)
#: Programs for mail wrap no shorter lines.
_WRAPPED_AT: Final = 60
#: Keys with the capital letter that a phone puts at the start of a line.
_CAPITAL_KEY: Final = re.compile(r"^ *(Campaign|Turn|Faction|Orders)(?=[ \t]*:)")
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
    indentation of the key, and ``value`` its value. Positions in an order sheet's text are those in
    its YAML; ``places`` are where the lines of that are in the message.
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
    places: tuple[Span, ...] = ()

    def in_message(self, at: Span) -> Span:
        """A position of a finding as a position in the message."""
        return _in_message(at, self.turn_at.source, self.places)


def _in_message(at: Span, source: Source, places: Sequence[Span]) -> Span:
    return places[min(at.line, len(places)) - 1] if places and at.source == source else at


def findings_in_message(
    findings: Iterable[Finding], sheets: Sequence[PastedSheet]
) -> Iterator[Finding]:
    """Findings about orders, at their positions in the message."""
    for finding in findings:
        at = finding.at
        for sheet in sheets:
            at = sheet.in_message(at) if at is not None else None
        yield replace(finding, at=at)


class _LineRange(Record):
    """A range of lines, counted from 0, without ``end``."""

    start: int
    end: int


def parse_pasted_orders(
    pasted: bytes | ReadFailure,
    name: str,
    opener: OrdersOpener | None,
    report: Report,
    *,
    as_read: bool = False,
) -> tuple[PastedSheet, ...]:
    """The orders in a message, which findings call ``name``, in their order.

    Orders that were changed since their sheet wrote them are errors, unless taken ``as_read``.
    """
    mail = mail_text(pasted) if isinstance(pasted, bytes) else None
    if mail is not None:
        pasted, name = mail.encode("utf-8", "replace"), f"{name}, its text"
    source = _source(pasted, name, report)
    if source is None:
        return ()
    before = report.errors
    text, sealed = _without_sealed("\n".join(map(_unquoted, source.text.split("\n"))))
    found = list(_sheets_in(source, text, report, as_read=as_read))
    for number, (armour, line) in enumerate(sealed, start=1):
        at = Span(source, line, 1, line, len(source.line(line)) + 1)
        label = f"{name}, opened" if len(sealed) == 1 else f"{name}, opened {number}"
        opened = _opened(armour, label, at, opener, report)
        errors = report.errors
        if opened is None:
            continue
        text = "\n".join(map(_unquoted, opened.text.split("\n")))
        sheets = tuple(_sheets_in(opened, text, report, as_read=as_read))
        if not sheets and report.errors == errors:
            report.add(problems.NoOrders(at=at))
        found += sheets
    if not found and report.errors == before:
        report.add(problems.NoOrders(at=span_of_file(source)))
    return tuple(found)


def has_sealed_orders(pasted: bytes | ReadFailure) -> bool:
    """Whether a message seems to have sealed orders."""
    if isinstance(pasted, ReadFailure):
        return False
    return _BEGIN.search(mail_text(pasted) or pasted.decode("utf-8", "replace")) is not None


def _source(pasted: bytes | ReadFailure, name: str, report: Report) -> Source | None:
    source = decode_source(FileTree("", {name: pasted}), name, report)
    return None if source is None else Source(name, _BREAKS.sub("\n", source.text))


def _unquoted(line: str) -> str:
    """The line with spaces for quote marks, and its key in small letters; same length."""
    quotes = _QUOTES.match(line)
    depth = quotes.end() if quotes is not None else 0
    own = _UNBROKEN.sub(lambda found: found[0].replace("\u00a0", " "), line[depth:])
    return " " * depth + _CAPITAL_KEY.sub(lambda found: found[0].lower(), own)


# ── Sealed ───────────────────────────────────────────────────────────────────────────────────────


def _without_sealed(text: str) -> tuple[str, list[tuple[str, int]]]:
    """The text with spaces for its sealed orders, and these, each with its first line number."""
    sealed: list[tuple[str, int]] = []
    kept: list[str] = []
    at, line = 0, 1
    while (begin := _BEGIN.search(text, at)) and len(sealed) <= MAX_SHEETS:
        end = _END.search(text, begin.end())
        # If the end marker is missing, the rest of the text belongs to the orders.
        after = end.end() if end is not None else len(text)
        line += text.count("\n", at, begin.start())
        base64 = _UNSEEN.sub("", text[begin.end() : end.start() if end is not None else after])
        sealed.append((f"{BEGIN}{base64}{END if end is not None else ''}", line))
        kept += [text[at : begin.start()], re.sub(r"[^\n]", " ", text[begin.start() : after])]
        line += text.count("\n", begin.start(), after)
        at = after
    return "".join([*kept, text[at:]]), sealed


def _opened(
    armour: str, name: str, at: Span, opening: OrdersOpener | None, report: Report
) -> Source | None:
    """The text of sealed orders; None after an error."""
    if opening is None:
        report.add(keys.MissingKeyFile(at=at))
        return None
    text = opening(armour)
    if isinstance(text, OpenFailure):
        report.add(problems.CannotUnsealOrders(at=at, why=text.why))
        return None
    return _source(text, name, report)


# ── Open ─────────────────────────────────────────────────────────────────────────────────────────


def _sheets_in(
    source: Source, text: str, report: Report, *, as_read: bool
) -> Iterator[PastedSheet]:
    """The orders in a text: those of order sheets, then YAML."""
    texts, rest, stray = split_order_texts(source, text)
    if stray is not None:
        report.add(problems.CutOrders(at=stray, why="start"))
    for one in texts:
        sheet = _sheet_of_text(one, source.path, report, as_read=as_read)
        if sheet is not None:
            yield sheet
    yield from _open_ones(source, rest.split("\n"), report)


def _sheet_of_text(
    text: OrderText, name: str, report: Report, *, as_read: bool
) -> PastedSheet | None:
    """The orders in an order sheet's text; None after an error."""
    before = report.errors
    if text.end is None:
        report.add(problems.CutOrders(at=text.at, why="end"))
        return None
    if not as_read:
        _report_changes(text, text.end, report)
    for line in text.unreadable:
        if as_read or line.fits:
            report.add(problems.CutOrders(at=line.at, why="form"))
    if report.errors > before:
        return None
    own = Report()
    source = Source(name, text.yaml)
    lines = text.yaml.split("\n")
    sheet = _sheet(source, lines, _LineRange(0, len(lines)), own)
    for finding in own.findings:
        at = _in_message(finding.at, source, text.places) if finding.at is not None else None
        report.extend([replace(finding, at=at)])
    return None if sheet is None else replace(sheet, places=text.places)


def _report_changes(text: OrderText, end: Span, report: Report) -> None:
    """Report all that is not as the order sheet wrote it."""
    if text.counted is None:
        report.add(problems.ChangedOrders(at=end, why="sums"))
        return
    for number in text.missing:
        report.add(problems.ChangedOrders(at=end, why="missing", number=number))
    for line in text.lines:
        why: problems.OrdersChange = "added" if line.number > text.counted else "changed"
        if not line.fits:
            report.add(
                problems.ChangedOrders(at=line.at, why=why, number=line.number, text=line.text)
            )


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
    if above and not _COMPLETE.fullmatch(above):
        return True
    # An empty line ends the text above it, unless the line was long and a sentence goes on.
    last = next((it for it in lines[stretch.end - 1 :: -1] if it.strip()), "").rstrip()
    is_long = len(last) + len(below[0].split()[0]) >= _WRAPPED_AT
    if is_long and _GOES_ON.match(below[0].strip()) and not _SENTENCE_END.search(last):
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
