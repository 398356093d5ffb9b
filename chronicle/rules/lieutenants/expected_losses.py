"""What a fight is to cost either side, exactly, once its result is known (L-DMG, L-AST)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.model.facts import Facts, faction_ref
from chronicle.rules.lieutenants import probability
from chronicle.rules.lieutenants.action_context import Scene
from chronicle.rules.lieutenants.actions.attack import HARM as ATTACK_HARM
from chronicle.rules.lieutenants.actions.attack import Clash, clash
from chronicle.rules.lieutenants.actions.interception import companies, fray
from chronicle.rules.lieutenants.actions.raid import HARM as RAID_HARM
from chronicle.rules.lieutenants.actions.raid import spared
from chronicle.rules.lieutenants.catalogue import PowerKind, Skill
from chronicle.rules.lieutenants.check_sides import defending
from chronicle.rules.lieutenants.damage import Harm, Where
from chronicle.rules.lieutenants.events import Acted, Assault, Event, Grab, Intercepted
from chronicle.rules.lieutenants.orders import ToTake
from chronicle.rules.lieutenants.state import Condition, Facility, Lieutenant, Minion, Style, Unit

_Hurt: TypeAlias = Lieutenant | Unit | Facility
#: What can become of an asset; also the names of facts.
ENDS: Final[tuple[Condition, ...]] = ("damaged", "lost", "destroyed")

_OTHER: Final[Mapping[Where, Where]] = {"ours": "theirs", "theirs": "ours"}
#: Without a check nobody is dealt any; a trap catches raiders all the same.
NO_HARM: Final[tuple[Harm, Harm]] = ("", "")


@dataclass(frozen=True, slots=True)
class Losses:
    """One asset of one side, and how likely it comes to each worse condition."""

    asset: _Hurt
    side: Where
    fate: probability.Fate

    def chance(self, end: Condition) -> Fraction:
        """The chance that it comes to this, which it is not in yet."""
        return self.fate.get(end, Fraction(0)) if end != self.asset.condition else Fraction(0)


def toll(found: Collection[Losses]) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """What is lost: rows for each asset that may suffer, and for each side what to expect.

    Rows are ``name``, ``kind`` (``lieutenant``, ``unit``, ``facility``), ``faction_ref``, ``side``
    (``ours``, ``theirs``) and the chances ``damaged``, ``lost``, ``destroyed``; the rows of sides
    are ``side`` and the numbers of assets to expect. Both are fractions: Facts(times, of).
    """
    rows = tuple(_row(loss) for loss in found if any(loss.chance(end) for end in ENDS))
    sides: tuple[Where, ...] = ("ours", "theirs")
    expected = tuple(
        Facts({"side": side, **_expected(found, side)})
        for side in sides
        if any(row["side"] == side for row in rows)
    )
    return rows, expected


def of_events(scene: Scene, events: Sequence[Event]) -> tuple[Losses, ...]:
    """What becomes of each asset by the events of an order, as far as its result tells.

    Of the fights that a move gets into the first counts, with all that it can come to.
    """
    met, *then = events
    match met, then:
        case Intercepted(), [Acted(part="fight") as fight, *_]:
            return tuple(_of_fight(scene, met, fight))
        case Acted(), _:
            return tuple(losses(scene, met))
        case _:
            return ()


def mixed(parts: Iterable[tuple[Fraction, Losses]]) -> tuple[Losses, ...]:
    """What becomes of each asset over several cases, each as likely as is said."""
    found: dict[str, Losses] = {}
    none = Fraction(0)
    for chance, loss in parts:
        id = loss.asset.id
        before = found[id].fate if id in found else {}
        ends = {**before, **loss.fate}
        fate = {end: before.get(end, none) + chance * loss.fate.get(end, none) for end in ends}
        found[id] = replace(loss, fate=fate)
    return tuple(found.values())


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
            "faction": faction_ref(asset.faction),
            "side": loss.side,
            **ends,
        }
    )


def _expected(found: Iterable[Losses], side: Where) -> dict[str, Facts]:
    return {end: fraction(_sum(found, side, end)) for end in ENDS}


def _sum(found: Iterable[Losses], side: Where, end: Condition) -> Fraction:
    return sum((loss.chance(end) for loss in found if loss.side == side), Fraction(0))


def losses(scene: Scene, acted: Acted) -> Iterator[Losses]:
    """What becomes of each asset in a fight of this order, which came to this result."""
    order, shown = scene.order, acted.result
    alive = ""
    skill: Skill = "sneak" if order.action == "steal" else "force"
    match acted.deed:
        case Assault(style=style, strike=strike):
            theirs, ours = ATTACK_HARM[style][shown] if shown else NO_HARM
            only = strike
        case Grab():
            theirs, ours = RAID_HARM[order.action][shown] if shown else NO_HARM
            only = ""
            if shown and isinstance(order.aim, ToTake):
                alive = spared(order.aim, shown)
        case _:
            return
    enemy = defending(scene.state, order.against, order.at, skill, against=order.faction, only=only)
    met = clash(scene, enemy)
    for loss in _theirs(met, theirs):
        yield replace(loss, fate=_lived_through(loss.fate)) if loss.asset.id == alive else loss
    yield from _ours(met, ours)


def _of_fight(scene: Scene, met: Intercepted, fight: Acted) -> Iterator[Losses]:
    """What becomes of each asset in the fight after a meeting, whatever its check comes to.

    ``ours`` are those who move, whoever attacks.
    """
    wait, comers = companies(scene, met)
    waylaid = met.outcome == "attacked"
    own, enemy = (wait, comers) if waylaid else (comers, wait)
    clash = fray(scene, scene.state.stances[met.lieutenant], own, enemy)
    style: Style = fight.deed.style if isinstance(fight.deed, Assault) else "cautious"
    parts: list[tuple[Fraction, Losses]] = []
    for shown, chance in probability.of_check(
        sum(part.value for part in fight.rolls[0].modifiers)
    ).items():
        theirs, ours = ATTACK_HARM[style][shown]
        parts += [(chance, loss) for loss in (*_theirs(clash, theirs), *_ours(clash, ours))]
    for loss in mixed(parts):
        yield replace(loss, side=_OTHER[loss.side]) if waylaid else loss


def _lived_through(fate: probability.Fate) -> probability.Fate:
    """The fate of one that is damaged at worst, as it is to be taken alive."""
    worst = fate.get("damaged", Fraction(0)) + fate.get("destroyed", Fraction(0))
    return {**fate, "damaged": worst, "destroyed": Fraction(0)}


def _theirs(met: Clash, harm: Harm) -> Iterator[Losses]:
    more = _power(met.attackers, "one-more-damaged") if harm else 0
    yield from _side(met.defenders, "theirs", harm, more=more)
    for facility in met.facilities:
        yield Losses(facility, "theirs", probability.of_facility(facility, harm))


def _ours(met: Clash, harm: Harm) -> Iterator[Losses]:
    traps = _power(met.defenders, "traps") if met.by_force else 0
    yield from _side(met.attackers, "ours", harm, traps=traps)


def _side(
    minions: tuple[Minion, ...], side: Where, harm: Harm, *, more: int = 0, traps: int = 0
) -> Iterator[Losses]:
    units = [minion for minion in minions if isinstance(minion, Unit)]
    fates: Mapping[str, probability.Fate] = dict(
        zip(
            (unit.id for unit in units), probability.of_units(units, harm, more, traps), strict=True
        )
    )
    for minion in minions:
        fate = (
            probability.of_lieutenant(minion, harm)
            if isinstance(minion, Lieutenant)
            else fates[minion.id]
        )
        yield Losses(minion, side, fate)


def _power(minions: tuple[Minion, ...], kind: PowerKind) -> int:
    units = (minion for minion in minions if isinstance(minion, Unit))
    return sum(max(0, unit.power(kind) or 0) for unit in units)
