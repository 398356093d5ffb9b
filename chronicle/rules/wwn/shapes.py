"""How a campaign of assets is written, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.decode import Field, Id, Raw, Record, Text, TextOr
from chronicle.rules.shared.altering import Adjusting
from chronicle.rules.wwn.terms import Attribute, GoalKind, Magic

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Rating: TypeAlias = Annotated[int, Field(ge=1, le=8)]


class HouseShape(Record):
    """`rules:` in `campaign.yaml`."""

    distance: Literal["neighbours", "miles"] = "neighbours"
    move: Annotated[int, Field(ge=1, le=10000)] = 100
    assets: Literal["public", "rumored", "owner"] = "public"
    xp_cost: Literal["reached", "leaving"] = "reached"
    catalogue: Raw | None = None


class AssetShape(Record):
    """An asset in a faction's file; all but its type and place may be left out."""

    id: Id
    type: Text
    where: Text = Field(alias="at")
    name: Text | None = None
    hp: _Count | None = None
    stealth: bool = False


class BaseShape(Record):
    """A Base of Influence; `max` may be left out for the headquarters."""

    id: Id
    where: Text = Field(alias="at")
    name: Text | None = None
    hp: _Count | None = None
    max: _Count | None = None
    headquarters: bool = False


class GoalShape(Record):
    """A goal and what it is about."""

    kind: GoalKind
    against: Text | None = None
    asset: Text | None = None
    where: Text | None = Field(alias="at", default=None)
    attribute: Attribute | None = None


class PolicyShape(Record):
    """`standing:`: what a faction does on others' turns, until it says otherwise.

    `contest:` is `at-war`, `never`, `always`, or the names of factions.
    """

    defend: list[Text] | None = None
    at_war: list[Text] | None = None
    contest: TextOr[list[Text]] | None = None
    sacrifice: Literal["never", "lethal", "always"] | None = None
    step_in: bool | None = None
    restore: bool | None = None
    take_over: bool | None = None
    rerolls: Annotated[int, Field(ge=0, le=20)] | None = None
    pays: bool | None = None


class FactionShape(Record):
    """`opening:` in a faction's file."""

    force: _Rating
    cunning: _Rating
    wealth: _Rating
    magic: Magic = "none"
    treasure: _Count = 0
    hp: _Count | None = None
    xp: _Count = 0
    tags: list[Text] = []
    goal: GoalShape | None = None
    standing: PolicyShape | None = None
    bases: list[BaseShape] = []
    assets: list[AssetShape] = []


class PlaceShape(Record):
    """`opening:` of a place; `forbids:` is `everyone` or the names of factions."""

    ruler: Text | None = None
    forbids: TextOr[list[Text]] = []
    admits: list[Text] = []
    water: bool = False


class AbilityShape(Record):
    """A free action: the asset that has it, and what it is for.

    Without an asset it is what a tag lets the faction do: `expand`.
    """

    id: Id
    asset: Text | None = None
    use: Text | None = None
    target: Text | None = None
    to: Text | None = None
    against: Text | None = None
    expand: ExpansionShape | None = None


class AttackShape(Record):
    """One attack."""

    id: Id
    asset: Text
    against: Text | None = None
    target: Text | None = None


class MoveShape(Record):
    """One asset's move."""

    id: Id
    asset: Text
    to: Text


class RepairShape(Record):
    """A repair of an `asset`, a `base`, or the `faction` itself."""

    id: Id
    asset: Text | None = None
    base: Text | None = None
    faction: Literal[True] | None = None
    times: Annotated[int, Field(ge=1, le=20)] = 1


class ExpansionShape(Record):
    """A new base: its own id under `base`, its place and hit points."""

    base: Id
    where: Text = Field(alias="at")
    hp: Annotated[int, Field(ge=1, le=1000)]
    name: Text | None = None
    declares: list[Text] = []


class ExpandShape(ExpansionShape):
    """A new base as the turn's action."""

    id: Id


class CreateShape(Record):
    """A purchase: the asset's own id under `asset`, its type and place."""

    id: Id
    asset: Id
    type: Text
    where: Text = Field(alias="at")
    name: Text | None = None
    helped_by: list[Text] = []


class OneAssetShape(Record):
    """An order that only names an asset: to hide or to sell it."""

    id: Id
    asset: Text


class RedoShape(Record):
    """A rival's roll to be thrown again."""

    asset: Text
    roll: Text
    keep: Literal["higher", "lower"] = "lower"


class FactionOrdersShape(Record):
    """The orders of one faction; of the seven actions it may have one."""

    abilities: list[AbilityShape] = []
    attack: list[AttackShape] | None = None
    move: list[MoveShape] | None = None
    repair: list[RepairShape] | None = None
    expand: ExpandShape | None = None
    create: CreateShape | None = None
    hide: list[OneAssetShape] | None = None
    sell: list[OneAssetShape] | None = None
    sheds: list[Text] = []
    defend: list[Text] | None = None
    contest: list[Text] | None = None
    standing: PolicyShape | None = None
    forbids: dict[str, TextOr[list[Text]]] = {}
    redo: list[RedoShape] = []
    goal: GoalShape | None = None
    abandon: bool = False
    lavish: bool = False
    raises: list[Attribute] = []


class EffectShape(Record):
    """One thing that news or an adjustment changes: what it is about, and one change."""

    faction: Text | None = None
    asset: Text | None = None
    base: Text | None = None
    place: Text | None = None
    treasure: int | None = None
    hp: int | None = None
    xp: int | None = None
    force: int | None = None
    cunning: int | None = None
    wealth: int | None = None
    magic: Magic | None = None
    tags: list[Text] | None = None
    goal: GoalShape | None = None
    at_war: list[Text] | None = None
    where: Text | None = Field(alias="at", default=None)
    stealth: bool | None = None
    joins: Text | None = None
    lost: bool | None = None
    ruler: Text | None = None
    forbids: TextOr[list[Text]] | None = None
    sequence: list[Text] | None = None
    new_asset: AssetShape | None = None
    new_base: BaseShape | None = None


class AdjustmentShape(Adjusting, EffectShape):
    """One entry under `adjustments:`."""


AbilityShape.model_rebuild()
