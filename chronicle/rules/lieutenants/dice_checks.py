"""Checks: two dice, and every modifier by itself with its reason and rule (L-CHK)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chronicle.model.dice import Modifier, Roll
from chronicle.model.facts import Facts
from chronicle.rules.lieutenants.action_context import Scene, result, total
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.changes import Change, Swayed
from chronicle.rules.lieutenants.check_sides import Side
from chronicle.rules.lieutenants.orders import ToBuy, ToCourt
from chronicle.rules.lieutenants.state import Item, Lieutenant, State
from chronicle.rules.lieutenants.terms import Action, Result

#: What a stealthy attempt costs the action itself (L-STL-1).
STEALTH_PENALTY = -3
#: What an alliance adds to Claim and Rally with the ally (L-ACT-ALLY).
ALLIED = 3


@dataclass(frozen=True, slots=True)
class Check:
    """A check as thrown: the roll, its result, the units that helped, and the influence spent."""

    roll: Roll
    helped: tuple[str, ...]
    spent: tuple[Change, ...]

    @property
    def result(self) -> Result:
        return result(self.roll)

    @property
    def total(self) -> int:
        return total(self.roll)


def opposed(
    scene: Scene,
    skill: Skill,
    own: Side,
    other: Side,
    more: tuple[Modifier, ...] = (),
    *,
    opposing: Skill | None = None,
) -> Check:
    """A check of one side against another or against a number (L-CHK-2, L-CHK-4).

    ``opposing`` is the skill of the other side where it is not the same.
    """
    helped = tuple(minion.id for minion in own.counted if minion.id != scene.lieutenant.id)
    return _thrown(scene, (*sides_parts(skill, own, other, opposing), *more), helped)


def sides_parts(
    skill: Skill, own: Side, other: Side, opposing: Skill | None = None
) -> tuple[Modifier, ...]:
    """What two sides put into a check: level and statistic of each (L-CHK-2).

    ``opposing`` is the skill of the other side where it is not the same.
    """
    facts = Facts(skill=opposing or skill)
    names = tuple(minion.name for minion in own.counted)
    against = tuple(minion.name for minion in other.counted)
    return (
        Modifier(own.level, "level", "L-CHK-5", Facts(names=names, joined=own.spelled)),
        Modifier(own.statistic, "statistic", "L-CHK-2", Facts(skill=skill)),
        Modifier(-other.level, "opposing-level", other.rule, _opposing(against, other)),
        *_nonzero(Modifier(-other.statistic, "opposing-statistic", "L-CHK-6", facts)),
    )


def straight(
    scene: Scene, skill: Skill, more: tuple[Modifier, ...] = (), *, by: Lieutenant | None = None
) -> Check:
    """A check on a lieutenant's statistic alone (L-CHK-3), the acting one's if nobody is named."""
    value = (by or scene.lieutenant).statistics.of(skill)
    part = Modifier(value, "statistic", "L-CHK-3", Facts(skill=skill))
    return _thrown(scene, (part, *more), ())


def _opposing(names: tuple[str, ...], other: Side) -> Facts:
    return Facts(names=names, joined=other.spelled)


def _thrown(scene: Scene, parts: tuple[Modifier, ...], helped: tuple[str, ...]) -> Check:
    spent = influence_spent(scene)
    more = (*modifiers(scene), *_spent_part(spent))
    roll = scene.throw("check", (*parts, *more))
    npc = npc_of(scene)
    reason = "spent-on-a-check"
    swayed = (Swayed(scene.faction, npc, -spent, reason, "L-CHK-7"),) if spent else ()
    return Check(roll, helped, swayed)


def modifiers(scene: Scene) -> Iterator[Modifier]:
    """What is added to any check of this order: stealth, items, standing, allies, the GM."""
    order, state = scene.order, scene.state
    if order.stealth:
        yield Modifier(STEALTH_PENALTY, "stealthy", "L-STL-1")
    yield from _from_items(scene)
    for _, standing in sorted(state.standing.items()):
        if standing.faction != order.faction or order.action not in standing.actions:
            continue
        if standing.lieutenant in ("", order.lieutenant) and standing.target in ("", scene.target):
            yield Modifier(standing.value, "standing", standing.rule)
    allied = isinstance(order.aim, ToCourt) and order.action in ("claim", "rally")
    if allied and npc_of(scene) in state.factions[order.faction].allies:
        yield Modifier(ALLIED, "allied", "L-ACT-ALLY")
    if order.action == "research":
        for unit in scene.units:
            value = unit.power("research")
            if value:
                yield Modifier(value, "sage", "L-AST-RESEARCH", Facts(name=unit.name))
    for given in order.modifiers:
        yield Modifier(given.value, "gm", "L-CHK-7", Facts(because=given.because))


def _from_items(scene: Scene) -> Iterator[Modifier]:
    order = scene.order
    return from_items(scene.state, order.faction, order.items, order.action, scene.locale)


def from_items(
    state: State, faction: str, items: Iterable[str], action: Action, locale: str
) -> Iterator[Modifier]:
    """What a faction's items add to an action in a locale where they are at hand (L-CHK-7)."""
    for id in items:
        item = state.assets.get(id)
        if not isinstance(item, Item) or item.faction != faction:
            continue
        if state.locale(state.at(item)) != locale:
            continue
        for bonus in item.bonuses:
            if action in bonus.actions and bonus.value:
                yield Modifier(bonus.value, "item", "L-CHK-7", Facts(name=item.name))


def npc_of(scene: Scene) -> str:
    """The NPC faction that an order concerns, empty when none."""
    match scene.order.aim:
        case ToCourt(npc=name) | ToBuy(source=name) if name:
            return name
        case _:
            name = scene.order.against
            found = scene.state.factions.get(name)
            return name if found is not None and found.npc else ""


def influence_spent(scene: Scene) -> int:
    """Points of influence that go into the check: as ordered, held, and allowed (L-CHK-7)."""
    npc = npc_of(scene)
    if not npc:
        return 0
    held = scene.state.factions[scene.faction].influence.get(npc, 0)
    return min(scene.order.influence, held, scene.state.house.influence_limit)


def _spent_part(spent: int) -> tuple[Modifier, ...]:
    return (Modifier(spent, "influence", "L-CHK-7"),) if spent else ()


def _nonzero(part: Modifier) -> tuple[Modifier, ...]:
    return (part,) if part.value else ()
