"""What the import and the export of actors have in common."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from chronicle.rules.wwn.terms import GOALS, GoalKind

#: The scope of chronicle's own flags in a document of Foundry.
FLAG: Final = "chronicle"
#: The names of the goals of the rules, as both systems write them.
GOAL_NAMES: Final[Mapping[GoalKind, str]] = {
    kind: kind.replace("-", " ").title().replace(" The ", " the ").replace(" Of ", " of ")
    for kind in GOALS
}


def plain_name(name: str) -> str:
    """A name by which what is alike can be found: letters and digits only, without marks."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    return re.sub(r"[\W_]+", "", "".join(c for c in bare if not unicodedata.combining(c)))
