"""What can be wrong with bans, goals, what is let go, thrown again, and raised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRuler(Problem):
    """A faction forbids others a place that it does not rule.

    Only the ruler of a place says who may be there openly (W-ACT-2). An adjustment can give a place
    another ruler.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        forbids: {mill: [kell]}
    ```
    """

    code: ClassVar[str] = "WN094"
    place: str
    ruler: str

    def message(self) -> str:
        if not self.ruler:
            return f"nobody rules `{self.place}`"
        return f"`{self.place}` is ruled by `{self.ruler}`"

    def help(self) -> str:
        return "take it out, or make the faction its ruler by an adjustment"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInExcess(Problem):
    """`sheds:` names an asset that is not one too many.

    Under it stand assets that a faction lets go in place of paying for more of a kind than its
    rating (W-TURN-3). An asset that is to go for other reasons is sold.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sheds: [fields]
    ```
    """

    code: ClassVar[str] = "WN095"
    name: str
    attribute: str
    excess: int

    def message(self) -> str:
        name = self.attribute.capitalize()
        if not self.excess:
            return f"the faction has no asset of {name} too many"
        return f"of {name} no more than {self.excess} too many can be let go"

    def help(self) -> str:
        return f"take `{self.name}` out, or sell it (W-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoRivalsRoll(Problem):
    """`redo:` names no roll of a rival.

    A roll is called `faction/order/purpose`, as the GM's edition and `chronicle resolve` show it.
    In an attack, `check` and `damage` are the attacker's, `defence` and `counter` the defender's.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - for: gm
        because: a test
        faction: vael
        new_asset: {id: benders, type: mindbenders, at: redhaven}
      - {for: gm, because: a test, asset: traders, at: ford}
    orders:
      vael:
        redo: [{asset: benders, roll: vael/hit/check}]
        attack: [{id: hit, asset: guards, against: kell}]
    ```
    """

    code: ClassVar[str] = "WN096"
    name: str
    own: bool

    def message(self) -> str:
        if self.own:
            return f"`{self.name}` is the faction's own roll"
        return f"`{self.name}` is not the name of a roll"

    def help(self) -> str:
        if self.own:
            return "name a roll that a rival makes"
        return "write `faction/order/purpose`, as in `oru/hit/check`"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasGoalAlready(Problem):
    """A goal is to be taken up by a faction that still has one.

    A new one is chosen when the old one is met, fails or is given up (W-GOAL). The old one can't be
    met this turn, so that the new one is not taken up.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        goal: {kind: peaceable-kingdom}
    ```
    """

    code: ClassVar[str] = "WN097"
    severity: ClassVar[Severity] = "warning"
    kind: str

    def message(self) -> str:
        return f"the faction has the goal `{self.kind}`, which can't be met this turn"

    def help(self) -> str:
        return "add `abandon: true`, or take `goal:` out (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGoal(Problem):
    """A faction gives up a goal that it does not have, or spends Treasure for one it has not.

    `abandon: true` gives up the goal that there is; `lavish: true` spends Treasure for nothing, and
    only for the goal Wealth of Kingdoms (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        abandon: true
    ```
    """

    code: ClassVar[str] = "WN098"
    key: Literal["abandon", "lavish"]

    def message(self) -> str:
        if self.key == "abandon":
            return "the faction has no goal to give up"
        return "the faction does not have the goal `wealth-of-kingdoms`"

    def help(self) -> str:
        return f"take `{self.key}:` out (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAtMaximum(Problem):
    """A rating is to be raised that is at its highest.

    Force, Cunning and Wealth go from 1 to 8 (W-ENT-1).

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, force: 8}
      - {for: gm, because: a test, faction: vael, xp: 30}
    orders:
      vael:
        raises: [force]
    ```
    """

    code: ClassVar[str] = "WN099"
    attribute: str
    most: int

    def message(self) -> str:
        return f"{self.attribute.capitalize()} can't be above {self.most}"

    def help(self) -> str:
        return "take it out of `raises:` (W-ENT-1)"
