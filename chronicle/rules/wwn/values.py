"""Advice to a faction: what is worth having, in points of four Treasure, a small income."""

from __future__ import annotations

from functools import cache
from typing import Final

from chronicle.model.facts import Ref
from chronicle.rules.values import Advice, Values
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.effects import Income, Upkeep, Yields
from chronicle.rules.wwn.goals import LAVISH_COST_PER_WEALTH
from chronicle.rules.wwn.prospects import (
    Duel,
    encounters_on,
    goal_reward,
    hostile,
    mean_income,
    turns_to_goal,
)
from chronicle.rules.wwn.state import Asset, FactionState, Piece, State
from chronicle.rules.wwn.terms import ATTRIBUTES, RATING_VALUES

#: What an asset is worth, in points for each Treasure that it costs.
_COST: Final = 0.25
#: The same for one that neither attacks nor earns: it waits until it is needed.
_WAITING: Final = 0.8
#: Treasure is worth less than what it buys, and least beyond what a turn or two can spend.
_TREASURE: Final = 0.22
_IDLE_TREASURE: Final = 0.1
_SPENT_SOON: Final = 14
#: What comes every turn counts for the next three: it may be lost, and plans change.
_INCOME: Final = 3 * _TREASURE
#: Wealth of Kingdoms, the goal that sells XP, asks about six Treasure for each (W-GOAL).
_XP: Final = 1.5
#: A rating is worth more than the XP that it cost: it is there every turn.
_RATING: Final = 1.1
#: A goal is less sure and less near with each turn that it still needs.
_SURE: Final = 0.95
_PATIENCE: Final = 0.75
#: How much of an attack's gain counts before it is made, at the place and a move away.
_ATTACK_HERE: Final = 0.3
_ATTACK_NEAR: Final = 0.12
#: A rival has other things to do than to attack us, and more so one that is a move away.
_DANGER_HERE: Final = 0.3
_DANGER_NEAR: Final = 0.08
#: What harm to a rival is worth against the same harm to us.
_HARM: Final = 0.5


def _treasure(state: State, faction: str) -> float:
    own = state.factions[faction]
    treasure = own.treasure + mean_income(own)
    idle = max(0.0, treasure - _SPENT_SOON)
    return _TREASURE * (treasure - idle) + _IDLE_TREASURE * idle + 0.1 * own.earmarked


def _income(state: State, faction: str) -> float:
    """What comes every turn: by ratings, assets and profits, less upkeep and excess assets."""
    own = state.factions[faction]
    income, numbers = mean_income(own), dict.fromkeys(ATTRIBUTES, 0)
    for asset in state.assets.values():
        if asset.faction != faction or asset.mark("rogue") is not None:
            continue
        made = state.type_of(asset)
        numbers[made.attribute] += 1
        if state.working(asset):
            income += _profit(made)
    # An asset beyond the rating of its kind costs 1 Treasure a turn (W-TURN-3).
    income -= sum(max(0, count - own.rating(kind)) for kind, count in numbers.items())
    return _INCOME * income


@cache
def _profit(made: AssetType) -> float:
    """What a type of asset brings in a turn on average, in Treasure."""
    profit = 0.0
    for effect in made.effects:
        match effect:
            case Income(amount=amount):
                profit += amount
            case Upkeep(amount=amount):
                profit -= amount
            case Yields(only="", table=table, amount=amount, hurts=hurts):
                gain = sum(table) / len(table) if table else float(amount.mean if amount else 0)
                # What it loses has to be repaired.
                cost = float(hurts.mean) * made.cost / made.hp / 2 if hurts else 0.0
                profit += max(0.0, gain - cost)
            case _:
                pass
    return profit


def _asset(state: State, asset: Asset) -> float:
    """An asset is worth what it costs, less when it is damaged or of no use to its owner."""
    made = state.type_of(asset)
    worth = _COST * made.cost * (0.4 + 0.6 * asset.hp / made.hp)
    if not made.attacks and _profit(made) <= 0:
        worth *= _WAITING
    return worth if state.working(asset) else 0.6 * worth


def _assets(state: State, faction: str) -> float:
    return sum(_asset(state, it) for it in state.assets.values() if it.faction == faction)


def _bases(state: State, faction: str) -> float:
    """A base is a place to buy at; each hit point more makes it last, and costs a Treasure."""
    return sum(
        2.4 * base.hp / (base.hp + 3)
        for base in state.bases.values()
        if base.faction == faction and not base.headquarters
    )


def _health(state: State, faction: str) -> float:
    """Without hit points everything is gone (W-TURN-7), so the last ones are worth most."""
    own = state.factions[faction]
    if own.collapsed or not own.maximum:
        return -10.0
    lost = 1 - own.hp / own.maximum
    return 6 * (1 - lost * lost) - 2 * lost


def _ratings(state: State, faction: str) -> float:
    own = state.factions[faction]
    return _XP * (_RATING * _xp_in(own) + own.xp)


def _xp_in(own: FactionState) -> int:
    """Return the XP that its ratings cost, step by step (W-ENT-1)."""
    return sum(RATING_VALUES[step] for rating in own.ratings for step in range(2, rating + 1))


def _goal(state: State, faction: str) -> float:
    """What its goal will bring, the more the nearer it is."""
    own = state.factions[faction]
    goal = own.goal
    if goal is None:
        return 0.0
    turns = turns_to_goal(state, faction, goal)
    if turns is None:
        return 0.0
    worth = _XP * goal_reward(state, faction, goal)
    if goal.kind == "wealth-of-kingdoms":
        worth -= _TREASURE * LAVISH_COST_PER_WEALTH * own.wealth
    return float(max(0.0, worth) * _SURE * _PATIENCE**turns)


def _reach(state: State, faction: str) -> float:
    """Attacks that could be made next turn and would do more harm than they cost."""
    best, known = 0.0, encounters_on(state)
    for rival in hostile(state, faction):
        gains = sum(
            share * max(0.0, _balance(state, it))
            for moves, share in ((0, _ATTACK_HERE), (1, _ATTACK_NEAR))
            for it in known.duels(faction, rival, moves)
        )
        # One enemy is attacked in a turn (W-ACT-1).
        best = max(best, gains)
    return best


def _risk(state: State, faction: str) -> float:
    """What rivals' assets can do next turn to what they find in the open."""
    known = encounters_on(state)
    return -sum(
        share * it.chance * _harm(state, it)
        for rival in hostile(state, faction)
        for moves, share in ((0, _DANGER_HERE), (1, _DANGER_NEAR))
        for it in known.duels(rival, faction, moves)
    )


def _balance(state: State, duel: Duel) -> float:
    """What an attack brings on average: what harm to a rival is worth, less the counter."""
    made = state.type_of(duel.attacker)
    lost = (1 - duel.chance) * duel.counter * _COST * made.cost / made.hp
    return _HARM * duel.chance * _harm(state, duel) - lost


def _harm(state: State, duel: Duel) -> float:
    """What a hit takes from a defender, in points."""
    met = duel.defender
    if isinstance(met, Asset):
        made = state.type_of(met)
        return duel.damage * _COST * made.cost / made.hp
    # Damage to a base is done to its faction too (W-ENT-4).
    return duel.damage * (0.2 + 6 / max(1, state.factions[met.faction].maximum))


def _hidden(state: State, faction: str) -> float:
    """What is Stealthed, nobody sees, and nobody can attack (W-ENT-5)."""
    return 0.2 * sum(bool(it.stealth) for it in state.assets.values() if it.faction == faction)


def _room(state: State, faction: str) -> float:
    """Places where it has an asset in the open and could found a base (W-ACT-4)."""
    held = {it.at for it in state.bases.values() if it.faction == faction}
    open_ = {
        it.at
        for it in state.assets.values()
        if it.faction == faction and it.at not in held and not it.stealth
    }
    return 0.15 * min(2, len(open_))


def _strength(state: State, faction: str) -> float:
    own = state.factions[faction]
    if own.collapsed:
        return 0.0
    return (
        _assets(state, faction)
        + _bases(state, faction)
        + _health(state, faction)
        + 0.05 * sum(own.ratings)
        + 0.1 * own.treasure
    )


def _wealth(state: State, faction: str) -> float:
    return _treasure(state, faction) + _income(state, faction)


def _holding(state: State, faction: str, place: str) -> float:
    """A base there is most of it; then come assets there, on the way, and that no rival stays."""
    if place not in state.places:
        return 0.0
    base = any(it.faction == faction and it.at == place for it in state.bases.values())
    rival = any(
        it.at == place and not state.friendly(it.faction, faction) for it in state.bases.values()
    )
    own = [it for it in state.assets.values() if it.faction == faction and not it.bound_for]
    there = sum(it.at == place for it in own)
    near = sum(it.at != place and is_within(state, it.at, place, 1) for it in own)
    ruler = 0.15 if state.places[place].ruler == faction else 0.0
    presence = min(0.2, 0.1 * there + 0.03 * near)
    return 0.5 * base + presence + ruler + (0.15 if (base or there) and not rival else 0.0)


def _friendship(state: State, faction: str, other: str) -> float:
    return float(state.friendly(faction, other))


def _knowledge(state: State, faction: str, about: Ref) -> float:
    """How many pieces of a faction, or at a place, it has seen, and how many eyes it has there."""
    pieces: list[Piece] = [*state.assets.values(), *state.bases.values()]
    if about.kind == "place":
        return float(sum(it.at == about.id for it in pieces))
    theirs = [it for it in pieces if it.faction == about.id]
    places = {it.at for it in theirs}
    eyes = sum(it.faction == faction and it.at in places for it in state.assets.values())
    return len(theirs) + 0.5 * eyes


def _winning(state: State, faction: str) -> float:
    """Who is ahead, in Treasure: the XP that it has and that its ratings cost, and all it owns.

    Six Treasure are one XP, as above. Bases count a Treasure for each hit point (W-ACT-4), assets
    what they cost as far as they are whole.
    """
    own = state.factions[faction]
    if own.collapsed:
        return 0.0
    assets = (it for it in state.assets.values() if it.faction == faction)
    return (
        6.0 * (_xp_in(own) + own.xp)
        + own.treasure
        + sum(state.type_of(it).cost * it.hp / state.maximum(it) for it in assets)
        + sum(it.hp for it in state.bases.values() if it.faction == faction)
    )


VALUES: Final = Values[State](
    advice=(
        Advice(
            "treasure", "Treasure buys what is needed; a hoard does nothing", "wealth", _treasure
        ),
        Advice("income", "what comes every turn pays for the rest", "wealth", _income),
        Advice("assets", "assets are what a faction acts with", "strength", _assets),
        Advice("bases", "each base is another place to buy at", "ground", _bases),
        Advice("health", "a faction without hit points is gone", "safety", _health),
        Advice("ratings", "XP and ratings are there every turn", "strength", _ratings),
        Advice("goal", "a goal that is near brings XP", "goal", _goal),
        Advice("reach", "assets stand where they can attack with profit", "ground", _reach),
        Advice("risk", "leave nothing weak where rivals can attack it", "safety", _risk),
        Advice("hidden", "what is Stealthed, nobody sees", "secrecy", _hidden),
        Advice("room", "an asset in the open can found a base there", "ground", _room),
    ),
    strength=_strength,
    wealth=_wealth,
    holding=_holding,
    friendship=_friendship,
    knowledge=_knowledge,
    winning=_winning,
    harm=_HARM,
)
