"""What is done by force or by stealth: attacks, raids, thefts, and lying in wait."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.lieutenants.order_form.actors import (
    Company,
    Doer,
    listed,
    pick,
    place_choice,
    words,
)
from chronicle.rules.lieutenants.order_form.odds import exactly, span
from chronicle.rules.lieutenants.orders import ToAttack, ToTake
from chronicle.rules.lieutenants.state import Asset, Place, Style, Unit
from chronicle.rules.lieutenants.terms import Action, Kind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    FixedField,
    IntegerField,
    ProbabilityRange,
    SelectField,
)

_STYLES: Final[tuple[tuple[Action, Style], ...]] = (
    ("aggressive-attack", "aggressive"),
    ("cautious-attack", "cautious"),
)
_THINGS: Final[tuple[Kind, ...]] = ("information", "item", "unit")
#: As much capital as an order can ask for.
MOST: Final = 1000


# ── Attacks ──────────────────────────────────────────────────────────────────────────────────────


def attacks(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-AGGRESSIVE-ATTACK, L-ACT-CAUTIOUS-ATTACK."""
    for action, style in _STYLES:
        enemies = tuple(
            FieldChoice(it.id, faction_ref(it.id), likely=_attacked(doer, action, style, it.id))
            for it in doer.factions()
        )
        if enemies:
            yield doer.case(action, *pick("against", enemies, needed=True))
    for action, style in _STYLES:
        yield from _strikes(doer, action, style)


def _attacked(doer: Doer, action: Action, style: Style, enemy: str) -> ProbabilityRange | None:
    """The chances wherever in the locale somebody of a faction was last seen."""
    found = []
    for place in doer.locations():
        sure = doer.seen.sure_at(enemy, place.id)
        order = doer.order(action, ToAttack(style), at=place.id, against=enemy)
        found.append(doer.likely(order) if sure else None)
    return span(found)


def _strikes(doer: Doer, action: Action, style: Style) -> Iterator[ActionChoice]:
    """Assassins who are set on one asset, with none but sneaks beside them (L-AST-STRIKES-ONE)."""
    quiet = tuple(unit for unit in doer.units() if "sneak" in unit.competencies)
    for unit in quiet:
        for enemy in doer.factions() if unit.power("strikes-one") is not None else ():
            victims = [
                it
                for it in (*doer.others("lieutenant"), *doer.others("unit"))
                if it.faction == enemy.id and it.at in doer.state.places
            ]
            if not victims:
                continue
            struck = (
                FieldChoice(
                    it.id,
                    it.name,
                    Facts(at=place_ref(it.at)),
                    _struck(doer, action, style, it, unit),
                )
                for it in victims
            )
            yield doer.case(
                action,
                FixedField("against", enemy.id),
                *pick("strike", struck, needed=True),
                FixedField("stealthy", "unidentified"),
                *pick("at", map(place_choice, _where(doer, victims)), needed=True),
                code=f"{style}-strike",
                facts=Facts(unit=unit.name, against=faction_ref(enemy.id)),
                company=Company((unit,), quiet),
            )


def _where(doer: Doer, assets: list[Asset]) -> Iterator[Place]:
    there = {asset.at for asset in assets}
    return (place for place in doer.locations() if place.id in there)


def _struck(
    doer: Doer, action: Action, style: Style, victim: Asset, unit: Unit
) -> ProbabilityRange | None:
    """The chances of an assassin with nobody else but the lieutenant."""
    if not doer.seen.sure_of(victim):
        return None
    order = doer.order(
        action,
        ToAttack(style, victim.id),
        at=doer.state.at(victim),
        against=victim.faction,
        units=(unit.id,),
        stealth="unidentified",
    )
    items = tuple(item.id for item in doer.items(action))
    ways = (order, replace(order, items=items))
    least, most = (exactly(doer.state, way, doer.turn) for way in ways)
    return ProbabilityRange(least, most)


# ── What is taken ────────────────────────────────────────────────────────────────────────────────


def takings(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-RAID, L-ACT-STEAL: where it is sought has to be said, as it may be elsewhere by now."""
    yield from _taken(doer, "raid", _THINGS)
    yield from _taken(doer, "steal", (*_THINGS, "lieutenant"))


def _taken(doer: Doer, action: Action, kinds: tuple[Kind, ...]) -> Iterator[ActionChoice]:
    strange = tuple(it for it in doer.locations() if it.owner != doer.faction.id)
    if strange:
        yield doer.case(
            action,
            FieldGroup("take", (IntegerField("capital", 1, MOST, needed=True),)),
            *pick("at", (_stash(doer, action, it.id) for it in strange), needed=True),
            *_against(doer),
            facts=Facts(kind="capital"),
        )
    for kind in kinds:
        wanted = (*doer.others(kind), *doer.captives(kind))
        yield from _taking(doer, action, kind, wanted)
    for unit in doer.units():
        if unit.power("damages-facilities") is not None:
            yield from _taking(doer, action, "facility", tuple(doer.others("facility")), (unit,))


def _taking(
    doer: Doer,
    action: Action,
    kind: Kind,
    wanted: tuple[Asset, ...],
    led: tuple[Unit, ...] = (),
) -> Iterator[ActionChoice]:
    if not wanted:
        return
    choices = (
        FieldChoice(it.id, it.name, _last(it), _robbed(doer, action, kind, it)) for it in wanted
    )
    yield doer.case(
        action,
        FieldGroup("take", pick(kind, choices, needed=True)),
        *pick("at", map(place_choice, doer.locations()), needed=True),
        *_against(doer),
        facts=Facts(kind=kind, led=led[0].name) if led else Facts(kind=kind),
        company=Company(led),
    )


def _against(doer: Doer) -> Iterator[SelectField]:
    others = (FieldChoice(it.id, faction_ref(it.id)) for it in doer.factions())
    yield from pick("against", others)


def _last(asset: Asset) -> Facts:
    """Whose something is, and where it was last seen."""
    return Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )


def _stash(doer: Doer, action: Action, place: str) -> FieldChoice:
    found = doer.state.places[place]
    order = doer.order(action, ToTake("capital", amount=1), at=place, against=found.owner)
    sure = bool(found.owner) and doer.seen.sure_at(found.owner, place)
    facts = Facts(stash=found.capital) if found.capital else Facts()
    return FieldChoice(place, place_ref(place), facts, doer.likely(order) if sure else None)


def _robbed(doer: Doer, action: Action, kind: Kind, wanted: Asset) -> ProbabilityRange | None:
    at = doer.state.at(wanted)
    if not at or not wanted.faction or not doer.seen.sure_at(wanted.faction, at):
        return None
    aim = ToTake(kind, wanted.id)
    return doer.likely(doer.order(action, aim, at=at, against=wanted.faction))


# ── Stances ──────────────────────────────────────────────────────────────────────────────────────


def stances(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-AMBUSH, L-ACT-BLOCK: what comes of it depends on who will come."""
    others = tuple(FieldChoice(it.id, faction_ref(it.id)) for it in doer.factions())
    if not others:
        return
    against = listed("against", others, needed=True)
    style = pick("attack", words("aggressive", "cautious"), now="cautious")
    yield doer.case("ambush", *against, *style)
    yield doer.case("block", *against)
