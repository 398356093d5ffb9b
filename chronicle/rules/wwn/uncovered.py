"""Want of cover: who stands unhidden where a ruler forbids it, and what it suffers (W-ACT-2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.rules.wwn.action_context import Draft, subject_of
from chronicle.rules.wwn.changes import Cleared, Hurt, Lost, Marked
from chronicle.rules.wwn.distance import covered, shut_out
from chronicle.rules.wwn.events import Subject
from chronicle.rules.wwn.state import Asset, Mark, State

_RULE: Final = "W-ACT-2"
#: Turns from the end of which an asset has one of its owner's to leave.
GRACE: Final = 2


def uncovered(state: State, asset: Asset) -> bool:
    """Whether an asset stands unhidden where it is forbidden; a rogue is nobody's to shut out.

    Who was led there may stay (W-FX-LEADS).
    """
    if asset.mark("rogue") is not None or asset.mark("sheltered") is not None:
        return False
    if covered(state, asset):
        return False
    return shut_out(state, asset.faction, asset.at)


def mark_uncovered(draft: Draft) -> Iterator[Subject]:
    """Marks those who stand so at the end of a turn, and clears the marks of those who don't.

    Gives those who were not marked before.
    """
    for asset in sorted(draft.state.assets.values(), key=lambda one: one.id):
        mark = asset.mark("uncovered")
        stands_so = uncovered(draft.state, asset)
        if stands_so and mark is None:
            draft.do(Marked(asset.id, Mark("uncovered", turn=draft.state.turn)))
            yield subject_of(draft.state, asset)
        elif mark is not None and not stands_so:
            draft.do(Cleared(asset.id, mark))


def harried(draft: Draft, faction: str) -> Iterator[tuple[Subject, int]]:
    """Hurts a faction's assets that have stood so since the turn before the last: half their HP.

    Gives each as it is afterwards, with the damage.
    """
    for asset in tuple(draft.state.own(faction)):
        mark = asset.mark("uncovered")
        if mark is None or mark.turn + GRACE > draft.state.turn:
            continue
        if not uncovered(draft.state, asset):
            continue
        damage = min(asset.hp, -(-draft.state.maximum(asset) // 2))
        draft.do(Hurt(asset.id, damage, _RULE))
        yield subject_of(draft.state, draft.asset(asset.id)), damage
        if damage == asset.hp:
            draft.do(Lost(asset.id))
