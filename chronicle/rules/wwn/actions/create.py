"""The action Create: what can be bought where, at what price, and with whose help (W-ACT-5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from chronicle.model.audience import Visibility
from chronicle.model.facts import Fact, Facts, FactsOf, PieceName, Ref, place_ref
from chronicle.records import Record, replace
from chronicle.rules import order_form
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import OWN, Told, declared_facts
from chronicle.rules.kit.refusals import first_reason
from chronicle.rules.protocol import Disclosure
from chronicle.rules.wwn import effects
from chronicle.rules.wwn.action import Action
from chronicle.rules.wwn.action_context import (
    ONE_FREE_ACTION,
    ActionContext,
    ActionResult,
    refused_result,
)
from chronicle.rules.wwn.actions.yields import hurt_user
from chronicle.rules.wwn.board_view import BoardView, visibility_of_piece, visibility_of_pieces
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.changes import Added, Change, Lost, Used
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.events import Acted, Details
from chronicle.rules.wwn.inputs import CreateInput
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.orders import Command, Order
from chronicle.rules.wwn.prices import can_help, magic_rank_at, price_of, purchase_permission
from chronicle.rules.wwn.refusals import Refusal
from chronicle.rules.wwn.state import Asset, PlaceState, State
from chronicle.rules.wwn.telling_facts import GonePieceRow, HelperRow, action_facts
from chronicle.rules.wwn.terms import MAGIC, RefusalReason, magic_rank
from chronicle.rules.wwn.validation import common
from chronicle.rules.wwn.validation.order_context import (
    OrderContext,
    ParsedAction,
    ValueRange,
    range_of,
)
from chronicle.rules.wwn.witnesses import lost_ids, lost_piece_rows, told


class CreateOrder(Command):
    """A purchase: the new asset, and the assets that lower its price."""

    ACTION = "create"
    RULE = "W-ACT-5"

    asset: Asset
    helped_by: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        return self.asset.at

    def certain_changes(self, asset: str) -> tuple[Change, ...]:
        del asset
        return (Added(self.asset),)


class Purchase(Details):
    """A purchase: its price, and what lowered or raised it: (asset, by, hurt)."""

    subject: str
    name: Annotated[str, OWN]
    type: Annotated[str, Told("type_name", str), OWN]
    price: Annotated[int, OWN]
    helped: tuple[tuple[str, int, int], ...] = ()
    hidden: Annotated[bool, OWN] = False

    def facts(self, view: BoardView, event: Acted) -> dict[str, Fact]:
        helped = (Facts(name=view.name(id), by=by, hurt=hurt) for id, by, hurt in self.helped)
        return {**super().facts(view, event), "helped": tuple(helped)}

    def to_onlooker(self, view: BoardView, event: Acted) -> Disclosure | None:
        """Return a purchase, and what was given up for it."""
        if not view.sees(self.subject):
            return None
        facts: dict[str, Fact] = {
            "who": view.who(event.faction),
            "at": view.place(event.at),
            "name": self.name,
            "type": view.type_name(self.type),
            "gone": lost_piece_rows(view, event.changes, "lost"),
        }
        seen = (self.subject, *lost_ids(view, event.changes))
        return told(view, event, "seen-create", facts, seen=seen)


_OWN_FACTS: Final = action_facts("PurchaseFacts", Purchase, helped=tuple[FactsOf[HelperRow], ...])
_SEEN_FACTS: Final = declared_facts(
    "SeenCreateFacts",
    {"who": Ref | None, "at": Ref | None, "name": str, "type": str},
    {"gone": tuple[FactsOf[GonePieceRow], ...]},
)


def parse_create(context: OrderContext, entry: CreateInput) -> ParsedAction:
    """Parse a purchase."""
    common.claim_new_id(context, entry.asset, entry.at("asset"))
    place = common.find_place(context, entry.where, entry.at("at"))
    types = context.board.house.catalogue.assets
    is_known = check_known("asset type", entry.type, types, entry.at("type"), context.report)
    helpers = tuple(_find_helpers(context, entry, place))
    if place is None or not is_known:
        if place is not None:
            context.refuse(entry, _base_refusals(context.board, context.faction, place.id))
        return None
    board, faction, made = context.board, context.faction, types[entry.type]
    name = PieceName(entry.name) if entry.name else made.name
    asset = _new_asset(board, faction, entry.asset, name, made, place.id)
    context.refuse(entry, create_refusals(board, asset, helpers))
    count = 1 + sum(
        board.type_of(own).attribute == made.attribute and own.mark("rogue") is None
        for own in board.own(faction)
    )
    rating = context.own.rating(made.attribute)
    if count > rating:
        problem = problems.BeyondLimit(
            at=entry.at("type"), attribute=made.attribute, count=count, rating=rating
        )
        context.report.add(problem)
    cuts = tuple(_cuts(board, helpers, place.id))
    least = price_of(board, faction, made, place.id, (cut.most for cut in cuts))
    most = price_of(board, faction, made, place.id, (cut.least for cut in cuts))
    context.purse.pay(ValueRange(least, most), entry.at("type"), context.report)
    return "", CreateOrder(asset, tuple(entry.helped_by))


def create_refusals(state: State, asset: Asset, helpers: Iterable[Asset]) -> Iterator[Refusal]:
    """Yield why a faction can't buy an asset of this type at this place, with these helpers."""
    faction, at, made = asset.faction, asset.at, state.type_of(asset)
    yield from _base_refusals(state, faction, at)
    place = state.places.get(at)
    if made.effects_of(effects.Waterborne) and not (place and place.water):
        yield Refusal(setup.NotByWater(at=None, name=asset.id, place=at), ("at",), "no-water")
    if not purchase_permission(state, faction, made)[0]:
        low = problems.RatingTooLow(
            at=None,
            what="this",
            attribute=made.attribute,
            needs=made.level,
            has=state.factions[faction].rating(made.attribute),
            rule=CreateOrder.RULE,
        )
        yield Refusal(low, ("type",), "barred")
    height = magic_rank_at(state, faction, at, helpers)
    if height < magic_rank(made.magic):
        weak = problems.MagicTooLow(at=None, needs=made.magic, has=MAGIC[height])
        yield Refusal(weak, ("type",), "barred")


def _base_refusals(state: State, faction: str, place: str) -> Iterator[Refusal]:
    places = tuple(dict.fromkeys(base.at for base in state.own_bases(faction)))
    if place not in places:
        yield Refusal(problems.NoBase(at=None, place=place, places=places), ("at",), "no-base")


def _find_helpers(
    context: OrderContext, entry: CreateInput, place: PlaceState | None
) -> Iterator[Asset]:
    """Yield the existing assets under `helped_by:`; report those that can't help."""
    for name in common.distinct_names(context, entry.helped_by, entry, "helped_by"):
        at = entry.at("helped_by", entry.helped_by.index(name))
        asset = common.find_acting_asset(context, name, at)
        if asset is None:
            continue
        made = context.board.type_of(asset)
        free = common.check_not_hobbled(context, asset, at)
        if free and place is not None and not can_help(context.board, asset, place.id):
            able = can_help(context.board, asset, asset.at)
            where = asset.at if able else ""
            context.report.add(problems.CantHelp(at=at, name=name, type=made.name, place=where))
            continue
        if made.effects_of(effects.Cheapens):
            context.check_once(asset.id, ONE_FREE_ACTION, at)
        yield asset


def _cuts(state: State, helpers: Iterable[Asset], place: str) -> Iterator[ValueRange]:
    """Yield how much each helper takes off the price, at least and at most."""
    for asset in helpers:
        for effect in state.type_of(asset).effects_of(effects.Cheapens):
            if asset.at == place or not effect.here:
                yield range_of(effect.amount)
                break


def _new_asset(
    state: State, faction: str, id: str, name: str, asset_type: AssetType, at: str
) -> Asset:
    """Return an asset as it enters play; it can be used from its owner's next turn on."""
    hidden = bool(asset_type.effects_of(effects.StartsHidden)) or any(
        True for _ in tag_effects(state, faction, effects.StartsHidden)
    )
    return Asset(
        id=id,
        name=name,
        faction=faction,
        at=at,
        type=asset_type.id,
        hp=asset_type.hp,
        stealth="hidden" if hidden else "",
        ready=state.turn + 1,
        above=purchase_permission(state, faction, asset_type)[1],
    )


class _Discount(Record):
    """What one asset takes off a price, and the hit points that this costs it."""

    asset: str
    by: int
    hurt: int


def create(context: ActionContext, order: Order, command: CreateOrder) -> ActionResult:
    """Buy an asset where the faction has a base; it can be used from the next turn on."""
    before, at = context.state, command.asset.at
    made = before.type_of(command.asset)
    helpers = tuple(_able_helpers(before, order, command))
    taken: RefusalReason = "" if before.piece(command.asset.id) is None else "barred"
    reason = first_reason(create_refusals(before, command.asset, helpers)) or taken
    if reason:
        return refused_result(reason)
    cuts = tuple(_apply_discounts(context, helpers, at))
    price = price_of(before, order.faction, made, at, (cut.by for cut in cuts))
    if not context.pay(order.faction, price, "purchase", CreateOrder.RULE, command.asset.id):
        # Helpers may have been lost, and those who saw them see that they are gone.
        return replace(
            refused_result("no-treasure"),
            known=_visibility_of_losses(before, context.state, helpers),
        )
    given_up = tuple(_sacrificed_helpers(before, helpers, at))
    for helper in given_up:
        context.apply(Lost(helper.id))
    bought = _new_asset(before, order.faction, command.asset.id, command.asset.name, made, at)
    context.apply(Added(bought))
    helped = (*((cut.asset, cut.by, cut.hurt) for cut in cuts), *_surcharges(before, order, at))
    empowered = ((helper.id, 0, helper.hp) for helper in given_up)
    details = Purchase(
        bought.id, bought.name, made.id, price, (*helped, *empowered), bool(bought.stealth)
    )
    gone = _visibility_of_losses(before, context.state, helpers)
    return ActionResult(details, visibility_of_piece(context.state, bought) | gone)


def _visibility_of_losses(before: State, after: State, helpers: Iterable[Asset]) -> Visibility:
    """Return who saw the helpers that are gone."""
    return visibility_of_pieces(
        (before,), (helper.id for helper in helpers if helper.id not in after.assets)
    )


def _able_helpers(state: State, order: Order, command: CreateOrder) -> Iterator[Asset]:
    """Yield the helpers that can help; those gone or used up are skipped without a message."""
    for id in dict.fromkeys(command.helped_by):
        asset = state.assets.get(id)
        if asset is None or asset.faction != order.faction or asset.mark("hobbled"):
            continue
        if state.usable(asset):
            yield asset


def _apply_discounts(
    context: ActionContext, helpers: Iterable[Asset], at: str
) -> Iterator[_Discount]:
    """Yield what helpers take off the price, each after the damage it costs (W-FX-CHEAPENS)."""
    for helper in helpers:
        if helper.id in context.state.used:
            continue
        for effect in context.state.type_of(helper).effects_of(effects.Cheapens):
            if effect.here and helper.at != at:
                continue
            context.use_asset(helper.id)
            context.apply(Used(helper.id))
            hurt = 0
            if effect.hurts is not None:
                rolled = context.roll_amount(f"hurt-{helper.id}", helper.faction, effect.hurts)
                hurt = hurt_user(context, helper, rolled, "W-FX-CHEAPENS")
            by = context.roll_amount(f"price-{helper.id}", helper.faction, effect.amount)
            yield _Discount(helper.id, by, hurt)
            break


def _sacrificed_helpers(state: State, helpers: Iterable[Asset], at: str) -> Iterator[Asset]:
    """Yield the helpers that are given up to raise Magic (W-FX-EMPOWERS)."""
    for helper in helpers:
        here = helper.at == at
        if here and any(
            effect.spends for effect in state.type_of(helper).effects_of(effects.Empowers)
        ):
            yield helper


def _surcharges(state: State, order: Order, at: str) -> Iterator[tuple[str, int, int]]:
    """Yield what rivals' assets add to the price; those the buyer can't see are not named."""
    for _, asset in sorted(state.assets.items()):
        if asset.at != at or asset.faction == order.faction or not state.working(asset):
            continue
        for effect in state.type_of(asset).effects_of(effects.Surcharges):
            seen = visibility_of_piece(state, asset)
            named = seen.public or order.faction in seen.factions
            yield (asset.id if named else "", -effect.amount, 0)


class _Market(Record):
    """What may be bought at a place: types with their prices, and the assets that can help.

    ``raised`` are types for which assets must be spent to raise magic.
    """

    types: tuple[tuple[str, int], ...]
    raised: tuple[tuple[str, int], ...]
    helpers: tuple[str, ...]
    spent: tuple[str, ...]


def create_choices(seen: KnownState) -> Iterator[order_form.ActionChoice]:
    """Yield purchases, grouping places with the same offers and prices (W-ACT-5)."""
    markets: defaultdict[_Market, list[str]] = defaultdict(list)
    for place in sorted({base.at for base in seen.board.own_bases(seen.id)}):
        markets[_market(seen, place)].append(place)
    for market, places in markets.items():
        where = order_form.SelectField(
            "at", tuple(order_form.FieldChoice(it, place_ref(it)) for it in places), needed=True
        )
        if market.types:
            helpers = (_helper_field(seen, market.helpers),) if market.helpers else ()
            yield _purchase("create", CreateOrder.RULE, seen, where, market.types, helpers)
        if market.raised:
            spent = (_helper_field(seen, market.spent, needed=True),)
            yield _purchase("empowers", effects.Empowers.rule, seen, where, market.raised, spent)


def _purchase(
    code: str,
    rule: str,
    seen: KnownState,
    where: order_form.SelectField,
    types: Iterable[tuple[str, int]],
    helpers: tuple[order_form.FormPart, ...],
) -> order_form.ActionChoice:
    choices = tuple(_type_choice(seen, id, price) for id, price in types)
    parts = (
        order_form.FixedField("id", "create"),
        order_form.TextField("asset", needed=True),
        order_form.SelectField("type", choices, needed=True),
        where,
        order_form.TextField("name"),
        *helpers,
    )
    return order_form.ActionChoice(code, rule, (order_form.FieldGroup("create", parts),))


def _type_choice(seen: KnownState, id: str, price: int) -> order_form.FieldChoice:
    """Return a type of asset with its price, and whether it would be in excess (W-TURN-3)."""
    board, made = seen.board, seen.board.house.catalogue.assets[id]
    same = sum(board.type_of(asset).attribute == made.attribute for asset in seen.obedient_assets())
    facts: dict[str, Fact] = {"attribute": made.attribute, "cost": price}
    upkeep = sum(effect.amount for effect in made.effects_of(effects.Upkeep))
    if upkeep:
        facts["upkeep"] = upkeep
    if same >= seen.own.rating(made.attribute):
        facts["too_many"] = True
    return order_form.FieldChoice(id, made.name, Facts(facts))


def _market(seen: KnownState, place: str) -> _Market:
    board = seen.board
    helpers = tuple(
        asset
        for asset in seen.usable_assets()
        if asset.mark("hobbled") is None and can_help(board, asset, place)
    )
    types: list[tuple[str, int]] = []
    raised: list[tuple[str, int]] = []
    for made in _types_for_sale(seen):
        asset = Asset("", made.name, seen.id, place, made.id, made.hp)
        if not any(create_refusals(board, asset, helpers)):
            alone = not helpers or not any(create_refusals(board, asset, ()))
            price = price_of(board, seen.id, made, place, ())
            (types if alone else raised).append((made.id, price))
    now = magic_rank_at(board, seen.id, place, ())
    # Without any of them magic would be no higher: all others can be omitted.
    spent = tuple(
        asset.id for asset in helpers if magic_rank_at(board, seen.id, place, (asset,)) > now
    )
    ids = tuple(asset.id for asset in helpers)
    return _Market(tuple(types), tuple(raised), ids, spent or ids)


def _types_for_sale(seen: KnownState) -> Iterator[AssetType]:
    """Yield the asset types that a faction knows: those that ship, then the campaign's.

    One of the campaign's own is known to those who can see an asset of it, and its place in the
    list tells nothing of others.
    """
    ships = {id: number for number, id in enumerate(shipped_catalogue().assets)}
    known = {*ships, *(asset.type for asset in seen.board.assets.values())}
    types = seen.board.house.catalogue.assets.values()
    for made in sorted(types, key=lambda it: (ships.get(it.id, len(ships)), it.name, it.id)):
        if made.id in known:
            yield made


def _helper_field(
    seen: KnownState, ids: Iterable[str], *, needed: bool = False
) -> order_form.MultiSelectField:
    """Return own assets that lower the price, each with its discount, or raise magic."""
    found = tuple(_helper_choice(seen, seen.board.assets[id]) for id in ids)
    return order_form.MultiSelectField("helped_by", found, needed=needed)


def _helper_choice(seen: KnownState, asset: Asset) -> order_form.FieldChoice:
    made = seen.board.type_of(asset)
    less = next((str(effect.amount) for effect in made.effects_of(effects.Cheapens)), "")
    return order_form.FieldChoice(
        asset.id, asset.name, Facts(less=less, given_up=not less), at_most=bool(less)
    )


CREATE: Final = Action(
    CreateOrder,
    parse_create,
    create,
    create_choices,
    facts={"create": _OWN_FACTS, "seen-create": _SEEN_FACTS},
    by_asset=False,
)
