"""Errors in changes by the GM: news and adjustments."""

from __future__ import annotations

from typing import ClassVar, Literal

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(shared.UnclearEffect):
    """An effect does not say which one thing it changes.

    An effect names a subject and exactly one change to it:

    - `{faction, treasure: +3}`; instead of `treasure` also `hp`, `xp`, `force`, `cunning`,
      `wealth`, `magic`, `tags`, `goal`, `at_war`, `new_asset` or `new_base`
    - `{asset, hp: -2}`; also `at`, `stealth`, `joins` or `lost: true`
    - `{base, hp: -2}` or `{base, lost: true}`
    - `{place, ruler: vael}`; also `forbids`
    - `{sequence: […]}`

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, treasure: +1, xp: +1}
    ```
    ```right
    , xp: +1 =>
    ```
    """

    code: ClassVar[str] = "WN030"
    FIGURE: ClassVar[str] = "treasure"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(shared.EffectTooFar):
    """An effect would take a value out of its range.

    Treasure and XP can't be negative, ratings go from 1 to 8, and hit points can't exceed their
    maximum. To remove an asset or a base, write `lost: true` rather than reducing its hit points to
    0.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, treasure: -60}
    ```
    ```right
    -60 => -6
    ```
    """

    code: ClassVar[str] = "WN031"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(shared.ChangesNothing):
    """An effect changes nothing.

    The value is already what the effect would make it. Effects are applied one by one, adjustments
    before news, so an earlier one may have made the change.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, ruler: oru}
    ```
    ```right
    ruler: oru => ruler: vael
    ```
    """

    code: ClassVar[str] = "WN032"


@dataclass(frozen=True, slots=True, kw_only=True)
class BadSequence(Problem):
    """A `sequence:` leaves out a faction or is given twice.

    `sequence:` replaces the dice that decide in which order factions play (W-TURN-1). Give it once
    per turn, and name every faction that has not collapsed exactly once.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, sequence: [vael, kell]}
    ```
    ```right
    [vael, kell] => [vael, kell, oru]
    ```
    """

    code: ClassVar[str] = "WN033"
    why: Literal["missing", "stated"]
    missing: tuple[str, ...] = ()

    def message(self) -> str:
        if self.why == "stated":
            return "this turn already has a `sequence:`"
        left_out = ", ".join(f"`{name}`" for name in self.missing)
        return f"this `sequence:` leaves out {left_out}"

    def help(self) -> str:
        if self.why == "stated":
            return "give it once per turn"
        return "name every faction that has not collapsed, once"
