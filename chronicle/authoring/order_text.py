r"""Reads the text of an order sheet, whatever programs for mail and chat have done to it.

The text is numbered lines and an end::

    [1] turn=3 faction=vael campaign: Crowns
    [2] actions.1 id=first order: We take the bell.
    [3] actions.1 order: And row home.
    [end 5c1e0a 9b27f4 03d8aa]

A line has the place of its values, then `key=value`, then at most one `key: text`. Lines with the
same place and key are the lines of one text. The end has a checksum of the words of each line, so
that a break, a quote mark or a quote sign of another form may come and go, but no word.
"""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import groupby, islice, pairwise, product
from typing import Final, TypeAlias

from chronicle.files.source import Source, Span, line_starts
from chronicle.records import Record
from chronicle.yaml.parser import resolve_scalar

#: The maximum number of sheets in a message; no campaign has so many factions.
MAX_SHEETS: Final = 200
#: Characters that are not seen, and that programs add and drop.
_UNSEEN: Final = frozenset("\u200b\u2060\ufeff\xad")
_QUOTES: Final = re.compile(r"(?:[^\S\n]*[>|])*[^\S\n]*")
#: What Markdown marks a line with.
_MARKUP: Final = r"[*_~`|]{0,4}"
_START: Final = re.compile(rf"{_MARKUP}\[\s{{0,4}}1\s{{0,4}}\]\s+turn\s*=", re.IGNORECASE)
_END: Final = re.compile(rf"{_MARKUP}\[\s{{0,4}}end\b([\s0-9a-f]*)\]", re.IGNORECASE)
_NUMBER: Final = re.compile(rf"({_MARKUP})\[\s{{0,4}}(\d{{1,4}})\s{{0,4}}\]")
_ESCAPED: Final = re.compile(r"\\(?=[\\\[\]_.*#>+\-!()=~`|])")
_DASHES: Final = "\u2010-\u2015\u2212"
_PLACE: Final = rf"[a-z0-9][a-z0-9_{_DASHES}-]*(?:[./][a-z0-9_{_DASHES}-]+)*"
_FRONT: Final = re.compile(rf"({_PLACE})(?!\S)(?!\s*[=:])\s*", re.IGNORECASE)
_VALUE: Final = re.compile(rf"({_PLACE})\s*=\s*(\[[^\]]*\]|\S+)\s*", re.IGNORECASE)
_TEXT: Final = re.compile(rf"({_PLACE})\s*:\s*(.*)", re.IGNORECASE)
#: A line of orders, wherever it is; a footnote of a mail may have a number as well.
_LINE: Final = re.compile(
    rf"^(?:[^\S\n]|[>|])*{_MARKUP}\[\s*\d+\s*\]\s+"
    rf"(?:(?:{_PLACE}[^\S\n]+)?{_PLACE}\s*=\s*\S|{_PLACE}\.\d+\s+{_PLACE}\s*:)",
    re.MULTILINE | re.IGNORECASE,
)
#: What is in every text of an order sheet.
_SIGN: Final = re.compile(r"\[\W{0,4}(?:\d|end\b)", re.IGNORECASE)
#: What programs make of an address: the address again, in brackets.
_LINKS: Final = re.compile(
    r"\[([^\[\]\s]+)\]\((?:https?|mailto):[^()\s]*\)|<(?:https?|mailto):[^<>\s]*>"
)
_BARE: Final = re.compile(r"(?<!\S)<((?:https?|mailto):[^<>\s]*)>")
#: A quote mark within a line, from lines that were quoted and then filled anew.
_INNER_QUOTES: Final = re.compile(r"(?<=\s)(?:[>|]\s*)+")
_NAME: Final = re.compile(r"[a-z][\w-]*(?:/[\w-]+)*")
#: Words that other readers of YAML take for no text.
_NO_TEXT: Final = frozenset(("y", "n", "yes", "no", "on", "off"))
#: Up to so many breaks in a line, all ways to join it are tried; up to so many, each by itself.
_FEW_BREAKS: Final = 8
_MANY_BREAKS: Final = 40
#: In a longer line, breaks are only joined all in the same way.
_LONG: Final = 4000
#: How many numbers in brackets may begin a line, of which only one does.
_MOST_MARKS: Final = 8

#: The place of a value: keys, and the numbers of items.
_Path: TypeAlias = tuple[str | int, ...]
_Tree: TypeAlias = "dict[str | int, _Tree | _Leaf]"
#: A line of YAML and its place in the message.
_Row: TypeAlias = tuple[str, Span]


class _Leaf(Record):
    """The lines of a text, or a value as YAML, and where it is."""

    lines: tuple[str, ...]
    yaml: str
    at: Span


class OrderLine(Record):
    """A line of orders as read; ``fits`` says whether it has the words that it was sent with."""

    number: int
    text: str
    at: Span
    fits: bool


class OrderText(Record):
    """The orders of one sheet as YAML; ``places`` are where its lines are in the message.

    ``changed`` are the lines with other words than were sent, ``missing`` the numbers of lines that
    are not there. ``unreadable`` are lines without the form of one. ``counted`` says how many lines
    were sent, None if the end does not say it. ``end`` is None if the end is not there.
    """

    yaml: str
    places: tuple[Span, ...]
    at: Span
    lines: tuple[OrderLine, ...]
    missing: tuple[int, ...]
    unreadable: tuple[OrderLine, ...]
    counted: int | None
    end: Span | None


def checksum(line: str) -> str:
    """Return the checksum of the words of a line: FNV-1a, without the last eight bits."""
    total = 0x811C9DC5
    for sign in _words(line):
        total = (total ^ ord(sign)) * 0x1000193 & 0xFFFFFFFF
    return f"{total >> 8:06x}"


def _words(line: str) -> str:
    """The letters, digits and quote marks of a line, with one sign for all that is between words.

    That is a space if there is one, since a line may be broken there, and else a hyphen.
    """
    plain = unicodedata.normalize("NFKC", line).lower()
    runs = ((is_word, "".join(run)) for is_word, run in groupby(plain, _is_of_word))
    return "".join(
        run if is_word else " " if re.search(r"\s", run) else "-" for is_word, run in runs
    ).strip(" -")


def _is_of_word(sign: str) -> bool:
    return sign in ">|" or unicodedata.category(sign)[0] in "LN"


def split_order_texts(source: Source, text: str) -> tuple[tuple[OrderText, ...], str, Span | None]:
    """The orders in a message, the text without them, and where there is a line outside them.

    ``text`` is that of the source, or has parts of it replaced by as many characters.
    """
    if _SIGN.search(text) is None:
        return (), text, None
    plain = _Plain.of(source, text)
    found: list[OrderText] = []
    kept: list[str] = []
    after = 0
    starts = [it.start() for it in islice(_START.finditer(plain.text), MAX_SHEETS + 1)]
    starts.append(len(plain.text))
    for start, following in pairwise(starts):
        # A text may say the word in brackets, too.
        ends = sorted(_END.finditer(plain.text, start, following), key=lambda it: not it[1].strip())
        end = ends[0] if ends else None
        stop = following if end is None else end.end()
        found.append(_read(plain, start, stop, end))
        first, last = plain.offset(start), plain.offset(stop)
        kept += [text[after:first], re.sub(r"[^\n]", " ", text[first:last])]
        after = last
    rest = "".join([*kept, text[after:]])
    outside = [it for it in (_LINE.search(rest), _END.search(rest)) if it is not None]
    if not outside:
        return tuple(found), rest, None
    stray = min(outside, key=lambda it: it.start())
    line = rest.count("\n", 0, stray.end()) + 1
    return tuple(found), rest, Span(source, line, 1, line, len(source.line(line)) + 1)


class _Plain(Record):
    """The text of a message without quote marks and unseen characters, and where each sign was."""

    source: Source
    text: str
    offsets: tuple[int, ...]

    @staticmethod
    def of(source: Source, text: str) -> _Plain:
        is_escaped = re.search(r"\\\[\s*1\s*\\?\]", text) is not None
        signs: list[str] = []
        offsets: list[int] = []
        start = 0
        for line in text.split("\n"):
            quotes = _QUOTES.match(line)
            own = quotes.end() if quotes is not None else 0
            dropped = {it.start() for it in _ESCAPED.finditer(line)} if is_escaped else set()
            for at in range(own, len(line)):
                if line[at] not in _UNSEEN and at not in dropped:
                    signs.append(line[at])
                    offsets.append(start + at)
            signs.append("\n")
            offsets.append(start + len(line))
            start += len(line) + 1
        return _Plain(source, "".join(signs), (*offsets, len(text)))

    def offset(self, at: int) -> int:
        return self.offsets[min(at, len(self.offsets) - 1)]

    def span(self, start: int, end: int) -> Span:
        """The span of a part of the text, up to the end of its first line."""
        line_end = self.text.find("\n", start, end)
        first = self.offset(start)
        last = self.offset((line_end if line_end > start else end) - 1) + 1
        starts = line_starts(self.source.text)
        line = bisect_right(starts, first)
        begin = starts[line - 1]
        return Span(self.source, line, first - begin + 1, line, max(last, first + 1) - begin + 1)


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────


def _read(plain: _Plain, start: int, stop: int, end: re.Match[str] | None) -> OrderText:
    sums = end[1].lower().split() if end is not None else []
    lines: list[OrderLine] = []
    missing: list[int] = []
    unreadable: list[OrderLine] = []
    tree: _Tree = {}
    last = end.start() if end is not None else stop
    for mark, begin, until in _marked_lines(plain.text, start, last, sums):
        number = int(mark[2])
        missing += range(lines[-1].number + 1 if lines else 1, number)
        sent = sums[number - 1] if 0 < number <= len(sums) else ""
        text = _reading(plain.text[begin:until], mark[1], sent)
        line = OrderLine(number, text, plain.span(mark.start(), until), checksum(text) == sent)
        lines.append(line)
        values = _values(text)
        front: _Path = () if number == 1 else ("orders",)
        where = _Places(plain, begin, until)
        if values is None or not all(_put(tree, (*front, *at), it, where) for at, it in values):
            unreadable.append(line)
    missing += range(lines[-1].number + 1 if lines else 1, len(sums) + 1)
    at = plain.span(start, last)
    tree.setdefault("orders", {})
    rows = tuple(_rows(tree, "", at))
    return OrderText(
        yaml="".join(f"{row}\n" for row, _ in rows),
        places=tuple(place for _, place in rows),
        at=at,
        lines=tuple(lines),
        missing=tuple(missing),
        unreadable=tuple(unreadable),
        counted=len(sums) or None,
        end=plain.span(end.start(), end.end()) if end is not None else None,
    )


def _marked_lines(
    text: str, start: int, stop: int, sums: Sequence[str]
) -> Iterator[tuple[re.Match[str], int, int]]:
    """The number of each line, and where its content starts and ends."""
    first, *others = _NUMBER.finditer(text, start, stop)
    marks: dict[int, list[re.Match[str]]] = {}
    for mark in others:
        number = int(mark[2])
        # A text may have a number in brackets, too.
        if number <= len(sums) or _begins_line(text, mark):
            marks.setdefault(number, []).append(mark)
    own: re.Match[str] | None = first
    for number in sorted(marks.keys() - {0, 1}):
        later = [it for it in marks[number] if own is not None and it.start() > own.start()]
        later = sorted(later, key=lambda it: not _begins_line(text, it))[:_MOST_MARKS]
        if own is None or not later:
            continue
        sent = sums[int(own[2]) - 1] if int(own[2]) <= len(sums) else ""
        ends = [*later, *([None] if int(own[2]) == len(sums) else [])]
        fitting = (it for it in ends if sent and _fits(text, own, it, stop, sent))
        following = next(fitting, ends[0])
        yield own, own.end(), following.start() if following is not None else stop
        own = following
    if own is not None:
        yield own, own.end(), stop


def _fits(
    text: str, mark: re.Match[str], following: re.Match[str] | None, stop: int, sent: str
) -> bool:
    """Whether a line has the words that were sent if it ends where another mark begins."""
    end = following.start() if following is not None else stop
    return checksum(_reading(text[mark.end() : end], mark[1], sent)) == sent


def _begins_line(text: str, mark: re.Match[str]) -> bool:
    return not text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()].strip()


def _reading(raw: str, markup: str, sent: str) -> str:
    """A line in one piece: with the words that were sent if that can be, else joined by spaces."""
    first = ""
    for text in _variants(raw):
        for found in _joined([" ".join(part.split()) for part in text.split("\n")]):
            line = found.removesuffix(markup[::-1]).strip() if markup else found
            first = first or line
            if checksum(line) == sent:
                return line
    return first


def _variants(raw: str) -> Iterator[str]:
    """A line as it is, and without what programs add within it."""
    yield raw
    linked = _LINKS.sub(lambda it: it[1] or "", _BARE.sub(r"\1", raw))
    for text in (linked, _INNER_QUOTES.sub("", raw), unescape(raw)):
        if text != raw:
            yield text


def _joined(parts: Sequence[str]) -> Iterator[str]:
    """Parts of a line joined: by spaces, or without them where a word may have been broken."""
    parts = [part for part in parts if part] or [""]
    breaks = range(len(parts) - 1)
    spaces = [" " for _ in breaks]
    likely = [_joint(parts[at], parts[at + 1]) for at in breaks]
    ways = [spaces, likely, ["" for _ in breaks]]
    if sum(map(len, parts)) > _LONG:
        breaks = range(_MANY_BREAKS + 1)
    for base in (spaces, likely) if len(breaks) <= _MANY_BREAKS else ():
        ways += [[*base[:at], " " if base[at] == "" else "", *base[at + 1 :]] for at in breaks]
    if len(breaks) <= _FEW_BREAKS:
        ways += [list(way) for way in product((" ", ""), repeat=len(breaks))]
    for way in ways:
        yield "".join(f"{part}{joint}" for part, joint in zip(parts, [*way, ""], strict=True))


def _joint(left: str, right: str) -> str:
    """What was between two parts, as far as one can tell: nothing where words have no spaces."""
    is_broken = re.search(rf"\S[{_DASHES}/=&_-]$", left) or "Lo" in (
        unicodedata.category(left[-1]),
        unicodedata.category(right[0]),
    )
    return "" if is_broken else " "


# ── Values ───────────────────────────────────────────────────────────────────────────────────────


def _values(line: str) -> list[tuple[_Path, str | tuple[str, str]]] | None:
    """The values of a line by their places: a text, or key and value; None if it has no form."""
    front = _FRONT.match(line)
    place = _path(front[1]) if front is not None else ()
    at = front.end() if front is not None else 0
    found: list[tuple[_Path, str | tuple[str, str]]] = []
    while value := _VALUE.match(line, at):
        found.append(((*place, *_path(value[1])), (value[1], value[2])))
        at = value.end()
    text = _TEXT.match(line, at)
    if text is not None:
        found.append(((*place, *_path(text[1])), text[2]))
    elif at < len(line):
        return None
    return found or [(place, ("", "{}"))]


def _path(place: str) -> _Path:
    parts = re.split(r"([./])", _plain_name(place))
    return (
        parts[0],
        *(
            int(name) if sign == "." and name.isdecimal() else name
            for sign, name in zip(parts[1::2], parts[2::2], strict=True)
        ),
    )


def _plain_name(name: str) -> str:
    """A name as the sheet writes it: in small letters, and with the hyphen of the keyboard."""
    return re.sub(f"[{_DASHES}]", "-", name.lower())


class _Places(Record):
    """Where the values of a line are in the message."""

    plain: _Plain
    start: int
    end: int

    def of(self, key: str, sign: str) -> Span:
        """Where a key is with its value, or the whole line."""
        found = re.compile(rf"(?<![\w./-]){re.escape(key)}\s*{sign}\s*\S*", re.I).search(
            self.plain.text, self.start, self.end
        )
        if found is None:
            return self.plain.span(self.start, self.end)
        end = self.end if sign == ":" else found.end()
        return self.plain.span(found.start(), end)


def _put(tree: _Tree, path: _Path, value: str | tuple[str, str], where: _Places) -> bool:
    """Put a value at its place; return whether that is free, or has a text that goes on."""
    *above, last = path
    for key in above:
        inner = tree.setdefault(key, {})
        if isinstance(inner, _Leaf):
            return False
        tree = inner
    there = tree.get(last)
    if isinstance(value, str):
        name = str(last) if isinstance(last, str) else f"{above[-1]}.{last}"
        at = where.of(name, ":")
        if there is None:
            tree[last] = _Leaf((value,), "", at)
        elif isinstance(there, _Leaf) and not there.yaml:
            tree[last] = _Leaf((*there.lines, value), "", there.at)
        else:
            return False
        return True
    key, written = value
    if written == "{}":
        return isinstance(tree.setdefault(last, {}), dict)
    if there is not None:
        return False
    tree[last] = _Leaf((), _scalar_or_list(_plain_name(written)), where.of(key, "="))
    return True


def _scalar_or_list(written: str) -> str:
    if written.startswith("["):
        items = (it.strip() for it in written.strip("[]").split(","))
        return f"[{', '.join(_scalar(it) for it in items if it)}]"
    return _scalar(written)


def _scalar(written: str) -> str:
    """A short value as YAML: a number, true, false or a name."""
    if written in ("true", "false") or re.fullmatch(r"0|-?[1-9][0-9]{0,17}", written):
        return written
    return _as_yaml(written)


def _as_yaml(text: str) -> str:
    is_name = _NAME.fullmatch(text) and resolve_scalar(text) == text and text not in _NO_TEXT
    return text if is_name else json.dumps(text, ensure_ascii=False)


def _rows(tree: Mapping[str | int, _Tree | _Leaf], indent: str, at: Span) -> Iterator[_Row]:
    """The lines of a mapping as YAML, each with its place."""
    for key, value in tree.items():
        name = _as_yaml(key) if isinstance(key, str) and not key.isdecimal() else str(key)
        front, inner = f"{indent}{name}:", f"{indent}  "
        if isinstance(value, _Leaf):
            yield from _leaf_rows(value, front, inner)
        elif not value:
            yield f"{front} {{}}", at
        else:
            rows = list(
                _item_rows(value, inner, at) if _is_list(value) else _rows(value, inner, at)
            )
            yield front, rows[0][1]
            yield from rows


def _is_list(value: Mapping[str | int, _Tree | _Leaf]) -> bool:
    return all(isinstance(key, int) for key in value)


def _item_rows(value: Mapping[str | int, _Tree | _Leaf], indent: str, at: Span) -> Iterator[_Row]:
    """The lines of a list as YAML; its items are in the order of their numbers."""
    for _, item in sorted(value.items(), key=lambda it: it[0]):
        if isinstance(item, _Leaf):
            rows = list(_leaf_rows(item, f"{indent}-", f"{indent}  "))
        else:
            rows = list(_rows(item, f"{indent}  ", at)) or [(f"{indent}- {{}}", at)]
        first, place = rows[0]
        yield f"{indent}- {first.strip().removeprefix('- ')}", place
        yield from rows[1:]


def _leaf_rows(leaf: _Leaf, front: str, indent: str) -> Iterator[_Row]:
    if leaf.yaml:
        yield f"{front} {leaf.yaml}", leaf.at
    elif len(leaf.lines) == 1:
        yield f"{front} {_as_yaml(leaf.lines[0])}", leaf.at
    else:
        yield f"{front} |-", leaf.at
        for line in leaf.lines:
            yield f"{indent}{line}" if line else "", leaf.at
