"""What the leak gate finds: secrets on pages whose readers may not know them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from chronicle.diagnostics.report import FindingCategory, Problem, Severity

#: As many pages as a finding names.
MAX_NAMED: Final = 3


def _reader(word: str) -> str:
    return "everyone" if word == "everyone" else f"`{word}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak(Problem):
    """A page shows what its readers may not know.

    Before anything is written, all that is made for an audience is searched for words and phrases
    that stand only in what is hidden from it: pages, names of files, feeds, pictures, whatever way
    they are written. The place is that of the secret in your files; the message says which pages
    show it. Nothing is written.

    If these readers may know it after all, write it where they may read it, or widen its `for:`. If
    a template or a file of your own theme says it, take it out there. If neither is so, chronicle
    has a fault: please report it.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: shadow
    seed: one
    rules: {seating: [vael, oru]}
    ```

    ```jinja themes/annals/about.html
    <title>About</title><main>Nobody is to hear of The Vale of Ommerin.</main>
    ```

    ```yaml places.yaml
    for: everyone
    places:
      harbour: {name: The Harbour, neighbours: [marsh]}
      marsh: {name: The Marsh, neighbours: [ommerin]}
      ommerin: {name: The Vale of Ommerin, for: factions}
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
            "if they may know it, say so where they may read; if your theme says it, take it out "
            "there; else please report a fault of chronicle"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PrematureName(Problem):
    """A text names something that some of its readers do not know of.

    The name of a hidden faction, place or page stands in a text that reaches further, or in the
    text of a turn before the reveal. The text is published as you wrote it. Put the name into a
    secret block, write other words, or reveal the thing to these readers.

    ```yaml turns/001.yaml
    turn: 1
    news:
      - for: everyone
        text: Carts have been seen on the road to The Vale.
    ```
    """

    code: ClassVar[str] = "L002"
    severity: ClassVar[Severity] = "warning"
    category: ClassVar[FindingCategory] = "leak"
    name: str
    readers: tuple[str, ...]

    def message(self) -> str:
        listed = ", ".join(_reader(word) for word in self.readers)
        return f"{listed} can read of “{self.name}” here, and may not know of it yet"

    def help(self) -> str:
        return "write other words, use a secret block, or reveal it in this turn or before"
