"""The rules are asked once for each telling that editions need, however often they need it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import PlayedCampaign, resolve_campaign
from chronicle.project import audiences_of, project, tellings_of
from chronicle.project.edition import Edition
from chronicle.records import field_names
from tests.golden.campaigns import TIDE_BELL
from tests.properties.editable_campaign import played as play_draft
from tests.properties.generators import sample
from tests.small_campaign import tree_of


class _Counting:
    """A ruleset that counts what it is asked."""

    def __init__(self, system: Any) -> None:
        self._system = system
        self.asked: Counter[tuple[str, str]] = Counter()
        self.measured: Counter[int] = Counter()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)

    def tell(self, step: Any, audience: Any) -> Any:
        self.asked[step.event.id, audience.word] += 1
        return self._system.tell(step, audience)

    def measures(self, state: Any) -> Any:
        # Each turn leaves its own state, all of which the history keeps.
        self.measured[id(state)] += 1
        return self._system.measures(state)


def _tide_bell() -> PlayedCampaign:
    found = resolve_campaign(tree_of(TIDE_BELL), Report())
    assert found is not None
    return found


def _events(of: PlayedCampaign) -> list[str]:
    return [step.event.id for played_turn in of.history.turns for step in played_turn.steps]


def _editions(of: PlayedCampaign, system: Any, *, backwards: bool = False) -> list[Edition]:
    """All editions, made of the same tellings."""
    tellings = tellings_of(of.campaign, of.history, system)
    audiences = audiences_of(of.campaign)
    found = [
        project(of.campaign, of.history, system, audience, tellings)
        for audience in (reversed(audiences) if backwards else audiences)
    ]
    return found[::-1] if backwards else found


def _differing(one: Edition, other: Edition) -> list[str]:
    """The fields in which two editions read otherwise; whole they would take long to be shown."""
    return [
        name
        for name in field_names(Edition)
        if repr(getattr(one, name)) != repr(getattr(other, name))
    ]


@pytest.mark.parametrize("word", ["everyone", "vael", "gm"])
def test_an_edition_computes_each_telling_once(word: str) -> None:
    played = _tide_bell()
    audiences = audiences_of(played.campaign)
    reader = next(audience for audience in audiences if audience.word == word)
    system: Any = _Counting(played.ruleset)
    project(played.campaign, played.history, system, reader)
    needed = audiences if reader.is_gm else {EVERYONE, reader}
    assert system.asked == {(id, one.word): 1 for id in _events(played) for one in needed}


def test_all_editions_together_compute_each_telling_once() -> None:
    played = _tide_bell()
    system: Any = _Counting(played.ruleset)
    assert all(tuple(edition.turns) for edition in _editions(played, system))
    audiences = audiences_of(played.campaign)
    assert system.asked == {(id, one.word): 1 for id in _events(played) for one in audiences}
    assert set(system.measured.values()) == {1}
    assert len(system.measured) == len(played.history.turns)


def test_tellings_are_computed_lazily() -> None:
    played = _tide_bell()
    system: Any = _Counting(played.ruleset)
    tellings_of(played.campaign, played.history, system)
    assert not system.asked


@pytest.mark.parametrize("ruleset", ["freeform", "lieutenants", "shadow", "wwn"])
@pytest.mark.parametrize(("seed", "backwards"), [(5, False), (12, True)])
def test_an_edition_does_not_depend_on_other_editions(
    ruleset: str, seed: int, *, backwards: bool
) -> None:
    """What editions have in common holds nothing that an edition made alone would not."""
    found = play_draft(sample(ruleset, seed).tree())
    for edition in _editions(found, found.ruleset, backwards=backwards):
        alone = project(found.campaign, found.history, found.ruleset, edition.audience)
        assert _differing(edition, alone) == []


def test_editions_with_equal_street_reports_share_them() -> None:
    played = _tide_bell()
    editions = _editions(played, played.ruleset)
    for views in zip(*(edition.turns for edition in editions), strict=True):
        equal = [
            view.public_events for view in views if view.public_events == views[0].public_events
        ]
        assert len({id(street) for street in equal if street}) <= 1


def test_shadow_powers_with_equal_tellings_share_them() -> None:
    """Of what one power does, all others that are told alike have one telling."""
    found = play_draft(sample("shadow", 12).tree())
    powers = [audience for audience in audiences_of(found.campaign) if audience.faction]
    tellings, shared = tellings_of(found.campaign, found.history, found.ruleset), 0
    for played_turn in found.history.turns:
        for place, step in enumerate(played_turn.steps):
            others = [it for it in powers if it.faction != getattr(step.event, "power", "")]
            heard = (tellings.of(power)[played_turn.turn][place] for power in others)
            told = [telling for telling in heard if telling is not None]
            distinct = {id(telling): telling for telling in told}
            assert len(distinct) == len({repr(telling) for telling in told})
            shared += len(told) - len(distinct)
    assert shared > 0
