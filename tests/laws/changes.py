# ruff: noqa: ARG001  a change takes all three, wanted or not
"""Changes to a campaign that one audience may not notice: one function for each thing to change.

Each takes a draft that is its own to change, and says whether it found anything to do. ``me`` is
the audience that may not notice; whatever it may not know is worked out from audience words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.laws.drafts import Draft
from tests.laws.generators import WRITERS
from tests.laws.ink import NOBODY, Choices, Prose, Readers, Secret, pick, who

Content = dict[str, Any]
Change = Callable[[Draft, Choices, str], bool]
PUBLIC: Final = "everyone"
#: Mappings whose order is the author's to choose and may tell: who blocks first (S-STAKE-3),
#: whose order comes first (L-TURN-4), who carries what (L-ACT-MOVE).
_ORDERED: Final = ("orders", "place", "to")


def word(draft: Draft) -> str:
    """A token that nobody may see."""
    return draft.ledger.token("changed", NOBODY)


def other(draft: Draft, me: str, choices: Choices) -> str:
    """Audience words that leave ``me`` out."""
    return pick(choices, ["gm", *(power for power in draft.powers if power != me)])


def knows(draft: Draft, me: str, words: str | list[str]) -> bool:
    return me in draft.who(words)


def revealed(draft: Draft, me: str, kind: str, target: str) -> bool:
    """Whether some turn lets ``me`` in on a thing."""
    return any(
        reveal.get(kind) == target and knows(draft, me, reveal["for"])
        for turn in draft.turns
        for reveal in turn["reveals"]
    )


def hidden_items(draft: Draft, me: str, key: str) -> Iterator[tuple[list[Content], Content]]:
    """News (or rumors) that ``me`` never reads a word of, each with the list that it stands in."""
    kind = "news" if key == "news" else "rumor"
    for turn in draft.turns:
        for item in turn[key]:
            words = item["for"] if key == "news" else item["heard_by"]
            target = f"{turn['turn']}/{item['id']}"
            late = key == "rumors" and turn["turn"] + item["after"] > len(draft.turns)
            if revealed(draft, me, kind, target):
                continue
            if late or not item["text"].reads(me, draft.who(words), draft.powers):
                yield turn[key], item


def is_named(draft: Draft, id: str) -> bool:
    return any(
        str(target).endswith(f"/{id}")
        for turn in draft.turns
        for reveal in turn["reveals"]
        for target in reveal.values()
    )


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
    for turn in draft.turns:
        rumor = {"text": Prose([f"Psst {word(draft)}."]), "truth": "true", "after": 0}
        rumor |= {"heard_by": other(draft, me, choices), "id": word(draft)}
        turn["rumors"].insert(choices.number(0, len(turn["rumors"])), rumor)
    return True


def truth_of_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    found = False
    for turn in draft.turns:
        for rumor in turn["rumors"]:
            if not revealed(draft, me, "rumor", f"{turn['turn']}/{rumor['id']}"):
                rumor["truth"] = {"true": "false", "false": "distorted"}.get(rumor["truth"], "true")
                found = True
    return found


def about_of_rumors(draft: Draft, choices: Choices, me: str) -> bool:
    found = False
    always = WRITERS[draft.head["ruleset"]].always
    for turn in draft.turns:
        for rumor in turn["rumors"]:
            rumor["about"] = f"{turn['turn']}/{always}"
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
    """Things made known to others, some of them known to ``me`` from the start."""
    for turn in draft.turns:
        words = other(draft, me, choices)
        targets = [("faction", draft.powers[0]), ("place", sorted(draft.places["places"])[0])]
        for earlier in draft.turns[: turn["turn"] - 1]:
            targets += [("news", f"{earlier['turn']}/{item['id']}") for item in earlier["news"]]
            targets += [("rumor", f"{earlier['turn']}/{i['id']}") for i in earlier["rumors"]]
        for kind, target in targets[-4:]:
            reveal = {kind: target, "for": words, "text": Prose([word(draft)])}
            turn["reveals"].insert(choices.number(0, len(turn["reveals"])), reveal)
    return True


# Texts


def texts(draft: Draft) -> Iterator[tuple[Prose, Readers]]:
    """Every text of a draft with those who read it from the start."""
    yield from _listed(draft, draft.head["introduction"], who("everyone", draft.powers))
    for place in draft.places["places"].values():
        yield from _listed(draft, place["text"], draft.who(place.get("for", "everyone")))
    for faction in draft.factions.values():
        yield from _listed(draft, faction["profile"], draft.who(faction["for"]))
        yield faction["notes"], draft.who("gm")
    for front, text in draft.pages.values():
        yield text, draft.who(front["for"])
    for turn in draft.turns:
        yield turn["notes"], draft.who("gm")
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


def circles(draft: Draft, choices: Choices, me: str) -> bool:
    """Who else may know: what ``me`` knows gets and loses other readers, and so does the rest."""
    found = [(page[0], "for") for page in draft.pages.values()]
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
    """New ids for pages and places that ``me`` does not know."""
    ids = [id for id, (front, _) in draft.pages.items() if not knows(draft, me, front["for"])]
    ids += [id for id, _ in _unknown(draft, me, draft.places["places"])]
    # Under a first letter that sorts before all others: places of the rest must not hang on it.
    draft.renames |= {id: f"a{word(draft)}" for id in ids}
    return bool(ids)


def _unknown(draft: Draft, me: str, things: dict[str, Content]) -> Iterator[tuple[str, Content]]:
    """Places or factions that ``me`` never comes to know."""
    return ((id, thing) for id, thing in things.items() if me not in draft.ledger.readers[id])


def hidden_things(draft: Draft, choices: Choices, me: str) -> bool:
    """Names, texts and looks of places and factions that ``me`` does not know."""
    found: list[Content] = []
    for _, place in _unknown(draft, me, draft.places["places"]):
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


# What the GM says about the game


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
    draft.turns = [_shuffled(turn, choices) for turn in draft.turns]
    return True


def _shuffled(value: Any, choices: Choices, key: str = "") -> Any:
    match value:
        case dict():
            keys = list(value)
            if key not in _ORDERED:
                random.Random(choices.number(0, 999)).shuffle(keys)  # noqa: S311
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
    about_of_rumors,
    edit_reveals,
    delete_reveals,
    insert_reveals,
    edit_secrets,
    delete_secrets,
    insert_secrets,
    gm_notes,
    private_passages,
    pages,
    circles,
    ids_of_hidden_files,
    hidden_things,
    reasons,
    comments,
    order_of_keys,
)
