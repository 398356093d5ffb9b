"""Of a form its reader gets what points to nothing that he does not know, and no gap shows.

The reader is the public here, who does not know the vale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import Fact, Facts, place
from chronicle.project.audience_view import Knowing, knowing
from chronicle.project.order_form import form_for
from chronicle.rules.order_form import (
    Case,
    Choice,
    Count,
    Entry,
    Form,
    Group,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
    Words,
)
from tests.laws.mutants import BY_HAND, Mutant, mutants
from tests.sound import play_files

HERE: Final = Choice("harbour", place("harbour"))
THERE: Final = Choice("vale", place("vale"))
BEYOND: Final = Choice("walk", "A walk", Facts(over=(place("vale"),)))
PLAIN: Final = (Settled("id", "a"), Count("n", 1, 2), Words("plan"))


@cache
def public() -> Knowing:
    return knowing(play_files({}).campaign, EVERYONE, {})


def left(*parts: Part) -> tuple[Part, ...]:
    return form_for(public(), Form("vael", parts), 0).parts


def one_of(*parts: Part, who: Fact = "Rats", facts: Facts | None = None) -> OneOf:
    return OneOf("act", (Case("go", "R-1", parts, facts or Facts()),), who)


def test_what_points_nowhere_stays() -> None:
    parts = (*PLAIN, Group("g", PLAIN), Entry("e", PLAIN), one_of(*PLAIN))
    assert left(*parts) == parts


@pytest.mark.parametrize("hidden", [THERE, BEYOND])
def test_choices_are_those_that_are_known(hidden: Choice) -> None:
    parts = (
        Pick("to", (hidden, HERE), now=hidden.value),
        Picks("over", (hidden, HERE), now=(hidden.value, "harbour")),
        Pick("at", (HERE, hidden), now="harbour"),
    )
    assert left(*parts) == (
        Pick("to", (HERE,)),
        Picks("over", (HERE,), now=("harbour",)),
        Pick("at", (HERE,), now="harbour"),
    )


@pytest.mark.parametrize("part", [Pick("to", (THERE,)), Picks("to", (THERE,))])
def test_a_key_without_a_choice_is_gone(part: Part) -> None:
    assert left(*PLAIN, part) == PLAIN
    assert left(Entry("e", (*PLAIN, part))) == (Entry("e", PLAIN),)


@pytest.mark.parametrize(
    "part",
    [
        Pick("to", (THERE,), needed=True),
        Picks("to", (THERE,), needed=True),
        Group("to", (Pick("place", (THERE,), needed=True),)),
    ],
)
def test_an_order_without_what_it_needs_is_gone(part: Part) -> None:
    assert left(*PLAIN, Entry("e", (*PLAIN, part)), Group("g", (part,)), one_of(part)) == PLAIN


@pytest.mark.parametrize("kind", [Pick, Picks])
def test_a_key_that_is_the_name_of_something_hidden_is_gone(kind: type[Pick | Picks]) -> None:
    assert left(*PLAIN, kind("vale", (HERE,), name=place("vale"))) == PLAIN
    known = kind("harbour", (HERE,), name=place("harbour"))
    assert left(known) == (known,)


def test_who_is_hidden_does_nothing() -> None:
    assert left(one_of(*PLAIN, who=place("vale"))) == ()
    assert left(one_of(*PLAIN, who=place("harbour"))) == (one_of(*PLAIN, who=place("harbour")),)


def test_a_way_about_something_hidden_is_gone_and_the_others_stay() -> None:
    sound = Case("go", "R-1", PLAIN)
    other = Case("fly", "R-2", PLAIN, Facts(over=Facts(place=place("vale"))))
    assert left(OneOf("act", (other, sound))) == (OneOf("act", (sound,)),)
    assert left(OneOf("act", (other,))) == ()


def test_figures_lose_what_is_hidden() -> None:
    actor = OneOf("act", (Case("go", "R-1", PLAIN),), "Rats", Facts(level=2, at=place("vale")))
    (kept,) = left(actor)
    assert isinstance(kept, OneOf)
    assert place("vale") not in kept.facts.values()
    assert kept.facts["level"] == 2


# ── And each filter is missed when it is lost ────────────────────────────────────────────────────


def checks() -> Iterator[Callable[[], None]]:
    """Every test above, once for each of its parameters."""
    for name, test in list(globals().items()):
        if name.startswith("test_") and test is not test_a_lost_filter_is_missed:
            (mark,) = getattr(test, "pytestmark", [None])
            if mark is None:
                yield test
            else:
                yield from (partial(test, **{mark.args[0]: value}) for value in mark.args[1])


@pytest.mark.parametrize("mutant", list(mutants(BY_HAND)), ids=lambda mutant: mutant.id)
def test_a_lost_filter_is_missed(mutant: Mutant) -> None:
    with mutant.planted():
        assert any(_fails(check) for check in checks())


def _fails(check: Callable[[], None]) -> bool:
    try:
        check()
    except Exception:  # noqa: BLE001  whatever it is, the loss is seen
        return True
    return False
