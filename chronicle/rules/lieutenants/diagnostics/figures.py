"""Errors in a faction's values and in the make-up of its assets."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no `opening:`.

    `opening:` contains the faction's starting values and assets. For an NPC faction, it needs at
    least `npc: true`.

    ```yaml factions/thieves.yaml
    name: The Thieves
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    ```right factions/thieves.yaml
    name: The Thieves
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    opening: {capital: 2}
    ```
    """

    code: ClassVar[str] = "LT009"

    def message(self) -> str:
        return "this faction has no `opening:`"

    def help(self) -> str:
        return "add `opening:`; for a faction without a player, it needs only `npc: true`"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyLieutenants(Problem):
    """A faction has more lieutenants than its leadership allows.

    Lost and destroyed lieutenants don't count. Double agents from other factions do (L-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, leadership: -1}
      - {for: gm, because: a test, asset: kess, joins: oru}
    ```
    ```right
    leadership: -1 => leadership: +1
    ```
    """

    code: ClassVar[str] = "LT010"
    faction: str
    leadership: int

    def message(self) -> str:
        return f"`{self.faction}` has leadership {self.leadership}; this is one lieutenant too many"

    def help(self) -> str:
        return "raise `leadership:`, or remove a lieutenant"


@dataclass(frozen=True, slots=True, kw_only=True)
class AboveLevelCap(Problem):
    """A lieutenant's level is above the faction's level cap.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: fox, level: +4}
    ```
    ```right
    level: +4 => level: +1
    ```
    """

    code: ClassVar[str] = "LT011"
    level: int
    cap: int

    def message(self) -> str:
        return f"level {self.level} is above the faction's level cap of {self.cap}"

    def help(self) -> str:
        return "lower the level, or raise `level_cap:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAnNpc(Problem):
    """Influence or an alliance is not with an NPC faction.

    Players' factions can have influence and alliances only with NPC factions. These have `npc:
    true` in their `opening:`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, npc: oru, influence: +1}
    ```
    ```right
    npc: oru => npc: watch
    ```
    """

    code: ClassVar[str] = "LT012"
    name: str
    known: tuple[str, ...]
    itself: bool = False

    def message(self) -> str:
        if self.itself:
            return f"`{self.name}` can't have influence or an alliance with itself"
        return f"`{self.name}` is not an NPC faction"

    def help(self) -> str:
        if not self.known:
            return "an NPC faction has `npc: true` in its `opening:`"
        return "NPC factions: " + ", ".join(f"`{name}`" for name in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAgent(Problem):
    """An asset is a double agent of its own faction.

    `agent_of:` names the other faction, which the asset secretly serves.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        unit: {id: rats, name: the Rats, type: thief-pack, at: mill, agent_of: oru}
    ```
    ```right
    , agent_of: oru => , agent_of: vael
    ```
    """

    code: ClassVar[str] = "LT013"
    faction: str

    def message(self) -> str:
        return f"this belongs to `{self.faction}` and can't be its double agent"

    def help(self) -> str:
        return "name the other faction, or remove `agent_of:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisUnit(Problem):
    """A unit has an upgrade or an ability that its type can't have.

    A veteran upgrade is for unit types of one level. Divine units have divine abilities, all others
    arcana. No upgrade or ability can be listed twice.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        unit: {id: rats, name: the Rats, type: thief-pack, at: mill, upgrades: [veteran]}
    ```
    ```right
    , upgrades: [veteran] =>
    ```
    """

    code: ClassVar[str] = "LT014"
    why: Literal["level", "kind", "twice"]
    name: str
    type: str
    level: int = 0

    def message(self) -> str:
        match self.why:
            case "level":
                return (
                    f"`{self.name}` is only for units of level {self.level}, not for `{self.type}`"
                )
            case "kind":
                return f"`{self.type}` can't have an ability of this kind: `{self.name}`"
            case "twice":
                return f"`{self.name}` is listed twice"

    def help(self) -> str:
        match self.why:
            case "level":
                return "remove it, or choose a type of that level"
            case "kind":
                return "divine units have divine abilities, all others arcana"
            case "twice":
                return "remove one of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyAbilities(Problem):
    """A unit has more abilities than its type allows.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        unit: {id: rats, name: the Rats, type: thief-pack, at: mill, abilities: [blast]}
    ```
    ```right
    , abilities: [blast] =>
    ```
    """

    code: ClassVar[str] = "LT015"
    type: str
    most: int

    def message(self) -> str:
        if not self.most:
            return f"`{self.type}` can't have abilities"
        return f"`{self.type}` can have {self.most} {'ability' if self.most == 1 else 'abilities'}"

    def help(self) -> str:
        return f"keep {self.most} at most" if self.most else "remove `abilities:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSecret(Problem):
    """`known_to:` is used for a location that is not secret.

    `known_to:` names the factions that know a secret location. A location is secret if it has
    `secret: true`, or if its `for:` leaves out a faction.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, known_to: vael}
    ```
    ```right
    place: mill, known_to: vael => place: cellar, known_to: oru
    ```
    """

    code: ClassVar[str] = "LT016"

    def message(self) -> str:
        return "this location is not secret: everybody knows it"

    def help(self) -> str:
        return "remove `known_to:`, or add `secret: true` to the location"
