"""What a fight is to cost either side, exactly, once its result is known (L-DMG, L-AST)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.facts import Facts, faction
from chronicle.rules.lieutenants import odds
from chronicle.rules.lieutenants.actions import force, taking
from chronicle.rules.lieutenants.actions.force import Clash, clash
from chronicle.rules.lieutenants.catalogue import PowerKind, Skill
from chronicle.rules.lieutenants.damage import Harm, Where
from chronicle.rules.lieutenants.events import Acted, Assault, Grab
from chronicle.rules.lieutenants.orders import ToTake
from chronicle.rules.lieutenants.scene import Scene
from chronicle.rules.lieutenants.sides import defending
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Minion, Unit

_Hurt: TypeAlias = Lieutenant | Unit | Facility
#: What can become of an asset; also the names of facts.
ENDS: Final[tuple[Condition, ...]] = ("damaged", "lost", "destroyed")

#: Without a check nobody is dealt any; a trap catches raiders all the same.
NO_HARM: Final[tuple[Harm, Harm]] = ("", "")


@dataclass(frozen=True, slots=True)
class Losses:
    """One asset of one side, and how likely it comes to each worse condition."""

    asset: _Hurt
    side: Where
    fate: odds.Fate

    def chance(self, end: Condition) -> Fraction:
        """The chance that it comes to this, which it is not in yet."""
        return self.fate.get(end, Fraction(0)) if end != self.asset.condition else Fraction(0)


def toll(scene: Scene, acted: Acted) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """What a result costs: rows for each asset that may suffer, and for each side what to expect.

    Rows are ``name``, ``kind`` (``lieutenant``, ``unit``, ``facility``), ``faction``, ``side``
    (``ours``, ``theirs``) and the chances ``damaged``, ``lost``, ``destroyed``; the rows of sides
    are ``side`` and the numbers of assets to expect. Both are fractions: Facts(times, of).
    """
    found = tuple(losses(scene, acted))
    rows = tuple(_row(loss) for loss in found if any(loss.chance(end) for end in ENDS))
    sides: tuple[Where, ...] = ("ours", "theirs")
    expected = tuple(
        Facts({"side": side, **_expected(found, side)})
        for side in sides
        if any(row["side"] == side for row in rows)
    )
    return rows, expected


def fraction(value: Fraction) -> Facts:
    """A fraction as facts: so many times of so many."""
    return Facts(times=value.numerator, of=value.denominator)


def _row(loss: Losses) -> Facts:
    asset = loss.asset
    ends: dict[str, Facts] = {end: fraction(loss.chance(end)) for end in ENDS}
    kind = type(asset).__name__.lower()
    return Facts(
        {
            "name": asset.name,
            "kind": kind,
            "faction": faction(asset.faction),
            "side": loss.side,
            **ends,
        }
    )


def _expected(found: tuple[Losses, ...], side: Where) -> dict[str, Facts]:
    return {end: fraction(_sum(found, side, end)) for end in ENDS}


def _sum(found: tuple[Losses, ...], side: Where, end: Condition) -> Fraction:
    return sum((loss.chance(end) for loss in found if loss.side == side), Fraction(0))


def losses(scene: Scene, acted: Acted) -> Iterator[Losses]:
    """What becomes of each asset in a fight of this order, which came to this result."""
    order, shown = scene.order, acted.result
    alive = ""
    skill: Skill = "sneak" if order.action == "steal" else "force"
    match acted.deed:
        case Assault(style=style, strike=strike):
            theirs, ours = force.HARM[style][shown] if shown else NO_HARM
            only = strike
        case Grab():
            theirs, ours = taking.HARM[order.action][shown] if shown else NO_HARM
            only = ""
            if shown and isinstance(order.aim, ToTake):
                alive = taking.spared(order.aim, shown)
        case _:
            return
    enemy = defending(scene.state, order.against, order.at, skill, against=order.faction, only=only)
    met = clash(scene, enemy)
    for loss in _theirs(met, theirs):
        yield replace(loss, fate=_lived_through(loss.fate)) if loss.asset.id == alive else loss
    yield from _ours(met, ours)


def _lived_through(fate: odds.Fate) -> odds.Fate:
    """The fate of one that is damaged at worst, as it is to be taken alive."""
    worst = fate.get("damaged", Fraction(0)) + fate.get("destroyed", Fraction(0))
    return {**fate, "damaged": worst, "destroyed": Fraction(0)}


def _theirs(met: Clash, harm: Harm) -> Iterator[Losses]:
    more = _power(met.attackers, "one-more-damaged") if harm else 0
    yield from _side(met.defenders, "theirs", harm, more=more)
    for facility in met.facilities:
        yield Losses(facility, "theirs", odds.of_facility(facility, harm))


def _ours(met: Clash, harm: Harm) -> Iterator[Losses]:
    traps = _power(met.defenders, "traps") if met.by_force else 0
    yield from _side(met.attackers, "ours", harm, traps=traps)


def _side(
    minions: tuple[Minion, ...], side: Where, harm: Harm, *, more: int = 0, traps: int = 0
) -> Iterator[Losses]:
    units = [minion for minion in minions if isinstance(minion, Unit)]
    fates: Mapping[str, odds.Fate] = dict(
        zip((unit.id for unit in units), odds.of_units(units, harm, more, traps), strict=True)
    )
    for minion in minions:
        fate = (
            odds.of_lieutenant(minion, harm) if isinstance(minion, Lieutenant) else fates[minion.id]
        )
        yield Losses(minion, side, fate)


def _power(minions: tuple[Minion, ...], kind: PowerKind) -> int:
    units = (minion for minion in minions if isinstance(minion, Unit))
    return sum(max(0, unit.power(kind) or 0) for unit in units)
