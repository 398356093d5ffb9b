"""Choices for attacks, raids, thefts, ambushes and blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    UnitSelection,
    optional_multi_select,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.order_form.odds import merge_ranges, success_probability
from chronicle.rules.lieutenants.orders import AttackOrder, TakeOrder
from chronicle.rules.lieutenants.state import Asset, AttackStyle, PlaceState, Unit
from chronicle.rules.lieutenants.terms import Action, PropertyKind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
)

_STYLES: Final[tuple[tuple[Action, AttackStyle], ...]] = (
    ("aggressive-attack", "aggressive"),
    ("cautious-attack", "cautious"),
)
#: The most capital that an order can try to take.
MAX_CAPITAL_TAKEN: Final = 1000


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


def attack_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield attacks and strikes (L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK)."""
    for action, style in _STYLES:
        enemies = tuple(
            FieldChoice(
                it.id, faction_ref(it.id), likely=_attack_range(context, action, style, it.id)
            )
            for it in context.factions()
        )
        if enemies:
            yield context.case(action, *optional_select("against", enemies, needed=True))
    for action, style in _STYLES:
        yield from _strike_choices(context, action, style)


def _attack_range(
    context: LieutenantContext, action: Action, style: AttackStyle, enemy: str
) -> ProbabilityRange | None:
    """Return the range of chances over the locale's locations; None if figures at any are unknown.

    Where nobody is known to be, there is no check.
    """
    found = []
    for place in context.locations():
        if not context.seen.knows_figures_at(enemy, place.id):
            return None
        order = context.order(action, AttackOrder(style), at=place.id, against=enemy)
        found.append(context.likely(order))
    return merge_ranges(found)


def _strike_choices(
    context: LieutenantContext, action: Action, style: AttackStyle
) -> Iterator[ActionChoice]:
    """Yield strikes at one asset; all units need the competency sneak (L-AST-STRIKES-ONE)."""
    quiet = tuple(unit for unit in context.units() if "sneak" in unit.competencies)
    for unit in quiet:
        for enemy in context.factions() if unit.power("strikes-one") is not None else ():
            victims = [
                it
                for it in (*context.others("lieutenant"), *context.others("unit"))
                if it.faction == enemy.id and it.at in context.state.places
            ]
            if not victims:
                continue
            struck = (
                FieldChoice(
                    it.id,
                    it.name,
                    Facts(at=place_ref(it.at)),
                    _strike_range(context, action, style, it, unit),
                )
                for it in victims
            )
            yield context.case(
                action,
                FixedField("against", enemy.id),
                *optional_select("strike", struck, needed=True),
                FixedField("stealthy", "unidentified"),
                *optional_select(
                    "at", map(place_choice, _places_with(context, victims)), needed=True
                ),
                code=f"{style}-strike",
                facts=Facts(unit=unit.name, against=faction_ref(enemy.id)),
                company=UnitSelection((unit,), quiet),
            )


def _places_with(context: LieutenantContext, assets: list[Asset]) -> Iterator[PlaceState]:
    there = {asset.at for asset in assets}
    return (place for place in context.locations() if place.id in there)


def _strike_range(
    context: LieutenantContext, action: Action, style: AttackStyle, victim: Asset, unit: Unit
) -> ProbabilityRange | None:
    """Return the chances of an assassin with only the lieutenant."""
    if not context.seen.knows_figures_of(victim):
        return None
    order = context.order(
        action,
        AttackOrder(style, victim.id),
        at=context.state.at(victim),
        against=victim.faction,
        units=(unit.id,),
        stealth="unidentified",
    )
    items = tuple(item.id for item in context.items(action))
    ways = (order, replace(order, items=items))
    least, most = (success_probability(context.state, way, context.seen.turn) for way in ways)
    return ProbabilityRange(least, most)


# ── Raids and thefts ─────────────────────────────────────────────────────────────────────────────


def take_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield raids and thefts, each at a location, as targets move (L-ACT-RAID, L-ACT-STEAL)."""
    yield from _take_choices_of(context, "raid")
    yield from _take_choices_of(context, "steal")


def _take_choices_of(context: LieutenantContext, action: Action) -> Iterator[ActionChoice]:
    strange = tuple(it for it in context.locations() if it.owner != context.faction.id)
    if strange:
        yield context.case(
            action,
            FieldGroup("take", (IntegerField("capital", 1, MAX_CAPITAL_TAKEN, needed=True),)),
            *optional_select(
                "at", (_stash_choice(context, action, it.id) for it in strange), needed=True
            ),
            *_against_field(context),
            facts=Facts(kind="capital"),
        )
    for kind, wanted in context.targets(action, captives=True):
        if kind != "facility":
            yield from _take_choice(context, action, kind, wanted)
            continue
        for unit in context.units():
            if unit.power("damages-facilities") is not None:
                yield from _take_choice(context, action, kind, wanted, (unit,))


def _take_choice(
    context: LieutenantContext,
    action: Action,
    kind: PropertyKind,
    wanted: tuple[Asset, ...],
    led: tuple[Unit, ...] = (),
) -> Iterator[ActionChoice]:
    choices = (
        FieldChoice(it.id, it.name, _last_known_facts(it), _take_range(context, action, kind, it))
        for it in wanted
    )
    yield context.case(
        action,
        FieldGroup("take", optional_select(kind, choices, needed=True)),
        *optional_select("at", map(place_choice, context.locations()), needed=True),
        *_against_field(context),
        facts=Facts(kind=kind, led=led[0].name) if led else Facts(kind=kind),
        company=UnitSelection(led),
    )


def _against_field(context: LieutenantContext) -> Iterator[SelectField]:
    others = (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    yield from optional_select("against", others)


def _last_known_facts(asset: Asset) -> Facts:
    """Return an asset's faction, and where it was last seen."""
    return Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )


def _stash_choice(context: LieutenantContext, action: Action, place: str) -> FieldChoice:
    found = context.state.places[place]
    order = context.order(action, TakeOrder("capital", amount=1), at=place, against=found.owner)
    sure = bool(found.owner) and context.seen.knows_figures_at(found.owner, place)
    facts = Facts(stash=found.capital) if found.capital else Facts()
    return FieldChoice(place, place_ref(place), facts, context.likely(order) if sure else None)


def _take_range(
    context: LieutenantContext, action: Action, kind: PropertyKind, wanted: Asset
) -> ProbabilityRange | None:
    at = context.state.at(wanted)
    if not at or not wanted.faction or not context.seen.knows_figures_at(wanted.faction, at):
        return None
    command = TakeOrder(kind, wanted.id)
    return context.likely(context.order(action, command, at=at, against=wanted.faction))


# ── Stances ──────────────────────────────────────────────────────────────────────────────────────


def stance_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield ambushes and blocks, whose chances nobody knows (L-ACT-AMBUSH, L-ACT-BLOCK)."""
    others = tuple(FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
    if not others:
        return
    against = optional_multi_select("against", others, needed=True)
    yield context.case("ambush", *against)
    ways = (FieldChoice(it, place_ref(it)) for it in context.neighbours)
    yield context.case("block", *against, *optional_select("way", ways))
