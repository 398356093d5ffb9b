"""Choices for moves: of a lieutenant with units, or of units sent or fetched (L-ACT-MOVE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    NO_OTHER_UNITS,
    LieutenantContext,
    UnitSelection,
    nonzero_facts,
    optional_multi_select,
    optional_select,
    place_choice,
    unit_choice,
)
from chronicle.rules.lieutenants.state import Information, Item, PlaceState, Unit
from chronicle.rules.lieutenants.underground import connected_underground
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    SelectField,
)


def move_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield moves to one common location; several destinations must be written by hand."""
    twice = UnitSelection(most=2 * context.faction.cohesion)
    within = [it for it in context.locations() if it.id != context.here]
    beyond = [it for locale in context.neighbours for it in context.locations(locale)]
    yield from _go_choices(context, "move", beyond, UnitSelection())
    yield from _go_choices(context, "regroup", within, twice)
    for unit in context.units():
        yield from _send_choices(context, unit, [*beyond, *context.locations()])
    yield from _fetch_choices(context)
    for unit in context.units():
        if unit.power("moves-unseen") is not None:
            yield from _go_choices(context, "slip", [*within, *beyond], UnitSelection((unit,)))
    faction = context.faction.id
    below = [
        it
        for it in (*within, *beyond)
        if connected_underground(context.state, faction, context.here, it.id)
    ]
    beside = tuple(unit for unit in context.units() if unit.at == context.here)
    yield from _go_choices(context, "go-below", below, UnitSelection(units=beside))


def _go_choices(
    context: LieutenantContext, code: str, places: Iterable[PlaceState], company: UnitSelection
) -> Iterator[ActionChoice]:
    """Yield a move of the lieutenant with chosen units; some codes make it unnoticed."""
    unseen = (FixedField("stealthy", "unnoticed"),) if code in ("slip", "go-below") else ()
    if to := optional_select("to", map(place_choice, places), needed=True):
        parts = (*to, *unseen, *_travel_fields(context, context.locale))
        facts = nonzero_facts(unit="".join(unit.name for unit in company.led))
        yield context.case("move", *parts, code=code, facts=facts, company=company)


def _send_choices(
    context: LieutenantContext, unit: Unit, places: Iterable[PlaceState]
) -> Iterator[ActionChoice]:
    """Yield a move of one unit alone, while the lieutenant stays."""
    goals = tuple(place_choice(it) for it in places if it.id != unit.at)
    if goals:
        to = FieldGroup("to", (SelectField(unit.id, goals, needed=True, name=unit.name),))
        parts = (to, *_travel_fields(context, context.locale))
        facts = Facts(unit=unit.name)
        yield context.case(
            "move", *parts, code="send", facts=facts, company=UnitSelection((unit,), ())
        )


def _fetch_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield moves of units to the lieutenant, from his locale or a neighbouring one."""
    for locale in (context.locale, *context.neighbours):
        near = locale == context.locale
        units = [it for it in context.units(locale) if it.at != context.here]
        most = context.faction.cohesion * (2 if near else 1)
        if units:
            parts = (
                SelectField(
                    "to", (FieldChoice(context.here, place_ref(context.here)),), needed=True
                ),
                *optional_multi_select("units", map(unit_choice, units), needed=True, most=most),
                *_travel_fields(context, locale),
            )
            facts = Facts(place=place_ref(locale))
            yield context.case("move", *parts, code="fetch", facts=facts, company=NO_OTHER_UNITS)


def _travel_fields(context: LieutenantContext, locale: str) -> Iterator[FormPart]:
    """Yield the field for what is carried."""
    things = (
        FieldChoice(it.id, it.name)
        for it in context.seen.own
        if isinstance(it, Item | Information) and context.near(it, locale)
    )
    yield from optional_multi_select("carry", things)
