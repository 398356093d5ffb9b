"""Parse the places of the opening board: rulers, bans and positions."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign, Place
from chronicle.records import replace
from chronicle.rules.shared.parser import check_known
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.inputs import PlaceOpeningInput
from chronicle.rules.wwn.setup.name_checks import parse_bans
from chronicle.rules.wwn.state import HouseRules, PlaceState
from chronicle.yaml.decode import decode


def parse_places(campaign: Campaign, house: HouseRules, report: Report) -> dict[str, PlaceState]:
    """Return every place of the campaign; one with errors is included with default values."""
    factions = tuple(faction.id for faction in campaign.factions)
    return {file.id: _parse_place(file, house, factions, report) for file in campaign.places}


def _parse_place(
    file: Place, house: HouseRules, factions: tuple[str, ...], report: Report
) -> PlaceState:
    if house.distance == "miles" and file.position is None:
        report.add(problems.NoPosition(at=file.at))
    place = PlaceState(id=file.id, neighbours=file.neighbours, position=file.position)
    if file.opening is None:
        return place
    entry = decode(PlaceOpeningInput, file.opening, report)
    if entry is None:
        return place
    if entry.ruler is not None:
        check_known("faction", entry.ruler, factions, entry.at("ruler"), report)
    for index, name in enumerate(entry.admits):
        check_known("faction", name, factions, entry.at("admits", index), report)
    ruled = replace(place, ruler=entry.ruler or "", water=entry.water)
    barred = parse_bans(ruled, entry.forbids, entry, ("forbids",), factions, report)
    for index, name in enumerate(entry.admits):
        if name in barred.forbids:
            at = entry.at("admits", index)
            report.add(problems.AdmittedAndShutOut(at=at, name=name))
    return replace(barred, admits=frozenset(entry.admits))
