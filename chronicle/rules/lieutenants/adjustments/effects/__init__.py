"""What each kind of effect does to the board, checked on the board before it.

Each function takes an effect as written and returns a draft of the change; None after errors.
"""

from __future__ import annotations

from typing import ClassVar, Final

from chronicle.rules.kit import adjustments
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.diagnostics import adjustments as problems
from chronicle.rules.lieutenants.inputs import EffectInput
from chronicle.rules.lieutenants.setup.name_checks import check_location
from chronicle.rules.lieutenants.state import Asset, PlaceState, State

#: The rule under which the GM changes the board.
GM_CHANGE_RULE: Final = "L-ENT"
#: The word for no owner, when something is taken from a faction and given to no other.
NOBODY_KEYWORD: Final = "nobody"
MAX_LEVEL: Final = 30


class EffectDraft(adjustments.EffectDraft[Change]):
    """The changes of one effect.

    Conditions count from 0 (undamaged) to 3 (destroyed). Without a figure, ``before`` and ``after``
    are 0.
    """


class AdjustmentEffect(adjustments.AdjustmentEffect[EffectInput, State]):
    """One effect as written, with its subject."""

    NOTHING: ClassVar = problems.ChangesNothing
    TOO_FAR: ClassVar = problems.EffectTooFar

    def faction(self) -> str:
        """Return the faction that the effect is about; empty after errors."""
        name = self.entry.faction or ""
        at = self.entry.at("faction")
        return name if check_known("faction", name, self.state.factions, at, self.report) else ""

    def asset(self) -> Asset | None:
        name = self.entry.asset or ""
        check_known("asset", name, self.state.assets, self.entry.at("asset"), self.report)
        return self.state.assets.get(name)

    def location(self) -> PlaceState | None:
        name, at = self.entry.place or "", self.entry.at("place")
        found = check_location(name, self.state.places, at, self.report)
        return self.state.places[name] if found else None

    def owner(self, key: str, name: str) -> str | None:
        """Return the faction that receives something, empty for `nobody`; None after errors."""
        factions = self.state.factions
        if name == NOBODY_KEYWORD and NOBODY_KEYWORD not in factions:
            return ""
        is_known = check_known("faction", name, factions, self.entry.at(key), self.report)
        return name if is_known else None
