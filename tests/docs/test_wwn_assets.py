"""The page of the assets of wwn lists what ships, and every key of its vocabulary."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.rules.wwn.catalogue import CatalogueInput, shipped_catalogue, with_campaign_entries
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import EFFECT_BY_WORD, TAG_AND_ASSET_WORDS, TAG_ONLY_WORDS
from chronicle.rules.wwn.terms import ATTRIBUTES, Attribute
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose
from tests.docs.pages import bare, fences, sections

PAGE: Final = "docs/rulesets/wwn-assets.md"


def _rows(title: str) -> list[tuple[str, ...]]:
    return list(sections(PAGE)[title].rows)


def _amount(amount: DiceAmount | None) -> str:
    return "–" if amount is None else str(amount).replace("-", "−")


def _attack(asset: AssetType) -> str:
    if asset.attack is None:
        return "–"
    harm = "as told" if asset.attack.damage is None else _amount(asset.attack.damage)
    return f"{asset.attack.attribute} v. {asset.attack.target}, {harm}"


@pytest.mark.parametrize("attribute", ATTRIBUTES)
def test_the_tables_of_assets_are_the_catalogue(attribute: Attribute) -> None:
    assert [row[:-1] for row in _rows(f"Assets of {attribute.title()}")] == [
        (
            f"`{asset.id}`",
            asset.name,
            str(asset.level),
            str(asset.cost),
            str(asset.hp),
            asset.magic if asset.magic != "none" else "–",
            _attack(asset),
            _amount(asset.counter),
            "yes" if asset.subtle else "–",
        )
        for asset in shipped_catalogue().assets.values()
        if asset.attribute == attribute
    ]


def test_whatever_has_effects_is_told_what_they_do() -> None:
    told = {
        bare(row[0]): row[-1] != "–"
        for attribute in ATTRIBUTES
        for row in _rows(f"Assets of {attribute.title()}")
    }
    assert told == {id: bool(asset.effects) for id, asset in shipped_catalogue().assets.items()}


def test_the_table_of_tags_is_the_catalogue() -> None:
    words = {kind: word for word, kind in EFFECT_BY_WORD.items()}
    assert _rows("Tags") == [
        (f"`{tag.id}`", tag.name, ", ".join(f"`{words[type(one)]}`" for one in tag.effects))
        for tag in shipped_catalogue().tags.values()
    ]


def test_the_vocabulary_lists_every_effect_and_every_key_of_it() -> None:
    listed: dict[str, list[str]] = {}
    bearers: dict[str, str] = {}
    word = ""
    for effect, bearer, keys, _default, _text in _rows("The vocabulary of effects"):
        word = bare(effect) if effect else word
        bearers.setdefault(word, bearer)
        listed.setdefault(word, []).extend(bare(key) for key in keys.split(", ") if key)
    assert list(listed) == list(EFFECT_BY_WORD)
    for word, kind in EFFECT_BY_WORD.items():
        assert sorted(listed[word]) == sorted(field.name for field in fields(kind)), word
        bearer = (
            "both"
            if word in TAG_AND_ASSET_WORDS
            else "tags"
            if word in TAG_ONLY_WORDS
            else "assets"
        )
        assert bearers[word] == bearer, word


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
