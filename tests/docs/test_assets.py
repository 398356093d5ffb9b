"""The page of assets lists the catalogue that ships, and its examples can be read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, get_args

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.rules.lieutenants.catalogue import (
    POWERS_WITH_VALUE,
    Catalogue,
    CatalogueInput,
    PowerKind,
    Price,
    UnitKind,
    UnitPower,
    built_in_catalogue,
    extend_catalogue,
)
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose
from tests.docs.pages import ROOT, fences, sections

PAGE: Final = "docs/rulesets/lieutenants-assets.md"
RULES: Final = "docs/rulesets/lieutenants.md"
#: The keys that a new entry needs, by section.
NEEDED: Final = {
    "units": ["name", "level"],
    "facilities": ["name", "level"],
    "abilities": ["name", "kind"],
    "upgrades": ["name"],
}


def _id(id: str, *, ours: bool = False) -> str:
    return f"`{id}` *" if ours else f"`{id}`"


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
            _id(unit.id, ours=unit.ours),
            str(unit.level),
            _listed(unit.competencies),
            _listed(sorted(unit.kinds)),
            str(unit.cost),
            str(unit.upkeep),
            str(unit.abilities),
            _workings(unit.powers),
        )
        for unit in built_in_catalogue().units.values()
    ]


def test_the_table_of_facilities_is_the_catalogue() -> None:
    assert _rows("Facilities") == [
        (
            _id(place.id, ours=place.ours),
            str(place.level),
            _listed(sorted(place.kinds)),
            str(place.cost),
            str(place.upkeep),
            str(place.income),
            place.link or "–",
        )
        for place in built_in_catalogue().facilities.values()
    ]


def test_the_table_of_abilities_is_the_catalogue() -> None:
    assert _rows("Abilities") == [
        (
            _id(ability.id),
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
            _id(upgrade.id),
            str(upgrade.cost),
            str(upgrade.upkeep),
            str(upgrade.levels),
            "–" if upgrade.only_level is None else str(upgrade.only_level),
            "yes" if upgrade.in_respect else "no",
        )
        for upgrade in built_in_catalogue().upgrades.values()
    ]


def test_names_are_ids_in_words() -> None:
    shipped = built_in_catalogue()
    names = {
        **{id: unit.name for id, unit in shipped.units.items()},
        **{id: facility.name for id, facility in shipped.facilities.items()},
        **{id: ability.name for id, ability in shipped.abilities.items()},
        **{id: upgrade.name for id, upgrade in shipped.upgrades.items()},
    }
    assert {id: name.casefold().replace(" ", "-") for id, name in names.items()} == {
        id: id for id in names
    }


def test_every_working_is_a_rule_which_says_what_its_number_is() -> None:
    text = (ROOT / RULES).read_text(encoding="utf-8").partition("## Workings\n")[2]
    told = dict(re.findall(r"^- \*\*L-AST-([A-Z-]+)\*\* · (.*?)(?=^- |^## )", text, re.M | re.S))
    kinds = {kind.upper(): kind in POWERS_WITH_VALUE for kind in get_args(PowerKind)}
    assert {kind: "*N*" in words for kind, words in told.items() if kind != "LINK"} == kinds


def test_every_kind_of_unit_is_told() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert [kind for kind in get_args(UnitKind) if f"- `{kind}`: " not in text] == []


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


@pytest.mark.parametrize("section", NEEDED)
def test_a_new_entry_needs_what_the_content_reference_says(section: str) -> None:
    _, missing = _over(f"rules: {{catalogue: {{{section}: {{new-one: {{}}}}}}}}")
    assert sorted(missing) == sorted(f"missing key `{key}`" for key in NEEDED[section])
    text = (ROOT / "docs/reference/content-lieutenants.md").read_text(encoding="utf-8")
    told = text.partition(f"### `{section}:` of the catalogue\n\nA new one needs ")[2]
    assert re.findall(r"`(\w+)`", told.partition(".\n")[0]) == NEEDED[section]


def test_the_example_is_read_as_it_stands() -> None:
    (example,) = (fence.text for fence in fences(PAGE) if fence.language == "yaml")
    found, findings = _over(example)
    assert findings == []
    spies = found.units["spies"]
    assert (spies.name, spies.cost, spies.level) == ("Grey Cloaks", Price(8, "capital"), 6)
    assert found.units["militia"].powers == ()
    new = {"harpooners", "ropewalk", "still-waters", "drilled"}
    assert new <= {*found.units, *found.facilities, *found.abilities, *found.upgrades}
