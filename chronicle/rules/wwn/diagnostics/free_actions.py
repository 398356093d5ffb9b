"""Errors in free actions, moves and targets out of reach."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules.shared.diagnostics import quoted_list

#: The key to use instead of `abilities:`; empty if there is none.
OtherFreeActionKey = Literal["", "helped_by", "redo"]


def _capital(words: tuple[str, ...]) -> str:
    return " or ".join(word.capitalize() for word in words)


def moves_text(count: int) -> str:
    """Return a distance as text, such as "2 moves"."""
    return "one move" if count == 1 else f"{count} moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoFreeAction(Problem):
    """An asset under `abilities:` has no free action to use there.

    Only some assets have a free action (W-TURN-4). Name an asset that helps with a purchase under
    `helped_by:` of that purchase, and one that makes a rival roll again under `redo:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: ride, asset: riders}]
    ```
    ```right
    asset: riders => asset: fields
    ```
    """

    code: ClassVar[str] = "WN061"
    name: str
    type: str
    elsewhere: OtherFreeActionKey

    def message(self) -> str:
        return f"`{self.name}` ({self.type}) has no free action to use here"

    def help(self) -> str:
        match self.elsewhere:
            case "helped_by":
                return "name it under `helped_by:` of the purchase"
            case "redo":
                return "name it under `redo:`, with the roll"
            case _:
                return "remove it, or use it in an action"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearFreeAction(Problem):
    """An asset has several free actions, and the order does not say which to use.

    Add `use:` with the name of the effect in the catalogue.

    ```yaml campaign.yaml
    title: Banners
    ruleset: wwn
    seed: one
    rules:
      catalogue:
        assets:
          farmers:
            effects:
              - {does: yields, amount: 1d4}
              - {does: mends, amount: 1}
    ```
    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: toil, asset: fields}]
    ```
    ```right
    asset: fields => asset: fields, use: yields
    ```
    """

    code: ClassVar[str] = "WN062"
    name: str
    words: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` has several free actions: say which to use"

    def help(self) -> str:
        return f"add `use:` with one of {quoted_list(self.words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitKind(Problem):
    """A free action is used on the wrong kind of asset.

    Some assets can carry, heal or hide only assets of Force, of Cunning or of Wealth.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: wizards, type: magical-logistics, at: redhaven}
    orders:
      vael:
        abilities: [{id: mend, asset: wizards, target: fields}]
    ```
    ```right
    target: fields => target: riders
    ```
    """

    code: ClassVar[str] = "WN063"
    name: str
    attribute: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return (
            f"`{self.name}` is a {self.attribute.capitalize()} asset, "
            f"but this is only for {_capital(self.kinds)} assets"
        )

    def help(self) -> str:
        return f"name a {_capital(self.kinds)} asset"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfReach(Problem):
    """A target is too far from the asset that acts on it.

    Each effect has a reach in moves; most reach only the asset's own place. Positions at the start
    of the turn count, with the changes made by the faction's own earlier orders.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: oru
        new_asset: {id: scouts, type: informers, at: mill}
    orders:
      oru:
        abilities: [{id: ride, asset: wagons, target: ears, to: ford}]
    ```
    ```right
    target: ears => target: scouts
    ```
    """

    code: ClassVar[str] = "WN064"
    name: str
    where: str
    other: str
    place: str
    reach: int

    def message(self) -> str:
        return f"`{self.name}` is in `{self.where}`, but `{self.other}` is in `{self.place}`"

    def help(self) -> str:
        if not self.reach:
            return "both must be in the same place"
        return f"the reach is {moves_text(self.reach)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRoute(Problem):
    """A move is too long, or ends where it starts.

    In one turn, a move goes to a neighbouring place, or as many miles as the campaign allows. Some
    tags allow longer moves, and some assets carry others further (W-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        move: [{id: march, asset: riders, to: crag}]
    ```
    ```right
    to: crag => to: mill
    ```
    """

    code: ClassVar[str] = "WN065"
    name: str
    place: str
    to: str
    reach: int

    def message(self) -> str:
        if self.place == self.to:
            return f"`{self.name}` is already in `{self.to}`"
        return f"`{self.to}` is too far from `{self.place}` for `{self.name}`"

    def help(self) -> str:
        if self.place == self.to:
            return "name another place"
        if not self.reach:
            return "the move must start or end at the place of the asset that carries it"
        return f"it can go {moves_text(self.reach)} at most (W-ACT-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Barred(Problem):
    """An asset would openly enter a place that is closed to its faction.

    Only Subtle or Stealthed assets can enter, and those that such assets lead or shelter (W-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        move: [{id: march, asset: wagons, to: redhaven}]
    ```
    ```right
    to: redhaven => to: ford
    ```
    """

    code: ClassVar[str] = "WN066"
    name: str
    place: str
    ruler: str
    faction: str

    def message(self) -> str:
        if not self.ruler:
            return f"`{self.place}` is closed to `{self.faction}`, and `{self.name}` is not hidden"
        return (
            f"`{self.ruler}` shuts `{self.faction}` out of `{self.place}`, "
            f"and `{self.name}` is not hidden"
        )

    def help(self) -> str:
        return "hide it first, or send a Subtle asset (W-ACT-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsWater(Problem):
    """A ship would carry an asset to a place that is not by water.

    A place by water has `water: true` in its `opening:`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: kell
        new_asset: {id: hulk, type: smuggling-fleet, at: ford}
    orders:
      kell:
        abilities: [{id: sail, asset: hulk, to: redhaven}]
    ```
    ```right
    to: redhaven => to: harbour
    ```
    """

    code: ClassVar[str] = "WN067"
    name: str
    place: str

    def message(self) -> str:
        return f"`{self.place}` is not by water, and `{self.name}` carries assets only by water"

    def help(self) -> str:
        return "name a place with `water: true` in its `opening:`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyHidden(Problem):
    """An asset would be made Stealthed or Subtle, but already is.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: guards, stealth: true}
    orders:
      vael:
        hide: [{id: veil, asset: guards}]
    ```
    ```right
    , stealth: true => , hp: -1
    ```
    """

    code: ClassVar[str] = "WN068"
    name: str
    quality: Literal["stealth", "subtle"]

    def message(self) -> str:
        return f"`{self.name}` is already {'Subtle' if self.quality == 'subtle' else 'Stealthed'}"

    def help(self) -> str:
        return "name another asset, or remove the order"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoFreeExpand(Problem):
    """A faction founds a base under `abilities:` without a tag that allows it.

    Expanding is an action (W-ACT-4). Only a tag such as Imperialist makes it free, once per turn
    (W-TAG).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: settle, expand: {base: inn, at: mill, hp: 2, declares: [eyes]}}]
    ```
    ```right
    abilities: [{id: settle, expand: {base: => expand: {id: settle, base:
    [eyes]}}] => [eyes]}
    ```
    """

    code: ClassVar[str] = "WN069"
    faction: str

    def message(self) -> str:
        return f"no tag of `{self.faction}` lets it expand as a free action"

    def help(self) -> str:
        return "make it the turn's action, under `expand:` (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenTarget(Problem):
    """A target is Stealthed.

    A Stealthed asset can't be attacked or targeted. It must be found first (W-ENT-5).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: ring, type: monopoly, at: mill}
      - {for: gm, because: a test, asset: ears, at: mill}
    orders:
      vael:
        abilities: [{id: press, asset: ring, target: ears}]
    ```
    ```right
    target: ears => target: wagons
    ```
    """

    code: ClassVar[str] = "WN070"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is Stealthed and can't be targeted"

    def help(self) -> str:
        return "name an asset in the open, or find this one first (W-ENT-5)"
