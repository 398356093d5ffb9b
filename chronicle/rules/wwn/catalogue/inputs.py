"""The written form of catalogue entries, built in or in a campaign.

Every key is optional: an entry with a known id changes what it mentions and keeps the rest.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.rules.wwn.dice_amounts import DiceAmountText
from chronicle.rules.wwn.effects import Quality
from chronicle.rules.wwn.terms import Attribute, Magic
from chronicle.yaml.decode import Field, Id, InputModel, NameOrNames, NewNameHint, NonEmptyText

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Some: TypeAlias = Annotated[int, Field(ge=1, le=1000)]
_Moves: TypeAlias = Annotated[int, Field(ge=0, le=20)]
_Profit: TypeAlias = Annotated[int, Field(ge=-20, le=20)]


class CatalogueEffectInput(InputModel):
    """An entry of `effects:`: what it `does`, and every key that any effect may have.

    Which of them belong to which effect is told by the effect's own record; a default here counts
    for nothing.
    """

    does: NonEmptyText
    who: NonEmptyText = ""
    kinds: Annotated[list[Attribute], Field(min_length=1)] = []
    start: _Moves = 0
    end: _Moves = 0
    from_passenger: _Moves = 0
    by_here: bool = False
    price: DiceAmountText = 0
    capped: bool = False
    past_bans: bool = False
    water: bool = False
    grants: Quality = "subtle"
    table: Annotated[list[_Profit], Field(min_length=2, max_length=20)] = []
    amount: DiceAmountText = 0
    hurts: DiceAmountText = 0
    only: Literal["repairs"] = "repairs"
    at_stake: bool = False
    reach: _Moves = 0
    quality: Quality = "subtle"
    while_borne: bool = False
    attributes: Annotated[list[Attribute], Field(min_length=2, max_length=2)] = []
    unpaid: Literal["lost", "withheld"] = "lost"
    here: bool = False
    steps: Annotated[int, Field(ge=1, le=3)] = 1
    grade: Magic = "none"
    spends: bool = False
    when: NameOrNames = ""
    mark: Literal["unusable", "pinned", "hobbled"] = "unusable"
    lasts: Literal["bearer", "turn"] = "turn"
    check: bool = False
    once: bool = False
    gains: _Count = 0
    half_cost: bool = False
    hp: _Count = 0
    more: Annotated[int, Field(ge=-5, le=5)] = 0
    whose: NonEmptyText = ""
    attribute: Attribute = "force"
    highest: bool = False
    against_magic: Magic = "none"
    kind: Attribute = "force"
    below: Magic = "none"
    companions: bool = False
    mercenary: bool = False
    ratings: Annotated[int, Field(ge=1, le=7)] = 1
    at_most: _Some = 1
    times: Annotated[int, Field(ge=2, le=10)] = 2
    up_to: _Some = 1
    by: _Some = 1
    at_seat: bool = False
    parts: _Some = 1


class AttackProfileInput(InputModel):
    """`attack:` of an asset; `damage: null` where an effect says what a hit does."""

    attribute: Attribute | None = None
    target: Attribute | None = None
    damage: DiceAmountText | None = None


class AssetTypeInput(InputModel):
    """An entry of `assets:`; `attack: null` and `counter: null` stand for none."""

    name: NonEmptyText | None = None
    attribute: Attribute | None = None
    level: Annotated[int, Field(ge=1, le=8)] | None = None
    hp: _Some | None = None
    cost: _Count | None = None
    magic: Magic | None = None
    attack: AttackProfileInput | None = None
    counter: DiceAmountText | None = None
    subtle: bool | None = None
    effects: list[CatalogueEffectInput] | None = None


class TagInput(InputModel):
    """An entry of `tags:`."""

    name: NonEmptyText | None = None
    effects: list[CatalogueEffectInput] | None = None


class CatalogueInput(InputModel):
    """The catalogue, or what a campaign adds to it and changes in it; `null` removes an entry."""

    assets: Annotated[dict[Id, AssetTypeInput | None], NewNameHint("asset-type")] = {}
    tags: Annotated[dict[Id, TagInput | None], NewNameHint("tag")] = {}
