"""The catalogue: the built-in entries, with the campaign's changes (W-ENT-3, W-TAG)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from chronicle.diagnostics.catalogue import content
from chronicle.diagnostics.report import Problem, Report
from chronicle.files.package_data import shipped_source
from chronicle.files.source import Span
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.catalogue.effect_parser import AMOUNT_FORM, parse_effect
from chronicle.rules.wwn.catalogue.inputs import (
    AssetTypeInput,
    AttackProfileInput,
    CatalogueEffectInput,
    CatalogueInput,
    TagInput,
)
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile, Catalogue, Tag
from chronicle.rules.wwn.diagnostics import catalogue as problems
from chronicle.rules.wwn.dice_amounts import DiceAmount, DiceAmountText, parse_dice_amount
from chronicle.rules.wwn.effects import Bearer, Effect
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.nodes import MapNode
from chronicle.yaml.parser import compose

__all__ = ["CatalogueInput", "shipped_catalogue", "with_campaign_entries"]

#: The keys that a new asset must have; others that it leaves out are empty.
_REQUIRED_KEYS: Final = ("name", "attribute", "level", "hp", "cost")


@cache
def shipped_catalogue() -> Catalogue:
    """Return the catalogue that comes with the ruleset."""
    found = Catalogue({}, {})
    for path in ("data/assets.yaml", "data/tags.yaml"):
        report = Report()
        node = compose(shipped_source("chronicle.rules.wwn", path), report)
        entry = decode(CatalogueInput, node, report) if node is not None else None
        found = with_campaign_entries(found, entry, report) if entry is not None else found
        if report.has_errors:
            raise ValueError(f"{path} is unsound: {report.findings}")
    return found


def with_campaign_entries(base: Catalogue, entry: CatalogueInput, report: Report) -> Catalogue:
    """Return a catalogue with a campaign's entries applied; report problems in them.

    An entry with a known id keeps what it does not mention; without a value, it removes it.
    """
    assets, tags = dict(base.assets), dict(base.tags)
    for id, asset in entry.assets.items():
        if asset is not None:
            assets[id] = _parse_asset_type(id, assets.get(id), asset, report)
        elif check_known("asset type", id, base.assets, _at(entry, "assets", id), report):
            del assets[id]
    for id, tag in entry.tags.items():
        if tag is not None:
            tags[id] = _parse_tag(id, tags.get(id), tag, report)
        elif check_known("tag", id, base.tags, _at(entry, "tags", id), report):
            del tags[id]
    return Catalogue(assets, tags)


def _at(entry: CatalogueInput, key: str, id: str) -> Span:
    """Return the location of an entry's id."""
    section = entry.node.get(key)
    found = section.key(id) if isinstance(section, MapNode) else None
    return found.span if found is not None else entry.key_at(key)


def _parse_asset_type(
    id: str, known: AssetType | None, entry: AssetTypeInput, report: Report
) -> AssetType:
    before = report.errors
    if known is None:
        _check_required(entry, _REQUIRED_KEYS, report)
    start = known or AssetType(id, id, "force", 1, 1, 0, "none", None, None, subtle=False)
    changes = _given_values(entry, ("name", "attribute", "level", "hp", "cost", "magic", "subtle"))
    if entry.has("attack"):
        changes["attack"] = _parse_attack_profile(start.attack, entry.attack, report)
    if entry.has("counter"):
        changes["counter"] = _parse_amount(entry, "counter", entry.counter, report)
    if entry.effects is not None:
        changes["effects"] = _parse_effects(entry.effects, "asset", report)
    asset = replace(start, **changes)
    # If part of an asset is invalid, its consistency can't be checked.
    if report.errors == before:
        for problem in inconsistencies(asset, entry):
            report.add(problem)
    return asset


def _parse_tag(id: str, known: Tag | None, entry: TagInput, report: Report) -> Tag:
    if known is None:
        _check_required(entry, ("name", "effects"), report)
    changes = _given_values(entry, ("name",))
    if entry.effects is not None:
        changes["effects"] = _parse_effects(entry.effects, "tag", report)
    return replace(known or Tag(id, id, ()), **changes)


def _parse_attack_profile(
    known: AttackProfile | None, entry: AttackProfileInput | None, report: Report
) -> AttackProfile | None:
    """Return an attack, new or changed; None if there is none."""
    if entry is None:
        return None
    if known is None:
        _check_required(entry, ("attribute", "target"), report)
    changes = _given_values(entry, ("attribute", "target"))
    if entry.has("damage"):
        changes["damage"] = _parse_amount(entry, "damage", entry.damage, report)
    return replace(known or AttackProfile("force", "force", None), **changes)


def _parse_effects(
    entries: list[CatalogueEffectInput], bearer: Bearer, report: Report
) -> tuple[Effect, ...]:
    found = (parse_effect(entry, bearer, report) for entry in entries)
    return tuple(effect for effect in found if effect is not None)


def _parse_amount(
    entry: InputModel, key: str, text: DiceAmountText | None, report: Report
) -> DiceAmount | None:
    """Return the amount under a key; None for none, or after an error."""
    found = parse_dice_amount(text) if text is not None else None
    if text is not None and found is None:
        report.add(content.BadFormat(at=entry.at(key), word=str(text), form=AMOUNT_FORM))
    return found


def _check_required(entry: InputModel, keys: tuple[str, ...], report: Report) -> None:
    """Report each of these keys that a new entry lacks."""
    for key in keys:
        if getattr(entry, key) is None:
            report.add(content.MissingKey(at=entry.at(), key=key))


def _given_values(entry: InputModel, keys: tuple[str, ...]) -> dict[str, Any]:
    """Return the values of keys that need no conversion."""
    said: Mapping[str, Any] = {key: getattr(entry, key) for key in keys}
    return {key: value for key, value in said.items() if value is not None}


def inconsistencies(asset: AssetType, entry: AssetTypeInput) -> Iterator[Problem]:
    """Yield the problems of an asset after an entry was applied, located in the entry."""
    if (
        asset.attack is not None
        and not asset.attacks
        and not any(effect.has_check for effect in asset.effects)
    ):
        yield problems.HitDoesNothing(at=_attack_at(entry))
    met: set[type[Effect]] = set()
    for index, effect in enumerate(asset.effects):
        if asset.attack is None and effect.needs_attack:
            yield problems.NeverAttacks(at=_effect_at(entry, index), does=effect.word)
        if effect.ordered and type(effect) in met:
            yield problems.SameFreeAction(at=_effect_at(entry, index), does=effect.word)
        met.add(type(effect))


def _attack_at(entry: AssetTypeInput) -> Span:
    """Return the position of the attack without damage, or of the effects."""
    if entry.attack is None:
        return entry.key_at("effects")
    return entry.attack.at("damage") if entry.attack.has("damage") else entry.attack.at()


def _effect_at(entry: AssetTypeInput, index: int) -> Span:
    """Return the position of an effect, or of the attack that was removed from it."""
    return entry.key_at("attack") if entry.effects is None else entry.effects[index].at("does")
