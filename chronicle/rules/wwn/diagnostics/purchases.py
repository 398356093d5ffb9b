"""Errors and warnings about repairs, bases, purchases, hiding and sales."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactlyOneKey(Problem):
    """An order needs exactly one of several keys.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: riders, faction: true}]
    ```
    ```right
    , faction: true =>
    ```
    """

    code: ClassVar[str] = "WN076"
    keys: tuple[str, ...]

    def message(self) -> str:
        return f"this needs exactly one of {quoted_list(self.keys)}"

    def help(self) -> str:
        return f"keep or add exactly one of {quoted_list(self.keys)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToHeal(Problem):
    """A repair or healing has less to heal than it could, or nothing.

    This is only a warning, because the target may be damaged earlier in the turn. If it is not, the
    order has less effect or none.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: guards}]
    ```
    ```right
    asset: guards => asset: riders
    ```
    """

    code: ClassVar[str] = "WN077"
    severity: ClassVar[Severity] = "warning"
    name: str
    lacking: int
    heals: int
    enough: int

    def message(self) -> str:
        if not self.lacking:
            return f"`{self.name}` is undamaged at the start of the turn"
        return f"`{self.name}` lacks {self.lacking} HP, and each repair heals {self.heals}"

    def help(self) -> str:
        if not self.lacking:
            return "remove this, unless you expect damage earlier in the turn"
        return f"`times: {self.enough}` is enough, unless you expect damage earlier in the turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class HealsWithFaction(Problem):
    """A headquarters is repaired separately.

    Its hit points follow those of the faction: healing the faction heals the headquarters by the
    same amount (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, base: red-keep}]
    ```
    ```right
    base: red-keep => base: ford-hall
    ```
    """

    code: ClassVar[str] = "WN078"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is the headquarters and heals with its faction"

    def help(self) -> str:
        return "write `faction: true` instead of `base:` (W-ENT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAssetThere(Problem):
    """A faction founds a base where it has no asset to found it.

    At least one of its assets must already be there. A Stealthed asset counts only if it is named
    under `declares:`, and then it is no longer Stealthed (W-ACT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        expand: {id: settle, base: inn, at: mill, hp: 2}
    ```
    ```right
        expand: {id: settle, base: inn, at: mill, hp: 2} =>
    ```
    """

    code: ClassVar[str] = "WN079"
    place: str
    hidden: tuple[str, ...]

    def message(self) -> str:
        if self.hidden:
            return f"in `{self.place}` the faction has only Stealthed assets"
        return f"the faction has no asset in `{self.place}`"

    def help(self) -> str:
        if self.hidden:
            return f"name an asset to reveal under `declares:`: {quoted_list(self.hidden)}"
        return "move an asset there first (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasBase(Problem):
    """A faction founds a base where it already has one.

    Expand founds a base at a new place (W-ACT-4). An existing base can be repaired.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        expand: {id: settle, base: inn, at: ford, hp: 2}
    ```
    ```right
    at: ford, hp: 2 => at: mill, hp: 2, declares: [eyes]
    ```
    """

    code: ClassVar[str] = "WN080"
    place: str
    base: str

    def message(self) -> str:
        return f"the faction already has a base in `{self.place}`: `{self.base}`"

    def help(self) -> str:
        return "choose another place (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBase(Problem):
    """A faction buys an asset where it has no base.

    Assets are bought at one of the faction's Bases of Influence, as they were before the action
    (W-ACT-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: spears, type: infantry, at: mill}
    ```
    ```right
    at: mill => at: redhaven
    ```
    """

    code: ClassVar[str] = "WN083"
    place: str
    places: tuple[str, ...]

    def message(self) -> str:
        return f"the faction has no base in `{self.place}`"

    def help(self) -> str:
        return f"create it where the faction has a base: {quoted_list(self.places)} (W-ACT-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CantHelp(Problem):
    """An asset under `helped_by:` does not help with this purchase.

    Some assets lower the price or raise Magic, most of them only at the place where they are.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: spears, type: infantry, at: redhaven, helped_by: [riders]}
    ```
    ```right
    , helped_by: [riders] =>
    ```
    """

    code: ClassVar[str] = "WN086"
    name: str
    type: str
    place: str

    def message(self) -> str:
        if self.place:
            return f"`{self.name}` ({self.type}) helps only with purchases in `{self.place}`"
        return f"`{self.name}` ({self.type}) does not help with purchases"

    def help(self) -> str:
        return "remove it from `helped_by:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondLimit(Problem):
    """A purchase gives a faction more assets of an attribute than its rating.

    This is allowed. Each extra asset costs 1 Treasure per turn, or it is lost (W-TURN-3).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: herds, type: farmers, at: redhaven}
    orders:
      vael:
        create: {id: buy, asset: thugs, type: armed-guards, at: redhaven}
    ```
    ```right
        create: {id: buy, asset: thugs, type: armed-guards, at: redhaven} =>
    ```
    """

    code: ClassVar[str] = "WN087"
    severity: ClassVar[Severity] = "warning"
    attribute: str
    count: int
    rating: int

    def message(self) -> str:
        name = self.attribute.capitalize()
        return f"this will be {name} asset number {self.count}, but the rating is {self.rating}"

    def help(self) -> str:
        cost = self.count - self.rating
        return f"from next turn on, keeping them all costs {cost} Treasure per turn (W-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalBase(Problem):
    """An asset can't be hidden where a rival has a base.

    No asset can be hidden at a place with another faction's Base of Influence (W-ACT-6).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: wagons, at: ford}
    orders:
      oru:
        hide: [{id: veil, asset: wagons}]
    ```
    ```right
    at: ford => at: crag
    ```
    """

    code: ClassVar[str] = "WN091"
    name: str
    place: str
    rival: str

    def message(self) -> str:
        return f"`{self.name}` is in `{self.place}`, where `{self.rival}` has a base"

    def help(self) -> str:
        return "move it to another place first (W-ACT-6)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CantSell(Problem):
    """An asset can't be sold or given up.

    A few assets stay with a faction as long as they are paid.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: legion, type: hired-legion, at: redhaven}
    orders:
      vael:
        sell: [{id: part, asset: legion}]
    ```
    ```right
    sell: [{id: part, asset: legion}] => sell: [{id: part, asset: fields}]
    ```
    """

    code: ClassVar[str] = "WN092"
    name: str
    type: str

    def message(self) -> str:
        return f"`{self.name}` ({self.type}) can't be sold or given up"

    def help(self) -> str:
        return "name another asset"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldDamaged(Problem):
    """A damaged asset is sold for nothing.

    An undamaged asset sells for half its cost, a damaged one for nothing (W-ACT-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sell: [{id: part, asset: riders}]
    ```
    ```right
    asset: riders => asset: fields
    ```
    """

    code: ClassVar[str] = "WN093"
    severity: ClassVar[Severity] = "warning"
    name: str
    hp: int
    maximum: int

    def message(self) -> str:
        return f"`{self.name}` has {self.hp} of {self.maximum} HP, so it sells for nothing"

    def help(self) -> str:
        return "repair it first, or sell it anyway to get rid of it (W-ACT-7)"
