"""What the import and the export of actors have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from chronicle.files.source import composed
from chronicle.rules.wwn.terms import GOALS, GoalKind

#: The scope of chronicle's own flags in a document of Foundry.
FLAG: Final = "chronicle"
#: The names of the goals of the rules, as both systems write them.
GOAL_NAMES: Final[Mapping[GoalKind, str]] = {
    kind: kind.replace("-", " ").title().replace(" The ", " the ").replace(" Of ", " of ")
    for kind in GOALS
}


def plain_name(name: str) -> str:
    """A name by which what is alike can be found: without case, blanks and punctuation."""
    signs = composed(name.casefold())
    return "".join(sign for sign in signs if unicodedata.category(sign)[0] not in "CPSZ")
