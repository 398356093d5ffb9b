"""Name the common mistakes behind a YAML syntax error, and what to write instead.

The parser says where it could not go on, which is often not the mistake: a line of a text that is
indented too little, for example, is to it a key without a colon. What is not recognized here keeps
the parser's own message.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from chronicle.records import Record, replace
from chronicle.yaml.indentation import (
    BLOCK_HEADER,
    HYPHEN,
    KEY,
    SyntaxMistake,
    entry_above,
    find_wrong_indentation,
    indent_of,
)

#: The start of a line up to its value: indentation, hyphens and key.
_LEAD: Final = re.compile(r" *(?:- +)*(?:[A-Za-z_][\w-]*: +)?")
#: A key and its value, without the colon and the space that belong between them.
_UNMARKED_KEY: Final = re.compile(
    r"(?P<key> *(?:- +)?[A-Za-z_][\w-]*)(?P<mark>:|：| ?=| |$) *(?P<value>.*)"
)
#: A line with several words before a colon, such as a text that is taken for a key.
_WORDS_AS_KEY: Final = re.compile(r" *(?P<words>[^\s'\"\[{#-][^'\"#]*? [^:#]*):(?= |$)")
_COMMENT: Final = re.compile(r"(?<!\s)\s+#.*$")
_COLOR: Final = re.compile(r"(?<![\"'\w])#[0-9a-fA-F]{3,8}\b")
_SPECIAL_SPACE: Final = re.compile(r" *([\u00a0\u2000-\u200b\u202f\u3000\ufeff])")
_QUOTED: Final = re.compile(r"'(?:[^']|'')*'(?!')|\"(?:[^\"\\]|\\.)*\"")
_QUOTED_VALUES: Final = re.compile(rf"(?:{_QUOTED.pattern})(?:, *(?:{_QUOTED.pattern}))+")
_CURLY_QUOTES: Final = "“”„‟‘’‚«»"
#: Characters that text can't start with, unless it is in quotes.
_SPECIAL_STARTS: Final = ("[[", *"@`%&*!?|>")
#: Keys whose values are words for readers.
PROSE_KEYS: Final = frozenset(
    (
        *("because", "date", "description", "from", "introduction", "label", "motto", "name"),
        *("narrative", "notes", "outcome", "plan", "profile", "public", "reason", "result"),
        *("tagline", "text", "title", "veto", "words"),
    )
)
#: The longest line that a help writes out.
_MAX_WRITTEN: Final = 90

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
        r"block scalar.*comment or (?:a )?line break",
        "there is text on the line of the `|` or `>`",
        "start the text on the next line, indented; or remove the mark and use quotes",
    ),
)
#: The start of a line whose hyphen lacks the space after it, so that it is part of a key.
_HYPHEN_KEY: Final = re.compile(r" *-[A-Za-z_][\w-]*:(?= |$)")
_NO_SPACE: Final = "a space is missing after the hyphen"
_NO_COLON: Final = "a colon is missing in this line"
#: The parser's messages about lines that do not fit to those above, and about a colon.
_STRUCTURE: Final = "block (mapping|collection)|document start"
_SECOND_COLON: Final = "mapping values are not"


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


def explain_syntax_error(
    text: str, error: ParserError, error_row: Callable[[str], int | None]
) -> SyntaxMistake:
    """The likely cause of an error; ``error_row`` is where the parser stops, or None."""
    found = _Search(text.split("\n"), error)
    if tab := found.tab_in_text():
        return tab
    for pattern, message, remedy in _PLAIN_ERRORS:
        if re.search(pattern, error.said):
            return SyntaxMistake(error.row, error.column, message, remedy)
    return (
        found.special_space()
        or found.block_text()
        or found.open_quote()
        or found.open_bracket()
        or found.colon_in_text()
        or found.value()
        or found.missing_colon()
        or found.hyphen()
        or found.indentation(error_row)
        or found.unknown_mistake()
    )


def find_open_quote(text: str, first: int, last: int) -> SyntaxMistake | None:
    """The quote opened in row ``first`` that ended only in row ``last``, if keys are in between."""
    lines = text.split("\n")
    lead, value, rest = _parts(lines[first])
    key = KEY.match(lines[first])
    least = len(key["lead"]) if key else len(lead)
    between = (KEY.match(line) for line in lines[first + 1 : last + 1])
    if not any(found and len(found["lead"]) <= least for found in between):
        return None
    remedy = f"write `{lead.lstrip()}{value}{value[:1]}{rest}`"
    return SyntaxMistake(first, len(lead), "this quote is not closed", remedy)


def find_hyphen_without_space(text: str, row: int) -> SyntaxMistake | None:
    """The hyphen of a list in this row, if the space after it is missing."""
    lines = text.split("\n")
    found = _HYPHEN_KEY.match(lines[row])
    return _without_space(lines, row) if found else None


def _without_space(lines: list[str], row: int) -> SyntaxMistake:
    line, indent = lines[row], indent_of(lines[row])
    new = f"{line[: indent + 1]} {line[indent + 1 :]}"
    corrected = (*lines[:row], new, *lines[row + 1 :])
    return SyntaxMistake(row, indent, _NO_SPACE, write_line(new), corrected)


class _Search(Record):
    """The lines of a file, searched for the mistakes that may have caused an error."""

    lines: list[str]
    error: ParserError

    def says(self, pattern: str) -> bool:
        return re.search(pattern, self.error.said) is not None

    @property
    def stop(self) -> tuple[int, str]:
        """The row where the parser stopped, and its line."""
        return self.error.stop_row, self.line(self.error.stop_row)

    def line(self, row: int) -> str:
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def row_above(self, row: int) -> int:
        """The nearest row above with something in it; or -1."""
        return next((r for r in range(row - 1, -1, -1) if self.line(r).strip()), -1)

    def row_below(self, row: int) -> int:
        """The nearest row below with something in it; or behind the last."""
        rows = range(row + 1, len(self.lines))
        return next((r for r in rows if self.line(r).strip()), len(self.lines))

    def with_line(self, row: int, new: str) -> tuple[str, ...]:
        return (*self.lines[:row], new, *self.lines[row + 1 :])

    def written(self, row: int, column: int, message: str, new: str) -> SyntaxMistake:
        """Build a mistake whose help shows the corrected line."""
        return SyntaxMistake(row, column, message, write_line(new), self.with_line(row, new))

    def in_quotes(self, column: int, message: str, text: str) -> SyntaxMistake:
        """Build a mistake whose help shows the line with a text in quotes for its value."""
        row, line = self.stop
        lead, _, rest = _parts(line)
        return self.written(row, column, message, f"{lead}{quoted(text)}{rest}")

    def tab_in_text(self) -> SyntaxMistake | None:
        """A tab within text without quotes, or before a comment: YAML allows it, the parser not."""
        row, column = self.error.row, self.error.column
        line = self.line(row)
        if "'\\t'" not in self.error.said or not line[:column].strip():
            return None
        new = line[: indent_of(line)] + line[indent_of(line) :].replace("\t", " ")
        message = "there is a tab here, which can be read only in text in quotes"
        remedy = f"replace the tab with a space: {write_line(new).removeprefix('write ')}"
        return SyntaxMistake(row, column, message, remedy, self.with_line(row, new))

    def special_space(self) -> SyntaxMistake | None:
        """A space in the indentation that is none to YAML, as web pages and word processors use."""
        for row in range(self.error.stop_row, max(-1, self.error.stop_row - 30), -1):
            line = self.line(row)
            if (found := _SPECIAL_SPACE.match(line)) is not None:
                message = "a no-break space or another special space is in the indentation"
                new = self.with_line(row, line.lstrip().rjust(len(line)))
                remedy = "replace it with an ordinary space"
                return SyntaxMistake(row, found.start(1), message, remedy, new)
        return None

    def block_text(self) -> SyntaxMistake | None:
        """A line of block text that is indented too little, or a first line that is too far."""
        row, line = self.error.row, self.line(self.error.row)
        if not self.says(f"simple key|{_SECOND_COLON}|{_STRUCTURE}") or KEY.match(line):
            return None
        header = self.block_header_above(row)
        if header < 0 or re.match(r" *(-( |\w+:)|[a-z_]+ *$|$)", line):
            return None
        key = KEY.match(self.line(header))
        outer = len(key["lead"]) if key else indent_of(self.line(header))
        first, below, indent = self.row_below(header), self.row_below(row), indent_of(line)
        wanted = indent_of(self.line(first))
        if first == self.row_above(row) and outer < indent == indent_of(self.line(below)):
            message = "this line is indented further than the text below it"
            remedy = f"indent it by {indent} spaces, like line {row + 1}"
            new = " " * indent + self.line(first).lstrip(" ")
            return SyntaxMistake(first, wanted, message, remedy, self.with_line(first, new))
        if first < row:
            message = "this line is indented less than the text it continues"
            remedy = f"indent it by {wanted} spaces, like line {first + 1}"
        else:
            wanted = outer + 2
            message = f"the text of `{key['key']}:` is not indented" if key else "unindented text"
            remedy = f"indent every line of the text by {wanted} spaces"
        lines = list(self.lines)
        for r in range(row, len(lines)):
            if r > row and (KEY.match(lines[r]) or HYPHEN.match(lines[r])):
                break
            if lines[r].strip() and indent_of(lines[r]) < wanted:
                lines[r] = " " * wanted + lines[r].lstrip(" ")
        return SyntaxMistake(row, indent, message, remedy, tuple(lines))

    def block_header_above(self, row: int) -> int:
        """The row of the key whose block text ends right above this row; or -1."""
        indents: list[int] = []
        for r in range(row - 1, -1, -1):
            line = self.line(r)
            if BLOCK_HEADER.search(line):
                key = KEY.match(line)
                outer = len(key["lead"]) if key else indent_of(line)
                is_text = not indents or min(indents) >= max(indents[-1], outer + 1)
                return r if is_text else -1
            if line.strip():
                indents.append(indent_of(line))
        return -1

    def open_quote(self) -> SyntaxMistake | None:
        """A quote that is not closed on its line, whether or not a later one closes it."""
        at_end = self.says("quoted scalar.*end of")
        if not at_end and not self.says(f"{_STRUCTURE}|',' or"):
            return None
        last = self.error.row if at_end else self.error.stop_row - 1
        message = "this quote is not closed"
        for row in range(last, max(-1, last - 30), -1):
            lead, value, rest = _parts(self.line(row))
            if not value.startswith(("'", '"')):
                continue
            if _QUOTED.match(value):
                break
            found = self.written(row, len(lead), message, f"{lead}{value}{value[0]}{rest}")
            if at_end and re.fullmatch(r"'\w[^']*", value):
                more = f"or `{lead.lstrip()}{quoted(value)}{rest}` if it is an apostrophe"
                return replace(found, help=f"{found.help}, {more}")
            return found
        if not at_end:
            return None
        row, column = self.error.row, self.error.column
        return SyntaxMistake(row, column, message, "close it where the text ends")

    def open_bracket(self) -> SyntaxMistake | None:
        """A list in brackets or a mapping in braces that is not closed on its line."""
        row, column = self.error.row, self.error.column
        if not self.says("flow (sequence|mapping|node)"):
            return None
        if not self.line(row).strip():
            # The file ends behind a comma or an opening bracket.
            row = next((r for r in range(row, -1, -1) if _open_brackets(self.line(r))), row)
            column = max(0, *(self.line(row).rfind(bracket) for bracket in "[{"))
        line = self.line(row)
        if _COLOR.search(line, column):
            new = line[:column] + _COLOR.sub(lambda color: f'"{color[0]}"', line[column:])
            return self.written(row, column, "a colour needs quotes: `#` starts a comment", new)
        opened = _open_brackets(line[column:])
        comment = _COMMENT.search(line)
        if comment and opened and opened[-1] in comment[0]:
            at = comment.end() - len(comment[0].lstrip())
            message = "a `#` starts a comment, which hides the rest of this line"
            return SyntaxMistake(row, at, message, "put the text with the `#` in quotes")
        whole = _COMMENT.sub("", line).rstrip()
        if opened and not whole.endswith(","):
            new = whole + opened + line[len(whole) :]
            return self.written(row, column, "this bracket is not closed", new)
        if opened or self.error.stop_row != row:
            message = "this bracket is not closed, or a comma is missing"
            remedy = "close it, and put commas between the entries"
            return SyntaxMistake(row, column, message, remedy)
        return None

    def colon_in_text(self) -> SyntaxMistake | None:
        """A colon in a text without quotes."""
        row, line = self.stop
        column, above = self.error.stop_column, self.row_above(row)
        head = KEY.match(self.line(above))
        lead, value, _ = _parts(line)
        if not self.says(_SECOND_COLON):
            return None
        if above >= 0 and self.row_above(above) < 0 and not head:
            # The parser notices only in the second line that the first has no colon.
            return self.without_colon(above)
        if value and column >= len(lead) and lead.strip():
            if value[0] in _CURLY_QUOTES:
                text = value[1:-1] if value[-1] in _CURLY_QUOTES else value
                return self.in_quotes(len(lead), "curly quotes do not count as quotes", text)
            return self.in_quotes(column, "text with a colon needs quotes", value)
        if re.match(r" *(- +)?[a-z_]+:\S", line):
            return self.without_colon(row)
        if head and not KEY.match(line):
            remedy = f"write `{head[0].strip()} |` and the whole text below it, indented"
            return SyntaxMistake(row, column, "text with a colon needs quotes or a `|`", remedy)
        return None

    def value(self) -> SyntaxMistake | None:
        """A value that goes on after its end, or starts with a special character."""
        row, line = self.stop
        column = self.error.stop_column
        lead, value, rest = _parts(line)
        if column < len(lead) or not (KEY.match(lead) or value.startswith(("[[", "'", '"'))):
            return None
        if _QUOTED_VALUES.fullmatch(value):
            new = f"{lead}[{value}]{rest}"
            return self.written(row, len(lead), "several values need brackets around them", new)
        if (ended := _QUOTED.match(value)) and column > len(lead):
            # Speech ends with a mark before its quote; otherwise the outer quotes are YAML's.
            is_speech = ended[0][-2] in ",.!?…-–—"
            text = value[1:-1] if value[-1] == value[0] and not is_speech else value
            if re.match(r"\w'\w", line[column - 2 :]):
                message = "this apostrophe ends the text, which started with one"
                return self.in_quotes(column - 1, message, text)
            message = f"the text ends at the second `{value[0]}`, and something follows it"
            return self.in_quotes(column, message, text)
        if value.startswith("- "):
            found = self.in_quotes(column, "a list can't start on the line of its key", value)
            remedy = f"write each entry on a line of its own; or, if it is text, {found.help}"
            return replace(found, help=remedy)
        start = next((start for start in _SPECIAL_STARTS if value.startswith(start)), None)
        if start is None:
            return None
        shown = "a backtick" if start == "`" else f"`{start}`"
        return self.in_quotes(column, f"text that starts with {shown} needs quotes", value)

    def missing_colon(self) -> SyntaxMistake | None:
        """A line without a colon where a key is expected."""
        row = self.error.row
        if not self.says("simple key.*':'"):
            return None
        above = self.row_above(row)
        words, head = _WORDS_AS_KEY.match(self.line(above)), self.row_above(above)
        key = KEY.fullmatch(self.line(head).rstrip())
        if words and key:
            message, column = "text with a colon needs a `|` after its key", words.end("words")
            remedy = f"write `{key[0].strip()} |` on the line above"
            new = self.with_line(head, f"{key[0]} |")
            return SyntaxMistake(above, column, message, remedy, new)
        return self.without_colon(row)

    def without_colon(self, row: int) -> SyntaxMistake | None:
        line = self.line(row)
        found = _UNMARKED_KEY.fullmatch(line)
        is_key = found is not None and not re.match(r" *(https?:|[A-Z]\S* )", line)
        if found and found["mark"] == " " and len(line.split()) > 3:
            is_key = found["key"].strip(" -") in PROSE_KEYS
        if found and is_key:
            message = "a space is missing after the colon" if found["mark"] == ":" else _NO_COLON
            new = f"{found['key']}: {found['value']}".rstrip()
            return self.written(row, indent_of(line), message, new)
        if ":" in line:
            return None
        remedy = "write `key: value`; if the line belongs to the text above, indent it further"
        return SyntaxMistake(row, indent_of(line), _NO_COLON, remedy)

    def hyphen(self) -> SyntaxMistake | None:
        """A hyphen that is missing or lacks its space."""
        row, line = self.stop
        indent, key = indent_of(line), KEY.match(line)
        # The first entry without a space is a key to the parser, which stops at the line below it.
        above = self.row_above(row)
        if _HYPHEN_KEY.match(self.line(above)) and indent > indent_of(self.line(above)):
            return _without_space(self.lines, above)
        if not self.says(_STRUCTURE):
            return None
        if re.match(r" *-[A-Za-z_\"'{\[]", line):
            return _without_space(self.lines, row)
        entry = entry_above(self.lines, row) if key else None
        if key and entry and entry.lstrip(" -").startswith(f"{key['key']}:"):
            message = "a hyphen is missing: each entry of this list starts with one"
            return self.written(row, indent, message, f"{' ' * indent}- {line.strip()}")
        return None

    def indentation(self, error_row: Callable[[str], int | None]) -> SyntaxMistake | None:
        """A key or a hyphen that is indented otherwise than those it belongs to."""
        row, line = self.stop
        is_at_start = self.says(_STRUCTURE) and self.error.stop_column <= indent_of(line)
        if not (is_at_start or self.says(_SECOND_COLON)):
            return None
        if not KEY.match(line) and not HYPHEN.match(line):
            return None
        found = find_wrong_indentation(self.lines, row, error_row)
        if found is None and HYPHEN.match(line):
            message = "this entry of a list is among keys"
            remedy = "remove the hyphen, or indent the entry under the key of its list"
            return SyntaxMistake(row, indent_of(line), message, remedy)
        return found

    def unknown_mistake(self) -> SyntaxMistake:
        error = self.error
        # Within brackets the parser stops at the mistake, or at the end of the file.
        row, column = error.row, error.column
        if "flow" in error.said:
            row, column = error.stop_row, error.stop_column
        message = f"this is not valid YAML: {error.said}"
        remedy = "check quotes, brackets and indentation here and on the line above"
        return SyntaxMistake(row, column, message, remedy)


def _parts(line: str) -> tuple[str, str, str]:
    """A line in three: up to its value, the value, and the comment after it."""
    found = _LEAD.match(line)
    lead = found[0] if found else ""
    value = line[len(lead) :]
    ended = _QUOTED.match(value)
    comment = _COMMENT.search(value, ended.end() if ended else 0)
    cut = comment.start() if comment else len(value.rstrip())
    return lead, value[:cut], value[cut:]


def _open_brackets(text: str) -> str:
    """The brackets that close those left open on a line, the innermost first."""
    needed = ""
    for character in _QUOTED.sub("", _COMMENT.sub("", text)):
        if character in "[{":
            needed = ("]" if character == "[" else "}") + needed
        elif character == needed[:1]:
            needed = needed[1:]
    return needed


def write_line(line: str) -> str:
    """The help to write a line with a text in quotes; in words if the line is long."""
    if len(line.strip()) > _MAX_WRITTEN:
        return "put quotes around the text, or write `|` and the text on the next line"
    return f"write `{line.strip()}`"


def quoted(text: str) -> str:
    """A text as a YAML value in quotes that it does not contain."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"
