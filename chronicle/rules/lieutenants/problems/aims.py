"""What can be wrong with what an order is aimed at: targets, purchases, routes, projects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics import Problem
from chronicle.rules.lieutenants.catalogue import Skill


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTarget(Problem):
    """An action that is meant for others is aimed at oneself.

    Nobody attacks, robs, seduces, recruits or lies in wait for one's own faction, claims what one
    has, or rallies an NPC faction against itself or oneself. A unit that is a prisoner may be taken
    back.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: woo, lieutenant: ada, action: recruit, target: {unit: knives}}
    ```
    """

    code: ClassVar[str] = "LT060"
    action: str
    name: str
    faction: str

    def message(self) -> str:
        if self.name == self.faction:
            return f"`{self.action}` is aimed at `{self.name}` itself"
        return f"`{self.name}` is of `{self.faction}`, and `{self.action}` is for what is not"

    def help(self) -> str:
        return "name something or somebody else"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForSale(Problem):
    """A location is to be bought that is not on the market.

    A location can be bought when nobody owns it and its `opening:` has a `cost:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: buy, lieutenant: ada, action: purchase, buy: {location: mill}}
    ```
    """

    code: ClassVar[str] = "LT061"
    place: str
    owner: str

    def message(self) -> str:
        if self.owner:
            return f"`{self.place}` is not for sale: it belongs to `{self.owner}`"
        return f"`{self.place}` is not for sale: it has no cost"

    def help(self) -> str:
        if self.owner:
            return "claim it, or let its owner leave it by an adjustment"
        return "give it a `cost:` in its `opening:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidInInfluence(Problem):
    """A purchase does not say from whom, or says so where it must not.

    What costs influence comes from an NPC faction alone, and is paid with influence there; all else
    is bought on the open market for capital (L-AST).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: pray, lieutenant: ada, action: purchase, buy: {unit: monk, type: priest, name: Ro}}
    ```
    """

    code: ClassVar[str] = "LT062"
    type: str
    needed: bool

    def message(self) -> str:
        if self.needed:
            return f"`{self.type}` costs influence, and this does not say with whom"
        return f"`{self.type}` is bought on the open market, from nobody in particular"

    def help(self) -> str:
        if self.needed:
            return "add `from:` with the NPC faction"
        return "take `from:` out"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRoute(Problem):
    """A Move does not lead from one locale to a neighbouring one, or within one.

    Units leave from anywhere in one locale, and arrive anywhere in one neighbouring locale or in
    the same. The lieutenant goes along, stays behind, or is there already (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: move, units: [knives], to: {kess: inn, knives: mill}}
    ```
    """

    code: ClassVar[str] = "LT063"
    why: Literal["starts", "ends", "far", "lieutenant", "same"]
    name: str
    first: str
    second: str

    def message(self) -> str:
        match self.why:
            case "starts":
                return f"`{self.name}` leaves from `{self.first}`, and others from `{self.second}`"
            case "ends":
                return f"`{self.name}` lies in `{self.first}`, and others go to `{self.second}`"
            case "far":
                return f"`{self.first}` and `{self.second}` are no neighbours"
            case "lieutenant":
                return f"`{self.name}` is in `{self.first}`, which this move does not touch"
            case "same":
                return f"`{self.name}` is at `{self.first}` already"

    def help(self) -> str:
        if self.why == "lieutenant":
            return "the lieutenant is where the move begins or where it ends (L-ACT-MOVE)"
        if self.why == "same":
            return "name another location, or leave it out"
        return "a Move leads from one locale to one neighbour, or stays inside (L-ACT-MOVE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadStrike(Problem):
    """One asset is to be struck at without what that takes.

    Assassins strike at one named asset of the faction they attack, in a stealthy attack in which
    all units have the sneak competency (L-AST-STRIKES-ONE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: kill
            lieutenant: kess
            action: cautious-attack
            at: mill
            units: [blades]
            strike: fox
    adjustments:
      - for: gm
        because: a gift
        faction: vael
        unit: {id: blades, name: Blades, type: assassins, at: manor}
    ```
    """

    code: ClassVar[str] = "LT064"
    why: Literal["open", "unit"]
    name: str = ""

    def message(self) -> str:
        if self.why == "open":
            return "only a stealthy attack can strike at one asset"
        return f"`{self.name}` has no sneak, and can't come along to strike at one asset"

    def help(self) -> str:
        if self.why == "open":
            return "add `stealthy: true`, or take `strike:` out (L-AST-STRIKES-ONE)"
        return "leave it out, or take `strike:` out (L-AST-STRIKES-ONE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherRally(Problem):
    """An attack answers a rally that was meant for others.

    The NPC faction that was rallied attacks the faction that it was rallied against (L-ACT-RALLY).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital}
          - {id: hit, lieutenant: kess, action: cautious-attack, at: mill, answers: vael/rouse}
    ```
    """

    code: ClassVar[str] = "LT065"
    name: str
    npc: str
    target: str

    def message(self) -> str:
        return f"`{self.name}` rallies `{self.npc}` against `{self.target}`, and not this attack"

    def help(self) -> str:
        return "order it for that faction, against that faction, or take `answers:` out"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOpponent(Problem):
    """An action that is aimed at one faction names several.

    Only those who lie in wait do so for more than one faction.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: hit, lieutenant: kess, action: cautious-attack, at: mill, against: [oru, watch]}
    ```
    """

    code: ClassVar[str] = "LT072"
    action: str

    def message(self) -> str:
        return f"`{self.action}` is aimed at one faction"

    def help(self) -> str:
        return "keep one of them"
