"""What can be wrong with a file before it means anything: bytes, encoding, YAML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span

#: What the parser says, what we say, and what to do about it (empty: that depends on the line).
_YAML_ERRORS: Final = (
    (r"character '\\t'", "a tab stands here", "the line has a tab; YAML wants spaces"),
    (r"quoted scalar.*end of", "this quote is never closed", "close it where the text ends"),
    (r"escape character", "no code begins like this", "in single quotes a backslash is itself"),
    (
        r"flow (sequence|mapping).*expected ','",
        "this bracket is not closed, or lacks a comma",
        "close it with its own kind, and put commas between the entries",
    ),
    (r"mapping values are not", "a colon can't stand here", ""),
    (r"simple key.*expected ':'", "a colon is missing in this line", "write `key: value`"),
    (r"expected <block end>, but found '<scalar>'", "this goes on after its value has ended", ""),
    (r"expected <block end>, but found '-'", "a list begins here inside a mapping", ""),
    (r"expected <block end>", "this line is not indented like those it belongs to", ""),
    (r"cannot start any token", "no value starts with this character", ""),
    (r"sequence entries are not", "a list can't begin on the line of its key", ""),
    (
        r"block scalar.*comment or a line break",
        "the text stands on the line of its mark",
        "begin it on the next line, further in, or put it in quotes without the mark",
    ),
)


def _explain_parser_message(said: str) -> tuple[str, str]:
    """A sentence and a remedy for what the parser says; empty for what is rare."""
    for pattern, sentence, remedy in _YAML_ERRORS:
        if re.search(pattern, said):
            return sentence, remedy
    return "", ""


def _kilobytes(size: int) -> str:
    return f"{size // 1024} kB"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableFile(Problem):
    """A file of the campaign can't be read.

    The system refuses to hand it over, most often for want of permission or because it is a link
    that leads nowhere. Give yourself the right to read it, or take it out of the folder.

    ```unreadable turns/001.yaml
    ```
    """

    code: ClassVar[str] = "R001"
    detail: str

    def message(self) -> str:
        return f"this file can't be read: {self.detail}"

    def help(self) -> str:
        return "check its permissions, or move it out of the campaign"


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderInsteadOfFile(Problem):
    """A folder stands where chronicle expects a file.

    A path such as `campaign.yaml` or `turns/001.yaml` has to be a file. Rename the folder.

    ```folder turns/001.yaml
    ```
    """

    code: ClassVar[str] = "R002"

    def message(self) -> str:
        return "this is a folder, and a file is expected here"

    def help(self) -> str:
        return "rename the folder, and put the file in its place"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTooLarge(Problem):
    """A file is larger than any turn file has reason to be.

    The limit guards against a stray export or a disk image with the wrong name; a busy turn
    takes about forty kilobytes.

    ```size turns/001.yaml
    2000000
    ```
    """

    code: ClassVar[str] = "R003"
    limit: int

    def message(self) -> str:
        return f"this file is larger than {_kilobytes(self.limit)}"

    def help(self) -> str:
        return "split it, or take out what does not belong in it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotText(Problem):
    r"""A file is not UTF-8 text.

    Chronicle reads UTF-8 with or without a byte order mark. A file saved as "Unicode" or UTF-16
    by an older editor, in a national code page, or a picture under a YAML name ends up here.
    Save it again as UTF-8.

    ```bytes turns/001.yaml
    turn: 1\ntitle: caf\xe9\n
    ```
    """

    code: ClassVar[str] = "R004"
    guess: str

    def message(self) -> str:
        seems = f"; it looks like {self.guess}" if self.guess else ""
        return f"this file is not UTF-8 text{seems}"

    def label(self) -> str:
        return "the first byte that does not fit"

    def help(self) -> str:
        return "save the file again as UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlCharacter(Problem):
    r"""A file holds a character that no text has, such as a null byte.

    Invisible control characters come from binary files or from copying out of a terminal. Delete
    the character.

    ```bytes turns/001.yaml
    turn: 1\ntitle: bell\x07\n
    ```
    """

    code: ClassVar[str] = "R005"
    character: str

    def message(self) -> str:
        return f"the control character U+{ord(self.character):04X} has no place in a text"

    def help(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.character not in line:
            return "a backslash in double quotes begins a code; write two, or use single quotes"
        return "delete it; your editor may show it as a box or not at all"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyFile(Problem):
    """A file has nothing in it but blanks and comments.

    Every file of a campaign says at least one thing: a turn its number, a faction its name.

    ```yaml turns/001.yaml
    # to be written
    ```
    """

    code: ClassVar[str] = "R006"

    def message(self) -> str:
        return "this file is empty"

    def help(self) -> str:
        return "write it, or delete it"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidYaml(Problem):
    """A file is not well-formed YAML.

    The usual causes are a tab instead of spaces, a colon inside a text without quotes, a quote or
    bracket that is never closed, or a line that is indented by one space too many or too few.

    ```yaml turns/001.yaml
    turn: 1
    title: News: all is well
    ```
    """

    code: ClassVar[str] = "R007"
    said: str

    def message(self) -> str:
        sentence, _ = _explain_parser_message(self.said)
        return sentence or f"this is not well-formed YAML: {self.said}"

    def help(self) -> str:
        _, remedy = _explain_parser_message(self.said)
        line = self.at.source.line(self.at.line) if self.at else ""
        starts = re.search(r"(?:: +|- +)(\[\[|[*@`%>|&!])", line)
        if remedy:
            return remedy
        if starts:
            return f"a text that starts with {starts[1]} needs quotes around it"
        if line.count(": ") > 1:
            return "a text with a colon in it needs quotes around it"
        return "look at the quotes, brackets and indentation here and on the line above"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleDocuments(Problem):
    """A file holds more than one YAML document.

    A line of three hyphens starts another document, and chronicle reads one per file. Put the
    second into a file of its own.

    ```yaml turns/001.yaml
    turn: 1
    title: One
    ---
    turn: 2
    ```
    """

    code: ClassVar[str] = "R008"

    def message(self) -> str:
        return "a second document starts here"

    def help(self) -> str:
        return "one file holds one document: take out the `---`, or make it a file of its own"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateKey(Problem):
    """A mapping names the same key twice.

    Many readers of YAML quietly keep the last one, and an order is lost. Here it is an error.

    ```yaml turns/001.yaml
    turn: 1
    title: The first
    title: The second
    ```
    """

    code: ClassVar[str] = "R009"
    key: str
    first: Span

    def message(self) -> str:
        return f"the key `{self.key}` stands here a second time"

    def label(self) -> str:
        return f"first on line {self.first.line}"

    def help(self) -> str:
        return "keep one of the two"


@dataclass(frozen=True, slots=True, kw_only=True)
class NonScalarKey(Problem):
    """A key is a list or a mapping instead of a word.

    ```yaml turns/001.yaml
    turn: 1
    ? [a, b]
    : c
    ```
    """

    code: ClassVar[str] = "R010"

    def message(self) -> str:
        return "a key has to be a word"

    def help(self) -> str:
        return "put the list or mapping after the colon, and a word before it"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownAlias(Problem):
    """An alias (`*name`) refers to an anchor (`&name`) that is not there yet.

    The anchor has to stand earlier in the same file, and may not contain its own alias. A text
    that only begins with an asterisk needs quotes.

    ```yaml turns/001.yaml
    turn: 1
    title: *bells
    ```
    """

    code: ClassVar[str] = "R011"
    name: str

    def message(self) -> str:
        return f"there is no anchor `&{self.name}` above this"

    def help(self) -> str:
        return "a text that starts with `*` needs quotes"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsupportedTag(Problem):
    """A value carries a YAML tag (`!name`).

    Tags tell a reader to build something special out of a value; chronicle has no use for them
    and takes none. A text that starts with an exclamation mark needs quotes.

    ```yaml turns/001.yaml
    turn: 1
    title: !important Bells
    ```
    """

    code: ClassVar[str] = "R012"
    tag: str

    def message(self) -> str:
        return f"the tag `{self.tag}` has no meaning here"

    def help(self) -> str:
        return "take the tag out; a text that starts with `!` needs quotes"


@dataclass(frozen=True, slots=True, kw_only=True)
class NestingTooDeep(Problem):
    """Lists or mappings are nested deeper than any campaign needs.

    ```yaml turns/001.yaml
    turn: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    ```
    """

    code: ClassVar[str] = "R013"
    limit: int

    def message(self) -> str:
        return f"this is nested more than {self.limit} deep"

    def help(self) -> str:
        return "count the brackets here, or look for lines that are indented further and further"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyNodes(Problem):
    """Aliases multiply a file into more values than a campaign has.

    Anchors and aliases that contain each other can turn a few lines into millions of values.
    Write such lists out, or drop them.

    ```yaml turns/001.yaml
    a: &a [x, x, x, x, x, x, x, x, x, x]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
    c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
    d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
    e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
    f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
    ```
    """

    code: ClassVar[str] = "R014"
    limit: int

    def message(self) -> str:
        return f"with its aliases written out this has more than {self.limit} values"

    def help(self) -> str:
        return "write out what you need of it, and take out the aliases (`*name`)"
