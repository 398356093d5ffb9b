"""Errors in changes by the GM: news and adjustments."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem
from chronicle.rules.kit import diagnostics as shared


class UnclearEffect(shared.UnclearEffect):
    code = "WN030"
    help = "name the target and one change, as in `{{faction: …, treasure: +3}}`"


class EffectTooFar(shared.EffectTooFar):
    code = "WN031"


class ChangesNothing(shared.ChangesNothing):
    code = "WN032"


class SecondSequence(Problem):
    code = "WN033"
    message = "this turn already has a `sequence:`"
    help = "give it once per turn"


class IncompleteSequence(SecondSequence):
    message = "this `sequence:` leaves out {missing}"
    help = "name every faction that has not collapsed, once"

    missing: tuple[str, ...]
