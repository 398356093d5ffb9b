"""Which recipients of an event the GM's pages name."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.audience import GM
from chronicle.project.edition import EventView
from chronicle.render.template_functions import CURRENT_PAGE
from chronicle.rules.protocol import Telling
from tests.theme_fragments import edition, renderer, scope

VIEW: Final = edition("shadow", GM)
ALL: Final = tuple((faction.id, "raise") for faction in VIEW.factions)


def told_to(*readers: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    page = CURRENT_PAGE.set(scope("shadow", GM))
    try:
        told = EventView("e1", Telling("raise"), "1/vael/hit", readers)
        return renderer().functions.told_to(told)
    finally:
        CURRENT_PAGE.reset(page)


def test_factions_with_equal_tellings_are_named_together() -> None:
    assert len(ALL) > 2
    assert told_to(*ALL) == (("factions", "raise"),)
    assert told_to(("everyone", "whisper"), *ALL) == (
        ("everyone", "whisper"),
        ("factions", "raise"),
    )


@pytest.mark.parametrize("nth", range(len(ALL)))
def test_factions_are_named_individually_if_tellings_differ(nth: int) -> None:
    others = (*ALL[:nth], *ALL[nth + 1 :])
    otherwise = (*others, (ALL[nth][0], "seen"))
    assert told_to(*others) == others
    assert told_to(*otherwise) == otherwise
