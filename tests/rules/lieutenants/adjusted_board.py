"""A board some turns after the opening, and what the GM's adjustments make of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.records import replace
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.lieutenants.adjustments import parse_alterations
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.state import Project, Stance, StandingModifier, State
from tests.rules.lieutenants.setup_boards import sound_board
from tests.rules.lieutenants.small_campaign import SOUND
from tests.small_campaign import loaded

WARDS: Final = Project("wards", "research", "the Wards", "vael", 8, 3, True, 0, blocked=True)
DRILL: Final = Project("drill", "train", "the Drill", "oru", 6, 5, True, 0, subject="giants")
SHY: Final = StandingModifier("1/vael/eye", -3, "L-ACT-SURVEIL", "vael", ("surveil",), "ada", "fox")
#: Kess waits at the manor for the Oru.
WAITS: Final = Stance("kess", "vael", "block", "manor", ("guards",), ("oru",), "cautious")


def later(**more: Any) -> State:
    """The sound board some turns on: with projects, a standing modifier, and a stance."""
    state = replace(
        sound_board(),
        projects={"wards": WARDS, "drill": DRILL},
        standing={SHY.id: SHY},
        stances={"kess": WAITS},
    )
    return replace(state, **more)


def parsed(
    text: str, state: State | None, files: Mapping[str, str] | None = None
) -> tuple[tuple[Alteration[Change], ...], tuple[Finding, ...]]:
    """The alterations of a turn's text, and what is wrong with them."""
    report = Report()
    campaign = loaded({"turns/001.yaml": text, **(files or {})}, over=SOUND)
    return parse_alterations(campaign.turns[0], state, report), report.findings


def adjusted(*effects: str, state: State | None = None) -> tuple[Alteration[Change], ...]:
    """The alterations of adjustments that have to be sound."""
    lines = "".join(f"  - {{for: gm, because: why, {effect}}}\n" for effect in effects)
    found, findings = parsed(f"turn: 1\nadjustments:\n{lines}", state or later())
    assert findings == ()
    return found
