"""An action with all that is special to it: a declaration, whose functions are in one module."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from chronicle.model.facts import Fact
from chronicle.rules.kit.projector import FIGURES, OWN, WITNESS, Readers, facts_of
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_definitions import ActionDefinition
from chronicle.rules.lieutenants.action_events import ActionResult
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import Change
from chronicle.rules.lieutenants.events import Acted, Details, Event, NotCarriedOutReason
from chronicle.rules.lieutenants.form_context import LieutenantContext
from chronicle.rules.lieutenants.orders import Order
from chronicle.rules.lieutenants.state import State
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.order_form import ActionChoice

#: Who is told of an action: its faction with the GM, and witnesses.
ACTOR: Final = frozenset({OWN})
WITNESSES: Final = frozenset({WITNESS, FIGURES})
SeenMore: TypeAlias = Mapping[str, Fact] | None


#: Returns what these of the witnesses are told of an action besides who acted where.
Seen: TypeAlias = Callable[[BoardView, Acted, Any, Readers], SeenMore]
#: Each takes what ``parse`` returns: the action's own kind of command.
Resolver: TypeAlias = Callable[[ActionContext, Any], ActionResult]
Gains: TypeAlias = Callable[[State, Order, Any], Iterator[Change]]


def no_choices(_context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield nothing: the form has no choices of its own for the action."""
    return iter(())


def no_gains(_state: State, _order: Order, _command: Any) -> Iterator[Change]:
    """Yield nothing: later orders cannot count on anything that the action brings."""
    return iter(())


def seen_by_fields(view: BoardView, _event: Acted, details: Any, readers: Readers) -> SeenMore:
    """Return what the fields of the details say to these readers."""
    return facts_of(details, WITNESSES, readers, view)


def no_refusal(_context: ActionContext, _command: Any) -> NotCarriedOutReason:
    """Return an empty reason: nothing but the general rules prevents the action."""
    return ""


class Action(ActionDefinition, kw_only=True):
    """One action: its definition, and what is done with its orders.

    ``parse`` reads and checks the keys of an order. ``resolve`` carries it out where it is to be
    done; an action that is itself a journey has ``events`` instead. ``choices`` are what the order
    form offers, for this action and those that are offered along with it. ``gains``
    are the changes that later orders of the turn can count on (L-TURN-4). ``refusal`` is why an
    order cannot be carried out any more, besides the general reasons; those of ``wins`` are the
    results that its form counts as a success.

    The acting faction is told the facts of the ``details``. ``seen`` are those that witnesses are
    told besides who acted where, None if they saw nothing; some replace these. With
    ``result_shows`` those who know who acted learn whether it came off.
    """

    name: terms.ActionName
    details: type[Details]
    parse: Callable[[OrderContext], ParsedAction | None]
    resolve: Resolver | None = None
    events: Callable[[ActionContext, Any], Iterator[Event]] | None = None
    choices: Callable[[LieutenantContext], Iterator[ActionChoice]] = no_choices
    gains: Gains = no_gains
    refusal: Callable[[ActionContext, Any], NotCarriedOutReason] = no_refusal
    wins: frozenset[terms.RollResult] = terms.SUCCESSES
    seen: Seen = seen_by_fields
    result_shows: bool = True
