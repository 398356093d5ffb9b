"""How the orders of shadow powers are written in a turn file, key by key."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.yaml.decode import Choice, Field, Gives, Id, Keys, Names, Record, Text

_Stake: TypeAlias = Annotated[int, Field(ge=0, le=1000)]

_Sphere: TypeAlias = Annotated[Text, Choice("place")]
_Where: TypeAlias = Annotated[Text, Choice("place", words=("reserve",))]
_Power: TypeAlias = Annotated[Text, Choice("faction")]
_Resource: TypeAlias = Annotated[Text, Choice("resource", open=True)]
_NewResource: TypeAlias = Annotated[Id, Gives("resource")]


class ResourceShape(Record):
    """A resource in a faction's file."""

    id: _NewResource
    name: Text
    type: Text
    strength: Annotated[int, Field(ge=1, le=5)] = 1
    sphere: _Sphere | None = None


class ActorShape(Record):
    """An actor in a faction's file."""

    name: Text
    sphere: _Sphere | None = None


class PowerShape(Record):
    """`opening:` in a faction's file."""

    dd: Annotated[int, Field(ge=0, le=1000)] = 2
    actor: ActorShape
    influence: Annotated[dict[str, Annotated[int, Field(ge=1, le=3)]], Keys(Choice("place"))] = {}
    resources: list[ResourceShape] = []


class HouseShape(Record):
    """`rules:` in `campaign.yaml`."""

    seating: list[_Power]
    chalice: Annotated[int, Field(ge=0, le=10_000)] | None = None


class NewResourceShape(Record):
    """The resource to take on reaching dominance."""

    id: _NewResource
    name: Text
    type: Text


class _PlotShape(Record):
    """What all conspiracies have in common."""

    id: Id
    resource: _Resource
    narrative: str = ""
    veto: Text | None = None
    public: Text | bool | None = None


class RaiseShape(_PlotShape):
    """`action: raise`."""

    action: Literal["raise"]
    to: Annotated[int, Field(ge=1, le=3)]
    stake: _Stake = 0
    new_resource: NewResourceShape | None = None


class MobilizeShape(_PlotShape):
    """`action: mobilize`."""

    action: Literal["mobilize"]


class AttackResourceShape(_PlotShape):
    """`action: attack-resource`."""

    action: Literal["attack-resource"]
    target: Text
    stake: _Stake = 0


class AttackActorShape(_PlotShape):
    """`action: attack-actor`."""

    action: Literal["attack-actor"]
    target: _Power
    stake: _Stake = 0


AnyPlotShape: TypeAlias = RaiseShape | MobilizeShape | AttackResourceShape | AttackActorShape


class SupportShape(Record):
    """An entry of `help:` or `block:`."""

    conspiracy: Text
    resource: _Resource
    stake: Annotated[int, Field(ge=1, le=1000)] = 1


class AssistShape(Record):
    """`assist:`."""

    sphere: _Sphere
    request: str = ""


class PowerOrdersShape(Record):
    """The orders of one power."""

    place: Annotated[dict[str, _Where], Keys(Choice("resource", open=True))] = {}
    actor: _Where | None = None
    conspiracies: list[Annotated[AnyPlotShape, Field(discriminator="action")]] = []
    help: list[SupportShape] = []
    block: list[SupportShape] = []
    defend: _Stake | None = None
    assist: AssistShape | None = None


class EffectShape(Record):
    """One entry under the `effects:` of a piece of news."""

    power: _Power | None = None
    sphere: _Sphere | None = None
    resource: _Resource | None = None
    influence: int | None = None
    strength: int | None = None
    dd: int | None = None
    chalice: int | None = None
    actor: Literal["active", "eliminated"] | None = None


class AdjustmentShape(EffectShape):
    """One entry under `adjustments:`."""

    readers: Annotated[Names, Choice("audience")] = Field(alias="for")
    because: Text
