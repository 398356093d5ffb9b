"""Forms as the YAML of a turn file, typed by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.outline.order_stubs import OrdersCheck, write_stubs
from chronicle.outline.order_stubs.untouched import is_untouched
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
from chronicle.yaml.nodes import Node
from chronicle.yaml.parser import compose

NAMES: Final = {
    place_ref("ford"): "The Ford",
    faction_ref("oru"): "The Oru",
    faction_ref("vael"): "House Vael",
}
FORD, MILL = FieldChoice("ford", place_ref("ford")), FieldChoice("mill", place_ref("mill"))
CODES: Final = ("go", "dig", "buy")


def likely(least: int, most: int) -> ProbabilityRange:
    return ProbabilityRange(Fraction(least, 100), Fraction(most, 100))


def act(
    code: str,
    *parts: FormPart,
    who: str = "rats",
    facts: Facts | None = None,
    chance: ProbabilityRange | None = None,
) -> ActionChoice:
    named = (FixedField("id", who), FixedField("action", code))
    entry = ListItem("actions", (*named, *parts))
    return ActionChoice(code, f"R-{code.upper()}", (entry,), facts or Facts(), chance)


def stub(
    *parts: FormPart,
    suggested: tuple[str, ...] = CODES,
    funds: int | None = None,
    most: int = 60,
    legal: OrdersCheck = lambda _, __: True,
) -> str:
    return write_stubs([Form("oru", parts, suggested, funds)], NAMES, most, legal)


def codes(text: str) -> list[str]:
    """The actions in a stub, in its order."""
    return [it.partition("action: ")[2] for it in text.splitlines() if "action: " in it]


# ── One order ────────────────────────────────────────────────────────────────────────────────────


def test_a_suggested_order_is_a_comment_in_block_style() -> None:
    """Its required keys, with prose in its own block; who, how likely and what it costs."""
    case = act(
        "dig",
        SelectField("at", (MILL,), needed=True),
        IntegerField("times", 1, 3, needed=True),
        IntegerField("stake", 0, 3, usual=0, suggested=2),
        IntegerField("spent", 0, 3, usual=0),
        FieldGroup("take", (FixedField("item", "bell"), IntegerField("coins", 4, 9, needed=True))),
        FieldGroup("buy", (FixedField("unit", "x-1"), TextField("name", needed=True))),
        TextField("narrative", long=True, needed=True),
        TextField("plan", long=True),
        facts=Facts(cost=2),
        chance=likely(20, 60),
    )
    assert (
        stub(ActionField("act", (case,), "the Rats"))
        == """\
  oru:  #: The Oru
    actions:
      # - id: rats  #: the Rats: 20–60 %, cost 2
      #   action: dig
      #   at: mill
      #   times: 1
      #   stake: 2
      #   take: {item: bell, coins: 4}
      #   buy:
      #     unit: x-1
      #     name: FILL-IN  #: a name
      #   narrative: >
      #     FILL-IN: what they do, in your own words
"""
    )


def test_an_order_that_is_a_key_of_its_own_stands_under_the_faction() -> None:
    key = FieldGroup("goal", (FixedField("kind", "win"), TextField("name", needed=True)))
    bare = FixedField("abandon", True)
    cases = (ActionChoice("go", "R", (key,)), ActionChoice("dig", "R", (bare,)))
    assert (
        stub(ActionField("goal", cases))
        == """\
  oru:  #: The Oru
    # goal:
    #   kind: win
    #   name: FILL-IN  #: a name
    # abandon: true
"""
    )


def test_current_values_are_written_out_and_other_keys_are_left_out() -> None:
    parts = (
        FieldGroup("place", (SelectField("eyes", (FORD, MILL), now="mill", name="the Eyes"),)),
        SelectField("actor", (FORD, MILL)),
        MultiSelectField("first", (FORD, MILL), now=("mill", "ford")),
        MultiSelectField(
            "foes",
            (FieldChoice("vael", faction_ref("vael"), Facts(now=True)), FieldChoice("x", "X")),
        ),
        IntegerField("defend", 0, 3, usual=2),
    )
    assert [line.strip() for line in stub(*parts).splitlines()] == [
        "oru:  #: The Oru",
        "place: {eyes: mill}",
        "first: [mill, ford]",
        "foes: [vael]",
    ]


def test_the_likeliest_target_that_can_be_paid_is_written_with_its_own_chance() -> None:
    choices = (
        FORD,
        FieldChoice("mill", place_ref("mill"), Facts(cost=2), likely(30, 60)),
        FieldChoice("moor", facts=Facts(cost=3), likely=likely(20, 90)),
    )
    field = ActionField("act", (act("go", SelectField("to", choices, needed=True)),), "the Rats")
    rich, poor = stub(field, funds=3), stub(field, funds=2)
    assert "the Rats: 20–90 %" in rich
    assert "to: moor" in rich
    assert "the Rats: 30–60 %" in poor
    assert "to: mill" in poor


# ── Which orders ─────────────────────────────────────────────────────────────────────────────────


def test_only_actions_that_make_sense_are_suggested() -> None:
    """What the ruleset lists, what has a chance, what can be paid, and what is legal."""
    cases = (
        act("go"),
        act("dig", chance=likely(0, 0)),
        act("buy", facts=Facts(cost=4)),
        act("hide"),
    )
    rats = ActionField("act", cases, "the Rats")
    assert codes(stub(rats, funds=4)) == ["go", "buy"]
    assert codes(stub(rats, funds=3)) == ["go"]
    assert codes(stub(rats, funds=4, legal=lambda _, text: "buy" not in text)) == ["go"]
    assert codes(stub(rats, suggested=("hide",))) == ["hide"]


def test_an_order_is_checked_beside_the_standing_ones() -> None:
    asked: list[tuple[str, str]] = []

    def legal(faction: str, text: str) -> bool:
        asked.append((faction, text))
        return True

    place = FieldGroup("place", (SelectField("eyes", (FORD, MILL), now="mill", name="the Eyes"),))
    stub(place, ActionField("act", (act("go"),), "the Rats"), legal=legal)
    assert asked == [("oru", "place: {eyes: mill}\nactions:\n  - id: rats\n    action: go")]


def test_good_chances_come_before_unknown_ones_and_these_before_bad_ones() -> None:
    """Half is good. Of the best the first of the ruleset comes first."""
    cases = (act("go", chance=likely(0, 49)), act("dig"), act("buy", chance=likely(0, 50)))
    assert codes(stub(ActionField("act", cases, "the Rats"))) == ["buy", "dig"]
    sure = (act("dig", chance=likely(90, 90)), act("go", chance=likely(50, 50)))
    assert codes(stub(ActionField("act", sure, "the Rats"))) == ["go", "dig"]


def test_each_actor_has_its_best_orders_and_another_than_the_others_first() -> None:
    rats = ActionField("act", tuple(map(act, CODES)), "the Rats")
    dogs = ActionField("act", tuple(act(it, who="dogs") for it in CODES), "Dogs")
    text = stub(rats, dogs)
    assert codes(text) == ["go", "buy", "dig", "go"]
    about = [line.partition("#: ")[2] for line in text.splitlines() if "- id" in line]
    assert about == ["the Rats", "or the Rats", "Dogs", "or Dogs"]
    # Only the first of each fits: three lines of head and list, and two for each order.
    assert codes(stub(rats, dogs, most=6)) == ["go", "dig"]
    assert codes(stub(rats, dogs, most=5)) == ["go"]
    assert codes(stub(rats, dogs, most=3)) == []


def test_factions_are_suggested_orders_in_turn() -> None:
    forms = [
        Form(id, (ActionField("act", tuple(act(it, who=id) for it in CODES), id),), CODES)
        for id in ("oru", "vael")
    ]
    text = write_stubs(forms, {}, 10, lambda _, __: True)
    # Each has two lines for itself and its list; that leaves three orders.
    assert text.count("- id: oru") == 2
    assert text.count("- id: vael") == 1


@pytest.mark.parametrize(
    ("value", "said"),
    [("yes", '"yes"'), ("true", "true"), ("0x1", '"0x1"'), ("12", "12"), ("a: b", '"a: b"')],
)
def test_written_values_are_read_back_unchanged(value: str, said: str) -> None:
    assert f"    key: {said}\n" in stub(SelectField("key", (FieldChoice(value),), now=value))


# ── Whether anybody has touched it ───────────────────────────────────────────────────────────────

HELD: Final = Form(
    "oru",
    (
        FieldGroup("place", (SelectField("eyes", (FORD, MILL), now="mill", name="the Eyes"),)),
        MultiSelectField("first", (FORD, MILL), now=("mill",)),
        SelectField("actor", (FORD, MILL)),
    ),
)


def node_of(text: str) -> Node:
    node = compose(Source("x.yaml", text), Report())
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("text", "untouched"),
    [
        ("place: {eyes: mill}\nfirst: [mill]\nactions:\n", True),
        ("actions: []\nplace: {}\n", True),
        ("place: {eyes: ford}\n", False),
        ("place: {eyes: mill, ears: mill}\n", False),
        ("first: [mill, ford]\n", False),
        ("actor: ford\n", False),
        ("actions: [{id: a}]\n", False),
    ],
)
def test_a_stub_with_current_values_counts_as_untouched(text: str, *, untouched: bool) -> None:
    assert is_untouched(node_of(text), HELD) == untouched


def test_without_a_form_any_entry_counts_as_an_order() -> None:
    assert is_untouched(node_of("actions:\n"), None)
    assert not is_untouched(node_of("place: {eyes: mill}\n"), None)
