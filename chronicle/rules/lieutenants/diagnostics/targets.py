"""Errors in the targets, purchases and routes of orders."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTarget(Problem):
    """An action against others is aimed at the faction itself.

    A faction can't attack, rob, seduce, recruit, ambush or block itself, claim what it already has,
    or rally an NPC faction against the NPC faction or itself. It can take back its own units that
    are prisoners.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: woo, lieutenant: ada, action: recruit, target: {unit: knives}}
    ```
    ```right
    unit: knives => unit: giants
    ```
    """

    code: ClassVar[str] = "LT060"
    action: str
    name: str
    faction: str

    def message(self) -> str:
        if self.name == self.faction:
            return f"this `{self.action}` sets `{self.name}` against itself"
        return f"`{self.name}` belongs to `{self.faction}`, which can't `{self.action}` its own"

    def help(self) -> str:
        return "name another target"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForSale(Problem):
    """A location is not for sale.

    A location can be bought if nobody owns it and its `opening:` has a `cost:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: buy, lieutenant: ada, action: purchase, buy: {location: mill}}
    ```
    ```right
    location: mill => location: market
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
            return "claim it, or remove its owner with an adjustment"
        return "add `cost:` to its `opening:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaidInInfluence(Problem):
    """A purchase needs `from:` but lacks it, or has it without need.

    What costs influence comes only from an NPC faction, and is paid for with influence there.
    Everything else is bought on the open market for capital (L-AST).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: pray
            lieutenant: ada
            action: purchase
            buy: {unit: monk, type: priest, name: Ro}
    ```
    ```right
    name: Ro} => name: Ro, from: watch}
    ```
    """

    code: ClassVar[str] = "LT062"
    type: str
    needed: bool

    def message(self) -> str:
        if self.needed:
            return f"`{self.type}` costs influence, but `from:` is missing"
        return f"`{self.type}` is bought on the open market, not from a faction"

    def help(self) -> str:
        if self.needed:
            return "add `from:` with the NPC faction"
        return "remove `from:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRoute(Problem):
    """A Move or a blocked way is neither within one locale nor to a neighbouring one.

    All units must start in one locale, and end in the same or in one neighbouring locale. The
    lieutenant goes along, stays behind, or is already there (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: move, units: [knives], to: {kess: inn, knives: mill}}
    ```
    ```right
    kess: inn, knives: mill => kess: market, knives: market
    ```
    """

    code: ClassVar[str] = "LT063"
    why: Literal["starts", "ends", "far", "lieutenant", "same", "way"]
    name: str
    first: str
    second: str

    def message(self) -> str:
        match self.why:
            case "starts":
                return f"`{self.name}` starts in `{self.first}`, but others in `{self.second}`"
            case "ends":
                return f"`{self.name}` is in `{self.first}`, but others go to `{self.second}`"
            case "far" | "way":
                return f"`{self.first}` and `{self.second}` are not neighbours"
            case "lieutenant":
                return (
                    f"`{self.name}` is in `{self.first}`, "
                    "but this move neither starts nor ends there"
                )
            case "same":
                return f"`{self.name}` is already at `{self.first}`"

    def help(self) -> str:
        if self.why == "lieutenant":
            return "the lieutenant must be where the move starts or ends (L-ACT-MOVE)"
        if self.why == "same":
            return "name another location, or remove it"
        if self.why == "way":
            return "a block is at a location or on the way to a neighbouring locale (L-ACT-BLOCK)"
        return "a Move stays in one locale or goes to one neighbouring locale (L-ACT-MOVE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadStrike(Problem):
    """A strike at one asset lacks something that it needs.

    Assassins can strike at one named asset of the faction they attack. The attack must be stealthy,
    and all its units must have the sneak competency (L-AST-STRIKES-ONE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: kill
            lieutenant: kess
            action: cautious-attack
            at: mill
            stealthy: false
            units: [blades]
            strike: fox
    adjustments:
      - for: gm
        because: a gift
        faction: vael
        unit: {id: blades, name: Blades, type: assassins, at: manor}
    ```
    ```right
    stealthy: false => stealthy: true
    ```
    """

    code: ClassVar[str] = "LT064"
    why: Literal["open", "unit"]
    name: str = ""

    def message(self) -> str:
        if self.why == "open":
            return "only a stealthy attack can strike at one asset"
        return f"`{self.name}` has no sneak competency, so it can't join a strike at one asset"

    def help(self) -> str:
        if self.why == "open":
            return "add `stealthy: true`, or remove `strike:` (L-AST-STRIKES-ONE)"
        return "remove the unit, or remove `strike:` (L-AST-STRIKES-ONE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongRally(Problem):
    """An attack answers a rally that was meant for others.

    The attack must be made by the NPC faction that was rallied, against the faction it was rallied
    against (L-ACT-RALLY).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: rouse, lieutenant: ada, action: rally, npc: watch, against: oru, pay: capital}
          - {id: hit, lieutenant: kess, action: cautious-attack, at: mill, answers: vael/rouse}
    ```
    ```right
    , answers: vael/rouse =>
    ```
    """

    code: ClassVar[str] = "LT065"
    name: str
    npc: str
    target: str

    def message(self) -> str:
        return f"`{self.name}` rallies `{self.npc}` against `{self.target}`; this is another attack"

    def help(self) -> str:
        return "order it for the first faction, against the second, or remove `answers:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOpponent(Problem):
    """An action against one faction names several.

    Only an ambush or a block can be against more than one faction.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: hit, lieutenant: kess, action: cautious-attack, at: mill, against: [oru, watch]}
    ```
    ```right
    [oru, watch] => oru
    ```
    """

    code: ClassVar[str] = "LT072"
    action: str

    def message(self) -> str:
        return f"`{self.action}` can be against only one faction"

    def help(self) -> str:
        return "keep one of them"
