"""How a shadow power plays if its author says nothing: by its Influence among the others."""

from __future__ import annotations

from chronicle.model.character import Aim, Character
from chronicle.model.facts import place_ref
from chronicle.rules.shadow.state import MAX_INFLUENCE, State


def default_character(state: State, faction: str) -> Character:
    """Return the character of a power by its own figures on a board.

    Who leads is patient and holds what it controls; who is last is bold, and wants to control the
    sphere where it is strongest.
    """
    own = state.powers.get(faction)
    totals = [it.total for it in state.powers.values()]
    if own is None or max(totals) == min(totals):
        return Character()
    if own.total == max(totals):
        held = sorted(it for it, level in own.influence.items() if level == MAX_INFLUENCE)
        return Character("patient", tuple(Aim("hold", place_ref(it)) for it in held))
    if own.total > min(totals):
        return Character()
    open_to = sorted(it for it, level in own.influence.items() if level < MAX_INFLUENCE)
    best = sorted(open_to, key=lambda it: -own.influence[it])[:1]
    return Character("bold", tuple(Aim("take", place_ref(it)) for it in best))
