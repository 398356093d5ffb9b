"""The catalogue that ships: each figure of each asset, and what each effect comes to (W-ENT-3)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Final

import pytest

from chronicle.records import field_names, replace
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.effect_parser import WORDS_BY_BEARER
from chronicle.rules.wwn.catalogue.inputs import CatalogueEffectInput
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile, Tag
from chronicle.rules.wwn.dice_amounts import DiceAmount, parse_dice_amount
from chronicle.rules.wwn.effects import EFFECT_BY_WORD, Effect
from tests.rules.record_as_text import as_text


def _rulebook() -> tuple[dict[str, str], dict[str, str]]:
    """What the rulebook says of each asset and of each tag, by name."""
    text = (Path(__file__).parent / "rulebook.txt").read_text("utf-8")
    lists = re.split(r"^# .*\n(?:# .*\n)*\n", text, flags=re.MULTILINE)[1:]
    entries = (re.findall(r"^\w.*\n(?:  .*\n)*", found, re.MULTILINE) for found in lists)
    assets, tags = ({re.split(r" \| |\n", it)[0]: it for it in found} for found in entries)
    return assets, tags


ASSETS, TAGS = _rulebook()
#: What has an effect in place of the damage of a hit.
SPECIAL: Final = {
    "informers": False,
    "bewitching-charmer": True,
    "cryptomancers": False,
    "expert-treachery": True,
}


def _id(name: str) -> str:
    return name.lower().replace(" ", "-")


def _entry(first: str, effects: Iterable[Effect]) -> str:
    """An entry of the rulebook: its first line, and what each effect comes to."""
    lines = (first, *(f"  {as_text(effect, full=True)}" for effect in effects))
    return "".join(f"{line}\n" for line in lines)


def _figures(asset: AssetType) -> str:
    """The line of an asset as the list has it."""
    attack = asset.attack
    return " | ".join(
        (
            asset.name,
            f"{asset.attribute} {asset.level}",
            f"{asset.hp} hp",
            f"cost {asset.cost}",
            f"magic {asset.magic}",
            f"{attack.attribute} v {attack.target}" if attack else "-",
            str(attack.damage or "special") if attack else "none",
            str(asset.counter or "none"),
            "Subtle" if asset.subtle else "-",
        )
    )


@pytest.mark.parametrize("name", ASSETS, ids=[f"W-ENT-3 {name}" for name in ASSETS])
def test_an_asset_is_and_does_what_the_rules_say(name: str) -> None:
    asset = shipped_catalogue().assets[_id(name)]
    assert asset.id == _id(name)
    assert _entry(_figures(asset), asset.effects) == ASSETS[name]


def test_there_are_the_81_assets_of_the_rules_in_their_order() -> None:
    assert list(shipped_catalogue().assets) == [_id(name) for name in ASSETS]
    kinds = [asset.attribute for asset in shipped_catalogue().assets.values()]
    assert [kinds.count(kind) for kind in ("cunning", "force", "wealth")] == [27, 27, 27]


@pytest.mark.parametrize("name", TAGS, ids=[f"W-TAG {name}" for name in TAGS])
def test_a_tag_does_what_the_rules_say(name: str) -> None:
    tag = shipped_catalogue().tags[_id(name)]
    assert tag == Tag(_id(name), name, tag.effects)
    assert _entry(name, tag.effects) == TAGS[name]


def test_there_are_fifteen_tags_of_the_rules() -> None:
    assert list(shipped_catalogue().tags) == [_id(name) for name in TAGS]
    assert len(TAGS) == 15


def test_every_effect_of_the_vocabulary_is_needed() -> None:
    assets = {it.word for asset in shipped_catalogue().assets.values() for it in asset.effects}
    tags = {it.word for tag in shipped_catalogue().tags.values() for it in tag.effects}
    assert assets | tags == set(EFFECT_BY_WORD)


def test_an_asset_attacks_when_a_hit_of_it_does_something() -> None:
    undamaging = [
        asset
        for asset in shipped_catalogue().assets.values()
        if asset.attack and not asset.attack.damage
    ]
    assert {asset.id: asset.attacks for asset in undamaging} == SPECIAL
    for asset in shipped_catalogue().assets.values():
        assert asset.attacks == (asset.attack is not None and SPECIAL.get(asset.id, True))


@pytest.mark.parametrize("id", ["front-merchant", "saboteurs"])
def test_an_asset_needs_no_damage_to_attack_when_its_effect_does_something(id: str) -> None:
    bare = replace(shipped_catalogue().assets[id], attack=AttackProfile("wealth", "wealth", None))
    assert bare.attacks
    assert not replace(bare, effects=()).attacks


# ── How effects are written ──────────────────────────────────────────────────────────────────────


def test_an_effect_has_no_key_that_cannot_be_written() -> None:
    named = {name for kind in EFFECT_BY_WORD.values() for name in field_names(kind)}
    assert set(CatalogueEffectInput.fields()) == {"does", *named}


def test_tags_and_assets_share_a_few_effects() -> None:
    assets, tags = set(WORDS_BY_BEARER["asset"]), set(WORDS_BY_BEARER["tag"])
    assert assets | tags == set(EFFECT_BY_WORD)
    assert assets & tags == {"throws", "starts-hidden", "income", "salvages"}
    assert tags - assets == {
        *("massive", "expands-freely", "buys-above", "strides", "bargains"),
        *("recovers", "endures", "retries"),
    }


def test_the_word_of_an_effect_is_that_of_its_record() -> None:
    for word, kind in EFFECT_BY_WORD.items():
        assert word == re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


# ── Amounts ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1d6", DiceAmount(1, 6)),
        ("2d10+4", DiceAmount(2, 10, 4)),
        ("1d4-1", DiceAmount(1, 4, -1)),
        ("9d20+99", DiceAmount(9, 20, 99)),
        ("1d2", DiceAmount(1, 2)),
        (3, DiceAmount(plus=3)),
        ("999", DiceAmount(plus=999)),
        (0, None),
        ("0", None),
        (-1, None),
        (1000, None),
        ("", None),
        ("d6", None),
        ("0d6", None),
        ("10d6", None),
        ("1d1", None),
        ("1d21", None),
        ("1d6+0", None),
        ("1d6+100", None),
        ("1d6 + 1", None),
        ("1d6\n", None),
        ("1D6", None),
        ("١d6", None),
        ("1d4-4", None),
        ("1d4-3", DiceAmount(1, 4, -3)),
    ],
)
def test_an_amount_is_dice_or_a_number_and_more_than_nothing(
    text: str | int, wanted: DiceAmount | None
) -> None:
    assert parse_dice_amount(text) == wanted


@pytest.mark.parametrize("text", ["1d6", "2d10+4", "1d4-1", "12"])
def test_an_amount_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_dice_amount(text)) == text


def test_an_amount_is_never_less_than_nothing() -> None:
    told = DiceAmount(1, 4, -1)
    assert [told.of((face,)) for face in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert DiceAmount(1, 4, -3).of((1,)) == 0
    assert DiceAmount(plus=5).of(()) == 5


def test_the_chances_of_an_amount_are_counted_over_all_faces() -> None:
    assert DiceAmount(2, 4).spread() == {
        value: Fraction(count, 16)
        for value, count in zip(range(2, 9), (1, 2, 3, 4, 3, 2, 1), strict=True)
    }
    assert DiceAmount(1, 4, -2).spread() == {
        0: Fraction(2, 4),
        1: Fraction(1, 4),
        2: Fraction(1, 4),
    }
    assert DiceAmount(plus=3).spread() == {3: Fraction(1)}
