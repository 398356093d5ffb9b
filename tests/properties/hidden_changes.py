"""Campaigns of every ruleset with hidden changes, made in groups behind the back of an audience.

One played campaign holds a whole group, which is far quicker than one for each change; what differs
between builds is traced to its change only when there is something to trace.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from chronicle.model.audience import EVERYONE, Audience, faction_audience
from chronicle.pipeline import PlayedCampaign
from chronicle.records import Record
from tests.properties import (
    changes,
    freeform_changes,
    lieutenants_changes,
    shadow_changes,
    wwn_changes,
)
from tests.properties.editable_campaign import played
from tests.properties.generators import sample
from tests.properties.hidden_from_audience import Change
from tests.properties.secret_tokens import Choices

Group: TypeAlias = tuple[Change, ...]

CHANGES: Final[Mapping[str, Group]] = {
    "freeform": (*changes.ALL, *freeform_changes.ALL),
    "lieutenants": (*changes.ALL, *lieutenants_changes.ALL),
    "shadow": (*changes.ALL, *shadow_changes.ALL),
    "wwn": (*changes.ALL, *wwn_changes.ALL),
}
#: Samples, each with the audience that it is changed behind the back of: a power, by its number,
#: or the public.
MINE: Final[Mapping[str, Sequence[tuple[int, int | None]]]] = {
    "freeform": ((6, 2), (58, 3), (6, None)),
    "lieutenants": ((39, 0), (39, None), (11, 0), (11, None)),
    "shadow": ((6, -1), (7, None), (12, 0), (16, -1), (9, None)),
    "wwn": ((7, 2), (6, None), (0, None)),
}
#: So many groups, of seven or eight changes each.
_GROUPS: Final = 6


class ChangedCampaign(Record):
    """A sample after a group of changes, and those that found something to change."""

    made: Group
    played: PlayedCampaign


def groups(ruleset: str) -> list[Group]:
    """The changes of a ruleset in groups.

    Changes of the same thing stand side by side in the list, so they fall into different groups:
    what one has edited is not deleted by the next. New ids of orders stay last in their group.
    """
    return [CHANGES[ruleset][start::_GROUPS] for start in range(_GROUPS)]


def reader(ruleset: str, index: int) -> str:
    """The audience that a sample is changed behind the back of."""
    seed, power = MINE[ruleset][index]
    return "everyone" if power is None else sample(ruleset, seed).powers[power]


def audience_of(word: str) -> Audience:
    return EVERYONE if word == "everyone" else faction_audience(word)


@cache
def with_changes(ruleset: str, index: int, group: Group) -> ChangedCampaign | None:
    """A sample after a group of changes; None where there was nothing to change."""
    changed = copy.deepcopy(sample(ruleset, MINE[ruleset][index][0]))
    # Each draws as it would alone.
    made = tuple(it for it in group if it(changed, Choices(index), reader(ruleset, index)))
    return ChangedCampaign(made, played(changed.tree())) if made else None


def each_once(ruleset: str, group: Group, *, public: bool) -> Iterator[tuple[int, ChangedCampaign]]:
    """Samples changed behind the back of powers or the public, until each change was made once."""
    left = group
    for index, (_, power) in enumerate(MINE[ruleset]):
        if (power is None) is public and left:
            changed = with_changes(ruleset, index, left)
            if changed is not None:
                yield index, changed
                left = tuple(it for it in left if it not in changed.made)


def culprits(
    ruleset: str, index: int, group: Group, found_in: Callable[[PlayedCampaign], list[str]]
) -> list[str]:
    """What is found in a changed sample, with the change that it comes of.

    If nothing is found after any change alone, it comes of several together.
    """
    alone = {it.__name__: with_changes(ruleset, index, (it,)) for it in group}
    found = [
        f"{name}: {place}"
        for name, changed in alone.items()
        if changed is not None
        for place in found_in(changed.played)
    ]
    return found or [f"only together: {', '.join(alone)}"]
