"""What can be wrong with free actions, with ways, and with what is to be reached."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.rules.shared.diagnostics import quoted_list

#: Where an asset's working is called on that is no order among the abilities.
OtherFreeActionKey = Literal["", "helped_by", "redo"]


def _capital(words: tuple[str, ...]) -> str:
    return " or ".join(word.capitalize() for word in words)


def moves_text(count: int) -> str:
    """A distance in words."""
    return "one move" if count == 1 else f"{count} moves"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoFreeAction(Problem):
    """An asset stands under `abilities:` that has nothing to do there.

    Only some assets have a free action (W-TURN-4). What helps with a purchase is named under
    `helped_by:` of that purchase, and what makes a rival throw again under `redo:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: ride, asset: riders}]
    ```
    """

    code: ClassVar[str] = "WN061"
    name: str
    type: str
    elsewhere: OtherFreeActionKey

    def message(self) -> str:
        return f"`{self.name}` ({self.type}) has no free action to order here"

    def help(self) -> str:
        match self.elsewhere:
            case "helped_by":
                return "name it under `helped_by:` of what is created"
            case "redo":
                return "name it under `redo:` with the roll"
            case _:
                return "take it out, or let it take part in the action"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearFreeAction(Problem):
    """An asset has several free actions, and the order does not say which is meant.

    The word under `use:` is that of the effect, as the catalogue has it.

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
    """

    code: ClassVar[str] = "WN062"
    name: str
    words: tuple[str, ...]

    def message(self) -> str:
        return f"`{self.name}` has several free actions, and this does not say which"

    def help(self) -> str:
        return f"add `use:` with one of {quoted_list(self.words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfitKind(Problem):
    """A free action is for assets of another kind.

    Some carry, heal or hide only what belongs to Force, to Cunning or to Wealth.

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
    """

    code: ClassVar[str] = "WN063"
    name: str
    attribute: str
    kinds: tuple[str, ...]

    def message(self) -> str:
        return (
            f"`{self.name}` is an asset of {self.attribute.capitalize()}, "
            f"and this is for those of {_capital(self.kinds)}"
        )

    def help(self) -> str:
        return f"name an asset of {_capital(self.kinds)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfReach(Problem):
    """Something is too far from the asset that is to do something with it.

    Each effect says how far it reaches, in moves; most go no further than the place where the
    asset is. Where things are as the turn begins counts, with what the faction's own orders before
    this one change.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        abilities: [{id: ride, asset: wagons, target: ears, to: ford}]
    ```
    """

    code: ClassVar[str] = "WN064"
    name: str
    where: str
    other: str
    place: str
    reach: int

    def message(self) -> str:
        return f"`{self.name}` is in `{self.where}`, and `{self.other}` in `{self.place}`"

    def help(self) -> str:
        if not self.reach:
            return "both have to be at one place"
        return f"it reaches {moves_text(self.reach)} far"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadRoute(Problem):
    """A way is longer than it may be, or leads where one is already.

    A turn's move goes to a neighbouring place, or so many miles as the campaign says; some tags
    make it longer, and some assets carry others further (W-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        move: [{id: march, asset: riders, to: crag}]
    ```
    """

    code: ClassVar[str] = "WN065"
    name: str
    place: str
    to: str
    reach: int

    def message(self) -> str:
        if self.place == self.to:
            return f"`{self.name}` is in `{self.to}` already"
        return f"`{self.to}` is too far for `{self.name}`, which is in `{self.place}`"

    def help(self) -> str:
        if self.place == self.to:
            return "name another place"
        if not self.reach:
            return "its way begins or ends where the asset is that carries it"
        return f"it goes {moves_text(self.reach)} at most (W-ACT-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Barred(Problem):
    """An asset goes in the open where the ruler forbids it.

    Only what is Subtle or Stealthed goes there all the same, or what such assets lead or shelter
    (W-ACT-2).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        move: [{id: march, asset: wagons, to: redhaven}]
    ```
    """

    code: ClassVar[str] = "WN066"
    name: str
    place: str
    ruler: str
    faction: str

    def message(self) -> str:
        if not self.ruler:
            return f"`{self.place}` is closed to `{self.faction}`, and `{self.name}` can't hide"
        return f"`{self.ruler}` forbids `{self.faction}` `{self.place}`, and `{self.name}` is seen"

    def help(self) -> str:
        return "hide it before, or send one that is Subtle (W-ACT-2)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsWater(Problem):
    """Something is carried by ship to a place that is not by water.

    A place by water has `water: true` in its `opening:`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: kell
        new_asset: {id: hulk, type: smuggling-fleet, at: harbour}
    orders:
      kell:
        abilities: [{id: sail, asset: hulk, to: ford}]
    ```
    """

    code: ClassVar[str] = "WN067"
    name: str
    place: str

    def message(self) -> str:
        return f"`{self.place}` is not by water, and `{self.name}` takes others only there"

    def help(self) -> str:
        return "name a place by water; such a place has `water: true`"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyHidden(Problem):
    """An asset is to be hidden, or made Subtle, and is so already.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: guards, stealth: true}
    orders:
      vael:
        hide: [{id: veil, asset: guards}]
    ```
    """

    code: ClassVar[str] = "WN068"
    name: str
    quality: Literal["stealth", "subtle"]

    def message(self) -> str:
        return f"`{self.name}` is {'Subtle' if self.quality == 'subtle' else 'Stealthed'} already"

    def help(self) -> str:
        return "name another asset, or take the order out"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoFreeExpand(Problem):
    """A base is to be founded among the abilities by a faction that can't do so.

    To expand is an action (W-ACT-4). Only a tag such as Imperialist makes it free, once a turn
    (W-TAG).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        abilities: [{id: settle, expand: {base: inn, at: mill, hp: 2, declares: [eyes]}}]
    ```
    """

    code: ClassVar[str] = "WN069"
    faction: str

    def message(self) -> str:
        return f"no tag of `{self.faction}` lets it expand beside its action"

    def help(self) -> str:
        return "make it the turn's action, under `expand:` (W-ACT-4)"


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenTarget(Problem):
    """Something is aimed at that is Stealthed.

    What is hidden can't be attacked or pressed while it lasts; it has to be found first (W-ENT-5).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: ring, type: monopoly, at: redhaven}
    orders:
      vael:
        abilities: [{id: press, asset: ring, target: ears}]
    ```
    """

    code: ClassVar[str] = "WN070"
    name: str

    def message(self) -> str:
        return f"`{self.name}` is Stealthed, and nobody can aim at it"

    def help(self) -> str:
        return "name one that is in the open, or have this one found before (W-ENT-5)"
