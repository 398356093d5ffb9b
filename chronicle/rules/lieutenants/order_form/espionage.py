"""What is hidden, watched, asked after, won over and sold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.rules.lieutenants.actions.trade import price_of
from chronicle.rules.lieutenants.order_form.actors import (
    Company,
    Doer,
    figures,
    pick,
    place_choice,
    words,
)
from chronicle.rules.lieutenants.orders import ToConceal, ToRecruit, ToSeduce, ToSell, ToSpy
from chronicle.rules.lieutenants.state import Asset, Lieutenant, Place, State, Unit
from chronicle.rules.lieutenants.terms import Action, Kind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    ProbabilityRange,
    TextField,
)

_PEOPLE: Final[tuple[Kind, ...]] = ("lieutenant", "unit")
_THINGS: Final[tuple[Kind, ...]] = ("item", "information", "facility")


def asset_choice(asset: Asset, likely: ProbabilityRange | None = None) -> FieldChoice:
    """An asset of others: whose it is, and where it was last seen."""
    facts = Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )
    return FieldChoice(asset.id, asset.name, facts, likely)


# ── Hiding ───────────────────────────────────────────────────────────────────────────────────────


def hiding(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-CONCEAL: a straight check, the same for all that may be hidden."""
    for kind in (*_PEOPLE, "item", "information"):
        own = tuple(doer.own(kind))
        if own:
            chance = doer.likely(doer.order("conceal", ToConceal(own[0].id)))
            yield doer.case(
                "conceal",
                _target(kind, (FieldChoice(it.id, it.name) for it in own)),
                *doer.elsewhere("move_to", own),
                facts=Facts(kind=kind),
                likely=chance,
            )


def _target(kind: str, choices: Iterable[FieldChoice]) -> FieldGroup:
    return FieldGroup("target", pick(kind, choices, needed=True))


# ── Watching and asking ──────────────────────────────────────────────────────────────────────────


def watching(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-SURVEIL."""
    for kind in _PEOPLE:
        others = tuple(doer.others(kind))
        if others:
            choices = (asset_choice(it, _watched(doer, kind, it)) for it in others)
            yield doer.case("surveil", _target(kind, choices), facts=Facts(kind=kind))
    places = (
        FieldChoice(it.id, place_ref(it.id), likely=_kept(doer, it)) for it in doer.locations()
    )
    yield doer.case(
        "surveil",
        _target("location", places),
        *pick("against", (FieldChoice(it.id, faction_ref(it.id)) for it in doer.factions())),
        facts=Facts(kind="location"),
    )


def _watched(doer: Doer, kind: Kind, target: Asset) -> ProbabilityRange | None:
    if not doer.seen.sure_of(target):
        return None
    aim = ToSpy(kind, target.id)
    return doer.likely(doer.order("surveil", aim, at=target.at, against=target.faction))


def _kept(doer: Doer, place: Place) -> ProbabilityRange | None:
    """The chances against those of its owner who were last seen at a location."""
    against = place.owner if place.owner != doer.faction.id else ""
    guards = [it for it in doer.others("unit") if (it.faction, it.at) == (against, place.id)]
    guards += [it for it in doer.others("lieutenant") if (it.faction, it.at) == (against, place.id)]
    if against and not (guards and doer.seen.sure_at(against, place.id)):
        return None
    order = doer.order("surveil", ToSpy("location", place.id), at=place.id, against=against)
    return doer.likely(order)


def asking(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-INVESTIGATE: of whatever has been heard of, wherever it is."""
    for kind in (*_PEOPLE, *_THINGS):
        others = tuple(doer.others(kind, near=False))
        if others:
            choices = (asset_choice(it, _asked(doer, kind, it)) for it in others)
            yield doer.case("investigate", _target(kind, choices), facts=Facts(kind=kind))
    strange = tuple(it for it in doer.seen.locations() if it.owner != doer.faction.id)
    if strange:
        chance = doer.likely(doer.order("investigate", ToSpy("location", strange[0].id)))
        yield doer.case(
            "investigate",
            _target("location", map(place_choice, strange)),
            facts=Facts(kind="location"),
            likely=chance,
        )
    other = FieldGroup("target", (TextField("other", needed=True),))
    yield doer.case("investigate", other, facts=Facts(kind="other"))


def _asked(doer: Doer, kind: Kind, target: Asset) -> ProbabilityRange | None:
    """The chances by who is asked about alone; how obscure information is nobody knows."""
    if target.id in doer.seen.unsure or kind == "information":
        return None
    return doer.likely(doer.order("investigate", ToSpy(kind, target.id)))


# ── Winning over ─────────────────────────────────────────────────────────────────────────────────


def winning(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-RECRUIT, L-AST-SEDUCES."""
    for kind in _PEOPLE:
        others = tuple(doer.others(kind))
        if others:
            choices = (asset_choice(it, _won(doer, it)) for it in others)
            join = pick("join", words("over", "stay"), now="over")
            yield doer.case("recruit", _target(kind, choices), *join, facts=Facts(kind=kind))
    for unit in doer.units():
        for kind in _PEOPLE if unit.power("seduces") is not None else ():
            others = tuple(doer.others(kind))
            if others:
                choices = (asset_choice(it, _charmed(doer, it, unit)) for it in others)
                facts = Facts(kind=kind, unit=unit.name)
                yield doer.case(
                    "seduce", _target(kind, choices), facts=facts, company=Company((unit,))
                )


def _won(doer: Doer, target: Asset) -> ProbabilityRange | None:
    """The chances of an offer: at worst the target is bonded, which nobody can see."""
    if not isinstance(target, Lieutenant | Unit) or not doer.seen.sure_of(target):
        return None
    order = doer.order("recruit", ToRecruit(target.id, stays=False), at=target.at)
    free, bound = (_bonded(doer, target, bonded=it).likely(order) for it in (False, True))
    return (
        ProbabilityRange(bound.least, free.most) if free is not None and bound is not None else None
    )


def _bonded(doer: Doer, target: Lieutenant | Unit, *, bonded: bool) -> Doer:
    board: State = doer.state.with_asset(replace(target, bonded=bonded))
    return replace(doer, seen=replace(doer.seen, state=board))


def _charmed(doer: Doer, target: Asset, unit: Unit) -> ProbabilityRange | None:
    if not doer.seen.sure_of(target):
        return None
    order = doer.order("seduce", ToSeduce(target.id), at=target.at, units=(unit.id,))
    return doer.likely(order)


# ── Selling ──────────────────────────────────────────────────────────────────────────────────────


def selling(doer: Doer) -> Iterator[ActionChoice]:
    """L-ACT-SELL: what is one's own alone, and has a price in capital."""
    action: Action = "sell"
    for kind in ("unit", *_THINGS):
        wares = [it for it in doer.own(kind) if it.faction == doer.faction.id and _worth(it)]
        if wares:
            choices = (
                FieldChoice(it.id, it.name, figures(cost=price_of(it)), _sold(doer, kind, it.id))
                for it in wares
            )
            yield doer.case(action, _target(kind, choices), facts=Facts(kind=kind))
    places = [it for it in doer.locations() if it.owner == doer.faction.id and it.cost.amount]
    if places:
        choices = (
            FieldChoice(
                it.id, place_ref(it.id), figures(cost=it.cost), _sold(doer, "location", it.id)
            )
            for it in places
        )
        yield doer.case(action, _target("location", choices), facts=Facts(kind="location"))


def _worth(asset: Asset) -> bool:
    price = price_of(asset)
    return price.amount > 0 and price.currency == "capital"


def _sold(doer: Doer, kind: Kind, id: str) -> ProbabilityRange | None:
    return doer.likely(doer.order("sell", ToSell(kind, id)))
