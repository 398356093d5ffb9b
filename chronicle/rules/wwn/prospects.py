"""What can be expected of a board: the damage that factions can do, and how soon goals are met."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from typing import Final

from chronicle.records import Record, replace
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.dice_checks import win_chance
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.fights.attack import attack_sides
from chronicle.rules.wwn.fights.defenders import can_defend, is_immune, must_spare
from chronicle.rules.wwn.goals import (
    LAVISH_COST_PER_WEALTH,
    TURNS_TO_ELIMINATE,
    count_assets_inside,
    goal_xp,
    is_out_of_reach,
    required_progress,
)
from chronicle.rules.wwn.probability import TooManyOutcomes
from chronicle.rules.wwn.state import Asset, FactionState, Goal, Piece, State
from chronicle.rules.wwn.terms import GoalKind

#: Of the damage that an asset could do one move away, the part that counts.
_AFTER_A_MOVE: Final = 0.4
#: Of the damage that assets could do somewhere, the part that counts where nobody is in reach.
_SOMEWHERE: Final = 0.25
#: Hit points of a usual asset, and of a usual base with its guard.
_USUAL_ASSET: Final = 6
_GUARD: Final = 4


class Duel(Record):
    """An attack that could be made: its chance, and the damage to both sides on average."""

    attacker: Asset
    defender: Piece
    chance: float
    damage: float
    counter: float


class Encounters(Record, eq=False, dict=True):
    """Who could attack whom on a board, by what is in the open."""

    state: State

    @cached_property
    def attackers(self) -> Mapping[str, list[Asset]]:
        """The assets of each faction that can attack, now or when they are ready."""
        found: defaultdict[str, list[Asset]] = defaultdict(list)
        for asset in self.state.assets.values():
            if self.state.type_of(asset).attacks and self.state.working(asset):
                found[asset.faction].append(asset)
        return found

    @cached_property
    def targets(self) -> Mapping[str, Mapping[str, list[Piece]]]:
        """What each faction has in the open, by place: assets with most hit points first."""
        found: defaultdict[str, defaultdict[str, list[Piece]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for asset in sorted(self.state.assets.values(), key=lambda it: -it.hp):
            if not asset.stealth and asset.mark("rogue") is None:
                found[asset.faction][asset.at].append(asset)
        for base in self.state.bases.values():
            found[base.faction][base.at].append(base)
        return found

    @cached_property
    def _by_target(self) -> dict[tuple[str, str, str], Duel | None]:
        return {}

    def duel(self, attacker: Asset, rival: str, place: str) -> Duel | None:
        """Return an attack on a rival at a place, against the defender that it would choose."""
        key = attacker.id, rival, place
        if key not in self._by_target:
            self._by_target[key] = self._duel(attacker, rival, place)
        return self._by_target[key]

    def _duel(self, attacker: Asset, rival: str, place: str) -> Duel | None:
        by = self.state.type_of(attacker)
        there = self.targets[rival][place] if rival in self.targets else ()
        attack = by.attack
        if attack is None:
            return None
        for piece in there:
            if isinstance(piece, Asset):
                able = can_defend(self.state, by, piece, attack.target)
            else:
                able = not must_spare(by, None)
            if able:
                return _duel_with(self.state, replace(attacker, at=place), piece, by, attack)
        return None

    def duels(self, faction: str, rival: str, moves: int) -> Iterator[Duel]:
        """Yield the attacks that a faction could make on a rival so far away, one an asset."""
        places = self.targets.get(rival, {})
        for attacker in self.attackers.get(faction, ()):
            if not moves:
                if attacker.at in places:
                    found = self.duel(attacker, rival, attacker.at)
                    if found is not None:
                        yield found
                continue
            near = (it for it in places if it != attacker.at)
            reached = (it for it in near if is_within(self.state, attacker.at, it, moves))
            possible = (self.duel(attacker, rival, it) for it in reached)
            best = max((it for it in possible if it is not None), key=_effect, default=None)
            if best is not None:
                yield best

    def damage(self, faction: str, rival: str, moves: int) -> float:
        """Return the damage per turn on average by these attacks."""
        return sum(map(_effect, self.duels(faction, rival, moves)))


class _OneBoard:
    """A board that is equal to no other, for what is computed once for each."""

    def __init__(self, state: State) -> None:
        self.state = state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OneBoard) and self.state is other.state

    def __hash__(self) -> int:
        return id(self.state)


@lru_cache(maxsize=4)
def _encounters(board: _OneBoard) -> Encounters:
    return Encounters(board.state)


def encounters_on(state: State) -> Encounters:
    """Return who could attack whom on a board."""
    return _encounters(_OneBoard(state))


def _effect(duel: Duel) -> float:
    return duel.chance * duel.damage


def _duel_with(
    state: State, attacker: Asset, defender: Piece, by: AssetType, attack: AttackProfile
) -> Duel:
    ours, theirs = attack_sides(state, attacker, defender, attack, attacker.faction)
    try:
        chance = float(win_chance(state, ours, theirs))
    except TooManyOutcomes:
        chance = 0.5
    counter = 0.0
    if isinstance(defender, Asset):
        answering = state.type_of(defender)
        free = must_spare(answering, by) or is_immune(by, answering)
        if answering.counter is not None and not free:
            counter = mean_damage(answering.counter, attacker.hp)
    done = mean_damage(attack.damage, defender.hp) if attack.damage is not None else 0.0
    return Duel(attacker, defender, chance, done, counter)


@cache
def mean_damage(amount: DiceAmount, hp: int) -> float:
    """Return the damage on average to something with so many hit points left."""
    return sum(min(value, hp) * float(share) for value, share in amount.spread().items())


# ── Goals ────────────────────────────────────────────────────────────────────────────────────────


def turns_to_goal(state: State, faction: str, goal: Goal) -> float | None:
    """Return how many more turns a goal needs, roughly; None if it is out of reach."""
    if is_out_of_reach(state, faction, goal):
        return None
    estimate = _ESTIMATES.get(goal.kind)
    return estimate(state, faction, goal) if estimate is not None else None


def goal_reward(state: State, faction: str, goal: Goal) -> int:
    """Return the XP that a goal would bring."""
    if goal.worth or goal.kind not in ("destroy-the-foe", "root-out-the-enemy"):
        return goal_xp(state, faction, goal)
    foes = [goal.against] if goal.against else []
    foes += [it.faction for it in state.bases.values() if it.at == goal.at]
    worth = max((sum(state.factions[it].ratings) for it in foes if it != faction), default=0)
    return goal_xp(state, faction, Goal(goal.kind, worth=worth))


def mean_income(own: FactionState) -> float:
    """Return a faction's own Treasure per turn, before it is rounded up (W-TURN-2)."""
    return (2 * own.wealth + own.force + own.cunning) / 4


def hostile(state: State, faction: str) -> list[str]:
    """Return the factions in play that are not friendly to one (W-ENT-3)."""
    others = (id for id, other in state.factions.items() if not other.collapsed)
    return [id for id in others if not state.friendly(id, faction)]


def _damage(state: State, faction: str) -> float:
    """Return the damage per turn on average, to the rival that is most open to it."""
    best, found = 0.0, encounters_on(state)
    for rival in hostile(state, faction):
        here, near = (found.damage(faction, rival, moves) for moves in (0, 1))
        best = max(best, here + _AFTER_A_MOVE * near)
    return max(best, _damage_somewhere(state, faction), 0.1)


def _damage_somewhere(state: State, faction: str) -> float:
    """Return the damage per turn if assets first have to go far."""
    found = encounters_on(state).attackers.get(faction, ())
    amounts = (state.type_of(it).attack for it in found)
    means = (mean_damage(it.damage, _USUAL_ASSET) for it in amounts if it and it.damage)
    return _SOMEWHERE * sum(means) * 0.5


def _damage_at(state: State, faction: str, rival: str, place: str) -> float:
    """Return the damage per turn on average to what a rival has at a place."""
    known, found = encounters_on(state), 0.0
    for attacker in known.attackers.get(faction, ()):
        here = attacker.at == place
        if here or is_within(state, attacker.at, place, 1):
            possible = known.duel(attacker, rival, place)
            if possible is not None:
                found += _effect(possible) * (1.0 if here else _AFTER_A_MOVE)
    return max(found, 0.5 * _damage_somewhere(state, faction), 0.1)


def _left(state: State, faction: str, goal: Goal) -> int:
    return max(0, required_progress(state, faction, goal) - goal.progress)


def _turns_to_blood(state: State, faction: str, goal: Goal) -> float:
    return _left(state, faction, goal) / _damage(state, faction)


def _turns_to_dominate(state: State, faction: str, goal: Goal) -> float:
    return _USUAL_ASSET * _left(state, faction, goal) / _damage(state, faction)


def _turns_of_peace(state: State, faction: str, goal: Goal) -> float:
    return float(_left(state, faction, goal))


def _turns_to_be_inside(state: State, faction: str, goal: Goal) -> float:
    """Return how soon enough assets are hidden beside rivals' bases: two turns for each."""
    missing = required_progress(state, faction, goal) - count_assets_inside(state, faction, goal)
    return 2.0 * max(0, missing)


def _turns_to_lavish(state: State, faction: str, goal: Goal) -> float:  # noqa: ARG001  needs none
    own = state.factions[faction]
    missing = LAVISH_COST_PER_WEALTH * own.wealth - own.treasure
    return max(0.0, missing / max(1.0, mean_income(own)) - 1.0)


def _turns_to_destroy(state: State, faction: str, goal: Goal) -> float:
    foe = goal.against
    seat = state.headquarters(foe)
    if seat is None:
        return state.factions[foe].hp / 0.5
    guards = sum(it.hp for it in state.assets.values() if it.faction == foe and it.at == seat.at)
    return (state.factions[foe].hp + guards + _GUARD) / _damage_at(state, faction, foe, seat.at)


def _turns_to_eliminate(state: State, faction: str, goal: Goal) -> float | None:
    target = state.assets[goal.asset]
    # Its owner lets others meet attacks before it.
    beside = sum(
        it.hp
        for it in state.assets.values()
        if it.faction == target.faction and it.at == target.at and it.hp >= target.hp
    )
    turns = (target.hp + 0.5 * (beside - target.hp)) / _damage_at(
        state, faction, target.faction, target.at
    )
    left = TURNS_TO_ELIMINATE - max(0, state.turn - goal.since)
    return turns if turns <= left else None


def _turns_to_expand(state: State, faction: str, goal: Goal) -> float:  # noqa: ARG001  needs none
    own = state.factions[faction]
    held = {it.at for it in state.bases.values() if it.faction == faction}
    there = any(
        it.faction == faction and it.at not in held and state.working(it)
        for it in state.assets.values()
    )
    poor = 1.0 if own.treasure + mean_income(own) < 4 else 0.0
    return poor + (1.0 if there else 2.0)


def _turns_to_beat(state: State, faction: str, goal: Goal) -> float | None:  # noqa: ARG001
    """Return how soon an asset of more Force than one's own can be destroyed."""
    force = state.factions[faction].force
    found = (
        it.hp / _damage_at(state, faction, it.faction, it.at)
        for it in state.assets.values()
        if it.faction != faction and not it.stealth
        if state.type_of(it).attribute == "force" and state.type_of(it).level > force
    )
    return min(found, default=None)


def _turns_to_root_out(state: State, faction: str, goal: Goal) -> float | None:
    place = goal.at
    found: list[float] = []
    for base in state.bases.values():
        if base.at == place and not state.friendly(base.faction, faction):
            guards = (
                it.hp
                for it in state.assets.values()
                if it.faction == base.faction and it.at == place
            )
            hp = base.hp + sum(guards)
            found.append(hp / _damage_at(state, faction, base.faction, place))
    return min(found, default=None)


#: How soon each kind of goal can be met; of the GM's own nothing is known.
_ESTIMATES: Final[Mapping[GoalKind, Callable[[State, str, Goal], float | None]]] = {
    "blood-the-enemy": _turns_to_blood,
    "destroy-the-foe": _turns_to_destroy,
    "eliminate-target": _turns_to_eliminate,
    "expand-influence": _turns_to_expand,
    "inside-enemy-territory": _turns_to_be_inside,
    "invincible-valor": _turns_to_beat,
    "peaceable-kingdom": _turns_of_peace,
    "root-out-the-enemy": _turns_to_root_out,
    "sphere-dominance": _turns_to_dominate,
    "wealth-of-kingdoms": _turns_to_lavish,
}
