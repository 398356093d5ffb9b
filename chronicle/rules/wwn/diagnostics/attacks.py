"""What can be wrong with attacks, and with what is to be thrown again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean
from chronicle.files.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class CantAttack(Problem):
    """An asset is to attack that can't.

    Some only defend, some do something of their own in place of an attack and need a `target:` for
    it, and some whose attack is special do their work as a free action (W-ACT-1).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        attack: [{id: hit, asset: fields, against: oru}]
    ```
    """

    code: ClassVar[str] = "WN071"
    name: str
    type: str
    instead: bool

    def message(self) -> str:
        if self.instead:
            return f"`{self.name}` ({self.type}) does something else in place of an attack"
        return f"`{self.name}` ({self.type}) can't attack"

    def help(self) -> str:
        if self.instead:
            return "say with `target:` to which asset it does so"
        return "attack with another asset (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralFoes(Problem):
    """A faction attacks two others in one turn.

    However many assets attack, and wherever, they attack one and the same faction (W-ACT-1).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: guards, at: harbour}
    orders:
      kell:
        attack:
          - {id: hit, asset: traders, against: oru}
          - {id: sink, asset: ships, against: vael}
    ```
    """

    code: ClassVar[str] = "WN072"
    name: str
    other: str
    first: Span

    def message(self) -> str:
        return f"this turn's attacks are on `{self.other}`, and this one is on `{self.name}`"

    def label(self) -> str:
        return f"the first is on line {self.first.line}"

    def help(self) -> str:
        return "attack one faction a turn (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyThere(Problem):
    """An attack is made where nothing is that could meet it.

    Assets attack where they stand. The rival has nothing there that may meet this attack, neither
    in the open nor to come forward by its `defend:`, and no order of the turn can change that.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        attack: [{id: sink, asset: ships, against: oru}]
    ```
    """

    code: ClassVar[str] = "WN073"
    name: str
    place: str
    rival: str

    def message(self) -> str:
        return f"`{self.rival}` has nothing in `{self.place}` that could meet `{self.name}`"

    def help(self) -> str:
        return "attack where the rival is, with something that may fight it (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class DependsOnOthers(Problem):
    """An order counts on what only another order of this turn can bring about.

    As the turn begins, the rival has nothing there that could be attacked, its asset is hidden or
    out of reach, or a place is closed. An order can change that, if it is carried out before; if
    not, this one comes to nothing.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        attack: [{id: hit, asset: guards, against: oru}]
      oru:
        abilities: [{id: ride, asset: wagons, to: ford}]
    ```
    """

    code: ClassVar[str] = "WN074"
    severity: ClassVar[Severity] = "warning"
    said: str

    def message(self) -> str:
        return f"as the turn begins, {self.said}"

    def help(self) -> str:
        return "other orders of this turn can change that; if they come too late, nothing happens"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollNotMade(Problem):
    """A roll is to be thrown again that was not thrown.

    `redo:` names a roll beforehand, as `faction/order/purpose`, the way the GM's edition and
    `chronicle resolve` show it. What was not thrown can't be thrown again.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: benders, type: mindbenders, at: redhaven}
    orders:
      vael:
        redo: [{asset: benders, roll: kell/hit/price}]
      kell:
        attack: [{id: hit, asset: traders, against: oru}]
    ```
    """

    code: ClassVar[str] = "WN075"
    severity: ClassVar[Severity] = "warning"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the roll `{self.name}` did not come up"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="no rival threw dice in this turn")
