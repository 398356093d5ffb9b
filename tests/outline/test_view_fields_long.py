"""Lists of many turns, field by field: six turns, with two on a page, a map and a search file.

Pages are counted from the first turn on: 1 and 2, 3 and 4; the latest page has the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import place_ref
from chronicle.outline.pages import outline
from chronicle.outline.pagination import TurnGroup
from chronicle.outline.search import SearchIndex
from chronicle.outline.site import Site
from chronicle.outline.turn_ranges import TurnRange
from chronicle.outline.views import (
    AsOfPage,
    AuditListPage,
    AuditSummary,
    DossierListPage,
    DossierPage,
    GalleryPage,
    HomePage,
    MapPage,
    Pagination,
    PlacePage,
    RumorListPage,
    Steps,
    TimelinePage,
    TurnListPage,
    TurnPage,
    TurnSpan,
    View,
)
from chronicle.project import project
from chronicle.project.edition import StoryView
from chronicle.records import replace
from chronicle.render import render_site
from tests.markup.images.sample_images import png
from tests.outline.figures_campaign import assert_in_order, renderer
from tests.small_campaign import SOUND, play_files
from tests.theme_fragments import blocks

VAEL: Final = faction_audience("vael")
#: What each turn has besides its title and its date.
MORE: Final[Mapping[int, str]] = {
    1: "news:\n  - {for: everyone, title: One, text: 'At [[harbour]] ![a hill](hill.png)',\n"
    "     effects: [{power: vael, dd: +1}]}\n",
    2: "rumors: [{text: Two., heard_by: everyone, truth: true, where: marsh}]\n",
    3: "news:\n"
    "  - {for: everyone, text: 'From [[harbour]]'}\n"
    "  - {for: everyone, text: 'To [[harbour]]', effects: [{power: vael, dd: +1}]}\n",
    4: "rumors: [{text: Four., heard_by: everyone, truth: true, where: marsh}]\n",
    5: "news:\n  - {for: everyone, title: Five, text: 'By [[harbour]]',\n"
    "     effects: [{power: vael, dd: +1}]}\n",
    6: "news: [{for: everyone, title: Six, text: 'In [[harbour]]'}]\n",
}
STORIES: Final = (StoryView("Dawn", 1), StoryView("Noon", 4))


@lru_cache(maxsize=4)
def site(reader: Audience) -> tuple[Site, Mapping[str, str]]:
    """The pages of a reader's edition, with their views made, and as drawn."""
    head = SOUND["campaign.yaml"].replace(
        "{turn: 1, title: The First}", "{turn: 1, title: Dawn}, {turn: 4, title: Noon}"
    )
    turns = {
        f"turns/{n:03}.yaml": f"turn: {n}\ntitle: T{n}\ndate: Day {n}\n{more}"
        for n, more in MORE.items()
    }
    turns["turns/001.yaml"] += "played: 2026-11-14\n"
    report = Report()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", 2)
        patch.setattr("chronicle.outline.turn_ranges.TURNS_PER_MAP", 2)
        patch.setattr("chronicle.outline.turn_ranges.TURNS_PER_SEARCH_FILE", 2)
        patch.setattr("chronicle.outline.charts.FACTION_CHART_TURNS", 3)
        patch.setattr("chronicle.outline.pages._HOME_TURNS", 3)
        patch.setattr("chronicle.outline.as_of._MAX_RUMORS", 1)
        patch.setattr("chronicle.outline.feed.MAX_ENTRIES", 2)
        files: dict[str, str | bytes] = {"campaign.yaml": head, **turns, "media/hill.png": png()}
        played = play_files(files)
        own = project(played.campaign, played.history, played.ruleset, reader)
        found = outline(own, report, base_url="https://a.example/")
        drawn = render_site(found, renderer("shadow"), report)
    assert not report.findings, [finding.message for finding in report.findings]
    texts = (".html", ".json", ".xml")
    return found, {path: it.decode() for path, it in drawn.items() if path.endswith(texts)}


def view(reader: Audience, path: str) -> View:
    return site(reader)[0].by_path[path].view


def read(reader: Audience, path: str) -> list[str]:
    page = site(reader)[1][path]
    return blocks(page[page.index("<main") : page.index("</main>")])


def spans(folder: str, latest: str) -> tuple[TurnSpan, TurnSpan, TurnSpan]:
    """The pages of a list of turns."""
    return (
        TurnSpan(1, 2, False, f"{folder}/1-2.html", "", STORIES[:1]),
        TurnSpan(3, 4, False, f"{folder}/3-4.html", "Dawn", STORIES[1:]),
        TurnSpan(5, 6, True, latest, "Noon", ()),
    )


def as_neighbour(latest: TurnSpan) -> TurnSpan:
    """The latest page as the page before it knows it, which a new turn does not change."""
    return replace(latest, last=0, stories=())


def paginations(folder: str, latest: str) -> Iterator[tuple[str, Pagination]]:
    """Where each of them stands among the others."""
    one, two, three = spans(folder, latest)
    yield one.path, Pagination(one, latest=three.path, previous=None, next=two)
    yield two.path, Pagination(two, latest=latest, previous=one, next=as_neighbour(three))
    yield three.path, Pagination(three, earlier=(two, one))


@pytest.mark.parametrize(
    ("folder", "latest"),
    [("turns", "turns/index.html"), ("rumors", "rumors/index.html"), ("timeline", "timeline.html")],
)
def test_pages_of_a_list_know_their_neighbours(folder: str, latest: str) -> None:
    for path, expected in paginations(folder, latest):
        found = view(EVERYONE, path)
        assert isinstance(found, TurnListPage | RumorListPage | TimelinePage)
        assert found.pages == expected
        assert found.pages.is_split
        page = site(EVERYONE)[0].by_path[path]
        assert (page.span, page.turn) == (expected.current, 0)


def test_pages_of_a_list_show_their_turns_and_neighbours() -> None:
    lists = {path: view(EVERYONE, path) for path, _ in paginations("turns", "turns/index.html")}
    numbers = {
        path: [entry.heading.number for entry in found.entries]
        for path, found in lists.items()
        if isinstance(found, TurnListPage)
    }
    assert numbers == {
        "turns/1-2.html": [1, 2],
        "turns/3-4.html": [3, 4],
        "turns/index.html": [5, 6],
    }
    assert_in_order(
        read(EVERYONE, "turns/index.html"),
        "From turn 5 on · Earlier turns",
        "Noon, continued",
        *("5 Day 5", "Turn 5: T5", "Five"),
        *("Earlier turns", "Turns 3–4 Noon", "Turns 1–2 Dawn"),
    )
    middle = read(EVERYONE, "turns/3-4.html")
    assert_in_order(
        middle,
        *("Turns 3–4", "Dawn, continued", "Turn 3: T3", "Noon", "Turn 4: T4"),
        "← Turns 1–2 All turns From turn 5 on →",
    )
    assert 'href="../turns/1-2.html"' in site(EVERYONE)[1]["turns/3-4.html"]
    rumors = view(EVERYONE, "rumors/3-4.html")
    assert isinstance(rumors, RumorListPage)
    assert [(it.number, count) for it, count in rumors.turns] == [(4, 1), (3, 0)]
    assert [number for pile in rumors.by_place for number, _ in pile.rumors] == [4]


def test_the_gallery_has_a_page_for_earlier_turns_with_pictures() -> None:
    one, _, three = spans("gallery", "gallery.html")
    first, latest = view(EVERYONE, "gallery/1-2.html"), view(EVERYONE, "gallery.html")
    assert isinstance(first, GalleryPage)
    assert isinstance(latest, GalleryPage)
    # No picture is first shown in the third or fourth turn.
    assert first.pages == Pagination(
        one, latest=three.path, previous=None, next=as_neighbour(three)
    )
    assert latest.pages == Pagination(three, earlier=(one,))
    assert [it.words for it in first.pictures] == ["a hill"]
    assert latest.pictures == ()
    assert "gallery/3-4.html" not in site(EVERYONE)[0].by_path


def test_the_front_page_lists_the_latest_turns() -> None:
    found = view(EVERYONE, "index.html")
    assert isinstance(found, HomePage)
    assert [it.number for it in found.recent] == [6, 5, 4]
    assert [it.number for it in found.earlier] == [5, 4, 3]
    assert (found.has_more_recent, found.has_more_earlier) == (True, True)
    assert (found.next_turn, found.story) == (7, "Noon")
    assert 'href="turns/index.html">All turns</a>' in site(EVERYONE)[1]["index.html"]


def test_a_thing_has_its_latest_turns_and_groups_of_earlier_ones() -> None:
    found = view(EVERYONE, "places/harbour.html")
    assert isinstance(found, PlacePage)
    history = found.connections.history
    # It is mentioned in turns 1, 3 (twice), 5 and 6.
    assert [(it.number, it.title, [news.anchor for news in it.news]) for it in history.recent] == [
        (6, "T6", ["n1"]),
        (5, "T5", ["n1"]),
    ]
    assert history.earlier == (TurnGroup(3, 4, ((3, "n1"),)), TurnGroup(1, 2, ((1, "n1"),)))
    assert found.connections.ref == place_ref("harbour")
    assert_in_order(
        read(EVERYONE, "places/harbour.html"),
        *("Turn 6 T6", "News Six", "Turn 5 T5", "News Five"),
        *("Earlier turns", "Turns 3–4 3", "Turns 1–2 1"),
    )
    assert 'href="../turns/3.html#n1">3</a>' in site(EVERYONE)[1]["places/harbour.html"]


def test_the_gms_lists_group_earlier_turns() -> None:
    groups = (TurnGroup(3, 4, ((4, ""), (3, ""))), TurnGroup(1, 2, ((2, ""), (1, ""))))
    audits = view(GM, "audit/index.html")
    # In each turn: the reveal, the order of play, dominance, which nobody has alone; in the
    # fifth also a die.
    assert audits == AuditListPage(
        (AuditSummary(6, "T6", 3, 0), AuditSummary(5, "T5", 4, 0)), groups
    )
    assert_in_order(
        read(GM, "audit/index.html"),
        *("6 Turn 6: T6 3 events, 0 rolls", "5 Turn 5: T5 4 events, 0 rolls"),
        *("Earlier turns", "Turns 3–4 4 3", "Turns 1–2 2 1"),
    )
    for reader, factions in ((GM, ("oru", "vael")), (VAEL, ("vael",))):
        dossiers = view(reader, "dossier/index.html")
        assert isinstance(dossiers, DossierListPage)
        assert dossiers.factions == factions
        assert [it.number for it in dossiers.recent] == [6, 5]
        assert dossiers.earlier == groups
    assert 'href="../dossier/4.html">4</a>' in site(VAEL)[1]["dossier/index.html"]


def test_maps_of_earlier_turns_show_what_was_known_then() -> None:
    one, two, three = TurnRange(1, 2), TurnRange(3, 4), TurnRange(5, 6)
    expected = {
        "map/1-2.html": (one, True, (), (two,)),
        # The map after the second is the latest, which is linked in another way.
        "map/3-4.html": (two, True, (one,), ()),
        "map.html": (three, False, (one, two), ()),
    }
    for path, (stretch, past, before, after) in expected.items():
        found = view(VAEL, path)
        assert isinstance(found, MapPage)
        assert (found.map.stretch, found.map.past) == (stretch, past)
        assert (found.map.before, found.map.after) == (before, after)
        assert [it.heading.number for it in found.turns] == [stretch.first, stretch.last]
        harbour = next(it for it in found.map.marks if it.ref == place_ref("harbour"))
        assert [(run.first, run.last) for run in harbour.runs] == [(stretch.first, stretch.last)]
    assert site(VAEL)[0].by_path["map/3-4.html"].turn == 4
    paths = {n: view(VAEL, f"as-of/{n}.html") for n in range(1, 7)}
    assert {n: it.map for n, it in paths.items() if isinstance(it, AsOfPage)} == {
        1: "map/1-2.html#turn-1",
        2: "map/1-2.html#turn-2",
        3: "map/3-4.html#turn-3",
        4: "map/3-4.html#turn-4",
        5: "map.html#turn-5",
        6: "map.html#turn-6",
    }
    drawn = site(VAEL)[1]
    assert 'href="map/1-2.html" data-last="2">1–2</a>' in drawn["map.html"]
    assert_in_order(
        read(VAEL, "map/1-2.html"),
        *("At the end of turn 1: T1 Day 1", "At the end of turn 2: T2 Day 2 Continue with turn 3"),
        "Who holds what, up to turn 2",
    )


def test_parts_of_the_search_index_have_their_own_turns() -> None:
    first = view(EVERYONE, "search.json")
    assert isinstance(first, SearchIndex)
    assert first.earlier == (TurnRange(1, 2), TurnRange(3, 4))
    assert {it.turn for it in first.entries} == {0, 5, 6}
    for path, turns in {"search/1-2.json": {1, 2}, "search/3-4.json": {3, 4}}.items():
        part = view(EVERYONE, path)
        assert isinstance(part, SearchIndex)
        assert {it.turn for it in part.entries} == turns
        assert part.earlier == ()
    drawn = site(EVERYONE)[1]
    assert '"parts": ["search/3-4.json", "search/1-2.json"]' in drawn["search.json"]
    assert drawn["feed.xml"].count("<entry>") == 2
    assert "turns/6.html" in drawn["feed.xml"]


def test_the_past_counts_the_rumors_that_it_leaves_out() -> None:
    found = {n: view(EVERYONE, f"as-of/{n}.html") for n in (1, 2, 3, 4, 6)}
    counts = {
        n: ([rumor.text.markdown for rumor in it.world.rumors], it.world.more)
        for n, it in found.items()
        if isinstance(it, AsOfPage)
    }
    assert counts == {
        1: ([], 0),
        2: (["Two."], 0),
        3: (["Two."], 0),
        4: (["Four."], 1),
        6: (["Four."], 1),
    }
    said = read(EVERYONE, "as-of/4.html")
    assert_in_order(said, "Four. The Marsh", "And one more from earlier turns.")


def test_pages_of_turns_step_to_their_neighbours() -> None:
    steps = {n: view(EVERYONE, f"turns/{n}.html") for n in range(1, 7)}
    assert [
        (it.steps.previous, it.steps.next) for it in steps.values() if isinstance(it, TurnPage)
    ] == [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 0)]
    assert site(EVERYONE)[0].by_path["turns/3.html"].turn == 3


def test_charts_of_a_dossier_show_the_turns_up_to_its_own() -> None:
    # Two dice, and one more in turns 1, 3 and 5; three turns are shown. Nobody gains another, since
    # both have the same sum (S-ROUND-6).
    figures = {
        4: ((2, 4), {"dice": (4, 4, 3), "income": (0, 1, 0)}),
        5: ((3, 5), {"dice": (5, 4, 4), "income": (1, 0, 1)}),
        6: ((4, 6), {"dice": (5, 5, 4), "income": (0, 1, 0)}),
    }
    for turn, ((first, last), rows) in figures.items():
        found = view(VAEL, f"dossier/{turn}.html")
        assert isinstance(found, DossierPage)
        chart = found.chart
        assert chart is not None
        assert chart.rows == rows
        assert (chart.first, chart.last, chart.count) == (first, last, 3)
        assert chart.turns == (last, first + 1, first)
        assert [tick.turn for tick in chart.ticks] == [first, first + 1, last]
    assert_in_order(
        read(VAEL, "dossier/5.html"),
        "At the end of each turn, from turn 3 on.",
        *("Destiny Dice", "5", "▲+1", "Income", "1", "▲+1"),
    )


def test_maps_of_earlier_turns_follow_from_their_last_turn_and_from_all_ranges() -> None:
    own = site(EVERYONE)[0].edition
    words = ("one", "two", "three", "four", "five", "six")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("chronicle.outline.turn_ranges.TURNS_PER_MAP", 2)
        known = outline(replace(own, origins=words), Report())
        unknown = outline(replace(own, origins=()), Report())
    # Of six turns the last two are on the latest map.
    ranges = (TurnRange(1, 2), TurnRange(3, 4))
    for path, word, steps, place in (
        ("map/1-2.html", "two", Steps(1, 3), "map/1-2.html#turn-2"),
        ("map/3-4.html", "four", Steps(3, 5), "map/3-4.html#turn-4"),
    ):
        assert known.by_path[path].origin == (word, steps, place, ranges)
        assert unknown.by_path[path].origin == ()
    assert known.by_path["map.html"].origin == ()
