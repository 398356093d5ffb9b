"""Charts and rings of relations of small editions, each point worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Final

import pytest

from chronicle.model.campaign import RelationKind
from chronicle.model.facts import NameIndex, Ref, faction_ref
from chronicle.outline.charts import (
    FigureSeries,
    RelationDiagram,
    RelationOverview,
    Tick,
    charts_of,
    faction_charts,
    figures_of,
    relation_histories,
    relation_overview_of,
)
from chronicle.outline.charts.plot import PlotFormat, plot_of, round_step
from chronicle.project.edition import EMPTY_EDITION, Edition, FactionView, RelationView
from tests.outline.figures_campaign import VAEL, edition

A, B, C, D, E, F = (faction_ref(id) for id in "abcdef")
#: The edges of three turns on a small chart, from 34 to 198.
FIRST, SECOND, THIRD, LAST = 34, 88, 143, 198


# ── Lines ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("values", "runs", "marks", "end", "value"),
    [
        # From 0 to 2, which is 62 high from 76 on: 1 is at 45, 2 at 14.
        (
            (1, None, 2),
            (((FIRST, 45), (SECOND, 45)), ((THIRD, 14), (LAST, 14))),
            ((61, 45), (170, 14)),
            (LAST, 14),
            2,
        ),
        (
            (None, 1, 2),
            (((SECOND, 45), (THIRD, 45), (THIRD, 14), (LAST, 14)),),
            ((115, 45), (170, 14)),
            (LAST, 14),
            2,
        ),
        (
            (1, 2, None),
            (((FIRST, 45), (SECOND, 45), (SECOND, 14), (THIRD, 14)),),
            ((61, 45), (115, 14)),
            (THIRD, 14),
            2,
        ),
        (
            (2, 1, 1),
            (((FIRST, 14), (SECOND, 14), (SECOND, 45), (LAST, 45)),),
            ((61, 14), (115, 45), (170, 45)),
            (LAST, 45),
            1,
        ),
    ],
)
def test_a_line_has_a_gap_where_a_value_is_unknown(
    values: tuple[int | None, ...],
    runs: tuple[tuple[tuple[int, int], ...], ...],
    marks: tuple[tuple[int, int], ...],
    end: tuple[int, int],
    value: int,
) -> None:
    (chart,) = faction_charts({"dice": {"vael": values, "oru": (9, 8, 7)}}, "vael", 3)
    (line,) = chart.plots[0].lines
    assert (line.runs, line.marks, line.end, line.value) == (runs, marks, end, value)
    assert line.label == (LAST, end[1])
    assert chart.rows == {"vael": values}


def test_a_figure_that_did_not_change_has_no_chart_of_its_own() -> None:
    figures: FigureSeries = {
        "still": {"vael": (2, 2, None)},
        "moved": {"vael": (1, 2, 2)},
        "others": {"oru": (1, 2, 3)},
    }
    assert [it.name for it in faction_charts(figures, "vael", 3)] == ["moved"]
    # In the last two turns nothing moved.
    assert faction_charts(figures, "vael", 3, 2) == ()


def test_figures_below_nothing_have_an_axis_of_their_own() -> None:
    # From −2 to 2 in steps of 2 (at most 2 of them): 62 from 76 on for 4.
    (chart,) = faction_charts({"dice": {"vael": (-2, 2)}}, "vael", 2)
    assert chart.plots[0].rows == (Tick(76, -2), Tick(45, 0), Tick(14, 2))


@pytest.mark.parametrize(
    ("most", "heights"), [(1, (200, 162)), (2, (200, 162)), (3, (320, 260)), (9, (320, 260))]
)
def test_a_chart_with_few_values_is_lower(most: int, heights: tuple[int, int]) -> None:
    (chart,) = charts_of(edition(VAEL), {"dice": {"oru": (0, None, 1), "vael": (0, most, 1)}})
    assert tuple(it.height for it in chart.plots) == heights
    assert chart.names == {"oru": ("The Oru",), "vael": ("House Vael",)}


def test_many_lines_need_a_higher_chart() -> None:
    # Each label takes 34, or 26 in the narrow drawing, and there are 60 around them.
    ids = [f"f{number}" for number in range(9)]
    crowd = replace(edition(VAEL), factions=tuple(_faction(id, id) for id in ids))
    (chart,) = charts_of(crowd, {"dice": dict.fromkeys(ids, (1, 2, 9))})
    assert tuple(it.height for it in chart.plots) == (9 * 34 + 60, 9 * 26 + 60)


FORM: Final = PlotFormat(300, 200, 40, 60, 20, 5, 12, 50)


@pytest.mark.parametrize(
    ("count", "ticks"),
    [
        (12, list(range(1, 13))),
        # Every second: but 2 and 12 are nearer to the ends than 6 tenths of a step.
        (13, [1, 4, 6, 8, 10, 13]),
        (24, [1, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24]),
        # Every fifth; 5 is 4 from the first, and 25 the last.
        (25, [1, 5, 10, 15, 20, 25]),
    ],
)
def test_ticks_are_round_numbers_and_both_ends(count: int, ticks: list[int]) -> None:
    plot = plot_of({"vael": [1] * count}, count, FORM)
    assert [tick.value for tick in plot.columns] == ticks


def test_steps_are_the_least_round_numbers_that_suffice() -> None:
    lengths = (12, 13, 24, 25, 60, 61, 120, 121)
    assert [round_step(length, 12) for length in lengths] == [1, 2, 2, 5, 5, 10, 10, 20]


# ── Figures ──────────────────────────────────────────────────────────────────────────────────────


def test_places_count_from_the_turn_in_which_a_faction_is_known() -> None:
    own = edition(VAEL)
    later = replace(own, known_since={**own.known_since, faction_ref("oru"): 2})
    assert figures_of(later)["ruled"] == {"oru": (None, 1, 1), "vael": (0, 0, 0)}


def test_places_count_from_the_turn_in_which_one_is_known() -> None:
    own = edition(VAEL)
    blind = replace(own, holdings=({}, *own.holdings[1:]))
    assert figures_of(blind)["ruled"] == {"oru": (None, 1, 1), "vael": (None, 0, 0)}


def test_without_a_ruler_only_ruled_places_are_left_out() -> None:
    own = edition(VAEL)
    free = replace(own, holdings=({"marsh": ()},) * len(own.turns))
    assert list(figures_of(free)) == ["influence", "dice"]


# ── Relations ────────────────────────────────────────────────────────────────────────────────────


def _faction(id: str, name: str) -> FactionView:
    return FactionView(id, name, ("#111111", "#eeeeee"), "key", "", (), None)


def relation(one: Ref, other: Ref, kind: RelationKind, turn: int) -> RelationView:
    return RelationView("", (one, other), kind, turn, None, public=True)


def ring(*relations: RelationView, names: tuple[str, ...] = ("Ax", "Bow", "Cog", "Die")) -> Edition:
    """An edition of factions with these relations."""
    refs = (faction_ref(id) for id in "abcdefgh")
    factions = tuple(_faction(ref.id, name) for ref, name in zip(refs, names, strict=False))
    known = {faction_ref(it.id): it.name for it in factions}
    return replace(
        EMPTY_EDITION, factions=factions, names=NameIndex(known), relations=tuple(relations)
    )


def nets(found: RelationOverview) -> tuple[RelationDiagram, RelationDiagram]:
    wide, narrow = found.nets
    return wide, narrow


def test_factions_stand_on_a_ring_clockwise_from_the_top() -> None:
    own = ring(
        relation(A, C, "war", 1),
        relation(B, D, "truce", 1),
        names=("Long River Company", "Long River Company", "Cog", "Commonwealthmen"),
    )
    wide, narrow = nets(relation_overview_of(own))
    two = ("Long River", "Company")
    # 190 to each side and 176 up and down from 380, 252. A second line is 16 lower: names above
    # begin so much higher, and those at the side half as much.
    assert [(it.faction, it.at, it.label, it.anchor, it.lines) for it in wide.knots] == [
        (A, (380, 76), (380, 76 - 34 - 16), "middle", two),
        (B, (570, 252), (570 + 34, 252 + 5 - 8), "start", two),
        (C, (380, 428), (380, 428 + 42), "middle", ("Cog",)),
        (D, (190, 252), (190 - 34, 252 + 5), "end", ("Commonwealthmen",)),
    ]
    # 112 to each side and 150 up and down from 170, 202; names below. The last is 120 wide, with a
    # margin of 4 it reaches 64 to each side, and would begin beyond the edge.
    assert [(it.at, it.label, it.anchor) for it in narrow.knots] == [
        ((170, 52), (170, 94), "middle"),
        ((282, 202), (282, 244), "middle"),
        ((170, 352), (170, 394), "middle"),
        ((58, 202), (64, 244), "middle"),
    ]


def test_words_stand_where_no_other_line_passes() -> None:
    wide, narrow = nets(
        relation_overview_of(ring(relation(A, C, "war", 1), relation(B, D, "truce", 1)))
    )
    # In the middle both lines cross, so each word is 2 twentieths nearer to its first end.
    assert [(it.bond.now.kind, it.ends, it.word) for it in wide.threads] == [
        ("war", ((380, 76), (380, 428)), (380, 76 + 352 * 8 // 20)),
        ("truce", ((570, 252), (190, 252)), (570 - 380 * 8 // 20, 252)),
    ]
    # 2 twentieths of the 224 across are nearer than 30, on either side; so it is 3.
    assert [(it.ends, it.word) for it in narrow.threads] == [
        (((170, 52), (170, 352)), (170, 52 + 300 * 8 // 20)),
        (((282, 202), (58, 202)), (282 - 79, 202)),
    ]
    alone, _ = nets(relation_overview_of(ring(relation(A, C, "war", 1))))
    assert alone.threads[0].word == (380, 252)


def test_a_word_stands_on_no_name() -> None:
    # Five on the narrow ring: the first at 170, 52, the second 72 degrees on, at 277, 156. The name
    # of the first is 120 wide, from 110 to 230, and from 80 to 96 high. A word of 68 by 22 in the
    # middle would be on it, and so would one 2 twentieths nearer to it; 2 further is free.
    names = ("Commonwealthmen", "Bow", "Cog", "Die", "Elm")
    pairs = ((A, B), (C, D), (D, E))
    _, narrow = nets(
        relation_overview_of(ring(*(relation(*pair, "war", 1) for pair in pairs), names=names))
    )
    assert [it.at for it in narrow.knots][:2] == [(170, 52), (277, 156)]
    assert narrow.threads[0].word == (170 + 107 * 12 // 20, 52 + 104 * 12 // 20)
    short, *_ = nets(
        relation_overview_of(
            ring(*(relation(*pair, "war", 1) for pair in pairs), names=("Ax", *names[1:]))
        )
    )[1].threads
    assert short.word == (170 + 107 // 2, 52 + 104 // 2)


def test_a_word_without_room_stands_in_the_middle() -> None:
    # Eight on the narrow ring: the second is 79 across and 44 down from the first, and shields of
    # 52 leave no room for a word of 68.
    refs = [faction_ref(id) for id in "abcdefgh"]
    bonds = [relation(one, other, "war", 1) for one, other in pairwise(refs)]
    _, narrow = nets(relation_overview_of(ring(*bonds, names=tuple("abcdefgh"))))
    assert narrow.threads[0].ends == ((170, 52), (249, 96))
    assert narrow.threads[0].word == (170 + 79 // 2, 52 + 22)


def test_a_word_that_cannot_keep_clear_of_lines_still_covers_nothing() -> None:
    # Six on the narrow ring: A is at 170, 52, E at 73, 277 and F above it at 73, 127, 60 degrees
    # apart. The name of F is 120 wide, from 13 to 133, and from 155 to 171 high, its shield
    # reaches to 99, 153. The word from A to E is 68 by 22. In the middle, at 121, 164, it would be
    # on that name, and 2 nearer to A, at 131, 142, on the shield; 2 further it is at 111, 187. So
    # it reaches from 77 to 145 and from 176 to 198.
    # The word from E up to F would cover it in the middle, at 202, and further up. Below, the line
    # from A to E comes nearer than 30, and so the first place that covers nothing is taken.
    bonds = [relation(*pair, "war", 1) for pair in ((A, E), (B, C), (D, E), (E, F))]
    _, narrow = nets(relation_overview_of(ring(*bonds, names=("Commonwealthmen",) * 6)))
    first, *_, last = narrow.threads
    assert (first.ends, first.word) == (((170, 52), (73, 277)), (111, 187))
    assert (last.ends, last.word) == (((73, 277), (73, 127)), (73, 277 - 150 * 8 // 20))


def test_only_relations_that_hold_are_on_the_ring() -> None:
    own = ring(
        relation(A, B, "war", 1),
        relation(A, B, "nothing", 3),
        relation(C, D, "truce", 2),
        relation(B, D, "nothing", 2),
    )
    found = relation_overview_of(own)
    assert [(it.between, it.now.kind, it.since) for it in found.bonds] == [
        ((A, B), "nothing", 3),
        ((B, D), "nothing", 2),
        ((C, D), "truce", 2),
    ]
    for net in found.nets:
        assert [knot.faction for knot in net.knots] == [C, D]
        assert [thread.bond.between for thread in net.threads] == [(C, D)]
    assert relation_overview_of(ring(relation(A, B, "nothing", 1))).nets == ()
    assert relation_overview_of(ring()) == RelationOverview((), ())


def test_a_relation_holds_since_the_first_turn_of_its_kind() -> None:
    (bond,) = relation_histories(
        [
            relation(A, B, "war", 1),
            relation(A, B, "truce", 2),
            relation(A, B, "war", 4),
            # Of two in one turn the last counts.
            relation(A, B, "truce", 5),
            relation(A, B, "war", 5),
            relation(A, B, "war", 7),
        ]
    )
    assert [(it.kind, it.turn) for it in bond.words] == [
        ("war", 1),
        ("truce", 2),
        ("war", 4),
        ("war", 5),
        ("war", 7),
    ]
    assert (bond.now.turn, bond.since) == (7, 4)
    assert [(it.kind, it.turn) for it in bond.before] == [("truce", 2), ("war", 1)]
