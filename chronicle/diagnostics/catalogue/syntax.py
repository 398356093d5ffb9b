"""Errors of reading a file: access, encoding and YAML syntax."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity
from chronicle.files.source import Span
from chronicle.records import dataclass


def _kilobytes(size: int) -> str:
    return f"{size // 1024} kB"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableFile(Problem):
    """A file of the campaign can't be read.

    The operating system refuses to open it, usually because of its permissions, or it is a symbolic
    link. Links are not followed, so that a campaign or theme from somebody else can't publish other
    files of your computer. Change the permissions, or put the file itself in place of the link.

    ```unreadable turns/001.yaml
    ```
    """

    code: ClassVar[str] = "R001"
    detail: str

    def message(self) -> str:
        return f"can't read this file: {self.detail}"

    def help(self) -> str:
        if "symbolic link" in self.detail:
            return "put the file itself in place of the link"
        return "check its permissions, or move it out of the campaign folder"


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderInsteadOfFile(Problem):
    """There is a folder where chronicle expects a file.

    Paths such as `campaign.yaml` or `turns/001.yaml` must be files. Rename the folder.

    ```folder turns/001.yaml
    ```
    """

    code: ClassVar[str] = "R002"

    def message(self) -> str:
        return "expected a file, not a folder"

    def help(self) -> str:
        return "rename the folder and put the file in its place"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTooLarge(Problem):
    """A text file is too large.

    The limit catches exports and disk images with the wrong name. A long turn takes about 40 kB.

    ```size turns/001.yaml
    2000000
    ```
    """

    code: ClassVar[str] = "R003"
    limit: int

    def message(self) -> str:
        return f"this file is larger than {_kilobytes(self.limit)}"

    def help(self) -> str:
        return "split it, or remove what does not belong in it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotText(Problem):
    r"""A file is not UTF-8 text.

    Chronicle reads UTF-8, with or without a byte order mark. Text saved as "Unicode" or UTF-16 by
    an older editor, text in an older national encoding and a picture with a YAML file name are not
    UTF-8. Save the file again as UTF-8.

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
        return "the first byte that is not UTF-8"

    def help(self) -> str:
        return "save the file again as UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlCharacter(Problem):
    r"""A file contains a control character, such as a null byte.

    Invisible control characters come from binary files or from text copied out of a terminal.
    Delete the character.

    ```bytes turns/001.yaml
    turn: 1\ntitle: bell\x07\n
    ```
    """

    code: ClassVar[str] = "R005"
    character: str

    def message(self) -> str:
        return f"control character U+{ord(self.character):04X} is not allowed"

    def help(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.character not in line:
            return "a backslash in double quotes starts an escape; double it, or use single quotes"
        return "delete it; your editor may show it as a box or not at all"


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyFile(Problem):
    """A file is empty, or contains only comments.

    Every file of a campaign needs at least one key: a turn its number, a faction its name.

    ```yaml turns/001.yaml
    # to be written
    ```
    ```right
    # to be written => turn: 1
    ```
    """

    code: ClassVar[str] = "R006"

    def message(self) -> str:
        return "this file is empty"

    def help(self) -> str:
        return "add its content, or delete the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidYaml(Problem):
    """A file is not valid YAML.

    Common causes are a tab instead of spaces, a colon in text without quotes, a quote or bracket
    that is not closed, and a line indented by one space too many or too few.

    Text needs quotes if it contains `: ` or ` #`, or starts with `[`, `*`, `@` or `'`. Use straight
    quotes: YAML reads curly ones as part of the text. Inside single quotes, write an apostrophe
    twice: `'Don''t go.'`

    ```yaml turns/001.yaml
    turn: 1
    title: News: all is well
    ```
    ```right
    News: all is well => "News: all is well"
    ```
    """

    code: ClassVar[str] = "R007"
    #: What is wrong and what to write, from the lines of the file.
    cause: str
    remedy: str

    def message(self) -> str:
        return self.cause

    def help(self) -> str:
        return self.remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleDocuments(Problem):
    """A file contains more than one YAML document.

    A line of three hyphens starts a new document, and chronicle reads one document per file. Move
    the second one to a separate file.

    ```yaml turns/001.yaml
    turn: 1
    title: One
    ---
    turn: 2
    ```
    ```right turns/001.yaml
    turn: 1
    title: One
    ```
    """

    code: ClassVar[str] = "R008"

    def message(self) -> str:
        return "a second YAML document starts here"

    def help(self) -> str:
        return "remove the `---`, or move the second document to a separate file"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateKey(Problem):
    """A mapping contains the same key twice.

    Many YAML readers silently keep the last value, so an order would be lost. Here it is an error.

    ```yaml turns/001.yaml
    turn: 1
    title: The first
    title: The second
    ```
    ```right
    title: The second =>
    ```
    """

    code: ClassVar[str] = "R009"
    key: str
    first: Span

    def message(self) -> str:
        return f"duplicate key `{self.key}`"

    def label(self) -> str:
        return f"first on line {self.first.line}"

    def help(self) -> str:
        return "keep one of the two"


@dataclass(frozen=True, slots=True, kw_only=True)
class NonScalarKey(Problem):
    """A key is a list or a mapping instead of text.

    ```yaml turns/001.yaml
    turn: 1
    ? [a, b]
    : c
    ```
    ```right turns/001.yaml
    turn: 1
    ```
    """

    code: ClassVar[str] = "R010"

    def message(self) -> str:
        return "a key must be text"

    def help(self) -> str:
        return "write a word before the colon, and the list or mapping after it"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownAlias(Problem):
    """An alias (`*name`) refers to an anchor (`&name`) that is not defined.

    The anchor must come earlier in the same file, and must not contain its own alias. Text that
    only starts with an asterisk needs quotes.

    ```yaml turns/001.yaml
    turn: 1
    title: *bells
    ```
    ```right
    *bells => "*bells"
    ```
    """

    code: ClassVar[str] = "R011"
    name: str

    def message(self) -> str:
        return f"`*{self.name}` is an alias in YAML, and there is no anchor `&{self.name}` above it"

    def help(self) -> str:
        return "text that starts with `*` needs quotes"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsupportedTag(Problem):
    """A value has a YAML tag (`!name`).

    Chronicle does not support tags. Remove the tag, or put text that starts with an exclamation
    mark in quotes.

    ```yaml turns/001.yaml
    turn: 1
    title: !important Bells
    ```
    ```right
    !important Bells => "!important Bells"
    ```
    """

    code: ClassVar[str] = "R012"
    tag: str

    def message(self) -> str:
        return f"YAML tags such as `{self.tag}` are not supported"

    def help(self) -> str:
        return "remove the tag; text that starts with `!` needs quotes"


@dataclass(frozen=True, slots=True, kw_only=True)
class NestingTooDeep(Problem):
    """Lists or mappings are nested too deeply.

    ```yaml turns/001.yaml
    turn: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    ```
    ```right turns/001.yaml
    turn: 1
    ```
    """

    code: ClassVar[str] = "R013"
    limit: int

    def message(self) -> str:
        return f"this is nested more than {self.limit} levels deep"

    def help(self) -> str:
        return "count the brackets here, and check the indentation"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyNodes(Problem):
    """The aliases of a file expand to too many values.

    Anchors and aliases that contain each other can turn a few lines into millions of values. Write
    the lists out, or remove the aliases.

    ```yaml turns/001.yaml
    a: &a [x, x, x, x, x, x, x, x, x, x]
    b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
    c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
    d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
    e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
    f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
    ```
    ```right turns/001.yaml
    turn: 1
    ```
    """

    code: ClassVar[str] = "R014"
    limit: int

    def message(self) -> str:
        return f"with its aliases expanded, this has more than {self.limit} values"

    def help(self) -> str:
        return "remove the aliases (`*name`) and write out the values you need"


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCutByComment(Problem):
    """A ` #` cuts a text that seems to go on after it.

    In YAML, a `#` after a space starts a comment, and readers do not see what follows. Put the text
    in quotes. If it is a comment, put two spaces before the `#` and one after it.

    ```yaml turns/001.yaml
    turn: 1
    title: Boat #3
    ```
    ```right
    Boat #3 => "Boat #3"
    ```
    """

    code: ClassVar[str] = "R015"
    severity: ClassVar[Severity] = "warning"
    remedy: str

    def message(self) -> str:
        return "a `#` after a space starts a comment: readers do not see the rest of this line"

    def help(self) -> str:
        return f"{self.remedy}; or put two spaces before a comment"
