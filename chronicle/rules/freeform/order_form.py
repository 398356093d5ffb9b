"""The order form of a faction: a few orders in its own words (F-ORDER)."""

from __future__ import annotations

from typing import Final

from chronicle.rules import order_form

#: The ids of the orders that a form has room for.
_ORDER_IDS: Final = ("first", "second", "third")
#: Everything that needs words in a theme.
FORM_VOCABULARY: Final = order_form.FormVocabulary(
    asks=_ORDER_IDS, cases=("order",), keys=("order",)
)


def build_form(faction: str) -> order_form.Form:
    """Return the form of a faction; what it says does not depend on the turn."""
    parts = tuple(order_form.ActionField(id, (_choice(id),)) for id in _ORDER_IDS)
    return order_form.Form(faction, parts, suggested=("order",))


def _choice(id: str) -> order_form.ActionChoice:
    parts = (order_form.FixedField("id", id), order_form.TextField("order", long=True, needed=True))
    return order_form.ActionChoice("order", "F-ORDER", (order_form.ListItem("actions", parts),))
