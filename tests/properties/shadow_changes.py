"""Changes to orders and boards of shadow powers, where one audience is told nothing of it.

True consequences are everybody's to see; so each change leaves what happens as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.shadow.events import NOT_CARRIED_OUT, Conspired, Revealed
from tests.properties.editable_campaign import Draft, played
from tests.properties.hidden_from_audience import PUBLIC, Change, Content, word
from tests.properties.secret_tokens import Choices
from tests.properties.shadow_orders import plots_of


def _played_turns(draft: Draft) -> tuple[PlayedTurn[Any, Any, Any], ...]:
    """The turns as played under the draft's own ids."""
    return played(replace(draft, renames={}).tree()).history.turns


def _conspired(draft: Draft) -> Iterator[tuple[Content, str, Content, Conspired]]:
    """(turn, power, plot, event) of every conspiracy that was played."""
    played_turns = _played_turns(draft)
    for turn, played_turn in zip(draft.turns, played_turns, strict=True):
        plots = {f"{power}/{plot['id']}": plot for power, plot in plots_of(turn)}
        for step in played_turn.steps:
            if isinstance(event := step.event, Conspired):
                yield turn, event.power, plots[f"{event.power}/{event.order}"], event


def ids_of_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for others' orders. Rolls depend on ids: the public's stay the same, as table dice.

    Powers see where dice come from; for them only orders without computed rolls get new ids.
    """
    found = False
    for turn, power, plot, event in list(_conspired(draft)):
        rolls = {roll.id.partition("/")[2]: list(roll.faces) for roll in event.rolls if roll.faces}
        if power == me or (me != PUBLIC and any(name not in turn["rolls"] for name in rolls)):
            continue
        turn["rolls"] |= rolls
        draft.renames[plot["id"]] = word(draft)
        found = True
    return found


def ids_of_resources(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for what is on the board: all powers may order something against it by its id."""
    if me != PUBLIC:
        return False
    factions = draft.factions.values()
    ids = [item["id"] for faction in factions for item in faction["opening"]["resources"]]
    draft.renames |= {id: word(draft) for id in ids}
    return bool(ids)


def names_on_the_board(draft: Draft, choices: Choices, me: str) -> bool:
    """The names of actors and resources, which the public is never told."""
    if me != PUBLIC:
        return False
    for faction in draft.factions.values():
        opening: Any = faction["opening"]
        opening["actor"]["name"] = word(draft)
        for resource in opening["resources"]:
            resource |= {"name": word(draft), "type": word(draft)}
    return True


def narratives(draft: Draft, choices: Choices, me: str) -> bool:
    """What players say: the public reads none of it, powers no vetoed one of others."""
    found = False
    for turn in draft.turns:
        for power, plot in plots_of(turn):
            if plot.get("narrative") and (me == PUBLIC or ("veto" in plot and power != me)):
                plot["narrative"] = f"We will {word(draft)}."
                found = True
    return found


def vetoes(draft: Draft, choices: Choices, me: str) -> bool:
    found = [plot for turn in draft.turns for _, plot in plots_of(turn) if "veto" in plot]
    for plot in found:
        plot["veto"] = f"No {word(draft)}"
    return bool(found)


def unheard_public_lines(draft: Draft, choices: Choices, me: str) -> bool:
    """The street's line of an order that was never carried out."""
    found = False
    for _, _, plot, event in list(_conspired(draft)):
        if event.outcome in NOT_CARRIED_OUT:
            plot["public"] = [f"Noise, {word(draft)}.", False, True][choices.number(0, 2)]
            found = True
    return found


def requests(draft: Draft, choices: Choices, me: str) -> bool:
    """What a power's player character asks for."""
    found = False
    for turn in draft.turns:
        for power, own in turn["orders"].items():
            if "assist" in own and power != me:
                own["assist"]["request"] = word(draft)
                found = True
    return found


def vetoed_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """A further order for a resource that had nothing to do; the GM says no."""
    found = False
    played_turns = _played_turns(draft)
    for turn, played_turn in zip(draft.turns, played_turns, strict=True):
        busy = {
            (power, item["resource"])
            for power, own in turn["orders"].items()
            for key in ("conspiracies", "help", "block")
            for item in own.get(key, [])
        }
        struck = {e.get("resource") for item in turn["news"] for e in item.get("effects", [])}
        reveal = next(s.event for s in played_turn.steps if isinstance(s.event, Revealed))
        for power, resource, _ in reveal.resources:
            if (power, resource) in busy or power == me or resource in struck:
                continue
            order = {"id": word(draft), "action": "mobilize", "resource": resource}
            order |= {"veto": word(draft), "narrative": word(draft)}
            own = turn["orders"].setdefault(power, {}).setdefault("conspiracies", [])
            own.insert(choices.number(0, len(own)), order)
            found = True
    return found


#: New ids come last: their rolls are settled as table dice by what was played before.
ALL: Final[tuple[Change, ...]] = (
    vetoes,
    ids_of_resources,
    names_on_the_board,
    narratives,
    unheard_public_lines,
    requests,
    vetoed_orders,
    ids_of_orders,
)
