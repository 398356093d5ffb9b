"""Who no longer lies in wait, because he has gone or serves others (L-TURN-5)."""

from __future__ import annotations

from typing import Final

from chronicle.records import replace
from chronicle.rules.lieutenants.apply import apply_changes
from chronicle.rules.lieutenants.state import Stance
from tests.rules.lieutenants.adjustment_effects import later
from tests.rules.lieutenants.test_adjustments import adjusted

WAIT: Final = Stance("kess", "vael", "ambush", "field", ("knives",), ("oru",), "cautious")


def test_a_unit_that_the_gm_takes_away_leaves_the_stance() -> None:
    for effect in ("asset: knives, joins: oru", "asset: knives, at: market"):
        waits = replace(WAIT, at="manor", units=("knives", "guards"))
        state = replace(later(), stances={"kess": waits})
        (found,) = adjusted(effect, state=state)
        left = apply_changes(state, found.changes).stances["kess"]
        assert left.units == ("guards",)
