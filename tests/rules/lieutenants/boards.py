"""Small boards of lieutenants made in memory, orders on them, and dice that show what is wanted.

Two player factions, `vael` and `oru`, and two NPC factions, `watch` and `temple`. In the town are
the manor (vael's), the mill (oru's), the market (for sale) and a cellar that vael alone knows; on
the road, which touches the town, are the inn and the ford. Ada of vael acts, at the mill, unless a
test says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

from chronicle.model.dice import Dice, Roll
from chronicle.records import Record, replace
from chronicle.rules.kit.changes import apply_changes
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.catalogue import (
    PowerKind,
    Price,
    Skill,
    UnitPower,
    built_in_catalogue,
)
from chronicle.rules.lieutenants.events import Acted, Event
from chronicle.rules.lieutenants.orders import (
    Command,
    FactionOrders,
    GmModifier,
    Order,
    Orders,
)
from chronicle.rules.lieutenants.resolve import carry_out
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    FactionState,
    HouseRules,
    Lieutenant,
    PlaceState,
    State,
    Statistics,
    Unit,
)
from chronicle.rules.lieutenants.terms import ROLL_RESULTS, ActionName, RollResult

TURN: Final = 3
KEY: Final = "vael/go"

#: The totals of each result, as L-CHK-1 has them; two dice alone come to 2 to 12.
BANDS: Final[Mapping[RollResult, range]] = {
    "complete-failure": range(-50, 4),
    "failure": range(4, 7),
    "success": range(7, 10),
    "complete-success": range(10, 80),
}


def capital(amount: int) -> Price:
    return Price(amount, "capital")


def faction(id: str, **figures: Any) -> FactionState:
    usual = {
        "npc": False,
        "level_cap": 5,
        "leadership": 3,
        "cohesion": 3,
        "reach": 3,
        "capital": 20,
    }
    return FactionState(id, **{**usual, **figures})


def location(id: str, within: str = "town", **more: Any) -> PlaceState:
    return PlaceState(id, "location", within, (), **more)


PLACES: Final = (
    PlaceState("vale", "region", "", ()),
    PlaceState("town", "locale", "vale", ("road",)),
    PlaceState("road", "locale", "vale", ("town",)),
    location("manor", owner="vael", capital=6, cost=capital(8)),
    location("mill", owner="oru", capital=5, cost=capital(6)),
    location("market", cost=capital(10), level=4),
    location("cellar", owner="vael", secret=True, known_to=frozenset({"vael"})),
    location("inn", within="road"),
    location("ford", within="road"),
)


def lieutenant(
    id: str, faction: str = "vael", at: str = "mill", level: int = 2, **more: Any
) -> Lieutenant:
    skills: tuple[Skill, ...] = ("force", "sneak", "charm", "lore")
    statistics = Statistics(**{skill: more.pop(skill, 0) for skill in skills})
    return Lieutenant(id, id.title(), faction, at, level, statistics, **more)


def unit(
    id: str,
    faction: str = "vael",
    at: str = "mill",
    level: int = 2,
    skills: tuple[Skill, ...] = ("force",),
    powers: Mapping[PowerKind, int] | None = None,
    **more: Any,
) -> Unit:
    found = tuple(UnitPower(kind, value) for kind, value in (powers or {}).items())
    rest = {"type": "thief-pack", **more}
    return Unit(id, id.title(), faction, at, level=level, competencies=skills, powers=found, **rest)


def units(count: int, faction: str, at: str = "mill", **more: Any) -> tuple[Unit, ...]:
    """So many units of a faction, equal except their ids: ``oru-1``, ``oru-2`` and so on."""
    return tuple(unit(f"{faction}-{n}", faction, at, **more) for n in range(1, count + 1))


def facility(id: str, faction: str = "oru", at: str = "mill", **more: Any) -> Facility:
    return Facility(id, id.title(), faction, at, "craftsmen", 6, **more)


ADA: Final = lieutenant("ada")


def board(*assets: Asset, factions: tuple[FactionState, ...] = (), **more: Any) -> State:
    """A board with Ada and these assets; factions given stand for the usual ones of that id."""
    usual = (
        faction("vael"),
        faction("oru"),
        faction("watch", npc=True),
        faction("temple", npc=True),
    )
    given: tuple[Asset, ...] = (ADA, *assets)
    return State(
        turn=TURN,
        factions={each.id: each for each in (*usual, *factions)},
        assets={asset.id: asset for asset in given},
        places={place.id: place for place in PLACES},
        house=more.pop("house", HouseRules(catalogue=built_in_catalogue())),
        **more,
    )


def order(action: ActionName, command: Command, **more: Any) -> Order:
    """An order to Ada at the mill, against the Oru."""
    usual = {"lieutenant": "ada", "at": "mill", "against": "oru"}
    return Order("vael", "go", action=action, command=command, **{**usual, **more})


def orders(*given: Order) -> Orders:
    """The orders of a turn in which one faction gives these."""
    own = FactionOrders(given[0].faction, given)
    return Orders(TURN, {own.faction: own}, ())


class Played(Record):
    """An order as carried out: the board before and after, and the events."""

    before: State
    after: State
    events: tuple[Event, ...]

    @property
    def acted(self) -> Acted:
        """The event of the order itself."""
        return next(event for event in self.events if isinstance(event, Acted) and not event.part)

    def roll(self, purpose: str) -> Roll:
        wanted = f"{TURN}/{KEY}/{purpose}"
        return next(roll for event in self.events for roll in event.rolls if roll.id == wanted)

    def modifier(self, purpose: str = "check") -> int:
        """What is added to the dice of a check."""
        return sum(part.value for part in self.roll(purpose).modifiers)

    def parts(self, purpose: str = "check") -> dict[str, int]:
        """The parts of a check's modifier by reason."""
        return {part.reason: part.value for part in self.roll(purpose).modifiers}

    def condition(self, id: str) -> str:
        asset = self.after.assets[id]
        assert isinstance(asset, Lieutenant | Unit | Facility)
        return asset.condition

    def capital(self, faction: str = "vael") -> int:
        """How the capital of a faction changed."""
        return self.after.factions[faction].capital - self.before.factions[faction].capital

    def influence(self, npc: str = "watch", faction: str = "vael") -> int:
        """How the influence of a faction with an NPC faction changed."""
        before = self.before.factions[faction].influence.get(npc, 0)
        return self.after.factions[faction].influence.get(npc, 0) - before


def played(state: State, given: Order, /, **wanted: RollResult | tuple[int, ...]) -> Played:
    """An order carried out with dice that show what is wanted.

    ``wanted`` has results or faces by the purpose of the roll, `_` written for `-`; what is not
    named falls as it will. Where two dice can't come to a check's result, the GM evens the odds.
    """
    table: dict[str, tuple[int, ...]] = {}
    asked = {purpose.replace("_", "-"): shown for purpose, shown in wanted.items()}
    purposes = sorted(asked, key=lambda purpose: purpose != "stealth")
    for purpose in purposes:
        shown = asked[purpose]
        if not isinstance(shown, str):
            table[f"{KEY}/{purpose}"] = shown
            continue
        modifier = _played(state, given, table).modifier(purpose)
        faces = _faces(shown, modifier)
        if faces is None and purpose == "check":
            given = replace(given, modifiers=(*given.modifiers, GmModifier(-modifier, "even")))
            faces = _faces(shown, 0)
        assert faces is not None, f"no throw makes {purpose} a {shown} with {modifier}"
        table[f"{KEY}/{purpose}"] = faces
    found = _played(state, given, table)
    assert _cited(found) <= set(LIEUTENANTS.rules)
    for purpose in purposes:
        assert found.roll(purpose).source == "table"
    return found


def _cited(found: Played) -> set[str]:
    """The rules that the events cite, their rolls, and their changes."""
    rolls = [roll for event in found.events for roll in event.rolls]
    changes = [change for event in found.events for change in event.changes]
    return {
        *(event.rule for event in found.events),
        *(part.rule for roll in rolls for part in roll.modifiers),
        *(getattr(change, "rule", "L-ENT") for change in changes),
        found.acted.stealth.rule or "L-STL-3",
    }


def _faces(wanted: RollResult, modifier: int) -> tuple[int, int] | None:
    throws = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    found = (faces for faces in throws if sum(faces) + modifier in BANDS[wanted])
    return next(found, None)


def _played(state: State, given: Order, table: Mapping[str, tuple[int, ...]]) -> Played:
    events = []
    after = state
    for event in carry_out(state, given, Dice(b"boards", TURN, table), []):
        events.append(event)
        after = apply_changes(after, event.changes)
    return Played(state, after, tuple(events))


def by_result(rule: str, *values: Any) -> tuple[ParameterSet, ...]:
    """Four values under the four results of a rule, from complete failure to complete success."""
    return tuple(
        pytest.param(shown, value, id=f"{rule} {shown}")
        for shown, value in zip(ROLL_RESULTS, values, strict=True)
    )


def skilled(**figures: int) -> Lieutenant:
    """Ada with other figures."""
    level = figures.pop("level", ADA.level)
    return replace(ADA, level=level, statistics=Statistics(**figures))
