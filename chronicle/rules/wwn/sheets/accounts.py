"""The parts of a faction's own sheet computed over the turn: Treasure, limits, and losses."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.model.facts import Facts
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.board_view import board_view as eyes_at
from chronicle.rules.wwn.changes import Paid
from chronicle.rules.wwn.events import Acted, Clash, Event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Piece, State
from chronicle.rules.wwn.terms import ATTRIBUTES


def ledger_rows(
    eyes: BoardView, moment: PlayedTurn[State, Orders, Event], id: str
) -> tuple[Facts, ...]:
    """Return all Treasure gained or spent in the turn: purpose, rule, and balance."""
    return tuple(_ledger(eyes, moment, id))


def _ledger(eyes: BoardView, moment: PlayedTurn[State, Orders, Event], id: str) -> Iterator[Facts]:
    balance = moment.before.factions[id].treasure
    for step in moment.steps:
        paid = [it for it in step.event.changes if isinstance(it, Paid) and it.faction == id]
        if not paid:
            continue
        then = eyes_at(step.before, step.event.changes, eyes.audience)
        for change in paid:
            balance += change.amount
            if change.amount:
                yield Facts(
                    reason=change.reason,
                    rule=change.rule,
                    order=_order(step.event, id),
                    subject=_name(then, change.subject),
                    change=change.amount,
                    balance=balance,
                )


def _order(event: Event, id: str) -> str:
    """Return the order that an entry is about, when it is the faction's own.

    An attack on a new base has the key of its founder's order.
    """
    if not isinstance(event, Acted | Clash) or event.faction != id or not event.order:
        return ""
    if isinstance(event, Clash) and event.part:
        return ""
    return f"{id}/{event.order.rpartition('/')[2]}"


def _name(then: BoardView, subject: str) -> str:
    """Return the name at the time of what was paid for: the reader's own, or what it could see."""
    tag = then.after.house.catalogue.tags.get(subject)
    return then.name(subject) or (tag.name if tag is not None else "")


def limit_rows(state: State, id: str) -> tuple[Facts, ...]:
    """Return how many assets of each kind a faction has, and how many are in excess (W-TURN-3)."""
    faction = state.factions[id]
    kinds = [state.type_of(asset).attribute for asset in state.own(id) if not asset.mark("rogue")]
    return tuple(
        Facts(
            attribute=attribute,
            rating=faction.rating(attribute),
            assets=kinds.count(attribute),
            excess=max(0, kinds.count(attribute) - faction.rating(attribute)),
        )
        for attribute in ATTRIBUTES
    )


def lost_rows(
    eyes: BoardView, moment: PlayedTurn[State, Orders, Event], id: str
) -> tuple[Facts, ...]:
    """Return the own pieces lost during the turn, without their new owner."""
    before, after = moment.before, moment.after
    had: dict[str, Piece] = {**before.assets, **before.bases}
    rows = []
    for name, was in sorted(had.items()):
        now = after.piece(name)
        if was.faction == id and (now is None or now.faction != id):
            rows.append(Facts({**eyes.row(was), "fate": "gone" if now is None else "joined"}))
    return tuple(rows)
