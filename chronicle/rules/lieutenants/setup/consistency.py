"""Checks across assets: holders, the ends of links, and a faction's leadership (L-ENT)."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants import state
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.setup.name_checks import HasSpans


def check_holder(
    asset: state.Asset, entry: HasSpans, assets: Mapping[str, state.Asset], report: Report
) -> None:
    """Check that an item or information is held by a lieutenant or unit that its owner can use."""
    if not asset.holder:
        return
    at, holder = entry.at("holder"), assets.get(asset.holder)
    hands = [id for id, other in assets.items() if isinstance(other, state.Minion)]
    own = tuple(id for id in hands if asset.faction in state.owners(assets[id]))
    if holder is None:
        check_known("lieutenant or unit", asset.holder, own, at, report)
    elif asset.holder not in own:
        report.add(
            problems.HolderNotOwn(at=at, holder=asset.holder, faction=asset.faction, known=own)
        )


def check_link(
    asset: state.Asset,
    entry: HasSpans,
    assets: Mapping[str, state.Asset],
    places: Mapping[str, state.PlaceState],
    report: Report,
) -> None:
    """Check the ends of a link; other facilities have no second end.

    A tunnel stays within its locale. A road leads from a tunnel to a tunnel in another locale.
    """
    if (
        isinstance(asset, state.Facility)
        and (found := link_defect(asset, assets, places)) is not None
    ):
        why, lacking = found
        key = "at" if lacking == asset.at else "to"
        at = entry.at() if why == "missing" else entry.at(key)
        report.add(problems.BadLink(at=at, why=why, start=asset.at, end=asset.to, lacking=lacking))


def link_defect(
    way: state.Facility, assets: Mapping[str, state.Asset], places: Mapping[str, state.PlaceState]
) -> tuple[problems.WhyBadLink, str] | None:
    """Return the defect of a link, and the end without a tunnel; None if it is valid."""
    if not way.link:
        return ("needless", "") if way.to else None
    if not way.to:
        return "missing", ""
    if way.to == way.at:
        return "same", ""
    one_locale = places[way.at].within == places[way.to].within
    if way.link == "tunnel":
        return None if one_locale else ("locale", "")
    if one_locale:
        return "locales", ""
    lacking = [end for end in (way.at, way.to) if end not in tunnel_ends(way.faction, assets)]
    return ("tunnels", lacking[0]) if lacking else None


def tunnel_ends(faction: str, assets: Mapping[str, state.Asset]) -> frozenset[str]:
    """Return the locations where a faction's tunnels end."""
    return frozenset(
        end
        for asset in assets.values()
        if isinstance(asset, state.Facility) and asset.faction == faction
        if asset.link == "tunnel" and asset.condition not in state.OUT_OF_ACTION
        for end in (asset.at, asset.to)
    )


def lieutenant_count(faction: str, assets: Mapping[str, state.Asset]) -> int:
    """Return how many lieutenants a faction leads: all that are neither lost nor destroyed."""
    return sum(
        isinstance(asset, state.Lieutenant)
        and asset.faction == faction
        and asset.condition not in state.OUT_OF_ACTION
        for asset in assets.values()
    )


def check_leadership(faction: str, led: int, leadership: int, at: Span, report: Report) -> bool:
    """Return whether a faction can lead this many lieutenants; report it if not."""
    if led > leadership:
        report.add(problems.TooManyLieutenants(at=at, faction=faction, leadership=leadership))
    return led <= leadership


def check_level_cap(level: int, cap: int, at: Span, report: Report) -> bool:
    """Return whether a level is within the level cap; report it if not."""
    if level > cap:
        report.add(problems.AboveLevelCap(at=at, level=level, cap=cap))
    return level <= cap
