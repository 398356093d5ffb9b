"""A secret new name changes nothing for others, in generated campaigns of each ruleset."""

from __future__ import annotations

from copy import deepcopy

import pytest

from chronicle.model.audience import EVERYONE, faction_audience
from chronicle.project.disclosure import disclosed_items
from tests.properties.audience_output import differences, edition_of, shown
from tests.properties.editable_campaign import played
from tests.properties.generators import sample

CANARY = "Zuquavix"
SAMPLES = [("freeform", 41), ("lieutenants", 42), ("shadow", 101), ("wwn", 43)]


@pytest.mark.parametrize(("ruleset", "seed"), SAMPLES)
def test_a_secret_name_changes_no_byte_for_others(ruleset: str, seed: int) -> None:
    draft = sample(ruleset, seed)
    *_, renamed, knows = sorted(draft.factions)
    changed = deepcopy(draft)
    changed.turns[-1]["renames"] = [
        {"faction": renamed, "name": f"The {CANARY}", "for": [renamed, knows]}
    ]
    before, after = played(draft.tree()), played(changed.tree())
    others = {EVERYONE, *(faction_audience(id) for id in draft.factions)}
    others -= {faction_audience(renamed), faction_audience(knows)}
    for audience in sorted(others, key=lambda one: one.word):
        old, new = shown(before, audience), shown(after, audience)
        assert differences(old, new) == []
        assert not any(CANARY.encode() in file for file in new.files.values())
    last = len(draft.turns)
    own = faction_audience(renamed)
    assert any(CANARY.encode() in file for file in shown(after, own).files.values())
    # What it was told in earlier turns is the same, too.
    for turn in range(1, last):
        assert disclosed_items(edition_of(before, own), turn, draft.factions) == disclosed_items(
            edition_of(after, own), turn, draft.factions
        )
