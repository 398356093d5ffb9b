"""Charts and relations, against figures worked out by hand from `figures_campaign.py`.

A drawing is 240 by 104, with 34 to the left, 42 to the right, 12 above and 24 below. Turns divide
the width of 164; a line runs from edge to edge of a turn, between 4 above the bottom and 2 below
the top.
"""

from __future__ import annotations

import re
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE
from chronicle.model.facts import faction_ref
from chronicle.outline.charts import (
    Chart,
    RelationHistory,
    RelationOverview,
    faction_charts,
    figures_of,
    own_figures,
)
from chronicle.outline.charts.chart import ChartChange
from chronicle.outline.charts.plot import Plot, Tick
from chronicle.outline.charts.relations import RelationDiagram, RelationEdge, RelationNode
from chronicle.outline.views import ChartsPage, FactionPage, RelationsPage
from chronicle.records import replace
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

#: Of three turns: their edges are 34, 88, 143 and 198.
COLUMNS: Final = (Tick(61, 1), Tick(116, 2), Tick(170, 3))


def plot(
    rows: tuple[Tick, ...],
    run: tuple[tuple[int, int], ...],
    marks: tuple[tuple[int, int], ...],
    value: int,
) -> Plot:
    return Plot(
        width=240,
        height=104,
        left=34,
        top=12,
        right=198,
        bottom=80,
        rows=rows,
        columns=COLUMNS,
        runs=(run,),
        marks=marks,
        value=value,
    )


#: From 0 to 4 in steps of 2, which is 62 high from 76 on.
INFLUENCE_ROWS: Final = (Tick(76, 0), Tick(45, 2), Tick(14, 4))
INFLUENCE: Final = {
    "oru": plot(
        INFLUENCE_ROWS, ((34, 61), (88, 61), (88, 30), (198, 30)), ((88, 30), (198, 30)), 3
    ),
    "vael": plot(INFLUENCE_ROWS, ((34, 45), (198, 45)), ((198, 45),), 2),
}


def charts_page() -> ChartsPage:
    found = view(VAEL, "charts.html")
    assert isinstance(found, ChartsPage)
    return found


def test_the_chart_of_influence_has_the_expected_fields() -> None:
    influence, _, _ = charts_page().charts
    # News gives the Oru 2 in turn 2, which Vael is told as the fourth event.
    (news,) = (it for it in turn(VAEL, 2).events if it.anchor == "e4")
    assert influence == Chart(
        name="influence",
        first=1,
        last=3,
        plots=INFLUENCE,
        turns=(3, 2, 1),
        rows={"oru": (3, 3, 1), "vael": (2, 2, 2)},
        changes={"oru": (ChartChange(2, 1, 3, news),), "vael": ()},
    )
    assert list(influence.rows) == ["oru", "vael"]
    assert influence.count == 3
    assert not influence.changes["oru"][0].is_public


def test_every_chart_has_its_own_name_cells_and_changes() -> None:
    page = charts_page()
    assert page.has_relations
    assert {it.name: dict(it.rows) for it in page.charts} == {
        "influence": {"oru": (3, 3, 1), "vael": (2, 2, 2)},
        "dice": {"oru": (5, 4, 2), "vael": (3, 3, 5)},
        # The Oru rule the marsh from turn 2 on; seats and presence don't count.
        "ruled": {"oru": (1, 1, 0), "vael": (0, 0, 0)},
    }
    _, dice, ruled = page.charts
    # From 0 to 5 and to 1, in at most 2 steps.
    assert [tick.value for tick in dice.plots["oru"].rows] == [0, 5]
    assert {id: it.value for id, it in dice.plots.items()} == {"oru": 5, "vael": 3}
    assert [tick.value for tick in ruled.plots["vael"].rows] == [0, 1]
    # The Oru gain 2 dice in turn 2, which only Vael's attack explains, and one in turn 3 for
    # dominance, which is no action. Vael loses 2 by its own attack.
    assert {
        id: [(it.turn, it.value - it.before, it.event and it.event.anchor) for it in changes]
        for id, changes in dice.changes.items()
    } == {"oru": [(3, 1, None), (2, 2, "e6")], "vael": [(2, -2, "e6")]}


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
    oru, vael = chart[: chart.index("<details")].split("<figure", 2)[1:]
    assert '<svg class="plot" viewBox="0 0 240 104" width="240" height="104"' in oru
    assert '<h2 id="chart-influence">Influence</h2>' in chart
    assert re.search(r'<a class="who" href="factions/oru.html"><svg.*</svg>\s*The Oru</a>', oru)
    # What is read instead of the drawing.
    assert ">Influence turn by turn</title>" in oru
    assert "Step chart of 3 turns, from 0 to 4. The table below has the figures.</desc>" in oru
    # Rows and columns with their numbers.
    for at, value in ((76, 0), (45, 2), (14, 4)):
        assert f'<path d="M34 {at}H198"/>' in oru
        assert f'<text x="26" y="{at + 5}" text-anchor="end">{value}</text>' in oru
    for at, value in ((61, 1), (116, 2), (170, 3)):
        assert f'<text x="{at}" y="99" text-anchor="middle">{value}</text>' in oru
    # The lines in the colours of their factions, with their marks and last values.
    assert '<path class="core" stroke="#1f4e7a" d="M34 61h54v-31h110"/>' in oru
    assert '<path class="core" stroke="#7a1f2b" d="M34 45h164"/>' in vael
    assert '<circle cx="88" cy="30" r="4"/><circle cx="198" cy="30" r="4"/>' in oru
    assert vael.count("<circle") == 1
    assert '<text class="end" x="206" y="36">3</text>' in oru
    # The change leads to its event.
    assert '<a href="turns/2.html#e4">' in oru
    assert "changes" not in vael
    # The tables.
    assert_in_order(
        read(VAEL, "charts.html"),
        "How the factions stand with each other",
        "Influence at the end of each turn.",
        *("Faction", "3", "2", "1"),
        *("The Oru", "3", "3", "1"),
        *("House Vael", "2", "2", "2"),
        "Destiny Dice at the end of each turn.",
        *("The Oru", "5", "4", "2"),
        *("House Vael", "3", "3", "5"),
        "Places ruled at the end of each turn.",
        *("The Oru", "1", "1", "0"),
        *("House Vael", "0", "0", "0"),
    )


def test_a_chart_shows_what_the_public_knew_where_that_is_something_else() -> None:
    figures = {"influence": {"vael": (3, 3, 3)}, "dice": {"vael": (1, 2, 2)}}
    (dice,) = faction_charts(figures, {"influence": {"vael": (3, 3, 3)}}, "vael", 3)
    assert (dice.name, dice.public_rows, dice.public_plots) == ("dice", {}, {})
    late = {"influence": {"vael": (None, None, 4)}}
    influence, _ = faction_charts(figures, late, "vael", 3)
    # Up to 4, though the faction's own figure is lower.
    assert influence.plots == {"vael": plot(INFLUENCE_ROWS, ((34, 30), (198, 30)), ((198, 30),), 3)}
    assert influence.public_rows == {"vael": (4, None, None)}
    assert influence.public_plots == {
        "vael": plot(INFLUENCE_ROWS, ((143, 14), (198, 14)), ((198, 14),), 4)
    }
    # Before that, the public knew nothing.
    assert [it.name for it in faction_charts(figures, late, "vael", 2)] == ["dice"]


def test_the_charts_of_one_faction_are_its_own() -> None:
    page = view(VAEL, "factions/vael.html")
    assert isinstance(page, FactionPage)
    # Influence and ruled places never changed.
    assert [(it.name, it.rows) for it in page.charts] == [
        ("dice", {"vael": (3, 3, 5)}),
        ("chalice", {"vael": (1, 2, 3)}),
        ("income", {"vael": (0, 0, 3)}),
        ("costs", {"vael": (0, 2, 0)}),
    ]
    # From 0 to 5, which is 62 high from 76 on.
    assert page.charts[0].plots == {
        "vael": plot(
            (Tick(76, 0), Tick(14, 5)), ((34, 14), (88, 14), (88, 39), (198, 39)), ((198, 39),), 3
        )
    }
    drawn = main(VAEL, "factions/vael.html")
    assert ">Destiny Dice turn by turn</title>" in drawn
    assert "Step chart of 3 turns, from 0 to 5. The table below has the figures.</desc>" in drawn
    assert '<text class="end" x="206" y="45">3</text>' in drawn
    assert_in_order(
        read(VAEL, "factions/vael.html"),
        "At the end of each turn.",
        *("Figure", "3", "2", "1"),
        *("Destiny Dice", "3", "3", "5"),
        *("Dice in the Chalice", "1", "2", "3"),
        *("Income", "0", "0", "3"),
        *("Costs", "0", "2", "0"),
    )


#: What each drawing of three turns is described as, up to the last number of its scale.
DESCRIPTION: Final = "Step chart of 3 turns, from 0 to {}. The table below has the figures."


def test_every_drawing_of_figures_has_its_own_name_and_description() -> None:
    # Two drawings each with one scale, of 1 3 3 and 2 2 2, of 2 4 5 and 5 3 3, of 0 1 1 and 0 0 0.
    # At most two steps of 1, 2 or 5 are marked: so the scale for 3 reaches to 4.
    assert spoken(main(VAEL, "charts.html")) == [
        *[("Influence turn by turn", DESCRIPTION.format(4))] * 2,
        *[("Destiny Dice turn by turn", DESCRIPTION.format(5))] * 2,
        *[("Places ruled turn by turn", DESCRIPTION.format(1))] * 2,
    ]
    # One drawing each: of 5 3 3, 3 2 1, 3 0 0 and 0 2 0.
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
    sentence = f"Step chart of {turns}, from 0 to 4. The table below has the figures."
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
    assert (bond.now.kind, bond.first.turn) == ("war", 2)
    assert [it.kind for it in bond.before] == ["rivals"]
    assert (bond.other("oru"), bond.other("vael")) == (BETWEEN[1], BETWEEN[0])
    assert (bond.has("vael"), bond.has("oru"), bond.has("kell")) == (True, True, False)
    # They are at their places on the pages of turns.
    assert [it.anchor for it in bond.words] == ["b1", "b1"]
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
