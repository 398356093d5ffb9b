"""The page of assets lists the catalogue that ships, and its examples are read as they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.rules.lieutenants.catalogue import (
    Catalogue,
    CatalogueInput,
    PowerKind,
    Price,
    UnitKind,
    UnitPower,
    built_in_catalogue,
    extend_catalogue,
    inputs,
)
from chronicle.rules.lieutenants.catalogue.records import POWERS_WITH_VALUE
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose
from tests.docs.pages import ROOT, fences, sections

PAGE: Final = "docs/rulesets/lieutenants-assets.md"
SHAPES: Final[dict[str, type[InputModel]]] = {
    "`units:`": inputs.UnitTypeInput,
    "`facilities:`": inputs.FacilityTypeInput,
    "`abilities:`": inputs.UnitAbilityInput,
    "`upgrades:`": inputs.UpgradeInput,
}


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words) or "–"


def _workings(powers: Iterable[UnitPower]) -> str:
    numbers = (f"`{power.kind}` {power.value}" for power in powers)
    return _listed(said.removesuffix(" 0").replace("-1", "−1") for said in numbers)


def _rows(title: str) -> list[tuple[str, ...]]:
    return list(sections(PAGE)[title].rows)


def test_the_table_of_units_is_the_catalogue() -> None:
    assert _rows("Units") == [
        (
            f"`{unit.id}`",
            unit.name,
            str(unit.level),
            _listed(unit.competencies),
            _listed(sorted(unit.kinds)),
            str(unit.cost),
            str(unit.upkeep),
            str(unit.abilities),
            _workings(unit.powers),
            "ours" if unit.ours else "",
        )
        for unit in built_in_catalogue().units.values()
    ]


def test_the_table_of_facilities_is_the_catalogue() -> None:
    assert _rows("Facilities") == [
        (
            f"`{place.id}`",
            place.name,
            str(place.level),
            _listed(sorted(place.kinds)),
            str(place.cost),
            str(place.upkeep),
            str(place.income),
            place.link or "–",
            "ours" if place.ours else "",
        )
        for place in built_in_catalogue().facilities.values()
    ]


def test_the_table_of_abilities_is_the_catalogue() -> None:
    assert _rows("Abilities") == [
        (
            f"`{ability.id}`",
            ability.name,
            ability.kind,
            ability.sphere,
            str(ability.cost),
            _workings(ability.powers),
        )
        for ability in built_in_catalogue().abilities.values()
    ]


def test_the_table_of_upgrades_is_the_catalogue() -> None:
    assert _rows("Upgrades") == [
        (
            f"`{upgrade.id}`",
            upgrade.name,
            str(upgrade.cost),
            str(upgrade.upkeep),
            str(upgrade.levels),
            "–" if upgrade.only_level is None else str(upgrade.only_level),
            "yes" if upgrade.in_respect else "no",
        )
        for upgrade in built_in_catalogue().upgrades.values()
    ]


def test_every_asset_effect_is_documented() -> None:
    told = {row[0].strip("`"): row[1] != "–" for row in _rows("Workings")}
    assert told == {kind: kind in POWERS_WITH_VALUE for kind in get_args(PowerKind)}
    assert all(len(row[2]) > 30 for row in _rows("Workings"))


def test_every_kind_of_unit_is_told() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert [kind for kind in get_args(UnitKind) if f"- `{kind}`: " not in text] == []


@pytest.mark.parametrize("title", SHAPES)
def test_the_keys_of_an_entry_are_those_that_are_read(title: str) -> None:
    assert sections(PAGE)[title].column() == list(SHAPES[title].fields())


def _over(text: str) -> tuple[Catalogue, list[str]]:
    report = Report()
    node: Node | None = compose(Source("campaign.yaml", text), report)
    for key in ("rules", "catalogue"):
        node = node.get(key) if isinstance(node, MapNode) else None
    assert node is not None
    shape = decode(CatalogueInput, node, report)
    found = (
        extend_catalogue(built_in_catalogue(), shape, report) if shape is not None else Catalogue()
    )
    return found, [finding.message for finding in report.findings]


@pytest.mark.parametrize("title", SHAPES)
def test_a_new_entry_has_to_say_what_the_page_says(title: str) -> None:
    section = title.strip("`:")
    _, missing = _over(f"rules: {{catalogue: {{{section}: {{new-one: {{}}}}}}}}")
    wanted = [row[0] for row in _rows(title) if row[2] == "yes"]
    assert sorted(missing) == sorted(f"missing key {key}" for key in wanted)


def test_the_example_is_read_as_it_stands() -> None:
    (example,) = (fence.text for fence in fences(PAGE) if fence.language == "yaml")
    found, findings = _over(example)
    assert findings == []
    spies = found.units["spies"]
    assert (spies.name, spies.cost, spies.level) == ("Grey Cloaks", Price(8, "capital"), 6)
    assert found.units["militia"].powers == ()
    new = {"harpooners", "ropewalk", "still-waters", "drilled"}
    assert new <= {*found.units, *found.facilities, *found.abilities, *found.upgrades}
