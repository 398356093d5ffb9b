"""The order form of a faction: free actions of its assets, one kind of action, and its policies."""

from __future__ import annotations

from typing import Final

from chronicle.rules.order_form import ActionField, Form, FormPart, FormVocabulary
from chronicle.rules.wwn.actions import ACTION_DEFINITIONS
from chronicle.rules.wwn.actions.abilities import FREE_ACTIONS, ability_fields
from chronicle.rules.wwn.actions.expand import free_expansion_fields
from chronicle.rules.wwn.actions.repair import free_repair_fields
from chronicle.rules.wwn.known_state import KnownState
from chronicle.rules.wwn.order_form import policies
from chronicle.rules.wwn.order_form.goals import goal_parts
from chronicle.rules.wwn.terms import ACTIONS, ATTRIBUTES, GOALS

#: The actions in the order in which a form offers them: first those of single assets.
_OFFERED_ACTIONS: Final = sorted(ACTION_DEFINITIONS.values(), key=lambda one: not one.by_asset)
_YES_OR_NO: Final = ("true", "false")
#: Everything that needs words in a theme.
FORM_VOCABULARY: Final = FormVocabulary(
    asks=(
        *("ability", "action"),
        *(one.command.ACTION for one in _OFFERED_ACTIONS if one.by_asset),
        *("redo", "goal", "contest", "forbid", "lavish", "abandon"),
    ),
    cases=(
        *(one.effect.word for one in FREE_ACTIONS),
        "empowers",
        *ACTIONS,
        *("unusable", "pinned", "hobbled", "redo", "lavish", "abandon"),
        *("contest-some", "contest-named", "forbid-everyone", "forbid-some", "forbid-nobody"),
        *GOALS,
    ),
    keys=(
        *("target", "to", "against", "times", "at", "asset", "type", "name", "helped_by"),
        *(
            "base",
            "hp",
            "declares",
            "sheds",
            "defend",
            "met_by",
            "standing",
            "forbids",
            "roll",
            "keep",
        ),
        *("at_war", "contest", "sacrifice", "step_in", "restore", "take_over", "rerolls", "pays"),
        *("attribute", "raises", "create", "expand", "repair", "goal"),
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


def build_form(known: KnownState) -> Form:
    """Return what a faction may order on the board that it knows."""
    parts: list[FormPart] = []
    if known.own.idle != known.eve.turn:
        parts += [*ability_fields(known), *free_repair_fields(known), *free_expansion_fields(known)]
        kinds = tuple(choice for one in _OFFERED_ACTIONS for choice in one.choices(known))
        parts += [ActionField("action", kinds)] if kinds else []
    parts += [
        *policies.redo_fields(known),
        *policies.turn_policy_parts(known),
        *policies.shed_parts(known),
        *goal_parts(known),
    ]
    parts += [policies.standing_group(known), *policies.ban_groups(known)]
    return Form(known.id, tuple(parts), known.funds)
