"""What the order sheet's template asks of a form: kinds of blanks, and gaps for a script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, TypeAlias

from chronicle.outline.order_sheet import Chosen, Gap
from chronicle.render.messages import percent
from chronicle.rules.order_form import (
    Count,
    Entry,
    Group,
    Likely,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
    Words,
)

_Packed: TypeAlias = str | int | bool | list["_Packed"]
#: JSON's own quotation marks grow to five characters each in an attribute.
_SWAPPED: Final = str.maketrans('"`', '`"')


def blank(part: Part) -> str:
    """The kind of a part in one word, as the script of order sheets has it."""
    match part:
        case Settled():
            return "settled"
        case Pick():
            return "pick"
        case Picks():
            return "picks"
        case Count():
            return "count"
        case Words():
            return "words"
        case Group():
            return "group"
        case Entry():
            return "entry"
        case OneOf():
            return "one"


def packed(gaps: Sequence[Gap]) -> str:
    """Gaps as JSON in which `"` and `` ` `` have changed places.

    A choice is the number of its list, or that, what holds now, and the chances. Chances are `58`
    or `58–92`, empty where none is known.
    """
    found = json.dumps([_packed(gap) for gap in gaps], ensure_ascii=False, separators=(",", ":"))
    return found.translate(_SWAPPED)


def _packed(gap: Gap) -> _Packed:
    match gap:
        case Chosen(menu=menu, now="", odds=()):
            return menu
        case Chosen(menu=menu, now=now, odds=odds):
            return [menu, now, *(_likely(likely) for likely in odds)]
        case Likely() | None:
            return _likely(gap)
        case tuple():
            return list(gap)
        case _:
            return gap


def _likely(likely: Likely | None) -> str:
    if likely is None:
        return ""
    least, most = percent(likely.least), percent(likely.most)
    return least if least == most else f"{least}–{most}"
