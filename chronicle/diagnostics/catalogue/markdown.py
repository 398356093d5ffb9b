"""Errors in an author's texts: links, secret blocks, HTML and picture markup."""

from __future__ import annotations

import re
from typing import ClassVar, Final

from chronicle.diagnostics.report import Problem, did_you_mean
from chronicle.records import dataclass

#: The name of a picture's file.
_PICTURE_NAME: Final = re.compile(r"\.(png|jpe?g|gif|webp|svg|avif|heic|bmp)$", re.IGNORECASE)
#: What to write instead of HTML tags that are often used.
_MARKDOWN_FOR: Final = {
    **dict.fromkeys(("b", "strong"), "bold words in Markdown: `**bold**`"),
    **dict.fromkeys(("i", "em"), "words in italics in Markdown: `*italic*`"),
    **dict.fromkeys(("br", "p"), "an empty line between two paragraphs"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownLinkTarget(Problem):
    """A wiki link has no target.

    Write the id or the full name of a faction, place, person, item or page between the double
    brackets, or `turn 3`. To show other words, add them after a bar: `[[marsh|the reeds]]`. For a
    picture, write `![the boat](boat.png)`.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: They met in [[the Harbor]].
    ```
    ```right
    [[the Harbor]] => [[the Harbour]]
    ```
    """

    code: ClassVar[str] = "P001"
    target: str
    known: tuple[str, ...]

    def message(self) -> str:
        if _PICTURE_NAME.search(self.target):
            return f"[[{self.target}]] is a link and shows no picture"
        return f"the link [[{self.target}]] has no target"

    def help(self) -> str:
        if _PICTURE_NAME.search(self.target):
            name = self.target.rpartition("/")[2]
            return f"write ![what it shows]({name})"
        return did_you_mean(
            self.target,
            self.known,
            otherwise="link a faction, place, person, item or page, or `turn 3`",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousLink(Problem):
    """A wiki link uses a name that two things have.

    Write the id instead, and the name after a bar if you want to show it.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Harbour, text: "Not [[The Harbour]]."}
    ```
    ```right
    [[The Harbour]] => [[harbour|The Harbour]]
    ```
    """

    code: ClassVar[str] = "P002"
    target: str
    meant: tuple[str, ...]

    def message(self) -> str:
        return f"the link [[{self.target}]] is ambiguous: " + " or ".join(self.meant)

    def help(self) -> str:
        if len(set(self.meant)) < len(self.meant):
            return "write the full name, or give one of them a different id"
        return f"write the id: [[{self.meant[0]}|{self.target}]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenLink(Problem):
    """A link leads to something that not all readers of the text may know.

    Those readers see the words without the link. If the words themselves reveal too much, change
    them.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: Smoke over [[vale|the valley]].
    ```
    ```right
    [[vale|the valley]] => the valley
    ```
    """

    code: ClassVar[str] = "P003"
    severity: ClassVar = "warning"
    target: str

    def message(self) -> str:
        return f"some readers of this text may not know `{self.target}`"

    def help(self) -> str:
        return "they will see the words without a link"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclosedSecret(Problem):
    """A secret block is not closed.

    It ends with a line of colons only, as many as at its beginning.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          All is well.
          ::: secret vael
          All is lost.
    ```
    ```right turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          All is well.
          ::: secret vael
          All is lost.
          :::
    ```
    """

    code: ClassVar[str] = "P004"

    def message(self) -> str:
        return "this secret block is not closed"

    def help(self) -> str:
        colons = ":" * (self.at.end_column - self.at.column if self.at else 3)
        return f"write `{colons}` on a line of its own where the secret ends"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayColons(Problem):
    """A line of colons neither opens nor closes a secret block.

    Only `::: secret` and its readers open a block. Every line that starts with three colons must be
    part of one, so that a misspelt block does not publish a secret.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          ::: secrte vael
          All is lost.
          :::
    ```
    ```right
    secrte => secret
    ```
    """

    code: ClassVar[str] = "P005"

    def message(self) -> str:
        return "this line of colons neither opens nor closes a secret block"

    def help(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        meant = re.search(r"(:{2,})\s*secret\s*[:=-]?\s*([\w, -]+?)\s*$", line, re.IGNORECASE)
        if meant is not None and meant[2].strip():
            return f"write `{meant[1].ljust(3, ':')} secret {meant[2]}` on a line of its own"
        return "open a block with `::: secret` and its readers, close it with the colons alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class RawHtml(Problem):
    """A text contains an HTML tag or comment.

    Texts are Markdown. Readers would see HTML as plain text, comments included. Put what only some
    may read in a secret block, and what nobody should read in a YAML comment.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: All is well. <!-- it is not -->
    ```
    ```right
    well. <!-- it is not --> => well.
    ```
    """

    code: ClassVar[str] = "P006"
    tag: str

    def message(self) -> str:
        return f"`{self.tag}` is HTML, which readers would see as plain text"

    def help(self) -> str:
        markdown = _MARKDOWN_FOR.get(self.tag.strip("</> ").casefold(), "")
        return f"write {markdown}" if markdown else "use Markdown, a secret block or a YAML comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidPictureMarkup(Problem):
    """The picture that a text names can't be shown.

    Texts name a picture in the campaign's `media/` folder by its file name: `![the bay](bay.png)`,
    on one line and not in code. The name may contain single spaces, but no brackets or quotes.
    Pictures on other sites are not allowed: those sites would learn who reads
    the page, and could change the picture.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](https://ada.example/bay.png)"
    ```
    ```right
    ![the bay] => [the bay]
    ```
    """

    code: ClassVar[str] = "P007"
    target: str

    def message(self) -> str:
        return f"this picture can't be shown: `{self.target}`"

    def help(self) -> str:
        if _PICTURE_NAME.search(self.target) and re.fullmatch(r"[\w .-]+", self.target):
            return f"write ![what it shows]({self.target}) on one line, and not in code"
        own = self.target.replace("\\", "/").rpartition("/")[2].replace("%20", " ")
        if own != self.target and "." in own and "://" not in self.target:
            return f"write the file's name alone: ![what it shows]({own})"
        return "put the file in `media/` and write ![what it shows](its-name.png) on one line"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsafeLink(Problem):
    """A link leads to a file on your computer or to a script.

    Links in texts go to other sites (`https:`, `http:`, `mailto:`). For pages of this site, use
    wiki links.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: See [my notes](../secret/notes.txt).
    ```
    ```right
    ../secret/notes.txt => https://ada.example/notes
    ```
    """

    code: ClassVar[str] = "P008"
    target: str

    def message(self) -> str:
        return f"readers can't open `{self.target}`"

    def help(self) -> str:
        if _PICTURE_NAME.search(self.target):
            name = self.target.replace("\\", "/").rpartition("/")[2]
            return f"for a picture, write an exclamation mark: ![what it shows]({name})"
        return "use https:// for other sites, [[name]] for pages of this site"


@dataclass(frozen=True, slots=True, kw_only=True)
class MalformedWikiLink(Problem):
    """Double brackets in a text do not form a link.

    A wiki link starts and ends on one line, is not empty, and does not work in code. Readers would
    see the brackets, and the id that you meant to replace with other words.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          Smoke over [[the
          marsh|the reeds]].
    ```
    ```right turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          Smoke over
          [[marsh|the reeds]].
    ```
    """

    code: ClassVar[str] = "P009"

    def message(self) -> str:
        return "these brackets do not form a link"

    def help(self) -> str:
        return "write [[name]] or [[name|other words]] on one line, and not in code"
