"""What a faction sees of others' assets and bases in an event, for its memory.

A subject is `<id>/place` or `<id>/hp`: each is brought up to date by itself. Nothing is remembered
of one's own, and of what is told without a name nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Fact, Facts
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn.events import Clash, Subject
from chronicle.rules.wwn.state import Asset, Base, Piece
from chronicle.rules.wwn.visibility import Eyes


def placed(eyes: Eyes, ids: Iterable[str], *, met: bool = False) -> tuple[Sighting, ...]:
    """Where others' assets and bases are now, or that they are gone, of those that are seen.

    Those ``met`` are told of whether or not the campaign shows them.
    """
    known = (id for id in ids if met or eyes.sees(id))
    return tuple(sighting for id in known for sighting in _placed(eyes, id))


def _placed(eyes: Eyes, id: str) -> Iterator[Sighting]:
    was, now = eyes.piece(id), eyes.after.piece(id)
    known = now or was
    if not eyes.faction or known is None:
        return
    hidden = isinstance(now, Asset) and bool(now.stealth)
    if known.faction == eyes.faction or (hidden and not eyes.owns(id)):
        return
    facts: dict[str, Fact] = {**named(eyes, known), "at": eyes.at(known.at), "gone": now is None}
    yield Sighting(f"{id}/place", Facts(facts))


def fought(eyes: Eyes, event: Clash) -> tuple[Sighting, ...]:
    """Those who met in an attack: where, whether they are gone, and to fighters their HP."""
    sides = tuple(it for it in (event.attacker, event.defender) if it is not None)
    given_up = tuple(one.asset for one in event.reactions if one.kind == "spared")
    places = (*placed(eyes, (it.id for it in sides), met=True), *placed(eyes, given_up))
    fighter = eyes.faction in (event.faction, event.against)
    return (*places, *_left(eyes, sides)) if fighter else places


def _left(eyes: Eyes, sides: Iterable[Subject]) -> Iterator[Sighting]:
    for side in sides:
        now = eyes.after.piece(side.id)
        if eyes.faction and now is not None and now.faction != eyes.faction:
            facts: dict[str, Fact] = {**named(eyes, now), "hp": now.hp}
            yield Sighting(f"{side.id}/hp", Facts(facts))


def named(eyes: Eyes, piece: Piece) -> dict[str, Fact]:
    """What an asset or a base is and whose, as memory keeps it."""
    row = {**eyes.row(piece), "headquarters": isinstance(piece, Base) and piece.headquarters}
    del row["at"]
    return row
