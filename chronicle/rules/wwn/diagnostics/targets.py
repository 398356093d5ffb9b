"""Errors and warnings about bans, goals, assets given up, rolls made again and ratings raised."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRuler(Problem):
    """A faction closes a place that it does not rule.

    Only the ruler of a place decides who can be there openly (W-ACT-2). An adjustment can change
    the ruler.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        forbids: {mill: [kell]}
    ```
    ```right
    mill: [kell] => redhaven: [kell]
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
        return "remove it, or make the faction the ruler with an adjustment"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInExcess(Problem):
    """`sheds:` names an asset that is not in excess.

    `sheds:` lists assets that a faction gives up instead of paying for having more assets of an
    attribute than its rating (W-TURN-3). To get rid of other assets, sell them.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        sheds: [fields]
    ```
    ```right
        sheds: [fields] =>
    ```
    """

    code: ClassVar[str] = "WN095"
    name: str
    attribute: str
    excess: int

    def message(self) -> str:
        name = self.attribute.capitalize()
        if not self.excess:
            return f"the faction has no more {name} assets than its rating allows"
        return f"the faction can give up only {self.excess} of its {name} assets"

    def help(self) -> str:
        return f"remove `{self.name}`, or sell it (W-TURN-3)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchRoll(Problem):
    """`redo:` does not name a rival's roll, or `rerolls:` not one of the faction's own.

    A roll is named `faction/order/purpose`. The GM's edition and `chronicle resolve` show rolls in
    this form. In an attack, `check` and `damage` are rolled by the attacker, `defence` and
    `counter` by the defender.

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
    ```right
    vael/hit/check => vael/hit/defence
    ```
    """

    code: ClassVar[str] = "WN096"
    name: str
    wanted_own: bool
    whose_wrong: bool = False

    def message(self) -> str:
        if not self.whose_wrong:
            return f"`{self.name}` is not the name of a roll"
        whose = "a rival's roll" if self.wanted_own else "the faction's own roll"
        return f"`{self.name}` is {whose}"

    def help(self) -> str:
        if not self.whose_wrong:
            return "write `faction/order/purpose`, such as `oru/hit/check`"
        return f"name a roll made by {'this faction' if self.wanted_own else 'a rival'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class HasGoalAlready(Problem):
    """A faction chooses a goal while it still has another.

    A new goal can be chosen when the old one is met, fails or is given up (W-GOAL). The old goal
    can't be met this turn, so the new one is not chosen.

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        goal: {kind: peaceable-kingdom}
    ```
    ```right
        goal: {kind: peaceable-kingdom} =>
    ```
    """

    code: ClassVar[str] = "WN097"
    severity: ClassVar[Severity] = "warning"
    kind: str

    def message(self) -> str:
        return f"the faction still has the goal `{self.kind}`, which can't be met this turn"

    def help(self) -> str:
        return "add `abandon: true`, or remove `goal:` (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalNotTaken(Problem):
    """A faction had no goal at the end of its turn, but could not take up the one it chose.

    The target of a goal must exist when the goal is taken up, at the end of the faction's turn: a
    rival that has not collapsed, an asset in the open and unhurt, a base. Wealth of Kingdoms can be
    taken up again only after Wealth has risen (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      oru:
        abandon: true
        goal: {kind: eliminate-target, asset: guards}
      kell:
        attack: [{id: hit, asset: traders, against: vael}]
    adjustments:
      - {for: gm, because: a test, sequence: [kell, oru, vael]}
      - {for: gm, because: a test, asset: traders, at: ford}
    rolls:
      kell/hit/check: [10]
      kell/hit/defence: [1]
      kell/hit/damage: [1]
    ```
    ```right
    asset: guards} => asset: fields}
    ```
    """

    code: ClassVar[str] = "WN100"
    severity: ClassVar[Severity] = "warning"
    kind: str

    def message(self) -> str:
        return f"the faction could not take up the goal `{self.kind}`: what it needs was not there"

    def help(self) -> str:
        return "choose another goal in the next turn (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoGoal(Problem):
    """A faction has no goal to give up, or not the goal that `lavish:` is for.

    `abandon: true` gives up the current goal. `lavish: true` spends Treasure for nothing in return,
    and only for the goal Wealth of Kingdoms (W-GOAL).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      kell:
        abandon: true
    ```
    ```right
    abandon: true => goal: {kind: peaceable-kingdom}
    ```
    """

    code: ClassVar[str] = "WN098"
    key: Literal["abandon", "lavish"]

    def message(self) -> str:
        if self.key == "abandon":
            return "the faction has no goal to give up"
        return "the faction does not have the goal `wealth-of-kingdoms`"

    def help(self) -> str:
        return f"remove `{self.key}:` (W-GOAL)"


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAtMaximum(Problem):
    """A rating would be raised above its maximum.

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
    ```right
    force: 8 => force: 6
    ```
    """

    code: ClassVar[str] = "WN099"
    attribute: str
    most: int

    def message(self) -> str:
        return f"{self.attribute.capitalize()} can't be raised above {self.most}"

    def help(self) -> str:
        return "remove it from `raises:` (W-ENT-1)"
