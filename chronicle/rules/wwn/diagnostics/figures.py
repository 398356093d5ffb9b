"""Errors and warnings about a faction's values and goals."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass

#: Why an asset can't be the target of a goal.
UnfitTargetReason = Literal["own", "hurt", "hidden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoOpening(Problem):
    """A faction has no `opening:`.

    `opening:` contains the faction's three ratings and other starting values, its assets and its
    bases.

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
    opening:
      force: 1
      cunning: 3
      wealth: 2
      bases: [{id: den, at: ford, headquarters: true}]
    ```
    """

    code: ClassVar[str] = "WN010"

    def message(self) -> str:
        return "this faction has no `opening:`"

    def help(self) -> str:
        return "add `opening:` with `force:`, `cunning:`, `wealth:` and a headquarters"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusualRatings(Problem):
    """A faction's ratings match no standard size.

    Standard ratings, from the best attribute to the third, are 3–4, 2–3 and 1–2 for a small
    faction, 5–6, 4–5 and 2–3 for a medium one, and 7–8, 6–7 and 3–4 for a large one (W-ENT-2).
    Other ratings are allowed: with `size: own` nothing is said of them.

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
    ```right
    cunning: 8 => cunning: 3
    wealth: 1 => wealth: 2
    ```
    """

    code: ClassVar[str] = "WN011"
    severity: ClassVar[Severity] = "warning"
    ratings: tuple[int, int, int]

    def message(self) -> str:
        best, second, third = self.ratings
        return f"ratings of {best}, {second} and {third} match no standard faction size"

    def help(self) -> str:
        return (
            "standard: small 3–4, 2–3, 1–2; medium 5–6, 4–5, 2–3; large 7–8, 6–7, 3–4;"
            " to keep yours, add `size: own`"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyAssets(Problem):
    """A faction starts with more assets than is usual for its size.

    A small faction starts with one asset of its best attribute and one other, a medium one with two
    of each, and a large one with four of each (W-ENT-2). More are allowed: with `size: own` nothing
    is said of them.

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
    ```right
        - {id: reapers, type: farmers, at: mill} =>
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
        return f"a {self.size} faction usually starts with {count} {kind}; this is one more"

    def help(self) -> str:
        return "remove it, or let the faction buy it during play; to keep it, add `size: own`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondMeans(Problem):
    """A faction starts with an asset that it could not buy.

    An asset requires a rating, and some also require a grade of Magic (W-ENT-3). In an `opening:`
    the asset is allowed anyway.

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
    ```right
    type: free-company => type: caravan
    ```
    """

    code: ClassVar[str] = "WN013"
    severity: ClassVar[Severity] = "warning"
    what: str
    needed: str
    own: str

    def message(self) -> str:
        return f"this asset needs {self.what} {self.needed}, but the faction has {self.own}"

    def help(self) -> str:
        return f"raise the faction's `{self.what}:`, or choose another type"


@dataclass(frozen=True, slots=True, kw_only=True)
class IneffectiveTag(Problem):
    """A tag has no effect because its attribute is not the faction's highest.

    Some tags help with an attribute only while that is the faction's highest.

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
    ```right
    [martial] => [mobile]
    ```
    """

    code: ClassVar[str] = "WN014"
    severity: ClassVar[Severity] = "warning"
    tag: str
    attribute: str

    def message(self) -> str:
        return f"`{self.tag}` works only while {self.attribute} is the highest rating"

    def help(self) -> str:
        return f"choose another tag, or raise `{self.attribute}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTwice(Problem):
    """A list contains the same item twice.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, tags: [mobile, mobile]}
    ```
    ```right
    [mobile, mobile] => [mobile]
    ```
    """

    code: ClassVar[str] = "WN015"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is listed twice"

    def help(self) -> str:
        return "remove one of them"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisGoal(Problem):
    """A goal has a key that its kind does not use.

    Destroy the Foe takes `against:` (a faction), Eliminate Target `asset:`, Root Out the Enemy
    `at:` (a place), and Sphere Dominance `attribute:`. The other goals take none of these (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        goal: {kind: peaceable-kingdom, against: vael}
    ```
    ```right
    , against: vael =>
    ```
    """

    code: ClassVar[str] = "WN016"
    kind: str
    key: str
    needs: str

    def message(self) -> str:
        return f"`{self.kind}` does not take `{self.key}:`"

    def help(self) -> str:
        if self.needs:
            return f"this goal takes only `{self.needs}:`"
        return f"remove `{self.key}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitGoalTarget(Problem):
    """An asset can't be the target of the goal Eliminate Target.

    The target must belong to a rival, be undamaged when it is chosen, and be open to attack: a
    Stealthed asset is not (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        goal: {kind: eliminate-target, asset: wagons}
    ```
    ```right
    asset: wagons => asset: guards
    ```
    """

    code: ClassVar[str] = "WN017"
    name: str
    why: UnfitTargetReason

    def message(self) -> str:
        match self.why:
            case "own":
                return f"`{self.name}` belongs to the faction itself"
            case "hurt":
                return f"`{self.name}` is already damaged"
            case "hidden":
                return f"`{self.name}` is Stealthed"

    def help(self) -> str:
        return "name another faction's asset that is undamaged and not Stealthed"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBaseThere(Problem):
    """The goal Root Out the Enemy names a place without a rival base.

    The goal needs a place where another faction has a Base of Influence (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, goal: {kind: root-out-the-enemy, at: mill}}
    ```
    ```right
    at: mill => at: redhaven
    ```
    """

    code: ClassVar[str] = "WN018"
    place: str
    places: tuple[str, ...]

    def message(self) -> str:
        return f"no other faction has a base in `{self.place}`"

    def help(self) -> str:
        if not self.places:
            return "choose another goal: no other faction has a base"
        return "other factions have bases in " + ", ".join(f"`{name}`" for name in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFactionNamed(Problem):
    """A faction names itself where another faction is needed.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, at_war: [vael, oru]}
    ```
    ```right
    [vael, oru] => [vael]
    ```
    """

    code: ClassVar[str] = "WN019"
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` is this faction itself"

    def help(self) -> str:
        return "name another faction"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasCollapsed(Problem):
    """A faction that has collapsed is named.

    It has no assets, bases or turns any more (W-TURN-7).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, hp: -7}
      - {for: gm, because: a test, faction: oru, treasure: +1}
    ```
    ```right
    hp: -7 => hp: -1
    ```
    """

    code: ClassVar[str] = "WN020"
    faction: str

    def message(self) -> str:
        return f"`{self.faction}` has collapsed"

    def help(self) -> str:
        return "name a faction that is still in play, or remove this"


@dataclass(frozen=True, slots=True, kw_only=True)
class WealthNotRisen(Problem):
    """The goal Wealth of Kingdoms is chosen again before Wealth has risen.

    A faction that has met this goal can choose it again only after its Wealth has risen (W-GOAL).

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
    ```right turns/002.yaml
    turn: 2
    ```
    """

    code: ClassVar[str] = "WN021"
    wealth: int

    def message(self) -> str:
        return f"this goal was met at Wealth {self.wealth}, and Wealth has not risen since"

    def help(self) -> str:
        return "choose another goal until Wealth has risen"
