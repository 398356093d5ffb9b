"""Build the opening state from the campaign's files."""

from __future__ import annotations

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
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
from chronicle.rules.shared.parser import check_known, parse_openings
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The turn that follows the opening state.
FIRST_TURN = 1


def opening_state(campaign: Campaign, report: Report) -> State | None:
    """Return the board before the first turn; None after errors."""
    before = report.errors
    house = _parse_rules(campaign, report)
    shapes = parse_openings(FactionOpeningInput, campaign, problems.NoOpening, report)
    ids = tuple(faction.id for faction in campaign.factions)
    setting = SetupContext(parse_places(campaign, report), ids, house.catalogue)
    belongings = AssetParser(setting, shapes, report)
    assets = belongings.assets()
    factions = {id: _parse_faction(id, belongings, report) for id in shapes}
    if report.errors > before:
        return None
    return State(
        turn=FIRST_TURN, factions=factions, assets=assets, places=setting.places, house=house
    )


def _parse_rules(campaign: Campaign, report: Report) -> HouseRules:
    """Return the campaign's house rules; defaults replace what is missing or invalid."""
    if not isinstance(campaign.rules, MapNode):
        return HouseRules(catalogue=built_in_catalogue())
    shape = decode(RulesInput, campaign.rules, report)
    if shape is None:
        return HouseRules(catalogue=built_in_catalogue())
    catalogue = built_in_catalogue()
    if shape.catalogue is not None:
        entries = decode(CatalogueInput, shape.catalogue, report)
        catalogue = catalogue if entries is None else extend_catalogue(catalogue, entries, report)
    return HouseRules(shape.influence_limit, shape.damaged_penalty, catalogue)


def _parse_faction(id: str, belongings: AssetParser, report: Report) -> FactionState:
    shape = belongings.shapes[id]
    factions = belongings.setting.factions
    # A faction whose opening can't be parsed may be an NPC faction.
    npcs = [other for other in factions if _may_be_npc(belongings.shapes.get(other))]
    courted = [(npc, shape.key_at("influence", npc)) for npc in shape.influence]
    courted += [(npc, shape.at("allies", index)) for index, npc in enumerate(shape.allies)]
    for npc, at in courted:
        check_npc(npc, id, npcs, factions, at, report)
    own = belongings.payable(id)
    for index, name in enumerate(shape.upkeep_priority):
        check_known("asset of this faction", name, own, shape.at("upkeep_priority", index), report)
    return FactionState(
        id=id,
        npc=shape.npc,
        level_cap=shape.level_cap,
        leadership=shape.leadership,
        cohesion=shape.cohesion,
        reach=shape.reach,
        capital=shape.capital,
        influence={npc: points for npc, points in sorted(shape.influence.items()) if points},
        allies=frozenset(shape.allies),
        priority=tuple(shape.upkeep_priority),
    )


def _may_be_npc(shape: FactionOpeningInput | None) -> bool:
    return shape is None or shape.npc
