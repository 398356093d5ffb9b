"""A name of an asset that is told stays the type of text that leads to the asset's entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.dice import Dice
from chronicle.model.facts import Facts, PieceName, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.orders import FactionOrders
from chronicle.rules.lieutenants.resolve import resolve
from chronicle.rules.protocol import PlayedTurn, Ruleset, Sighting, Step, steps_of
from chronicle.rules.wwn import WWN
from tests.rules.lieutenants.two_faction_boards import orders
from tests.rules.lieutenants.visibility_actions import ACTIONS
from tests.rules.wwn.visibility_boards import play
from tests.rules.wwn.visibility_scenes import SCENES

#: What each name begins with, so that no other text is equal to it.
NAMED: Final = "Named "
RULESETS: Final[Mapping[str, Ruleset[Any, Any, Any]]] = {"lieutenants": LIEUTENANTS, "wwn": WWN}

#: Throws for every result of a check, of which some bring the GM something to decide.
THROWS: Final = ((1, 1), (2, 3), (4, 4), (6, 6))


def named(pieces: Mapping[str, Any]) -> dict[str, Any]:
    """Assets with names that lead to their entries."""
    return {id: replace(it, name=PieceName(f"{NAMED}{id}")) for id, it in pieces.items()}


def turns(ruleset: str) -> Iterator[tuple[str, tuple[Step[Any, Any], ...]]]:
    """Every action as it is played on the boards of the table of who learns what."""
    if ruleset == "wwn":
        for name, make in SCENES.items():
            scene = make()
            state = scene.state
            state = replace(state, assets=named(state.assets), bases=named(state.bases))
            yield name, play(replace(scene, state=state), "public").steps
        return
    for name, action in ACTIONS.items():
        board = replace(action.state, assets=named(action.state.assets))
        given = orders(FactionOrders(action.order.faction, (action.order,)))
        for faces in THROWS:
            dice = Dice(b"", 1, {f"{action.order.key}/{action.purpose}": faces})
            yield name, tuple(steps_of(LIEUTENANTS, board, resolve(board, given, dice)))


def told(ruleset: str, steps: tuple[Step[Any, Any], ...]) -> Iterator[Facts]:
    """The facts of all that anybody is told in a turn, remembers, and has on its sheets then."""
    rules, before, after = RULESETS[ruleset], steps[0].before, steps[-1].after
    turn: PlayedTurn[Any, Any, Any] = PlayedTurn(1, before, after, None, steps)
    subjects = [*map(faction_ref, after.factions), *map(place_ref, after.places)]
    for reader in (GM, EVERYONE, *map(faction_audience, sorted(after.factions))):
        memory: dict[str, Sighting] = {}
        for step in steps:
            telling = rules.tell(step, reader).telling
            if telling is not None:
                yield telling.facts
                yield from (it.facts for it in telling.sightings)
                memory |= {it.subject: it for it in telling.sightings}
        for sheet in rules.sheets(turn, memory, reader, subjects).values():
            yield sheet.facts
    for step in steps:
        telling = rules.reveal(step)
        if telling is not None:
            yield telling.facts


def texts(fact: object) -> Iterator[str]:
    """All texts in a fact."""
    match fact:
        case str():
            yield fact
        case Facts():
            for inner in fact.values():
                yield from texts(inner)
        case tuple():
            for inner in fact:
                yield from texts(inner)
        case _:
            pass


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_name_of_an_asset_leads_to_its_entry_wherever_it_is_told(ruleset: str) -> None:
    found = 0
    for action, steps in turns(ruleset):
        for facts in told(ruleset, steps):
            names = [it for it in texts(facts) if it.startswith(NAMED)]
            assert all(isinstance(it, PieceName) for it in names), (action, facts)
            found += len(names)
    assert found
