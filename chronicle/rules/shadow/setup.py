"""The first board: from the campaign's files to a state."""

from __future__ import annotations

from collections.abc import Sequence

from chronicle.diagnostics.catalogue import content, references
from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.model.campaign import Campaign, Faction
from chronicle.model.facts import PieceName
from chronicle.rules.kit.parser import check_known, parse_opening
from chronicle.rules.shadow import diagnostics, state
from chronicle.rules.shadow.inputs import PowerInput, RulesInput
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode


def opening_state(campaign: Campaign, report: Report) -> state.State | None:
    """Return the board before the first turn, or None after findings."""
    before = report.errors
    spheres = tuple(place.id for place in campaign.places)
    powers = [_parse_power(faction, spheres, report) for faction in campaign.factions]
    house = _parse_rules(campaign, report)
    _check_all_known(campaign, report)
    found = [power for power in powers if power is not None]
    _check_sole_dominance(campaign.factions, found, report)
    if house is None or report.errors > before or len(found) < len(powers):
        return None
    return state.State(
        powers={power.id: power for power in found},
        seating=_seats_of(house, campaign),
        chalice=state.CHALICE_PER_POWER * len(found) if house.chalice is None else house.chalice,
        neighbours={place.id: place.neighbours for place in campaign.places},
        stories=tuple(story.turn for story in campaign.stories),
    )


def _parse_rules(campaign: Campaign, report: Report) -> RulesInput | None:
    if not isinstance(campaign.rules, MapNode):
        report.add(content.MissingKey(at=campaign.at, key="rules"))
        return None
    house = decode(RulesInput, campaign.rules, report)
    if house is None:
        return None
    powers = {faction.id for faction in campaign.factions}
    missing = tuple(sorted(powers - {*_seats_of(house, campaign)}))
    wrong = [
        seat
        for seat, name in enumerate(house.seating)
        if name not in (*powers, *campaign.later) or name in house.seating[:seat]
    ]
    if missing or wrong:
        at = house.at("seating", *wrong[:1])
        extra = tuple(house.seating[seat] for seat in wrong)
        known = tuple(sorted(powers))
        report.add(diagnostics.BadSeating(at=at, missing=missing, extra=extra, known=known))
        return None
    return house


def _seats_of(house: RulesInput, campaign: Campaign) -> tuple[str, ...]:
    """The seats of the powers that are there, clockwise; who joins later may sit last."""
    late = (it.id for it in campaign.factions if it.joins > 1 and it.id not in house.seating)
    return (*(it for it in house.seating if it not in campaign.later), *late)


def _check_all_known(campaign: Campaign, report: Report) -> None:
    """Check that all powers know each other and all spheres: they share one board (S-ROUND-3)."""
    powers = {faction.id for faction in campaign.factions}
    things = [("power", faction.visibility, faction.at) for faction in campaign.factions]
    things += [("sphere", place.visibility, place.at) for place in campaign.places]
    for what, visibility, at in things:
        if not visibility.public and powers - visibility.factions:
            lacking = tuple(sorted(powers - visibility.factions))
            report.add(diagnostics.HiddenFromPower(at=at, what=what, lacking=lacking))


def _check_sole_dominance(
    factions: Sequence[Faction], powers: Sequence[state.Power], report: Report
) -> None:
    holders: dict[str, str] = {}
    places = {faction.id: faction.at for faction in factions}
    for power in powers:
        for sphere, level in power.influence.items():
            if level < state.MAX_INFLUENCE:
                continue
            if sphere in holders:
                report.add(
                    diagnostics.DominanceTaken(
                        at=places[power.id], sphere=sphere, holder=holders[sphere]
                    )
                )
            holders.setdefault(sphere, power.id)


def _parse_power(faction: Faction, spheres: Sequence[str], report: Report) -> state.Power | None:
    entry = parse_opening(PowerInput, faction, diagnostics.NoOpening, report)
    if entry is None:
        return None
    for sphere in entry.influence:
        check_known("sphere", sphere, spheres, entry.at("influence", sphere), report)
    if entry.actor.sphere is not None:
        check_known("sphere", entry.actor.sphere, spheres, entry.actor.at("sphere"), report)
    return state.Power(
        id=faction.id,
        dice=entry.dd,
        actor=state.Actor(
            PieceName(entry.actor.name), active=True, sphere=entry.actor.sphere or state.RESERVE
        ),
        influence=dict(entry.influence),
        resources=_parse_resources(entry, spheres, report),
    )


def _parse_resources(
    entry: PowerInput, spheres: Sequence[str], report: Report
) -> dict[str, state.Resource]:
    found: dict[str, state.Resource] = {}
    where: dict[str, Span] = {}
    for item in entry.resources:
        if item.id in where:
            report.add(
                references.DuplicateId(
                    at=item.at("id"), what="a resource", name=item.id, first=where[item.id]
                )
            )
            continue
        where[item.id] = item.at("id")
        sphere = item.sphere or state.RESERVE
        if sphere:
            check_known("sphere", sphere, spheres, item.at("sphere"), report)
        shared = next((r for r in found.values() if sphere and r.sphere == sphere), None)
        if shared is not None:
            report.add(
                diagnostics.SharedSphere(
                    at=item.at("sphere"), resource=item.id, other=shared.id, sphere=sphere
                )
            )
        found[item.id] = state.Resource(
            item.id, PieceName(item.name), item.type, item.strength, sphere
        )
    return found
