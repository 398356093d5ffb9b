"""What can be wrong with the shape of a file: keys, kinds of value, numbers, words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean

#: What a text without quotes may be taken for.
_IN_QUOTES = ("a number", "a decimal number", "`true` or `false`")


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingKey(Problem):
    """A mapping lacks something it has to say.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - text: Nobody has said who may read this.
    ```
    """

    code: ClassVar[str] = "C001"
    key: str
    #: A key that may be this one, misspelt.
    instead: str = ""

    def message(self) -> str:
        return f"`{self.key}` is missing here"

    def help(self) -> str:
        if self.instead:
            return f"is `{self.instead}:` meant for it? If not, add `{self.key}:`"
        if self.key == "for":
            return "say who may know it: `everyone`, `factions`, `gm`, or ids of factions"
        return f"add `{self.key}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownKey(Problem):
    """A mapping has a key that means nothing there.

    Most often it is misspelt or indented one step too far.

    ```yaml turns/001.yaml
    turn: 1
    titel: The Salt Riots
    ```
    """

    code: ClassVar[str] = "C002"
    key: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the key `{self.key}` means nothing here"

    def help(self) -> str:
        choices = ", ".join(f"`{key}`" for key in self.known)
        return did_you_mean(self.key, self.known, otherwise=f"keys that may stand here: {choices}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongType(Problem):
    """A value is of another kind than its key asks for: a text for a number, a list for a text.

    A title made of digits only, such as `1984`, is a number to YAML; in quotes it is a text.

    ```yaml turns/001.yaml
    turn: one
    ```
    """

    code: ClassVar[str] = "C003"
    wanted: str
    got: str

    def message(self) -> str:
        return f"{self.wanted} is expected here, not {self.got}"

    def help(self) -> str:
        if self.wanted == "a text" and self.got in _IN_QUOTES:
            return "put it in quotes to make it a text"
        line = self.at.source.line(self.at.line) if self.at else ""
        if self.got == "a list" and re.search(r"(: +|- +)\[\[", line):
            return "a text that starts with a link needs quotes around it"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfRange(Problem):
    """A number, a list or a text is smaller or larger than it may be.

    ```yaml turns/001.yaml
    turn: 0
    ```
    """

    code: ClassVar[str] = "C004"
    bound: str

    def message(self) -> str:
        return f"this has to be {self.bound}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownWord(Problem):
    """A value is none of the words that may stand there.

    ```yaml turns/001.yaml
    turn: 1
    rumors:
      - text: The bells rang by themselves.
        heard_by: everyone
        truth: distortd
    ```
    """

    code: ClassVar[str] = "C005"
    word: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.word}` is none of the words that may stand here"

    def help(self) -> str:
        return did_you_mean(self.word, self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadFormat(Problem):
    """A text does not have the form that its place asks for.

    Ids are lower-case words joined by single hyphens; file names of factions and pages are ids
    too, and so are those of the campaigns on a shelf. Colours are written as `#7a1f2b`, days as
    `2026-11-14`.

    ```yaml turns/001.yaml
    turn: 1
    played: 14.11.2026
    ```
    """

    code: ClassVar[str] = "C006"
    word: str
    form: str

    def message(self) -> str:
        return f"`{self.word}` is not {self.form}"

    def help(self) -> str:
        near = "-".join(re.findall(r"[a-z0-9]+", self.word.casefold()))
        if self.form.startswith("an id") and near:
            return f"`{near}` would be one"
        return f"write {self.form}"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidValue(Problem):
    """A value does not fit its place in a way that has no page of its own.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh], position: [.inf, 0]}
      marsh: {name: The Marsh}
    ```
    """

    code: ClassVar[str] = "C007"
    said: str

    def message(self) -> str:
        return f"this does not fit here: {self.said}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAMapping(Problem):
    """A file is a list or a single value where keys and values are expected.

    ```yaml turns/001.yaml
    - turn: 1
    ```
    """

    code: ClassVar[str] = "C008"

    def message(self) -> str:
        return "this file has to be a mapping: lines of `key: value`"

    def help(self) -> str:
        return "begin with a key and a colon, not with a hyphen: `turn: 1`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFile(Problem):
    """A campaign lacks a file that every campaign has.

    `campaign.yaml`, `places.yaml` and at least one file in `factions/` make a campaign; turns
    come as they are played.

    ```absent places.yaml
    ```
    """

    code: ClassVar[str] = "C009"
    path: str

    def message(self) -> str:
        return f"the campaign has no {self.path}"

    def help(self) -> str:
        what = f"a {self.path}" if self.path.startswith("file ") else self.path
        return f"write {what}, or name the folder that holds it"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayFile(Problem):
    """A file or folder lies in the campaign, or on the shelf, where chronicle reads nothing.

    It may be misnamed (`turns/1.yml` for `turns/001.yaml`) or in the wrong place. It takes no part
    in the build. On a shelf stand `shelf.yaml`, the folders of campaigns and the folder `themes/`.

    ```yaml turns/002.yml
    turn: 2
    ```
    """

    code: ClassVar[str] = "C010"
    severity: ClassVar = "warning"
    expected: str
    folder: bool = False

    def message(self) -> str:
        return "this folder is not read" if self.folder else "this file is not read"

    def help(self) -> str:
        return self.expected


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTurnNumber(Problem):
    """A turn's number differs from its file's name, or a turn in between is missing.

    Turns are numbered from 1 without gaps, and turn 7 is `turns/007.yaml`.

    ```yaml turns/001.yaml
    turn: 2
    ```
    """

    code: ClassVar[str] = "C011"
    number: int
    named: int
    expected: int

    def message(self) -> str:
        if self.number != self.named:
            return f"this is turn {self.number}, and the file is named for turn {self.named}"
        if self.number > self.expected:
            return f"there is no turn {self.expected} before this one"
        return f"turn {self.number} has another file already"

    def help(self) -> str:
        return "turns count from 1 without gaps; the file of turn 7 is `turns/007.yaml`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingFrontMatter(Problem):
    """A page, a person or an item does not begin with its front matter.

    A file in `pages/` starts with a line of three hyphens, then `title:` and `for:`, then three
    hyphens again, then the text. In `people/` and `items/` it is `name:` instead of `title:`.

    ```yaml pages/rules.md
    The rules of this house.
    ```
    """

    code: ClassVar[str] = "C012"
    key: str = "title"

    def message(self) -> str:
        return f"the file has no front matter that says `{self.key}:` and `for:`"

    def help(self) -> str:
        return f"begin with `---`, `{self.key}: …`, `for: everyone`, `---`"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicatePagePath(Problem):
    """Two things of the campaign would be the same page of the site.

    Pages are named after ids, and some names are taken: `index` is the page that lists all the
    others.

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
    """

    code: ClassVar[str] = "C013"
    path: str
    other: str

    def message(self) -> str:
        return f"the page of {self.other} would be `{self.path}`, and that one is taken"

    def help(self) -> str:
        return "choose another id"


@dataclass(frozen=True, slots=True, kw_only=True)
class MultiSiteForCampaign(Problem):
    """A shelf of campaigns is named where one campaign is needed.

    A folder without `campaign.yaml`, but with campaigns in folders of their own, is a shelf.
    `build` and `check` take all of its campaigns together. `resolve` prints one: name its folder,
    as in `chronicle resolve content/the-salt-crown --json`.

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
        return "this folder is a shelf, and one campaign is needed: " + ", ".join(self.names)

    def help(self) -> str:
        return f"name one, as in `chronicle resolve {self.names[0]} --json`"


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkInMultiSite(Problem):
    """The introduction of a shelf has a wiki link.

    Wiki links lead to pages of one campaign, and a shelf has none of these. Write the words alone;
    the page leads on to each campaign by itself. Links to other sites may stand there.

    ```yaml shelf.yaml
    introduction: Two winters on the lake, and a war for [[Karnu]].
    ```
    """

    code: ClassVar[str] = "C015"
    target: str

    def message(self) -> str:
        return f"the link [[{self.target}]] leads nowhere: a shelf has no pages of its own"

    def help(self) -> str:
        return "write the words without brackets"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedCampaignName(Problem):
    """A campaign's folder has a name that its shelf needs for itself.

    The site of a campaign on a shelf lies in a folder of the campaign's name. In `assets` are the
    styles of the landing page, and in `themes` the templates of your own for it.

    ```yaml assets/campaign.yaml
    title: The Hidden Assets
    ```
    """

    code: ClassVar[str] = "C016"
    name: str

    def message(self) -> str:
        return f"no campaign on a shelf can be called `{self.name}`"

    def help(self) -> str:
        return "rename the folder: the shelf has one of this name itself"
