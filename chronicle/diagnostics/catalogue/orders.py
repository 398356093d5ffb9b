"""Errors of orders that a player sent in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOrders(Problem):
    """The text to import contains no orders.

    Orders are YAML with `turn`, `faction` and `orders`, each at the beginning of its line, or they
    are sealed between two lines of dashes. Other text before and after them is ignored.

    ```yaml ada.txt
    See you on Friday! I will bring the orders.
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    ```right ada.txt
    turn: 1
    faction: vael
    orders:
      conspiracies:
        - {id: up, action: raise, resource: eyes, to: 2, narrative: They count.}
    ```
    """

    code: ClassVar[str] = "I001"

    def message(self) -> str:
        return "this contains no orders"

    def help(self) -> str:
        return "orders start with lines like `turn: 3`, `faction: ferry`, `orders:`, in any order"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersForOtherCampaign(Problem):
    """The orders are for another campaign than the one they are imported into.

    ```yaml ada.txt
    campaign: Coronets
    turn: 1
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    ```right
    Coronets => Crowns
    ```
    """

    code: ClassVar[str] = "I002"
    named: str
    title: str

    def message(self) -> str:
        return f"these orders are for the campaign `{self.named}`, not `{self.title}`"

    def help(self) -> str:
        return "give the folder of that campaign, or delete the line `campaign:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersForOtherTurn(Problem):
    """The orders are for a turn that accepts none.

    Orders are accepted for the open turn, or for the next one, which is then started, and for the
    last turn that is played, unless it is published. Orders for two turns can't be imported at
    once. To read late orders without importing them, use `chronicle orders show`. If the last turn
    was published too early, `chronicle publish --undo` takes that back.

    ```yaml ada.txt
    turn: 7
    faction: vael
    orders: {}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --dry-run
    ```
    ```right
    7 => 1
    ```
    """

    code: ClassVar[str] = "I003"
    turn: int
    open: tuple[int, ...]
    published: bool
    last_published: int = 0

    def message(self) -> str:
        if self.published:
            return f"turn {self.turn} is published and accepts no more orders"
        return f"these orders are for turn {self.turn}, which accepts none now"

    def help(self) -> str:
        accepted = f"orders are accepted for turn {' or '.join(map(str, self.open))}"
        said = f"{accepted}; `chronicle orders show` shows these without importing them"
        if self.published and self.turn == self.last_published:
            said += f", `chronicle publish --undo` takes the publication of turn {self.turn} back"
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersFromInactiveFaction(Problem):
    """The orders are from a faction that gives none: it is out of the game or played by the GM.

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
    ```right
    opening: {npc: true} => opening: {}
    ```
    """

    code: ClassVar[str] = "I004"
    faction: str
    playing: tuple[str, ...]

    def message(self) -> str:
        return f"the faction `{self.faction}` gives no orders in this turn"

    def help(self) -> str:
        names = ", ".join(f"`{id}`" for id in self.playing)
        return f"orders are expected from {names or 'no faction'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotUnsealOrders(Problem):
    """Sealed orders can't be opened.

    They were cut off, changed on the way, or sealed for another campaign, which has another key.

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
    """The orders can't be inserted under the `orders:` of the turn's file.

    Each faction must be there under its id, on a separate line. YAML anchors and aliases (`&`, `*`)
    in the orders must not refer to anything outside them.

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
    ```right
    orders: {oru: {}} => orders:
    ```
    """

    code: ClassVar[str] = "I007"
    path: str

    def message(self) -> str:
        return f"can't insert these orders under `orders:` in {self.path}"

    def help(self) -> str:
        return "write each faction there on a separate line, with its orders below it"


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersBeyondKnowledge(Problem):
    """Orders name something that the faction does not know, as far as chronicle can tell.

    The player may have guessed it, or heard it from somebody at the table; or the orders were
    written with another dossier. The player learns nothing from this warning. The rules decide what
    the orders achieve.

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
    ```right
    Find Ondine Ghost. => Find the ghost.
    ```
    """

    code: ClassVar[str] = "I008"
    severity: ClassVar[Severity] = "warning"
    faction: str
    what: str

    def message(self) -> str:
        return f"`{self.faction}` does not know {self.what}"

    def help(self) -> str:
        return "ask the player, or leave it: all who learn of the order may read it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkupInOrders(Problem):
    """Orders contain the markup of a secret block or a link, which has no effect there.

    Texts of orders are shown as typed, to everyone who learns of the order. A `::: secret` block
    hides nothing in them.

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
    ```right
    As [[Oru]] did. => As Oru did.
    ```
    """

    code: ClassVar[str] = "I009"
    severity: ClassVar[Severity] = "warning"
    mark: str

    def message(self) -> str:
        return f"`{self.mark}` has no effect in orders, and is shown as typed"

    def help(self) -> str:
        return "remove it; write secrets under `notes:` of the turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashingOrders(Problem):
    """Two orders of a faction differ, and only one of them can be given.

    Orders of several players of one faction are joined order by order. Two orders clash if they
    have the same id, are carried out by the same lieutenant, resource or asset, or fill in the same
    key differently. On a terminal, `chronicle orders import` shows both and asks which to keep.
    Otherwise `--keep` says it: `earlier` for what the turn's file already has, `later` for what the
    message says.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: up, action: raise, resource: eyes, to: 2, narrative: They count.}
    ```
    ```yaml ada.txt
    turn: 1
    faction: vael
    orders:
      conspiracies:
        - {id: up, action: raise, resource: eyes, to: 3, narrative: They creep.}
    ```
    ```command
    chronicle orders import crowns/ada.txt crowns --yes
    ```
    ```right
    to: 3, narrative: They creep. => to: 2, narrative: They count.
    ```
    """

    code: ClassVar[str] = "I010"
    faction: str
    what: str

    def message(self) -> str:
        return f"`{self.faction}` already has other orders for {self.what}"

    def help(self) -> str:
        return (
            "import it without `--yes` to see both and choose; or add `--keep earlier` to keep what"
            " is there, `--keep later` to take what was sent, `--replace` to drop all earlier ones"
        )
