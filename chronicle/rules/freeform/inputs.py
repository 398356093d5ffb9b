"""Input models for counters, clocks and orders in words, by the files that have them."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from chronicle.rules.file_models import FileModels, NamesByKind
from chronicle.rules.freeform.dice_notation import MAX_LENGTH
from chronicle.rules.kit.adjustments import BaseAdjustmentInput
from chronicle.yaml import decode

#: The words for owners other than ids: every faction one, or the campaign as a whole.
EACH_FACTION: Final = "factions"
THE_CAMPAIGN: Final = "campaign"

_Value: TypeAlias = Annotated[int, decode.Field(ge=-1_000_000, le=1_000_000)]
_Owners: TypeAlias = Annotated[
    decode.NameOrNames, decode.NameHint("faction", "place", words=(EACH_FACTION, THE_CAMPAIGN))
]
_Readers: TypeAlias = Annotated[decode.NameOrNames, decode.NameHint("audience")]
_Notation: TypeAlias = Annotated[str, decode.Field(max_length=MAX_LENGTH)]
#: Counters by id, or by owner and id, with what is added to each.
_Changes: TypeAlias = Annotated[dict[str, _Value], decode.KeyHint(decode.NameHint("counter-key"))]
#: The same in orders, where an id alone is also a faction's own counter.
_OwnChanges: TypeAlias = Annotated[
    dict[str, _Value], decode.KeyHint(decode.NameHint("own-counter", "counter-key"))
]


class CounterInput(decode.InputModel):
    """A counter in `campaign.yaml`."""

    name: decode.NonEmptyText
    start: _Value = 0
    low: _Value = decode.Field(alias="min", default=0)
    high: _Value | None = decode.Field(alias="max", default=None)
    owners: _Owners = decode.Field(alias="of", default=EACH_FACTION)
    readers: _Readers = decode.Field(alias="for", default="")

    @property
    def segments(self) -> int:
        """0, because it is not a clock."""
        return 0


class ClockInput(decode.InputModel):
    """A clock in `campaign.yaml`."""

    name: decode.NonEmptyText
    segments: Annotated[int, decode.Field(ge=1, le=100)]
    start: Annotated[int, decode.Field(ge=0)] = 0
    owners: _Owners = decode.Field(alias="of", default=THE_CAMPAIGN)
    readers: _Readers = decode.Field(alias="for", default="")

    @property
    def low(self) -> int:
        """The value of an empty clock."""
        return 0

    @property
    def high(self) -> int:
        """The value of a full clock."""
        return self.segments


class RulesInput(decode.InputModel):
    """`rules:` in `campaign.yaml`."""

    counters: Annotated[dict[decode.Id, CounterInput], decode.NewNameHint("counter")] = {}
    clocks: Annotated[dict[decode.Id, ClockInput], decode.NewNameHint("counter")] = {}


class OpeningInput(decode.InputModel):
    """`opening:` of a faction or a place: its counters at the start."""

    counters: Annotated[dict[str, _Value], decode.KeyHint(decode.NameHint("counter"))] = {}


class ToldInput(decode.InputModel):
    """A text about an order, for some readers."""

    readers: _Readers = decode.Field(alias="for")
    text: decode.NonEmptyText


class OrderInput(decode.InputModel):
    """One order in words."""

    id: decode.Id
    order: decode.NonEmptyText
    roll: _Notation | None = None
    modifiers: dict[decode.NonEmptyText, Annotated[int, decode.Field(ge=-1000, le=1000)]] = {}
    result: str = ""
    outcome: decode.TextOrList[list[ToldInput]] | None = None
    change: _OwnChanges = {}


class OrdersInput(decode.InputModel):
    """The orders of one faction."""

    actions: list[OrderInput] = []


class EffectInput(decode.InputModel):
    """One entry under the `effects:` of a piece of news."""

    change: _Changes


class AdjustmentInput(BaseAdjustmentInput, EffectInput):
    """One entry under `adjustments:`."""


def build_file_models() -> FileModels:
    """Return the parts of its files."""
    return FileModels(
        {
            "rules": RulesInput,
            "faction": OpeningInput,
            "place": OpeningInput,
            "orders": OrdersInput,
            "effect": EffectInput,
            "adjustment": AdjustmentInput,
        },
        names_from_rules=_counter_keys,
    )


def _counter_keys(rules: Any, known: NamesByKind) -> NamesByKind:
    """Return the keys of all counters, and the ids of those that factions have."""
    keys: dict[str, None] = {}
    own: dict[str, None] = {}
    factions, places = known.get("faction", ()), known.get("place", ())
    for kind, model in (("counters", CounterInput), ("clocks", ClockInput)):
        listed = rules.get(kind) if isinstance(rules, dict) else None
        for id, entry in listed.items() if isinstance(listed, dict) else ():
            written = entry.get("of") if isinstance(entry, dict) else None
            owners = written or model.fields()["owners"].default
            for owner in owners if isinstance(owners, list) else [owners]:
                if owner == THE_CAMPAIGN:
                    keys[id] = None
                for one in factions if owner == EACH_FACTION else [owner]:
                    if one in factions or one in places:
                        keys[f"{one}/{id}"] = None
                    if one in factions:
                        own[id] = None
    return {"counter-key": tuple(keys), "own-counter": tuple(own)}
