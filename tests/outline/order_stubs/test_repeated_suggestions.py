"""The same purchase is suggested once, whoever could make it; what is written alike is one."""

from __future__ import annotations

from fractions import Fraction

from chronicle.outline.order_stubs import write_stubs
from chronicle.outline.order_stubs.suggestions import suggestions
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    Form,
    ListItem,
    ProbabilityRange,
    SelectField,
)


def buyer(name: str) -> ActionField:
    kind = SelectField("type", (FieldChoice("guards", "Guards"),), needed=True)
    case = ActionChoice("buy", "R-1", (ListItem("actions", (FixedField("id", name), kind)),))
    return ActionField("act", (case,), name)


def test_no_choice_is_suggested_twice() -> None:
    form = Form("red", (buyer("ann"), buyer("bob"), buyer("cid")))
    text = write_stubs([(form, suggestions(form))], {}, 60, lambda _, __: {})
    assert text.count("type: guards") == 1


def test_of_choices_that_are_written_alike_the_first_says_the_chance() -> None:
    # Where the attacker stands, and where it would have to go first.
    here, there = (ProbabilityRange(it, it) for it in (Fraction(1, 2), Fraction(3, 4)))
    foes = (FieldChoice("oru", likely=here), FieldChoice("oru", likely=there))
    parts = (FixedField("id", "hit"), SelectField("against", foes, needed=True))
    case = ActionChoice("attack", "R-1", (ListItem("attack", parts),))
    form = Form("red", (ActionField("act", (case,), "ann"),))
    assert [it.likely for it in suggestions(form)] == [here]
