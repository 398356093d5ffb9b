"""The actions that assets may take: attack, move, be repaired, hide, or be sold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    ProbabilityRange,
    SelectField,
)
from chronicle.rules.wwn.actions.attack import affliction_instead, affliction_sides
from chronicle.rules.wwn.actions.hide import HIDE_PRICE, MIN_CUNNING_TO_HIDE
from chronicle.rules.wwn.actions.move import leads, move_refusal, takes_along
from chronicle.rules.wwn.catalogue.records import AttackProfile
from chronicle.rules.wwn.distance import has_effect, is_within
from chronicle.rules.wwn.effects import Shelters, Unsellable, Waterborne, Yields
from chronicle.rules.wwn.fights.attack import attack_sides
from chronicle.rules.wwn.fights.defenders import possible_defenders
from chronicle.rules.wwn.formulas import asset_repair, faction_repair, sale_price
from chronicle.rules.wwn.order_form.fields import asset_action_field, order_id, order_item
from chronicle.rules.wwn.order_form.free_actions import destination_choice, places_reachable_before
from chronicle.rules.wwn.order_form.known_state import KnownState
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.terms import RULE_BY_ACTION, Action


def action_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield the actions taken with assets, each with everything it can be used for (W-TURN-5)."""
    kinds: dict[Action, Iterator[ActionField]] = {
        "attack": _attack_fields(seen),
        "move": _move_fields(seen),
        "repair": _repair_fields(seen),
        "hide": _hide_fields(seen),
        "sell": _sell_fields(seen),
    }
    for action, parts in kinds.items():
        found = tuple(parts)
        if found:
            yield ActionChoice(action, RULE_BY_ACTION[action], found)


# ── Attack ───────────────────────────────────────────────────────────────────────────────────────


def _attack_fields(seen: KnownState) -> Iterator[ActionField]:
    ways = places_reachable_before(seen)
    for asset in seen.usable_assets():
        cases = (*_attack_choices(seen, asset, ways), *_affliction_choices(seen, asset))
        if cases:
            yield asset_action_field(seen, "attack", asset, *cases)


def _attack_choices(
    seen: KnownState, asset: Asset, ways: Mapping[str, tuple[str, ...]]
) -> Iterator[ActionChoice]:
    """Yield attacks at the asset's place, and where it may be moved first (W-ACT-1)."""
    made = seen.board.type_of(asset)
    if made.attack is None or not made.attacks:
        return
    places = dict.fromkeys((asset.at, *ways.get(asset.id, ())))
    foes = tuple(
        choice
        for place in places
        for choice in _attack_targets(seen, replace(asset, at=place), made.attack)
    )
    if foes:
        damage = str(made.attack.damage) if made.attack.damage is not None else ""
        facts = Facts(attribute=made.attack.attribute, target=made.attack.target, damage=damage)
        order = order_item(
            "attack",
            order_id(asset.id, "attack"),
            FixedField("asset", asset.id),
            SelectField("against", foes, needed=True),
        )
        yield ActionChoice("attack", RULE_BY_ACTION["attack"], (order,), facts)


def _attack_targets(seen: KnownState, asset: Asset, attack: AttackProfile) -> Iterator[FieldChoice]:
    """Yield the rivals known to have something that may defend at a place."""
    board = seen.board
    if asset.at not in board.places:
        return
    if has_effect(board, asset, Waterborne) and not board.places[asset.at].water:
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
    known = tuple(likely for likely in found if likely is not None)
    if len(known) < len(found):
        return None
    return ProbabilityRange(min(it.least for it in known), max(it.most for it in known))


def _affliction_choices(seen: KnownState, asset: Asset) -> Iterator[ActionChoice]:
    """Yield effects used in place of an attack (W-FX-AFFLICTS)."""
    effect = affliction_instead(seen.board, asset)
    if effect is None:
        return
    targets = tuple(
        seen.target(
            it, seen.likely(*affliction_sides(seen.board, asset, it)) if effect.check else None
        )
        for it in seen.others()
        if is_within(seen.board, asset.at, it.at, effect.reach)
    )
    if targets:
        cost = str(effect.price) if effect.price is not None else ""
        order = order_item(
            "attack",
            order_id(asset.id, effect.mark),
            FixedField("asset", asset.id),
            SelectField("target", targets, needed=True),
        )
        yield ActionChoice(effect.mark, "W-FX-AFFLICTS", (order,), Facts(cost=cost))


# ── Move ─────────────────────────────────────────────────────────────────────────────────────────


def _move_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield moves (W-ACT-2)."""
    for asset in seen.usable_assets():
        places = tuple(_destinations(seen, asset))
        if places:
            to = SelectField("to", places, needed=True)
            yield _action_field(seen, "move", asset, to)


def _destinations(seen: KnownState, asset: Asset) -> Iterator[FieldChoice]:
    board = seen.board
    for place in sorted(board.places):
        if not move_refusal(board, asset, place, led=leads(board, asset)):
            yield destination_choice(seen, asset, place)
        elif not move_refusal(board, asset, place, led=True):
            # Past a ban only with an asset that leads others or shelters them there, not alone.
            leader = next(_leaders(seen, asset, place), None)
            if leader is not None:
                yield destination_choice(seen, asset, place, led_by=leader.name)


def _leaders(seen: KnownState, asset: Asset, place: str) -> Iterator[Asset]:
    board = seen.board
    for other in seen.usable_assets():
        led_here = takes_along(board, other) and other.at == asset.at
        along = led_here or has_effect(board, other, Shelters)
        led = leads(board, other)
        if along and other.id != asset.id and not move_refusal(board, other, place, led=led):
            yield other


# ── Repair ───────────────────────────────────────────────────────────────────────────────────────


def free_repair_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield repairs with Treasure for repairs alone, which are free actions (W-FX-YIELDS)."""
    yields = (
        effect
        for asset in seen.usable_assets()
        if asset.mark("hobbled") is None
        for effect in seen.board.type_of(asset).effects_of(Yields)
    )
    if any(effect.only == "repairs" for effect in yields):
        for asset, parts, facts in _hurt_assets(seen):
            id = order_id(asset.id, "free-repair")
            order = order_item("abilities", id, FieldGroup("repair", parts))
            case = ActionChoice("repair", "W-FX-YIELDS", (order,), Facts(facts, repairs=True))
            yield asset_action_field(seen, "ability", asset, case)


def _hurt_assets(seen: KnownState) -> Iterator[tuple[Asset, tuple[FormPart, ...], Facts]]:
    """Yield the own assets that can be repaired, each with the fields and facts of its repair."""
    for asset in seen.obedient_assets():
        made = seen.board.type_of(asset)
        heals = asset_repair(seen.own.rating(made.attribute))
        enough = -(-(made.hp - asset.hp) // heals)
        if enough > 0:
            times = IntegerField("times", 1, min(enough, 20), usual=1)
            facts = Facts(heals=heals, lacking=made.hp - asset.hp, cost=1)
            yield asset, (FixedField("asset", asset.id), times), facts


def _repair_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield repairs (W-ACT-3), for bases by W-ENT-4."""
    board, own = seen.board, seen.own
    for asset, parts, facts in _hurt_assets(seen):
        order = order_item("repair", order_id(asset.id, "repair"), *parts)
        case = ActionChoice("repair", RULE_BY_ACTION["repair"], (order,), facts)
        yield asset_action_field(seen, "repair", asset, case)
    heals = faction_repair(own.ratings)
    for base in board.own_bases(seen.id):
        lacking = board.maximum(base) - base.hp
        if lacking > 0 and not base.headquarters:
            order = order_item("repair", order_id(base.id, "repair"), FixedField("base", base.id))
            facts = Facts(heals=heals, lacking=lacking, cost=1)
            case = ActionChoice("repair", "W-ENT-4", (order,), facts)
            yield ActionField(
                "repair", (case,), base.name, Facts(hp=base.hp, of=board.maximum(base))
            )
    seat = board.headquarters(seen.id)
    lacking = own.maximum - min(own.hp, seat.hp if seat is not None else own.hp)
    if lacking > 0:
        order = order_item("repair", "repair", FixedField("faction", True))
        facts = Facts(heals=heals, lacking=lacking, cost=1)
        case = ActionChoice("repair", RULE_BY_ACTION["repair"], (order,), facts)
        yield ActionField("repair", (case,), None, Facts(hp=own.hp, of=own.maximum))


# ── Hide and sell ────────────────────────────────────────────────────────────────────────────────


def _hide_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield assets to hide (W-ACT-6)."""
    if seen.own.cunning < MIN_CUNNING_TO_HIDE:
        return
    lairs = {base.at for base in seen.board.bases.values() if base.faction != seen.id}
    for asset in seen.usable_assets():
        if asset.stealth != "hidden" and asset.at not in lairs:
            yield _action_field(seen, "hide", asset, facts=Facts(cost=HIDE_PRICE))


def _sell_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield assets to sell (W-ACT-7)."""
    for asset in seen.obedient_assets():
        made = seen.board.type_of(asset)
        if seen.board.working(asset) and not has_effect(seen.board, asset, Unsellable):
            brings = sale_price(made.cost) if asset.hp >= made.hp else 0
            yield _action_field(seen, "sell", asset, facts=Facts(brings=brings))


def _action_field(
    seen: KnownState, action: Action, asset: Asset, *parts: FormPart, facts: Facts | None = None
) -> ActionField:
    order = order_item(action, order_id(asset.id, action), FixedField("asset", asset.id), *parts)
    return asset_action_field(
        seen,
        action,
        asset,
        ActionChoice(action, RULE_BY_ACTION[action], (order,), facts or Facts()),
    )
