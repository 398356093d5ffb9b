"""An effect before it is carried out: what it is about, looked up and checked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from chronicle.diagnostics import Report
from chronicle.rules.lieutenants import problems
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.setting import is_location
from chronicle.rules.lieutenants.shapes import EffectShape
from chronicle.rules.lieutenants.state import Asset, Place, State
from chronicle.rules.shared.reading import known

#: The rule under which the GM changes the board.
RULE: Final = "L-ENT"
#: The word for no owner, when something is taken from its faction and given to none.
NOBODY: Final = "nobody"
MOST_LEVELS: Final = 30


@dataclass(frozen=True, slots=True)
class Draft:
    """What one effect changes: whose and what it is about, the figure before and after.

    Conditions count from 0 (undamaged) to 3 (destroyed); what has no figure has 0 for both.
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
        return name if known("faction", name, self.state.factions, at, self.report) else ""

    def asset(self) -> Asset | None:
        name = self.shape.asset or ""
        known("asset", name, self.state.assets, self.shape.at("asset"), self.report)
        return self.state.assets.get(name)

    def location(self) -> Place | None:
        name, at = self.shape.place or "", self.shape.at("place")
        found = is_location(name, self.state.places, at, self.report)
        return self.state.places[name] if found else None

    def owner(self, key: str, name: str) -> str | None:
        """The faction that something goes to, empty for nobody; None after a finding."""
        factions = self.state.factions
        if name == NOBODY and NOBODY not in factions:
            return ""
        is_known = known("faction", name, factions, self.shape.at(key), self.report)
        return name if is_known else None

    def changes_something(self, key: str, changes: bool) -> bool:
        if not changes:
            self.report.add(problems.ChangesNothing(at=self.shape.at(key)))
        return changes

    def within(self, key: str, before: int, by: int, high: int | None = None) -> bool:
        """Whether a figure stays in its range, which begins at 0, and becomes another."""
        if not self.changes_something(key, by != 0):
            return False
        after = before + by
        inside = after >= 0 and (high is None or after <= high)
        if not inside:
            at = self.shape.at(key)
            self.report.add(
                problems.EffectTooFar(at=at, before=before, after=after, low=0, high=high)
            )
        return inside
