"""The asset catalogue: each figure of the rules, and what a campaign may lay over them (L-AST)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import Source
from chronicle.rules.lieutenants.catalogue import (
    NO_PRICE,
    Ability,
    Catalogue,
    CatalogueInput,
    FacilityType,
    Price,
    UnitPower,
    UnitType,
    Upgrade,
    built_in_catalogue,
    extend_catalogue,
    parse_price,
)
from chronicle.yaml.decode import decode
from chronicle.yaml.parser import compose
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.mistakes import Mistake, check_said, read_mistakes

# ── What ships ───────────────────────────────────────────────────────────────────────────────────

#: Name, kinds, level, competencies, cost, upkeep, abilities, workings: typed from the rules.
UNITS: Final = (
    ("Cut Purses", "squad", 2, "sneak", "2c", "–", 0, "cannot-defend"),
    ("Informers", "network", 2, "", "4c", "1c", 0, "watches-locale -1"),
    ("Saboteurs", "squad", 3, "sneak", "5c", "2c", 0, "damages-facilities"),
    ("Smugglers", "squad", 4, "sneak", "5c", "2c", 0, "moves-unseen"),
    ("Thief Pack", "squad", 4, "sneak", "4c", "1c", 0, ""),
    ("Assassins", "squad", 6, "force sneak", "10c", "3c", 0, "strikes-one"),
    ("Spies", "squad", 6, "sneak charm", "10c", "3c", 0, "unseen-on-success"),
    ("Seducer", "service", 3, "charm", "4c", "1c", 0, "seduces"),
    ("Pair of Acolytes", "divine squad", 1, "lore", "4i", "1r", 1, ""),
    ("Priest", "divine squad", 2, "lore", "8i", "2r", 2, ""),
    ("Hedgemage Adept", "squad", 0, "lore", "4c", "1c", 1, ""),
    ("Hedgemage", "squad", 2, "lore", "8c", "1c", 2, ""),
    ("Guild Mage Adept", "squad", 0, "lore", "8c", "1c", 2, ""),
    ("Guild Mage", "squad", 2, "lore", "12c", "2c", 3, ""),
    ("Sage", "service", 2, "lore", "4c", "1c", 0, "research 2"),
    ("War Mage Squad", "squad", 5, "force lore", "16c", "3c", 2, ""),
    ("Guard Squad", "squad", 3, "force", "3c", "1c", 0, ""),
    ("Militia", "squad", 2, "force", "2c", "–", 0, "defends-only"),
    ("Mercenaries", "squad", 5, "force", "6c", "2c", 0, ""),
    ("Knights", "squad", 6, "force", "10c", "3c", 0, ""),
)
OURS: Final = {"guard-squad", "militia", "mercenaries", "knights"}
#: Name, level, cost, upkeep, income, link, kinds.
FACILITIES: Final = (
    ("Craftsmen", 6, "12c", "2r", 1, "", "shop"),
    ("Underground Tunnel", 6, "10c", "–", 0, "tunnel", ""),
    ("Underground Road", 10, "10c", "–", 0, "road", ""),
)
#: Name, cost, working.
DESTRUCTION: Final = (
    ("Blast", "1c", "gains-force"),
    ("Blast Trap", "2c", "traps 1"),
    ("Demolition", "2c", "hits-facilities"),
    ("Destructive Blast", "2c", "one-more-damaged 1"),
    ("Energy Wall", "2c", "force-defence 2"),
    ("Explosive Blast", "2c", "against-groups 2"),
)


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def _rules(rows: Sequence[tuple[object, ...]]) -> list[str]:
    """The rule that each row states, as the id of its case."""
    return [f"L-AST-{_id(str(row[0])).upper()}" for row in rows]


def _said(powers: tuple[UnitPower, ...]) -> str:
    return ", ".join(f"{power.kind} {power.value or ''}".strip() for power in powers)


@pytest.mark.parametrize("row", UNITS, ids=_rules(UNITS))
def test_a_unit_is_what_the_rules_say(row: tuple[object, ...]) -> None:
    unit = built_in_catalogue().units[_id(str(row[0]))]
    assert unit.id == _id(unit.name)
    assert unit.ours == (unit.id in OURS)
    assert row == (
        unit.name,
        " ".join(sorted(unit.kinds)),
        unit.level,
        " ".join(unit.competencies),
        str(unit.cost),
        str(unit.upkeep),
        unit.abilities,
        _said(unit.powers),
    )


@pytest.mark.parametrize("row", FACILITIES, ids=_rules(FACILITIES))
def test_a_facility_is_what_the_rules_say(row: tuple[object, ...]) -> None:
    found = built_in_catalogue().facilities[_id(str(row[0]))]
    kinds = " ".join(sorted(found.kinds))
    costs = (str(found.cost), str(found.upkeep))
    assert row == (found.name, found.level, *costs, found.income, found.link, kinds)


@pytest.mark.parametrize("row", DESTRUCTION, ids=_rules(DESTRUCTION))
def test_an_arcanum_is_what_the_rules_say(row: tuple[object, ...]) -> None:
    found = built_in_catalogue().abilities[_id(str(row[0]))]
    assert row == (found.name, str(found.cost), _said(found.powers))
    assert (found.kind, found.sphere) == ("arcana", "Destruction")


def test_l_ast_loyal_turns_upkeep_into_respect() -> None:
    assert built_in_catalogue().upgrades["loyal"] == Upgrade("loyal", "Loyal", in_respect=True)


def test_l_ast_veteran_makes_two_levels_of_one() -> None:
    assert built_in_catalogue().upgrades["veteran"] == Upgrade(
        id="veteran",
        name="Veteran",
        cost=Price(2, "capital"),
        upkeep=Price(1, "capital"),
        levels=2,
        only_level=1,
    )


def test_nothing_ships_that_the_rules_do_not_name() -> None:
    found = built_in_catalogue()
    assert set(found.units) == {_id(row[0]) for row in UNITS}
    assert set(found.facilities) == {_id(row[0]) for row in FACILITIES}
    assert set(found.abilities) == {_id(row[0]) for row in DESTRUCTION}
    assert set(found.upgrades) == {"loyal", "veteran"}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("4c", Price(4, "capital")),
        ("12r", Price(12, "respect")),
        ("8i", Price(8, "influence")),
        (0, NO_PRICE),
        ("–", NO_PRICE),
        ("0c", None),
        ("4", None),
        (4, None),
        ("4g", None),
        ("-4c", None),
        ("4 c", None),
        ("4c ", None),
        ("٤c", None),
        ("1000c", None),
    ],
)
def test_a_price_is_a_number_and_a_letter(text: str | int, wanted: Price | None) -> None:
    assert parse_price(text) == wanted


# ── What a campaign lays over it ─────────────────────────────────────────────────────────────────


def _laid(text: str) -> tuple[Catalogue | None, tuple[Finding, ...]]:
    """What ships with entries added to it, and what is found in them."""
    report = Report()
    node = compose(Source("campaign.yaml", text), report)
    assert node is not None
    entries = decode(CatalogueInput, node, report)
    found = extend_catalogue(built_in_catalogue(), entries, report) if entries is not None else None
    return found, report.findings


def _sound(text: str) -> Catalogue:
    found, findings = _laid(text)
    assert found is not None
    assert findings == ()
    return found


def test_an_entry_changes_what_it_says_and_keeps_the_rest() -> None:
    found = _sound("units: {spies: {name: Grey Cloaks, cost: 8c}}")
    assert found.units["spies"] == UnitType(
        id="spies",
        name="Grey Cloaks",
        level=6,
        competencies=("sneak", "charm"),
        cost=Price(8, "capital"),
        upkeep=Price(3, "capital"),
        kinds=frozenset({"squad"}),
        powers=(UnitPower("unseen-on-success"),),
    )
    others = {id: unit for id, unit in found.units.items() if id != "spies"}
    assert others == {id: unit for id, unit in built_in_catalogue().units.items() if id != "spies"}


@pytest.mark.parametrize("nothing", ["0", "–"])
def test_an_entry_may_take_a_price_and_workings_away(nothing: str) -> None:
    found = _sound(f"units: {{informers: {{upkeep: {nothing}, powers: [], level: 0}}}}")
    informers = found.units["informers"]
    assert (informers.upkeep, informers.powers, informers.level) == (NO_PRICE, (), 0)


def test_an_entry_under_a_new_id_is_added() -> None:
    found = _sound(
        "units:\n  harpooners: {name: Harpooners, level: 4, competencies: [force, sneak], "
        "cost: 6c, upkeep: 1r, kinds: [squad], powers: [{kind: against-groups, value: 1}]}\n"
        "facilities:\n  shrine: {name: Shrine, level: 3, cost: 6i, income: 2, kinds: [church]}\n"
        "abilities:\n  mend: {name: Mend, kind: divine, sphere: Life, cost: 1i}\n"
        "upgrades:\n  drilled: {name: Drilled, cost: 1c, levels: 1}\n"
    )
    assert found.units["harpooners"] == UnitType(
        id="harpooners",
        name="Harpooners",
        level=4,
        competencies=("force", "sneak"),
        cost=Price(6, "capital"),
        upkeep=Price(1, "respect"),
        kinds=frozenset({"squad"}),
        powers=(UnitPower("against-groups", 1),),
    )
    assert found.facilities["shrine"] == FacilityType(
        id="shrine",
        name="Shrine",
        level=3,
        cost=Price(6, "influence"),
        income=2,
        kinds=frozenset({"church"}),
    )
    assert found.abilities["mend"] == Ability(
        id="mend", name="Mend", kind="divine", sphere="Life", cost=Price(1, "influence")
    )
    assert found.upgrades["drilled"] == Upgrade(
        id="drilled", name="Drilled", cost=Price(1, "capital"), levels=1
    )
    assert set(found.units) == {*built_in_catalogue().units, "harpooners"}


def test_the_order_of_competencies_is_kept_because_the_first_is_the_core() -> None:
    found = _sound("units: {spies: {competencies: [charm, sneak]}}")
    assert found.units["spies"].competencies == ("charm", "sneak")


def test_the_shipped_catalogue_is_not_modified() -> None:
    before = dict(built_in_catalogue().units)
    _sound("units: {spies: {level: 9}}")
    assert built_in_catalogue().units == before


MISTAKES: Final = read_mistakes(Path(__file__).parent / "mistakes", "catalogue")


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_mistake_in_an_entry_is_found_at_its_place(mistake: Mistake) -> None:
    files = {"campaign.yaml": mistake.text}
    _, findings = _laid(unmarked(files)["campaign.yaml"])
    check_said(mistake, findings, files)


def test_all_mistakes_of_entries_are_found_in_one_run() -> None:
    marked = {
        "campaign.yaml": "units:\n"
        "  spies: {cost: «8g», upkeep: «1i»}\n"
        "  sage: {powers: [{«kind»: research}]}\n"
        "facilities: {shrine: {«level»: 3}}\n"
    }
    _, findings = _laid(unmarked(marked)["campaign.yaml"])
    assert tuple(place_in_file(finding) for finding in findings) == places(marked)
