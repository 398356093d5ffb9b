"""Charts and relations, against figures worked out by hand from `figures_campaign.py`.

A drawing is 1000 wide, and each of its rows 100 high. The centres of three turns are at 166, 500
and 833. The highest value is 72 high.
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
    faction_chart,
    figures_of,
    own_figures,
)
from chronicle.outline.charts.chart import ChartChange
from chronicle.outline.charts.relations import RelationDiagram, RelationEdge, RelationNode
from chronicle.outline.charts.ribbons import Ribbon, Tick
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

#: The centres of three turns.
TICKS: Final = (Tick(166, 1), Tick(500, 2), Tick(833, 3))


def charts_page() -> ChartsPage:
    found = view(VAEL, "charts.html")
    assert isinstance(found, ChartsPage)
    return found


def test_the_chart_of_influence_has_the_expected_fields() -> None:
    influence, _, _ = charts_page().charts
    # News gives the Oru 2 in turn 2, which Vael is told as the fourth event.
    (news,) = (it for it in turn(VAEL, 2).events if it.anchor == "e4")
    # Of 3, which are 72 high, 1 is 24 and 2 are 48. Vael is first, and second from turn 2 on.
    oru = ((0, 138, 162), (166, 138, 162), (500, 14, 86), (833, 14, 86), (1000, 14, 86))
    vael = ((0, 26, 74), (166, 26, 74), (500, 126, 174), (833, 126, 174), (1000, 126, 174))
    assert influence == Chart(
        subject="influence",
        first=1,
        last=3,
        height=200,
        ribbons={"oru": Ribbon((oru,), (), 1), "vael": Ribbon((vael,), (), 0)},
        ticks=TICKS,
        turns=(3, 2, 1),
        rows={"oru": (3, 3, 1), "vael": (2, 2, 2)},
        public_rows={},
        changes=(ChartChange("oru", 2, 1, 3, (500, 250), news),),
    )
    assert list(influence.rows) == list(influence.ribbons) == ["oru", "vael"]
    assert (influence.count, influence.range) == (3, (1, 3))
    assert not influence.changes[0].is_public


def test_every_chart_has_its_own_name_cells_and_changes() -> None:
    page = charts_page()
    assert page.has_relations
    assert {it.subject: dict(it.rows) for it in page.charts} == {
        "influence": {"oru": (3, 3, 1), "vael": (2, 2, 2)},
        "dice": {"oru": (5, 4, 2), "vael": (3, 3, 5)},
        # The Oru rule the marsh from turn 2 on; seats and presence don't count.
        "ruled": {"oru": (1, 1, 0), "vael": (0, 0, 0)},
    }
    _, dice, _ = page.charts
    assert dice.unknown == ()
    # The Oru gain 2 dice in turn 2, which only Vael's attack explains, and one in turn 3 for
    # dominance, which is no action. Vael loses 2 by its own attack. The Oru are then first.
    assert [
        (it.key, it.turn, it.value - it.before, it.event and it.event.anchor, it.at)
        for it in dice.changes
    ] == [
        ("oru", 2, 2, "e6", (500, 250)),
        ("vael", 2, -2, "e6", (500, 750)),
        ("oru", 3, 1, None, (833, 250)),
    ]


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
    assert '<svg class="plot" viewBox="0 0 1000 200" preserveAspectRatio="none"' in chart
    assert '<h2 id="chart-influence">Influence</h2>' in chart
    # What is read instead of the drawing.
    assert ">Influence turn by turn</title>" in chart
    assert f"{DESCRIPTION.format('3 turns', 1, 3)}</desc>" in chart
    # Turns and first values with their numbers, these in the order of the last ones.
    assert 'd="M166 0V200 M500 0V200 M833 0V200 "' in chart
    for at, value in (("16.6", 1), ("50.0", 2), ("83.3", 3)):
        assert f'<text class="tick" x="{at}%" y="100%" dy="1.2em">{value}</text>' in chart
    assert [*re.findall(r'<text class="start" x="-.5em" y="(.*?)" dy=".35em">(\d)<', chart)] == [
        ("75.0%", "1"),
        ("25.0%", "2"),
    ]
    # The bands in the colours of their factions.
    oru = "M0 138 h166 c167 0 167 -124 334 -124 h500 V86 h-500 c-167 0 -167 76 -334 76 h-166 z"
    vael = "M0 26 h166 c167 0 167 100 334 100 h500 V174 h-500 c-167 0 -167 -100 -334 -100 h-166 z"
    assert f'<path class="band" fill="#1f4e7a" d="{oru}"/>' in chart
    assert f'<path class="band" fill="#7a1f2b" d="{vael}"/>' in chart
    # The mark of the change leads to its event, and so do its words.
    assert '<a href="turns/2.html#e4" tabindex="-1"><circle cx="50.0%" cy="25.0%" r="9"/>' in chart
    assert chart.count('href="turns/2.html#e4"') == 2
    # The tables.
    assert_in_order(
        read(VAEL, "charts.html"),
        "How the factions stand with each other",
        *("The Oru 3", "House Vael 2"),
        "The Oru ▲+2, turn 2: The Oru gained 2 Influence in the Marsh (now 3)",
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


def test_a_chart_says_of_whom_nothing_is_known() -> None:
    page = charts_page()
    blind = replace(page, charts=(replace(page.charts[0], unknown=("oru", "vael")),))
    assert "Nothing is known of: The Oru and House Vael" in draw(VAEL, "charts.html", blind)
    assert "Nothing is known" not in draw(VAEL, "charts.html", page)


def test_the_own_figures_of_a_faction_are_in_one_chart_that_says_the_public_ones() -> None:
    own = view(VAEL, "factions/vael.html")
    assert isinstance(own, FactionPage)
    assert own.chart is not None
    band = own.chart.ribbons["dice"]
    shown = replace(
        own.chart,
        ribbons={**own.chart.ribbons, "dice": replace(band, public=band.runs)},
        public_rows={"dice": (4, 4, None)},
    )
    drawn = draw(VAEL, "charts.html", replace(charts_page(), charts=(shown,)))
    assert '<h2 id="chart-vael">House Vael</h2>' in drawn
    assert "Dashed: what the public knew.</desc>" in drawn
    assert drawn.count('<path class="public" d="M0 14 h166 c') == 1
    assert "Destiny Dice, as the public knew it</th>" in drawn


def test_a_chart_shows_what_the_public_knew_where_that_is_something_else() -> None:
    figures = {"influence": {"vael": (3, 3, 3)}, "dice": {"vael": (1, 2, 2)}}
    same = faction_chart(figures, {"influence": {"vael": (3, 3, 3)}}, "vael", 3)
    assert same is not None
    assert (list(same.rows), same.public_rows) == (["dice"], {})
    late = {"influence": {"vael": (None, None, 4)}}
    found = faction_chart(figures, late, "vael", 3)
    assert found is not None
    assert found.public_rows == {"influence": (4, None, None)}
    # Up to 4, of which 3 are 54, though the faction's own figure is lower.
    level = tuple((x, 32, 86) for x in (0, 166, 500, 833, 1000))
    assert found.ribbons["influence"] == Ribbon(
        (level,), (((666, 14, 86), (833, 14, 86), (1000, 14, 86)),), 0
    )
    # Before that, the public knew nothing.
    early = faction_chart(figures, late, "vael", 2)
    assert early is not None
    assert list(early.rows) == ["dice"]


def test_the_chart_of_one_faction_has_its_own_figures() -> None:
    page = view(VAEL, "factions/vael.html")
    assert isinstance(page, FactionPage)
    # Influence and ruled places never changed.
    assert page.chart is not None
    assert page.chart.rows == {
        "dice": (3, 3, 5),
        "chalice": (1, 2, 3),
        "income": (0, 0, 3),
        "costs": (0, 2, 0),
    }
    # Of 5, which are 72 high, 3 are 43.
    assert page.chart.ribbons["dice"].runs == (
        ((0, 14, 86), (166, 14, 86), (500, 43, 86), (833, 43, 86), (1000, 43, 86)),
    )
    drawn = main(VAEL, "factions/vael.html")
    assert ">House Vael turn by turn</title>" in drawn
    assert f"{DESCRIPTION.format('3 turns', 0, 5)}</desc>" in drawn
    assert 'fill="#7a1f2b" d="M0 14 h166 c167 0 167 29 334 29 h500 V86 h-1000 z"/>' in drawn
    assert_in_order(
        read(VAEL, "factions/vael.html"),
        "At the end of each turn.",
        *("Figure", "3", "2", "1"),
        *("Destiny Dice", "3", "3", "5"),
        *("Dice in the Chalice", "1", "2", "3"),
        *("Income", "0", "0", "3"),
        *("Costs", "0", "2", "0"),
    )


#: What a drawing is described as: of so many turns, and from the lowest value to the highest.
DESCRIPTION: Final = (
    "A band for each, over {}, as broad as its value, from {} to {}. "
    "The table below has the figures."
)


def test_every_drawing_of_figures_has_its_own_name_and_description() -> None:
    # Of 1 3 3 and 2 2 2, of 2 4 5 and 5 3 3, of 0 1 1 and 0 0 0.
    assert spoken(main(VAEL, "charts.html")) == [
        ("Influence turn by turn", DESCRIPTION.format("3 turns", 1, 3)),
        ("Destiny Dice turn by turn", DESCRIPTION.format("3 turns", 2, 5)),
        ("Places ruled turn by turn", DESCRIPTION.format("3 turns", 0, 1)),
    ]


@pytest.mark.parametrize(("first", "turns"), [(1, "3 turns"), (2, "2 turns"), (3, "1 turn")])
def test_the_description_of_figures_counts_their_turns(first: int, turns: str) -> None:
    page = charts_page()
    one = replace(page, charts=(replace(page.charts[0], first=first),))
    sentence = DESCRIPTION.format(turns, 1, 3)
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
