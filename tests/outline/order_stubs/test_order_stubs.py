"""Forms as the YAML of a turn file, typed by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.outline.order_stubs import OrdersTrial, write_stubs
from chronicle.outline.order_stubs.suggestions import suggestions
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
    funds: int | None = None,
    most: int = 60,
    trial: OrdersTrial = lambda _, __: {},
) -> str:
    form = Form("oru", parts, funds)
    return write_stubs([(form, suggestions(form))], NAMES, most, trial)


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
        stub(ActionField("act", (case,), "the Rats"), trial=lambda _, __: {"rats": Fraction(1, 5)})
        == """\
  oru:  #: The Oru
    actions:
      # - id: rats  #: the Rats: 20 %, cost 2
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
    go = ActionField("goal", (ActionChoice("go", "R", (key,)),))
    dig = ActionField("abandon", (ActionChoice("dig", "R", (bare,)),))
    assert (
        stub(go, dig)
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


def test_the_likeliest_target_that_can_be_paid_is_written() -> None:
    choices = (
        FORD,
        FieldChoice("mill", place_ref("mill"), Facts(cost=2), likely(30, 60)),
        FieldChoice("moor", facts=Facts(cost=3), likely=likely(20, 90)),
    )
    field = ActionField("act", (act("go", SelectField("to", choices, needed=True)),), "the Rats")
    rich, poor = stub(field, funds=3), stub(field, funds=2)
    assert "to: moor" in rich
    assert "to: mill" in poor


# ── Which orders ─────────────────────────────────────────────────────────────────────────────────


def test_only_legal_orders_are_suggested() -> None:
    rats = ActionField("act", (act("go"), act("buy")), "the Rats")

    def trial(*wrong: str) -> OrdersTrial:
        return lambda _, text: None if any(it in text for it in wrong) else {}

    assert codes(stub(rats, trial=trial("go"))) == ["buy"]
    assert codes(stub(rats, trial=trial("go", "buy"))) == []


def test_an_order_is_checked_beside_the_standing_ones() -> None:
    asked: list[tuple[str, str]] = []

    def trial(faction: str, text: str) -> dict[str, Fraction]:
        asked.append((faction, text))
        return {}

    place = FieldGroup("place", (SelectField("eyes", (FORD, MILL), now="mill", name="the Eyes"),))
    stub(place, ActionField("act", (act("go"),), "the Rats"), trial=trial)
    assert asked == [("oru", "place: {eyes: mill}\nactions:\n  - id: rats\n    action: go")]


def test_what_excludes_each_other_is_not_suggested_side_by_side() -> None:
    """Orders are tried together with those above; the same thing is the target of one alone."""
    rats = ActionField("act", (act("go", SelectField("to", (FORD,), needed=True)),), "the Rats")
    dogs = ActionField("act", (act("dig", who="dogs"),), "Dogs")
    assert codes(stub(rats, dogs)) == ["go", "dig"]
    assert codes(stub(rats, dogs, trial=lambda _, text: None if "rats" in text else {})) == ["dig"]
    both = stub(rats, dogs, trial=lambda _, text: {} if text.count("- id") < 2 else None)
    assert codes(both) == ["go"]
    cats = ActionField(
        "act", (act("hide", SelectField("at", (FORD, MILL), needed=True), who="cats"),), "Cats"
    )
    assert codes(stub(rats, cats)) == ["go"]


def test_the_chance_shown_is_that_on_the_board_as_it_is() -> None:
    rats = ActionField("act", (act("go", chance=likely(0, 97)),), "the Rats")
    assert "the Rats: 17 %" in stub(rats, trial=lambda _, __: {"rats": Fraction(17, 100)})
    assert codes(stub(rats, trial=lambda _, __: {"rats": Fraction(0)})) == []
    # No dice are thrown for it.
    assert "#: the Rats\n" in stub(rats)


def test_each_actor_has_its_first_order() -> None:
    rats = ActionField("act", tuple(map(act, CODES)), "the Rats")
    dogs = ActionField("act", tuple(act(it, who="dogs") for it in CODES), "Dogs")
    text = stub(rats, dogs)
    assert codes(text) == ["go", "go"]
    about = [line.partition("#: ")[2] for line in text.splitlines() if "- id" in line]
    assert about == ["the Rats", "Dogs"]
    # Two lines of head and list, and two for each order.
    assert codes(stub(rats, dogs, most=6)) == ["go", "go"]
    assert codes(stub(rats, dogs, most=5)) == ["go"]
    assert codes(stub(rats, dogs, most=3)) == []


def test_factions_are_suggested_orders_in_turn() -> None:
    def actor(name: str) -> ActionField:
        return ActionField("act", tuple(act(it, who=name) for it in CODES), name)

    forms = [Form(id, (actor(f"{id}-1"), actor(f"{id}-2"))) for id in ("oru", "vael")]
    text = write_stubs([(it, suggestions(it)) for it in forms], {}, 10, lambda _, __: {})
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
