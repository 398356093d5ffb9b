"""What can be wrong with what an order is aimed at: targets, purchases and routes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem


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
