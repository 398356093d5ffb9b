"""What a campaign adds to the catalogue: its own assets and tags, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.authoring.explain import examples
from chronicle.diagnostics.report import Finding, Problem, Report, problems_of
from chronicle.files.source import Source
from chronicle.records import replace
from chronicle.rules.wwn.catalogue import CatalogueInput, shipped_catalogue, with_campaign_entries
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile, Catalogue, Tag
from chronicle.rules.wwn.diagnostics import catalogue as problems
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import (
    Afflicts,
    Carries,
    Demands,
    Income,
    Robs,
    StartsHidden,
    Throws,
    Yields,
)
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode, Node
from chronicle.yaml.parser import compose
from tests.marked_text import place_in_file, places, unmarked
from tests.rules.mistakes import Mistake, check_said, read_mistakes

MISTAKES = read_mistakes(Path(__file__).parent / "mistakes", "catalogue")
PROBLEMS = problems_of(problems)


def _node(text: str) -> Node:
    report = Report()
    node = compose(Source("campaign.yaml", text), report)
    assert node is not None, report.findings
    return node


def _laid(node: Node) -> tuple[Catalogue | None, tuple[Finding, ...]]:
    """What ships with entries added to it, and what is found in them."""
    report = Report()
    entries = decode(CatalogueInput, node, report)
    found = (
        with_campaign_entries(shipped_catalogue(), entries, report) if entries is not None else None
    )
    return found, report.findings


def _sound(text: str) -> Catalogue:
    found, findings = _laid(_node(text))
    assert found is not None
    assert findings == ()
    return found


# ── What a campaign may have of its own ──────────────────────────────────────────────────────────


def test_an_entry_changes_what_it_says_and_keeps_the_rest() -> None:
    found = _sound("assets: {infantry: {name: Pikes, cost: 5}}")
    assert found.assets["infantry"] == AssetType(
        id="infantry",
        name="Pikes",
        attribute="force",
        level=3,
        hp=6,
        cost=5,
        magic="none",
        attack=AttackProfile("force", "force", DiceAmount(1, 8)),
        counter=DiceAmount(1, 6),
        subtle=False,
        effects=(),
    )
    others = {id: asset for id, asset in found.assets.items() if id != "infantry"}
    assert others == {
        id: asset for id, asset in shipped_catalogue().assets.items() if id != "infantry"
    }
    assert found.tags == shipped_catalogue().tags


def test_an_entry_may_change_a_part_of_an_attack() -> None:
    found = _sound("assets: {infantry: {attack: {target: wealth}}, thugs: {attack: {damage: 3}}}")
    assert found.assets["infantry"].attack == AttackProfile("force", "wealth", DiceAmount(1, 8))
    assert found.assets["thugs"].attack == AttackProfile("force", "cunning", DiceAmount(plus=3))


def test_an_entry_may_take_everything_away() -> None:
    found = _sound(
        "assets:\n"
        "  informers: {attack: null, counter: null, subtle: false, magic: none, effects: []}\n"
        "  local-guard: {attack: null, counter: null}\n"
    )
    informers = shipped_catalogue().assets["informers"]
    assert found.assets["informers"] == replace(informers, attack=None, subtle=False, effects=())
    guard = shipped_catalogue().assets["local-guard"]
    assert found.assets["local-guard"] == replace(guard, attack=None, counter=None)


def test_what_an_entry_leaves_empty_it_does_not_say() -> None:
    found = _sound("assets: {infantry: {name: null, effects: null, level: }}")
    assert found.assets == shipped_catalogue().assets


def test_an_asset_under_a_new_id_is_added() -> None:
    found = _sound(
        "assets:\n"
        "  salt-barges:\n"
        "    name: Salt Barges\n"
        "    attribute: wealth\n"
        "    level: 4\n"
        "    hp: 9\n"
        "    cost: 11\n"
        "    magic: low\n"
        "    attack: {attribute: wealth, target: force, damage: null}\n"
        "    counter: 1d4\n"
        "    subtle: true\n"
        "    effects:\n"
        "      - {does: carries, who: both, water: true, price: 2, end: 2, kinds: [force, force]}\n"
        "      - {does: yields, table: [-1, 0, 0, 3]}\n"
        "      - {does: robs, amount: 1d4+1, once: true}\n"
        "      - {does: throws, more: -2, when: [other, attack, other], whose: anybody, reach: 0}\n"
    )
    assert found.assets["salt-barges"] == AssetType(
        id="salt-barges",
        name="Salt Barges",
        attribute="wealth",
        level=4,
        hp=9,
        cost=11,
        magic="low",
        attack=AttackProfile("wealth", "force", None),
        counter=DiceAmount(1, 4),
        subtle=True,
        effects=(
            Carries("both", ("force",), end=2, price=2, water=True),
            Yields(table=(-1, 0, 0, 3)),
            Robs(DiceAmount(1, 4, 1), once=True),
            Throws(-2, ("other", "attack"), "anybody", reach=0),
        ),
    )
    assert set(found.assets) == {*shipped_catalogue().assets, "salt-barges"}
    assert found.assets["salt-barges"].attacks


def test_a_new_asset_has_none_of_what_it_leaves_out() -> None:
    found = _sound("assets: {reeds: {name: Reeds, attribute: cunning, level: 1, hp: 1, cost: 0}}")
    assert found.assets["reeds"] == AssetType(
        "reeds", "Reeds", "cunning", 1, 1, 0, "none", None, None, subtle=False
    )


@pytest.mark.parametrize(
    ("written", "effect"),
    [
        (
            "does: afflicts, when: instead, mark: unusable, lasts: turn, check: true",
            Afflicts("instead", "unusable", "turn", check=True),
        ),
        (
            "does: demands, attributes: [cunning, cunning]",
            Demands(attributes=("cunning", "cunning")),
        ),
    ],
)
def test_an_attack_needs_no_damage_where_its_check_is_for_something_else(
    written: str, effect: Afflicts | Demands
) -> None:
    found = _sound(f"assets: {{thugs: {{attack: {{damage: null}}, effects: [{{{written}}}]}}}}")
    assert found.assets["thugs"].effects == (effect,)
    assert not found.assets["thugs"].attacks


def test_a_tag_under_a_new_id_is_added() -> None:
    found = _sound(
        "tags:\n"
        "  tithed: {name: Tithed, effects: [{does: income, amount: 2}, {does: starts-hidden}]}\n"
        "  feared:\n"
        "    name: Feared\n"
        "    effects: [{does: throws, more: -1, when: [attack], whose: rivals}]\n"
    )
    assert found.tags["tithed"] == Tag("tithed", "Tithed", (Income(2), StartsHidden()))
    assert found.tags["feared"].effects == (Throws(-1, ("attack",), "rivals"),)
    assert set(found.tags) == {*shipped_catalogue().tags, "tithed", "feared"}


def test_a_tag_changes_what_it_says_and_keeps_the_rest() -> None:
    found = _sound("tags: {rich: {name: Opulent}, mobile: {effects: []}}")
    assert found.tags["rich"] == replace(shipped_catalogue().tags["rich"], name="Opulent")
    assert found.tags["mobile"] == Tag("mobile", "Mobile", ())


def test_the_shipped_catalogue_is_not_modified() -> None:
    before = dict(shipped_catalogue().assets), dict(shipped_catalogue().tags)
    _sound("{assets: {infantry: {level: 8}}, tags: {rich: {effects: []}}}")
    assert (shipped_catalogue().assets, shipped_catalogue().tags) == before


# ── Mistakes ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.id)
def test_a_mistake_in_an_entry_is_found_at_its_place(mistake: Mistake) -> None:
    files = {"campaign.yaml": mistake.text}
    _, findings = _laid(_node(unmarked(files)["campaign.yaml"]))
    check_said(mistake, findings, files)


def test_all_mistakes_of_entries_are_found_in_one_run() -> None:
    marked = {
        "campaign.yaml": "assets:\n"
        "  farmers:\n"
        "    counter: «d4»\n"
        "    effects:\n"
        "      - {does: «yields»}\n"
        "      - {does: income, amount: «0», «reach»: 1}\n"
        "      - {does: «massive»}\n"
        "  infantry: {attack: {damage: «null»}}\n"
        "  reeds: {«name»: Reeds, attribute: cunning, level: 1, hp: 1}\n"
        "tags:\n"
        "  rich: {effects: [{does: throws, more: 1, when: [«ever»], whose: owner}]}\n"
    }
    _, findings = _laid(_node(unmarked(marked)["campaign.yaml"]))
    assert tuple(place_in_file(finding) for finding in findings) == places(marked)


def test_an_entry_with_a_mistake_is_in_the_catalogue_all_the_same() -> None:
    text = "{assets: {reeds: {name: Reeds, counter: x}}, tags: {brave: {effects: []}}}"
    found, findings = _laid(_node(text))
    assert findings
    assert found is not None
    assert found.assets["reeds"].name == "Reeds"
    assert found.tags["brave"].name == "brave"


# ── The pages of findings ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.code)
def test_the_example_of_a_page_yields_its_code_alone(problem: type[Problem]) -> None:
    (example,) = examples(problem)
    assert example.path == "campaign.yaml"
    node: Node | None = _node(example.body)
    for key in ("rules", "catalogue"):
        node = node.get(key) if isinstance(node, MapNode) else None
    assert node is not None
    _, findings = _laid(node)
    assert [finding.code for finding in findings] == [problem.code]
    assert all(finding.help for finding in findings)
