"""What can be wrong with a faction's figures, and with what it strives for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity

#: What is wrong with an asset that is to be a target.
UnfitTargetReason = Literal["own", "hurt", "hidden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no opening figures.

    Under `opening:` stand its three ratings, what else it has, its assets and its bases.

    ```yaml factions/thieves.yaml
    name: The Thieves
    for: everyone
    colors: ["#7a1f2b", "#e8d8b0"]
    sigil: key
    ```
    """

    code: ClassVar[str] = "WN010"

    def message(self) -> str:
        return "this faction has no `opening:` with its ratings, bases and assets"

    def help(self) -> str:
        return "add `opening:` with `force:`, `cunning:`, `wealth:` and a headquarters"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusualRatings(Problem):
    """A faction's ratings are those of no common size.

    A small faction has 3–4 in its best attribute, 2–3 in the second and 1–2 in the third; a medium
    one 5–6, 4–5 and 2–3; a large one 7–8, 6–7 and 3–4 (W-ENT-2). Others can be played all the
    same.

    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening:
      force: 1
      cunning: 8
      wealth: 1
      bases: [{id: mill-house, at: mill, headquarters: true}]
      assets: [{id: ears, type: informers, at: ford}, {id: reapers, type: farmers, at: mill}]
    ```
    """

    code: ClassVar[str] = "WN011"
    severity: ClassVar[Severity] = "warning"
    ratings: tuple[int, int, int]

    def message(self) -> str:
        best, second, third = self.ratings
        return f"ratings of {best}, {second} and {third} are those of no common size of faction"

    def help(self) -> str:
        return "small is 3–4, 2–3, 1–2; medium 5–6, 4–5, 2–3; large 7–8, 6–7, 3–4"


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyAssets(Problem):
    """A faction begins with more assets than is common for its size.

    A small faction begins with one asset of its best attribute and one other, a medium one with
    two and two, a large one with four and four (W-ENT-2). More can be had all the same.

    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening:
      force: 1
      cunning: 3
      wealth: 2
      bases: [{id: mill-house, at: mill, headquarters: true}]
      assets:
        - {id: ears, type: informers, at: ford}
        - {id: wagons, type: caravan, at: mill}
        - {id: reapers, type: farmers, at: mill}
    ```
    """

    code: ClassVar[str] = "WN012"
    severity: ClassVar[Severity] = "warning"
    size: Literal["small", "medium", "large"]
    common: int
    best: bool

    def message(self) -> str:
        count = {1: "one asset", 2: "two assets", 4: "four assets"}[self.common]
        kind = "of its best attribute" if self.best else "of its other attributes"
        return f"a {self.size} faction begins with {count} {kind}, and this is one more"

    def help(self) -> str:
        return "leave it out, or let the faction buy it in play"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondMeans(Problem):
    """A faction begins with an asset that it could not buy.

    An asset asks for a rating, and some for a grade of magic (W-ENT-3). What stands in an opening
    is there all the same.

    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening:
      force: 1
      cunning: 3
      wealth: 2
      bases: [{id: mill-house, at: mill, headquarters: true}]
      assets: [{id: ears, type: informers, at: ford}, {id: gang, type: free-company, at: mill}]
    ```
    """

    code: ClassVar[str] = "WN013"
    severity: ClassVar[Severity] = "warning"
    what: str
    needed: str
    own: str

    def message(self) -> str:
        return f"this asks for {self.what} {self.needed}, and the faction has {self.own}"

    def help(self) -> str:
        return f"raise the faction's `{self.what}:`, or choose another type"


@dataclass(frozen=True, slots=True, kw_only=True)
class IneffectiveTag(Problem):
    """A tag helps with an attribute only while it is the highest, and it is not.

    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening:
      force: 1
      cunning: 3
      wealth: 2
      tags: [martial]
      bases: [{id: mill-house, at: mill, headquarters: true}]
      assets: [{id: ears, type: informers, at: ford}, {id: wagons, type: caravan, at: mill}]
    ```
    """

    code: ClassVar[str] = "WN014"
    severity: ClassVar[Severity] = "warning"
    tag: str
    attribute: str

    def message(self) -> str:
        return f"`{self.tag}` is for those whose {self.attribute} is highest, as it is not here"

    def help(self) -> str:
        return f"choose another tag, or raise `{self.attribute}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTwice(Problem):
    """One and the same thing stands twice in a list that holds each once.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, tags: [mobile, mobile]}
    ```
    """

    code: ClassVar[str] = "WN015"
    name: str

    def message(self) -> str:
        return f"`{self.name}` stands here twice"

    def help(self) -> str:
        return "take one away"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisGoal(Problem):
    """A goal says something that a goal of its kind is not about.

    Destroy the Foe is `against:` a faction, Eliminate Target is about an `asset:`, Root Out the
    Enemy about a place (`at:`), Sphere Dominance about an `attribute:`; the others are about
    nothing in particular (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        goal: {kind: peaceable-kingdom, against: vael}
    ```
    """

    code: ClassVar[str] = "WN016"
    kind: str
    key: str
    needs: str

    def message(self) -> str:
        return f"`{self.kind}` has no `{self.key}`"

    def help(self) -> str:
        if self.needs:
            return f"this goal takes `{self.needs}:` and nothing else"
        return f"take `{self.key}:` away"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitGoalTarget(Problem):
    """An asset is to be eliminated that can't be chosen for it.

    The target is a rival's, unhurt when it is chosen, and can be attacked: a Stealthed asset can't
    be (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        goal: {kind: eliminate-target, asset: wagons}
    ```
    """

    code: ClassVar[str] = "WN017"
    name: str
    why: UnfitTargetReason

    def message(self) -> str:
        match self.why:
            case "own":
                return f"`{self.name}` is the faction's own"
            case "hurt":
                return f"`{self.name}` is hurt already"
            case "hidden":
                return f"`{self.name}` is Stealthed"

    def help(self) -> str:
        return "name an asset of another faction that is unhurt and not Stealthed"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBaseThere(Problem):
    """An enemy is to be rooted out where none has a base.

    Root Out the Enemy names a place where another faction has a Base of Influence (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, goal: {kind: root-out-the-enemy, at: mill}}
    ```
    """

    code: ClassVar[str] = "WN018"
    place: str
    places: tuple[str, ...]

    def message(self) -> str:
        return f"no other faction has a base at `{self.place}`"

    def help(self) -> str:
        if not self.places:
            return "choose another goal: nobody else has a base"
        return "others have bases at " + ", ".join(f"`{name}`" for name in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFactionNamed(Problem):
    """A faction names itself where another is meant.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, at_war: [vael, oru]}
    ```
    """

    code: ClassVar[str] = "WN019"
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` is the faction itself"

    def help(self) -> str:
        return "name another faction"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasCollapsed(Problem):
    """Something is about a faction that has collapsed.

    Its assets and bases are gone, and it has no turn any more (W-TURN-7).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, hp: -7}
      - {for: gm, because: a test, faction: oru, treasure: +1}
    ```
    """

    code: ClassVar[str] = "WN020"
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` has collapsed"

    def help(self) -> str:
        return "name a faction that is still there, or take this out"


@dataclass(frozen=True, slots=True, kw_only=True)
class WealthNotRisen(Problem):
    """A faction would set out for Wealth of Kingdoms a second time with the Wealth that it had.

    It can be striven for again only after Wealth has risen (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, goal: {kind: wealth-of-kingdoms}}
    orders:
      oru: {lavish: true}
    ```
    ```yaml turns/002.yaml
    turn: 2
    adjustments:
      - {for: gm, because: a test, faction: oru, goal: {kind: wealth-of-kingdoms}}
    ```
    """

    code: ClassVar[str] = "WN021"
    wealth: int

    def message(self) -> str:
        return f"this goal was met at Wealth {self.wealth}, and Wealth has not risen since"

    def help(self) -> str:
        return "choose another goal until Wealth is higher"
