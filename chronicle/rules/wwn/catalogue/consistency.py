"""Check the parts of an asset against each other: attack, damage and effects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.diagnostics.report import Problem
from chronicle.files.source import Span
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.catalogue.inputs import AssetTypeInput
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics import catalogue as problems

#: The free actions that are ordered directly; the others are named with the purchase or roll that
#: they help with.
ORDERABLE_EFFECTS: Final = (
    effects.Carries,
    effects.Yields,
    effects.Mends,
    effects.Exposes,
    effects.Cloaks,
    effects.Demands,
)


def inconsistencies(asset: AssetType, entry: AssetTypeInput) -> Iterator[Problem]:
    """Yield the problems of an asset after an entry was applied, located in the entry."""
    if (
        asset.attack is not None
        and not asset.attacks
        and not any(map(_replaces_damage, asset.effects))
    ):
        yield problems.HitDoesNothing(at=_attack_at(entry))
    met: set[type[effects.Effect]] = set()
    for index, effect in enumerate(asset.effects):
        if asset.attack is None and _needs_attack(effect):
            yield problems.NeverAttacks(at=_effect_at(entry, index), does=word_of_effect(effect))
        if isinstance(effect, ORDERABLE_EFFECTS) and type(effect) in met:
            yield problems.SameFreeAction(at=_effect_at(entry, index), does=word_of_effect(effect))
        met.add(type(effect))


def word_of_effect(effect: effects.Effect) -> str:
    """Return the name of an effect under `does:`."""
    return next(word for word, kind in effects.EFFECT_BY_WORD.items() if kind is type(effect))


def _replaces_damage(effect: effects.Effect) -> bool:
    """Return whether an effect uses the asset's own check, so that it needs no damage."""
    match effect:
        case effects.Afflicts(when="instead") | effects.Exposes():
            return True
        case effects.Demands(attributes=attributes):
            return attributes is not None
        case _:
            return False


def _needs_attack(effect: effects.Effect) -> bool:
    """Return whether an effect can only result from an attack of the asset itself."""
    match effect:
        case effects.Afflicts(when=when):
            return when != "instead"
        case effects.Robs() | effects.Converts() | effects.Uncountered():
            return True
        case _:
            return False


def _attack_at(entry: AssetTypeInput) -> Span:
    """Return the position of the attack without damage, or of the effects."""
    if entry.attack is None:
        return entry.key_at("effects")
    return entry.attack.at("damage") if entry.attack.has("damage") else entry.attack.at()


def _effect_at(entry: AssetTypeInput, index: int) -> Span:
    """Return the position of an effect, or of the attack that was removed from it."""
    return entry.key_at("attack") if entry.effects is None else entry.effects[index].at("does")
