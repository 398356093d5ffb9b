"""An attack under way: what it belongs to, its two sides, and what has come of it so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.catalogue.records import AttackProfile
from chronicle.rules.wwn.dice_checks import ContestResult
from chronicle.rules.wwn.events import HarmKind
from chronicle.rules.wwn.state import Asset, Piece, State

AttackKind = Literal["", "contest", "rogue"]


@dataclass(frozen=True, slots=True)
class AttackOrigin:
    """Where an attack belongs: its event, the order that it is of, and what kind it is."""

    id: str
    key: str
    order: str = ""
    prefix: str = ""
    part: AttackKind = ""


@dataclass(slots=True)
class Fight:
    """An attack as it goes on: both sides, and what has come of it.

    ``hit`` and ``counter`` are the damage thrown, ``theirs`` and ``ours`` what the two took in all.
    """

    draft: ActionContext
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
        """The board as the fight has left it so far."""
        return self.draft.state

    @property
    def won(self) -> bool:
        """Whether the attack came off."""
        return self.verdict is not None and self.verdict.won

    @property
    def attacker_now(self) -> Asset | None:
        """The attacker as it stands now; None when it is gone."""
        return self.state.assets.get(self.attacker)

    @property
    def defender_now(self) -> Piece | None:
        """The defender as it stands now; None when it is gone, or nobody met the attack."""
        return self.state.piece(self.defender.id) if self.defender else None
