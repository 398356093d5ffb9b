"""The figures of a faction or a place that an audience may see at the end of a turn.

A faction sees its own current figures, and those of others as it remembers them; this module never
reads the others' current figures. The GM sees the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from chronicle.model.audience import Audience, visibility_of_factions
from chronicle.model.facts import Facts, Ref, faction_ref
from chronicle.rules.lieutenants.board_view import current_board_view
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.orders import Orders
from chronicle.rules.lieutenants.sheets.others import KnownBoard, other_sheet, place_sheet
from chronicle.rules.lieutenants.sheets.own import own_sheet
from chronicle.rules.lieutenants.state import OUT_OF_ACTION, Lieutenant, State, Unit
from chronicle.rules.protocol import (
    Figure,
    Holding,
    HouseRule,
    Measure,
    PlayedTurn,
    Sheet,
    Sighting,
)
from chronicle.rules.shared.figures import (
    count_by_faction,
    faction_under,
    figures_named,
    income_and_costs,
    rank_holdings,
    rows_of,
)

#: All codes of sheets; each has a text in the theme.
CODES = ("own-sheet", "other-sheet", "public-profile", "place-sheet")

Memory = Mapping[str, Sighting]

#: Every code a house rule may carry.
HOUSE_RULE_CODES: Final = ("influence-limit", "damaged-penalty", "no-damaged-penalty")

#: Keys of facts of the sheet; each has a label in the theme texts.
FIGURE_NAMES: Final = ("capital", "respect", "reach", "leadership", "cohesion")


def build_sheets(
    played_turn: PlayedTurn[State, Orders, Event],
    memory: Memory,
    audience: Audience,
    subjects: Iterable[Ref],
) -> dict[Ref, Sheet]:
    """Return what this audience may see of factions and places."""
    board = KnownBoard(current_board_view(played_turn.after, audience), memory)
    found = ((subject, _sheet_of(board, played_turn, subject)) for subject in subjects)
    return {subject: sheet for subject, sheet in found if sheet is not None}


def _sheet_of(
    board: KnownBoard, played_turn: PlayedTurn[State, Orders, Event], subject: Ref
) -> Sheet | None:
    state, view = played_turn.after, board.view
    if subject.kind == "place" and subject.id in state.places:
        return Sheet("place-sheet", place_sheet(board, subject.id))
    if subject.kind != "faction" or subject.id not in state.factions:
        return None
    if view.gm or view.faction == subject.id:
        return Sheet("own-sheet", own_sheet(view, played_turn, board.memory, subject.id))
    if view.faction:
        return Sheet("other-sheet", other_sheet(board, subject.id))
    npc = state.factions[subject.id].npc
    return Sheet("public-profile", Facts(who=faction_ref(subject.id), npc=npc))


def measures(state: State) -> tuple[Measure, ...]:
    """Return each faction's figures, visible only to itself."""
    return tuple(
        Measure(id, name, value, visibility_of_factions([id]))
        for id in state.factions
        for name, value in _measured_numbers(state, id).items()
    )


def _measured_numbers(state: State, id: str) -> dict[str, int]:
    fit = [
        asset
        for asset in state.assets.values()
        if isinstance(asset, Lieutenant | Unit) and asset.faction == id
        if asset.condition not in OUT_OF_ACTION and not asset.held_by
    ]
    return {
        "capital": state.factions[id].capital,
        "influence": sum(state.factions[id].influence.values()),
        "lieutenants": sum(isinstance(asset, Lieutenant) for asset in fit),
        "units": sum(isinstance(asset, Unit) for asset in fit),
        "locations": sum(place.owner == id for place in state.places.values()),
    }


def house_rules_of(state: State) -> tuple[HouseRule, ...]:
    """Return the house rules of a campaign, which everybody may know."""
    limit, penalty = state.house.influence_limit, state.house.damaged_penalty
    return (
        HouseRule("influence-limit", Facts(n=limit)),
        HouseRule("damaged-penalty", Facts(n=penalty))
        if penalty
        else HouseRule("no-damaged-penalty"),
    )


def figures_on_sheet(sheet: Sheet) -> tuple[Figure, ...]:
    """Return a faction's figures from its own sheet, with income and costs."""
    if sheet.code != "own-sheet":
        return ()
    return (*figures_named(sheet.facts, FIGURE_NAMES), *income_and_costs(sheet.facts))


def holders_on_sheet(sheet: Sheet) -> tuple[Holding, ...]:
    """Return the owner and the factions whose lieutenants and units were seen there."""
    owner = faction_under(sheet.facts, "owner")
    own = () if owner is None else (Holding(owner, "rules"),)
    there = count_by_faction(rows_of(sheet.facts, "present"), "faction")
    return rank_holdings(
        (*own, *(Holding(who, "present", number) for who, number in there.items()))
    )
