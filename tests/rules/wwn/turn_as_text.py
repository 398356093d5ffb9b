"""A turn of wwn as plain text: every event, what it changes, its dice, and the board it leaves.

The cases are written in this notation. Of an event it leaves out nothing but what all turns have in
common: that a turn of a faction begins and ends with nothing to tell of, and the turn's own end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.model.dice import Modifier, Roll
from chronicle.records import field_names, is_record
from chronicle.rules.protocol import Step
from chronicle.rules.wwn.changes import Change, Paid, Played, TurnOver
from chronicle.rules.wwn.events import (
    Acted,
    Altered,
    Attacked,
    Collapsed,
    Details,
    Earned,
    Event,
    GoalChecked,
    Leg,
    Reaction,
    Sequenced,
    Started,
    TurnEnded,
    Unveiled,
    UpkeepPaid,
)
from chronicle.rules.wwn.state import Asset, Base, Mark, PieceSnapshot, State
from tests.rules.notation import Notation, visibility_as_text

ARROW = "→"


#: The names of assets and tags by id.
Names: TypeAlias = Mapping[str, str]


def events_as_text(steps: Iterable[Step[State, Event]]) -> str:
    """All events, a paragraph each; what belongs to one is indented under it."""
    return "".join(
        f"{line}\n" for step in steps for line in _event(step.event, _names(step.before))
    )


def _names(state: State) -> Names:
    assets = {id: asset.name for id, asset in state.assets.items()}
    return assets | {id: tag.name for id, tag in state.house.catalogue.tags.items()}


def _event(event: Event, names: Names) -> Iterator[str]:
    if _uneventful(event):
        return
    yield f"{_headline(event)} [{event.rule}]"
    known = event.visibility if isinstance(event, Altered) else getattr(event, "known", None)
    if known is not None and not isinstance(event, TurnEnded):
        touched = ", ".join(sorted(getattr(event, "touched", ())))
        yield f"  known {visibility_as_text(known)}" + (f"; touched {touched}" if touched else "")
    yield from (f"  {_reaction(one)}" for one in getattr(event, "reactions", ()))
    yield from (f"  {_roll(roll, names)}" for roll in event.rolls if not _by_seed(event, roll))
    yield from (
        f"  {change_as_text(change)}" for change in event.changes if not _routine(event, change)
    )


def _uneventful(event: Event) -> bool:
    """Whether an event only says that a faction's turn begins, or ends without a goal."""
    if isinstance(event, Started):
        return not event.arrived and not event.harried and not event.recovered
    if isinstance(event, GoalChecked):
        return all(isinstance(change, Played) for change in event.changes)
    return False


def _routine(event: Event, change: Change) -> bool:
    """What the headline has told, and what is in every turn."""
    if isinstance(event, Earned) and isinstance(change, Paid):
        return not change.subject
    return isinstance(change, Played | TurnOver)


def _by_seed(event: Event, roll: Roll) -> bool:
    """The headline tells the throws for the order of play."""
    return isinstance(event, Sequenced) and roll.source != "table"


# ── Headlines ────────────────────────────────────────────────────────────────────────────────────


def _headline(event: Event) -> str:
    match event:
        case Acted():
            return _acted(event)
        case Attacked():
            return _clash(event)
        case Unveiled():
            found = ", ".join(_subject(one) for one in event.found) or "nobody"
            missed = f"; missed {', '.join(event.missed)}" if event.missed else ""
            watcher = f"{event.asset} of {event.faction} at {event.at}"
            return f"watch by {watcher} over {event.against}: found {found}{missed}"
        case Sequenced():
            rows = (" ".join((one, *map(str, faces))) for one, faces in event.order)
            return f"sequence {', '.join(rows)}{' (stated)' if event.stated else ''}"
        case Altered():
            source = "news" if event.by_news else f"adjustment ({event.because})"
            subject = " ".join(part for part in (event.faction, event.subject) if part)
            return f"{source}: {event.what} {subject} {event.before}{ARROW}{event.after}"
        case _:
            return _frame(event)


def _acted(event: Acted) -> str:
    by = f" by {event.asset}" if event.asset else ""
    reason = f" ({event.reason})" if event.reason else ""
    details = f"; {_action(event.details)}" if event.details is not None else ""
    what = f"{event.action or 'ability'} {event.faction}/{event.order}{by} at {event.at or '-'}"
    return f"{what}: {event.outcome}{reason}{details}"


def _action(details: Details) -> str:
    return f"{type(details).__name__.lower()} {_NOTATION.fields(details)}"


def _clash(event: Attacked) -> str:
    part = f"{event.part} " if event.part else ""
    order = f"{event.faction}/{event.order}" if event.order else event.faction
    target = f" {event.attribute} v {event.target}" if event.attribute else ""
    met = _subject(event.defender) if event.defender else "nobody"
    sides = f"{_subject(event.attacker)} on {event.against}, {met}, at {event.at}{target}"
    shown = ("massive", "theirs", "ours", "base_damage", "defender_harm", "attacker_harm")
    named = (*shown, "looted", "mark", "taken")
    told = _NOTATION.shown(event, (name for name in named if getattr(event, name)))
    outcome = event.outcome + (f" ({event.reason})" if event.reason else "")
    return f"{part}attack {order}: {sides}: {outcome}" + (f"; {told}" if told else "")


def _frame(event: Event) -> str:
    match event:
        case Started():
            legs = ", ".join(_leg(leg) for leg in event.arrived)
            hurt = ", ".join(f"{_subject(one)} {damage}" for one, damage in event.harried)
            well = ", ".join(f"{_subject(one)} {healed}" for one, healed in event.recovered)
            begun = {"recovered": well, "arrived": legs, "harried": hurt}
            parts = tuple(f"{word} {what}" for word, what in begun.items() if what)
            return f"start {event.faction}: {'; '.join(parts)}"
        case Earned():
            lines = "".join(f", {id} {amount}" for id, amount in event.lines)
            return f"income {event.faction}: {event.amount}{lines}"
        case UpkeepPaid():
            rows = event.bills
            bills = (f"{b.asset} {b.reason} {b.amount}{'' if b.paid else ' unpaid'}" for b in rows)
            left = ", ".join(f"{_subject(one)} {why}" for one, why in event.left)
            return f"upkeep {event.faction}: {', '.join(bills)}" + (f"; {left}" if left else "")
        case GoalChecked():
            names = field_names(type(event))
            hidden = ("id", "faction", "changes", "rule", "rolls")
            told = _NOTATION.shown(event, (name for name in names if name not in hidden))
            return f"goal {event.faction}: {told}"
        case Collapsed():
            lost = ", ".join(_subject(one) for one in event.lost)
            return f"collapse {event.faction} by {event.by or 'nobody'}: {lost}"
        case TurnEnded():
            told = _NOTATION.shown(event, ("forfeit", "uncovered"))
            return (
                f"over{': ' + told + '; known ' + visibility_as_text(event.known) if told else ''}"
            )
        case _:
            return f"{type(event).__name__.lower()} {_NOTATION.shown(event, ('faction', 'places'))}"


# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


def _reaction(reaction: Reaction) -> str:
    said = _NOTATION.shown(
        reaction, (n for n in ("subject", "paid", "hurt") if getattr(reaction, n))
    )
    return f"{reaction.kind} by {reaction.asset} of {reaction.faction}: {said}"


def _roll(roll: Roll, names: Names) -> str:
    parts = ", ".join(_part(part, names) for part in roll.modifiers)
    purpose = "/".join(roll.id.split("/")[3:])
    faces = " ".join(str(face) for face in roll.faces)
    kept = "" if roll.result.get("kept", True) else " (not kept)"
    dice = f"{purpose} {len(roll.faces)}d{roll.sides}" + (f" ({parts})" if parts else "")
    return f"{dice}: {faces} = {roll.result['total']}{kept}, {roll.source}"


def _part(part: Modifier, names: Names) -> str:
    facts = (str(fact) for fact in part.facts.values() if fact)
    said = [f"{part.value:+}", part.reason, *(names.get(fact, fact) for fact in facts)]
    return f"{' '.join(said)} [{part.rule}]"


def _subject(subject: PieceSnapshot) -> str:
    return f"{subject.id} {subject.hp}/{subject.maximum}"


def _leg(leg: Leg) -> str:
    toll = f", toll {leg.toll} to {leg.toll_to}" if leg.toll_to else ""
    return f"{leg.asset} {leg.start}{ARROW}{leg.end}{'' if leg.arrived else ' (late)'}{toll}"


def _own(value: object) -> str:
    match value:
        case PieceSnapshot():
            return _subject(value)
        case Leg():
            return _leg(value)
        case Mark():
            by, until = f" by {value.by}" if value.by else "", f" until {value.until}"
            told = f"{value.kind}{by}{until if value.until else ''}"
            return " ".join((told, *(f"{n} {v}" for n, v in _figures(value) if v)))
        case _:
            return ""


#: Names of things are left to their ids.
_NOTATION: Final = Notation(_own, (None, False), frozenset({"name"}))
change_as_text = _NOTATION.change


def _figures(mark: Mark) -> tuple[tuple[str, int], ...]:
    return (("amount", mark.amount), ("turn", mark.turn))


# ── The board ────────────────────────────────────────────────────────────────────────────────────


def board_as_text(before: State, after: State) -> str:
    """What a turn has changed: Treasure in one line, then faction by piece."""
    purses = (
        f"{id} {before.factions[id].treasure}{ARROW}{faction.treasure}"
        for id, faction in sorted(after.factions.items())
    )
    lines = [f"treasure {', '.join(purses)}"]
    for old, new in (
        (before.factions, after.factions),
        (before.places, after.places),
        (before.bases, after.bases),
        (before.assets, after.assets),
    ):
        lines += _differences(old, new)
    return "".join(f"{line}\n" for line in lines)


def _differences(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[str]:
    for id in sorted({*old, *new}):
        was, now = old.get(id), new.get(id)
        if now is None:
            yield f"{id} is gone"
        elif was is None:
            assert isinstance(now, Asset | Base)
            yield f"{id} is new: {_NOTATION.fields(now)}"
        elif was != now:
            changed = ", ".join(_changed(was, now))
            if changed:
                yield f"{id}: {changed}"


def _changed(was: object, now: object) -> Iterator[str]:
    assert is_record(type(was))
    for name in field_names(type(was)):
        old, new = getattr(was, name), getattr(now, name)
        if old != new and name != "treasure":
            yield f"{name} {_NOTATION.value(old) or '-'}{ARROW}{_NOTATION.value(new) or '-'}"
