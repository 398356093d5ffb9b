"""Relations between factions: current and earlier ones, and a diagram of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from math import cos, pi, sin
from typing import Final

from chronicle.model.facts import Ref, faction_ref
from chronicle.outline.map.labels import break_name, is_covered, text_width
from chronicle.outline.map.records import Box, Point
from chronicle.project.edition import Edition, RelationView
from chronicle.records import Record

#: Half the size of a shield; texts keep outside of it.
_SHIELD_HALF: Final = 26
#: Possible positions of the word on an edge, in fortieths of its length, from the middle on.
_WORD_POSITIONS: Final = sorted(range(8, 33), key=lambda part: abs(part - 20))
#: Half the size of the space for the word on an edge; the words of all languages fit in.
WORD_HALF: Final = (36, 11)
#: The font size of names and words.
FONT_SIZE: Final = 14
#: The size of the diagram.
_WIDTH: Final = 760
_HEIGHT: Final = 520
#: Horizontal and vertical distance that a word keeps from other edges if possible.
_CLEARANCE: Final = (30, 16)


class RelationHistory(Record):
    """All relations between two factions over time, oldest first; the last is current.

    ``words`` are the relations as written in turns.
    """

    between: tuple[Ref, Ref]
    words: tuple[RelationView, ...]

    @property
    def now(self) -> RelationView:
        """The current relation."""
        return self.words[-1]

    @property
    def first(self) -> RelationView:
        """The first word of the current relation."""
        same = takewhile(lambda word: word.kind == self.now.kind, reversed(self.words))
        return list(same)[-1]

    @property
    def before(self) -> tuple[RelationView, ...]:
        """Earlier relations, latest first, without repetitions."""
        stretches = [next(same) for _, same in groupby(self.words, key=lambda word: word.kind)]
        return tuple(stretches[-2::-1])

    def has(self, id: str) -> bool:
        """Whether it is a relation of this faction."""
        return any(ref.id == id for ref in self.between)

    def other(self, id: str) -> Ref:
        """The other faction of the two."""
        one, second = self.between
        return second if id == one.id else one


class RelationNode(Record):
    """A faction on the ring, with its name in lines from ``label`` on.

    ``anchor`` says whether the lines start, are centred or end there.
    """

    faction: Ref
    at: Point
    label: Point
    anchor: str
    lines: tuple[str, ...]


class RelationEdge(Record):
    """A relation between two nodes: its ends, and the centre of the word on it."""

    bond: RelationHistory
    ends: tuple[Point, Point]
    word: Point


class RelationDiagram(Record):
    """A drawing of the ring; ``line`` is the line height of names."""

    width: int
    height: int
    line: int
    nodes: tuple[RelationNode, ...]
    edges: tuple[RelationEdge, ...]


class RelationOverview(Record):
    """All relations of an edition, by pair and by faction.

    ``diagram`` shows the current ones; None if there are none, or more than it has space for.
    """

    bonds: tuple[RelationHistory, ...]
    by_faction: tuple[tuple[Ref, tuple[RelationHistory, ...]], ...]
    diagram: RelationDiagram | None


def relation_overview_of(edition: Edition) -> RelationOverview:
    """The relations that the reader of an edition knows."""
    bonds = relation_histories(edition.relations)
    holding = [bond for bond in bonds if bond.now.kind != "nothing"]
    named = [
        (faction_ref(it.id), it.name)
        for it in edition.factions
        if any(bond.has(it.id) for bond in holding)
    ]
    by_faction = (
        (faction_ref(it.id), tuple(bond for bond in bonds if bond.has(it.id)))
        for it in edition.factions
    )
    return RelationOverview(
        bonds, tuple(it for it in by_faction if it[1]), _diagram(named, holding)
    )


def relation_histories(relations: Sequence[RelationView]) -> tuple[RelationHistory, ...]:
    """Relations by pair, in order of ids; of several in one turn the last counts."""
    found: dict[tuple[Ref, Ref], dict[int, RelationView]] = {}
    for relation in relations:
        found.setdefault(relation.between, {})[relation.turn] = relation
    return tuple(
        RelationHistory(pair, tuple(words.values())) for pair, words in sorted(found.items())
    )


def _diagram(
    named: Sequence[tuple[Ref, str]], bonds: Sequence[RelationHistory]
) -> RelationDiagram | None:
    """The diagram of these relations; None if a name or a word has no space."""
    nodes = tuple(_nodes(named))
    taken = [_box_around(node.at, (_SHIELD_HALF, _SHIELD_HALF)) for node in nodes]
    taken += [_box_of_label(node) for node in nodes]
    if not bonds or not _are_clear(taken):
        return None
    points = {node.faction: node.at for node in nodes}
    edges: list[RelationEdge] = []
    for bond, ends, word in _words(points, taken, bonds):
        if word is None:
            return None
        edges.append(RelationEdge(bond, ends, word))
    return RelationDiagram(_WIDTH, _HEIGHT, FONT_SIZE + 2, nodes, tuple(edges))


def _nodes(named: Sequence[tuple[Ref, str]]) -> Iterator[RelationNode]:
    """Factions on a ring, clockwise from the top, with their names outside of it."""
    for number, (ref, name) in enumerate(named):
        turned = 2 * pi * number / len(named)
        x = _WIDTH // 2 + round((_WIDTH // 2 - 190) * sin(turned))
        y = _HEIGHT // 2 - 8 - round((_HEIGHT // 2 - 84) * cos(turned))
        lines = break_name(name)
        more = (len(lines) - 1) * (FONT_SIZE + 2)
        aside = 0 if abs(sin(turned)) < 0.3 else 1 if sin(turned) > 0 else -1
        above, below = y - _SHIELD_HALF - 8 - more, y + _SHIELD_HALF + 16
        label = (
            (x + aside * (_SHIELD_HALF + 8), y + 5 - more // 2)
            if aside
            else (x, above if cos(turned) > 0 else below)
        )
        yield RelationNode(ref, (x, y), label, ("end", "middle", "start")[aside + 1], lines)


def _words(
    points: Mapping[Ref, Point], taken: list[Box], bonds: Sequence[RelationHistory]
) -> Iterator[tuple[RelationHistory, tuple[Point, Point], Point | None]]:
    """Each relation with its ends, and where its word is written; None where it doesn't fit."""
    spans = [(points[bond.between[0]], points[bond.between[1]]) for bond in bonds]
    trails = {span: [_point_along(*span, part) for part in range(41)] for span in spans}
    for bond, span in zip(bonds, spans, strict=True):
        places = (_point_along(*span, part) for part in _WORD_POSITIONS)
        free = [it for it in places if not is_covered(_box_around(it, WORD_HALF), taken)]
        others = [trail for other, trail in trails.items() if other != span]
        clear = (it for it in free if not any(_passes_near(trail, it) for trail in others))
        word = next(clear, free[0] if free else None)
        if word is not None:
            taken.append(_box_around(word, WORD_HALF))
        yield bond, span, word


def _are_clear(boxes: Sequence[Box]) -> bool:
    """Whether boxes are within the drawing and don't overlap."""
    inside = (min(box[0], box[1], _WIDTH - box[2], _HEIGHT - box[3]) >= 0 for box in boxes)
    return all(inside) and not any(is_covered(it, boxes[at:]) for at, it in enumerate(boxes, 1))


def _passes_near(trail: Sequence[Point], at: Point) -> bool:
    """Whether an edge comes near a word at a position."""
    return any(abs(x - at[0]) < _CLEARANCE[0] and abs(y - at[1]) < _CLEARANCE[1] for x, y in trail)


def _box_of_label(node: RelationNode) -> Box:
    long = max(text_width(line, FONT_SIZE) for line in node.lines)
    left = node.label[0] - {"start": 0, "middle": long // 2, "end": long}[node.anchor]
    top = node.label[1] - FONT_SIZE
    return left, top, left + long, top + len(node.lines) * (FONT_SIZE + 2)


def _point_along(one: Point, other: Point, part: int) -> Point:
    x, y = (a + (b - a) * part // 40 for a, b in zip(one, other, strict=True))
    return x, y


def _box_around(at: Point, half: Point) -> Box:
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]
