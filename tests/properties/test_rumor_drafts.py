"""What an audience may not know changes no draft of a rumor that it would hear."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import pytest

from chronicle.authoring.rumor_drafts import RumorDraft, RumorDrafter
from chronicle.authoring.rumor_grammar import RumorGrammar, read_grammar
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE_ID
from chronicle.pipeline import PlayedCampaign
from chronicle.records import replace
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.hidden_changes import CHANGES
from tests.properties.secret_tokens import Choices, some
from tests.shipped_theme import shipped_theme
from tests.thorough import thorough

#: Samples with drafts for everybody and, except some rulesets, for powers besides.
SAMPLES: Final[Mapping[str, Sequence[int]]] = {
    "freeform": (10, 5),
    "lieutenants": (30, 3),
    "shadow": (5, 12),
    "wwn": (5,),
}
#: Powers of shadow see what the street sees, and tellings of orders in words have no place.
PUBLIC_ALONE: Final = frozenset({"freeform", "shadow"})
each_ruleset = pytest.mark.parametrize("ruleset", SAMPLES)


@lru_cache
def grammar(ruleset: str) -> RumorGrammar:
    """What the theme that is shipped has to say of a ruleset's tellings."""
    theme = shipped_theme()
    found = read_grammar(theme, ruleset, Report())
    assert found is not None
    return found


def drafted(found: PlayedCampaign, most: int = 0) -> list[tuple[RumorDraft, ...]]:
    """The drafts of each turn."""
    words = grammar(found.ruleset.id)
    return [
        RumorDrafter(found.campaign, found.history, found.ruleset, words, turn).drafts(most)
        for turn in found.campaign.turns
    ]


def heard(turns: Sequence[Sequence[RumorDraft]], me: str) -> list[list[tuple[str, str, int]]]:
    """All that one audience would have of the drafts of each turn, in their order."""
    return [
        [(one.text, one.where, one.after) for one in drafts if {EVERYONE_ID, me} & {*one.heard_by}]
        for drafts in turns
    ]


@pytest.mark.parametrize("powers", [1, *thorough([None])])
@pytest.mark.parametrize(
    ("ruleset", "seed"), [(ruleset, seed) for ruleset in SAMPLES for seed in SAMPLES[ruleset]]
)
def test_hidden_changes_do_not_alter_rumor_drafts(
    ruleset: str, seed: int, powers: int | None
) -> None:
    """Many changes together, behind the back of an audience; orders get new ids last."""
    draft = sample(ruleset, seed)
    found = played(draft.tree())
    before = {most: drafted(found, most) for most in (0, 1)}
    for me in (EVERYONE_ID, *draft.powers[:powers]):
        choices, changed = Choices(seed), copy.deepcopy(draft)
        chosen = some(choices, CHANGES[ruleset], 60)
        chosen.sort(key=lambda change: change.__name__ == "ids_of_orders")
        made = [change.__name__ for change in chosen if change(changed, choices, me)]
        assert made, "there was nothing to change"
        after = played(changed.tree())
        for most, drafts in before.items():
            assert heard(drafted(after, most), me) == heard(drafts, me), me


@each_ruleset
def test_visible_events_appear_in_rumor_drafts(ruleset: str) -> None:
    """The samples have drafts for everybody, and for powers besides; a name makes a difference."""
    draft = sample(ruleset, SAMPLES[ruleset][0])
    found = played(draft.tree())
    drafts = drafted(found)
    public = heard(drafts, EVERYONE_ID)
    assert any(public)
    more = any(heard(drafts, me) != public for me in draft.powers)
    assert more == (ruleset not in PUBLIC_ALONE)
    places = tuple(replace(one, name=f"New {one.name}") for one in found.campaign.places)
    renamed = replace(found, campaign=replace(found.campaign, places=places))
    assert (heard(drafted(renamed), EVERYONE_ID) != public) == (ruleset != "freeform")
