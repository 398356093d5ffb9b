"""Ids made from names."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from chronicle.model.audience import AUDIENCE_KEYWORDS
from chronicle.yaml.decode import ID_PATTERN

#: Letters that are no plain letter with a mark.
_LETTERS: Final = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
#: `index` is the page that lists others, and Windows has no files of some names.
_RESERVED: Final = frozenset({"index", "con", "prn", "aux", "nul", *AUDIENCE_KEYWORDS})
_MAX_LENGTH: Final = 60


def id_from_name(name: str) -> str:
    """An id made from a name; empty if the name has no letters or digits for one."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS))
    plain = re.sub("['\u2019\u02bc`]", "", plain)
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign))
    whole = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
    cut = whole if len(whole) <= _MAX_LENGTH else whole[:_MAX_LENGTH].rpartition("-")[0]
    return (cut or whole[:_MAX_LENGTH]).strip("-")


def is_free_id(id: str) -> bool:
    """Whether a text is an id, and none that is reserved."""
    return bool(re.fullmatch(ID_PATTERN, id)) and id not in _RESERVED
