"""The order form of a faction: a few orders in its own words (F-ORDER)."""

from __future__ import annotations

from typing import Final

from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FixedField,
    Form,
    FormVocabulary,
    ListItem,
    TextField,
)

#: The ids of the orders that a form has room for.
_ORDER_IDS: Final = ("first", "second", "third")
#: Everything that needs words in a theme.
FORM_VOCABULARY: Final = FormVocabulary(asks=_ORDER_IDS, cases=("order",), keys=("order",))


def build_form(faction: str) -> Form:
    """Return the form of a faction; what it says does not depend on the turn."""
    parts = tuple(ActionField(id, (_choice(id),)) for id in _ORDER_IDS)
    return Form(faction, parts, suggested=("order",))


def _choice(id: str) -> ActionChoice:
    parts = (FixedField("id", id), TextField("order", long=True, needed=True))
    return ActionChoice("order", "F-ORDER", (ListItem("actions", parts),))
