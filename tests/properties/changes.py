"""Changes to a campaign that one audience may not notice: one function for each thing to change.

Each takes a draft that is its own to change, and says whether it found anything to do. ``me`` is
the audience that may not notice; what it may not know is worked out from audience words.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from tests.properties.editable_campaign import Draft
from tests.properties.entities import ALL as OF_ENTITIES
from tests.properties.entities import id_of
from tests.properties.entities import readers_of as readers_of_entity
from tests.properties.generators import WRITERS
from tests.properties.hidden_from_audience import Change, Content, knows, other, word
from tests.properties.lands import change_hidden_lands
from tests.properties.news_changes import (
    about_of_rumors,
    delete_news,
    delete_reveals,
    delete_rumors,
    edit_news,
    edit_reveals,
    edit_rumors,
    idle,
    insert_news,
    insert_reveals,
    insert_rumors,
    move_news,
    move_rumors,
    truth_of_rumors,
    turns_of_rumors,
)
from tests.properties.relations import ALL as OF_RELATIONS
from tests.properties.relations import readers_of, told_relations
from tests.properties.secret_tokens import Choices, Prose, Readers, Secret, who

#: Mappings whose order is the author's to choose and may tell: who blocks first (S-STAKE-3),
#: whose order comes first (L-TURN-4), who carries what (L-ACT-MOVE), which place a map places
#: after which, in which order sheets list counters (F-COUNT) and rolls their modifiers (F-ROLL).
_ORDERED: Final = (
    *("orders", "place", "to", "places"),
    *("counters", "clocks", "change", "modifiers"),
)


# Texts


def texts(draft: Draft) -> Iterator[tuple[Prose, Readers]]:
    """Every text of a draft with those who read it from the start."""
    yield from _listed(draft, draft.head["introduction"], who("everyone", draft.powers))
    for place in draft.places["places"].values():
        yield from _listed(draft, place["text"], draft.who(place.get("for", "everyone")))
    for faction in draft.factions.values():
        yield from _listed(draft, faction["profile"], draft.who(faction["for"]))
        yield faction["notes"], draft.who("gm")
    for front, text in (*draft.pages.values(), *draft.entities.values()):
        yield text, draft.who(front["for"])
    for turn in draft.turns:
        yield turn["notes"], draft.who("gm")
        for relation in told_relations(turn):
            yield relation["text"], readers_of(draft, relation)
        for key, readers in (("news", "for"), ("rumors", "heard_by"), ("reveals", "for")):
            for item in turn[key]:
                if "text" in item:
                    yield item["text"], draft.who(item[readers])


def _listed(
    draft: Draft, found: Prose | list[Content], readers: Readers
) -> Iterator[tuple[Prose, Readers]]:
    if isinstance(found, Prose):
        yield found, readers
        return
    for passage in found:
        yield passage["text"], readers & draft.who(passage["for"])


def _secrets(draft: Draft, parts: list[Any], me: str) -> Iterator[tuple[list[Any], Secret]]:
    """Secret blocks not for ``me``, outermost first; reveals never open one."""
    for part in list(parts):
        if not isinstance(part, Secret):
            continue
        if me in draft.who(list(part.words)):
            yield from _secrets(draft, part.parts, me)
        else:
            yield parts, part


def edit_secrets(draft: Draft, choices: Choices, me: str) -> bool:
    found = [s for text, _ in texts(draft) for _, s in _secrets(draft, text.parts, me)]
    for secret in found:
        secret.parts += ["", f"And {word(draft)}.", "", "- so"]
    return bool(found)


def delete_secrets(draft: Draft, choices: Choices, me: str) -> bool:
    """Blocks go, and an empty line beside them, as an author would have it."""
    found = False
    for text, _ in texts(draft):
        for parts, secret in _secrets(draft, text.parts, me):
            at = next(index for index, part in enumerate(parts) if part is secret)
            if not any(part for part in parts if part is not secret):
                continue
            above, below = parts[:at], parts[at + 1 :]
            gap = [""] if "" in (*above[-1:], *below[:1]) else []
            while above and above[-1] == "":
                above.pop()
            while below and below[0] == "":
                below.pop(0)
            parts[:] = [*above, *gap, *below]
            found = True
    return found


def insert_secrets(draft: Draft, choices: Choices, me: str) -> bool:
    for text, _ in texts(draft):
        words = other(draft, me, choices)
        secret = Secret((words,), [f"Psst {word(draft)}.", Secret(("gm",), [word(draft)])])
        gap = [""] if choices.number(0, 1) else []
        text.parts += [*gap, secret, *gap]
        if isinstance(text.parts[0], str) and choices.number(0, 1):
            text.parts.insert(0, Secret((words,), [word(draft)]))
    return True


def gm_notes(draft: Draft, choices: Choices, me: str) -> bool:
    for holder in (*draft.turns, *draft.factions.values()):
        if choices.number(0, 1):
            holder["notes"].parts = [word(draft), "", f"- {word(draft)}"]
        else:
            holder["notes"].parts.insert(0, word(draft))
    return True


def private_passages(draft: Draft, choices: Choices, me: str) -> bool:
    """Edits, inserts and reorders passages of listed texts that are not for ``me``."""
    found = False
    holders = [draft.head["introduction"]]
    holders += [place["text"] for place in draft.places["places"].values()]
    holders += [faction["profile"] for faction in draft.factions.values()]
    for passages in holders:
        if isinstance(passages, Prose):
            continue
        for passage in [p for p in passages if not knows(draft, me, p["for"])]:
            passages.remove(passage)
            passage["text"] = Prose([word(draft)])
            passages.insert(choices.number(0, len(passages)), passage)
        words = other(draft, me, choices)
        extra = {"for": words, "text": Prose([word(draft)])}
        passages.insert(choices.number(0, len(passages)), extra)
        found = True
    return found


def pages(draft: Draft, choices: Choices, me: str) -> bool:
    """Pages not for ``me``: one new, the others with new words."""
    for front, text in draft.pages.values():
        if not knows(draft, me, front["for"]):
            # Links go by title too.
            draft.renames[front["title"].removeprefix("Of ")] = word(draft)
            text.parts = [word(draft)]
    words = other(draft, me, choices)
    for id in (word(draft), f"a-{word(draft)}"):
        draft.pages[id] = ({"title": f"Of {word(draft)}", "for": words}, Prose([word(draft)]))
    return True


def visibilities(draft: Draft, choices: Choices, me: str) -> bool:
    """Who else may know: what ``me`` knows gets and loses other readers, and so does the rest."""
    found = [(page[0], "for") for page in draft.pages.values()]
    found += [(front, "for") for front, _ in draft.entities.values()]
    found += [(relation, "for") for turn in draft.turns for relation in told_relations(turn)]
    for turn in draft.turns:
        found += [(item, "for") for key in ("news", "reveals", "adjustments") for item in turn[key]]
        found += [(rumor, "heard_by") for rumor in turn["rumors"]]
    for text, _ in texts(draft):
        for part in text.parts:
            if isinstance(part, Secret):
                part.words = tuple(_with_others(draft, choices, me, list(part.words)))
    for item, key in found:
        if "everyone" not in item[key] and (key == "heard_by" or idle(draft, item)):
            item[key] = _with_others(draft, choices, me, item[key])
    return bool(found)


def _with_others(draft: Draft, choices: Choices, me: str, words: str | list[str]) -> list[str]:
    others = ["gm", *(power for power in draft.powers if power != me and choices.number(0, 1))]
    return [me, *others] if knows(draft, me, words) else others


# What is hidden altogether


def ids_of_hidden_files(draft: Draft, choices: Choices, me: str) -> bool:
    """New ids for pages, people, items and places that ``me`` does not know."""
    ids = [id for id, (front, _) in draft.pages.items() if not knows(draft, me, front["for"])]
    ids += [id_of(path) for path in draft.entities if me not in readers_of_entity(draft, path)]
    ids += [id for id, _ in _unknown(draft, me, draft.places["places"])]
    # Under a first letter that sorts before all others: places of the rest must not depend on it.
    draft.renames |= {id: f"a{word(draft)}" for id in ids}
    return bool(ids)


def _unknown(draft: Draft, me: str, things: dict[str, Content]) -> Iterator[tuple[str, Content]]:
    """Places or factions that ``me`` never comes to know."""
    return ((id, thing) for id, thing in things.items() if me not in draft.ledger.readers[id])


def hidden_things(draft: Draft, choices: Choices, me: str) -> bool:
    """Names, texts and looks of places and factions that ``me`` does not know."""
    found: list[Content] = []
    places = draft.places["places"]
    change_hidden_lands(places, {id for id, _ in _unknown(draft, me, places)}, choices)
    for _, place in _unknown(draft, me, places):
        found.append(place)
        place["position"] = [choices.number(500, 900), 5]
        place["text"] = Prose([word(draft)])
    for _, faction in _unknown(draft, me, draft.factions):
        found.append(faction)
        faction |= {"motto": word(draft), "colors": ["#0f0f0f", "#f0f0f0"]}
        faction["profile"] = Prose([word(draft)])
    for thing in found:
        # Links go by name too.
        old = thing["name"].removeprefix("The ")
        draft.renames[old] = word(draft)
    return bool(found)


def new_places(draft: Draft, choices: Choices, me: str) -> bool:
    """Places that ``me`` does not know: beside, between and within those that it may know.

    Those between lie beside two that are neighbours anyway: nobody's shortcut.
    """
    places = draft.places["places"]
    words, owners = other(draft, me, choices), [it for it in draft.powers if it != me]
    if draft.head["ruleset"] == "shadow":
        # All powers see the whole board.
        if me in draft.powers:
            return False
        words = "factions"
    for id, place in list(places.items()):
        new: Content = {"name": f"The {word(draft)}", "for": words, "text": Prose([word(draft)])}
        if any(inner.get("within") == id for inner in places.values()) and "within" in place:
            # A locale of `lieutenants`: a secret location in it, and a locale beside it.
            house = {"owner": words, "level": 1} if words in owners else {"level": 1, "cost": "1c"}
            places[word(draft)] = {**new, "within": id, "opening": house}
            beside = {"within": place["within"], "neighbours": [id]}
            places[word(draft)] = {**new, "name": f"The {word(draft)}", **beside}
        elif place.get("neighbours") and "within" not in place:
            across, down = place.get("position", (0, 0))
            beside = {"neighbours": [id, place["neighbours"][0]]}
            places[word(draft)] = {**new, "position": [across + 1, down + 1], **beside}
    return True


# What the GM says about the game


def stories_to_come(draft: Draft, choices: Choices, me: str) -> bool:
    """What stories will be called that have yet to begin, and when all but the next one will.

    That one begins with the coming turn is known to those who have orders to write for it: in
    `shadow` they may help their player characters again.
    """
    coming = len(draft.turns) + 1
    stories = draft.head["stories"]
    kept = [story for story in stories if story["turn"] < coming]
    kept += [
        {**story, "title": f"Of {word(draft)}"} for story in stories if story["turn"] == coming
    ]
    later = {"turn": coming + choices.number(1, 9), "title": f"Of {word(draft)}"}
    draft.head["stories"] = [*kept, later]
    return True


def reasons(draft: Draft, choices: Choices, me: str) -> bool:
    found = [
        item
        for turn in draft.turns
        for item in turn["adjustments"]
        if me in WRITERS[draft.head["ruleset"]].deaf or not knows(draft, me, item["for"])
    ]
    for item in found:
        item["because"] = f"For {word(draft)}"
    return bool(found)


def comments(draft: Draft, choices: Choices, me: str) -> bool:
    draft.comments = [word(draft) for _ in range(choices.number(0, 9))]
    return True


def order_of_keys(draft: Draft, choices: Choices, me: str) -> bool:
    draft.head = _shuffled(draft.head, choices)
    draft.places = _shuffled(draft.places, choices)
    draft.factions = {id: _shuffled(f, choices) for id, f in reversed(draft.factions.items())}
    draft.pages = {
        id: (_shuffled(front, choices), text) for id, (front, text) in draft.pages.items()
    }
    draft.entities = {
        path: (_shuffled(front, choices), text) for path, (front, text) in draft.entities.items()
    }
    draft.turns = [_shuffled(turn, choices) for turn in draft.turns]
    return True


def _shuffled(value: Any, choices: Choices, key: str = "") -> Any:
    match value:
        case dict():
            keys = list(value)
            if key not in _ORDERED:
                random.Random(choices.number(0, 999)).shuffle(keys)  # noqa: S311  protects no secret
            return {name: _shuffled(value[name], choices, name) for name in keys}
        case list():
            return [_shuffled(item, choices) for item in value]
        case _:
            return value


ALL: Final[tuple[Change, ...]] = (
    edit_news,
    delete_news,
    move_news,
    insert_news,
    edit_rumors,
    delete_rumors,
    move_rumors,
    insert_rumors,
    truth_of_rumors,
    turns_of_rumors,
    about_of_rumors,
    edit_reveals,
    delete_reveals,
    insert_reveals,
    *OF_RELATIONS,
    *OF_ENTITIES,
    edit_secrets,
    delete_secrets,
    insert_secrets,
    gm_notes,
    private_passages,
    pages,
    visibilities,
    ids_of_hidden_files,
    hidden_things,
    new_places,
    stories_to_come,
    reasons,
    comments,
    order_of_keys,
)
