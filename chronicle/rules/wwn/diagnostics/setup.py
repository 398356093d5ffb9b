"""Errors and warnings about the board: places, assets and bases."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPosition(Problem):
    """A place has no `position:`, but distances are in miles.

    With `distance: miles` under the campaign's `rules:`, every place needs a `position:`: two
    numbers in miles, measured from one point that is the same for all places. With `distance:
    neighbours`, moves go from a place to one of its `neighbours:` instead.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules: {distance: miles}
    ```
    ```right
    distance: miles => distance: neighbours
    ```
    """

    code: ClassVar[str] = "WN001"

    def message(self) -> str:
        return "this place has no `position:`, but distances are in miles"

    def help(self) -> str:
        return "add `position: [x, y]` in miles, or set `distance: neighbours`"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(shared.IdTaken):
    """The id of a new asset or base is already taken.

    All assets and bases of all factions need different ids, so that an order can name any of them
    by id alone. They can't have the id of a faction either.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, new_asset: {id: riders, type: farmers, at: mill}}
    ```
    ```right
    id: riders => id: reapers
    ```
    """

    code: ClassVar[str] = "WN002"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadquarters(Problem):
    """A faction has no headquarters, or more than one.

    One Base of Influence of every faction is its headquarters and represents the faction itself: it
    has the same maximum hit points and is healed with it (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_base: {id: second-seat, at: ford, max: 3, headquarters: true}
    ```
    ```right
    , headquarters: true =>
    ```
    """

    code: ClassVar[str] = "WN003"
    faction: str
    first: str

    def message(self) -> str:
        if self.first:
            return f"`{self.faction}` already has a headquarters: `{self.first}`"
        return f"`{self.faction}` has no headquarters"

    def help(self) -> str:
        if self.first:
            return "remove `headquarters:` from one of the two"
        return "add `headquarters: true` to one of its `bases:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTooStrong(Problem):
    """The maximum hit points of a base are not allowed.

    No base can have more than its faction, and a headquarters always has the same as its faction
    (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, new_base: {id: hall, at: ford, max: 30}}
    ```
    ```right
    max: 30 => max: 3
    ```
    """

    code: ClassVar[str] = "WN004"
    headquarters: bool
    maximum: int

    def message(self) -> str:
        if self.headquarters:
            return f"a headquarters has the maximum of its faction, which is {self.maximum}"
        return f"a base can't have more than its faction's maximum of {self.maximum} hit points"

    def help(self) -> str:
        if self.headquarters:
            return "remove `max:`; it follows from the faction's ratings"
        return f"write {self.maximum} or less"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadHitPoints(Problem):
    """Something has no hit points, or more than its maximum.

    What has no hit points is gone and must be left out of the files. The maximum of an asset is
    that of its type. The maximum of a faction is the sum over its three ratings, with 1, 2, 4, 6,
    9, 12, 16 or 20 hit points for a rating of 1 to 8 (W-ENT-1).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_asset: {id: reapers, type: farmers, at: mill, hp: 40}
    ```
    ```right
    hp: 40 => hp: 4
    ```
    """

    code: ClassVar[str] = "WN005"
    hp: int
    maximum: int

    def message(self) -> str:
        if self.hp:
            return f"{self.hp} hit points are more than the maximum of {self.maximum}"
        return "hit points must be at least 1"

    def help(self) -> str:
        return f"write 1 to {self.maximum}, or remove `hp:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakHeadquarters(Problem):
    """A headquarters has fewer hit points than its faction.

    All damage to the headquarters also hits the faction, and the two are healed together. So the
    headquarters can have more hit points than its faction, but never fewer (W-ENT-4).

    ```yaml factions/oru.yaml
    name: The Oru
    for: everyone
    colors: ["#1f4e7a", "#f2f2f2"]
    sigil: moon
    opening:
      force: 1
      cunning: 3
      wealth: 2
      hp: 6
      bases: [{id: mill-house, at: mill, headquarters: true, hp: 4}]
      assets: [{id: ears, type: informers, at: ford}, {id: wagons, type: caravan, at: mill}]
    ```
    ```right
    hp: 4} => hp: 6}
    ```
    """

    code: ClassVar[str] = "WN006"
    hp: int
    faction: int

    def message(self) -> str:
        return f"this headquarters has {self.hp} hit points, but its faction has {self.faction}"

    def help(self) -> str:
        return f"write {self.faction} or more, or lower the faction's `hp:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotByWater(Problem):
    """An asset that must be by water is at a place that is not.

    A place by water has `water: true` in its `opening:`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: kell
        new_asset: {id: barges, type: war-fleet, at: ford}
    ```
    ```right
    at: ford => at: harbour
    ```
    """

    code: ClassVar[str] = "WN007"
    name: str
    place: str

    def message(self) -> str:
        return f"`{self.name}` must be by water, but `{self.place}` is not"

    def help(self) -> str:
        return "name a place with `water: true` in its `opening:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenHere(Problem):
    """An asset starts openly at a place that is closed to its faction.

    It can stay there if it is Subtle or Stealthed, or if something shelters it. Otherwise it has
    one turn to leave before it takes damage (W-ACT-2).

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
      assets: [{id: ears, type: informers, at: ford}, {id: wagons, type: caravan, at: redhaven}]
    ```
    ```right
    at: redhaven => at: mill
    ```
    """

    code: ClassVar[str] = "WN008"
    severity: ClassVar[Severity] = "warning"
    place: str
    faction: str

    def message(self) -> str:
        return f"`{self.place}` is closed to `{self.faction}`, and this asset has no cover"

    def help(self) -> str:
        return "place it elsewhere, make it Stealthed, or let the place admit its faction"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadBan(Problem):
    """A place shuts out a faction that it admits.

    The ruler of a place is always admitted. Factions under `admits:` are admitted even if all
    others are shut out.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: redhaven, forbids: [vael]}
    ```
    ```right
    [vael] => [kell]
    ```
    """

    code: ClassVar[str] = "WN009"
    name: str
    why: Literal["rules", "admitted"]

    def message(self) -> str:
        if self.why == "rules":
            return f"`{self.name}` rules this place and can't be shut out of it"
        return f"`{self.name}` is both admitted and shut out"

    def help(self) -> str:
        if self.why == "rules":
            return "remove it from `forbids:`"
        return "remove it from `forbids:` or from `admits:`"
