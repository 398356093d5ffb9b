"""What an import would let others than the GM read, shown before it is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from chronicle.authoring.import_notes.note import mark_words, replace_marks
from chronicle.load.map_shapes import MAP_FILE
from chronicle.model.audience import FOR_GM

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chronicle.authoring.import_notes import NotesImport
    from chronicle.authoring.import_notes.campaign_files import ImportedNote
    from chronicle.authoring.import_notes.note import NoteKind

#: How many notes, reasons, names for a reason, and characters of a line are shown.
_MOST_NOTES: Final = 12
_MOST_REASONS: Final = 20
_MOST_NAMES: Final = 3
_MOST_SIGNS: Final = 72


def preview_lines(
    found: NotesImport,
    readers: Sequence[str],
    counted: Callable[[Mapping[NoteKind, int]], Sequence[str]],
    *,
    every: bool = False,
) -> Iterator[str]:
    """Yield lines about what others may read, if they may read anything, and what they may not.

    Long lists are shortened, unless ``every`` entry is to be shown.
    """
    if found.seen:
        yield "Others see by the rules of the campaign, unless it has `rules: {assets: owner}`:"
        yield from _first([f"  {_cut(line)}" for line in found.seen], _MOST_NOTES, every=every)
    if found.weekdays:
        yield f"Who reads of a turn sees its weekday: {_cut(', '.join(found.weekdays))}"
    opened = [one for one in found.notes if one.visibility != FOR_GM]
    if not opened:
        return
    kinds = Counter(one.kind for one in opened)
    yield f"Would become readable for {' and '.join(readers)}: {', '.join(counted(kinds))}"
    shown = sorted(opened, key=lambda one: one.note.at.path)
    lines = [_shown_note(one, readers) for one in shown]
    yield from _first(lines, _MOST_NOTES, every=every)
    if MAP_FILE in found.files:
        yield f"The map too ({MAP_FILE}): coast, lakes, rivers, land, borders and ways"
    if found.backdrop:
        count = sum(one.note.position is not None for one in opened)
        many = f"{count} places where they are" if count > 1 else "1 place where it is"
        yield f"The map too: the picture {_cut(found.backdrop)}, and on it {many}"
    reasons = _reasons(found.notes)
    if not reasons:
        yield "Nothing in these notes is for the GM alone"
        return
    yield "For the GM alone, and what says so:"
    most = None if every else _MOST_NAMES
    lines = [f"  {reason}: {_named(names, most)}" for reason, names in reasons]
    yield from _first(lines, _MOST_REASONS, every=every)


def _first(lines: Sequence[str], most: int, *, every: bool) -> Iterator[str]:
    """Yield the first of some lines, and how many more there are."""
    yield from lines if every else lines[:most]
    if len(lines) > most and not every:
        yield f"  and {len(lines) - most} more; --all lists all"


def _named(names: Sequence[str], most: int | None) -> str:
    shown = names[:most]
    rest = len(names) - len(shown)
    return ", ".join(shown) + (f" and {rest} more" if rest else "")


def _shown_note(one: ImportedNote, readers: Sequence[str]) -> str:
    words = _cut(_first_line(one))
    is_less = "everyone" in readers and one.note.for_players
    part = ", because a part of it is" if one.note.part_for_players else ""
    only = f" (for players, not for the public{part})" if is_less else ""
    return f"  {one.note.name}{only}{': ' if words else ''}{words}"


def _reasons(notes: Sequence[ImportedNote]) -> list[tuple[str, list[str]]]:
    """The reasons and the names of notes with each: first what is not understood, then by number.

    A note is whole, unless its name is followed by `in part`.
    """
    found: dict[str, list[str]] = {}
    for one in notes:
        is_part = not one.note.secret
        reasons = one.note.closings or (
            ("marked as private",)
            if one.note.secret
            else ("parts for the GM",)
            if any(part.secret for part in one.note.texts)
            else ()
        )
        for reason in reasons:
            name = f"{one.note.name} (in part)" if is_part else one.note.name
            found.setdefault(reason, []).append(name)
    return sorted(found.items(), key=lambda it: ("not understood" not in it[0], -len(it[1]), it[0]))


def _first_line(one: ImportedNote) -> str:
    """The first line of the open text of a note, as words."""
    texts = (part.text for part in one.note.texts if not part.secret)
    lines = (line for text in texts for line in text.split("\n"))
    words = (replace_marks(line, one.note.marks, mark_words) for line in lines)
    found = next((line for line in words if any(map(str.isalnum, line))), "")
    return re.sub(r"^[\s>*#+-]+|\*\*", "", found).strip()


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_SIGNS else f"{text[:_MOST_SIGNS]}…"
