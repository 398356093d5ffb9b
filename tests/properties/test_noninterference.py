"""What an audience may not know leaves no trace in what it gets.

For each audience and each thing that can be changed behind its back: its edition is equal, and the
JSON it is told and every byte and file name of its folder are the same.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.project import audiences_of, project
from chronicle.render import Renderer, read_theme, shipped_themes_folder
from tests.properties import (
    changes,
    freeform_changes,
    lieutenants_changes,
    shadow_changes,
    wwn_changes,
)
from tests.properties.audience_output import Shown, differences, interference, shown
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.hidden_from_audience import Change
from tests.properties.secret_tokens import Choices, pick, some
from tests.thorough import beginning

CHANGES: Final[Mapping[str, tuple[Change, ...]]] = {
    "freeform": (*changes.ALL, *freeform_changes.ALL),
    "lieutenants": (*changes.ALL, *lieutenants_changes.ALL),
    "shadow": (*changes.ALL, *shadow_changes.ALL),
    "wwn": (*changes.ALL, *wwn_changes.ALL),
}
EACH: Final = [(ruleset, change) for ruleset, those in CHANGES.items() for change in those]
#: Only the public knows less than all powers of these; the sample campaigns show it nothing else.
FOR_THE_PUBLIC_ALONE: Final = {
    "freeform": (),
    "lieutenants": (),
    "shadow": ("hidden_things", "ids_of_resources", "names_on_the_board"),
    "wwn": (),
}
#: Samples, each with the audience that it is changed behind the back of: a power, by its number,
#: or the public.
MINE: Final[Mapping[str, Sequence[tuple[int, int | None]]]] = {
    "freeform": ((6, 2), (58, 3), (6, None)),
    "lieutenants": ((39, 0), (39, None), (13, 0), (13, None)),
    "shadow": ((6, -1), (7, None), (12, 0), (16, -1), (9, None)),
    "wwn": ((7, 2), (6, None), (0, None)),
}


def me(ruleset: str, index: int) -> str:
    """The audience that a sample is changed behind the back of."""
    seed, power = MINE[ruleset][index]
    return "everyone" if power is None else sample(ruleset, seed).powers[power]


def audience_of(word: str) -> Audience:
    return EVERYONE if word == "everyone" else faction_audience(word)


@lru_cache(maxsize=8)
def as_written(ruleset: str, index: int) -> Shown:
    """A sample campaign as an audience gets it before anything is changed."""
    draft = sample(ruleset, MINE[ruleset][index][0])
    return shown(played(draft.tree()), audience_of(me(ruleset, index)))


@cache
def as_changed(ruleset: str, index: int, change: Change) -> PlayedCampaign | None:
    """The sample after one change, played; None where there was nothing to change."""
    changed = copy.deepcopy(sample(ruleset, MINE[ruleset][index][0]))
    if not change(changed, Choices(index), me(ruleset, index)):
        return None
    return played(changed.tree())


@pytest.mark.parametrize(
    ("ruleset", "change"),
    [pytest.param(*each, marks=pytest.mark.xdist_group(f"changes of {each[0]}")) for each in EACH],
    ids=[f"{ruleset}-{change.__name__.replace('_', '-')}" for ruleset, change in EACH],
)
def test_one_hidden_change_does_not_alter_an_audiences_output(ruleset: str, change: Change) -> None:
    """Each change on its own, for the public and for a power: the first that it can be for."""
    noticed, made = [], set[bool]()
    for index in range(len(MINE[ruleset])):
        audience = audience_of(me(ruleset, index))
        if (audience == EVERYONE) in made:
            continue
        found = as_changed(ruleset, index, change)
        if found is not None:
            made.add(audience == EVERYONE)
            noticed += differences(as_written(ruleset, index), shown(found, audience))
    assert not noticed
    wanted = {True} if change.__name__ in FOR_THE_PUBLIC_ALONE[ruleset] else {True, False}
    assert made == wanted, "the samples are too small to show anything"


@pytest.mark.parametrize("ruleset", CHANGES)
@pytest.mark.parametrize("seed", beginning(range(500, 505), 2))
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
            for ruleset in ("lieutenants", "shadow", "freeform", "wwn")
        ],
        2,
    ),
)
def test_hidden_changes_do_not_alter_pages_of_the_shipped_theme(ruleset: str, seed: int) -> None:
    """Many changes at once, drawn with the theme that is shipped."""
    report = Report()
    theme = read_theme("annals", "en", (shipped_themes_folder(),), report)
    assert theme is not None
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
@pytest.mark.parametrize("seed", beginning(range(200, 204), 2))
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
