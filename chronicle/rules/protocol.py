"""The protocol that every ruleset implements.

A ruleset is one object of pure functions over its own state ``StateT``, orders ``OrdersT`` and
events ``EventT``. Only events change the state, and every event says what each audience learns.
Nothing here rolls dice, reads files or writes prose.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

from chronicle.diagnostics.report import Problem, Report
from chronicle.model.audience import Audience, Visibility
from chronicle.model.campaign import Campaign, Turn
from chronicle.model.character import NO_CHARACTER, Character
from chronicle.model.dice import Dice, Roll
from chronicle.model.facts import Facts, Ref
from chronicle.records import Record, field
from chronicle.rules.file_models import FileModels
from chronicle.rules.order_form import Form, FormVocabulary


class Event(Protocol):
    """Something that happened: facts under a stable id, with the rule that caused it.

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


class Sighting(Record):
    """What one audience learned of something, and when. It is never updated automatically.

    ``subject`` names the thing for the ruleset, for example ``oru/whalers``.
    """

    subject: str
    facts: Facts
    turn: int = 0


#: What an audience remembers: the latest sighting of each subject.
Memory: TypeAlias = Mapping[str, Sighting]


class Prompt(Record):
    """A decision that the rules leave to the GM.

    ``code`` selects a text of the theme; it is empty if ``text`` has the author's own words.
    """

    code: str = ""
    text: str = ""


class Telling(Record):
    """What one audience is told about one event: a code the theme has words for, and facts.

    Every field is filled from a list of what may be told. ``order`` is the reader's own order
    (``faction/id``) if the event is about one, otherwise empty. ``learns`` are things the audience
    knows of from now on, whether or not it did before. ``hides_position`` is set when the
    event's position among the others would reveal more than its text, for example whose actions it
    falls between. ``is_action`` says that somebody acted, for the history of all that it names.
    ``prompts`` are for the GM alone.
    """

    code: str
    rule: str = ""
    facts: Facts = field(default_factory=Facts)
    rolls: tuple[Roll, ...] = ()
    order: str = ""
    sightings: tuple[Sighting, ...] = ()
    learns: tuple[Ref, ...] = ()
    hides_position: bool = False
    is_action: bool = False
    prompts: tuple[Prompt, ...] = ()


#: The `TypedDict` that declares the facts of a telling.
TellingFacts: TypeAlias = type[Mapping[str, object]]


class Reason(Record):
    """Why one audience is told about an event, or not told: a code with words in a theme.

    ``rule`` is the rule that decides, empty if the author's own text does. ``facts`` fill in the
    words and may name what only the GM knows: reasons are shown to the GM only.
    """

    code: str
    rule: str = ""
    facts: Facts = field(default_factory=Facts)

    @property
    def told(self) -> bool:
        """Whether it is a reason for telling, not for withholding."""
        return not self.code.startswith("not-")


class Disclosure(Record):
    """What the rules decide about one event for one audience: the reason, and what it is told.

    There is a telling exactly if the reason is one for telling; anything else raises ValueError.
    """

    reason: Reason
    telling: Telling | None = None

    def __post_init__(self) -> None:
        if self.reason.told != (self.telling is not None):
            raise ValueError(f"{self.reason.code} is no reason for {self.telling}")


class SheetSource(Record):
    """The event that taught the reader a row of a sheet: its anchor on the page of its turn."""

    row: Facts
    turn: int
    anchor: str


class Sheet(Record):
    """The figures that one audience may see of a faction or a place, under a code for the theme.

    ``sources`` say where the reader learned rows that are not current. Rulesets leave them empty.
    """

    code: str
    facts: Facts
    sources: tuple[SheetSource, ...] = ()

    def anchor(self, row: Facts, turn: int) -> str:
        """The anchor of the event that taught a row in a turn; empty if it is not known."""
        found = (it.anchor for it in self.sources if it.turn == turn and it.row == row)
        return next(found, "")


class HouseRule(Record):
    """One choice that a campaign made where its rules leave one, under a code for the theme."""

    code: str
    facts: Facts = field(default_factory=Facts)


#: A faction's relation to a place: it rules it, has a seat there, or was seen there.
HoldingKind = Literal["rules", "seated", "present"]


class Holding(Record):
    """One faction at one place, according to the place's sheet.

    ``strength`` counts what the ruleset counts there; 0 when it counts nothing.
    """

    faction: Ref
    kind: HoldingKind
    strength: int = 0


class Figure(Record):
    """One number on a sheet, under a name that a theme has words for, or the author's own."""

    name: str
    value: int


class Measure(Record):
    """One number of one faction at the end of a turn, named as a figure, with its visibility.

    Of several with one name, a reader gets the last that it may see. ``more_is_better`` is False
    where nobody says whether a rise is a gain or a loss.
    """

    faction: str
    name: str
    value: int
    visibility: Visibility
    more_is_better: bool = True


class Chance(Record):
    """One outcome of an order and its probability."""

    outcome: str
    facts: Facts
    probability: Fraction


class Step(Record, Generic[StateT, EventT]):
    """One event, the state before it, and the state after it.

    The state after a step is the same object as the state before the next one.
    """

    before: StateT
    event: EventT
    after: StateT


class PlayedTurn(Record, Generic[StateT, OrdersT, EventT]):
    """A turn as played: state at the start, orders, steps, and state at the end.

    Turn 0 is the opening: no orders, no steps, and both states the same.
    """

    turn: int
    before: StateT
    after: StateT
    orders: OrdersT | None
    steps: tuple[Step[StateT, EventT], ...]


class Ruleset(ABC, Generic[StateT, OrdersT, EventT]):
    """A set of rules that campaigns can be played by.

    What many rulesets have nothing of has a default here.
    """

    #: The ruleset's id in `campaign.yaml`.
    id: ClassVar[str]
    #: The version of the rules that this code implements.
    version: ClassVar[int] = 1
    #: Whether orders are carried out in the order in which a turn's file lists the factions.
    plays_in_file_order: ClassVar[bool] = False
    #: The actions that orders can name, in the words of turns' files; none if all are in prose.
    actions: ClassVar[tuple[str, ...]] = ()
    #: Every rule id that an event, a modifier or a finding may cite.
    rules: ClassVar[tuple[str, ...]]
    #: The codes of tellings to an action's victim, whose facts need not name it.
    victim_codes: ClassVar[frozenset[str]] = frozenset()
    #: The codes of tellings of harm that somebody did to somebody.
    hostile_codes: ClassVar[frozenset[str]] = frozenset()
    #: The codes of tellings of something bought, with its price in the facts.
    purchase_codes: ClassVar[frozenset[str]] = frozenset()
    #: Every code that a sheet may carry; a theme has words for each.
    sheet_codes: ClassVar[tuple[str, ...]] = ()
    #: Every code that a house rule may carry; a theme has words for each.
    house_rule_codes: ClassVar[tuple[str, ...]] = ()
    #: Every code, key and fact that a form may carry; a theme has words for each.
    form_vocabulary: ClassVar[FormVocabulary] = FormVocabulary()
    #: Every code that a reason may carry; those for not telling begin with ``not-``.
    reasons: ClassVar[tuple[str, ...]]
    #: The kinds of finding that only this ruleset makes.
    problems: ClassVar[tuple[type[Problem], ...]] = ()

    @property
    @abstractmethod
    def telling_facts(self) -> Mapping[str, TellingFacts]:
        """Every code of a telling, and the facts under it; a theme has words for each code."""

    @abstractmethod
    def opening(self, campaign: Campaign, report: Report) -> StateT | None:
        """Return the state before the first turn, or None after findings."""

    @abstractmethod
    def orders(
        self, turn: Turn, state: StateT | None, dice: Dice | None, report: Report
    ) -> OrdersT | None:
        """Return a turn's orders, checked against its initial state, or None after findings.

        Without a state (an earlier turn is broken), check what needs none and return None. ``dice``
        are those of the turn, for rules in which orders depend on what is done before them; without
        them, orders have to fit the board as it is.
        """

    @abstractmethod
    def resolve(self, state: StateT, orders: OrdersT, dice: Dice) -> Iterable[EventT]:
        """Yield the events of a turn in order."""

    @abstractmethod
    def apply(self, state: StateT, event: EventT) -> StateT:
        """Return the state after an event: the only way a state changes."""

    @abstractmethod
    def tell(self, step: Step[StateT, EventT], audience: Audience) -> Disclosure:
        """Return what this audience learns of an event, if anything, and why.

        The reason is for the GM, whose own is always ``gm``.
        """

    @abstractmethod
    def playing(self, state: StateT) -> tuple[str, ...]:
        """Return the factions that still give orders, sorted by id."""

    @abstractmethod
    def file_models(self) -> FileModels:
        """Return the input models for the author's files it reads, for editor schemas."""

    def review(
        self, turn: Turn, played_turn: PlayedTurn[StateT, OrdersT, EventT], report: Report
    ) -> None:
        """Add findings that only the played turn shows; with findings nothing is published."""

    def reveal(self, step: Step[StateT, EventT]) -> Telling | None:
        """Return what becomes known when the GM reveals an event later, or None if nothing can."""
        return None

    def sheets(
        self,
        played_turn: PlayedTurn[StateT, OrdersT, EventT],
        memory: Memory,
        audience: Audience,
        subjects: Iterable[Ref],
    ) -> Mapping[Ref, Sheet]:
        """Return what this audience may see of factions and places at the end of a turn.

        Subjects of which it may see nothing are left out.
        """
        found = {it: self.sheet(played_turn, memory, audience, it) for it in subjects}
        return {it: sheet for it, sheet in found.items() if sheet is not None}

    def sheet(
        self,
        played_turn: PlayedTurn[StateT, OrdersT, EventT],
        memory: Memory,
        audience: Audience,
        subject: Ref,
    ) -> Sheet | None:
        """Return what this audience may see of a faction or a place, if anything."""
        return None

    def form(
        self,
        played_turn: PlayedTurn[StateT, OrdersT, EventT],
        memory: Memory | None,
        faction: str,
        known: Collection[Ref],
    ) -> Form | None:
        """Return what a faction may order next turn, as far as it knows, or None if nothing.

        ``known`` are the factions and places that it knows. What it knows of the board is made
        first, and the form from that alone. Without a ``memory``, the board is all that the GM
        knows.
        """
        return None

    def known_board(
        self,
        played_turn: PlayedTurn[StateT, OrdersT, EventT],
        memory: Memory,
        faction: str,
        known: Collection[Ref],
    ) -> StateT | None:
        """Return the board as a faction knows it before its orders of the next turn.

        It is the board from which :meth:`form` is made, with the same arguments.
        """
        return None

    def default_character(self, state: StateT, faction: str) -> Character:
        """Return how a faction plays if its author says nothing, by its own figures on a board."""
        return NO_CHARACTER

    def results(self, state: StateT, orders: OrdersT) -> Iterable[tuple[StateT, Fraction]]:
        """Yield the boards that come of orders of a faction alone, with their probabilities.

        They sum to 1. Where the dice have too many results, those that differ little are one. There
        are none where the rules do not say what boards are worth.
        """
        return ()

    def next_board(self, state: StateT, faction: str) -> StateT:
        """Return the board before a faction's orders of the next turn, if nobody does anything.

        ``state`` is a board on which it gives orders, or one that comes of them.
        """
        return state

    def house_rules(self, state: StateT, audience: Audience) -> tuple[HouseRule, ...]:
        """Return the campaign's choices among the rules, as far as this audience may know them.

        Refs to what the audience doesn't know are taken out later.
        """
        return ()

    def holders(self, sheet: Sheet) -> tuple[Holding, ...]:
        """Return who holds the place that a sheet describes, each faction once, strongest first.

        Computed only from the sheet, so that a map shows nothing new to its reader.
        """
        return ()

    def figures(self, sheet: Sheet) -> tuple[Figure, ...]:
        """Return the numbers of a faction's own sheet to plot over the turns, each name once.

        Computed only from the sheet, so that a chart shows nothing new to its reader.
        """
        return ()

    def in_miles(self, state: StateT) -> bool:
        """Return whether positions are in miles: for a map's scale and how far news spreads."""
        return False

    def measures(self, state: StateT) -> tuple[Measure, ...]:
        """Return the numbers worth a chart, each with its visibility."""
        return ()

    def odds(
        self,
        state: StateT,
        orders: OrdersT,
        keys: Iterable[str],
    ) -> Mapping[str, tuple[Chance, ...]]:
        """Return the exact chances of each order (``faction/id``), summing to 1; empty if none.

        Computed for the state at the start of the turn and the current orders.
        """
        return dict.fromkeys(keys, ())

    def is_success(self, code: str, chance: Chance) -> bool:
        """Return whether an outcome is a success of an order with this code (of its telling)."""
        return chance.outcome in ("done", "success")


#: A ruleset, whatever its state, orders and events are.
AnyRuleset: TypeAlias = Ruleset[Any, Any, Any]


def steps_of(
    ruleset: Ruleset[StateT, OrdersT, EventT], state: StateT, events: Iterable[EventT]
) -> Iterator[Step[StateT, EventT]]:
    """Yield the step of each event in turn, from a state on."""
    for event in events:
        after = ruleset.apply(state, event)
        yield Step(state, event, after)
        state = after
