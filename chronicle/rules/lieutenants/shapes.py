"""How a campaign of lieutenants is written, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.decode import Field, Id, Names, Raw, Record, Share, Text
from chronicle.rules.lieutenants.catalogue import PriceText, Skill
from chronicle.rules.lieutenants.terms import Action
from chronicle.rules.shared.altering import Adjusting

_Count: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
_Level: TypeAlias = Annotated[int, Field(ge=0, le=30)]
_Rating: TypeAlias = Annotated[int, Field(ge=-10, le=10)]
_ConditionWord = Literal["undamaged", "damaged", "lost", "destroyed"]


class HouseShape(Record):
    """`rules:` in `campaign.yaml`."""

    influence_limit: _Count = 3
    damaged_penalty: _Count = 0
    catalogue: Raw | None = None


class LieutenantShape(Record):
    """A lieutenant in a faction's file; `fight` is another word for `force`."""

    id: Id
    name: Text
    level: _Level
    force: _Rating = 0
    fight: _Rating | None = None
    sneak: _Rating = 0
    charm: _Rating = 0
    lore: _Rating = 0
    where: Text = Field(alias="at")
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    bonded: bool = False
    condition: _ConditionWord = "undamaged"
    hiding: _Count | None = None
    agent_of: Text | None = None


class UnitShape(Record):
    """A unit in a faction's file; all but its type may be left to the catalogue."""

    id: Id
    name: Text
    type: Text
    where: Text = Field(alias="at")
    upgrades: list[Text] = []
    abilities: list[Text] = []
    level: _Level | None = None
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    bonded: bool = False
    condition: _ConditionWord = "undamaged"
    hiding: _Count | None = None
    agent_of: Text | None = None


class BonusShape(Record):
    """What an item adds to which actions."""

    actions: Annotated[list[Action], Field(min_length=1)]
    value: Annotated[int, Field(ge=-5, le=5)]


class ItemShape(Record):
    """An item: in the hands of an asset, or at a location."""

    id: Id
    name: Text
    value: _Count = 0
    where: Text | None = Field(alias="at", default=None)
    holder: Text | None = None
    bonuses: list[BonusShape] = []
    hiding: _Count | None = None


class InformationShape(Record):
    """A piece of information: with an asset, or at a location."""

    id: Id
    name: Text
    where: Text | None = Field(alias="at", default=None)
    holder: Text | None = None
    obscurity: _Level = 1
    hiding: _Count | None = None


class FacilityShape(Record):
    """A facility in a faction's file; `to` is where a tunnel or a road ends."""

    id: Id
    name: Text
    type: Text
    where: Text = Field(alias="at")
    to: Text | None = None
    condition: _ConditionWord = "undamaged"


class FactionShape(Record):
    """`opening:` in a faction's file."""

    npc: bool = False
    level_cap: _Level = 5
    leadership: _Count = 3
    cohesion: _Count = 3
    reach: _Count = 0
    capital: _Count = 0
    influence: dict[str, _Count] = {}
    allies: list[Text] = []
    upkeep_priority: list[Text] = []
    lieutenants: list[LieutenantShape] = []
    units: list[UnitShape] = []
    items: list[ItemShape] = []
    information: list[InformationShape] = []
    facilities: list[FacilityShape] = []


class WorkShape(Record):
    """`work:` of a locale: what Work earns there, `1/2` or a whole number, and at most."""

    factor: Share = "1"
    cap: _Count | None = None


class PlaceShape(Record):
    """`opening:` of a place; all but `work` is for locations, `work` is for locales."""

    owner: Text | None = None
    capital: _Count = 0
    income: _Count = 0
    level: _Level = 1
    cost: PriceText | None = None
    upkeep: PriceText | None = None
    secret: bool | None = None
    known_to: list[Text] = []
    admits: list[Text] = []
    work: WorkShape | None = None


class TargetShape(Record):
    """`target:` or `take:`: one key says what kind of thing it is, its value which one."""

    lieutenant: Text | None = None
    unit: Text | None = None
    item: Text | None = None
    information: Text | None = None
    facility: Text | None = None
    location: Text | None = None
    other: Text | None = None
    capital: Annotated[int, Field(ge=1, le=1000)] | None = None
    obscurity: _Level | None = None


class BuyShape(Record):
    """`buy:`: one of the first four keys names what is bought, by the id it will have."""

    unit: Id | None = None
    item: Id | None = None
    facility: Id | None = None
    location: Text | None = None
    name: Text | None = None
    type: Text | None = None
    where: Text | None = Field(alias="at", default=None)
    to: Text | None = None
    holder: Text | None = None
    upgrades: list[Text] = []
    abilities: list[Text] = []
    source: Text | None = Field(alias="from", default=None)
    value: _Count | None = None
    level: _Level | None = None
    bonuses: list[BonusShape] = []


class ModifierShape(Record):
    """A modifier of the GM's."""

    value: Annotated[int, Field(ge=-10, le=10)]
    because: Text


class GainShape(Record):
    """`gain:` of training, when it is another type."""

    type: Text


class DoingShape(Record):
    """What an order says beside its id and lieutenant; `otherwise:` holds one of these too."""

    action: Action
    where: Text | None = Field(alias="at", default=None)
    against: Names | None = None
    target: TargetShape | None = None
    take: TargetShape | None = None
    buy: BuyShape | None = None
    npc: Text | None = None
    to: Text | dict[str, Text] | None = None
    move_to: Text | None = None
    strike: Text | None = None
    answers: Text | None = None
    attack: Literal["aggressive", "cautious"] | None = None
    project: Id | None = None
    name: Text | None = None
    successes: Annotated[int, Field(ge=1, le=100)] | None = None
    hold: bool | None = None
    gain: Literal["level"] | GainShape | None = None
    statistic: Skill | None = None
    sent_away: _Count | None = None
    selective: list[Text] = []
    carry: list[Text] = []
    units: list[Text] = []
    items: list[Text] = []
    stealthy: bool | Literal["unnoticed", "unidentified"] = False
    influence: _Count = 0
    modifiers: list[ModifierShape] = []
    pay: Literal["none", "double", "influence", "capital"] | None = None
    choose: Literal["stealth", "more"] | None = None
    join: Literal["over", "stay"] | None = None
    hush: Literal["none", "public", "all"] | None = None
    if_ambushed: Literal["none", "aggressive", "cautious"] | None = None
    if_blocked: Literal["none", "aggressive", "cautious"] | None = None
    end_at: Text | dict[str, Text] | None = None
    plan: str = ""


class OrderShape(DoingShape):
    """One order."""

    id: Id
    lieutenant: Text
    needs: Text | None = None
    otherwise: Literal["nothing"] | DoingShape | None = None


class FactionOrdersShape(Record):
    """The orders of one faction."""

    actions: list[OrderShape] = []
    leaves: list[Text] = []
    upkeep_priority: list[Text] | None = None


class EffectShape(Record):
    """One thing that news or an adjustment changes: what it is about, and one change."""

    faction: Text | None = None
    asset: Text | None = None
    place: Text | None = None
    project: Text | None = None
    npc: Text | None = None
    capital: int | None = None
    influence: int | None = None
    ally: bool | None = None
    reach: int | None = None
    cohesion: int | None = None
    leadership: int | None = None
    level_cap: int | None = None
    condition: _ConditionWord | None = None
    level: int | None = None
    where: Text | None = Field(alias="at", default=None)
    joins: Text | None = None
    owner: Text | None = None
    known_to: Names | None = None
    cleared: bool | None = None
    successes: int | None = None
    lifted: Text | None = None
    lieutenant: LieutenantShape | None = None
    unit: UnitShape | None = None
    item: ItemShape | None = None
    information: InformationShape | None = None
    facility: FacilityShape | None = None


class AdjustmentShape(Adjusting, EffectShape):
    """One entry under `adjustments:`."""
