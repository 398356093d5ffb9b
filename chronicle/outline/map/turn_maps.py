"""The map of a single turn: the places that its passages name, and who held them before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Ref
from chronicle.outline.map import control, records
from chronicle.outline.map.layout import EditionMaps
from chronicle.outline.map.pieces import PIECE_SIZE, box_around_points, points_of_place
from chronicle.outline.turn_ranges import TurnRange
from chronicle.project.edition import Edition
from chronicle.records import replace


def turn_map_of(
    edition: Edition,
    maps: EditionMaps,
    turn: int,
    named: Iterable[tuple[str, Iterable[Ref]]],
    path: str,
) -> records.TurnMap | None:
    """The map of a turn, from the places that each anchor of its page names; None if none is on it.

    It depends on nothing that is known only later. ``path`` is that of the whole map.
    """
    land = maps.land(turn)
    at = {mark.ref: mark.at for mark in land.marks}
    boxes: dict[Ref, records.Box] = {}
    passages: list[records.TurnPassage] = []
    for anchor, refs in named:
        places = dict.fromkeys(refs)
        for place in places:
            if place in boxes or place not in at:
                continue
            point = at[place]
            if points := [point] if point is not None else points_of_place(land, place):
                boxes[place] = box_around_points(points, (land.width, land.height), PIECE_SIZE)
        if found := [place for place in places if place in boxes]:
            passages.append(records.TurnPassage(anchor, tuple(found)))
    if not passages:
        return None
    goals = tuple(
        records.MapGoal(
            place, at[place], box, tuple([it.anchor for it in passages if place in it.places])
        )
        for place, box in boxes.items()
    )
    return records.TurnMap(land, tuple(_held(edition, land, turn)), goals, tuple(passages), path)


def _held(edition: Edition, land: records.WorldMap, turn: int) -> Iterator[records.PlaceMarker]:
    """The places on a map that somebody held before or after a turn, with both periods."""
    turns = TurnRange(turn - 1, turn)
    for mark in land.marks:
        runs = tuple(control.holding_periods(edition, mark.ref.id, turns)) if mark.at else ()
        if any(run.holdings for run in runs):
            is_ruled = any(run.ruler for run in runs)
            territory = mark.territory if is_ruled else ""
            yield replace(mark, runs=runs, territory=territory, neighbours=(), far=None)
