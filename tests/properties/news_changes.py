"""Changes to news, rumors and reveals that one audience may not notice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tests.properties.editable_campaign import Draft
from tests.properties.generators import WRITERS
from tests.properties.hidden_from_audience import (
    Content,
    hidden_items,
    is_named,
    knows,
    other,
    revealed,
    word,
)
from tests.properties.secret_tokens import Choices, Prose, Secret

# News, letters and rumors


def _edit(draft: Draft, me: str, key: str) -> bool:
    found = list(hidden_items(draft, me, key))
    for _, item in found:
        more: str | Secret = f"And {word(draft)}."
        if knows(draft, me, item["for"] if key == "news" else item["heard_by"]):
            # Nothing of it is read because all of it is secret, and so is what is added.
            more = Secret(("gm",), [more])
        item["text"].parts.append(more)
        if key == "news":
            item["title"] = f"New {word(draft)}"
            item["from"] = f"Of {word(draft)}"
    return bool(found)


def edit_news(draft: Draft, choices: Choices, me: str) -> bool:
    return _edit(draft, me, "news")


def edit_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    return _edit(draft, me, "rumors")


def _delete(draft: Draft, me: str, key: str) -> bool:
    found = [
        (items, item)
        for items, item in hidden_items(draft, me, key)
        if not item.get("effects") and not is_named(draft, item["id"])
    ]
    for items, item in found:
        items.remove(item)
    return bool(found)


def delete_news(draft: Draft, choices: Choices, me: str) -> bool:
    return _delete(draft, me, "news")


def delete_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    return _delete(draft, me, "rumors")


def _move(draft: Draft, choices: Choices, me: str, key: str) -> bool:
    found = [(s, i) for s, i in hidden_items(draft, me, key) if not i.get("effects")]
    for items, item in found:
        items.remove(item)
        items.insert(choices.number(0, len(items)), item)
    return bool(found)


def move_news(draft: Draft, choices: Choices, me: str) -> bool:
    return _move(draft, choices, me, "news")


def move_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    return _move(draft, choices, me, "rumors")


def insert_news(draft: Draft, choices: Choices, me: str) -> bool:
    """News for others, and news for all whose every word is secret."""
    for turn in draft.turns:
        words = other(draft, me, choices)
        closed: Content = {"for": words, "text": Prose([f"Psst {word(draft)}."])}
        secret: Content = {
            "for": "everyone",
            "title": word(draft),
            "text": Prose([Secret((words,), [word(draft)])]),
        }
        for item in (closed, secret):
            turn["news"].insert(choices.number(0, len(turn["news"])), item | {"id": word(draft)})
    return True


def insert_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    """Rumors for others, rumors for all whose every word is secret, and drafts for all."""
    for turn in draft.turns:
        words = other(draft, me, choices)
        closed: Content = {"heard_by": words, "text": Prose([f"Psst {word(draft)}."])}
        secret: Content = {"heard_by": "everyone", "text": Prose([Secret((words,), [word(draft)])])}
        unsaid: Content = {
            "heard_by": "everyone",
            "text": Prose([f"Psst {word(draft)}."]),
            "draft": True,
        }
        for item in (closed, secret, unsaid):
            rumor = item | {"truth": "true", "after": 0, "id": word(draft)}
            turn["rumors"].insert(choices.number(0, len(turn["rumors"])), rumor)
    return True


def turns_of_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    """When rumors were thought of that go round at the same time as ever, in the same order."""
    found = False
    for before, turn in pairwise(draft.turns):
        first = turn["rumors"][0] if turn["rumors"] else None
        if first is not None and not is_named(draft, first["id"]):
            del turn["rumors"][0]
            first["after"] += 1
            before["rumors"].append(first | {"about": f"{before['turn']}/{_always(draft)}"})
            found = True
    return found


def truth_of_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    found = False
    for turn in draft.turns:
        for rumor in turn["rumors"]:
            if not revealed(draft, me, "rumor", f"{turn['turn']}/{rumor['id']}"):
                rumor["truth"] = {"true": "false", "false": "distorted"}.get(rumor["truth"], "true")
                found = True
    return found


def _always(draft: Draft) -> str:
    return WRITERS[draft.head["ruleset"]].always


def about_of_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    found = False
    for turn in draft.turns:
        for rumor in turn["rumors"]:
            rumor["about"] = f"{turn['turn']}/{_always(draft)}"
            found = True
    return found


# Reveals


def _hidden_reveals(draft: Draft, me: str) -> Iterator[tuple[list[Content], Content]]:
    for turn in draft.turns:
        for reveal in list(turn["reveals"]):
            if not knows(draft, me, reveal["for"]):
                yield turn["reveals"], reveal


def idle(draft: Draft, item: Content) -> bool:
    """Whether an item stays on the page: reveals of places may have a part in the game."""
    return "place" not in item or not WRITERS[draft.head["ruleset"]].places_played


def edit_reveals(draft: Draft, choices: Choices, me: str) -> bool:
    found = list(_hidden_reveals(draft, me))
    for _, reveal in found:
        reveal["text"] = Prose([f"So {word(draft)}."])
    return bool(found)


def delete_reveals(draft: Draft, choices: Choices, me: str) -> bool:
    found = [(items, reveal) for items, reveal in _hidden_reveals(draft, me) if idle(draft, reveal)]
    for items, reveal in found:
        items.remove(reveal)
    return bool(found)


def insert_reveals(draft: Draft, choices: Choices, me: str) -> bool:
    """Things made known to others, some of them known to ``me`` from the start.

    And to ``me``, news and a rumor of which every word is secret.
    """
    closed: list[tuple[str, str]] = []
    for turn in draft.turns:
        for kind, target in closed:
            reveal = {kind: target, "for": me, "text": Prose([word(draft)])}
            turn["reveals"].insert(choices.number(0, len(turn["reveals"])), reveal)
        for kind, heard, more in (
            ("news", "for", {}),
            ("rumor", "heard_by", {"truth": "true", "after": 0}),
        ):
            item = {"id": word(draft), heard: "gm", "text": Prose([Secret(("gm",), [word(draft)])])}
            turn["news" if kind == "news" else "rumors"].append(item | more)
            closed.append((kind, f"{turn['turn']}/{item['id']}"))
        words = other(draft, me, choices)
        targets = [("faction", draft.powers[0]), ("place", sorted(draft.places["places"])[0])]
        for earlier in draft.turns[: turn["turn"] - 1]:
            targets += [("news", f"{earlier['turn']}/{item['id']}") for item in earlier["news"]]
            # Nobody can say how true a draft was.
            said = [i for i in earlier["rumors"] if not i.get("draft")]
            targets += [("rumor", f"{earlier['turn']}/{i['id']}") for i in said]
        for kind, target in targets[-4:]:
            reveal = {kind: target, "for": words, "text": Prose([word(draft)])}
            turn["reveals"].insert(choices.number(0, len(turn["reveals"])), reveal)
    return True
