"""What can be wrong with a faction's figures and with what its assets are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no opening figures.

    Under `opening:` stand what it can do and what it has; for an NPC faction at least `npc: true`.

    ```yaml factions/thieves.yaml
    name: The Thieves
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    """

    code: ClassVar[str] = "LT009"

    def message(self) -> str:
        return "this faction has no `opening:` with its figures and assets"

    def help(self) -> str:
        return "add `opening:`, with `npc: true` for a faction that no player leads"


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyLieutenants(Problem):
    """A faction has more lieutenants than its leadership allows.

    Those that are lost or destroyed don't count, double agents of others do (L-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, leadership: -1}
      - {for: gm, because: a test, asset: kess, joins: oru}
    ```
    """

    code: ClassVar[str] = "LT010"
    faction: str
    leadership: int

    def message(self) -> str:
        return f"`{self.faction}` leads {self.leadership} lieutenants at most, and this is one more"

    def help(self) -> str:
        return "raise `leadership:`, or take one out"


@dataclass(frozen=True, slots=True, kw_only=True)
class AboveLevelCap(Problem):
    """A lieutenant's level is above the level cap of the faction.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: fox, level: +4}
    ```
    """

    code: ClassVar[str] = "LT011"
    level: int
    cap: int

    def message(self) -> str:
        return f"level {self.level} is above the level cap of the faction, which is {self.cap}"

    def help(self) -> str:
        return "lower the level, or raise `level_cap:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAnNpc(Problem):
    """Influence or an alliance is with a faction that is no NPC faction, or with oneself.

    Players' factions sway and befriend NPC factions, which have `npc: true` in their opening.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, npc: oru, influence: +1}
    ```
    """

    code: ClassVar[str] = "LT012"
    name: str
    known: tuple[str, ...]
    itself: bool = False

    def message(self) -> str:
        if self.itself:
            return f"`{self.name}` can't have influence or an alliance with itself"
        return f"`{self.name}` is no NPC faction"

    def help(self) -> str:
        if not self.known:
            return "a faction is an NPC faction with `npc: true` in its `opening:`"
        return "NPC factions are " + ", ".join(f"`{name}`" for name in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAgent(Problem):
    """An asset would be a double agent of its own faction.

    `agent_of:` names the other faction that it serves in secret.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        unit: {id: rats, name: the Rats, type: thief-pack, at: mill, agent_of: oru}
    ```
    """

    code: ClassVar[str] = "LT013"
    faction: str

    def message(self) -> str:
        return f"this belongs to `{self.faction}` and can't be its double agent"

    def help(self) -> str:
        return "name the other faction, or take `agent_of:` away"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisUnit(Problem):
    """A unit has an upgrade or an ability that its type can't have.

    Veterans are units whose type has the level that the upgrade asks for. Divine units have divine
    abilities, all others arcana. Nothing is had twice.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        unit: {id: rats, name: the Rats, type: thief-pack, at: mill, upgrades: [veteran]}
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
                return f"`{self.name}` is for units of level {self.level}, as `{self.type}` is not"
            case "kind":
                return f"`{self.name}` is not of the kind that `{self.type}` can have"
            case "twice":
                return f"`{self.name}` stands here twice"

    def help(self) -> str:
        match self.why:
            case "level":
                return "take it away, or choose a type of that level"
            case "kind":
                return "divine units have divine abilities, all others arcana"
            case "twice":
                return "take one away"


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
    """

    code: ClassVar[str] = "LT015"
    type: str
    most: int

    def message(self) -> str:
        if not self.most:
            return f"`{self.type}` has no abilities"
        return f"`{self.type}` has {self.most} {'ability' if self.most == 1 else 'abilities'}"

    def help(self) -> str:
        return f"leave {self.most} at most" if self.most else "take `abilities:` away"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotSecret(Problem):
    """Factions are named that know a location which is no secret.

    `known_to:` is for secret locations: those with `secret: true`, and those whose `for:` leaves
    out some faction.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, known_to: vael}
    ```
    """

    code: ClassVar[str] = "LT016"

    def message(self) -> str:
        return "this location is no secret: everybody knows it"

    def help(self) -> str:
        return "take `known_to:` away, or make the location a secret with `secret: true`"
