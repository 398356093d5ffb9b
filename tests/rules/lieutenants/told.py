"""What is told about an event on a board, without the turn that led there."""

from __future__ import annotations

from chronicle.model.audience import Audience
from chronicle.rules.lieutenants import LIEUTENANTS
from chronicle.rules.lieutenants.events import Event
from chronicle.rules.lieutenants.state import State
from chronicle.rules.protocol import Step, Telling


def step_of(before: State, event: Event) -> Step[State, Event]:
    """The step of an event on a board."""
    return Step(before, event, LIEUTENANTS.apply(before, event))


def tell(before: State, event: Event, audience: Audience) -> Telling | None:
    """What an audience is told about an event."""
    return LIEUTENANTS.tell(step_of(before, event), audience).telling


def reveal(before: State, event: Event) -> Telling | None:
    """What becomes known when the GM reveals an event."""
    return LIEUTENANTS.reveal(step_of(before, event))
