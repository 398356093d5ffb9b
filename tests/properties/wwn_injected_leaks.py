"""Faults of the ruleset of assets that have to be found when they are planted."""

from __future__ import annotations

from typing import Final

from tests.properties.fault_injection import Plant

WWN: Final = "rules.wwn"

ALL: Final = (
    Plant(
        "actions-told-as-owner",
        f"{WWN}.tellings:_disclose_action",
        "if view.is_of(event.faction):",
        "if True:",
    ),
    Plant(
        "fights-told-as-fighter",
        f"{WWN}.tellings:_disclose_clash",
        "if own or view.is_of(event.against):",
        "if True:",
    ),
    Plant(
        "orders-of-attackers",
        f"{WWN}.tellings:_disclose_clash",
        'order = _order_key(event) if own else ""',
        "order = _order_key(event)",
    ),
    Plant(
        "income-of-others",
        f"{WWN}.tellings:_disclose_accounts",
        "if not view.is_of(event.faction):",
        "if isinstance(event, events.GoalChecked) and not view.is_of(event.faction):",
    ),
    Plant(
        "goals-of-others",
        f"{WWN}.tellings:_disclose_accounts",
        "if not view.is_of(event.faction):",
        "if isinstance(event, events.Earned) and not view.is_of(event.faction):",
    ),
    Plant(
        "upkeep-of-others",
        f"{WWN}.tellings:_disclose_upkeep",
        "if view.is_of(event.faction):",
        "if True:",
    ),
    Plant(
        "changes-for-others",
        f"{WWN}.tellings:_disclose_alteration",
        "gm_change_reason(event.visibility,",
        "gm_change_reason(__import__('chronicle').model.audience.FOR_EVERYONE,",
    ),
    Plant(
        "everything-seen",
        f"{WWN}.board_view:BoardView.sees",
        "if self.gm or self.owns(id):",
        "if True:",
    ),
    Plant(
        "all-is-in-the-open",
        f"{WWN}.board_view:BoardView.sees_on",
        " and visibility_of_piece(state, piece).admits(self.audience)",
        "",
    ),
    Plant(
        "near-to-everything",
        f"{WWN}.asset_visibility:factions_near",
        " if is_within(state, piece.at, place, 1)",
        "",
    ),
    Plant(
        "unseen-assets-named",
        f"{WWN}.board_view:BoardView.name",
        "if piece is not None and self.sees(id)",
        "if piece is not None",
    ),
    Plant(
        "dice-of-both-fighters",
        f"{WWN}.tellings.rolls:rolls_for_fighter",
        "if side_of(purpose_of(event, roll)) in sides",
        "",
    ),
    Plant(
        "places-in-the-order-of-play",
        f"{WWN}.tellings.turn_events:sequence_facts",
        "if view.is_of(faction)",
        "",
    ),
    Plant(
        "throws-for-a-place",
        f"{WWN}.tellings.rolls:rolls_for_sequence",
        'if view.is_of(roll.id.split("/")[1])',
        "",
    ),
    Plant(
        "rolls-named-after-assets",
        f"{WWN}.tellings.rolls:_told_roll",
        'id=roll.id if named or view.gm else ""',
        "id=roll.id",
    ),
    Plant(
        "who-is-uncovered",
        f"{WWN}.tellings.turn_events:_own_rows",
        "if view.is_of(it.faction)",
        "",
    ),
    Plant(
        "all-that-falls",
        f"{WWN}.tellings.turn_events:collapse_facts",
        "lost=view.rows(event.lost)",
        "lost=view.rows(event.lost, met=True)",
    ),
    Plant(
        "what-befalls-others",
        f"{WWN}.tellings.witnesses:_fates_of_own",
        "and piece.faction == view.faction",
        "",
    ),
    Plant(
        "hit-points-remembered-by-all",
        f"{WWN}.sightings:fight_sightings",
        "fighter = view.faction in (event.faction, event.against)",
        "fighter = True",
    ),
    Plant(
        "sheets-of-assets-as-owner",
        f"{WWN}.sheets:_sheet_of",
        "if view.is_of(subject.id):",
        "if True:",
    ),
    Plant(
        "purses-in-diagrams",
        f"{WWN}.sheets:_measures_of",
        'yield "treasure", faction.treasure, owner',
        'yield "treasure", faction.treasure, FOR_EVERYONE',
    ),
    Plant(
        "hidden-assets-counted",
        f"{WWN}.sheets:_measures_of",
        "if not asset.stealth",
        "",
    ),
    Plant(
        "hidden-assets-on-sheets",
        f"{WWN}.sheets.others:visible_pieces",
        "if view.sees(id) and not view.owns(id)",
        "if not view.owns(id)",
    ),
    Plant(
        "hit-points-on-sheets",
        f"{WWN}.sheets.others:_visible_row",
        "**_hit_points(parts),",
        "'hp': piece.hp, 'hp_turn': 0,",
    ),
    Plant(
        "whoever-stands-at-a-place",
        f"{WWN}.sheets.others:_own_rows_by_place",
        "if view.gm or view.owns(thing):",
        "if True:",
    ),
)
