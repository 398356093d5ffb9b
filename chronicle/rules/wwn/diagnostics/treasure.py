"""Orders that exceed a faction's ratings, Magic, Treasure or XP."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTooLow(Problem):
    """A faction's rating is too low for an order.

    To buy an asset, the faction needs a rating of at least the asset's level in its attribute
    (W-ACT-5). To hide assets, it needs Cunning 3 (W-ACT-6).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: gang, type: free-company, at: redhaven}
    ```
    ```right
    type: free-company => type: infantry
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
        return f"{self.what} needs {name} {self.needs}, but the faction has {self.has}"

    def help(self) -> str:
        return f"raise {self.attribute.capitalize()} first, or order something else ({self.rule})"


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicTooLow(Problem):
    """An asset needs more Magic than the faction has.

    Magic only limits what can be bought (W-ENT-1). Some assets raise it for purchases at their
    place, either always or when they are named under `helped_by:`.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        create: {id: buy, asset: elites, type: enchanted-elites, at: redhaven}
    ```
    ```right
    type: enchanted-elites => type: infantry
    ```
    """

    code: ClassVar[str] = "WN085"
    needs: str
    has: str

    def message(self) -> str:
        return f"this asset needs Magic `{self.needs}`, but the faction has `{self.has}` here"

    def help(self) -> str:
        return "buy it where an asset raises Magic, or buy something else (W-ACT-5)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotEnough(Problem):
    """A faction can't pay for what it orders.

    Available Treasure is what the faction has, plus its income and the most that its free actions
    can bring, minus upkeep and earlier orders. Available XP are what it has, plus the reward of its
    goal.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        expand: {id: settle, base: shed, at: mill, hp: 12}
    ```
    ```right
    hp: 12 => hp: 2
    ```
    """

    code: ClassVar[str] = "WN088"
    what: Literal["Treasure", "Treasure for repairs", "XP"]
    price: int
    has: int

    def message(self) -> str:
        return f"this costs {self.price} {self.what}, but at most {self.has} is left"

    def help(self) -> str:
        return "order less, or remove a more expensive order above it"


@dataclass(frozen=True, slots=True, kw_only=True)
class MaybeNotEnough(Problem):
    """A faction may not be able to pay for what it orders.

    What some free actions bring and what some things cost depends on dice, and a goal may or may
    not be met. If the faction can't pay, the order is not carried out.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, xp: +2}
    orders:
      vael:
        raises: [cunning]
    ```
    ```right
    raises: [cunning] => raises: [wealth]
    ```
    """

    code: ClassVar[str] = "WN089"
    severity: ClassVar[Severity] = "warning"
    what: Literal["Treasure", "Treasure for repairs", "XP"]
    price: int
    least: int

    def message(self) -> str:
        return f"this can cost {self.price} {self.what}, but maybe only {self.least} is left"

    def help(self) -> str:
        return "keep it if the risk is worth it; if unpaid, it is not carried out"
