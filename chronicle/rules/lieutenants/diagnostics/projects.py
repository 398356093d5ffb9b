"""Errors in work, training and research."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules.lieutenants.catalogue import Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCommonSkill(Problem):
    """Units that work together have no competency in common.

    All units that a lieutenant puts to work must share a competency (L-ACT-WORK).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives, guards]}
    ```
    ```right
    [knives, guards] => [knives]
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
        return "assign units that share one (L-ACT-WORK)"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainerTooLow(Problem):
    """A trainer's level is too low.

    To train for a level, the trainer needs a higher level than the trainee. To train a unit for
    another type, the trainer needs at least the unit's level. A lieutenant can be `sent_away` to a
    trainer elsewhere (L-ACT-TRAIN).

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
    ```right
    {unit: knives} => {unit: adept}
    knife-drill => ash-drill
    ```
    """

    code: ClassVar[str] = "LT067"
    trainer: str
    level: int
    wanted: int

    def message(self) -> str:
        return f"`{self.trainer}` has level {self.level}, but needs at least level {self.wanted}"

    def help(self) -> str:
        return "use a trainer of higher level; lieutenants can be `sent_away` (L-ACT-TRAIN)"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadGain(Problem):
    """Training can't bring this gain.

    A lieutenant gains a level and one statistic. A unit gains a level, or changes to another type,
    except to one that only a church can provide (L-ACT-TRAIN).

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
    ```right
    gain: {type: hedgemage} => gain: level
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
                return f"`{self.name}` already has this type"
            case "divine":
                return f"`{self.name}` comes only from an NPC faction, not from training"

    def help(self) -> str:
        if self.why == "lieutenant-type":
            return "write `gain: level` and `statistic:` with the one to raise (L-ACT-TRAIN)"
        return "name another type, or write `gain: level` (L-ACT-TRAIN)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongProject(Problem):
    """A project belongs to another faction, or is of another kind.

    All projects of all factions need different ids, research and training alike.

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
    ```right
    research, project: wards, name: Other Wards => research, project: oru-wards, name: Other Wards
    ```
    """

    code: ClassVar[str] = "LT069"
    name: str
    kind: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` is already a {self.kind} project of `{self.faction}`"

    def help(self) -> str:
        return "choose another id for this one"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectBlocked(Problem):
    """A project is continued although something is missing for it.

    After a complete failure, the GM says what is missing. When it has been found, the GM clears the
    project with the adjustment `{project: wards, cleared: true}` (L-ACT-RESEARCH, L-ACT-TRAIN).

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
    ```right turns/002.yaml
    turn: 2
    adjustments:
      - {for: vael, because: the chalk has come, project: wards, cleared: true}
    orders:
      vael:
        actions:
          - {id: study, lieutenant: ada, action: research, project: wards}
    ```
    """

    code: ClassVar[str] = "LT070"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is blocked: something that it needs is missing"

    def help(self) -> str:
        return "when it has been found, add the adjustment `cleared: true` for this project"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectDiffers(Problem):
    """An order gives a project another value than it was started with.

    What was given when the project was started can be left out.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: ada, action: research, project: wards, name: Wards, successes: 8}
          - {id: b, lieutenant: kess, action: research, project: wards, successes: 10}
    ```
    ```right
    successes: 10 => successes: 8
    ```
    """

    code: ClassVar[str] = "LT071"
    name: str
    key: str
    present: str

    def message(self) -> str:
        return f"`{self.name}` was started with another `{self.key}:`, `{self.present}`"

    def help(self) -> str:
        return "remove it here; the GM can change projects with adjustments"
