"""Changes to boards and orders of assets, where one audience is told nothing of it.

True consequences are everybody's to see; so each change leaves the course as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from chronicle.model.dice import Roll
from chronicle.rules.protocol import PlayedTurn
from chronicle.rules.wwn.events import Acted, Attacked, Sequenced, UpkeepPaid
from chronicle.rules.wwn.terms import ACTIONS, ATTRIBUTES, MAGIC, RATING_VALUES
from tests.properties.editable_campaign import Draft
from tests.properties.hidden_from_audience import PUBLIC, Change, Content, other, word
from tests.properties.secret_tokens import Choices, Prose, pick
from tests.properties.wwn_orders import orders_of
from tests.properties.wwn_relevant_history import Trial, played_turns, unseen
from tests.properties.wwn_setup import standing_for

#: Fields that hold ids of things, in no text.
IDS: Final = ("asset id", "asset type", "tag")
#: So many orders or throws are changed, each of which takes playing the campaign again.
_ENOUGH: Final = 4


def _played_turns(draft: Draft) -> tuple[PlayedTurn[Any, Any, Any], ...]:
    """The turns as played under the draft's own ids."""
    found = played_turns(draft)
    assert found is not None
    return found


def _rolls(draft: Draft) -> Iterator[tuple[Content, Roll]]:
    """Every roll with the turn that it was thrown in."""
    for turn, played_turn in zip(draft.turns, _played_turns(draft), strict=True):
        for step in played_turn.steps:
            yield from ((turn, roll) for roll in step.event.rolls)


def _name(roll: Roll) -> str:
    return roll.id.partition("/")[2]


def _each(draft: Draft, me: str, change: Callable[[Draft, str], bool | None]) -> bool:
    """Makes a change to each of the other factions for which it alters nothing of the course."""
    trial = Trial(draft, me)
    made = [trial.make(partial(_changed, change, id)) for id in draft.powers if id != me]
    return any(made)


def _changed(change: Callable[[Draft, str], bool | None], id: str, draft: Draft) -> bool:
    return change(draft, id) is not False


def _orders(draft: Draft, faction: str) -> Iterator[Content]:
    """What a faction orders, turn by turn."""
    return (turn["orders"][faction] for turn in draft.turns if faction in turn["orders"])


# ── Names and ids ────────────────────────────────────────────────────────────────────────────────


def unread_words(draft: Draft, choices: Choices, me: str) -> bool:
    """The names of assets, bases, types and tags, wherever ``me`` never reads them."""
    found = [
        token
        for token, kind in draft.ledger.fields.items()
        if kind.startswith("name of") and me not in draft.ledger.readers[token]
    ]
    draft.renames |= {token: word(draft) for token in found}
    return bool(found)


def ids_of_things(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for what others have. They sort as the old ones did: who meets whom depends on that.

    Rolls are called by some of them. The public's stay as they fell, as table dice; a faction sees
    where some dice come from, so that for it only ids in no computed roll's name are changed.
    """
    fallen = [(turn, roll) for turn, roll in _rolls(draft) if roll.source == "computed"]
    names = "\n".join(_name(roll) for _, roll in fallen)
    found = [
        token
        for token, kind in draft.ledger.fields.items()
        if kind in IDS and me not in draft.ledger.readers[token]
        if me == PUBLIC or token not in names
    ]
    if me == PUBLIC:
        for turn, roll in fallen:
            turn["rolls"][_name(roll)] = list(roll.faces)
    draft.renames |= {id: f"{id}-changed" for id in found}
    return bool(found)


def ids_of_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for others' orders, if no computed roll that ``me`` may see depends on them."""
    fallen: dict[int, dict[str, list[int]]] = {}
    for turn, roll in _rolls(draft):
        fallen.setdefault(turn["turn"], {})[_name(roll)] = list(roll.faces)
    found = False
    for turn in draft.turns:
        for faction, order in orders_of(turn):
            key = f"{faction}/{order['id']}/"
            thrown = fallen.get(turn["turn"], {}).items()
            rolls = {name: faces for name, faces in thrown if name.startswith(key)}
            if faction == me or (me != PUBLIC and any(name not in turn["rolls"] for name in rolls)):
                continue
            turn["rolls"] |= rolls
            draft.renames[order["id"]] = word(draft)
            found = True
    return found


def order_of_factions(draft: Draft, choices: Choices, me: str) -> bool:
    """Who comes first in the file: dice tell who plays first."""
    for turn in draft.turns:
        turn["orders"] = dict(reversed(turn["orders"].items()))
    return True


def shortcuts(draft: Draft, choices: Choices, me: str) -> bool:
    """A place between all others that ``me`` does not know, and that nobody goes through."""
    new = {"name": f"The {word(draft)}", "for": other(draft, me, choices), "position": [50, 450]}

    def between(draft: Draft) -> bool:
        places = draft.places["places"]
        places[word(draft)] = {**new, "neighbours": list(places), "text": Prose([word(draft)])}
        return True

    return bool(Trial(draft, me).make(between))


# ── What others have and want ────────────────────────────────────────────────────────────────────


def purses(draft: Draft, choices: Choices, me: str) -> bool:
    """More Treasure than others need."""

    def richer(draft: Draft, id: str) -> None:
        draft.factions[id]["opening"]["treasure"] += choices.number(1, 40)

    return _each(draft, me, richer)


def experience(draft: Draft, choices: Choices, me: str) -> bool:
    """More XP, or fewer, than others can make use of."""

    def other(draft: Draft, id: str) -> None:
        opening = draft.factions[id]["opening"]
        opening["xp"] = opening["xp"] + 1 if opening["xp"] else 100

    return _each(draft, me, other)


def goals(draft: Draft, choices: Choices, me: str) -> bool:
    """What others strive for, from the start and later."""

    def elsewhere(draft: Draft, id: str) -> None:
        attribute = pick(choices, ATTRIBUTES)
        for own in (draft.factions[id]["opening"], *_orders(draft, id)):
            own["goal"] = {"kind": "sphere-dominance", "attribute": attribute}

    return _each(draft, me, elsewhere)


def resolutions(draft: Draft, choices: Choices, me: str) -> bool:
    """What others are resolved to do on turns of rivals, where it never comes to it."""

    def otherwise(draft: Draft, id: str) -> None:
        opening = draft.factions[id]["opening"]
        own = [thing["id"] for thing in (*opening["bases"], *opening["assets"])]
        opening["standing"] = standing_for(choices, own, [one for one in draft.powers if one != id])
        for orders in _orders(draft, id):
            if choices.number(0, 1):
                orders["standing"] = {**orders.get("standing", {}), "rerolls": choices.number(0, 9)}

    return _each(draft, me, otherwise)


def grades(draft: Draft, choices: Choices, me: str) -> bool:
    """Others' magic, and tags that never affect anything."""

    def other(draft: Draft, id: str) -> None:
        opening = draft.factions[id]["opening"]
        opening["magic"] = MAGIC[MAGIC.index(opening["magic"]) - 1]
        opening["tags"] = sorted({*opening["tags"]} ^ {pick(choices, ["populist", "concealed"])})

    return _each(draft, me, other)


def ratings(draft: Draft, choices: Choices, me: str) -> bool:
    """Others' ratings, where no dice have shown them; they are as hurt as before."""
    made = []
    for attribute in ATTRIBUTES:

        def higher(draft: Draft, id: str, attribute: str = attribute) -> bool:
            opening = draft.factions[id]["opening"]
            had = sum(RATING_VALUES[opening[name]] for name in ATTRIBUTES)
            opening["hp"] = opening.get("hp", had)
            opening[attribute] += 1
            return bool(opening[attribute] <= max(RATING_VALUES))

        made.append(_each(draft, me, higher))
    return any(made)


# ── What is done in private ──────────────────────────────────────────────────────────────────────


def adjustments(draft: Draft, choices: Choices, me: str) -> bool:
    """Figures of others changed by the GM, who tells it to somebody else."""

    def adjusted(draft: Draft, id: str) -> None:
        figures: list[Content] = [
            {"treasure": choices.number(1, 9)},
            {"xp": choices.number(1, 9)},
            {"goal": {"kind": "peaceable-kingdom"}},
        ]
        for turn in draft.turns:
            told = {"for": pick(choices, ["gm", id]), "because": word(draft), "faction": id}
            turn["adjustments"].append(told | pick(choices, figures))

    return _each(draft, me, adjusted)


def quiet_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """Orders that nobody else can know of are not given at all: profits, repairs, hidden ways."""
    trial, made = Trial(draft, me), 0
    for number, event in list(unseen(draft, me)):
        if made >= _ENOUGH:
            break

        def without(draft: Draft, number: int = number, event: Acted = event) -> bool:
            own = draft.turns[number - 1]["orders"][event.faction]
            return _left_out(own, event.order)

        made += trial.make(without)
    return bool(made)


def _left_out(own: Content, id: str) -> bool:
    """Takes an order out of a faction's; whether it was there."""
    for key, value in list(own.items()):
        orders = value if key in ("abilities", *ACTIONS) and isinstance(value, list) else []
        if any(order["id"] == id for order in orders):
            own[key] = [order for order in orders if order["id"] != id]
            return True
    return False


def sleepers(draft: Draft, choices: Choices, me: str) -> bool:
    """More that is hidden where nobody comes, and other hit points for what is hidden there."""

    def more(draft: Draft, id: str) -> None:
        opening = draft.factions[id]["opening"]
        asleep = _asleep(draft, id)
        new = {**asleep, "id": word(draft), "name": f"the {word(draft)}"}
        opening["assets"].insert(choices.number(0, len(opening["assets"])), new)
        asleep["hp"] = choices.number(1, 4)

    return _each(draft, me, more)


def _asleep(draft: Draft, id: str) -> Content:
    """The asset of a faction that nobody ever comes upon."""
    assets: list[Content] = draft.factions[id]["opening"]["assets"]
    return next(asset for asset in assets if asset["at"] in _hideouts(draft))


def _hideouts(draft: Draft) -> list[str]:
    return sorted(draft.places["places"])[5:7]


def ways_in_hiding(draft: Draft, choices: Choices, me: str) -> bool:
    """A suspended asset moves, in turns in which its faction has nothing else to do."""
    made = False
    for number in range(len(draft.turns)):

        def moved(draft: Draft, id: str, number: int = number) -> bool:
            asset, hideouts = _asleep(draft, id), _hideouts(draft)
            orders = draft.turns[number]["orders"].setdefault(id, {})
            if ({*ACTIONS} - {"move"}) & orders.keys():
                return False
            to = hideouts[1 - hideouts.index(asset["at"])]
            way = {"id": word(draft), "asset": asset["id"], "to": to}
            orders["move"] = [way, *orders.get("move", [])]
            return True

        made |= _each(draft, me, moved)
    return made


def helpers(draft: Draft, choices: Choices, me: str) -> bool:
    """Others buy without the help that they had."""

    def alone(draft: Draft, id: str) -> bool:
        found = [own["create"] for own in _orders(draft, id) if "create" in own]
        for order in found:
            order["helped_by"] = []
        return bool(found)

    return _each(draft, me, alone)


# ── Dice that are not shown ──────────────────────────────────────────────────────────────────────


def dice(draft: Draft, choices: Choices, me: str) -> bool:
    """Others' throws, as long as the same ones fall: blows, prices, profits, their own checks."""
    trial, made = Trial(draft, me), 0
    for number, event in _in_any_order(draft, choices):
        parties = (event.faction, getattr(event, "against", ""))
        if made >= _ENOUGH or me in parties or not isinstance(event, Acted | Attacked | UpkeepPaid):
            continue
        for roll in event.rolls:
            made += trial.make(_thrown(number, roll, choices))
    return bool(made)


def _in_any_order(draft: Draft, choices: Choices) -> Iterator[tuple[int, Any]]:
    """All events that somebody brings about, with the position of the turn."""
    found = [
        (number, step.event)
        for number, played_turn in enumerate(_played_turns(draft))
        for step in played_turn.steps
        if hasattr(step.event, "faction")
    ]
    while found:
        yield found.pop(choices.number(0, len(found) - 1))


def _thrown(number: int, roll: Roll, choices: Choices) -> Callable[[Draft], bool]:
    """Other faces for one roll."""

    def change(draft: Draft) -> bool:
        faces = [choices.number(1, roll.sides) for _ in roll.faces]
        draft.turns[number]["rolls"][_name(roll)] = faces
        return tuple(faces) != roll.faces

    return change


def throws_for_place(draft: Draft, choices: Choices, me: str) -> bool:
    """What others throw for their place in the order of play, as long as it stays the same."""
    trial, made = Trial(draft, me), 0
    for number, played_turn in enumerate(_played_turns(draft)):
        for step in played_turn.steps:
            if isinstance(step.event, Sequenced):
                theirs = [roll for roll in step.event.rolls if roll.id.split("/")[1] != me]
                for roll in theirs:
                    if made < _ENOUGH:
                        made += trial.make(_thrown(number, roll, choices))
    return bool(made)


#: New ids come last: their rolls are settled as table dice by what was played before.
ALL: Final[tuple[Change, ...]] = (
    unread_words,
    order_of_factions,
    shortcuts,
    purses,
    experience,
    goals,
    resolutions,
    grades,
    ratings,
    adjustments,
    quiet_orders,
    sleepers,
    ways_in_hiding,
    helpers,
    dice,
    throws_for_place,
    ids_of_things,
    ids_of_orders,
)
