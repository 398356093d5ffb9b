"""Parse a turn's orders and the GM's changes, each on the counters left by those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chronicle.diagnostics.catalogue import references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.audience import visibility_of_factions
from chronicle.model.campaign import Turn
from chronicle.records import MutableRecord
from chronicle.rules.freeform import diagnostics
from chronicle.rules.freeform.dice_notation import DiceNotation, UnclearNotation, parse_notation
from chronicle.rules.freeform.events import Cause, ToldText
from chronicle.rules.freeform.inputs import AdjustmentInput, EffectInput, OrderInput, OrdersInput
from chronicle.rules.freeform.orders import CounterChange, GmChange, Order, Orders
from chronicle.rules.freeform.state import State
from chronicle.rules.kit.parser import check_known, list_items, visibility_of_readers
from chronicle.yaml.decode import decode, decode_partially


def parse_orders(turn: Turn, state: State | None, report: Report) -> Orders | None:
    """Return a turn's orders, checked against its counters if any; None after findings."""
    errors = report.errors
    adjustments = [
        decode(AdjustmentInput, node, report) for node in list_items(turn.adjustments, report)
    ]
    effects = [
        [decode(EffectInput, node, report) for node in list_items(item.effects, report)]
        for item in turn.news
    ]
    read = {
        faction: decode_partially(OrdersInput, node, report).record
        for faction, node in turn.orders.items()
    }
    if state is None:
        for entry in filter(None, read.values()):
            for one in entry.actions:
                _dice_of(one, report)
        return None
    parser = _OrderParser(turn, state, report, is_whole=report.errors == errors)
    changes = (*parser.adjustments(turn, adjustments), *parser.news(turn, effects))
    orders = tuple(
        order
        for faction, entry in read.items()
        if entry is not None
        for order in parser.orders(faction, entry)
    )
    return Orders(turn.number, changes, orders) if report.errors == errors else None


def _dice_of(entry: OrderInput, report: Report) -> DiceNotation | None:
    """Return the dice of an order; None without any, or if they are not clear."""
    roll = None if entry.roll is None else parse_notation(entry.roll)
    if isinstance(roll, UnclearNotation):
        at, text = entry.at("roll"), entry.roll or ""
        report.add(diagnostics.UnclearDice(at=at, text=text, why=roll.why, instead=roll.instead))
        return None
    return roll


class _OrderParser(MutableRecord):
    """Checks changes in order; ``state`` has the counters after those so far.

    Unless ``is_whole``, some changes could not be read, so that ranges can't be checked.
    """

    turn: Turn
    state: State
    report: Report
    is_whole: bool

    def adjustments(
        self, turn: Turn, entries: Sequence[AdjustmentInput | None]
    ) -> Iterator[GmChange]:
        for number, entry in enumerate(entries, start=1):
            if entry is not None:
                visibility = visibility_of_readers(entry, self.state.factions, self.report)
                id = f"{turn.number}/adjustment/{number}"
                cause = Cause(id, "adjustment", because=entry.because, visibility=visibility)
                yield GmChange(cause, self.changes(entry))

    def news(
        self, turn: Turn, effects: Sequence[Sequence[EffectInput | None]]
    ) -> Iterator[GmChange]:
        for number, (item, entries) in enumerate(zip(turn.news, effects, strict=True), start=1):
            for place, entry in enumerate(entries, start=1):
                if entry is not None:
                    id = f"{turn.number}/news/{item.id or number}/{place}"
                    yield GmChange(
                        Cause(id, "news", visibility=item.visibility), self.changes(entry)
                    )

    def orders(self, faction: str, entry: OrdersInput) -> Iterator[Order]:
        seen: dict[str, Span] = {}
        for one in entry.actions:
            if one.id in seen:
                at, first = one.at("id"), seen[one.id]
                self.report.add(
                    references.DuplicateId(at=at, what="an order", name=one.id, first=first)
                )
            seen.setdefault(one.id, one.at("id"))
            if one.modifiers and one.roll is None:
                self.report.add(diagnostics.ModifiersWithoutRoll(at=one.key_at("modifiers")))
            modifiers = (*one.modifiers.items(), *(self.given(faction) if one.roll else ()))
            roll = self.roll(one, sum(value for _, value in modifiers))
            yield Order(
                faction=faction,
                id=one.id,
                words=one.order.strip(),
                roll=roll,
                modifiers=modifiers,
                result=one.result.strip(),
                outcome=tuple(self.outcome(faction, one)),
                changes=self.changes(one, faction),
            )

    def roll(self, entry: OrderInput, modifier: int) -> DiceNotation | None:
        """Return the dice of an order; None without any, or if they are not clear."""
        roll = _dice_of(entry, self.report)
        if roll is None:
            return None
        at, best = entry.at("roll"), roll.best_result(modifier)
        if roll.succeeds(best) is False:
            which = "lowest" if roll.at_most else "highest"
            self.report.add(
                diagnostics.ImpossibleTarget(at=at, text=roll.text, best=best, which=which)
            )
        return roll

    def given(self, faction: str) -> list[tuple[str, int]]:
        """Return the turn's modifiers of all rolls of a faction, as those of one order."""
        return [(it.because, it.value) for it in self.turn.modifiers if it.applies_to(faction)]

    def outcome(self, faction: str, entry: OrderInput) -> Iterator[ToldText]:
        """Yield what readers are told: a text alone is for the faction that gave the order."""
        if isinstance(entry.outcome, str):
            yield ToldText(visibility_of_factions([faction]), entry.outcome.strip())
            return
        for told in entry.outcome or ():
            visibility = visibility_of_readers(told, self.state.factions, self.report)
            yield ToldText(visibility, told.text.strip())

    def changes(
        self, entry: OrderInput | EffectInput, faction: str = ""
    ) -> tuple[CounterChange, ...]:
        """Return changes by key; an id alone is a counter of ``faction`` or of the campaign."""
        found = []
        for written, by in entry.change.items():
            own = f"{faction}/{written}"
            key = own if own in self.state.counters else written
            at, name_at = entry.at("change", written), entry.key_at("change", written)
            if check_known(
                "counter", key, self._names(faction), name_at, self.report
            ) and self.within(key, by, at):
                self.state = self.state.with_value(key, self.state.counters[key].value + by)
                found.append(CounterChange(key, by))
        return tuple(found)

    def _names(self, faction: str) -> Iterable[str]:
        """Return every key, and as what a faction's order may write its own counters."""
        own = (
            key.partition("/")[2] for key in self.state.counters if key.startswith(f"{faction}/")
        )
        return (*own, *self.state.counters) if faction else tuple(self.state.counters)

    def within(self, key: str, by: int, at: Span) -> bool:
        """Return whether a counter may change so; add a finding when it may not."""
        counter = self.state.counters[key]
        before, after, low, high = counter.value, counter.value + by, counter.low, counter.high
        if by == 0:
            self.report.add(diagnostics.ChangesNothing(at=at))
        elif after < low or (high is not None and after > high):
            if not self.is_whole:
                return False
            self.report.add(
                diagnostics.ChangeOutOfRange(at=at, before=before, after=after, low=low, high=high)
            )
        else:
            return True
        return False
