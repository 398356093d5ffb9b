"""Which pages a site has, for readers and campaigns that have little; see `figures_campaign.py`."""

from __future__ import annotations

from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.model.facts import faction_ref
from chronicle.outline.frame import SitePreviewImage, drawn_preview_image
from chronicle.outline.pages import outline
from chronicle.outline.site import Site
from chronicle.outline.views import CorrectedTurn, FactionPage, HomePage, OrdersPage, Robots, Steps
from chronicle.project.edition import (
    EMPTY_EDITION,
    Correction,
    Edition,
    FactionView,
    PreviewImageView,
    RelationView,
    TurnView,
)
from chronicle.records import replace
from tests.outline.figures_campaign import ADDRESS, ORDER_KEY, VAEL, edition, site, turn

#: What every site has.
ALWAYS: Final = frozenset(
    {
        "index.html",
        "turns/index.html",
        "timeline.html",
        "rumors/index.html",
        "factions/index.html",
        "places/index.html",
        "rules.html",
        "about.html",
    }
)
#: What is at the top of a host, and not of a campaign among others.
TOP: Final = frozenset({"404.html", "robots.txt", "serve.json", "vercel.json"})


def site_of(own: Edition, *, base_url: str = "", order_key: str = "", shared: bool = False) -> Site:
    report = Report()
    found = outline(own, report, base_url=base_url, in_multi_site=shared, order_key=order_key)
    assert not report.findings
    return found


def paths(found: Site) -> set[str]:
    return {page.path for page in found.pages}


@pytest.mark.parametrize(
    ("reader", "more"),
    [
        (EVERYONE, {"search.json", *TOP}),
        (VAEL, {"dossier/0.html"}),
        (GM, {"search.json", "dossier/index.html", "audit/index.html"}),
    ],
)
def test_a_campaign_without_anything_has_no_pages_of_things(
    reader: Audience, more: set[str]
) -> None:
    assert paths(site_of(replace(EMPTY_EDITION, audience=reader))) == ALWAYS | more


@pytest.mark.parametrize(
    ("reader", "own"),
    [
        (EVERYONE, []),
        (VAEL, ["dossier/0.html"]),
        (GM, ["dossier/index.html", "audit/index.html"]),
    ],
)
def test_a_campaign_without_anything_leads_to_its_lists_alone(
    reader: Audience, own: list[str]
) -> None:
    frame = site_of(replace(EMPTY_EDITION, audience=reader)).frame
    history = ["turns/index.html", "timeline.html", "rumors/index.html"]
    assert [[it.path for it in group.items] for group in frame.navigation] == [
        ["index.html"],
        *([path] for path in own),
        history,
        ["factions/index.html"],
        ["places/index.html"],
        ["rules.html", "about.html"],
    ]


@pytest.mark.parametrize("reader", [EVERYONE, VAEL, GM])
def test_the_menu_has_at_most_seven_entries(reader: Audience) -> None:
    assert 6 <= len(site(reader).frame.navigation) <= 7


def test_only_the_public_site_has_what_needs_a_host() -> None:
    bare = {"search.json", *TOP}
    hosted = {"feed.xml", "sitemap.xml", "card.png"}
    public = replace(EMPTY_EDITION, audience=EVERYONE)
    assert paths(site_of(public, shared=True)) == ALWAYS | bare - TOP
    assert paths(site_of(public, base_url=ADDRESS)) == ALWAYS | bare | hosted
    assert paths(site_of(public, order_key=ORDER_KEY)) == ALWAYS | bare | {"dossier.html"}
    for reader in (VAEL, GM):
        own = replace(EMPTY_EDITION, audience=reader)
        assert paths(site_of(own, base_url=ADDRESS, order_key=ORDER_KEY)) == paths(site_of(own))
        assert site_of(own, base_url=ADDRESS).frame.address == ""
        assert site_of(own, base_url=ADDRESS).frame.card is None
    assert site_of(public).frame.card is None
    assert site_of(public, base_url=ADDRESS).frame.card == drawn_preview_image()


def test_crawlers_are_told_of_what_there_is_and_no_more() -> None:
    public = replace(EMPTY_EDITION, audience=EVERYONE)
    sitemap = "https://crowns.example/hall/sitemap.xml"
    for base_url, order_key, expected in (
        ("", "", Robots(closed=(), sitemaps=())),
        (ADDRESS, "", Robots(closed=(), sitemaps=(sitemap,))),
        ("", ORDER_KEY, Robots(closed=("sealed/",), sitemaps=())),
    ):
        found = site_of(public, base_url=base_url, order_key=order_key)
        assert found.by_path["robots.txt"].view == expected


def test_the_author_s_preview_image_stands_for_the_drawn_one() -> None:
    card = PreviewImageView("media/crown.png", 800, 418, "a crown")
    own = replace(EMPTY_EDITION, audience=EVERYONE, card=card)
    assert site_of(own, base_url=ADDRESS).frame.card == SitePreviewImage(
        path="media/crown.png", width=800, height=418, words="a crown"
    )
    assert site_of(own).frame.card is None


def test_the_page_of_a_faction_has_its_own_relations_alone() -> None:
    ids = ("ax", "bow", "cog")
    ax, bow, cog = (faction_ref(id) for id in ids)
    factions = tuple(FactionView(id, id, ("#111111", "#eeeeee"), "key", "", (), None) for id in ids)
    pairs = ((ax, bow), (bow, cog))
    bonds = tuple(RelationView("", pair, "war", 1, None, public=True) for pair in pairs)
    found = site_of(replace(EMPTY_EDITION, factions=factions, relations=bonds))
    for id, expected in (("ax", pairs[:1]), ("bow", pairs), ("cog", pairs[1:])):
        page = found.by_path[f"factions/{id}.html"].view
        assert isinstance(page, FactionPage)
        assert tuple(it.between for it in page.relations) == expected


def test_each_page_is_drawn_by_its_own_template() -> None:
    templates = {page.path: page.template for page in site(VAEL).pages}
    assert {path: templates[path] for path in ("charts.html", "map.html", "orders.html")} == {
        "charts.html": "charts.html",
        "map.html": "map.html",
        "orders.html": "orders.html",
    }
    assert templates["factions/oru.html"] == "faction.html"
    assert templates["turns/index.html"] == "annals.html"


def test_the_pages_of_a_site_have_the_expected_paths() -> None:
    turns = {f"{folder}/{n}.html" for folder in ("turns", "as-of", "rumors") for n in (1, 2, 3)}
    things = {
        *("factions/oru.html", "factions/vael.html"),
        *(f"places/{id}.html" for id in ("land", "harbour", "marsh", "vale")),
        *("people/index.html", "people/ada-mott.html", "pages/rules.html", "rules.html"),
        *("map.html", "gallery.html", "relations.html"),
    }
    items = {"items/index.html", "items/bell.html", "charts.html", "forces.html"}
    assert paths(site(EVERYONE)) == ALWAYS | turns | things | {
        *("search.json", "feed.xml", "sitemap.xml", *TOP, "dossier.html"),
        *("card.png", "cards/turn-1.png", "cards/turn-2.png", "cards/turn-3.png"),
    }
    assert paths(site(VAEL)) == ALWAYS | turns | things | items | {
        "orders.html",
        "dossier/index.html",
        *(f"dossier/{n}.html" for n in (1, 2, 3)),
    }
    assert paths(site(GM)) == ALWAYS | turns | things | items | {
        *("search.json", "dossier/index.html", "audit/index.html"),
        *(f"audit/{n}.html" for n in (1, 2, 3)),
    }


def test_orders_are_sealed_only_where_dossiers_are() -> None:
    for key in ("", ORDER_KEY):
        orders = site_of(edition(VAEL), order_key=key).by_path["orders.html"].view
        assert isinstance(orders, OrdersPage)
        assert orders.key == key


def test_a_page_that_is_taken_is_reported_at_the_second_file() -> None:
    own = edition(VAEL)
    twice = replace(
        own,
        factions=own.factions[:1] * 2,
        entities=own.entities * 2,
        pages=own.pages * 2,
        places=(*own.places, own.places[0]),
    )
    report = Report()
    outline(twice, report, lambda path: f"./{path}")
    assert sorted((it.code, it.at.source.path) for it in report.findings if it.at is not None) == [
        ("C013", "./factions/oru.yaml"),
        ("C013", "./items/bell.md"),
        ("C013", "./pages/rules.md"),
        ("C013", "./people/ada-mott.md"),
        ("C013", "./places.yaml"),
    ]


# ── What pages of the past follow from ───────────────────────────────────────────────────────────


def test_pages_of_turns_follow_from_their_origin_and_their_links() -> None:
    found = site_of(replace(edition(VAEL), origins=("one", "two", "three")))
    for folder in ("turns", "as-of", "rumors", "dossier"):
        assert found.by_path[f"{folder}/2.html"].origin == ("two", Steps(1, 3), "map.html#turn-2")
        assert found.by_path[f"{folder}/3.html"].origin == (
            *("three", Steps(2, 0), "map.html#turn-3"),
        )
    assert found.by_path["turns/index.html"].origin == ()
    assert site(VAEL).by_path["turns/2.html"].origin == ()


# ── The front page ───────────────────────────────────────────────────────────────────────────────


def home(own: Edition) -> HomePage:
    view = site_of(own).by_path["index.html"].view
    assert isinstance(view, HomePage)
    return view


def of_turns(count: int) -> tuple[TurnView, ...]:
    return tuple(replace(turn(EVERYONE, 3), number=n) for n in range(1, count + 1))


def test_the_front_page_before_the_first_turn_is_empty() -> None:
    found = home(EMPTY_EDITION)
    assert (found.turn, found.next_turn, found.story, found.recent) == (None, 1, "", ())


@pytest.mark.parametrize(
    ("turns", "recent", "earlier", "more"),
    [
        # The latest twelve, and the twelve before the latest.
        (12, 12, 11, (False, False)),
        (13, 12, 12, (True, False)),
        (14, 12, 12, (True, True)),
    ],
)
def test_the_front_page_says_when_there_are_more_turns(
    turns: int, recent: int, earlier: int, more: tuple[bool, bool]
) -> None:
    found = home(replace(EMPTY_EDITION, turns=of_turns(turns), holdings=({},) * turns))
    assert (len(found.recent), len(found.earlier)) == (recent, earlier)
    assert (found.has_more_recent, found.has_more_earlier) == more


def test_the_front_page_counts_corrections() -> None:
    first, second, third = of_turns(3)
    slips = tuple(Correction(n, "A slip.", ()) for n in (4, 7, 9))
    turns = (first, replace(second, corrections=slips), third)
    found = home(replace(EMPTY_EDITION, turns=turns, holdings=({},) * 3))
    assert found.corrected == (CorrectedTurn(number=2, count=3, last=9),)
