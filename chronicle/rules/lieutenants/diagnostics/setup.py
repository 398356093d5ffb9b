"""Errors and warnings about the board: places, their tiers, and where assets are."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared

#: What is wrong with a tunnel or a road underground.
WhyBadLink = Literal["missing", "needless", "same", "locale", "locales", "tunnels"]

_WHY_BAD_LINK: Final = {
    "missing": "`to:` is missing",
    "needless": "only underground tunnels and roads take `to:`",
    "same": "both ends are the same location",
    "locale": "a tunnel joins two locations of one locale, but `{at}` and `{to}` are in two",
    "locales": "a road joins locations of two locales, but `{at}` and `{to}` are in one",
    "tunnels": "a road needs a tunnel of its owner at both ends, but `{lacking}` has none",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceTooDeep(Problem):
    """A place lies within a location.

    There are three tiers (L-ENT): a place within no other is a region, a place within a region is a
    locale, and a place within a locale is a location. Nothing lies within a location.

    ```yaml places.yaml
    for: everyone
    places:
      vale: {name: The Vale}
      town: {name: The Town, within: vale, neighbours: [road]}
      road: {name: The Road, within: vale}
      manor: {name: The Manor, within: town, opening: {owner: vael}}
      mill: {name: The Mill, within: town, opening: {owner: oru}}
      market: {name: The Market, within: town}
      cellar: {name: The Cellar, within: town, for: vael}
      inn: {name: The Inn, within: road}
      ford: {name: The Ford, within: road}
      attic: {name: The Attic, within: manor}
    ```
    ```right
    within: manor} => within: town}
    ```
    """

    code: ClassVar[str] = "LT001"
    within: str

    def message(self) -> str:
        return f"this lies within `{self.within}`, but that is a location and can't contain places"

    def help(self) -> str:
        return "regions contain locales, locales contain locations: move one of the two up a tier"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisTier(Problem):
    """The `opening:` of a place has a key for places of another tier.

    Locations have an owner, capital, an income and similar keys. Locales have only `work:`, and
    regions have no keys.

    ```yaml places.yaml
    for: everyone
    places:
      vale: {name: The Vale}
      town: {name: The Town, within: vale, neighbours: [road], opening: {income: 2}}
      road: {name: The Road, within: vale}
      manor: {name: The Manor, within: town, opening: {owner: vael}}
      mill: {name: The Mill, within: town, opening: {owner: oru}}
      market: {name: The Market, within: town}
      cellar: {name: The Cellar, within: town, for: vael}
      inn: {name: The Inn, within: road}
      ford: {name: The Ford, within: road}
    ```
    ```right
    , opening: {income: 2} =>
    ```
    """

    code: ClassVar[str] = "LT002"
    key: str
    tier: str

    def message(self) -> str:
        return f"a {self.tier} has no `{self.key}`"

    def help(self) -> str:
        if self.key == "work":
            return "`work:` is for locales, which are places within a region"
        return f"`{self.key}:` is for locations, which are places within a locale"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighboursNotLocales(Problem):
    """Two neighbouring places are not both locales.

    Minions move from a locale to a neighbouring one, and freely between the locations of a locale.
    Other neighbours have no effect in these rules, but are still shown on the pages.

    ```yaml places.yaml
    for: everyone
    places:
      vale: {name: The Vale}
      town: {name: The Town, within: vale, neighbours: [road]}
      road: {name: The Road, within: vale}
      manor: {name: The Manor, within: town, opening: {owner: vael}}
      mill: {name: The Mill, within: town, neighbours: [market], opening: {owner: oru}}
      market: {name: The Market, within: town}
      cellar: {name: The Cellar, within: town, for: vael}
      inn: {name: The Inn, within: road}
      ford: {name: The Ford, within: road}
    ```
    ```right
    , neighbours: [market] =>
    ```
    """

    code: ClassVar[str] = "LT003"
    severity: ClassVar[Severity] = "warning"
    other: str

    def message(self) -> str:
        return f"this place and `{self.other}` are neighbours, but not both are locales"

    def help(self) -> str:
        return "make locales neighbours instead; locations of one locale are always in reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotLocation(Problem):
    """Something is at a place that is not a location.

    Lieutenants, units and items are at locations: at the inn, not in the town (L-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: fox, at: town}
    ```
    ```right
    at: town => at: market
    ```
    """

    code: ClassVar[str] = "LT004"
    place: str
    tier: str
    inside: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.place}` is a {self.tier}, not a location"

    def help(self) -> str:
        if not self.inside:
            return "name a location: a place within a locale"
        return "locations in it: " + ", ".join(f"`{name}`" for name in self.inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOneOf(Problem):
    """Exactly one of two keys is needed.

    An item or information is `at:` a location or has a `holder:`. A lieutenant's first statistic is
    either `force` or `fight`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: ring, name: a Ring}}
    ```
    ```right
    item: {id: ring, name: a Ring} => item: {id: ring, name: a Ring, holder: fox}
    ```
    """

    code: ClassVar[str] = "LT005"
    keys: tuple[str, str]
    both: bool

    def message(self) -> str:
        first, second = self.keys
        if self.both:
            return f"only one of `{first}` and `{second}` is allowed"
        return f"one of `{first}` and `{second}` is missing"

    def help(self) -> str:
        return f"write either `{self.keys[0]}:` or `{self.keys[1]}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderNotOwn(Problem):
    """The holder of an item or information does not belong to its owner.

    The holder must be a lieutenant or a unit of the owner, or a double agent who secretly serves
    the owner.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: ring, name: a Ring, holder: kess}}
    ```
    ```right
    holder: kess => holder: fox
    ```
    """

    code: ClassVar[str] = "LT006"
    holder: str
    faction: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.holder}` is not a lieutenant or a unit of `{self.faction}`"

    def help(self) -> str:
        if not self.known:
            return "put it `at:` a location"
        return "it can be held by " + ", ".join(f"`{name}`" for name in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLink(Problem):
    """The ends of an underground tunnel or road are wrong.

    An underground tunnel joins two locations of one locale. An underground road joins two locales,
    and needs a tunnel of the same owner at both ends. Only these two take `to:`, the location at
    the other end.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        facility: {id: pit, name: the Pit, type: underground-tunnel, at: mill, to: ford}
    ```
    ```right
    to: ford => to: market
    ```
    """

    code: ClassVar[str] = "LT007"
    why: WhyBadLink
    start: str = ""
    end: str = ""
    lacking: str = ""

    def message(self) -> str:
        return _WHY_BAD_LINK[self.why].format(at=self.start, to=self.end, lacking=self.lacking)

    def help(self) -> str:
        match self.why:
            case "missing":
                return "add `to:` with the location at the other end"
            case "needless":
                return "remove `to:`"
            case "tunnels":
                return "first build a tunnel at each end"
            case _:
                return "name another location under `to:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerMayNotKnow(Problem):
    """The owner of a location is not allowed to know it.

    `for:` says who may know of a place, and must include its owner.

    ```yaml places.yaml
    for: everyone
    places:
      vale: {name: The Vale}
      town: {name: The Town, within: vale, neighbours: [road]}
      road: {name: The Road, within: vale}
      manor: {name: The Manor, within: town, opening: {owner: vael}}
      mill: {name: The Mill, within: town, opening: {owner: oru}}
      market: {name: The Market, within: town}
      cellar: {name: The Cellar, within: town, for: vael, opening: {owner: oru}}
      inn: {name: The Inn, within: road}
      ford: {name: The Ford, within: road}
    ```
    ```right
    for: vael, opening: {owner: oru} => for: vael
    ```
    """

    code: ClassVar[str] = "LT008"
    owner: str

    def message(self) -> str:
        return f"`{self.owner}` owns this place but may not know of it"

    def help(self) -> str:
        return "add the owner to the place's `for:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(shared.IdTaken):
    """The id of a new asset is already taken.

    All assets, factions and places need different ids, so that an order can name any asset by id
    alone. Lost and destroyed assets keep their ids. Standing modifiers have ids of their own.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: crown, name: a Crown, holder: fox}}
    ```
    ```right
    id: crown, name => id: small-crown, name
    ```
    """

    code: ClassVar[str] = "LT017"
