"""What a faction may acquire: assets to buy, and new bases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod

from chronicle.model.facts import Fact, Facts, faction_ref, place_ref
from chronicle.records import Record
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    TextField,
)
from chronicle.rules.wwn.actions.expand import expand_sides, rivals_in_the_open
from chronicle.rules.wwn.catalogue import shipped_catalogue
from chronicle.rules.wwn.catalogue.records import AssetType
from chronicle.rules.wwn.distance import tag_effects
from chronicle.rules.wwn.effects import Cheapens, ExpandsFreely, Upkeep, Waterborne
from chronicle.rules.wwn.order_form.fields import order_item
from chronicle.rules.wwn.order_form.known_state import KnownState
from chronicle.rules.wwn.prices import can_help, magic_rank_at, price_of, purchase_permission
from chronicle.rules.wwn.state import Asset
from chronicle.rules.wwn.terms import RULE_BY_ACTION, magic_rank

# ── Create ───────────────────────────────────────────────────────────────────────────────────────


class _Market(Record):
    """What may be bought at a place: types with their prices, and the assets that can help.

    ``raised`` are types for which assets must be spent to raise magic.
    """

    types: tuple[tuple[str, int], ...]
    raised: tuple[tuple[str, int], ...]
    helpers: tuple[str, ...]
    spent: tuple[str, ...]


def purchase_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield purchases, grouping places with the same offers and prices (W-ACT-5)."""
    markets: defaultdict[_Market, list[str]] = defaultdict(list)
    for place in sorted({base.at for base in seen.board.own_bases(seen.id)}):
        markets[_market(seen, place)].append(place)
    for market, places in markets.items():
        where = SelectField(
            "at", tuple(FieldChoice(it, place_ref(it)) for it in places), needed=True
        )
        if market.types:
            helpers = (_helpers(seen, market.helpers),) if market.helpers else ()
            yield _purchase("create", RULE_BY_ACTION["create"], seen, where, market.types, helpers)
        if market.raised:
            spent = (_helpers(seen, market.spent, needed=True),)
            yield _purchase("empowers", "W-FX-EMPOWERS", seen, where, market.raised, spent)


def _purchase(
    code: str,
    rule: str,
    seen: KnownState,
    where: SelectField,
    types: Iterable[tuple[str, int]],
    helpers: tuple[FormPart, ...],
) -> ActionChoice:
    choices = tuple(_type_choice(seen, id, price) for id, price in types)
    parts = (
        FixedField("id", "create"),
        TextField("asset", needed=True),
        SelectField("type", choices, needed=True),
        where,
        TextField("name"),
        *helpers,
    )
    return ActionChoice(code, rule, (FieldGroup("create", parts),))


def _type_choice(seen: KnownState, id: str, price: int) -> FieldChoice:
    """Return a type of asset with its price, and whether it would be in excess (W-TURN-3)."""
    board, made = seen.board, seen.board.house.catalogue.assets[id]
    same = sum(board.type_of(asset).attribute == made.attribute for asset in seen.obedient_assets())
    facts: dict[str, Fact] = {"attribute": made.attribute, "cost": price}
    upkeep = sum(effect.amount for effect in made.effects_of(Upkeep))
    if upkeep:
        facts["upkeep"] = upkeep
    if same >= seen.own.rating(made.attribute):
        facts["too_many"] = True
    return FieldChoice(id, made.name, Facts(facts))


def _market(seen: KnownState, place: str) -> _Market:
    board = seen.board
    helpers = tuple(
        asset
        for asset in seen.usable_assets()
        if asset.mark("hobbled") is None and can_help(board, asset, place)
    )
    now = magic_rank_at(board, seen.id, place, ())
    best = magic_rank_at(board, seen.id, place, helpers)
    types: list[tuple[str, int]] = []
    raised: list[tuple[str, int]] = []
    for made in _affordable_types(seen, place):
        price = price_of(board, seen.id, made, place, ())
        if magic_rank(made.magic) <= now:
            types.append((made.id, price))
        elif magic_rank(made.magic) <= best:
            raised.append((made.id, price))
    # Without any of them magic would be no higher: all others can be omitted.
    spent = tuple(
        asset.id for asset in helpers if magic_rank_at(board, seen.id, place, (asset,)) > now
    )
    ids = tuple(asset.id for asset in helpers)
    return _Market(tuple(types), tuple(raised), ids, spent or ids)


def _affordable_types(seen: KnownState, place: str) -> Iterator[AssetType]:
    """Yield the asset types that ratings and the place allow: those that ship, then the campaign's.

    One of the campaign's own is offered only to those who can see an asset of it, and its
    place in the list tells nothing of others.
    """
    board = seen.board
    ships = {id: number for number, id in enumerate(shipped_catalogue().assets)}
    known = {*ships, *(asset.type for asset in board.assets.values())}
    types = board.house.catalogue.assets.values()
    for made in sorted(types, key=lambda it: (ships.get(it.id, len(ships)), it.name, it.id)):
        afloat = any(True for _ in made.effects_of(Waterborne))
        landed = afloat and not (place in board.places and board.places[place].water)
        if made.id in known and not landed and purchase_permission(board, seen.id, made)[0]:
            yield made


def _helpers(seen: KnownState, ids: Iterable[str], *, needed: bool = False) -> MultiSelectField:
    """Return own assets that lower the price, each with its discount, or raise magic."""
    found = tuple(_helper(seen, seen.board.assets[id]) for id in ids)
    return MultiSelectField("helped_by", found, needed=needed)


def _helper(seen: KnownState, asset: Asset) -> FieldChoice:
    made = seen.board.type_of(asset)
    less = next((str(effect.amount) for effect in made.effects_of(Cheapens)), "")
    return FieldChoice(asset.id, asset.name, Facts(less=less, given_up=not less))


# ── Expand Influence ─────────────────────────────────────────────────────────────────────────────


def expansion_choices(seen: KnownState) -> Iterator[ActionChoice]:
    """Yield new bases as the action (W-ACT-4)."""
    for where, declares in _base_places(seen):
        parts = (FixedField("id", "expand"), *_base_parts(seen, where, declares))
        yield ActionChoice(
            "expand", RULE_BY_ACTION["expand"], (FieldGroup("expand", parts),), Facts(each=1)
        )


def free_expansion_fields(seen: KnownState) -> Iterator[ActionField]:
    """Yield a new base once a turn among the abilities (W-FX-EXPANDS-FREELY)."""
    if not any(True for _ in tag_effects(seen.board, seen.id, ExpandsFreely)):
        return
    cases = tuple(
        ActionChoice(
            "expand",
            "W-FX-EXPANDS-FREELY",
            (
                order_item(
                    "abilities",
                    "expand-freely",
                    FieldGroup("expand", _base_parts(seen, where, declares)),
                ),
            ),
            Facts(each=1),
        )
        for where, declares in _base_places(seen)
    )
    if cases:
        yield ActionField("ability", cases)


def _base_parts(
    seen: KnownState, where: tuple[str, ...], declares: MultiSelectField | None
) -> tuple[FormPart, ...]:
    places = tuple(
        FieldChoice(
            it, place_ref(it), Facts(rivals=_rivals(seen, it)), _uncontested_range(seen, it)
        )
        for it in where
    )
    parts: tuple[FormPart, ...] = (
        TextField("base", needed=True),
        SelectField("at", places, needed=True),
        IntegerField("hp", 1, seen.own.maximum, needed=True),
        TextField("name"),
    )
    return parts if declares is None else (*parts, declares)


def _base_places(seen: KnownState) -> Iterator[tuple[tuple[str, ...], MultiSelectField | None]]:
    """Yield places for a new base.

    First those with no hidden assets, together; then each one where hidden assets may reveal
    themselves.
    """
    board = seen.board
    taken = {base.at for base in board.own_bases(seen.id)}
    present: defaultdict[str, list[Asset]] = defaultdict(list)
    for asset in seen.obedient_assets():
        if board.working(asset) and asset.at not in taken:
            present[asset.at].append(asset)
    plain = tuple(at for at, own in sorted(present.items()) if not any(it.stealth for it in own))
    if plain:
        yield plain, None
    for at, own in sorted(present.items()):
        hidden = tuple(FieldChoice(it.id, it.name) for it in own if it.stealth)
        if hidden:
            yield (at,), MultiSelectField("declares", hidden, needed=len(hidden) == len(own))


def _rivals(seen: KnownState, place: str) -> tuple[Fact, ...]:
    return tuple(faction_ref(id) for id in rivals_in_the_open(seen.board, seen.id, place))


def _uncontested_range(seen: KnownState, place: str) -> ProbabilityRange | None:
    """Return the chance that nobody attacks the new base; None where nothing of others is seen."""
    if seen.board.house.assets == "owner":
        return None
    found = [
        seen.likely(*expand_sides(seen.id, rival, place))
        for rival in rivals_in_the_open(seen.board, seen.id, place)
    ]
    known = [likely.least for likely in found if likely is not None]
    least = prod(known, start=Fraction(1))
    return ProbabilityRange(least, Fraction(1)) if len(known) == len(found) else None
