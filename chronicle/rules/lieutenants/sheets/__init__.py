"""The figures of a faction or a place that an audience may see at the end of a turn.

A faction sees its own current figures, and those of others as it remembers them; this module never
reads the others' current figures. The GM sees the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from chronicle.model.audience import Audience, visibility_of_factions
from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.rules import protocol
from chronicle.rules.kit import figures
from chronicle.rules.lieutenants.board_view import current_board_view
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.sheets.others import KnownBoard, other_sheet, place_sheet
from chronicle.rules.lieutenants.sheets.own import own_sheet
from chronicle.rules.lieutenants.state import OUT_OF_ACTION, Lieutenant, Minion, State, Unit

#: All codes of sheets; each has a text in the theme.
CODES = ("own-sheet", "other-sheet", "public-profile", "place-sheet")

#: Every code a house rule may carry.
HOUSE_RULE_CODES: Final = ("influence-limit", "damaged-penalty", "no-damaged-penalty")

#: Keys of facts of the sheet; each has a label in the theme texts.
FIGURE_NAMES: Final = ("capital", "respect", "reach", "leadership", "cohesion")


def build_sheets(
    played_turn: protocol.PlayedTurn[State, Orders, Event],
    memory: protocol.Memory,
    audience: Audience,
    subjects: Iterable[Ref],
) -> dict[Ref, protocol.Sheet]:
    """Return what this audience may see of factions and places."""
    board = KnownBoard(current_board_view(played_turn.after, audience), memory)
    found = ((subject, _sheet_of(board, played_turn, subject)) for subject in subjects)
    return {subject: sheet for subject, sheet in found if sheet is not None}


def _sheet_of(
    board: KnownBoard, played_turn: protocol.PlayedTurn[State, Orders, Event], subject: Ref
) -> protocol.Sheet | None:
    state, view = played_turn.after, board.view
    if subject.kind == "place" and subject.id in state.places:
        return protocol.Sheet("place-sheet", place_sheet(board, subject.id))
    if subject.kind != "faction" or subject.id not in state.factions:
        return None
    if view.gm or view.faction == subject.id:
        return protocol.Sheet("own-sheet", own_sheet(view, played_turn, board.memory, subject.id))
    if view.faction:
        return protocol.Sheet("other-sheet", other_sheet(board, subject.id))
    npc = state.factions[subject.id].npc
    return protocol.Sheet("public-profile", Facts(who=faction_ref(subject.id), npc=npc))


def measures(state: State) -> tuple[protocol.Measure, ...]:
    """Return each faction's figures, visible only to itself."""
    return tuple(
        protocol.Measure(id, name, value, visibility_of_factions([id]))
        for id in state.factions
        for name, value in _measured_numbers(state, id).items()
    )


def _measured_numbers(state: State, id: str) -> dict[str, int]:
    fit = [
        asset
        for asset in state.assets.values()
        if isinstance(asset, Minion) and asset.faction == id
        if asset.condition not in OUT_OF_ACTION and not asset.held_by
    ]
    return {
        "capital": state.factions[id].capital,
        "influence": sum(state.factions[id].influence.values()),
        "lieutenants": sum(isinstance(asset, Lieutenant) for asset in fit),
        "units": sum(isinstance(asset, Unit) for asset in fit),
        "locations": sum(place.owner == id for place in state.places.values()),
    }


def house_rules_of(state: State) -> tuple[protocol.HouseRule, ...]:
    """Return the house rules of a campaign, which everybody may know."""
    limit, penalty = state.house.influence_limit, state.house.damaged_penalty
    return (
        protocol.HouseRule("influence-limit", Facts(n=limit)),
        protocol.HouseRule("damaged-penalty", Facts(n=penalty))
        if penalty
        else protocol.HouseRule("no-damaged-penalty"),
    )


def figures_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Figure, ...]:
    """Return a faction's figures from its own sheet, with income and costs."""
    if sheet.code != "own-sheet":
        return ()
    return (
        *figures.figures_named(sheet.facts, FIGURE_NAMES),
        *figures.income_and_costs(sheet.facts),
    )


def holders_on_sheet(sheet: protocol.Sheet) -> tuple[protocol.Holding, ...]:
    """Return the owner and the factions whose lieutenants and units were seen there."""
    owner = figures.faction_under(sheet.facts, "owner")
    own = () if owner is None else (protocol.Holding(owner, "rules"),)
    there = figures.count_by_faction(figures.rows_of(sheet.facts, "present"), "faction")
    return figures.rank_holdings(
        (*own, *(protocol.Holding(who, "present", number) for who, number in there.items()))
    )
