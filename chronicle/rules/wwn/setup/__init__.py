"""The first board: from the campaign's files to a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
from chronicle.rules.shared.parser import parse_openings
from chronicle.rules.wwn import diagnostics
from chronicle.rules.wwn.catalogue import CatalogueShape, shipped, with_house
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.effects import Throws
from chronicle.rules.wwn.goal_parser import goal_of, policy_of
from chronicle.rules.wwn.inputs import FactionShape, HouseShape
from chronicle.rules.wwn.setup.assets import Belongings, check_hit_points
from chronicle.rules.wwn.setup.common_sizes import check_size
from chronicle.rules.wwn.setup.names import Unread, tags_at
from chronicle.rules.wwn.setup.places import places_of
from chronicle.rules.wwn.state import Faction, House, State
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The turn that the opening state waits for.
FIRST_TURN = 1


def opening(campaign: Campaign, report: Report) -> State | None:
    """The board before the first turn; None when findings say why there is none."""
    before = report.errors
    house = _house(campaign, report)
    shapes = parse_openings(FactionShape, campaign, diagnostics.NoOpening, report)
    bare = State(
        turn=FIRST_TURN,
        factions={
            file.id: _figures(file.id, shapes.get(file.id), house.catalogue, report)
            for file in campaign.factions
        },
        assets={},
        bases={},
        places=places_of(campaign, house, report),
        house=house,
    )
    belongings = Belongings(bare, shapes, report)
    state = _resolved(belongings.read(), shapes, belongings.unread(), report)
    return None if report.errors > before else state


def _house(campaign: Campaign, report: Report) -> House:
    """What the campaign settles for itself; what ships where it says nothing, or says it wrong."""
    catalogue = shipped()
    if not isinstance(campaign.rules, MapNode):
        return House(catalogue=catalogue)
    shape = decode(HouseShape, campaign.rules, report)
    if shape is None:
        return House(catalogue=catalogue)
    if shape.catalogue is not None:
        entries = decode(CatalogueShape, shape.catalogue, report)
        catalogue = catalogue if entries is None else with_house(catalogue, entries, report)
    return House(
        distance=shape.distance,
        move=shape.move,
        assets=shape.assets,
        xp_cost=shape.xp_cost,
        catalogue=catalogue,
    )


def _figures(id: str, shape: FactionShape | None, catalogue: Catalogue, report: Report) -> Faction:
    """A faction's figures, without its goal and its standing orders; one unread stands for it."""
    if shape is None:
        return Faction(id, 1, 1, 1, "none", 0, 1)
    found = Faction(
        id=id,
        force=shape.force,
        cunning=shape.cunning,
        wealth=shape.wealth,
        magic=shape.magic,
        treasure=shape.treasure,
        hp=1,
        xp=shape.xp,
        tags=tags_at(shape, shape.tags, catalogue, report),
    )
    sound = check_hit_points(shape, shape.hp, found.maximum, report)
    _check_tags(shape, found, catalogue, report)
    check_size(shape, found, catalogue, report)
    return replace(found, hp=shape.hp or found.maximum) if sound else found


def _check_tags(
    shape: FactionShape, faction: Faction, catalogue: Catalogue, report: Report
) -> None:
    """Warnings for tags that help an attribute only while it is the highest, as it is not."""
    for name in faction.tags:
        for effect in catalogue.tags[name].effects:
            if not isinstance(effect, Throws) or not effect.highest:
                continue
            if effect.attribute is not None and effect.attribute not in faction.highest:
                at = shape.at("tags", shape.tags.index(name))
                report.add(diagnostics.IdleTag(at=at, tag=name, attribute=effect.attribute))


def _resolved(
    state: State, shapes: Mapping[str, FactionShape], unread: Unread, report: Report
) -> State:
    """The board with what each faction strives for and has resolved to do (W-GOAL)."""
    found = state
    for id, shape in shapes.items():
        faction = state.factions[id]
        if shape.goal is not None:
            # Chosen before the first turn, which is the first of all that a goal may ask for.
            goal = goal_of(shape.goal, id, state, state.turn - 1, report, unread)
            faction = replace(faction, goal=goal)
        if shape.standing is not None:
            policy = policy_of(shape.standing, faction.policy, id, state, report, unread)
            faction = replace(faction, policy=policy)
        found = found.with_faction(faction)
    return found
