"""Errors and warnings about attacks and rolls to be made again."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity, did_you_mean
from chronicle.files.source import Span
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CantAttack(Problem):
    """An asset is ordered to attack but can't.

    Some assets can only defend. Some do something else instead of attacking and need a `target:`
    for it. Others have a special attack that is used as a free action (W-ACT-1).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: riders, at: mill}
    orders:
      vael:
        attack: [{id: hit, asset: fields, against: oru}]
    ```
    ```right
    asset: fields => asset: riders
    ```
    """

    code: ClassVar[str] = "WN071"
    name: str
    type: str
    instead: bool

    def message(self) -> str:
        if self.instead:
            return f"`{self.name}` ({self.type}) does something else instead of attacking"
        return f"`{self.name}` ({self.type}) can't attack"

    def help(self) -> str:
        if self.instead:
            return "add `target:` with the asset it acts on"
        return "attack with another asset (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralFoes(Problem):
    """A faction attacks two rivals in one turn.

    All attacks in a faction's turn must be against the same rival, no matter which assets attack or
    where (W-ACT-1).

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
    ```right
          - {id: sink, asset: ships, against: vael} =>
    ```
    """

    code: ClassVar[str] = "WN072"
    name: str
    other: str
    first: Span

    def message(self) -> str:
        return f"this attacks `{self.name}`, but another attack this turn is on `{self.other}`"

    def label(self) -> str:
        return f"the other attack is on line {self.first.line}"

    def help(self) -> str:
        return "attack only one faction per turn (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyThere(Problem):
    """The rival has nothing at the place that could defend.

    Assets attack at the place where they are. The rival has no asset or base there that could meet
    this attack, neither in the open nor called forward by its `defend:`, and no order of this turn
    can change that.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        attack: [{id: sink, asset: ships, against: oru}]
    ```
    ```right
    asset: ships => asset: traders
    ```
    """

    code: ClassVar[str] = "WN073"
    name: str
    place: str
    rival: str

    def message(self) -> str:
        return f"`{self.rival}` has nothing in `{self.place}` that can defend against `{self.name}`"

    def help(self) -> str:
        return "attack where the rival has assets, with one that can fight them (W-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class DependsOnOthers(Problem):
    """An order works only if another order of this turn comes first.

    At the start of the turn, the rival has nothing to attack there, its asset is hidden or out of
    reach, or a place is closed. An order that is carried out earlier can change that. Otherwise
    this order has no effect.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        attack: [{id: hit, asset: guards, against: oru}]
      oru:
        abilities: [{id: ride, asset: wagons, to: ford}]
    rolls: {vael/turn/initiative: [8], oru/turn/initiative: [2]}
    ```
    ```right
    vael/turn/initiative: [8] => vael/turn/initiative: [2]
    oru/turn/initiative: [2] => oru/turn/initiative: [8]
    ```
    """

    code: ClassVar[str] = "WN074"
    severity: ClassVar[Severity] = "warning"
    said: str

    def message(self) -> str:
        return f"at the start of the turn, {self.said}"

    def help(self) -> str:
        return "another order can change that this turn; if it comes too late, nothing happens"


@dataclass(frozen=True, slots=True, kw_only=True)
class RollNotMade(Problem):
    """`redo:` names a roll that was not made.

    `redo:` names a roll in advance, as `faction/order/purpose`. The GM's edition and `chronicle
    resolve` show rolls in this form. Only a roll made in this turn can be rolled again.

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
    ```right
    kell/hit/price => kell/hit/check
    ```
    """

    code: ClassVar[str] = "WN075"
    severity: ClassVar[Severity] = "warning"
    name: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"the roll `{self.name}` was not made"

    def help(self) -> str:
        return did_you_mean(self.name, self.known, otherwise="no rival rolled dice this turn")
