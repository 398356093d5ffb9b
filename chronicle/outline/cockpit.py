"""The cockpit: a faction since the turn before the latest, for its players to read first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chronicle.model.facts import Ref, faction_ref, place_ref
from chronicle.outline.charts import FigureSeries
from chronicle.project.edition import DossierView, Edition, RevealView
from chronicle.records import Record
from chronicle.rules.protocol import Holding

#: The kinds of holding that a place can be won and lost by, the stronger first.
_KINDS: Final = ("rules", "seated")
#: Figures of what came and went in a turn; before turn 1 they say nothing.
_OF_A_TURN: Final = ("income", "costs")
#: How a place without a holding compares.
_NO_HOLDING: Final = (len(_KINDS), 0)


class CurrentFigure(Record):
    """A figure at the end of the latest turn, and of the turn ``before``; None if unknown."""

    name: str
    value: int
    before: int | None


class PlaceChange(Record):
    """A place whose hold has changed: ``won`` or lost, with the hold that is left, if any.

    Before turn 1, all places that are held are won.
    """

    place: Ref
    won: bool
    holding: Holding | None


class Cockpit(Record):
    """What a faction's players want to know first of the latest turn.

    ``reveals`` are what became known in it, private ones first. ``may_order`` says that there is an
    order sheet for the coming turn. Before turn 1, the dossier is that of turn 0, and ``people``
    are all that it knows, those of the faction first.
    """

    dossier: DossierView
    figures: tuple[CurrentFigure, ...]
    places: tuple[PlaceChange, ...]
    reveals: tuple[RevealView, ...]
    may_order: bool
    people: tuple[Ref, ...] = ()


def cockpit_of(edition: Edition, figures: FigureSeries) -> Cockpit | None:
    """The cockpit of the reader's own faction; None for other readers."""
    own, last = edition.audience.faction, edition.last_turn
    if not own:
        return None
    if not last:
        return _opening_cockpit(edition, own)
    dossier = edition.dossiers[own, last]
    return Cockpit(
        dossier=dossier,
        figures=tuple(_figure_changes(figures, own)),
        places=tuple(place_changes((edition.opening_holdings, *edition.holdings), own)),
        reveals=tuple(sorted(edition.turns[-1].reveals, key=lambda reveal: reveal.public)),
        may_order=edition.form is not None,
    )


def _opening_cockpit(edition: Edition, own: str) -> Cockpit:
    """The cockpit before turn 1."""
    tied = (it for _, entities in edition.tied_to(faction_ref(own)) for it in entities)
    return Cockpit(
        dossier=edition.dossiers[own, 0],
        figures=tuple(
            CurrentFigure(it.name, it.value, None)
            for it in edition.figures[own, 0]
            if it.value or it.name not in _OF_A_TURN
        ),
        places=tuple(place_changes(({}, edition.opening_holdings), own)),
        reveals=(),
        may_order=edition.form is not None,
        people=tuple(
            dict.fromkeys(it.ref for it in (*tied, *edition.people) if it.kind == "person")
        ),
    )


def _figure_changes(figures: FigureSeries, own: str) -> Iterator[CurrentFigure]:
    for name, lines in figures.items():
        *earlier, value = lines.get(own, (None,))
        if value is not None:
            yield CurrentFigure(name, value, earlier[-1] if earlier else None)


def place_changes(
    holdings: Sequence[Mapping[str, tuple[Holding, ...]]], own: str
) -> Iterator[PlaceChange]:
    """The places that a faction has won or lost in the last of these turns, won ones first."""
    before, now = (_own_holdings(turn, own) for turn in holdings[-2:])
    ranks = {id: (_rank(before.get(id)), _rank(now.get(id))) for id in {**now, **before}}
    won = (id for id, (then, latest) in ranks.items() if latest < then)
    lost = (id for id, (then, latest) in ranks.items() if latest > then)
    yield from (PlaceChange(place_ref(id), True, now.get(id)) for id in won)
    yield from (PlaceChange(place_ref(id), False, now.get(id)) for id in lost)


def _own_holdings(turn: Mapping[str, tuple[Holding, ...]], own: str) -> Mapping[str, Holding]:
    """A faction's strongest holding of each place, without those that nobody can lose."""
    found: dict[str, Holding] = {}
    for id, holdings in turn.items():
        held = [it for it in holdings if it.faction.id == own and it.kind in _KINDS]
        if held:
            found[id] = min(held, key=_rank)
    return found


def _rank(holding: Holding | None) -> tuple[int, int]:
    """The place of a holding in an order, the strongest first."""
    if holding is None:
        return _NO_HOLDING
    return _KINDS.index(holding.kind), -holding.strength
