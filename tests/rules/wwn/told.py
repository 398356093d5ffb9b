"""What is told about an event on a board, without the turn that led there."""

from __future__ import annotations

from chronicle.model.audience import Audience
from chronicle.rules.protocol import Step, Telling
from chronicle.rules.wwn import WWN
from chronicle.rules.wwn.events import Event
from chronicle.rules.wwn.state import State


def step_of(before: State, event: Event) -> Step[State, Event]:
    """The step of an event on a board."""
    return Step(before, event, WWN.apply(before, event))


def tell(before: State, event: Event, audience: Audience) -> Telling | None:
    """What an audience is told about an event."""
    return WWN.tell(step_of(before, event), audience).telling


def reveal(before: State, event: Event) -> Telling | None:
    """What becomes known when the GM reveals an event."""
    return WWN.reveal(step_of(before, event))
