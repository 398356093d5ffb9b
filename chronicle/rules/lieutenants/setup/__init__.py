"""Build the opening state from the campaign's files."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
from chronicle.rules.kit.parser import check_known, parse_openings
from chronicle.rules.lieutenants.catalogue import (
    CatalogueInput,
    built_in_catalogue,
    extend_catalogue,
)
from chronicle.rules.lieutenants.diagnostics import setup as problems
from chronicle.rules.lieutenants.inputs import FactionOpeningInput, RulesInput
from chronicle.rules.lieutenants.setup.assets import AssetParser
from chronicle.rules.lieutenants.setup.name_checks import SetupContext, check_npc
from chronicle.rules.lieutenants.setup.places import parse_places
from chronicle.rules.lieutenants.state import FactionState, HouseRules, State
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The turn that follows the opening state.
FIRST_TURN = 1


def opening_state(campaign: Campaign, report: Report) -> State | None:
    """Return the board before the first turn; None after errors."""
    before = report.errors
    house = _parse_rules(campaign, report)
    entries = parse_openings(FactionOpeningInput, campaign, problems.NoOpening, report)
    ids = tuple(faction.id for faction in campaign.factions)
    setting = SetupContext(parse_places(campaign, report), ids, house.catalogue)
    belongings = AssetParser(setting, entries, report)
    assets = belongings.assets()
    factions = {id: _parse_faction(id, belongings, report) for id in entries}
    if report.errors > before:
        return None
    return State(
        turn=FIRST_TURN, factions=factions, assets=assets, places=setting.places, house=house
    )


def _parse_rules(campaign: Campaign, report: Report) -> HouseRules:
    """Return the campaign's house rules; defaults replace what is missing or invalid."""
    if not isinstance(campaign.rules, MapNode):
        return HouseRules(catalogue=built_in_catalogue())
    entry = decode(RulesInput, campaign.rules, report)
    if entry is None:
        return HouseRules(catalogue=built_in_catalogue())
    catalogue = built_in_catalogue()
    if entry.catalogue is not None:
        entries = decode(CatalogueInput, entry.catalogue, report)
        catalogue = catalogue if entries is None else extend_catalogue(catalogue, entries, report)
    return HouseRules(entry.influence_limit, entry.damaged_penalty, catalogue)


def _parse_faction(id: str, belongings: AssetParser, report: Report) -> FactionState:
    entry = belongings.entries[id]
    factions = belongings.setting.factions
    # A faction whose opening can't be parsed may be an NPC faction.
    parsed = belongings.entries
    npcs = [other for other in factions if other not in parsed or parsed[other].npc]
    courted = [(npc, entry.key_at("influence", npc)) for npc in entry.influence]
    courted += [(npc, entry.at("allies", index)) for index, npc in enumerate(entry.allies)]
    for npc, at in courted:
        check_npc(npc, id, npcs, factions, at, report)
    own = belongings.payable(id)
    for index, name in enumerate(entry.upkeep_priority):
        check_known("asset of this faction", name, own, entry.at("upkeep_priority", index), report)
    return FactionState(
        id=id,
        npc=entry.npc,
        level_cap=entry.level_cap,
        leadership=entry.leadership,
        cohesion=entry.cohesion,
        reach=entry.reach,
        capital=entry.capital,
        influence={npc: points for npc, points in sorted(entry.influence.items()) if points},
        allies=frozenset(entry.allies),
        priority=tuple(entry.upkeep_priority),
    )
