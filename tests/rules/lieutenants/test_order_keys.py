"""What an order of each action may say, must say, and may not: typed from the rules, in full."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.rules.lieutenants.inputs import ActionInput
from tests.rules.lieutenants.small_campaign import SOUND
from tests.rules.lieutenants.turns import TURN, actions, turn
from tests.small_campaign import findings_of

#: What may be said of every action.
ALWAYS: Final = frozenset(
    {"action", "units", "items", "stealthy", "influence", "modifiers", "known", "plan"}
    | {"if_ambushed", "if_blocked"}
)
_PROJECT: Final = "project successes hold end_at"
_NPC: Final = "npc hush at end_at"
#: What may be said of each action beside.
MAY: Final[Mapping[str, str]] = {
    "aggressive-attack": "at against strike answers end_at",
    "cautious-attack": "at against strike answers end_at",
    "raid": "at against take end_at",
    "steal": "at against take end_at",
    "conceal": "target move_to end_at",
    "surveil": "target against choose end_at",
    "purchase": "at buy pay end_at",
    "investigate": "target choose end_at",
    "recruit": "target join end_at",
    "sell": "target end_at",
    "seduce": "target end_at",
    "research": f"{_PROJECT} name at",
    "train": f"{_PROJECT} target gain statistic sent_away",
    "move": "to carry",
    "work": "at selective end_at",
    "ambush": "at against attack",
    "block": "at way against",
    "gain-influence": _NPC,
    "ally": _NPC,
    "claim": f"{_NPC} target pay",
    "rally": f"{_NPC} against pay",
    "custom": "name check brings notice at against end_at",
}
#: What each action can't do without.
MUST: Final[Mapping[str, str]] = {
    "raid": "take",
    "steal": "take",
    "conceal": "target",
    "surveil": "target",
    "purchase": "buy",
    "investigate": "target",
    "recruit": "target",
    "sell": "target",
    "seduce": "target",
    "research": "project",
    "train": "project",
    "move": "to",
    "work": "units",
    "ambush": "against",
    "block": "against",
    "gain-influence": "npc",
    "ally": "npc",
    "claim": "npc target",
    "rally": "npc against",
    "custom": "name check",
}
#: Something that has the form for each key.
SAID: Final[Mapping[str, str]] = {
    "at": "market",
    "against": "oru",
    "target": "{unit: giants}",
    "take": "{unit: giants}",
    "buy": "{location: market}",
    "npc": "watch",
    "way": "road",
    "to": "market",
    "move_to": "market",
    "strike": "fox",
    "answers": "vael/x",
    "attack": "cautious",
    "project": "wards",
    "name": "Wards",
    "successes": "8",
    "hold": "true",
    "gain": "level",
    "statistic": "lore",
    "sent_away": "3",
    "selective": "[]",
    "carry": "[]",
    "pay": "none",
    "choose": "more",
    "join": "over",
    "hush": "none",
    "check": "{skill: lore}",
    "brings": "{}",
    "notice": "nobody",
    "end_at": "market",
}
#: How each action can be stealthy (L-STL-2); a Move only with some help.
STEALTH: Final[Mapping[str, str]] = {
    "ally": "unnoticed",
    "purchase": "unnoticed",
    "claim": "unnoticed",
    "gain-influence": "unnoticed",
    "investigate": "unnoticed",
    "rally": "unnoticed",
    "recruit": "unnoticed unidentified",
    "sell": "unnoticed",
    "surveil": "unnoticed",
    "train": "unnoticed",
    "seduce": "unnoticed",
    "aggressive-attack": "unidentified",
    "cautious-attack": "unidentified",
    "raid": "unidentified",
    "steal": "unidentified",
    "move": "unnoticed",
}
EACH = pytest.mark.parametrize("action", list(MAY))


def told(order: str) -> list[tuple[str, str]]:
    """Codes and messages of what is wrong with one order of Captain Kess's."""
    text = turn(actions(f"id: a, lieutenant: kess, {order}"))
    return [(f.code, f.message) for f in findings_of({TURN: text}, over=SOUND)]


def test_the_table_speaks_of_every_key_that_there_is() -> None:
    keys = {key.name for key in ActionInput.fields().values()}
    assert keys == ALWAYS | set(SAID)


@EACH
def test_an_action_uses_its_own_keys_and_no_others(action: str) -> None:
    said = ", ".join(f"{key}: {value}" for key, value in SAID.items())
    found = {message for code, message in told(f"action: {action}, {said}") if code == "LT050"}
    strange = set(SAID) - set(MAY[action].split())
    # Of a unit nobody asks against whom it is watched, or which statistic it raises.
    of_a_unit = {
        "surveil": {"`surveil` of a unit does not use `against:`"},
        "train": set[str](),
    }.get(action, set())
    assert found == {f"`{action}` does not use `{key}:`" for key in strange} | of_a_unit


@EACH
def test_an_action_needs_what_it_is_about(action: str) -> None:
    found = [message for code, message in told(f"action: {action}") if code == "C001"]
    needed = MUST.get(action, "").split()
    # At the manor, which is Vael's own, an attack says against whom it goes.
    own = ["against"] if action.endswith("-attack") else []
    assert sorted(found) == sorted(f"missing key `{key}`" for key in (*needed, *own))


@EACH
@pytest.mark.parametrize("word", ["true", "unnoticed", "unidentified"])
def test_an_action_is_stealthy_as_it_can_be(action: str, word: str) -> None:
    found = [m for code, m in told(f"action: {action}, stealthy: {word}") if code == "LT054"]
    ways = STEALTH.get(action, "").split()
    if word in ways or (word == "true" and ways):
        assert found == []
    else:
        how = "stealthy" if word == "true" else word
        assert found == [f"`{action}` can't be {how}"]
