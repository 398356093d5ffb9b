"""Check what a faction sets for other factions' turns: defenders, contests and bans."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.records import dataclass
from chronicle.rules.wwn.changes import Change, PlaceSet, PolicySet
from chronicle.rules.wwn.diagnostics.figures import NamedTwice
from chronicle.rules.wwn.diagnostics.targets import NotRuler
from chronicle.rules.wwn.goal_parser import check_defenders, parse_policy, parse_rivals
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.setup.name_checks import UnreadIds, check_place, parse_bans
from chronicle.rules.wwn.state import PlaceState, Policy, State
from chronicle.yaml.nodes import MapNode


@dataclass(frozen=True, slots=True)
class ParsedPolicies:
    """A faction's policies from its orders; None where they say nothing."""

    standing: Policy | None
    defend: tuple[str, ...] | None
    contest: frozenset[str] | None
    bans: tuple[PlaceState, ...]

    def changes(self, faction: str) -> Iterator[Change]:
        """Yield the changes that hold from the start of the turn, in any order of play."""
        if self.standing is not None:
            yield PolicySet(faction, self.standing)
        for place in self.bans:
            yield PlaceSet(place)


def parse_policies(
    faction: str, shape: FactionOrdersInput, state: State, report: Report
) -> ParsedPolicies:
    """Parse the policies in a faction's orders, and report problems with them."""
    new = UnreadIds(frozenset(_ids_to_come(shape)))
    policy = state.factions[faction].policy
    standing = (
        parse_policy(shape.standing, policy, faction, state, report, new)
        if shape.standing is not None
        else None
    )
    check_defenders(shape, shape.defend or [], faction, state, report, new)
    contest = shape.contest or []
    for index, name in enumerate(contest):
        if name in contest[:index]:
            report.add(NamedTwice(at=shape.at("contest", index), name=name))
    rivals = parse_rivals(shape, "contest", contest, faction, state, report)
    return ParsedPolicies(
        standing,
        None if shape.defend is None else tuple(shape.defend),
        None if shape.contest is None else rivals,
        tuple(_parse_ban_list(faction, shape, state, report)),
    )


def _ids_to_come(shape: FactionOrdersInput) -> Iterator[str]:
    """Yield the ids that the faction's own orders create: they can defend at once."""
    if shape.create is not None:
        yield shape.create.asset
    if shape.expand is not None:
        yield shape.expand.base
    for ability in shape.abilities:
        if ability.expand is not None:
            yield ability.expand.base


def _parse_ban_list(
    faction: str, shape: FactionOrdersInput, state: State, report: Report
) -> Iterator[PlaceState]:
    """Yield the places under `forbids:` with new bans; the faction must rule them (W-ACT-2)."""
    for name, written in shape.forbids.items():
        at = _span_of_ban(shape, name)
        if not check_place(name, state, at, report):
            continue
        place = state.places[name]
        if place.ruler != faction:
            report.add(NotRuler(at=at, place=name, ruler=place.ruler))
            continue
        yield parse_bans(place, written, shape, ("forbids", name), state.factions, report)


def _span_of_ban(shape: FactionOrdersInput, place: str) -> Span:
    bans = shape.node.get("forbids")
    key = bans.key(place) if isinstance(bans, MapNode) else None
    return key.span if key is not None else shape.key_at("forbids")
