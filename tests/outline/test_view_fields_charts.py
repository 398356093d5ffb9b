"""Charts and relations, against figures worked out by hand from `figures_campaign.py`.

A wide drawing is 760 by 320, with 44 to the left, 14 above and 30 below. To its right are 50 and
the longest name: "House Vael" has 500 hundredths of 15, so the plot reaches from 44 to 635 and from
14 to 290. Turns divide its width; a line runs from edge to edge of a turn, its marks in the middle.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import faction_ref
from chronicle.outline.charts import (
    Chart,
    Plot,
    PlotLine,
    RelationDiagram,
    RelationEdge,
    RelationHistory,
    RelationNode,
    RelationOverview,
    Tick,
    figures_of,
    own_figures,
)
from chronicle.outline.views import ChartsPage, FactionPage, RelationsPage
from tests.outline.figures_campaign import (
    ORU,
    VAEL,
    assert_in_order,
    draw,
    edition,
    main,
    read,
    site,
    spoken,
    turn,
    view,
)

#: Of three turns: their edges are 44, 241, 438 and 635.
COLUMNS: Final = (Tick(142, 1), Tick(339, 2), Tick(536, 3))
#: Of the narrow drawing, 340 by 260, from 36 to 306: edges are 36, 126, 216 and 306.
NARROW_COLUMNS: Final = (Tick(81, 1), Tick(171, 2), Tick(261, 3))
NAMES: Final = {"oru": ("The Oru",), "vael": ("House Vael",)}

#: From 0 to 3 in steps of 1. Two lines are 4 apart, so 0 is at 290 - 4 - 2 and 3 is 266 higher;
#: the line of the Oru is 2 above, that of Vael 2 below.
INFLUENCE_WIDE: Final = Plot(
    width=760,
    height=320,
    left=44,
    top=14,
    right=635,
    bottom=290,
    rows=(Tick(284, 0), Tick(196, 1), Tick(107, 2), Tick(18, 3)),
    columns=COLUMNS,
    lines=(
        PlotLine(
            faction="oru",
            runs=(((44, 194), (241, 194), (241, 16), (635, 16)),),
            marks=((142, 194), (339, 16), (536, 16)),
            end=(635, 16),
            label=(635, 16),
            value=3,
        ),
        PlotLine(
            faction="vael",
            runs=(((44, 109), (635, 109)),),
            marks=((142, 109), (339, 109), (536, 109)),
            end=(635, 109),
            label=(635, 109),
            value=2,
        ),
    ),
)
#: Two lines are 3 apart: 0 is at 230 - 3 - 2 and 3 is 208 higher; one line is 2 above, one 1 below.
INFLUENCE_NARROW: Final = Plot(
    width=340,
    height=260,
    left=36,
    top=14,
    right=306,
    bottom=230,
    rows=(Tick(225, 0), Tick(156, 1), Tick(87, 2), Tick(17, 3)),
    columns=NARROW_COLUMNS,
    lines=(
        PlotLine(
            faction="oru",
            runs=(((36, 154), (126, 154), (126, 15), (306, 15)),),
            marks=((81, 154), (171, 15), (261, 15)),
            end=(306, 15),
            label=(306, 15),
            value=3,
        ),
        PlotLine(
            faction="vael",
            runs=(((36, 88), (306, 88)),),
            marks=((81, 88), (171, 88), (261, 88)),
            end=(306, 88),
            label=(306, 88),
            value=2,
        ),
    ),
)


def charts_page() -> ChartsPage:
    found = view(VAEL, "charts.html")
    assert isinstance(found, ChartsPage)
    return found


def test_the_chart_of_influence_has_the_expected_fields() -> None:
    influence, _, _ = charts_page().charts
    assert influence == Chart(
        name="influence",
        first=1,
        last=3,
        plots=(INFLUENCE_WIDE, INFLUENCE_NARROW),
        turns=(1, 2, 3),
        rows={"oru": (1, 3, 3), "vael": (2, 2, 2)},
        names=NAMES,
    )
    assert list(influence.rows) == ["oru", "vael"]
    assert influence.count == 3


def test_every_chart_has_its_own_name_and_cells() -> None:
    page = charts_page()
    assert page.has_relations
    assert {it.name: dict(it.rows) for it in page.charts} == {
        "influence": {"oru": (1, 3, 3), "vael": (2, 2, 2)},
        "dice": {"oru": (2, 4, 5), "vael": (5, 3, 3)},
        # The Oru rule the marsh from turn 2 on; seats and presence don't count.
        "ruled": {"oru": (0, 1, 1), "vael": (0, 0, 0)},
    }
    _, dice, ruled = page.charts
    # From 0 to 5 in steps of 1 (at most 6, or 5 in the narrow one).
    assert [tick.value for tick in dice.plots[0].rows] == [0, 1, 2, 3, 4, 5]
    assert [line.value for line in dice.plots[0].lines] == [5, 3]
    # At most 2 is few: 5 eighths of the height.
    assert [(it.height, it.bottom) for it in ruled.plots] == [(200, 170), (162, 132)]
    assert [tick.value for tick in ruled.plots[1].rows] == [0, 1]
    assert [line.value for line in ruled.plots[1].lines] == [1, 0]


def test_figures_stand_under_their_turn_faction_and_name() -> None:
    figures = figures_of(edition(VAEL))
    assert figures == {
        "influence": {"oru": (1, 3, 3), "vael": (2, 2, 2)},
        "dice": {"oru": (2, 4, 5), "vael": (5, 3, 3)},
        "ruled": {"oru": (0, 1, 1), "vael": (0, 0, 0)},
    }
    # Only Vael's own sheets say more: dice won and lost, and those in the Chalice.
    assert own_figures(edition(VAEL), figures) == {
        **figures,
        "chalice": {"vael": (3, 2, 1)},
        "income": {"vael": (3, 0, 0)},
        "costs": {"vael": (0, 2, 0)},
    }
    own = own_figures(edition(ORU), figures_of(edition(ORU)))
    # The Oru win 2 of Vael's and one from the Chalice in turn 2, and news takes one.
    assert (own["income"], own["costs"]) == ({"oru": (0, 3, 1)}, {"oru": (0, 1, 0)})
    # The public sees no figures, and so no charts.
    assert figures_of(edition(EVERYONE)) == {}
    assert "charts.html" not in site(EVERYONE).by_path


def test_the_charts_page_shows_its_fields() -> None:
    drawn = main(VAEL, "charts.html")
    chart = drawn[: drawn.index("</section>")]
    wide, narrow = chart.split("</svg>\n<svg class=", 1)[0], chart.split("plot-narrow", 1)[1]
    assert '<svg class="plot plot-wide" viewBox="0 0 760 320" width="760" height="320"' in wide
    assert '<h2 id="chart-influence">Influence</h2>' in chart
    # What is read instead of the drawing.
    assert ">Influence turn by turn</title>" in wide
    assert "Step chart of 3 turns, from 0 to 3. The table below has the figures.</desc>" in wide
    # Rows and columns with their numbers.
    for at, value in ((284, 0), (196, 1), (107, 2), (18, 3)):
        assert f'<path d="M44 {at}H635"/>' in wide
        assert f'<text x="36" y="{at + 5}" text-anchor="end">{value}</text>' in wide
    for at, value in ((142, 1), (339, 2), (536, 3)):
        assert f'<text x="{at}" y="309" text-anchor="middle">{value}</text>' in wide
    # The lines in the colours of their factions, with their marks and labels.
    assert '<path class="core" stroke="#1f4e7a" d="M44 194h197v-178h394"/>' in wide
    assert '<path class="core" stroke="#7a1f2b" d="M44 109h591" stroke-dasharray="9 4"/>' in wide
    assert wide.count("M142 194m") == wide.count("M339 16m") == wide.count("M536 109m") == 1
    assert '<path class="leader" d="M635 16L643 16"/>' in wide
    assert '<text class="end" y="21"><tspan x="671">The Oru</tspan></text>' in wide
    assert '<text class="end" y="114"><tspan x="671">House Vael</tspan></text>' in wide
    assert 'viewBox="0 0 340 260" width="340" height="260"' in narrow
    assert 'd="M36 154h90v-139h180"' in narrow
    # The tables.
    assert_in_order(
        read(VAEL, "charts.html"),
        "How the factions stand with each other",
        "Influence at the end of each turn.",
        *("Faction", "1", "2", "3"),
        *("The Oru", "1", "3", "3"),
        *("House Vael", "2", "2", "2"),
        "Destiny Dice at the end of each turn.",
        *("The Oru", "2", "4", "5"),
        *("House Vael", "5", "3", "3"),
        "Places ruled at the end of each turn.",
        *("The Oru", "0", "1", "1"),
        *("House Vael", "0", "0", "0"),
    )


def test_the_charts_of_one_faction_are_its_own() -> None:
    page = view(VAEL, "factions/vael.html")
    assert isinstance(page, FactionPage)
    # Influence and ruled places never changed.
    assert [(it.name, it.rows) for it in page.charts] == [
        ("dice", {"vael": (5, 3, 3)}),
        ("chalice", {"vael": (3, 2, 1)}),
        ("income", {"vael": (3, 0, 0)}),
        ("costs", {"vael": (0, 2, 0)}),
    ]
    (plot,) = page.charts[0].plots
    # 240 by 104, from 34 to 198 and from 12 to 80; from 0 to 5, which is 62 high from 76 on.
    assert plot == Plot(
        width=240,
        height=104,
        left=34,
        top=12,
        right=198,
        bottom=80,
        rows=(Tick(76, 0), Tick(14, 5)),
        columns=(Tick(61, 1), Tick(116, 2), Tick(170, 3)),
        lines=(
            PlotLine(
                faction="vael",
                runs=(((34, 14), (88, 14), (88, 39), (198, 39)),),
                marks=((61, 14), (115, 39), (170, 39)),
                end=(198, 39),
                label=(198, 39),
                value=3,
            ),
        ),
    )
    drawn = main(VAEL, "factions/vael.html")
    assert ">Destiny Dice turn by turn</title>" in drawn
    assert "Step chart of 3 turns, from 0 to 5. The table below has the figures.</desc>" in drawn
    assert '<text class="end" x="204" y="44">3</text>' in drawn
    assert_in_order(
        read(VAEL, "factions/vael.html"),
        "At the end of each turn.",
        *("Figure", "1", "2", "3"),
        *("Destiny Dice", "5", "3", "3"),
        *("Dice in the Chalice", "3", "2", "1"),
        *("Income", "3", "0", "0"),
        *("Costs", "0", "2", "0"),
    )


#: What each drawing of three turns is described as, up to the last number of its scale.
DESCRIPTION: Final = "Step chart of 3 turns, from 0 to {}. The table below has the figures."


def test_every_drawing_of_figures_has_its_own_name_and_description() -> None:
    # A wide and a narrow drawing each: of 1 3 3 and 2 2 2, of 2 4 5 and 5 3 3, of 0 1 1 and 0 0 0.
    assert spoken(main(VAEL, "charts.html")) == [
        *[("Influence turn by turn", DESCRIPTION.format(3))] * 2,
        *[("Destiny Dice turn by turn", DESCRIPTION.format(5))] * 2,
        *[("Places ruled turn by turn", DESCRIPTION.format(1))] * 2,
    ]
    # One small drawing each: of 5 3 3, 3 2 1, 3 0 0 and 0 2 0. At most two steps of 1, 2 or 5 are
    # marked: so the scale for 3 reaches to 4.
    assert spoken(main(VAEL, "factions/vael.html")) == [
        ("Destiny Dice turn by turn", DESCRIPTION.format(5)),
        ("Dice in the Chalice turn by turn", DESCRIPTION.format(4)),
        ("Income turn by turn", DESCRIPTION.format(4)),
        ("Costs turn by turn", DESCRIPTION.format(2)),
    ]


@pytest.mark.parametrize(("first", "turns"), [(1, "3 turns"), (2, "2 turns"), (3, "1 turn")])
def test_the_description_of_figures_counts_their_turns(first: int, turns: str) -> None:
    page = charts_page()
    one = replace(page, charts=(replace(page.charts[0], first=first),))
    sentence = f"Step chart of {turns}, from 0 to 3. The table below has the figures."
    assert {said for _, said in spoken(draw(VAEL, "charts.html", one))} == {sentence}


# ── Relations ────────────────────────────────────────────────────────────────────────────────────

BETWEEN: Final = (faction_ref("oru"), faction_ref("vael"))


def history() -> RelationHistory:
    """The relations of both, as their turns have them, but without the anchors there."""
    rivals, war = edition(VAEL).relations
    return RelationHistory(BETWEEN, (rivals, war))


def test_relations_have_the_expected_fields() -> None:
    page = view(VAEL, "relations.html")
    bond = history()
    oru, vael = BETWEEN
    assert page == RelationsPage(
        overview=RelationOverview(
            bonds=(bond,),
            by_faction=((oru, (bond,)), (vael, (bond,))),
            # The centre is 380, 252; from there 176 up to the first and 176 down to the second.
            diagram=RelationDiagram(
                width=760,
                height=520,
                line=16,
                nodes=(
                    RelationNode(oru, (380, 76), (380, 76 - 34), "middle", ("The Oru",)),
                    RelationNode(vael, (380, 428), (380, 428 + 42), "middle", ("House Vael",)),
                ),
                edges=(RelationEdge(bond, ((380, 76), (380, 428)), (380, 252)),),
            ),
        ),
        last_turn=3,
        has_charts=True,
    )


def test_a_history_tells_now_from_before() -> None:
    bond = history()
    assert [(it.kind, it.turn, it.between) for it in bond.words] == [
        ("rivals", 1, BETWEEN),
        ("war", 2, BETWEEN),
    ]
    assert (bond.now.kind, bond.since) == ("war", 2)
    assert [it.kind for it in bond.before] == ["rivals"]
    assert (bond.other("oru"), bond.other("vael")) == (BETWEEN[1], BETWEEN[0])
    assert (bond.has("vael"), bond.has("oru"), bond.has("kell")) == (True, True, False)
    # On the pages of turns they have anchors.
    assert [it.anchor for it in bond.words] == ["", ""]
    assert [it.anchor for it in turn(VAEL, 2).relations] == ["b1"]


def test_the_relations_page_shows_its_fields() -> None:
    drawn = main(VAEL, "relations.html")
    assert '<svg class="net" viewBox="0 0 760 520" width="760" height="520"' in drawn
    assert "Factions in a ring, with 1 relation between them. The table below lists it." in drawn
    assert '<path class="edge edge-war" d="M380 76L380 428"/>' in drawn
    assert '<text class="word" x="380" y="257" text-anchor="middle">at war</text>' in drawn
    assert '<circle cx="380" cy="76" r="24"/>' in drawn
    assert '<text x="380" y="42" text-anchor="middle">The Oru</text>' in drawn
    assert '<text x="380" y="470" text-anchor="middle">House Vael</text>' in drawn
    assert_in_order(
        read(VAEL, "relations.html"),
        "What each has, turn by turn",
        "Relations at the end of turn 3",
        *("The Oru House Vael", "At war", "turn 2", "Rivals since turn 1"),
        # By faction, for narrow screens.
        *("The Oru", "House Vael at war since turn 2", "Before Rivals since turn 1"),
        *("House Vael", "The Oru at war since turn 2", "Before Rivals since turn 1"),
    )


def test_a_name_in_two_lines_has_no_space_at_their_ends() -> None:
    page = view(VAEL, "relations.html")
    assert isinstance(page, RelationsPage)
    diagram = page.overview.diagram
    assert diagram is not None
    first = replace(diagram.nodes[0], lines=("The Oru of", "the Far Isles"))
    shown = replace(page.overview, diagram=replace(diagram, nodes=(first,)))
    drawn = draw(VAEL, "relations.html", replace(page, overview=shown))
    assert '<text x="380" y="42" text-anchor="middle">The Oru of</text>' in drawn
    assert '<text x="380" y="58" text-anchor="middle">the Far Isles</text>' in drawn


def test_the_ring_is_named_after_the_campaign_and_counts_its_lines() -> None:
    page = view(VAEL, "relations.html")
    assert isinstance(page, RelationsPage)
    one = "Factions in a ring, with 1 relation between them. The table below lists it."
    assert spoken(main(VAEL, "relations.html")) == [("Relations: Crowns", one)]
    diagram = page.overview.diagram
    assert diagram is not None
    shown = replace(page.overview, diagram=replace(diagram, edges=diagram.edges * 2))
    two = "Factions in a ring, with 2 relations between them. The table below lists them all."
    drawn = draw(VAEL, "relations.html", replace(page, overview=shown))
    assert spoken(drawn) == [("Relations: Crowns", two)]
