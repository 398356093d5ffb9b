"""Functions for the order sheet's template: kinds of fields, and gaps as data for its script."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from chronicle.outline.order_sheet import Gap, MenuGap, OrderSheet
from chronicle.render.messages import percent
from chronicle.rules.order_form import (
    ActionField,
    FieldGroup,
    FixedField,
    FormPart,
    IntegerField,
    ListItem,
    MultiSelectField,
    ProbabilityRange,
    SelectField,
    TextField,
    walk_parts,
)

_PackedGap: TypeAlias = str | int | bool | list["_PackedGap"]
#: JSON's own quotation marks would need five characters each in an attribute.
_SWAP_QUOTES: Final = str.maketrans('"`', '`"')


def part_kind(part: FormPart) -> str:
    """The kind of a field, as the script of order sheets knows it."""
    match part:
        case FixedField():
            return "settled"
        case SelectField():
            return "pick"
        case MultiSelectField():
            return "picks"
        case IntegerField():
            return "count"
        case TextField():
            return "words"
        case FieldGroup():
            return "group"
        case ListItem():
            return "entry"
        case ActionField():
            return "one"


def is_main_field(part: FormPart) -> bool:
    """Whether the form shows a field at once: it is required, or a number, or a longer text."""
    match part:
        case IntegerField() | ListItem() | FixedField():
            return True
        case TextField(long=long, needed=needed):
            return long or needed
        case SelectField(needed=needed) | MultiSelectField(needed=needed):
            return needed
        case FieldGroup() | ActionField():
            return False


def gap_count(part: FormPart) -> int:
    """The number of gaps in a field and in those within it, each case of a choice being one."""
    match part:
        case FixedField() | SelectField() | MultiSelectField():
            return 1
        case IntegerField() | TextField():
            return 0
        case FieldGroup(parts=parts) | ListItem(parts=parts):
            return sum(map(gap_count, parts))
        case ActionField(cases=cases):
            return sum(1 + sum(map(gap_count, case.parts)) for case in cases)


def only_text(sheet: OrderSheet) -> str:
    """The key of the text, if every order of a sheet is only a text to write; empty if not."""
    if len(sheet.ways) != 1:
        return ""
    parts = walk_parts(sheet.ways[0].case.parts)
    match [part for part in parts if not isinstance(part, FixedField | ListItem)]:
        case [TextField(key=key)]:
            return key
        case _:
            return ""


def pack_gaps(gaps: Sequence[Gap], units: Mapping[str, str]) -> str:
    """Gaps as JSON in which `"` and `` ` `` are swapped.

    A choice is the number of its list, or a list of that number, the current value and the chances.
    """
    packed = [_pack_gap(gap, units) for gap in gaps]
    found = json.dumps(packed, ensure_ascii=False, separators=(",", ":"))
    return found.translate(_SWAP_QUOTES)


def _pack_gap(gap: Gap, units: Mapping[str, str]) -> _PackedGap:
    match gap:
        case MenuGap(menu=menu, now="", odds=()):
            return menu
        case MenuGap(menu=menu, now=now, odds=odds):
            return [menu, now, *(pack_odds(likely, units) for likely in odds)]
        case ProbabilityRange() | None:
            return pack_odds(gap, units)
        case tuple():
            return list(gap)
        case _:
            return gap


def pack_odds(likely: ProbabilityRange | None, units: Mapping[str, str]) -> str:
    """Chances as `58` or `58–92` in place of the `{n}` of their unit, empty if unknown.

    The unit depends on their condition. Those by stake follow after a `|` each.
    """
    if likely is None:
        return ""
    least, most = percent(likely.least), percent(likely.most)
    text = units[likely.provided].replace("{n}", least if least == most else f"{least}–{most}")
    return "|".join((text, *(pack_odds(it, units) for it in likely.by_stake)))
