"""One order with all that it says, made of what was written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from chronicle.rules.lieutenants.orders import (
    GmModifier,
    Order,
    ToAttack,
    ToBuy,
    ToCourt,
    ToSpy,
    ToTake,
)
from chronicle.rules.lieutenants.terms import Action, StealthKind
from chronicle.rules.lieutenants.validation import (
    espionage,
    move,
    projects,
    purchase,
    raid,
    training,
)
from chronicle.rules.lieutenants.validation import influence as courting
from chronicle.rules.lieutenants.validation.actors import cohesion, ends, influence, people
from chronicle.rules.lieutenants.validation.keys import keys, stealth
from chronicle.rules.lieutenants.validation.order_context import Case, Read

#: How the aim of each action is read.
AIMS: Final[Mapping[Action, Callable[[Case], Read | None]]] = {
    "aggressive-attack": raid.attack,
    "cautious-attack": raid.attack,
    "raid": raid.take,
    "conceal": espionage.conceal,
    "steal": raid.take,
    "surveil": espionage.surveil,
    "purchase": purchase.purchase,
    "investigate": espionage.investigate,
    "recruit": espionage.recruit,
    "sell": espionage.sell,
    "seduce": espionage.seduce,
    "research": projects.research,
    "move": move.move,
    "train": training.train,
    "work": move.work,
    "ambush": move.ambush,
    "block": move.block,
    "gain-influence": courting.court,
    "ally": courting.court,
    "claim": courting.claim,
    "rally": courting.rally,
}


@dataclass(frozen=True, slots=True)
class Found:
    """An order with all that has been made out of what it says."""

    case: Case
    read: Read
    stealth: StealthKind
    influence: int
    end_at: Mapping[str, str]

    def order(self, *, needs: str = "", otherwise: Order | None = None) -> Order:
        """The order that was meant."""
        case, doing = self.case, self.case.doing
        return Order(
            faction=case.faction,
            id=case.order.id,
            lieutenant=case.order.lieutenant,
            action=case.action,
            aim=self.read.aim,
            at=self.read.at,
            against=self.read.against,
            units=tuple(doing.units),
            items=tuple(doing.items),
            stealth=self.stealth,
            influence=self.influence,
            modifiers=tuple(GmModifier(one.value, one.because) for one in doing.modifiers),
            needs=needs,
            otherwise=otherwise,
            pay=doing.pay or "none",
            choose=doing.choose or "more",
            hush=doing.hush or "none",
            if_ambushed=doing.if_ambushed or "none",
            if_blocked=doing.if_blocked or "none",
            end_at=self.end_at,
            plan=doing.plan.strip(),
            presumed=doing.against is None and self._of_a_place(),
        )

    def _of_a_place(self) -> bool:
        """Whether it is aimed at somebody for a location, or for what lies there."""
        if not self.read.against:
            return False
        match self.read.aim:
            case ToAttack():
                return True
            case ToSpy(kind=kind) | ToTake(kind=kind):
                return kind in ("location", "capital")
            case _:
                return False


def found(case: Case) -> Found | None:
    """All that an order says; what is wrong with any part of it is reported, whatever else is."""
    hidden = wording_of(case)
    people(case)
    if case.action != "move":
        cohesion(case)
    read = AIMS[case.action](case)
    spent = influence(case, npc_of(case, read))
    end_at = ends(case)
    return None if read is None else Found(case, read, hidden, spent, end_at)


def wording_of(case: Case) -> StealthKind:
    """How the action is to be hidden; all is checked that needs no board."""
    keys(case)
    return stealth(case)


def npc_of(case: Case, read: Read | None) -> str | None:
    """The NPC faction that an action is about (L-CHK-7): empty for none, None when unclear."""
    if read is None:
        return None
    match read.aim:
        case ToCourt(npc=npc):
            return npc
        case ToBuy(source=source) if source:
            return source
        case _:
            against = case.board.factions.get(read.against)
            return read.against if against is not None and against.npc else ""
