"""The action Attack: a fight at the asset's place, or what the asset does instead (W-ACT-1)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, TypeAlias

from chronicle.diagnostics.catalogue import content
from chronicle.files.source import Span
from chronicle.model.audience import FOR_GM
from chronicle.model.dice import Dice
from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FixedField,
    ProbabilityRange,
    SelectField,
    merge_ranges,
)
from chronicle.rules.protocol import Chance
from chronicle.rules.wwn.action import (
    Action,
    asset_action_field,
    order_id,
    order_item,
    whole_choice,
)
from chronicle.rules.wwn.action_context import (
    ActionContext,
    acted_event,
    inability_reason,
    refused_result,
)
from chronicle.rules.wwn.actions import afflicts
from chronicle.rules.wwn.actions.carries import places_reachable_before
from chronicle.rules.wwn.catalogue.records import AttackProfile
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import has_effect
from chronicle.rules.wwn.effects import Waterborne
from chronicle.rules.wwn.events import Acted, Attacked
from chronicle.rules.wwn.fights.attack import (
    attack_sides,
    begin_attack,
    find_defender,
    finish_attack,
    refused_attack,
    resolve_attack,
    roll_check,
)
from chronicle.rules.wwn.fights.defenders import can_defend, possible_defenders
from chronicle.rules.wwn.fights.fight import AttackOrigin, Fight
from chronicle.rules.wwn.inputs import AttackInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order, Orders
from chronicle.rules.wwn.policies import defenders_against
from chronicle.rules.wwn.probability import chance_facts, enumerate_outcomes, fraction_fact
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import HarmKind
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction


class AttackOrder(Command):
    """An attack with the order's asset on a faction at its place.

    ``target`` is the rival's asset when the asset does something else instead of attacking.
    """

    ACTION = "attack"
    RULE = "W-ACT-1"

    against: str
    target: str = ""


# ── The check ────────────────────────────────────────────────────────────────────────────────────


def parse_attack(context: OrderContext, entry: AttackInput) -> ParsedAction:
    """Parse an attack, or an affliction that replaces it."""
    asset = common.find_acting_asset(context, entry.asset, entry.at("asset"))
    if asset is None:
        _foe(context, entry)
        return None
    context.check_once(asset.id, "can make only one attack", entry.at("asset"))
    instead = afflicts.affliction_instead(context.board, asset)
    if entry.target is None or instead is None:
        command = _parse_assault(context, entry, asset)
        return None if command is None else (asset.id, command)
    target = afflicts.parse_affliction(context, entry, asset, instead)
    foe = _foe(context, entry)
    if target is not None:
        foe = target.faction
        _check_single_foe(context, foe, entry.at("target"))
    return asset.id, AttackOrder(foe, entry.target)


def _foe(context: OrderContext, entry: AttackInput) -> str:
    """Return the faction that is attacked; empty if there is none, or after errors."""
    name, at = entry.against or "", entry.at("against")
    if entry.against is None or not common.check_other_faction(context, name, at):
        return ""
    _check_single_foe(context, name, at)
    return name


def _check_single_foe(context: OrderContext, name: str, at: Span) -> None:
    """Report an attack on a second faction in the same turn, unless the campaign allows it."""
    if context.board.house.foes == "several":
        return
    if context.foe is None:
        context.foe = name, at
    elif context.foe[0] != name:
        context.report.add(
            problems.SeveralFoes(at=at, name=name, other=context.foe[0], first=context.foe[1])
        )


def _parse_assault(context: OrderContext, entry: AttackInput, asset: Asset) -> AttackOrder | None:
    """Parse an attack on any of a faction's assets and bases at the place."""
    made = context.board.type_of(asset)
    always = ("id", "asset", "against")
    common.report_unused_keys(context, entry, f"an attack of {made.name}", ("against",), always)
    foe = _foe(context, entry)
    if context.refuse(entry, attack_refusals(context.board, asset)):
        return None
    if entry.against is None:
        context.report.add(content.MissingKey(at=entry.at(), key="against"))
        return None
    if foe and made.attack is not None:
        _check_defender(context, asset, made.attack, foe, entry.at("against"))
    return AttackOrder(entry.against)


def attack_refusals(state: State, asset: Asset) -> Iterator[Refusal]:
    """Yield why an asset can't attack: its type does not, or it needs water at its place."""
    made, path = state.type_of(asset), ("asset",)
    if made.attack is None or not made.attacks:
        instead = afflicts.affliction_instead(state, asset)
        problem = problems.CantAttack if instead is None else problems.ActsInstead
        yield Refusal(problem(at=None, name=asset.id, type=made.name), path)
    if has_effect(state, asset, Waterborne) and not state.places[asset.at].water:
        yield Refusal(setup.NotByWater(at=None, name=asset.id, place=asset.at), path, "barred")


def _check_defender(
    context: OrderContext, asset: Asset, by: AttackProfile, foe: str, at: Span
) -> None:
    """Report that nothing can, or perhaps nothing can, defend against an attack (W-ACT-1).

    The result is certain if no earlier order of the rival can bring something to the place and
    nothing hidden there can be found. Otherwise it is a warning.
    """
    named = defenders_against(context.board, context.policies, foe, asset.id)
    if any(possible_defenders(context.board, named, asset, foe, by.target)):
        return
    if asset.at in set(_arrivals(context, foe)) or _hidden(context, asset, by, foe):
        context.report.add(
            problems.DependsOnOthers(at=at, said=f"`{foe}` has nothing in `{asset.at}` to attack")
        )
    else:
        context.report.add(problems.NobodyThere(at=at, name=asset.id, place=asset.at, rival=foe))


def _hidden(context: OrderContext, asset: Asset, by: AttackProfile, foe: str) -> bool:
    """Return whether a Stealthed or rogue asset there may become a possible defender."""
    made = context.board.type_of(asset)
    return any(
        other.at == asset.at
        and (bool(other.stealth) or other.mark("rogue") is not None)
        and can_defend(context.board, made, other, by.target)
        for other in context.board.own(foe)
    )


def _arrivals(context: OrderContext, foe: str) -> Iterator[str]:
    """Yield the places where the rival may have something new before the faction's turn."""
    if foe in context.later:
        return
    if foe in context.unread:
        yield from context.board.places
    yield from (asset.bound_for for asset in context.board.own(foe))
    orders = context.entries.get(foe)
    if orders is None:
        return
    for ability in orders.abilities:
        yield ability.to or ""
        yield ability.expand.where if ability.expand is not None else ""
    yield from (move.to for move in orders.move or ())
    if orders.expand is not None:
        yield orders.expand.where
    if orders.create is not None:
        yield orders.create.where


# ── The attack ───────────────────────────────────────────────────────────────────────────────────


def attack(context: ActionContext, order: Order, command: AttackOrder) -> Acted | Attacked:
    """Return the event of an order to attack."""
    state = context.state
    asset = state.assets.get(order.asset)
    if asset is None or asset.faction != order.faction:
        # An asset's old owner must not learn where it is now and what its new owner does with it.
        gone = acted_event(state, context, order, refused_result("asset-gone"))
        return replace(gone, known=FOR_GM)
    reason = inability_reason(state, order) or first_reason(attack_refusals(state, asset))
    if command.target:
        found = refused_result(reason)
        if not reason:
            found = afflicts.afflict(context, order, asset, command.target, command.against)
        return afflicts.affliction_event(state, context, order, found)
    origin = AttackOrigin(f"{context.dice.turn}/{order.key}", order.key, order.id)
    if reason:
        return refused_attack(state, asset, command.against, origin, reason)
    return resolve_attack(state, context.orders, context.dice, asset, command.against, origin)


# ── Its chances ──────────────────────────────────────────────────────────────────────────────────


#: How an attack can end: lost, the harm to defender and attacker, whether taken or spared.
_AttackEnd: TypeAlias = tuple[bool, HarmKind, HarmKind, bool, bool]


def attack_chances(state: State, orders: Orders, order: Order) -> tuple[Chance, ...] | None:
    """Return the chances of an attack: first its check, then the damage for each result.

    None for what an asset does instead: its chances are those of its event.
    """
    if isinstance(order.command, AttackOrder) and order.command.target:
        return None
    ends: dict[_AttackEnd, list[tuple[Fraction, int, int]]] = defaultdict(list)
    for fight, weight in _check_results(state, orders, order):
        for end, share in enumerate_outcomes(_continued_by(fight, finish_attack), orders.turn):
            spared = any(reaction.kind == "spared" for reaction in end.context.reactions)
            way = (not end.won, end.defender_harm, end.attacker_harm, end.taken, spared)
            ends[way].append((weight * share, end.theirs, end.ours))
    if all(len(ways) == 1 for ways in ends.values()) and len(ends) < 2:
        return ()
    return tuple(_chance_of_end(end, ends[end]) for end in sorted(ends))


def _check_results(state: State, orders: Orders, order: Order) -> Iterator[tuple[Fight, Fraction]]:
    """Yield the possible results of an attack's check, merging those with the same effect."""
    asset = state.assets.get(order.asset)
    if asset is None or not isinstance(order.command, AttackOrder):
        return
    occasion, against = AttackOrigin("", order.key, order.id), order.command.against

    # The defender does not depend on dice, so it is chosen once.
    opening = begin_attack(state, orders, Dice(b"", orders.turn), asset, against, occasion)
    if not find_defender(opening):
        return
    found: dict[object, tuple[Fight, Fraction]] = {}
    for fight, weight in enumerate_outcomes(_continued_by(opening, roll_check), orders.turn):
        way = fight.verdict, tuple(fight.context.changes), tuple(fight.context.reactions)
        first, so_far = found.get(way, (fight, Fraction(0)))
        found[way] = first, so_far + weight
    yield from found.values()


def _continued_by(fight: Fight, then: Callable[[Fight], None]) -> Callable[[Dice], Fight]:
    """Return a function that continues an attack with given dice."""

    def run(dice: Dice) -> Fight:
        before = fight.context
        context = replace(
            before,
            dice=dice,
            changes=list(before.changes),
            rolls=list(before.rolls),
            reactions=list(before.reactions),
        )
        again = replace(fight, context=context)
        then(again)
        return again

    return run


def _chance_of_end(end: _AttackEnd, ways: list[tuple[Fraction, int, int]]) -> Chance:
    whole = sum((weight for weight, _, _ in ways), Fraction(0))
    theirs = sum((weight * damage for weight, damage, _ in ways), Fraction(0)) / whole
    ours = sum((weight * damage for weight, _, damage in ways), Fraction(0)) / whole
    lost, defender, attacker, taken, spared = end
    facts = chance_facts(
        defender=defender,
        attacker=attacker,
        taken=taken,
        spared=spared,
        theirs=fraction_fact(theirs),
        ours=fraction_fact(ours),
    )
    return Chance("failed" if lost else "done", facts, whole)


# ── The order form ───────────────────────────────────────────────────────────────────────────────


def attack_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the assets that can attack, or do something instead, and whom."""
    return whole_choice(AttackOrder, _attack_fields(seen))


def _attack_fields(seen: KnownState) -> Iterator[ActionField]:
    ways = places_reachable_before(seen)
    for asset in seen.usable_assets():
        cases = (*_attack_choices(seen, asset, ways), *afflicts.affliction_choices(seen, asset))
        if cases:
            yield asset_action_field(seen, "attack", asset, *cases)


def _attack_choices(
    seen: KnownState, asset: Asset, ways: Mapping[str, tuple[str, ...]]
) -> Iterator[ActionChoice]:
    """Yield attacks at the asset's place, and where it may be moved first (W-ACT-1)."""
    attack = seen.board.type_of(asset).attack
    if attack is None:
        return
    places = dict.fromkeys((asset.at, *ways.get(asset.id, ())))
    foes = tuple(
        choice
        for place in places
        for choice in _attack_targets(seen, replace(asset, at=place), attack)
    )
    if foes:
        damage = str(attack.damage) if attack.damage is not None else ""
        facts = Facts(attribute=attack.attribute, target=attack.target, damage=damage)
        order = order_item(
            "attack",
            order_id(asset.id, "attack"),
            FixedField("asset", asset.id),
            SelectField("against", foes, needed=True),
        )
        yield ActionChoice("attack", AttackOrder.RULE, (order,), facts)


def _attack_targets(seen: KnownState, asset: Asset, attack: AttackProfile) -> Iterator[FieldChoice]:
    """Yield the rivals known to have something that may defend at a place."""
    board = seen.board
    if asset.at not in board.places or any(attack_refusals(board, asset)):
        return
    for rival in seen.rivals():
        met = tuple(possible_defenders(board, (), asset, rival, attack.target))
        if met:
            fights = (seen.likely(*attack_sides(board, asset, it, attack, seen.id)) for it in met)
            facts = Facts(at=place_ref(asset.at))
            yield FieldChoice(rival, faction_ref(rival), facts, _range_over_defenders(fights))


def _range_over_defenders(fights: Iterator[ProbabilityRange | None]) -> ProbabilityRange | None:
    """Return the chances over all possible defenders, or None if any is unknown."""
    found = tuple(fights)
    return None if None in found else merge_ranges(found)


ATTACK: Final = Action(
    AttackOrder,
    parse_attack,
    attack,
    attack_choices,
    chances=attack_chances,
    facts=afflicts.AFFLICTION_FACTS,
)
