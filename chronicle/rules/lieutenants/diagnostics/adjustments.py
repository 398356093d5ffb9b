"""Errors in changes by the GM: news and adjustments."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.records import dataclass
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(shared.UnclearEffect):
    """An effect does not say which one thing it changes.

    An effect names a subject and exactly one change to it:

    - `{faction, capital: +3}`; instead of `capital` also `reach`, `cohesion`, `leadership` or
      `level_cap`
    - `{faction, npc, influence: +1}` or `{faction, npc, ally: true}`
    - `{asset, condition: damaged}`; also `level`, `at` or `joins`
    - `{place, owner: vael}`; also `capital` or `known_to`
    - `{project, successes: +1}` or `{project, cleared: true}`
    - `{faction, modifier: {id: …, actions: [steal], value: 2}}` or `{lifted: …}`
    - `{faction, unit: {…}}`, or another kind of asset, to add an asset to the game

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, capital: +1, reach: +1}
    ```
    ```right
    , reach: +1 =>
    ```
    """

    code: ClassVar[str] = "LT030"
    FIGURE: ClassVar[str] = "capital"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(shared.EffectTooFar):
    """An effect would take a value out of its range.

    The capital of factions and locations can't be negative, nor can influence. An effect can't
    complete a project: only those who work on it can.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, capital: -16}
    ```
    ```right
    -16 => -6
    ```
    """

    code: ClassVar[str] = "LT031"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(shared.ChangesNothing):
    """An effect changes nothing.

    The value is already what the effect would make it. Effects are applied one by one, adjustments
    before news, so an earlier one may have made the change.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, owner: oru}
    ```
    ```right
    owner: oru => owner: vael
    ```
    """

    code: ClassVar[str] = "LT032"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOfThisKind(Problem):
    """An effect changes something that this kind of asset does not have.

    Only lieutenants, units and facilities have a level and a condition. Facilities can't be moved.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: crown, condition: damaged}
    ```
    ```right
    asset: crown => asset: ears
    ```
    """

    code: ClassVar[str] = "LT033"
    name: str
    kind: str
    key: str

    def message(self) -> str:
        article = "an" if self.kind == "item" else "a"
        kind = self.kind if self.kind == "information" else f"{article} {self.kind}"
        if self.key == "at":
            return f"`{self.name}` is {kind} and can't be moved"
        return f"`{self.name}` is {kind} and has no {self.key}"

    def help(self) -> str:
        return "name another asset or another change"
