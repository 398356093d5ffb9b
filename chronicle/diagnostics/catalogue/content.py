"""Errors of keys and values: missing or unknown keys, wrong types, numbers and words."""

from __future__ import annotations

import re
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.records import dataclass

#: What YAML may take unquoted text for.
_IN_QUOTES = ("a number", "a decimal number", "`true` or `false`")


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingKey(Problem):
    """A required key is missing.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - text: Nobody has said who may read this.
    ```
    ```right
    text: Nobody has said who may read this. => {for: everyone, text: Everyone may.}
    ```
    """

    code: ClassVar[str] = "C001"
    key: str
    #: A key that may be a misspelling of this one.
    instead: str = ""

    def message(self) -> str:
        return f"missing key `{self.key}`"

    def help(self) -> str:
        if self.instead:
            return f"did you mean `{self.key}:` instead of `{self.instead}:`? If not, add it"
        if self.key == "for":
            return "add `for:` and the readers: `everyone`, `factions`, `gm`, or ids of factions"
        return f"add `{self.key}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownKey(Problem):
    """A mapping contains an unknown key.

    Usually the key is misspelt or indented too far.

    ```yaml turns/001.yaml
    turn: 1
    titel: The Salt Riots
    ```
    ```right
    titel => title
    ```
    """

    code: ClassVar[str] = "C002"
    key: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"unknown key `{self.key}`"

    def help(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.at and " " in self.key and "{" in line[: self.at.column]:
            return "a comma ends a value in braces: put text with a comma in quotes"
        choices = ", ".join(f"`{key}`" for key in self.known)
        return did_you_mean(self.key, self.known, otherwise=f"valid keys: {choices}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongType(Problem):
    """A value has the wrong type, such as text instead of a number.

    A title of digits only, such as `1984`, is a number in YAML. In quotes it is text.

    ```yaml turns/001.yaml
    turn: one
    ```
    ```right
    one => 1
    ```
    """

    code: ClassVar[str] = "C003"
    wanted: str
    got: str

    def message(self) -> str:
        return f"expected {self.wanted}, not {self.got}"

    def help(self) -> str:
        at, wanted, got = self.at, self.wanted, self.got
        line = at.source.line(at.line) if at else ""
        written = line[at.column - 1 : at.end_column - 1] if at and at.line == at.end_line else ""
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
        if wanted == "a list" and got == "a mapping":
            first = written or (line[at.column - 1 :].strip() if at else "")
            return f"start each entry with a hyphen and a space: `- {first}`"
        if wanted == "`true` or `false`":
            return "write `true` or `false`, without quotes"
        if wanted == "a list" and re.fullmatch(r"[\w\"#-]+(, *[\w\"#-]+)*", written):
            return f"put it in brackets: `[{written}]`"
        if wanted == "a list" and got == "text":
            return (
                f"write each entry on a line of its own, after a hyphen and a space: `- {written}`"
            )
        if wanted == "text" and got == "a list":
            return (
                "write one text, without hyphens or brackets; after `|` it can have several lines"
            )
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(Problem):
    """A number, list or text is too small or too large.

    ```yaml turns/001.yaml
    turn: 0
    ```
    ```right
    0 => 1
    ```
    """

    code: ClassVar[str] = "C004"
    bound: str

    def message(self) -> str:
        return f"this must be {self.bound}"

    def help(self) -> str:
        is_empty = self.bound.startswith("a list of 1 or more")
        return "name at least one, or remove the key" if is_empty else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownWord(Problem):
    """A value is not one of the allowed words.

    ```yaml turns/001.yaml
    turn: 1
    rumors:
      - text: The bells rang by themselves.
        heard_by: everyone
        truth: distortd
    ```
    ```right
    distortd => distorted
    ```
    """

    code: ClassVar[str] = "C005"
    word: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"invalid value `{self.word}`"

    def help(self) -> str:
        return did_you_mean(self.word, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadFormat(Problem):
    """A value has the wrong format.

    Ids are lower-case words joined by single hyphens, as in `lantern-guild`. The file names of
    factions and pages are ids, and so are the names of campaign folders on a multi-campaign site.
    Colours are written like `#7a1f2b`, dates like `2026-11-14`.

    ```yaml turns/001.yaml
    turn: 1
    played: 14.11.2026
    ```
    ```right
    14.11.2026 => 2026-11-14
    ```
    """

    code: ClassVar[str] = "C006"
    word: str
    form: str
    #: The path of the file whose name this is; empty for values in files.
    path: str = ""

    def message(self) -> str:
        if not self.word.strip():
            return "this must not be empty"
        return f"`{self.word}` is not {self.form}"

    def help(self) -> str:
        near = "-".join(re.findall(r"[a-z0-9]+", self.word.casefold()))
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


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidValue(Problem):
    """A value is invalid for a reason that has no error code.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh], position: [.inf, 0]}
      marsh: {name: The Marsh}
    ```
    ```right
    [.inf, 0] => [100, 0]
    ```
    """

    code: ClassVar[str] = "C007"
    said: str

    def message(self) -> str:
        return f"invalid value: {self.said}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAMapping(Problem):
    """A file contains a list or a single value instead of keys and values.

    ```yaml turns/001.yaml
    - turn: 1
    ```
    ```right
    - turn => turn
    ```
    """

    code: ClassVar[str] = "C008"

    def message(self) -> str:
        return "this file must consist of lines like `key: value`"

    def help(self) -> str:
        return "start with a key and a colon, not with a hyphen: `turn: 1`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFile(Problem):
    """A required file of the campaign is missing.

    A campaign consists of `campaign.yaml`, `places.yaml` and at least one file in `factions/`.
    Turns are added as they are played.

    ```absent places.yaml
    ```
    """

    code: ClassVar[str] = "C009"
    path: str

    def message(self) -> str:
        return f"the campaign has no {self.path}"

    def help(self) -> str:
        what = f"a {self.path}" if self.path.startswith("file ") else self.path
        return f"create {what}, or give the path of the folder that contains it"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayFile(Problem):
    """A file or folder is in a place where chronicle reads nothing, and is ignored.

    Keep notes and backups elsewhere, or in a folder of your own. The folder of a multi-campaign
    site contains `shelf.yaml`, the campaign folders and `themes/`.

    ```yaml turns/notes.txt
    Who pays for the bells?
    ```
    ```right
    turns/notes.txt => notes/turns.txt
    ```
    """

    code: ClassVar[str] = "C010"
    severity: ClassVar = "warning"
    expected: str
    folder: bool = False

    def message(self) -> str:
        return "this folder is ignored" if self.folder else "this file is ignored"

    def help(self) -> str:
        return self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTurnNumber(Problem):
    """A turn's number does not match its file name, or an earlier turn is missing.

    Turns are numbered from 1 without gaps, and turn 7 is `turns/007.yaml`.

    ```yaml turns/001.yaml
    turn: 2
    ```
    ```right
    2 => 1
    ```
    """

    code: ClassVar[str] = "C011"
    number: int
    named: int
    expected: int

    def message(self) -> str:
        if self.number != self.named:
            return f"the file is named for turn {self.named} but says `turn: {self.number}`"
        if self.number > self.expected:
            return f"turn {self.expected} is missing before this one"
        return f"turn {self.number} already has a file"

    def help(self) -> str:
        if self.number == self.named and self.number > self.expected:
            missing = f"`turns/{self.expected:03}.yaml`"
            return f"add {missing}, or rename this file to it and write `turn: {self.expected}`"
        if self.number == self.named:
            return "move one of the two files out of the folder"
        if self.number < self.expected:
            return f"write `turn: {self.named}`, or delete this file if it is only a copy"
        return f"write `turn: {self.named}`, or rename the file to `turns/{self.number:03}.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFrontMatter(Problem):
    """A page, a person or an item has no front matter.

    A file in `pages/` starts with a line of three hyphens, then `title:` and `for:`, then three
    hyphens again, then the text. Files in `people/` and `items/` have `name:` instead of `title:`.

    ```yaml pages/rules.md
    The rules of this house.
    ```
    ```right pages/rules.md
    ---
    title: The Rules
    for: everyone
    ---
    The rules of this house.
    ```
    """

    code: ClassVar[str] = "C012"
    key: str = "title"

    def message(self) -> str:
        return f"missing front matter with `{self.key}:` and `for:`"

    def help(self) -> str:
        return f"start the file with the lines `---`, `{self.key}: …`, `for: everyone`, `---`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePagePath(Problem):
    """Two things of the campaign would have the same page on the site.

    Page names come from ids, and some are reserved: `index` is the page that lists all the others.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru, index]}
    ```
    ```yaml factions/index.yaml
    name: The Index
    for: everyone
    colors: ["#000000", "#ffffff"]
    sigil: key
    opening:
      actor: {name: The Reader}
    ```
    ```right
    factions/index.yaml => factions/indexers.yaml
    index] => indexers]
    ```
    """

    code: ClassVar[str] = "C013"
    path: str
    other: str

    def message(self) -> str:
        return f"the page of {self.other} would be `{self.path}`, which is already taken"

    def help(self) -> str:
        return "choose another id"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiSiteForCampaign(Problem):
    """A command needs one campaign and was given a folder of several.

    A folder without `campaign.yaml` that contains campaign folders is a multi-campaign site.
    `build` and `check` work on all of its campaigns. `resolve` prints one: give its folder, as in
    `chronicle resolve content/the-salt-crown --json`.

    ```absent campaign.yaml
    ```
    ```yaml the-salt-crown/campaign.yaml
    title: The Salt Crown
    ```
    ```yaml the-quiet-crowns/campaign.yaml
    title: The Quiet Crowns
    ```
    """

    code: ClassVar[str] = "C014"
    names: tuple[str, ...]

    def message(self) -> str:
        names = ", ".join(self.names)
        return f"this folder is a multi-campaign site, and one campaign is needed: {names}"

    def help(self) -> str:
        return f"name one, as in `chronicle resolve {self.names[0]} --json`"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkInMultiSite(Problem):
    """The introduction of a multi-campaign site contains a wiki link.

    Wiki links lead to pages of one campaign. Write the words without brackets; the page already
    links to each campaign. Links to other sites are allowed.

    ```yaml shelf.yaml
    introduction: Two winters on the lake, and a war for [[Karnu]].
    ```
    ```right
    [[Karnu]] => Karnu
    ```
    """

    code: ClassVar[str] = "C015"
    target: str

    def message(self) -> str:
        return f"the link [[{self.target}]] does not work in `shelf.yaml`, only in a campaign"

    def help(self) -> str:
        return "write the words without brackets"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedCampaignName(Problem):
    """A campaign folder has a reserved name.

    On a multi-campaign site, each campaign is in a folder named like its own. `assets` is reserved
    for the styles of the landing page, and `themes` for your own templates.

    ```yaml assets/campaign.yaml
    title: The Hidden Assets
    ```
    ```right
    assets/campaign.yaml => hidden-assets/campaign.yaml
    ```
    """

    code: ClassVar[str] = "C016"
    name: str

    def message(self) -> str:
        return f"the folder name `{self.name}` is reserved"

    def help(self) -> str:
        return "rename the campaign folder; the multi-campaign site needs this name"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceholderLeft(Problem):
    """A value still contains the placeholder `FILL-IN`.

    `chronicle turn new` and order sheets write it wherever you have to write something yourself.
    Replace all of it, with the words after it. Nothing is published as long as it is there.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: >
          FILL-IN: what is told, in your own words
    ```
    ```right
    FILL-IN: what is told, in your own words => The bells rang by themselves.
    ```
    """

    code: ClassVar[str] = "C017"
    key: str
    wanted: str

    def message(self) -> str:
        under = f"`{self.key}` still contains" if self.key else "this is still"
        return f"{under} the placeholder FILL-IN"

    def help(self) -> str:
        return f"replace it with {self.wanted}; or delete the entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class MisnamedFile(Problem):
    """A file or folder seems to be meant to be read, but its name is slightly wrong.

    Turn 7 is `turns/007.yaml`: three digits, small letters, and `.yaml` at the end. Some systems
    hide the last ending, so that `007.yaml.txt` looks like `007.yaml`.

    ```yaml turns/001.yml
    turn: 1
    ```
    ```right
    turns/001.yml => turns/001.yaml
    ```
    """

    code: ClassVar[str] = "C018"
    remedy: str
    folder: bool = False

    def message(self) -> str:
        return f"a {'folder' if self.folder else 'file'} with this name is not read"

    def help(self) -> str:
        return self.remedy
