"""What a power can order: conspiracies by action, and what belongs to none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Union

from chronicle.rules.shadow.actions.attack import ATTACK_ACTOR, ATTACK_RESOURCE
from chronicle.rules.shadow.actions.common import ConspiracyAction, ConspiracyInput
from chronicle.rules.shadow.actions.mobilize import MOBILIZE
from chronicle.rules.shadow.actions.raise_influence import RAISE

#: The actions of conspiracies; a form offers them in this order.
ACTIONS: Final[tuple[ConspiracyAction, ...]] = (RAISE, MOBILIZE, ATTACK_RESOURCE, ATTACK_ACTOR)

if TYPE_CHECKING:
    AnyConspiracyInput = ConspiracyInput
else:
    #: The keys of a conspiracy, by its action.
    AnyConspiracyInput = Union[tuple(action.entry for action in ACTIONS)]  # noqa: UP007  of a tuple
