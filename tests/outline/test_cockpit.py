"""The cockpit of a faction, against `figures_campaign.py` and holdings by hand."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM
from chronicle.model.facts import place_ref
from chronicle.outline.charts import FigureSeries
from chronicle.outline.cockpit import Cockpit, CurrentFigure, PlaceChange, cockpit_of
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.rules.protocol import Holding, HoldingKind
from tests.outline.figures_campaign import ORU, VAEL, edition

MARSH, HARBOUR = place_ref("marsh"), place_ref("harbour")
ORU_ID: Final = ORU.faction


def up_to(last: int) -> Edition:
    """Oru's edition when this was its latest turn."""
    own = edition(ORU)
    return replace(own, turns=own.turns[:last], holdings=own.holdings[:last])


def cockpit(own: Edition) -> Cockpit:
    found = cockpit_of(own, {})
    assert found is not None
    return found


def held(kind: HoldingKind, strength: int = 0, by: str = ORU_ID) -> Holding:
    return Holding(replace(MARSH, kind="faction", id=by), kind, strength)


def places_after(
    before: dict[str, tuple[Holding, ...]], now: dict[str, tuple[Holding, ...]]
) -> tuple[PlaceChange, ...]:
    return cockpit(replace(up_to(2), holdings=(before, now))).places


def test_only_players_of_a_faction_have_a_cockpit() -> None:
    for reader in (EVERYONE, GM):
        assert cockpit_of(edition(reader), {}) is None


def test_a_cockpit_has_the_dossier_and_the_reveals_of_the_latest_turn() -> None:
    own = up_to(2)
    found = cockpit(own)
    assert found.dossier == own.dossiers[ORU_ID, 2]
    assert set(found.reveals) == set(own.turns[1].reveals)
    assert found.may_order
    assert not cockpit(replace(own, form=None)).may_order


def test_private_reveals_come_first() -> None:
    own = up_to(2)
    (first, *rest) = own.turns[1].reveals
    public, private = replace(first, public=True), replace(first, public=False)
    last = replace(own.turns[1], reveals=(public, private, *rest))
    found = cockpit(replace(own, turns=(own.turns[0], last)))
    assert found.reveals[0] == private


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((2, 4), [CurrentFigure("dice", 4, 2)]),
        ((4, 4), [CurrentFigure("dice", 4, 4)]),
        ((None, 4), [CurrentFigure("dice", 4, None)]),
        ((4,), [CurrentFigure("dice", 4, None)]),
        # A reader who no longer knows a figure has no use for the one before.
        ((4, None), []),
    ],
)
def test_figures_are_compared_with_the_turn_before(
    values: tuple[int | None, ...], expected: list[CurrentFigure]
) -> None:
    figures: FigureSeries = {
        "dice": {ORU_ID: values, VAEL.faction: (9, 9)},
        "other": {VAEL.faction: (1, 2)},
    }
    found = cockpit_of(up_to(len(values)), figures)
    assert found is not None
    assert list(found.figures) == expected


def test_a_played_place_is_won() -> None:
    # Oru has 1 in the marsh, and then 3, by which it dominates.
    assert cockpit(up_to(2)).places == (PlaceChange(MARSH, True, held("rules", 3)),)


def test_what_is_held_in_the_first_turn_is_won_in_it_unless_it_was_held_before() -> None:
    now = {"marsh": (held("seated", 1),)}
    first = replace(up_to(1), holdings=(now,), opening_holdings={})
    assert cockpit(first).places == (PlaceChange(MARSH, True, held("seated", 1)),)
    assert cockpit(replace(first, opening_holdings=now)).places == ()


@pytest.mark.parametrize(
    ("before", "now", "won"),
    [
        (held("seated", 2), held("rules"), True),
        (held("seated", 1), held("seated", 2), True),
        (held("rules"), held("seated", 3), False),
        (held("seated", 2), held("seated", 1), False),
    ],
)
def test_a_stronger_hold_wins_a_place_and_a_weaker_one_loses_it(
    before: Holding, now: Holding, won: bool
) -> None:
    assert places_after({"marsh": (before,)}, {"marsh": (now,)}) == (PlaceChange(MARSH, won, now),)


def test_a_place_without_a_hold_is_lost() -> None:
    lost = (PlaceChange(MARSH, False, None),)
    assert places_after({"marsh": (held("rules"),)}, {}) == lost
    # Somebody of the faction is still there, which does not hold the place.
    assert places_after({"marsh": (held("rules"),)}, {"marsh": (held("present", 4),)}) == lost


def test_of_several_holds_the_strongest_counts() -> None:
    both = (held("present", 3), held("seated", 1), held("rules"))
    assert places_after({"marsh": (held("rules"),)}, {"marsh": both}) == ()


def test_comings_and_goings_and_the_holds_of_others_change_nothing() -> None:
    other = held("rules", by=VAEL.faction)
    assert places_after({"marsh": (held("present", 1),)}, {"marsh": (other,)}) == ()


def test_won_places_come_before_lost_ones() -> None:
    changes = places_after({"marsh": (held("rules"),)}, {"harbour": (held("seated", 1),)})
    assert [(it.place, it.won) for it in changes] == [(HARBOUR, True), (MARSH, False)]
