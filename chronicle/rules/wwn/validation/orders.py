"""Parse a turn's orders faction by faction, each on its expected board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.wwn.actions import ACTION_DEFINITIONS
from chronicle.rules.wwn.actions.abilities import parse_ability
from chronicle.rules.wwn.changes import fold
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import FactionOrders, Order, Orders
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ACTIONS, ActionName
from chronicle.rules.wwn.validation import goals, rerolls
from chronicle.rules.wwn.validation.order_context import (
    OrderContext,
    ParsedAction,
    TreasureEstimate,
    expected_start,
)
from chronicle.rules.wwn.validation.policies import parse_policies, policy_changes

#: Returns the board at the beginning of a faction's turn, with these orders of the others so far;
#: None if that turn does not come.
BoardAtTurn: TypeAlias = Callable[[str, Mapping[str, FactionOrders]], State | None]
#: Parses one order by its input model.
_OrderParser: TypeAlias = Callable[[OrderContext, Any], ParsedAction]


class OrderParser(MutableRecord):
    """Parses the orders of one turn against the board at its start.

    Factions act one after another. What does not fit that board, but fits the one that the factions
    before leave, is not an error: the first of ``boards_at_turn`` gives that board. The others give
    boards by other dice, if the turn waits for some: what fits one of them is not an error yet.

    ``sequence`` is the order of play if the GM sets it. ``unread`` are factions whose orders are
    not among the entries because they could not be parsed. ``policies`` are orders with only what
    they set for others' turns.
    """

    entries: Mapping[str, FactionOrdersInput]
    board: State
    sequence: tuple[str, ...]
    report: Report
    unread: frozenset[str] = frozenset()
    made: dict[str, Span] = field(default_factory=dict)
    policies: Orders = field(default_factory=lambda: Orders(0, {}))
    boards_at_turn: tuple[BoardAtTurn, ...] = ()

    def factions(self) -> dict[str, FactionOrders]:
        """Return the orders of all factions, as far as they can be parsed.

        Bans and policies hold for the whole turn, so they are parsed first.
        """
        playing = {id: entry for id, entry in self.entries.items() if self.check_in_play(id, entry)}
        self.policies = Orders(
            self.board.turn,
            {
                id: parse_policies(id, entry, self.board, self.report)
                for id, entry in playing.items()
            },
        )
        for own in self.policies.factions.values():
            self.board = fold(self.board, policy_changes(own))
        found = {id: self._first_try(id, entry) for id, entry in playing.items()}
        self._try_again(found)
        for one in found.values():
            self.report.extend(one.report.findings)
        return {id: one.orders for id, one in found.items()}

    def _first_try(self, id: str, entry: FactionOrdersInput) -> _ParsedFaction:
        """Parse the orders of a faction on the board at the start of the turn."""
        report, earlier = Report(), frozenset(self.made)
        orders = self.faction(id, entry, self.board, self.made, report)
        return _ParsedFaction(orders, report, frozenset(self.made) - earlier)

    def _try_again(self, found: dict[str, _ParsedFaction]) -> None:
        """Parse orders with findings again, on the board as it is when their faction's turn comes.

        If there are errors on that board too, the findings on the first one stand.
        """
        doubtful = [id for id, one in found.items() if one.report.findings]
        # One of them may need what another one does before it.
        while fitting := [id for id in doubtful if self._fits_later(id, found)]:
            doubtful = [id for id in doubtful if id not in fitting]

    def _fits_later(self, id: str, found: dict[str, _ParsedFaction]) -> bool:
        """Return whether orders fit a later board better; then replace what was found."""
        sound = {it: one.orders for it, one in found.items() if not one.report.has_errors}
        others = {it: self.policies.of(it) for it in found} | sound
        # A warning stands as long as dice that are to be thrown may bear it out.
        boards = self.boards_at_turn if found[id].report.has_errors else self.boards_at_turn[:1]
        return any(self._fits(id, found, board_at_turn(id, others)) for board_at_turn in boards)

    def _fits(self, id: str, found: dict[str, _ParsedFaction], board: State | None) -> bool:
        """Return whether orders fit a board better; then replace what was found."""
        if board is None:
            return False
        made = {name: at for name, at in self.made.items() if name not in found[id].made}
        report = Report()
        orders = self.faction(id, self.entries[id], board, made, report)
        if report.has_errors or len(report.findings) >= len(found[id].report.findings):
            return False
        found[id] = _ParsedFaction(orders, report, found[id].made)
        return True

    def check_in_play(self, faction: str, entry: FactionOrdersInput) -> bool:
        """Return whether a faction has a turn; report it if not."""
        if self.board.factions[faction].collapsed:
            self.report.add(setup.HasCollapsed(at=entry.at(), faction=faction))
        elif self.board.factions[faction].asleep:
            self.report.add(problems.IsAsleep(at=entry.at(), faction=faction))
        return faction in self.board.awake()

    def faction(
        self,
        id: str,
        entry: FactionOrdersInput,
        board: State,
        made: dict[str, Span],
        report: Report,
    ) -> FactionOrders:
        """Return one faction's orders, parsed on a board."""
        start, purse = expected_start(board, id, entry.sheds, self.policies)
        context = self.context(id, entry, board, purse, made, report)
        sheds = goals.parse_sheds(context, entry, board)
        context.board = start
        context.gone = frozenset(board.assets) - frozenset(context.board.assets)
        abilities: tuple[Order, ...] = ()
        orders: tuple[Order, ...] = ()
        action: ActionName | None = next(iter(ordered_actions(entry)), None)
        if board.factions[id].idle == board.turn:
            _report_idle(context, action)
        else:
            abilities = tuple(_parse_orders(context, entry.abilities, parse_ability, free=True))
            orders = tuple(_parse_actions(context))
        _apply_certain_results(context, orders)
        goals.check_lavish(context)
        goal = goals.parse_new_goal(context)
        goals.check_raises(context)
        rerolls.check_own_rerolls(context)
        return replace(
            self.policies.of(id),
            abilities=abilities,
            action=action or "",
            orders=orders,
            sheds=sheds,
            redo=rerolls.parse_redo(context),
            goal=goal,
            abandon=entry.abandon,
            lavish=entry.lavish,
            raises=tuple(entry.raises),
        )

    def context(
        self,
        faction: str,
        entry: FactionOrdersInput,
        board: State,
        purse: TreasureEstimate,
        made: dict[str, Span],
        report: Report,
    ) -> OrderContext:
        """Return the context of a faction before any of its orders is parsed."""
        place = self.sequence.index(faction) if faction in self.sequence else None
        later = frozenset(self.sequence[place + 1 :]) if place is not None else frozenset[str]()
        return OrderContext(
            faction,
            entry,
            self.entries,
            self.policies,
            board,
            purse,
            report,
            made,
            later=later,
            unread=self.unread,
        )


class _ParsedFaction(Record):
    """The orders of a faction, what is found in them, and the ids of what they create."""

    orders: FactionOrders
    report: Report
    made: frozenset[str]


def ordered_actions(entry: FactionOrdersInput) -> Iterator[ActionName]:
    """Yield the kinds of action that have orders, in the order of the file."""
    for item in entry.node.entries:
        for action in ACTIONS:
            if item.key.text == action and entry.orders_of(action):
                yield action


def _report_idle(context: OrderContext, action: ActionName | None) -> None:
    """Report what a faction does in the turn after it gave up a goal (W-GOAL)."""
    for key in ("abilities" if context.entry.abilities else "", action or ""):
        if key:
            context.report.add(
                problems.IdleFaction(at=context.entry.key_at(key), key=key, faction=context.faction)
            )


def _parse_actions(context: OrderContext) -> Iterator[Order]:
    """Yield the orders of the one kind of action; report any other kind (W-TURN-5)."""
    kinds = tuple(ordered_actions(context.entry))
    for other in kinds[1:]:
        at = context.entry.key_at(other)
        context.report.add(problems.TwoActions(at=at, first=kinds[0], second=other))
    for action in kinds[:1]:
        parse = ACTION_DEFINITIONS[action].parse
        yield from _parse_orders(context, context.entry.orders_of(action), parse)


def _parse_orders(
    context: OrderContext, entries: Iterable[Any], parser: _OrderParser, *, free: bool = False
) -> Iterator[Order]:
    """Yield the orders of a list that have no errors, in the order of the file."""
    for entry in entries:
        context.claim_order_id(entry.id, entry.at("id"))
        errors = context.report.errors
        parsed = parser(context, entry)
        if parsed is not None and context.report.errors == errors:
            yield Order(context.faction, entry.id, *parsed, free=free)


def _apply_certain_results(context: OrderContext, orders: tuple[Order, ...]) -> None:
    """Apply the certain results of the action to the board: they may meet a goal."""
    for order in orders:
        context.apply(*order.command.certain_changes(order.asset))
