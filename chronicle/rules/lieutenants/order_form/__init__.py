"""What a faction may order: one order for each lieutenant, and what is paid for first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, get_args

from chronicle.model.facts import Facts, place_ref
from chronicle.rules.lieutenants.board_view import statistics
from chronicle.rules.lieutenants.order_form.actors import Doer, able, figures, listed
from chronicle.rules.lieutenants.order_form.attack import attacks, stances, takings
from chronicle.rules.lieutenants.order_form.espionage import (
    asking,
    hiding,
    selling,
    watching,
    winning,
)
from chronicle.rules.lieutenants.order_form.influence import courting
from chronicle.rules.lieutenants.order_form.known_state import Memory, Seen, as_seen
from chronicle.rules.lieutenants.order_form.move import moves
from chronicle.rules.lieutenants.order_form.projects import SKILLS, research, training, working
from chronicle.rules.lieutenants.order_form.purchase import buying
from chronicle.rules.lieutenants.state import Facility, Lieutenant, State, Unit
from chronicle.rules.lieutenants.terms import Action, Kind
from chronicle.rules.order_form import (
    ActionChoice,
    ActionField,
    FieldChoice,
    Form,
    FormPart,
    FormVocabulary,
)

#: What a lieutenant may do, in the order of the rules.
_DEEDS: Final[tuple[Callable[[Doer], Iterator[ActionChoice]], ...]] = (
    attacks,
    takings,
    hiding,
    watching,
    buying,
    asking,
    winning,
    selling,
    research,
    moves,
    training,
    working,
    stances,
    courting,
)
_ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
_KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: What may stand in the way, and how it is met.
_STYLES: Final = ("none", "aggressive", "cautious")
#: All that needs words in a theme.
BLANKS: Final = FormVocabulary(
    asks=("act", "kept", "needs"),
    cases=(
        *_ACTIONS,
        *("aggressive-strike", "cautious-strike", "regroup", "send", "fetch", "slip"),
        *("go-below", "go-on", "retrain", "send-away", "holder", "at", "needs"),
    ),
    keys=(
        *("at", "against", "target", "take", "buy", "npc", "to", "move_to", "strike", "attack"),
        *("project", "name", "gain", "statistic", "sent_away", "carry", "units", "items"),
        *("stealthy", "influence", "pay", "choose", "join", "hush", "if_ambushed", "if_blocked"),
        *("end_at", "plan", "needs", "type", "holder", "upgrades", "abilities", "from", "value"),
        *("upkeep_priority", "capital", "other", *_KINDS),
    ),
    values={
        "attack": ("aggressive", "cautious"),
        "choose": ("stealth", "more"),
        "hush": ("none", "public", "all"),
        "if_ambushed": _STYLES,
        "if_blocked": _STYLES,
        "join": ("over", "stay"),
        "pay": ("none", "double", "capital", "influence"),
        "statistic": SKILLS,
        "stealthy": ("unnoticed", "unidentified"),
    },
    facts={
        **dict.fromkeys(
            ("level", *SKILLS, "cost", "upkeep", "income", "price", "price_at_best"), ()
        ),
        **dict.fromkeys(
            ("levels", "abilities", "bonus", "stash", "influence", "factor", "cap"), ()
        ),
        **dict.fromkeys(("successes", "needed", "npc", "unit", "led", "against"), ()),
        **dict.fromkeys(("faction", "at", "place", "start"), ()),
        "condition": ("damaged",),
        "stance": ("ambush", "block"),
        "kind": (*_KINDS, "capital", "other"),
        "skill": SKILLS,
        "competencies": SKILLS,
    },
)


def form(state: State, memory: Memory, id: str, turn: int) -> Form | None:
    """What a faction may order in a turn, on the board as it has it; None for one that is none."""
    if id not in state.factions:
        return None
    seen = as_seen(state, memory, id)
    parts = (*_acting(seen, turn), *_upkeep(seen))
    return Form(id, parts) if parts else None


def _acting(seen: Seen, turn: int) -> Iterator[FormPart]:
    """An order for each lieutenant who can carry one out (L-TURN-2), built on those before him."""
    earlier: tuple[FieldChoice, ...] = ()
    for asset in seen.own:
        if isinstance(asset, Lieutenant) and able(asset):
            doer = Doer(seen, asset, turn, earlier)
            cases = tuple(case for deed in _DEEDS for case in deed(doer))
            yield ActionField("act", cases, asset.name, _figures(seen, asset))
            earlier = (*earlier, FieldChoice(asset.id, asset.name))


def _figures(seen: Seen, lieutenant: Lieutenant) -> Facts:
    """What a lieutenant is, and how he lies in wait until he does something else (L-TURN-5)."""
    stance = seen.state.stances.get(lieutenant.id)
    skills = {name: value for name, value in statistics(lieutenant.statistics).items() if value}
    condition = lieutenant.condition
    return Facts(
        {
            "level": lieutenant.level,
            **skills,
            **({"condition": condition} if condition != "undamaged" else {}),
            **({"stance": stance.kind} if stance is not None else {}),
        }
    )


def _upkeep(seen: Seen) -> Iterator[FormPart]:
    """What may be paid for first, as the faction ranks it now (L-TURN-6)."""
    ranks: Mapping[str, int] = {
        id: rank for rank, id in enumerate(seen.state.factions[seen.faction].priority)
    }
    own = [
        FieldChoice(it.id, it.name, figures(upkeep=it.upkeep))
        for it in seen.own
        if isinstance(it, Lieutenant | Unit | Facility) and it.upkeep.currency == "capital"
        if it.upkeep.amount and it.condition != "destroyed"
    ]
    places = [
        FieldChoice(it.id, place_ref(it.id), figures(upkeep=it.upkeep))
        for it in seen.locations()
        if it.owner == seen.faction and it.upkeep.amount and it.upkeep.currency == "capital"
    ]
    choices = sorted((*own, *places), key=lambda it: (ranks.get(it.value, len(ranks)), it.value))
    now = tuple(it.value for it in choices if it.value in ranks)
    yield from (replace(it, now=now) for it in listed("upkeep_priority", choices))
