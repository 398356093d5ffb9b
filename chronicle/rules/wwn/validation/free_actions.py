"""Check free actions (W-TURN-4): which one is meant, its keys, and its target."""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from chronicle.diagnostics.catalogue import content
from chronicle.rules.wwn.changes import Cloaked, Marked
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.distance import is_in_reach
from chronicle.rules.wwn.effects import (
    EFFECT_BY_WORD,
    Carries,
    Cheapens,
    Cloaks,
    Demands,
    Effect,
    Empowers,
    Exposes,
    Mends,
    Redoes,
    Yields,
)
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.orders import FreeActionOrder
from chronicle.rules.wwn.state import Asset, Mark
from chronicle.rules.wwn.validation import carry, common, expand
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.repair import parse_free_repair
from chronicle.rules.wwn.validation.treasure import ValueRange, exact_range, range_of

#: Free actions that are ordered under `abilities:`.
OrderableFreeAction: TypeAlias = Carries | Yields | Mends | Exposes | Cloaks | Demands
_ALWAYS: Final = ("id", "asset", "use")
#: An asset has one free action per turn, even if it can choose among several (W-TURN-4).
ONE_FREE_ACTION: Final = "has only one free action"
_WORD_BY_EFFECT: Final = {kind: word for word, kind in EFFECT_BY_WORD.items()}


def parse_ability(context: OrderContext, entry: AbilityInput) -> ParsedAction:
    """Parse a free action of an asset, or of a tag."""
    if entry.expand is not None:
        common.report_unused_keys(context, entry, "a free Expand", ("expand",), ("id",))
        return expand.parse_free_expand(context, entry, entry.expand)
    if entry.repair is not None:
        common.report_unused_keys(context, entry, "a free Repair", ("repair",), ("id",))
        return parse_free_repair(context, entry.repair)
    if entry.asset is None:
        context.report.add(content.MissingKey(at=entry.at(), key="asset"))
        return None
    asset = common.find_acting_asset(context, entry.asset, entry.at("asset"))
    if asset is None:
        return None
    if asset.mark("hobbled") is not None:
        why = "can't use its free action this turn"
        context.report.add(problems.UnusableAsset(at=entry.at("asset"), name=asset.id, why=why))
    position = _position_of_effect(context, entry, asset)
    if position is None:
        return None
    command = _parse_order(context, entry, asset, position)
    return None if command is None else (asset.id, command)


def _position_of_effect(context: OrderContext, entry: AbilityInput, asset: Asset) -> int | None:
    """Return the index of the chosen free action among the asset's effects."""
    made = context.board.type_of(asset)
    able = {
        position: effect
        for position, effect in enumerate(made.effects)
        if isinstance(effect, get_args(OrderableFreeAction))
    }
    words = tuple(dict.fromkeys(_WORD_BY_EFFECT[type(effect)] for effect in able.values()))
    if not able:
        elsewhere = _elsewhere(made.effects)
        context.report.add(
            problems.NoFreeAction(
                at=entry.at("asset"), name=asset.id, type=made.name, elsewhere=elsewhere
            )
        )
        return None
    if entry.use is not None and entry.use not in words:
        context.report.add(content.UnknownWord(at=entry.at("use"), name=entry.use, known=words))
        return None
    if entry.use is None and len(words) > 1:
        context.report.add(
            problems.UnclearFreeAction(at=entry.at("asset"), name=asset.id, words=words)
        )
        return None
    word = entry.use or words[0]
    return next(at for at, effect in able.items() if _WORD_BY_EFFECT[type(effect)] == word)


def _elsewhere(effects: tuple[Effect, ...]) -> problems.OtherFreeActionKey:
    for effect in effects:
        match effect:
            case Cheapens() | Empowers(spends=True):
                return "helped_by"
            case Redoes():
                return "redo"
            case _:
                pass
    return ""


def _keys_of_effect(effect: Effect) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that a free action needs, and those that it may also have."""
    match effect:
        case Carries(who="self"):
            return ("to",), ()
        case Carries(who="both"):
            return ("to",), ("target",)
        case Carries():
            return ("target", "to"), ()
        case Mends() | Demands() | Cloaks(who="other"):
            return ("target",), ()
        case Exposes():
            return ("against",), ()
        case _:
            return (), ()


def _parse_order(
    context: OrderContext, entry: AbilityInput, asset: Asset, position: int
) -> FreeActionOrder | None:
    made = context.board.type_of(asset)
    effect = made.effects[position]
    needed, other = _keys_of_effect(effect)
    errors = context.report.errors
    if not isinstance(effect, Carries) or effect.capped:
        context.check_once(asset.id, ONE_FREE_ACTION, entry.at("asset"))
    common.report_unused_keys(
        context, entry, f"`{_WORD_BY_EFFECT[type(effect)]}` of {made.name}", needed + other, _ALWAYS
    )
    for key in needed:
        if not entry.has(key):
            context.report.add(content.MissingKey(at=entry.at(), key=key))
    if all(entry.has(key) for key in needed):
        _check_effect(context, entry, asset, effect)
    if context.report.errors > errors:
        return None
    return FreeActionOrder(position, entry.target or "", entry.to or "", entry.against or "")


def _check_effect(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Effect) -> None:
    """Check a free action, and apply its certain results to the board."""
    match effect:
        case Carries():
            carry.check_carry(context, entry, asset, effect)
        case Yields():
            _yields(context, asset, effect)
        case Mends():
            _mends(context, entry, effect)
        case Exposes():
            if common.check_other_faction(context, entry.against or "", entry.at("against")):
                context.sought.add(entry.against or "")
            context.purse.pay(exact_range(effect.price), entry.at("asset"), context.report)
        case Cloaks():
            _cloaks(context, entry, asset, effect)
        case Demands():
            name, at = entry.target or "", entry.at("target")
            target = common.find_rival_asset(context, name, asset, effect.reach, at)
            # Treasure that prevents an asset from being withheld goes to nobody.
            if target is not None and effect.unpaid == "lost":
                cost = (context.board.type_of(target).cost + 1) // 2
                context.purse.gain(ValueRange(0, effect.price or cost))
        case _:
            pass


def _yields(context: OrderContext, asset: Asset, effect: Yields) -> None:
    gained = ValueRange(min(effect.table), max(effect.table)) if effect.table else ValueRange()
    if effect.amount is not None:
        gained = range_of(effect.amount)
    context.purse.gain(gained, repairs=effect.only == "repairs")
    if effect.hurts is not None:
        context.hurting.add(asset.id)


def _mends(context: OrderContext, entry: AbilityInput, effect: Mends) -> None:
    at = entry.at("target")
    target = common.find_friendly_asset(context, entry.target or "", at)
    if target is None or not common.check_attribute(context, target, effect.kinds, at):
        return
    if target.hp == context.board.maximum(target) and target.id not in context.hurting:
        context.report.add(
            problems.NothingToHeal(at=at, name=target.id, lacking=0, heals=effect.amount, enough=0)
        )


def _cloaks(context: OrderContext, entry: AbilityInput, asset: Asset, effect: Cloaks) -> None:
    at = entry.at("target") if effect.who == "other" else entry.at("asset")
    target = asset
    if effect.who == "other":
        found = common.find_own_asset(context, entry.target or "", at)
        if found is None or not common.check_attribute(context, found, effect.kinds, at):
            return
        if not is_in_reach(context.board, asset, found.at, effect.reach):
            common.report_out_of_reach(context, found, asset, effect.reach, at)
        target = found
    stealth = effect.quality == "stealth"
    has = target.stealth == "hidden" if stealth else context.board.subtle(target)
    if has and not target.mark("smuggled"):
        context.report.add(problems.AlreadyHidden(at=at, name=target.id, quality=effect.quality))
    context.purse.pay(exact_range(effect.price), entry.at("asset"), context.report)
    if stealth:
        context.apply(Cloaked(target.id, "hidden"))
    else:
        context.apply(Marked(target.id, Mark("subtle", by=asset.id)))
