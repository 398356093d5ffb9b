"""What can be wrong with how an order is put, and with who carries it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.rules.shared import diagnostics as shared
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusedKey(shared.UnusedKey):
    """An order has a key that means nothing for what it does.

    Which keys a free action takes follows from what its asset can do: who moves is told where to,
    who looks is told at whom. What has no effect is not ignored: it may be a slip.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: look, asset: eyes, against: oru, to: mill}]
    ```
    """

    code: ClassVar[str] = "WN050"


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoActions(Problem):
    """A faction takes two kinds of action in one turn.

    It takes one kind, with as many assets as it likes (W-TURN-5). What assets do beside, under
    `abilities:`, is no action.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: riders}]
        sell: [{id: part, asset: fields}]
    ```
    """

    code: ClassVar[str] = "WN051"
    first: str
    second: str

    def message(self) -> str:
        return f"a faction takes one kind of action a turn, and `{self.first}:` is one already"

    def help(self) -> str:
        return f"leave `{self.second}:` for another turn (W-TURN-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservedId(Problem):
    """An order is called what a part of every turn is called.

    Orders and the parts of a faction's turn share one namespace, so that each event has its own
    name; some words are taken by those parts.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: income, asset: fields}]
    ```
    """

    code: ClassVar[str] = "WN052"
    name: str
    reserved: tuple[str, ...]

    def message(self) -> str:
        return f"no order can be called `{self.name}`"

    def help(self) -> str:
        return f"give it another id; taken are {quoted_list(self.reserved)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOwn(Problem):
    """Something is named that belongs to somebody else.

    A faction acts with its own assets, and repairs, hides and sells its own.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: ride, asset: wagons, to: ford}]
    ```
    """

    code: ClassVar[str] = "WN053"
    name: str
    owner: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` belongs to `{self.owner}` and not to `{self.faction}`"

    def help(self) -> str:
        return f"name something of `{self.faction}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusableAsset(Problem):
    """An asset is to do something and can't.

    New assets serve from their owner's next turn on (W-ACT-5). Rivals can hold an asset fast, pin
    it to its place or keep it from its free actions, some that are not paid obey nobody, and what
    is let go this turn is not there any more. What a turn begins with counts, with the
    adjustments of that turn.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        abilities: [{id: ride, asset: wagons, target: wagons, to: ford}]
    ```
    """

    code: ClassVar[str] = "WN054"
    name: str
    why: str

    def message(self) -> str:
        return f"`{self.name}` {self.why}"

    def help(self) -> str:
        return "name another one, or leave this order for a later turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneTwice(Problem):
    """Something is to be done a second time that is done once a turn.

    Each asset attacks once, moves once, is hidden or sold once (W-ACT), and uses each of its free
    actions once unless its effect says otherwise (W-TURN-4). A repair that is to do more has
    `times:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities:
          - {id: reap, asset: fields}
          - {id: again, asset: fields}
    ```
    """

    code: ClassVar[str] = "WN056"
    name: str
    doing: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` {self.doing} a turn"

    def label(self) -> str:
        return f"the first is on line {self.first.line}"

    def help(self) -> str:
        return "take one of the two out"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFactionTargeted(Problem):
    """A faction is set against itself.

    Attacks, searches and demands are for rivals; so are bans and lists of whom one contests.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: ring, type: monopoly, at: redhaven}
    orders:
      vael:
        abilities: [{id: press, asset: ring, target: fields}]
    ```
    """

    code: ClassVar[str] = "WN057"
    name: str
    faction: str

    def message(self) -> str:
        if self.name == self.faction:
            return f"`{self.faction}` can't be set against itself"
        return f"`{self.name}` is of `{self.faction}` itself"

    def help(self) -> str:
        return "name a rival" if self.name == self.faction else "name something of a rival"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleFaction(Problem):
    """A faction acts in the turn after it has given up a goal.

    Giving up a goal costs the next turn's action and abilities (W-GOAL); income, upkeep and what it
    does on others' turns go on.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael: {abandon: true}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      vael:
        abilities: [{id: reap, asset: fields}]
    ```
    """

    code: ClassVar[str] = "WN059"
    key: str
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` gave up its goal last turn, and there is no `{self.key}:` in this"

    def help(self) -> str:
        return f"take `{self.key}:` out (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongPieceKind(Problem):
    """An asset is named where a base is meant, or a base where an asset is.

    Bases are attacked, repaired and lost like assets, and do nothing else (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sell: [{id: part, asset: ford-hall}]
    ```
    """

    code: ClassVar[str] = "WN060"
    name: str
    base: bool

    def message(self) -> str:
        if self.base:
            return f"`{self.name}` is a base and not an asset"
        return f"`{self.name}` is an asset and not a base"

    def help(self) -> str:
        return "name an asset" if self.base else "name a base"
