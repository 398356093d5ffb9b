"""Parse a turn's orders faction by faction, each on its expected board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import MutableRecord, Record, field, replace
from chronicle.rules.wwn.apply import fold
from chronicle.rules.wwn.changes import Added, Cloaked, Lost
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import (
    CreateOrder,
    FactionOrders,
    HideOrder,
    Order,
    Orders,
    SellOrder,
)
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ACTIONS, Action
from chronicle.rules.wwn.validation import (
    attack,
    create,
    expand,
    goals,
    hide_and_sell,
    move,
    repair,
    rerolls,
)
from chronicle.rules.wwn.validation.expected_state import expected_start
from chronicle.rules.wwn.validation.free_actions import parse_ability
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.policies import parse_policies, policy_changes

#: Returns the board at the beginning of a faction's turn, with these orders of the others so far;
#: None if that turn does not come.
BoardAtTurn: TypeAlias = Callable[[str, Mapping[str, FactionOrders]], State | None]
#: Parses one order by its input model.
_OrderParser: TypeAlias = Callable[[OrderContext, Any], ParsedAction]
_PARSER_BY_ACTION: Final[Mapping[Action, _OrderParser]] = {
    "attack": attack.parse_attack,
    "move": move.parse_move,
    "repair": repair.parse_repair,
    "expand": expand.parse_expand,
    "create": create.parse_create,
    "hide": hide_and_sell.parse_hide,
    "sell": hide_and_sell.parse_sell,
}


class OrderParser(MutableRecord):
    """Parses the orders of one turn against the board at its start.

    Factions act one after another. What does not fit that board, but fits the one that the factions
    before leave, is not an error: the first of ``boards_at_turn`` gives that board. The others give
    boards by other dice, if the turn waits for some: what fits one of them is not an error yet.

    ``sequence`` is the order of play if the GM sets it. ``unread`` are factions whose orders are
    not among the shapes because they could not be parsed. ``policies`` are orders with only what
    they set for others' turns.
    """

    shapes: Mapping[str, FactionOrdersInput]
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
        playing = {id: shape for id, shape in self.shapes.items() if self.check_in_play(id, shape)}
        self.policies = Orders(
            self.board.turn,
            {
                id: parse_policies(id, shape, self.board, self.report)
                for id, shape in playing.items()
            },
        )
        for own in self.policies.factions.values():
            self.board = fold(self.board, policy_changes(own))
        found = {id: self._first_try(id, shape) for id, shape in playing.items()}
        self._try_again(found)
        for one in found.values():
            self.report.extend(one.report.findings)
        return {id: one.orders for id, one in found.items()}

    def _first_try(self, id: str, shape: FactionOrdersInput) -> _ParsedFaction:
        """Parse the orders of a faction on the board at the start of the turn."""
        report, earlier = Report(), frozenset(self.made)
        orders = self.faction(id, shape, self.board, self.made, report)
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
        orders = self.faction(id, self.shapes[id], board, made, report)
        if report.has_errors or len(report.findings) >= len(found[id].report.findings):
            return False
        found[id] = _ParsedFaction(orders, report, found[id].made)
        return True

    def check_in_play(self, faction: str, shape: FactionOrdersInput) -> bool:
        """Return whether a faction has a turn; report it if not."""
        if self.board.factions[faction].collapsed:
            self.report.add(setup.HasCollapsed(at=shape.at(), faction=faction))
        elif self.board.factions[faction].asleep:
            self.report.add(problems.IsAsleep(at=shape.at(), faction=faction))
        return faction in self.board.awake()

    def faction(
        self,
        id: str,
        shape: FactionOrdersInput,
        board: State,
        made: dict[str, Span],
        report: Report,
    ) -> FactionOrders:
        """Return one faction's orders, parsed on a board."""
        case = self.case(id, shape, board, made, report)
        sheds = goals.parse_sheds(case, shape, case.board)
        case.board, case.purse = expected_start(case.board, id, shape.sheds, self.policies)
        case.gone = frozenset(board.assets) - frozenset(case.board.assets)
        abilities: tuple[Order, ...] = ()
        orders: tuple[Order, ...] = ()
        action: Action | None = next(iter(ordered_actions(shape)), None)
        if board.factions[id].idle == board.turn:
            _report_idle(case, action)
        else:
            abilities = tuple(_parse_orders(case, shape.abilities, parse_ability, free=True))
            orders = tuple(_parse_actions(case))
        _apply_certain_results(case, orders)
        goals.check_lavish(case)
        goal = goals.parse_new_goal(case)
        goals.check_raises(case)
        rerolls.check_own_rerolls(case)
        return replace(
            self.policies.of(id),
            abilities=abilities,
            action=action or "",
            orders=orders,
            sheds=sheds,
            redo=rerolls.parse_redo(case),
            goal=goal,
            abandon=shape.abandon,
            lavish=shape.lavish,
            raises=tuple(shape.raises),
        )

    def case(
        self,
        faction: str,
        shape: FactionOrdersInput,
        board: State,
        made: dict[str, Span],
        report: Report,
    ) -> OrderContext:
        """Return the context of a faction before any of its orders is parsed."""
        place = self.sequence.index(faction) if faction in self.sequence else None
        later = frozenset(self.sequence[place + 1 :]) if place is not None else frozenset[str]()
        purse = expected_start(board, faction, [], self.policies)[1]
        return OrderContext(
            faction,
            shape,
            self.shapes,
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


def ordered_actions(shape: FactionOrdersInput) -> Iterator[Action]:
    """Yield the kinds of action that have orders, in the order of the file."""
    for entry in shape.node.entries:
        for action in ACTIONS:
            if entry.key.text == action and getattr(shape, action):
                yield action


def _report_idle(case: OrderContext, action: Action | None) -> None:
    """Report what a faction does in the turn after it gave up a goal (W-GOAL)."""
    for key in ("abilities" if case.shape.abilities else "", action or ""):
        if key:
            case.report.add(
                problems.IdleFaction(at=case.shape.key_at(key), key=key, faction=case.faction)
            )


def _parse_actions(case: OrderContext) -> Iterator[Order]:
    """Yield the orders of the one kind of action; report any other kind (W-TURN-5)."""
    kinds = tuple(ordered_actions(case.shape))
    for other in kinds[1:]:
        at = case.shape.key_at(other)
        case.report.add(problems.TwoActions(at=at, first=kinds[0], second=other))
    for action in kinds[:1]:
        if action == "hide":
            hide_and_sell.check_can_hide(case, case.shape.key_at(action))
        written = getattr(case.shape, action)
        listed = written if isinstance(written, list) else [written]
        yield from _parse_orders(case, listed, _PARSER_BY_ACTION[action])


def _parse_orders(
    case: OrderContext, shapes: Iterable[Any], parser: _OrderParser, *, free: bool = False
) -> Iterator[Order]:
    """Yield the orders of a list that have no errors, in the order of the file."""
    for shape in shapes:
        case.claim_order_id(shape.id, shape.at("id"))
        errors = case.report.errors
        parsed = parser(case, shape)
        if parsed is not None and case.report.errors == errors:
            yield Order(case.faction, shape.id, *parsed, free=free)


def _apply_certain_results(case: OrderContext, orders: tuple[Order, ...]) -> None:
    """Apply the certain results of the action to the board: they may meet a goal."""
    for order in orders:
        match order.aim:
            case HideOrder():
                case.apply(Cloaked(order.asset, "hidden"))
            case SellOrder():
                case.apply(Lost(order.asset))
            case CreateOrder(asset=asset):
                case.apply(Added(asset))
            case _:
                # Fights and repairs depend on dice; new bases and moves are already on the board.
                pass
