"""An attack in progress: its origin, its two sides, and its results so far."""

from __future__ import annotations

from typing import Literal

from chronicle.records import MutableRecord, Record
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.catalogue.records import AttackProfile
from chronicle.rules.wwn.dice_checks import ContestResult
from chronicle.rules.wwn.state import Asset, Piece, State
from chronicle.rules.wwn.terms import HarmKind

AttackKind = Literal["", "contest", "rogue"]


class AttackOrigin(Record):
    """Where an attack comes from: event, order and kind, and where it ``moves_to`` first."""

    id: str
    key: str
    order: str = ""
    prefix: str = ""
    part: AttackKind = ""
    moves_to: str = ""


class Fight(MutableRecord):
    """An attack in progress: both sides, and the results.

    ``hit`` and ``counter`` are the damage rolled, ``theirs`` and ``ours`` what the two took in all.
    """

    context: ActionContext
    occasion: AttackOrigin
    attacker: str
    faction: str
    against: str
    attack: AttackProfile | None
    defender: Piece | None = None
    verdict: ContestResult | None = None
    hit: int = 0
    counter: int = 0
    theirs: int = 0
    ours: int = 0
    base_damage: int = 0
    looted: int = 0
    mark: Literal["", "unusable", "pinned", "hobbled"] = ""
    taken: bool = False
    defender_harm: HarmKind = ""
    attacker_harm: HarmKind = ""

    @property
    def state(self) -> State:
        """The board with the fight's changes so far."""
        return self.context.state

    @property
    def won(self) -> bool:
        """Whether the attack succeeded."""
        return self.verdict is not None and self.verdict.won

    @property
    def attacker_now(self) -> Asset | None:
        """The current state of the attacker; None when it is gone."""
        return self.state.assets.get(self.attacker)

    @property
    def defender_now(self) -> Piece | None:
        """The current state of the defender; None when it is gone, or nobody defended."""
        return self.state.piece(self.defender.id) if self.defender else None
