"""A board some turns after the opening, and what the GM's adjustments make of it."""

from __future__ import annotations

from typing import Any

from chronicle.diagnostics.report import Finding, Report
from chronicle.records import replace
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.wwn.adjustments import ParsedAdjustments, parse_adjustments
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.state import Goal, Mark, State
from tests.rules.wwn.setup_boards import sound_board
from tests.rules.wwn.small_campaign import SOUND
from tests.small_campaign import loaded


def later(**more: Any) -> State:
    """The sound board in turn 4: the fleet cannot move, the traders are rogue, the quay is hurt.

    Vael has met Wealth of Kingdoms at its Wealth of 2; the Kell have a goal of the GM's own.
    """
    sound = sound_board()
    ships = replace(sound.assets["ships"], marks=(Mark("pinned", by="eyes"),), bound_for="crag")
    traders = replace(sound.assets["traders"], marks=(Mark("rogue", amount=2),))
    state = replace(
        sound.with_asset(ships)
        .with_asset(traders)
        .with_base(replace(sound.bases["quay"], hp=11))
        .with_faction(replace(sound.factions["kell"], hp=5, goal=Goal("own", name="A crown")))
        .with_faction(replace(sound.factions["vael"], lavished=2)),
        turn=4,
    )
    return replace(state, **more)


def parsed(text: str, state: State | None) -> tuple[ParsedAdjustments, tuple[Finding, ...]]:
    """What a turn's text alters, and what is wrong with it."""
    report = Report()
    turn = loaded({"turns/001.yaml": text}, over=SOUND).turns[0]
    return parse_adjustments(turn, state, report), report.findings


def altered_by(*effects: str, state: State | None = None) -> ParsedAdjustments:
    """What adjustments come to, which have to be sound."""
    lines = "".join(f"  - {{for: gm, because: why, {effect}}}\n" for effect in effects)
    found, findings = parsed(f"turn: 1\nadjustments:\n{lines}", state or later())
    assert findings == ()
    return found


def adjusted(*effects: str) -> tuple[Alteration[Change], ...]:
    """The alterations of adjustments that have to be sound."""
    return altered_by(*effects).alterations


def board_after(*effects: str, state: State | None = None) -> State:
    """The board that adjustments lead to, which have to be sound."""
    found = altered_by(*effects, state=state).state
    assert found is not None
    return found
