"""The page of the assets of wwn lists what ships, and every key of its vocabulary."""

from __future__ import annotations

import re
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.records import default_values, field_names
from chronicle.rules.wwn.catalogue import CatalogueInput, shipped_catalogue, with_campaign_entries
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import EFFECT_BY_WORD
from chronicle.rules.wwn.terms import ATTRIBUTES, Attribute
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose
from tests.docs.pages import ROOT, fences, sections

PAGE: Final = "docs/rulesets/wwn-assets.md"
RULES: Final = "docs/rulesets/wwn.md"
_CODE: Final = re.compile(r"`([^`]+)`")


def _rows(title: str) -> list[tuple[str, ...]]:
    return list(sections(PAGE)[title].rows)


def _amount(amount: DiceAmount | None) -> str:
    return "–" if amount is None else str(amount).replace("-", "−")


def _attack(asset: AssetType) -> str:
    if asset.attack is None:
        return "–"
    sides = f"{asset.attack.attribute[0]}/{asset.attack.target[0]}".upper()
    return f"{sides} {'*' if asset.attack.damage is None else _amount(asset.attack.damage)}"


def _marks(asset: AssetType) -> str:
    """What begins the text of an asset: whether it is Subtle, and the magic that it needs."""
    subtle = "Subtle." if asset.subtle and asset.attribute != "cunning" else ""
    magic = "" if asset.magic == "none" else f"{asset.magic.title()} magic."
    return " ".join(filter(None, (subtle, magic)))


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_the_tables_of_assets_are_the_catalogue(attribute: Attribute) -> None:
    assets = [it for it in shipped_catalogue().assets.values() if it.attribute == attribute]
    rows = _rows(f"Assets of {attribute.title()}")
    assert [row[:-1] for row in rows] == [
        (
            f"`{asset.id}`",
            str(asset.level),
            str(asset.cost),
            str(asset.hp),
            _attack(asset),
            _amount(asset.counter),
        )
        for asset in assets
    ]
    for asset, row in zip(assets, rows, strict=True):
        assert row[-1].startswith(_marks(asset)), asset.id
        assert ("ubtle." in row[-1], "magic." in row[-1]) == (
            asset.subtle and attribute != "cunning",
            asset.magic != "none",
        )
        # An asset with effects has a text besides.
        assert (len(row[-1]) > len(_marks(asset)) + 1) == bool(asset.effects), asset.id


def test_all_assets_of_cunning_are_subtle() -> None:
    assets = [it for it in shipped_catalogue().assets.values() if it.attribute == "cunning"]
    assert all(asset.subtle for asset in assets)


def test_names_are_ids_in_words() -> None:
    for asset in shipped_catalogue().assets.values():
        assert asset.name.casefold().replace(" ", "-") == asset.id


def test_the_table_of_tags_lists_those_that_ship() -> None:
    listed = [id for row in sections(RULES)["Tags"].rows for id in _CODE.findall(row[0])]
    assert sorted(listed) == sorted(shipped_catalogue().tags)


#: An effect of the rules: its id, for what it is, and what it says.
_EFFECT: Final = re.compile(
    r"^- \*\*W-FX-([A-Z-]+)\*\*(?: \((also|only) tags\))? · (.*?)(?=^- |^## )", re.M | re.S
)
#: A key: in bold without a value if it is required, otherwise with its default.
_KEY: Final = re.compile(
    r"(?:\*\*`(?P<required>[a-z_]+):`\*\*)|`(?P<key>[a-z_]+): (?P<default>[^`]+)`"
)


def _default(value: object) -> str:
    match value:
        case None | () | "":
            return "none"
        case bool():
            return str(value).lower()
        case tuple():
            assert value == ATTRIBUTES
            return "all"
        case _:
            return str(value)


def test_the_rules_list_every_effect_with_its_keys_and_defaults() -> None:
    text = (ROOT / RULES).read_text(encoding="utf-8").partition("\n## Effects\n")[2]
    told = {id.lower(): (tags, words) for id, tags, words in _EFFECT.findall(text)}
    assert list(told) == list(EFFECT_BY_WORD)
    for word, kind in EFFECT_BY_WORD.items():
        tags, words = told[word]
        keys = {
            found["required"] or found["key"]: found["default"] for found in _KEY.finditer(words)
        }
        expected = {
            name: _default(default_values(kind)[name]) if name in default_values(kind) else None
            for name in field_names(kind)
        }
        assert keys == expected, word
        bearers = {("asset",): "", ("tag",): "only", ("asset", "tag"): "also"}
        assert tags == bearers[kind.bearers], word


def test_the_entries_of_the_page_are_read_as_they_stand() -> None:
    (block,) = [fence for fence in fences(PAGE) if fence.language == "yaml"]
    report = Report()
    node = compose(Source("campaign.yaml", block.text), report)
    assert isinstance(node, MapNode)
    rules = node.get("rules")
    assert isinstance(rules, MapNode)
    entries = rules.get("catalogue")
    assert isinstance(entries, MapNode)
    shape = decode(CatalogueInput, entries, report)
    assert shape is not None
    found = with_campaign_entries(shipped_catalogue(), shape, report)
    assert not report.findings
    assert found.assets["river-chain"].counter == DiceAmount(1, 6)
    assert found.assets["farmers"].cost == 3
    assert found.tags["hallowed"].name == "Hallowed"
