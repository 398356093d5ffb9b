"""People and items of generated campaigns, and what may change unseen of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.properties.campaign_writer import Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.hidden_from_audience import Change, knows, other, word
from tests.properties.secret_tokens import NOBODY, Choices, Prose, Readers, chance, pick, who

#: The folder of each kind.
FOLDERS: Final = {"person": "people", "item": "items"}
TIES: Final = ("of", "at", "held_by")


def with_entities(writer: Writer, draft: Draft) -> Draft:
    """The draft with people and items of every circle, some of them made known by turns."""
    for kind in FOLDERS:
        for _ in range(writer.choices.number(1, 3)):
            _add(writer, draft, kind)
    for turn in draft.turns:
        for path in list(draft.entities):
            if chance(writer.choices, 30):
                turn["reveals"].append(_reveal(writer, draft, path))
    return draft


def _add(writer: Writer, draft: Draft, kind: str) -> None:
    words = writer.words()
    readers = who(words, writer.powers)
    id = writer.token(f"{kind} id", words)
    front: Content = {
        "name": f"The {writer.token(f'{kind} name', words)}",
        "for": words,
        "role": f"a {writer.token(f'{kind} role', words)}",
    }
    people = [id_of(path) for path in draft.entities if path.startswith("people/")]
    ends = {"of": writer.powers, "at": writer.places, "held_by": people or writer.powers}
    for tie in TIES:
        if chance(writer.choices, 40):
            front[tie] = pick(writer.choices, ends[tie])
        elif chance(writer.choices, 70):
            front[tie] = [
                {"to": pick(writer.choices, ends[tie]), "for": writer.words()} for _ in range(2)
            ]
    draft.entities[f"{FOLDERS[kind]}/{id}"] = (front, writer.prose(kind, readers))
    writer.things.append((id, front["name"], readers))


def id_of(path: str) -> str:
    return path.partition("/")[2]


def _reveal(writer: Writer, draft: Draft, path: str) -> Content:
    """The ledger admits those who learn of it, and opens none of its secret blocks."""
    kind = "person" if path.startswith("people/") else "item"
    words = writer.words()
    front, text = draft.entities[path]
    for opened in (id_of(path), front["name"], front["role"], text.open_text):
        draft.ledger.widen(opened, who(words, writer.powers))
    return {kind: id_of(path), "for": words}


def readers_of(draft: Draft, path: str) -> Readers:
    """Those who know of a person or an item, now or later."""
    return draft.ledger.readers.get(id_of(path), NOBODY)


def edit_entities(draft: Draft, choices: Choices, me: str) -> bool:
    """All texts about people and items that ``me`` never learns of."""
    found = [draft.entities[path] for path in draft.entities if me not in readers_of(draft, path)]
    for front, text in found:
        # Links go by name too.
        draft.renames[front["name"].removeprefix("The ")] = word(draft)
        front["role"] = word(draft)
        front["of"] = pick(choices, draft.powers)
        text.parts = [word(draft)]
    return bool(found)


def insert_entities(draft: Draft, choices: Choices, me: str) -> bool:
    """People and items for others, before and after those there are."""
    kept = dict(draft.entities)
    draft.entities.clear()
    for start in ("a", "z"):
        for folder in FOLDERS.values():
            front: Content = {"name": word(draft), "for": other(draft, me, choices)}
            front |= {"of": pick(choices, draft.powers), "at": sorted(draft.places["places"])[0]}
            draft.entities[f"{folder}/{start}{word(draft)}"] = (front, Prose([word(draft)]))
    draft.entities |= kept
    return True


def hidden_ties(draft: Draft, me: str) -> Iterator[tuple[list[Content], Content]]:
    """Ties that ``me`` does not know of, each with the list that it is in."""
    for front, _ in draft.entities.values():
        for kind in TIES:
            ties = front.get(kind)
            if isinstance(ties, list):
                yield from ((ties, tie) for tie in [*ties] if not knows(draft, me, tie["for"]))


def delete_ties(draft: Draft, choices: Choices, me: str) -> bool:
    found = list(hidden_ties(draft, me))
    for ties, tie in found:
        ties.remove(tie)
    return bool(found)


def insert_ties(draft: Draft, choices: Choices, me: str) -> bool:
    """Ties for others, of people who have no other ties of that kind."""
    ends = {"of": draft.powers, "at": sorted(draft.places["places"]), "held_by": draft.powers}
    for front, _ in draft.entities.values():
        for kind in TIES:
            if not isinstance(front.setdefault(kind, []), str):
                tie = {"to": pick(choices, ends[kind]), "for": other(draft, me, choices)}
                front[kind].insert(choices.number(0, len(front[kind])), tie)
    return True


ALL: Final[tuple[Change, ...]] = (edit_entities, insert_entities, delete_ties, insert_ties)
