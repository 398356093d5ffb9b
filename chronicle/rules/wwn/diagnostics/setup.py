"""Errors and warnings about the board and the factions at the start: places, values and goals."""

from __future__ import annotations

from typing import Literal

from chronicle.diagnostics.report import Problem, quoted_list
from chronicle.rules.kit import diagnostics as shared

#: Why an asset can't be the target of a goal.
UnfitTargetReason = Literal["own", "hurt", "hidden"]


class NoPosition(Problem):
    code = "WN001"
    message = "this place has no `position:`, but distances are in miles"
    help = "add `position: [x, y]` in miles, or set `distance: neighbours`"


class IdTaken(shared.IdTaken):
    code = "WN002"


class NoHeadquarters(Problem):
    code = "WN003"
    message = "`{faction}` has no headquarters"
    help = "add `headquarters: true` to one of its `bases:`"

    faction: str


class SecondHeadquarters(NoHeadquarters):
    message = "`{faction}` already has a headquarters: `{first}`"
    help = "remove `headquarters:` from one of the two"

    first: str


class BaseTooStrong(Problem):
    code = "WN004"
    message = "a base can't have more than its faction's maximum of {maximum} hit points"
    help = "write {maximum} or less"

    maximum: int


class MaximumOfHeadquarters(BaseTooStrong):
    message = "a headquarters has the maximum of its faction, which is {maximum}"
    help = "remove `max:`; it follows from the faction's ratings"


class BadHitPoints(Problem):
    code = "WN005"
    help = "write 1 to {maximum}, or remove `hp:`"

    hp: int
    maximum: int

    def message_text(self) -> str:
        if self.hp:
            return f"{self.hp} hit points are more than the maximum of {self.maximum}"
        return "hit points must be at least 1"


class WeakHeadquarters(Problem):
    code = "WN006"
    message = "this headquarters has {hp} hit points, but its faction has {faction}"
    help = "write {faction} or more, or lower the faction's `hp:`"

    hp: int
    faction: int


class NotByWater(Problem):
    code = "WN007"
    message = "`{name}` must be by water, but `{place}` is not"
    help = "name a place with `water: true` in its `opening:`"

    name: str
    place: str


class ForbiddenHere(Problem):
    code = "WN008"
    severity = "warning"
    message = "`{place}` is closed to `{faction}`, and this asset has no cover"
    help = "place it elsewhere, make it Stealthed, or let the place admit its faction"

    place: str
    faction: str


class RulerShutOut(Problem):
    code = "WN009"
    message = "`{name}` rules this place and can't be shut out of it"
    help = "remove it from `forbids:`"

    name: str


class AdmittedAndShutOut(RulerShutOut):
    message = "`{name}` is both admitted and shut out"
    help = "remove it from `forbids:` or from `admits:`"


class NoOpening(shared.NoOpening):
    code = "WN010"
    help = "add `opening:` with `force:`, `cunning:`, `wealth:` and a headquarters"


class UnusualRatings(Problem):
    code = "WN011"
    severity = "warning"
    help = (
        "standard: small 3–4, 2–3, 1–2; medium 5–6, 4–5, 2–3; large 7–8, 6–7, 3–4; to keep yours, "
        "add `size: own`"
    )

    ratings: tuple[int, int, int]

    def message_text(self) -> str:
        best, second, third = self.ratings
        return f"ratings of {best}, {second} and {third} match no standard faction size"


class ManyAssets(Problem):
    code = "WN012"
    severity = "warning"
    help = "remove it, or let the faction buy it during play; to keep it, add `size: own`"

    size: Literal["small", "medium", "large"]
    common: int
    best: bool

    def message_text(self) -> str:
        count = {1: "one asset", 2: "two assets", 4: "four assets"}[self.common]
        kind = "of its best attribute" if self.best else "of its other attributes"
        return f"a {self.size} faction usually starts with {count} {kind}; this is one more"


class BeyondMeans(Problem):
    code = "WN013"
    severity = "warning"
    message = "this asset needs {what} {needed}, but the faction has {own}"
    help = "raise the faction's `{what}:`, or choose another type"

    what: str
    needed: str
    own: str


class IneffectiveTag(Problem):
    code = "WN014"
    severity = "warning"
    message = "`{tag}` works only while {attribute} is the highest rating"
    help = "choose another tag, or raise `{attribute}:`"

    tag: str
    attribute: str


class NamedTwice(shared.ListedTwice):
    code = "WN015"


class NotForThisGoal(Problem):
    code = "WN016"
    message = "`{kind}` does not take `{key}:`"

    kind: str
    key: str
    needs: str

    def help_text(self) -> str:
        if self.needs:
            return f"this goal takes only `{self.needs}:`"
        return f"remove `{self.key}:`"


class UnfitGoalTarget(Problem):
    code = "WN017"
    help = "name another faction's asset that is undamaged and not Stealthed"

    name: str
    why: UnfitTargetReason

    def message_text(self) -> str:
        match self.why:
            case "own":
                return f"`{self.name}` belongs to the faction itself"
            case "hurt":
                return f"`{self.name}` is already damaged"
            case "hidden":
                return f"`{self.name}` is Stealthed"


class NoBaseThere(Problem):
    code = "WN018"
    message = "no other faction has a base in `{place}`"

    place: str
    places: tuple[str, ...]

    def help_text(self) -> str:
        if not self.places:
            return "choose another goal: no other faction has a base"
        return f"other factions have bases in {quoted_list(self.places)}"


class OwnFactionNamed(Problem):
    code = "WN019"
    message = "`{faction}` is this faction itself"
    help = "name another faction"

    faction: str


class HasCollapsed(Problem):
    code = "WN020"
    message = "`{faction}` has collapsed"
    help = "name a faction that is still in play, or remove this"

    faction: str


class WealthNotRisen(Problem):
    code = "WN021"
    message = "this goal was met at Wealth {wealth}, and Wealth has not risen since"
    help = "choose another goal until Wealth has risen"

    wealth: int
