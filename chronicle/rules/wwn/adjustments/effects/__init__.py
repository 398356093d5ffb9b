"""The effects of news and adjustments, one function for each kind of change.

Each finds the subject of an effect, checks it, and returns the change; problems are reported.
"""

from __future__ import annotations

from typing import ClassVar, Final

from chronicle.rules.kit import adjustments
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.diagnostics import adjustments as problems
from chronicle.rules.wwn.inputs import EffectInput
from chronicle.rules.wwn.setup.name_checks import check_living, check_place
from chronicle.rules.wwn.state import Asset, Base, PlaceState, State

#: The rule by which the GM changes the board.
ADJUSTMENT_RULE: Final = "W-ENT-1"
#: The name that stands for no ruler.
NOBODY: Final = "nobody"


class EffectDraft(adjustments.EffectDraft[Change]):
    """What one effect changes; grades of magic count from 0 to 3, and no number is 0."""


class AdjustmentEffect(adjustments.AdjustmentEffect[EffectInput, State]):
    """One effect as written, with its subject."""

    NOTHING: ClassVar = problems.ChangesNothing
    TOO_FAR: ClassVar = problems.EffectTooFar

    def faction(self) -> str:
        """The faction that the effect is about; empty after an error."""
        name = self.entry.faction or ""
        at = self.entry.at("faction")
        return name if check_living(name, self.state, at, self.report) else ""

    def asset(self) -> Asset | None:
        name = self.entry.asset or ""
        check_known("asset", name, self.state.assets, self.entry.at("asset"), self.report)
        return self.state.assets.get(name)

    def base(self) -> Base | None:
        name = self.entry.base or ""
        check_known("base", name, self.state.bases, self.entry.at("base"), self.report)
        return self.state.bases.get(name)

    def place(self) -> PlaceState | None:
        name = self.entry.place or ""
        check_place(name, self.state, self.entry.at("place"), self.report)
        return self.state.places.get(name)
