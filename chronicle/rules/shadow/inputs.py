"""Input models for shadow powers: their opening, orders and adjustments."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from chronicle.rules.file_models import FileModels
from chronicle.rules.kit.adjustments import BaseAdjustmentInput
from chronicle.rules.shadow.actions import AnyConspiracyInput
from chronicle.rules.shadow.actions.common import (
    NewResourceName,
    PowerName,
    ResourceName,
    SphereName,
    StakeNumber,
)
from chronicle.rules.shadow.actions.support import SupportInput
from chronicle.rules.shadow.state import RESERVE_WORD
from chronicle.yaml import decode

_SphereOrReserve: TypeAlias = Annotated[
    decode.NonEmptyText, decode.NameHint("place", words=(RESERVE_WORD,))
]


class ResourceInput(decode.InputModel):
    """A resource in a faction's file."""

    id: NewResourceName
    name: decode.NonEmptyText
    plural: bool | None = None
    type: decode.NonEmptyText
    strength: Annotated[int, decode.Field(ge=1, le=5)] = 1
    sphere: SphereName | None = None


class ActorInput(decode.InputModel):
    """An actor in a faction's file."""

    name: decode.NonEmptyText
    plural: bool | None = None
    sphere: SphereName | None = None


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

    seating: list[PowerName]
    chalice: Annotated[int, decode.Field(ge=0, le=10_000)] | None = None


class AssistInput(decode.InputModel):
    """`assist:`."""

    sphere: SphereName
    request: str = ""


class PowerOrdersInput(decode.InputModel):
    """The orders of one power."""

    place: Annotated[
        dict[str, _SphereOrReserve], decode.KeyHint(decode.NameHint("resource", open=True))
    ] = {}
    actor: _SphereOrReserve | None = None
    conspiracies: list[Annotated[AnyConspiracyInput, decode.Field(discriminator="action")]] = []
    help: list[SupportInput] = []
    block: list[SupportInput] = []
    defend: StakeNumber | None = None
    assist: AssistInput | None = None


class EffectInput(decode.InputModel):
    """One entry under the `effects:` of a piece of news."""

    power: PowerName | None = None
    sphere: SphereName | None = None
    resource: ResourceName | None = None
    influence: int | None = None
    strength: int | None = None
    dd: int | None = None
    chalice: int | None = None
    actor: Literal["active", "eliminated"] | None = None


class AdjustmentInput(BaseAdjustmentInput, EffectInput):
    """One entry under `adjustments:`."""


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
