"""The same purchase is suggested once, whoever could make it."""

from __future__ import annotations

from chronicle.outline.order_stubs import write_stubs
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    Form,
    ListItem,
    SelectField,
)


def buyer(name: str) -> ActionField:
    kind = SelectField("type", (FieldChoice("guards", "Guards"),), needed=True)
    case = ActionChoice("buy", "R-1", (ListItem("actions", (FixedField("id", name), kind)),))
    return ActionField("act", (case,), name)


def test_no_choice_is_suggested_twice() -> None:
    form = Form("red", (buyer("ann"), buyer("bob"), buyer("cid")), ("buy",))
    text = write_stubs([form], {}, 60, lambda _, __: {})
    assert text.count("type: guards") == 1
