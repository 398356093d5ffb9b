"""What can be wrong with what is spent, paid and owed: influence, prices and respect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceAbove(Problem):
    """More influence is spent than there is, or than the campaign allows.

    Influence with an NPC faction is spent at +1 a point on actions about it. A campaign sets the
    most that one action may be given, `influence_limit:`, which is 3 if nothing is said (L-CHK-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: court, lieutenant: ada, action: gain-influence, npc: watch, influence: 3}
    ```
    """

    code: ClassVar[str] = "LT073"
    spent: int
    most: int
    npc: str

    def message(self) -> str:
        if self.npc:
            return f"the faction has {self.most} influence with `{self.npc}` and not {self.spent}"
        return f"an action is given {self.most} influence at most, and not {self.spent}"

    def label(self) -> str:
        return f"at most {self.most}"

    def help(self) -> str:
        if self.npc:
            return "spend less, or name under `needs:` the order that gains it (L-CHK-7)"
        return "spend less; `influence_limit:` in campaign.yaml sets the most (L-CHK-7)"


@dataclass(frozen=True, slots=True, kw_only=True)
class InfluenceIdle(Problem):
    """Influence is spent on an action that concerns no NPC faction.

    It helps with the faction that it is held with, and with no other (L-CHK-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], influence: 1}
    ```
    """

    code: ClassVar[str] = "LT074"

    def message(self) -> str:
        return "influence does nothing here, as no NPC faction is concerned"

    def help(self) -> str:
        return "take `influence:` out (L-CHK-7)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToPay(Problem):
    """A claim or a rally says nothing of its price.

    Both cost influence or capital when they come off, and what is not to be paid comes to nothing
    (L-ACT-CLAIM, L-ACT-RALLY). The order says in what it is paid, or `pay: none` if that is meant.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: mine, lieutenant: ada, action: claim, npc: watch, target: {location: mill}}
    ```
    """

    code: ClassVar[str] = "LT075"
    severity: ClassVar[Severity] = "warning"
    action: str

    def message(self) -> str:
        return f"without `pay:` this `{self.action}` comes to nothing even on a success"

    def help(self) -> str:
        return "add `pay: influence` or `pay: capital`, or `pay: none` if nothing is to be paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostsNoRespect(Problem):
    """`leaves:` names something that costs the faction no respect.

    It is the GM's word on who goes when upkeep in respect is more than reach (L-TURN-6); who goes
    for want of capital is settled by `upkeep_priority:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        leaves: [knives]
    ```
    """

    code: ClassVar[str] = "LT076"
    name: str

    def message(self) -> str:
        return f"`{self.name}` costs no respect"

    def help(self) -> str:
        return "name something with an upkeep in respect, or take it out (L-TURN-6)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RespectShort(Problem):
    """A faction's assets cost more respect than it has reach, and nobody says who leaves.

    The GM decides who goes (L-TURN-6) and writes it under `leaves:` in the orders of that faction
    and turn. Assets that came in the turn count, too.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a scandal, faction: vael, reach: -3}
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives]}
    ```
    """

    code: ClassVar[str] = "LT077"
    faction: str
    respect: int
    reach: int
    candidates: tuple[tuple[str, int], ...]

    def message(self) -> str:
        return (
            f"`{self.faction}` needs {self.respect} respect and has reach {self.reach}: "
            f"{self.respect - self.reach} too little"
        )

    def label(self) -> str:
        return "somebody has to leave"

    def help(self) -> str:
        named = ", ".join(f"`{name}` ({cost}r)" for name, cost in self.candidates)
        return f"name who goes under `leaves:` (L-TURN-6): {named}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RallyUnanswered(Problem):
    """An NPC faction was roused to an attack in the turn before, and has not made it.

    A rally that comes off is a promise: the GM gives the attack as an order of the NPC faction, in
    the same turn or the next, with `answers:` (L-ACT-RALLY).

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
            f"`{self.npc}` was roused by `{self.by}` against `{self.target}` in turn {self.turn}, "
            "and does not attack"
        )

    def help(self) -> str:
        return f"give `{self.npc}` the attack, with `answers: {self.rally}` (L-ACT-RALLY)"
