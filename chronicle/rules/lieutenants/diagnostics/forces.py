"""Errors about who carries out an order, and where: lieutenant, units and items."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LieutenantBusy(Problem):
    """A lieutenant has two actions in one turn.

    Each lieutenant has at most one action per turn (L-TURN-2). A double agent can act once for the
    faction it lives with, and once for the one it serves.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: court, lieutenant: ada, action: gain-influence, npc: watch}
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}}
    ```
    ```right
    id: look, lieutenant: ada => id: look, lieutenant: kess
    ```
    """

    code: ClassVar[str] = "LT040"
    name: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` already has an action this turn"

    def label(self) -> str:
        return f"the other action is on line {self.first.line}"

    def help(self) -> str:
        return "a lieutenant has one action per turn (L-TURN-2): give this one to another"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfAction(Problem):
    """An order names somebody who is destroyed, lost, a prisoner or gone.

    The state at the start of the turn counts, including the turn's adjustments.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a fall, asset: kess, condition: lost}
    orders:
      vael:
        actions:
          - {id: court, lieutenant: kess, action: gain-influence, npc: watch}
    ```
    ```right
    asset: kess, condition: lost => asset: ada, condition: lost
    ```
    """

    code: ClassVar[str] = "LT041"
    name: str
    why: str

    def message(self) -> str:
        return f"`{self.name}` {self.why}"

    def help(self) -> str:
        return "name one that is available, or bring this one back with an adjustment"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotKnown(Problem):
    """An order names something that is hidden from its faction, or a secret location.

    What is hidden can't be seen by other factions, unless they find it by watching or investigating
    (L-ACT-CONCEAL). `known:` says why a faction knows of it all the same.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        actions:
          - {id: rob, lieutenant: fox, action: raid, at: cellar, take: {capital: 2}}
    ```
    ```right
    at: cellar => at: manor
    ```
    """

    code: ClassVar[str] = "LT080"
    name: str
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` does not know where `{self.name}` is"

    def help(self) -> str:
        return "let it surveil or investigate first, or say why it knows, as in `known: a map`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOwn(Problem):
    """An order names something that belongs to another faction.

    A faction uses, trains, hides and sells only its own assets. Double agents belong to the faction
    they live with and to the one they serve.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [giants]}
    ```
    ```right
    units: [giants] => units: [knives]
    ```
    """

    code: ClassVar[str] = "LT042"
    name: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` does not belong to `{self.faction}`"

    def help(self) -> str:
        return f"name something that belongs to `{self.faction}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyUnits(Problem):
    """An order assigns more units than the lieutenant can command.

    A lieutenant can command as many units as the faction's cohesion (L-TURN-3), and twice as many
    for a Move within one locale (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: quarrels, faction: vael, cohesion: -2}
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [knives, guards]}
    ```
    ```right
    [knives, guards] => [knives]
    ```
    """

    code: ClassVar[str] = "LT043"
    count: int
    most: int
    rule: str

    def message(self) -> str:
        return f"{self.count} units are assigned, but the lieutenant can command only {self.most}"

    def label(self) -> str:
        return "one too many" if self.count == self.most + 1 else "too many from here on"

    def help(self) -> str:
        return f"remove some, or give them to another lieutenant ({self.rule})"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitBusy(Problem):
    """A unit is assigned twice in one turn.

    A unit follows only one lieutenant per turn (L-TURN-3). This also holds for orders of different
    factions, if the unit is a double agent.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives]}
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}, units: [knives]}
    ```
    ```right
    , units: [knives]} => , units: [guards]}
    ```
    """

    code: ClassVar[str] = "LT044"
    name: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` is already assigned this turn"

    def label(self) -> str:
        return f"the other assignment is on line {self.first.line}"

    def help(self) -> str:
        return "a unit follows one lieutenant per turn (L-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInLocale(Problem):
    """Something is not in the same locale as the lieutenant.

    An action happens in the lieutenant's locale, and only what is there can take part. Only a Move
    leads to another locale (L-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: watch, lieutenant: ada, action: surveil, target: {unit: spies}}
    ```
    ```right
    target: {unit: spies} => target: {unit: ears}
    ```
    """

    code: ClassVar[str] = "LT045"
    name: str
    where: str
    other: str
    locale: str

    def message(self) -> str:
        place = f"in `{self.where}`" if self.where else "in no locale"
        return f"`{self.name}` is {place}, but `{self.other}` is in `{self.locale}`"

    def help(self) -> str:
        return "an action happens in the lieutenant's locale (L-MOVE); use a Move to reach another"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAdmitted(Problem):
    """A turn would end at a location whose owner does not admit the faction.

    Minions must end the turn at a location that nobody owns, that their faction owns, or whose
    owner admits them (L-MOVE). The same holds for purchases. `admits:` in the location's `opening:`
    names the admitted factions.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}, end_at: mill}
    ```
    ```right
    , end_at: mill =>
    ```
    """

    code: ClassVar[str] = "LT046"
    place: str
    owner: str
    faction: str

    def message(self) -> str:
        return f"`{self.owner}` does not admit `{self.faction}` to `{self.place}`"

    def help(self) -> str:
        return "name a location that is unowned, the faction's own, or open to it (L-MOVE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInReach(Problem):
    """An item or information is out of the lieutenant's reach.

    A lieutenant can use and carry what he or his units hold, and what is in his locale.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        actions:
          - {id: court, lieutenant: wren, action: gain-influence, npc: watch, items: [scales]}
    adjustments:
      - {for: gm, because: a gift, faction: oru, item: {id: scales, name: Scales, at: mill}}
    ```
    ```right
    at: mill} => holder: wren}
    ```
    """

    code: ClassVar[str] = "LT047"
    name: str
    where: str
    lieutenant: str

    def message(self) -> str:
        place = f"at `{self.where}`" if self.where else "nowhere"
        return f"`{self.name}` is {place}, out of reach of `{self.lieutenant}`"

    def help(self) -> str:
        return "use it where it is, or give the order to its holder; a Move can carry it"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInOrder(Problem):
    """An order mentions a unit that it does not assign.

    `selective:`, `end_at:` and `to:` apply to the lieutenant and to the units under `units:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], selective: [guards]}
    ```
    ```right
    selective: [guards] => selective: [knives]
    ```
    """

    code: ClassVar[str] = "LT048"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is not assigned by this order"

    def help(self) -> str:
        return "add it to `units:`, or remove it here"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoCapableUnit(Problem):
    """No assigned unit has the ability that an action needs.

    To seduce, assign a seducer; to sabotage a facility, saboteurs; to strike at one asset,
    assassins (L-AST).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a gift
        faction: vael
        unit: {id: siren, name: Siren, type: seducer, at: cellar}
    orders:
      vael:
        actions:
          - {id: charm, lieutenant: ada, action: seduce, target: {lieutenant: fox}, units: [knives]}
    ```
    ```right
    units: [knives] => units: [siren]
    ```
    """

    code: ClassVar[str] = "LT049"
    deed: str
    who: str

    def message(self) -> str:
        return f"no assigned unit can {self.deed}"

    def help(self) -> str:
        return f"assign {self.who}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDestination(Problem):
    """A Move does not say where one of its units goes.

    If `to:` gives a destination for each, it must name all units of the order. The lieutenant can
    be left out, and then stays (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: move, units: [knives, guards], to: {knives: market}}
    ```
    ```right
    units: [knives, guards] => units: [knives]
    ```
    """

    code: ClassVar[str] = "LT078"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is assigned but has no destination"

    def help(self) -> str:
        return "name its destination under `to:`, or remove it from `units:`"
