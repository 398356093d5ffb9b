"""Changes to orders in words and to counters, where one audience is told nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from tests.properties.editable_campaign import Draft
from tests.properties.freeform_campaigns import orders_of
from tests.properties.hidden_from_audience import Change, Content, knows, other, revealed, word
from tests.properties.secret_tokens import Choices


def _others(draft: Draft, me: str) -> Iterator[tuple[Content, str, Any]]:
    """(turn, faction, order) of every order that is not of ``me``."""
    for turn in draft.turns:
        yield from ((turn, power, order) for power, order in orders_of(turn) if power != me)


def orders_of_others(draft: Draft, choices: Choices, me: str) -> bool:
    """The words of others, their rolls, and what the GM calls the result."""
    found = False
    for turn, power, order in _others(draft, me):
        key = f"{power}/{order['id']}"
        turn["rolls"].pop(f"{key}/roll", None)
        order |= {"roll": "5d4", "result": word(draft), "modifiers": {word(draft): 2}}
        if not revealed(draft, me, "event", f"{turn['turn']}/{key}"):
            order["order"] = f"We go {word(draft)}."
        found = True
    return found


def texts_for_others(draft: Draft, choices: Choices, me: str) -> bool:
    """What others learn of any faction's order."""
    found = False
    for turn in draft.turns:
        for power, order in orders_of(turn):
            texts = order.get("outcome", [])
            if isinstance(texts, str):
                if power != me:
                    order["outcome"] = f"Lo {word(draft)}."
                    found = True
                continue
            for told in texts:
                if not knows(draft, me, told["for"]):
                    told |= {"for": other(draft, me, choices), "text": f"Lo {word(draft)}."}
            new = {"for": other(draft, me, choices), "text": f"Lo {word(draft)}."}
            order["outcome"] = [*texts]
            order["outcome"].insert(choices.number(0, len(texts)), new)
            found = True
    return found


def readers_of_texts(draft: Draft, choices: Choices, me: str) -> bool:
    """Who else reads what ``me`` reads."""
    found = False
    for turn in draft.turns:
        for _, order in orders_of(turn):
            texts = order.get("outcome", "")
            for told in () if isinstance(texts, str) else texts:
                if "everyone" not in told["for"] and knows(draft, me, told["for"]):
                    told["for"] = [me, other(draft, me, choices)]
                    found = True
    return found or me == "everyone"


def more_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """Further orders of others, of which ``me`` is told nothing."""
    for turn in draft.turns:
        for power in draft.powers:
            if power == me:
                continue
            order = {"id": word(draft), "order": word(draft), "roll": "2d6 >= 7"}
            told = {"for": other(draft, me, choices), "text": word(draft)}
            own = turn["orders"].setdefault(power, {}).setdefault("actions", [])
            own.insert(choices.number(0, len(own)), order | {"outcome": [told]})
    return True


def order_of_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """The order in which others' orders are written; those that change counters keep theirs."""
    found = False
    for turn in draft.turns:
        for power, own in turn["orders"].items():
            still = [order for order in own["actions"] if not order.get("change")]
            if power != me and len(own["actions"]) > 1 and still:
                others = [order for order in own["actions"] if order.get("change")]
                own["actions"] = [*others, *still[::-1]]
                found = True
    return found


def causes(draft: Draft, choices: Choices, me: str) -> bool:
    """Whether it was an order of somebody else or an adjustment that changed a counter."""
    found = False
    for turn in draft.turns:
        orders = [*orders_of(turn)]
        changes = [order.get("change", {}) for _, order in orders]
        changes += [item["change"] for item in turn["adjustments"]]
        changes += [effect["change"] for item in turn["news"] for effect in item.get("effects", [])]
        times = Counter(key for change in changes for key in change)
        for power, order in orders:
            for key in [*order.get("change", {})] if power != me else ():
                if times[key] == 1:
                    change = {key: order["change"].pop(key)}
                    more = {"for": "gm", "because": word(draft), "change": change}
                    turn["adjustments"].append(more)
                    found = True
    return found


def _owned(draft: Draft, shape: Content) -> list[str]:
    """The factions that have a counter."""
    owners = shape["of"]
    listed = [owners] if isinstance(owners, str) else owners
    return draft.powers if owners == "factions" else [it for it in listed if it in draft.powers]


def _sees(draft: Draft, me: str, shape: Content) -> bool:
    """Whether ``me`` may see a counter of any owner."""
    words = shape.get("for", "")
    own = me in _owned(draft, shape) and words not in ("gm", ["gm"])
    return own or (bool(words) and knows(draft, me, words))


def _counters(draft: Draft) -> Iterator[tuple[str, Content]]:
    for key in ("counters", "clocks"):
        yield from draft.head["rules"][key].items()


def hidden_counters(draft: Draft, choices: Choices, me: str) -> bool:
    """Counters that ``me`` does not see: their names, readers and number, and what they become."""
    found = False
    for id, shape in _counters(draft):
        if not _sees(draft, me, shape):
            shape["name"] = f"Of {word(draft)}"
            if me not in _owned(draft, shape):
                shape["for"] = other(draft, me, choices)
            found = found or id != "tally"
    for owners in ("campaign", [*draft.places["places"]]):
        id, words = word(draft), other(draft, me, choices)
        draft.head["rules"]["counters"][id] = {"name": word(draft), "of": owners, "for": words}
        key = id if owners == "campaign" else f"{owners[0]}/{id}"
        for turn in draft.turns:
            turn["adjustments"].append({"for": me, "because": word(draft), "change": {key: 3}})
    return found


def counters_of_strangers(draft: Draft, choices: Choices, me: str) -> bool:
    """What becomes of counters for all to see, of owners that ``me`` never comes to know."""
    found = False
    for id, shape in draft.head["rules"]["counters"].items():
        listed = shape["of"] if isinstance(shape["of"], list) else [shape["of"]]
        owners = draft.powers if shape["of"] == "factions" else listed
        for owner in owners if "max" not in shape else ():
            if me not in draft.ledger.readers.get(owner, (me,)):
                change = {f"{owner}/{id}": 1}
                for turn in draft.turns:
                    more = {"for": "gm", "because": word(draft), "change": change}
                    turn["adjustments"].append(more)
                found = True
    return found


def values_of_others(draft: Draft, choices: Choices, me: str) -> bool:
    """How much others have of what ``me`` has too, where each sees its own alone."""
    found = False
    for id, shape in draft.head["rules"]["counters"].items():
        if shape["of"] == "factions" and "for" not in shape and "max" not in shape:
            for power, faction in draft.factions.items():
                if power != me:
                    own = faction["opening"]["counters"]
                    own[id] = own.get(id, shape["start"]) + 7
                    found = True
    return found


def readers_of_counters(draft: Draft, choices: Choices, me: str) -> bool:
    """Who else sees the counters that ``me`` sees."""
    found = False
    for _, shape in _counters(draft):
        if "for" in shape and "everyone" not in shape["for"] and knows(draft, me, shape["for"]):
            shape["for"] = [me, *(power for power in draft.powers if choices.number(0, 1))]
            found = True
    return found or me == "everyone"


def ids_of_orders(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for others' orders; rolls depend on ids, but nobody else sees them."""
    ids = [order["id"] for _, _, order in _others(draft, me)]
    draft.renames |= {id: word(draft) for id in ids}
    return bool(ids)


ALL: Final[tuple[Change, ...]] = (
    orders_of_others,
    texts_for_others,
    readers_of_texts,
    more_orders,
    order_of_orders,
    causes,
    hidden_counters,
    counters_of_strangers,
    values_of_others,
    readers_of_counters,
    ids_of_orders,
)
