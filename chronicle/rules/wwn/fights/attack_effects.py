"""Effects of a hit or a miss: damage, loot, marks, changes of side, and rescues (W-FX)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from chronicle.records import replace
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.changes import Endured, FactionHurt, Hurt, Joined, Lost, Marked, Paid, Used
from chronicle.rules.wwn.dice_checks import RETRY_RULE
from chronicle.rules.wwn.distance import is_within, tag_effects
from chronicle.rules.wwn.events import Reaction
from chronicle.rules.wwn.fights.fight import Fight
from chronicle.rules.wwn.goals import goal_credit
from chronicle.rules.wwn.policies import agrees_to_pay, agrees_to_sacrifice
from chronicle.rules.wwn.state import Asset, Base, Mark, Piece, PieceSnapshot, State, snapshot_of

_ATTACK = "W-ACT-1"


def apply_attack_effects(fight: Fight) -> None:
    """Apply everything that follows from the check of an attack."""
    if fight.verdict is None or fight.defender_now is None or fight.attacker_now is None:
        return
    spared, by = False, fight.attacker_now
    if fight.won:
        spared = _spare_by_sacrifice(fight)
        if not spared:
            _apply_hit(fight)
    elif fight.counter:
        _apply_counter(fight)
    _afflict_defender(fight, "made", by)
    _apply_self_damage(fight, succeeded=fight.won and not spared)


def snapshot_after_fight(state: State, piece: Piece) -> PieceSnapshot:
    """Return a snapshot after the fight, under the piece's original identity."""
    now = state.piece(piece.id)
    return replace(snapshot_of(state, piece), hp=now.hp if now is not None else 0)


def half_cost(cost: int) -> int:
    """Return half of a cost, rounded up."""
    return (cost + 1) // 2


# ── Hits ─────────────────────────────────────────────────────────────────────────────────────────


def _spare_by_sacrifice(fight: Fight) -> bool:
    """Sacrifice an asset for the one that is hit; return whether one was (W-FX-SACRIFICES)."""
    context, met = fight.context, fight.defender_now
    if met is None:
        return False
    lethal, key = fight.hit >= met.hp, f"{fight.against}/sacrifice"
    willing = agrees_to_sacrifice(
        context.state, context.orders, fight.against, met.id, fight.attacker, lethal=lethal
    )
    if not willing or key in context.state.used:
        return False
    for asset in context.state.own(fight.against):
        for effect in context.state.type_of(asset).effects_of(effects.Sacrifices):
            near = is_within(context.state, asset.at, met.at, effect.reach)
            if asset.id == met.id or not near or not context.state.working(asset):
                continue
            reaction = Reaction("spared", fight.against, asset.id, asset.name, subject=met.id)
            context.reactions.append(reaction)
            context.apply(Used(key), Lost(asset.id))
            fight.hit = 0
            return True
    return False


def _apply_hit(fight: Fight) -> None:
    """Apply a hit: the defender changes sides or is hurt, and the attacker gains from it."""
    met = fight.defender_now
    if isinstance(met, Asset) and _convert(fight, met):
        return
    if isinstance(met, Base):
        _damage_base(fight, met)
    elif met is not None:
        _damage_asset(fight, met)
    _rob(fight)
    _afflict_defender(fight, "won", fight.attacker_now)


def _convert(fight: Fight, met: Asset) -> bool:
    """Let the asset that was hit change sides; return whether it did (W-FX-CONVERTS)."""
    context, by = fight.context, fight.attacker_now
    if by is None:
        return False
    for effect in context.state.type_of(by).effects_of(effects.Converts):
        if effect.when != "won":
            continue
        if effect.gains:
            context.apply(Paid(fight.faction, effect.gains, "treachery", "W-FX-CONVERTS", met.id))
        if effect.spends:
            context.apply(Lost(by.id))
            fight.attacker_harm = "spent"
        _take_asset(fight, met, effect.hp)
        return True
    return False


def _take_asset(fight: Fight, met: Asset, hp: int) -> None:
    fight.context.apply(Joined(met.id, fight.faction))
    if hp:
        fight.context.apply(Hurt(met.id, met.hp - hp, "W-FX-CONVERTS"))
    fight.taken = True
    fight.defender_harm = "hit"


def _damage_base(fight: Fight, base: Base) -> None:
    """Damage a base and, by as much as the base could take, its faction (W-ENT-4)."""
    context = fight.context
    dealt = min(base.hp, fight.hit)
    if dealt == base.hp and _holds_out(fight, base):
        dealt -= 1
    context.apply(Hurt(base.id, dealt, _ATTACK), FactionHurt(fight.against, dealt, "W-ENT-4"))
    fight.theirs = fight.base_damage = dealt
    fight.defender_harm = "hit"
    destroyed = base if dealt == base.hp else None
    if destroyed is not None:
        fight.defender_harm = "destroyed"
        context.apply(Lost(base.id))
    _credit_goal(fight, fight.faction, dealt, destroyed)


def _holds_out(fight: Fight, base: Base) -> bool:
    """Return whether a tag saves a base that would be destroyed; only its owner is told why."""
    if base.endured or not any(
        True for _ in tag_effects(fight.state, fight.against, effects.Endures)
    ):
        return False
    fight.context.apply(Endured(base.id))
    fight.context.reactions.append(Reaction("endured", fight.against, base.id, base.name))
    return True


def _damage_asset(fight: Fight, met: Asset) -> None:
    context = fight.context
    dealt = min(met.hp, fight.hit)
    fight.theirs += dealt
    fight.defender_harm = "hit"
    if dealt:
        context.apply(Hurt(met.id, dealt, _ATTACK))
    if dealt < met.hp or _buy_defeated(fight, met) or _restore(fight, met):
        _credit_goal(fight, fight.faction, dealt, None)
    else:
        fight.defender_harm = "destroyed"
        context.apply(Lost(met.id))
        _credit_goal(fight, fight.faction, dealt, met)


def _buy_defeated(fight: Fight, met: Asset) -> bool:
    """Let the attacker's owner buy the destroyed asset; return whether it did (W-FX-CONVERTS)."""
    context, by = fight.context, fight.attacker_now
    wants = agrees_to_pay(context.state, context.orders, fight.faction, "take_over", met.id)
    if by is None or not wants or fight.occasion.part == "rogue":
        return False
    for effect in context.state.type_of(by).effects_of(effects.Converts):
        if effect.when != "destroyed":
            continue
        price = half_cost(context.state.type_of(met).cost) if effect.half_cost else 0
        if context.pay(fight.faction, price, "take-over", "W-FX-CONVERTS", met.id):
            _take_asset(fight, replace(met, hp=0), effect.hp)
            return True
    return False


def _restore(fight: Fight, met: Asset) -> bool:
    """Restore a destroyed asset for half its cost; return whether one did (W-FX-RESTORES)."""
    context, attack = fight.context, fight.attack
    wants = agrees_to_pay(context.state, context.orders, fight.against, "restore", met.id)
    if attack is None or not wants:
        return False
    price = half_cost(context.state.type_of(met).cost)
    for asset in context.state.own(fight.against):
        for effect in context.state.type_of(asset).effects_of(effects.Restores):
            near = is_within(context.state, asset.at, met.at, effect.reach)
            able = asset.id != met.id and near and context.state.working(asset)
            if not able or effect.attribute != attack.attribute:
                continue
            if context.pay(fight.against, price, "restore", "W-FX-RESTORES", met.id):
                context.apply(Hurt(met.id, -1, "W-FX-RESTORES"))
                fight.defender_harm = "restored"
                reaction = Reaction(
                    "restored", fight.against, asset.id, asset.name, subject=met.id, paid=price
                )
                context.reactions.append(reaction)
                return True
    return False


def _rob(fight: Fight) -> None:
    """Take Treasure from the other faction for a hit (W-FX-ROBS)."""
    context, by = fight.context, fight.attacker_now
    if by is None or fight.against == fight.faction:
        return
    for effect in context.state.type_of(by).effects_of(effects.Robs):
        # Such a loss occurs once a turn, however many assets of the kind hit the faction.
        key = f"{fight.against}/robbed-by/{by.type}"
        if effect.once and key in context.state.used:
            continue
        sought = context.roll_amount("loot", fight.faction, effect.amount)
        looted = min(sought, context.treasure(fight.against))
        if looted:
            if effect.once:
                context.apply(Used(key))
            context.apply(
                Paid(fight.against, -looted, "robbed", "W-FX-ROBS", by.id),
                Paid(fight.faction, looted, "loot", "W-FX-ROBS", by.id),
            )
        fight.looted += looted


# ── Misses, and effects of hits and misses ───────────────────────────────────────────────────────


def _apply_counter(fight: Fight) -> None:
    """Hurt the attacker by the defender's counterattack (W-ACT-1)."""
    by = fight.attacker_now
    if by is not None:
        destroyed = _damage_attacker(fight, by, fight.counter, _ATTACK)
        dealt = min(by.hp, fight.counter)
        _credit_goal(fight, fight.against, dealt, by if destroyed else None)


def apply_retry_price(fight: Fight, by: Asset) -> None:
    """Count what the attacker took for its second roll as an answer of its defender's."""
    changes = fight.context.changes
    dealt = sum(it.amount for it in changes if isinstance(it, Hurt) and it.rule == RETRY_RULE)
    if dealt:
        gone = fight.attacker_now is None
        fight.ours += dealt
        fight.attacker_harm = "destroyed" if gone else "hit"
        _credit_goal(fight, fight.against, dealt, by if gone else None)


def _damage_attacker(fight: Fight, by: Asset, damage: int, rule: str) -> bool:
    dealt = min(by.hp, damage)
    fight.ours += dealt
    fight.context.apply(Hurt(by.id, dealt, rule))
    fight.attacker_harm = "destroyed" if dealt == by.hp else "hit"
    if dealt == by.hp:
        fight.context.apply(Lost(by.id))
    return dealt == by.hp


def _afflict_defender(fight: Fight, when: Literal["won", "made"], by: Asset | None) -> None:
    """Put the mark of an attack by an asset on its defender (W-FX-AFFLICTS).

    If the asset perished in its attack, a mark that lasts only while it exists is not put.
    """
    context, met = fight.context, fight.defender_now
    if by is None or not isinstance(met, Asset) or met.faction != fight.against:
        return
    for effect in context.state.type_of(by).effects_of(effects.Afflicts):
        if effect.when == when and (fight.attacker_now is not None or effect.lasts == "turn"):
            mark = affliction_mark(context.state, effect, by, met)
            if mark.until and fight.occasion.part == "contest":
                # A founder is in the middle of this turn: its next turn is not this one.
                mark = replace(mark, until=context.state.turn + 1)
            context.apply(Marked(met.id, mark))
            fight.mark = effect.mark


def affliction_mark(state: State, effect: effects.Afflicts, by: Asset, on: Asset) -> Mark:
    """Return an effect's mark on an asset: while its bearer stays, or to its owner's next turn."""
    if effect.lasts == "bearer":
        return Mark(effect.mark, by=by.id)
    return Mark(effect.mark, by=by.id, until=next_turn_of(state, on.faction))


def next_turn_of(state: State, faction: str) -> int:
    """Return the number of a faction's next turn: this one if it has not had it yet."""
    return state.turn + 1 if faction in state.played else state.turn


def _apply_self_damage(fight: Fight, *, succeeded: bool) -> None:
    """Apply the damage that both sides do to themselves by fighting (W-FX-SUFFERS)."""
    context = fight.context
    by = fight.attacker_now
    if by is not None and succeeded:
        for effect in context.state.type_of(by).effects_of(effects.Suffers):
            hurt = context.roll_amount("frenzy-ours", fight.faction, effect.amount)
            _damage_attacker(fight, by, hurt, "W-FX-SUFFERS")
    met = fight.defender_now
    # A destroyed and restored defender loses nothing more for having defended.
    fell = fight.defender_harm == "restored"
    if isinstance(met, Asset) and met.faction == fight.against and not fell:
        for effect in context.state.type_of(met).effects_of(effects.Suffers):
            hurt = context.roll_amount("frenzy-theirs", fight.against, effect.amount)
            dealt = min(met.hp, hurt)
            context.apply(Hurt(met.id, dealt, "W-FX-SUFFERS"))
            fight.theirs += dealt
            fight.defender_harm = fight.defender_harm or "hit"
            if dealt == met.hp:
                fight.defender_harm = "destroyed"
                context.apply(Lost(met.id))


def _credit_goal(fight: Fight, faction: str, damage: int, destroyed: Piece | None) -> None:
    """Add what a blow brings the faction that struck it: goal progress and salvage (W-GOAL)."""
    rogue = fight.occasion.part == "rogue" and faction == fight.faction
    if rogue or fight.against == fight.faction:
        return
    context = fight.context
    context.apply(*goal_credit(context.state, faction, damage=damage, destroyed=destroyed))
    if isinstance(destroyed, Asset):
        cost = context.state.type_of(destroyed).cost
        for effect in _salvages(fight, faction):
            gained = -(-cost // effect.parts)
            if gained:
                change = Paid(faction, gained, "salvage", "W-FX-SALVAGES", destroyed.id)
                context.apply(change)


def _salvages(fight: Fight, faction: str) -> Iterator[effects.Salvages]:
    """Yield a faction's effects that bring Treasure for a destroyed asset: of tags and its own."""
    yield from tag_effects(fight.state, faction, effects.Salvages)
    striker = fight.attacker_now if faction == fight.faction else fight.defender_now
    if isinstance(striker, Asset):
        yield from fight.state.type_of(striker).effects_of(effects.Salvages)
