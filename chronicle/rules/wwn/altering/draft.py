"""An effect before it is carried out: what it is about, looked up and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chronicle.diagnostics import Report
from chronicle.rules.shared.reading import known
from chronicle.rules.wwn import problems
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.setting import is_living, is_place
from chronicle.rules.wwn.shapes import EffectShape
from chronicle.rules.wwn.state import Asset, Base, Place, State

#: The rule under which the GM changes the board.
RULE: Final = "W-ENT-1"
#: The word for no ruler.
NOBODY: Final = "nobody"


@dataclass(frozen=True, slots=True)
class Draft:
    """What one effect changes: whose and what it is about, the figure before and after.

    Grades of magic count from 0 (none) to 3 (high); what has no figure has 0 for both.
    """

    faction: str
    subject: str
    changes: tuple[Change, ...]
    before: int = 0
    after: int = 0


@dataclass(frozen=True, slots=True)
class Altering:
    """One effect as written, the board that it meets, and where its findings go."""

    shape: EffectShape
    state: State
    report: Report
    reason: str

    def faction(self) -> str:
        """The faction that the effect is about; empty after a finding."""
        name = self.shape.faction or ""
        at = self.shape.at("faction")
        return name if is_living(name, self.state, at, self.report) else ""

    def asset(self) -> Asset | None:
        name = self.shape.asset or ""
        known("asset", name, self.state.assets, self.shape.at("asset"), self.report)
        return self.state.assets.get(name)

    def base(self) -> Base | None:
        name = self.shape.base or ""
        known("base", name, self.state.bases, self.shape.at("base"), self.report)
        return self.state.bases.get(name)

    def place(self) -> Place | None:
        name = self.shape.place or ""
        is_place(name, self.state, self.shape.at("place"), self.report)
        return self.state.places.get(name)

    def changes_something(self, key: str, changes: bool) -> bool:
        if not changes:
            self.report.add(problems.ChangesNothing(at=self.shape.at(key)))
        return changes

    def within(
        self, key: str, before: int, after: int, low: int = 0, high: int | None = None
    ) -> bool:
        """Whether a figure stays in its range and becomes another."""
        if not self.changes_something(key, after != before):
            return False
        inside = after >= low and (high is None or after <= high)
        if not inside:
            self.report.add(
                problems.EffectTooFar(
                    at=self.shape.at(key), before=before, after=after, low=low, high=high
                )
            )
        return inside
