"""The rulesets there are: a literal table, one line each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.shadow import SHADOW
from chronicle.rules.system import RuleSystem
from chronicle.rules.wwn import WWN

#: Each ruleset under the word that campaigns use for it. Their state, orders and events differ, so
#: that the table can't name one type for all; a stage that takes one out works with any.
RULESETS: Final[Mapping[str, RuleSystem[Any, Any, Any]]] = {
    "lieutenants": LIEUTENANTS,
    "shadow": SHADOW,
    "wwn": WWN,
}
