"""The events of a turn of `lieutenants`: a closed set of types that hold only facts.

Every event holds its changes to the board and who learns of it: ``known`` are those who learn what
happened and who did it; ``seen`` are those who learn only that it happened, where and to whom
(L-STL-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.records import UNION, Record, field
from chronicle.rules.kit import adjustment_events
from chronicle.rules.lieutenants import state, terms
from chronicle.rules.lieutenants.catalogue import Price
from chronicle.rules.lieutenants.changes import Change

#: The outcome of an order, in addition to the result of its check.
Outcome = Literal[
    "done",  # succeeded, with or without a check
    "failed",  # the check failed
    "unpaid",  # the check succeeded, but the price was not or could not be paid
    "nobody-there",  # an attack on a faction with nothing unhidden at the location
    "not-there",  # what was to be taken, found or bought was not there
    "no-influence",  # Gain Influence failed, and nobody had any there: +1 (L-ACT-GAIN-INFLUENCE)
    "sides-with-another",  # an NPC faction refuses to act against an ally that it likes better
    "no-room",  # the recruits would exceed the faction's leadership
    "stopped",  # a move was stopped by a stance
    "blocked-project",  # the project needs something before it can continue
    "not-carried-out",  # the order was no longer possible; the reason says why
]
#: Why an order was not carried out.
NotCarriedOutReason = Literal[
    "",
    "lieutenant-out",
    "lieutenant-distracted",
    "lieutenant-elsewhere",
    "lieutenant-away",
    "gain-missing",
    "target-gone",
    "stopped-on-the-way",
]
#: How somebody comes to learn of an event, from the weakest way to the strongest.
NoticeWay = Literal[
    "serves-in-secret",  # a double agent of theirs takes part
    "somebody-there",  # they have somebody at either end of a move
    "informers",  # their informers watch the locale
    "watches-place",
    "watches-actor",
    "influence-there",  # they have influence in the NPC faction that somebody deals with
    "open-to-all",
    "talked-of",  # dealings with an NPC faction that nobody keeps quiet
    "lay-in-wait",
    "aimed-at",
    "courted",  # they are the NPC faction that somebody deals with
]
#: What the GM has to decide after an event.
PromptKind = Literal[
    "", "crumb", "something-more", "answer", "needed-first", "rally", "what-it-brings"
]


class StealthResult(Record):
    """The stealth of an action: what was tried, whether it held, and why.

    ``how`` is ``check`` for a stealth check, ``automatic`` for a result that hides the action
    without one, ``always`` for actions that nobody can notice, ``broken`` if a rule overrides a
    successful check.
    """

    kind: terms.StealthKind
    tried: bool
    held: bool
    how: Literal["", "check", "automatic", "always", "broken"]
    rule: str = ""


NO_STEALTH = StealthResult("", False, False, "")


class Details(Record):
    """What an action did; each action has its own."""

    @property
    def subjects(self) -> tuple[str, ...]:
        """The assets that it was done to, whose owners notice it."""
        return ()

    @property
    def defenders(self) -> tuple[str, ...]:
        """Those whom it met in a fight, seen or not."""
        return ()

    @property
    def subject_name(self) -> str:
        """The name of what it was done to; empty if it has none."""
        # As it is, because the type of a name leads to its entry.
        name: str = getattr(self, "name", "")
        return name

    @property
    def notice(self) -> terms.NoticedBy | None:
        """Who notices it, if the order says so; None if its definition does."""
        return None

    def locations(self, at: str) -> tuple[str, ...]:
        """Return the places it is about, ``at`` being that of the order; none if about somebody."""
        return (at,)

    def visits(self, at: str, minions: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield who of these took part, and where: (asset, location), empty if about somebody."""
        place = "".join(self.locations(at)[:1])
        return ((id, place) for id in minions)


class Acted(Record):
    """An order that was carried out, or that could not be; ``against`` is its target faction.

    ``presumed`` if the target is the owner of the location because the order named nobody;
    ``instead`` if it is what the order does because the gain that it needs was not made (L-TURN-4).

    ``part`` is ``end`` for the way of those who end an action elsewhere (L-MOVE), and ``fight`` for
    the attack that follows when somebody meets a stance; then ``order`` is the order of those who
    came, whichever side attacks. Units that moved alone have no ``lieutenant`` there. ``result`` is
    None if nothing was rolled, ``details`` if nothing was carried out. ``helped`` are the units
    whose levels counted, ``idle`` the assigned units that could not help, ``lent`` those of a
    double agent's host that it led for the faction that it serves, which the host is likely to
    notice (L-ACT-RECRUIT), and ``units`` all that came along. ``watches`` are those of the turn
    that it comes under, ``shown`` the locations to which it leads those who watch: (faction,
    location) (L-ACT-SURVEIL).

    ``known`` learn who did it, ``seen`` only what was done. ``witnesses`` says how each of them
    comes to learn of it, by faction or ``everyone``; the acting faction is left out.
    """

    id: str
    rule: str
    faction: str
    order: str
    lieutenant: str
    action: terms.ActionName
    at: str
    against: str
    details: Details | None
    result: terms.RollResult | None
    outcome: Outcome
    reason: NotCarriedOutReason
    stealth: StealthResult
    helped: tuple[str, ...]
    idle: tuple[str, ...]
    plan: str
    prompt: PromptKind
    known: Visibility
    seen: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]
    part: Literal["", "fight", "end"] = ""
    presumed: bool = False
    witnesses: Mapping[str, NoticeWay] = field(default_factory=dict)
    instead: bool = False
    lent: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    watches: tuple[state.Watch, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()

    @property
    def prompts(self) -> tuple[str, ...]:
        """What the GM has to decide after it: nothing if it was not carried out."""
        carried_out = self.details is not None and self.outcome != "not-carried-out"
        found = (self.prompt, "lent" if self.lent else "") if carried_out else ()
        return tuple(filter(None, found))


class Intercepted(Record):
    """Somebody meets a stance (L-TURN-5): who waited, who came, and what they did.

    ``way`` are the two places between which a block was met; then ``at`` is empty.

    ``outcome`` is for the movers: they were ``attacked``, they ``attack``, are ``stopped``, go
    ``round``, or ``pass``. If they pass, ``known`` says whether those waiting learn of it.
    ``witnesses`` says how each of those in ``known`` learns of it, except the movers' faction.
    """

    id: str
    rule: str
    faction: str
    lieutenant: str
    kind: state.StanceKind
    at: str
    mover: str
    mover_lieutenant: str
    order: str
    movers: tuple[str, ...]
    result: terms.RollResult
    outcome: Literal["attacked", "attack", "stopped", "round", "pass"]
    known: Visibility
    seen: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]
    witnesses: Mapping[str, NoticeWay] = field(default_factory=dict)
    way: tuple[str, ...] = ()


class Earned(Record):
    """Static income of one faction: (location or facility, capital) (L-TURN-1)."""

    id: str
    faction: str
    lines: tuple[tuple[str, int], ...]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "L-TURN-1"
    rolls: tuple[Roll, ...] = ()


class Upkeep(Record):
    """The upkeep of one faction's assets, and who leaves because it can't be paid (L-TURN-6).

    ``lines`` are (asset or location, price, paid); ``left`` are those who left for lack of capital
    or, named by the GM, for lack of respect. ``respect`` is what the others require of ``reach``.
    """

    id: str
    faction: str
    lines: tuple[tuple[str, Price, bool], ...]
    left: tuple[tuple[str, Literal["capital", "respect"]], ...]
    respect: int
    reach: int
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "L-TURN-6"
    rolls: tuple[Roll, ...] = ()


class Altered(adjustment_events.Altered[Change]):
    """A change made by the GM; ``subject`` is the asset, faction, place or project changed."""


class TurnEnded(Record):
    """The end of the turn: watches end, and projects that may not rest but were left are lost.

    ``lapsed`` lists the lost projects: (project, faction).
    """

    id: str
    lapsed: tuple[tuple[str, str], ...]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "L-ENT"
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = Acted | Intercepted | Earned | Upkeep | Altered | TurnEnded
