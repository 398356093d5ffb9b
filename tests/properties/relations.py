"""How factions stand with each other in generated campaigns, and what may change unseen of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from tests.properties.campaign_writer import Writer
from tests.properties.editable_campaign import Content, Draft
from tests.properties.hidden_from_audience import Change, other, word
from tests.properties.secret_tokens import Choices, Prose, Readers, pick, some

KINDS: Final = ("war", "allies", "truce", "bound", "rivals", "nothing")


def with_relations(writer: Writer, draft: Draft) -> Draft:
    """The draft with relations of every circle, once all is settled that any of them depends on."""
    settled = _settled_pairs(draft)
    for turn in draft.turns:
        pairs = some(writer.choices, combinations(draft.powers, 2), 50)
        found = [_relation(writer, draft, [*pair]) for pair in pairs if [*pair] not in settled]
        turn["relations"] = [*turn.get("relations", []), *found]
    return draft


def told_relations(turn: Content) -> list[Content]:
    """A turn's relations that are only read: those with a text."""
    return [relation for relation in turn["relations"] if "text" in relation]


def _settled_pairs(draft: Draft) -> list[list[str]]:
    """Pairs whose relation the course of the campaign depends on; it has no text."""
    said = (relation for turn in draft.turns for relation in turn.get("relations", []))
    return [relation["between"] for relation in said if "text" not in relation]


def _kinds(draft: Draft) -> tuple[str, ...]:
    """The kinds of relation that don't affect the course of the campaign."""
    played = draft.head["rules"].get("friends") == "allies"
    return tuple(kind for kind in KINDS if not played or kind != "allies")


def _relation(writer: Writer, draft: Draft, between: list[str]) -> Content:
    words = writer.words()
    relation = {"between": between, "as": pick(writer.choices, _kinds(draft)), "for": words}
    readers = readers_of(draft, relation)
    return relation | {"text": writer.prose("relation", readers, hideable=True)}


def readers_of(draft: Draft, relation: Content) -> Readers:
    """Those who may ever read a relation: by its circle, of all who get to know both factions."""
    one, second = (draft.ledger.readers[id] for id in relation["between"])
    return draft.who(relation["for"]) & one & second


def hidden_relations(draft: Draft, me: str) -> Iterator[tuple[list[Content], Content]]:
    """Relations that ``me`` never reads of, each with the list that it is in."""
    for turn in draft.turns:
        for relation in told_relations(turn):
            if me not in readers_of(draft, relation):
                yield turn["relations"], relation


def edit_relations(draft: Draft, choices: Choices, me: str) -> bool:
    found = list(hidden_relations(draft, me))
    for _, relation in found:
        relation["as"] = pick(choices, [kind for kind in _kinds(draft) if kind != relation["as"]])
        relation["text"].parts.append(f"And {word(draft)}.")
    return bool(found)


def delete_relations(draft: Draft, choices: Choices, me: str) -> bool:
    found = list(hidden_relations(draft, me))
    for relations, relation in found:
        relations.remove(relation)
    return bool(found)


def insert_relations(draft: Draft, choices: Choices, me: str) -> bool:
    """New relations for others, in turns that say nothing of the same two factions."""
    found = False
    for turn in draft.turns:
        said = [relation["between"] for relation in turn["relations"]] + _settled_pairs(draft)
        free = [list(pair) for pair in combinations(draft.powers, 2) if list(pair) not in said]
        if free:
            relation: Content = {"between": pick(choices, free), "as": pick(choices, _kinds(draft))}
            relation |= {"for": other(draft, me, choices), "text": Prose([word(draft)])}
            turn["relations"].insert(choices.number(0, len(said)), relation)
            found = True
    return found


ALL: Final[tuple[Change, ...]] = (edit_relations, delete_relations, insert_relations)
