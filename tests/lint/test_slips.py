"""Slips are warned of wherever a text can stand, and ordinary sentences are not."""

from __future__ import annotations

import pytest

from tests.lint.lint_campaign import warnings_of
from tests.lint.slip_corpus import (
    Elsewhere,
    Planted,
    elsewhere,
    ordinary,
    places_of,
    planted,
    slip_findings,
    slips,
)
from tests.sample_campaigns import SAMPLES, play_sample


@pytest.mark.parametrize("slip", slips("slips", "broken"), ids=lambda slip: slip.form)
def test_a_slip_is_warned_of_in_every_place(slip: Planted) -> None:
    places, found = places_of(slip)
    assert found == places


@pytest.mark.parametrize("slip", elsewhere(), ids=lambda slip: slip.form)
def test_a_slip_is_warned_of_in_ids_and_with_other_rules(slip: Elsewhere) -> None:
    found = slip_findings(slip.files, over={})
    assert [finding.at.path for finding in found if finding.at is not None] == [slip.path]


@pytest.mark.parametrize("slip", slips("missed"), ids=lambda slip: slip.form)
def test_some_slips_are_not_warned_of(slip: Planted) -> None:
    """When one of these fails, the slip is found now: move it to the others."""
    _, found = places_of(slip)
    assert found == set()


def test_most_forms_of_slips_are_warned_of() -> None:
    found = len(slips("slips", "broken")) + len(elsewhere())
    assert found / (found + len(slips("missed"))) > 0.92


def test_ordinary_sentences_give_no_warning() -> None:
    """All of them in any place except in an order, of which only one faction is told."""
    files, places = planted((" ".join(ordinary()),), except_in="narrative")
    assert len(places) > 15
    assert [finding.message for finding in slip_findings(files)] == []


@pytest.mark.parametrize("id", sorted(SAMPLES))
def test_the_sample_campaigns_have_no_slips(id: str) -> None:
    played = play_sample(id)
    assert warnings_of(played, frozenset()) == ()
