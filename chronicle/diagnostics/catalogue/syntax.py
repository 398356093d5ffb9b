"""Errors of reading a file: access, encoding and YAML syntax."""

from __future__ import annotations

import re

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span


def _turn_below(at: Span) -> str:
    """The file of the turn whose number is at a place, or below it; empty if there is none."""
    below = "\n".join(at.source.text.split("\n")[at.line - 1 :])
    found = re.search(r"^turn: *(\d{1,6})\b", below, re.MULTILINE)
    return f"turns/{int(found[1]):03}.yaml" if found else ""


class UnreadableFile(Problem):
    code = "R001"
    message = "can't read this file: {detail}"

    detail: str

    def help_text(self) -> str:
        if "symbolic link" in self.detail:
            return "put the file itself in place of the link"
        if self.detail.startswith("No such file"):
            return "check the path"
        return "check its permissions, or move it out of the campaign folder"


class FolderInsteadOfFile(Problem):
    code = "R002"
    message = "expected a file, not a folder"
    help = "rename the folder and put the file in its place"


class FileTooLarge(Problem):
    code = "R003"
    help = "split it, or remove what does not belong in it"

    limit: int

    def message_text(self) -> str:
        return f"this file is larger than {self.limit // 1024} kB"


class NotText(Problem):
    code = "R004"
    label = "the first byte that is not UTF-8"
    help = "save the file again as UTF-8"

    guess: str

    def message_text(self) -> str:
        seems = f"; it looks like {self.guess}" if self.guess else ""
        return f"this file is not UTF-8 text{seems}"


class OfficeDocument(NotText):
    label = ""
    help = "write its text into a file made with a text editor, such as Notepad or VS Code"

    def message_text(self) -> str:
        return f"this is {self.guess}, and only plain text can be read"


class ControlCharacter(Problem):
    code = "R005"

    character: str

    def message_text(self) -> str:
        return f"control character U+{ord(self.character):04X} is not allowed"

    def help_text(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.character not in line:
            return "a backslash in double quotes starts an escape; double it, or use single quotes"
        return "delete it; your editor may show it as a box or not at all"


class EmptyFile(Problem):
    code = "R006"
    message = "this file is empty"
    help = "add its content, or delete the file"


class InvalidYaml(Problem):
    code = "R007"
    message = "{cause}"
    help = "{remedy}"

    #: What is wrong and what to write, from the lines of the file.
    cause: str
    remedy: str


class MultipleDocuments(Problem):
    code = "R008"
    message = "a second YAML document starts here"

    def help_text(self) -> str:
        if self.at and (turn := _turn_below(self.at)):
            return f"one file holds one turn: move all below the `---` to `{turn}`"
        return "remove the `---`, or move the second document to a separate file"


class DuplicateKey(Problem):
    code = "R009"
    message = "duplicate key `{key}`"
    label = "first on line {first.line}"
    help = "keep one of the two"

    key: str
    first: Span


class RepeatedBelowEmpty(DuplicateKey):
    #: The key above it.
    above: str

    def help_text(self) -> str:
        return (
            f"if it belongs to `{self.above}:` above it, which is empty, indent it and all that"
            " belongs to it; else keep one of the two"
        )


class SecondBeginning(DuplicateKey):
    def message_text(self) -> str:
        what = "turn" if self.key == "turn" else "file"
        return f"a second {what} seems to start here: duplicate key `{self.key}`"

    def help_text(self) -> str:
        turn = _turn_below(self.at) if self.at and self.key == "turn" else ""
        return f"move this line and all below it to {f'`{turn}`' if turn else 'a separate file'}"


class NonScalarKey(Problem):
    code = "R010"
    message = "a key must be text"
    help = "write a word before the colon, and the list or mapping after it"


class UnknownAlias(Problem):
    code = "R011"
    message = "`*{name}` is an alias in YAML, and there is no anchor `&{name}` above it"
    help = "text that starts with `*` needs quotes"

    name: str


class UnsupportedTag(Problem):
    code = "R012"
    message = "YAML tags such as `{tag}` are not supported"
    help = "remove the tag; text that starts with `!` needs quotes"

    tag: str


class NestingTooDeep(Problem):
    code = "R013"
    message = "this is nested more than {limit} levels deep"
    help = "count the brackets here, and check the indentation"

    limit: int


class TooManyNodes(Problem):
    code = "R014"
    message = "with its aliases expanded, this has more than {limit} values"
    help = "remove the aliases (`*name`) and write out the values you need"

    limit: int


class TextCutByComment(Problem):
    code = "R015"
    severity = "warning"
    message = "a `#` after a space starts a comment: readers do not see the rest of this line"
    help = "{remedy}; or put two spaces before a comment"

    remedy: str
