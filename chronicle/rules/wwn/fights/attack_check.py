"""One attack: who meets it, the check, and everything that a hit or a miss brings (W-ACT-1)."""

from __future__ import annotations

from dataclasses import replace

from chronicle.model.audience import FOR_EVERYONE
from chronicle.model.dice import Dice
from chronicle.rules.wwn.action_context import Draft
from chronicle.rules.wwn.catalogue.records import AssetType, Attack
from chronicle.rules.wwn.changes import Used
from chronicle.rules.wwn.dice_checks import Side, contest
from chronicle.rules.wwn.effects import Uncountered
from chronicle.rules.wwn.events import Clash, Outcome, Reaction, Reason
from chronicle.rules.wwn.fights import effects
from chronicle.rules.wwn.fights.defender import defender, immune, spares, stepping_in
from chronicle.rules.wwn.fights.fight import Fight, Occasion
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.state import Asset, Piece, State
from chronicle.rules.wwn.terms import RULE_OF


def clash(
    state: State, orders: Orders, dice: Dice, attacker: Asset, against: str, occasion: Occasion
) -> Clash:
    """An asset's attack on a faction where it stands, from the choice of defender to the end."""
    fight = opened(state, orders, dice, attacker, against, occasion)
    if not joined(fight):
        return _told(fight, attacker, "nobody-there")
    struck(fight)
    effects.settle(fight)
    return _told(fight, attacker, "done" if fight.won else "failed")


def opened(
    state: State, orders: Orders, dice: Dice, attacker: Asset, against: str, occasion: Occasion
) -> Fight:
    """The beginning of an attack: the attacker shows itself."""
    draft = Draft(state, orders, dice, occasion.key, occasion.prefix)
    attack = state.type_of(attacker).attack
    draft.show(attacker.id)
    return Fight(draft, occasion, attacker.id, attacker.faction, against, attack)


def joined(fight: Fight) -> bool:
    """Whether somebody meets the attack; then the check is thrown."""
    if not met(fight):
        return False
    checked(fight)
    return True


def not_carried_out(state: State, asset: Asset, against: str, to: Occasion, why: Reason) -> Clash:
    """An attack that does not happen, with the reason."""
    draft = Draft(state, Orders(state.turn, {}), Dice(b"", state.turn), to.key, to.prefix)
    fight = Fight(draft, to, asset.id, asset.faction, against, state.type_of(asset).attack)
    return _told(fight, asset, "not-carried-out", why)


def met(fight: Fight) -> bool:
    """Finds who meets the attack, by no dice; false when nobody does."""
    draft, attack = fight.draft, fight.attack
    if attack is None:
        return False
    attacker = draft.asset(fight.attacker)
    chosen = defender(draft.state, draft.orders, attacker, fight.against, attack.target)
    if chosen is None:
        return False
    other = stepping_in(draft.state, draft.orders, attacker, chosen, attack.target)
    if other is not None:
        reaction = Reaction("stepped-in", fight.against, other.id, other.name, subject=chosen.id)
        draft.reactions.append(reaction)
        draft.do(Used(other.id))
        chosen = other
    if isinstance(chosen, Asset):
        draft.show(chosen.id)
        chosen = draft.asset(chosen.id)
    fight.defender = chosen
    return True


def checked(fight: Fight) -> None:
    """The check of the two sides."""
    attack, defending, by = fight.attack, fight.defender, fight.by
    if attack is None or defending is None or by is None:
        return
    draft = fight.draft
    ours, theirs = sides(draft.state, by, defending, attack, fight.faction)
    if fight.occasion.part == "contest":
        theirs = replace(theirs, expanding=True)
    fight.verdict = contest(draft, ours, theirs)


def sides(state: State, by: Asset, met: Piece, attack: Attack, attacking: str) -> tuple[Side, Side]:
    """The two sides of the check of an attack, the attacker's first."""
    magic, against = state.type_of(by).magic, met.faction
    meets = met.id if isinstance(met, Asset) else ""
    return (
        Side(attacking, attack.attribute, "attack", by.at, against, by.id, magic),
        Side(against, attack.target, "defence", by.at, attacking, meets, magic),
    )


def struck(fight: Fight) -> None:
    """The dice of the damage to the one who has lost the check."""
    by, attack = fight.by, fight.attack
    # Whoever threw a roll again may have perished by it.
    if fight.met is None or by is None or attack is None:
        return
    if not fight.won:
        _countered(fight, fight.state.type_of(by))
    elif attack.damage is not None:
        fight.hit = fight.draft.roll_amount("damage", fight.faction, attack.damage)


def _countered(fight: Fight, by: AssetType) -> None:
    """The dice of the defender's answer to an attacker that failed."""
    met = fight.met
    if not isinstance(met, Asset):
        return
    answering = fight.state.type_of(met)
    free = any(True for _ in by.having(Uncountered)) or spares(answering, by)
    if answering.counter is not None and not free and not immune(by, answering):
        fight.counter = fight.draft.roll_amount("counter", fight.against, answering.counter)


def _told(fight: Fight, attacker: Asset, outcome: Outcome, reason: Reason = "") -> Clash:
    """The event of the attack."""
    draft, attack, occasion = fight.draft, fight.attack, fight.occasion
    return Clash(
        id=occasion.id,
        rule=RULE_OF["attack"],
        faction=fight.faction,
        order=occasion.order,
        part=occasion.part,
        attacker=effects.left(fight.state, attacker),
        at=attacker.at,
        against=fight.against,
        defender=effects.left(fight.state, fight.defender) if fight.defender else None,
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
        reactions=tuple(draft.reactions),
        outcome=outcome,
        reason=reason,
        known=FOR_EVERYONE,
        changes=tuple(draft.changes),
        rolls=tuple(draft.rolls),
    )
