"""Errors of keys and values: missing or unknown keys, wrong types, numbers and words."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import combining, normalize

from chronicle.diagnostics.report import Misspelling, Problem, did_you_mean, fold_name, quoted_list

#: What YAML may take unquoted text for.
_IN_QUOTES: Final = ("a number", "a decimal number", "`true` or `false`")
#: How many lines that name a missing file are shown.
_MOST_PLACES: Final = 3


class MissingKey(Problem):
    code = "C001"
    message = "missing key `{key}`"

    key: str
    #: A key that may be a misspelling of this one.
    instead: str = ""

    def help_text(self) -> str:
        if self.instead:
            return f"did you mean `{self.key}:` instead of `{self.instead}:`? If not, add it"
        if self.key == "for":
            return "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions"
        return f"add `{self.key}:`"


class UnknownKey(Problem):
    code = "C002"
    message = "unknown key `{key}`"

    key: str
    known: tuple[str, ...]

    def help_text(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.at and " " in self.key and "{" in line[: self.at.column]:
            return "a comma ends a value in braces: put text with a comma in quotes"
        otherwise = f"valid keys: {quoted_list(self.known)}"
        return did_you_mean(self.key, self.known, otherwise=otherwise)


class UnindentedKey(UnknownKey):
    """A key below an empty one, indented like it, that seems to be meant as a part of it."""

    message = "`{key}` is indented like `{above}` above, so it is not part of it"
    help = "indent this line and all that belongs to it by 2 spaces more"

    above: str

    def help_text(self) -> str:
        return self.help


class WrongType(Problem):
    code = "C003"
    message = "expected {wanted}, not {got}"

    wanted: str
    got: str
    #: The keys that a mapping must have here, or each mapping of a list.
    keys: tuple[str, ...] = ()

    def help_text(self) -> str:
        at, wanted, got = self.at, self.wanted, self.got
        line = at.source.line(at.line) if at else ""
        written = line[at.column - 1 : at.end_column - 1] if at and at.line == at.end_line else ""
        if self.keys and written and got not in ("a list", "a mapping", "an empty value"):
            start = "" if wanted == "a mapping" else "- "
            return f"write its keys, too: `{start}{self._with_keys(written)}`"
        if wanted == "text" and got in _IN_QUOTES:
            return f'put it in quotes to make it text: "{written}"'
        if got == "a list" and re.search(r"(: +|- +)\[\[", line):
            return f"text that starts with a link needs quotes around it: '{written}'"
        if got == "an empty value":
            if colors := re.findall(r"[:, -] *(#[0-9a-fA-F]{3,8})\b", line):
                quoted = ", ".join(f'"{color}"' for color in colors)
                value = f"[{quoted}]" if wanted == "a list" else quoted
                return f"`#` starts a comment; write the colour in quotes: {value}"
            return "write a value after the colon, or remove the key"
        if got == "text" and "number" in wanted:
            return "write digits, without quotes: `3`"
        if wanted == "a list" and got in ("a mapping", "text"):
            return self._as_entry(written or (line[at.column - 1 :].strip() if at else ""))
        if wanted == "a mapping" and got == "a list":
            return "write the key that these entries belong to above them, and indent them below it"
        if wanted == "`true` or `false`":
            return "write `true` or `false`, without quotes"
        if wanted == "text" and got == "a list":
            return (
                "write one text, without hyphens or brackets; after `|` it can have several lines"
            )
        return ""

    def _as_entry(self, written: str) -> str:
        """What to write instead of a single entry where a list belongs."""
        if self.got == "a mapping" and written.endswith("}"):
            there = set(re.findall(r"[\w-]+(?=:)", written))
            more = [f", {key}: …" for key in self.keys if key not in there]
            written = f"{written[:-1]}{''.join(more)}}}"
        if self.got == "a mapping":
            return f"start each entry with a hyphen and a space: `- {written}`"
        if re.fullmatch(r"[\w\"#-]+(, *[\w\"#-]+)*", written):
            return f"put it in brackets: `[{written}]`"
        return f"write each entry on a line of its own, after a hyphen and a space: `- {written}`"

    def _with_keys(self, written: str) -> str:
        """A mapping with all keys that must be there, and the value under one of them."""
        own = next((key for key in self.keys if key != "for"), "")
        if re.search(r"[,:{}\[\]#]", written) and '"' not in written:
            written = f'"{written}"'
        values = (f"{key}: {written if key == own else '…'}" for key in self.keys)
        return f"{{{', '.join(values)}}}"


class OutOfRange(Problem):
    code = "C004"
    message = "this must be {bound}"

    bound: str

    def help_text(self) -> str:
        is_empty = self.bound.startswith("a list of 1 or more")
        return "name at least one, or remove the key" if is_empty else ""


class UnknownWord(Misspelling):
    code = "C005"
    message = "invalid value `{name}`"


class BadFormat(Problem):
    code = "C006"

    word: str
    form: str
    #: The path of the file whose name this is; empty for values in files.
    path: str = ""

    def message_text(self) -> str:
        if not self.word.strip():
            return "this must not be empty"
        return f"`{self.word}` is not {self.form}"

    def help_text(self) -> str:
        near = id_of_words(self.word)
        if self.form.startswith("an id") and near:
            if self.path:
                folder, _, name = self.path.rpartition("/")
                return f"rename the file to `{folder}/{near}.{name.rpartition('.')[2]}`"
            return f"`{near}` would be valid"
        if self.form.startswith("a colour"):
            color = f"#{self.word.strip('#')}"
            meant = color if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else "#7a1f2b"
            return f'write it like "{meant}", in quotes'
        return f"write {self.form}"


class RewrittenDate(BadFormat):
    message = "another program has rewritten this date"

    def message_text(self) -> str:
        return self.message

    def help_text(self) -> str:
        date = self.word.partition("T")[0]
        return f'write `{date}`; in quotes, "{date}", it stays as it is'


def id_of_words(words: str) -> str:
    """The id that a name would have: its words without an article, capital letters and accents."""
    plain = "".join(it for it in normalize("NFKD", fold_name(words)) if not combining(it))
    return "-".join(re.findall(r"[a-z0-9]+", plain))


class InvalidValue(Problem):
    code = "C007"
    message = "invalid value: {said}"

    said: str


class NotAMapping(Problem):
    code = "C008"
    message = "this file must consist of lines like `key: value`"
    help = "start with a key and a colon, not with a hyphen: `turn: 1`"


class MissingFile(Problem):
    code = "C009"
    message = "the campaign has no {path}"

    path: str

    def help_text(self) -> str:
        what = f"a {self.path}" if self.path.startswith("file ") else self.path
        return f"create {what}, or give the path of the folder that contains it"


class MissingFactionFile(MissingFile):
    """A faction that is named in other files, but has none."""

    #: The lines that name it, as in `turns/001.yaml, line 9`.
    places: tuple[str, ...]
    #: The file as in messages, if its players have been told of published turns.
    published: str = ""

    def message_text(self) -> str:
        name = self.path.rpartition("/")[2].removesuffix(".yaml")
        return f"{super().message_text()}, and {len(self.places)} lines name `{name}`"

    def help_text(self) -> str:
        shown = "; ".join(self.places[:_MOST_PLACES])
        more = f"; and {rest} more" if (rest := len(self.places) - _MOST_PLACES) > 0 else ""
        if self.published:
            return (
                f"it has read published turns: restore its file (`git restore {self.published}`, or"
                " a backup); an id never changes, a new name is written with `renames:` in a turn"
            )
        return f"add the file, or name another faction there: {shown}{more}"


class StrayFile(Problem):
    code = "C010"
    severity = "warning"
    help = "{expected}"

    expected: str
    folder: bool = False

    def message_text(self) -> str:
        return "this folder is ignored" if self.folder else "this file is ignored"


class WrongTurnNumber(Problem):
    code = "C011"

    number: int
    named: int
    expected: int

    def message_text(self) -> str:
        if self.number != self.named:
            return f"the file is named for turn {self.named} but says `turn: {self.number}`"
        if self.number > self.expected:
            return f"turn {self.expected} is missing before this one"
        return f"turn {self.number} already has a file"

    def help_text(self) -> str:
        if self.number == self.named and self.number > self.expected:
            missing = f"`turns/{self.expected:03}.yaml`"
            return f"add {missing}, or rename this file to it and write `turn: {self.expected}`"
        if self.number == self.named:
            return "move one of the two files out of the folder"
        if self.number < self.expected:
            return f"write `turn: {self.named}`, or delete this file if it is only a copy"
        return f"write `turn: {self.named}`, or rename the file to `turns/{self.number:03}.yaml`"


class MissingFrontMatter(Problem):
    code = "C012"
    message = "missing front matter with `{key}:` and `for:`"
    help = "start the file with the lines `---`, `{key}: …`, `for: everyone`, `---`"

    key: str = "title"


class DuplicatePagePath(Problem):
    code = "C013"
    message = "the page of {other} would be `{path}`, which is already taken"
    help = "choose another id"

    path: str
    other: str


class MultiSiteForCampaign(Problem):
    code = "C014"

    names: tuple[str, ...]

    def message_text(self) -> str:
        names = ", ".join(self.names)
        return f"this folder is a multi-campaign site, and one campaign is needed: {names}"

    def help_text(self) -> str:
        return f"name one of them, such as `{self.names[0]}`"


class LinkInMultiSite(Problem):
    code = "C015"
    message = "the link [[{target}]] does not work in `shelf.yaml`, only in a campaign"
    help = "write the words without brackets"

    target: str


class ReservedCampaignName(Problem):
    code = "C016"
    message = "the folder name `{name}` is reserved"
    help = "rename the campaign folder; the multi-campaign site needs this name"

    name: str


class PlaceholderLeft(Problem):
    code = "C017"
    help = "replace it with {wanted}; or delete the entry"

    key: str
    wanted: str

    def message_text(self) -> str:
        under = f"`{self.key}` still contains" if self.key else "this is still"
        return f"{under} the placeholder FILL-IN"


class OtherRuleset(Problem):
    code = "C019"
    message = "the ruleset is `{named}`, but the files are written for `{other}`"
    help = (
        "write `ruleset: {other}`; to play by other rules, begin a campaign:"
        " `chronicle new NAME --ruleset {named}`"
    )

    named: str
    other: str


class AmbiguousNumber(Problem):
    code = "C020"
    severity = "warning"
    message = "`{written}` is {number} here, but {otherwise} to programs that read YAML 1.1"
    help = "write `{number}`"

    written: str
    number: int
    otherwise: str


class SortedFile(Problem):
    code = "C021"
    severity = "warning"
    message = "a program seems to have sorted this file, and with it the order of play"
    help = (
        "factions act in the order of the file, now {factions}: put them in the right order, or"
        " `turn: {turn}` into the first line if this is it"
    )

    turn: int
    factions: tuple[str, ...]


class MisnamedFile(Problem):
    code = "C018"
    help = "{remedy}"

    remedy: str
    folder: bool = False
    #: The kind of document of another program that it is; empty for other files.
    document: str = ""

    def message_text(self) -> str:
        if self.document:
            return f"this is {self.document}, and only plain text can be read"
        return f"a {'folder' if self.folder else 'file'} with this name is not read"
