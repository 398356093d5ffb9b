"""Parse the places of the opening state: their tiers, and the figures of locations and locales."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.model.audience import faction_audience
from chronicle.model.campaign import Campaign, Place
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known
from chronicle.rules.lieutenants.catalogue import NO_PRICE, parse_price_at
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.inputs import PlaceOpeningInput
from chronicle.rules.lieutenants.state import PlaceState, Tier
from chronicle.yaml.decode import decode

_TIERS: Final[tuple[Tier, ...]] = ("region", "locale", "location")
#: The keys of `opening:` allowed for each tier.
_OPENING_KEYS: Final[Mapping[Tier, frozenset[str]]] = {
    "region": frozenset(),
    "locale": frozenset({"work"}),
    "location": frozenset(PlaceOpeningInput.fields()) - {"work"},
}


def parse_places(campaign: Campaign, report: Report) -> dict[str, PlaceState]:
    """Return every place of the campaign by id; an invalid `opening:` is left out."""
    files = {place.id: place for place in campaign.places}
    bare = {id: _place_without_opening(file, files, report) for id, file in files.items()}
    factions = tuple(faction.id for faction in campaign.factions)
    known = (*factions, *sorted(campaign.later))
    found = {
        id: _with_opening(
            _with_neighbours(place, files[id], bare, report), files[id], known, report
        )
        for id, place in bare.items()
    }
    return {id: _without(place, campaign.later) for id, place in found.items()}


def _without(place: PlaceState, later: frozenset[str]) -> PlaceState:
    """A place before some of the factions that its opening names have joined."""
    if not later:
        return place
    owner = "" if place.owner in later else place.owner
    return replace(place, owner=owner, known_to=place.known_to - later, admits=place.admits - later)


def _place_without_opening(file: Place, files: Mapping[str, Place], report: Report) -> PlaceState:
    depth, around = 0, file.within
    while around in files:
        depth, around = depth + 1, files[around].within
    if depth >= len(_TIERS):
        report.add(problems.PlaceTooDeep(at=file.at, within=file.within))
    tier = _TIERS[min(depth, len(_TIERS) - 1)]
    return PlaceState(id=file.id, tier=tier, within=file.within, neighbours=())


def _with_neighbours(
    place: PlaceState, file: Place, places: Mapping[str, PlaceState], report: Report
) -> PlaceState:
    """Return a locale with its neighbours; warn once for each pair that is not two locales."""
    beside: list[str] = []
    for other in file.neighbours:
        if place.tier == places[other].tier == "locale":
            beside.append(other)
        elif place.id < other:
            report.add(problems.NeighboursNotLocales(at=file.at, other=other))
    return replace(place, neighbours=tuple(beside))


def _with_opening(
    place: PlaceState, file: Place, factions: tuple[str, ...], report: Report
) -> PlaceState:
    """Return a place with its `opening:`.

    By default, a location is secret if the place's file is not visible to all factions.
    """
    left_out = not file.visibility.public and bool(set(factions) - file.visibility.factions)
    may_know = frozenset() if file.visibility.public else file.visibility.factions
    if file.opening is None:
        secret = place.tier == "location" and left_out
        known_to = may_know if secret else frozenset()
        return replace(place, secret=secret, unlisted=secret, known_to=known_to)
    entry = decode(PlaceOpeningInput, file.opening, report)
    if entry is None:
        return place
    for key in PlaceOpeningInput.fields():
        if entry.has(key) and key not in _OPENING_KEYS[place.tier]:
            at = entry.key_at(key)
            report.add(problems.NotForThisTier(at=at, key=key, tier=place.tier))
    if place.tier == "locale":
        if entry.work is None:
            return place
        return replace(place, work_factor=Fraction(entry.work.factor), work_cap=entry.work.cap)
    if place.tier == "region":
        return place
    _check_factions(entry, file, factions, report)
    secret = left_out if entry.secret is None else entry.secret
    if entry.known_to and not secret:
        report.add(problems.NotSecret(at=entry.key_at("known_to")))
    told = {entry.owner or "", *entry.known_to, *may_know} - {""}
    return replace(
        place,
        owner=entry.owner or "",
        capital=entry.capital,
        income=entry.income,
        level=entry.level,
        cost=parse_price_at(entry, "cost", report) or NO_PRICE,
        upkeep=parse_price_at(entry, "upkeep", report) or NO_PRICE,
        secret=secret,
        unlisted=secret and left_out,
        known_to=frozenset(told) if secret else frozenset(),
        admits=frozenset(entry.admits),
    )


def _check_factions(
    entry: PlaceOpeningInput, file: Place, factions: tuple[str, ...], report: Report
) -> None:
    if entry.owner is not None:
        at = entry.at("owner")
        is_known = check_known("faction", entry.owner, factions, at, report)
        if is_known and not file.visibility.admits(faction_audience(entry.owner)):
            report.add(problems.OwnerMayNotKnow(at=at, owner=entry.owner))
    for key in ("known_to", "admits"):
        for index, name in enumerate(getattr(entry, key)):
            check_known("faction", name, factions, entry.at(key, index), report)
