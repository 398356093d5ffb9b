"""What an action, and a free action of an asset, consists of: a module declares each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.records import Record, field
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    FormPart,
    ListItem,
    SelectField,
)
from chronicle.rules.protocol import Chance, TellingFacts
from chronicle.rules.wwn.action_context import ActionContext, ActionResult
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.events import Acted, Attacked, Event
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, FreeActionOrder, Order, Orders
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction

#: Yields what follows the event of an order: rivals' reactions to it.
Reactions: TypeAlias = Callable[[ActionContext, Order, Any], Iterator[Event]]


def no_reactions(context: ActionContext, order: Order, details: Any) -> Iterator[Event]:  # noqa: ARG001
    """Yield nothing."""
    yield from ()


class Action(Record):
    """One of the seven actions (W-TURN-5): everything that is special to it.

    ``parse`` reads an order, ``resolve`` carries it out (its event, if that has a form of its own),
    ``choices`` are what the order form offers, and ``facts`` the types of its tellings by their
    code. ``chances`` are its outcomes, if they are not those of its event. With ``by_asset`` it is
    offered for each asset by itself.
    """

    command: type[Command]
    parse: Callable[[OrderContext, Any], ParsedAction]
    resolve: Callable[[ActionContext, Order, Any], ActionResult | Acted | Attacked]
    choices: Callable[[KnownState], Iterator[ActionChoice]]
    reactions: Reactions = no_reactions
    chances: Callable[[State, Orders, Order], tuple[Chance, ...] | None] | None = None
    facts: Mapping[str, TellingFacts] = field(default_factory=dict)
    by_asset: bool = True


class FreeAction(Record):
    """A free action that is ordered under `abilities:`, with the effect that gives it (W-TURN-4).

    ``keys`` are those that it needs, and those that it may also have. ``check`` reports problems
    with an order, and applies what it certainly changes.
    """

    effect: type[Effect]
    keys: Callable[[Any], tuple[tuple[str, ...], tuple[str, ...]]]
    check: Callable[[OrderContext, AbilityInput, Asset, Any], None]
    resolve: Callable[[ActionContext, Order, FreeActionOrder, Any], ActionResult]
    choices: Callable[[FreeActionForm, Any], Iterator[ActionChoice]]
    reactions: Reactions = no_reactions
    facts: Mapping[str, TellingFacts] = field(default_factory=dict)


class FreeActionForm(Record):
    """One free action of an asset in an order form; named if the asset has ``several``."""

    seen: KnownState
    asset: Asset
    effect: Effect
    several: bool

    def aimed(
        self, key: str, choices: Iterator[FieldChoice], facts: Mapping[str, Fact]
    ) -> Iterator[ActionChoice]:
        """Yield it with one of several targets, if there are any."""
        found = tuple(choices)
        if found:
            yield self.case(SelectField(key, found, needed=True), facts=facts)

    def case(self, *parts: FormPart, facts: Mapping[str, Fact], of: str = "") -> ActionChoice:
        """Return one variant in which it may be used."""
        word = self.effect.word
        id = order_id(*filter(None, (self.asset.id, word, of)))
        use = (FixedField("use", word),) if self.several else ()
        order = order_item("abilities", id, FixedField("asset", self.asset.id), *use, *parts)
        told = {name: fact for name, fact in facts.items() if fact}
        return ActionChoice(word, self.effect.rule, (order,), Facts(told))


def order_field(
    seen: KnownState,
    command: type[Command],
    asset: Asset,
    *parts: FormPart,
    facts: Facts | None = None,
) -> ActionField:
    """Return an action of one asset."""
    action = command.ACTION
    order = order_item(action, order_id(asset.id, action), FixedField("asset", asset.id), *parts)
    choice = ActionChoice(action, command.RULE, (order,), facts or Facts())
    return asset_action_field(seen, action, asset, choice)


def whole_choice(command: type[Command], fields: Iterator[ActionField]) -> Iterator[ActionChoice]:
    """Yield an action with everything that it can be used for, if there is anything."""
    found = tuple(fields)
    if found:
        yield ActionChoice(command.ACTION, command.RULE, found)


#: The maximum length of ids.
_MAX_ID_LENGTH: Final = 60


def order_id(*words: str) -> str:
    """Return the id of an order, from the id of the asset or faction that carries it out."""
    return "-".join(words)[:_MAX_ID_LENGTH].rstrip("-")


def order_item(key: str, id: str, *parts: FormPart) -> ListItem:
    """Return one order of a list."""
    return ListItem(key, (FixedField("id", id), *parts))


def asset_action_field(
    seen: KnownState, code: str, asset: Asset, *cases: ActionChoice
) -> ActionField:
    """Return a choice of actions for an own asset, with its type, place and hit points."""
    made = seen.board.type_of(asset)
    hurt = {"of": made.hp} if asset.hp < made.hp else {}
    facts = Facts({"type": made.name, "at": place_ref(asset.at), "hp": asset.hp, **hurt})
    return ActionField(code, cases, asset.name, facts)


def boolean_field(key: str, *, now: bool) -> SelectField:
    """Return a key with `true` or `false`."""
    return SelectField(
        key,
        (FieldChoice("true"), FieldChoice("false")),
        now="true" if now else "false",
    )
