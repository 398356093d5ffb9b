"""The GM's changes by news and adjustments: parsed, checked and turned into events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Turn
from chronicle.records import Record
from chronicle.rules.kit.adjustment_events import Alteration
from chronicle.rules.kit.adjustments import EffectDraft, EffectKeys, EffectParser
from chronicle.rules.kit.parser import check_known
from chronicle.rules.shadow import diagnostics
from chronicle.rules.shadow.events import Changed, ChangedFigure
from chronicle.rules.shadow.inputs import AdjustmentInput, EffectInput
from chronicle.rules.shadow.orders import GmChange
from chronicle.rules.shadow.stakes import Transfer
from chronicle.rules.shadow.state import CHALICE, GM_HAND, MAX_INFLUENCE, MAX_STRENGTH, State

#: The keys that say whose figure changes, the key that changes it, and the figure.
FIGURES: Final[Mapping[EffectKeys, ChangedFigure]] = {
    (("power", "sphere"), "influence"): "influence",
    (("power", "resource"), "strength"): "strength",
    (("power",), "dd"): "dice",
    ((), "chalice"): "chalice",
    (("power",), "actor"): "actor",
}
_HIGHEST: Final = {"influence": MAX_INFLUENCE, "strength": MAX_STRENGTH, "actor": 1}


def parse_adjustments(turn: Turn, state: State, report: Report) -> tuple[GmChange, ...]:
    """Return a turn's adjustments and then the effects of its news, each checked on its board."""

    def draft(
        way: EffectKeys, entry: EffectInput, board: State, _reason: str
    ) -> EffectDraft[Transfer] | None:
        return _Effect(way, entry, board, report).draft()

    parser = EffectParser(
        state=state,
        report=report,
        effect=EffectInput,
        adjustment=AdjustmentInput,
        ways=tuple(FIGURES),
        unclear=diagnostics.UnclearEffect,
        draft=draft,
        after=lambda board, change: _event_of(change).applied(board),
    )
    return parser.parse(turn)


def events_of(changes: Iterable[GmChange]) -> Iterator[Changed]:
    """Yield the events of changes, in order; each was made for the board it changes."""
    return map(_event_of, changes)


def _event_of(change: Alteration[Transfer]) -> Changed:
    return Changed(
        id=change.id,
        rule="S-ROUND-4" if change.by_news else "S-ENT",
        by_news=change.by_news,
        because=change.because,
        visibility=change.visibility,
        field=next(figure for (_, key), figure in FIGURES.items() if key == change.what),
        power=change.faction,
        subject=change.subject,
        before=change.before,
        after=change.after,
        transfers=change.changes,
    )


class _Effect(Record):
    """One effect as written, and the board that it changes."""

    way: EffectKeys
    entry: EffectInput
    board: State
    report: Report

    @property
    def subject(self) -> str:
        return self.entry.sphere or self.entry.resource or ""

    def draft(self) -> EffectDraft[Transfer] | None:
        """Return what it changes, or None after a finding."""
        if not self.names_known():
            return None
        (_, key), before = self.way, self.figure()
        change = getattr(self.entry, key)
        # An actor is either there or not, even when it is changed twice.
        after = int(change == "active") if key == "actor" else before + change
        if not self.within(key, before, after):
            return None
        moved = self.transfers(change) if key in ("dd", "chalice") else ()
        return EffectDraft(self.entry.power or "", self.subject, moved, before, after)

    def names_known(self) -> bool:
        names = self.way[0]
        if "power" not in names:
            return True
        entry, board = self.entry, self.board
        power = entry.power or ""
        if not check_known("power", power, board.powers, entry.at("power"), self.report):
            return False
        known = {"sphere": board.neighbours, "resource": board.powers[power].resources}
        return all(
            check_known(what, self.subject, known[what], entry.at(what), self.report)
            for what in names[1:]
        )

    def figure(self) -> int:
        """Return the figure on the board."""
        if not self.entry.power:
            return self.board.chalice
        power = self.board.powers[self.entry.power]
        match FIGURES[self.way]:
            case "influence":
                return power.standing(self.subject)
            case "strength":
                return power.resources[self.subject].strength
            case "dice":
                return power.dice
            case _:
                return int(power.actor.active)

    def within(self, key: str, before: int, after: int) -> bool:
        """Return whether a figure may change so; add a finding if it may not."""
        high = _HIGHEST.get(key)
        if after < 0 or (high is not None and after > high) or after == before:
            far = diagnostics.EffectTooFar(
                at=self.entry.at(key), before=before, after=after, low=0, high=high
            )
            self.report.add(far)
            return False
        return key != "influence" or after < MAX_INFLUENCE or self.dominates_alone()

    def dominates_alone(self) -> bool:
        for power in self.board.powers.values():
            if power.id != self.entry.power and power.standing(self.subject) == MAX_INFLUENCE:
                at = self.entry.at("influence")
                taken = diagnostics.DominanceTaken(at=at, sphere=self.subject, holder=power.id)
                self.report.add(taken)
                return False
        return True

    def transfers(self, change: int) -> tuple[Transfer, ...]:
        """Return the dice that come from the GM's hand, or go there."""
        account = self.entry.power or CHALICE
        if change > 0:
            return (Transfer(GM_HAND, account, change, "S-ENT"),)
        return (Transfer(account, GM_HAND, -change, "S-ENT"),)
