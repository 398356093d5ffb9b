"""Rows of facts, and what an action is about, as one reader sees them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from chronicle.model.facts import Fact, FactsOf, Ref, place_ref
from chronicle.rules.lieutenants import events
from chronicle.rules.lieutenants.board_view import BoardView
from chronicle.rules.lieutenants.changes import (
    Allied,
    Burdened,
    Captured,
    Change,
    Exhausted,
    Joined,
    Paid,
    Relieved,
    Struck,
    Swayed,
    Turned,
)
from chronicle.rules.lieutenants.dice_checks import ALLY_ACTIONS, ALLY_BONUS
from chronicle.rules.lieutenants.state import (
    Facility,
    Lieutenant,
    Minion,
    StandingModifier,
    State,
    Unit,
    kind_of,
    owners,
)
from chronicle.rules.lieutenants.telling_facts import (
    AssetRow,
    CasualtiesRow,
    Fate,
    LeftUsFacts,
    LossRow,
    MoneyRow,
    StandingModifierFacts,
    StandingModifierRow,
)


def action_place(view: BoardView, event: events.Acted) -> Ref | None:
    """Return the place of an action; None if it would reveal the place of a hidden asset."""
    details = event.details
    about = () if details is None or details.locations(event.at) else details.subjects
    hidden = any(view.asset(id) is not None and not view.sees(id) for id in about)
    return None if hidden else view.place(event.at)


def action_opponent(view: BoardView, event: events.Acted) -> Ref | None:
    """Return an action's target faction; None if it is unnamed and owns a secret place."""
    if event.presumed:
        return view.holder(event.against, event.at)
    return view.who(event.against)


def defenders_in(view: BoardView, event: events.Acted) -> tuple[Minion, ...]:
    """Return the defenders, as far as the reader sees them."""
    ids = () if event.details is None else event.details.defenders
    found = (view.before.assets.get(id) for id in ids if view.sees(id))
    return tuple(minion for minion in found if isinstance(minion, Minion))


def attackers_in(view: BoardView, event: events.Acted) -> tuple[Minion, ...]:
    """Return the attackers: the lieutenant and the units that came along."""
    found = (view.before.assets.get(id) for id in (event.lieutenant, *event.units))
    return tuple(minion for minion in found if isinstance(minion, Minion))


def minion_rows(view: BoardView, minions: Iterable[Minion]) -> tuple[FactsOf[AssetRow], ...]:
    """Return name, kind and faction of the minions that the reader can see."""
    found = (view.minion(minion.id) for minion in minions)
    return tuple(row for row in found if row is not None)


def loss_rows(
    view: BoardView, changes: Iterable[Change], factions: Iterable[str]
) -> tuple[FactsOf[LossRow], ...]:
    """Return what became of these factions' assets and the reader's own; unnamed if unseen."""
    fates: dict[str, Fate] = {}
    for change in changes:
        found = _fate_of_change(change)
        if found is not None:
            fates[found[0]] = found[1]
    wanted = set(factions)
    return tuple(
        FactsOf(
            LossRow(
                name=view.name(id), kind=kind_of(asset), faction=view.who(asset.faction), fate=fate
            )
        )
        for id, fate in fates.items()
        if isinstance(asset := view.before.assets.get(id), Lieutenant | Unit | Facility)
        if asset.faction in wanted or view.owns(id)
    )


def _fate_of_change(change: Change) -> tuple[str, Fate] | None:
    """Return the asset that a change affects, and the word for its fate."""
    match change:
        case Struck(asset=id, condition=condition) if condition != "undamaged":
            return id, condition
        case Captured(asset=id, by=by):
            return id, "captured" if by else "freed"
        case Joined(asset=id, faction=to):
            return id, "joined" if to else "gone"
        case Exhausted(asset=id):
            return id, "distracted"
        case _:
            return None


def casualty_rows(view: BoardView, changes: Iterable[Change]) -> tuple[FactsOf[CasualtiesRow], ...]:
    """Return how many minions of each faction were hurt, for witnesses."""
    last = {change.asset: change.condition for change in changes if isinstance(change, Struck)}
    count: Counter[tuple[str, str]] = Counter()
    for id, condition in last.items():
        asset = view.before.assets.get(id)
        if isinstance(asset, Minion) and view.sees(id):
            count[asset.faction, condition] += 1
    return tuple(
        FactsOf(
            CasualtiesRow(
                faction=view.who(faction),
                damaged=count[faction, "damaged"],
                destroyed=count[faction, "destroyed"],
                lost=count[faction, "lost"],
            )
        )
        for faction in sorted({faction for faction, _ in count})
    )


def lost_asset_facts(view: BoardView, changes: Iterable[Change]) -> LeftUsFacts | None:
    """Return an own asset lost in an event, for an owner who learns nothing else of it."""
    for change in changes:
        id = change.asset if isinstance(change, Joined | Turned | Captured | Struck) else ""
        was, now = view.before.assets.get(id), view.after.assets.get(id)
        if was is None or now is None or view.faction not in owners(was):
            continue
        gone = view.faction not in owners(now)
        held = now.held_by not in ("", view.faction)
        out = isinstance(change, Struck) and change.condition in ("lost", "destroyed")
        if gone or out or (held and isinstance(change, Captured)):
            at = view.whereabouts(view.before, was)
            return LeftUsFacts(name=was.name, kind=kind_of(was), at=at)
    return None


def money_rows(view: BoardView, changes: Iterable[Change]) -> tuple[FactsOf[MoneyRow], ...]:
    """Return capital and influence gained or spent: the reader's own, for the GM everybody's."""
    return tuple(
        FactsOf(_money_row(view, change))
        for change in changes
        if isinstance(change, Paid | Swayed) and change.amount
        if view.gm or change.faction == view.faction
    )


def _money_row(view: BoardView, change: Paid | Swayed) -> MoneyRow:
    subject = "" if isinstance(change, Swayed) else change.subject
    return MoneyRow(
        faction=view.who(change.faction),
        currency="influence" if isinstance(change, Swayed) else "capital",
        amount=change.amount,
        npc=view.who(change.npc) if isinstance(change, Swayed) else None,
        reason=change.reason,
        subject=view.name(subject),
        place=view.place(subject) if subject in view.after.places else None,
        rule=change.rule,
    )


def modifier_rows(
    view: BoardView, changes: Iterable[Change]
) -> tuple[FactsOf[StandingModifierRow], ...]:
    """Return standing modifiers on the reader that begin or end; for the GM all.

    The bonus of an alliance is one of them (L-ACT-ALLY).
    """
    found = (_modifier_row(view, change) for change in changes)
    return tuple(FactsOf(row) for row in found if row is not None)


def _modifier_row(view: BoardView, change: Change) -> StandingModifierRow | None:
    match change:
        case Allied(faction=faction, npc=npc, ally=ally) if view.gm or faction == view.faction:
            return StandingModifierRow(**alliance_bonus_facts(view, npc), ended=not ally)
        case Burdened(standing=standing):
            ended = False
        case Relieved(standing=id) if id in view.before.standing:
            standing, ended = view.before.standing[id], True
        case _:
            return None
    if not (view.gm or standing.faction == view.faction):
        return None
    return StandingModifierRow(**standing_modifier_facts(view.after, standing), ended=ended)


def alliance_bonus_facts(view: BoardView, npc: str) -> StandingModifierFacts:
    """Return the bonus of an alliance with an NPC faction, as a standing modifier."""
    return StandingModifierFacts(
        value=ALLY_BONUS,
        actions=ALLY_ACTIONS,
        lieutenant="",
        target="",
        target_ref=view.who(npc),
        until="alliance",
    )


def standing_modifier_facts(state: State, standing: StandingModifier) -> StandingModifierFacts:
    """Return all that a standing modifier applies to: the faction knows what it attempted."""
    lieutenant, target = state.assets.get(standing.lieutenant), state.assets.get(standing.target)
    ref = None
    if standing.target in state.factions:
        ref = BoardView(state, state, standing.faction, gm=False).who(standing.target)
    elif standing.target in state.places:
        ref = place_ref(standing.target)
    return StandingModifierFacts(
        value=standing.value,
        actions=tuple(standing.actions),
        lieutenant=lieutenant.name if lieutenant is not None else "",
        target=target.name if target is not None else "",
        target_ref=ref,
        until=standing.until,
    )


def seen_person(view: BoardView, id: str) -> dict[str, Fact]:
    """Return the kind and name of an asset that is watched or approached, if the reader sees it."""
    asset = view.before.assets.get(id)
    seen = asset is not None and (view.gm or not view.before.hidden(asset, view.faction))
    if asset is None or not seen:
        return {"kind": "", "name": "", "place": None}
    return {"kind": kind_of(asset), "name": asset.name, "place": None}
