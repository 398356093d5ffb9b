"""Errors in changes by the GM: news and adjustments."""

from __future__ import annotations

from chronicle.diagnostics.report import Problem
from chronicle.rules.kit import diagnostics as shared


class UnclearEffect(shared.UnclearEffect):
    code = "LT030"
    help = "name the target and one change, as in `{{faction: …, capital: +3}}`"


class EffectTooFar(shared.EffectTooFar):
    code = "LT031"


class ChangesNothing(shared.ChangesNothing):
    code = "LT032"


class NotOfThisKind(Problem):
    code = "LT033"
    help = "name another asset or another change"

    name: str
    kind: str
    key: str

    def message_text(self) -> str:
        article = "an" if self.kind == "item" else "a"
        kind = self.kind if self.kind == "information" else f"{article} {self.kind}"
        if self.key == "at":
            return f"`{self.name}` is {kind} and can't be moved"
        return f"`{self.name}` is {kind} and has no {self.key}"
