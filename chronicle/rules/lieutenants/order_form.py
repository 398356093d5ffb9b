"""The order form of a faction: one order for each lieutenant, and the priority of upkeep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.model.facts import Facts, place_ref
from chronicle.records import replace
from chronicle.rules import order_form
from chronicle.rules.lieutenants import action_definitions
from chronicle.rules.lieutenants.actions import ACTIONS
from chronicle.rules.lieutenants.actions.train import TRAIN
from chronicle.rules.lieutenants.board_view import statistics_facts
from chronicle.rules.lieutenants.form_context import (
    ALL_SKILLS,
    LieutenantContext,
    nonzero_facts,
    optional_multi_select,
)
from chronicle.rules.lieutenants.form_odds import ODDS
from chronicle.rules.lieutenants.known_state import KnownState
from chronicle.rules.lieutenants.refusals import use_refusals
from chronicle.rules.lieutenants.state import Lieutenant

#: Everything that needs theme texts.
FORM_VOCABULARY: Final = order_form.FormVocabulary(
    asks=("act", "kept", "needs"),
    cases=(
        *ACTIONS,
        *("aggressive-strike", "cautious-strike", "regroup", "send", "fetch", "slip"),
        *("go-below", "go-on", "keep-watch", "retrain", "send-away", "holder", "at", "needs"),
    ),
    keys=(
        *dict.fromkeys(
            key
            for definition in ACTIONS.values()
            for key in (*action_definitions.COMMON_KEYS, *definition.keys)
            if key not in action_definitions.GM_KEYS and key != "action"
        ),
        *("needs", "skill", "type", "holder", "upgrades", "abilities", "from", "value"),
        "upkeep_priority",
        *action_definitions.TARGET_KINDS,
    ),
    values={
        **{key: words for key, (words, _) in action_definitions.KEYWORDS.items()},
        "statistic": ALL_SKILLS,
        "skill": ALL_SKILLS,
        "stealthy": ("unnoticed", "unidentified"),
    },
    facts={
        **dict.fromkeys(
            ("level", *ALL_SKILLS, "cost", "brings", "upkeep", "income", "price", "price_at_best"),
            (),
        ),
        **dict.fromkeys(
            ("levels", "abilities", "bonus", "stash", "influence", "factor", "cap"), ()
        ),
        **dict.fromkeys(("successes", "needed", "npc", "unit", "led", "against"), ()),
        **dict.fromkeys(("faction", "at", "place", "start"), ()),
        "condition": ("damaged",),
        "stance": ("ambush", "block"),
        "kind": action_definitions.TARGET_KINDS,
        "skill": ALL_SKILLS,
        "competencies": ALL_SKILLS,
        "paid": ("capital", "influence"),
        "types": (),
    },
)


def build_form(seen: KnownState) -> order_form.Form | None:
    """Return a faction's form on the board that it knows; None if it can order nothing."""
    parts = (*_action_fields(seen), *_upkeep_fields(seen))
    funds = seen.state.factions[seen.faction].capital
    return order_form.Form(seen.faction, parts, funds) if parts else None


def _action_fields(seen: KnownState) -> Iterator[order_form.FormPart]:
    """Yield a field for each lieutenant who can act (L-TURN-2).

    His order can depend on those of the lieutenants before him.
    """
    earlier: tuple[order_form.FieldChoice, ...] = ()
    for asset in seen.own:
        if not isinstance(asset, Lieutenant):
            continue
        doer = LieutenantContext(seen, asset, ODDS, earlier)
        if not any(use_refusals(doer.actor, asset)):
            # Who is away with an outside trainer can do nothing but learn.
            actions = (TRAIN,) if seen.state.away(asset.id) else ACTIONS.values()
            cases = tuple(case for action in actions for case in action.choices(doer))
            yield order_form.ActionField("act", cases, asset.name, _lieutenant_facts(seen, asset))
            earlier = (*earlier, order_form.FieldChoice(asset.id, asset.name))


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


def _upkeep_fields(seen: KnownState) -> Iterator[order_form.FormPart]:
    """Yield the field for upkeep priority, sorted by the faction's current ranking (L-TURN-6)."""
    ranks: Mapping[str, int] = {
        id: rank for rank, id in enumerate(seen.state.factions[seen.faction].priority)
    }
    own = [
        order_form.FieldChoice(it.id, it.name, nonzero_facts(upkeep=it.upkeep))
        for it in seen.own
        if it.upkeep.amount and it.upkeep.currency == "capital" and it.condition != "destroyed"
    ]
    places = [
        order_form.FieldChoice(it.id, place_ref(it.id), nonzero_facts(upkeep=it.upkeep))
        for it in seen.locations()
        if it.owner == seen.faction and it.upkeep.amount and it.upkeep.currency == "capital"
    ]
    choices = sorted((*own, *places), key=lambda it: (ranks.get(it.value, len(ranks)), it.value))
    now = tuple(it.value for it in choices if it.value in ranks)
    yield from (replace(it, now=now) for it in optional_multi_select("upkeep_priority", choices))
