"""One order as YAML in one line: what has to stand there, filled with the first that may."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from chronicle.rules.order_form import (
    Choice,
    Count,
    Group,
    OneOf,
    Part,
    Pick,
    Picks,
    Settled,
    Words,
)

#: What stands where the author has to write something: an id and a name as well.
BLANK: Final = "new"
#: Text that YAML reads as nothing but itself.
_PLAIN: Final = re.compile(r"[A-Za-z][\w/-]*(?: [\w/-]+)*")
_YAML_WORDS: Final = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})


def flow(parts: Iterable[Part]) -> str:
    """A mapping with all that has to be there, and with numbers to be changed."""
    return f"{{{', '.join(filter(None, map(least, parts)))}}}"


def least(part: Part) -> str:
    """A key with the first thing it may hold; empty when it is as well left out."""
    match part:
        case Settled(key=key, value=value):
            return f"{key}: {scalar(value)}"
        case Pick(key=key, choices=choices, needed=True):
            return f"{key}: {scalar(_first(choices))}"
        case Picks(key=key, choices=choices, needed=True):
            return f"{key}: [{scalar(_first(choices))}]"
        case Count(key=key, least=least, usual=usual):
            return f"{key}: {least if usual is None else usual}"
        case Words(key=key, needed=True):
            return f"{key}: {BLANK}"
        case Group(key=key, parts=inner) if any(map(needed, inner)):
            return f"{key}: {flow(inner)}"
        case _:
            return ""


def some(part: Part) -> str:
    """A key as it may stand for itself, be it ever so needless."""
    match part:
        case Pick(key=key, choices=choices):
            return f"{key}: {scalar(_first(choices))}"
        case Picks(key=key, choices=choices):
            return f"{key}: [{scalar(_first(choices))}]"
        case Words(key=key):
            return f"{key}: {BLANK}"
        case Group(key=key, parts=inner):
            return least(part) or (f"{key}: {{{some(inner[0])}}}" if inner else "")
        case _:
            return least(part)


def _first(choices: Iterable[Choice]) -> str:
    """The first that has a chance as things are; else the first."""
    found = list(choices)
    return next((it.value for it in found if it.likely is not None), found[0].value)


def holding(part: Part) -> str:
    """A key with what holds when nobody says otherwise; empty when nothing does."""
    match part:
        case Pick(key=key, now=now) if now:
            return f"{key}: {scalar(now)}"
        case Picks(key=key, choices=choices, now=now) if now or any(map(holds, choices)):
            held = now or tuple(it.value for it in choices if holds(it))
            return f"{key}: {scalar(held)}"
        case Group(key=key, parts=inner):
            written = ", ".join(filter(None, map(holding, inner)))
            return f"{key}: {{{written}}}" if written else ""
        case OneOf(cases=cases):
            found = (holding(one) for case in cases for one in case.parts)
            return next(filter(None, found), "")
        case _:
            return ""


def holds(choice: Choice) -> bool:
    """Whether something is chosen until somebody says otherwise."""
    return choice.facts.get("now") is True


def needed(part: Part) -> bool:
    """Whether an order is none without a key."""
    match part:
        case Pick(needed=is_needed) | Picks(needed=is_needed) | Words(needed=is_needed):
            return is_needed
        case Count(needed=is_needed):
            return is_needed
        case Group(parts=inner):
            return any(map(needed, inner))
        case _:
            return isinstance(part, Settled)


def scalar(value: str | int | bool | tuple[str, ...]) -> str:
    """A value as it stands in YAML; a tuple as a list."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(scalar, value))}]"
    if value in ("true", "false"):
        # Of all that is chosen only what is so or not is called so.
        return str(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    is_plain = _PLAIN.fullmatch(value) and value.casefold() not in _YAML_WORDS
    is_number = value.isdecimal() and str(int(value)) == value
    return value if is_plain or is_number else json.dumps(value, ensure_ascii=False)
