"""What assets and tags there are (W-ENT-3, W-TAG): the records of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.effects import Afflicts, Converts, Effect, Robs
from chronicle.rules.wwn.terms import Attribute, Magic

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """How an asset attacks: the owner's attribute against the target's, and the damage.

    ``damage`` is None where the effect says what a hit does.
    """

    attribute: Attribute
    target: Attribute
    damage: DiceAmount | None


@dataclass(frozen=True, slots=True)
class AssetType:
    """A kind of asset that can be had: what it needs, costs and withstands, and what it does.

    ``attack`` is None for one that can't attack, ``counter`` for one that answers with nothing.
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
        """Its effects of one kind."""
        return (effect for effect in self.effects if isinstance(effect, kind))

    @property
    def attacks(self) -> bool:
        """Whether it can be ordered to attack: there is a check that does something (W-ACT-1)."""
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
    """Everything that a campaign can be played with, by id."""

    assets: Mapping[str, AssetType]
    tags: Mapping[str, Tag]
