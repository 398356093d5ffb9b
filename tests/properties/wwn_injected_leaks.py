"""Faults of the ruleset of assets that have to be found when they are planted."""

from __future__ import annotations

from typing import Final

from tests.properties.fault_injection import Plant

WWN: Final = "rules.wwn"

ALL: Final = (
    Plant(
        "deeds-told-as-owner",
        f"{WWN}.tellings:_acted",
        "own = sight.is_of(event.faction)",
        "own = True",
    ),
    Plant(
        "fights-told-as-fighter",
        f"{WWN}.tellings:_clash",
        "if own or sight.is_of(event.against):",
        "if True:",
    ),
    Plant(
        "orders-of-attackers",
        f"{WWN}.tellings:_clash",
        'order = _order(event) if own else ""',
        "order = _order(event)",
    ),
    Plant(
        "income-of-others",
        f"{WWN}.tellings:_framed",
        "tellings_turn.earned(sight, event) if sight.is_of(event.faction) else None",
        "tellings_turn.earned(sight, event)",
    ),
    Plant(
        "goals-of-others",
        f"{WWN}.tellings:_framed",
        "tellings_turn.strove(sight, event) if sight.is_of(event.faction) else None",
        "tellings_turn.strove(sight, event)",
    ),
    Plant(
        "upkeep-of-others", f"{WWN}.tellings:_kept", "if sight.is_of(event.faction):", "if True:"
    ),
    Plant(
        "changes-for-others",
        f"{WWN}.tellings:_altered",
        "if event.circle.admits(audience) and _makes_out(sight, event):",
        "if True:",
    ),
    Plant("everything-seen", f"{WWN}.eyes:Eyes.sees", "if self.gm or self.owns(id):", "if True:"),
    Plant(
        "all-is-in-the-open",
        f"{WWN}.eyes:Eyes.sees_on",
        " and seen_by(state, piece).admits(self.audience)",
        "",
    ),
    Plant(
        "near-to-everything",
        f"{WWN}.notice:neighbours",
        " if within(state, piece.at, place, 1)",
        "",
    ),
    Plant(
        "unseen-assets-named",
        f"{WWN}.eyes:Eyes.name",
        "if piece is not None and self.sees(id)",
        "if piece is not None",
    ),
    Plant(
        "dice-of-both-fighters",
        f"{WWN}.tellings_rolls:of_clash",
        "if side(purpose(event, roll)) in sides",
        "",
    ),
    Plant(
        "places-in-the-order-of-play",
        f"{WWN}.tellings_turn:sequenced",
        "if eyes.is_of(faction)",
        "",
    ),
    Plant(
        "throws-for-a-place",
        f"{WWN}.tellings_rolls:of_sequence",
        'if eyes.is_of(roll.id.split("/")[1])',
        "",
    ),
    Plant(
        "rolls-named-after-assets",
        f"{WWN}.tellings_rolls:_shown",
        'id=roll.id if named else ""',
        "id=roll.id",
    ),
    Plant(
        "who-is-uncovered",
        f"{WWN}.tellings_turn:_own",
        "if eyes.is_of(it.faction)",
        "",
    ),
    Plant(
        "all-that-falls",
        f"{WWN}.tellings_turn:collapsed",
        "lost=eyes.rows(event.lost)",
        "lost=eyes.rows(event.lost, met=True)",
    ),
    Plant(
        "what-befalls-others",
        f"{WWN}.tellings_witnessed:_fates",
        "and piece.faction == eyes.faction",
        "",
    ),
    Plant(
        "hit-points-remembered-by-all",
        f"{WWN}.sightings:fought",
        "fighter = eyes.faction in (event.faction, event.against)",
        "fighter = True",
    ),
    Plant(
        "sheets-of-assets-as-owner",
        f"{WWN}.sheets:sheet",
        "if eyes.is_of(subject.id):",
        "if True:",
    ),
    Plant(
        "purses-in-diagrams",
        f"{WWN}.sheets:_numbers",
        'yield "treasure", faction.treasure, owner',
        'yield "treasure", faction.treasure, FOR_EVERYONE',
    ),
    Plant(
        "hidden-assets-counted",
        f"{WWN}.sheets:_numbers",
        "if not asset.stealth",
        "",
    ),
    Plant(
        "hidden-assets-on-sheets",
        f"{WWN}.sheets_others:in_sight",
        "if eyes.sees(id) and not eyes.owns(id)",
        "if not eyes.owns(id)",
    ),
    Plant(
        "hit-points-on-sheets",
        f"{WWN}.sheets_others:_now",
        "**_hit_points(parts),",
        "'hp': piece.hp, 'hp_turn': 0,",
    ),
    Plant(
        "whoever-stands-at-a-place",
        f"{WWN}.sheets_others:_own",
        "if eyes.gm or eyes.owns(thing):",
        "if True:",
    ),
)
