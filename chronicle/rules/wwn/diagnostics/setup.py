"""What can be wrong with the board: places, and what stands in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class NoPosition(Problem):
    """A place does not say where it lies, and distances are counted in miles.

    With `distance: miles` among the campaign's rules every place needs a `position:`, two numbers
    in miles from any point that is the same for all. Without it a move goes from one place to the
    next of its `neighbours:`.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules: {distance: miles}
    ```
    """

    code: ClassVar[str] = "WN001"

    def message(self) -> str:
        return "this place has no position, and distances are counted in miles"

    def help(self) -> str:
        return "add `position: [x, y]` in miles, or count with `distance: neighbours`"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(shared.IdTaken):
    """A new asset or base would have the id of something that there is.

    Assets and bases of all factions share their ids, so that an order can name any of them by its
    id alone; and none is called as a faction is.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, new_asset: {id: riders, type: farmers, at: mill}}
    ```
    """

    code: ClassVar[str] = "WN002"


@dataclass(frozen=True, slots=True, kw_only=True)
class OneHeadquarters(Problem):
    """A faction has no headquarters, or more than one.

    One Base of Influence of every faction is its headquarters and stands for the faction itself:
    its maximum is the faction's, and it is healed with it (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_base: {id: second-seat, at: ford, max: 3, headquarters: true}
    ```
    """

    code: ClassVar[str] = "WN003"
    faction: str
    first: str

    def message(self) -> str:
        if self.first:
            return f"`{self.faction}` has its headquarters already: `{self.first}`"
        return f"`{self.faction}` has no headquarters"

    def help(self) -> str:
        if self.first:
            return "take `headquarters:` away here or there"
        return "write `headquarters: true` at one of its `bases:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTooStrong(Problem):
    """A base's maximum of hit points is not what it may be.

    No base can have more than its faction, and the headquarters has always just as many, whatever
    else is said (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, new_base: {id: hall, at: ford, max: 30}}
    ```
    """

    code: ClassVar[str] = "WN004"
    headquarters: bool
    maximum: int

    def message(self) -> str:
        if self.headquarters:
            return f"the maximum of a headquarters is its faction's, which is {self.maximum}"
        return f"no base has more hit points than its faction, which has {self.maximum} at most"

    def help(self) -> str:
        if self.headquarters:
            return "take `max:` away; it follows from the faction's ratings"
        return f"write {self.maximum} or less"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadHitPoints(Problem):
    """Something has more hit points than it can have, or none.

    What has no hit points is gone, and does not stand in the files. An asset's maximum is its
    type's; a faction's follows from its ratings: 1, 2, 4, 6, 9, 12, 16 or 20 for each, added up
    (W-ENT-1).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_asset: {id: reapers, type: farmers, at: mill, hp: 40}
    ```
    """

    code: ClassVar[str] = "WN005"
    hp: int
    maximum: int

    def message(self) -> str:
        if self.hp:
            return f"{self.hp} hit points are more than there can be"
        return "what has no hit points is gone"

    def help(self) -> str:
        return f"write 1 to {self.maximum}, or leave `hp:` out"


@dataclass(frozen=True, slots=True, kw_only=True)
class WeakHeadquarters(Problem):
    """A headquarters has fewer hit points than its faction.

    All damage to it is its faction's damage too, and it is healed as its faction is; so it can
    have more than the faction has left, and never less (W-ENT-4).

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
    """

    code: ClassVar[str] = "WN006"
    hp: int
    faction: int

    def message(self) -> str:
        return f"this has {self.hp} hit points, and its faction still has {self.faction}"

    def help(self) -> str:
        return f"write {self.faction} or more, or lower the faction's `hp:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotByWater(Problem):
    """An asset that goes by water is to be at a place that lies at none.

    Places by water have `water: true` in their opening.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: ships, at: ford}
    ```
    """

    code: ClassVar[str] = "WN007"
    name: str
    place: str

    def message(self) -> str:
        return f"`{self.name}` is always by water, and `{self.place}` is not"

    def help(self) -> str:
        return "name a place with `water: true` in its `opening:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenHere(Problem):
    """An asset stands where the ruler forbids it, and nothing covers it.

    It may stay if it is Subtle or Stealthed, or with something that shelters it. Else it has a
    turn to leave before it is hurt (W-ACT-2), which is hardly what an opening means.

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
    """

    code: ClassVar[str] = "WN008"
    severity: ClassVar[Severity] = "warning"
    place: str
    faction: str

    def message(self) -> str:
        return f"`{self.place}` is closed to `{self.faction}`, and nothing covers this asset"

    def help(self) -> str:
        return "let it stand elsewhere, or be Stealthed; or have the place admit its faction"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadBan(Problem):
    """A place shuts out somebody that it lets in.

    The ruler of a place is always let in, and those under `admits:` are, whoever else is shut out.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: redhaven, forbids: [vael]}
    ```
    """

    code: ClassVar[str] = "WN009"
    name: str
    why: Literal["rules", "admitted"]

    def message(self) -> str:
        if self.why == "rules":
            return f"`{self.name}` rules this place, and can't be shut out of it"
        return f"`{self.name}` is let in and shut out"

    def help(self) -> str:
        if self.why == "rules":
            return "take it out of `forbids:`"
        return "take it out of `forbids:` or out of `admits:`"
