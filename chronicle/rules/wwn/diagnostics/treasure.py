"""What factions order beyond their means: their ratings, their magic, their Treasure and XP."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTooLow(Problem):
    """A faction does what its rating is too low for.

    An asset needs an attribute of its level to be bought (W-ACT-5), and only who has Cunning 3 can
    hide assets (W-ACT-6).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: gang, type: free-company, at: redhaven}
    ```
    """

    code: ClassVar[str] = "WN084"
    what: str
    attribute: str
    needs: int
    has: int
    rule: str

    def message(self) -> str:
        name = self.attribute.capitalize()
        return f"{self.what} needs {name} {self.needs}, and the faction has {self.has}"

    def help(self) -> str:
        return f"raise {self.attribute.capitalize()} first, or order something else ({self.rule})"


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicTooLow(Problem):
    """An asset is to be bought that needs more magic than the faction has.

    Magic is a gate for purchases and no more (W-ENT-1). Some assets raise it for what is bought
    where they are, by themselves or when they are named under `helped_by:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: elites, type: enchanted-elites, at: redhaven}
    ```
    """

    code: ClassVar[str] = "WN085"
    needs: str
    has: str

    def message(self) -> str:
        return f"this needs {self.needs} Magic, and here the faction has {self.has}"

    def help(self) -> str:
        return "buy it where an asset raises Magic, or buy something else (W-ACT-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEnough(Problem):
    """A faction has too little for what it orders.

    What it has is its Treasure with the turn's income and what its abilities bring at best, less
    upkeep and the orders before this one. XP are those it has, with what its goal brings.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        expand: {id: settle, base: shed, at: mill, hp: 12}
    ```
    """

    code: ClassVar[str] = "WN088"
    what: Literal["Treasure", "XP"]
    price: int
    has: int

    def message(self) -> str:
        return f"this costs {self.price} {self.what}, and no more than {self.has} is left for it"

    def help(self) -> str:
        return "order less, or give up something dearer before it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MaybeNotEnough(Problem):
    """A faction may have too little for what it orders.

    Dice tell what some abilities bring and what some things cost, and a goal may be met or not. If
    it goes badly, this order comes to nothing for want of means.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        raises: [wealth]
    ```
    """

    code: ClassVar[str] = "WN089"
    severity: ClassVar[Severity] = "warning"
    what: Literal["Treasure", "XP"]
    price: int
    least: int

    def message(self) -> str:
        return f"this can cost {self.price} {self.what}, and maybe only {self.least} is left for it"

    def help(self) -> str:
        return "leave it so if that is worth the risk; unpaid, it is not carried out"
