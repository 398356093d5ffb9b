"""An order in words, its roll and its odds, and the form for it (F-ORDER, F-ROLL)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import Record
from chronicle.rules import order_form
from chronicle.rules.freeform.dice_notation import DiceNotation
from chronicle.rules.freeform.events import Cause, Ordered, ToldText
from chronicle.rules.protocol import Chance


class CounterChange(Record):
    """What is added to the counter with this key."""

    counter: str
    by: int


class GmChange(Record):
    """The changes of one piece of news, or of one adjustment."""

    cause: Cause
    changes: tuple[CounterChange, ...]


class Order(Record):
    """An order in words, with what the GM made of it; ``modifiers`` are reasons with values."""

    faction: str
    id: str
    words: str
    roll: DiceNotation | None
    modifiers: tuple[tuple[str, int], ...]
    result: str
    outcome: tuple[ToldText, ...]
    changes: tuple[CounterChange, ...]

    @property
    def key(self) -> str:
        """Its key in rolls and reveals: ``faction/id``."""
        return f"{self.faction}/{self.id}"

    @property
    def modifier(self) -> int:
        return sum(value for _, value in self.modifiers)

    def cause(self, turn: int) -> Cause:
        """Return it as the cause of its changes."""
        return Cause(f"{turn}/{self.key}", "order", self.faction, self.id)

    def odds(self) -> tuple[Chance, ...]:
        """Return the exact chances of its roll; none without a target."""
        won = self.roll.chance_of_success(self.modifier) if self.roll is not None else None
        if won is None:
            return ()
        found = (Chance("success", Facts(), won), Chance("failure", Facts(), 1 - won))
        return tuple(chance for chance in found if chance.probability)


class Orders(Record):
    """A turn's orders in the order of the file, and the GM's changes, which come first."""

    turn: int
    changes: tuple[GmChange, ...]
    orders: tuple[Order, ...]

    def order(self, key: str) -> Order | None:
        """Return the order with this key, or None."""
        return next((one for one in self.orders if one.key == key), None)


def carry_out(order: Order, dice: Dice) -> Ordered:
    """Return the event of an order, with its roll if it has one."""
    return Ordered(
        id=f"{dice.turn}/{order.key}",
        faction=order.faction,
        order=order.id,
        words=order.words,
        result=order.result,
        outcome=order.outcome,
        rolls=() if order.roll is None else tuple(_throws(order, order.roll, dice)),
    )


def _throws(order: Order, roll: DiceNotation, dice: Dice) -> Iterator[Roll]:
    """Yield a roll for each kind of dice; the first has the modifiers and the whole result."""
    names = [f"{order.key}/roll{f'-{at}' if at > 1 else ''}" for at, _ in enumerate(roll.terms, 1)]
    thrown = [
        dice.throw(name, count, sides)
        for name, (count, sides) in zip(names, roll.dice_thrown(order.modifier), strict=True)
    ]
    result = roll.result_of(order.modifier, [faces for faces, _ in thrown])
    whole = Facts(
        notation=roll.text,
        result=result,
        pool=roll.pool,
        target=roll.target,
        at_most=roll.at_most,
        success=roll.succeeds(result),
    )
    for name, term, (faces, source) in zip(names, roll.terms, thrown, strict=True):
        is_first = name == names[0]
        part = whole if is_first else Facts(notation=term.text, pool=0)
        # Nothing is added where the dice are as they always were.
        kept = {"counted": term.counted(faces)} if term.kept else {}
        fudge = {"fudge": True} if term.is_fudge else {}
        yield Roll(
            id=f"{dice.turn}/{name}",
            sides=term.sides,
            faces=faces,
            source=source,
            modifiers=tuple(_modifiers(order, roll)) if is_first else (),
            result=Facts(dict(part), **kept, **fudge),
        )


def _modifiers(order: Order, roll: DiceNotation) -> Iterator[Modifier]:
    if roll.pool:
        yield Modifier(roll.terms[0].count, "pool", "F-ROLL")
    if roll.bonus:
        yield Modifier(roll.bonus, "bonus", "F-ROLL")
    for because, value in order.modifiers:
        yield Modifier(value, "given", "F-ROLL", Facts(text=because))


# ── The form ─────────────────────────────────────────────────────────────────────────────────────

#: The ids of the orders that a form has room for.
_ORDER_IDS: Final = ("first", "second", "third")
#: Everything that needs words in a theme.
FORM_VOCABULARY: Final = order_form.FormVocabulary(
    asks=_ORDER_IDS, cases=("order",), keys=("order",)
)


def build_form(faction: str) -> order_form.Form:
    """Return the form of a faction: a few orders in its own words, the same in every turn."""
    parts = tuple(order_form.ActionField(id, (_choice(id),)) for id in _ORDER_IDS)
    return order_form.Form(faction, parts)


def _choice(id: str) -> order_form.ActionChoice:
    parts = (order_form.FixedField("id", id), order_form.TextField("order", long=True, needed=True))
    return order_form.ActionChoice("order", "F-ORDER", (order_form.ListItem("actions", parts),))
