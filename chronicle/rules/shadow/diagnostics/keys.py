"""Errors of resources, stakes and sides in conspiracies."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceBusy(Problem):
    """A resource is used twice in a round.

    Each resource can serve one conspiracy, or help or block one (S-ROUND-5). It may also defend.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
          - {id: drill, action: mobilize, resource: eyes}
    ```
    ```right
          - {id: drill, action: mobilize, resource: eyes} =>
    ```
    """

    code: ClassVar[str] = "SH005"
    resource: str
    first: Span

    def message(self) -> str:
        return f"`{self.resource}` is used twice in this round"

    def label(self) -> str:
        return f"first used on line {self.first.line}"

    def help(self) -> str:
        return "a resource can serve, help or block only one conspiracy (S-ROUND-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeAboveStrength(Problem):
    """A stake is larger than the strength of its resource.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, stake: 2, narrative: They creep.}
    ```
    ```right
    stake: 2 => stake: 1
    ```
    """

    code: ClassVar[str] = "SH006"
    stake: int
    strength: int
    resource: str

    def message(self) -> str:
        return f"`{self.resource}` has strength {self.strength} and can't stake {self.stake} dice"

    def label(self) -> str:
        return f"at most {self.strength}"

    def help(self) -> str:
        return "stake at most the strength of the resource (S-DICE-1, S-STAKE-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeAbovePool(Problem):
    """A stake is larger than the Destiny Dice that the power can have at that point.

    Dice that the power could still win earlier in the round are counted in its favour. If it does
    not win them, the stake is reduced to what it has, and the record says so.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        conspiracies:
          - {id: push, action: raise, resource: giants, to: 2, stake: 4, narrative: They push.}
    ```
    ```right
    stake: 4 => stake: 2
    ```
    """

    code: ClassVar[str] = "SH007"
    stake: int
    most: int
    power: str

    def message(self) -> str:
        return f"`{self.power}` can have at most {self.most} Destiny Dice here, not {self.stake}"

    def label(self) -> str:
        return f"at most {self.most}"

    def help(self) -> str:
        return "stake at most the dice in the pool (S-DICE-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInSameSphere(Problem):
    """A resource acts on something in another sphere.

    A resource can attack, help and block only in its own sphere (S-ACT-3, S-ACT-4, S-STAKE-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: burn, action: attack-resource, resource: eyes, target: oru/giants, narrative: Fire}
    ```
    ```right turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: burn, action: raise, resource: eyes, to: 2, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH009"
    what: str
    where: str
    resource: str
    sphere: str

    def message(self) -> str:
        place = f"in `{self.where}`" if self.where else "in no sphere"
        return f"{self.what} is {place}, but `{self.resource}` is in `{self.sphere}`"

    def help(self) -> str:
        return "both must be in the same sphere; place the resource there"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotPlaced(Problem):
    """A resource that is in no sphere is used in an order.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: reserve}
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep.}
    ```
    ```right
        place: {eyes: reserve} =>
    ```
    """

    code: ClassVar[str] = "SH010"
    resource: str

    def message(self) -> str:
        return f"`{self.resource}` is in reserve and can't act"

    def help(self) -> str:
        return f"place it: `place: {{{self.resource}: …}}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportsMobilize(Problem):
    """A resource that mobilizes can be neither helped nor blocked (S-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh}
        help:
          - {conspiracy: oru/drill, resource: eyes}
      oru:
        conspiracies:
          - {id: drill, action: mobilize, resource: giants}
    ```
    ```right turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh}
        help:
          - {conspiracy: oru/drill, resource: eyes}
      oru:
        conspiracies:
          - {id: drill, action: raise, resource: giants, to: 2, narrative: They drill.}
    ```
    """

    code: ClassVar[str] = "SH011"

    def message(self) -> str:
        return "a resource that mobilizes can't be helped or blocked"

    def help(self) -> str:
        return "remove this, or choose another conspiracy (S-ACT-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTarget(Problem):
    """A power helps, blocks or attacks itself.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: feint, action: attack-actor, resource: eyes, target: vael, narrative: A feint.}
    ```
    ```right turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: feint, action: raise, resource: eyes, to: 2, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH012"
    deed: str

    def message(self) -> str:
        return f"a power can't {self.deed} itself"

    def help(self) -> str:
        return "choose another power"


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpsAndBlocks(Problem):
    """One power helps and blocks the same conspiracy (S-STAKE-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh, knives: harbour}
        help:
          - {conspiracy: oru/push, resource: eyes}
        block:
          - {conspiracy: oru/push, resource: knives}
      oru:
        conspiracies:
          - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
    ```
    ```right
    place: {eyes: marsh, knives: harbour} => place: {eyes: marsh}
        block: =>
          - {conspiracy: oru/push, resource: knives} =>
    ```
    """

    code: ClassVar[str] = "SH013"
    conspiracy: str

    def message(self) -> str:
        return f"the power both helps and blocks `{self.conspiracy}`"

    def help(self) -> str:
        return "keep one of the two (S-STAKE-5)"
