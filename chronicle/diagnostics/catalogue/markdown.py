"""Errors in an author's texts: links, secret blocks, HTML and picture markup."""

from __future__ import annotations

import re
from typing import Final

from chronicle.diagnostics.report import Problem, did_you_mean

#: The name of a picture's file.
_PICTURE_NAME: Final = re.compile(r"\.(png|jpe?g|gif|webp|svg|avif|heic|bmp)$", re.IGNORECASE)
#: What to write instead of HTML tags that are often used.
_MARKDOWN_FOR: Final = {
    **dict.fromkeys(("b", "strong"), "bold words in Markdown: `**bold**`"),
    **dict.fromkeys(("i", "em"), "words in italics in Markdown: `*italic*`"),
    **dict.fromkeys(("br", "p"), "an empty line between two paragraphs"),
}


class UnknownLinkTarget(Problem):
    code = "P001"

    target: str
    known: tuple[str, ...]

    def message_text(self) -> str:
        if _PICTURE_NAME.search(self.target):
            return f"[[{self.target}]] is a link and shows no picture"
        return f"the link [[{self.target}]] has no target"

    def help_text(self) -> str:
        if _PICTURE_NAME.search(self.target):
            name = self.target.rpartition("/")[2]
            return f"write ![what it shows]({name})"
        return did_you_mean(
            self.target,
            self.known,
            otherwise="link a faction, place, person, item or page, or `turn 3`",
        )


class AmbiguousLink(Problem):
    code = "P002"

    target: str
    meant: tuple[str, ...]

    def message_text(self) -> str:
        return f"the link [[{self.target}]] is ambiguous: {' or '.join(self.meant)}"

    def help_text(self) -> str:
        if len(set(self.meant)) < len(self.meant):
            return "write the full name, or give one of them a different id"
        return f"write the id: [[{self.meant[0]}|{self.target}]]"


class HiddenLink(Problem):
    code = "P003"
    severity = "warning"
    message = "some readers of this text may not know `{target}`"
    help = "they will see the words without a link"

    target: str


class UnclosedSecret(Problem):
    code = "P004"
    message = "this secret block is not closed"

    def help_text(self) -> str:
        colons = ":" * (self.at.end_column - self.at.column if self.at else 3)
        return f"write `{colons}` on a line of its own where the secret ends"


class StrayColons(Problem):
    code = "P005"
    message = "this line of colons neither opens nor closes a secret block"

    def help_text(self) -> str:
        line = self.at.source.line(self.at.line) if self.at else ""
        meant = re.search(r"(:{2,})\s*secret\s*[:=-]?\s*([\w, -]+?)\s*$", line, re.IGNORECASE)
        if meant is not None and meant[2].strip():
            return f"write `{meant[1].ljust(3, ':')} secret {meant[2]}` on a line of its own"
        return "open a block with `::: secret` and its readers, close it with the colons alone"


class JoinedSecret(StrayColons):
    message = "the lines of this secret block are joined"

    readers: str
    #: Whether the text is in a style of YAML that joins lines.
    folded: bool

    def help_text(self) -> str:
        below = "below `|`, which keeps lines, " if self.folded else ""
        return (
            f"{below}write `::: secret {self.readers}`, the secret itself, and `:::`, each on a"
            " line of its own"
        )


class RawHtml(Problem):
    code = "P006"
    message = "`{tag}` is HTML, which readers would see as plain text"

    tag: str

    def help_text(self) -> str:
        markdown = _MARKDOWN_FOR.get(self.tag.strip("</> ").casefold(), "")
        return f"write {markdown}" if markdown else "use Markdown, a secret block or a YAML comment"


class InvalidPictureMarkup(Problem):
    code = "P007"
    message = "this picture can't be shown: `{target}`"

    target: str

    def help_text(self) -> str:
        if _PICTURE_NAME.search(self.target) and re.fullmatch(r"[\w .-]+", self.target):
            return f"write ![what it shows]({self.target}) on one line, and not in code"
        own = self.target.replace("\\", "/").rpartition("/")[2].replace("%20", " ")
        if own != self.target and "." in own and "://" not in self.target:
            return f"write the file's name alone: ![what it shows]({own})"
        return "put the file in `media/` and write ![what it shows](its-name.png) on one line"


class UnsafeLink(Problem):
    code = "P008"
    message = "readers can't open `{target}`"

    target: str

    def help_text(self) -> str:
        if _PICTURE_NAME.search(self.target):
            name = self.target.replace("\\", "/").rpartition("/")[2]
            return f"for a picture, write an exclamation mark: ![what it shows]({name})"
        return "use https:// for other sites, [[name]] for pages of this site"


class MalformedWikiLink(Problem):
    code = "P009"
    message = "these brackets do not form a link"
    help = "write [[name]] or [[name|other words]] on one line, and not in code"
