"""Input models for shadow powers: their opening, orders and adjustments."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.rules.file_models import FileModels
from chronicle.yaml import decode

_Stake: TypeAlias = Annotated[int, decode.Field(ge=0, le=1000)]

_Sphere: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("place")]
_SphereOrReserve: TypeAlias = Annotated[
    decode.NonEmptyText, decode.NameHint("place", words=("reserve",))
]
_Power: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("faction")]
_Resource: TypeAlias = Annotated[decode.NonEmptyText, decode.NameHint("resource", open=True)]
_NewResource: TypeAlias = Annotated[decode.Id, decode.NewNameHint("resource")]


class ResourceInput(decode.InputModel):
    """A resource in a faction's file."""

    id: _NewResource
    name: decode.NonEmptyText
    type: decode.NonEmptyText
    strength: Annotated[int, decode.Field(ge=1, le=5)] = 1
    sphere: _Sphere | None = None


class ActorInput(decode.InputModel):
    """An actor in a faction's file."""

    name: decode.NonEmptyText
    sphere: _Sphere | None = None


class PowerInput(decode.InputModel):
    """`opening:` in a faction's file."""

    dd: Annotated[int, decode.Field(ge=0, le=1000)] = 2
    actor: ActorInput
    influence: Annotated[
        dict[str, Annotated[int, decode.Field(ge=1, le=3)]],
        decode.KeyHint(decode.NameHint("place")),
    ] = {}
    resources: list[ResourceInput] = []


class RulesInput(decode.InputModel):
    """`rules:` in `campaign.yaml`."""

    seating: list[_Power]
    chalice: Annotated[int, decode.Field(ge=0, le=10_000)] | None = None


class NewResourceInput(decode.InputModel):
    """The resource to take on reaching dominance."""

    id: _NewResource
    name: decode.NonEmptyText
    type: decode.NonEmptyText


class _BaseConspiracyInput(decode.InputModel):
    """The keys that all conspiracies share."""

    id: decode.Id
    resource: _Resource
    narrative: str | Literal[False] = ""
    veto: decode.NonEmptyText | None = None
    public: decode.NonEmptyText | bool | None = None


class RaiseInput(_BaseConspiracyInput):
    """`action: raise`."""

    action: Literal["raise"]
    to: Annotated[int, decode.Field(ge=1, le=3)]
    stake: _Stake = 0
    new_resource: NewResourceInput | None = None


class MobilizeInput(_BaseConspiracyInput):
    """`action: mobilize`."""

    action: Literal["mobilize"]


class AttackResourceInput(_BaseConspiracyInput):
    """`action: attack-resource`."""

    action: Literal["attack-resource"]
    target: decode.NonEmptyText
    stake: _Stake = 0


class AttackActorInput(_BaseConspiracyInput):
    """`action: attack-actor`."""

    action: Literal["attack-actor"]
    target: _Power
    stake: _Stake = 0


ConspiracyInput: TypeAlias = RaiseInput | MobilizeInput | AttackResourceInput | AttackActorInput


class SupportInput(decode.InputModel):
    """An entry of `help:` or `block:`."""

    conspiracy: decode.NonEmptyText
    resource: _Resource
    stake: Annotated[int, decode.Field(ge=1, le=1000)] = 1


class AssistInput(decode.InputModel):
    """`assist:`."""

    sphere: _Sphere
    request: str = ""


class PowerOrdersInput(decode.InputModel):
    """The orders of one power."""

    place: Annotated[
        dict[str, _SphereOrReserve], decode.KeyHint(decode.NameHint("resource", open=True))
    ] = {}
    actor: _SphereOrReserve | None = None
    conspiracies: list[Annotated[ConspiracyInput, decode.Field(discriminator="action")]] = []
    help: list[SupportInput] = []
    block: list[SupportInput] = []
    defend: _Stake | None = None
    assist: AssistInput | None = None


class EffectInput(decode.InputModel):
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

    readers: Annotated[decode.NameOrNames, decode.NameHint("audience")] = decode.Field(alias="for")
    because: decode.NonEmptyText


def build_file_models() -> FileModels:
    """Return the parts of its files; its places have no keys for the ruleset."""
    return FileModels(
        {
            "rules": RulesInput,
            "faction": PowerInput,
            "orders": PowerOrdersInput,
            "effect": EffectInput,
            "adjustment": AdjustmentInput,
        },
        one_order_each=dict.fromkeys(("conspiracies", "help", "block"), ("resource",)),
    )
