"""Who learns of what, by name or without: the table, played row by row."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest

from chronicle.authoring.json_export import to_json
from chronicle.model.audience import GM
from chronicle.model.dice import Roll
from chronicle.model.facts import Facts
from chronicle.rules.protocol import Telling
from tests.rules.wwn.told import tell
from tests.rules.wwn.visibility_boards import HOUSES
from tests.rules.wwn.visibility_scenes import SCENES, played
from tests.rules.wwn.visibility_table import EVERYBODY, READERS, Row, rows

ROWS: Final = tuple(rows())
each_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)


def cell(found: Telling | None) -> str:
    """A telling as the table writes it."""
    if found is None:
        return "-"
    if "who" not in found.facts:
        return found.code
    return found.code + ("!" if found.facts["who"] is not None else "?")


@each_row
def test_each_reader_is_told_under_this_code_by_name_or_without(row: Row) -> None:
    found = played(row.scene_name, row.house)
    assert {name: cell(found.told(READERS[name])) for name in row.told} == row.told


def test_the_gm_is_told_all() -> None:
    """What the one who acts is told, and of what nobody learns besides."""
    for row in ROWS:
        told = played(row.scene_name, row.house).told(GM)
        own = row.told["own"].rstrip("!?")
        assert told is not None, row.id
        unnoticed = {"-": "unveiled", "touched": "altered"}
        assert told.code == unnoticed.get(own, own), row.id


def test_the_table_speaks_of_each_deed_in_each_house_once() -> None:
    said = [(row.scene_name, row.house) for row in ROWS]
    assert sorted(said) == sorted(product(SCENES, HOUSES))


# ── What nobody else is told ─────────────────────────────────────────────────────────────────────


def tellings() -> Iterator[tuple[str, str, Telling]]:
    """Every telling of every event of the turns that are played: (turn, reader, telling)."""
    for row in ROWS:
        found = played(row.scene_name, row.house)
        for step in found.steps:
            for name, audience in EVERYBODY.items():
                told = tell(step.before, step.event, audience)
                if told is not None:
                    yield f"{row.id} {step.event.id}", name, told


#: Figures that are for fighters, parties and owners: the public is told none of them.
FIGURES: Final = frozenset(
    {
        *("hp", "maximum", "damage", "total", "against_total", "base_damage", "looted"),
        *("paid", "price", "gained", "amount", "asked", "treasure", "toll", "hurt", "healed"),
    }
)


def _numbers(facts: Facts) -> Iterator[tuple[str, object]]:
    for name, fact in facts.items():
        if isinstance(fact, Facts):
            yield from _numbers(fact)
        elif isinstance(fact, tuple):
            for part in fact:
                yield from _numbers(part) if isinstance(part, Facts) else ()
        else:
            yield name, fact


def test_the_public_is_told_no_figure_rule_roll_or_order() -> None:
    found = 0
    for where, name, told in tellings():
        if name != "public":
            continue
        found += 1
        assert (told.rule, told.rolls, told.order) == ("", (), ""), where
        assert (told.sightings, told.learns) == ((), ()), where
        figures = [one for one in _numbers(told.facts) if one[0] in FIGURES and one[1] is not None]
        assert figures == [], where
    assert found > 50


def test_orders_and_ids_of_rolls_are_for_whoever_gave_the_order_and_the_gm() -> None:
    """An id of another's order, asset or faction is in nothing that a reader is told."""
    for where, name, told in tellings():
        if name == "gm":
            continue
        own = EVERYBODY[name].faction
        assert told.order.partition("/")[0] in ("", own), where
        for roll in told.rolls:
            assert roll.id == "" or roll.id.split("/")[1] == own, where
            others = {"oru", "kell", "far", "guard", "spy", "watch"} if own == "vael" else {"vael"}
            assert not others & set(roll.id.replace("/", "-").split("-")), where


def test_each_fighter_sees_its_own_throws_in_full_and_the_totals_of_both() -> None:
    for row in ROWS:
        if row.scene_name not in ("attack-won", "attack-lost", "attack-from-hiding", "contest"):
            continue
        found = played(row.scene_name, row.house)
        sides = {name: found.told(READERS[name]) for name in ("own", "target")}
        told = {name: side for name, side in sides.items() if side is not None}
        assert len(told) == 2
        every = found.step().event.rolls
        assert sorted(_faces(it for side in told.values() for it in side.rolls)) == sorted(
            _faces(every)
        ), row.id
        assert all(side.rolls for side in told.values()), row.id
        totals = {(side.facts["total"], side.facts["against_total"]) for side in told.values()}
        assert len(totals) == 1, row.id
        assert None not in totals.pop(), row.id


def _faces(rolls: Iterator[Roll] | tuple[Roll, ...]) -> list[tuple[int, ...]]:
    return [roll.faces for roll in rolls]


#: Words of the Oru, who find, and of Vael, who asks for Treasure from hiding or comes for a toll.
TRACES: Final = (("oru", "watch"), ("vael", "monopoly", "informers", "knights"))


def test_an_unnamed_actor_leaves_no_trace() -> None:
    """No name, no place, no die, and no place among the events of others."""
    found = 0
    for row in ROWS:
        for name, code in row.told.items():
            told = played(row.scene_name, row.house).told(READERS[name])
            if code not in ("unveiled?", "touched") or told is None:
                continue
            found += 1
            words = str(to_json(told.facts)).lower()
            assert not [it for it in TRACES[name == "target"] if it in words], (row.id, name)
            assert told.order == "", (row.id, name)
            assert told.hides_position or name == "public", (row.id, name)
            assert code != "touched" or told.rolls == (), (row.id, name)
    assert found > 15


def test_what_is_hidden_is_named_to_nobody() -> None:
    """The knights that move, are bought, sold or lost unseen are in no words of others."""
    found = 0
    for scene_name, thing in {
        "move-hidden": "knights",
        "carries-into-hiding": "farmers",
        "create-hidden": "occult-infiltrators",
        "sell-hidden": "knights",
        "upkeep-unpaid-of-the-hidden": "free-company",
        "forfeits-the-hidden": "manufactory",
        "not-spotted": "knights",
        "not-seen-through": "knights",
        "altered-out-of-sight": "knights",
        "attack-on-nobody": "guard",
        "exposes-in-vain": "lurkers",
    }.items():
        owner = "target" if thing in ("guard", "lurkers") else "own"
        for house in HOUSES:
            for step in played(scene_name, house).steps:
                for name, audience in EVERYBODY.items():
                    if name in (owner, "gm"):
                        continue
                    told = tell(step.before, step.event, audience)
                    if told is not None:
                        found += 1
                        words = str(to_json(told.facts)) + str(told.sightings) + str(told.rolls)
                        assert f"The {thing}" not in words, (scene_name, house, name, told)
                        assert f"{thing}/" not in words, (scene_name, house, name, told)
    assert found > 200
