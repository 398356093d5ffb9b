"""Errors and warnings about the board and the factions at the start: places, values and assets."""

from __future__ import annotations

from typing import Literal

from chronicle.diagnostics.report import Problem, quoted_list
from chronicle.rules.kit import diagnostics as shared

#: What can be wrong with a tunnel or a road underground.
WhyBadLink = Literal["missing", "needless", "same", "locale", "locales", "tunnels"]


class PlaceTooDeep(Problem):
    code = "LT001"
    message = "this lies within `{within}`, but that is a location and can't contain places"
    help = "regions contain locales, locales contain locations: move one of the two up a tier"

    within: str


class NotForThisTier(Problem):
    code = "LT002"
    message = "a {tier} has no `{key}`"

    key: str
    tier: str

    def help_text(self) -> str:
        if self.key == "work":
            return "`work:` is for locales, which are places within a region"
        return f"`{self.key}:` is for locations, which are places within a locale"


class NeighboursNotLocales(Problem):
    code = "LT003"
    severity = "warning"
    message = "this place and `{other}` are neighbours, but not both are locales"
    help = "make locales neighbours instead; locations of one locale are always in reach"

    other: str


class NotLocation(Problem):
    code = "LT004"
    message = "`{place}` is a {tier}, not a location"

    place: str
    tier: str
    inside: tuple[str, ...]

    def help_text(self) -> str:
        if not self.inside:
            return "name a location: a place within a locale"
        return f"locations in it: {quoted_list(self.inside)}"


class NotOneOf(Problem):
    code = "LT005"

    keys: tuple[str, str]
    both: bool

    def message_text(self) -> str:
        first, second = self.keys
        if self.both:
            return f"only one of `{first}` and `{second}` is allowed"
        return f"one of `{first}` and `{second}` is missing"

    def help_text(self) -> str:
        return f"write either `{self.keys[0]}:` or `{self.keys[1]}:`"


class HolderNotOwn(Problem):
    code = "LT006"
    message = "`{holder}` is not a lieutenant or a unit of `{faction}`"

    holder: str
    faction: str
    known: tuple[str, ...]

    def help_text(self) -> str:
        if not self.known:
            return "put it `at:` a location"
        return f"it can be held by {quoted_list(self.known)}"


class BadLink(Problem):
    code = "LT007"

    why: WhyBadLink
    start: str = ""
    end: str = ""
    lacking: str = ""

    def message_text(self) -> str:
        ends = f"`{self.start}` and `{self.end}`"
        match self.why:
            case "missing":
                return "`to:` is missing"
            case "needless":
                return "only underground tunnels and roads take `to:`"
            case "same":
                return "both ends are the same location"
            case "locale":
                return f"a tunnel joins two locations of one locale, but {ends} are in two"
            case "locales":
                return f"a road joins locations of two locales, but {ends} are in one"
            case "tunnels":
                lacking = f"`{self.lacking}` has none"
                return f"a road needs a tunnel of its owner at both ends, but {lacking}"

    def help_text(self) -> str:
        match self.why:
            case "missing":
                return "add `to:` with the location at the other end"
            case "needless":
                return "remove `to:`"
            case "tunnels":
                return "first build a tunnel at each end"
            case _:
                return "name another location under `to:`"


class OwnerMayNotKnow(Problem):
    code = "LT008"
    message = "`{owner}` owns this place but may not know of it"
    help = "add the owner to the place's `for:`"

    owner: str


class NoOpening(shared.NoOpening):
    code = "LT009"
    help = "add `opening:`; for a faction without a player, it needs only `npc: true`"


class TooManyLieutenants(Problem):
    code = "LT010"
    message = "`{faction}` has leadership {leadership}; this is one lieutenant too many"
    help = "raise `leadership:`, or remove a lieutenant"

    faction: str
    leadership: int


class AboveLevelCap(Problem):
    code = "LT011"
    message = "level {level} is above the faction's level cap of {cap}"
    help = "lower the level, or raise `level_cap:`"

    level: int
    cap: int


class NotAnNpc(Problem):
    code = "LT012"

    name: str
    known: tuple[str, ...]
    itself: bool = False

    def message_text(self) -> str:
        if self.itself:
            return f"`{self.name}` can't have influence or an alliance with itself"
        return f"`{self.name}` is not an NPC faction"

    def help_text(self) -> str:
        if not self.known:
            return "an NPC faction has `npc: true` in its `opening:`"
        return f"NPC factions: {quoted_list(self.known)}"


class OwnAgent(Problem):
    code = "LT013"
    message = "this belongs to `{faction}` and can't be its double agent"
    help = "name the other faction, or remove `agent_of:`"

    faction: str


class UnfitUpgrade(Problem):
    code = "LT014"


class UpgradeNotForLevel(UnfitUpgrade):
    message = "`{name}` is only for units of level {level}, not for `{type}`"
    help = "remove it, or choose a type of that level"

    name: str
    type: str
    level: int


class AbilityNotForType(UnfitUpgrade):
    message = "`{type}` can't have an ability of this kind: `{name}`"
    help = "divine units have divine abilities, all others arcana"

    name: str
    type: str


class UpgradeTwice(UnfitUpgrade):
    message = "`{name}` is listed twice"
    help = "remove one of them"

    name: str


class TooManyAbilities(Problem):
    code = "LT015"

    type: str
    most: int

    def message_text(self) -> str:
        if not self.most:
            return f"`{self.type}` can't have abilities"
        return f"`{self.type}` can have {self.most} {'ability' if self.most == 1 else 'abilities'}"

    def help_text(self) -> str:
        return f"keep {self.most} at most" if self.most else "remove `abilities:`"


class NotSecret(Problem):
    code = "LT016"
    message = "this location is not secret: everybody knows it"
    help = "remove `known_to:`, or add `secret: true` to the location"


class IdTaken(shared.IdTaken):
    code = "LT017"
