"""Errors of the leak gate: secrets on pages whose readers may not know them."""

from __future__ import annotations

from typing import ClassVar, Final

from chronicle.diagnostics.report import FindingCategory, Problem, Severity
from chronicle.records import dataclass

#: Maximum number of pages named in one message.
MAX_NAMED: Final = 3


def _reader(word: str) -> str:
    return "everyone" if word == "everyone" else f"`{word}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak(Problem):
    """A page shows something that its readers may not know.

    Before writing anything, chronicle searches everything made for an audience (pages, file names,
    feeds, pictures) for words and phrases that occur only in what is hidden from it, in any
    spelling or encoding. If it finds one, it writes nothing. The location is that of the secret in
    your files; the message names the pages that show it.

    If these readers may know it, write it where they may read it, or widen its `for:`. If a
    template or file of your own theme contains it, remove it there. Otherwise it is a bug in
    chronicle: please report it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    ```

    ```jinja themes/annals/about.html
    {% extends "layout.html" %}
    {% block main %}Nobody is to hear of The Vale of Ommerin.{% endblock %}
    ```

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Marsh, neighbours: [ommerin]}
      ommerin: {name: The Vale of Ommerin, for: factions}
    ```
    ```right
    Nobody is to hear of The Vale of Ommerin. => Nobody is to hear of it.
    ```
    """

    code: ClassVar[str] = "L001"
    category: ClassVar[FindingCategory] = "leak"
    reader: str
    secret: str
    what: str
    pages: tuple[str, ...]

    def message(self) -> str:
        shown = ", ".join(f"`{page}`" for page in self.pages[:MAX_NAMED])
        more = len(self.pages) - MAX_NAMED
        rest = f" and {more} more page{'s' if more > 1 else ''}" if more > 0 else ""
        verb = "show" if len(self.pages) > 1 else "shows"
        return f"{shown}{rest} {verb} “{self.secret}”, which is not for {_reader(self.reader)}"

    def label(self) -> str:
        return self.what

    def help(self) -> str:
        return (
            "if they may know it, widen its `for:`; if your theme contains it, remove it there; "
            "otherwise please report a bug in chronicle"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrematureName(Problem):
    """A text names something that some of its readers do not know yet.

    The name of a hidden faction, place, person, item or page occurs in a text with more readers,
    or in the text of a turn before the reveal. Capitals, accents, articles, emphasis, hyphens and
    line breaks make no difference. The surname of a person counts alone, unless it is a word that
    your texts use, or part of a name that these readers know.

    The text is published as you wrote it. Put the name in a secret block, use other words, or
    reveal the thing to these readers. If they may read it here, say so under `allow:` in
    `campaign.yaml`, with the reason.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: Carts have been seen on the road to the *Vale*.
    ```
    ```right
    to the *Vale* => inland
    ```
    """

    code: ClassVar[str] = "L002"
    severity: ClassVar[Severity] = "warning"
    category: ClassVar[FindingCategory] = "leak"
    name: str
    readers: tuple[str, ...]

    def message(self) -> str:
        listed = ", ".join(_reader(word) for word in self.readers)
        return f"“{self.name}” is named here for {listed}, who may not know of it yet"

    def help(self) -> str:
        return (
            "use other words or a secret block, or reveal it in this turn or earlier; "
            "if they may read it here, say why under `allow:` in `campaign.yaml`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPassage(Problem):
    """A text repeats words of another that not all of its readers may read.

    Seven words in a row, articles not counted, are the same as in a note of yours, in a secret
    block, or in another text with fewer readers; or a whole sentence there of at least five words
    is here, of at least four if it is a sentence of its own here too. Probably they were
    copied. The text is published as you wrote it.

    Use other words, put them in a secret block, or widen the `for:` of the other text. If these
    readers may read them, say so under `allow:` in `campaign.yaml`, with the reason.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: The barrels were full of wet sand all along.
    notes: The barrels were full of wet sand all along.
    ```
    ```right
    text: The barrels were full of wet sand all along. => text: The barrels are lost.
    ```
    """

    code: ClassVar[str] = "L003"
    severity: ClassVar[Severity] = "warning"
    category: ClassVar[FindingCategory] = "leak"
    words: str
    readers: tuple[str, ...]
    what: str
    origin: str

    def message(self) -> str:
        listed = ", ".join(_reader(word) for word in self.readers)
        return (
            f"“{self.words}” also stands in {self.what} ({self.origin}), which is not for {listed}"
        )

    def help(self) -> str:
        return (
            "use other words or a secret block, or widen the `for:` of the other text; "
            "if they may read it here, say why under `allow:` in `campaign.yaml`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnneededAllowance(Problem):
    """Words are allowed in a file where they give no warning.

    The words no longer occur in that file, its readers may know them by now, or the path is not
    exactly as in the warning. Remove the entry, or correct it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    allow: [{words: The Vale, in: turns/001.yaml, because: a village of the same name}]
    ```
    ```right
    allow: [{words: The Vale, in: turns/001.yaml, because: a village of the same name}] => allow: []
    ```
    """

    code: ClassVar[str] = "L004"
    severity: ClassVar[Severity] = "warning"
    words: str
    path: str

    def message(self) -> str:
        return f"“{self.words}” needs no `allow:` in `{self.path}`; nothing is warned of there"

    def help(self) -> str:
        return "remove this entry, or write the words and the path as in the warning"
