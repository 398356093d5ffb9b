"""What is published of a campaign, from its record and from what is kept beside that."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Final, TypeGuard

from chronicle.diagnostics.catalogue import publication as problems
from chronicle.files.source import Tree
from chronicle.load.inputs import PublishedShape, PublishedTurnShape
from chronicle.load.names import Names
from chronicle.load.passages import circle_at
from chronicle.model.publication import (
    FORM,
    NOTHING,
    Amendment,
    Item,
    Published,
    PublishedTurn,
    Versions,
)
from chronicle.project.disclosure import digest
from chronicle.yaml.decode import decode
from chronicle.yaml.nodes import MapNode

#: The record, and what was told in full.
RECORD: Final = "published.yaml"
KEPT: Final = re.compile(r"published/\d{3,6}\.json")


def kept_path(turn: int) -> str:
    """Where that is kept which everybody was told in a turn."""
    return f"published/{turn:03}.json"


def published_of(node: MapNode, tree: Tree, names: Names) -> Published:
    """What is published, from the record's root; findings say what can't be made out."""
    form = node.get("format")
    number = getattr(form, "value", None)
    if form is not None and type(number) is int and number != FORM:
        names.report.add(problems.UnknownForm(at=form.span, form=number))
        return NOTHING
    shape = decode(PublishedShape, node, names.report)
    if shape is None:
        return NOTHING
    for expected, turn in enumerate(shape.turns, start=1):
        if turn.turn != expected:
            at = turn.at("turn")
            names.report.add(problems.OutOfOrder(at=at, turn=turn.turn, expected=expected))
            return NOTHING
    return Published(
        turns=tuple(_turn(turn, tree) for turn in shape.turns),
        amendments=_amendments(shape, names),
    )


def _turn(shape: PublishedTurnShape, tree: Tree) -> PublishedTurn:
    return PublishedTurn(
        number=shape.turn,
        versions=Versions(shape.chronicle, shape.ruleset, shape.rules),
        told=shape.told,
        items=_items(shape, tree),
        at=shape.at("turn"),
        told_at={word: shape.at("told", word) for word in shape.told},
    )


def _amendments(shape: PublishedShape, names: Names) -> tuple[Amendment, ...]:
    found: list[Amendment] = []
    for one in shape.amendments:
        circle = circle_at(one, "for", one.readers, names)
        if one.turn > len(shape.turns):
            names.report.add(problems.NotPublished(at=one.at("turn"), turn=one.turn))
        if circle is not None:
            words = (one.readers,) if isinstance(one.readers, str) else tuple(one.readers)
            at = one.at("because")
            found.append(Amendment(one.turn, words, circle, one.because.strip(), at))
    return tuple(found)


def _items(shape: PublishedTurnShape, tree: Tree) -> Mapping[str, tuple[Item, ...]]:
    """What was told in full, where that is kept and is just what the digest stands for."""
    content = tree.files.get(kept_path(shape.turn))
    try:
        kept = json.loads(content) if isinstance(content, bytes) else {}
        listed = kept if isinstance(kept, dict) else {}
        return {
            word: tuple(items)
            for word, items in listed.items()
            if _are_items(items) and shape.told.get(word) == digest(items)
        }
    except (ValueError, RecursionError):
        return {}


def _are_items(items: object) -> TypeGuard[list[Item]]:
    return isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("kind"), str) for item in items
    )
