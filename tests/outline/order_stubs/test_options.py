"""Everything that a form allows, to copy from, typed by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.outline.order_stubs.options import actor_ids, orders_of_actor, write_options
from chronicle.outline.order_stubs.possible_orders import possible_orders
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
    ProbabilityRange,
    SelectField,
    TextField,
)

NAMES: Final = {place_ref("ford"): "The Ford", place_ref("mill"): "The Old Wheel"}
HALF: Final = ProbabilityRange(Fraction(1, 2), Fraction(1, 2))
MOST: Final = ProbabilityRange(Fraction(1, 1000), Fraction(999, 1000))
PLACES: Final = (
    FieldChoice("ford", place_ref("ford"), Facts(cost=2)),
    FieldChoice("mill", place_ref("mill"), likely=MOST),
)


def act(code: str, who: str, *parts: FormPart) -> ActionChoice:
    entry = ListItem("actions", (FixedField("id", who), FixedField("action", code), *parts))
    return ActionChoice(code, "R", (entry,), Facts(needed=3), HALF if code == "dig" else None)


def rats(who: str = "rats", name: str = "the Rats") -> ActionField:
    to = SelectField("to", PLACES, needed=True)
    cases = (
        act("go", who, to, MultiSelectField("units", (FieldChoice("dogs", "the Dogs"),))),
        act("dig", who, IntegerField("stake", 0, 2, usual=0), TextField("plan", long=True)),
    )
    return ActionField("act", cases, name, Facts(level=2))


FORM: Final = Form(
    "oru",
    (
        FieldGroup("place", (SelectField("eyes", PLACES, now="mill", name="the Eyes"),)),
        rats(),
        rats("dogs", "the Dogs"),
        SelectField("actor", PLACES),
    ),
)


def test_every_order_is_written_with_the_values_that_its_keys_allow() -> None:
    """Each value with its cost and its chance, and the notes on a thing only once."""
    assert (
        write_options(FORM, NAMES, orders_of_actor(FORM, "rats", NAMES))
        == """\
    actions:
      #: the Rats: level 2
      - id: rats  #: needed 3
        action: go
        to: mill  #: ford (cost 2), mill (The Old Wheel, 1–99 %)
        #: can be added: units
      - id: rats  #: 50 %, needed 3
        action: dig
        stake: 0  #: 0 to 2
        #: can be added: plan

    #: Keys that can be added, and their values:
    #:   units: dogs
"""
    )


def test_all_orders_of_a_faction_are_listed_and_its_other_keys_last() -> None:
    lines = write_options(FORM, NAMES, possible_orders(FORM)).splitlines()
    assert sum("action: go" in line for line in lines) == 2
    assert sum("action: dig" in line for line in lines) == 2
    assert lines[-7:] == [
        "",
        "    place:",
        "      eyes: mill  #: ford, mill (1–99 %)",
        "    actor: ford  #: ford, mill (1–99 %)",
        "",
        "    #: Keys that can be added, and their values:",
        "    #:   units: dogs",
    ]


def test_as_comments_nothing_is_in_force_but_what_stands_anyway() -> None:
    text = write_options(FORM, NAMES, possible_orders(FORM), as_comments=True)
    bare = [line.strip() for line in text.splitlines()]
    assert [it for it in bare if it and not it.startswith("#")] == [
        "actions:",
        "place:",
        "eyes: mill  #: ford, mill (1–99 %)",
    ]


def test_as_comments_nothing_is_said_in_a_language() -> None:
    """The same text stands on sites of every language: ids, ranges and chances."""
    text = write_options(FORM, NAMES, orders_of_actor(FORM, "rats", NAMES), as_comments=True)
    assert (
        text
        == """\
    actions:
      #: the Rats
      # - id: rats
      #   action: go
      #   to: mill  #: ford, mill (The Old Wheel, 1–99 %)
        #: + units
      # - id: rats  #: 50 %
      #   action: dig
      #   stake: 0  #: 0–2
        #: + plan

    #: +
    #:   units: dogs
"""
    )


def test_somebody_is_found_by_id_or_name() -> None:
    by_id, by_name = (orders_of_actor(FORM, it, NAMES) for it in ("dogs", "The DOGS"))
    assert by_id == by_name
    assert [order.code for order in by_id] == ["go", "dig"]
    assert orders_of_actor(FORM, "nobody", NAMES) == ()
    assert actor_ids(FORM) == ("dogs", "rats")


def test_names_of_things_that_are_no_faction_s_are_its_actors_own() -> None:
    """An id that all its orders share: not that of one order."""
    cases = tuple(
        ActionChoice(
            code,
            "R",
            (ListItem(code, (FixedField("id", f"rats-{code}"), FixedField("asset", "rats"))),),
        )
        for code in ("go", "dig")
    )
    parts = tuple(ActionField(case.code, (case,), "the Rats") for case in cases)
    assert actor_ids(Form(faction_ref("oru").id, parts)) == ("rats",)
