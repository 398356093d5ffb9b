"""The rolls of an event, as one audience sees them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.state import (
    Lieutenant,
)


def rolls_for_owner(
    view: BoardView, rolls: Iterable[Roll], *, named: bool = True
) -> tuple[Roll, ...]:
    """Return rolls as their owner sees them, without the names of unseen assets.

    Rolls have no ids if not ``named``, because the reader did not give the order, or if they are
    named after another faction's lieutenant.
    """
    if view.gm:
        return tuple(rolls)
    unseen = _unseen_names(view)
    return tuple(
        _without_unseen_names(
            roll, unseen, id=roll.id if named and not _names_others(view, roll) else ""
        )
        for roll in rolls
    )


def _names_others(view: BoardView, roll: Roll) -> bool:
    """Return whether a roll is named after another faction's lieutenant."""
    purpose = f"-{roll.id.rpartition('/')[2]}-"
    return any(
        isinstance(asset, Lieutenant) and not view.owns(id) and f"-{id}-" in purpose
        for id, asset in view.before.assets.items()
    )


def damage_rolls(view: BoardView, rolls: Iterable[Roll], against: str) -> tuple[Roll, ...]:
    """Return the dice that decide which of the reader's assets were hit, without their ids."""
    found = tuple(roll for roll in rolls if _is_damage_roll(view, roll, against))
    return rolls_for_owner(view, found, named=False)


def _is_damage_roll(view: BoardView, roll: Roll, against: str) -> bool:
    """Return whether a roll is for damage to the reader's side: picks, or lieutenants' checks."""
    kind, _, whom = roll.id.rpartition("/")[2].partition("-")
    while kind not in ("hurt", "fate") and whom:
        kind, _, whom = whom.partition("-")
    if kind not in ("hurt", "fate"):
        return False
    asset = view.before.assets.get(whom)
    if isinstance(asset, Lieutenant):
        return asset.faction == view.faction
    return whom.startswith("theirs-") and view.faction == against


def _unseen_names(view: BoardView) -> frozenset[str]:
    """Return the names that belong to no asset the reader can see."""
    seen = {asset.name for id, asset in view.before.assets.items() if view.sees(id)}
    return frozenset(asset.name for asset in view.before.assets.values()) - seen


def _without_unseen_names(roll: Roll, unseen: frozenset[str], *, id: str) -> Roll:
    return Roll(
        id,
        roll.sides,
        roll.faces,
        roll.source,
        tuple(_modifier_without_names(part, unseen) for part in roll.modifiers),
        _facts_without_names(roll.result, unseen),
    )


def _modifier_without_names(part: Modifier, unseen: frozenset[str]) -> Modifier:
    return Modifier(part.value, part.reason, part.rule, _facts_without_names(part.facts, unseen))


#: Facts of rolls that contain names of assets.
_NAMES: Final = frozenset({"name", "names", "hit", "among"})


def _facts_without_names(facts: Facts, unseen: frozenset[str]) -> Facts:
    """Return facts without unseen names; if any was removed, without the combination too."""
    names = facts.get("names")
    hides = isinstance(names, tuple) and any(name in unseen for name in names)
    return Facts(
        {
            key: ""
            if hides and key == "joined"
            else _remove_unseen(fact, unseen)
            if key in _NAMES
            else fact
            for key, fact in facts.items()
        }
    )


def _remove_unseen(fact: Fact, unseen: frozenset[str]) -> Fact:
    if isinstance(fact, tuple):
        return tuple(part for part in fact if part not in unseen)
    return "" if fact in unseen else fact
