"""Chances counted by hand, face by face with fractions, and the orders that they are of.

The sums know nothing of the engine: they follow the rules alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final, TypeAlias

from chronicle.model.facts import Facts
from chronicle.records import Record, field, replace
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.actions.attack import AttackOrder
from chronicle.rules.wwn.actions.expand import ExpandOrder
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.dice_amounts import parse_dice_amount
from chronicle.rules.wwn.effects import Yields
from chronicle.rules.wwn.orders import FactionOrders, Order, Orders
from chronicle.rules.wwn.state import Asset, FactionState, Policy, State
from tests.rules.single_results import odds_of
from tests.rules.wwn.boards import SHIPPED, TURN, asset, base, board, faction, order, uses

KEY: Final = "vael/go"
ONE: Final = Fraction(1)
NONE: Final = Fraction(0)

# ── Sums ─────────────────────────────────────────────────────────────────────────────────────────

#: Values and how likely each is.
Spread: TypeAlias = dict[int, Fraction]


def dice(count: int, sides: int, plus: int = 0) -> Spread:
    """So many dice of so many sides, and a number."""
    return spread(product(range(1, sides + 1), repeat=count), lambda faces: sum(faces) + plus)


def check(rating: int, count: int = 1, keep: Callable[[tuple[int, ...]], int] = max) -> Spread:
    """One side of a check, the best of its dice or the worst (W-CHK-1)."""
    return spread(product(range(1, 11), repeat=count), lambda faces: rating + keep(faces))


def spread(falls: Iterable[tuple[int, ...]], worth: Callable[[tuple[int, ...]], int]) -> Spread:
    """What falls that are equally likely are worth."""
    found: Spread = defaultdict(Fraction)
    every = [worth(faces) for faces in falls]
    for value in every:
        found[value] += Fraction(1, len(every))
    return dict(found)


def beats(ours: Spread, theirs: Spread) -> Fraction:
    """How likely one side has more than the other; a tie is not enough."""
    pairs = product(ours.items(), theirs.items())
    return sum((p * q for (a, p), (b, q) in pairs if a > b), NONE)


#: How an attack ends: outcome, what it did to defender and attacker, taken over, spared.
End: TypeAlias = tuple[str, str, str, bool, bool]
#: How likely that is, and the damage to expect then: to the defender, to the attacker.
Worth: TypeAlias = tuple[Fraction, Fraction, Fraction]


def blows(
    hurt: Spread, hp: int, chance: Fraction, ends: Callable[[str], End], *, ours: bool
) -> dict[End, Worth]:
    """What a blow does to somebody with so many hit points, who loses no more than those."""
    found: dict[End, Worth] = {}
    for harm, fits in (("hit", False), ("destroyed", True)):
        ways = {min(hp, value): NONE for value in hurt if (value >= hp) is fits}
        for value, share in hurt.items():
            if (value >= hp) is fits:
                ways[min(hp, value)] += share
        likely = sum(ways.values(), NONE)
        if not likely * chance:
            continue
        mean = sum((value * share for value, share in ways.items()), NONE) / likely
        found[ends(harm)] = (chance * likely, *((NONE, mean) if ours else (mean, NONE)))
    return found


def fought(
    win: Fraction, damage: Spread, hp: int, counter: Spread | None = None, own: int = 0
) -> dict[End, Worth]:
    """An attack: a hit on who has ``hp``, else the answer to who has ``own`` (W-ACT-1)."""
    hit = blows(damage, hp, win, lambda harm: ("done", harm, "", False, False), ours=False)
    if counter is None:
        missed = {("failed", "", "", False, False): (1 - win, NONE, NONE)} if win < 1 else {}
        return {**hit, **missed}
    answer = blows(
        counter, own, 1 - win, lambda harm: ("failed", "", harm, False, False), ours=True
    )
    return {**hit, **answer}


D6: Final = dice(1, 6)
D8: Final = dice(1, 8)
P: Final = Fraction
#: Chances of checks, counted with a pencil: pairs of faces of a hundred.
EQUAL: Final = P(45, 100)
ONE_MORE: Final = P(55, 100)
TWO_MORE: Final = P(64, 100)
THREE_MORE: Final = P(72, 100)
#: With two dice the k-th face is the best in 2k - 1 pairs of a hundred.
THREE_MORE_BEST_OF_TWO: Final = P(86, 100)
THREE_MORE_WORST_OF_TWO: Final = P(58, 100)
ONE_MORE_BEST_OF_TWO: Final = P(715, 1000)
BOTH_BEST_OF_TWO: Final = P(4335, 10000)


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


class Put(Record):
    """An order of Vael's on a board; ``pinned`` are dice whose faces make no difference."""

    state: State
    order: Order
    pinned: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def orders(self) -> Orders:
        free: dict[str, Any] = {"abilities" if self.order.free else "orders": (self.order,)}
        action = "attack" if isinstance(self.order.command, AttackOrder) else ""
        if isinstance(self.order.command, ExpandOrder):
            action = "expand"
        given = FactionOrders("vael", **{"action": action, **free})
        return Orders(TURN, {"vael": given}, sequence=("vael", "oru", "kell"))

    def odds(self) -> tuple[Chance, ...]:
        return odds_of(WWN, self.state, self.orders, KEY)


def number(value: object) -> Fraction:
    """A fraction as it is told."""
    assert isinstance(value, Facts)
    times, of = value["times"], value["of"]
    assert isinstance(times, int)
    assert isinstance(of, int)
    return Fraction(times, of)


def told(put: Put) -> dict[End, Worth]:
    """The chances of an attack as they are told."""
    found: dict[End, Worth] = {}
    for chance in put.odds():
        facts = chance.facts
        parts = (facts["defender"], facts["attacker"], facts["taken"], facts["spared"])
        end: Any = (chance.outcome, *parts)
        assert end not in found
        found[end] = (chance.probability, number(facts["theirs"]), number(facts["ours"]))
    return found


CORPS: Final = asset("reserve-corps", "oru", "ford")


def attack(
    by: str,
    *others: Asset,
    vael: FactionState | None = None,
    oru: FactionState | None = None,
    **fields: Any,
) -> Put:
    """An attack at the ford on what the Oru have there: a Reserve Corps unless told otherwise."""
    state = board(
        asset(by, "vael", "ford", **fields),
        *(others or (CORPS,)),
        factions=[one for one in (vael, oru) if one is not None],
    )
    return Put(state, order(AttackOrder("oru"), by))


def ruled(id: str, **policy: Any) -> FactionState:
    """A faction with these standing orders."""
    return faction(id, policy=Policy(**policy))


def ability(of: str, *others: Asset, of_kind: Sequence[AssetType] = (), **command: str) -> Put:
    """A free action of an asset of Vael's at the ford; ``of_kind`` are a house's own types."""
    known = {**SHIPPED.assets, **{one.id: one for one in of_kind}}
    bearer = replace(asset("farmers", "vael", "ford", id=of), type=of, hp=known[of].hp)
    state = board(bearer, *others, types=of_kind)
    return Put(state, uses(state, of, **command))


MECHANISMS: Final = asset("ancient-mechanisms", "vael", "ford")
FAR: Final = asset("ancient-mechanisms", "vael", "mill")
#: An asset of a house's own whose profit is thrown with two dice.
HOARD: Final = AssetType(
    id="hoard",
    name="Hoard",
    attribute="wealth",
    level=1,
    hp=4,
    cost=4,
    magic="none",
    attack=None,
    counter=None,
    subtle=False,
    effects=(Yields(amount=parse_dice_amount("2d4-1")),),
)


def hidden(id: str, at: str) -> Asset:
    return asset("infantry", "oru", at, id=id, stealth="hidden")


SEARCH: Final = ability(
    "informers",
    hidden("near", "mill"),
    hidden("here", "ford"),
    hidden("far", "moor"),
    against="oru",
)


def founding(*others: Asset, **policies: Policy) -> Put:
    """A new base of Vael's (Cunning 4) at the ford, where the Oru (3) and the Kell (1) stand."""
    sides = [faction(id, policy=policy) for id, policy in policies.items()]
    thugs = asset("thugs", "kell", "ford")
    state = board(asset("infantry", "vael", "ford"), CORPS, thugs, *others, factions=sides)
    return Put(state, order(ExpandOrder(base("lodge"))))


WAR: Final = Policy(at_war=frozenset({"vael"}))
ALWAYS: Final = Policy(contests="always")
DRAGOMANS: Final = asset("dragomans", "vael", "ford")
#: How likely the Oru and the Kell win or tie.
ORU, KELL = 1 - ONE_MORE, 1 - THREE_MORE

EXPANSIONS: Final = {
    "at peace with both": (founding(), NONE, NONE),
    "at war with one": (founding(oru=WAR), ORU, NONE),
    "both always contest": (founding(oru=ALWAYS, kell=ALWAYS), ORU, KELL),
    "with one die more": (
        founding(DRAGOMANS, oru=ALWAYS, kell=ALWAYS),
        1 - ONE_MORE_BEST_OF_TWO,
        1 - THREE_MORE_BEST_OF_TWO,
    ),
}
