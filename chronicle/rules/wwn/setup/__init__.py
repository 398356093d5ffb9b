"""Build the opening state of the board from the campaign's files."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
from chronicle.records import replace
from chronicle.rules.shared.parser import parse_openings
from chronicle.rules.wwn.catalogue import CatalogueInput, shipped_catalogue, with_campaign_entries
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.effects import Throws
from chronicle.rules.wwn.goal_parser import parse_goal, parse_policy
from chronicle.rules.wwn.inputs import FactionOpeningInput, RulesInput
from chronicle.rules.wwn.setup.assets import AssetParser, check_hit_points
from chronicle.rules.wwn.setup.faction_sizes import check_size
from chronicle.rules.wwn.setup.name_checks import UnreadIds, parse_tags
from chronicle.rules.wwn.setup.places import parse_places
from chronicle.rules.wwn.state import FactionState, HouseRules, State
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The number of the first turn after the opening state.
FIRST_TURN = 1


def opening_state(campaign: Campaign, report: Report) -> State | None:
    """Return the board before the first turn; None after errors."""
    before = report.errors
    house = _parse_rules(campaign, report)
    shapes = parse_openings(FactionOpeningInput, campaign, problems.NoOpening, report)
    bare = State(
        turn=FIRST_TURN,
        factions={
            file.id: _parse_faction(file.id, shapes.get(file.id), house.catalogue, report)
            for file in campaign.factions
        },
        assets={},
        bases={},
        places=parse_places(campaign, house, report),
        house=house,
    )
    belongings = AssetParser(bare, shapes, report)
    state = _with_goals_and_policies(belongings.parse(), shapes, belongings.unread(), report)
    return None if report.errors > before else state


def _parse_rules(campaign: Campaign, report: Report) -> HouseRules:
    """Return the campaign's rules; values that are missing or invalid keep their defaults."""
    catalogue = shipped_catalogue()
    if not isinstance(campaign.rules, MapNode):
        return HouseRules(catalogue=catalogue)
    shape = decode(RulesInput, campaign.rules, report)
    if shape is None:
        return HouseRules(catalogue=catalogue)
    if shape.catalogue is not None:
        entries = decode(CatalogueInput, shape.catalogue, report)
        catalogue = (
            catalogue if entries is None else with_campaign_entries(catalogue, entries, report)
        )
    return HouseRules(
        distance=shape.distance,
        move=shape.move,
        assets=shape.assets,
        xp_cost=shape.xp_cost,
        foes=shape.foes,
        rogues=shape.rogues,
        friends=shape.friends,
        catalogue=catalogue,
    )


def _parse_faction(
    id: str, shape: FactionOpeningInput | None, catalogue: Catalogue, report: Report
) -> FactionState:
    """Return a faction's values, without its goal and policies; defaults if it can't be parsed."""
    if shape is None:
        return FactionState(id, 1, 1, 1, "none", 0, 1)
    found = FactionState(
        id=id,
        force=shape.force,
        cunning=shape.cunning,
        wealth=shape.wealth,
        magic=shape.magic,
        treasure=shape.treasure,
        hp=1,
        xp=shape.xp,
        asleep=shape.asleep,
        tags=parse_tags(shape, shape.tags, catalogue, report),
    )
    sound = check_hit_points(shape, shape.hp, found.maximum, report)
    _check_tags(shape, found, catalogue, report)
    if not shape.asleep:
        check_size(shape, found, catalogue, report)
    return replace(found, hp=shape.hp or found.maximum) if sound else found


def _check_tags(
    shape: FactionOpeningInput, faction: FactionState, catalogue: Catalogue, report: Report
) -> None:
    """Warn of tags that need the highest rating in an attribute that is not the highest."""
    for name in faction.tags:
        for effect in catalogue.tags[name].effects:
            if not isinstance(effect, Throws) or not effect.highest:
                continue
            if effect.attribute is not None and effect.attribute not in faction.highest:
                at = shape.at("tags", shape.tags.index(name))
                report.add(problems.IneffectiveTag(at=at, tag=name, attribute=effect.attribute))


def _with_goals_and_policies(
    state: State, shapes: Mapping[str, FactionOpeningInput], unread: UnreadIds, report: Report
) -> State:
    """Return the board with the goals and policies of all factions (W-GOAL)."""
    found = state
    for id, shape in shapes.items():
        faction = state.factions[id]
        if shape.goal is not None:
            # Chosen before the first turn, so that the goal counts from the first turn on.
            goal = parse_goal(shape.goal, id, state, state.turn - 1, report, unread)
            faction = replace(faction, goal=goal)
        if shape.standing is not None:
            policy = parse_policy(shape.standing, faction.policy, id, state, report, unread)
            faction = replace(faction, policy=policy)
        found = found.with_faction(faction)
    return found
