"""The order form of a faction: one order for each lieutenant, and the priority of upkeep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from chronicle.model.facts import Facts, place_ref
from chronicle.records import replace
from chronicle.rules.lieutenants.action_definitions import (
    ACTION_DEFINITIONS,
    COMMON_KEYS,
    GM_KEYS,
    KEYWORDS,
    TARGET_KINDS,
)
from chronicle.rules.lieutenants.board_view import statistics_facts
from chronicle.rules.lieutenants.order_form.attack import (
    attack_choices,
    stance_choices,
    take_choices,
)
from chronicle.rules.lieutenants.order_form.custom import custom_choices
from chronicle.rules.lieutenants.order_form.espionage import (
    conceal_choices,
    investigate_choices,
    recruit_choices,
    sell_choices,
    surveil_choices,
)
from chronicle.rules.lieutenants.order_form.influence import influence_choices
from chronicle.rules.lieutenants.order_form.known_state import KnownState, Memory, known_state_of
from chronicle.rules.lieutenants.order_form.lieutenant_context import (
    LieutenantContext,
    is_usable,
    nonzero_facts,
    optional_multi_select,
)
from chronicle.rules.lieutenants.order_form.move import move_choices
from chronicle.rules.lieutenants.order_form.projects import (
    ALL_SKILLS,
    lesson_choices,
    research_choices,
    training_choices,
    work_choices,
)
from chronicle.rules.lieutenants.order_form.purchase import purchase_choices
from chronicle.rules.lieutenants.state import Facility, Lieutenant, State, Unit
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    Form,
    FormPart,
    FormVocabulary,
)

#: The builders of a lieutenant's possible actions, in the order of the rules.
_CHOICE_BUILDERS: Final[tuple[Callable[[LieutenantContext], Iterator[ActionChoice]], ...]] = (
    attack_choices,
    take_choices,
    conceal_choices,
    surveil_choices,
    purchase_choices,
    investigate_choices,
    recruit_choices,
    sell_choices,
    research_choices,
    move_choices,
    training_choices,
    work_choices,
    stance_choices,
    influence_choices,
    custom_choices,
)
#: The actions that a new turn suggests, the most useful first. Those that only make sense with
#: something that the players have in mind are not among them.
_SUGGESTED: Final = (
    *("go-on", "steal", "raid", "gain-influence", "purchase", "work", "surveil", "recruit"),
    *("investigate", "train", "research", "cautious-attack", "ally", "conceal", "move"),
)
#: Everything that needs theme texts.
FORM_VOCABULARY: Final = FormVocabulary(
    asks=("act", "kept", "needs"),
    cases=(
        *ACTION_DEFINITIONS,
        *("aggressive-strike", "cautious-strike", "regroup", "send", "fetch", "slip"),
        *("go-below", "go-on", "retrain", "send-away", "holder", "at", "needs"),
    ),
    keys=(
        *dict.fromkeys(
            key
            for definition in ACTION_DEFINITIONS.values()
            for key in (*COMMON_KEYS, *definition.keys)
            if key not in GM_KEYS and key != "action"
        ),
        *("needs", "skill", "type", "holder", "upgrades", "abilities", "from", "value"),
        "upkeep_priority",
        *TARGET_KINDS,
    ),
    values={
        **{key: words for key, (words, _) in KEYWORDS.items()},
        "statistic": ALL_SKILLS,
        "skill": ALL_SKILLS,
        "stealthy": ("unnoticed", "unidentified"),
    },
    facts={
        **dict.fromkeys(
            ("level", *ALL_SKILLS, "cost", "upkeep", "income", "price", "price_at_best"), ()
        ),
        **dict.fromkeys(
            ("levels", "abilities", "bonus", "stash", "influence", "factor", "cap"), ()
        ),
        **dict.fromkeys(("successes", "needed", "npc", "unit", "led", "against"), ()),
        **dict.fromkeys(("faction", "at", "place", "start"), ()),
        "condition": ("damaged",),
        "stance": ("ambush", "block"),
        "kind": TARGET_KINDS,
        "skill": ALL_SKILLS,
        "competencies": ALL_SKILLS,
        "paid": ("capital", "influence"),
        "types": (),
    },
)


def build_form(state: State, memory: Memory, id: str, turn: int) -> Form | None:
    """Return a faction's form for a turn, on the board it knows; None for an unknown faction."""
    if id not in state.factions:
        return None
    seen = known_state_of(state, memory, id)
    parts = (*_action_fields(seen, turn), *_upkeep_fields(seen))
    funds = state.factions[id].capital
    return Form(id, parts, _SUGGESTED, funds) if parts else None


def _action_fields(seen: KnownState, turn: int) -> Iterator[FormPart]:
    """Yield a field for each lieutenant who can act (L-TURN-2).

    His order can depend on those of the lieutenants before him.
    """
    earlier: tuple[FieldChoice, ...] = ()
    for asset in seen.own:
        if isinstance(asset, Lieutenant) and is_usable(asset):
            doer = LieutenantContext(seen, asset, turn, earlier)
            details = (lesson_choices,) if seen.state.away(asset.id) else _CHOICE_BUILDERS
            cases = tuple(case for details in details for case in details(doer))
            yield ActionField("act", cases, asset.name, _lieutenant_facts(seen, asset))
            earlier = (*earlier, FieldChoice(asset.id, asset.name))


def _lieutenant_facts(seen: KnownState, lieutenant: Lieutenant) -> Facts:
    """Return a lieutenant's figures and condition, and his stance if he has one (L-TURN-5)."""
    stance = seen.state.stances.get(lieutenant.id)
    skills = {
        name: value for name, value in statistics_facts(lieutenant.statistics).items() if value
    }
    condition = lieutenant.condition
    return Facts(
        {
            "level": lieutenant.level,
            **skills,
            **({"condition": condition} if condition != "undamaged" else {}),
            **({"stance": stance.kind} if stance is not None else {}),
        }
    )


def _upkeep_fields(seen: KnownState) -> Iterator[FormPart]:
    """Yield the field for upkeep priority, sorted by the faction's current ranking (L-TURN-6)."""
    ranks: Mapping[str, int] = {
        id: rank for rank, id in enumerate(seen.state.factions[seen.faction].priority)
    }
    own = [
        FieldChoice(it.id, it.name, nonzero_facts(upkeep=it.upkeep))
        for it in seen.own
        if isinstance(it, Lieutenant | Unit | Facility) and it.upkeep.currency == "capital"
        if it.upkeep.amount and it.condition != "destroyed"
    ]
    places = [
        FieldChoice(it.id, place_ref(it.id), nonzero_facts(upkeep=it.upkeep))
        for it in seen.locations()
        if it.owner == seen.faction and it.upkeep.amount and it.upkeep.currency == "capital"
    ]
    choices = sorted((*own, *places), key=lambda it: (ranks.get(it.value, len(ranks)), it.value))
    now = tuple(it.value for it in choices if it.value in ranks)
    yield from (replace(it, now=now) for it in optional_multi_select("upkeep_priority", choices))
