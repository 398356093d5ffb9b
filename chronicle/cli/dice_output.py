"""The output of the command `dice sheet`: text with lines for a turn's file, or JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.dice_sheet import RollToThrow, TurnDiceSheet
    from chronicle.authoring.json_export import Json
    from chronicle.render.roll_text import RollFormatter

#: Columns of the output.
_WIDTH: Final = 80
#: Rolls that follow in fewer cases than this are only counted.
_RARE: Final = 0.1


def sheet_lines(
    sheet: TurnDiceSheet,
    words: RollFormatter,
    factions: Mapping[str, str],
    path: str,
    report: Report,
) -> Iterator[str]:
    """The dice sheet: what to throw and why, then the `rolls:` of the turn's file.

    The reasons are not in the lines for the file, where they would be comments: those are secret,
    and the leak gate would find their words on the pages of those who may know them.
    """
    if not sheet.rolls:
        yield f"Turn {sheet.turn} needs no dice."
    elif not sheet.of("needed"):
        yield f"Turn {sheet.turn} has all its dice."
    else:
        yield f"Turn {sheet.turn}: throw these dice."
    for roll in sheet.of("needed"):
        yield ""
        yield from _roll_lines(roll, words, factions, report)
    if sheet.of("possible"):
        yield ""
        yield from _possible_lines(sheet.of("possible"))
    if sheet.unused:
        yield ""
        yield "The turn does not use these lines:"
        yield from (f"  {name}: [{_listed(faces)}]" for name, faces in sheet.unused)
    if sheet.of("needed"):
        yield ""
        yield f"Write the faces between the brackets and put the lines into {path}:"
    if sheet.of("needed") or sheet.of("thrown"):
        yield ""
        yield "rolls:"
    for roll in sheet.of("thrown"):
        yield f"  {roll.entry.name}: [{_listed(roll.written)}]"
    for roll in sheet.of("needed"):
        yield f"  {roll.entry.name}: []  #: {roll.entry.dice_text}"


def _roll_lines(
    roll: RollToThrow, words: RollFormatter, factions: Mapping[str, str], report: Report
) -> Iterator[str]:
    """One roll to throw: its dice with places for the faces, what it is for, its modifiers."""
    entry = roll.entry
    faction = entry.name.partition("/")[0]
    points = words.points(entry.roll, report) if entry.settled else None
    dice = entry.dice_text + (f" {points:+}" if points else "")
    places = " __" * len(entry.roll.faces)
    yield f"{entry.name}: {dice} {places}"
    action = f", {words.action(roll.code)}" if roll.code else ""
    yield from _wrapped(f"{factions.get(faction, faction)}{action}")
    parts = [words.modifier(part, report) for part in entry.modifiers]
    if not entry.settled:
        parts.append("more, as other dice fall")
    yield from _wrapped(", ".join(parts))
    if roll.written:
        yield f"  not [{_listed(roll.written)}], as written"


def _possible_lines(possible: Sequence[RollToThrow]) -> Iterator[str]:
    """The rolls that may follow; rare ones are only counted."""
    yield "These may follow. Fill in the others, and run the command again:"
    likely = [roll.entry for roll in possible if roll.entry.share >= _RARE]
    for entry in likely:
        yield f"  {entry.name}: {entry.dice_text}"
    if rare := len(possible) - len(likely):
        yield f"  {'and ' if likely else ''}{rare} in rare cases"


def _wrapped(text: str) -> list[str]:
    """Text in lines of the width of the output, indented; none if it is empty."""
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _listed(faces: Sequence[int]) -> str:
    return ", ".join(map(str, faces))


def sheet_as_json(sheet: TurnDiceSheet, words: RollFormatter, report: Report) -> dict[str, Json]:
    """The dice sheet for other programs."""
    return {
        "turn": sheet.turn,
        "rolls": [_roll(roll, words, report) for roll in sheet.rolls],
        "unused": [{"id": name, "faces": list(faces)} for name, faces in sheet.unused],
    }


def _roll(roll: RollToThrow, words: RollFormatter, report: Report) -> Json:
    entry = roll.entry
    return {
        "id": entry.name,
        "state": roll.state,
        "dice": [{"count": count, "sides": sides} for count, sides in entry.dice],
        "faces": list(roll.written),
        "code": roll.code,
        "action": words.action(roll.code) if roll.code else "",
        "points": words.points(entry.roll, report) if entry.settled else None,
        "settled": entry.settled,
        "share": round(entry.share, 3),
        "modifiers": [
            {"value": part.value, "words": words.modifier(part, report), "rule": part.rule}
            for part in entry.modifiers
        ],
    }
