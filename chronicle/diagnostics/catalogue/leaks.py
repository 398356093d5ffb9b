"""Errors of the leak gate: secrets on pages whose readers may not know them."""

from __future__ import annotations

from typing import Final

from chronicle.diagnostics.report import Problem, quoted_list

#: Maximum number of pages named in one message.
MAX_NAMED: Final = 3


def _reader(word: str) -> str:
    return "everyone" if word == "everyone" else f"`{word}`"


class Leak(Problem):
    code = "L001"
    category = "leak"
    label = "{what}"
    help = (
        "if they may know it, widen its `for:`; if your theme contains it, remove it there; "
        "otherwise please report a bug in chronicle"
    )

    reader: str
    secret: str
    what: str
    pages: tuple[str, ...]

    def message_text(self) -> str:
        shown = quoted_list(self.pages[:MAX_NAMED])
        more = len(self.pages) - MAX_NAMED
        rest = f" and {more} more page{'s' if more > 1 else ''}" if more > 0 else ""
        verb = "show" if len(self.pages) > 1 else "shows"
        return f"{shown}{rest} {verb} “{self.secret}”, which is not for {_reader(self.reader)}"


class PrematureName(Problem):
    code = "L002"
    severity = "warning"
    category = "leak"
    help = (
        "use other words or a secret block, or reveal it in this turn or earlier; if they may read "
        "it here, say why under `allow:` in `campaign.yaml`"
    )

    name: str
    readers: tuple[str, ...]

    def message_text(self) -> str:
        listed = ", ".join(_reader(word) for word in self.readers)
        return f"“{self.name}” is named here for {listed}, who may not know of it yet"


class PastedPassage(Problem):
    code = "L003"
    severity = "warning"
    category = "leak"
    help = (
        "use other words or a secret block, or widen the `for:` of the other text; if they may "
        "read it here, say why under `allow:` in `campaign.yaml`"
    )

    words: str
    readers: tuple[str, ...]
    what: str
    origin: str

    def message_text(self) -> str:
        listed = ", ".join(_reader(word) for word in self.readers)
        return (
            f"“{self.words}” also stands in {self.what} ({self.origin}), which is not for {listed}"
        )


class UnneededAllowance(Problem):
    code = "L004"
    severity = "warning"
    message = "“{words}” needs no `allow:` in `{path}`; nothing is warned of there"
    help = "remove this entry, or write the words and the path as in the warning"

    words: str
    path: str
