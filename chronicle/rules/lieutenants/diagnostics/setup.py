"""What can be wrong with the board: places and their tiers, and where things are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.rules.shared import diagnostics as shared

#: What is wrong with a way underground.
WhyBadLink = Literal["missing", "needless", "same", "locale", "locales", "tunnels"]

_SAID: Final = {
    "missing": "this does not say where the way ends",
    "needless": "this is no way, and ends nowhere",
    "same": "a way can't end where it begins",
    "locale": "a tunnel joins two locations of one locale, and `{to}` lies in another than `{at}`",
    "locales": "a road joins two locales, and `{to}` lies in the same as `{at}`",
    "tunnels": "a road needs a tunnel of its owner's at both ends, and `{lacking}` has none",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TooDeep(Problem):
    """A place lies within a location.

    There are three tiers (L-ENT): a place that lies within nothing is a region, what lies within a
    region is a locale, and what lies within a locale is a location, where it ends.

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
    """

    code: ClassVar[str] = "LT001"
    within: str

    def message(self) -> str:
        return f"this lies within `{self.within}`, a location, and nothing lies within those"

    def help(self) -> str:
        return "regions hold locales, locales hold locations: lift this or `within:` a tier"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotForThisTier(Problem):
    """A place's opening has a key that means nothing at its tier.

    Locations have an owner, a stash, an income and the like; locales have `work:`; regions have
    nothing of their own.

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
class NotLocales(Problem):
    """Two places are neighbours that are not both locales.

    Minions move from a locale to a neighbouring one, and go freely between the locations of a
    locale. That other places lie side by side means nothing to these rules; the pages say it all
    the same.

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
    """

    code: ClassVar[str] = "LT003"
    severity: ClassVar[Severity] = "warning"
    other: str

    def message(self) -> str:
        return f"this and `{self.other}` are neighbours, and only between locales that counts"

    def help(self) -> str:
        return "name the locales as neighbours; locations of one locale are within reach anyway"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotLocation(Problem):
    """Something is to be at a place that is no location.

    Lieutenants, units and things are at locations: at the inn, not in the town (L-ENT).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: fox, at: town}
    ```
    """

    code: ClassVar[str] = "LT004"
    place: str
    tier: str
    inside: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.place}` is a {self.tier}, and things are at locations"

    def help(self) -> str:
        if not self.inside:
            return "name a location: a place within a locale"
        return "locations in it: " + ", ".join(f"`{name}`" for name in self.inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOneOf(Problem):
    """Of two keys there has to be one, and there are both or there is none.

    An item or a piece of information is `at:` a location or has a `holder:`; a lieutenant's first
    statistic is called `force` or `fight`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: ring, name: a Ring}}
    ```
    """

    code: ClassVar[str] = "LT005"
    keys: tuple[str, str]
    both: bool

    def message(self) -> str:
        first, second = self.keys
        if self.both:
            return f"both `{first}` and `{second}` stand here"
        return f"neither `{first}` nor `{second}` stands here"

    def help(self) -> str:
        return f"write one of `{self.keys[0]}:` and `{self.keys[1]}:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class HolderOfAnother(Problem):
    """A thing would be in hands that its owner does not command.

    Items and information are with a lieutenant or a unit of their owner's, or with a double agent
    who serves it in secret.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: ring, name: a Ring, holder: kess}}
    ```
    """

    code: ClassVar[str] = "LT006"
    holder: str
    faction: str
    known: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.holder}` is no lieutenant and no unit of `{self.faction}`"

    def help(self) -> str:
        if not self.known:
            return "lay it down `at:` a location"
        return "it can be with " + ", ".join(f"`{name}`" for name in self.known)


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLink(Problem):
    """A tunnel or a road does not begin and end as it should.

    An underground tunnel joins two locations of one locale. An underground road joins two locales:
    it begins and ends at locations where a tunnel of its owner's ends. Only these two have an end
    `to:` which they lead.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        facility: {id: pit, name: the Pit, type: underground-tunnel, at: mill, to: ford}
    ```
    """

    code: ClassVar[str] = "LT007"
    why: WhyBadLink
    start: str = ""
    end: str = ""
    lacking: str = ""

    def message(self) -> str:
        return _SAID[self.why].format(at=self.start, to=self.end, lacking=self.lacking)

    def help(self) -> str:
        match self.why:
            case "missing":
                return "add `to:` with the location at the other end"
            case "needless":
                return "take `to:` away"
            case "tunnels":
                return "build the tunnels first, at both ends"
            case _:
                return "name another location under `to:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerMayNotKnow(Problem):
    """A location's owner may not know the location.

    `for:` says who knows of a place at all, and the owner has to be among them.

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
    """

    code: ClassVar[str] = "LT008"
    owner: str

    def message(self) -> str:
        return f"`{self.owner}` owns this place and may not know of it"

    def help(self) -> str:
        return "name the owner under the place's `for:` too"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdTaken(shared.IdTaken):
    """A new asset would have the id of something that there is.

    Assets of all kinds and factions and places share their ids, so that an order can name any of
    them by its id alone. Lost and destroyed ones keep theirs.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, item: {id: crown, name: a Crown, holder: fox}}
    ```
    """

    code: ClassVar[str] = "LT017"
