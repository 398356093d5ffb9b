"""What can be wrong with orders that a player sent in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from chronicle.diagnostics.report import Problem, Severity

#: Why sealed orders stay shut, each with what to do about it.
_UNSEAL_FAILURES: Final[Mapping[str, tuple[str, str]]] = {
    "cut": (
        "these sealed orders are not whole",
        "ask for them once more: all lines, from BEGIN to END, and no word between them",
    ),
    "version": (
        "these orders are sealed in a way that this version of chronicle doesn't know",
        "use the version of chronicle that made the dossier, or a later one",
    ),
    "key": (
        "these sealed orders don't open with this campaign's key",
        "they are for another campaign's key, or were changed on the way; ask for them once more",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOrders(Problem):
    """There are no orders in what is to be imported.

    Orders are YAML with `turn`, `faction` and `orders`, each at the beginning of its line, or they
    are sealed, between two lines of dashes. Words before and after them are passed over.

    ```yaml ada.txt
    See you on Friday! I will bring the orders.
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I001"

    def message(self) -> str:
        return "there are no orders in this"

    def help(self) -> str:
        return "orders begin with lines as `turn: 3`, `faction: ferry`, `orders:`, in any order"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersForOtherCampaign(Problem):
    """Orders name another campaign than the one they are to be imported into.

    ```yaml ada.txt
    campaign: Coronets
    turn: 1
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I002"
    named: str
    title: str

    def message(self) -> str:
        return f"these orders are for the campaign `{self.named}`, and this is `{self.title}`"

    def help(self) -> str:
        return "name the folder of the campaign that is meant, or strike the line `campaign:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersForOtherTurn(Problem):
    """Orders are for a turn that takes none.

    Orders are taken for the last turn whose file is there, as long as it is not published, and
    for the one after it. A published turn stays as it was told. Two turns at once are not taken.

    ```yaml ada.txt
    turn: 7
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I003"
    turn: int
    open: tuple[int, ...]
    published: bool

    def message(self) -> str:
        if self.published:
            return f"turn {self.turn} is published, and takes no more orders"
        return f"these orders are for turn {self.turn}, which takes none now"

    def help(self) -> str:
        return f"orders are taken for turn {' or '.join(map(str, self.open))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersFromInactiveFaction(Problem):
    """Orders come from a faction that can't give any: it is out of the game, or the GM's alone.

    ```yaml campaign.yaml
    title: Crowns
    ruleset: lieutenants
    seed: one
    ```
    ```yaml factions/vael.yaml
    name: House Vael
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    opening: {npc: true}
    ```
    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening: {npc: true}
    ```
    ```yaml ada.txt
    turn: 1
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I004"
    faction: str
    playing: tuple[str, ...]

    def message(self) -> str:
        return f"the faction `{self.faction}` takes no part in this turn"

    def help(self) -> str:
        names = ", ".join(f"`{id}`" for id in self.playing)
        return f"orders are awaited from {names or 'nobody'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DuplicateOrderSheet(Problem):
    """Orders of one faction come twice at once, and only one of them can hold.

    ```yaml ada.txt
    turn: 1
    faction: vael
    orders: {}
    ---
    turn: 1
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I005"
    faction: str
    line: int

    def message(self) -> str:
        return f"orders of `{self.faction}` are here twice; the first begin in line {self.line}"

    def help(self) -> str:
        return "take out those that shall not hold"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotUnsealOrders(Problem):
    """Sealed orders can't be opened.

    They were cut off, changed on the way, or sealed for another campaign, whose key is another.

    ```yaml ada.txt
    -----BEGIN CHRONICLE ORDERS-----
    AQSq6JxD8evvudfEXqWPpIovCCw01LMtk7e4MsN6pQSu4eiRskPIF+Jo3rby/usq
    -----END CHRONICLE ORDERS-----
    ```
    ```json chronicle.key
    {"version": 1, "master": "0101010101010101010101010101010101010101010101010101010101010101"}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I006"
    why: Literal["cut", "version", "key"]

    def message(self) -> str:
        return _UNSEAL_FAILURES[self.why][0]

    def help(self) -> str:
        return _UNSEAL_FAILURES[self.why][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotInsertOrders(Problem):
    """Orders can't be put into the turn's file as its `orders:` are written.

    Each faction stands there under its id, on a line of its own. Nothing that the orders name by
    `&` and `*` may reach beyond them.

    ```yaml turns/001.yaml
    turn: 1
    orders: {oru: {}}
    ```
    ```yaml ada.txt
    turn: 1
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I007"
    path: str

    def message(self) -> str:
        return f"these orders find no room under `orders:` in {self.path} as it is written"

    def help(self) -> str:
        return "write each faction there on a line of its own, and its orders below it"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersBeyondKnowledge(Problem):
    """Orders name something that, as far as chronicle knows, the faction doesn't know of.

    A player may have guessed it, or heard it from somebody at the table; or the orders were
    written with another dossier in hand. Nothing is told to the player in any case. What becomes
    of such orders is told as the rules have it.

    ```yaml people/ghost.md
    ---
    name: Ondine Ghost
    for: oru
    ---
    She lives.
    ```
    ```yaml ada.txt
    turn: 1
    faction: vael
    orders:
      conspiracies:
        - {id: seek, action: raise, resource: eyes, to: 2, narrative: Find Ondine Ghost.}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I008"
    severity: ClassVar[Severity] = "warning"
    faction: str
    what: str

    def message(self) -> str:
        return f"`{self.faction}` doesn't know of {self.what}"

    def help(self) -> str:
        return "ask the player about it, or let it stand; whoever is told of the order may read it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkupInOrders(Problem):
    """The words of orders hold marks of a secret block or of a link, which mean nothing there.

    Words of orders are shown as they are typed, to everybody who is told of the order. A
    `::: secret` block hides nothing in them.

    ```yaml ada.txt
    turn: 1
    faction: vael
    orders:
      conspiracies:
        - {id: up, action: raise, resource: eyes, to: 2, narrative: "As [[Oru]] did."}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    """

    code: ClassVar[str] = "I009"
    severity: ClassVar[Severity] = "warning"
    mark: str

    def message(self) -> str:
        return f"`{self.mark}` in the words of orders means nothing, and is shown as it is typed"

    def help(self) -> str:
        return "take it out; what shall stay secret belongs into `notes:` of the turn"
