"""The player of the tournament that follows the suggestions which turn files had before."""

from __future__ import annotations

from fractions import Fraction

from benchmarks.earlier_suggestions import earlier_suggestions
from chronicle.model.facts import Facts
from chronicle.rules.order_form import ActionChoice, ActionField, FixedField, Form, ProbabilityRange

CODES = ("go", "dig", "buy", "hide")


def act(code: str, percent: int | None = None, cost: int = 0) -> ActionChoice:
    likely = None if percent is None else ProbabilityRange(Fraction(0), Fraction(percent, 100))
    return ActionChoice(
        code, "R-1", (FixedField("id", code),), Facts(cost=cost) if cost else Facts(), likely
    )


def codes(*actors: tuple[ActionChoice, ...], listed: tuple[str, ...] = CODES) -> list[str]:
    fields = (ActionField("act", cases, f"actor {nth}") for nth, cases in enumerate(actors))
    return [it.code for it in earlier_suggestions(Form("oru", tuple(fields), funds=3), listed)]


def test_only_actions_that_make_sense_are_suggested() -> None:
    """What is listed, what has a chance, and what can be paid."""
    assert codes((act("dig", 0), act("buy", cost=4), act("hide"))) == ["hide"]
    assert codes((act("buy", cost=3), act("hide")), listed=("buy",)) == ["buy"]


def test_good_chances_come_before_unknown_ones_and_these_before_bad_ones() -> None:
    """Half is good. Of the best the first of the list comes first."""
    assert codes((act("go", 49), act("dig"), act("buy", 50))) == ["buy", "dig", "go"]
    assert codes((act("dig", 90), act("go", 50))) == ["go", "dig"]


def test_each_actor_has_its_best_order_and_another_than_the_others() -> None:
    both = (act("go"), act("dig"))
    assert codes(both, both) == ["go", "dig", "dig", "go"]
