"""Of a form its reader gets what points to nothing that he does not know, and no gap shows.

The reader is the public here, who does not know the vale.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.project.access import AccessPolicy
from chronicle.project.order_form import filter_form
from chronicle.project.visibility import AudienceView, audience_view_of
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    Form,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    SelectField,
    TextField,
)
from tests.small_campaign import play_files

HERE: Final = FieldChoice("harbour", place_ref("harbour"))
THERE: Final = FieldChoice("vale", place_ref("vale"))
BEYOND: Final = FieldChoice("walk", "A walk", Facts(over=(place_ref("vale"),)))
PLAIN: Final = (FixedField("id", "a"), IntegerField("n", 1, 2), TextField("plan"))


@cache
def public() -> AudienceView:
    return audience_view_of(AccessPolicy(play_files({}).campaign), EVERYONE)


def left(*parts: FormPart) -> tuple[FormPart, ...]:
    return filter_form(public(), Form("vael", parts), 0).parts


def one_of(*parts: FormPart, who: Fact = "Rats", facts: Facts | None = None) -> ActionField:
    return ActionField("act", (ActionChoice("go", "R-1", parts, facts or Facts()),), who)


def test_form_parts_without_references_are_kept() -> None:
    parts = (*PLAIN, FieldGroup("g", PLAIN), ListItem("e", PLAIN), one_of(*PLAIN))
    assert left(*parts) == parts


@pytest.mark.parametrize("hidden", [THERE, BEYOND])
def test_hidden_choices_are_removed(hidden: FieldChoice) -> None:
    parts = (
        SelectField("to", (hidden, HERE), now=hidden.value),
        MultiSelectField("over", (hidden, HERE), now=(hidden.value, "harbour")),
        SelectField("at", (HERE, hidden), now="harbour"),
    )
    assert left(*parts) == (
        SelectField("to", (HERE,)),
        MultiSelectField("over", (HERE,), now=("harbour",)),
        SelectField("at", (HERE,), now="harbour"),
    )


@pytest.mark.parametrize("part", [SelectField("to", (THERE,)), MultiSelectField("to", (THERE,))])
def test_a_key_left_without_choices_is_removed(part: FormPart) -> None:
    assert left(*PLAIN, part) == PLAIN
    assert left(ListItem("e", (*PLAIN, part))) == (ListItem("e", PLAIN),)


@pytest.mark.parametrize(
    "part",
    [
        SelectField("to", (THERE,), needed=True),
        MultiSelectField("to", (THERE,), needed=True),
        FieldGroup("to", (SelectField("place", (THERE,), needed=True),)),
    ],
)
def test_an_order_without_a_required_key_is_removed(part: FormPart) -> None:
    assert (
        left(*PLAIN, ListItem("e", (*PLAIN, part)), FieldGroup("g", (part,)), one_of(part)) == PLAIN
    )


@pytest.mark.parametrize("kind", [SelectField, MultiSelectField])
def test_a_key_named_after_a_hidden_thing_is_removed(
    kind: type[SelectField | MultiSelectField],
) -> None:
    assert left(*PLAIN, kind("vale", (HERE,), name=place_ref("vale"))) == PLAIN
    known = kind("harbour", (HERE,), name=place_ref("harbour"))
    assert left(known) == (known,)


def test_a_hidden_actor_is_removed() -> None:
    assert left(one_of(*PLAIN, who=place_ref("vale"))) == ()
    assert left(one_of(*PLAIN, who=place_ref("harbour"))) == (
        one_of(*PLAIN, who=place_ref("harbour")),
    )


def test_a_case_about_a_hidden_thing_is_removed_and_others_kept() -> None:
    sound = ActionChoice("go", "R-1", PLAIN)
    other = ActionChoice("fly", "R-2", PLAIN, Facts(over=Facts(place=place_ref("vale"))))
    assert left(ActionField("act", (other, sound))) == (ActionField("act", (sound,)),)
    assert left(ActionField("act", (other,))) == ()


def test_hidden_references_are_removed_from_figures() -> None:
    actor = ActionField(
        "act", (ActionChoice("go", "R-1", PLAIN),), "Rats", Facts(level=2, at=place_ref("vale"))
    )
    (kept,) = left(actor)
    assert isinstance(kept, ActionField)
    assert place_ref("vale") not in kept.facts.values()
    assert kept.facts["level"] == 2
