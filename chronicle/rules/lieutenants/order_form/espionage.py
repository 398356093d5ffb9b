"""Choices to conceal, surveil, investigate, recruit, seduce and sell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.model.facts import Facts, faction_ref, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants.actions.trade import price_of
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    UnitSelection,
    nonzero_facts,
    optional_select,
    place_choice,
)
from chronicle.rules.lieutenants.orders import (
    ConcealOrder,
    RecruitOrder,
    SeduceOrder,
    SellOrder,
    SpyOrder,
)
from chronicle.rules.lieutenants.state import Asset, Lieutenant, PlaceState, State, Unit
from chronicle.rules.lieutenants.terms import Action, AssetKind
from chronicle.rules.order_form import (
    ActionChoice,
    FieldChoice,
    FieldGroup,
    ProbabilityRange,
    TextField,
)


def asset_choice(asset: Asset, likely: ProbabilityRange | None = None) -> FieldChoice:
    """Return a choice for another's asset, with its faction and where it was last seen."""
    facts = Facts(
        faction=faction_ref(asset.faction) if asset.faction else None,
        at=place_ref(asset.at) if asset.at else None,
    )
    return FieldChoice(asset.id, asset.name, facts, likely)


# ── Conceal ──────────────────────────────────────────────────────────────────────────────────────


def conceal_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be hidden (L-ACT-CONCEAL); the unopposed check is the same for all targets."""
    for kind, own in context.targets("conceal"):
        chance = context.likely(context.order("conceal", ConcealOrder(own[0].id)))
        yield context.case(
            "conceal",
            _target_group(kind, (FieldChoice(it.id, it.name) for it in own)),
            *context.elsewhere("move_to", own),
            facts=Facts(kind=kind),
            likely=chance,
        )


def _target_group(kind: str, choices: Iterable[FieldChoice]) -> FieldGroup:
    return FieldGroup("target", optional_select(kind, choices, needed=True))


# ── Surveil and investigate ──────────────────────────────────────────────────────────────────────


def surveil_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield the assets and locations that can be watched (L-ACT-SURVEIL)."""
    for kind, others in context.targets("surveil"):
        choices = (asset_choice(it, _surveil_range(context, kind, it)) for it in others)
        yield context.case("surveil", _target_group(kind, choices), facts=Facts(kind=kind))
    places = (
        FieldChoice(it.id, place_ref(it.id), likely=_surveil_place_range(context, it))
        for it in context.locations()
    )
    yield context.case(
        "surveil",
        _target_group("location", places),
        *optional_select(
            "against", (FieldChoice(it.id, faction_ref(it.id)) for it in context.factions())
        ),
        facts=Facts(kind="location"),
    )


def _surveil_range(
    context: LieutenantContext, kind: AssetKind, target: Asset
) -> ProbabilityRange | None:
    if not context.seen.knows_figures_of(target):
        return None
    command = SpyOrder(kind, target.id)
    return context.likely(context.order("surveil", command, at=target.at, against=target.faction))


def _surveil_place_range(context: LieutenantContext, place: PlaceState) -> ProbabilityRange | None:
    """Return the chances against the owner's assets last seen at a location."""
    against = place.owner if place.owner != context.faction.id else ""
    guards = [it for it in context.others("unit") if (it.faction, it.at) == (against, place.id)]
    guards += [
        it for it in context.others("lieutenant") if (it.faction, it.at) == (against, place.id)
    ]
    if against and not (guards and context.seen.knows_figures_at(against, place.id)):
        return None
    order = context.order("surveil", SpyOrder("location", place.id), at=place.id, against=against)
    return context.likely(order)


def investigate_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be investigated: all that is known, in any locale (L-ACT-INVESTIGATE)."""
    for kind, others in context.targets("investigate"):
        choices = (asset_choice(it, _investigate_range(context, kind, it)) for it in others)
        yield context.case("investigate", _target_group(kind, choices), facts=Facts(kind=kind))
    strange = tuple(it for it in context.seen.locations() if it.owner != context.faction.id)
    if strange:
        chance = context.likely(context.order("investigate", SpyOrder("location", strange[0].id)))
        yield context.case(
            "investigate",
            _target_group("location", map(place_choice, strange)),
            facts=Facts(kind="location"),
            likely=chance,
        )
    other = FieldGroup("target", (TextField("other", needed=True),))
    yield context.case("investigate", other, facts=Facts(kind="other"))


def _investigate_range(
    context: LieutenantContext, kind: AssetKind, target: Asset
) -> ProbabilityRange | None:
    """Return the chances, from the target alone; None for information: its obscurity is unknown."""
    if target.id in context.seen.unsure or kind == "information":
        return None
    return context.likely(context.order("investigate", SpyOrder(kind, target.id)))


# ── Recruit and seduce ───────────────────────────────────────────────────────────────────────────


def recruit_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield who can be recruited or seduced (L-ACT-RECRUIT, L-AST-SEDUCES)."""
    for kind, others in context.targets("recruit"):
        choices = (asset_choice(it, _recruit_range(context, it)) for it in others)
        yield context.case("recruit", _target_group(kind, choices), facts=Facts(kind=kind))
    for unit in context.units():
        for kind, others in context.targets("seduce") if unit.power("seduces") is not None else ():
            choices = (asset_choice(it, _seduce_range(context, it, unit)) for it in others)
            yield context.case(
                "seduce",
                _target_group(kind, choices),
                facts=Facts(kind=kind, unit=unit.name),
                company=UnitSelection((unit,)),
            )


def _recruit_range(context: LieutenantContext, target: Asset) -> ProbabilityRange | None:
    """Return the chances of recruiting; the lowest is for a bonded target, which nobody sees."""
    if not isinstance(target, Lieutenant | Unit) or not context.seen.knows_figures_of(target):
        return None
    order = context.order("recruit", RecruitOrder(target.id, stays=False), at=target.at)
    free, bound = (
        _with_bonded_target(context, target, bonded=it).likely(order) for it in (False, True)
    )
    return (
        ProbabilityRange(bound.least, free.most) if free is not None and bound is not None else None
    )


def _with_bonded_target(
    context: LieutenantContext, target: Lieutenant | Unit, *, bonded: bool
) -> LieutenantContext:
    board: State = context.state.with_asset(replace(target, bonded=bonded))
    return replace(context, seen=replace(context.seen, state=board))


def _seduce_range(context: LieutenantContext, target: Asset, unit: Unit) -> ProbabilityRange | None:
    if not context.seen.knows_figures_of(target):
        return None
    order = context.order("seduce", SeduceOrder(target.id), at=target.at, units=(unit.id,))
    return context.likely(order)


# ── Sell ─────────────────────────────────────────────────────────────────────────────────────────


def sell_choices(context: LieutenantContext) -> Iterator[ActionChoice]:
    """Yield what can be sold: the faction's own property with a price in capital (L-ACT-SELL)."""
    action: Action = "sell"
    for kind, own in context.targets(action):
        wares = [it for it in own if it.faction == context.faction.id and _has_capital_price(it)]
        if wares:
            choices = (
                FieldChoice(
                    it.id,
                    it.name,
                    nonzero_facts(cost=price_of(it)),
                    _sell_range(context, kind, it.id),
                )
                for it in wares
            )
            yield context.case(action, _target_group(kind, choices), facts=Facts(kind=kind))
    places = [it for it in context.locations() if it.owner == context.faction.id and it.cost.amount]
    if places:
        choices = (
            FieldChoice(
                it.id,
                place_ref(it.id),
                nonzero_facts(cost=it.cost),
                _sell_range(context, "location", it.id),
            )
            for it in places
        )
        yield context.case(action, _target_group("location", choices), facts=Facts(kind="location"))


def _has_capital_price(asset: Asset) -> bool:
    price = price_of(asset)
    return price.amount > 0 and price.currency == "capital"


def _sell_range(context: LieutenantContext, kind: AssetKind, id: str) -> ProbabilityRange | None:
    return context.likely(context.order("sell", SellOrder(kind, id)))
