"""What can be wrong with an author's prose: links, secret blocks, HTML, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, did_you_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class UnknownLinkTarget(Problem):
    """A wiki link leads to nothing.

    Between the double brackets stands the id or the full name of a faction, a place or a page, or
    `turn 3`; after a bar, other words to show.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: They met in [[the Harbor]].
    ```
    """

    code: ClassVar[str] = "P001"
    target: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the link [[{self.target}]] leads nowhere"

    def help(self) -> str:
        return did_you_mean(
            self.target, self.known, otherwise="link a faction, a place, a page or `turn 3`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousLink(Problem):
    """A wiki link uses a name that two things share.

    Write the id instead, and the name after a bar if you want to see it.

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Harbour, text: "Not [[The Harbour]]."}
    ```
    """

    code: ClassVar[str] = "P002"
    target: str
    meant: tuple[str, ...]

    def message(self) -> str:
        return f"the link [[{self.target}]] could lead to " + " or ".join(self.meant)

    def help(self) -> str:
        if len(set(self.meant)) < len(self.meant):
            return "write the full name, or give one of them another id"
        return f"write the id: [[{self.meant[0]}|{self.target}]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenLink(Problem):
    """A text is open to readers who may not know the thing it links.

    They will see the words without the link. The words themselves are yours; if they tell too
    much, change them.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: Smoke over [[vale|the valley]].
    ```
    """

    code: ClassVar[str] = "P003"
    severity: ClassVar = "warning"
    target: str

    def message(self) -> str:
        return f"not everybody who reads this may know `{self.target}`"

    def help(self) -> str:
        return "those who may not will see these words without a link"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclosedSecret(Problem):
    """A secret block is opened and never closed.

    It ends with a line that holds only colons, as many as it was opened with.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          All is well.
          ::: secret vael
          All is lost.
    ```
    """

    code: ClassVar[str] = "P004"

    def message(self) -> str:
        return "this secret block is never closed"

    def help(self) -> str:
        return "end it with a line of as many colons as it was opened with"


@dataclass(frozen=True, slots=True, kw_only=True)
class StrayColons(Problem):
    """A line of colons closes nothing, or opens something that is no secret block.

    Only `::: secret` and who may read it open a block. So that nothing meant to be secret is
    published by a slip, every line that starts with three colons has to be part of one.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          ::: secrte vael
          All is lost.
          :::
    ```
    """

    code: ClassVar[str] = "P005"

    def message(self) -> str:
        return "this line of colons neither opens nor closes a secret block"

    def help(self) -> str:
        return "open with `::: secret` and who may read it, close with the colons alone"


@dataclass(frozen=True, slots=True, kw_only=True)
class RawHtml(Problem):
    """A text holds an HTML comment or tag.

    Prose is Markdown; HTML would be shown to readers as it stands, comments too. What only some
    may read goes into a secret block, what nobody should read into a YAML comment.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: All is well. <!-- it is not -->
    ```
    """

    code: ClassVar[str] = "P006"
    tag: str

    def message(self) -> str:
        return f"`{self.tag}` is HTML, and readers would see it as it stands"

    def help(self) -> str:
        return "use Markdown, a secret block or a YAML comment"


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidPictureMarkup(Problem):
    """A picture in a text is no file of `media/`, or is not written so that it can be shown.

    Pictures lie in the campaign's folder `media/`, and a text names them by their file:
    `![the bay](bay.png)`, on one line and not in code, with letters, digits, hyphens, underscores
    and full stops in the name. Pictures of other sites would tell these who reads, and change
    behind your back.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: "The map: ![the bay](https://ada.example/bay.png)"
    ```
    """

    code: ClassVar[str] = "P007"
    target: str

    def message(self) -> str:
        return f"nobody would see a picture here: `{self.target}`"

    def help(self) -> str:
        return "lay the file into `media/` and write ![what it shows](its-name.png) on one line"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsafeLink(Problem):
    """A link leads to a file of the author's own disk or to a script.

    Links in prose go to other sites (`https:`, `http:`, `mailto:`); to pages of the chronicle they
    go by wiki link, which follows the page wherever it ends up.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: See [my notes](../secret/notes.txt).
    ```
    """

    code: ClassVar[str] = "P008"
    target: str

    def message(self) -> str:
        return f"`{self.target}` will not be there for a reader"

    def help(self) -> str:
        return "link other sites with https://, pages of the chronicle with [[their name]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class MalformedWikiLink(Problem):
    """Double brackets stand in a text and make no link.

    A wiki link begins and ends on one line, has something between its brackets, and does not work
    in code. As it stands readers would see the brackets, and the id you meant to hide behind other
    words.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: |
          Smoke over [[the
          marsh|the reeds]].
    ```
    """

    code: ClassVar[str] = "P009"

    def message(self) -> str:
        return "these brackets make no link"

    def help(self) -> str:
        return "write [[name]] or [[name|other words]] on one line, and not in code"
