"""Buy assets and locations (L-ACT-PURCHASE)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from math import floor
from typing import Annotated, Final, NamedTuple, TypeAlias

from chronicle.diagnostics.catalogue import content, references
from chronicle.model.facts import Facts, place_ref
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.kit.projector import FIGURES, OWN, WITNESS, PlaceId
from chronicle.rules.lieutenants import terms
from chronicle.rules.lieutenants.action import Action
from chronicle.rules.lieutenants.action_context import ActionContext
from chronicle.rules.lieutenants.action_events import ActionResult, result_without_check
from chronicle.rules.lieutenants.catalogue import (
    NO_PRICE,
    Ability,
    Catalogue,
    FacilityType,
    Price,
    UnitType,
    Upgrade,
)
from chronicle.rules.lieutenants.changes import Added, Change, Hid, Paid, PlaceSet, Swayed
from chronicle.rules.lieutenants.check_sides import acting_side, fixed_side
from chronicle.rules.lieutenants.diagnostics import orders as problems
from chronicle.rules.lieutenants.diagnostics import setup
from chronicle.rules.lieutenants.dice_checks import Check, roll_opposed_check
from chronicle.rules.lieutenants.events import Details, Outcome, StealthResult
from chronicle.rules.lieutenants.form_context import (
    LieutenantContext,
    nonzero_facts,
    npc_fields,
    optional_multi_select,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.inputs import PurchaseInput
from chronicle.rules.lieutenants.orders import Command, Order
from chronicle.rules.lieutenants.refusals import (
    ActingLieutenant,
    Refusal,
    near_refusals,
    not_to_be_found,
    place_refusals,
)
from chronicle.rules.lieutenants.setup.asset_parser import parse_blueprint, parse_bonuses
from chronicle.rules.lieutenants.setup.consistency import check_holder, check_link, tunnel_ends
from chronicle.rules.lieutenants.setup.name_checks import check_npc
from chronicle.rules.lieutenants.state import (
    Asset,
    Facility,
    HiddenStatus,
    Information,
    Item,
    PlaceState,
    State,
    Unit,
    kind_of,
)
from chronicle.rules.lieutenants.stealth import resolve_stealth
from chronicle.rules.lieutenants.telling_facts import PriceOf
from chronicle.rules.lieutenants.terms import (
    AssetKind,
    PropertyKind,
    RollResult,
    rule_of,
)
from chronicle.rules.lieutenants.validation import common
from chronicle.rules.lieutenants.validation.order_context import OrderContext, ParsedAction
from chronicle.rules.lieutenants.witnesses import insider_factions
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    ProbabilityRange,
    TextField,
)


class PurchaseOrder(Command):
    """Buy something; ``asset`` is the new asset, None for a location (``subject`` is its id).

    ``level`` opposes the buyer; ``source`` is the NPC faction that is paid in influence.
    """

    kind: terms.AssetKind
    subject: str
    asset: Asset | None
    level: int
    source: str = ""

    @property
    def npc(self) -> str:
        return self.source


class TradeDetails(Details):
    """A purchase or a sale: what was traded, its asset level or price, and the amount paid."""

    kind: Annotated[terms.AssetKind, OWN, WITNESS]
    subject: str
    name: Annotated[str, OWN, WITNESS]
    price: Annotated[PriceOf, OWN, FIGURES]
    paid: Annotated[PriceOf, OWN]
    hidden: Annotated[bool, OWN] = False

    @property
    def place(self) -> Annotated[PlaceId, OWN, WITNESS]:
        return self.subject if self.kind == "location" else ""

    def locations(self, at: str) -> tuple[str, ...]:
        return (at, self.subject)


#: Allowed keys for each kind of purchase.
KEYS_BY_KIND: Final[Mapping[AssetKind, tuple[str, ...]]] = {
    "unit": ("type", "name", "at", "upgrades", "abilities", "from"),
    "item": ("name", "value", "level", "at", "holder", "bonuses"),
    "facility": ("type", "name", "at", "to"),
    "location": (),
}
_REQUIRED_KEYS: Final[Mapping[AssetKind, tuple[str, ...]]] = {
    "unit": ("type", "name"),
    "item": ("name",),
    "facility": ("type", "name"),
}


def parse_purchase(context: OrderContext) -> ParsedAction | None:
    """Parse a purchase on the open market, or from an NPC faction for influence with it."""
    buy = context.action_input.buy
    at = common.parse_place(context)
    if buy is None:
        return None
    named = [kind for kind in KEYS_BY_KIND if getattr(buy, kind) is not None]
    if len(named) != 1:
        report = context.report
        report.add(
            problems.NotExactlyOne(
                at=context.action_input.at("buy"), key="buy", kinds=tuple(KEYS_BY_KIND)
            )
        )
        return None
    errors = context.report.errors
    kind = named[0]
    for entry in buy.node.entries:
        key = entry.key.text
        if key != kind and key not in KEYS_BY_KIND[kind]:
            context.report.add(
                problems.UnusedKey(
                    at=entry.key.span,
                    key=key,
                    what=f"`purchase` of {'an' if kind == 'item' else 'a'} {kind}",
                    takes=KEYS_BY_KIND[kind],
                )
            )
    for key in _REQUIRED_KEYS.get(kind, ()):
        if not buy.has(key):
            context.report.add(content.MissingKey(at=buy.at(), key=key))
    command = (
        _parse_location(context, buy) if kind == "location" else _parse_new(context, buy, kind)
    )
    return (
        ParsedAction(command, at)
        if command is not None and context.report.errors == errors
        else None
    )


def _parse_location(context: OrderContext, buy: PurchaseInput) -> PurchaseOrder | None:
    name, at = buy.location or "", buy.at("location")
    place = common.find_location(context, name, at)
    if place is None or context.refused(location_refusals(context.actor, place), at):
        return None
    return PurchaseOrder("location", name, None, place.level)


def location_refusals(actor: ActingLieutenant, place: PlaceState) -> Iterator[Refusal]:
    """Yield why a location cannot be bought: it is too far, or has an owner, or no price."""
    if far := tuple(near_refusals(actor, place.id, place.id)):
        yield from far
    elif place.owner and not place.known(actor.faction):
        yield not_to_be_found(place.id, f"belongs to `{place.owner}` in secret")
    elif place.owner or not place.cost.amount:
        problem = problems.NotForSale(at=None, name=place.id, owner=place.owner)
        yield Refusal(problem, ("buy", "location"))


def _parse_new(context: OrderContext, buy: PurchaseInput, kind: AssetKind) -> PurchaseOrder | None:
    id = str(getattr(buy, kind))
    _check_id_free(context, buy, kind, id)
    _check_whereabouts(context, buy)
    match kind:
        case "unit":
            return _parse_unit(context, buy, id)
        case "item":
            return _parse_item(context, buy, id)
        case _:
            return _parse_facility(context, buy, id)


def _check_id_free(context: OrderContext, buy: PurchaseInput, kind: AssetKind, id: str) -> None:
    at = buy.at(kind)
    taken = context.board.assets.get(id)
    if taken is not None or id in context.board.places:
        what = "a place" if taken is None else f"{'an' if kind_of(taken) == 'item' else 'a'} "
        what = what if taken is None else what + kind_of(taken)
        context.report.add(setup.IdTaken(at=at, what=what, name=id))
        return
    mark, first = context.reservations.bought.setdefault(id, (context.mark, at))
    if mark != context.mark:
        context.report.add(references.DuplicateId(at=at, what="a purchase", name=id, first=first))


def _check_whereabouts(context: OrderContext, buy: PurchaseInput) -> None:
    """Check that the purchase goes to an open location in the lieutenant's locale (L-MOVE)."""
    if buy.where is None:
        return
    at = buy.at("at")
    place = common.find_location(context, buy.where, at)
    if place is not None:
        # The buyer puts it there: a double agent may in its host's locations, too.
        context.refused(place_refusals(context.actor, place, context.lieutenant), at)


def _parse_unit(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder | None:
    catalogue = context.board.house.catalogue
    make = (
        parse_blueprint(buy.type, buy, catalogue, context.report) if buy.type is not None else None
    )
    source = buy.source or ""
    if source:
        factions = context.board.factions
        npcs = [faction.id for faction in factions.values() if faction.npc]
        check_npc(source, context.faction, npcs, factions, buy.at("from"), context.report)
    if make is None:
        return None
    in_influence = make.type.cost.currency == "influence" and make.type.cost.amount > 0
    if in_influence != bool(source):
        at = buy.at("type") if in_influence else buy.key_at("from")
        context.report.add(problems.PaidInInfluence(at=at, type=make.type.id, needed=in_influence))
    unit = make.unit(id, buy.name or "", context.faction, buy.where or context.here)
    return PurchaseOrder("unit", id, unit, make.level, source)


def _parse_item(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder:
    """Return the purchase of an item, for the lieutenant, against its value or ``level``."""
    if buy.where is not None and buy.holder is not None:
        at = buy.key_at("holder")
        context.report.add(setup.NotOneOf(at=at, keys=("at", "holder"), both=True))
    value = buy.value or 0
    holder = buy.holder or ("" if buy.where is not None else context.order.lieutenant)
    item = Item(
        id=id,
        name=buy.name or "",
        faction=context.faction,
        at=buy.where or "",
        holder=holder,
        value=value,
        bonuses=parse_bonuses(buy.bonuses),
    )
    if buy.holder is not None:
        errors = context.report.errors
        check_holder(item, buy, context.board.assets, context.report)
        if context.report.errors == errors:
            where = context.board.assets[buy.holder].at
            refusals = near_refusals(context.actor, buy.holder, where)
            context.refused(refusals, buy.at("holder"))
    return PurchaseOrder("item", id, item, value if buy.level is None else buy.level)


def _parse_facility(context: OrderContext, buy: PurchaseInput, id: str) -> PurchaseOrder | None:
    types = context.board.house.catalogue.facilities
    if buy.type is None or not check_known(
        "facility type", buy.type, types, buy.at("type"), context.report
    ):
        return None
    errors = context.report.errors
    if buy.to is not None:
        common.find_location(context, buy.to, buy.at("to"))
    made = types[buy.type]
    facility = Facility(
        id=id,
        name=buy.name or "",
        faction=context.faction,
        at=buy.where or context.here,
        type=made.id,
        level=made.level,
        cost=made.cost,
        upkeep=made.upkeep,
        income=made.income,
        link=made.link,
        to=buy.to or "",
    )
    if context.report.errors == errors and facility.at in context.board.places:
        check_link(facility, buy, context.board.assets, context.board.places, context.report)
    return PurchaseOrder("facility", id, facility, made.level)


#: The part of the price that each result costs the buyer, rounded down (L-ACT-PURCHASE); after a
#: failure only if the order says to pay it.
PURCHASE_PRICE_FACTORS: Final[Mapping[RollResult, Fraction]] = {
    "complete-failure": Fraction(1, 2),
    "failure": Fraction(2),
    "success": Fraction(1),
    "complete-success": Fraction(3, 4),
}


def purchase(context: ActionContext, command: PurchaseOrder) -> ActionResult:
    """Buy something at a price decided by the check (L-ACT-PURCHASE)."""
    price = _purchase_price(context.state, command)
    if price is None:
        details = TradeDetails(
            command.kind, command.subject, _name_of(command.asset), NO_PRICE, NO_PRICE
        )
        return result_without_check(context, details, "not-there")
    check = roll_opposed_check(
        context, "charm", acting_side(context, "charm"), fixed_side(command.level)
    )
    stealth, rolls = resolve_stealth(context, check.result)
    outcome, paid = _settle_price(context, command, check, price)
    changes = _payment_changes(context, command, paid, lost=outcome != "done")
    if outcome == "done":
        changes = (*changes, *_purchase_changes(context, command, stealth))
    hidden = any(
        change.place.secret if isinstance(change, PlaceSet) else change.asset.hiding is not None
        for change in changes
        if isinstance(change, PlaceSet | Added)
    )
    name = _name_of(command.asset)
    details = TradeDetails(command.kind, command.subject, name, price, paid, hidden)
    return ActionResult(details, outcome, check, stealth, changes, rolls)


def _purchase_price(state: State, command: PurchaseOrder) -> Price | None:
    """Return the price of a thing; None for a location that has an owner by now."""
    if command.asset is not None:
        return price_of(command.asset)
    place = state.places[command.subject]
    return None if place.owner else place.cost


def price_of(asset: Asset) -> Price:
    """Return the price of an asset: its cost, its value, or the obscurity of information."""
    match asset:
        case Item(value=value):
            return Price(value, "capital")
        case Information(obscurity=obscurity):
            return Price(obscurity, "capital")
        case _:
            return asset.cost


def _name_of(asset: Asset | None) -> str:
    return asset.name if asset is not None else ""


def _settle_price(
    context: ActionContext, command: PurchaseOrder, check: Check, price: Price
) -> tuple[Outcome, Price]:
    """Return whether the purchase succeeds, and what it costs the buyer."""
    shown = check.result
    asked = Price(floor(price.amount * PURCHASE_PRICE_FACTORS[shown]), price.currency)
    purse = _available_funds(context, command, asked, check)
    if shown == "complete-failure":
        # A deposit is lost, as far as the buyer has money for it.
        return "failed", replace(asked, amount=min(asked.amount, purse))
    if shown == "failure" and context.order.pay != "double":
        return "failed", replace(asked, amount=0)
    if asked.amount > purse:
        return "unpaid", replace(asked, amount=0)
    return "done", asked


def _available_funds(
    context: ActionContext, command: PurchaseOrder, asked: Price, check: Check
) -> int:
    """Return what the buyer can spend, after what was spent on the check."""
    faction = context.after(check.spent).factions[context.faction]
    if asked.currency == "influence":
        return faction.influence.get(command.source, 0)
    return faction.capital


def _payment_changes(
    context: ActionContext, command: PurchaseOrder, paid: Price, *, lost: bool
) -> tuple[Change, ...]:
    if not paid.amount:
        return ()
    rule, reason = rule_of("purchase"), "half-lost" if lost else "bought"
    if paid.currency == "influence":
        return (Swayed(context.faction, command.source, -paid.amount, reason, rule),)
    return (Paid(context.faction, -paid.amount, reason, rule, command.subject),)


def _purchase_changes(
    context: ActionContext, command: PurchaseOrder, stealth: StealthResult
) -> Iterator[Change]:
    """Yield the changes of a purchase; unnoticed, the thing is hidden or the location secret."""
    if command.asset is None:
        yield PlaceSet(_place_with_owner(context, context.state.places[command.subject], stealth))
        return
    yield Added(command.asset, rule_of("purchase"))
    place = context.state.places.get(context.state.at(command.asset))
    in_secret = place is not None and place.secret
    if stealth.held and isinstance(command.asset, Unit | Item) and not in_secret:
        # The buyer hides it as well as a success of Conceal does.
        level = max(0, context.lieutenant.statistics.sneak)
        yield Hid(command.asset.id, HiddenStatus(level))


def _place_with_owner(
    context: ActionContext, place: PlaceState, stealth: StealthResult
) -> PlaceState:
    """Return a location with its new owner; those who knew a secret one still do."""
    known = (place.known_to if place.secret else frozenset()) | insider_factions(context)
    secret = place.secret or stealth.held
    return replace(
        place, owner=context.faction, secret=secret, known_to=known if secret else place.known_to
    )


#: The highest value of an item.
MAX_ITEM_VALUE: Final = 1000
#: A function from a level to the chances of buying something of it, before upgrades.
_RangeByLevel: TypeAlias = Callable[[int], ProbabilityRange | None]


class _UnitTypeGroup(NamedTuple):
    """The options shared by unit types in one choice: payment, abilities and upgrades."""

    by_influence: bool
    abilities: int
    art: str
    upgrades: tuple[str, ...]


def purchase_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield purchases of new units, items and facilities, and of locations without an owner."""
    market = cache(lambda level: _purchase_range(context, level))
    new = (*_unit_purchases(context, market), *_facility_purchases(context, market))
    for buy in (*new, *_location_purchases(context), _item_purchase(context)):
        yield context.case("purchase", *buy.parts, facts=buy.facts)


def _purchase_range(
    context: LieutenantContext, level: int, source: str = "", influence: int = 0
) -> ProbabilityRange | None:
    """Return the chances of buying something of a level; they are the same for all kinds.

    ``source`` is the NPC faction that it is bought from, with whom ``influence`` can be spent.
    """
    thing = Facility(context.new_id, "", context.faction.id, context.here, "", level)
    order = context.order("purchase", PurchaseOrder("facility", thing.id, thing, level, source))
    return context.likely(order, influence=influence)


class _PurchaseFields(NamedTuple):
    """The fields of a purchase: the key `buy` and the fields next to it."""

    parts: tuple[FormPart, ...]
    facts: Facts


def _new_asset_group(context: LieutenantContext, kind: AssetKind, *parts: FormPart) -> FieldGroup:
    """Return the fields of a new asset: its id, and the name that the player enters."""
    return FieldGroup(
        "buy", (FixedField(kind, context.new_id), TextField("name", needed=True), *parts)
    )


def _where_fields(context: LieutenantContext) -> tuple[FormPart, ...]:
    """Return the field for its location, by default the lieutenant's (L-MOVE)."""
    return context.elsewhere("at", [context.lieutenant], now=context.here)


def _unit_purchases(context: LieutenantContext, market: _RangeByLevel) -> Iterator[_PurchaseFields]:
    catalogue = context.state.house.catalogue
    sorts: dict[_UnitTypeGroup, list[UnitType]] = defaultdict(list)
    for made in catalogue.units.values():
        sorts[_unit_type_group_of(made, catalogue)].append(made)
    for sort, types in sorts.items():
        upgrades = (_upgrade_choice(catalogue.upgrades[id]) for id in sort.upgrades)
        arts = (it for it in catalogue.abilities.values() if it.kind == sort.art)
        rest = (
            *_where_fields(context),
            *optional_multi_select("upgrades", upgrades),
            *(optional_multi_select("abilities", map(_ability_choice, arts), most=sort.abilities)),
        )
        facts = _unit_facts(sort, types, sorts)
        if not sort.by_influence:
            kinds = optional_select("type", (_unit_choice(market, it) for it in types), needed=True)
            yield _PurchaseFields((_new_asset_group(context, "unit", *kinds, *rest),), facts)
            continue
        for way in npc_fields(context, "from", context.factions(npc=True)):
            source = way.patron.value if isinstance(way.patron, FixedField) else ""
            points = max((field.most for field in way.influence), default=0)
            priced = partial(_purchase_range, context, source=str(source), influence=points)
            kinds = optional_select("type", (_unit_choice(priced, it) for it in types), needed=True)
            buy = _new_asset_group(context, "unit", *kinds, *rest, way.patron)
            yield _PurchaseFields((buy, *way.influence), Facts({**facts, **way.facts}))


def _unit_facts(
    sort: _UnitTypeGroup, types: Iterable[UnitType], sorts: Collection[_UnitTypeGroup]
) -> Facts:
    """Return what tells a choice apart: payment and abilities, else also the types."""
    paid = "influence" if sort.by_influence else "capital"
    alike = [it for it in sorts if it[:2] == sort[:2]]
    names = tuple(it.name for it in types) if len(alike) > 1 else ()
    return nonzero_facts(kind="unit", abilities=sort.abilities, paid=paid, types=names)


def _unit_type_group_of(made: UnitType, catalogue: Catalogue) -> _UnitTypeGroup:
    fitting = (it.id for it in catalogue.upgrades.values() if it.only_level in (None, made.level))
    art = ("divine" if "divine" in made.kinds else "arcana") if made.abilities else ""
    paid = made.cost.currency == "influence" and made.cost.amount > 0
    return _UnitTypeGroup(paid, made.abilities, art, tuple(fitting))


def _unit_choice(market: _RangeByLevel, made: UnitType) -> FieldChoice:
    facts = nonzero_facts(
        cost=made.cost, upkeep=made.upkeep, level=made.level, competencies=made.competencies
    )
    # What it can have beside is paid in influence, too.
    factor = 0 if made.cost.currency == "influence" else 1
    return FieldChoice(made.id, made.name, facts, market(made.level), factor)


def _upgrade_choice(upgrade: Upgrade) -> FieldChoice:
    facts = nonzero_facts(cost=upgrade.cost, upkeep=upgrade.upkeep, levels=upgrade.levels)
    return FieldChoice(upgrade.id, upgrade.name, facts)


def _ability_choice(ability: Ability) -> FieldChoice:
    return FieldChoice(ability.id, ability.name, nonzero_facts(cost=ability.cost))


def _facility_purchases(
    context: LieutenantContext, market: _RangeByLevel
) -> Iterator[_PurchaseFields]:
    """Yield workshops anywhere, tunnels in the locale, and roads between own tunnels."""
    types = context.state.house.catalogue.facilities.values()
    places = context.open_to([context.lieutenant])
    shops = [it for it in types if not it.link]
    yield from _built_purchases(context, market, shops, (_where_fields(context),))
    ends = tunnel_ends(context.faction.id, context.state.assets)
    here = [it for it in places if it.id in ends]
    away = [it for it in context.seen.locations() if it.id in ends and it.within != context.locale]
    yield from _built_purchases(
        context, market, [it for it in types if it.link == "road"], _link_end_fields(here, away)
    )
    for start in places:
        others = [it for it in context.locations() if it != start]
        tunnels = [it for it in types if it.link == "tunnel"]
        yield from _built_purchases(context, market, tunnels, _link_end_fields([start], others))


def _link_end_fields(
    starts: Iterable[PlaceState], ends: list[PlaceState]
) -> Iterator[tuple[FormPart, ...]]:
    for start in starts:
        if ends:
            yield (
                FixedField("at", start.id),
                *optional_select("to", map(place_choice, ends), needed=True),
            )


def _built_purchases(
    context: LieutenantContext,
    market: _RangeByLevel,
    types: list[FacilityType],
    spots: Iterable[tuple[FormPart, ...]],
) -> Iterator[_PurchaseFields]:
    for spot in spots if types else ():
        choices = (_facility_choice(market, it) for it in types)
        built = _new_asset_group(
            context, "facility", *optional_select("type", choices, needed=True), *spot
        )
        at = next((place_ref(str(it.value)) for it in spot if isinstance(it, FixedField)), None)
        yield _PurchaseFields(
            (built,), Facts(kind="facility", start=at) if at else Facts(kind="facility")
        )


def _facility_choice(market: _RangeByLevel, made: FacilityType) -> FieldChoice:
    facts = nonzero_facts(cost=made.cost, upkeep=made.upkeep, level=made.level, income=made.income)
    return FieldChoice(made.id, made.name, facts, market(made.level))


def _location_purchases(context: LieutenantContext) -> Iterator[_PurchaseFields]:
    """Yield locations without a known owner; no chances, as only an owner knows the level."""
    actor = context.actor
    places = [it for it in context.locations() if not any(location_refusals(actor, it))]
    if places:
        choices = (
            FieldChoice(it.id, place_ref(it.id), nonzero_facts(cost=it.cost)) for it in places
        )
        facts = Facts(kind="location")
        yield _PurchaseFields(
            (FieldGroup("buy", optional_select("location", choices, needed=True)),), facts
        )


def _item_purchase(context: LieutenantContext) -> _PurchaseFields:
    """Return the purchase of an item, whose value the player enters."""
    hands = (FieldChoice(it.id, it.name) for kind in _HOLDER_KINDS for it in context.own(kind))
    where = tuple(
        ActionChoice(part.key, "L-ENT", (part,))
        for part in (
            *optional_select("holder", hands, needed=True),
            *optional_select(
                "at", map(place_choice, context.open_to([context.lieutenant])), needed=True
            ),
        )
    )
    value = IntegerField("value", 1, MAX_ITEM_VALUE, needed=True, price=1)
    item = _new_asset_group(context, "item", value, ActionField("kept", where))
    return _PurchaseFields((item,), Facts(kind="item"))


_HOLDER_KINDS: Final[tuple[PropertyKind, ...]] = ("lieutenant", "unit")


def purchase_gains(state: State, order: Order, command: PurchaseOrder) -> Iterator[Change]:
    """Yield the new asset or location."""
    if command.asset is None:
        yield PlaceSet(replace(state.places[command.subject], owner=order.faction))
    else:
        yield Added(command.asset, "L-TURN-4")


PURCHASE: Final = Action(
    name="purchase",
    details=TradeDetails,
    keys=("buy", "at", "pay", "end_at"),
    required=("buy",),
    pay=("none", "double"),
    skill="charm",
    stealth=("unnoticed",),
    noticed_by="public",
    witness_code="seen-trade",
    parse=parse_purchase,
    resolve=purchase,
    choices=purchase_choices,
    gains=purchase_gains,
)
