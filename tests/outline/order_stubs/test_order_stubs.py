"""Forms as the YAML of a turn file, typed by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.outline.order_stubs import LINE_WIDTH, write_stubs
from chronicle.outline.order_stubs.choices import MANY_VARIANTS
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


def stub(*parts: FormPart, id: str = "oru") -> str:
    return write_stubs([Form(id, parts)], NAMES)


def act(
    code: str, *parts: FormPart, who: str = "rats", likely: ProbabilityRange | None = None
) -> ActionChoice:
    named = (FixedField("id", who), FixedField("action", code))
    return ActionChoice(
        code, f"R-{code.upper()}", (ListItem("actions", (*named, *parts)),), likely=likely
    )


def test_each_possible_order_is_a_comment_under_its_actor() -> None:
    sure = ProbabilityRange(Fraction(1), Fraction(1))
    cases = (
        act(
            "go",
            SelectField("to", (MILL, FORD), needed=True),
            MultiSelectField("units", (FieldChoice("dogs", "the Dogs"),)),
        ),
        act(
            "dig",
            IntegerField("times", 1, 3, needed=True),
            TextField("plan", long=True),
            likely=sure,
        ),
        act("buy", FieldGroup("buy", (FixedField("unit", "x-1"), TextField("name", needed=True)))),
    )
    rats = ActionField(
        "act", cases, "the Rats", Facts(level=2, at=place_ref("ford"), stance="ambush")
    )
    assert (
        stub(rats)
        == """\
  #: Kinds of order, with rules and keys:
  #:   actions, go (R-GO): to, units
  #:   actions, dig (R-DIG): times, plan
  #:   actions, buy (R-BUY): buy.unit, buy.name

  oru:  #: The Oru
    #:   to: mill, ford
    #:   units: dogs
    #:   times: 1 to 3
    actions:
      #: the Rats: level 2, at The Ford, ambush until ordered otherwise
      # - {id: rats, action: go, to: mill}
      # - {id: rats, action: dig, times: 1}  #: 100 %
      # - {id: rats, action: buy, buy: {unit: x-1, name: new}}
"""
    )


def test_current_values_are_written_out_and_the_rest_is_commented() -> None:
    parts = (
        FieldGroup("place", (SelectField("eyes", (FORD, MILL), now="mill", name="the Eyes"),)),
        SelectField("actor", (FORD, MILL)),
        MultiSelectField("first", (FORD, MILL), now=("mill", "ford")),
        MultiSelectField(
            "foes",
            (FieldChoice("vael", faction_ref("vael"), Facts(now=True)), FieldChoice("x", "X")),
        ),
        IntegerField("defend", 0, 3, usual=2),
        ActionField(
            "goal", (ActionChoice("win", "R-1", (FixedField("goal", "win"),), Facts(xp=2)),)
        ),
    )
    written = [line.strip() for line in stub(*parts).splitlines() if "#:  " not in line]
    assert written == [
        "",
        "oru:  #: The Oru",
        "place: {eyes: mill}",
        "# actor: ford",
        "first: [mill, ford]",
        "foes: [vael]",
        "# defend: 2",
        "# goal: win  #: R-1, xp 2",
    ]


def test_choices_with_odds_come_first_with_their_range() -> None:
    low, high = (
        ProbabilityRange(Fraction(1, 1000), Fraction(1, 4)),
        ProbabilityRange(Fraction(1, 2), Fraction(999, 1000)),
    )
    choices = (
        FORD,
        FieldChoice("mill", place_ref("mill"), likely=low),
        FieldChoice("moor", likely=high),
    )
    text = stub(
        ActionField("act", (act("go", SelectField("to", choices, needed=True)),), "the Rats")
    )
    assert "# - {id: rats, action: go, to: mill}  #: 1–99 %\n" in text


def test_text_common_to_all_factions_is_written_once() -> None:
    pay = SelectField("pay", (FieldChoice("none"), FieldChoice("double", facts=Facts(cost=2))))
    forms = [
        Form("oru", (pay, SelectField("to", (FORD,)))),
        Form("vael", (pay, SelectField("to", (MILL,)))),
    ]
    lines = write_stubs(forms, NAMES).splitlines()
    assert [line for line in lines if "pay:" in line] == [
        "  #:   pay: none, double (cost 2)",
        "    # pay: none",
        "    # pay: none",
    ]
    assert [line for line in lines if " to: " in line and "#:" in line] == [
        "    #:   to: ford",
        "    #:   to: mill",
    ]


def test_figures_that_differ_are_written_for_each_faction() -> None:
    forms = [
        Form(id, (MultiSelectField("raises", (FieldChoice("force", facts=Facts(rating=rating)),)),))
        for id, rating in (("oru", 3), ("vael", 4), ("ash", 3))
    ]
    text = write_stubs(forms, NAMES)
    assert text.count("force (rating 3)") == 2
    assert text.count("force (rating 4)") == 1


def test_actors_with_equal_options_refer_to_the_first() -> None:
    codes = ("go", "dig", "hide", "rest")
    half = ProbabilityRange(Fraction(1, 2), Fraction(1, 2))
    rats = ActionField("act", tuple(act(code) for code in codes), "the Rats")
    dogs = ActionField(
        "act", tuple(act(it, who="dogs", likely=half) for it in (*codes, "bark")), "Dogs"
    )
    lines = stub(rats, dogs).splitlines()
    start = lines.index("      #: Dogs")
    assert lines[start:] == [
        "      #: Dogs",
        (
            "      #:   same as the Rats, with dogs instead of rats: go 50 %, dig 50 %,"
            " hide 50 %, rest 50 %"
        ),
        "      # - {id: dogs, action: bark}  #: 50 %",
    ]


def test_actors_with_many_options_have_a_line_for_each_kind() -> None:
    ways = tuple(act("go", FixedField("to", f"place-{n}")) for n in range(MANY_VARIANTS + 1))
    assert stub(ActionField("act", ways, "the Rats")).count("# - ") == 1
    assert stub(ActionField("act", ways[1:], "the Rats")).count("# - ") == MANY_VARIANTS


def test_long_orders_are_wrapped() -> None:
    many = tuple(FixedField(f"key-{n}", f"a-long-value-{n}") for n in range(12))
    choices = tuple(FieldChoice(f"place-{n}", f"Some Place {n}x") for n in range(60))
    text = stub(ActionField("act", (act("go", *many, SelectField("to", choices)),), "the Rats"))
    assert max(map(len, text.splitlines())) <= LINE_WIDTH
    begun = text[text.index("# - ") :].splitlines()
    whole = " ".join(line.strip().removeprefix("#").strip() for line in begun)
    node = compose(Source("x.yaml", whole), Report())
    assert node is not None
    assert "a-long-value-11" in whole


@pytest.mark.parametrize(
    ("value", "said"),
    [("yes", '"yes"'), ("true", "true"), ("0x1", '"0x1"'), ("12", "12"), ("a: b", '"a: b"')],
)
def test_written_values_are_read_back_unchanged(value: str, said: str) -> None:
    assert f"# key: {said}\n" in stub(SelectField("key", (FieldChoice(value),)))


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
