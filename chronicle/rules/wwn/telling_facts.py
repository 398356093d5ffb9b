"""What tellings contain: one type for each code.

Factions and places that a reader does not know are removed later; assets and bases are told by
name, which is empty where the reader does not see them.
"""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias, TypedDict, get_type_hints

from chronicle.model.facts import FactsOf, Ref
from chronicle.records import Record
from chronicle.rules.kit.projector import OWN, Readers, declared_facts, fact_types
from chronicle.rules.protocol import TellingFacts
from chronicle.rules.wwn.state import MarkKind
from chronicle.rules.wwn.terms import (
    ActionName,
    Attribute,
    GoalKind,
    HarmKind,
    Outcome,
    RefusalReason,
)

#: What is done to an asset instead of an attack, or by a hit.
HitMark: TypeAlias = Literal["unusable", "pinned", "hobbled"]
#: What became of an asset or a base that is gone.
GoneFate: TypeAlias = Literal["lost", "rogue", "sold", "surrendered", "destroyed", "forfeit"]
#: What happened to a piece of the reader's own, from the least to the worst.
OwnFate: TypeAlias = Literal["found", "hurt", "marked", "joined", "lost"]

# ── Rows ─────────────────────────────────────────────────────────────────────────────────────────


class IdentityRow(TypedDict):
    """An asset or a base, wherever it is. ``type`` is empty for a base."""

    name: str
    type: str
    base: bool
    faction: Ref | None


class PieceRow(IdentityRow):
    """An asset or a base."""

    at: Ref | None


class GonePieceRow(PieceRow):
    """An asset or a base that is there no more."""

    fate: GoneFate


class UncoveredPieceRow(PieceRow):
    """An asset without cover where it is forbidden; ``hp`` is what was left."""

    damage: int
    hp: int
    gone: bool


class RecoveredPieceRow(PieceRow):
    """An asset healed by a tag of its faction; ``hp`` is what it has now."""

    healed: int
    hp: int


class SeenFighterRow(PieceRow):
    """One side of an attack among others."""

    harm: HarmKind


class FighterRow(PieceRow):
    """One side of an attack for both sides. ``maximum`` is None for a rival's base."""

    hp: int
    maximum: int | None
    damage: int
    harm: HarmKind


class LegRow(TypedDict):
    """The movement of an asset. ``toll`` is None for all but its parties."""

    name: str
    type: str
    faction: Ref | None
    start: Ref | None
    end: Ref | None
    arrived: bool
    toll: int | None
    toll_to: Ref | None


class ReactionRow(TypedDict):
    """An asset that changed an outcome; ``of`` is the faction whose dice were rerolled.

    ``paid`` is None for all but its owner.
    """

    kind: Literal["spared", "stepped-in", "restored", "threw-again", "made-throw-again", "endured"]
    faction: Ref | None
    name: str
    subject: str
    of: Ref | None
    paid: int | None
    hurt: int | None


class HelperRow(TypedDict):
    """What changed the price of a purchase, by how much, and damage to it."""

    name: str
    by: int
    hurt: int


class ContestRow(TypedDict):
    """Whether a founder beat a rival, and whether that rival attacks."""

    won: bool
    attacks: bool


class RivalRow(TypedDict):
    """A rival at a new base."""

    faction: Ref | None
    won: bool
    attacks: bool


class FateRow(TypedDict):
    """What happened to a piece. ``amount`` is damage, ``mark`` what was put on it, if anything."""

    fate: OwnFate
    amount: int
    mark: MarkKind | Literal[""]


class OwnPieceRow(FateRow):
    """A piece of the reader's own, and what happened to it."""

    name: str
    base: bool
    at: Ref | None


class TurnOrderRow(TypedDict):
    """A faction's throw for the order of play. ``place`` is for the GM only, otherwise 0."""

    who: Ref | None
    place: int
    faces: tuple[int, ...]


class IncomeRow(TypedDict):
    """The income from an asset or a tag."""

    name: str
    amount: int


class GoalRow(TypedDict):
    """A goal and its progress. ``name`` and ``xp`` are of a goal of the GM's own."""

    kind: GoalKind
    against: Ref | None
    asset: str
    at: Ref | None
    attribute: Attribute | Literal[""]
    progress: int
    needed: int
    since: int
    name: str
    xp: int | None


class RaisedRow(TypedDict):
    """An attribute bought with XP."""

    attribute: Attribute
    rating: int
    xp: int


class BanRow(TypedDict):
    """Whom the ruler of a place bans and admits; ``lifted`` where nobody is banned."""

    place: Ref | None
    ruler: Ref | None
    closed: bool
    forbids: tuple[Ref | None, ...]
    admits: tuple[Ref | None, ...]
    lifted: bool


# ── Orders, for those who gave them ──────────────────────────────────────────────────────────────


class ActionFacts(TypedDict):
    """What all orders have that were carried out. ``action`` is empty for a free action."""

    action: ActionName | Literal[""]
    who: Ref | None
    asset: str
    at: Ref | None
    outcome: Outcome
    reactions: tuple[FactsOf[ReactionRow], ...]


class UndoneFacts(TypedDict):
    """An order or an attack that was not carried out, and why."""

    action: ActionName | Literal[""]
    who: Ref | None
    asset: str
    at: Ref | None
    against: Ref | None
    reason: RefusalReason


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


class AttackFacts(TypedDict):
    """What all attacks have besides the facts of their event."""

    who: Ref | None
    against: Ref | None
    at: Ref | None
    nobody: bool
    reactions: tuple[FactsOf[ReactionRow], ...]


class ClashFacts(TypedDict):
    """What both sides know of an attack. Without a defender it has no attributes, no totals."""

    side: Literal["attacker", "defender", "gm"]
    attacker: FactsOf[FighterRow]
    defender: FactsOf[FighterRow] | None
    attribute: Attribute | Literal[""]
    target: Attribute | Literal[""]
    total: int | None
    against_total: int | None


class SeenClashFacts(TypedDict):
    """What others know of an attack."""

    attacker: FactsOf[SeenFighterRow]
    defender: FactsOf[SeenFighterRow] | None


# ── Orders of others ─────────────────────────────────────────────────────────────────────────────


class UnveiledFacts(TypedDict):
    """Stealthed assets found. ``missed`` is for the GM only."""

    ours: Literal["", "finder", "found"]
    who: Ref | None
    asset: str
    at: Ref | None
    against: Ref | None
    found: tuple[FactsOf[PieceRow], ...]
    missed: tuple[str, ...]


class TouchedFacts(TypedDict):
    """What happened to the reader's own, without who did it; ``treasure`` is the change."""

    treasure: int
    pieces: tuple[FactsOf[OwnPieceRow], ...]


class UnmaskedFacts(TypedDict):
    """What a reveal tells of an order. ``action`` is the code of the action, or ``attack``."""

    action: str
    who: Ref | None
    asset: str
    at: Ref | None
    against: Ref | None
    name: str
    done: bool


# ── The turn ─────────────────────────────────────────────────────────────────────────────────────


class AlteredFacts(TypedDict):
    """A change by the GM. ``before`` and ``after`` are None for all but its owner."""

    who: Ref | None
    other: Ref | None
    by_news: bool
    because: str
    what: str
    name: str
    place: Ref | None
    hidden: bool
    before: int | None
    after: int | None
    change: int


#: The readers of what is told of an order to the faction that gave it.
OWN_FACTS: Final[Readers] = frozenset({OWN})


def action_facts(name: str, details: type[Record], **more: Any) -> TellingFacts:
    """Return the type of what is told of an order to its faction, from the type of its details."""
    common = get_type_hints(ActionFacts)
    found: TellingFacts = declared_facts(name, common, fact_types(details, OWN_FACTS), more)
    return found
