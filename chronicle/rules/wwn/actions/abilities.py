"""The free actions of a faction: those of its assets, and what its tags allow (W-TURN-4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.diagnostics.catalogue import content
from chronicle.rules.order_form import ActionChoice, ActionField
from chronicle.rules.wwn.action import FreeAction, FreeActionForm, asset_action_field
from chronicle.rules.wwn.action_context import (
    ONE_FREE_ACTION,
    ActionContext,
    ActionResult,
    free_action_effect,
    inability_reason,
    refused_result,
)
from chronicle.rules.wwn.actions.carries import CARRIES
from chronicle.rules.wwn.actions.cloaks import CLOAKS
from chronicle.rules.wwn.actions.demands import DEMANDS
from chronicle.rules.wwn.actions.expand import parse_free_expand
from chronicle.rules.wwn.actions.exposes import EXPOSES
from chronicle.rules.wwn.actions.mends import MENDS
from chronicle.rules.wwn.actions.repair import parse_free_repair
from chronicle.rules.wwn.actions.yields import YIELDS
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.effects import Carries, Cheapens, Effect, Empowers, Redoes
from chronicle.rules.wwn.inputs import AbilityInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import FreeActionOrder, Order
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import OrderContext, ParsedAction

FREE_ACTIONS: Final = (CARRIES, YIELDS, MENDS, EXPOSES, CLOAKS, DEMANDS)
_DEFINITIONS: Final[Mapping[type[Effect], FreeAction]] = {one.effect: one for one in FREE_ACTIONS}


def definition_of(effect: Effect) -> FreeAction:
    """Return everything about the free action that an effect gives."""
    return _DEFINITIONS[type(effect)]


def positions_by_word(asset_type: AssetType) -> dict[str, int]:
    """Return the free actions of an asset: the index of the first effect with each word."""
    found: dict[str, int] = {}
    for position, effect in enumerate(asset_type.effects):
        if effect.ordered:
            found.setdefault(effect.word, position)
    return found


def is_limited(effect: Effect | None) -> bool:
    """Return whether a free action is one of those of which an asset has one per turn."""
    return not isinstance(effect, Carries) or effect.capped


# ── Orders ───────────────────────────────────────────────────────────────────────────────────────


def parse_ability(context: OrderContext, entry: AbilityInput) -> ParsedAction:
    """Parse a free action of an asset, or of a tag."""
    if entry.expand is not None:
        common.report_unused_keys(context, entry, "a free Expand", ("expand",), ("id",))
        return parse_free_expand(context, entry, entry.expand)
    if entry.repair is not None:
        common.report_unused_keys(context, entry, "a free Repair", ("repair",), ("id",))
        return parse_free_repair(context, entry.repair)
    if entry.asset is None:
        context.report.add(content.MissingKey(at=entry.at(), key="asset"))
        return None
    asset = common.find_acting_asset(context, entry.asset, entry.at("asset"))
    if asset is None:
        return None
    common.check_not_hobbled(context, asset, entry.at("asset"))
    position = _chosen_position(context, entry, asset)
    if position is None:
        return None
    command = _parse_order(context, entry, asset, position)
    return None if command is None else (asset.id, command)


def _chosen_position(context: OrderContext, entry: AbilityInput, asset: Asset) -> int | None:
    """Return the index of the chosen free action among the asset's effects."""
    made = context.board.type_of(asset)
    able = positions_by_word(made)
    words, at = tuple(able), entry.at("asset")
    if not able:
        context.report.add(
            problems.NoFreeAction(at=at, name=asset.id, type=made.name, elsewhere=_other_key(made))
        )
        return None
    if entry.use is not None and entry.use not in words:
        context.report.add(content.UnknownWord(at=entry.at("use"), name=entry.use, known=words))
        return None
    if entry.use is None and len(words) > 1:
        context.report.add(problems.UnclearFreeAction(at=at, name=asset.id, words=words))
        return None
    return able[entry.use or words[0]]


def _other_key(asset_type: AssetType) -> problems.OtherFreeActionKey:
    """Return the key under which a free action is ordered with what it helps; empty for none."""
    for effect in asset_type.effects:
        match effect:
            case Cheapens() | Empowers(spends=True):
                return "helped_by"
            case Redoes():
                return "redo"
            case _:
                pass
    return ""


def _parse_order(
    context: OrderContext, entry: AbilityInput, asset: Asset, position: int
) -> FreeActionOrder | None:
    made = context.board.type_of(asset)
    effect = made.effects[position]
    definition = definition_of(effect)
    needed, other = definition.keys(effect)
    errors = context.report.errors
    if is_limited(effect):
        context.check_once(asset.id, ONE_FREE_ACTION, entry.at("asset"))
    what, always = f"`{effect.word}` of {made.name}", ("id", "asset", "use")
    common.report_unused_keys(context, entry, what, needed + other, always)
    missing = tuple(key for key in needed if not entry.has(key))
    for key in missing:
        context.report.add(content.MissingKey(at=entry.at(), key=key))
    if not missing:
        definition.check(context, entry, asset, effect)
    if context.report.errors > errors:
        return None
    return FreeActionOrder(position, entry.target or "", entry.to or "", entry.against or "")


def use_free_action(context: ActionContext, order: Order, command: FreeActionOrder) -> ActionResult:
    """Resolve a free action, if its asset can use it now."""
    state = context.state
    reason = inability_reason(state, order)
    if reason:
        return refused_result(reason)
    if state.assets[order.asset].mark("hobbled"):
        return refused_result("asset-hobbled")
    effect = free_action_effect(state, order)
    if order.asset in state.used and is_limited(effect):
        return refused_result("used-already")
    if effect is None or not effect.ordered:
        # Help with a purchase is named in its order, and a reroll with the roll.
        return refused_result("barred")
    return definition_of(effect).resolve(context, order, command, effect)


# ── The order form ───────────────────────────────────────────────────────────────────────────────


def ability_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield each asset's free actions; those limited to one a turn are one choice."""
    for asset in seen.usable_assets():
        if asset.mark("hobbled") is not None:
            continue
        limited: list[ActionChoice] = []
        made = seen.board.type_of(asset)
        positions = positions_by_word(made)
        for position in positions.values():
            effect = made.effects[position]
            form = FreeActionForm(seen, asset, effect, len(positions) > 1)
            choices = tuple(definition_of(effect).choices(form, effect))
            if is_limited(effect):
                limited += choices
            else:
                yield from (asset_action_field(seen, "ability", asset, one) for one in choices)
        if limited:
            yield asset_action_field(seen, "ability", asset, *limited)
