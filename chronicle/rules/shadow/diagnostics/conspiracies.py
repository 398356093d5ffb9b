"""What can be wrong with a conspiracy or assistance itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelNotHigher(Problem):
    """Influence would be raised to a level that the power has already.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 1, narrative: They creep.}
    ```
    """

    code: ClassVar[str] = "SH008"
    present: int
    sphere: str

    def message(self) -> str:
        return f"the power has Influence {self.present} in `{self.sphere}` already"

    def label(self) -> str:
        return f"has to be above {self.present}"

    def help(self) -> str:
        return "Influence is raised to a level above the present one (S-ACT-1)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResourceWithoutDominance(Problem):
    """A new resource is asked for without reaching for dominance.

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
    """

    code: ClassVar[str] = "SH014"

    def message(self) -> str:
        return "a new resource comes with a raise to 3"

    def help(self) -> str:
        return "raise `to: 3`, or take `new_resource` out"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistUsed(Problem):
    """A power assists its player character a second time in one story (S-ROUND-7).

    Stories start where `campaign.yaml` says so under `stories:`.

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
    """

    code: ClassVar[str] = "SH016"
    power: str

    def message(self) -> str:
        return f"`{self.power}` has given its assistance in this story"

    def help(self) -> str:
        return "assistance is free again when the next story starts"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoNarrative(Problem):
    """A conspiracy has no narrative and will fail without a roll (S-DICE-4).

    This is allowed, and a warning so that it does not happen by a slip.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        conspiracies:
          - {id: creep, action: raise, resource: eyes, to: 2}
    ```
    """

    code: ClassVar[str] = "SH019"
    severity: ClassVar = "warning"

    def message(self) -> str:
        return "without a narrative this fails without a roll (S-DICE-4)"

    def help(self) -> str:
        return "add `narrative:`, unless it is meant to fail"


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
    """

    code: ClassVar[str] = "SH020"
    target: str

    def message(self) -> str:
        return f"`{self.target}` does not say whose resource is attacked"

    def help(self) -> str:
        return "write the power, a slash and the resource, as in `oru/whalers`"
