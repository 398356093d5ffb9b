"""Records of the catalogue: the types of assets and tags (W-ENT-3, W-TAG)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TypeVar

from chronicle.records import dataclass
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Afflicts, Converts, Effect, Robs
from chronicle.rules.wwn.terms import Attribute, Magic

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """How an asset attacks: its attribute, the target's attribute, and the damage.

    ``damage`` is None if an effect says what a hit does.
    """

    attribute: Attribute
    target: Attribute
    damage: DiceAmount | None


@dataclass(frozen=True, slots=True)
class AssetType:
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

    def effects_of(self, kind: type[F]) -> Iterator[F]:
        """Yield its effects of one kind."""
        return (effect for effect in self.effects if isinstance(effect, kind))

    @property
    def attacks(self) -> bool:
        """Return whether it can be ordered to attack: it has a check with a result (W-ACT-1)."""
        if self.attack is None or self.attack.damage is not None:
            return self.attack is not None
        marks = any(effect.when != "instead" for effect in self.effects_of(Afflicts))
        turns = any(effect.when == "won" for effect in self.effects_of(Converts))
        return marks or turns or any(True for _ in self.effects_of(Robs))


@dataclass(frozen=True, slots=True)
class Tag:
    """A trait of a faction, made of effects."""

    id: str
    name: str
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All types of assets and tags of a campaign, by id."""

    assets: Mapping[str, AssetType]
    tags: Mapping[str, Tag]
    _types_by_effect: Mapping[type[Effect], frozenset[str]] = field(
        init=False, compare=False, repr=False
    )

    def __post_init__(self) -> None:
        found: dict[type[Effect], set[str]] = {}
        for id, sort in self.assets.items():
            for effect in sort.effects:
                found.setdefault(type(effect), set()).add(id)
        by_effect = {kind: frozenset(ids) for kind, ids in found.items()}
        object.__setattr__(self, "_types_by_effect", by_effect)

    def types_with(self, kind: type[Effect]) -> frozenset[str]:
        """Return the ids of the types of assets that have an effect of this kind."""
        return self._types_by_effect.get(kind, frozenset())
