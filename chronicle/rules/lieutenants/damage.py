"""Damage to a force: choose who is hit, by recorded dice (L-DMG)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from chronicle.model.dice import Dice, Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.records import MutableRecord, field
from chronicle.rules.lieutenants.action_context import result_of_roll, roll_check
from chronicle.rules.lieutenants.changes import Change, StanceEnded, Struck
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Minion, Unit
from chronicle.rules.lieutenants.terms import SUCCESSES

DamageGrade = Literal["", "dinged", "damaged", "defeated", "destroyed"]
FightSide = Literal["ours", "theirs"]


class DamageDealer(MutableRecord):
    """Deals damage to one side of a fight and records changes and rolls.

    ``stances`` are the lieutenants who wait somewhere; ``key`` is the key of the order, and
    ``prefix`` distinguishes several fights under it.
    """

    stances: Collection[str]
    dice: Dice
    key: str
    side: FightSide
    units: Sequence[Unit]
    lieutenants: Sequence[Lieutenant]
    facilities: Sequence[Facility] = ()
    prefix: str = ""
    condition: dict[str, Condition] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    picks: int = 0

    def deal(self, harm: DamageGrade) -> None:
        """Deal one of the four grades of damage to the force."""
        match harm:
            case "dinged":
                self.damage(self.pick(half_rounded_up(self.standing()), "damage"), "L-DMG-DINGED")
            case "damaged":
                self.damage([unit.id for unit in self.standing()], "L-DMG-DAMAGED")
            case "defeated":
                everybody = [unit.id for unit in self.standing()]
                dead = self.pick(half_rounded_up(self.standing()), "destroy")
                for id in dead:
                    self.strike(id, "destroyed", "L-DMG-DEFEATED")
                self.damage([id for id in everybody if id not in dead], "L-DMG-DEFEATED")
            case "destroyed":
                for unit in self.standing():
                    self.strike(unit.id, "destroyed", "L-DMG-DESTROYED")
            case "":
                return
        for lieutenant in self.lieutenants:
            self.damage_lieutenant(lieutenant, harm)
        for facility in self.facilities:
            self.damage_facility(facility, harm)

    def damage_one_more(self) -> None:
        """Damage one more unit, as some powers require."""
        self.damage(self.pick(min(1, len(self.standing())), "damage"), "L-AST-ONE-MORE-DAMAGED")

    def chosen(self, rule: str) -> None:
        """Damage one unit of its owner's choice: the lowest, so that the best stay undamaged."""
        whole = [unit for unit in self.standing() if self.now(unit) == "undamaged"]
        lowest = min(whole or self.standing(), key=lambda unit: (unit.level, unit.id), default=None)
        if lowest is not None:
            self.damage([lowest.id], rule)

    def now(self, minion: Minion | Facility) -> Condition:
        return self.condition.get(minion.id, minion.condition)

    def standing(self) -> list[Unit]:
        return [unit for unit in self.units if self.now(unit) != "destroyed"]

    def strike(self, id: str, condition: Condition, rule: str) -> None:
        self.condition[id] = condition
        self.changes.append(Struck(id, condition, rule))
        if condition in ("lost", "destroyed") and id in self.stances:
            self.changes.append(StanceEnded(id))

    def damage(self, ids: Sequence[str], rule: str) -> None:
        """Damage units; a unit that is already damaged is destroyed (L-DMG-AGAIN)."""
        for id in ids:
            unit = next(unit for unit in self.units if unit.id == id)
            again = self.now(unit) == "damaged"
            self.strike(id, "destroyed" if again else "damaged", "L-DMG-AGAIN" if again else rule)

    def pick(self, count: int, what: Literal["damage", "destroy"]) -> list[str]:
        """Return who is hit: by condition first, then by dice among equals (L-DMG-WHO)."""
        first: Condition = "undamaged" if what == "damage" else "damaged"
        standing = self.standing()
        before = [unit for unit in standing if self.now(unit) == first]
        after = [unit for unit in standing if self.now(unit) != first]
        chosen = self.choose(before, min(count, len(before)))
        chosen += self.choose(after, min(count - len(chosen), len(after)))
        return [unit.id for unit in chosen]

    def choose(self, equals: Sequence[Unit], count: int) -> list[Unit]:
        """Return so many of some equal units: a die for each, as long as others are left."""
        left, found = list(equals), list[Unit]()
        while len(found) < count:
            unit = left[0] if len(left) <= count - len(found) else self.die(left)
            left.remove(unit)
            found.append(unit)
        return found

    def die(self, equals: Sequence[Unit]) -> Unit:
        self.picks += 1
        key = f"{self.key}/{self.prefix}hurt-{self.side}-{self.picks}"
        faces, source = self.dice.throw(key, 1, len(equals))
        hit = equals[faces[0] - 1]
        facts = Facts(hit=hit.id, among=tuple(unit.id for unit in equals))
        name = f"{self.dice.turn}/{key}"
        self.rolls.append(Roll(name, len(equals), faces, source, (), facts))
        return hit

    def damage_lieutenant(self, lieutenant: Lieutenant, harm: DamageGrade) -> None:
        rule = f"L-DMG-{harm.upper()}"
        if harm == "destroyed":
            self.fate(lieutenant, rule)
            return
        roll = self.roll_force_check(lieutenant, "hurt", rule)
        shown = result_of_roll(roll)
        hurt = shown == "complete-failure" or (harm == "defeated" and shown == "failure")
        if not hurt:
            return
        if self.now(lieutenant) == "damaged":
            self.fate(lieutenant, "L-DMG-AGAIN")
        else:
            self.strike(lieutenant.id, "damaged", rule)

    def fate(self, lieutenant: Lieutenant, rule: str) -> None:
        """Defeat a lieutenant: destroyed on a failure or worse, otherwise lost (L-DMG-AGAIN)."""
        roll = self.roll_force_check(lieutenant, "fate", "L-DMG-AGAIN")
        self.strike(
            lieutenant.id, "lost" if result_of_roll(roll) in SUCCESSES else "destroyed", rule
        )

    def roll_force_check(self, lieutenant: Lieutenant, purpose: str, rule: str) -> Roll:
        force = lieutenant.statistics.force
        part = Modifier(force, "statistic", rule, Facts(skill="force", asset=lieutenant.id))
        roll = roll_check(self.dice, f"{self.key}/{self.prefix}{purpose}-{lieutenant.id}", (part,))
        self.rolls.append(roll)
        return roll

    def damage_facility(self, facility: Facility, harm: DamageGrade) -> None:
        if harm == "destroyed" or (harm != "dinged" and self.now(facility) == "damaged"):
            self.strike(facility.id, "destroyed", "L-AST-HITS-FACILITIES")
        elif harm in ("damaged", "defeated"):
            self.strike(facility.id, "damaged", "L-AST-HITS-FACILITIES")


def half_rounded_up(units: Sequence[object]) -> int:
    """Return half the number of units, rounded up."""
    return (len(units) + 1) // 2
