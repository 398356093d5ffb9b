"""The rulesets there are: a literal table, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chronicle.rules.protocol import Ruleset

#: Where each ruleset is, under the word that campaigns use for it: its module and its name there.
_LOCATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "lieutenants": ("chronicle.rules.lieutenants", "LIEUTENANTS"),
    "shadow": ("chronicle.rules.shadow", "SHADOW"),
    "wwn": ("chronicle.rules.wwn", "WWN"),
}


class _RulesetRegistry(Mapping[str, "Ruleset[Any, Any, Any]"]):
    """Rulesets by their word, each imported when somebody asks for it: most need but one.

    Their state, orders and events differ, so that there can't be one type for all; a stage that
    takes one out works with any.
    """

    def __getitem__(self, word: str) -> Ruleset[Any, Any, Any]:
        return _import_ruleset(*_LOCATIONS[word])

    def __iter__(self) -> Iterator[str]:
        return iter(_LOCATIONS)

    def __len__(self) -> int:
        return len(_LOCATIONS)

    def __contains__(self, word: object) -> bool:
        return word in _LOCATIONS


@cache
def _import_ruleset(module: str, name: str) -> Ruleset[Any, Any, Any]:
    system: Ruleset[Any, Any, Any] = getattr(import_module(module), name)
    return system


RULESETS: Final = _RulesetRegistry()
