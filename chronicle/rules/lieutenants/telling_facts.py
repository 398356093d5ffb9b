"""What tellings contain, a type for each code; what a reader may not know is empty or None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias, TypedDict

from chronicle.model.facts import FactsOf, Ref
from chronicle.rules.kit.projector import Told
from chronicle.rules.lieutenants import catalogue, events, state, terms
from chronicle.rules.protocol import TellingFacts

#: What became of an asset in an event.
Fate: TypeAlias = (
    Literal["damaged", "destroyed", "lost"]
    | Literal["captured", "freed", "gone", "joined", "distracted"]
)
TakenKind: TypeAlias = terms.PropertyKind | Literal["capital"]

# ── How ids are told ─────────────────────────────────────────────────────────────────────────────

#: The name of an asset that the reader named in an order, whether or not it is seen.
OrderedId: TypeAlias = Annotated[str, Told("asset_name", str)]
#: The kind of an asset, by its id.
KindOfId: TypeAlias = Annotated[str, Told("kind", terms.PropertyKind | Literal[""])]
#: The name of a type of units or facilities.
TypeId: TypeAlias = Annotated[str, Told("type_name", str)]
PlaceIds: TypeAlias = Annotated[tuple[str, ...], Told("places", tuple[Ref, ...])]
AssetIds: TypeAlias = Annotated[tuple[str, ...], Told("names", tuple[str, ...])]

# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


class PriceFacts(TypedDict):
    """A price in capital or influence."""

    amount: int
    currency: catalogue.Currency


#: A price as facts.
PriceOf: TypeAlias = Annotated[catalogue.Price, Told("price", FactsOf[PriceFacts])]


class StatisticsFacts(TypedDict):
    """The four statistics."""

    force: int
    sneak: int
    charm: int
    lore: int


#: The statistics of a lieutenant as facts, if they are known.
STATISTICS: Final = Told("statistics", FactsOf[StatisticsFacts] | None)


class AssetRow(TypedDict):
    """An asset that the reader sees."""

    name: str
    kind: terms.AssetKind
    faction: Ref | None


class LossRow(AssetRow):
    """What became of an asset."""

    fate: Fate


class CasualtiesRow(TypedDict):
    """How many minions of a faction were hurt."""

    faction: Ref | None
    damaged: int
    destroyed: int
    lost: int


class MoneyRow(TypedDict):
    """Capital or influence gained or spent, and what for."""

    faction: Ref | None
    currency: Literal["capital", "influence"]
    amount: int
    npc: Ref | None
    reason: str
    subject: str
    place: Ref | None
    rule: str


class StandingModifierFacts(TypedDict):
    """A modifier that lasts, and what it applies to."""

    value: int
    actions: tuple[str, ...]
    lieutenant: str
    target: str
    target_ref: Ref | None
    until: str


class StandingModifierRow(StandingModifierFacts):
    """A lasting modifier that begins or ends."""

    ended: bool


class TakingRow(TypedDict):
    """A thing that was taken, or was to be."""

    kind: TakenKind
    name: str
    amount: int


class TakenKindRow(TypedDict):
    """The kind of a thing that was taken."""

    kind: TakenKind


class WorkRow(TypedDict):
    """A unit at work."""

    name: str
    level: int
    selective: bool


class SeenLegRow(TypedDict):
    """A minion's way from one place to another."""

    name: str
    kind: terms.PropertyKind | Literal[""]
    origin: Ref | None
    to: Ref | None


class LegRow(SeenLegRow):
    """A minion's way, and whether it arrived."""

    arrived: bool


class StealthFacts(TypedDict):
    """How an action was hidden, and whether it stayed so."""

    kind: terms.StealthKind
    tried: bool
    held: bool
    how: Literal["", "check", "automatic", "always", "broken"]
    rule: str


class IncomeRow(TypedDict):
    """The income of a location or a facility."""

    place: Ref | None
    name: str
    amount: int


class UpkeepRow(TypedDict):
    """The upkeep of an asset or a location."""

    name: str
    place: Ref | None
    amount: int
    currency: catalogue.Currency
    paid: bool


class LeftRow(TypedDict):
    """Somebody who left, or a place that was given up, and why."""

    name: str
    place: Ref | None
    why: Literal["capital", "respect"]


#: Minions that the reader sees, as rows.
MINIONS: Final = Told("minions", tuple[FactsOf[AssetRow], ...])
#: What was taken, minions' ways and units at work, each as rows.
TAKINGS: Final = Told("takings", tuple[FactsOf[TakingRow], ...])
LEGS: Final = Told("legs", tuple[FactsOf[LegRow], ...])
WORKERS: Final = Told("workers", tuple[FactsOf[WorkRow], ...])

# ── Orders, for the faction that acts and the GM ─────────────────────────────────────────────────


class UndoneFacts(TypedDict):
    """An order that was not carried out."""

    action: terms.ActionName
    who: Ref | None
    lieutenant: str
    at: Ref | None
    against: Ref | None
    reason: events.NotCarriedOutReason
    plan: str
    instead: bool


class OrderFacts(UndoneFacts):
    """How an order went and what it caused. ``served`` and ``lent`` are for the GM."""

    result: terms.RollResult | Literal[""]
    outcome: events.Outcome
    prompt: events.PromptKind
    part: Literal["", "fight", "end"]
    stealth: FactsOf[StealthFacts]
    helped: tuple[str, ...]
    idle: tuple[str, ...]
    losses: tuple[FactsOf[LossRow], ...]
    money: tuple[FactsOf[MoneyRow], ...]
    burdens: tuple[FactsOf[StandingModifierRow], ...]
    served: Ref | None
    lent: tuple[str, ...]


class TradeSubjectFacts(TypedDict):
    """What is bought or sold: an asset by name, or a location."""

    kind: terms.AssetKind
    name: str
    place: Ref | None


# ── For those whom an action is aimed at ─────────────────────────────────────────────────────────


class ActorFacts(TypedDict):
    """Who acted where, as far as the reader learns it."""

    action: terms.ActionName
    who: Ref | None
    lieutenant: str
    at: Ref | None


class SubjectFacts(TypedDict):
    """What an inquiry or an offer is about, as far as the reader sees it."""

    kind: terms.AssetKind | Literal["other", ""]
    name: str
    place: Ref | None


class SufferedFacts(ActorFacts):
    """An attack, a raid, a theft or a seduction; ``faced`` are the attackers."""

    won: bool
    nobody: bool
    losses: tuple[FactsOf[LossRow], ...]
    faced: tuple[FactsOf[AssetRow], ...]
    kind: TakenKind | Literal[""]
    name: str
    amount: int
    also: tuple[FactsOf[TakingRow], ...]


class ApproachedFacts(ActorFacts, SubjectFacts):
    """An inquiry or an offer that was noticed, and whether somebody left."""

    left: bool


class LeftUsFacts(TypedDict):
    """An own asset that is gone, for an owner who learns nothing else."""

    name: str
    kind: terms.PropertyKind
    at: Ref | None


# ── For witnesses ────────────────────────────────────────────────────────────────────────────────


class SeenFacts(ActorFacts):
    """What all witnesses are told. ``won`` is None if they do not know who acted."""

    against: Ref | None
    won: bool | None
    followed: tuple[str, ...]


class SeenAttackFacts(SeenFacts):
    """An attack; the public is told no casualties."""

    losses: tuple[FactsOf[CasualtiesRow], ...] | None


class SeenTakingFacts(SeenFacts):
    """A raid or a theft."""

    kind: TakenKind | Literal[""]
    amount: int | None
    sabotage: bool
    also: tuple[FactsOf[TakenKindRow], ...]


class SeenTradeFacts(SeenFacts, TradeSubjectFacts):
    """A purchase or a sale."""

    price: FactsOf[PriceFacts] | None


class SeenInfluenceFacts(SeenFacts):
    """Dealings with an NPC faction, which may be about a thing."""

    thing: str
    place: Ref | None
    npc: Ref | None
    gained: int | None
    target: Ref | None
    concerted: bool


class SeenMoveFacts(SeenFacts):
    """A move, as far as the reader saw it."""

    legs: tuple[FactsOf[SeenLegRow], ...]


class SeenWorkFacts(SeenFacts):
    """Work, a project, or something that was hidden."""

    name: str
    earned: int | None


class SeenStanceFacts(SeenFacts):
    """An ambush or a block."""

    kind: state.StanceKind
    targets: tuple[Ref | None, ...]
    way: tuple[Ref, ...]


class SeenInquiryFacts(SeenFacts, SubjectFacts):
    """A surveillance, an investigation or an offer."""


class SeenCustomFacts(SeenFacts):
    """A custom action; nobody is told whether it came off."""

    name: str


# ── Other events ─────────────────────────────────────────────────────────────────────────────────


class SeenMeetingFacts(TypedDict):
    """Somebody meets a stance: who waited, and who came."""

    who: Ref | None
    lieutenant: str
    kind: state.StanceKind
    at: Ref | None
    way: tuple[Ref, ...]
    mover: Ref | None
    mover_lieutenant: str
    outcome: Literal["attacked", "attack", "stopped", "round", "pass"]


class InterceptedFacts(SeenMeetingFacts):
    """The same for either side."""

    side: Literal["gm", "waiting", "moving"]
    movers: tuple[str, ...]
    result: terms.RollResult


class EarnedFacts(TypedDict):
    """Income (L-TURN-1)."""

    who: Ref | None
    lines: tuple[FactsOf[IncomeRow], ...]
    total: int


class UpkeepFacts(TypedDict):
    """Upkeep, and who left because of it (L-TURN-6)."""

    who: Ref | None
    lines: tuple[FactsOf[UpkeepRow], ...]
    left: tuple[FactsOf[LeftRow], ...]
    respect: int
    reach: int
    total: int


class AlteredFacts(TypedDict):
    """A change by the GM. ``before`` and ``after`` are None where only ``change`` is told."""

    who: Ref | None
    other: Ref | None
    by_news: bool
    because: str
    what: str
    name: str
    place: Ref | None
    before: int | None
    after: int | None
    change: int


class TurnOverFacts(TypedDict):
    """Projects that are lost at the end of the turn."""

    lapsed: tuple[str, ...]


class UnmaskedFacts(TypedDict):
    """An event that the GM reveals, and who was behind it."""

    action: str
    who: Ref | None
    lieutenant: str
    at: Ref | None
    against: Ref | None
    npc: Ref | None
    won: bool
    kind: str


#: The facts of what others are told, and of what is no order, by code; a theme has words for each.
OTHER_FACTS: Final[Mapping[str, TellingFacts]] = {
    "undone": UndoneFacts,
    "intercepted": InterceptedFacts,
    "earned": EarnedFacts,
    "upkeep": UpkeepFacts,
    "altered": AlteredFacts,
    "turn-over": TurnOverFacts,
    "suffered": SufferedFacts,
    "approached": ApproachedFacts,
    "left-us": LeftUsFacts,
    "seen-attack": SeenAttackFacts,
    "seen-taking": SeenTakingFacts,
    "seen-trade": SeenTradeFacts,
    "seen-influence": SeenInfluenceFacts,
    "seen-move": SeenMoveFacts,
    "seen-work": SeenWorkFacts,
    "seen-stance": SeenStanceFacts,
    "seen-inquiry": SeenInquiryFacts,
    "seen-custom": SeenCustomFacts,
    "seen-meeting": SeenMeetingFacts,
    "unmasked": UnmaskedFacts,
}
