"""Find the line of a YAML file that is indented wrongly, and how far it should be indented.

The parser stops at the first line that does not fit to those above it, which may be because one of
those is wrong.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from chronicle.records import Record, replace

#: A line with a key: indentation, hyphens of a list, the key.
KEY: Final = re.compile(r"(?P<lead> *(?:- +)*)(?P<key>[A-Za-z_][\w-]*|\"[^\"]*\"|'[^']*'):(?= |$)")
#: The start of a line that begins an entry of a list.
HYPHEN: Final = re.compile(r" *-(?= |$)")
#: The end of a line that block text follows.
BLOCK_HEADER: Final = re.compile(r"(?:^|[:\s-])[|>][-+0-9]*(?:\s+#.*)?$")

#: How many levels of indentation a line is tried at.
_LEVELS_TRIED: Final = 3
#: How many lines above may be moved instead, and how many below are parsed to try it.
_LINES_NEARBY: Final = 60
#: By how many spaces lines are moved at most; fewer if something is still wrong then.
_FAR: Final = 4
#: More spaces than any line is indented by.
_ANY: Final = 1_000_000_000


class SyntaxMistake(Record):
    """The likely cause of a syntax error: its place, counted from 0, what is wrong, and the help.

    ``corrected`` are all lines of the file as the help has them, or None if they are not known or
    what follows them may be wrong for the same reason.
    """

    row: int
    column: int
    message: str
    help: str
    corrected: tuple[str, ...] | None = None


class _Level(Record):
    """An open level of indentation, of keys or of hyphens: its first and its last row."""

    indent: int
    first: int
    row: int
    is_hyphen: bool


class _Move(Record):
    """Rows, from ``first`` to before ``last``, to be indented by more spaces, or less.

    ``level`` is where the first of them belongs.
    """

    first: int
    last: int
    by: int
    level: _Level


def find_wrong_indentation(
    lines: list[str], row: int, error_row: Callable[[str], int | None]
) -> SyntaxMistake | None:
    """The lines indented otherwise than those around ``row``, where the parser stopped.

    Of the ways to indent them, it is the one after which the parser gets farthest. Of those that
    are as good, it is the one that is usual in the file, or that changes less. ``error_row`` is the
    row where the parser stops in a text, None if it does not.
    """
    levels = _open_levels(lines, row)
    moves = tuple(_moves(lines, row, levels))
    if not moves:
        return None
    # The parser is given the lines nearby, and those above that open the levels around them.
    start = min(levels[-1].row, *(move.first for move in moves))
    rows = sorted({level.row for level in _open_levels(lines, start)})
    rows += range(start, min(len(lines), row + _LINES_NEARBY))
    [(usual, _)] = Counter((*_steps(lines), 2)).most_common(1)

    def score(move: _Move) -> tuple[int, ...]:
        moved = _with_move(lines, move)
        excerpt = [moved[r] for r in rows]
        stop = error_row("\n".join(excerpt))
        reached = len(lines) if stop is None or stop >= len(rows) else rows[stop]
        # A far move may only hide what is below it, in block text that goes on.
        ends = stop is None and not any(map(BLOCK_HEADER.search, moved[move.first : move.last]))
        is_likely = abs(move.by) <= (_FAR if ends else 2)
        likely = (is_likely, reached, _steps(excerpt).count(usual))
        return (*likely, -abs(move.by), move.first - move.last)

    ((_, reached, *_), move) = max(((score(move), move) for move in moves), key=lambda it: it[0])
    is_past = reached > _next_below(lines, max(row, move.last - 1))
    return _mistake(lines, move, _with_move(lines, move) if is_past else None)


def find_entries_in_text(text: str, first: int, last: int) -> Iterator[SyntaxMistake]:
    """Entries of a list that are indented further than the entry in row ``first``.

    To the parser they continue its text, which ends in row ``last``.
    """
    lines = text.split("\n")
    level = _Level(indent_of(lines[first]), first, first, is_hyphen=True)
    for row in range(first + 1, last + 1) if HYPHEN.match(lines[first]) else ():
        if HYPHEN.match(lines[row]):
            by = level.indent - indent_of(lines[row])
            yield _mistake(lines, _Move(row, row + 1, by, level), None)


def entry_above(lines: list[str], row: int) -> str | None:
    """The first line of the entry above a row that is indented as far as its hyphen."""
    indent = indent_of(lines[row])
    levels = (it for it in _open_levels(lines, row) if it.is_hyphen and it.indent == indent)
    return next((lines[level.row] for level in levels), None)


def indent_of(line: str) -> int:
    """The number of spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _moves(lines: list[str], row: int, levels: list[_Level]) -> Iterator[_Move]:
    """The ways to put a line, or what begins there, at a level above it; or the other way."""
    indent = indent_of(lines[row])
    here = _Level(indent, row, row, bool(HYPHEN.match(lines[row])))
    likely = [level for level in levels if level.is_hyphen == here.is_hyphen]
    innermost = likely[-1] if likely else here
    likely.sort(key=lambda it: (abs(it.indent - indent), it is not innermost))
    end = _next_at(lines, row + 1, indent - 1)
    for level in likely[:_LEVELS_TRIED]:
        by = level.indent - indent
        if by == 0 or (here.is_hyphen and abs(by) > 3):
            continue
        yield _Move(row, row + 1, by, level)
        yield _Move(row, end, by, level)
        for first in dict.fromkeys((level.first, level.row)):
            if indent_of(lines[first]) >= by and row - first < _LINES_NEARBY:
                yield _Move(first, first + 1, -by, here)
                yield _Move(first, row, -by, here)


def _open_levels(lines: list[str], row: int) -> list[_Level]:
    """The indentations at which keys and entries are open above a row, the outermost first."""
    levels: list[_Level] = []
    block = _ANY
    for index, line in enumerate(lines[:row]):
        at = indent_of(line)
        if not _is_content(line) or at > block:
            continue
        while HYPHEN.match(line[at:]):
            _open_level(levels, _Level(at, index, index, is_hyphen=True))
            at += 1 + indent_of(line[at + 1 :])
        if KEY.match(line):
            _open_level(levels, _Level(at, index, index, is_hyphen=False))
        block = at if BLOCK_HEADER.search(line) else _ANY
    return levels


def _open_level(levels: list[_Level], level: _Level) -> None:
    """Close the levels that are indented as far or further, and open or continue this one."""
    while levels and levels[-1].indent >= level.indent:
        closed = levels.pop()
        if (closed.indent, closed.is_hyphen) == (level.indent, level.is_hyphen):
            level = replace(level, first=closed.first)
    levels.append(level)


def _steps(lines: list[str]) -> list[int]:
    """By how many spaces the lines below keys without a value are indented further."""
    written = itertools.pairwise(line for line in lines if _is_content(line))
    keys = ((KEY.fullmatch(line.rstrip()), below) for line, below in written)
    return [indent_of(below) - len(key["lead"]) for key, below in keys if key]


def _is_content(line: str) -> bool:
    """Whether a line is neither blank nor a comment nor three hyphens."""
    return bool(line.strip()) and not line.lstrip().startswith(("#", "---"))


def _next_at(lines: list[str], row: int, indent: int) -> int:
    """The first row from ``row`` on that is indented by ``indent`` or less; or the last."""
    rows = (r for r in range(row, len(lines)) if _is_content(lines[r]))
    return next((r for r in rows if indent_of(lines[r]) <= indent), len(lines))


def _next_below(lines: list[str], row: int) -> int:
    """The first row with something in it after a line, or after the block text below it."""
    indent = indent_of(lines[row]) if BLOCK_HEADER.search(lines[row]) else _ANY
    return min(_next_at(lines, row + 1, indent), len(lines) - 1)


def _with_move(lines: list[str], move: _Move) -> tuple[str, ...]:
    moved = [
        " " * (indent_of(line) + move.by) + line.lstrip(" ") if line.strip() else line
        for line in lines[move.first : move.last]
    ]
    return (*lines[: move.first], *moved, *lines[move.last :])


def _mistake(lines: list[str], move: _Move, corrected: tuple[str, ...] | None) -> SyntaxMistake:
    """The mistake whose help is a move."""
    at, level = indent_of(lines[move.first]), move.level
    key, other = KEY.match(lines[move.first]), KEY.match(lines[level.row])
    indent, what, like = at, "this hyphen", f"line {level.row + 1}"
    if key and other and not level.is_hyphen:
        where = "above" if level.row < move.first else "below"
        indent, what, like = len(key["lead"]), f"`{key['key']}`", f"`{other['key']}` {where}"
    how = f"indented by {_spaces(indent)}" if indent else "not indented"
    message = f"{what} is {how}, {like} {f'by {level.indent}' if level.indent else 'is not'}"
    moved, more = ("it", f", like line {level.row + 1}") if at == indent else ("the hyphen", "")
    remedy = f"remove the {'space' if at == 1 else 'spaces'} before {moved}"
    if wanted := at + move.by:
        remedy = f"indent {moved} by {_spaces(wanted)}{more}"
    rest = [r + 1 for r in range(move.first + 1, move.last) if lines[r].strip()]
    if rest:
        which = f"lines {rest[0]} to {rest[-1]}" if len(rest) > 1 else f"line {rest[0]}"
        remedy += f", and {which} by {_spaces(abs(move.by))} {'more' if move.by > 0 else 'less'}"
    return SyntaxMistake(move.first, at, message, remedy, corrected)


def _spaces(count: int) -> str:
    return "one space" if count == 1 else f"{count} spaces"
