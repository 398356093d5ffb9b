"""Choices for purchases, with their prices (L-ACT-PURCHASE)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.lieutenants.catalogue import (
    Ability,
    Catalogue,
    FacilityType,
    UnitType,
    Upgrade,
)
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    nonzero_facts,
    optional_multi_select,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.order_form.npc_fields import npc_fields
from chronicle.rules.lieutenants.orders import PurchaseOrder
from chronicle.rules.lieutenants.setup.consistency import tunnel_ends
from chronicle.rules.lieutenants.state import Facility, PlaceState
from chronicle.rules.lieutenants.terms import AssetKind, PropertyKind
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


# ── Units ────────────────────────────────────────────────────────────────────────────────────────


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
    return FieldChoice(made.id, made.name, facts, market(made.level))


def _upgrade_choice(upgrade: Upgrade) -> FieldChoice:
    facts = nonzero_facts(cost=upgrade.cost, upkeep=upgrade.upkeep, levels=upgrade.levels)
    return FieldChoice(upgrade.id, upgrade.name, facts)


def _ability_choice(ability: Ability) -> FieldChoice:
    return FieldChoice(ability.id, ability.name, nonzero_facts(cost=ability.cost))


# ── Facilities ───────────────────────────────────────────────────────────────────────────────────


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


# ── Locations and items ──────────────────────────────────────────────────────────────────────────


def _location_purchases(context: LieutenantContext) -> Iterator[_PurchaseFields]:
    """Yield locations without a known owner; no chances, as only an owner knows the level."""
    places = [it for it in context.locations() if not it.owner and it.cost.amount]
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
    value = IntegerField("value", 1, MAX_ITEM_VALUE, needed=True)
    item = _new_asset_group(context, "item", value, ActionField("kept", where))
    return _PurchaseFields((item,), Facts(kind="item"))


_HOLDER_KINDS: Final[tuple[PropertyKind, ...]] = ("lieutenant", "unit")
