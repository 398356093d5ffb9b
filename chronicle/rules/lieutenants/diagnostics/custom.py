"""Warnings about custom actions."""

from __future__ import annotations

from typing import ClassVar

from chronicle.diagnostics.report import Problem, Severity
from chronicle.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotBrought(Problem):
    """A custom action brings something that did not fit when it was carried out.

    What an action brings is checked with the turn's orders, and made when the action is carried
    out. By then others may have changed the board: the asset is gone, or the capital is spent. Then
    it is left out (L-ACT-CUSTOM).

    ```yaml turns/001.yaml
    turn: 1
    orders:
      vael:
        actions:
          - id: a
            lieutenant: ada
            action: custom
            name: Buy off the millers
            check: {skill: charm}
            brings: {success: [{place: mill, capital: -3, for: vael, because: a bribe}]}
          - id: b
            lieutenant: kess
            action: custom
            name: Buy off the carters
            check: {skill: charm}
            brings: {success: [{place: mill, capital: -4, for: vael, because: a bribe}]}
    rolls: {vael/a/check: [6, 6], vael/b/check: [6, 6]}
    ```
    ```right
    capital: -4 => capital: -2
    ```
    """

    code: ClassVar[str] = "LT081"
    severity: ClassVar[Severity] = "warning"
    order: str

    def message(self) -> str:
        return f"`{self.order}` can't bring this any more, so it was left out"

    def help(self) -> str:
        return "write another effect, or give it as an adjustment of a later turn"
