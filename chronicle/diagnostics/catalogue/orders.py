"""Errors of orders that a player sent in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from chronicle.diagnostics.report import Problem, quoted_list

#: Why sealed orders can't be opened: message and help by reason.
_UNSEAL_FAILURES: Final[Mapping[str, tuple[str, str]]] = {
    "cut": (
        "these sealed orders are incomplete",
        "ask the player to send all lines again, from BEGIN to END, with no other text between",
    ),
    "version": (
        "these sealed orders have a format that this version of chronicle does not know",
        "use the version of chronicle that made the dossier, or a later one",
    ),
    "key": (
        "this campaign's key does not open these sealed orders",
        "they are for another campaign, or were changed on the way; ask the player to resend them",
    ),
}


class NoOrders(Problem):
    code = "I001"
    message = "this contains no orders"
    help = (
        "orders start with a line like `[1] turn=3 faction=ferry`, or with lines like `turn: 3`,"
        " `faction: ferry`, `orders:`, in any order"
    )


class OrdersForOtherCampaign(Problem):
    code = "I002"
    message = "these orders are for the campaign `{named}`, not `{title}`"
    help = "give the folder of that campaign, or delete the line `campaign:`"

    named: str
    title: str


class OrdersForOtherTurn(Problem):
    code = "I003"

    turn: int
    open: tuple[int, ...]
    published: bool
    last_published: int = 0

    def message_text(self) -> str:
        if self.published:
            return f"turn {self.turn} is published and accepts no more orders"
        return f"these orders are for turn {self.turn}, which accepts none now"

    def help_text(self) -> str:
        accepted = f"orders are accepted for turn {' or '.join(map(str, self.open))}"
        said = f"{accepted}; `chronicle orders show` shows these without importing them"
        if self.published and self.turn == self.last_published:
            said += f", `chronicle deploy --undo` takes the publication of turn {self.turn} back"
        return said


class OrdersFromInactiveFaction(Problem):
    code = "I004"
    message = "the faction `{faction}` gives no orders in this turn"

    faction: str
    playing: tuple[str, ...]

    def help_text(self) -> str:
        return f"orders are expected from {quoted_list(self.playing) or 'no faction'}"


class CannotUnsealOrders(Problem):
    code = "I006"

    why: Literal["cut", "version", "key"]

    def message_text(self) -> str:
        return _UNSEAL_FAILURES[self.why][0]

    def help_text(self) -> str:
        return _UNSEAL_FAILURES[self.why][1]


class CannotInsertOrders(Problem):
    code = "I007"
    message = "can't insert these orders under `orders:` in {path}"
    help = "write each faction there on a separate line, with its orders below it"

    path: str


class OrdersBeyondKnowledge(Problem):
    code = "I008"
    severity = "warning"
    message = "`{faction}` does not know {what}"
    help = "ask the player, or leave it: all who learn of the order may read it"

    faction: str
    what: str


class MarkupInOrders(Problem):
    code = "I009"
    severity = "warning"
    message = "`{mark}` has no effect in orders, and is shown as typed"
    help = "remove it; write secrets under `notes:` of the turn"

    mark: str


class EmptyOrders(Problem):
    code = "I011"
    severity = "warning"
    message = "`{faction}` orders nothing: its order sheet is not filled in"
    help = "ask the player to fill it in and send it again; the turn's file stays as it is"

    faction: str


#: What has become of an order sheet's text: its lines are other ones, or are not counted.
OrdersChange: TypeAlias = Literal["changed", "missing", "added", "sums"]


class ChangedOrders(Problem):
    code = "I014"

    why: OrdersChange
    number: int = 0
    text: str = ""

    def message_text(self) -> str:
        match self.why:
            case "changed":
                return f"line [{self.number}] of the orders is not as it was sent"
            case "missing":
                return f"line [{self.number}] of the orders is missing"
            case "added":
                return f"line [{self.number}] was added to the orders"
            case "sums":
                return "nothing says how many lines these orders have: `[end]` has no checksums"

    def label_text(self) -> str:
        return f"read as: {self.text}" if self.text else ""

    def help_text(self) -> str:
        return (
            "ask the player to send the text again; if it was changed on purpose, `--as-read`"
            " takes it as it is now"
        )


class CutOrders(Problem):
    code = "I015"

    why: Literal["start", "end", "form"]

    def message_text(self) -> str:
        match self.why:
            case "start":
                return "this line of orders is not between `[1] turn=…` and `[end …]`"
            case "end":
                return "these orders have no end: the line `[end …]` is missing"
            case "form":
                return "this line of orders can't be read"

    def help_text(self) -> str:
        match self.why:
            case "start":
                return "ask the player to send the text again, from the line `[1]` on"
            case "end":
                return "ask the player to send the text again; all lines below may be missing, too"
            case "form":
                return "write it like `[2] actions.1 id=first order: We take the bell.`"


class LateOrders(Problem):
    code = "I013"
    message = "turn {turn} is closed: it has been played without these orders"
    help = (
        "`--late` takes them into the closed turn; `chronicle turn reopen` opens the turn again;"
        " `chronicle orders show` shows them without importing them"
    )

    turn: int


class WrappedOrders(Problem):
    code = "I012"
    message = "the orders end above this line, but seem to go on here"
    help = (
        "if a mail program has wrapped the line above, join the two; if this is no part of the"
        " orders, put an empty line above it and indent nothing below"
    )


class ClashingOrders(Problem):
    code = "I010"
    message = "`{faction}` already has other orders for {what}"
    help = (
        "import it without `--yes` to see both and choose; or add `--keep earlier` to keep what is "
        "there, `--keep later` to take what was sent, `--replace` to drop all earlier ones"
    )

    faction: str
    what: str
