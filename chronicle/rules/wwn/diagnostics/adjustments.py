"""What can be wrong with what the GM changes, by news and by adjustments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(shared.UnclearEffect):
    """An effect does not say which one thing it changes.

    An effect names what it is about and one change: `{faction, treasure: +3}`, also with `hp`,
    `xp`, `force`, `cunning`, `wealth`, `magic`, `tags`, `goal`, `at_war`, `new_asset` or
    `new_base`; `{asset, hp: -2}`, also with `at`, `stealth`, `joins` or `lost: true`; `{base,
    hp: -2}` or `lost: true`; `{place, ruler: vael}` or `forbids`; and `{sequence: […]}`.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, treasure: +1, xp: +1}
    ```
    """

    code: ClassVar[str] = "WN030"
    FIGURE: ClassVar[str] = "treasure"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(shared.EffectTooFar):
    """An effect would take a figure out of its range.

    Nobody has less than no Treasure and XP, ratings go from 1 to 8, and nothing has more hit
    points than its maximum. An asset or a base without hit points is lost: say so.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, treasure: -60}
    ```
    """

    code: ClassVar[str] = "WN031"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(shared.ChangesNothing):
    """An effect changes nothing: what it asks for is so already.

    Effects happen one after another, adjustments before news; an earlier one may have done it.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, ruler: oru}
    ```
    """

    code: ClassVar[str] = "WN032"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadSequence(Problem):
    """An order of play leaves somebody out, or is stated a second time.

    `sequence:` takes the place of the dice that say who plays before whom (W-TURN-1): it names
    every faction that has not collapsed, once, and stands once in a turn.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, sequence: [vael, kell]}
    ```
    """

    code: ClassVar[str] = "WN033"
    why: Literal["missing", "stated"]
    missing: tuple[str, ...] = ()

    def message(self) -> str:
        if self.why == "stated":
            return "the order of play is stated already"
        left_out = ", ".join(f"`{name}`" for name in self.missing)
        return f"this order of play leaves out {left_out}"

    def help(self) -> str:
        if self.why == "stated":
            return "state it once in a turn"
        return "name every faction that has not collapsed, once"
