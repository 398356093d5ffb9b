"""What can be bought, and at what price (L-ACT-PURCHASE)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.lieutenants.catalogue import (
    Ability,
    Catalogue,
    FacilityType,
    UnitType,
    Upgrade,
)
from chronicle.rules.lieutenants.order_form.actors import (
    Doer,
    figures,
    listed,
    pick,
    place_choice,
    words,
)
from chronicle.rules.lieutenants.order_form.patrons import patrons
from chronicle.rules.lieutenants.orders import ToBuy
from chronicle.rules.lieutenants.setup.consistency import tunnelled
from chronicle.rules.lieutenants.state import Facility, Place
from chronicle.rules.lieutenants.terms import Kind
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

#: The dearest that an item can be.
DEAREST: Final = 1000


#: The chances of buying something of a level, before upgrades.
_Market: TypeAlias = Callable[[int], ProbabilityRange | None]


class _Sort(NamedTuple):
    """What types of unit have in common for whoever buys them: what can be added, who is paid."""

    by_influence: bool
    abilities: int
    art: str
    upgrades: tuple[str, ...]


def buying(doer: Doer) -> Iterator[ActionChoice]:
    """Units, items and facilities that are new, and locations that nobody owns."""
    pay = pick("pay", words("double", "none"), now="none")
    market = cache(lambda level: _bought(doer, level))
    new = (*_units(doer, market), *_facilities(doer, market))
    for buy in (*new, *_locations(doer), _item(doer)):
        yield doer.case("purchase", *buy.parts, *pay, facts=buy.facts)


def _bought(doer: Doer, level: int) -> ProbabilityRange | None:
    """The chances of a purchase against an asset level, whatever it is that has it."""
    thing = Facility(doer.fresh, "", doer.faction.id, doer.here, "", level)
    return doer.likely(doer.order("purchase", ToBuy("facility", thing.id, thing, level)))


class _Buy(NamedTuple):
    """What is to be bought: the key `buy`, and what belongs beside it."""

    parts: tuple[FormPart, ...]
    facts: Facts


def _named(doer: Doer, kind: Kind, *parts: FormPart) -> FieldGroup:
    """Something new under its id and the name that the player gives it."""
    return FieldGroup("buy", (FixedField(kind, doer.fresh), TextField("name", needed=True), *parts))


def _kept(doer: Doer) -> tuple[FormPart, ...]:
    """Where it will be, if not with the lieutenant (L-MOVE)."""
    return doer.elsewhere("at", [doer.lieutenant], now=doer.here)


# ── Units ────────────────────────────────────────────────────────────────────────────────────────


def _units(doer: Doer, market: _Market) -> Iterator[_Buy]:
    catalogue = doer.state.house.catalogue
    sorts: dict[_Sort, list[UnitType]] = defaultdict(list)
    for made in catalogue.units.values():
        sorts[_sort(made, catalogue)].append(made)
    for sort, types in sorts.items():
        upgrades = (_upgrade_choice(catalogue.upgrades[id]) for id in sort.upgrades)
        arts = (it for it in catalogue.abilities.values() if it.kind == sort.art)
        parts = (
            *pick("type", (_unit_choice(market, it) for it in types), needed=True),
            *_kept(doer),
            *listed("upgrades", upgrades),
            *(listed("abilities", map(_ability_choice, arts), most=sort.abilities)),
        )
        facts = Facts(kind="unit", abilities=sort.abilities) if sort.art else Facts(kind="unit")
        if not sort.by_influence:
            yield _Buy((_named(doer, "unit", *parts),), facts)
            continue
        for way in patrons(doer, "from", doer.factions(npc=True)):
            buy = _named(doer, "unit", *parts, way.patron)
            yield _Buy((buy, *way.influence), Facts({**facts, **way.facts}))


def _sort(made: UnitType, catalogue: Catalogue) -> _Sort:
    fitting = (it.id for it in catalogue.upgrades.values() if it.only_level in (None, made.level))
    art = ("divine" if "divine" in made.kinds else "arcana") if made.abilities else ""
    paid = made.cost.currency == "influence" and made.cost.amount > 0
    return _Sort(paid, made.abilities, art, tuple(fitting))


def _unit_choice(market: _Market, made: UnitType) -> FieldChoice:
    facts = figures(
        cost=made.cost, upkeep=made.upkeep, level=made.level, competencies=made.competencies
    )
    return FieldChoice(made.id, made.name, facts, market(made.level))


def _upgrade_choice(upgrade: Upgrade) -> FieldChoice:
    facts = figures(cost=upgrade.cost, upkeep=upgrade.upkeep, levels=upgrade.levels)
    return FieldChoice(upgrade.id, upgrade.name, facts)


def _ability_choice(ability: Ability) -> FieldChoice:
    return FieldChoice(ability.id, ability.name, figures(cost=ability.cost))


# ── Facilities ───────────────────────────────────────────────────────────────────────────────────


def _facilities(doer: Doer, market: _Market) -> Iterator[_Buy]:
    """Workshops anywhere; tunnels within the locale, roads between ends of one's own tunnels."""
    types = doer.state.house.catalogue.facilities.values()
    places = doer.open_to([doer.lieutenant])
    shops = [it for it in types if not it.link]
    yield from _built(doer, market, shops, (_kept(doer),))
    ends = tunnelled(doer.faction.id, doer.state.assets)
    here = [it for it in places if it.id in ends]
    away = [it for it in doer.seen.locations() if it.id in ends and it.within != doer.locale]
    yield from _built(doer, market, [it for it in types if it.link == "road"], _ways(here, away))
    for start in places:
        others = [it for it in doer.locations() if it != start]
        tunnels = [it for it in types if it.link == "tunnel"]
        yield from _built(doer, market, tunnels, _ways([start], others))


def _ways(starts: Iterable[Place], ends: list[Place]) -> Iterator[tuple[FormPart, ...]]:
    for start in starts:
        if ends:
            yield (
                FixedField("at", start.id),
                *pick("to", map(place_choice, ends), needed=True),
            )


def _built(
    doer: Doer, market: _Market, types: list[FacilityType], spots: Iterable[tuple[FormPart, ...]]
) -> Iterator[_Buy]:
    for spot in spots if types else ():
        choices = (_facility_choice(market, it) for it in types)
        built = _named(doer, "facility", *pick("type", choices, needed=True), *spot)
        at = next((place_ref(str(it.value)) for it in spot if isinstance(it, FixedField)), None)
        yield _Buy((built,), Facts(kind="facility", start=at) if at else Facts(kind="facility"))


def _facility_choice(market: _Market, made: FacilityType) -> FieldChoice:
    facts = figures(cost=made.cost, upkeep=made.upkeep, level=made.level, income=made.income)
    return FieldChoice(made.id, made.name, facts, market(made.level))


# ── Locations and items ──────────────────────────────────────────────────────────────────────────


def _locations(doer: Doer) -> Iterator[_Buy]:
    """Those that nobody is known to own; how hard they are to come by only an owner knows."""
    places = [it for it in doer.locations() if not it.owner and it.cost.amount]
    if places:
        choices = (FieldChoice(it.id, place_ref(it.id), figures(cost=it.cost)) for it in places)
        facts = Facts(kind="location")
        yield _Buy((FieldGroup("buy", pick("location", choices, needed=True)),), facts)


def _item(doer: Doer) -> _Buy:
    """An item at the price that the market asks."""
    hands = (FieldChoice(it.id, it.name) for kind in _HANDS for it in doer.own(kind))
    where = tuple(
        ActionChoice(part.key, "L-ENT", (part,))
        for part in (
            *pick("holder", hands, needed=True),
            *pick("at", map(place_choice, doer.open_to([doer.lieutenant])), needed=True),
        )
    )
    value = IntegerField("value", 1, DEAREST, needed=True)
    item = _named(doer, "item", value, ActionField("kept", where))
    return _Buy((item,), Facts(kind="item"))


_HANDS: Final[tuple[Kind, ...]] = ("lieutenant", "unit")
