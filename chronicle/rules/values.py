"""What a board is worth to a faction: the ruleset's advice, weighed by the faction's character.

A ruleset has one module of values, which reads like a page of advice: what is worth having, in
words, and how many points it is worth. No points are given for an action, only for its
results. Tempers, aims and grudges are the same in all rulesets and are weighed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, Generic, Literal, NamedTuple, TypeAlias, TypeVar

from chronicle.model.character import AimKind, Character, Temper
from chronicle.model.facts import Ref, faction_ref
from chronicle.records import Record

StateT = TypeVar("StateT")

#: What a piece of advice is about, for tempers: own strength, riches, ground held, safety from
#: attack, the ruleset's own goals, what is hidden from others, what is known of others.
Trait = Literal["strength", "wealth", "ground", "safety", "goal", "secrecy", "knowledge"]
#: Points of a board, with the advice, aim or grudge that gives them, and what it is about.
Points: TypeAlias = Mapping["Consideration", float]

#: How a temper multiplies the points of each trait, and the harm done to rivals.
_FACTORS: Final[Mapping[Temper, Mapping[Trait | Literal["harm"], float]]] = {
    "bold": {"harm": 1.6, "ground": 1.4, "strength": 1.1, "safety": 0.4},
    "patient": {"safety": 1.8, "strength": 1.4, "goal": 1.2, "harm": 0.5},
    "greedy": {"wealth": 2.5, "ground": 0.9, "harm": 0.7},
    "vengeful": {"harm": 1.2, "safety": 0.7},
    "secretive": {"secrecy": 3.0, "knowledge": 2.5, "harm": 0.8, "ground": 0.8},
}
#: The share of the worst result (or, below 0, of the best one) in what an order is worth.
_CAUTION: Final[Mapping[Temper, float]] = {"patient": 0.25, "bold": -0.15, "greedy": 0.1}
#: How much more the harm done to a faction is worth against which there is a grudge.
_GRUDGE: Final = 2.0
_VENGEFUL_GRUDGE: Final = 5.0
#: What an aim is worth when it is met, in orders that gain something.
_AIM: Final = 6.0


class Consideration(NamedTuple):
    """What gives points: the code of an advice, of an aim or ``harm``, and what it is about."""

    code: str
    about: Ref | None = None


class Advice(Record, Generic[StateT]):
    """One piece of advice: ``words`` say what is worth having and why, ``points`` how much it is.

    ``points`` are those of a faction on a board. One point is what an ordinary order gains.
    """

    code: str
    words: str
    trait: Trait
    points: Callable[[StateT, str], float]


class Values(Record, Generic[StateT]):
    """What a ruleset says about boards.

    ``advice`` is how to play well by its rules. The functions are of a board and a faction:
    ``strength`` is what it can act with, ``wealth`` what it owns, both in points, ``holding`` how
    far it holds a place and ``friendship`` how close it is to another faction, both from 0 to 1,
    and ``knowledge`` what it knows of something, in points. ``winning`` is the ruleset's own
    measure of who is ahead, by which play is judged; it is not asked when orders are chosen.
    """

    advice: tuple[Advice[StateT], ...]
    strength: Callable[[StateT, str], float]
    wealth: Callable[[StateT, str], float]
    holding: Callable[[StateT, str, str], float]
    friendship: Callable[[StateT, str, str], float]
    knowledge: Callable[[StateT, str, Ref], float]
    winning: Callable[[StateT, str], float]
    #: What one point less of a rival's strength is worth to a faction without a grudge.
    harm: float = 0.3

    def points(
        self,
        state: StateT,
        faction: str,
        rivals: Iterable[str],
        character: Character,
        start: StateT | None = None,
    ) -> Points:
        """What a board is worth to a faction, by consideration.

        Who is a friend depends on the board at the ``start``, by default this one: nobody is harmed
        less because he becomes a friend.
        """
        factors = _FACTORS[character.temper] if character.temper else {}
        found = {
            Consideration(one.code): one.points(state, faction) * factors.get(one.trait, 1.0)
            for one in self.advice
        }
        harm = self.harm * factors.get("harm", 1.0)
        grudge = _VENGEFUL_GRUDGE if character.temper == "vengeful" else _GRUDGE
        for rival in rivals:
            if rival in character.never_against:
                continue
            share = harm * (grudge if rival in character.grudges else 1.0)
            # Nobody wants to harm a friend.
            befriended = self.friendship(state if start is None else start, faction, rival)
            share *= 1.0 - 2.0 * befriended
            found[Consideration("harm", faction_ref(rival))] = -share * self.strength(state, rival)
        for aim in character.aims:
            found[Consideration(aim.kind, aim.target)] = _AIM * self.met(
                state, faction, aim.kind, aim.target
            )
        return found

    def met(self, state: StateT, faction: str, kind: AimKind, target: Ref | None) -> float:
        """How far an aim is met on a board: from 0 to 1, or points over ten without a limit."""
        match kind, target:
            case (("take" | "hold"), Ref(id=place)):
                return self.holding(state, faction, place)
            case "ruin", Ref(id=rival):
                return -self.strength(state, rival) / 10
            case "befriend", Ref(id=other):
                return self.friendship(state, faction, other)
            case "find-out", Ref():
                return min(1.0, self.knowledge(state, faction, target) / 10)
            case _:
                return self.wealth(state, faction) / 10

    def words_of(self, code: str) -> str:
        """What an advice, an aim or ``harm`` says; the name of what it is about follows."""
        said = next((one.words for one in self.advice if one.code == code), "")
        return said or _WORDS.get(code, code)


#: The words for aims and for harm.
_WORDS: Final[Mapping[str, str]] = {
    "harm": "weakens",
    "take": "aim: take",
    "hold": "aim: hold",
    "ruin": "aim: ruin",
    "befriend": "aim: befriend",
    "grow-rich": "aim: grow rich",
    "find-out": "aim: find out about",
}


def caution_of(character: Character) -> float:
    """The share of the worst result in what orders are worth; below 0 that of the best one."""
    return _CAUTION.get(character.temper, 0.0) if character.temper else 0.0


class Outlook(Record):
    """The expected result of orders: points by consideration, and in all with caution.

    ``gain`` is what a faction of this caution expects from the orders, in points.
    """

    gain: float
    points: Points


def outlook(before: Points, results: Iterable[tuple[Points, Fraction]], caution: float) -> Outlook:
    """What the results of orders, each with its probability, add to a board."""
    mean: dict[Consideration, float] = {}
    worst = best = None
    for points, probability in results:
        change = 0.0
        share = float(probability)
        # In an order that is the same in every process, because sums of floats depend on it.
        for key in {**points, **before}:
            changed = points.get(key, 0.0) - before.get(key, 0.0)
            change += changed
            if changed:
                mean[key] = mean.get(key, 0.0) + share * changed
        worst = change if worst is None else min(worst, change)
        best = change if best is None else max(best, change)
    total = sum(mean[key] for key in sorted(mean, key=_sort_key))
    extreme = (worst if caution > 0 else best) or 0.0
    return Outlook((1 - abs(caution)) * total + abs(caution) * extreme, mean)


def _sort_key(consideration: Consideration) -> tuple[str, str, str]:
    about = consideration.about
    return consideration.code, about.kind if about else "", about.id if about else ""
