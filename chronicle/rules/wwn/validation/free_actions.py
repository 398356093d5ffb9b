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
from chronicle.rules.wwn.validation import carry, expand
from chronicle.rules.wwn.validation.common import (
    check_attribute,
    check_other_faction,
    find_acting_asset,
    find_friendly_asset,
    find_own_asset,
    find_rival_asset,
    report_out_of_reach,
    report_unused_keys,
)
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.repair import parse_free_repair
from chronicle.rules.wwn.validation.treasure import ValueRange, exact_range, range_of

#: Free actions that are ordered under `abilities:`.
OrderableFreeAction: TypeAlias = Carries | Yields | Mends | Exposes | Cloaks | Demands
_ALWAYS: Final = ("id", "asset", "use")
#: An asset has one free action per turn, even if it can choose among several (W-TURN-4).
ONE_FREE_ACTION: Final = "has only one free action"
_WORD_BY_EFFECT: Final = {kind: word for word, kind in EFFECT_BY_WORD.items()}


def parse_ability(case: OrderContext, shape: AbilityInput) -> ParsedAction:
    """Parse a free action of an asset, or of a tag."""
    if shape.expand is not None:
        report_unused_keys(case, shape, "a free Expand", ("expand",), ("id",))
        return expand.parse_free_expand(case, shape, shape.expand)
    if shape.repair is not None:
        report_unused_keys(case, shape, "a free Repair", ("repair",), ("id",))
        return parse_free_repair(case, shape.repair)
    if shape.asset is None:
        case.report.add(content.MissingKey(at=shape.at(), key="asset"))
        return None
    asset = find_acting_asset(case, shape.asset, shape.at("asset"))
    if asset is None:
        return None
    _check_not_hobbled(case, shape, asset)
    position = _position_of_effect(case, shape, asset)
    if position is None:
        return None
    aim = _parse_order(case, shape, asset, position)
    return None if aim is None else (asset.id, aim)


def _check_not_hobbled(case: OrderContext, shape: AbilityInput, asset: Asset) -> None:
    if asset.mark("hobbled") is not None:
        why = "can't use its free action this turn"
        case.report.add(problems.UnusableAsset(at=shape.at("asset"), name=asset.id, why=why))


def _position_of_effect(case: OrderContext, shape: AbilityInput, asset: Asset) -> int | None:
    """Return the index of the chosen free action among the asset's effects."""
    made = case.board.type_of(asset)
    able = {
        position: effect
        for position, effect in enumerate(made.effects)
        if isinstance(effect, get_args(OrderableFreeAction))
    }
    words = tuple(dict.fromkeys(_WORD_BY_EFFECT[type(effect)] for effect in able.values()))
    if not able:
        elsewhere = _elsewhere(made.effects)
        case.report.add(
            problems.NoFreeAction(
                at=shape.at("asset"), name=asset.id, type=made.name, elsewhere=elsewhere
            )
        )
        return None
    if shape.use is not None and shape.use not in words:
        case.report.add(content.UnknownWord(at=shape.at("use"), name=shape.use, known=words))
        return None
    if shape.use is None and len(words) > 1:
        case.report.add(
            problems.UnclearFreeAction(at=shape.at("asset"), name=asset.id, words=words)
        )
        return None
    word = shape.use or words[0]
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
    case: OrderContext, shape: AbilityInput, asset: Asset, position: int
) -> FreeActionOrder | None:
    made = case.board.type_of(asset)
    effect = made.effects[position]
    needed, other = _keys_of_effect(effect)
    errors = case.report.errors
    if not isinstance(effect, Carries) or effect.capped:
        case.check_once(asset.id, ONE_FREE_ACTION, shape.at("asset"))
    report_unused_keys(
        case, shape, f"`{_WORD_BY_EFFECT[type(effect)]}` of {made.name}", needed + other, _ALWAYS
    )
    for key in needed:
        if not shape.has(key):
            case.report.add(content.MissingKey(at=shape.at(), key=key))
    if all(shape.has(key) for key in needed):
        _check_effect(case, shape, asset, effect)
    if case.report.errors > errors:
        return None
    return FreeActionOrder(position, shape.target or "", shape.to or "", shape.against or "")


def _check_effect(case: OrderContext, shape: AbilityInput, asset: Asset, effect: Effect) -> None:
    """Check a free action, and apply its certain results to the board."""
    match effect:
        case Carries():
            carry.check_carry(case, shape, asset, effect)
        case Yields():
            _yields(case, asset, effect)
        case Mends():
            _mends(case, shape, effect)
        case Exposes():
            if check_other_faction(case, shape.against or "", shape.at("against")):
                case.sought.add(shape.against or "")
            case.purse.pay(exact_range(effect.price), shape.at("asset"), case.report)
        case Cloaks():
            _cloaks(case, shape, asset, effect)
        case Demands():
            name, at = shape.target or "", shape.at("target")
            target = find_rival_asset(case, name, asset, effect.reach, at)
            # Treasure that prevents an asset from being withheld goes to nobody.
            if target is not None and effect.unpaid == "lost":
                cost = (case.board.type_of(target).cost + 1) // 2
                case.purse.gain(ValueRange(0, effect.price or cost))
        case _:
            pass


def _yields(case: OrderContext, asset: Asset, effect: Yields) -> None:
    gained = ValueRange(min(effect.table), max(effect.table)) if effect.table else ValueRange()
    if effect.amount is not None:
        gained = range_of(effect.amount)
    case.purse.gain(gained, repairs=effect.only == "repairs")
    if effect.hurts is not None:
        case.hurting.add(asset.id)


def _mends(case: OrderContext, shape: AbilityInput, effect: Mends) -> None:
    at = shape.at("target")
    target = find_friendly_asset(case, shape.target or "", at)
    if target is None or not check_attribute(case, target, effect.kinds, at):
        return
    if target.hp == case.board.maximum(target) and target.id not in case.hurting:
        case.report.add(
            problems.NothingToHeal(at=at, name=target.id, lacking=0, heals=effect.amount, enough=0)
        )


def _cloaks(case: OrderContext, shape: AbilityInput, asset: Asset, effect: Cloaks) -> None:
    at = shape.at("target") if effect.who == "other" else shape.at("asset")
    target = asset
    if effect.who == "other":
        found = find_own_asset(case, shape.target or "", at)
        if found is None or not check_attribute(case, found, effect.kinds, at):
            return
        if not is_in_reach(case.board, asset, found.at, effect.reach):
            report_out_of_reach(case, found, asset, effect.reach, at)
        target = found
    stealth = effect.quality == "stealth"
    has = target.stealth == "hidden" if stealth else case.board.subtle(target)
    if has and not target.mark("smuggled"):
        case.report.add(problems.AlreadyHidden(at=at, name=target.id, quality=effect.quality))
    case.purse.pay(exact_range(effect.price), shape.at("asset"), case.report)
    if stealth:
        case.apply(Cloaked(target.id, "hidden"))
    else:
        case.apply(Marked(target.id, Mark("subtle", by=asset.id)))
