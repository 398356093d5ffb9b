"""Changes to orders and boards of lieutenants, where one audience is told nothing of it.

True consequences are everybody's to see; so each change leaves what happens as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from chronicle.rules.lieutenants.events import Upkeep
from chronicle.rules.lieutenants.state import Item, Lieutenant, State, owners
from chronicle.rules.protocol import PlayedTurn
from tests.properties.editable_campaign import Draft, played
from tests.properties.hidden_from_audience import PUBLIC, Change, Content, other, word
from tests.properties.lieutenants_actions import RESULTS, UNFINDABLE, sleeps
from tests.properties.lieutenants_orders import orders_of
from tests.properties.secret_tokens import Choices, Prose

LOOKS: Final = ("surveil", "investigate")
#: Fields that hold words, and no ids of things.
WORDS: Final = ("modifier", "plan", "matter", "project", "name of", "bought", "custom", "brought")


def _played_turns(draft: Draft) -> tuple[PlayedTurn[Any, Any, Any], ...]:
    """The turns as played under the draft's own ids."""
    return played(replace(draft, renames={}).tree()).history.turns


def unread_words(draft: Draft, choices: Choices, me: str) -> bool:
    """Plans, reasons, and the names of things, wherever ``me`` never reads them."""
    found = [
        token
        for token, kind in draft.ledger.fields.items()
        if kind.startswith(WORDS) and me not in draft.ledger.readers[token]
    ]
    draft.renames |= {token: word(draft) for token in found}
    return bool(found)


def ids_of_things(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for what others have. They sort as the old ones did: who is hit depends on that.

    Lieutenants keep theirs, by which rolls are called, and so does what ``me`` could order
    something against.
    """
    ids = [
        thing["id"]
        for id, faction in draft.factions.items()
        if id != me
        for key in ("units", "items", "information", "facilities")
        for thing in faction["opening"].get(key, [])
        if me not in draft.ledger.readers[thing["id"]]
    ]
    draft.renames |= {id: f"{id}-changed" for id in ids}
    return bool(ids)


def ids_of_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for others' orders. Rolls depend on ids: the public's stay the same, as table dice.

    Factions see where some dice come from; for them only orders without computed rolls get new ids.
    """
    found = False
    for turn, played_turn in zip(draft.turns, _played_turns(draft), strict=True):
        fallen = {
            roll.id.partition("/")[2]: list(roll.faces)
            for step in played_turn.steps
            for roll in step.event.rolls
        }
        for faction, order in orders_of(turn):
            key = f"{faction}/{order['id']}/"
            rolls = {name: faces for name, faces in fallen.items() if name.startswith(key)}
            if faction == me or (me != PUBLIC and any(name not in turn["rolls"] for name in rolls)):
                continue
            turn["rolls"] |= rolls
            draft.renames[order["id"]] = word(draft)
            found = True
    return found


def _untroubled(draft: Draft, me: str, why: str) -> Iterator[str]:
    """The other factions that never lose anything for want of capital, or of respect."""
    lost = {
        step.event.faction
        for played_turn in _played_turns(draft)
        for step in played_turn.steps
        if isinstance(step.event, Upkeep) and why in {reason for _, reason in step.event.left}
    }
    yield from (power for power in draft.powers if power not in (me, *lost))


def rankings(draft: Draft, choices: Choices, me: str) -> bool:
    """The order in which others pay for what they have, where all of it is paid."""
    found = False
    for power in _untroubled(draft, me, "capital"):
        for ranked in (draft.factions[power]["opening"], *_orders(draft, power)):
            if "upkeep_priority" in ranked:
                ranked["upkeep_priority"].reverse()
                found = True
    return found


def _orders(draft: Draft, power: str) -> Iterator[Content]:
    for turn in draft.turns:
        if power in turn["orders"]:
            yield turn["orders"][power]


def reach(draft: Draft, choices: Choices, me: str) -> bool:
    """Adjustments that ``me`` does not learn of, to figures that hinder nobody."""
    found = False
    for power in _untroubled(draft, me, "respect"):
        for turn in draft.turns:
            change = {"faction": power, "reach": 1}
            turn["adjustments"].append({"for": "gm", "because": word(draft), **change})
            found = True
    return found


def brought(draft: Draft, choices: Choices, me: str) -> bool:
    """More effects of others' custom actions, which ``me`` does not learn of and are harmless.

    A result for which nothing was written may bring it as well.
    """
    calm, found = {*_untroubled(draft, me, "respect")}, False
    for turn in draft.turns:
        for power, order in orders_of(turn):
            if order["action"] == "custom" and "brings" in order and power in calm:
                for result in RESULTS:
                    # What is written for a plain result holds for the complete one as well.
                    if result in order["brings"] or not result.startswith("complete"):
                        more = {"for": "gm", "because": word(draft), "faction": power, "reach": 1}
                        order["brings"].setdefault(result, []).append(more)
                        found = True
    return found


def sleepers(draft: Draft, choices: Choices, me: str) -> bool:
    """More that is hidden from everybody, and other figures for what is hidden so already."""
    for id, faction in draft.factions.items():
        if id == me or faction["opening"]["npc"]:
            continue
        opening = faction["opening"]
        for key in ("units", "items", "information"):
            asleep = [thing for thing in opening[key] if thing.get("hiding") == UNFINDABLE]
            more = {**asleep[0], "id": word(draft), "name": f"the {word(draft)}"}
            opening[key].insert(choices.number(0, len(opening[key])), more)
        for item in opening["items"]:
            if item.get("hiding") == UNFINDABLE:
                item["value"] = choices.number(50, 90)
        for secret in opening["information"]:
            if secret.get("hiding") == UNFINDABLE:
                secret["obscurity"] = choices.number(20, 30)
    return True


def agents(draft: Draft, choices: Choices, me: str) -> bool:
    """Whom those who sleep really serve, be it ``me`` whose they seem to be."""
    for id, faction in draft.factions.items():
        masters = [power for power in draft.powers if power not in (id, me)]
        for unit in faction["opening"]["units"]:
            if unit.get("hiding") == UNFINDABLE:
                unit["agent_of"] = masters[0]
    return True


def concealments(draft: Draft, choices: Choices, me: str) -> bool:
    """A last order for a lieutenant who had nothing to do: to hide what nobody knows of better.

    Conceal is always unnoticed (L-STL-2). Nobody looks for anything after it.
    """
    turn, played_turn = draft.turns[-1], _played_turns(draft)[-1]
    busy = {order["lieutenant"] for _, order in orders_of(turn)}
    powers = list(turn["orders"])
    for place, power in enumerate(powers):
        later = [order for faction, order in orders_of(turn) if faction in powers[place + 1 :]]
        if power == me or any(_looks(order) for order in later):
            continue
        order = _concealment(draft, played_turn.before, power, busy)
        if order is not None:
            turn["orders"][power]["actions"].append(order)
            return True
    return False


def _looks(order: Content) -> bool:
    instead = order.get("otherwise")
    return order["action"] in LOOKS or (isinstance(instead, dict) and instead["action"] in LOOKS)


def _concealment(draft: Draft, state: State, power: str, busy: set[str]) -> Content | None:
    asleep = [
        asset
        for asset in state.assets.values()
        if isinstance(asset, Item) and asset.faction == power and sleeps(asset)
    ]
    for lieutenant in state.assets.values():
        if not isinstance(lieutenant, Lieutenant) or owners(lieutenant) != {power}:
            continue
        idle = lieutenant.id not in {*busy, *state.stances} and lieutenant.hiding is None
        for item in asleep:
            near = state.locale(item.at) == state.locale(lieutenant.at)
            if idle and near and state.fit(lieutenant):
                order = {"id": word(draft), "lieutenant": lieutenant.id, "action": "conceal"}
                return {**order, "target": {"item": item.id}, "plan": word(draft)}
    return None


def new_npcs(draft: Draft, choices: Choices, me: str) -> bool:
    """An NPC faction that ``me`` has never heard of."""
    id, words = word(draft), other(draft, me, choices)
    for place in draft.places["places"].values():
        # What is for every faction by name is no secret before the others either.
        if {*draft.powers} <= {*place.get("for", ())}:
            place["for"] = [*place["for"], id]
    draft.factions[id] = {
        "name": f"The {word(draft)}",
        "for": words,
        "colors": ["#0f0f0f", "#f0f0f0"],
        "sigil": "key",
        "motto": word(draft),
        "opening": {"npc": True},
        "profile": Prose([word(draft)]),
        "notes": Prose([word(draft)]),
    }
    return True


#: New ids come last: their rolls are settled as table dice by what was played before.
ALL: Final[tuple[Change, ...]] = (
    unread_words,
    ids_of_things,
    rankings,
    reach,
    brought,
    sleepers,
    agents,
    concealments,
    new_npcs,
    ids_of_orders,
)
