"""What can be wrong with who carries out an order: its lieutenant, units and things, and where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class LieutenantBusy(Problem):
    """A lieutenant is given a second action in one turn.

    Each lieutenant has at most one action a turn (L-TURN-2). A double agent obeys the faction that
    it lives with or the one that it serves, and not both in the same turn.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: court, lieutenant: ada, action: gain-influence, npc: watch}
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}}
    ```
    """

    code: ClassVar[str] = "LT040"
    name: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` acts a second time in this turn"

    def label(self) -> str:
        return f"it has an order on line {self.first.line}"

    def help(self) -> str:
        return "a lieutenant has one action a turn (L-TURN-2): give this to another"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfAction(Problem):
    """Somebody is to take part who can't: destroyed, lost, a prisoner, or gone.

    What a turn begins with counts, with the adjustments of that turn.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a fall, asset: kess, condition: lost}
    orders:
      vael:
        actions:
          - {id: court, lieutenant: kess, action: gain-influence, npc: watch}
    ```
    """

    code: ClassVar[str] = "LT041"
    name: str
    why: str

    def message(self) -> str:
        return f"`{self.name}` {self.why}"

    def help(self) -> str:
        return "name one that is there, or bring this one back by an adjustment"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOwn(Problem):
    """Something is named that belongs to somebody else.

    A faction uses, trains, hides and sells its own. Double agents belong to the faction that they
    live with and to the one that they serve.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [giants]}
    ```
    """

    code: ClassVar[str] = "LT042"
    name: str
    faction: str

    def message(self) -> str:
        return f"`{self.name}` does not belong to `{self.faction}`"

    def help(self) -> str:
        return f"name something of `{self.faction}`"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyUnits(Problem):
    """More units are assigned than a lieutenant can command.

    A lieutenant commands as many units as the faction's cohesion (L-TURN-3), and twice as many for
    a Move inside one locale (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: quarrels, faction: vael, cohesion: -2}
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: cautious-attack, at: mill, units: [knives, guards]}
    ```
    """

    code: ClassVar[str] = "LT043"
    count: int
    most: int
    rule: str

    def message(self) -> str:
        return f"{self.count} units are assigned, and the lieutenant can command {self.most}"

    def label(self) -> str:
        return "one too many" if self.count == self.most + 1 else "from here on too many"

    def help(self) -> str:
        return f"leave some out, or give them to another lieutenant ({self.rule})"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitBusy(Problem):
    """A unit is assigned twice in one turn.

    A unit follows one lieutenant (L-TURN-3), whichever of its factions gives the order.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives]}
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}, units: [knives]}
    ```
    """

    code: ClassVar[str] = "LT044"
    name: str
    first: Span

    def message(self) -> str:
        return f"`{self.name}` is assigned a second time in this turn"

    def label(self) -> str:
        return f"it is assigned already on line {self.first.line}"

    def help(self) -> str:
        return "a unit follows one lieutenant a turn (L-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class ElsewhereThan(Problem):
    """Something is in another locale than the lieutenant who shall act on it or with it.

    An action happens in the lieutenant's locale, and only what is there can take part; nothing
    crosses locales but by a Move (L-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: watch, lieutenant: ada, action: surveil, target: {unit: spies}}
    ```
    """

    code: ClassVar[str] = "LT045"
    name: str
    where: str
    other: str
    locale: str

    def message(self) -> str:
        place = f"in `{self.where}`" if self.where else "in no locale"
        return f"`{self.name}` is {place}, and `{self.other}` in `{self.locale}`"

    def help(self) -> str:
        return "an action happens in its lieutenant's locale (L-MOVE); a Move crosses to another"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAdmitted(Problem):
    """Somebody is to end a turn at a location whose owner does not let them in.

    Minions end at locations that nobody owns, that are their own, or whose owner admits them
    (L-MOVE); so do things that are bought. `admits:` in the location's `opening:` says whom.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: look, lieutenant: ada, action: surveil, target: {location: mill}, end_at: mill}
    ```
    """

    code: ClassVar[str] = "LT046"
    place: str
    owner: str
    faction: str

    def message(self) -> str:
        return f"`{self.owner}` does not admit `{self.faction}` to `{self.place}`"

    def help(self) -> str:
        return "name a location that is free, one's own, or open to the faction (L-MOVE)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAtHand(Problem):
    """A thing is to be used or carried that is out of reach.

    A lieutenant uses and takes along what he or his units hold, and what lies in his locale.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        actions:
          - {id: court, lieutenant: wren, action: gain-influence, npc: watch, items: [scales]}
    adjustments:
      - {for: gm, because: a gift, faction: oru, item: {id: scales, name: Scales, at: mill}}
    ```
    """

    code: ClassVar[str] = "LT047"
    name: str
    where: str
    lieutenant: str

    def message(self) -> str:
        place = f"at `{self.where}`" if self.where else "nowhere"
        return f"`{self.name}` is {place}, out of reach for `{self.lieutenant}`"

    def help(self) -> str:
        return "a thing is used where it is, or by who holds it; a Move can carry it along"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInOrder(Problem):
    """Something is said of a unit that this order does not assign.

    `selective:`, `end_at:` and `to:` speak of the lieutenant and the units under `units:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: toil, lieutenant: kess, action: work, units: [knives], selective: [guards]}
    ```
    """

    code: ClassVar[str] = "LT048"
    name: str

    def message(self) -> str:
        return f"`{self.name}` has no part in this order"

    def help(self) -> str:
        return "add it to `units:`, or take it out here"


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyAble(Problem):
    """An action needs a unit with a certain working, and none is assigned.

    To seduce takes a seducer, to sabotage a facility takes saboteurs, and to strike at one asset
    takes assassins (L-AST).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: charm, lieutenant: ada, action: seduce, target: {lieutenant: fox}, units: [knives]}
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
class GoesNowhere(Problem):
    """A Move assigns a unit and does not say where it goes.

    When `to:` says for each where it goes, it names all units of the order; the lieutenant may be
    left out, and stays (L-ACT-MOVE).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - {id: a, lieutenant: kess, action: move, units: [knives, guards], to: {knives: market}}
    ```
    """

    code: ClassVar[str] = "LT078"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is assigned and goes nowhere"

    def help(self) -> str:
        return "name its location under `to:`, or take it out of `units:`"
