"""Checks used by many orders: whether something exists, who owns it, and whether it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.diagnostics.catalogue import references
from chronicle.files.source import Span
from chronicle.rules.kit.parser import check_known
from chronicle.rules.wwn.board_view import is_seen_by
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import is_within
from chronicle.rules.wwn.inputs import AbilityInput, AttackInput
from chronicle.rules.wwn.refusals import target_refusals, unusable_reason
from chronicle.rules.wwn.setup.name_checks import check_rival
from chronicle.rules.wwn.state import Asset, Base, PlaceState
from chronicle.rules.wwn.validation.order_context import OrderContext
from chronicle.yaml.decode import InputModel


def find_asset(context: OrderContext, name: str, at: Span, *, own: bool) -> Asset | None:
    """Return the asset of this name, the faction's own or a rival's; None after errors."""
    board, report = context.board, context.report
    asset = board.assets.get(name)
    if asset is None:
        if name in board.bases:
            report.add(problems.BaseNotAsset(at=at, name=name))
        elif name in context.gone:
            report.add(
                problems.UnusableAsset(at=at, name=name, why="is gone after this turn's upkeep")
            )
        elif name in board.lost:
            report.add(problems.NotAsKnown(at=at, name=name, why="is gone"))
        else:
            those = (
                one for one in board.assets.values() if (one.faction == context.faction) == own
            )
            offered = tuple(one.id for one in those)
            report.add(references.UnknownName(at=at, what="asset", name=name, known=offered))
        return None
    if own and asset.faction != context.faction:
        report.add(problems.NotOwn(at=at, name=name, owner=asset.faction, faction=context.faction))
        return None
    if not own and asset.faction == context.faction:
        report.add(problems.OwnFactionTargeted(at=at, name=name, faction=context.faction))
        return None
    return asset


def find_own_asset(context: OrderContext, name: str, at: Span) -> Asset | None:
    """Return one of the faction's own assets that obeys it; None after errors."""
    return _if_obedient(context, find_asset(context, name, at, own=True), at)


def find_friendly_asset(context: OrderContext, name: str, at: Span) -> Asset | None:
    """Return an asset to carry or heal: an own one, or an ally's in the open; None after errors."""
    asset = context.board.assets.get(name)
    if asset is None or asset.faction == context.faction or context.board.house.friends == "own":
        return find_own_asset(context, name, at)
    owner = asset.faction
    if not context.board.friendly(owner, context.faction):
        context.report.add(
            problems.NotFriendly(at=at, name=name, owner=owner, faction=context.faction)
            if is_seen_by(context.board, context.faction, asset)
            else problems.NotAsKnown(at=at, name=name, why=f"belongs to `{owner}`")
        )
        return None
    if asset.stealth:
        context.report.add(problems.HiddenTarget(at=at, name=name))
        return None
    return _if_obedient(context, asset, at)


def _if_obedient(context: OrderContext, asset: Asset | None, at: Span) -> Asset | None:
    """Return an asset that obeys its owner; report it and return None if it doesn't."""
    if asset is not None and asset.mark("rogue") is not None:
        own, why = asset.faction == context.faction, "obeys nobody until it is paid"
        kind = problems.UnusableAsset if own else problems.NotAsKnown
        context.report.add(kind(at=at, name=asset.id, why=why))
        return None
    return asset


def find_own_base(context: OrderContext, name: str, at: Span) -> Base | None:
    """Return one of the faction's own bases; None after errors."""
    base = context.board.bases.get(name)
    if base is None:
        if name in context.board.assets:
            context.report.add(problems.AssetNotBase(at=at, name=name))
            return None
        check_known(
            "base",
            name,
            (own.id for own in context.board.own_bases(context.faction)),
            at,
            context.report,
        )
        return None
    if base.faction != context.faction:
        context.report.add(
            problems.NotOwn(at=at, name=name, owner=base.faction, faction=context.faction)
        )
        return None
    return base


def check_usable(context: OrderContext, asset: Asset, at: Span) -> None:
    """Report that an asset can't do anything this turn (W-ACT-5)."""
    if not context.board.usable(asset):
        why = unusable_reason(asset)
        context.report.add(problems.UnusableAsset(at=at, name=asset.id, why=why))


def check_not_hobbled(context: OrderContext, asset: Asset, at: Span) -> bool:
    """Return whether an asset can use its free action; report it if not."""
    if asset.mark("hobbled") is None:
        return True
    why = "can't use its free action this turn"
    context.report.add(problems.UnusableAsset(at=at, name=asset.id, why=why))
    return False


def find_acting_asset(context: OrderContext, name: str, at: Span) -> Asset | None:
    """Return the own asset that is to act; None if there is none of this name.

    An asset that can't act is reported, and the rest of the order is still checked.
    """
    asset = find_own_asset(context, name, at)
    if asset is not None:
        check_usable(context, asset, at)
    return asset


def check_other_faction(context: OrderContext, name: str, at: Span) -> bool:
    """Return whether a name is that of another faction still in play; report it if not."""
    return check_rival(name, context.faction, context.board, at, context.report)


def find_rival_asset(
    context: OrderContext, entry: AbilityInput | AttackInput, bearer: Asset, reach: int
) -> Asset | None:
    """Return a rival's asset that is targeted, in the open and in reach; None after errors."""
    name, at = entry.target or "", entry.at("target")
    asset = find_asset(context, name, at, own=False)
    if asset is None:
        return None
    for refusal in target_refusals(context.board, bearer, asset, reach):
        if refusal.reason == "too-far":
            ways, said = _places_it_may_reach(context, asset), "is out of reach"
            may_end = any(is_within(context.board, bearer.at, to, reach) for to in ways)
        else:
            may_end, said = asset.faction in context.sought, "is Stealthed"
        if not may_end:
            refusal.add_to(context.report, entry)
            return None
        said = f"`{name}` of `{asset.faction}` {said}"
        context.report.add(problems.DependsOnOthers(at=at, said=said))
    return asset


def _places_it_may_reach(context: OrderContext, asset: Asset) -> Iterator[str]:
    """Yield the places where a rival's asset may be when the faction has its turn."""
    if asset.faction in context.later:
        return
    if asset.faction in context.unread:
        yield from context.board.places
    if asset.bound_for:
        yield asset.bound_for
    orders = context.entries.get(asset.faction)
    if orders is None:
        return
    for ability in orders.abilities:
        if ability.to is not None and asset.id in (ability.asset, ability.target):
            yield ability.to
    for move in orders.move or ():
        if move.asset == asset.id:
            yield move.to


def find_place(context: OrderContext, name: str, at: Span) -> PlaceState | None:
    """Return the place of this name; None after errors."""
    if not check_known("place", name, context.board.places, at, context.report):
        return None
    return context.board.places[name]


def report_unused_keys(
    context: OrderContext,
    entry: InputModel,
    what: str,
    takes: tuple[str, ...],
    always: tuple[str, ...],
) -> None:
    """Report each key of an order that it does not use."""
    for item in entry.node.entries:
        key = item.key.text
        if key not in (*takes, *always):
            problem = problems.UnusedKey(at=item.key.span, key=key, what=what, takes=takes)
            context.report.add(problem)


def distinct_names(
    context: OrderContext, names: Iterable[str], entry: InputModel, key: str
) -> Iterator[str]:
    """Yield the distinct names of a list; report each repetition."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            context.report.add(setup.NamedTwice(at=entry.at(key, index), name=name))
        else:
            seen.add(name)
            yield name


def claim_new_id(context: OrderContext, name: str, at: Span) -> bool:
    """Return whether an id is free for something new; report it if not (W-ENT-3)."""
    what = ""
    if name in context.board.assets:
        what = "an asset"
    elif name in context.board.bases:
        what = "a base"
    elif name in context.board.factions:
        what = "a faction"
    if name in context.made and not what:
        first = context.made[name]
        problem = references.DuplicateId(at=at, what="something new", name=name, first=first)
        context.report.add(problem)
        return False
    if what:
        context.report.add(setup.IdTaken(at=at, what=what, name=name))
        return False
    context.made[name] = at
    return True
