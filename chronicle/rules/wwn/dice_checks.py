"""Checks of one faction against another: how many dice each rolls, and who wins (W-CHK)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Final, Literal

from chronicle.model.dice import Dice, Modifier
from chronicle.model.facts import Facts
from chronicle.records import Record
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.changes import Hurt, Lost, Used
from chronicle.rules.wwn.dice_amounts import DiceAmount
from chronicle.rules.wwn.distance import is_within, tag_effects
from chronicle.rules.wwn.effects import Massive, Rerolls, Retries, SingleDie, Throws
from chronicle.rules.wwn.events import Reaction
from chronicle.rules.wwn.policies import rerolls_by_asset
from chronicle.rules.wwn.probability import ClassDice, CoarseDice, enumerate_outcomes
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import CHECK_DIE_SIDES, MAX_REROLLS, Attribute, Magic, magic_rank

Role = Literal["attack", "defence", "expand", "other"]
#: The facts of a modifier whose source is not told.
#: The rule of damage that an attacker takes for rolling again by a tag of its faction.
RETRY_RULE: Final = "W-FX-RETRIES"


class CheckSide(Record):
    """One side of a check: its faction, attribute, asset and role.

    ``place`` is where the subject of the check is. ``foe`` is the other side's faction. ``magic``
    and ``foe_magic`` are what the two assets in a fight need. ``expanding`` when it is the founder
    defending a new base: that check is also part of the expansion.
    """

    faction: str
    attribute: Attribute
    role: Role
    place: str
    foe: str
    asset: str = ""
    magic: Magic = "none"
    foe_magic: Magic = "none"
    expanding: bool = False

    @property
    def roles(self) -> frozenset[Role]:
        return frozenset[Role]({self.role, "expand"} if self.expanding else {self.role})


class ContestResult(Record):
    """The result of a check; ``massive`` when it was not rolled (W-CHK-2)."""

    won: bool
    massive: bool


def opposed_check(
    context: ActionContext, ours: CheckSide, theirs: CheckSide, suffix: str = ""
) -> ContestResult:
    """Check an acting side against a resisting one: it must roll higher, ties go to the other.

    ``suffix`` is added to the purposes of the two rolls, if an order makes several checks.
    """
    settled = massive_result(context.state, ours, theirs)
    if settled is not None:
        return ContestResult(settled, massive=True)
    chance = _chance_without_rolls(context, ours, theirs)
    if chance is not None and isinstance(context.dice, ClassDice):
        won = context.dice.one_of({True: chance, False: 1 - chance})
        return ContestResult(won, massive=False)
    own = _roll_side(context, ours, f"check{suffix}")
    other = _roll_side(context, theirs, f"defence{suffix}")
    again = {ours.faction: 0, theirs.faction: 0}
    while True:
        won = own > other
        loser, name = (theirs, f"defence{suffix}") if won else (ours, f"check{suffix}")
        winner = ours if loser is theirs else theirs
        if not _reroll_by_asset(context, loser, winner, name, again[loser.faction]):
            return ContestResult(won, massive=False)
        again[loser.faction] += 1
        count = again[loser.faction]
        purpose = f"{name}-again" if count == 1 else f"{name}-again-{count}"
        if won:
            other = _roll_side(context, loser, purpose)
        else:
            own = _roll_side(context, loser, purpose)


def _chance_without_rolls(
    context: ActionContext, ours: CheckSide, theirs: CheckSide
) -> Fraction | None:
    """Return the chance of a check whose dice need not be known; None where they do."""
    orders = context.orders
    if orders.modifiers or any(one.redo for one in orders.factions.values()):
        return None
    wanted = [_wanted_rerolls(context, *sides) for sides in ((ours, theirs), (theirs, ours))]
    match context.dice:
        case CoarseDice():
            return win_chance(context.state, ours, theirs, (wanted[0], wanted[1]))
        case ClassDice() if not any(wanted):
            return win_chance(context.state, ours, theirs)
        case _:
            return None


def _wanted_rerolls(context: ActionContext, side: CheckSide, other: CheckSide) -> int:
    """Return how often a side wants to roll again, and can with good luck."""
    decided = context.orders.of(side.faction).choices.rerolls
    if decided is None:
        decided = context.state.factions[side.faction].policy.rerolls
    wanted = decided if isinstance(decided, int) else sum(decided.values())
    return min(wanted, reroll_limits(context.state, side, other)[1]) if wanted else 0


def massive_result(state: State, ours: CheckSide, theirs: CheckSide) -> bool | None:
    """Return who wins by size, without a roll, or None when dice decide (W-CHK-2)."""
    big = any(True for _ in tag_effects(state, ours.faction, Massive))
    big_other = any(True for _ in tag_effects(state, theirs.faction, Massive))
    own = state.factions[ours.faction].rating(ours.attribute)
    other = state.factions[theirs.faction].rating(theirs.attribute)
    if big == big_other:
        return None
    if big and own > 2 * other:
        return True
    return False if big_other and other > 2 * own else None


def _roll_side(context: ActionContext, side: CheckSide, purpose: str) -> int:
    parts = _modifiers_in(context, side)
    net = _extra_dice(parts)
    rating = context.state.factions[side.faction].rating(side.attribute)
    given = tuple(
        Modifier(one.value, "turn", "W-CHK-1", Facts(because=one.because))
        for one in context.orders.modifiers
        if one.applies_to(side.faction)
    )
    points = rating + sum(one.value for one in given)

    def worth(faces: tuple[int, ...]) -> int:
        return _value_of_faces(faces, net, points)

    own = Modifier(rating, "rating", "W-CHK-1", Facts(attribute=side.attribute))
    all_parts = (own, *given, *parts)
    return context.throw(purpose, side.faction, 1 + abs(net), CHECK_DIE_SIDES, worth, all_parts)


def _modifiers_in(context: ActionContext, side: CheckSide) -> tuple[Modifier, ...]:
    """Return the dice modifiers of a side, found once while the board stays the same."""
    state, parts = context.checked.get(side, (None, ()))
    if state is not context.state:
        parts = dice_modifiers(context.state, side)
        context.checked[side] = context.state, parts
    return parts


def _value_of_faces(faces: tuple[int, ...], net: int, points: int) -> int:
    return (max(faces) if net >= 0 else min(faces)) + points


def win_chance(
    state: State, ours: CheckSide, theirs: CheckSide, rerolls: tuple[int, int] = (0, 0)
) -> Fraction:
    """Return the chance of winning a check; ``rerolls`` are how often we and they roll again.

    Raises :class:`~chronicle.rules.wwn.probability.TooManyOutcomes`.
    """
    settled = massive_result(state, ours, theirs)
    if settled is not None:
        return Fraction(settled)
    return _chance(_dice_and_rating(state, ours), _dice_and_rating(state, theirs), rerolls)


def _dice_and_rating(state: State, side: CheckSide) -> tuple[int, int]:
    rating = state.factions[side.faction].rating(side.attribute)
    plain = not any(True for _ in state.assets_with(Throws))
    for faction in (side.faction, side.foe) if plain else ():
        plain = plain and not any(True for _ in tag_effects(state, faction, Throws))
    return 0 if plain else _extra_dice(dice_modifiers(state, side)), rating


@cache
def _chance(ours: tuple[int, int], theirs: tuple[int, int], rerolls: tuple[int, int]) -> Fraction:
    """Return the chance of a check between two sides, each its extra dice and its rating.

    Whoever is behind rolls again, as long as that side has rerolls.
    """

    def outcome(own: int, other: int, left: int, left_other: int) -> Fraction:
        if own > other:
            return roll_theirs(own, left, left_other - 1) if left_other else Fraction(1)
        return roll_ours(other, left - 1, left_other) if left else Fraction(0)

    @cache
    def roll_ours(other: int, left: int, left_other: int) -> Fraction:
        ways = _totals(*ours)
        return sum((p * outcome(own, other, left, left_other) for own, p in ways), Fraction(0))

    @cache
    def roll_theirs(own: int, left: int, left_other: int) -> Fraction:
        ways = _totals(*theirs)
        return sum((p * outcome(own, other, left, left_other) for other, p in ways), Fraction(0))

    return sum((p * roll_theirs(own, *rerolls) for own, p in _totals(*ours)), Fraction(0))


@cache
def _totals(net: int, rating: int) -> tuple[tuple[int, Fraction], ...]:
    """Return what a side can roll, with the probability of each total."""

    def total(dice: Dice) -> int:
        return _value_of_faces(dice.throw("", 1 + abs(net), CHECK_DIE_SIDES)[0], net, rating)

    found: dict[int, Fraction] = {}
    for value, weight in enumerate_outcomes(total, 0):
        found[value] = found.get(value, Fraction(0)) + weight
    return tuple(found.items())


def _extra_dice(parts: tuple[Modifier, ...]) -> int:
    """Return the number of dice besides the first: positive keeps the best, negative the worst.

    More and less cancel one for one; with the limit to a single die there are none (W-CHK-1).
    """
    if any(part.reason == "single-die" for part in parts):
        return 0
    return sum(part.value for part in parts if part.reason in ("more-dice", "fewer-dice"))


def dice_modifiers(state: State, side: CheckSide) -> tuple[Modifier, ...]:
    """Return everything that changes the number of dice of a side.

    Whose effect it is decides who reads its name: a rival's asset may be hidden. The limit to one
    die is told only where there would be more dice: otherwise it would be revealed for nothing.
    """
    more, parts = 0, list[Modifier]()
    for source, faction, effect in _dice_effects(state, side):
        more += effect.more
        reason = "more-dice" if effect.more > 0 else "fewer-dice"
        rival = faction if faction != side.faction else ""
        facts = Facts({**source, "rival": rival})
        parts.append(Modifier(effect.more, reason, "W-FX-THROWS", facts))
    if more and side.role in ("attack", "defence") and _is_limited_to_one_die(state, side):
        parts.append(Modifier(0, "single-die", "W-FX-SINGLE-DIE"))
    return tuple(parts)


def _dice_effects(state: State, side: CheckSide) -> Iterator[tuple[Facts, str, Throws]]:
    """Yield the effects that affect a side's roll, with their source by id, and its faction."""
    # A rogue that attacks its owner has that faction on both sides; its tags count once.
    for faction in dict.fromkeys((side.faction, side.foe)):
        for id in state.factions[faction].tags:
            tag = state.house.catalogue.tags[id]
            for effect in tag.effects:
                if isinstance(effect, Throws) and _applies(state, side, effect, faction, None):
                    yield Facts(asset="", tag=id), faction, effect
    for asset in sorted(state.assets_with(Throws), key=lambda asset: asset.id):
        for effect in state.type_of(asset).effects_of(Throws):
            if state.working(asset) and _applies(state, side, effect, asset.faction, asset):
                yield Facts(asset=asset.id, tag=""), asset.faction, effect


def _applies(
    state: State, side: CheckSide, effect: Throws, faction: str, bearer: Asset | None
) -> bool:
    """Return whether an effect of a faction's asset or tag applies to this roll."""
    if not side.roles & set(effect.when) or effect.attribute not in (None, side.attribute):
        return False
    if effect.highest and side.attribute not in state.factions[faction].highest:
        return False
    seat = state.headquarters(faction)
    if effect.at_seat and (seat is None or seat.at != side.place):
        return False
    magic = side.magic if side.foe == faction else side.foe_magic
    if magic_rank(magic) < magic_rank(effect.against_magic or "none"):
        return False
    far = bearer is not None and effect.reach is not None
    if (
        far
        and bearer is not None
        and not is_within(state, bearer.at, side.place, effect.reach or 0)
    ):
        return False
    return _concerns_side(state, side, effect, faction, bearer)


def _concerns_side(
    state: State, side: CheckSide, effect: Throws, faction: str, bearer: Asset | None
) -> bool:
    match effect.whose:
        case "bearer":
            return bearer is not None and side.asset == bearer.id
        case "allies":
            found = state.assets.get(side.asset)
            if found is None or state.type_of(found).attribute not in effect.kinds:
                return False
            # Against its own owner an ally's asset is not friendly; a rogue is its owner's still.
            allied = state.friendly(found.faction, faction) and side.foe != faction
            return found.faction == faction or allied
        case "owner":
            return side.faction == faction
        case "anybody":
            return True
        case "others":
            return side.faction != faction
        case "rivals":
            # A rogue attacks its owner: the defender is then no rival.
            return side.foe == faction and (side.role == "attack" or side.faction != faction)


def _is_limited_to_one_die(state: State, side: CheckSide) -> bool:
    """Return whether a hostile faction's asset limits a side to one die (W-FX-SINGLE-DIE)."""
    return any(
        asset.at == side.place
        and not state.friendly(asset.faction, side.faction)
        and state.working(asset)
        for asset in state.assets_with(SingleDie)
    )


def _reroll_by_asset(
    context: ActionContext, loser: CheckSide, winner: CheckSide, name: str, done: int
) -> bool:
    """Let the loser reroll by an asset that takes damage; return whether one did."""
    state = context.state
    spent = sum(1 for key in state.used if key.startswith(f"{loser.faction}/reroll-"))
    roll = f"{context.key}/{context.prefix}{name}"
    price = next(_reroll_prices(state, loser, winner), None)
    if price is None or not rerolls_by_asset(
        state, context.orders, loser.faction, roll, done=done, spent=spent
    ):
        return False
    asset, amount, rule = price
    hurt = context.roll_amount(f"planned-{name}-{done + 1}", loser.faction, amount)
    context.apply(Used(f"{loser.faction}/reroll-{spent + 1}"))
    if rule == RETRY_RULE:
        hurt = min(hurt, asset.hp)
        context.apply(Used(_retry_key(loser.faction)))
    context.apply(Hurt(asset.id, hurt, rule))
    if context.asset(asset.id).hp == 0:
        context.apply(Lost(asset.id))
    context.reactions.append(
        Reaction("threw-again", loser.faction, asset.id, asset.name, hurt=hurt)
    )
    return True


def _reroll_prices(
    state: State, loser: CheckSide, winner: CheckSide
) -> Iterator[tuple[Asset, DiceAmount, str]]:
    """Yield what a loser can roll again by: the asset that is hurt, how much, and the rule."""
    roller = state.assets.get(loser.asset)
    if not loser.asset:
        return
    for asset in state.own_with(loser.faction, Rerolls):
        # Of several of a kind only the first is used.
        for effect in state.type_of(asset).effects_of(Rerolls)[:1]:
            if effect.attribute == loser.attribute and state.working(asset):
                yield asset, effect.hurts, "W-FX-REROLLS"
    if roller is None or loser.role != "attack" or roller.mark("rogue") is not None:
        return
    met = state.assets.get(winner.asset)
    counter = state.type_of(met).counter if met is not None else None
    for tag in tag_effects(state, loser.faction, Retries):
        if _retry_key(loser.faction) not in state.used:
            less = counter is None or counter.mean < tag.hurts.mean
            yield roller, tag.hurts if counter is None or less else counter, RETRY_RULE


def reroll_limits(state: State, side: CheckSide, other: CheckSide) -> tuple[int, int]:
    """Return how often a side that wants to can roll again, with bad luck and with good luck."""
    least = most = retries = 0
    bearers: set[str] = set()
    for asset, hurts, rule in _reroll_prices(state, side, other):
        if rule == RETRY_RULE:
            retries = 1
            continue
        harm = hurts.spread()
        bearers.add(asset.id)
        least += ceil(asset.hp / max(harm))
        most += ceil(asset.hp / min(harm)) if min(harm) else MAX_REROLLS
    # Where the attacker bears it too, it may be lost by then.
    return least + (retries if side.asset not in bearers else 0), most + retries


def _retry_key(faction: str) -> str:
    return f"{faction}/retry"
