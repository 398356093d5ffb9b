"""Find the likely cause of a YAML syntax error in the lines of the file, and what to write instead.

The parser says where it could not go on, which is often not the mistake: a line of a text that is
indented too little, for example, is to it a key without a colon. So its message is only where the
search for the cause begins.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from chronicle.records import dataclass

#: A line with a plain key: indentation, dashes of a list, the key.
_KEY: Final = re.compile(r"(?P<lead> *(?:- +)*)(?P<key>[A-Za-z_][\w-]*|\"[^\"]*\"|'[^']*'):(?= |$)")
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


@dataclass(frozen=True, slots=True)
class ParserError:
    """A message of the parser, and where it applies: rows and columns count from 0.

    ``row`` and ``column`` are where a quote or a bracket was opened, ``stop_row`` and
    ``stop_column`` where the parser stopped; mostly the same.
    """

    said: str
    row: int
    column: int
    stop_row: int
    stop_column: int


@dataclass(frozen=True, slots=True)
class SyntaxMistake:
    """The likely cause of a syntax error: its place, counted from 0, what is wrong, and the help.

    ``corrected`` are all lines of the file as the help has them, or None if they are not known.
    """

    row: int
    column: int
    message: str
    help: str
    corrected: tuple[str, ...] | None = None


def explain_syntax_error(text: str, error: ParserError) -> SyntaxMistake:
    """The likely cause of an error of the parser in a text."""
    return _Explanation(text.split("\n"), error).cause()


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


@dataclass(frozen=True, slots=True)
class _Explanation:
    """Looks for the cause of an error in the lines of a file."""

    lines: list[str]
    error: ParserError

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
        for start in _SPECIAL_STARTS:
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
        if column >= len(lead) and value and (key or lead.strip()):
            if value[0] in _CURLY:
                message = "curly quotes do not count as quotes"
                plain = re.fullmatch(f"[{_CURLY}]([^{_CURLY}]*)[{_CURLY}]", value)
                new = f"{lead}{quoted(plain[1] if plain else value)}{_parts(line)[2]}"
                return self.written(row, len(lead), message, new)
            return self.quoted(row, column, "text with a colon needs quotes")
        if key and key["key"].islower():
            return self.misplaced_key(row, key)
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
        below = _KEY.match(self.line(row))
        if "<document start>" in self.error.said and key and below:
            return self.reindented(first, _Level(len(below["lead"]), row, below["key"]))
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
        levels = self.levels_above(row)
        if re.match(r" *- ", line):
            near = [level for level in levels if level.is_dash]
            level = min(near, key=lambda level: abs(level.indent - indent), default=None)
            if level is not None and level.indent != indent and abs(level.indent - indent) < 4:
                return self.reindented(row, level)
            message = "this entry of a list is among keys"
            remedy = "remove the hyphen, or indent the entry under the key of its list"
            return SyntaxMistake(row, indent, message, remedy)
        key = _KEY.match(line)
        if key and any(level.is_dash and level.indent == indent for level in levels):
            new = f"{' ' * indent}- {line.strip()}"
            message = "a hyphen is missing: each entry of this list starts with one"
            return self.written(row, indent, message, new)
        return None

    def indentation(self) -> SyntaxMistake | None:
        """A key that is indented differently from those it belongs to."""
        row = self.error.stop_row
        key = _KEY.match(self.line(row))
        if not re.search(r"block (end|mapping|collection)", self.error.said) or key is None:
            return None
        return self.misplaced_key(row, key)

    def misplaced_key(self, row: int, key: re.Match[str]) -> SyntaxMistake | None:
        indent = _indent(self.line(row))
        above = self.row_above(row)
        header = self.row_above(above) if above is not None else None
        if above is not None and header is not None and _KEY.match(self.line(above)):
            opened = _KEY.fullmatch(self.line(header).rstrip())
            if opened and _indent(self.line(above)) <= _indent(self.line(header)) < indent:
                # The line above ended what was opened before it, to which this line belongs.
                return self.reindented(above, _Level(indent, row, key["key"]))
        levels = [level for level in self.levels_above(row) if not level.is_dash]
        if not levels:
            return None
        level = min(levels, key=lambda level: (abs(level.indent - indent), -level.indent))
        return self.reindented(row, level) if level.indent != indent else None

    def reindented(self, row: int, level: _Level) -> SyntaxMistake:
        line = self.line(row)
        new = " " * level.indent + line.lstrip(" ")
        indent = _indent(line)
        key = _KEY.match(line)
        what = f"`{key['key']}`" if key and not level.is_dash else "this hyphen"
        where = "above" if level.row < row else "below"
        like = f"line {level.row + 1}" if level.is_dash else f"`{level.word}` {where}"
        beside = f"{like} by {level.indent}" if level.indent else f"{like} is not"
        how = f"indented by {_spaces(indent)}" if indent else "not indented"
        message = f"{what} is {how}, {beside}"
        if level.indent:
            remedy = f"indent it by {_spaces(level.indent)}, like line {level.row + 1}"
        else:
            remedy = f"remove the {'space' if indent == 1 else 'spaces'} before it"
        return SyntaxMistake(row, indent, message, remedy, self.with_line(row, new))

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
                _push(open_levels, _Level(at, index, "-"))
                rest = line[at + 1 :]
                at += 1 + len(rest) - len(rest.lstrip(" "))
            key = _KEY.match(line)
            if key is not None:
                _push(open_levels, _Level(len(key["lead"]), index, key["key"]))
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


@dataclass(frozen=True, slots=True)
class _Level:
    """An open level of indentation: the row of its last line, and the key there, or a dash."""

    indent: int
    row: int
    word: str

    @property
    def is_dash(self) -> bool:
        return self.word == "-"


def _push(levels: list[_Level], level: _Level) -> None:
    """Close the levels that are indented as far or further, and open this one."""
    while levels and levels[-1].indent >= level.indent:
        levels.pop()
    levels.append(level)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


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
