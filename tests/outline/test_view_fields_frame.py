"""Frames, and files that are read outside of pages, field by field; see `figures_campaign.py`."""

from __future__ import annotations

import json
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.campaign import Deadline
from chronicle.outline.feed import Feed, FeedEntry
from chronicle.outline.frame import (
    Breadcrumbs,
    FactionBadge,
    Frame,
    NavigationGroup,
    NavigationItem,
    SitePreviewImage,
)
from chronicle.outline.search import SearchEntry, SearchIndex
from chronicle.outline.views import CampaignSummary, Robots, Sitemap, UnlockPage
from chronicle.project.edition import EventView, Text
from chronicle.records import replace
from chronicle.render.landing_page import LandingPage, render_landing_page, summarize_campaign
from tests.outline.figures_campaign import (
    VAEL,
    assert_in_order,
    edition,
    files,
    renderer,
    site,
    turn,
    view,
)
from tests.theme_fragments import blocks

ORU_BADGE: Final = FactionBadge("oru", "The Oru", ("#1f4e7a", "#f2f2f2"), "moon", "chief", "Wait")
VAEL_BADGE: Final = FactionBadge(
    "vael", "House Vael", ("#7a1f2b", "#e8d8b0"), "key", "base", "Keep it"
)
HOME: Final = NavigationGroup("site.home", (NavigationItem("index.html", "site.home"),))
HISTORY: Final = NavigationGroup(
    "site.history",
    (
        NavigationItem("turns/index.html", "site.turns", "turns"),
        NavigationItem("timeline.html", "site.timeline", "timeline"),
        NavigationItem("rumors/index.html", "site.rumors", "rumors"),
    ),
)
FACTIONS: Final = NavigationItem("factions/index.html", "site.factions", "factions")
FORCES: Final = NavigationItem("forces.html", "site.forces")
POWER: Final = NavigationItem("charts.html", "site.power")
RELATIONS: Final = NavigationItem("relations.html", "site.relations")
PLACES: Final = (
    NavigationItem("places/index.html", "site.places", "places"),
    NavigationItem("map.html", "site.map", "map"),
    NavigationItem("people/index.html", "site.people", "people"),
)
ITEMS: Final = NavigationItem("items/index.html", "site.items", "items")
PICTURES: Final = NavigationItem("gallery.html", "site.gallery")
MORE: Final = NavigationGroup(
    "site.more",
    (
        NavigationItem("rules.html", "site.rules"),
        NavigationItem("pages/rules.html", "", title="House Rules"),
        NavigationItem("about.html", "site.about"),
    ),
)
REST: Final = (
    HISTORY,
    NavigationGroup("site.factions", (FACTIONS, FORCES, POWER, RELATIONS)),
    NavigationGroup("site.world", (*PLACES, ITEMS, PICTURES)),
    MORE,
)


def link(path: str, key: str, section: str = "") -> NavigationGroup:
    """A link of the menu without others."""
    return NavigationGroup(key, (NavigationItem(path, key, section),))


@pytest.mark.parametrize(
    ("reader", "expected"),
    [
        (
            VAEL,
            Frame(
                title="Crowns",
                tagline="Salt and fog",
                language="en",
                ruleset="shadow",
                own="vael",
                factions=(ORU_BADGE, VAEL_BADGE),
                navigation=(
                    HOME,
                    link("dossier/index.html", "site.my_dossier", "dossier"),
                    link("orders.html", "site.orders"),
                    *REST,
                ),
            ),
        ),
        (
            GM,
            Frame(
                title="Crowns",
                tagline="Salt and fog",
                language="en",
                ruleset="shadow",
                is_gm=True,
                factions=(ORU_BADGE, VAEL_BADGE),
                navigation=(
                    HOME,
                    link("dossier/index.html", "site.dossiers", "dossier"),
                    link("audit/index.html", "site.audit", "audit"),
                    *REST,
                ),
                has_search=True,
            ),
        ),
        (
            EVERYONE,
            Frame(
                title="Crowns",
                tagline="Salt and fog",
                language="en",
                ruleset="shadow",
                factions=(ORU_BADGE, VAEL_BADGE),
                # No item is known, and no figure for charts.
                navigation=(
                    HOME,
                    link("dossier.html", "site.my_dossier"),
                    HISTORY,
                    NavigationGroup("site.factions", (FACTIONS, RELATIONS)),
                    NavigationGroup("site.world", (*PLACES, PICTURES)),
                    MORE,
                ),
                has_search=True,
                has_feed=True,
                address="https://crowns.example/hall/",
                card=SitePreviewImage("card.png", 1200, 630),
            ),
        ),
    ],
)
def test_a_frame_has_the_expected_fields(reader: Audience, expected: Frame) -> None:
    assert site(reader).frame == expected


def test_a_frame_knows_its_own_links_and_factions() -> None:
    frame = site(VAEL).frame
    assert frame.own_faction == VAEL_BADGE
    assert (frame.faction("oru"), frame.faction("kell")) == (ORU_BADGE, None)
    assert [frame.linked(path) for path in ("index.html", "map.html", "turns/1.html")] == [
        "index.html",
        "map.html",
        "",
    ]
    assert (frame.section("turns"), frame.section("audit")) == ("turns", "")
    assert frame.breadcrumbs("factions") == Breadcrumbs(REST[1], FACTIONS)
    assert frame.breadcrumbs("as-of") is None


def test_every_page_shows_its_frame() -> None:
    page = files(VAEL)["turns/1.html"]
    header = page[page.index("<header") : page.index("</header>")]
    assert_in_order(
        blocks(header),
        "For House Vael Please do not share this edition.",
        *("Crowns", "Salt and fog", "Menu", "Home", "My dossier", "Orders", "History", "Annals"),
        *("Timeline", "Rumors", "Factions", "Power", "Relations", "World", "Places", "Map"),
        *("People", "Items", "Pictures", "More", "Rules", "House Rules", "About this chronicle"),
    )
    assert '<a href="../turns/index.html" aria-current="true">' in header
    assert '<html lang="en">' in page
    assert "<title>Turn 1: Salt – Crowns</title>" in page
    public = files(EVERYONE)["map.html"]
    assert 'data-index="search.json"' in public
    assert '<link rel="canonical" href="https://crowns.example/hall/map.html">' in public
    assert '<meta property="og:image" content="https://crowns.example/hall/card.png">' in public
    assert '<meta property="og:image:width" content="1200">' in public
    assert '<meta property="og:image:height" content="630">' in public
    assert '<link rel="alternate" type="application/atom+xml" title="Crowns" href="feed.xml">' in (
        public
    )
    assert '<a href="map.html" aria-current="page">' in public


# ── Files ────────────────────────────────────────────────────────────────────────────────────────


def street(number: int) -> EventView:
    (found,) = turn(EVERYONE, number).public_events
    return found


def test_the_search_index_has_the_expected_entries() -> None:
    first, second, third = edition(EVERYONE).turns
    places = {it.id: it for it in edition(EVERYONE).places}
    (ada,) = edition(EVERYONE).people
    (rules,) = edition(EVERYONE).pages
    tide, moon = first.rumors[0].text, second.rumors[0].text
    revealed = second.reveals[0].rumor
    assert revealed is not None
    assert view(EVERYONE, "search.json") == SearchIndex(
        entries=(
            SearchEntry("page", "index.html", "Crowns", edition(EVERYONE).introduction),
            SearchEntry(
                "faction", "factions/oru.html", "The Oru", (Text("Old folk.", 1 << 30),), "Wait"
            ),
            SearchEntry("faction", "factions/vael.html", "House Vael", (), "Keep it"),
            SearchEntry("place", "places/harbour.html", "The Harbour"),
            SearchEntry("place", "places/land.html", "The Land", (Text("All of it.", 1 << 30),)),
            SearchEntry("place", "places/marsh.html", "The Marsh", places["marsh"].passages),
            SearchEntry("place", "places/vale.html", "A Vale"),
            SearchEntry("person", "people/ada-mott.html", "Ada Mott", ada.passages, "pilot"),
            SearchEntry("page", "pages/rules.html", "House Rules", rules.passages),
            SearchEntry("story", "turns/index.html#story-1", "The First", turn=1),
            SearchEntry("turn", "turns/1.html", "Salt", said="3 Thaw", turn=1),
            SearchEntry("news", "turns/1.html#n1", "The Quay", (first.news[0].text,), turn=1),
            SearchEntry("event", "turns/1.html#s1", "", turn=1, telling=street(1).telling),
            SearchEntry("rumor", "rumors/1.html#r1", "", (tide,), turn=1),
            SearchEntry("relation", "turns/1.html#b1", "", (Text("Old debts.", 1),), turn=1),
            SearchEntry("turn", "turns/2.html", "Fog", said="On the feast of fog", turn=2),
            SearchEntry("news", "turns/2.html#n1", "", (second.news[0].text,), turn=2),
            SearchEntry("rumor", "rumors/2.html#r1", "", (moon,), turn=2),
            # The second relation has no text, and the second reveal has a page.
            SearchEntry(
                "reveal", "turns/2.html#v1", "", (Text("It was.", 2), revealed.text), turn=2
            ),
            SearchEntry("story", "turns/index.html#story-3", "The Second", turn=3),
            SearchEntry("turn", "turns/3.html", "Ash", said="2 Reap 8", turn=3),
            SearchEntry("news", "turns/3.html#n1", "The Ash", (third.news[0].text,), turn=3),
            SearchEntry("news", "turns/3.html#n2", "The Calm", (Text("Nothing.", 3),), turn=3),
            SearchEntry("event", "turns/3.html#s1", "", turn=3, telling=street(3).telling),
        ),
        earlier=(),
    )


def test_the_search_file_has_its_entries() -> None:
    found = json.loads(files(EVERYONE)["search.json"])
    assert found["parts"] == []
    by_address = {thing["at"]: thing for thing in found["things"]}
    assert len(by_address) == len(found["things"]) == 24
    for at, kind, title, words in (
        ("factions/oru.html", "Faction", "The Oru", "Wait · Old folk."),
        ("people/ada-mott.html", "Person", "Ada Mott", "pilot · She left the Harbour."),
        ("turns/index.html#story-3", "Story", "The Second", ""),
        ("turns/2.html", "Turn 2", "Fog", "On the feast of fog"),
        ("turns/1.html#n1", "News of turn 1", "The Quay", "Ships at the Harbour."),
        ("turns/1.html#s1", "Event of turn 1", "", "A door."),
        ("rumors/2.html#r1", "Rumor of turn 2", "", "Two moons."),
        ("turns/1.html#b1", "Relations in turn 1", "", "Old debts."),
        ("turns/2.html#v1", "Revealed in turn 2", "", "It was. The tide is late at the Harbour."),
    ):
        assert by_address[at] == {"at": at, "kind": kind, "title": title, "words": words}


def test_the_feed_has_the_expected_fields() -> None:
    id = "tag:crowns.example,2026:/hall/"

    def dated(number: int, at: str) -> FeedEntry:
        return FeedEntry(f"{id}turns/{number}", at, at, turn(EVERYONE, number))

    assert view(EVERYONE, "feed.xml") == Feed(
        id=id,
        updated="2026-01-09T00:00:00Z",
        entries=(
            FeedEntry(
                f"{id}turns/3", "2026-01-09T00:00:00Z", "2026-01-09T00:00:00Z", turn(EVERYONE, 3)
            ),
            # Played on the same day as the first, so a minute later.
            FeedEntry(
                f"{id}turns/2", "2026-01-05T00:01:00Z", "2026-01-05T00:01:00Z", turn(EVERYONE, 2)
            ),
            FeedEntry(
                f"{id}turns/1", "2026-01-05T00:00:00Z", "2026-01-05T00:00:00Z", turn(EVERYONE, 1)
            ),
        ),
    )
    drawn = files(EVERYONE)["feed.xml"]
    head, third, second, first = drawn.split("<entry>")
    assert f"<id>{id}</id>" in head
    assert "<updated>2026-01-09T00:00:00Z</updated>" in head
    assert "<subtitle>Salt and fog</subtitle>" in head
    for entry, number, title, updated, text in (
        (third, 3, "Ash", "2026-01-09T00:00:00Z", "Grey over"),
        (second, 2, "Fog", "2026-01-05T00:01:00Z", "Two moons."),
        (first, 1, "Salt", "2026-01-05T00:00:00Z", "Ships at"),
    ):
        assert f"<id>{id}turns/{number}</id>" in entry
        assert f"<title>Turn {number}: {title}</title>" in entry
        assert f"<updated>{updated}</updated>" in entry
        assert f'href="https://crowns.example/hall/turns/{number}.html"' in entry
        assert text in entry


def test_the_files_for_crawlers_have_the_expected_fields() -> None:
    things = ("factions/oru", "factions/vael", "places/harbour", "places/land", "places/marsh")
    expected = Sitemap(
        (
            "index.html",
            "relations.html",
            "turns/index.html",
            *(f"turns/{n}.html" for n in (1, 2, 3)),
            # Pages of the past are not listed.
            "timeline.html",
            "rumors/index.html",
            *(f"rumors/{n}.html" for n in (1, 2, 3)),
            "factions/index.html",
            *(f"{thing}.html" for thing in things[:2]),
            "places/index.html",
            *(f"{thing}.html" for thing in (*things[2:], "places/vale")),
            "map.html",
            "people/index.html",
            "people/ada-mott.html",
            "pages/rules.html",
            "gallery.html",
            "rules.html",
            "about.html",
        )
    )
    assert view(EVERYONE, "sitemap.xml") == expected
    drawn = files(EVERYONE)["sitemap.xml"]
    assert "<loc>https://crowns.example/hall/</loc>" in drawn
    assert "<loc>https://crowns.example/hall/map.html</loc>" in drawn
    assert drawn.count("<loc>") == len(expected.paths)
    assert view(EVERYONE, "robots.txt") == Robots(
        closed=("sealed/",), sitemaps=("https://crowns.example/hall/sitemap.xml",)
    )
    assert files(EVERYONE)["robots.txt"] == (
        "User-agent: *\nDisallow: /hall/sealed/\n\n"
        "Sitemap: https://crowns.example/hall/sitemap.xml\n"
    )


def test_the_page_that_opens_dossiers_knows_the_deadline() -> None:
    # It has the script that counts down, for the pages that it opens.
    assert view(EVERYONE, "dossier.html") == UnlockPage(
        Deadline(2026, 11, 14, 6, 20, 15, "Europe/Berlin", "2026-11-14T19:15:00Z")
    )
    assert "deadline." in files(EVERYONE)["dossier.html"]


# ── The landing page ─────────────────────────────────────────────────────────────────────────────


def test_the_landing_page_has_the_expected_fields() -> None:
    summary = summarize_campaign(
        "crowns", edition(EVERYONE), sealed=True, address="https://crowns.example/hall/"
    )
    # The land, and nothing that is called by a name.
    assert summary.map is not None
    assert (summary.map.marks, summary.map.cartouche) == ((), None)
    assert replace(summary, map=None) == CampaignSummary(
        id="crowns",
        title="Crowns",
        tagline="Salt and fog",
        language="en",
        ruleset="shadow",
        turns=3,
        last_title="Ash",
        last_date="2 Reap 8",
        factions=(ORU_BADGE, VAEL_BADGE),
        sealed=True,
        address="https://crowns.example/hall/",
    )
    report = Report()
    landing = LandingPage("The Shelf", "All we played", "Choose.", (summary,), "https://a.example/")
    drawn = {
        path: content.decode()
        for path, content in render_landing_page(landing, renderer(""), report).items()
        if path.endswith((".html", ".txt", ".xml"))
    }
    assert not report.findings
    assert_in_order(
        blocks(drawn["index.html"]),
        *("The Shelf", "All we played", "Choose.", "Crowns", "Salt and fog"),
        *("Latest turn", "Ash", "2 Reap 8", "3 turns", "Rules: Shadow Powers"),
    )
    assert '<h2><a href="crowns/index.html">Crowns</a></h2>' in drawn["index.html"]
    # Its feed is linked only since it has an address.
    assert 'title="Crowns" href="crowns/feed.xml"' in drawn["index.html"]
    assert "Disallow: /crowns/sealed/" in drawn["robots.txt"]
    assert "Sitemap: https://crowns.example/hall/sitemap.xml" in drawn["robots.txt"]
