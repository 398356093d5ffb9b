"""The catalogue: what ships, and what a campaign lays over it entry by entry (W-ENT-3, W-TAG)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from chronicle.diagnostics.catalogue.content import BadFormat, MissingKey
from chronicle.diagnostics.report import Report
from chronicle.files.package_data import shipped_source
from chronicle.rules.wwn.catalogue.consistency import clashes
from chronicle.rules.wwn.catalogue.effects import AN_AMOUNT, Bearer, working
from chronicle.rules.wwn.catalogue.inputs import (
    AssetTypeShape,
    AttackShape,
    CatalogueShape,
    EffectShape,
    TagShape,
)
from chronicle.rules.wwn.catalogue.records import AssetType, Attack, Catalogue, Tag
from chronicle.rules.wwn.dice_amounts import Amount, AmountText, amount
from chronicle.rules.wwn.effects import Effect
from chronicle.yaml.decode import InputModel, decode
from chronicle.yaml.parser import compose

__all__ = ["AssetType", "Attack", "Catalogue", "CatalogueShape", "Tag", "shipped", "with_house"]

#: What a new asset has to say; of what it leaves out besides it has none.
_NEEDED: Final = ("name", "attribute", "level", "hp", "cost")


@cache
def shipped() -> Catalogue:
    """The catalogue that comes with the ruleset."""
    found = Catalogue({}, {})
    for path in ("data/assets.yaml", "data/tags.yaml"):
        report = Report()
        node = compose(shipped_source("chronicle.rules.wwn", path), report)
        shape = decode(CatalogueShape, node, report) if node is not None else None
        found = with_house(found, shape, report) if shape is not None else found
        if report.has_errors:
            raise ValueError(f"{path} is unsound: {report.findings}")
    return found


def with_house(base: Catalogue, shape: CatalogueShape, report: Report) -> Catalogue:
    """A catalogue with a campaign's entries laid over it; what is wrong in them is reported.

    An entry under a known id keeps what it does not mention.
    """
    assets, tags = dict(base.assets), dict(base.tags)
    for id, asset in shape.assets.items():
        assets[id] = _asset(id, assets.get(id), asset, report)
    for id, tag in shape.tags.items():
        tags[id] = _tag(id, tags.get(id), tag, report)
    return Catalogue(assets, tags)


def _asset(id: str, known: AssetType | None, shape: AssetTypeShape, report: Report) -> AssetType:
    before = report.errors
    if known is None:
        _needs(shape, _NEEDED, report)
    start = known or AssetType(id, id, "force", 1, 1, 0, "none", None, None, subtle=False)
    changes = _plain(shape, ("name", "attribute", "level", "hp", "cost", "magic", "subtle"))
    if shape.has("attack"):
        changes["attack"] = _attack(start.attack, shape.attack, report)
    if shape.has("counter"):
        changes["counter"] = _amount(shape, "counter", shape.counter, report)
    if shape.effects is not None:
        changes["effects"] = _effects(shape.effects, "asset", report)
    asset = replace(start, **changes)
    # Of what could not be read it is not known what else goes with it.
    if report.errors == before:
        for problem in clashes(asset, shape):
            report.add(problem)
    return asset


def _tag(id: str, known: Tag | None, shape: TagShape, report: Report) -> Tag:
    if known is None:
        _needs(shape, ("name", "effects"), report)
    changes = _plain(shape, ("name",))
    if shape.effects is not None:
        changes["effects"] = _effects(shape.effects, "tag", report)
    return replace(known or Tag(id, id, ()), **changes)


def _attack(known: Attack | None, shape: AttackShape | None, report: Report) -> Attack | None:
    """An attack, new or with something changed in it; None when there is none."""
    if shape is None:
        return None
    if known is None:
        _needs(shape, ("attribute", "target"), report)
    changes = _plain(shape, ("attribute", "target"))
    if shape.has("damage"):
        changes["damage"] = _amount(shape, "damage", shape.damage, report)
    return replace(known or Attack("force", "force", None), **changes)


def _effects(shapes: list[EffectShape], bearer: Bearer, report: Report) -> tuple[Effect, ...]:
    found = (working(shape, bearer, report) for shape in shapes)
    return tuple(effect for effect in found if effect is not None)


def _amount(shape: InputModel, key: str, text: AmountText | None, report: Report) -> Amount | None:
    """The amount under a key; None for nothing, or after a finding."""
    found = amount(text) if text is not None else None
    if text is not None and found is None:
        report.add(BadFormat(at=shape.at(key), word=str(text), form=AN_AMOUNT))
    return found


def _needs(shape: InputModel, keys: tuple[str, ...], report: Report) -> None:
    """A finding for each of these that a new entry doesn't say."""
    for key in keys:
        if getattr(shape, key) is None:
            report.add(MissingKey(at=shape.at(), key=key))


def _plain(shape: InputModel, keys: tuple[str, ...]) -> dict[str, Any]:
    """What is said under keys whose values are taken as they stand."""
    said: Mapping[str, Any] = {key: getattr(shape, key) for key in keys}
    return {key: value for key, value in said.items() if value is not None}
