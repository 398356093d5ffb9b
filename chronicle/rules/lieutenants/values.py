"""Advice to a faction of lieutenants: what is worth having, in points of an ordinary order.

An ordinary order earns three capital by work, or gains two points of influence on most throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from chronicle.model.facts import Ref
from chronicle.rules.lieutenants.catalogue import Skill
from chronicle.rules.lieutenants.holdings import Holdings, holdings_of
from chronicle.rules.lieutenants.planning import PlanningState, is_supposed
from chronicle.rules.lieutenants.state import (
    Facility,
    Information,
    Item,
    Lieutenant,
    Minion,
    PlaceState,
    Project,
    State,
    Unit,
)
from chronicle.rules.lieutenants.upkeep import unpaid
from chronicle.rules.values import Advice, Values

_Points: TypeAlias = Callable[[State, str], float]


def _own(state: State, faction: str) -> Holdings:
    return holdings_of(state).of(faction)


def _by_holdings(points: _Points) -> _Points:
    """Return the same points, computed once for boards on which everybody has the same."""

    def found(state: State, faction: str) -> float:
        memo = holdings_of(state).memo
        key = points, faction
        if key not in memo:
            memo[key] = points(state, faction)
        return memo[key]

    return found


# ── Capital ──────────────────────────────────────────────────────────────────────────────────────

#: What a capital is worth while a faction has little, enough, and more than it can spend.
_CAPITAL: Final = ((10, 0.33), (15, 0.22), (1000, 0.08))
#: What a capital each turn is worth: the next turns count less and less.
_EACH_TURN: Final = 1.0
#: What of an asset is lost when it leaves: all of it, but not before the end of the turn.
_LEAVES: Final = 0.9


def _capital(state: State, faction: str) -> float:
    return _in_steps(state.factions[faction].capital, _CAPITAL)


def _in_steps(amount: float, steps: Iterable[tuple[int, float]]) -> float:
    """Return what an amount is worth, of which the first part is worth more than the next."""
    worth = 0.0
    for size, each in steps:
        worth += each * min(amount, size)
        amount -= size
        if amount <= 0:
            break
    return worth


@_by_holdings
def _income(state: State, faction: str) -> float:
    return _EACH_TURN * (_earned(state, faction) - _due(state, faction))


@_by_holdings
def _earned(state: State, faction: str) -> float:
    """The capital that a faction's places and facilities earn each turn."""
    own = _own(state, faction)
    earning = (it.income for it in own.facilities if it.condition == "undamaged")
    return sum(it.income for it in own.places) + sum(earning)


@_by_holdings
def _due(state: State, faction: str) -> float:
    """The capital that a faction owes at the end of the turn."""
    upkept = _upkept(_own(state, faction))
    return sum(it.upkeep.amount for it in upkept if it.upkeep.currency == "capital")


def _upkept(own: Holdings) -> Iterator[Minion | Facility | PlaceState]:
    yield from own.minions
    yield from own.agents
    yield from own.facilities
    yield from own.places


#: For how many turns there should be enough, and what each capital is worth that is missing.
_TURNS_AHEAD: Final = 3
_SHORT: Final = 0.3


def _reserve(state: State, faction: str) -> float:
    """What is missing for the upkeep of the next turns, beside their income."""
    earned = _earned(state, faction)
    due = _due(state, faction)
    needed = due + (_TURNS_AHEAD - 1) * max(0.0, due - earned)
    return -_SHORT * max(0.0, needed - state.factions[faction].capital)


def _unpaid(state: State, faction: str) -> float:
    """Who is not paid at the end of the turn leaves (L-TURN-6)."""
    if _due(state, faction) <= state.factions[faction].capital:
        return 0.0
    return -_LEAVES * sum(_worth(it) for it in unpaid(state, faction))


# ── People ───────────────────────────────────────────────────────────────────────────────────────

#: A lieutenant is an order each turn, at any level; levels and statistics make it succeed.
_LIEUTENANT: Final = 3.0
_LIEUTENANT_LEVEL: Final = 0.8
_STATISTIC: Final = 0.3
#: A unit helps in checks and earns half its level where it works (L-ACT-WORK). The highest level
#: decides a check (L-CMB-1), so a high one is worth more than several low ones, as prices say too.
_UNIT_LEVEL: Final = 0.3
_UNIT_LEVEL_SQUARED: Final = 0.08
_COMPETENCY: Final = 0.3
_POWER: Final = 0.5
#: What is left of somebody damaged, of somebody in others' hands, and of one who serves two.
_DAMAGED: Final = 0.6
_CAPTIVE: Final = 0.3
_AGENT: Final = 0.6
#: What a unit counts: one for each lieutenant, those that they can lead besides, and all others.
_LED: Final = (1.0, 0.6, 0.15)
#: What somebody of others is worth in our hands, beside what they miss.
_PRISONER: Final = 0.1


def _worth(thing: Minion | Facility | Item | Information | PlaceState) -> float:
    """What one thing is worth by itself."""
    match thing:
        case Lieutenant(level=level, statistics=known):
            skills = (known.force, known.sneak, known.charm, known.lore)
            worth = _LIEUTENANT + _LIEUTENANT_LEVEL * level + _STATISTIC * sum(skills)
        case Unit(level=level):
            worth = _unit_worth(level, len(thing.competencies), len(thing.powers))
        case Facility(level=level):
            worth = _FACILITY_LEVEL * level + _EACH_TURN * thing.income
        case Item(value=value, bonuses=bonuses):
            return _VALUE * max(0, value - 1) + _BONUS * sum(
                it.value * len(it.actions) for it in bonuses
            )
        case Information(obscurity=obscurity):
            return _INFORMATION + _OBSCURITY * obscurity
        case PlaceState(level=level):
            return _PLACE + _PLACE_LEVEL * level
    return worth * _DAMAGED if thing.condition == "damaged" else worth


def _unit_worth(level: int, competencies: int, powers: int) -> float:
    """What an undamaged unit is worth, or would be."""
    return (
        _UNIT_LEVEL * level
        + _UNIT_LEVEL_SQUARED * level**2
        + _COMPETENCY * competencies
        + _POWER * powers
    )


@_by_holdings
def _lieutenants(state: State, faction: str) -> float:
    own = _own(state, faction)
    free = sum(map(_worth, own.lieutenants))
    held = sum(_worth(it) for it in own.captive if isinstance(it, Lieutenant))
    serving = sum(_worth(it) for it in own.agents if isinstance(it, Lieutenant))
    return free + _CAPTIVE * held + _AGENT * serving


def _units(state: State, faction: str) -> float:
    own = _own(state, faction)
    serving = [it for it in own.agents if isinstance(it, Unit)]
    worths = sorted((*map(_worth, own.units), *(_AGENT * _worth(it) for it in serving)))
    leaders = len(own.lieutenants) + 1
    led = leaders * max(1, state.factions[faction].cohesion)
    held = sum(_worth(it) for it in own.captive if isinstance(it, Unit))
    return _CAPTIVE * held + sum(
        worth * _LED[(index >= leaders) + (index >= led)]
        for index, worth in enumerate(reversed(worths))
    )


@_by_holdings
def _prisoners(state: State, faction: str) -> float:
    held = _own(state, faction).prisoners
    return _PRISONER * sum(_worth(it) for it in held if it.faction != faction)


@_by_holdings
def _company(state: State, faction: str) -> float:
    """Units where a lieutenant can lead them, and nobody alone."""
    own = _own(state, faction)
    units = [state.locale(it.at) for it in own.units]
    leaders = [state.locale(it.at) for it in own.lieutenants]
    led = sum(min(leaders.count(it), units.count(it)) for it in set(leaders))
    return 0.2 * led - 0.15 * sum(it not in leaders for it in units)


# ── What is owned ────────────────────────────────────────────────────────────────────────────────

#: A location stays, earns and shelters; it is worth about six capital, which most cost.
_PLACE: Final = 2.0
_PLACE_LEVEL: Final = 0.2
_FACILITY_LEVEL: Final = 0.3
#: A thing can be sold for its value, if somebody can be found who buys it; nobody buys a trifle.
_VALUE: Final = 0.2
_BONUS: Final = 0.4
_INFORMATION: Final = 0.4
_OBSCURITY: Final = 0.15
#: What half a claim to something is worth of the whole thing.
_BACKED: Final = 0.12


@_by_holdings
def _places(state: State, faction: str) -> float:
    return sum(map(_worth, _own(state, faction).places))


@_by_holdings
def _things(state: State, faction: str) -> float:
    own = _own(state, faction)
    return sum(map(_worth, own.items))


@_by_holdings
def _information(state: State, faction: str) -> float:
    return sum(map(_worth, _own(state, faction).information))


@_by_holdings
def _facilities(state: State, faction: str) -> float:
    # What they earn is income already.
    own = _own(state, faction).facilities
    return sum(
        _FACILITY_LEVEL * it.level * (_DAMAGED if it.condition == "damaged" else 1.0) for it in own
    )


def _claims(state: State, faction: str) -> float:
    backed = {thing for (_, thing), by in state.claims.items() if by == faction}
    found = (state.assets.get(it) or state.places.get(it) for it in sorted(backed))
    return _BACKED * sum(_worth(it) for it in found if it is not None)


# ── Neutral powers ───────────────────────────────────────────────────────────────────────────────

#: A point of influence buys what a capital buys (L-ACT-CLAIM), and helps in dealings before.
_INFLUENCE: Final = ((4, 0.42), (6, 0.3), (10, 0.18), (1000, 0.05))
#: An alliance costs ten at best, helps in two actions and makes the ally refuse others.
_ALLY: Final = 3.5
#: A neutral power that attacks for us costs somebody a few units, and seldom those we would hit.
_RALLY: Final = 0.8
#: What a lasting modifier is worth for each point, for each action that it counts in.
_STANDING: Final = 0.2


def _influence(state: State, faction: str) -> float:
    return sum(_in_steps(n, _INFLUENCE) for n in state.factions[faction].influence.values())


def _allies(state: State, faction: str) -> float:
    return _ALLY * len(state.factions[faction].allies)


def _rallies(state: State, faction: str) -> float:
    own = (it for it in state.rallies.values() if it.by == faction)
    return sum(_RALLY * (2.0 if it.concerted else 1.0) for it in own)


def _reputation(state: State, faction: str) -> float:
    own = (it for it in state.standing.values() if it.faction == faction)
    return _STANDING * sum(it.value * len(it.actions) for it in own)


# ── Work in hand ─────────────────────────────────────────────────────────────────────────────────

#: Research ends in something that the GM thinks of: worth a good lieutenant's level or two.
_RESEARCH: Final = 4.0
#: What work in hand counts of its end, by how far it is; the last turns are surer.
_PROGRESS: Final = 0.8
#: What is left of work that is lost if nobody continues it.
_LAPSES: Final = 0.3


def _projects(state: State, faction: str) -> float:
    own = (it for it in state.projects.values() if it.faction == faction)
    return sum(_project(state, it) for it in own)


def _project(state: State, project: Project) -> float:
    worth = _PROGRESS * project.successes / project.needed * _end_of(state, project)
    if project.blocked:
        return worth * 0.7
    return worth * (_LAPSES if not project.hold and project.worked < state.turn else 1.0)


def _end_of(state: State, project: Project) -> float:
    """What a project is worth when it is finished."""
    if project.kind == "research":
        return _RESEARCH
    subject, made = state.assets.get(project.subject), project.gain.type
    if not isinstance(subject, Unit):
        return _LIEUTENANT_LEVEL + _STATISTIC
    if made not in state.house.catalogue.units:
        skills, powers = len(subject.competencies), len(subject.powers)
        higher = _unit_worth(subject.level + 1, skills, powers)
        return higher - _unit_worth(subject.level, skills, powers)
    kind = state.house.catalogue.units[made]
    worth = _unit_worth(kind.level, len(kind.competencies), len(kind.powers))
    dearer = kind.upkeep.amount if kind.upkeep.currency == "capital" else 0
    dearer -= subject.upkeep.amount if subject.upkeep.currency == "capital" else 0
    return max(0.0, worth - _worth(subject) - _EACH_TURN * dearer)


# ── What others may do, and know ─────────────────────────────────────────────────────────────────

#: What of a thing is at risk for each level by which a rival beside it is stronger: by attacks and
#: raids, and by thefts, which also take people.
_RISK: Final[Mapping[Skill, float]] = {"force": 0.008, "sneak": 0.008}
#: An even check succeeds more often than not; above this many levels more make no difference.
_EVEN: Final = 2
_MOST_LEVELS: Final = 8
#: What is hidden well is safe; each level of hiding makes it safer.
_HIDDEN: Final = 0.12
_HIDING_LEVEL: Final = 0.02
#: What it costs that somebody knows who attacked or robbed him, or spied on him.
_HARMED: Final = 0.8
_SPIED_ON: Final = 0.15
#: What it is worth to know what somebody of a rival can do, and to watch him for a turn.
_KNOWN: Final = 0.2
_WATCHED: Final = 0.25


@_by_holdings
def _risk(state: State, faction: str) -> float:
    """What stands unhidden where a rival next to it is stronger, or stealthier."""
    own = _own(state, faction)
    there: dict[str, list[Minion]] = {}
    for it in own.minions:
        if it.at:
            there.setdefault(it.at, []).append(it)
    things: dict[str, float] = {}
    for thing in own.items:
        if thing.hiding is None and (at := state.at(thing)):
            things[at] = things.get(at, 0.0) + _worth(thing)
    for place in own.places:
        things[place.id] = things.get(place.id, 0.0) + 0.2 * place.capital
    attackers = _attackers(state, faction)
    risk = 0.0
    for at in {**there, **things}:
        guards = there.get(at, [])
        exposed = sum(_worth(it) for it in guards if it.hiding is None) + things.get(at, 0.0)
        for skill, strength in attackers.get(state.locale(at), {}).items():
            over = min(_MOST_LEVELS, strength - _might(guards, skill) + _EVEN)
            risk += _RISK[skill] * max(0, over) * exposed
    return -risk


def _attackers(state: State, faction: str) -> Mapping[str, Mapping[Skill, int]]:
    """The force and the sneak of the strongest rival in each locale, led by a lieutenant."""
    found: dict[str, dict[Skill, int]] = {}
    for id, other in holdings_of(state).by_faction.items():
        if id in ("", faction):
            continue
        by_locale: dict[str, list[Minion]] = {}
        for it in other.minions:
            by_locale.setdefault(state.locale(it.at), []).append(it)
        for locale, minions in by_locale.items():
            if any(isinstance(it, Lieutenant) for it in minions):
                most = found.setdefault(locale, {})
                for skill in _RISK:
                    most[skill] = max(most.get(skill, 0), _might(minions, skill))
    return found


def _might(minions: Iterable[Minion], skill: Skill) -> int:
    """About what some minions oppose to a skill, or attack with, together (L-CMB)."""
    levels = []
    statistic = 0
    for it in minions:
        if isinstance(it, Lieutenant):
            levels.append(it.level)
            statistic = max(statistic, it.statistics.of(skill))
        elif skill in it.competencies:
            levels.append(it.level)
    if not levels:
        return 0
    best = max(levels)
    near = sum(it >= best - 1 for it in levels)
    return best + statistic + (0, 1, 2, 3)[min(near, 4) - 1]


@_by_holdings
def _concealment(state: State, faction: str) -> float:
    own = _own(state, faction)
    hidden = 0.0
    things: tuple[Item | Information, ...] = (*own.items, *own.information)
    for thing in things:
        if thing.hiding is not None:
            hidden += (_HIDDEN + _HIDING_LEVEL * thing.hiding.level) * min(3.0, _worth(thing))
    # People come out of hiding as soon as they do something.
    hidden += _HIDDEN * sum(it.hiding is not None for it in own.minions)
    return hidden + 0.5 * sum(it.secret for it in own.places)


def _exposure(state: State, faction: str) -> float:  # noqa: ARG001  a board that somebody knows
    if not isinstance(state, PlanningState):
        return 0.0
    return -sum(_HARMED if it.harmful else _SPIED_ON for it in state.exposed)


def _intelligence(state: State, faction: str) -> float:
    unknown = len(state.unsure) if isinstance(state, PlanningState) else 0
    return _WATCHED * _watches(state, faction) - _KNOWN * unknown


def _watches(state: State, faction: str) -> float:
    """What a faction watches that is worth watching: people of others, and where they are."""
    found = 0.0
    for watch in state.watches:
        if watch.faction != faction:
            continue
        subject = state.assets.get(watch.subject)
        if subject is not None:
            found += 1.0 if isinstance(subject, Lieutenant) else 0.6
        else:
            there = (it for it in state.assets.values() if state.at(it) == watch.subject)
            found += min(2.0, 0.5 * sum(it.faction != faction for it in there))
    return found


# ── Measures ─────────────────────────────────────────────────────────────────────────────────────


@_by_holdings
def _strength(state: State, faction: str) -> float:
    own = _own(state, faction)
    acting = (it for it in (*own.minions, *own.facilities) if not is_supposed(it))
    return sum(map(_worth, acting))


def _wealth(state: State, faction: str) -> float:
    return _capital(state, faction) + _income(state, faction) + _things(state, faction)


def _holding(state: State, faction: str, place: str) -> float:
    """How far it holds a place: as its owner, or by people there and claims that are backed."""
    found = state.places.get(place)
    if found is None:
        return 0.0
    if found.tier != "location":
        within = [it for it in state.places.values() if place in (it.within, it.id)]
        owned = [_holding(state, faction, it.id) for it in within if it.tier == "location"]
        return sum(owned) / len(owned) if owned else 0.0
    there = sum(it.at == place for it in _own(state, faction).minions)
    if found.owner == faction:
        return 0.9 + 0.1 * min(1.0, there / 2)
    claims = sum(by == faction for (_, thing), by in state.claims.items() if thing == place)
    opposed = sum(it.at == place for it in _own(state, found.owner).minions) if found.owner else 0
    return 0.15 * min(2, claims) + 0.1 * min(2, there) - 0.02 * min(5, opposed) + 0.1


def _friendship(state: State, faction: str, other: str) -> float:
    own = state.factions[faction]
    return 1.0 if other in own.allies else min(0.5, own.influence.get(other, 0) / 20)


def _knowledge(state: State, faction: str, about: Ref) -> float:
    """What it knows of a faction, or of those at a place: people, and their figures."""
    unsure = state.unsure if isinstance(state, PlanningState) else frozenset[str]()
    watched = {it.subject for it in state.watches if it.faction == faction}
    found = 0.0
    for asset in state.assets.values():
        if is_supposed(asset) or about.id not in (asset.id, asset.faction, state.at(asset)):
            continue
        found += (0.4 if asset.id in unsure else 1.0) + 2.0 * (asset.id in watched)
    return found + 3.0 * (about.id in watched)


def _winning(state: State, faction: str) -> float:
    """The ruleset's measures of a faction, all in capital.

    A claim costs as much influence as capital (L-ACT-CLAIM). Units and locations count what they
    cost. Most lieutenants have no price; those of the samples that do cost about six, as do
    locations.
    """
    own, figures = _own(state, faction), state.factions[faction]
    return (
        figures.capital
        + sum(figures.influence.values())
        + 6 * len(own.lieutenants)
        + sum(it.cost.amount or it.level for it in own.units)
        + sum(it.cost.amount or 6 for it in own.places)
    )


VALUES: Final = Values[State](
    advice=(
        Advice("capital", "capital pays for the next plans", "wealth", _capital),
        Advice("income", "what comes in each turn, less what goes out", "wealth", _income),
        Advice("reserve", "keep enough for the upkeep of three turns", "safety", _reserve),
        Advice("unpaid", "who is not paid leaves", "safety", _unpaid),
        Advice("lieutenants", "each lieutenant is one order a turn", "strength", _lieutenants),
        Advice("units", "units make a check succeed, and work", "strength", _units),
        Advice("company", "units stay where a lieutenant can lead them", "strength", _company),
        Advice("prisoners", "whoever is held works for nobody", "strength", _prisoners),
        Advice("projects", "what has been begun is finished", "strength", _projects),
        Advice("places", "a house of one's own stays", "ground", _places),
        Advice("claims", "a claim that is backed will be honoured", "ground", _claims),
        Advice("facilities", "workshops and ways underground", "strength", _facilities),
        Advice("things", "things can be sold, and some help", "wealth", _things),
        Advice("information", "what is known can be used", "knowledge", _information),
        Advice("influence", "influence opens the doors of neutral powers", "goal", _influence),
        Advice("allies", "an ally sides with its friends", "goal", _allies),
        Advice("rallies", "others can do the fighting", "goal", _rallies),
        Advice("reputation", "a failure is remembered", "goal", _reputation),
        Advice("risk", "leave nothing where a rival is stronger", "safety", _risk),
        Advice("concealment", "what nobody sees, nobody takes", "secrecy", _concealment),
        Advice("exposure", "who knows what we did pays it back", "secrecy", _exposure),
        Advice("intelligence", "know what rivals can do", "knowledge", _intelligence),
    ),
    strength=_strength,
    wealth=_wealth,
    holding=_holding,
    friendship=_friendship,
    knowledge=_knowledge,
    winning=_winning,
    # There are many rivals: what one of them loses, the others gain as much from as we do.
    harm=0.2,
)
