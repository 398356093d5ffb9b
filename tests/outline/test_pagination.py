"""Lists of turns over several pages: each turn is on one of them, and full ones stay the same."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

import pytest

from chronicle.model.audience import EVERYONE, GM, Audience
from chronicle.outline.pagination import TURNS_PER_PAGE as LONG
from chronicle.outline.pagination import paginate, recent_and_earlier
from chronicle.outline.paths import NOT_FOUND, turn_list_path
from chronicle.outline.site import Site, SitePage
from chronicle.records import replace
from chronicle.render.single_file import SINGLE_FILE_PATH
from tests.outline.long_campaign import LENGTH, READERS, STORIES, VAEL, drawn, edition, parsed
from tests.render import html_checks

TURNS: Final = 11
#: The folder of each list, and where its pages lead for a turn.
LISTS: Final = {"turns": "turns/", "timeline": "turns/", "rumors": "rumors/", "gallery": "turns/"}
CHECKS: Final = ("markup_faults", "id_faults", "head_faults", "heading_faults", "landmark_faults")
_MAIN: Final = re.compile(r"<main\b.*</main>", re.DOTALL)
_NAV: Final = re.compile(r"<nav\b.*?</nav>", re.DOTALL)
_LINK: Final = re.compile(r'<a\b([^>]*?) href="([^"]*)"')
each_reader = pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.word)


def links(path: str, page: str, rel: str = "") -> Iterator[str]:
    """Where a page's main part leads, or those of its links that are so related."""
    for attributes, address in _LINK.findall(_MAIN.findall(page)[0]):
        if rel in attributes:
            aim, _, anchor = html.unescape(address).partition("#")
            yield html_checks.target(path, aim) + (f"#{anchor}" if anchor else "")


def list_pages(site: Site, folder: str) -> list[SitePage]:
    """The pages of a list, earliest first."""
    latest = turn_list_path(folder, 0, 0, latest=True)
    return [
        page
        for page in site.pages
        if page.span is not None and (page.path == latest or page.path.startswith(f"{folder}/"))
    ]


def told_of(path: str, page: str, start: str) -> set[int]:
    """The turns that a list leads to, its ways to its other pages apart."""
    found = (re.match(rf"{start}(\d+)\.html", aim) for aim in links(path, _NAV.sub("", page)))
    return {int(turn[1]) for turn in found if turn is not None}


@pytest.mark.parametrize("count", range(4 * LENGTH + 2))
def test_every_turn_is_in_one_page_range_and_all_but_the_latest_are_full(
    monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    monkeypatch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", LENGTH)
    one = edition(EVERYONE, 1).turns[0]
    turns = tuple(replace(one, number=n) for n in range(1, count + 1))
    *earlier, latest = paginate(turns)
    assert [turn for it in (*earlier, latest) for turn in it.turns] == [*turns]
    assert [it.first for it in earlier] == [*range(1, len(earlier) * LENGTH, LENGTH)]
    assert {len(it.turns) for it in earlier} <= {LENGTH}
    assert [it.latest for it in (*earlier, latest)] == [*(False for _ in earlier), True]
    assert bool(earlier) == (count >= 2 * LENGTH)
    assert len(latest.turns) < 2 * LENGTH
    assert not earlier or len(latest.turns) >= LENGTH


def test_a_page_continues_the_story_before_it_even_if_that_page_began_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("chronicle.outline.pagination.TURNS_PER_PAGE", LENGTH)
    one = replace(edition(EVERYONE, 1).turns[0], story="")
    turns = tuple(
        replace(one, number=n, story={2: "Dawn", 11: "Noon"}.get(n, "")) for n in range(1, 12)
    )
    assert [(it.first, it.last, it.story) for it in paginate(turns)] == [
        (1, 3, ""),
        (4, 6, "Dawn"),
        (7, 11, "Dawn"),
    ]


def test_a_short_campaign_has_its_turns_on_one_page() -> None:
    one = edition(EVERYONE, 1).turns[0]
    assert len(paginate([replace(one, number=n) for n in range(1, 2 * LONG)])) == 1
    assert len(paginate([replace(one, number=n) for n in range(1, 2 * LONG + 1)])) == 2


@pytest.mark.parametrize("count", [0, 1, LONG, LONG + 1, 5 * LONG])
def test_every_listed_item_is_on_the_page_of_its_turn(count: int) -> None:
    near, rows = recent_and_earlier(range(count, 0, -1), int)
    assert [*near, *(n for row in rows for n in row.listed)] == [*range(count, 0, -1)]
    assert len(near) == min(count, LONG)
    assert all(row.first <= n <= row.last for row in rows for n in row.listed)
    assert all(row.last - row.first == LONG - 1 for row in rows)


@each_reader
@pytest.mark.parametrize("folder", LISTS)
def test_every_turn_is_on_one_page_of_a_list(reader: Audience, folder: str) -> None:
    site, pages = drawn(reader, TURNS)
    paths = [page.path for page in list_pages(site, folder)]
    assert len(paths) == 3
    listed = [told_of(path, pages[path], LISTS[folder]) for path in paths]
    assert listed == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9, 10, 11}]


@each_reader
def test_a_full_page_stays_as_it_is_when_a_turn_is_added(reader: Audience) -> None:
    """Except the way on from the last of them, once there is another full one after it."""
    full = [f"{folder}/{turns}.html" for folder in LISTS for turns in ("1-3", "4-6")]
    before, after, third = (drawn(reader, turns)[1] for turns in (TURNS - 1, TURNS, TURNS + 1))
    assert [path for path in full if before[path] != after[path]] == []
    changed = [path for path in full if after[path] != third[path]]
    assert changed == [f"{folder}/4-6.html" for folder in LISTS]
    assert [p for p in full if _NAV.sub("", after[p]) != _NAV.sub("", third[p])] == []


@each_reader
def test_pages_of_a_list_link_to_the_previous_and_next(reader: Audience) -> None:
    site, pages = drawn(reader, TURNS)
    for folder in LISTS:
        paths = [page.path for page in list_pages(site, folder)]
        before = [[*links(path, pages[path], 'rel="prev"')] for path in paths]
        after = [[*links(path, pages[path], 'rel="next"')] for path in paths]
        assert before == [[], [paths[0]], [paths[1]]]
        assert after == [[paths[1]], [paths[2]], []]
        assert set(paths) <= {paths[-1], *links(paths[-1], pages[paths[-1]])}


@each_reader
def test_all_pages_are_valid_and_their_links_resolve(reader: Audience) -> None:
    pages = parsed(reader, TURNS)
    for check in CHECKS:
        found = {path: getattr(html_checks, check)(page) for path, page in pages.items()}
        assert {path: faults for path, faults in found.items() if faults} == {}, check
    ids = {path: html_checks.ids_of(page) for path, page in pages.items()}
    files = {*pages, "search.json", *_assets(pages)}
    if reader.is_gm:
        files |= {f"../{id}/{path}" for id in ("vael", "oru") for path in parsed(VAEL, TURNS)}
    led = {path: html_checks.link_faults(path, page, files, ids) for path, page in pages.items()}
    assert {path: faults for path, faults in led.items() if faults} == {}


def _assets(pages: Mapping[str, html_checks.Parsed]) -> set[str]:
    """Files that are not pages: other tests check where they are."""
    aims = (
        html_checks.target(path, address)
        for path, page in pages.items()
        for tag in page.tags
        for address in (tag.attributes.get("href"), tag.attributes.get("src"))
        if address and "#" not in address and not address.startswith(("data:", "http"))
    )
    return {aim for aim in aims if not aim.endswith(".html")}


@each_reader
def test_every_page_can_be_reached_from_the_home_page(reader: Audience) -> None:
    pages = parsed(reader, TURNS)
    reached, ahead = set[str](), ["index.html"]
    while ahead:
        path = ahead.pop()
        if path in pages and path not in reached:
            reached.add(path)
            ahead += html_checks.targets(path, pages[path])
    assert pages.keys() - reached <= {NOT_FOUND}


@each_reader
def test_no_two_pages_of_a_list_have_one_title(reader: Audience) -> None:
    site, pages = drawn(reader, TURNS)
    titles = Counter(
        re.findall(r"<title>(.*?)</title>", pages[page.path])[0]
        for page in site.pages
        if page.span is not None
    )
    assert len(titles) == len(LISTS) * 3
    assert set(titles.values()) == {1}


def test_an_old_link_to_a_story_finds_it_or_links_to_it() -> None:
    site, pages = drawn(EVERYONE, TURNS)
    ids = html_checks.ids_of(parsed(EVERYONE, TURNS)["turns/index.html"])
    assert {f"story-{n}" for n in STORIES} <= ids
    for number, page in zip(STORIES, ("1-3", "4-6", "index"), strict=True):
        assert f'<h2 class="story" id="story-{number}">' in pages[f"turns/{page}.html"]
    spans = [page.span for page in list_pages(site, "turns") if page.span is not None]
    assert [story.turn for it in spans for story in it.stories] == [*STORIES]


def test_a_story_continued_on_the_next_page_says_so() -> None:
    _, pages = drawn(EVERYONE, TURNS)
    for path in ("turns/4-6.html", "timeline/4-6.html"):
        assert "Story 1, continued" in pages[path]
        assert "Story 5" in pages[path]
        assert "Story 5, continued" not in pages[path]
    assert "Story 5, continued" in pages["turns/index.html"]


def test_the_first_turn_of_a_page_shows_the_time_since_the_previous_turn() -> None:
    _, pages = drawn(EVERYONE, TURNS)
    for path, first in (("timeline/1-3.html", 0), ("timeline/4-6.html", 1), ("timeline.html", 1)):
        assert (
            pages[path].count("One day later")
            == len(told_of(path, pages[path], "turns/")) - 1 + first
        )


@each_reader
@pytest.mark.parametrize("path", ["places/harbour.html", "factions/vael.html"])
def test_a_history_shows_the_latest_turns_and_links_to_all(reader: Audience, path: str) -> None:
    _, pages = drawn(reader, TURNS)
    page = _MAIN.findall(pages[path])[0]
    told, _, rows = page.partition('<ol class="numbers">')
    rows = rows.partition("</ol>")[0]
    assert told_of(path, f"<main>{told}</main>", "turns/") >= {11, 10, 9}
    numbered = [int(n) for n in re.findall(r"\.html#\w+\">(\d+)</a>", rows)]
    assert numbered == [*range(TURNS - LENGTH, 0, -1)]
    assert re.findall(r"<b>(.*?)<", rows) == ["Turns 7–9", "Turns 4–6", "Turns 1–3"]


@each_reader
def test_relations_show_the_latest_changes_and_link_to_all(reader: Audience) -> None:
    _, pages = drawn(reader, TURNS)
    row = pages["relations.html"].partition("<tbody>")[2].partition("</tbody>")[0]
    told, _, rest = row.partition("Earlier ones")
    assert len(re.findall(r'class="was"', told)) == 7
    assert re.findall(r">turn (\d+)<", told) == ["11", "10", "9", "8", "7", "6", "5"]
    assert re.findall(r">(\d+)</a>", rest) == ["4", "3", "2", "1"]


def test_lists_of_dossiers_and_audits_link_to_all_of_them() -> None:
    _, own = drawn(VAEL, TURNS)
    every = {f"{n}.html" for n in range(1, TURNS + 1)}
    led = set(links("dossier/index.html", own["dossier/index.html"]))
    assert {f"dossier/{it}" for it in every} <= led
    _, pages = drawn(GM, TURNS)
    audits = set(links("audit/index.html", pages["audit/index.html"]))
    assert {f"audit/{it}" for it in every} <= audits
    dossiers = set(links("dossier/index.html", pages["dossier/index.html"]))
    near = range(TURNS - LENGTH + 1, TURNS + 1)
    assert {f"../{id}/dossier/{n}.html" for id in ("vael", "oru") for n in near} <= dossiers
    earlier = range(1, TURNS - LENGTH + 1)
    assert {f"audit/{n}.html#dossiers" for n in earlier} <= dossiers
    for n in range(1, TURNS + 1):
        audit = set(links(f"audit/{n}.html", pages[f"audit/{n}.html"]))
        assert {f"../{id}/dossier/{n}.html" for id in ("vael", "oru")} <= audit


def test_the_contents_of_a_single_file_dossier_link_to_every_turn() -> None:
    _, pages = drawn(VAEL, TURNS)
    page = html_checks.parse(pages[SINGLE_FILE_PATH])
    assert (
        html_checks.link_faults(
            SINGLE_FILE_PATH, page, {SINGLE_FILE_PATH}, {SINGLE_FILE_PATH: html_checks.ids_of(page)}
        )
        == []
    )
    contents = pages[SINGLE_FILE_PATH].partition('<article class="single-page')[0]
    led = Counter(re.findall(r'href="#([\w-]+)"', contents))
    for part in ("turns", "rumors", "dossier"):
        assert [led[f"{part}-{n}"] for n in range(1, TURNS + 1)] == [1] * TURNS


def test_a_long_dossier_in_one_file_has_the_latest_turns_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = drawn(VAEL, TURNS)[1][SINGLE_FILE_PATH]
    monkeypatch.setattr("chronicle.render.single_file.MAX_TURNS", 4)
    _, pages = drawn.__wrapped__(VAEL, TURNS)
    page, first = pages[SINGLE_FILE_PATH], TURNS - 3
    held = set(re.findall(r'<article class="single-page [^"]*" id="([^"]*)"', page))
    # A row of turns is as much a list of the past once no turn of it is left.
    rows = {f"{part}-{row}" for part in LISTS for row in ("1-3", "4-6")}
    told = {f"{part}-{n}" for part in ("turns", "rumors", "dossier") for n in range(1, first)}
    worlds = {f"as-of-{n}" for n in range(1, TURNS + 1)}
    every = {
        path.removesuffix(".html").replace("/", "-") for path in pages if path != SINGLE_FILE_PATH
    }
    assert rows | told | worlds <= every
    assert held == every - rows - told - worlds
    assert f"Turns 1 to {first - 1} are left out" in page
    assert f">Turns {first} to {TURNS}</h1>" in page
    # What leads to them leads to that sentence.
    assert (
        f'<a rel="prev" href="#left-out"><span aria-hidden="true">←</span> Turn {first - 1}<'
        in page
    )
    parsed_page = html_checks.parse(page)
    assert (
        html_checks.link_faults(
            SINGLE_FILE_PATH,
            parsed_page,
            {SINGLE_FILE_PATH},
            {SINGLE_FILE_PATH: html_checks.ids_of(parsed_page)},
        )
        == []
    )
    assert "left-out" not in whole


def test_every_image_is_on_exactly_one_gallery_page() -> None:
    site, pages = drawn(EVERYONE, TURNS)
    paths = [page.path for page in list_pages(site, "gallery")]
    shown = [set(re.findall(r"pictures/[\w-]+\.png", pages[path])) for path in paths]
    assert [len(it) for it in shown] == [3, 3, 5]
    assert len(set().union(*shown)) == TURNS
