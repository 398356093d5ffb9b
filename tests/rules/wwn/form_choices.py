"""What forms offer, to be looked at: their cases and choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    Form,
    MultiSelectField,
    SelectField,
    walk_parts,
)
from chronicle.rules.protocol import Sighting
from chronicle.rules.wwn.known_state import known_state_of
from chronicle.rules.wwn.order_form import build_form
from chronicle.rules.wwn.state import State
from tests.known_things import EVERYTHING


def form_of(state: State, faction: str, memory: Mapping[str, Sighting] | None = None) -> Form:
    """A faction's form for the turn that a board waits for."""
    return build_form(known_state_of(state, memory or {}, faction, state.turn, EVERYTHING))


def cases_of(made: Form) -> Iterator[ActionChoice]:
    """All cases of a form."""
    for part in walk_parts(made.parts):
        if isinstance(part, ActionField):
            yield from part.cases


def choices_of(made: Form, key: str, code: str) -> Iterator[FieldChoice]:
    """The choices under a key, in the cases of a code that are not made of others."""
    for case in cases_of(made):
        if code == case.code and not any(isinstance(it, ActionField) for it in case.parts):
            for part in walk_parts(case.parts):
                if isinstance(part, SelectField | MultiSelectField) and part.key == key:
                    yield from part.choices


def case_of(made: Form, code: str, who: str = "") -> ActionChoice:
    """The one case of a code, of one asset if told, that is not made of others."""
    (found,) = (
        case
        for part in walk_parts(made.parts)
        if isinstance(part, ActionField) and who in ("", part.who)
        for case in part.cases
        if case.code == code and not any(isinstance(it, ActionField) for it in case.parts)
    )
    return found
