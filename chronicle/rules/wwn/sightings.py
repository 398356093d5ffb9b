"""What a faction sees of others' assets and bases in an event, for its memory.

A subject is `<id>/place` or `<id>/hp`, each updated separately. Nothing is remembered of a
faction's own pieces, and nothing of what is told without a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Fact, Facts, FactsOf
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.events import Attacked
from chronicle.rules.wwn.state import Asset, Base, Piece, PieceSnapshot


def place_sightings(
    view: BoardView, ids: Iterable[str], *, by_meeting: bool = False
) -> tuple[Sighting, ...]:
    """Return where others' visible assets and bases are now, or that they are gone.

    Those ``by_meeting`` are included even if the campaign does not show them.
    """
    known = (id for id in ids if by_meeting or view.sees(id))
    return tuple(sighting for id in known for sighting in _place_sighting(view, id))


def _place_sighting(view: BoardView, id: str) -> Iterator[Sighting]:
    was, now = view.piece(id), view.after.piece(id)
    known = now or was
    if not view.faction or known is None:
        return
    hidden = isinstance(now, Asset) and bool(now.stealth)
    if known.faction == view.faction or (hidden and not view.owns(id)):
        return
    facts: dict[str, Fact] = {
        **identity_facts(view, known),
        "at": view.place(known.at),
        "gone": now is None,
    }
    yield Sighting(f"{id}/place", Facts(facts))


def fight_sightings(view: BoardView, event: Attacked) -> tuple[Sighting, ...]:
    """Return sightings of the two sides of an attack: place, whether gone, HP for fighters."""
    sides = tuple(it for it in (event.attacker, event.defender) if it is not None)
    given_up = tuple(one.asset for one in event.reactions if one.kind == "spared")
    places = (
        *place_sightings(view, (it.id for it in sides), by_meeting=True),
        *place_sightings(view, given_up),
    )
    fighter = view.faction in (event.faction, event.against)
    return (*places, *_hp_sightings(view, sides)) if fighter else places


def _hp_sightings(view: BoardView, sides: Iterable[PieceSnapshot]) -> Iterator[Sighting]:
    for side in sides:
        now = view.after.piece(side.id)
        if view.faction and now is not None and now.faction != view.faction:
            facts: dict[str, Fact] = {**identity_facts(view, now), "hp": now.hp}
            yield Sighting(f"{side.id}/hp", Facts(facts))


def identity_facts(view: BoardView, piece: Piece) -> dict[str, Fact]:
    """Return the identity of an asset or a base and its owner, for memory."""
    headquarters = isinstance(piece, Base) and piece.headquarters
    return {**FactsOf(view.identity(piece)), "headquarters": headquarters}
