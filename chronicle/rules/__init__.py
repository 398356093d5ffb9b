"""The registry of rulesets: one table, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chronicle.rules.protocol import AnyRuleset
    from chronicle.rules.values import Values

#: Module and attribute of each ruleset, by its id in `campaign.yaml`.
_LOCATIONS: Final[Mapping[str, tuple[str, str]]] = {
    "freeform": ("chronicle.rules.freeform", "FREEFORM"),
    "lieutenants": ("chronicle.rules.lieutenants", "LIEUTENANTS"),
    "shadow": ("chronicle.rules.shadow", "SHADOW"),
    "wwn": ("chronicle.rules.wwn", "WWN"),
}
#: The rulesets that say what boards are worth, in a module of their own.
_WITH_VALUES: Final = ("lieutenants", "shadow", "wwn")


class _RulesetRegistry(Mapping[str, "AnyRuleset"]):
    """Rulesets by id, each imported on first access.

    Most campaigns need only one. States, orders and events differ between rulesets, so no single
    type fits all; a stage that looks one up works with any of them.
    """

    def __getitem__(self, word: str) -> AnyRuleset:
        return _import_ruleset(*_LOCATIONS[word])

    def __iter__(self) -> Iterator[str]:
        return iter(_LOCATIONS)

    def __len__(self) -> int:
        return len(_LOCATIONS)

    def __contains__(self, word: object) -> bool:
        return word in _LOCATIONS


@cache
def _import_ruleset(module: str, name: str) -> AnyRuleset:
    ruleset: AnyRuleset = getattr(import_module(module), name)
    return ruleset


RULESETS: Final = _RulesetRegistry()


def has_values(ruleset: str) -> bool:
    """Whether a ruleset says what boards are worth."""
    return ruleset in _WITH_VALUES


def values_of(ruleset: str) -> Values[Any] | None:
    """What boards are worth by a ruleset; None if it knows no good or bad ones."""
    if not has_values(ruleset):
        return None
    values: Values[Any] = import_module(f"chronicle.rules.{ruleset}.values").VALUES
    return values
