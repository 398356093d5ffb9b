"""What can be wrong with repairs, bases, purchases, hiding and sales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity
from chronicle.rules.shared.diagnostics import quoted_list


@dataclass(frozen=True, slots=True, kw_only=True)
class ExactlyOneKey(Problem):
    """An order has none of several keys of which it needs one, or more than one.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: riders, faction: true}]
    ```
    """

    code: ClassVar[str] = "WN076"
    keys: tuple[str, ...]

    def message(self) -> str:
        return f"this needs exactly one of {quoted_list(self.keys)}"

    def help(self) -> str:
        return f"write one of {quoted_list(self.keys)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToHeal(Problem):
    """Something is to be healed that lacks less, or nothing at all.

    Others may have their turn before and do it harm, so this is no error; but if they don't, the
    order comes to nothing.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, asset: guards}]
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
            return f"`{self.name}` is unhurt as the turn begins"
        return f"`{self.name}` lacks {self.lacking} HP, and each time heals {self.heals}"

    def help(self) -> str:
        if not self.lacking:
            return "take this out, unless you expect it to be hurt before"
        return f"`times: {self.enough}` is enough, unless you expect it to be hurt before"


@dataclass(frozen=True, slots=True, kw_only=True)
class HealsWithFaction(Problem):
    """A headquarters is to be repaired by itself.

    Its hit points are those of the faction: what heals the faction heals it by as much (W-ENT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        repair: [{id: mend, base: red-keep}]
    ```
    """

    code: ClassVar[str] = "WN078"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is the headquarters, and heals with its faction"

    def help(self) -> str:
        return "write `faction: true` in place of `base:` (W-ENT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAssetThere(Problem):
    """A base is to be founded where the faction has no asset that could found it.

    At least one asset has to be there already. A Stealthed one counts only if it is named under
    `declares:`, and is Stealthed no more (W-ACT-4).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        expand: {id: settle, base: inn, at: mill, hp: 2}
    ```
    """

    code: ClassVar[str] = "WN079"
    place: str
    hidden: tuple[str, ...]

    def message(self) -> str:
        if self.hidden:
            return f"in `{self.place}` the faction has only what is Stealthed"
        return f"the faction has no asset in `{self.place}`"

    def help(self) -> str:
        if self.hidden:
            return f"name under `declares:` one that shows itself: {quoted_list(self.hidden)}"
        return "send an asset there first (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasBase(Problem):
    """A base is to be founded where the faction has one.

    To expand is to come to a new place (W-ACT-4); an old base is made whole by repair.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        expand: {id: settle, base: inn, at: ford, hp: 2}
    ```
    """

    code: ClassVar[str] = "WN080"
    place: str
    base: str

    def message(self) -> str:
        return f"the faction has a base in `{self.place}`, `{self.base}`"

    def help(self) -> str:
        return "choose another place (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBase(Problem):
    """An asset is to be created where the faction has no base.

    Assets are bought at a Base of Influence of one's own, as it is before the action (W-ACT-5).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: spears, type: infantry, at: mill}
    ```
    """

    code: ClassVar[str] = "WN083"
    place: str
    places: tuple[str, ...]

    def message(self) -> str:
        return f"the faction has no base in `{self.place}`"

    def help(self) -> str:
        return f"create it where there is one: {quoted_list(self.places)} (W-ACT-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CantHelp(Problem):
    """An asset is named under `helped_by:` that does nothing for this purchase.

    Some assets lower the price or raise Magic, and most of these only where they are.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: spears, type: infantry, at: redhaven, helped_by: [riders]}
    ```
    """

    code: ClassVar[str] = "WN086"
    name: str
    type: str
    place: str

    def message(self) -> str:
        if self.place:
            return f"`{self.name}` ({self.type}) helps only in `{self.place}`, where it is"
        return f"`{self.name}` ({self.type}) does nothing for a purchase"

    def help(self) -> str:
        return "take it out of `helped_by:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class BeyondLimit(Problem):
    """A purchase gives a faction more assets of a kind than its rating.

    That is allowed. Each asset too many costs 1 Treasure every turn, or it is lost (W-TURN-3).

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
    """

    code: ClassVar[str] = "WN087"
    severity: ClassVar[Severity] = "warning"
    attribute: str
    count: int
    rating: int

    def message(self) -> str:
        name = self.attribute.capitalize()
        return f"this will be asset {self.count} of {name}, and the rating is {self.rating}"

    def help(self) -> str:
        cost = self.count - self.rating
        return f"from the next turn on it costs {cost} Treasure a turn to keep them (W-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RivalBase(Problem):
    """An asset is to be hidden where another faction has a base.

    Nothing can be hidden under the eyes of a rival's Base of Influence (W-ACT-6).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: wagons, at: ford}
    orders:
      oru:
        hide: [{id: veil, asset: wagons}]
    ```
    """

    code: ClassVar[str] = "WN091"
    name: str
    place: str
    rival: str

    def message(self) -> str:
        return f"`{self.name}` is in `{self.place}`, where `{self.rival}` has a base"

    def help(self) -> str:
        return "move it away first (W-ACT-6)"


@dataclass(frozen=True, slots=True, kw_only=True)
class CantSell(Problem):
    """An asset is to be sold or let go that can't be.

    A few assets stay as long as they are paid, whatever their owner would like.

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
    """

    code: ClassVar[str] = "WN092"
    name: str
    type: str

    def message(self) -> str:
        return f"`{self.name}` ({self.type}) can't be sold or let go"

    def help(self) -> str:
        return "name another asset"


@dataclass(frozen=True, slots=True, kw_only=True)
class SoldDamaged(Problem):
    """A damaged asset is sold.

    It brings half its cost when it is whole, and nothing when it is damaged (W-ACT-7).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sell: [{id: part, asset: riders}]
    ```
    """

    code: ClassVar[str] = "WN093"
    severity: ClassVar[Severity] = "warning"
    name: str
    hp: int
    maximum: int

    def message(self) -> str:
        return f"`{self.name}` has {self.hp} of {self.maximum} HP, and so brings nothing"

    def help(self) -> str:
        return "repair it first, or sell it so if it is only to be gone (W-ACT-7)"
