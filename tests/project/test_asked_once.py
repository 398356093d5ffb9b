"""The rules are asked once for each telling that an edition needs, however often it needs it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chronicle.audience import EVERYONE
from chronicle.build import resolve
from chronicle.diagnostics import Report
from chronicle.project import audiences_of, project
from tests.golden.campaigns import TIDE_BELL
from tests.sound import tree_of


class _Counting:
    """A ruleset that counts what it is asked to tell."""

    def __init__(self, system: Any) -> None:
        self._system = system
        self.asked: Counter[tuple[str, str]] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def tell(self, before: Any, event: Any, audience: Any) -> Any:
        self.asked[event.id, audience.word] += 1
        return self._system.tell(before, event, audience)


@pytest.mark.parametrize("word", ["everyone", "vael", "gm"])
def test_an_edition_asks_for_each_telling_once(word: str) -> None:
    played = resolve(tree_of(TIDE_BELL), Report())
    assert played is not None
    audiences = audiences_of(played.campaign)
    reader = next(audience for audience in audiences if audience.word == word)
    system: Any = _Counting(played.system)
    edition = project(played.campaign, played.history, system, reader)
    assert len(list(edition.dossiers.values())) == len(edition.dossiers)
    needed = audiences if reader.is_gm else {EVERYONE, reader}
    events = [step.event.id for moment in played.history.turns for step in moment.steps]
    assert system.asked == {(id, one.word): 1 for id in events for one in needed}
