"""Check the parts of an asset against each other: attack, damage and effects."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.rules.wwn.catalogue.inputs import AssetTypeInput
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics import catalogue as problems
from chronicle.rules.wwn.effects import Effect


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
