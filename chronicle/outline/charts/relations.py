"""Relations between factions: current ones, earlier ones, and a diagram in a ring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, pi, sin
from typing import Final

from chronicle.model.facts import Ref, faction_ref
from chronicle.outline.map.labels import break_name, is_covered, text_width
from chronicle.outline.map.records import Box, Point
from chronicle.project.edition import Edition, RelationView
from chronicle.records import dataclass

#: Half the size of a shield; texts keep outside of it.
_SHIELD_HALF: Final = 26
#: Possible positions of the word on an edge, in twentieths of its length.
_WORD_POSITIONS: Final = (10, 8, 12, 7, 13, 6, 14, 9, 11, 5, 15)
#: The approximate length of the word on an edge.
_WORD_LENGTH: Final = 9
_FONT_SIZE: Final = 14
#: Horizontal and vertical distance that a word keeps from other edges if possible.
_CLEARANCE: Final = (30, 16)


@dataclass(frozen=True, slots=True)
class RelationHistory:
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
    def since(self) -> int:
        """The first turn of the current relation."""
        since = self.now.turn
        for word in reversed(self.words):
            if word.kind != self.now.kind:
                break
            since = word.turn
        return since

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


@dataclass(frozen=True, slots=True)
class RelationNode:
    """A faction on the ring, with its name in lines from ``label`` on.

    ``anchor`` says whether the lines start, are centred or end there.
    """

    faction: Ref
    at: Point
    label: Point
    anchor: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationEdge:
    """A relation between two nodes: its ends, and the centre of the word on it."""

    bond: RelationHistory
    ends: tuple[Point, Point]
    word: Point


@dataclass(frozen=True, slots=True)
class RelationDiagram:
    """A drawing of the ring; ``line`` is the line height of names."""

    width: int
    height: int
    line: int
    knots: tuple[RelationNode, ...]
    threads: tuple[RelationEdge, ...]


@dataclass(frozen=True, slots=True)
class RelationOverview:
    """All relations of an edition; ``nets`` are diagrams of current ones, the widest first."""

    bonds: tuple[RelationHistory, ...]
    nets: tuple[RelationDiagram, ...]


def relation_overview_of(edition: Edition) -> RelationOverview:
    """The relations that the reader of an edition knows."""
    bonds = relation_histories(edition.relations)
    holding = [bond for bond in bonds if bond.now.kind != "nothing"]
    named = [
        (faction_ref(it.id), it.name)
        for it in edition.factions
        if any(bond.has(it.id) for bond in holding)
    ]
    nets = (
        (_diagram(760, 520, named, holding), _diagram(340, 420, named, holding)) if holding else ()
    )
    return RelationOverview(bonds, nets)


def relation_histories(relations: Sequence[RelationView]) -> tuple[RelationHistory, ...]:
    """Relations by pair, in order of ids; of several in one turn the last counts."""
    found: dict[tuple[Ref, Ref], dict[int, RelationView]] = {}
    for relation in relations:
        found.setdefault(relation.between, {})[relation.turn] = relation
    return tuple(
        RelationHistory(pair, tuple(words.values())) for pair, words in sorted(found.items())
    )


def _diagram(
    width: int, height: int, named: Sequence[tuple[Ref, str]], bonds: Sequence[RelationHistory]
) -> RelationDiagram:
    knots = tuple(_nodes(width, height, named))
    points = {knot.faction: knot.at for knot in knots}
    threads = tuple(_edges(points, knots, bonds))
    return RelationDiagram(width, height, _FONT_SIZE + 2, knots, threads)


def _nodes(width: int, height: int, named: Sequence[tuple[Ref, str]]) -> Iterator[RelationNode]:
    """Factions on a ring, clockwise from the top."""
    is_wide = width > height
    across, down = (width // 2 - 190, height // 2 - 84) if is_wide else (width // 2 - 58, 150)
    for number, (ref, name) in enumerate(named):
        turned = 2 * pi * number / len(named)
        x = width // 2 + round(across * sin(turned))
        y = height // 2 - 8 - round(down * cos(turned))
        lines = break_name(name)
        aside = 0 if not is_wide or abs(sin(turned)) < 0.3 else 1 if sin(turned) > 0 else -1
        label = x + aside * (_SHIELD_HALF + 8), y + 5 - (len(lines) - 1) * (_FONT_SIZE + 2) // 2
        if not aside:
            above = cos(turned) > 0.3 and is_wide
            label = (
                x,
                y - _SHIELD_HALF - 8 - (len(lines) - 1) * (_FONT_SIZE + 2)
                if above
                else y + _SHIELD_HALF + 16,
            )
            label = _keep_inside(label, lines, width)
        yield RelationNode(ref, (x, y), label, ("end", "middle", "start")[aside + 1], lines)


def _keep_inside(label: Point, lines: Sequence[str], width: int) -> Point:
    """A centre for lines of text such that none crosses the edge."""
    half = max(text_width(line, _FONT_SIZE) for line in lines) // 2 + 4
    return max(half, min(width - half, label[0])), label[1]


def _edges(
    points: dict[Ref, Point], knots: Sequence[RelationNode], bonds: Sequence[RelationHistory]
) -> Iterator[RelationEdge]:
    taken = [_box_around(knot.at, _SHIELD_HALF, _SHIELD_HALF) for knot in knots]
    taken += [_box_of_label(knot) for knot in knots]
    spans = [(points[bond.between[0]], points[bond.between[1]]) for bond in bonds]
    trails = {span: [_point_along(*span, part) for part in range(21)] for span in spans}
    half = text_width("M" * _WORD_LENGTH, _FONT_SIZE) // 3
    for bond, (one, other) in zip(bonds, spans, strict=True):
        places = [_point_along(one, other, part) for part in _WORD_POSITIONS]
        free = [it for it in places if not is_covered(_box_around(it, half, 11), taken)]
        others = [trail for span, trail in trails.items() if span != (one, other)]
        clear = (it for it in free if not any(_passes_near(trail, it) for trail in others))
        word = next(clear, (free or places)[0])
        taken.append(_box_around(word, half, 11))
        yield RelationEdge(bond, (one, other), word)


def _passes_near(trail: Sequence[Point], at: Point) -> bool:
    """Whether an edge comes near a word at a position."""
    return any(abs(x - at[0]) < _CLEARANCE[0] and abs(y - at[1]) < _CLEARANCE[1] for x, y in trail)


def _box_of_label(knot: RelationNode) -> Box:
    long = max(text_width(line, _FONT_SIZE) for line in knot.lines)
    left = knot.label[0] - {"start": 0, "middle": long // 2, "end": long}[knot.anchor]
    top = knot.label[1] - _FONT_SIZE
    return left, top, left + long, top + len(knot.lines) * (_FONT_SIZE + 2)


def _point_along(one: Point, other: Point, part: int) -> Point:
    x, y = (a + (b - a) * part // 20 for a, b in zip(one, other, strict=True))
    return x, y


def _box_around(at: Point, across: int, down: int) -> Box:
    return at[0] - across, at[1] - down, at[0] + across, at[1] + down
