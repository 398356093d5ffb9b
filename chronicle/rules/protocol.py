"""The seam for rulesets: what a ruleset is to the rest of chronicle.

A ruleset is one object of pure functions over its own state ``StateT``, orders ``OrdersT`` and
events ``EventT``. State changes by events alone, every event says who is told what of it, and
nothing here rolls dice, reads files or writes prose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Generic, Literal, Protocol, TypeVar

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import Audience, Visibility
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts, Ref
from chronicle.rules.file_models import FileModels
from chronicle.rules.order_form import Form, FormVocabulary


class Event(Protocol):
    """Something that happened: facts under a stable id, with the rule that brought it about.

    ``id`` is ``turn/…`` built from the author's ids, never from positions among other orders.
    """

    @property
    def id(self) -> str: ...

    @property
    def rule(self) -> str: ...

    @property
    def rolls(self) -> tuple[Roll, ...]: ...


StateT = TypeVar("StateT")
OrdersT = TypeVar("OrdersT")
EventT = TypeVar("EventT", bound=Event)


@dataclass(frozen=True, slots=True)
class Sighting:
    """What one audience learnt of something, and when: it never brings itself up to date.

    ``subject`` names the thing for the ruleset, as in ``oru/whalers``.
    """

    subject: str
    facts: Facts
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Telling:
    """How one audience is told of one event: a code the theme has words for, and facts.

    Every field is filled from a list of what may be told. ``order`` is the reader's own order
    (``faction/id``) when the event is about it, and empty otherwise. ``learns`` are things the
    audience knows of from now on, whether or not it did before. ``astray`` when its place among
    the others would tell more than it says: between whose doings it happened, for one. A ``deed``
    is something that somebody did, for the history of all that it names.
    """

    code: str
    rule: str = ""
    facts: Facts = field(default_factory=Facts)
    rolls: tuple[Roll, ...] = ()
    order: str = ""
    sightings: tuple[Sighting, ...] = ()
    learns: tuple[Ref, ...] = ()
    astray: bool = False
    deed: bool = False


#: What the codes of reasons begin with that say why an audience is told nothing.
NOT_TOLD_PREFIX: Final = "not-"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one audience is told of one event as it is, or is not told: a code with words in a theme.

    ``rule`` is the rule that has it so, empty where the author's own word does. ``facts`` are for
    the words and may name what only the GM knows: reasons are nobody else's to read.
    """

    code: str
    rule: str = ""
    facts: Facts = field(default_factory=Facts)

    @property
    def told(self) -> bool:
        """Whether it is a reason for being told, and not for being told nothing."""
        return not self.code.startswith(NOT_TOLD_PREFIX)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The figures that one audience may see of a faction or a place, under a code for the theme."""

    code: str
    facts: Facts


#: How a faction stands at a place: it is the master there, it has a footing, or it was seen there.
HoldingKind = Literal["rules", "seated", "present"]


@dataclass(frozen=True, slots=True)
class Holding:
    """One faction at one place, as a sheet of the place has it.

    ``strength`` counts what the ruleset counts there; 0 when it counts nothing.
    """

    faction: Ref
    kind: HoldingKind
    strength: int = 0


@dataclass(frozen=True, slots=True)
class Figure:
    """One number that a sheet states, under a name for the theme."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of one faction at the end of a turn, with those who may see it."""

    faction: str
    name: str
    value: int
    circle: Visibility


@dataclass(frozen=True, slots=True)
class Chance:
    """One outcome of an order and how likely it is."""

    outcome: str
    facts: Facts
    probability: Fraction


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, EventT]):
    """One event and the state it met."""

    before: StateT
    event: EventT


@dataclass(frozen=True, slots=True)
class PlayedTurn(Generic[StateT, OrdersT, EventT]):
    """A turn as played: the state it began with, its orders and steps, the state it left.

    Turn 0 is the opening: no orders, no steps, and both states the same.
    """

    turn: int
    before: StateT
    after: StateT
    orders: OrdersT | None
    steps: tuple[Step[StateT, EventT], ...]


class Ruleset(Protocol[StateT, OrdersT, EventT]):
    """A set of rules that campaigns can be played by."""

    @property
    def id(self) -> str:
        """The word in `campaign.yaml`."""
        ...

    @property
    def version(self) -> int:
        """The version of the rules as they are read here."""
        ...

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule id that an event, a modifier or a finding may cite."""
        ...

    @property
    def codes(self) -> tuple[str, ...]:
        """Every code that a telling or a sheet may carry; a theme has words for each."""
        ...

    @property
    def form_vocabulary(self) -> FormVocabulary:
        """Every code, key and fact that a form may carry; a theme has words for each."""
        ...

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every code that a reason may carry; those of being told nothing begin with ``not-``."""
        ...

    @property
    def problems(self) -> tuple[type[Problem], ...]:
        """The kinds of finding that only this ruleset makes."""
        ...

    def opening(self, campaign: Campaign, report: Report) -> StateT | None:
        """The state before the first turn; None when findings say why there is none."""

    def orders(self, turn: Turn, state: StateT | None, report: Report) -> OrdersT | None:
        """A turn's orders, checked against the state it begins with; None after findings.

        Without a state (an earlier turn is broken) all is checked that needs none, and there are
        no orders.
        """

    def resolve(self, state: StateT, orders: OrdersT, dice: Dice) -> Iterable[EventT]:
        """The events of a turn in order."""

    def review(
        self, turn: Turn, moment: PlayedTurn[StateT, OrdersT, EventT], report: Report
    ) -> None:
        """Adds what only the played turn shows to be wrong; with findings nothing is published."""

    def apply(self, state: StateT, event: EventT) -> StateT:
        """The state after an event: the only way a state changes."""

    def tell(self, before: StateT, event: EventT, audience: Audience) -> Telling | None:
        """How this audience may know of an event; None when it learns nothing of it."""

    def why(self, before: StateT, event: EventT, audience: Audience) -> Reason:
        """Why :meth:`tell` answers as it does: for the GM's eyes, whomever it is about."""
        ...

    def reveal(self, before: StateT, event: EventT) -> Telling | None:
        """What comes to light when the GM makes an event known later; None when nothing can."""

    def sheet(
        self,
        moment: PlayedTurn[StateT, OrdersT, EventT],
        memory: Mapping[str, Sighting],
        audience: Audience,
        subject: Ref,
    ) -> Sheet | None:
        """What this audience may see of a faction or a place at the end of a turn."""

    def form(
        self,
        moment: PlayedTurn[StateT, OrdersT, EventT],
        memory: Mapping[str, Sighting],
        faction: str,
    ) -> Form | None:
        """What a faction may order in the turn after this one, as far as it knows; None if nothing.

        Reckoned of what the faction's own sheets say and of its memory, and of nothing else.
        """

    def holders(self, sheet: Sheet) -> tuple[Holding, ...]:
        """Who holds the place that a sheet is of, each faction once, the strongest first.

        Read off the sheet and nothing else, so that a map tells what its reader is told anyhow.
        """
        ...

    def figures(self, sheet: Sheet) -> tuple[Figure, ...]:
        """The numbers of a faction's own sheet worth a line over the turns, each name once.

        Read off the sheet and nothing else, so that a line tells what its reader is told anyhow.
        """
        ...

    def in_miles(self, state: StateT) -> bool:
        """Whether positions of places are in miles: for a map's scale, and how far word goes."""
        ...

    def playing(self, state: StateT) -> tuple[str, ...]:
        """The factions that orders are awaited from, in order of id."""
        ...

    def measures(self, state: StateT) -> tuple[Measure, ...]:
        """The numbers worth a chart, each with those who may see it."""

    def odds(self, state: StateT, orders: OrdersT, order: str) -> tuple[Chance, ...]:
        """The exact chances of one order (``faction/id``), summing to 1; empty when none rolls.

        Reckoned for the state as the turn begins and the orders as they stand.
        """

    def file_models(self) -> FileModels:
        """The shapes of what it reads of an author's files, for the schemas of editors."""
        ...


def sheet_figures(
    ruleset: Ruleset[StateT, OrdersT, EventT], sheet: Sheet | None
) -> tuple[Figure, ...]:
    """The numbers of a sheet; where there is none, none."""
    return () if sheet is None else ruleset.figures(sheet)
