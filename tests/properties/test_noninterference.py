"""What an audience may not know leaves no trace in what it gets.

For each audience and each thing that can be changed behind its back: its edition is equal, and the
JSON it is told and every byte and file name of its folder are the same.
"""

from __future__ import annotations

import copy
from functools import lru_cache, partial
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of, project
from chronicle.render import Renderer
from tests.properties.audience_output import Shown, differences, interference, shown
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.hidden_changes import (
    CHANGES,
    MINE,
    Group,
    audience_of,
    culprits,
    each_once,
    groups,
    reader,
)
from tests.properties.secret_tokens import Choices, pick, some
from tests.shipped_theme import shipped_theme
from tests.thorough import beginning

#: Only the public knows less than all powers of these; the sample campaigns show it nothing else.
FOR_THE_PUBLIC_ALONE: Final = {
    "freeform": (),
    "lieutenants": (),
    "shadow": ("hidden_things", "new_places", "ids_of_resources", "names_on_the_board"),
    "wwn": (),
}


@lru_cache(maxsize=8)
def as_written(ruleset: str, index: int) -> Shown:
    """A sample campaign as an audience gets it before anything is changed."""
    draft = sample(ruleset, MINE[ruleset][index][0])
    return shown(played(draft.tree()), audience_of(reader(ruleset, index)))


def noticed(ruleset: str, index: int, found: PlayedCampaign) -> list[str]:
    """What an audience notices of a sample that was changed behind its back."""
    before = as_written(ruleset, index)
    return differences(before, shown(found, audience_of(reader(ruleset, index))))


@pytest.mark.parametrize("public", [False, True], ids=["powers", "public"])
@pytest.mark.parametrize(
    ("ruleset", "group"),
    [
        pytest.param(
            ruleset,
            group,
            marks=pytest.mark.xdist_group(f"changes of {ruleset}"),
            id=f"{ruleset}-{number}",
        )
        for ruleset in CHANGES
        for number, group in enumerate(groups(ruleset))
    ],
)
def test_hidden_changes_do_not_alter_an_audiences_output(
    ruleset: str, group: Group, public: bool
) -> None:
    """A group at a time; when something shows, the change that it comes of is named."""
    made = set[str]()
    for index, changed in each_once(ruleset, group, public=public):
        made.update(change.__name__ for change in changed.made)
        if noticed(ruleset, index, changed.played):
            pytest.fail(
                "\n".join(culprits(ruleset, index, changed.made, partial(noticed, ruleset, index)))
            )
    alone = () if public else FOR_THE_PUBLIC_ALONE[ruleset]
    assert made == {change.__name__ for change in group} - {*alone}, "the samples are too small"


@pytest.mark.parametrize("ruleset", CHANGES)
@pytest.mark.parametrize("seed", beginning(range(500, 505), 1))
def test_many_hidden_changes_do_not_alter_an_audiences_output(ruleset: str, seed: int) -> None:
    """Changes together, on campaigns of every shape.

    Orders get new ids last: their rolls are settled as table dice by what was played before.
    """
    choices = Choices(seed)
    draft = sample(ruleset, seed, turns=choices.number(1, 3))
    me = pick(choices, ["everyone", *draft.powers])
    chosen = some(choices, CHANGES[ruleset], 25)
    chosen.sort(key=lambda change: change.__name__ == "ids_of_orders")
    changed = copy.deepcopy(draft)
    made = [change.__name__ for change in chosen if change(changed, choices, me)]
    assert made, "there was nothing to change"
    assert interference(draft, changed, audience_of(me)) == []


@pytest.mark.parametrize(
    ("ruleset", "seed"),
    beginning(
        [
            (ruleset, MINE[ruleset][0][0])
            for ruleset in ("shadow", "lieutenants", "freeform", "wwn")
        ],
        1,
    ),
)
def test_hidden_changes_do_not_alter_pages_of_the_shipped_theme(ruleset: str, seed: int) -> None:
    """Many changes at once, drawn with the theme that is shipped."""
    theme = shipped_theme()
    renderer = Renderer.of(theme, ruleset)
    draft = sample(ruleset, seed)
    for me in ("everyone", draft.powers[0]):
        changed = copy.deepcopy(draft)
        for change in CHANGES[ruleset]:
            change(changed, Choices(seed), me)
        audience = audience_of(me)
        before = shown(played(draft.tree()), audience, renderer)
        assert differences(before, shown(played(changed.tree()), audience, renderer)) == []


@pytest.mark.parametrize("ruleset", CHANGES)
def test_a_visible_change_alters_the_audiences_output(ruleset: str) -> None:
    """The check sees a change of one word that is for everybody."""
    draft = sample(ruleset, MINE[ruleset][0][0])
    changed = copy.deepcopy(draft)
    changed.turns[-1]["title"] = "Another title"
    assert interference(draft, changed, EVERYONE)


@pytest.mark.parametrize("ruleset", CHANGES)
@pytest.mark.parametrize("seed", beginning(range(200, 204), 1))
def test_later_turns_do_not_change_what_was_told(ruleset: str, seed: int) -> None:
    """A further turn changes nothing on the pages of the turns before it."""
    draft = sample(ruleset, seed)
    earlier = copy.deepcopy(draft)
    earlier.turns.pop()
    whole, part = played(draft.tree()), played(earlier.tree())
    for audience in audiences_of(part.campaign):
        if audience.is_gm:
            continue
        told = project(part.campaign, part.history, part.ruleset, audience).turns
        later = project(whole.campaign, whole.history, whole.ruleset, audience).turns
        assert later[: len(told)] == told
