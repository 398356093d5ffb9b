"""The page about factions that play themselves shows what is proposed, and that tempers differ."""

from __future__ import annotations

from tests.docs.temper_examples import TEMPERS, made, orders_under, written
from tests.sample_campaigns import play_sample


def test_the_page_shows_what_is_proposed_under_each_temper() -> None:
    assert written() == made(), "write it again: python -m tests.docs.temper_examples"


def test_each_temper_orders_something_else_on_the_same_board() -> None:
    played = play_sample("vaime")
    found = [orders_under(it, played) for it in TEMPERS]
    assert all(found)
    assert len(set(found)) == len(TEMPERS)
