"""What an audience may not know leaves no trace in what it gets.

For each audience and each thing that can be changed behind its back: its edition is equal, and the
JSON it is told and every byte and file name of its folder are the same.
"""

from __future__ import annotations

import copy
from functools import cache, lru_cache
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chronicle.audience import EVERYONE, Audience, of_faction
from chronicle.build import Played
from chronicle.diagnostics import Report
from chronicle.project import audiences_of, project
from chronicle.render import Renderer, read_theme, shipped_themes
from tests.laws import changes, secret_orders
from tests.laws.changes import Change
from tests.laws.drafts import Draft, played
from tests.laws.generators import campaigns, sample
from tests.laws.ink import Drawn, Seeded
from tests.laws.views import Shown, differences, interference, shown

CHANGES: Final[tuple[Change, ...]] = (
    changes.edit_news,
    changes.delete_news,
    changes.move_news,
    changes.insert_news,
    changes.edit_rumors,
    changes.delete_rumors,
    changes.move_rumors,
    changes.insert_rumors,
    changes.truth_of_rumors,
    changes.about_of_rumors,
    changes.edit_reveals,
    changes.delete_reveals,
    changes.insert_reveals,
    changes.edit_secrets,
    changes.delete_secrets,
    changes.insert_secrets,
    changes.gm_notes,
    changes.private_passages,
    changes.pages,
    changes.circles,
    changes.vetoes,
    changes.reasons,
    changes.comments,
    changes.order_of_keys,
    secret_orders.ids_of_resources,
    secret_orders.ids_of_hidden_files,
    secret_orders.hidden_things,
    secret_orders.names_on_the_board,
    secret_orders.narratives,
    secret_orders.unheard_public_lines,
    secret_orders.requests,
    secret_orders.vetoed_orders,
    secret_orders.ids_of_orders,
)
#: Only the public knows less than all powers of these.
FOR_THE_PUBLIC_ALONE: Final = ("hidden_things", "names_on_the_board")
SEEDS: Final = (6, 7, 16, 9)
#: The audience that each of them is changed behind the back of.
MINE: Final = tuple(
    "everyone" if index % 2 else sample(seed).powers[-1] for index, seed in enumerate(SEEDS)
)


def audience_of(word: str) -> Audience:
    return EVERYONE if word == "everyone" else of_faction(word)


@lru_cache(maxsize=8)
def as_written(index: int) -> Shown:
    """A sample campaign as an audience gets it before anything is changed."""
    return shown(played(sample(SEEDS[index]).tree()), audience_of(MINE[index]))


@cache
def as_changed(index: int, change: Change) -> Played | None:
    """The sample after one change, played; None where there was nothing to change."""
    changed = copy.deepcopy(sample(SEEDS[index]))
    if not change(changed, Seeded(index), MINE[index]):
        return None
    return played(changed.tree())


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.replace("_", "-"))
def test_one_change_leaves_no_trace(change: Change) -> None:
    """Each change on its own, for the public and for powers."""
    noticed, made = [], set()
    for index, me in enumerate(MINE):
        found = as_changed(index, change)
        if found is not None:
            made.add(me == "everyone")
            noticed += differences(as_written(index), shown(found, audience_of(me)))
    assert not noticed
    wanted = {True} if change.__name__ in FOR_THE_PUBLIC_ALONE else {True, False}
    assert made == wanted, "the samples are too small to show anything"


@st.composite
def secret_changes(draw: st.DrawFn) -> tuple[Draft, Draft, Audience, list[str]]:
    """A campaign, an audience, and the campaign with much that the audience may not know changed.

    Orders get new ids last: their rolls are settled as table dice by what was played before.
    """
    draft = draw(campaigns())
    me = draw(st.sampled_from(["everyone", *draft.powers]))
    changed = copy.deepcopy(draft)
    chosen = draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=12, unique=True))
    chosen.sort(key=lambda change: change is secret_orders.ids_of_orders)
    made = [change.__name__ for change in chosen if change(changed, Drawn(draw), me)]
    return draft, changed, audience_of(me), made


@settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(secret_changes())
def test_many_changes_leave_no_trace(case: tuple[Draft, Draft, Audience, list[str]]) -> None:
    """Changes together, on campaigns of every shape."""
    draft, changed, audience, _ = case
    assert interference(draft, changed, audience) == []


@pytest.mark.parametrize("seed", SEEDS[:2])
def test_no_trace_in_the_real_theme(seed: int) -> None:
    """Many changes at once, drawn with the theme that is shipped."""
    report = Report()
    theme = read_theme("annals", "en", (shipped_themes(),), report)
    assert theme is not None
    renderer = Renderer.of(theme)
    draft = sample(seed)
    for me in ("everyone", draft.powers[0]):
        changed = copy.deepcopy(draft)
        for change in CHANGES:
            change(changed, Seeded(seed), me)
        audience = audience_of(me)
        before = shown(played(draft.tree()), audience, renderer)
        assert differences(before, shown(played(changed.tree()), audience, renderer)) == []


def test_what_an_audience_may_know_is_noticed() -> None:
    """The check sees a change of one word that is for everybody."""
    draft = sample(SEEDS[0])
    changed = copy.deepcopy(draft)
    changed.turns[-1]["title"] = "Another title"
    assert interference(draft, changed, EVERYONE)


@pytest.mark.parametrize("seed", range(200, 206))
def test_what_was_told_stays_as_it_was(seed: int) -> None:
    """A further turn changes nothing on the pages of the turns before it."""
    draft = sample(seed)
    earlier = copy.deepcopy(draft)
    earlier.turns.pop()
    whole, part = played(draft.tree()), played(earlier.tree())
    for audience in audiences_of(part.campaign):
        if audience.is_gm:
            continue
        told = project(part.campaign, part.history, part.system, audience).turns
        later = project(whole.campaign, whole.history, whole.system, audience).turns
        assert later[: len(told)] == told
