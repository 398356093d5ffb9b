"""The events of a turn of assets: a closed set, facts only.

Every event carries the changes that it makes to the board and ``known``, the visibility of what
happened and who did it; ``touched`` are other factions whose assets, bases or figures it changed,
and who learn that and no more.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from chronicle.model.audience import Visibility
from chronicle.model.dice import Roll
from chronicle.model.facts import Fact, FactsOf
from chronicle.records import UNION, Record
from chronicle.rules.kit import adjustment_events
from chronicle.rules.kit.projector import OWN, WITNESS, FactionId, Told, facts_of
from chronicle.rules.protocol import Disclosure, Reason
from chronicle.rules.wwn.board_view import BoardView
from chronicle.rules.wwn.changes import Change
from chronicle.rules.wwn.state import Goal, PieceSnapshot
from chronicle.rules.wwn.telling_facts import OWN_FACTS, GoneFate, HitMark, PieceRow
from chronicle.rules.wwn.terms import ActionName, Attribute, HarmKind, Outcome, RefusalReason


class Reaction(Record):
    """What a faction's asset did to change the outcome.

    ``spared``: it was sacrificed and nobody was hit. ``stepped-in``: it defended in another's
    place. ``restored``: the destroyed asset is back at 1 HP. ``threw-again``: rerolled for its
    owner. ``made-throw-again``: made a rival reroll. ``endured``: a base kept one hit point.
    """

    kind: Literal["spared", "stepped-in", "restored", "threw-again", "made-throw-again", "endured"]
    faction: str
    asset: str
    name: str
    subject: str = ""
    paid: int = 0
    hurt: int = 0


class Leg(Record):
    """The movement of one asset; ``arrived`` is false when delayed until its owner's next turn.

    ``toll`` is what a rival's asset there (``toll_by``) made it pay.
    """

    asset: str
    name: str
    start: str
    end: str
    arrived: bool = True
    toll: int = 0
    toll_to: str = ""
    toll_by: str = ""


class Details(Record):
    """What an order did; each kind has its own, and says itself what is told of it.

    ``view`` is that of the reader, ``event`` the one whose details these are.
    """

    #: The code of its telling when it is a free action; an action has its own name.
    CODE: ClassVar[str] = ""
    #: What became of assets that are gone by it, for onlookers; empty if they are told otherwise.
    FATE: ClassVar[GoneFate | Literal[""]] = "lost"
    #: Whether it is nobody else's affair.
    IS_PRIVATE: ClassVar[bool] = False
    #: Whether the purposes of its rolls name nobody else's.
    NAMES_NO_RIVAL: ClassVar[bool] = True

    def code(self, action: str) -> str:
        """Return the code of its telling; an action is told as itself, whatever does the same."""
        return action or self.CODE

    @property
    def object_name(self) -> str:
        """The name of what it was done to; empty if it has none."""
        # As it is, because the type of a name leads to its entry.
        name: str = getattr(self, "name", "")
        return name

    @property
    def rival(self) -> str:
        """The faction that it was aimed at; empty if none."""
        return str(getattr(self, "against", ""))

    @property
    def met(self) -> tuple[str, ...]:
        """The rivals' assets that the acting faction sees by it."""
        return ()

    def subjects(self, asset: str) -> tuple[str, ...]:
        """Return the assets and bases that it is about, ``asset`` being the one that acted."""
        return (str(getattr(self, "subject", "")) or asset,)

    @property
    def arrived(self) -> tuple[str, ...]:
        """The assets that it brought to another place."""
        return ()

    @property
    def brought(self) -> int | None:
        """The Treasure that it brought; None if that is not what it is for."""
        return None

    @property
    def count_found(self) -> int | None:
        """How many assets it found; None if that is not what it is for."""
        return None

    def facts(self, view: BoardView, event: Acted) -> dict[str, Fact]:
        """Return the facts for those who may know all of it."""
        del event
        return facts_of(self, OWN_FACTS, OWN_FACTS, view)

    def to_target(self, view: BoardView, event: Acted) -> Disclosure | None:  # noqa: ARG002
        """Return what a faction is told that it was aimed at; None if the reader is not that."""
        return None

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure | None:  # noqa: ARG002
        """Return what those are told who see what it is about; None if they see nothing of it."""
        return None

    def unseen_reason(self, view: BoardView, event: Acted) -> Reason | None:
        """Return why nothing of it is seen, if not because its subjects are not."""
        del view
        return Reason("not-others-affair", event.rule) if self.IS_PRIVATE else None


class Acted(Record):
    """An order other than an attack, carried out or not.

    ``action`` is empty for a free action. ``asset`` carries it out, empty where none does.
    ``details`` is None where nothing was carried out.
    """

    id: str
    rule: str
    faction: str
    order: str
    action: ActionName | Literal[""]
    asset: str
    name: str
    at: str
    details: Details | None
    outcome: Outcome
    reason: RefusalReason
    reactions: tuple[Reaction, ...]
    known: Visibility
    touched: frozenset[str]
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Attacked(Record):
    """One attack (W-ACT-1): who attacked whom, the check, and its effects on both.

    ``part`` is ``contest`` for an attack on a new base (``order`` is then the founder's order, and
    ``faction`` the rival), ``rogue`` for a mercenary that obeys nobody. ``defender`` is None where
    nobody defended. ``won`` is None where nothing was rolled. ``theirs`` and ``ours`` are damage to
    defender and attacker, ``base_damage`` what the defending faction took with its base, ``looted``
    the Treasure taken, ``mark`` what a hit put on the defender, ``taken`` if it changed sides.
    """

    id: str
    rule: str
    faction: str
    order: str
    part: Annotated[Literal["", "contest", "rogue"], OWN, WITNESS]
    attacker: PieceSnapshot
    at: str
    against: str
    defender: PieceSnapshot | None
    attribute: Attribute | None
    target: Attribute | None
    won: Annotated[bool | None, OWN, WITNESS]
    massive: Annotated[bool, OWN]
    theirs: int
    ours: int
    base_damage: Annotated[int, OWN]
    defender_harm: HarmKind
    attacker_harm: HarmKind
    looted: Annotated[int, OWN]
    mark: Annotated[HitMark | Literal[""], OWN]
    taken: Annotated[bool, OWN, WITNESS]
    reactions: tuple[Reaction, ...]
    outcome: Outcome
    reason: RefusalReason
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Unveiled(Record):
    """Stealthed assets encountered by others' watchers, and the result (:class:`Search`).

    ``faction`` and ``asset`` watch, ``mover`` is whose assets were sought. ``tries`` are those
    that were not found.
    """

    id: str
    rule: str
    faction: str
    asset: str
    name: str
    at: str
    against: str
    found: tuple[PieceSnapshot, ...]
    missed: tuple[str, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]


class Sequenced(Record):
    """The order of play (W-TURN-1): (faction, faces of all its rolls); ``stated`` by the GM."""

    id: str
    order: tuple[tuple[str, tuple[int, ...]], ...]
    stated: Annotated[bool, OWN]
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-1"
    changes: Annotated[tuple[Change, ...], UNION] = ()


class Started(Record):
    """A faction's turn begins: late arrivals, and damage to uncovered assets: (asset, damage).

    ``recovered`` are the hit points that assets regain by a tag: (asset, hit points).
    """

    id: str
    faction: str
    arrived: tuple[Leg, ...]
    harried: tuple[tuple[PieceSnapshot, int], ...]
    recovered: tuple[tuple[PieceSnapshot, int], ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


class Earned(Record):
    """Income (W-TURN-2): of the faction itself, and of assets: (asset, Treasure)."""

    id: str
    faction: str
    amount: Annotated[int, OWN]
    lines: tuple[tuple[str, int], ...]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-2"
    rolls: tuple[Roll, ...] = ()

    @property
    def total(self) -> Annotated[int, OWN]:
        """All of it."""
        return self.amount + sum(amount for _, amount in self.lines)


class Bill(Record):
    """What one asset costs: its own ``upkeep``, or for being in ``excess``."""

    asset: str
    name: Annotated[str, OWN]
    reason: Annotated[Literal["upkeep", "excess", "arrears"], OWN]
    amount: Annotated[int, OWN]
    paid: Annotated[bool, OWN]


class UpkeepPaid(Record):
    """Upkeep (W-TURN-3) and the assets that went unpaid: ``lost``, or ``rogue``."""

    id: str
    faction: str
    bills: Annotated[tuple[Bill, ...], OWN]
    left: tuple[tuple[PieceSnapshot, Literal["lost", "rogue"]], ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rolls: tuple[Roll, ...]
    rule: str = "W-TURN-3"

    @property
    def total(self) -> Annotated[int, OWN]:
        """What was paid."""
        return sum(bill.amount for bill in self.bills if bill.paid)


class GoalChecked(Record):
    """A faction's goal at the end of its turn (W-TURN-6), and how it spent its XP.

    ``goal`` is the one it had, None for none; ``met`` with this much ``xp``; ``failed`` when its
    time ran out; ``abandoned`` when it was given up; ``chosen`` is the new one. ``lavished``
    is Treasure spent for nothing, ``raised`` are attributes bought: (attribute, rating, XP).
    """

    id: str
    faction: str
    goal: Goal | None
    met: Annotated[bool, OWN]
    xp: Annotated[int, OWN]
    failed: Annotated[bool, OWN]
    abandoned: Annotated[bool, OWN]
    chosen: Goal | None
    lavished: Annotated[int, OWN]
    raised: tuple[tuple[Attribute, int, int], ...]
    needed: int
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-6"
    rolls: tuple[Roll, ...] = ()


class Collapsed(Record):
    """A faction collapses (W-TURN-7) with its assets and bases; ``by`` a faction, or empty."""

    id: str
    faction: str
    by: Annotated[FactionId, OWN]
    lost: Annotated[tuple[PieceSnapshot, ...], Told("rows", tuple[FactsOf[PieceRow], ...]), OWN]
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-TURN-7"
    rolls: tuple[Roll, ...] = ()


class Altered(adjustment_events.Altered[Change]):
    """The GM changes ``subject``: an asset, a base, a place, or the faction if empty."""


class Declared(Record):
    """A faction's standing orders and bans from now on: its places with changed bans."""

    id: str
    faction: str
    places: tuple[str, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


class TurnEnded(Record):
    """The turn ends: debts of assets are due, and uncovered assets are marked.

    ``forfeit`` are assets lost for a debt, ``uncovered`` those that have a turn to leave.
    """

    id: str
    forfeit: tuple[PieceSnapshot, ...]
    uncovered: tuple[PieceSnapshot, ...]
    known: Visibility
    changes: Annotated[tuple[Change, ...], UNION]
    rule: str = "W-ACT-2"
    rolls: tuple[Roll, ...] = ()


Event: TypeAlias = (
    Acted
    | Attacked
    | Unveiled
    | Sequenced
    | Started
    | Earned
    | UpkeepPaid
    | GoalChecked
    | Collapsed
    | Altered
    | Declared
    | TurnEnded
)
