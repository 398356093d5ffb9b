"""The input models of campaign files for `lieutenants`, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.rules.file_models import AllowedKeys, FileModels
from chronicle.rules.kit.adjustments import BaseAdjustmentInput
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action_definitions import (
    ACTION_DEFINITIONS,
    COMMON_KEYS,
    ORDER_KEYS,
)
from chronicle.rules.lieutenants.catalogue import (
    CatalogueInput,
    PriceText,
    Skill,
    built_in_catalogue,
)
from chronicle.rules.lieutenants.state import AttackStyle
from chronicle.yaml.decode import (
    Field,
    FractionText,
    Id,
    InputModel,
    KeyHint,
    NameHint,
    NameOrNames,
    NewNameHint,
    NonEmptyText,
    PartHint,
    RawNode,
)

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Level: TypeAlias = Annotated[int, Field(ge=0, le=30)]
_Rating: TypeAlias = Annotated[int, Field(ge=-10, le=10)]
_Place: TypeAlias = Annotated[NonEmptyText, NameHint("place")]
_Faction: TypeAlias = Annotated[NonEmptyText, NameHint("faction")]
_FactionOrNobody: TypeAlias = Annotated[NonEmptyText, NameHint("faction", words=("nobody",))]
_Lieutenant: TypeAlias = Annotated[NonEmptyText, NameHint("lieutenant", open=True)]
_Unit: TypeAlias = Annotated[NonEmptyText, NameHint("unit", open=True)]
_Item: TypeAlias = Annotated[NonEmptyText, NameHint("belonging", open=True)]
_Information: TypeAlias = Annotated[NonEmptyText, NameHint("information", open=True)]
_Facility: TypeAlias = Annotated[NonEmptyText, NameHint("facility", open=True)]
_Project: TypeAlias = Annotated[NonEmptyText, NameHint("project", open=True)]
_Holder: TypeAlias = Annotated[NonEmptyText, NameHint("lieutenant", "unit", open=True)]
_Carried: TypeAlias = Annotated[NonEmptyText, NameHint("belonging", "information", open=True)]
_Asset: TypeAlias = Annotated[
    NonEmptyText, NameHint("lieutenant", "unit", "belonging", "information", "facility", open=True)
]
_UpkeepName: TypeAlias = Annotated[
    NonEmptyText, NameHint("lieutenant", "unit", "facility", "belonging", "place", open=True)
]
_UnitType: TypeAlias = Annotated[NonEmptyText, NameHint("unit-type", open=True)]
_FacilityType: TypeAlias = Annotated[NonEmptyText, NameHint("facility-type", open=True)]
_Upgrade: TypeAlias = Annotated[NonEmptyText, NameHint("upgrade", open=True)]
_Ability: TypeAlias = Annotated[NonEmptyText, NameHint("ability", open=True)]
#: A destination: one location for all, or one for each.
_Destinations: TypeAlias = NonEmptyText | dict[str, NonEmptyText]
_DestinationsField: TypeAlias = Annotated[
    _Destinations, NameHint("place"), KeyHint(NameHint("lieutenant", "unit", open=True))
]
_ConditionWord = Literal["undamaged", "damaged", "lost", "destroyed"]


class RulesInput(InputModel):
    """`rules:` in `campaign.yaml`."""

    influence_limit: _Count = 3
    damaged_penalty: _Count = 0
    catalogue: Annotated[RawNode | None, PartHint("catalogue")] = None


class LieutenantInput(InputModel):
    """A lieutenant in a faction's file; `fight` is an alias of `force`."""

    id: Annotated[Id, NewNameHint("lieutenant")]
    name: NonEmptyText
    plural: bool | None = None
    level: _Level
    force: _Rating = 0
    fight: _Rating | None = None
    sneak: _Rating = 0
    charm: _Rating = 0
    lore: _Rating = 0
    where: _Place = Field(alias="at")
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    bonded: bool = False
    condition: _ConditionWord = "undamaged"
    hiding: _Count | None = None
    agent_of: _Faction | None = None


class UnitInput(InputModel):
    """A unit in a faction's file; keys other than its type default to the catalogue."""

    id: Annotated[Id, NewNameHint("unit")]
    name: NonEmptyText
    plural: bool | None = None
    type: _UnitType
    where: _Place = Field(alias="at")
    upgrades: list[_Upgrade] = []
    abilities: list[_Ability] = []
    level: _Level | None = None
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    bonded: bool = False
    condition: _ConditionWord = "undamaged"
    hiding: _Count | None = None
    agent_of: _Faction | None = None


class BonusInput(InputModel):
    """The bonus of an item, and the actions it applies to."""

    actions: Annotated[list[terms.ActionName], Field(min_length=1)]
    value: Annotated[int, Field(ge=-5, le=5)]


class ItemInput(InputModel):
    """An item, held by an asset or at a location."""

    id: Annotated[Id, NewNameHint("belonging")]
    name: NonEmptyText
    plural: bool | None = None
    value: _Count = 0
    where: _Place | None = Field(alias="at", default=None)
    holder: _Holder | None = None
    bonuses: list[BonusInput] = []
    hiding: _Count | None = None


class InformationInput(InputModel):
    """A piece of information, held by an asset or at a location."""

    id: Annotated[Id, NewNameHint("information")]
    name: NonEmptyText
    plural: bool | None = None
    where: _Place | None = Field(alias="at", default=None)
    holder: _Holder | None = None
    obscurity: _Level = 1
    hiding: _Count | None = None


class FacilityInput(InputModel):
    """A facility in a faction's file; `to` is where a tunnel or a road ends."""

    id: Annotated[Id, NewNameHint("facility")]
    name: NonEmptyText
    plural: bool | None = None
    type: _FacilityType
    where: _Place = Field(alias="at")
    to: _Place | None = None
    condition: _ConditionWord = "undamaged"


class FactionOpeningInput(InputModel):
    """`opening:` in a faction's file."""

    npc: bool = False
    level_cap: _Level = 5
    leadership: _Count = 3
    cohesion: _Count = 3
    reach: _Count = 0
    capital: _Count = 0
    influence: Annotated[dict[str, _Count], KeyHint(NameHint("faction"))] = {}
    allies: list[_Faction] = []
    upkeep_priority: list[_UpkeepName] = []
    lieutenants: list[LieutenantInput] = []
    units: list[UnitInput] = []
    items: list[ItemInput] = []
    information: list[InformationInput] = []
    facilities: list[FacilityInput] = []


class WorkInput(InputModel):
    """`work:` of a locale: the factor for Work (`1/2` or a whole number), and the maximum."""

    factor: FractionText = "1"
    cap: _Count | None = None


class PlaceOpeningInput(InputModel):
    """`opening:` of a place; `work` is for locales, the other keys are for locations."""

    owner: _Faction | None = None
    capital: _Count = 0
    income: _Count = 0
    level: _Level = 1
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    secret: bool | None = None
    known_to: list[_Faction] = []
    admits: list[_Faction] = []
    work: WorkInput | None = None


class TargetInput(InputModel):
    """`target:` or `take:`: the key names the kind of thing, its value the thing."""

    lieutenant: _Lieutenant | None = None
    unit: _Unit | None = None
    item: _Item | None = None
    information: _Information | None = None
    facility: _Facility | None = None
    location: _Place | None = None
    other: NonEmptyText | None = None
    capital: Annotated[int, Field(ge=1, le=1000)] | None = None
    obscurity: _Level | None = None


class PurchaseInput(InputModel):
    """`buy:`: one of the first four keys gives the kind and the id of what is bought."""

    unit: Annotated[Id | None, NewNameHint("unit")] = None
    item: Annotated[Id | None, NewNameHint("belonging")] = None
    facility: Annotated[Id | None, NewNameHint("facility")] = None
    location: _Place | None = None
    name: NonEmptyText | None = None
    plural: bool | None = None
    type: Annotated[NonEmptyText | None, NameHint("unit-type", "facility-type", open=True)] = None
    where: _Place | None = Field(alias="at", default=None)
    to: _Place | None = None
    holder: _Holder | None = None
    upgrades: list[_Upgrade] = []
    abilities: list[_Ability] = []
    source: _Faction | None = Field(alias="from", default=None)
    value: _Count | None = None
    level: _Level | None = None
    bonuses: list[BonusInput] = []


class ModifierInput(InputModel):
    """A modifier given by the GM."""

    value: Annotated[int, Field(ge=-10, le=10)]
    because: NonEmptyText


class GainInput(InputModel):
    """`gain:` of training, if it is another type."""

    type: _UnitType


class StandingModifierInput(InputModel):
    """`modifier:` of an effect: a standing modifier on checks of a faction."""

    id: Id
    actions: Annotated[list[terms.ActionName], Field(min_length=1)]
    value: Annotated[int, Field(ge=-10, le=10)]
    lieutenant: _Lieutenant | None = None
    once: bool = False


class EffectInput(InputModel):
    """One effect of news or an adjustment: what it is about, and one change."""

    faction: _Faction | None = None
    asset: _Asset | None = None
    place: _Place | None = None
    project: _Project | None = None
    npc: _Faction | None = None
    capital: int | None = None
    influence: int | None = None
    ally: bool | None = None
    reach: int | None = None
    cohesion: int | None = None
    leadership: int | None = None
    level_cap: int | None = None
    condition: _ConditionWord | None = None
    level: int | None = None
    where: _Place | None = Field(alias="at", default=None)
    joins: _FactionOrNobody | None = None
    owner: _FactionOrNobody | None = None
    known_to: Annotated[NameOrNames | None, NameHint("faction", words=("factions",))] = None
    cleared: bool | None = None
    successes: int | None = None
    lifted: NonEmptyText | None = None
    modifier: StandingModifierInput | None = None
    lieutenant: LieutenantInput | None = None
    unit: UnitInput | None = None
    item: ItemInput | None = None
    information: InformationInput | None = None
    facility: FacilityInput | None = None


class AdjustmentInput(BaseAdjustmentInput, EffectInput):
    """One entry under `adjustments:`."""


class CheckInput(InputModel):
    """`check:` of a custom action: the skill, and what opposes it."""

    skill: Skill
    level: _Level | None = None
    opposed_by: Skill | None = None


class BringsInput(InputModel):
    """`brings:` of a custom action: adjustments by result.

    A complete failure or success brings what a plain one does if nothing else is written for it.
    """

    complete_failure: list[AdjustmentInput] = []
    failure: list[AdjustmentInput] = []
    success: list[AdjustmentInput] = []
    complete_success: list[AdjustmentInput] = []


class ActionInput(InputModel):
    """The keys of an order other than its id and lieutenant; also used for `otherwise:`."""

    action: terms.ActionName
    where: _Place | None = Field(alias="at", default=None)
    against: Annotated[NameOrNames | None, NameHint("faction")] = None
    target: TargetInput | None = None
    take: TargetInput | Annotated[list[TargetInput], Field(min_length=1)] | None = None
    buy: PurchaseInput | None = None
    npc: _Faction | None = None
    to: _DestinationsField | None = None
    move_to: _Place | None = None
    strike: _Holder | None = None
    answers: NonEmptyText | None = None
    attack: AttackStyle | None = None
    way: _Place | None = None
    project: Annotated[Id | None, NewNameHint("project"), NameHint("project", open=True)] = None
    name: NonEmptyText | None = None
    successes: Annotated[int, Field(ge=1, le=100)] | None = None
    hold: bool | None = None
    gain: Literal["level"] | GainInput | None = None
    statistic: Skill | None = None
    sent_away: _Count | None = None
    selective: list[_Unit] = []
    carry: list[_Carried] = []
    units: list[_Unit] = []
    items: list[_Item] = []
    stealthy: bool | Literal["unnoticed", "unidentified"] = False
    influence: _Count = 0
    modifiers: list[ModifierInput] = []
    known: NonEmptyText | None = None
    pay: terms.Payment | None = None
    choose: terms.SuccessChoice | None = None
    join: terms.JoinChoice | None = None
    hush: terms.HushScope | None = None
    check: CheckInput | None = None
    brings: BringsInput | None = None
    notice: terms.NoticedBy | None = None
    if_ambushed: terms.StanceReply | None = None
    if_blocked: terms.StanceReply | None = None
    end_at: _DestinationsField | None = None
    plan: str = ""


class OrderInput(ActionInput):
    """One order."""

    id: Id
    lieutenant: _Lieutenant
    needs: NonEmptyText | None = None
    otherwise: Literal["nothing"] | ActionInput | None = None


class FactionOrdersInput(InputModel):
    """The orders of one faction."""

    actions: list[OrderInput] = []
    leaves: list[_UpkeepName] = []
    upkeep_priority: list[_UpkeepName] | None = None


def build_file_models() -> FileModels:
    """Return the models of file parts, the built-in types, and the keys of each action."""
    catalogue = built_in_catalogue()
    done: dict[str, AllowedKeys] = {
        action: AllowedKeys((*COMMON_KEYS, *definition.keys), definition.required)
        for action, definition in ACTION_DEFINITIONS.items()
    }
    ordered = {
        word: AllowedKeys((*ORDER_KEYS, *use.takes), use.needs) for word, use in done.items()
    }
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
        {
            "unit-type": tuple(sorted(catalogue.units)),
            "facility-type": tuple(sorted(catalogue.facilities)),
            "ability": tuple(sorted(catalogue.abilities)),
            "upgrade": tuple(sorted(catalogue.upgrades)),
        },
        {ActionInput: ("action", done), OrderInput: ("action", ordered)},
        one_order_each={"actions": ("lieutenant",)},
    )
