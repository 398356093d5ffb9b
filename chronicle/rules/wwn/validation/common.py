"""What many checks ask: whether a thing is there, whose it is, and whether it can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chronicle.diagnostics.catalogue import references
from chronicle.files.source import Span
from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn.diagnostics.attacks import NotYet
from chronicle.rules.wwn.diagnostics.figures import NamedTwice
from chronicle.rules.wwn.diagnostics.free_actions import HiddenTarget, OutOfReach, UnfitKind
from chronicle.rules.wwn.diagnostics.orders import NotOwn, OtherKind, OwnSide, StrayPart, Unusable
from chronicle.rules.wwn.diagnostics.setup import IdTaken
from chronicle.rules.wwn.distance import within
from chronicle.rules.wwn.setup.names import is_rival
from chronicle.rules.wwn.state import Asset, Base, Place
from chronicle.rules.wwn.validation.order_context import Case
from chronicle.yaml.decode import InputModel


def asset_of(case: Case, name: str, at: Span, *, own: bool) -> Asset | None:
    """The asset of this name, the faction's own or a rival's; None after a finding."""
    board, report = case.board, case.report
    asset = board.assets.get(name)
    if asset is None:
        if name in board.bases:
            report.add(OtherKind(at=at, name=name, base=True))
        elif name in case.gone:
            report.add(Unusable(at=at, name=name, why="is gone after this turn's upkeep"))
        else:
            those = (one for one in board.assets.values() if (one.faction == case.faction) == own)
            offered = tuple(one.id for one in those)
            report.add(references.UnknownName(at=at, what="asset", name=name, known=offered))
        return None
    if own and asset.faction != case.faction:
        report.add(NotOwn(at=at, name=name, owner=asset.faction, faction=case.faction))
        return None
    if not own and asset.faction == case.faction:
        report.add(OwnSide(at=at, name=name, faction=case.faction))
        return None
    return asset


def own_asset(case: Case, name: str, at: Span) -> Asset | None:
    """One of the faction's own assets that obeys it; None after a finding."""
    asset = asset_of(case, name, at, own=True)
    if asset is not None and asset.mark("rogue") is not None:
        why = "obeys nobody while its pay is owed"
        case.report.add(Unusable(at=at, name=name, why=why))
        return None
    return asset


def own_base(case: Case, name: str, at: Span) -> Base | None:
    """One of the faction's own bases; None after a finding."""
    base = case.board.bases.get(name)
    if base is None:
        if name in case.board.assets:
            case.report.add(OtherKind(at=at, name=name, base=False))
            return None
        check_known(
            "base", name, (own.id for own in case.board.own_bases(case.faction)), at, case.report
        )
        return None
    if base.faction != case.faction:
        case.report.add(NotOwn(at=at, name=name, owner=base.faction, faction=case.faction))
        return None
    return base


def able(case: Case, asset: Asset, at: Span) -> bool:
    """Whether an asset can do something this turn (W-ACT-5); a finding when it can't."""
    if case.board.usable(asset):
        return True
    case.report.add(Unusable(at=at, name=asset.id, why=_why_not(asset)))
    return False


def serving(case: Case, asset: Asset, at: Span) -> bool:
    """Whether nothing keeps an asset from its owner; a finding when something does."""
    if not case.board.working(asset):
        case.report.add(Unusable(at=at, name=asset.id, why=_why_not(asset)))
    return case.board.working(asset)


def _why_not(asset: Asset) -> str:
    withheld = asset.mark("withheld")
    if withheld is not None:
        return f"is of no use until {withheld.amount} Treasure is paid for it"
    if asset.mark("unusable") is not None:
        return "is held fast by a rival's asset"
    if asset.bound_for:
        return f"is on its way to `{asset.bound_for}`"
    return f"is new, and serves from turn {asset.ready} on"


def acting(case: Case, name: str, at: Span) -> Asset | None:
    """The own asset that is to do something; None when there is none of this name.

    When it is there and can't act that is a finding, and the rest of the order is checked.
    """
    asset = own_asset(case, name, at)
    if asset is not None:
        able(case, asset, at)
    return asset


def free_to_go(case: Case, asset: Asset, at: Span) -> bool:
    """Whether nothing pins an asset to its place; a finding when something does."""
    if asset.mark("pinned") is None:
        return True
    why = f"is pinned in `{asset.at}`"
    case.report.add(Unusable(at=at, name=asset.id, why=why))
    return False


def rival(case: Case, name: str, at: Span) -> bool:
    """Whether a name is that of another faction that still plays; a finding when it isn't."""
    return is_rival(name, case.faction, case.board, at, case.report)


def rivals_asset(case: Case, name: str, bearer: Asset, reach: int, at: Span) -> Asset | None:
    """A rival's asset that something is aimed at, in the open and in reach; None after an error."""
    asset = asset_of(case, name, at, own=False)
    if asset is None:
        return None
    if asset.stealth:
        if asset.faction not in case.sought:
            case.report.add(HiddenTarget(at=at, name=name))
            return None
        case.report.add(NotYet(at=at, said=f"`{name}` of `{asset.faction}` is Stealthed"))
    if within(case.board, bearer.at, asset.at, reach):
        return asset
    if any(within(case.board, bearer.at, to, reach) for to in _ways(case, asset)):
        said = f"`{name}` of `{asset.faction}` is not where this can reach it"
        case.report.add(NotYet(at=at, said=said))
        return asset
    too_far(case, asset, bearer, reach, at)
    return None


def _ways(case: Case, asset: Asset) -> Iterator[str]:
    """Where a rival's asset may come before the faction has its turn."""
    if asset.faction in case.later:
        return
    if asset.faction in case.unread:
        yield from case.board.places
    if asset.bound_for:
        yield asset.bound_for
    orders = case.shapes.get(asset.faction)
    if orders is None:
        return
    for ability in orders.abilities:
        if ability.to is not None and asset.id in (ability.asset, ability.target):
            yield ability.to
    for move in orders.move or ():
        if move.asset == asset.id:
            yield move.to


def too_far(case: Case, asset: Asset, bearer: Asset, reach: int, at: Span) -> None:
    """Adds that one asset is out of another's reach."""
    case.report.add(
        OutOfReach(
            at=at, name=asset.id, where=asset.at, other=bearer.id, place=bearer.at, reach=reach
        )
    )


def of_kind(case: Case, asset: Asset, kinds: tuple[str, ...], at: Span) -> bool:
    """Whether an asset belongs to one of these attributes; a finding when it doesn't."""
    attribute = case.board.type_of(asset).attribute
    if attribute not in kinds:
        case.report.add(UnfitKind(at=at, name=asset.id, attribute=attribute, kinds=kinds))
    return attribute in kinds


def place_of(case: Case, name: str, at: Span) -> Place | None:
    """The place of this name; None after a finding."""
    if not check_known("place", name, case.board.places, at, case.report):
        return None
    return case.board.places[name]


def only_keys(
    case: Case, shape: InputModel, what: str, takes: tuple[str, ...], always: tuple[str, ...]
) -> None:
    """Adds each key of an order that it does not use."""
    for entry in shape.node.entries:
        key = entry.key.text
        if key not in (*takes, *always):
            problem = StrayPart(at=entry.key.span, key=key, what=what, takes=takes)
            case.report.add(problem)


def each_once(case: Case, names: Iterable[str], shape: InputModel, key: str) -> Iterator[str]:
    """The names of a list with the place of none twice; a finding for each that stands again."""
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            case.report.add(NamedTwice(at=shape.at(key, index), name=name))
        else:
            seen.add(name)
            yield name


def new_id(case: Case, name: str, at: Span) -> bool:
    """Whether an id is free for something new; a finding when it isn't (W-ENT-3)."""
    what = ""
    if name in case.board.assets:
        what = "an asset"
    elif name in case.board.bases:
        what = "a base"
    elif name in case.board.factions:
        what = "a faction"
    if name in case.made and not what:
        first = case.made[name]
        problem = references.DuplicateId(at=at, what="something new called", name=name, first=first)
        case.report.add(problem)
        return False
    if what:
        case.report.add(IdTaken(at=at, what=what, name=name))
        return False
    case.made[name] = at
    return True
