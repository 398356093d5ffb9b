"""An attack under way: what it belongs to, its two sides, and what has come of it so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.catalogue.records import Attack
from chronicle.rules.wwn.dice_checks import Verdict
from chronicle.rules.wwn.events import Harm
from chronicle.rules.wwn.state import Asset, Piece, State

Part = Literal["", "contest", "rogue"]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where an attack belongs: its event, the order that it is of, and what kind it is."""

    id: str
    key: str
    order: str = ""
    prefix: str = ""
    part: Part = ""


@dataclass(slots=True)
class Fight:
    """An attack as it goes on: both sides, and what has come of it.

    ``hit`` and ``counter`` are the damage thrown, ``theirs`` and ``ours`` what the two took in all.
    """

    draft: Draft
    occasion: Occasion
    attacker: str
    faction: str
    against: str
    attack: Attack | None
    defender: Piece | None = None
    verdict: Verdict | None = None
    hit: int = 0
    counter: int = 0
    theirs: int = 0
    ours: int = 0
    base_damage: int = 0
    looted: int = 0
    mark: Literal["", "unusable", "pinned", "hobbled"] = ""
    taken: bool = False
    defender_harm: Harm = ""
    attacker_harm: Harm = ""

    @property
    def state(self) -> State:
        """The board as the fight has left it so far."""
        return self.draft.state

    @property
    def won(self) -> bool:
        """Whether the attack came off."""
        return self.verdict is not None and self.verdict.won

    @property
    def by(self) -> Asset | None:
        """The attacker as it stands now; None when it is gone."""
        return self.state.assets.get(self.attacker)

    @property
    def met(self) -> Piece | None:
        """The defender as it stands now; None when it is gone, or nobody met the attack."""
        return self.state.piece(self.defender.id) if self.defender else None
