"""Check attacks, and what some assets do instead of attacking (W-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.files.source import Span
from chronicle.rules.wwn.catalogue.records import AssetType, AttackProfile
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Afflicts, Converts, Robs
from chronicle.rules.wwn.fights.defenders import can_defend, possible_defenders
from chronicle.rules.wwn.inputs import AttackInput
from chronicle.rules.wwn.orders import AttackOrder
from chronicle.rules.wwn.policies import defenders_against
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.wwn.validation.treasure import range_of

_ALWAYS: Final = ("id", "asset", "against")


def parse_attack(context: OrderContext, entry: AttackInput) -> ParsedAction:
    """Parse an attack, or an affliction that replaces it."""
    asset = common.find_acting_asset(context, entry.asset, entry.at("asset"))
    if asset is None:
        if entry.against is not None and common.check_other_faction(
            context, entry.against, entry.at("against")
        ):
            _check_single_foe(context, entry.against, entry.at("against"))
        return None
    context.check_once(asset.id, "can make only one attack", entry.at("asset"))
    instead = next(
        (one for one in context.board.type_of(asset).effects_of(Afflicts) if one.when == "instead"),
        None,
    )
    if entry.target is not None and instead is not None:
        command = _parse_affliction(context, entry, asset, instead)
    else:
        command = _parse_assault(context, entry, asset, instead)
    return None if command is None else (asset.id, command)


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


def _parse_affliction(
    context: OrderContext, entry: AttackInput, asset: Asset, effect: Afflicts
) -> AttackOrder | None:
    """Parse what an asset does to another instead of attacking (W-FX-AFFLICTS)."""
    at = entry.at("target")
    target = common.find_rival_asset(context, entry.target or "", asset, effect.reach, at)
    if entry.against is not None and common.check_other_faction(
        context, entry.against, entry.at("against")
    ):
        _check_single_foe(context, entry.against, entry.at("against"))
    if target is not None:
        _check_single_foe(context, target.faction, at)
    if effect.price is not None:
        context.purse.pay(range_of(effect.price), entry.at("asset"), context.report)
    return AttackOrder(target.faction, target.id) if target is not None else None


def _parse_assault(
    context: OrderContext, entry: AttackInput, asset: Asset, instead: Afflicts | None
) -> AttackOrder | None:
    """Parse an attack on any of a faction's assets and bases at the place."""
    made = context.board.type_of(asset)
    common.report_unused_keys(context, entry, f"an attack of {made.name}", ("against",), _ALWAYS)
    named = entry.against is not None and common.check_other_faction(
        context, entry.against, entry.at("against")
    )
    if entry.against is not None and named:
        _check_single_foe(context, entry.against, entry.at("against"))
    if made.attack is None or not _has_effect_on_hit(made, made.attack):
        problem = problems.CantAttack if instead is None else problems.ActsInstead
        context.report.add(problem(at=entry.at("asset"), name=asset.id, type=made.name))
        return None
    if entry.against is None:
        context.report.add(content.MissingKey(at=entry.at(), key="against"))
        return None
    if named:
        _check_defender(context, asset, made.attack, entry.against, entry.at("against"))
    return AttackOrder(entry.against)


def _has_effect_on_hit(asset_type: AssetType, attack: AttackProfile) -> bool:
    """Return whether an attack does anything: damage, or an effect on a hit."""
    told = (
        *asset_type.effects_of(Afflicts),
        *asset_type.effects_of(Converts),
        *asset_type.effects_of(Robs),
    )
    return attack.damage is not None or any(
        not isinstance(effect, Afflicts) or effect.when != "instead" for effect in told
    )


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
