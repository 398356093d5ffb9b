"""What can be wrong with work, training and research."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.rules.lieutenants.catalogue import Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCommonSkill(Problem):
    """Units are put to work that have no competency in common.

    All units that a lieutenant puts to work share a competency (L-ACT-WORK).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives, guards]}
    ```
    """

    code: ClassVar[str] = "LT066"
    units: tuple[tuple[str, tuple[Skill, ...]], ...]

    def message(self) -> str:
        if len(self.units) == 1:
            return f"`{self.units[0][0]}` has no competency to work with"
        return "these units have no competency in common"

    def label(self) -> str:
        return "; ".join(f"{name}: {', '.join(skills) or 'none'}" for name, skills in self.units)

    def help(self) -> str:
        return "put units to work that share one (L-ACT-WORK)"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerTooLow(Problem):
    """A trainer's level does not suffice for what is to be learnt.

    Who trains for a level is of a higher one; who trains a unit for another type is of the same
    level or a higher one. A lieutenant may be `sent_away` to a trainer elsewhere (L-ACT-TRAIN).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: drill
            lieutenant: kess
            action: train
            project: knife-drill
            target: {unit: knives}
            gain: level
    ```
    """

    code: ClassVar[str] = "LT067"
    trainer: str
    level: int
    wanted: int

    def message(self) -> str:
        return f"`{self.trainer}` has level {self.level}, and this takes level {self.wanted}"

    def help(self) -> str:
        return "let somebody of higher level train; lieutenants can be `sent_away` (L-ACT-TRAIN)"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadGain(Problem):
    """Training is to bring what it can't bring.

    A lieutenant gains a level and one statistic; a unit gains a level, or turns into another type
    that is not to be had from a church alone (L-ACT-TRAIN).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: drill
            lieutenant: kess
            action: train
            project: guard-drill
            target: {unit: adept}
            gain: {type: hedgemage}
    ```
    """

    code: ClassVar[str] = "LT068"
    why: Literal["lieutenant-type", "same-type", "divine"]
    name: str

    def message(self) -> str:
        match self.why:
            case "lieutenant-type":
                return f"`{self.name}` is a lieutenant and has no type"
            case "same-type":
                return f"`{self.name}` is of this type already"
            case "divine":
                return f"`{self.name}` comes from an NPC faction alone, and not from training"

    def help(self) -> str:
        if self.why == "lieutenant-type":
            return "write `gain: level` and `statistic:` with what is raised (L-ACT-TRAIN)"
        return "name another type, or write `gain: level` (L-ACT-TRAIN)"


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherProject(Problem):
    """A project is carried on that is another faction's, or of another kind.

    Ids of projects are shared by all factions, and by research and training.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: study, lieutenant: ada, action: research, project: wards, name: The Wards}
      oru:
        actions:
          - {id: study, lieutenant: fox, action: research, project: wards, name: Other Wards}
    ```
    """

    code: ClassVar[str] = "LT069"
    name: str
    kind: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` is a project of `{self.faction}`, of the kind `{self.kind}`"

    def help(self) -> str:
        return "give this one another id"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectBlocked(Problem):
    """A project is carried on for which something is needed first.

    After a complete failure the GM says what is missing, and clears the project when it has been
    found: `{project: wards, cleared: true}` as an adjustment (L-ACT-RESEARCH, L-ACT-TRAIN).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: study, lieutenant: ada, action: research, project: wards, name: W, hold: true}
    rolls: {vael/study/check: [1, 1]}
    ```
    ```yaml turns/002.yaml
    turn: 2
    orders:
      vael:
        actions:
          - {id: study, lieutenant: ada, action: research, project: wards}
    ```
    """

    code: ClassVar[str] = "LT070"
    name: str

    def message(self) -> str:
        return f"something is needed before `{self.name}` can go on"

    def help(self) -> str:
        return "when it is found, add the adjustment `cleared: true` for this project"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDiffers(Problem):
    """An order says something else of a project than what it was begun with.

    What is known of a project need not be said again.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: ada, action: research, project: wards, name: Wards, successes: 8}
          - {id: b, lieutenant: kess, action: research, project: wards, successes: 10}
    ```
    """

    code: ClassVar[str] = "LT071"
    name: str
    key: str
    present: str

    def message(self) -> str:
        return f"`{self.name}` was begun with another `{self.key}:`, `{self.present}`"

    def help(self) -> str:
        return "take it out here; the GM changes projects by adjustments"
