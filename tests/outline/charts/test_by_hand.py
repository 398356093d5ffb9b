"""Charts and rings of relations of small editions, each point worked out by hand."""

from __future__ import annotations

from typing import Final

from chronicle.model.campaign import RelationKind
from chronicle.model.facts import NameIndex, Ref, faction_ref
from chronicle.outline.charts import (
    FigureSeries,
    RelationOverview,
    charts_of,
    faction_chart,
    figures_of,
    relation_histories,
    relation_overview_of,
)
from chronicle.outline.charts.relations import RelationDiagram
from chronicle.project.edition import EMPTY_EDITION, Edition, FactionView, RelationView
from chronicle.records import replace
from tests.outline.figures_campaign import VAEL, edition

A, B, C, D, E, F, G, H, J = (faction_ref(id) for id in "abcdefghj")

# ── Lines ────────────────────────────────────────────────────────────────────────────────────────


def test_a_figure_that_did_not_change_is_not_in_the_chart_of_a_faction() -> None:
    figures: FigureSeries = {
        "still": {"vael": (2, 2, None)},
        "moved": {"vael": (1, 2, 2)},
        "others": {"oru": (1, 2, 3)},
    }
    found = faction_chart(figures, {}, "vael", 3)
    assert found is not None
    assert (found.subject, found.rows) == ("vael", {"moved": (2, 2, 1)})
    # In the last two turns nothing moved.
    assert faction_chart(figures, {}, "vael", 3, 2) is None


def nothing(*_: object) -> None:
    """No event is known."""


def test_figures_known_of_one_faction_alone_are_in_a_chart_of_its_own() -> None:
    figures: FigureSeries = {
        "coin": {"vael": (1, 2, 3)},
        "dice": {"oru": (4, None, 1), "vael": (2, 3, 4)},
        "ships": {"vael": (0, 0, 0)},
        "spies": {"oru": (1, 1, 2)},
    }
    found = charts_of(edition(VAEL), figures, {"ships": {"vael": (1, 1, 1)}}, nothing)
    assert [(it.subject, it.rows, it.unknown) for it in found] == [
        ("dice", {"vael": (4, 3, 2), "oru": (1, None, 4)}, ()),
        ("vael", {"coin": (3, 2, 1), "ships": (0, 0, 0)}, ("oru",)),
        ("oru", {"spies": (2, 1, 1)}, ("vael",)),
    ]
    assert [it.public_rows for it in found] == [{}, {"ships": (1, 1, 1)}, {}]
    # Both are asked for by figure and faction.
    asked = []

    def event(*change: object) -> None:
        asked.append(change)

    charts_of(edition(VAEL), figures, {}, event)
    assert asked == [
        ("dice", "vael", 2, 1),
        ("dice", "vael", 3, 1),
        ("coin", "vael", 2, 1),
        ("coin", "vael", 3, 1),
        ("spies", "oru", 3, 1),
    ]


def test_a_chart_names_the_largest_changes_of_each_line() -> None:
    # By turn: +3, −3, none, gap, +1 after it, −3, +1: of all 12, each of 6 lines has 2; of three
    # changes of 3 the latest two, from left to right.
    values = (1, 4, 1, 1, None, 5, 6, 3, 4)
    lines = {"dice": {id: values if id == "oru" else (0,) * 9 for id in ("oru", *"abcde")}}
    longer = replace(edition(VAEL), turns=(*edition(VAEL).turns,) * 3)
    (chart,) = charts_of(longer, lines, {}, nothing)
    assert [(it.key, it.turn, it.before, it.value) for it in chart.changes] == [
        ("oru", 3, 4, 1),
        ("oru", 8, 6, 3),
    ]
    # Turns are 1,000 ninths wide, and the first of six rows has its middle at one twelfth.
    assert [it.at for it in chart.changes] == [(1000 * 5 // 18, 83), (1000 * 15 // 18, 83)]
    # Turn 2 is 111 from turn 3, too near; 20 turns are 50 each, and one line alone has four marks.
    (alone,) = charts_of(longer, {"dice": {"oru": values}}, {}, nothing)
    assert [it.turn for it in alone.changes] == [3, 8]
    (many,) = charts_of(longer, {"dice": {"oru": tuple(range(20))}}, {}, nothing)
    assert [it.turn for it in many.changes] == [8, 12, 16, 20]


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
    refs = (faction_ref(id) for id in "abcdefghj")
    factions = tuple(_faction(ref.id, name) for ref, name in zip(refs, names, strict=False))
    known = {faction_ref(it.id): it.name for it in factions}
    return replace(
        EMPTY_EDITION, factions=factions, names=NameIndex(known), relations=tuple(relations)
    )


def diagram(own: Edition) -> RelationDiagram:
    found = relation_overview_of(own).diagram
    assert found is not None
    return found


def test_factions_stand_on_a_ring_clockwise_from_the_top() -> None:
    own = ring(
        relation(A, C, "war", 1),
        relation(B, D, "truce", 1),
        names=("Long River Company", "Long River Company", "Cog", "Commonwealthmen"),
    )
    two = ("Long River", "Company")
    # 190 to each side and 176 up and down from 380, 252. A second line is 16 lower: names above
    # begin so much higher, and those at the side half as much.
    assert [(it.faction, it.at, it.label, it.anchor, it.lines) for it in diagram(own).nodes] == [
        (A, (380, 76), (380, 76 - 34 - 16), "middle", two),
        (B, (570, 252), (570 + 34, 252 + 5 - 8), "start", two),
        (C, (380, 428), (380, 428 + 42), "middle", ("Cog",)),
        (D, (190, 252), (190 - 34, 252 + 5), "end", ("Commonwealthmen",)),
    ]


def test_words_stand_where_no_other_line_passes() -> None:
    # In the middle both lines cross. The first word is 2 fortieths of 352 nearer to its first end,
    # as it keeps 16 from a line below. So it reaches from 344 to 416 and from 223 to 245. The
    # second is 72 by 22 on 252, and must begin beyond 416: 12 fortieths of 380 are 114.
    found = diagram(ring(relation(A, C, "war", 1), relation(B, D, "truce", 1)))
    assert [(it.bond.now.kind, it.ends, it.word) for it in found.edges] == [
        ("war", ((380, 76), (380, 428)), (380, 76 + 352 * 18 // 40)),
        ("truce", ((570, 252), (190, 252)), (570 - 114, 252)),
    ]
    alone = diagram(ring(relation(A, C, "war", 1)))
    assert alone.edges[0].word == (380, 252)


#: Eight on the ring are 45 degrees apart: the first three at 380, 76, at 514, 128 and at 570, 252.
EIGHT: Final = tuple("abcdefgh")


def test_a_word_stands_on_no_shield() -> None:
    # From the first to the third, the middle is 475, 164. The shield of the second reaches from 488
    # to 540 and down to 154; a word of 72 by 22 would begin at 153, one fortieth further at 157.
    pairs = ((A, C), (B, C), (D, E), (F, G), (G, H))
    found = diagram(ring(*(relation(*pair, "war", 1) for pair in pairs), names=EIGHT))
    assert [it.at for it in found.nodes[:3]] == [(380, 76), (514, 128), (570, 252)]
    assert found.edges[0].word == (380 + 190 * 21 // 40, 76 + 176 * 21 // 40) == (479, 168)


def test_a_word_that_cannot_keep_clear_of_lines_still_covers_nothing() -> None:
    # Between the shields of the first and the second, from 406 to 488, a word of 72 has its centre
    # at 443, 447 or 450. The line to the third passes 418, 111 and 422, 115, nearer than 30 by 16
    # to each of them; so the middle is taken.
    pairs = ((A, B), (A, C), (D, E), (F, G), (G, H))
    found = diagram(ring(*(relation(*pair, "war", 1) for pair in pairs), names=EIGHT))
    assert found.edges[0].word == (380 + 134 // 2, 76 + 52 // 2)


def test_without_space_for_a_word_nothing_is_drawn() -> None:
    # Nine are 40 degrees apart: the second is at 502, 117. Between the shields, from 406 to 476,
    # there are only 70.
    bonds = [
        relation(*pair, "war", 1)
        for pair in ((A, C), (B, D), (C, E), (D, F), (E, G), (F, H), (G, J))
    ]
    names = (*EIGHT, "j")
    assert diagram(ring(*bonds, names=names)).nodes[1].at == (502, 117)
    assert relation_overview_of(ring(*bonds, relation(A, B, "war", 1), names=names)).diagram is None


def test_without_space_for_a_name_nothing_is_drawn() -> None:
    # Beside its shield, from 604 to 760, a name has 156: of a font size of 14 these are 13 wide
    # letters of 82 hundredths, 149, but not 14.
    bonds = (relation(A, C, "war", 1), relation(B, D, "war", 1))
    assert diagram(ring(*bonds, names=("Ax", "m" * 13, "Cog", "Die"))).nodes[1].lines == ("m" * 13,)
    assert relation_overview_of(ring(*bonds, names=("Ax", "m" * 14, "Cog", "Die"))).diagram is None


def test_only_relations_that_hold_are_on_the_ring() -> None:
    own = ring(
        relation(A, B, "war", 1),
        relation(A, B, "nothing", 3),
        relation(C, D, "truce", 2),
        relation(B, D, "nothing", 2),
    )
    found = relation_overview_of(own)
    assert [(it.between, it.now.kind, it.first.turn) for it in found.bonds] == [
        ((A, B), "nothing", 3),
        ((B, D), "nothing", 2),
        ((C, D), "truce", 2),
    ]
    assert [node.faction for node in diagram(own).nodes] == [C, D]
    assert [edge.bond.between for edge in diagram(own).edges] == [(C, D)]
    assert [(ref, [it.other(ref.id) for it in bonds]) for ref, bonds in found.by_faction] == [
        (A, [B]),
        (B, [A, D]),
        (C, [D]),
        (D, [B, C]),
    ]
    assert relation_overview_of(ring(relation(A, B, "nothing", 1))).diagram is None
    assert relation_overview_of(ring()) == RelationOverview((), (), None)


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
    assert (bond.now.turn, bond.first.turn) == (7, 4)
    assert [(it.kind, it.turn) for it in bond.before] == [("truce", 2), ("war", 1)]
