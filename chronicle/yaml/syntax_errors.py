"""Find the likely cause of a YAML syntax error in the lines of the file, and what to write instead.

The parser says where it could not go on, which is often not the mistake: a line of a text that is
indented too little, for example, is to it a key without a colon. So its message is only where the
search for the cause begins.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from chronicle.records import Record, replace

#: A line with a plain key: indentation, dashes of a list, the key.
_KEY: Final = re.compile(r"(?P<lead> *(?:- +)*)(?P<key>[A-Za-z_][\w-]*|\"[^\"]*\"|'[^']*'):(?= |$)")
#: The start of a line that begins an entry of a list.
_DASH: Final = re.compile(r" *-(?= |$)")
#: A line with any words before a colon, such as a text that is taken for a key.
_PSEUDO_KEY: Final = re.compile(r" *(?P<key>[^\s'\"\[{#-][^'\"#]*? [^:#]*):(?= |$)")
#: The start of a line up to its value: indentation, dashes and key.
_LEAD: Final = re.compile(r" *(?:- +)*(?:[A-Za-z_][\w-]*: +)?")
_COMMENT: Final = re.compile(r"\s+#.*$")
#: The end of a line that block text follows.
_BLOCK_HEADER: Final = re.compile(r"(?:^|[:\s-]) *[|>][-+0-9]*(?:\s+#.*)?$")
_COLOR: Final = re.compile(r"(?<![\"'\w])#[0-9a-fA-F]{3,8}\b")
_CURLY: Final = "“”„‟‘’‚«»"
#: The longest line that a help writes out.
_MAX_WRITTEN: Final = 90
#: How many of the levels above a line it is tried at.
_NEAREST: Final = 4
#: More spaces than any line is indented by.
_ANY: Final = 1_000_000_000
#: Keys whose values are words for readers.
PROSE_KEYS: Final = frozenset(
    (
        *("because", "date", "description", "from", "introduction", "label", "motto", "name"),
        *("narrative", "notes", "outcome", "plan", "profile", "public", "reason", "result"),
        *("tagline", "text", "title", "veto", "words"),
    )
)
#: Characters that text can't start with, unless it is in quotes.
_SPECIAL_STARTS: Final = ("[[", *"@`%&*!?|>-")

#: Pattern of the parser's message, our message, and its help; for errors whose cause is certain.
_PLAIN_ERRORS: Final = (
    (r"character '\\t'", "YAML does not allow a tab here", "replace the tab with spaces"),
    (r"escape character", "unknown escape sequence", "double the backslash, or use single quotes"),
    (
        r"more indented follow up line",
        "the lines of this text are not indented alike",
        "indent all of them by the same spaces, and leave empty lines empty",
    ),
    (
        r"block scalar.*comment or a line break",
        "there is text on the line of the `|` or `>`",
        "start the text on the next line, indented; or remove the mark and use quotes",
    ),
)
_NO_COLON: Final = "a colon is missing in this line"
_CHECK: Final = "check quotes, brackets and indentation here and on the line above"


class ParserError(Record):
    """A message of the parser, and where it applies: rows and columns count from 0.

    ``row`` and ``column`` are where a quote or a bracket was opened, ``stop_row`` and
    ``stop_column`` where the parser stopped; mostly the same.
    """

    said: str
    row: int
    column: int
    stop_row: int
    stop_column: int


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


def explain_syntax_error(
    text: str, error: ParserError, error_row: Callable[[str], int | None]
) -> SyntaxMistake:
    """The likely cause of an error of the parser in a text.

    ``error_row`` is the row where the parser stops in a text, None if it does not.
    """
    return _Explanation(text.split("\n"), error, error_row).cause()


def find_open_quote(text: str, first: int, last: int) -> SyntaxMistake | None:
    """The quote opened in row ``first`` that ended only in row ``last``, if keys are in between."""
    lines = text.split("\n")
    lead, value, rest = _parts(lines[first])
    key = _KEY.match(lines[first])
    least = len(key["lead"]) if key else len(lead)
    between = (_KEY.match(line) for line in lines[first + 1 : last + 1])
    if not any(found and len(found["lead"]) <= least for found in between):
        return None
    remedy = f"write `{lead.lstrip()}{value}{value[:1]}{rest}`"
    return SyntaxMistake(first, len(lead), "this quote is not closed", remedy)


def find_entries_in_text(text: str, first: int, last: int) -> Iterator[SyntaxMistake]:
    """Entries of a list that are indented further than the entry in row ``first``.

    To the parser they continue its text, which ends in row ``last``.
    """
    lines = text.split("\n")
    wanted = _indent(lines[first])
    for row in range(first + 1, last + 1) if _DASH.match(lines[first]) else ():
        if _DASH.match(lines[row]):
            indent = _indent(lines[row])
            message = _indent_message("this hyphen", indent, f"line {first + 1}", wanted)
            remedy = _indent_help(wanted, indent, "it", f", like line {first + 1}")
            yield SyntaxMistake(row, indent, message, remedy)


class _Explanation(Record):
    """Looks for the cause of an error in the lines of a file."""

    lines: list[str]
    error: ParserError
    error_row: Callable[[str], int | None]

    def cause(self) -> SyntaxMistake:
        said = self.error.said
        for pattern, message, remedy in _PLAIN_ERRORS:
            if re.search(pattern, said):
                return self.at_error(message, remedy)
        return (
            self.foreign_space()
            or self.block_text()
            or self.open_quote()
            or self.flow()
            or self.first_line()
            or self.colon()
            or self.value()
            or self.dash()
            or self.missing_colon()
            or self.comment()
            or self.indentation()
            or self.other()
        )

    def at_error(self, message: str, remedy: str) -> SyntaxMistake:
        return SyntaxMistake(self.error.row, self.error.column, message, remedy)

    def line(self, row: int) -> str:
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def written(
        self, row: int, column: int, message: str, new: str, more: str = ""
    ) -> SyntaxMistake:
        """The mistake whose help is to write a line anew; ``more`` follows in the help."""
        return SyntaxMistake(row, column, message, write_line(new) + more, self.with_line(row, new))

    def with_line(self, row: int, new: str) -> tuple[str, ...]:
        return (*self.lines[:row], new, *self.lines[row + 1 :])

    def quoted(self, row: int, column: int, message: str) -> SyntaxMistake:
        """The mistake whose help is to put the value of a line in quotes."""
        lead, value, rest = _parts(self.line(row))
        return self.written(row, column, message, f"{lead}{quoted(value)}{rest}")

    def foreign_space(self) -> SyntaxMistake | None:
        """A space in the indentation that is none to YAML, as web pages and word processors use."""
        for row in range(self.error.stop_row, max(-1, self.error.stop_row - 30), -1):
            found = re.match(r" *([\u00a0\u2000-\u200b\u202f\u3000\ufeff])", self.line(row))
            if found is not None:
                line = self.line(row)
                new = line[: found.start(1)] + re.sub(r"^\s+", _as_spaces, line[found.start(1) :])
                message = "a no-break space or another special space is in the indentation"
                remedy = "replace it with an ordinary space"
                return SyntaxMistake(row, found.start(1), message, remedy, self.with_line(row, new))
        return None

    # Block text

    def block_text(self) -> SyntaxMistake | None:
        """A line of block text that is indented too little."""
        row = self.error.row
        line = self.line(row)
        if not re.search(r"simple key|block end|mapping values", self.error.said):
            return None
        if _KEY.match(line) or re.match(r" *(-( |\w+:)|[a-z_]+ *$)", line) or not line.strip():
            return None
        header = self.block_header_above(row)
        if header is None:
            return None
        indent = len(line) - len(line.lstrip(" "))
        first = next((r for r in range(header + 1, row) if self.line(r).strip()), None)
        if first is not None and (further := self.first_of_text(header, first, row)) is not None:
            return further
        if first is not None:
            wanted = _indent(self.line(first))
            message = "this line is indented less than the text it continues"
            remedy = f"indent it by {wanted} spaces, like line {first + 1}"
        else:
            key = _KEY.match(self.line(header))
            wanted = (len(key["lead"]) if key else _indent(self.line(header))) + 2
            message = f"the text of `{key['key']}:` is not indented" if key else "unindented text"
            remedy = f"indent every line of the text by {wanted} spaces"
        return SyntaxMistake(row, indent, message, remedy, self.indented(row, wanted))

    def first_of_text(self, header: int, first: int, row: int) -> SyntaxMistake | None:
        """The first line of block text, if it is indented further than all others."""
        wanted = _indent(self.line(row))
        key = _KEY.match(self.line(header))
        if wanted <= (len(key["lead"]) if key else _indent(self.line(header))):
            return None
        rest = []
        for r in range(row, self.next_at(row, wanted - 1)):
            if _KEY.match(self.line(r)) or _DASH.match(self.line(r)):
                break
            if self.line(r).strip():
                rest.append(r)
        if any(self.line(r).strip() for r in range(first + 1, row)) or len(rest) < 2:
            return None
        message = "this line is indented further than the text below it"
        remedy = f"indent it by {_spaces(wanted)}, like line {row + 1}"
        new = self.with_line(first, " " * wanted + self.line(first).lstrip(" "))
        return SyntaxMistake(first, _indent(self.line(first)), message, remedy, new)

    def block_header_above(self, row: int) -> int | None:
        """The row of the key whose block text ends right above this row, if there is one."""
        above = [r for r in range(row - 1, -1, -1) if self.line(r).strip()]
        for index, header in enumerate(above):
            line = self.line(header)
            if _BLOCK_HEADER.search(line) and _LEAD.match(line):
                inner = [_indent(self.line(r)) for r in above[:index]]
                key = _KEY.match(line)
                least = (len(key["lead"]) if key else _indent(line)) + 1
                return header if not inner or min(inner) >= max(inner[-1], least) else None
        return None

    def indented(self, row: int, wanted: int) -> tuple[str, ...]:
        """The lines with this line, and what follows until the next key, indented as wanted."""
        lines = list(self.lines)
        for index in range(row, len(lines)):
            line = lines[index]
            if index > row and (_KEY.match(line) or re.match(r" *- ", line)):
                break
            if line.strip() and _indent(line) < wanted:
                lines[index] = " " * wanted + line.lstrip(" ")
        return tuple(lines)

    # Quotes

    def open_quote(self) -> SyntaxMistake | None:
        """A quote that is not closed on its line, whether or not a later one closes it."""
        at_end = re.search(r"quoted scalar.*end of", self.error.said)
        if not at_end and not re.search(r"block end|expected ','", self.error.said):
            return None
        last = self.error.row if at_end else self.error.stop_row - 1
        for row in range(last, -1, -1):
            lead, value, rest = _parts(self.line(row))
            quote = value[:1]
            if quote not in ("'", '"') or (not at_end and row < last - 30):
                continue
            if _closing_quote(value) is not None:
                return None
            message = "this quote is not closed"
            if quote == "'" and re.match(r"'\w", value) and at_end and "'" not in value[1:]:
                new = f"{lead}{value}'{rest}"
                double = f"{lead}{quoted(value)}{rest}".strip()
                more = f", or `{double}` if it is an apostrophe"
                return self.written(row, len(lead), message, new, more)
            return self.written(row, len(lead), message, f"{lead}{value}{quote}{rest}")
        return (
            self.at_error("this quote is not closed", "close it where the text ends")
            if (at_end)
            else None
        )

    def value(self) -> SyntaxMistake | None:
        """A value that goes on after its end, or starts with a special character."""
        row, line = self.error.stop_row, self.line(self.error.stop_row)
        lead, value, rest = _parts(line)
        column = self.error.stop_column
        if re.search(r"found ('\]'|'\}')", self.error.said):
            bracket = line[column : column + 1]
            new = line[:column] + line[column + 1 :]
            return self.written(row, column, f"this `{bracket}` closes nothing", new)
        if re.match(r" *(- +)?$", lead) and not value.startswith(("[[", "'", '"')):
            return None
        if re.fullmatch(r"(\"[^\"]*\"|'[^']*')(, *(\"[^\"]*\"|'[^']*'|[\w-]+))+", value):
            new = f"{lead}[{value}]{rest}"
            return self.written(row, len(lead), "several values need brackets around them", new)
        if value[:1] in ("'", '"') and column > len(lead):
            before, after = line[column - 2 : column - 1], line[column : column + 1]
            inner = (before + after).isalpha() and line[column - 1] == value[0] == "'"
            message = (
                "this apostrophe ends the text, which started with one"
                if inner
                else f"the text ends at the second `{value[0]}`, and something follows it"
            )
            end = _closing_quote(value) or 0
            # Speech ends with a mark before its quote; otherwise the outer quotes are YAML's.
            is_speech = value[end - 2 : end - 1] in ",.!?…-–—"
            is_whole = value[-1] == value[0] and not is_speech
            whole = value[1:-1] if is_whole else value
            new = f"{lead}{quoted(whole)}{rest}"
            return self.written(row, column - 1 if inner else column, message, new)
        for start in _SPECIAL_STARTS if column >= len(lead) else ():
            if start == "-" and value.startswith("- "):
                message = "a list can't start on the line of its key"
                found = self.quoted(row, column, message)
                more = "write each entry on a line of its own; or, if it is text, "
                return replace(found, help=more + found.help)
            if value.startswith(start) and start != "-":
                shown = "a backtick" if start == "`" else f"`{start}`"
                return self.quoted(row, column, f"text that starts with {shown} needs quotes")
        return None

    # Brackets

    def flow(self) -> SyntaxMistake | None:
        """A list in brackets or a mapping in braces that is not closed, or lacks a comma."""
        if not re.search(r"flow (sequence|mapping|node)", self.error.said):
            return None
        if self.error.said.endswith("found ','"):
            return self.at_error("a comma too many", "remove it")
        row, column = self.error.row, self.error.column
        if self.error.said.endswith("<stream end>'"):
            opening = [r for r, line in enumerate(self.lines) if _open_brackets(line)[0]]
            row = opening[-1] if opening else row
            column = max(0, *(self.line(row).rfind(c) for c in "[{")) if opening else column
        line = self.line(row)
        if _COLOR.search(line[column:]):
            new = line[:column] + _COLOR.sub(lambda found: f'"{found[0]}"', line[column:])
            return self.written(row, column, "a colour needs quotes: `#` starts a comment", new)
        opened, closer = _open_brackets(line[column:])
        if (comment := _COMMENT.search(line)) and opened and closer in comment[0]:
            at = comment.end() - len(comment[0].lstrip())
            message = "a `#` starts a comment, which hides the rest of this line"
            return SyntaxMistake(row, at, message, "put the text with the `#` in quotes")
        if opened or self.error.stop_row != row:
            whole = _COMMENT.sub("", line)
            new = whole.rstrip() + opened + line[len(whole) :]
            message = "this bracket is not closed"
            if opened and not whole.rstrip().endswith(","):
                return self.written(row, column, message, new)
            remedy = "close it, and put commas between the entries"
            return SyntaxMistake(
                row, column, "this bracket is not closed, or a comma is missing", remedy
            )
        stop = self.error.stop_column
        word = re.search(r"([\w-]+) *$", line[:stop])
        if self.error.said.endswith("got ':'") and word and word.start() > column:
            cut = len(line[: word.start()].rstrip())
            new = f"{line[:cut]}, {line[word.start() :]}"
            more = "; or put the text in quotes if the colon belongs to it"
            message = f"a comma is missing before `{word[1]}:`, or quotes around the text"
            return self.written(row, word.start(), message, new, more)
        message = "a comma is missing here, or quotes around the text"
        return SyntaxMistake(
            row,
            stop,
            message,
            "put commas between the entries, and quotes "
            "around text with brackets, braces or quotes in it",
        )

    # Colons

    def colon(self) -> SyntaxMistake | None:
        """A colon in a text without quotes, or a key that seems to continue a text."""
        if "mapping values are not" not in self.error.said:
            return None
        row, column = self.error.stop_row, self.error.stop_column
        line = self.line(row)
        lead, value, _ = _parts(line)
        key = _KEY.match(line)
        is_header = key is not None and key.end() == len(line.rstrip())
        if column >= len(lead) and value and (key or lead.strip()) and not is_header:
            if value[0] in _CURLY:
                message = "curly quotes do not count as quotes"
                plain = re.fullmatch(f"[{_CURLY}]([^{_CURLY}]*)[{_CURLY}]", value)
                new = f"{lead}{quoted(plain[1] if plain else value)}{_parts(line)[2]}"
                return self.written(row, len(lead), message, new)
            return self.quoted(row, column, "text with a colon needs quotes")
        if key and key["key"].islower():
            return self.best_move(row, is_dash="-" in key["lead"])
        if re.match(r" *(- +)?[a-z_]+:\S", line):
            return self.without_colon(row)
        above = self.row_above(row)
        head = _KEY.match(self.line(above)) if above is not None else None
        if head:
            remedy = f"write `{head[0].strip()} |` and the whole text below it, indented"
            return SyntaxMistake(row, column, "text with a colon needs quotes or a `|`", remedy)
        return self.at_error("unexpected colon", _CHECK)

    def first_line(self) -> SyntaxMistake | None:
        """A mistake in the first line, which the parser notices only in the next."""
        first = next((r for r, line in enumerate(self.lines) if self.is_content(line)), 0)
        row, key = self.error.stop_row, _KEY.match(self.line(first))
        if first == row or any(self.is_content(line) for line in self.lines[first + 1 : row]):
            return None
        if key is None and "mapping values are not" in self.error.said:
            return self.without_colon(first)
        return None

    def is_content(self, line: str) -> bool:
        """Whether a line is neither blank nor a comment nor three hyphens."""
        return bool(line.strip()) and not line.lstrip().startswith(("#", "---"))

    def missing_colon(self) -> SyntaxMistake | None:
        """A line without a colon where a key is expected."""
        if not re.search(r"simple key.*expected ':'", self.error.said):
            return None
        return self.without_colon(self.error.row)

    def without_colon(self, row: int) -> SyntaxMistake:
        line = self.line(row)
        above = self.row_above(row)
        if above is not None and (text := self.text_taken_for_keys(above)) is not None:
            return text
        indent = _indent(line)
        pressed = re.match(r" *(?:- +)?([A-Za-z_][\w-]*)(?::|：| ?=)(?=\S| )", line)
        if pressed is not None and not line.strip().startswith("http"):
            rest = line[pressed.end() :].lstrip()
            new = f"{line[: pressed.end(1)]}: {rest}"
            is_colon = pressed[0].endswith(":")
            what = "a space is missing after the colon" if is_colon else _NO_COLON
            return self.written(row, indent, what, new)
        starred = re.match(r" *(?:- +)?(\*+)([A-Za-z_][\w-]*)\1:", line)
        if starred is not None:
            new = line.replace(starred[1], "")
            return self.written(row, indent, "a key can't be emphasized", new)
        spaced = re.match(r" *(?:- +)?([a-z_][\w-]*) +(?=\S)", line)
        head = _KEY.match(self.line(above)) if above is not None and self.is_text(above) else None
        if head is not None and (spaced is None or len(line.split()) > 3):
            wanted = len(head["lead"]) + 2
            message = "this line belongs to no key"
            remedy = f"indent it by {wanted} spaces if it continues the text of `{head['key']}:`"
            return SyntaxMistake(row, indent, message, remedy, self.indented(row, wanted))
        if spaced is not None:
            new = f"{line[: spaced.end(1)]}: {line[spaced.end() :]}"
            return self.written(row, indent, _NO_COLON, new)
        if re.fullmatch(r" *(- +)?[a-z_]+ *", line):
            return self.written(row, indent, _NO_COLON, f"{line.rstrip()}:")
        remedy = "write `key: value`; if the line belongs to the text above, indent it further"
        return SyntaxMistake(row, indent, _NO_COLON, remedy)

    def text_taken_for_keys(self, row: int) -> SyntaxMistake | None:
        """A text without quotes below its key, whose first line has a colon."""
        found = _PSEUDO_KEY.match(self.line(row))
        above = self.row_above(row)
        head = _KEY.match(self.line(above)) if above is not None else None
        if found is None or head is None or self.line(above or 0).strip() != head[0].strip():
            return None
        new = f"{head[0].rstrip()} |"
        remedy = f"write `{new.strip()}` on the line above"
        message = "text with a colon needs a `|` after its key"
        return SyntaxMistake(
            row, found.end("key"), message, remedy, self.with_line(above or 0, new)
        )

    def is_text(self, row: int | None) -> bool:
        """Whether a line is or ends with words, so that the next line may continue them."""
        return row is not None and len(_parts(self.line(row))[1].split()) > 2

    def comment(self) -> SyntaxMistake | None:
        """A text of several lines that ended at a `#` on the line above."""
        row = self.error.stop_row
        above = self.row_above(row)
        if above is None or _KEY.match(self.line(row)):
            return None
        lead, value, rest = _parts(self.line(above))
        if not value or not rest.strip() or value[0] in "'\"":
            return None
        column = len(lead) + len(value) + len(rest) - len(rest.lstrip())
        message = "a `#` starts a comment, which ends this text"
        remedy = f"write `{lead.strip()} |` and the whole text below it, indented"
        return SyntaxMistake(above, column, message, remedy)

    # Indentation

    def dash(self) -> SyntaxMistake | None:
        """A dash that is missing, lacks its space, or is among keys."""
        row, line = self.error.stop_row, self.line(self.error.stop_row)
        if not re.search(r"block (end|mapping|collection)", self.error.said):
            return None
        indent = _indent(line)
        pressed = re.match(r" *-(?=[A-Za-z_\"'{\[])", line)
        if pressed is not None and not line.startswith("---"):
            new = f"{pressed[0]} {line[pressed.end() :]}"
            return self.written(row, indent, "a space is missing after the hyphen", new)
        if re.match(r" *- ", line):
            if (move := self.best_move(row, is_dash=True)) is not None:
                return move
            message = "this entry of a list is among keys"
            remedy = "remove the hyphen, or indent the entry under the key of its list"
            return SyntaxMistake(row, indent, message, remedy)
        levels = [level for level in self.levels_above(row) if level.indent == indent]
        if _KEY.match(line) and any(level.is_dash and self.has_twice(row) for level in levels):
            new = f"{' ' * indent}- {line.strip()}"
            message = "a hyphen is missing: each entry of this list starts with one"
            return self.written(row, indent, message, new)
        return None

    def has_twice(self, row: int) -> bool:
        """Whether the entry above a row has a key of the row or of those that belong to it."""
        column = _indent(self.line(row)) + 2
        found: list[str] = []
        for index in range(row - 1, -1, -1):
            key = _KEY.match(self.line(index))
            if key and len(key["lead"]) == column:
                found.append(key["key"])
            if self.is_content(self.line(index)) and _indent(self.line(index)) < column:
                break
        end = self.next_at(row + 1, column - 2)
        below = [_KEY.match(self.line(r)) for r in range(row + 1, end)]
        keys = [key["key"] for key in below if key and len(key["lead"]) == column]
        own = _KEY.match(self.line(row))
        return any(key in found for key in (own["key"] if own else "", *keys))

    def indentation(self) -> SyntaxMistake | None:
        """A key that is indented differently from those it belongs to."""
        row = self.error.stop_row
        if not re.search(r"block (end|mapping|collection)|document start", self.error.said):
            return None
        return self.best_move(row, is_dash=False) if _KEY.match(self.line(row)) else None

    def best_move(self, row: int, *, is_dash: bool) -> SyntaxMistake | None:
        """The lines that are indented wrongly, up to or from a line where the parser stopped.

        Of the ways to indent them, it is the one after which the parser gets farthest. Of two that
        are as good, it is the one that is more usual in the file, or changes less.
        """
        best: tuple[int, ...] = ()
        found = None
        for move in self.moves(row, is_dash=is_dash):
            if _indent(self.line(move.first)) + move.by < 0:
                continue
            lines = self.with_move(move)
            stop = self.error_row("\n".join(lines))
            reached = len(lines) if stop is None else stop
            # A far move may only hide what is below it, in block text that goes on.
            is_past = self.is_past(move, row, reached)
            score = (
                is_past,
                is_past and abs(move.by) <= 2,
                reached,
                -_unusual_steps(lines),
                self.is_even_like_others(move),
                -abs(move.by),
                -sum(map(self.is_content, self.lines[move.first : move.last])),
            )
            if score > best:
                best, found = score, self.with_help(move, is_past=is_past)
        return found

    def moves(self, row: int, *, is_dash: bool) -> Iterator[_Move]:
        """The ways to put a line, or what begins there, at a level above it; or the other way."""
        line = self.line(row)
        indent = _indent(line)
        key = _KEY.match(line)
        here = _Level(indent, row, row, "-" if is_dash or key is None else key["key"])
        levels = [level for level in self.levels_above(row) if level.is_dash == is_dash]
        innermost = levels[-1].indent if levels else 0
        # Of two that are equally near, the innermost; otherwise the outer.
        levels.sort(key=lambda it: (abs(it.indent - indent), it.indent != innermost, it.indent))
        for level in levels[:_NEAREST]:
            by = level.indent - indent
            if by == 0 or (is_dash and abs(by) >= 4):
                continue
            yield _Move(row, row + 1, by, level)
            for first in dict.fromkeys((level.first, level.row)):
                yield _Move(first, first + 1, -by, here)
            if abs(by) < 4:
                for end in dict.fromkeys(self.block_ends(row, level)):
                    yield _Move(row, end, by, level)
                yield _Move(level.first, row, -by, here)

    def block_ends(self, row: int, level: _Level) -> Iterator[int]:
        """The rows where the lines may end that are to be moved with a line to a level."""
        indent = _indent(self.line(row))
        end = self.next_at(row + 1, indent - 1)
        others = [r for r in range(row + 1, end) if self.is_content(self.lines[r])]
        is_dash = [bool(_DASH.match(self.lines[r])) for r in others]
        for at, dash in ((level.indent, level.is_dash), (indent, not level.is_dash)):
            for r, is_entry in zip(others, is_dash, strict=True):
                if _indent(self.lines[r]) == at and is_entry == dash:
                    yield r
                    break
        yield end

    def next_at(self, row: int, indent: int) -> int:
        """The first row from ``row`` on that is indented by ``indent`` or less; or the last."""
        rows = range(row, len(self.lines))
        lines = (r for r in rows if self.is_content(self.lines[r]))
        return next((r for r in lines if _indent(self.lines[r]) <= indent), len(self.lines))

    def is_even_like_others(self, move: _Move) -> bool:
        """Whether a move indents by an even or odd number of spaces, as most lines are."""
        others = [*self.lines[: move.first], *self.lines[move.last :]]
        indents = [_indent(line) % 2 for line in others if self.is_content(line)]
        wanted = (_indent(self.line(move.first)) + move.by) % 2
        return 2 * indents.count(wanted) >= len(indents)

    def with_move(self, move: _Move) -> tuple[str, ...]:
        lines = list(self.lines)
        for row in range(move.first, move.last):
            if lines[row].strip():
                lines[row] = " " * (_indent(lines[row]) + move.by) + lines[row].lstrip(" ")
        return tuple(lines)

    def is_past(self, move: _Move, row: int, reached: int) -> bool:
        """Whether the parser gets past the line behind a move, or behind the text there."""
        last = max(move.last - 1, row)
        has_text = _BLOCK_HEADER.search(self.line(last))
        below = self.next_at(last + 1, _indent(self.line(last)) if has_text else _ANY)
        return reached > min(below, len(self.lines) - 1)

    def with_help(self, move: _Move, *, is_past: bool) -> SyntaxMistake:
        """The mistake whose help is a move."""
        line = self.line(move.first)
        level = move.level
        key = None if level.is_dash else _KEY.match(line)
        indent = len(key["lead"]) if key else _indent(line)
        what = f"`{key['key']}`" if key else "this hyphen"
        where = "above" if level.row < move.first else "below"
        like = f"line {level.row + 1}" if level.is_dash else f"`{level.word}` {where}"
        message = _indent_message(what, indent, like, level.indent)
        at = _indent(line)
        wanted = at + move.by
        if at == indent:
            remedy = _indent_help(wanted, at, "it", f", like line {level.row + 1}")
        else:
            remedy = _indent_help(wanted, at, "the hyphen", "")
        rest = [r + 1 for r in range(move.first + 1, move.last) if self.lines[r].strip()]
        if rest:
            which = f"lines {rest[0]} to {rest[-1]}" if len(rest) > 1 else f"line {rest[0]}"
            change = f"{_spaces(abs(move.by))} {'more' if move.by > 0 else 'less'}"
            remedy += f", and {which} by {change}"
        # If the parser does not get further, what follows may be wrong for the same reason.
        corrected = self.with_move(move) if is_past else None
        return SyntaxMistake(move.first, at, message, remedy, corrected)

    def levels_above(self, row: int) -> list[_Level]:
        """The indentations at which keys and entries are open above a row, the outermost first."""
        open_levels: list[_Level] = []
        block: int | None = None
        for index in range(row):
            line = self.line(index)
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            indent = _indent(line)
            if block is not None and indent > block:
                continue
            block = None
            dashes = re.match(r" *((?:- +)*)", line)
            at = indent
            for _ in range((dashes[1] if dashes else "").count("-")):
                _push(open_levels, _Level(at, index, index, "-"))
                rest = line[at + 1 :]
                at += 1 + len(rest) - len(rest.lstrip(" "))
            key = _KEY.match(line)
            if key is not None:
                _push(open_levels, _Level(len(key["lead"]), index, index, key["key"]))
            if _BLOCK_HEADER.search(line):
                block = len(key["lead"]) if key else indent
        return open_levels

    def row_above(self, row: int) -> int | None:
        """The nearest row above with something in it."""
        return next((r for r in range(row - 1, -1, -1) if self.line(r).strip()), None)

    def other(self) -> SyntaxMistake:
        said = self.error.said
        if "expected <block end>" in said:
            message = "this line is indented differently from the lines around it"
            return self.at_error(message, _CHECK)
        row, column = self.error.stop_row, self.error.stop_column
        if re.search(r"start any token|an (alias|anchor)|parsing an tag", said):
            start = self.error.column if self.error.row == row else column
            character = self.line(row)[start : start + 1].strip()
            message = f"`{character}` can't stand here" if character else "unexpected text"
            return SyntaxMistake(row, start, message, "remove it, or put the text in quotes")
        return self.at_error(f"this is not valid YAML: {said}", _CHECK)


class _Level(Record):
    """An open level of indentation: its first and last row, and the key of that, or a dash."""

    indent: int
    first: int
    row: int
    word: str

    @property
    def is_dash(self) -> bool:
        return self.word == "-"


class _Move(Record):
    """Rows, from ``first`` to before ``last``, to be indented by more spaces, or less.

    ``level`` is where the first of them belongs.
    """

    first: int
    last: int
    by: int
    level: _Level


def _unusual_steps(lines: tuple[str, ...]) -> int:
    """How many keys have not the usual indentation of the file below them, or nothing at all.

    Those with nothing count twice.
    """
    written = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    steps: dict[bool, Counter[int]] = {True: Counter(), False: Counter()}
    for line, below in itertools.pairwise((*written, "")):
        key = _KEY.fullmatch(line.rstrip())
        if key:
            steps[bool(_DASH.match(below))][_indent(below) - len(key["lead"])] += 1
    unusual = sum(found.total() - max(found.values(), default=0) for found in steps.values())
    return unusual + sum(count for step, count in steps[False].items() if step <= 0)


def _push(levels: list[_Level], level: _Level) -> None:
    """Close the levels that are indented as far or further, and open or continue this one."""
    first = level.first
    while levels and levels[-1].indent >= level.indent:
        closed = levels.pop()
        if (closed.indent, closed.is_dash) == (level.indent, level.is_dash):
            first = closed.first
    levels.append(replace(level, first=first))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _indent_message(what: str, indent: int, like: str, wanted: int) -> str:
    """The message about something that is indented otherwise than what it is like."""
    how = f"indented by {_spaces(indent)}" if indent else "not indented"
    return f"{what} is {how}, {like} {f'by {wanted}' if wanted else 'is not'}"


def _indent_help(wanted: int, indent: int, what: str, like: str) -> str:
    """The help to indent something otherwise; ``like`` ends it unless nothing is indented then."""
    if wanted:
        return f"indent {what} by {_spaces(wanted)}{like}"
    return f"remove the {'space' if indent == 1 else 'spaces'} before {what}"


def _as_spaces(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _spaces(count: int) -> str:
    return "one space" if count == 1 else f"{count} spaces"


def _parts(line: str) -> tuple[str, str, str]:
    """A line in three: up to its value, the value, and the comment after it."""
    found = _LEAD.match(line)
    lead = found[0] if found else ""
    value = line[len(lead) :]
    end = _closing_quote(value) or 0
    comment = _COMMENT.search(value, end)
    cut = comment.start() if comment else len(value.rstrip())
    return lead, value[:cut], value[cut:]


def _closing_quote(value: str) -> int | None:
    """The offset behind the quote that closes a quoted value; None without one."""
    if value[:1] not in ("'", '"'):
        return None
    found = re.match(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"", value)
    return found.end() if found else None


def _open_brackets(text: str) -> tuple[str, str]:
    """The brackets that close those left open on a line, and the last of them."""
    needed: list[str] = []
    plain = re.sub(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'", "", _COMMENT.sub("", text))
    for character in plain:
        if character in "[{":
            needed.append("]" if character == "[" else "}")
        elif needed and character == needed[-1]:
            needed.pop()
    return "".join(reversed(needed)), needed[0] if needed else ""


def write_line(line: str) -> str:
    """The help to write a line with a text in quotes; in words if the line is long."""
    if len(line.strip()) > _MAX_WRITTEN:
        return "put quotes around the text, or write `|` and the text on the next line"
    return f"write `{line.strip()}`"


def find_cut_text(line: str, end: int, key: str, value: str) -> tuple[int, str] | None:
    """Where a ` #` cuts a plain text that goes on after it, and the help.

    ``end`` is the offset behind the text in its line, and ``value`` is the text. A comment is
    recognized by more than one space before it, by a short word before it, or by a sentence that
    has ended. The result is None then.
    """
    found = re.match(r" #(?P<space> *)(?P<rest>\S.*)$", line[end:])
    if found is None:
        return None
    words, rest = value.split(), found["rest"]
    is_prose = key in PROSE_KEYS
    has_ended = value[-1:] in ".!?…"
    if found["space"]:
        goes_on = rest[0].isdigit() or (rest[0].islower() and rest[-1] in ".!?…")
        is_cut = is_prose and len(words) > 3 and not has_ended and goes_on
    else:
        goes_on = rest[0].isdigit() or (rest[0].isalpha() and not has_ended)
        is_cut = (is_prose or len(words) > 1) and goes_on and not re.match(r"[\w-]+:( |$)", rest)
    if not is_cut:
        return None
    start = max(0, end - len(value)) if line[:end].endswith(value) else _indent(line)
    return end + 1, write_line(line[:start] + quoted(line[start:].rstrip()))


def quoted(text: str) -> str:
    """A text as a YAML value in quotes that it does not contain."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"
