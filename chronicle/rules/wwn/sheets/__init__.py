"""The figures that an audience may see of a faction or a place at the end of a turn.

A faction sees its own pieces in full, others' visible pieces by the campaign's settings, and what
it remembers of them: nothing here reads what is hidden from it. The GM sees the whole board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from chronicle.model.audience import FOR_EVERYONE, Audience, Visibility, visibility_of_factions
from chronicle.model.facts import Facts, Ref
from chronicle.rules import protocol
from chronicle.rules.kit import figures
from chronicle.rules.wwn.board_view import board_view_of
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.orders import Orders
from chronicle.rules.wwn.sheets import others
from chronicle.rules.wwn.sheets.own import own_sheet_facts
from chronicle.rules.wwn.state import State

#: Every code a sheet may carry; each has words in a theme.
CODES = ("own-sheet", "rival-sheet", "public-profile", "place-sheet")

#: Every code a house rule may carry: a key of `rules:` and its value.
HOUSE_RULE_CODES: Final = (
    "distance-neighbours",
    "distance-miles",
    "assets-public",
    "assets-rumored",
    "assets-owner",
    "xp_cost-reached",
    "xp_cost-leaving",
    "foes-one",
    "foes-several",
    "rogues-stay",
    "rogues-move",
    "friends-own",
    "friends-allies",
)

#: The keys of that sheet that have words in a theme.
FIGURE_NAMES: Final = ("treasure", "hp", "xp", "force", "cunning", "wealth")


def build_sheets(
    played_turn: protocol.PlayedTurn[State, Orders, Event],
    memory: protocol.Memory,
    audience: Audience,
    subjects: Iterable[Ref],
) -> dict[Ref, protocol.Sheet]:
    """Return what this audience may see of factions and places."""
    board = others.KnownBoard(board_view_of(played_turn.after, audience), memory)
    found = ((subject, _sheet_of(board, played_turn, subject)) for subject in subjects)
    return {subject: sheet for subject, sheet in found if sheet is not None}


def _sheet_of(
    board: others.KnownBoard, played_turn: protocol.PlayedTurn[State, Orders, Event], subject: Ref
) -> protocol.Sheet | None:
    state, view = played_turn.after, board.view
    if subject.kind == "place" and subject.id in state.places:
        return protocol.Sheet("place-sheet", others.place_sheet_facts(board, subject.id))
    if subject.kind != "faction" or subject.id not in state.factions:
        return None
    if view.is_of(subject.id):
        return protocol.Sheet("own-sheet", own_sheet_facts(view, played_turn, subject.id))
    if view.faction:
        return protocol.Sheet("rival-sheet", others.rival_sheet_facts(board, subject.id))
    return protocol.Sheet("public-profile", others.public_profile_facts(board, subject.id))


def measures(state: State) -> tuple[protocol.Measure, ...]:
    """Return each faction's figures for itself, and its visible pieces for those who see them."""
    open_to = FOR_EVERYONE if state.house.assets == "public" else None
    return tuple(
        protocol.Measure(id, name, value, visibility)
        for id in state.factions
        for name, value, visibility in _measures_of(state, id, open_to)
    )


def _measures_of(
    state: State, id: str, open_to: Visibility | None
) -> Iterator[tuple[str, int, Visibility]]:
    faction, owner = state.factions[id], visibility_of_factions([id])
    assets = list(state.own(id))
    bases = sum(1 for _ in state.own_bases(id))
    yield "treasure", faction.treasure, owner
    yield "hp", faction.hp, owner
    yield "xp", faction.xp, owner
    if open_to is not None:
        yield "assets", sum(not asset.stealth for asset in assets), open_to
    yield "assets", len(assets), owner
    yield "bases", bases, open_to or owner


def house_rules_of(state: State) -> tuple[protocol.HouseRule, ...]:
    """Return the house rules of a campaign, which everybody may know."""
    house = state.house
    move = Facts(n=house.move) if house.distance == "miles" else Facts()
    return (
        protocol.HouseRule(f"distance-{house.distance}", move),
        protocol.HouseRule(f"assets-{house.assets}"),
        protocol.HouseRule(f"xp_cost-{house.xp_cost}"),
        protocol.HouseRule(f"foes-{house.foes}"),
        protocol.HouseRule(f"rogues-{house.rogues}"),
        protocol.HouseRule(f"friends-{house.friends}"),
    )


def figures_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Figure, ...]:
    """Return a faction's figures from its own sheet; others' sheets contain none of them."""
    if sheet.code != "own-sheet":
        return ()
    return (
        *figures.figures_named(sheet.facts, FIGURE_NAMES),
        *figures.income_and_costs(sheet.facts),
    )


def holders_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Holding, ...]:
    """Return the holders: the ruler rules, a base is a seat, and assets are present."""
    return figures.rank_holdings(_holdings(sheet.facts))


def _holdings(facts: Facts) -> Iterator[protocol.Holding]:
    ruler = figures.faction_under(facts, "ruler")
    if ruler is not None:
        yield protocol.Holding(ruler, "rules")
    pieces = figures.rows_of(facts, "pieces")
    for who in figures.count_by_faction((row for row in pieces if row.get("base")), "faction"):
        yield protocol.Holding(who, "seated")
    for who, number in figures.count_by_faction(
        (row for row in pieces if not row.get("base")), "faction"
    ).items():
        yield protocol.Holding(who, "present", number)
