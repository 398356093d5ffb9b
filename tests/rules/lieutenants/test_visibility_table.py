"""Who learns of what, by name or without: the matrix of the rules, played row by row."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, get_args

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import EVERYONE, GM, faction_audience
from chronicle.model.facts import faction_ref
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.action_definitions import ACTION_DEFINITIONS
from chronicle.rules.lieutenants.events import Acted, Intercepted
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, ActionName
from chronicle.rules.protocol import Telling
from tests.rules.lieutenants.visibility_actions import ACTIONS, LOOKERS
from tests.rules.lieutenants.visibility_table import Played, Row, audience, play, rows

ROWS: Final = tuple(rows())
_SHORT: Final = dict(zip(("CF", "F", "S", "CS"), ROLL_RESULTS, strict=True))
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)


@cache
def _played(id: str) -> Played:
    return play(next(row for row in ROWS if row.id == id))


def of(row: Row) -> Played:
    """A row as it was played."""
    return _played(row.id)


def cell(found: Telling | None) -> str:
    """A telling as the table writes it."""
    if found is None:
        return "-"
    named = found.facts.get("who") is not None
    return found.code.removeprefix("seen-") + ("!" if named else "?")


def test_each_row_is_played_as_the_table_says() -> None:
    """What the table calls the result, and the stealth check, is what was thrown."""
    for row in ROWS:
        _is_played_as_said(row)


def _is_played_as_said(row: Row) -> None:
    event = of(row).step().event
    assert isinstance(event, Acted | Intercepted)
    assert event.result == _SHORT.get(row.result), row.id
    if isinstance(event, Acted):
        assert [roll.id for roll in event.rolls if roll.id.endswith("/stealth")] == (
            [f"1/{of(row).action.order.key}/stealth"] if row.stealth != "open" else []
        ), row.id


@each_row
def test_each_audience_is_told_under_this_code_by_name_or_without(row: Row) -> None:
    found = of(row)
    told = {name: cell(found.told(audience(name, found.action))) for name in row.told}
    assert told == row.told


def test_the_actor_and_the_gm_are_told_all() -> None:
    for row in ROWS:
        found = of(row)
        event = found.step().event
        code: str = event.action if isinstance(event, Acted) else "intercepted"
        if row.action == "distracted":
            code = "undone"
        # Whom they passed does not know that they did (L-ACT-BLOCK).
        passed = row.action == "sprung-block" and row.result == "CF"
        gm, own = found.told(GM), found.told(faction_audience("vael"))
        assert gm is not None
        assert gm.code == code, row.id
        assert (own.code if own else None) == (None if passed else code), row.id


def test_every_event_cites_a_rule() -> None:
    for row in ROWS:
        for step in of(row).steps:
            parts = [part for roll in step.event.rolls for part in roll.modifiers]
            assert {step.event.rule, *(part.rule for part in parts)} <= set(LIEUTENANTS.rules), (
                row.id
            )


def _unnamed() -> Iterator[tuple[Row, str, Telling]]:
    for row in ROWS:
        for name in row.told:
            told = of(row).told(audience(name, of(row).action))
            if told is not None and told.facts.get("who") is None:
                yield row, name, told


#: Whatever would say who it was: the faction, its lieutenant, its units.
TRACES: Final = ("vael", "ada", "knives", "killers", "wreckers", "charmer", "carters")


def test_an_unidentified_actor_leaves_no_trace() -> None:
    """No name, no order, no die; nothing seen that memory would keep."""
    found = 0
    for row, name, told in _unnamed():
        found += 1
        words = str(to_json(told.facts)).lower()
        assert not [trace for trace in TRACES if trace in words], (row.id, name)
        assert (told.order, told.sightings, told.learns) == ("", (), ()), (row.id, name)
        # Faces follow from the actor's order, and who knows the seed could try them out.
        assert told.rolls == (), (row.id, name)
    assert found > 100


def test_the_public_is_told_no_figure_rule_or_roll() -> None:
    for row in ROWS:
        told = of(row).told(EVERYONE)
        if told is None:
            continue
        assert (told.rule, told.rolls, told.order) == ("", (), ""), row.id
        assert (told.sightings, told.learns) == ((), ()), row.id
        for name in ("losses", "amount", "price", "gained", "earned"):
            assert told.facts.get(name) is None, (row.id, name)


def test_orders_and_ids_of_rolls_are_the_actors_and_the_gms() -> None:
    for row in ROWS:
        found = of(row)
        for name in (*row.told, "actor"):
            told = found.told(audience(name, found.action))
            mine = told is not None and told.order.partition("/")[0] == found.action.order.faction
            owner = audience(name, found.action) == faction_audience(found.action.order.faction)
            if told is not None and not owner:
                assert not mine, (row.id, name)
                assert all(roll.id == "" for roll in told.rolls), (row.id, name)


def test_only_the_gm_reads_whom_a_double_agent_serves() -> None:
    """When Ada serves Far, Far is told all by name, and all others what they ever are."""
    for row in ROWS:
        if row.action in ("distracted", "sprung-ambush", "sprung-block"):
            continue
        found = play(row, {"agent_of": "far"})
        for name in row.told:
            told = found.told(audience(name, found.action))
            if name != "far":
                assert cell(told) == row.told[name], (row.id, name)
                assert "far" not in str(to_json(told.facts)).split() if told else True
                assert told is None or faction_ref("far") not in _refs(told), (row.id, name)
            else:
                assert told is not None, row.id
                assert told.facts["who"] == faction_ref("vael"), row.id
        own, gm = found.told(faction_audience("vael")), found.told(GM)
        assert own is not None
        assert gm is not None
        assert faction_ref("far") not in _refs(own), row.id
        assert gm.facts["served"] == faction_ref("far"), row.id


def _refs(told: Telling) -> list[object]:
    found: list[object] = []
    waiting: list[object] = [told.facts, *(sighting.facts for sighting in told.sightings)]
    while waiting:
        fact = waiting.pop()
        if isinstance(fact, tuple):
            waiting += fact
        elif hasattr(fact, "values"):
            waiting += fact.values()
        else:
            found.append(fact)
    return found


# ── The table itself ─────────────────────────────────────────────────────────────────────────────


def test_the_table_says_each_thing_once() -> None:
    said = [(row.action, row.result, row.stealth) for row in ROWS]
    assert len(set(said)) == len(said)


def test_the_table_speaks_of_every_action_with_all_that_may_come_of_it() -> None:
    """Every action, and where it is rolled for every result, and every result in stealth."""
    said: dict[ActionName, set[tuple[str, str]]] = {}
    for row in ROWS:
        said.setdefault(ACTIONS[row.action].order.action, set()).add((row.result, row.stealth))
    assert said.keys() == set(get_args(ActionName))
    unrolled = {"work", "move", "ambush", "block"}
    for action, found in said.items():
        results = {"-"} if action in unrolled else {"CF", "F", "S", "CS"}
        stealth = (
            {"open", "failed", "held", "sure"} if ACTION_DEFINITIONS[action].stealth else {"open"}
        )
        wanted = {(result, how) for result in results for how in stealth}
        assert wanted <= found, action


def test_the_lookers_on_are_those_of_the_table() -> None:
    assert set(ROWS[0].told) == {"target", *LOOKERS, "public"}
