"""After a turn that could not be read completely, no finding follows from a guessed state."""

from __future__ import annotations

from tests.serve.edited_campaign import AGAIN, CREEP, TURNS
from tests.small_campaign import findings_of

#: The conspiracy of turn 1 succeeds by the seed, so that nothing is left to raise to 2.
_REPEATED = AGAIN.replace("to: 3", "to: 2")


def test_orders_are_checked_against_a_known_state() -> None:
    (finding,) = findings_of({**TURNS, "turns/002.yaml": _REPEATED})
    assert finding.code == "SH008"
    assert finding.at is not None
    assert finding.at.source.path == "turns/002.yaml"


def test_orders_after_unreadable_dice_are_not_checked_against_a_guess() -> None:
    unreadable = {"turns/001.yaml": f"{CREEP}rolls: {{vael/creep: many}}\n"}
    (finding,) = findings_of({**TURNS, **unreadable, "turns/002.yaml": _REPEATED})
    assert finding.at is not None
    assert finding.at.source.path == "turns/001.yaml"
