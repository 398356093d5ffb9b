"""Why orders can't be carried out: asked by the check of files, the form and the turn alike.

What a faction can't know of others' things does not refuse its order, which then fails in play: the
finding is a warning for the GM alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from chronicle.records import replace
from chronicle.rules.kit import refusals
from chronicle.rules.wwn.board_view import is_seen_by
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.distance import has_effect, is_shut_out, is_within
from chronicle.rules.wwn.effects import Waterborne
from chronicle.rules.wwn.state import Asset, State
from chronicle.rules.wwn.terms import RefusalReason

#: Why an order can't be done, and the code with which it is not carried out.
Refusal: TypeAlias = refusals.Refusal[RefusalReason]


def not_as_known(name: str, why: str, of: Refusal) -> Refusal:
    """Return a reason that its faction can't know, for the GM alone."""
    return replace(of, problem=problems.NotAsKnown(at=None, name=name, why=why))


def of_allies(faction: str, asset: Asset, refusals: Iterable[Refusal]) -> Iterator[Refusal]:
    """Yield why an asset can't serve; what keeps it, its owner alone knows."""
    for refusal in refusals:
        problem = refusal.problem
        if asset.faction != faction and isinstance(problem, problems.UnusableAsset):
            yield not_as_known(asset.id, problem.why, refusal)
        else:
            yield refusal


def idle_refusals(
    state: State, asset: Asset, key: str, reason: RefusalReason = "asset-unusable"
) -> Iterator[Refusal]:
    """Yield that something keeps an asset from serving its owner."""
    if not state.working(asset):
        problem = problems.UnusableAsset(at=None, name=asset.id, why=unusable_reason(asset))
        yield Refusal(problem, (key,), reason)


def unusable_reason(asset: Asset) -> str:
    """Return why an asset can't do anything, in words."""
    withheld = asset.mark("withheld")
    if withheld is not None:
        return f"can't be used until {withheld.amount} Treasure is paid for it"
    if asset.mark("unusable") is not None:
        return "is blocked by a rival's asset"
    if asset.bound_for:
        return f"is on its way to `{asset.bound_for}`"
    return f"is new and can't be used before turn {asset.ready}"


def pinned_refusals(
    asset: Asset, key: str, reason: RefusalReason = "asset-pinned"
) -> Iterator[Refusal]:
    """Yield that an asset can't leave its place."""
    if asset.mark("pinned") is not None:
        why = f"is pinned in `{asset.at}`"
        yield Refusal(problems.UnusableAsset(at=None, name=asset.id, why=why), (key,), reason)


def way_refusals(state: State, asset: Asset, to: str, reach: int) -> Iterator[Refusal]:
    """Yield that an asset is at a place already, or that it is too far."""
    if asset.at == to:
        there = problems.AlreadyThere(at=None, name=asset.id, to=to)
        yield Refusal(there, ("to",), "there-already")
    elif not is_within(state, asset.at, to, reach):
        yield too_long_refusal(asset, to, reach)


def too_long_refusal(asset: Asset, to: str, reach: int) -> Refusal:
    """Return that a place is too far."""
    problem = problems.RouteTooLong(at=None, name=asset.id, place=asset.at, to=to, reach=reach)
    return Refusal(problem, ("to",), "too-far")


def entry_refusals(
    state: State, asset: Asset, to: str, *, acts: bool, past_bans: bool
) -> Iterator[Refusal]:
    """Yield why an asset can't enter a place: no water, or a ruler's ban (W-ACT-2).

    With ``acts``, cover that lasts only until the asset acts does not count.
    """
    place = state.places[to]
    if has_effect(state, asset, Waterborne) and not place.water:
        yield Refusal(setup.NotByWater(at=None, name=asset.id, place=to), ("to",), "no-water")
        return
    covered = asset.stealth == "hidden" or state.type_of(asset).subtle or asset.mark("subtle")
    passing = asset.stealth == "carried" or asset.mark("smuggled")
    free = past_bans or covered or (passing and not acts)
    if not free and is_shut_out(state, asset.faction, to):
        problem = problems.Barred(
            at=None, name=asset.id, place=to, ruler=place.ruler, faction=asset.faction
        )
        yield Refusal(problem, ("to",), "closed")


def reach_refusals(
    state: State, bearer: Asset, target: Asset, reach: int, key: str = "target"
) -> Iterator[Refusal]:
    """Yield that one asset is out of another's reach; for the GM alone if it is not seen there."""
    if is_within(state, bearer.at, target.at, reach):
        return
    problem = problems.OutOfReach(
        at=None, name=target.id, where=target.at, other=bearer.id, place=bearer.at, reach=reach
    )
    far = Refusal(problem, (key,), "too-far")
    seen = is_seen_by(state, bearer.faction, target)
    yield far if seen else not_as_known(target.id, f"is in `{target.at}`", far)


def target_refusals(state: State, bearer: Asset, target: Asset, reach: int) -> Iterator[Refusal]:
    """Yield why an asset can't act on a rival's: that is Stealthed, or out of reach."""
    if target.stealth:
        hidden = problems.HiddenTarget(at=None, name=target.id)
        yield Refusal(hidden, ("target",), "target-gone")
    yield from reach_refusals(state, bearer, target, reach)


def kind_refusals(
    state: State, asset: Asset, kinds: tuple[str, ...], key: str = "target"
) -> Iterator[Refusal]:
    """Yield that an asset belongs to none of these attributes."""
    attribute = state.type_of(asset).attribute
    if attribute not in kinds:
        problem = problems.UnfitKind(at=None, name=asset.id, attribute=attribute, kinds=kinds)
        yield Refusal(problem, (key,), "barred")
