"""Check what a faction sets for other factions' turns: defenders, contests and bans."""

from __future__ import annotations

from collections.abc import Iterator

from chronicle.diagnostics.report import Report
from chronicle.files.source import Span
from chronicle.rules.wwn import goal_parser
from chronicle.rules.wwn.changes import Change, PlaceSet, PolicySet
from chronicle.rules.wwn.diagnostics import orders as problems
from chronicle.rules.wwn.diagnostics import setup
from chronicle.rules.wwn.effects import Upkeep
from chronicle.rules.wwn.inputs import FactionOrdersInput
from chronicle.rules.wwn.orders import FactionOrders, TurnChoices
from chronicle.rules.wwn.setup.name_checks import UnreadIds, check_place, parse_bans
from chronicle.rules.wwn.state import PlaceState, State
from chronicle.yaml.nodes import MapNode


def policy_changes(orders: FactionOrders) -> Iterator[Change]:
    """Yield the changes that hold from the start of the turn, in any order of play."""
    if orders.standing is not None:
        yield PolicySet(orders.faction, orders.standing)
    for place in orders.bans:
        yield PlaceSet(place)


def parse_policies(
    faction: str, entry: FactionOrdersInput, state: State, report: Report
) -> FactionOrders:
    """Return only the policies in a faction's orders, and report problems with them."""
    new = UnreadIds(frozenset(_ids_to_come(entry)))
    policy = state.factions[faction].policy
    standing = (
        goal_parser.parse_policy(entry.standing, policy, faction, state, report, new)
        if entry.standing is not None
        else None
    )
    goal_parser.check_defenders(entry, entry.defend or [], faction, state, report, new)
    contest = entry.contest or []
    for index, name in enumerate(contest):
        if name in contest[:index]:
            report.add(setup.NamedTwice(at=entry.at("contest", index), name=name))
    rivals = goal_parser.parse_rivals(entry, "contest", contest, faction, state, report)
    return FactionOrders(
        faction,
        defend=None if entry.defend is None else tuple(entry.defend),
        contest=None if entry.contest is None else rivals,
        choices=_parse_choices(faction, entry, state, report, new),
        standing=standing,
        bans=tuple(_parse_ban_list(faction, entry, state, report)),
    )


def _parse_choices(
    faction: str, entry: FactionOrdersInput, state: State, report: Report, new: UnreadIds
) -> TurnChoices:
    """Return what a faction decides for this turn, for single events or for all."""
    own = goal_parser.own_pieces(state, faction)
    others = [asset.id for asset in state.assets.values() if asset.faction != faction]
    rivals = goal_parser.KnownPieces("asset of another faction", others, lost=state.lost)
    attackers = goal_parser.KnownPieces(
        "attacking asset", (*others, *_mercenaries(faction, state)), lost=state.lost
    )
    defenders = goal_parser.KnownPieces("asset or base of this faction", own, new)
    for attacker, names in entry.met_by.items():
        at = span_of_key(entry, "met_by", attacker)
        goal_parser.check_piece(attacker, attackers, at, report)
        goal_parser.check_names(entry, ("met_by", attacker), names, defenders, report)
    limits = (
        (
            "sacrifice",
            entry.sacrifice,
            goal_parser.KnownPieces("asset or base", (*own, *others), new, state.lost),
        ),
        ("restore", entry.restore, defenders),
        ("take_over", entry.take_over, rivals),
        ("pays", entry.pays, defenders),
    )
    for key, value, known in limits:
        if isinstance(value, list):
            goal_parser.check_names(entry, (key,), value, known, report)
    return TurnChoices(
        met_by={
            attacker: (names,) if isinstance(names, str) else tuple(names)
            for attacker, names in entry.met_by.items()
        },
        sacrifice=frozenset(entry.sacrifice)
        if isinstance(entry.sacrifice, list)
        else entry.sacrifice,
        step_in=entry.step_in,
        restore=_limited(entry.restore),
        take_over=_limited(entry.take_over),
        pays=_limited(entry.pays),
        rerolls=entry.rerolls,
    )


def _limited(value: bool | list[str] | None) -> bool | frozenset[str] | None:
    return frozenset(value) if isinstance(value, list) else value


def _mercenaries(faction: str, state: State) -> Iterator[str]:
    """Yield own assets that may attack their owner when they go rogue (W-FX-UPKEEP)."""
    for asset in state.own_with(faction, Upkeep):
        if any(effect.mercenary for effect in state.type_of(asset).effects_of(Upkeep)):
            yield asset.id


def _ids_to_come(entry: FactionOrdersInput) -> Iterator[str]:
    """Yield the ids that the faction's own orders create: they can defend at once."""
    if entry.create is not None:
        yield entry.create.asset
    if entry.expand is not None:
        yield entry.expand.base
    for ability in entry.abilities:
        if ability.expand is not None:
            yield ability.expand.base


def _parse_ban_list(
    faction: str, entry: FactionOrdersInput, state: State, report: Report
) -> Iterator[PlaceState]:
    """Yield the places under `forbids:` with new bans; the faction must rule them (W-ACT-2)."""
    for name, written in entry.forbids.items():
        at = span_of_key(entry, "forbids", name)
        if not check_place(name, state, at, report):
            continue
        place = state.places[name]
        if place.ruler != faction:
            report.add(problems.NotRuler(at=at, place=name, ruler=place.ruler))
            continue
        yield parse_bans(place, written, entry, ("forbids", name), state.factions, report)


def span_of_key(entry: FactionOrdersInput, key: str, name: str) -> Span:
    """Return the location of a key of the mapping under another key."""
    names = entry.node.get(key)
    found = names.key(name) if isinstance(names, MapNode) else None
    return found.span if found is not None else entry.key_at(key)
