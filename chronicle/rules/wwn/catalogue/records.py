"""Records of the catalogue: the types of assets and tags (W-ENT-3, W-TAG)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeVar

from chronicle.records import Record
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Effect
from chronicle.rules.wwn.terms import Attribute, Magic

F = TypeVar("F")


class AttackProfile(Record):
    """How an asset attacks: both attributes, and the damage, None if an effect says it."""

    attribute: Attribute
    target: Attribute
    damage: DiceAmount | None


class AssetType(Record):
    """A type of asset: requirements, cost, hit points, and effects.

    ``attack`` is None for types that can't attack, ``counter`` for those without a counterattack.
    """

    id: str
    name: str
    attribute: Attribute
    level: int
    hp: int
    cost: int
    magic: Magic
    attack: AttackProfile | None
    counter: DiceAmount | None
    subtle: bool
    effects: tuple[Effect, ...] = ()

    def effects_of(self, kind: type[F]) -> list[F]:
        return [effect for effect in self.effects if isinstance(effect, kind)]

    @property
    def attacks(self) -> bool:
        """Return whether it can be ordered to attack: it has a check with a result (W-ACT-1)."""
        if self.attack is None:
            return False
        return self.attack.damage is not None or any(effect.hits for effect in self.effects)


class Tag(Record):
    """A trait of a faction, made of effects."""

    id: str
    name: str
    effects: tuple[Effect, ...]


class Catalogue(Record, dict=True):
    """All types of assets and tags of a campaign, by id."""

    assets: Mapping[str, AssetType]
    tags: Mapping[str, Tag]

    @cached_property
    def _types_by_effect(self) -> Mapping[type[Effect], frozenset[str]]:
        found: dict[type[Effect], set[str]] = {}
        for id, sort in self.assets.items():
            for effect in sort.effects:
                found.setdefault(type(effect), set()).add(id)
        return {kind: frozenset(ids) for kind, ids in found.items()}

    def types_with(self, kind: type[Effect]) -> frozenset[str]:
        """Return the ids of the types of assets that have an effect of this kind."""
        return self._types_by_effect.get(kind, frozenset())
