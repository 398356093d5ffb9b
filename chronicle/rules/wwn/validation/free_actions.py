"""Free actions (W-TURN-4): which one is meant, its keys, and what it is aimed at."""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from chronicle.diagnostics.catalogue import content
from chronicle.rules.wwn.changes import Cloaked, Marked
from chronicle.rules.wwn.diagnostics.free_actions import Elsewhere, HasIt, NoFreeAction, WhichUse
from chronicle.rules.wwn.diagnostics.orders import Unusable
from chronicle.rules.wwn.diagnostics.purchases import Unhurt
from chronicle.rules.wwn.distance import near
from chronicle.rules.wwn.effects import (
    WORDS,
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
from chronicle.rules.wwn.inputs import AbilityShape
from chronicle.rules.wwn.orders import Order, ToUse
from chronicle.rules.wwn.state import Asset, Mark
from chronicle.rules.wwn.validation import carry, expand
from chronicle.rules.wwn.validation.common import (
    acting,
    of_kind,
    only_keys,
    own_asset,
    rival,
    rivals_asset,
    too_far,
)
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.rules.wwn.validation.treasure import Range, exactly, range_of

#: Free actions that are ordered among the abilities.
Ordered: TypeAlias = Carries | Yields | Mends | Exposes | Cloaks | Demands
_ALWAYS: Final = ("id", "asset", "use")
#: What an asset does once a turn that has a free action, whichever of several it is (W-TURN-4).
FREELY: Final = "has one free action"
_WORD_OF: Final = {kind: word for word, kind in WORDS.items()}


def ability(case: Case, shape: AbilityShape) -> Order | None:
    """One free action of an asset, or what a tag lets a faction do; None after errors."""
    case.call(shape.id, shape.at("id"))
    if shape.expand is not None:
        only_keys(case, shape, "a free Expand", ("expand",), ("id",))
        return expand.freely(case, shape, shape.expand)
    if shape.asset is None:
        case.report.add(content.MissingKey(at=shape.at(), key="asset"))
        return None
    errors = case.report.errors
    asset = acting(case, shape.asset, shape.at("asset"))
    if asset is None:
        return None
    _unhobbled(case, shape, asset)
    position = _meant(case, shape, asset)
    if position is None:
        return None
    aim = _aim(case, shape, asset, position)
    if aim is None or case.report.errors > errors:
        return None
    return Order(case.faction, shape.id, asset.id, aim, free=True)


def _unhobbled(case: Case, shape: AbilityShape, asset: Asset) -> None:
    if asset.mark("hobbled") is not None:
        why = "can't use its free action this turn"
        case.report.add(Unusable(at=shape.at("asset"), name=asset.id, why=why))


def _meant(case: Case, shape: AbilityShape, asset: Asset) -> int | None:
    """The position of the free action that is meant among the asset's effects."""
    made = case.board.type_of(asset)
    able = {
        position: effect
        for position, effect in enumerate(made.effects)
        if isinstance(effect, get_args(Ordered))
    }
    words = tuple(dict.fromkeys(_WORD_OF[type(effect)] for effect in able.values()))
    if not able:
        elsewhere = _elsewhere(made.effects)
        case.report.add(
            NoFreeAction(at=shape.at("asset"), name=asset.id, type=made.name, elsewhere=elsewhere)
        )
        return None
    if shape.use is not None and shape.use not in words:
        case.report.add(content.UnknownWord(at=shape.at("use"), word=shape.use, known=words))
        return None
    if shape.use is None and len(words) > 1:
        case.report.add(WhichUse(at=shape.at("asset"), name=asset.id, words=words))
        return None
    word = shape.use or words[0]
    return next(at for at, effect in able.items() if _WORD_OF[type(effect)] == word)


def _elsewhere(effects: tuple[Effect, ...]) -> Elsewhere:
    for effect in effects:
        match effect:
            case Cheapens() | Empowers(spends=True):
                return "helped_by"
            case Redoes():
                return "redo"
            case _:
                pass
    return ""


def _takes(effect: Effect) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The keys that a free action needs, and those that it may have beside."""
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


def _aim(case: Case, shape: AbilityShape, asset: Asset, position: int) -> ToUse | None:
    made = case.board.type_of(asset)
    effect = made.effects[position]
    needed, other = _takes(effect)
    errors = case.report.errors
    if not isinstance(effect, Carries) or effect.capped:
        case.once(asset.id, FREELY, shape.at("asset"))
    only_keys(case, shape, f"`{_WORD_OF[type(effect)]}` of {made.name}", needed + other, _ALWAYS)
    for key in needed:
        if not shape.has(key):
            case.report.add(content.MissingKey(at=shape.at(), key=key))
    if all(shape.has(key) for key in needed):
        _used(case, shape, asset, effect)
    if case.report.errors > errors:
        return None
    return ToUse(position, shape.target or "", shape.to or "", shape.against or "")


def _used(case: Case, shape: AbilityShape, asset: Asset, effect: Effect) -> None:
    """Checks a free action, and lets the board have what it certainly brings."""
    match effect:
        case Carries():
            carry.carried(case, shape, asset, effect)
        case Yields():
            _yields(case, asset, effect)
        case Mends():
            _mends(case, shape, effect)
        case Exposes():
            if rival(case, shape.against or "", shape.at("against")):
                case.sought.add(shape.against or "")
            case.purse.pay(exactly(effect.price), shape.at("asset"), case.report)
        case Cloaks():
            _cloaks(case, shape, asset, effect)
        case Demands():
            name, at = shape.target or "", shape.at("target")
            target = rivals_asset(case, name, asset, effect.reach, at)
            # What puts right an asset that would be withheld goes to nobody.
            if target is not None and effect.unpaid == "lost":
                cost = (case.board.type_of(target).cost + 1) // 2
                case.purse.gain(Range(0, effect.price or cost))
        case _:
            pass


def _yields(case: Case, asset: Asset, effect: Yields) -> None:
    gained = Range(min(effect.table), max(effect.table)) if effect.table else Range()
    if effect.amount is not None:
        gained = range_of(effect.amount)
    case.purse.gain(gained, repairs=effect.only == "repairs")
    if effect.hurts is not None:
        case.hurting.add(asset.id)


def _mends(case: Case, shape: AbilityShape, effect: Mends) -> None:
    at = shape.at("target")
    target = own_asset(case, shape.target or "", at)
    if target is None or not of_kind(case, target, effect.kinds, at):
        return
    if target.hp == case.board.maximum(target) and target.id not in case.hurting:
        case.report.add(Unhurt(at=at, name=target.id, lacking=0, heals=effect.amount, enough=0))


def _cloaks(case: Case, shape: AbilityShape, asset: Asset, effect: Cloaks) -> None:
    at = shape.at("target") if effect.who == "other" else shape.at("asset")
    target = asset
    if effect.who == "other":
        found = own_asset(case, shape.target or "", at)
        if found is None or not of_kind(case, found, effect.kinds, at):
            return
        if not near(case.board, asset, found.at, effect.reach):
            too_far(case, found, asset, effect.reach, at)
        target = found
    stealth = effect.quality == "stealth"
    has = target.stealth == "hidden" if stealth else case.board.subtle(target)
    if has and not target.mark("smuggled"):
        case.report.add(HasIt(at=at, name=target.id, quality=effect.quality))
    case.purse.pay(exactly(effect.price), shape.at("asset"), case.report)
    if stealth:
        case.do(Cloaked(target.id, "hidden"))
    else:
        case.do(Marked(target.id, Mark("subtle", by=asset.id)))
