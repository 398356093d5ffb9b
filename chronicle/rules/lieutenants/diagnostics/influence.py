"""Errors and warnings about influence, payment and upkeep in respect."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TooMuchInfluence(Problem):
    """More influence is spent than the faction has, or than the campaign allows.

    Influence with an NPC faction is spent on actions that concern it, for +1 per point.
    `influence_limit:` sets the most that can be spent on one action; the default is 3 (L-CHK-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: court, lieutenant: ada, action: gain-influence, npc: watch, influence: 3}
    ```
    ```right
    influence: 3 => influence: 1
    ```
    """

    code: ClassVar[str] = "LT073"
    spent: int
    most: int
    npc: str

    def message(self) -> str:
        if self.npc:
            return f"the faction has {self.most} influence with `{self.npc}`, not {self.spent}"
        return f"an action can use at most {self.most} influence, not {self.spent}"

    def label(self) -> str:
        return f"at most {self.most}"

    def help(self) -> str:
        if self.npc:
            return "spend less, or name the order that gains it under `needs:` (L-CHK-7)"
        return "spend less, or raise `influence_limit:` in campaign.yaml (L-CHK-7)"


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceUnused(Problem):
    """Influence is spent on an action that concerns no NPC faction.

    Influence helps only with the NPC faction that it is held with (L-CHK-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], influence: 1}
    ```
    ```right
    , influence: 1 =>
    ```
    """

    code: ClassVar[str] = "LT074"

    def message(self) -> str:
        return "influence has no effect here: the action concerns no NPC faction"

    def help(self) -> str:
        return "remove `influence:` (L-CHK-7)"


@dataclass(frozen=True, slots=True, kw_only=True)
class PayMissing(Problem):
    """A claim or a rally does not say how it is paid for.

    On a success both cost influence or capital, and have no effect if they are not paid for
    (L-ACT-CLAIM, L-ACT-RALLY). To leave one unpaid on purpose, write `pay: none`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: ada, action: claim, npc: watch, target: {location: mill}}
    ```
    ```right
    {location: mill}} => {location: mill}, pay: capital}
    ```
    """

    code: ClassVar[str] = "LT075"
    severity: ClassVar[Severity] = "warning"
    action: str

    def message(self) -> str:
        return f"without `pay:`, this `{self.action}` has no effect even on a success"

    def help(self) -> str:
        return "add `pay: influence` or `pay: capital`, or `pay: none` to pay nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostsNoRespect(Problem):
    """`leaves:` names something that costs no respect.

    With `leaves:` the GM decides who leaves when upkeep in respect is more than reach (L-TURN-6).
    Who leaves for lack of capital is decided by `upkeep_priority:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        leaves: [knives]
    ```
    ```right
    knives => ada
    ```
    """

    code: ClassVar[str] = "LT076"
    name: str

    def message(self) -> str:
        return f"`{self.name}` costs no respect"

    def help(self) -> str:
        return "name something with upkeep in respect, or remove this (L-TURN-6)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEnoughRespect(Problem):
    """A faction's upkeep in respect is more than its reach, and nobody leaves.

    The GM decides who leaves (L-TURN-6), and names them under `leaves:` in the faction's orders for
    that turn. Assets gained this turn count too.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a scandal, faction: vael, reach: -3}
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives]}
    ```
    ```right
    reach: -3 => reach: -1
    ```
    """

    code: ClassVar[str] = "LT077"
    faction: str
    respect: int
    reach: int
    candidates: tuple[tuple[str, int], ...]

    def message(self) -> str:
        return (
            f"`{self.faction}` needs {self.respect} respect but has reach {self.reach}: "
            f"{self.respect - self.reach} too little"
        )

    def label(self) -> str:
        return "somebody must leave"

    def help(self) -> str:
        named = ", ".join(f"`{name}` ({cost}r)" for name, cost in self.candidates)
        return f"name who leaves under `leaves:` (L-TURN-6): {named}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RallyUnanswered(Problem):
    """An NPC faction was rallied to attack last turn, and has not attacked.

    A successful rally promises an attack. The GM orders it for the NPC faction, in the same turn or
    the next, with `answers:` (L-ACT-RALLY).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital}
    rolls: {vael/rouse/check: [3, 4]}
    ```
    ```yaml turns/002.yaml
    turn: 2
    ```
    ```right turns/002.yaml
    turn: 2
    orders:
      watch:
        actions:
          - id: raid
            lieutenant: serjeant
            action: cautious-attack
            at: ford
            against: oru
            answers: vael/rouse
    ```
    """

    code: ClassVar[str] = "LT079"
    severity: ClassVar[Severity] = "warning"
    rally: str
    npc: str
    by: str
    target: str
    turn: int

    def message(self) -> str:
        return (
            f"`{self.npc}` was rallied by `{self.by}` against `{self.target}` in turn {self.turn}, "
            "but does not attack"
        )

    def help(self) -> str:
        return f"order the attack for `{self.npc}`, with `answers: {self.rally}` (L-ACT-RALLY)"
