"""The events of a round: facts, what they do to the board, and who learns what of them.

The events of placement and assistance are beside their orders. The fields of an event say which
powers read them; what the public hears of a conspiracy is made here alone.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypedDict

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, Facts, FactsOf, Ref, faction_ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules.kit.projector import (
    EVERYBODY,
    GM,
    OWN,
    FactionId,
    PlaceId,
    Row,
    facts_of,
)
from chronicle.rules.protocol import Disclosure, Reason, Sighting, Telling
from chronicle.rules.shadow.stakes import Transfer, moved
from chronicle.rules.shadow.state import State
from chronicle.rules.shadow.view import (
    POWERS,
    Chance,
    Piece,
    PlacedActor,
    PlacedResource,
    PowerView,
    StakeOnBoard,
)

ChangedFigure = Literal["influence", "strength", "dice", "chalice", "actor"]
Outcome = Literal["success", "failure", "vetoed", "no-narrative", "blocked", "no-dice", "refused"]
#: Why an order is refused within the fiction: what it needed was lost since the turn began.
LostReason = Literal["", "resource-lost", "target-lost"]

#: Outcomes of an order that was never carried out, so that nobody can have seen anything.
NOT_CARRIED_OUT: frozenset[Outcome] = frozenset({"vetoed", "no-narrative", "refused"})
#: Powers see conspiracies when their turn comes (S-ROUND-5).
BEFORE_ALL_POWERS: Final = Reason("before-all-powers", "S-ROUND-5")


class RoundEvent(Record, kw_only=True):
    """Something that happened; all powers are told of it, unless it says otherwise."""

    CODE: ClassVar[str]

    id: str
    rule: str
    rolls: tuple[Roll, ...] = ()

    @property
    def owner(self) -> str:
        """The power whose doing it is; empty if it is nobody's."""
        return ""

    @property
    def own_order(self) -> str:
        """The order that it comes from (``power/id``); empty if from none."""
        return ""

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """The dice that change hands by it."""
        return ()

    @property
    def code(self) -> str:
        """What the ledger of a power calls it."""
        return self.CODE

    def applied(self, state: State) -> State:
        """Return the board after it: the only way a board changes."""
        return moved(state, self.transfers)

    def told(self, view: PowerView) -> Disclosure:
        """Return what the GM or a power is told of it, and why."""
        return Disclosure(Reason("open-figures", self.rule), self.telling(view))

    def telling(self, view: PowerView) -> Telling:
        order = self.own_order if view.owns else ""
        return Telling(self.CODE, self.rule, Facts(self.facts(view)), order=order)

    def facts(self, view: PowerView) -> dict[str, Fact]:
        return facts_of(self, POWERS, view.readers, view)

    def heard(self) -> Disclosure:
        """Return what the public hears of it, and why."""
        return Disclosure(Reason("not-for-street", self.rule))

    def revealed(self) -> Telling | None:
        """Return what becomes known when the GM reveals it later, if anything."""
        return None


def actor_nowhere(power: str) -> Sighting:
    """Return that an actor is in no sphere any more: whoever comes back is in reserve."""
    return Sighting(power, Facts(sphere=None))


class OwnEvent(RoundEvent, kw_only=True):
    """What a power does for itself: only it and the GM are told of it."""

    #: Why others are not.
    KEPT: ClassVar = "not-yet-revealed"

    power: Annotated[FactionId, OWN]

    @property
    def owner(self) -> str:
        return self.power

    def told(self, view: PowerView) -> Disclosure:
        if not view.owns:
            return Disclosure(Reason(self.KEPT, self.rule))
        return Disclosure(Reason("own-order", self.rule), self.telling(view))


class Changed(RoundEvent, kw_only=True):
    """The GM changes one figure, by news (S-ROUND-4) or by an adjustment with its reason.

    The board is open, but the reason is only for those under ``for:``, its owners.
    """

    CODE = "adjusted"

    by_news: Annotated[bool, EVERYBODY]
    because: Annotated[str, OWN]
    visibility: Visibility
    field: Annotated[ChangedFigure, EVERYBODY]
    power: Annotated[FactionId, EVERYBODY]
    subject: str
    before: Annotated[int, EVERYBODY]
    after: Annotated[int, EVERYBODY]
    transfers: tuple[Transfer, ...] = ()

    def applied(self, state: State) -> State:
        if self.field in ("dice", "chalice"):
            return moved(state, self.transfers)
        power = state.powers[self.power]
        if self.field == "influence":
            return state.with_power(power.with_influence(self.subject, self.after))
        if self.field == "strength":
            resource = replace(power.resources[self.subject], strength=self.after)
            return state.with_power(power.with_resource(resource))
        sphere = power.actor.sphere if self.after else ""
        actor = replace(power.actor, active=bool(self.after), sphere=sphere)
        return state.with_power(replace(power, actor=actor))

    def told(self, view: PowerView) -> Disclosure:
        admitted = self.visibility.admits(view.audience)
        code = ("news-for" if self.by_news else "adjustment-for") if admitted else "open-figures"
        facts = facts_of(self, POWERS, frozenset({OWN} if admitted else ()), view)
        facts["subject"] = self._subject(view)
        sightings = (actor_nowhere(self.power),) if self.field == "actor" else ()
        telling = Telling(self.CODE, self.rule, Facts(facts), sightings=sightings)
        return Disclosure(Reason(code, self.rule), telling)

    def _subject(self, view: PowerView) -> Ref | str | None:
        """Return the sphere, or the name of the resource or the actor; None for dice."""
        if self.field == "influence":
            return place_ref(self.subject)
        if self.field == "strength":
            return view.board.powers[self.power].resources[self.subject].name
        return view.board.powers[self.power].actor.name if self.field == "actor" else None


class Revealed(RoundEvent, kw_only=True):
    """Placements become known to all powers: (power, resource, sphere), and actors (S-ROUND-3)."""

    CODE = "revealed"

    resources: Annotated[tuple[PlacedResource, ...], EVERYBODY]
    actors: Annotated[tuple[PlacedActor, ...], EVERYBODY]
    rule: str = "S-ROUND-3"

    def told(self, view: PowerView) -> Disclosure:
        placed = {f"{power}/{id}": sphere for power, id, sphere in self.resources}
        placed |= dict(self.actors)
        sightings = tuple(
            Sighting(piece, Facts(sphere=place_ref(sphere))) for piece, sphere in placed.items()
        )
        telling = replace(self.telling(view), sightings=sightings)
        return Disclosure(Reason("revealed", self.rule), telling)


class Sequenced(RoundEvent, kw_only=True):
    """The order in which powers conspire: (power, dice counted at the start) (S-ROUND-5)."""

    CODE = "sequence"

    order: Annotated[
        tuple[Annotated[tuple[FactionId, int], Row("TurnOrderRow", ("power", "dice"))], ...],
        EVERYBODY,
    ]
    rule: str = "S-ROUND-5"


class Dominated(RoundEvent, kw_only=True):
    """The sums of Influence, (power, sum), and who is ahead of all others (S-ROUND-6)."""

    CODE = "dominance"

    totals: Annotated[
        tuple[Annotated[tuple[FactionId, int], Row("InfluenceRow", ("power", "total"))], ...],
        EVERYBODY,
    ]
    power: Annotated[FactionId, EVERYBODY]
    transfers: Annotated[tuple[Transfer, ...], EVERYBODY]
    rule: str = "S-ROUND-6"


# ── Conspiracies ─────────────────────────────────────────────────────────────────────────────────


class PublicLineFacts(TypedDict):
    """The line that the GM wrote for the public."""

    text: str
    sphere: Ref | None


class WhisperFacts(TypedDict):
    """What is talked of a conspiracy of which the GM wrote nothing. ``kind`` is its code."""

    kind: str
    level: int
    sphere: Ref | None


class ExposedFacts(WhisperFacts):
    """A conspiracy that the GM reveals, and who was behind it."""

    power: Ref
    won: bool


class Details(Record):
    """What a conspiracy did besides its outcome; each action has its own.

    ``CODE`` is the `action:` of the order, and the code of what powers are told.
    """

    CODE: ClassVar[str]

    @property
    def aimed_at(self) -> str:
        """The power that it was done to; empty if to none."""
        return ""

    @property
    def heard_level(self) -> int:
        """The level that the public may hear of; 0 without one."""
        return 0

    def applied(self, state: State, event: Conspired) -> State:  # noqa: ARG002  for subclasses
        """Return the board after it has succeeded."""
        return state

    def gain(self) -> Facts:
        """Return what odds say of it, if it succeeds."""
        return Facts()

    def sightings(self) -> tuple[Sighting, ...]:
        """Return what everybody sees of pieces, if it succeeds."""
        return ()


class OrderedEvent(RoundEvent, kw_only=True):
    """What comes of a conspiracy that a power ordered."""

    power: Annotated[FactionId, EVERYBODY]
    order: str

    @property
    def owner(self) -> str:
        return self.power

    @property
    def own_order(self) -> str:
        return f"{self.power}/{self.order}"


class Conspired(OrderedEvent, kw_only=True):
    """One conspiracy with its outcome, stakes, moved dice, and chance of success before the roll.

    ``public`` is the line the public reads, None for a draft and empty for nothing; ``chance`` is
    None where nothing was rolled. Others than its power learn of a vetoed one only what dice it
    moved.
    """

    resource: Annotated[Piece, EVERYBODY]
    sphere: Annotated[PlaceId, EVERYBODY]
    details: Annotated[Details, EVERYBODY]
    outcome: Annotated[Outcome, EVERYBODY]
    refusal: Annotated[LostReason, EVERYBODY]
    narrative: Annotated[str, EVERYBODY]
    veto: Annotated[str, GM]
    public: Annotated[str | None, GM]
    stakes: Annotated[tuple[StakeOnBoard, ...], EVERYBODY]
    transfers: Annotated[tuple[Transfer, ...], EVERYBODY]
    chance: Annotated[Chance, EVERYBODY]

    @property
    def strength(self) -> Annotated[int, EVERYBODY]:
        """The strength of its resource."""
        return self.resource.strength

    @property
    def code(self) -> str:
        return "set-aside" if self.outcome == "vetoed" else self.details.CODE

    def applied(self, state: State) -> State:
        state = moved(state, self.transfers)
        return self.details.applied(state, self) if self.outcome == "success" else state

    def told(self, view: PowerView) -> Disclosure:
        facts = self.facts(view)
        if self.veto and not view.owns:
            if not self.transfers:
                return Disclosure(Reason("not-vetoed", "S-DICE-4"))
            # Transfers of dice are open even if the order is not, not even its kind.
            moved = Facts({name: facts[name] for name in SET_ASIDE})
            return Disclosure(
                Reason("dice-moved", "S-DICE-4"), Telling("set-aside", "S-DICE-4", moved)
            )
        # The id of a roll has the author's words.
        rolls = tuple(roll if view.owns else replace(roll, id="") for roll in self.rolls)
        order = self.own_order if view.owns else ""
        sightings = self.details.sightings() if self.outcome == "success" else ()
        telling = Telling(self.details.CODE, self.rule, Facts(facts), rolls, order, sightings)
        return Disclosure(self._reason(view), telling)

    def _reason(self, view: PowerView) -> Reason:
        """Return why a reader is told: its own part in it comes first."""
        if view.owns:
            return Reason("own-order", self.rule)
        if self.details.aimed_at == view.audience.faction:
            return Reason("aimed-at", self.rule)
        if view.audience.faction in {stake.power for stake in self.stakes}:
            return Reason("staked", self.rule)
        return BEFORE_ALL_POWERS

    def heard(self) -> Disclosure:
        """Return the author's line, or a draft of kind, level and sphere: no name, no outcome."""
        if self.outcome in NOT_CARRIED_OUT:
            unfinished = self.outcome in ("vetoed", "no-narrative")
            return Disclosure(Reason("not-carried-out", "S-DICE-4" if unfinished else self.rule))
        if self.public == "":
            return Disclosure(Reason("not-given"))
        if self.public is None:
            whisper = Telling("whisper", facts=FactsOf(self._whisper()))
            return Disclosure(Reason("draft", BEFORE_ALL_POWERS.rule), whisper)
        line = PublicLineFacts(text=self.public, sphere=self._sphere())
        return Disclosure(Reason("public-line"), Telling("public-line", facts=FactsOf(line)))

    def revealed(self) -> Telling | None:
        """Return who was behind it and whether it succeeded; no figures and no method."""
        if self.outcome in NOT_CARRIED_OUT:
            return None
        facts = ExposedFacts(
            **self._whisper(), power=faction_ref(self.power), won=self.outcome == "success"
        )
        return Telling("unmasked", facts=FactsOf(facts))

    def _whisper(self) -> WhisperFacts:
        level = self.details.heard_level
        return WhisperFacts(kind=self.details.CODE, level=level, sphere=self._sphere())

    def _sphere(self) -> Ref | None:
        return place_ref(self.sphere) if self.sphere else None


#: What others are told of a vetoed conspiracy.
SET_ASIDE: Final = ("power", "transfers")


class ResourceTaken(OrderedEvent, kw_only=True):
    """A new resource after dominance, for one die (S-ACT-1); not taken when no die was left."""

    CODE = "resource-taken"

    resource: Annotated[Piece, EVERYBODY]
    taken: Annotated[bool, EVERYBODY]
    transfers: Annotated[tuple[Transfer, ...], EVERYBODY]
    rule: str = "S-ACT-1"

    @property
    def type(self) -> Annotated[str, EVERYBODY]:
        """The type of the resource."""
        return self.resource.type

    def applied(self, state: State) -> State:
        state = moved(state, self.transfers)
        if not self.taken:
            return state
        return state.with_power(state.powers[self.power].with_resource(self.resource))

    def told(self, view: PowerView) -> Disclosure:
        reason = Reason("own-order", self.rule) if view.owns else BEFORE_ALL_POWERS
        return Disclosure(reason, self.telling(view))
