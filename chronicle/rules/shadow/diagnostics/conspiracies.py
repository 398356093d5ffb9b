"""Errors of conspiracies and assistance."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelNotHigher(Problem):
    """A conspiracy would raise Influence to a level that the power already has.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 1, narrative: They creep.}
    ```
    ```right
    to: 1 => to: 2
    ```
    """

    code: ClassVar[str] = "SH008"
    present: int
    sphere: str

    def message(self) -> str:
        return f"the power already has Influence {self.present} in `{self.sphere}`"

    def label(self) -> str:
        return f"must be above {self.present}"

    def help(self) -> str:
        return "choose a level above the present one (S-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResourceWithoutDominance(Problem):
    """A new resource is given to an order that does not raise Influence to 3.

    Only a raise to 3 that succeeds earns a new resource (S-ACT-1).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - id: creep
            action: raise
            resource: eyes
            to: 2
            narrative: They creep.
            new_resource: {id: ears, name: the Ears, type: agents}
    ```
    ```right
            new_resource: {id: ears, name: the Ears, type: agents} =>
    ```
    """

    code: ClassVar[str] = "SH014"

    def message(self) -> str:
        return "only a raise to 3 earns a new resource"

    def help(self) -> str:
        return "write `to: 3`, or remove `new_resource`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistUsed(Problem):
    """A power assists its player character a second time in one story (S-ROUND-7).

    `stories:` in `campaign.yaml` says where stories start.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        assist: {sphere: harbour, request: A boat.}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      vael:
        assist: {sphere: harbour, request: Another boat.}
    ```
    ```right
        assist: {sphere: harbour, request: Another boat.} =>
    ```
    """

    code: ClassVar[str] = "SH016"
    power: str

    def message(self) -> str:
        return f"`{self.power}` has already given assistance in this story"

    def help(self) -> str:
        return "assistance is available again in the next story"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoNarrative(Problem):
    """A conspiracy has no narrative and will fail without a roll (S-DICE-4).

    This is allowed. The warning is there because it may be an oversight; with `narrative: false`
    there is none.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2}
    ```
    ```right
    to: 2 => to: 2, narrative: They creep.
    ```
    """

    code: ClassVar[str] = "SH019"
    severity: ClassVar = "warning"

    def message(self) -> str:
        return "this conspiracy has no narrative, so it fails without a roll (S-DICE-4)"

    def help(self) -> str:
        return "add `narrative:`; if it should fail, write `narrative: false`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearTarget(Problem):
    """The target of an attack on a resource is not written as power and resource.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: burn, action: attack-resource, resource: eyes, target: giants, narrative: Fire.}
    ```
    ```right turns/001.yaml
    turn: 1
    orders:
      vael:
        place: {eyes: marsh}
        conspiracies:
          - {id: ash, action: attack-resource, resource: eyes, target: oru/giants, narrative: Fire.}
    ```
    """

    code: ClassVar[str] = "SH020"
    target: str

    def message(self) -> str:
        return f"`{self.target}` does not say whose resource is attacked"

    def help(self) -> str:
        return "write the power, a slash and the resource, like `oru/whalers`"


@dataclass(frozen=True, slots=True, kw_only=True)
class MobilizeGainsNothing(Problem):
    """A resource mobilizes though it has the greatest strength already (S-ACT-2).

    This is allowed, since it may lose strength before its turn in the round.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        conspiracies:
          - {id: drill, action: mobilize, resource: giants}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      oru:
        conspiracies:
          - {id: drill, action: mobilize, resource: giants}
    ```
    ```right turns/001.yaml
    turn: 1
    orders:
      oru:
        conspiracies:
          - {id: push, action: raise, resource: giants, to: 2, narrative: They push.}
    ```
    """

    code: ClassVar[str] = "SH022"
    severity: ClassVar = "warning"
    resource: str
    most: int

    def message(self) -> str:
        return f"`{self.resource}` already has strength {self.most} and gains nothing"

    def help(self) -> str:
        return f"{self.most} is the most (S-ACT-2); give it another order"
