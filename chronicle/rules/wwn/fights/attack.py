"""One attack: choice of defender, the check, and all effects of a hit or a miss (W-ACT-1)."""

from __future__ import annotations

from chronicle.model.audience import FOR_EVERYONE
from chronicle.model.dice import Dice
from chronicle.records import replace
from chronicle.rules.wwn.action_context import ActionContext
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile
from chronicle.rules.wwn.changes import Moved, Used
from chronicle.rules.wwn.dice_checks import CheckSide, opposed_check
from chronicle.rules.wwn.effects import Uncountered
from chronicle.rules.wwn.events import Attacked, Reaction
from chronicle.rules.wwn.fights import attack_effects, defenders
from chronicle.rules.wwn.fights.fight import AttackOrigin, Fight
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Piece, State
from chronicle.rules.wwn.terms import Magic, Outcome, RefusalReason


def resolve_attack(
    state: State, orders: Orders, dice: Dice, attacker: Asset, against: str, occasion: AttackOrigin
) -> Attacked:
    """Resolve an asset's attack on a faction at its place, from choosing a defender to the end."""
    fight = begin_attack(state, orders, dice, attacker, against, occasion)
    attacker = fight.context.asset(attacker.id)
    if not find_defender(fight):
        return _clash_event(fight, attacker, "nobody-there")
    roll_check(fight)
    finish_attack(fight)
    return _clash_event(fight, attacker, "done" if fight.won else "failed")


def begin_attack(
    state: State, orders: Orders, dice: Dice, attacker: Asset, against: str, occasion: AttackOrigin
) -> Fight:
    """Begin an attack: the attacker reveals itself."""
    context = ActionContext(state, orders, dice, occasion.key, occasion.prefix)
    attack = state.type_of(attacker).attack
    if occasion.moves_to:
        context.apply(Moved(attacker.id, occasion.moves_to))
    context.reveal_asset(attacker.id)
    return Fight(context, occasion, attacker.id, attacker.faction, against, attack)


def finish_attack(fight: Fight) -> None:
    """Resolve the rest of an attack after its check."""
    roll_damage(fight)
    attack_effects.apply_attack_effects(fight)


def refused_attack(
    state: State, asset: Asset, against: str, origin: AttackOrigin, reason: RefusalReason
) -> Attacked:
    """Return an attack that does not happen, with the reason."""
    context = ActionContext(
        state, Orders(state.turn, {}), Dice(b"", state.turn), origin.key, origin.prefix
    )
    fight = Fight(context, origin, asset.id, asset.faction, against, state.type_of(asset).attack)
    return _clash_event(fight, asset, "not-carried-out", reason)


def find_defender(fight: Fight) -> bool:
    """Choose the defender, without dice; return false when there is none."""
    context, attack = fight.context, fight.attack
    if attack is None:
        return False
    attacker = context.asset(fight.attacker)
    chosen = defenders.choose_defender(
        context.state, context.orders, attacker, fight.against, attack.target
    )
    if chosen is None:
        return False
    other = defenders.choose_step_in(context.state, context.orders, attacker, chosen, attack.target)
    if other is not None:
        reaction = Reaction("stepped-in", fight.against, other.id, other.name, subject=chosen.id)
        context.reactions.append(reaction)
        context.apply(Used(other.id))
        chosen = other
    if isinstance(chosen, Asset):
        context.reveal_asset(chosen.id)
        chosen = context.asset(chosen.id)
    fight.defender = chosen
    return True


def roll_check(fight: Fight) -> None:
    """Roll the check of the two sides."""
    attack, defending, by = fight.attack, fight.defender, fight.attacker_now
    if attack is None or defending is None or by is None:
        return
    context = fight.context
    ours, theirs = attack_sides(context.state, by, defending, attack, fight.faction)
    if fight.occasion.part == "contest":
        theirs = replace(theirs, expanding=True)
    fight.verdict = opposed_check(context, ours, theirs)
    attack_effects.apply_retry_price(fight, by)


def attack_sides(
    state: State, attacker: Asset, defender: Piece, attack: AttackProfile, attacking: str
) -> tuple[CheckSide, CheckSide]:
    """Return the two sides of the check of an attack, the attacker's first."""
    against, at = defender.faction, attacker.at
    meets = defender if isinstance(defender, Asset) else None
    ours = state.type_of(attacker).magic
    theirs: Magic = state.type_of(meets).magic if meets is not None else "none"
    met = meets.id if meets is not None else ""
    return (
        CheckSide(attacking, attack.attribute, "attack", at, against, attacker.id, ours, theirs),
        CheckSide(against, attack.target, "defence", at, attacking, met, theirs, ours),
    )


def roll_damage(fight: Fight) -> None:
    """Roll the damage to the side that lost the check."""
    by, attack = fight.attacker_now, fight.attack
    # A side that rerolled may have lost its asset by it.
    if fight.defender_now is None or by is None or attack is None:
        return
    if not fight.won:
        _roll_counter(fight, fight.state.type_of(by))
    elif attack.damage is not None:
        fight.hit = fight.context.roll_amount("damage", fight.faction, attack.damage)


def _roll_counter(fight: Fight, by: AssetType) -> None:
    """Roll the defender's damage to an attacker that failed."""
    met = fight.defender_now
    if not isinstance(met, Asset):
        return
    answering = fight.state.type_of(met)
    free = bool(by.effects_of(Uncountered)) or defenders.must_spare(answering, by)
    if answering.counter is not None and not free and not defenders.is_immune(by, answering):
        fight.counter = fight.context.roll_amount("counter", fight.against, answering.counter)


def _clash_event(
    fight: Fight, attacker: Asset, outcome: Outcome, reason: RefusalReason = ""
) -> Attacked:
    context, attack, occasion = fight.context, fight.attack, fight.occasion
    return Attacked(
        id=occasion.id,
        rule="W-ACT-1",
        faction=fight.faction,
        order=occasion.order,
        part=occasion.part,
        attacker=attack_effects.snapshot_after_fight(fight.state, attacker),
        at=attacker.at,
        against=fight.against,
        defender=attack_effects.snapshot_after_fight(fight.state, fight.defender)
        if fight.defender
        else None,
        attribute=attack.attribute if attack else None,
        target=attack.target if attack else None,
        won=fight.verdict.won if fight.verdict else None,
        massive=fight.verdict.massive if fight.verdict else False,
        theirs=fight.theirs,
        ours=fight.ours,
        base_damage=fight.base_damage,
        defender_harm=fight.defender_harm,
        attacker_harm=fight.attacker_harm,
        looted=fight.looted,
        mark=fight.mark,
        taken=fight.taken,
        reactions=tuple(context.reactions),
        outcome=outcome,
        reason=reason,
        known=FOR_EVERYONE,
        changes=tuple(context.changes),
        rolls=tuple(context.rolls),
    )
