"""Build the opening state of the board from the campaign's files."""

from __future__ import annotations

from collections.abc import Mapping

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign, Place
from chronicle.records import replace
from chronicle.rules.kit.parser import check_known, parse_openings
from chronicle.rules.wwn.catalogue import CatalogueInput, shipped_catalogue, with_campaign_entries
from chronicle.rules.wwn.catalogue.records import Catalogue
from chronicle.rules.wwn.diagnostics import setup as problems
from chronicle.rules.wwn.effects import Throws
from chronicle.rules.wwn.goal_parser import parse_goal, parse_policy
from chronicle.rules.wwn.inputs import FactionOpeningInput, PlaceOpeningInput, RulesInput
from chronicle.rules.wwn.setup.assets import AssetParser, check_hit_points
from chronicle.rules.wwn.setup.faction_sizes import check_size
from chronicle.rules.wwn.setup.name_checks import UnreadIds, parse_bans, parse_tags
from chronicle.rules.wwn.state import FactionState, HouseRules, PlaceState, State
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The number of the first turn after the opening state.
FIRST_TURN = 1


def opening_state(campaign: Campaign, report: Report) -> State | None:
    """Return the board before the first turn; None after errors."""
    before = report.errors
    house = _parse_rules(campaign, report)
    entries = parse_openings(FactionOpeningInput, campaign, problems.NoOpening, report)
    bare = State(
        turn=FIRST_TURN,
        factions={
            file.id: _parse_faction(file.id, entries.get(file.id), house.catalogue, report)
            for file in campaign.factions
        },
        assets={},
        bases={},
        places=parse_places(campaign, house, report),
        house=house,
    )
    belongings = AssetParser(bare, entries, report)
    state = _with_goals_and_policies(belongings.parse(), entries, belongings.unread(), report)
    return None if report.errors > before else state


def _parse_rules(campaign: Campaign, report: Report) -> HouseRules:
    """Return the campaign's rules; values that are missing or invalid keep their defaults."""
    catalogue = shipped_catalogue()
    if not isinstance(campaign.rules, MapNode):
        return HouseRules(catalogue=catalogue)
    entry = decode(RulesInput, campaign.rules, report)
    if entry is None:
        return HouseRules(catalogue=catalogue)
    if entry.catalogue is not None:
        entries = decode(CatalogueInput, entry.catalogue, report)
        catalogue = (
            catalogue if entries is None else with_campaign_entries(catalogue, entries, report)
        )
    return HouseRules(
        distance=entry.distance,
        move=entry.move,
        assets=entry.assets,
        xp_cost=entry.xp_cost,
        foes=entry.foes,
        rogues=entry.rogues,
        friends=entry.friends,
        catalogue=catalogue,
    )


def _parse_faction(
    id: str, entry: FactionOpeningInput | None, catalogue: Catalogue, report: Report
) -> FactionState:
    """Return a faction's values, without its goal and policies; defaults if it can't be parsed."""
    if entry is None:
        return FactionState(id, 1, 1, 1, "none", 0, 1)
    found = FactionState(
        id=id,
        force=entry.force,
        cunning=entry.cunning,
        wealth=entry.wealth,
        magic=entry.magic,
        treasure=entry.treasure,
        hp=1,
        xp=entry.xp,
        asleep=entry.asleep,
        tags=parse_tags(entry, entry.tags, catalogue, report),
    )
    sound = check_hit_points(entry, entry.hp, found.maximum, report)
    _check_tags(entry, found, catalogue, report)
    if not entry.asleep:
        check_size(entry, found, catalogue, report)
    return replace(found, hp=entry.hp or found.maximum) if sound else found


def _check_tags(
    entry: FactionOpeningInput, faction: FactionState, catalogue: Catalogue, report: Report
) -> None:
    """Warn of tags that need the highest rating in an attribute that is not the highest."""
    for name in faction.tags:
        for effect in catalogue.tags[name].effects:
            if not isinstance(effect, Throws) or not effect.highest:
                continue
            if effect.attribute is not None and effect.attribute not in faction.highest:
                at = entry.at("tags", entry.tags.index(name))
                report.add(problems.IneffectiveTag(at=at, tag=name, attribute=effect.attribute))


def _with_goals_and_policies(
    state: State, entries: Mapping[str, FactionOpeningInput], unread: UnreadIds, report: Report
) -> State:
    """Return the board with the goals and policies of all factions (W-GOAL)."""
    found = state
    for id, entry in entries.items():
        faction = state.factions[id]
        if entry.goal is not None:
            # Chosen before the first turn, so that the goal counts from the first turn on.
            goal = parse_goal(entry.goal, id, state, state.turn - 1, report, unread)
            faction = replace(faction, goal=goal)
        if entry.standing is not None:
            policy = parse_policy(entry.standing, faction.policy, id, state, report, unread)
            faction = replace(faction, policy=policy)
        found = found.with_faction(faction)
    return found


def parse_places(campaign: Campaign, house: HouseRules, report: Report) -> dict[str, PlaceState]:
    """Return every place of the campaign; one with errors is included with default values."""
    known = (*(faction.id for faction in campaign.factions), *sorted(campaign.later))
    found = {file.id: _parse_place(file, house, known, report) for file in campaign.places}
    return {id: _without(place, campaign.later) for id, place in found.items()}


def _without(place: PlaceState, later: frozenset[str]) -> PlaceState:
    """A place before some of the factions that its opening names have joined."""
    if not later:
        return place
    ruler = "" if place.ruler in later else place.ruler
    return replace(place, ruler=ruler, forbids=place.forbids - later, admits=place.admits - later)


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
