"""What changes on a map from one turn to the next."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.model.facts import Ref, faction_ref
from chronicle.outline.map import MapChange, changes_by_turn
from chronicle.outline.map.records import HoldingPeriod, PlaceMarker
from chronicle.rules.protocol import Holding

HARBOUR: Final = Ref("place", "harbour")
ORU, VAEL = faction_ref("oru"), faction_ref("vael")
RULES: Final = Holding(ORU, "rules")
SEEN: Final = Holding(ORU, "present", 1)
BASE: Final = Holding(VAEL, "seated", 2)


def place(*holdings: tuple[Holding, ...], since: int = 0) -> PlaceMarker:
    """The harbour, with its holders in each turn from the first or from when it is known."""
    first = max(since, 1)
    runs = tuple(HoldingPeriod(at, at, held) for at, held in enumerate(holdings, start=first))
    return PlaceMarker(HARBOUR, (1, 1), 0, since, None, runs, None, ())


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ((), (RULES,), [MapChange(HARBOUR, "ruler", None, ORU)]),
        ((RULES,), (), [MapChange(HARBOUR, "ruler", ORU, None)]),
        ((RULES,), (Holding(VAEL, "rules"), SEEN), [MapChange(HARBOUR, "ruler", ORU, VAEL)]),
        ((BASE,), (Holding(VAEL, "rules"),), [MapChange(HARBOUR, "ruler", None, VAEL)]),
        ((RULES,), (RULES, BASE), [MapChange(HARBOUR, "holds", None, VAEL, BASE)]),
        ((RULES, BASE), (RULES,), [MapChange(HARBOUR, "left", VAEL)]),
        (
            (SEEN,),
            (Holding(ORU, "present", 2),),
            [MapChange(HARBOUR, "holds", None, ORU, Holding(ORU, "present", 2))],
        ),
        ((SEEN, BASE), (BASE, SEEN), []),
    ],
)
def test_each_change_of_holders_is_named_once(
    before: tuple[Holding, ...], after: tuple[Holding, ...], changes: list[MapChange]
) -> None:
    assert list(changes_by_turn([place(before, after)], 1).get(2, ())) == changes


def test_new_rulers_are_named_first_and_then_new_places() -> None:
    found = changes_by_turn([place((RULES,), since=2), place((), (RULES, BASE))], 1)
    assert [it.kind for it in found[2]] == ["ruler", "new", "holds"]


def test_a_place_known_from_the_start_is_not_new() -> None:
    assert changes_by_turn([place((), since=0), place((), since=1), place((), since=25)], 25) == {}
    assert changes_by_turn([place((), since=26)], 25) == {26: (MapChange(HARBOUR, "new"),)}
