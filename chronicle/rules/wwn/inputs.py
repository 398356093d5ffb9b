"""Input models for campaigns with assets, by the files that have them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from chronicle.rules.file_models import FileModels
from chronicle.rules.kit.adjustments import BaseAdjustmentInput
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.inputs import CatalogueInput
from chronicle.rules.wwn.terms import (
    ACTIONS,
    MAX_REROLLS,
    ActionName,
    Attribute,
    GoalKind,
    Magic,
    RulesGoalKind,
)
from chronicle.yaml.decode import (
    Field,
    Id,
    InputModel,
    KeyHint,
    NameHint,
    NewNameHint,
    NonEmptyText,
    PartHint,
    RawNode,
    TextOrList,
)

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Times: TypeAlias = Annotated[int, Field(ge=1, le=20)]
_Rating: TypeAlias = Annotated[int, Field(ge=1, le=8)]

_Place: TypeAlias = Annotated[NonEmptyText, NameHint("place")]
_Faction: TypeAlias = Annotated[NonEmptyText, NameHint("faction")]
_FactionOrNobody: TypeAlias = Annotated[NonEmptyText, NameHint("faction", words=("nobody",))]
_FactionsOrEveryone: TypeAlias = Annotated[
    TextOrList[list[NonEmptyText]], NameHint("faction", words=("everyone",))
]
_Asset: TypeAlias = Annotated[NonEmptyText, NameHint("asset", open=True)]
_Base: TypeAlias = Annotated[NonEmptyText, NameHint("base", open=True)]
_AssetOrBase: TypeAlias = Annotated[NonEmptyText, NameHint("asset", "base", open=True)]
_AssetsOrBases: TypeAlias = Annotated[
    TextOrList[list[NonEmptyText]], NameHint("asset", "base", open=True)
]
_Rerolls: TypeAlias = Annotated[int, Field(ge=0, le=MAX_REROLLS)]
_Type: TypeAlias = Annotated[NonEmptyText, NameHint("asset-type", open=True)]
_Tag: TypeAlias = Annotated[NonEmptyText, NameHint("tag", open=True)]


class RulesInput(InputModel):
    """`rules:` in `campaign.yaml`."""

    distance: Literal["neighbours", "miles"] = "neighbours"
    move: Annotated[int, Field(ge=1, le=10000)] = 100
    assets: Literal["public", "rumored", "owner"] = "public"
    xp_cost: Literal["reached", "leaving"] = "reached"
    foes: Literal["one", "several"] = "one"
    rogues: Literal["stay", "move"] = "stay"
    friends: Literal["own", "allies"] = "own"
    catalogue: Annotated[RawNode | None, PartHint("catalogue")] = None


class AssetInput(InputModel):
    """An asset in a faction's file; everything except its type and place is optional."""

    id: Annotated[Id, NewNameHint("asset")]
    type: _Type
    where: _Place = Field(alias="at")
    name: NonEmptyText | None = None
    plural: bool | None = None
    hp: _Count | None = None
    stealth: bool = False


class BaseInput(InputModel):
    """A Base of Influence; `max` is optional for the headquarters."""

    id: Annotated[Id, NewNameHint("base")]
    where: _Place = Field(alias="at")
    name: NonEmptyText | None = None
    plural: bool | None = None
    hp: _Count | None = None
    max: _Count | None = None
    headquarters: bool = False


class GoalInput(InputModel):
    """A goal of the rules and its subject."""

    kind: RulesGoalKind
    against: _Faction | None = None
    asset: _Asset | None = None
    where: _Place | None = Field(alias="at", default=None)
    attribute: Attribute | None = None


class GmGoalInput(InputModel):
    """A goal that the GM sets: one of the rules, or of the GM's own with a name and XP."""

    kind: GoalKind
    against: _Faction | None = None
    asset: _Asset | None = None
    where: _Place | None = Field(alias="at", default=None)
    attribute: Attribute | None = None
    name: NonEmptyText | None = None
    xp: Annotated[int, Field(ge=1, le=20)] | None = None


class PolicyInput(InputModel):
    """`standing:`: what a faction does on others' turns, until it orders otherwise.

    `contest:` is `at-war`, `never`, `always`, or the names of factions.
    """

    defend: list[_AssetOrBase] | None = None
    at_war: list[_Faction] | None = None
    contest: Annotated[
        TextOrList[list[NonEmptyText]] | None,
        NameHint("faction", words=("at-war", "never", "always")),
    ] = None
    sacrifice: Literal["never", "lethal", "always"] | None = None
    step_in: bool | None = None
    restore: bool | None = None
    take_over: bool | None = None
    rerolls: _Rerolls | None = None
    pays: bool | None = None


class FactionOpeningInput(InputModel):
    """`opening:` in a faction's file."""

    force: _Rating
    cunning: _Rating
    wealth: _Rating
    magic: Magic = "none"
    treasure: _Count = 0
    hp: _Count | None = None
    xp: _Count = 0
    asleep: bool = False
    size: Literal["own"] | None = None
    tags: list[_Tag] = []
    goal: GmGoalInput | None = None
    standing: PolicyInput | None = None
    bases: list[BaseInput] = []
    assets: list[AssetInput] = []


class PlaceOpeningInput(InputModel):
    """`opening:` of a place; `forbids:` is `everyone` or the names of factions."""

    ruler: _Faction | None = None
    forbids: _FactionsOrEveryone = []
    admits: list[_Faction] = []
    water: bool = False


class AssetRepairInput(InputModel):
    """A repair of an asset, paid for with Treasure for repairs alone."""

    asset: _Asset
    times: _Times = 1


class AbilityInput(InputModel):
    """A free action: its asset, and its target.

    Without an asset it is what a tag lets the faction do, `expand`, or a `repair` with Treasure
    that is only for repairs.
    """

    id: Id
    asset: _Asset | None = None
    use: NonEmptyText | None = None
    target: _Asset | None = None
    to: _Place | None = None
    against: _Faction | None = None
    expand: ExpansionInput | None = None
    repair: AssetRepairInput | None = None


class AttackInput(InputModel):
    """One attack."""

    id: Id
    asset: _Asset
    against: _Faction | None = None
    target: _Asset | None = None


class MoveInput(InputModel):
    """One asset's move."""

    id: Id
    asset: _Asset
    to: _Place


class RepairInput(InputModel):
    """A repair of an `asset`, a `base`, or the `faction` itself."""

    id: Id
    asset: _Asset | None = None
    base: _Base | None = None
    faction: Literal[True] | None = None
    times: _Times = 1


class ExpansionInput(InputModel):
    """A new base: its own id under `base`, its place and hit points."""

    base: Annotated[Id, NewNameHint("base")]
    where: _Place = Field(alias="at")
    hp: Annotated[int, Field(ge=1, le=1000)]
    name: NonEmptyText | None = None
    plural: bool | None = None
    declares: list[_Asset] = []


class ExpandInput(ExpansionInput):
    """A new base as the turn's action."""

    id: Id


class CreateInput(InputModel):
    """A purchase: the new asset's id under `asset`, its type and place."""

    id: Id
    asset: Annotated[Id, NewNameHint("asset")]
    type: _Type
    where: _Place = Field(alias="at")
    name: NonEmptyText | None = None
    plural: bool | None = None
    helped_by: list[_Asset] = []


class HideOrSellInput(InputModel):
    """An order that only names an asset: to hide or to sell it."""

    id: Id
    asset: _Asset


class RedoInput(InputModel):
    """A rival's roll to reroll."""

    asset: _Asset
    roll: NonEmptyText
    keep: Literal["higher", "lower"] = "lower"


class FactionOrdersInput(InputModel):
    """The orders of one faction; it may have one of the seven actions.

    From `defend` to `pays` they are for this turn only, in place of those under `standing`.
    """

    abilities: list[AbilityInput] = []
    attack: list[AttackInput] | None = None
    move: list[MoveInput] | None = None
    repair: list[RepairInput] | None = None
    expand: ExpandInput | None = None
    create: CreateInput | None = None
    hide: list[HideOrSellInput] | None = None
    sell: list[HideOrSellInput] | None = None
    sheds: list[_Asset] = []
    defend: list[_AssetOrBase] | None = None
    met_by: Annotated[dict[str, _AssetsOrBases], KeyHint(NameHint("asset", open=True))] = {}
    contest: list[_Faction] | None = None
    sacrifice: Literal["never", "lethal", "always"] | list[_AssetOrBase] | None = None
    step_in: bool | None = None
    restore: bool | list[_Asset] | None = None
    take_over: bool | list[_Asset] | None = None
    rerolls: _Rerolls | dict[str, _Rerolls] | None = None
    pays: bool | list[_Asset] | None = None
    standing: PolicyInput | None = None
    forbids: Annotated[dict[str, _FactionsOrEveryone], KeyHint(NameHint("place"))] = {}
    redo: list[RedoInput] = []
    goal: GoalInput | None = None
    abandon: bool = False
    lavish: bool = False
    raises: list[Attribute] = []

    def orders_of(self, action: ActionName) -> list[Any]:
        """Return the orders of one kind of action: some are listed, of others there is only one."""
        written = getattr(self, action)
        return [] if written is None else written if isinstance(written, list) else [written]


class EffectInput(InputModel):
    """One thing that news or an adjustment changes: its subject, and one change."""

    faction: _Faction | None = None
    asset: _Asset | None = None
    base: _Base | None = None
    place: _Place | None = None
    treasure: int | None = None
    hp: int | None = None
    xp: int | None = None
    force: int | None = None
    cunning: int | None = None
    wealth: int | None = None
    magic: Magic | None = None
    tags: list[_Tag] | None = None
    goal: GmGoalInput | None = None
    goal_met: Literal[True] | None = None
    asleep: bool | None = None
    seat: _Base | None = None
    at_war: list[_Faction] | None = None
    where: _Place | None = Field(alias="at", default=None)
    stealth: bool | None = None
    joins: _Faction | None = None
    lost: bool | None = None
    ruler: _FactionOrNobody | None = None
    forbids: _FactionsOrEveryone | None = None
    sequence: list[_Faction] | None = None
    new_asset: AssetInput | None = None
    new_base: BaseInput | None = None


class AdjustmentInput(BaseAdjustmentInput, EffectInput):
    """One entry under `adjustments:`."""


def build_file_models() -> FileModels:
    """Return the parts of its files, and the types that ship with it."""
    catalogue = shipped_catalogue()
    return FileModels(
        {
            "rules": RulesInput,
            "faction": FactionOpeningInput,
            "place": PlaceOpeningInput,
            "orders": FactionOrdersInput,
            "effect": EffectInput,
            "adjustment": AdjustmentInput,
            "catalogue": CatalogueInput,
        },
        {"asset-type": tuple(sorted(catalogue.assets)), "tag": tuple(sorted(catalogue.tags))},
        alone={FactionOrdersInput: ACTIONS},
        one_order_each={
            **dict.fromkeys(("attack", "move", "hide", "sell", "redo"), ("asset",)),
            "repair": ("asset", "base", "faction"),
        },
    )
