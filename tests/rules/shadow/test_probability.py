"""Exact chances against every face that dice can show."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from chronicle.model.dice import Dice
from chronicle.rules.protocol import Chance
from chronicle.rules.shadow import SHADOW
from chronicle.rules.shadow.actions.attack import AttackResourceResult
from chronicle.rules.shadow.dice import attack_chance, attack_chances, raise_chance
from chronicle.rules.shadow.events import Conspired
from chronicle.rules.shadow.orders import Orders
from chronicle.rules.shadow.state import State
from tests.rules.single_results import odds_of
from tests.small_campaign import play_files


@cache
def _shown(dice: int) -> Counter[tuple[int, int]]:
    """How many of all throws show so many successes and sixes, one throw after another."""
    return Counter(
        (sum(face >= 4 for face in faces), faces.count(6))
        for faces in product(range(1, 7), repeat=dice)
    )


@pytest.mark.parametrize("dice", range(6))
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_raise_has_the_chance_that_counting_all_throws_gives(dice: int, level: int) -> None:
    wins = sum(throws for (successes, _), throws in _shown(dice).items() if successes >= level)
    assert raise_chance(dice, level) == Fraction(wins, 6**dice)


@pytest.mark.parametrize("attack", range(6))
@pytest.mark.parametrize("defence", range(5))
class TestContest:
    def test_an_attack_has_the_chance_that_counting_all_throws_gives(
        self, attack: int, defence: int
    ) -> None:
        wins = sum(_wins(attack, defence).values())
        assert attack_chance(attack, defence) == Fraction(wins, 6 ** (attack + defence))

    def test_a_won_attack_shows_its_sixes_as_often_as_counting_gives(
        self, attack: int, defence: int
    ) -> None:
        wins = _wins(attack, defence)
        throws = 6 ** (attack + defence)
        wanted = {sixes: Fraction(count, throws) for sixes, count in wins.items()}
        assert attack_chances(attack, defence) == wanted


def _wins(attack: int, defence: int) -> dict[int, int]:
    """Throws that the attack wins, by its sixes: more successes, then sixes, then the attacker."""
    found: dict[int, int] = defaultdict(int)
    for own, throws in _shown(attack).items():
        for other, against in _shown(defence).items():
            if own[0] > other[0] or (own[0] == other[0] and own[1] >= other[1]):
                found[own[1]] += throws * against
    return dict(found)


#: Each conspiracy with few dice, in the author's notation: (orders, the rolls it makes).
SMALL = {
    "raise": (
        (
            "vael: {conspiracies: [{id: a, action: raise, resource: eyes, to: 2, stake: 1, "
            "narrative: N.}]}"
        ),
        {"vael/a/pool": 3},
    ),
    "raise, blocked": (
        (
            "vael: {place: {knives: marsh}, "
            "block: [{conspiracy: oru/a, resource: knives, stake: 1}]}\n"
            "  oru: {conspiracies: [{id: a, action: raise, resource: giants, to: 2, stake: 2, "
            "narrative: N.}]}"
        ),
        {"oru/a/pool": 2},
    ),
    "attack-resource": (
        (
            "oru: {defend: 1}\n"
            "  vael: {place: {eyes: marsh}, actor: marsh, conspiracies: [{id: a, "
            "action: attack-resource, resource: eyes, target: oru/giants, stake: 1, "
            "narrative: N.}]}"
        ),
        {"vael/a/attack": 2, "vael/a/defence": 2},
    ),
    "attack-resource, destroyed by any win": (
        (
            "oru: {place: {giants: harbour}, conspiracies: [{id: a, action: attack-resource, "
            "resource: giants, target: vael/eyes, stake: 2, narrative: N.}]}\n  vael: {defend: 0}"
        ),
        {"oru/a/attack": 2, "oru/a/defence": 2},
    ),
    "attack-resource, destroyed by one six or more": (
        (
            "oru: {place: {giants: vale}, conspiracies: [{id: a, action: attack-resource, "
            "resource: giants, target: vael/knives, stake: 2, narrative: N.}]}\n"
            "  vael: {place: {knives: vale}, defend: 1}"
        ),
        {"oru/a/attack": 2, "oru/a/defence": 1},
    ),
    "attack-actor": (
        (
            "oru: {place: {giants: harbour}, conspiracies: [{id: a, action: attack-actor, "
            "resource: giants, target: vael, stake: 1, narrative: N.}]}\n  vael: {defend: 1}"
        ),
        {"oru/a/attack": 1, "oru/a/defence": 3},
    ),
}


def _first(turn: str) -> tuple[State, Orders]:
    """The board and the orders of a first turn."""
    played_turn = play_files({"turns/001.yaml": turn}).history.turns[0]
    assert isinstance(played_turn.orders, Orders)
    return played_turn.before, played_turn.orders


@pytest.fixture(params=tuple(SMALL))
def small(request: pytest.FixtureRequest) -> tuple[State, Orders, dict[str, int]]:
    written, rolls = SMALL[request.param]
    return (*_first(f"turn: 1\norders:\n  {written}\n"), rolls)


def _outcomes(state: State, orders: Orders, rolls: dict[str, int]) -> dict[tuple[object, ...], int]:
    """How often each outcome comes of all throws at the table, by resolving the turn each time."""
    found: dict[tuple[object, ...], int] = defaultdict(int)
    pools = [tuple(product(range(1, 7), repeat=count)) for count in rolls.values()]
    for faces in product(*pools):
        dice = Dice(b"", 1, dict(zip(rolls, faces, strict=True)))
        events = SHADOW.resolve(state, orders, dice)
        found[_outcome(next(event for event in events if isinstance(event, Conspired)))] += 1
    return found


def _outcome(event: Conspired) -> tuple[object, ...]:
    assert all(roll.source == "table" for roll in event.rolls)
    if event.outcome == "success" and isinstance(event.details, AttackResourceResult):
        strength = event.details.resource.strength
        lost = min(event.details.lost, strength)
        return ("success", lost, lost == strength)
    return (event.outcome,)


def _said(chance: Chance) -> tuple[object, ...]:
    return (chance.outcome, *chance.facts.values())


def _order(rolls: dict[str, int]) -> str:
    return next(iter(rolls)).rpartition("/")[0]


def test_the_odds_of_an_order_are_those_of_all_throws_resolved(
    small: tuple[State, Orders, dict[str, int]],
) -> None:
    state, orders, rolls = small
    throws = 6 ** sum(rolls.values())
    wanted = {key: Fraction(n, throws) for key, n in _outcomes(state, orders, rolls).items()}
    found = odds_of(SHADOW, state, orders, _order(rolls))
    assert {_said(chance): chance.probability for chance in found} == wanted


def test_the_odds_of_an_order_sum_to_one(small: tuple[State, Orders, dict[str, int]]) -> None:
    state, orders, rolls = small
    found = odds_of(SHADOW, state, orders, _order(rolls))
    assert all(isinstance(chance.probability, Fraction) for chance in found)
    assert sum(chance.probability for chance in found) == 1


def test_the_chance_an_event_records_is_that_of_its_order(
    small: tuple[State, Orders, dict[str, int]],
) -> None:
    state, orders, rolls = small
    events = SHADOW.resolve(state, orders, Dice(b"any", 1))
    event = next(event for event in events if isinstance(event, Conspired))
    found = odds_of(SHADOW, state, orders, _order(rolls))
    won = sum((c.probability for c in found if c.outcome == "success"), Fraction(0))
    assert event.chance == won


@pytest.mark.parametrize(
    ("plot", "wanted"),
    [
        pytest.param("action: mobilize", (), id="a mobilization rolls nothing"),
        pytest.param("action: raise, to: 2", (), id="nor does what has no narrative"),
        pytest.param("action: raise, to: 2, narrative: N., veto: no", (), id="nor what is vetoed"),
        pytest.param("action: raise, to: 3, narrative: N.", ("failure", 1), id="too few dice fail"),
    ],
)
def test_orders_without_a_roll_have_fixed_odds(plot: str, wanted: tuple[object, ...]) -> None:
    turn = f"turn: 1\norders:\n  vael: {{conspiracies: [{{id: a, resource: eyes, {plot}}}]}}\n"
    found = odds_of(SHADOW, *_first(turn), "vael/a")
    assert tuple(part for c in found for part in (c.outcome, c.probability)) == wanted


def test_a_pool_of_nothing_fails_for_certain() -> None:
    turn = (
        "turn: 1\norders:\n  vael: {place: {knives: vale}, conspiracies: "
        "[{id: a, resource: knives, action: raise, to: 1, narrative: N.}]}\n"
    )
    (found,) = odds_of(SHADOW, *_first(turn), "vael/a")
    assert (found.outcome, found.probability) == ("failure", Fraction(1))


def test_the_odds_are_those_of_the_board_after_news_and_placement() -> None:
    # Influence 1 and the actor, then news takes the Influence and the stake stays: two dice for 1.
    turn = (
        "turn: 1\nnews: [{for: gm, text: N., effects: "
        "[{power: vael, sphere: harbour, influence: -1}]}]\n"
        "orders:\n  vael: {conspiracies: "
        "[{id: a, resource: eyes, action: raise, to: 1, stake: 1, narrative: N.}]}\n"
    )
    found = odds_of(SHADOW, *_first(turn), "vael/a")
    assert {c.outcome: c.probability for c in found} == {
        "success": Fraction(3, 4),
        "failure": Fraction(1, 4),
    }


def test_an_order_that_nobody_gave_has_no_odds() -> None:
    assert odds_of(SHADOW, *_first("turn: 1\n"), "vael/a") == ()
