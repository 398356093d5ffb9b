"""What can be wrong with what the GM changes, by news and by adjustments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from chronicle.diagnostics.report import Problem
from chronicle.rules.shared import diagnostics as shared


@dataclass(frozen=True, slots=True, kw_only=True)
class UnclearEffect(shared.UnclearEffect):
    """An effect does not say which one thing it changes.

    An effect names what it is about and one change: `{faction, capital: +3}`, also with `reach`,
    `cohesion`, `leadership` or `level_cap`; `{faction, npc, influence: +1}` or `ally: true`;
    `{asset, condition: damaged}`, also with `level`, `at` or `joins`; `{place, owner: vael}`, also
    with `capital` or `known_to`; `{project, successes: +1}` or `cleared: true`; `{lifted: …}`; and
    `{faction, unit: {…}}` or another kind of asset, which comes into the game.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: vael, capital: +1, reach: +1}
    ```
    """

    code: ClassVar[str] = "LT030"
    FIGURE: ClassVar[str] = "capital"


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectTooFar(shared.EffectTooFar):
    """An effect would take a figure out of its range.

    No faction and no location has less than no capital, nobody has less than no influence, and a
    project is finished by those who work on it alone.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, faction: oru, capital: -16}
    ```
    """

    code: ClassVar[str] = "LT031"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangesNothing(shared.ChangesNothing):
    """An effect changes nothing: what it asks for is so already.

    Effects happen one after another, adjustments before news; an earlier one may have done it.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, place: mill, owner: oru}
    ```
    """

    code: ClassVar[str] = "LT032"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotOfThisKind(Problem):
    """An effect would change something that this kind of asset does not have.

    Lieutenants, units and facilities have a level and a condition; facilities stay where they
    were built.

    ```yaml turns/001.yaml
    turn: 1
    adjustments:
      - {for: gm, because: a test, asset: crown, condition: damaged}
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
            return f"`{self.name}` is {kind}, and stays where it was built"
        return f"`{self.name}` is {kind}, and has no {self.key}"

    def help(self) -> str:
        return "name another asset, or another change"
