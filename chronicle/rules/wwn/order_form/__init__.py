"""What a faction may order: what its assets do for free, one kind of action, and its policies."""

from __future__ import annotations

from typing import Final

from chronicle.rules.order_form import ActionField, Form, FormPart, FormVocabulary
from chronicle.rules.wwn.order_form.actions import actions
from chronicle.rules.wwn.order_form.free_actions import abilities
from chronicle.rules.wwn.order_form.goals import striving
from chronicle.rules.wwn.order_form.known_state import Memory, seen
from chronicle.rules.wwn.order_form.policies import bans, for_the_turn, redoing, sheds, standing
from chronicle.rules.wwn.order_form.purchases import expansions, free_expansions, purchases
from chronicle.rules.wwn.state import State
from chronicle.rules.wwn.terms import ACTIONS, ATTRIBUTES, GOALS

_YES_OR_NO: Final = ("true", "false")
#: All that needs words in a theme.
BLANKS: Final = FormVocabulary(
    asks=(
        *("ability", "action", "attack", "move", "repair", "hide", "sell"),
        *("redo", "goal", "contest", "forbid", "lavish", "abandon"),
    ),
    cases=(
        *("carries", "yields", "mends", "exposes", "cloaks", "demands", "empowers"),
        *ACTIONS,
        *("unusable", "pinned", "hobbled", "redo", "lavish", "abandon"),
        *("contest-some", "contest-named", "forbid-everyone", "forbid-some", "forbid-nobody"),
        *GOALS,
    ),
    keys=(
        *("target", "to", "against", "times", "at", "asset", "type", "name", "helped_by"),
        *("base", "hp", "declares", "sheds", "defend", "standing", "forbids", "roll", "keep"),
        *("at_war", "contest", "sacrifice", "step_in", "restore", "take_over", "rerolls", "pays"),
        *("attribute", "raises", "create", "expand", "goal"),
    ),
    values={
        "attribute": ATTRIBUTES,
        "contest": ("at-war", "never", "always"),
        "keep": ("lower", "higher"),
        "raises": ATTRIBUTES,
        "sacrifice": ("never", "lethal", "always"),
        **dict.fromkeys(("step_in", "restore", "take_over", "pays"), _YES_OR_NO),
    },
    facts={
        **dict.fromkeys(("type", "faction", "at", "hp", "of", "cost", "upkeep", "too_many"), ()),
        **dict.fromkeys(("passenger", "amount", "least", "most", "hurts", "repairs", "asked"), ()),
        **dict.fromkeys(("toll", "led_by", "damage", "heals", "lacking", "brings", "rivals"), ()),
        **dict.fromkeys(("needed", "xp", "rating", "price", "each", "less", "given_up", "now"), ()),
        "attribute": ATTRIBUTES,
        "goal": GOALS,
        "target": ATTRIBUTES,
    },
)


def form(state: State, memory: Memory, id: str, turn: int) -> Form | None:
    """What a faction may order in a turn, on the board as it has it; None when it is gone."""
    if id not in state.factions or state.factions[id].collapsed:
        return None
    view = seen(state, memory, id, turn)
    parts: list[FormPart] = []
    if view.own.idle != turn:
        parts += [*abilities(view), *free_expansions(view)]
        kinds = (*actions(view), *expansions(view), *purchases(view))
        parts += [ActionField("action", kinds)] if kinds else []
    parts += [*redoing(view), *for_the_turn(view), *sheds(view), *striving(view)]
    parts += [standing(view), *bans(view)]
    return Form(id, tuple(parts))
