"""What an event costs and brings, as told to readers: losses, money, lasting modifiers.

Everything is read from the changes of the event and is for readers who may see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import (
    Benched,
    Burdened,
    Captured,
    Change,
    Joined,
    Paid,
    Relieved,
    Struck,
    Swayed,
    Turned,
)
from chronicle.rules.lieutenants.state import (
    Facility,
    Lieutenant,
    StandingModifier,
    State,
    Unit,
    owners,
)


def loss_rows(
    view: BoardView, changes: Iterable[Change], factions: Iterable[str]
) -> tuple[Facts, ...]:
    """Return the final fate of the minions and facilities of these factions.

    Assets that the reader can't see have no name.
    """
    fates: dict[str, str] = {}
    for change in changes:
        found = _fate_of_change(change)
        if found is not None:
            fates[found[0]] = found[1]
    wanted = set(factions)
    return tuple(
        Facts(
            name=view.name(id),
            kind=kind_of(asset),
            faction=view.who(asset.faction),
            fate=fate,
        )
        for id, fate in fates.items()
        if isinstance(asset := view.before.assets.get(id), Lieutenant | Unit | Facility)
        if asset.faction in wanted
    )


def _fate_of_change(change: Change) -> tuple[str, str] | None:
    """Return the asset that a change affects, and the word for its fate."""
    match change:
        case Struck(asset=id, condition=condition) if condition != "undamaged":
            return id, condition
        case Captured(asset=id, by=by):
            return id, "captured" if by else "freed"
        case Joined(asset=id, faction=to):
            return id, "joined" if to else "gone"
        case Benched(asset=id):
            return id, "distracted"
        case _:
            return None


def casualty_rows(view: BoardView, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """Return how many minions of each faction were hurt, for witnesses."""
    last = {change.asset: change.condition for change in changes if isinstance(change, Struck)}
    count: Counter[tuple[str, str]] = Counter()
    for id, condition in last.items():
        asset = view.before.assets.get(id)
        if isinstance(asset, Lieutenant | Unit) and view.sees(id):
            count[asset.faction, condition] += 1
    return tuple(
        Facts(
            faction=view.who(faction),
            damaged=count[faction, "damaged"],
            destroyed=count[faction, "destroyed"],
            lost=count[faction, "lost"],
        )
        for faction in sorted({faction for faction, _ in count})
    )


def lost_asset_facts(view: BoardView, changes: Iterable[Change]) -> Facts | None:
    """Return an own asset lost in an event, for an owner who learns nothing else of it."""
    for change in changes:
        id = change.asset if isinstance(change, Joined | Turned | Captured | Struck) else ""
        was, now = view.before.assets.get(id), view.after.assets.get(id)
        if was is None or now is None or view.faction not in owners(was):
            continue
        gone = view.faction not in owners(now)
        held = isinstance(now, Lieutenant | Unit) and now.held_by not in ("", view.faction)
        out = isinstance(change, Struck) and change.condition in ("lost", "destroyed")
        if gone or out or (held and isinstance(change, Captured)):
            return Facts(name=was.name, kind=kind_of(was), at=view.whereabouts(view.before, was))
    return None


def money_rows(view: BoardView, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """Return capital and influence gained or spent: the reader's own, for the GM everybody's."""
    return tuple(
        facts
        for change in changes
        if isinstance(change, Paid | Swayed) and (view.gm or change.faction == view.faction)
        for facts in _money_row(view, change)
    )


def _money_row(view: BoardView, change: Paid | Swayed) -> Iterator[Facts]:
    influence = isinstance(change, Swayed)
    subject = "" if isinstance(change, Swayed) else change.subject
    if change.amount:
        yield Facts(
            faction=view.who(change.faction),
            currency="influence" if influence else "capital",
            amount=change.amount,
            npc=view.who(change.npc) if isinstance(change, Swayed) else None,
            reason=change.reason,
            subject=view.name(subject),
            place=view.place(subject) if subject in view.after.places else None,
            rule=change.rule,
        )


def modifier_rows(view: BoardView, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """Return standing modifiers on the reader that begin or end; for the GM all."""
    return tuple(
        facts
        for change in changes
        if isinstance(change, Burdened | Relieved)
        for facts in _modifier_row(view, change)
    )


def _modifier_row(view: BoardView, change: Burdened | Relieved) -> Iterator[Facts]:
    match change:
        case Burdened(standing=standing):
            ended = False
        case Relieved(standing=id):
            if id not in view.before.standing:
                return
            standing, ended = view.before.standing[id], True
    if view.gm or standing.faction == view.faction:
        yield Facts({**standing_modifier_facts(view.after, standing), "ended": ended})


def standing_modifier_facts(state: State, standing: StandingModifier) -> dict[str, Fact]:
    """Return what a standing modifier applies to.

    All of it is included, because the faction knows what it attempted.
    """
    lieutenant, target = state.assets.get(standing.lieutenant), state.assets.get(standing.target)
    ref = None
    if standing.target in state.factions:
        ref = BoardView(state, state, standing.faction, gm=False).who(standing.target)
    elif standing.target in state.places:
        ref = place_ref(standing.target)
    return {
        "value": standing.value,
        "actions": tuple(standing.actions),
        "lieutenant": lieutenant.name if lieutenant is not None else "",
        "target": target.name if target is not None else "",
        "target_ref": ref,
        "until": standing.until,
    }


# ── Rolls ────────────────────────────────────────────────────────────────────────────────────────


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
