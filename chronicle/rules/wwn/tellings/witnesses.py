"""What factions that did not act are told: the target of an action, and onlookers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from chronicle.model.dice import Roll
from chronicle.model.facts import Facts, FactsOf
from chronicle.records import Record, field
from chronicle.rules.protocol import Reason
from chronicle.rules.wwn import events, telling_facts
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Change, Cloaked, Hurt, Joined, Lost, Marked, Paid
from chronicle.rules.wwn.fact_rows import gone_row, leg_rows
from chronicle.rules.wwn.state import Asset, Base, Piece
from chronicle.rules.wwn.tellings import rolls


class WitnessTelling(Record):
    """What an onlooker is told, and why; ``hides_position`` when nobody is named."""

    reason: Reason
    code: str
    facts: Facts
    rolls: tuple[Roll, ...] = ()
    hides_position: bool = False
    seen: tuple[str, ...] = field(default=())


def tell_witness(view: BoardView, event: events.Acted, *, named: bool) -> WitnessTelling | Reason:
    """Return what somebody else's action looks like, or why nothing of it was seen.

    ``named`` for those who learn who did it; all others learn what happened to their own.
    """
    found = _tell_target(view, event) or _tell_onlooker(view, event) if named else None
    return found or tell_affected(view, event) or _unseen_reason(view, event)


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────

#: The rules that make assets visible or invisible.
_ASSETS: Final = "W-ENT-3"
_STEALTH: Final = "W-ENT-5"
#: The reason of those who don't see what a change is about.
NOT_SEEN: Final = Reason("not-seen", _ASSETS)


def visible_reason(view: BoardView) -> Reason:
    """Return why others' assets are seen, by the campaign's settings."""
    codes = {"public": "in-the-open", "rumored": "near-it", "owner": "sees-it"}
    return Reason(codes[view.before.house.assets], _ASSETS)


def invisible_reason(view: BoardView, ids: Iterable[str]) -> Reason:
    """Return why these assets and bases are not seen: hidden, or shown to few by the campaign."""
    if _is_stealthed(view, ids):
        return Reason("not-stealthed", _STEALTH)
    codes = {"public": "not-to-be-seen", "rumored": "not-near", "owner": "not-owners-alone"}
    return Reason(codes[view.before.house.assets], _ASSETS)


def _is_stealthed(view: BoardView, ids: Iterable[str]) -> bool:
    """Return whether any of these assets is Stealthed, before an event or after it."""
    return any(
        isinstance(piece := state.piece(id), Asset) and bool(piece.stealth)
        for id in ids
        for state in (view.before, view.after)
    )


def _unseen_reason(view: BoardView, event: events.Acted) -> Reason:
    """Return why nothing of another's action was seen."""
    match event.details:
        case None:
            return Reason("not-carried-out", event.rule)
        case events.Search(found=()):
            return Reason("not-found-nothing", event.rule)
        case events.Demand() | events.Affliction() | events.Search() if _is_stealthed(
            view, (event.asset,)
        ):
            return Reason("not-hidden-hand", _STEALTH)
        case events.Profit() | events.Mending():
            return Reason("not-others-affair", event.rule)
        case events.Demand(unpaid=unpaid) if unpaid != "lost":
            return Reason("not-a-party", event.rule)
        case (
            events.Cloaking(subject=id) | events.Demand(subject=id) | events.Affliction(subject=id)
        ):
            return invisible_reason(view, (id,))
        case events.Carrying(legs=legs):
            return invisible_reason(view, (leg.asset for leg in legs))
        case events.Purchase(subject=id) | events.Founding(base=id):
            return invisible_reason(view, (id,))
        case events.Sale() | events.Search():
            return invisible_reason(view, (event.asset,))


# ── Targets ──────────────────────────────────────────────────────────────────────────────────────


def _tell_target(view: BoardView, event: events.Acted) -> WitnessTelling | None:
    """Return an action for the faction that it was aimed at, or that is a party to it."""
    if not view.faction:
        return None
    match event.details:
        case events.Demand(against=against) as details if against == view.faction:
            demanded = telling_facts.DemandedFacts(
                **_actor_facts(view, event),
                asked=details.asked,
                paid=details.paid,
                unpaid=details.unpaid,
                name=details.name,
            )
            return _tell_victim(view, event, "demanded", FactsOf(demanded))
        case events.Affliction(against=against) as details if against == view.faction:
            afflicted = telling_facts.AfflictedFacts(
                **_actor_facts(view, event),
                name=details.name,
                mark=details.mark,
                outcome=event.outcome,
            )
            return _tell_victim(view, event, "afflicted", FactsOf(afflicted))
        case events.Search(against=against, found=found) if against == view.faction and found:
            return _tell_exposed(view, event, found=True)
        case events.Mending(subject=id) as details if (
            own := view.piece(id)
        ) is not None and view.owns(id):
            mended = telling_facts.MendedFacts(
                who=view.who(event.faction),
                name=details.name,
                healed=details.healed,
                at=view.at(own.at),
            )
            return WitnessTelling(Reason("own-touched", event.rule), "mended", FactsOf(mended))
        case events.Founding(rivals=rivals) as details if view.faction in {
            rival for rival, _, _ in rivals
        }:
            mine = next(it for it in rivals if it[0] == view.faction)
            contest = telling_facts.ContestRow(won=mine[1], attacks=mine[2])
            return WitnessTelling(
                Reason("contests", event.rule),
                "seen-expand",
                FactsOf(_founding_facts(view, event, details, FactsOf(contest))),
                rolls.rolls_for_rival(view, event, (rival for rival, _, _ in rivals)),
            )
        case _:
            return None


def _tell_victim(view: BoardView, event: events.Acted, code: str, facts: Facts) -> WitnessTelling:
    """Return an action for its victim, with the victim's own rolls."""
    reason = Reason("aimed-at", event.rule)
    return WitnessTelling(reason, code, facts, rolls.rolls_for_target(view, event))


def _actor_facts(view: BoardView, event: events.Acted) -> telling_facts.ActorFacts:
    """Return who did it, by an asset that was not hidden at the time."""
    return telling_facts.ActorFacts(
        who=view.who(event.faction), asset=event.name, at=view.at(event.at)
    )


def _tell_exposed(view: BoardView, event: events.Acted, *, found: bool) -> WitnessTelling | None:
    """Return Stealthed assets exposed by a free action, for their owner or those who see them."""
    details = event.details
    if not isinstance(details, events.Search):
        return None
    shown = view.rows(details.found)
    if not shown:
        return None
    facts = telling_facts.UnveiledFacts(
        ours="found" if found else "",
        **_actor_facts(view, event),
        against=view.who(details.against),
        found=shown,
        missed=(),
    )
    reason = Reason("found-out", event.rule) if found else visible_reason(view)
    thrown = rolls.rolls_for_target(view, event) if found else ()
    seen = tuple(it.id for it in details.found)
    return WitnessTelling(reason, "unveiled", FactsOf(facts), thrown, seen=seen)


def _founding_facts(
    view: BoardView,
    event: events.Acted,
    details: events.Founding,
    ours: FactsOf[telling_facts.ContestRow] | None,
) -> telling_facts.SeenExpandFacts:
    who, at = view.who(event.faction), view.at(event.at)
    return telling_facts.SeenExpandFacts(who=who, at=at, name=details.name, ours=ours)


# ── Onlookers ────────────────────────────────────────────────────────────────────────────────────


def _tell_onlooker(view: BoardView, event: events.Acted) -> WitnessTelling | None:
    """Return an action for those who see the assets that it is about."""
    reason = visible_reason(view)
    match event.details:
        case events.Carrying(legs=ways):
            return _tell_move(view, event, ways)
        case events.Purchase(subject=id) as bought if view.sees(id):
            purchase = telling_facts.SeenCreateFacts(
                who=view.who(event.faction),
                at=view.at(event.at),
                name=bought.name,
                type=view.type_name(bought.type),
                gone=lost_piece_rows(view, event.changes, "lost"),
            )
            seen = (id, *_lost_ids(view, event.changes))
            return WitnessTelling(reason, "seen-create", FactsOf(purchase), seen=seen)
        case events.Founding(base=id) as founded if view.sees(id):
            founding = _founding_facts(view, event, founded, None)
            return WitnessTelling(reason, "seen-expand", FactsOf(founding), seen=(id,))
        case events.Search():
            return _tell_exposed(view, event, found=False)
        case events.Affliction() as details:
            facts = telling_facts.SeenAfflictionFacts(
                **_actor_facts(view, event),
                against=view.who(details.against),
                name=view.name(details.subject),
                outcome=event.outcome,
            )
            return WitnessTelling(visible_reason(view), "seen-affliction", FactsOf(facts))
        case events.Sale():
            return _tell_gone(view, event, "sold")
        case events.Demand():
            return _tell_gone(view, event, "surrendered")
        case _:
            return _tell_gone(view, event, "lost")


def _tell_move(
    view: BoardView, event: events.Acted, ways: tuple[events.Leg, ...]
) -> WitnessTelling | None:
    """Return movements, and who moves the assets: their owner, or an ally that doesn't hide.

    An owner always learns which ally it was; for others the carrier has to be seen.
    """
    shown = leg_rows(view, ways)
    if not shown:
        return None
    owners = {piece.faction for way in ways if (piece := view.piece(way.asset)) is not None}
    named = event.faction in owners or view.faction in owners or view.sees(event.asset)
    move = telling_facts.SeenMoveFacts(who=view.who(event.faction) if named else None, legs=shown)
    followed = tuple(way.asset for way in ways if view.follows(way.asset))
    reason = visible_reason(view)
    return WitnessTelling(
        reason, "seen-move", FactsOf(move), hides_position=not named, seen=followed
    )


def _tell_gone(
    view: BoardView, event: events.Acted, fate: telling_facts.GoneFate
) -> WitnessTelling | None:
    """Return assets that are no longer seen, for those who saw them."""
    rows = lost_piece_rows(view, event.changes, fate)
    if not rows:
        return None
    owner = event.details.against if isinstance(event.details, events.Demand) else event.faction
    facts = telling_facts.SeenGoneFacts(who=view.who(owner), gone=rows)
    seen = _lost_ids(view, event.changes)
    return WitnessTelling(visible_reason(view), "seen-gone", FactsOf(facts), seen=seen)


def lost_piece_rows(
    view: BoardView, changes: Iterable[Change], fate: telling_facts.GoneFate
) -> tuple[FactsOf[telling_facts.GonePieceRow], ...]:
    """Return assets and bases removed from the board, of those that the reader sees."""
    return tuple(
        gone_row(view, piece, fate)
        for id in _lost_ids(view, changes)
        if (piece := view.before.piece(id)) is not None
    )


def _lost_ids(view: BoardView, changes: Iterable[Change]) -> tuple[str, ...]:
    ids = (change.piece for change in changes if isinstance(change, Lost))
    return tuple(id for id in ids if view.sees(id))


# ── The reader's own pieces ──────────────────────────────────────────────────────────────────────


def tell_affected(view: BoardView, event: events.Acted | events.Altered) -> WitnessTelling | None:
    """Return what happened to the reader's own pieces only, or None when nothing did."""
    if not view.faction:
        return None
    changes = event.changes
    treasure = sum(
        change.amount
        for change in changes
        if isinstance(change, Paid) and change.faction == view.faction
    )
    rows = (
        telling_facts.OwnPieceRow(
            **fate, name=piece.name, base=isinstance(piece, Base), at=view.at(piece.at)
        )
        for piece, fate in _fates_of_own(view, changes)
    )
    pieces = tuple(map(FactsOf, rows))
    if not treasure and not pieces:
        return None
    facts = telling_facts.TouchedFacts(treasure=treasure, pieces=pieces)
    return WitnessTelling(
        Reason("own-touched", event.rule), "touched", FactsOf(facts), hides_position=True
    )


def _fates_of_own(
    view: BoardView, changes: Iterable[Change]
) -> list[tuple[Piece, telling_facts.FateRow]]:
    """Return each of the reader's own that is changed, with its worst fate and all damage."""
    fates: dict[str, telling_facts.FateRow] = {}
    for change in changes:
        found = _fate_of(change)
        if found is None:
            continue
        id, fate = found
        was = fates.get(id)
        if was is not None:
            # Of two that are equally bad, the later counts.
            worst = max(fate, was, key=lambda one: _FATES_BY_RANK.index(one["fate"]))
            fate = telling_facts.FateRow(**{**worst, "amount": was["amount"] + fate["amount"]})
        fates[id] = fate
    owned = ((view.before.piece(id), fate) for id, fate in fates.items())
    return [
        (piece, fate)
        for piece, fate in owned
        if piece is not None and piece.faction == view.faction
    ]


#: From the least to the worst.
_FATES_BY_RANK: Final = get_args(telling_facts.OwnFate)


def _fate_of(change: Change) -> tuple[str, telling_facts.FateRow] | None:
    """Return the id of the piece that a change affects, and what happens to it."""
    match change:
        case Hurt(piece=id, amount=amount) if amount > 0:
            return id, telling_facts.FateRow(fate="hurt", amount=amount, mark="")
        case Lost(piece=id):
            return id, telling_facts.FateRow(fate="lost", amount=0, mark="")
        case Marked(asset=id, mark=mark):
            return id, telling_facts.FateRow(fate="marked", amount=0, mark=mark.kind)
        case Cloaked(asset=id, stealth=""):
            return id, telling_facts.FateRow(fate="found", amount=0, mark="")
        case Joined(asset=id):
            return id, telling_facts.FateRow(fate="joined", amount=0, mark="")
        case _:
            return None
