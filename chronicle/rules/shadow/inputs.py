"""Input models for the orders of shadow powers in a turn file."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.yaml.decode import (
    Field,
    Id,
    InputModel,
    KeyHint,
    NameHint,
    NameOrNames,
    NewNameHint,
    NonEmptyText,
)

_Stake: TypeAlias = Annotated[int, Field(ge=0, le=1000)]

_Sphere: TypeAlias = Annotated[NonEmptyText, NameHint("place")]
_SphereOrReserve: TypeAlias = Annotated[NonEmptyText, NameHint("place", words=("reserve",))]
_Power: TypeAlias = Annotated[NonEmptyText, NameHint("faction")]
_Resource: TypeAlias = Annotated[NonEmptyText, NameHint("resource", open=True)]
_NewResource: TypeAlias = Annotated[Id, NewNameHint("resource")]


class ResourceInput(InputModel):
    """A resource in a faction's file."""

    id: _NewResource
    name: NonEmptyText
    type: NonEmptyText
    strength: Annotated[int, Field(ge=1, le=5)] = 1
    sphere: _Sphere | None = None


class ActorInput(InputModel):
    """An actor in a faction's file."""

    name: NonEmptyText
    sphere: _Sphere | None = None


class PowerInput(InputModel):
    """`opening:` in a faction's file."""

    dd: Annotated[int, Field(ge=0, le=1000)] = 2
    actor: ActorInput
    influence: Annotated[
        dict[str, Annotated[int, Field(ge=1, le=3)]], KeyHint(NameHint("place"))
    ] = {}
    resources: list[ResourceInput] = []


class RulesInput(InputModel):
    """`rules:` in `campaign.yaml`."""

    seating: list[_Power]
    chalice: Annotated[int, Field(ge=0, le=10_000)] | None = None


class NewResourceInput(InputModel):
    """The resource to take on reaching dominance."""

    id: _NewResource
    name: NonEmptyText
    type: NonEmptyText


class _BaseConspiracyInput(InputModel):
    """The keys that all conspiracies share."""

    id: Id
    resource: _Resource
    narrative: str | Literal[False] = ""
    veto: NonEmptyText | None = None
    public: NonEmptyText | bool | None = None


class RaiseInput(_BaseConspiracyInput):
    """`action: raise`."""

    action: Literal["raise"]
    to: Annotated[int, Field(ge=1, le=3)]
    stake: _Stake = 0
    new_resource: NewResourceInput | None = None


class MobilizeInput(_BaseConspiracyInput):
    """`action: mobilize`."""

    action: Literal["mobilize"]


class AttackResourceInput(_BaseConspiracyInput):
    """`action: attack-resource`."""

    action: Literal["attack-resource"]
    target: NonEmptyText
    stake: _Stake = 0


class AttackActorInput(_BaseConspiracyInput):
    """`action: attack-actor`."""

    action: Literal["attack-actor"]
    target: _Power
    stake: _Stake = 0


ConspiracyInput: TypeAlias = RaiseInput | MobilizeInput | AttackResourceInput | AttackActorInput


class SupportInput(InputModel):
    """An entry of `help:` or `block:`."""

    conspiracy: NonEmptyText
    resource: _Resource
    stake: Annotated[int, Field(ge=1, le=1000)] = 1


class AssistInput(InputModel):
    """`assist:`."""

    sphere: _Sphere
    request: str = ""


class PowerOrdersInput(InputModel):
    """The orders of one power."""

    place: Annotated[dict[str, _SphereOrReserve], KeyHint(NameHint("resource", open=True))] = {}
    actor: _SphereOrReserve | None = None
    conspiracies: list[Annotated[ConspiracyInput, Field(discriminator="action")]] = []
    help: list[SupportInput] = []
    block: list[SupportInput] = []
    defend: _Stake | None = None
    assist: AssistInput | None = None


class EffectInput(InputModel):
    """One entry under the `effects:` of a piece of news."""

    power: _Power | None = None
    sphere: _Sphere | None = None
    resource: _Resource | None = None
    influence: int | None = None
    strength: int | None = None
    dd: int | None = None
    chalice: int | None = None
    actor: Literal["active", "eliminated"] | None = None


class AdjustmentInput(EffectInput):
    """One entry under `adjustments:`."""

    readers: Annotated[NameOrNames, NameHint("audience")] = Field(alias="for")
    because: NonEmptyText
