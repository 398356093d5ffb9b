"""The rolls of an event, as one audience sees them."""

from __future__ import annotations

from collections.abc import Iterable

from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts
from chronicle.records import replace
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.state import Lieutenant


def rolls_for_owner(
    view: BoardView, rolls: Iterable[Roll], *, named: bool = True
) -> tuple[Roll, ...]:
    """Return rolls as their owner sees them, with the names of assets that it sees.

    Rolls have no ids if not ``named``, because the reader did not give the order, or if they are
    named after another faction's lieutenant.
    """
    return tuple(
        replace(
            roll,
            id=roll.id if view.gm or (named and not _names_others(view, roll)) else "",
            modifiers=tuple(
                replace(part, facts=_with_names(view, part.facts)) for part in roll.modifiers
            ),
            result=_with_names(view, roll.result),
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


def damage_rolls(view: BoardView, rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    """Return the dice that decide which of the reader's assets were hit, without their ids."""
    found = tuple(roll for roll in rolls if _is_damage_roll(view, roll))
    return rolls_for_owner(view, found, named=False)


def _is_damage_roll(view: BoardView, roll: Roll) -> bool:
    """Return whether a roll is for damage to the reader's side: picks, or lieutenants' checks."""
    kind, _, whom = roll.id.rpartition("/")[2].partition("-")
    while kind not in ("hurt", "fate") and whom:
        kind, _, whom = whom.partition("-")
    if kind not in ("hurt", "fate"):
        return False
    among = roll.result.get("among", (whom,))
    return isinstance(among, tuple) and any(view.owns(str(id)) for id in among)


def _with_names(view: BoardView, facts: Facts) -> Facts:
    """Return facts of a roll with names in place of ids.

    Without the name of a minion, how levels were combined would still tell its level.
    """
    found: dict[str, Fact] = {}
    for key, fact in facts.items():
        match key, fact:
            case "minions", tuple(ids):
                found["names"] = view.names(map(str, ids))
            case "among", tuple(ids):
                found["among"] = view.names(map(str, ids))
            case "asset", str(id):
                found["name"] = view.name(id)
            case "hit", str(id):
                found["hit"] = view.name(id)
            case "joined", _:
                minions = facts["minions"]
                seen = isinstance(minions, tuple) and all(view.sees(str(id)) for id in minions)
                found["joined"] = fact if seen else ""
            case _:
                found[key] = fact
    return Facts(found)
