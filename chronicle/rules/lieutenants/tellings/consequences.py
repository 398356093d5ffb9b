"""What an event costs and brings, as its readers are told: losses, money, and what burdens later.

All of it is read off the changes that the event makes, and is for those who may see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Fact, Facts, place_ref
from chronicle.rules.lieutenants.asset_kinds import kind_of
from chronicle.rules.lieutenants.board_view import Eyes
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
    Standing,
    State,
    Unit,
    owners,
)


def losses(eyes: Eyes, changes: Iterable[Change], factions: Iterable[str]) -> tuple[Facts, ...]:
    """What becomes of minions and facilities of these factions, the last word on each.

    Those whom the reader can't see are nameless.
    """
    fates: dict[str, str] = {}
    for change in changes:
        found = _fate(change)
        if found is not None:
            fates[found[0]] = found[1]
    wanted = set(factions)
    return tuple(
        Facts(
            name=eyes.name(id),
            kind=kind_of(asset),
            faction=eyes.who(asset.faction),
            fate=fate,
        )
        for id, fate in fates.items()
        if isinstance(asset := eyes.before.assets.get(id), Lieutenant | Unit | Facility)
        if asset.faction in wanted
    )


def _fate(change: Change) -> tuple[str, str] | None:
    """Whom a change befalls, and how a reader is told of it."""
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


def toll(eyes: Eyes, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """How many of each faction's minions were hurt, for those who only looked on."""
    last = {change.asset: change.condition for change in changes if isinstance(change, Struck)}
    count: Counter[tuple[str, str]] = Counter()
    for id, condition in last.items():
        asset = eyes.before.assets.get(id)
        if isinstance(asset, Lieutenant | Unit) and eyes.sees(id):
            count[asset.faction, condition] += 1
    return tuple(
        Facts(
            faction=eyes.who(faction),
            damaged=count[faction, "damaged"],
            destroyed=count[faction, "destroyed"],
            lost=count[faction, "lost"],
        )
        for faction in sorted({faction for faction, _ in count})
    )


def lost_to(eyes: Eyes, changes: Iterable[Change]) -> Facts | None:
    """An own asset that is gone after an event, for an owner who learns nothing else of it."""
    for change in changes:
        id = change.asset if isinstance(change, Joined | Turned | Captured | Struck) else ""
        was, now = eyes.before.assets.get(id), eyes.after.assets.get(id)
        if was is None or now is None or eyes.faction not in owners(was):
            continue
        gone = eyes.faction not in owners(now)
        held = isinstance(now, Lieutenant | Unit) and now.held_by not in ("", eyes.faction)
        out = isinstance(change, Struck) and change.condition in ("lost", "destroyed")
        if gone or out or (held and isinstance(change, Captured)):
            return Facts(name=was.name, kind=kind_of(was), at=eyes.whereabouts(eyes.before, was))
    return None


def money(eyes: Eyes, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """Capital and influence that came or went: the reader's own, for the GM everybody's."""
    return tuple(
        facts
        for change in changes
        if isinstance(change, Paid | Swayed) and (eyes.gm or change.faction == eyes.faction)
        for facts in _money(eyes, change)
    )


def _money(eyes: Eyes, change: Paid | Swayed) -> Iterator[Facts]:
    influence = isinstance(change, Swayed)
    subject = "" if isinstance(change, Swayed) else change.subject
    if change.amount:
        yield Facts(
            faction=eyes.who(change.faction),
            currency="influence" if influence else "capital",
            amount=change.amount,
            npc=eyes.who(change.npc) if isinstance(change, Swayed) else None,
            reason=change.reason,
            subject=eyes.name(subject),
            place=eyes.place(subject) if subject in eyes.after.places else None,
            rule=change.rule,
        )


def burdens(eyes: Eyes, changes: Iterable[Change]) -> tuple[Facts, ...]:
    """Standing modifiers on the reader that begin or end; for the GM all of them."""
    return tuple(
        facts
        for change in changes
        if isinstance(change, Burdened | Relieved)
        for facts in _burden(eyes, change)
    )


def _burden(eyes: Eyes, change: Burdened | Relieved) -> Iterator[Facts]:
    match change:
        case Burdened(standing=standing):
            ended = False
        case Relieved(standing=id):
            if id not in eyes.before.standing:
                return
            standing, ended = eyes.before.standing[id], True
    if eyes.gm or standing.faction == eyes.faction:
        yield Facts({**applies(eyes.after, standing), "ended": ended})


def applies(state: State, standing: Standing) -> dict[str, Fact]:
    """To what a standing modifier applies; its faction knows what it tried its hand at."""
    lieutenant, target = state.assets.get(standing.lieutenant), state.assets.get(standing.target)
    ref = None
    if standing.target in state.factions:
        ref = Eyes(state, state, standing.faction, gm=False).who(standing.target)
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


def own_rolls(eyes: Eyes, rolls: Iterable[Roll], *, named: bool = True) -> tuple[Roll, ...]:
    """Rolls as their owner sees them: without the names of whom it can't see.

    Not ``named``, they are without their ids, for one whose order it was not; so are those that are
    called after somebody else's lieutenant.
    """
    if eyes.gm:
        return tuple(rolls)
    unseen = _unseen(eyes)
    return tuple(
        _blind(roll, unseen, id=roll.id if named and not _names_others(eyes, roll) else "")
        for roll in rolls
    )


def _names_others(eyes: Eyes, roll: Roll) -> bool:
    """Whether a roll is called after somebody else's lieutenant."""
    purpose = f"-{roll.id.rpartition('/')[2]}-"
    return any(
        isinstance(asset, Lieutenant) and not eyes.owns(id) and f"-{id}-" in purpose
        for id, asset in eyes.before.assets.items()
    )


def hurt_rolls(eyes: Eyes, rolls: Iterable[Roll], against: str) -> tuple[Roll, ...]:
    """The dice that say which of the reader's own were hit, without their ids."""
    found = tuple(roll for roll in rolls if _is_hurt(eyes, roll, against))
    return own_rolls(eyes, found, named=False)


def _is_hurt(eyes: Eyes, roll: Roll, against: str) -> bool:
    """Whether a roll is for damage to the reader's own side: picks, and its lieutenants' checks."""
    kind, _, whom = roll.id.rpartition("/")[2].partition("-")
    while kind not in ("hurt", "fate") and whom:
        kind, _, whom = whom.partition("-")
    if kind not in ("hurt", "fate"):
        return False
    asset = eyes.before.assets.get(whom)
    if isinstance(asset, Lieutenant):
        return asset.faction == eyes.faction
    return whom.startswith("theirs-") and eyes.faction == against


def _unseen(eyes: Eyes) -> frozenset[str]:
    """The names that no asset goes by which the reader can see."""
    seen = {asset.name for id, asset in eyes.before.assets.items() if eyes.sees(id)}
    return frozenset(asset.name for asset in eyes.before.assets.values()) - seen


def _blind(roll: Roll, unseen: frozenset[str], *, id: str) -> Roll:
    return Roll(
        id,
        roll.sides,
        roll.faces,
        roll.source,
        tuple(_part(part, unseen) for part in roll.modifiers),
        _facts(roll.result, unseen),
    )


def _part(part: Modifier, unseen: frozenset[str]) -> Modifier:
    return Modifier(part.value, part.reason, part.rule, _facts(part.facts, unseen))


#: Facts of rolls that hold names of assets.
_NAMES: Final = frozenset({"name", "names", "hit", "among"})


def _facts(facts: Facts, unseen: frozenset[str]) -> Facts:
    """Facts without the names of the unseen, and then without how their levels were joined."""
    names = facts.get("names")
    hides = isinstance(names, tuple) and any(name in unseen for name in names)
    return Facts(
        {
            key: "" if hides and key == "joined" else _cut(fact, unseen) if key in _NAMES else fact
            for key, fact in facts.items()
        }
    )


def _cut(fact: Fact, unseen: frozenset[str]) -> Fact:
    if isinstance(fact, tuple):
        return tuple(part for part in fact if part not in unseen)
    return "" if fact in unseen else fact
