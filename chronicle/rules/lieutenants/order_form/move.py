"""Who may go where, and whom he may send or fetch (L-ACT-MOVE)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.lieutenants.order_form.actors import (
    NOBODY_ELSE,
    Company,
    Doer,
    figures,
    listed,
    pick,
    place_choice,
    unit_choice,
    words,
)
from chronicle.rules.lieutenants.state import Information, Item, Place, Unit
from chronicle.rules.lieutenants.underground import underground
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    SelectField,
)


def moves(doer: Doer) -> Iterator[ActionChoice]:
    """All go to one location; each to its own is for those who write it by hand."""
    twice = Company(most=2 * doer.faction.cohesion)
    within = [it for it in doer.locations() if it.id != doer.here]
    beyond = [it for locale in _beside(doer) for it in doer.locations(locale)]
    yield from _going(doer, "move", beyond, Company())
    yield from _going(doer, "regroup", within, twice)
    for unit in doer.units():
        yield from _sent(doer, unit, [*beyond, *doer.locations()])
    yield from _fetched(doer)
    for unit in doer.units():
        if unit.power("moves-unseen") is not None:
            yield from _going(doer, "slip", [*within, *beyond], Company((unit,)))
    faction = doer.faction.id
    below = [it for it in (*within, *beyond) if underground(doer.state, faction, doer.here, it.id)]
    beside = tuple(unit for unit in doer.units() if unit.at == doer.here)
    yield from _going(doer, "go-below", below, Company(units=beside))


def _beside(doer: Doer) -> tuple[str, ...]:
    return doer.state.places[doer.locale].neighbours


def _going(
    doer: Doer, code: str, places: Iterable[Place], company: Company
) -> Iterator[ActionChoice]:
    """The lieutenant goes himself, with those whom he takes along; unseen, where that is how."""
    unseen = (FixedField("stealthy", "unnoticed"),) if code in ("slip", "go-below") else ()
    if to := pick("to", map(place_choice, places), needed=True):
        parts = (*to, *unseen, *_on_the_way(doer, doer.locale))
        facts = figures(unit="".join(unit.name for unit in company.led))
        yield doer.case("move", *parts, code=code, facts=facts, company=company)


def _sent(doer: Doer, unit: Unit, places: Iterable[Place]) -> Iterator[ActionChoice]:
    """A unit goes alone, and the lieutenant stays where he is."""
    goals = tuple(place_choice(it) for it in places if it.id != unit.at)
    if goals:
        to = FieldGroup("to", (SelectField(unit.id, goals, needed=True, name=unit.name),))
        parts = (to, *_on_the_way(doer, doer.locale))
        facts = Facts(unit=unit.name)
        yield doer.case("move", *parts, code="send", facts=facts, company=Company((unit,), ()))


def _fetched(doer: Doer) -> Iterator[ActionChoice]:
    """Units come to where the lieutenant is, from elsewhere in his locale or from one beside it."""
    for locale in (doer.locale, *_beside(doer)):
        near = locale == doer.locale
        units = [it for it in doer.units(locale) if it.at != doer.here]
        most = doer.faction.cohesion * (2 if near else 1)
        if units:
            parts = (
                SelectField("to", (FieldChoice(doer.here, place_ref(doer.here)),), needed=True),
                *listed("units", map(unit_choice, units), needed=True, most=most),
                *_on_the_way(doer, locale),
            )
            facts = Facts(place=place_ref(locale))
            yield doer.case("move", *parts, code="fetch", facts=facts, company=NOBODY_ELSE)


def _on_the_way(doer: Doer, locale: str) -> Iterator[FormPart]:
    """What is taken along, and what to do if somebody lies in wait."""
    things = (
        FieldChoice(it.id, it.name)
        for it in doer.seen.own
        if isinstance(it, Item | Information) and doer.near(it, locale)
    )
    yield from listed("carry", things)
    for key in ("if_ambushed", "if_blocked"):
        yield from pick(key, words("none", "aggressive", "cautious"), now="none")
