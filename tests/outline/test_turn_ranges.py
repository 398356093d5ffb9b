"""What grows with the turns, in stretches: nothing is lost, and a full one never changes again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.model.facts import Ref
from chronicle.outline import turn_ranges
from chronicle.outline.map import EditionMaps, WorldMap
from chronicle.outline.pages import outline
from chronicle.outline.paths import map_path, search_path
from chronicle.outline.site import Site
from chronicle.outline.turn_ranges import TurnRange, earlier_ranges, latest_range, range_of_turn
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import field_names, replace
from chronicle.render import render_files
from chronicle.render.page_content import page_contents_of
from chronicle.render.pages import PageRecord
from chronicle.seal.bundle import bundle_dossier
from tests.render import html_checks
from tests.small_campaign import play_files
from tests.theme_fragments import renderer

VAEL: Final = faction_audience("vael")
AUDIENCES: Final = (EVERYONE, VAEL, GM)
#: As many turns, and in a stretch.
TURNS: Final = 8
SIZE: Final = 3


def turn(number: int) -> str:
    """A turn with something new on the map, and words that no other has."""
    seen = "\nreveals: [{place: vale, for: everyone}]" if number == TURNS - 1 else ""
    more = ", {power: vael, sphere: marsh, influence: +3}" if number == TURNS - 1 else ""
    return f"""\
turn: {number}
title: Title {number}
news:
  - for: everyone
    title: News {number}
    text: Words of turn {number}, heard in [[harbour]].
    effects: [{{power: vael, sphere: harbour, influence: {"+2" if number % 2 else "-2"}}}{more}]
rumors: [{{text: A whisper of turn {number}., heard_by: everyone, truth: true}}]{seen}
"""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_ranges, "TURNS_PER_MAP", SIZE)
    monkeypatch.setattr(turn_ranges, "TURNS_PER_SEARCH_FILE", SIZE)


@lru_cache(maxsize=64)
def edition(audience: Audience, turns: int = TURNS) -> Edition:
    files = {f"turns/{at:03}.yaml": turn(at) for at in range(1, turns + 1)}
    played = play_files(files)
    return project(played.campaign, played.history, played.ruleset, audience)


@lru_cache(maxsize=64)
def rendered(
    audience: Audience, turns: int = TURNS
) -> tuple[Site, dict[str, bytes], Mapping[str, PageRecord]]:
    """A site, its files, and the records of its pages."""
    report, files = Report(), dict[str, bytes]()
    site = outline(edition(audience, turns), report)
    records = render_files(site, renderer("shadow"), report, files)
    assert not report.findings, [finding.message for finding in report.findings]
    return site, files, records


def drawn(audience: Audience, turns: int = TURNS) -> tuple[Site, dict[str, bytes]]:
    site, files, _ = rendered(audience, turns)
    return site, files


@given(st.integers(0, 400), st.integers(1, 60))
def test_every_turn_is_in_one_full_range_or_the_latest(count: int, size: int) -> None:
    full, now = earlier_ranges(count, size), latest_range(count, size)
    assert all(it.last - it.first == size - 1 for it in full)
    assert all(before.last + 1 == after.first for before, after in pairwise(full))
    assert now.last == count
    assert now.last - now.first < size
    done = full[-1].last if full else 0
    assert done < max(count, 1)
    assert now.first <= done + 1
    assert full == earlier_ranges(count + 1, size)[: len(full)]
    assert [range_of_turn(it.last, size) for it in full] == [*full]
    assert [range_of_turn(it.first, size) for it in full] == [*full]


# ── The map ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_past_map_does_not_depend_on_later_turns(audience: Audience) -> None:
    for stretch in earlier_ranges(TURNS, SIZE):
        maps = [
            EditionMaps(edition(audience, turns)).of(stretch)
            for turns in range(stretch.last + 1, TURNS + 1)
        ]
        assert {repr(_alone(found)) for found in maps} == {repr(_alone(maps[0]))}


def _alone(found: WorldMap) -> list[object]:
    """A map except the way on, which is there once the next stretch is full."""
    fields = (name for name in field_names(WorldMap) if name != "after")
    return [getattr(found, name) for name in fields]


def test_a_past_map_shows_only_what_was_known_then() -> None:
    first, second = (EditionMaps(edition(EVERYONE)).of(it) for it in earlier_ranges(TURNS, SIZE))
    assert [
        len(found.marks) for found in (first, second, EditionMaps(edition(EVERYONE)).latest())
    ] == [2, 2, 3]
    assert not [ref for mark in second.listed for ref in mark.neighbours if ref.id == "vale"]


def test_a_newly_known_faction_does_not_change_the_hatching_of_others() -> None:
    found = edition(VAEL)
    factions = sorted(found.factions, key=lambda it: it.id)
    known = {**found.known_since, Ref("faction", "oru"): TURNS - 1}
    atlases = EditionMaps(replace(found, factions=tuple(factions), known_since=known))
    maps = [*map(atlases.of, earlier_ranges(TURNS, SIZE)), atlases.latest()]
    numbers = [{it.faction.id: it.number for it in shown.holders} for shown in maps]
    assert numbers == [{"vael": 0}, {"vael": 0}, {"oru": 0, "vael": 1}]


def test_each_map_shows_control_in_its_turns() -> None:
    found = edition(GM)
    atlases = EditionMaps(found)
    maps = [*map(atlases.of, earlier_ranges(TURNS, SIZE)), atlases.latest()]
    assert [(it.stretch.first, it.stretch.last) for it in maps] == [(1, 3), (4, 6), (6, 8)]
    for shown in maps:
        (harbour,) = (mark for mark in shown.marks if mark.ref.id == "harbour")
        numbers = range(shown.stretch.first, shown.stretch.last + 1)
        for number in numbers:
            (run,) = (it for it in harbour.runs if it.first <= number <= it.last)
            assert run.holdings == found.holdings[number - 1]["harbour"]
        assert (harbour.runs[0].first, harbour.runs[-1].last) == (numbers[0], numbers[-1])


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_rendered_past_map_changes_only_when_the_next_range_is_complete(
    audience: Audience,
) -> None:
    for stretch in earlier_ranges(TURNS, SIZE):
        path = map_path(stretch)
        pages = {n: drawn(audience, n)[1][path] for n in range(stretch.last + 1, TURNS + 1)}
        changed = [n for n in pages if n - 1 in pages and pages[n] != pages[n - 1]]
        assert changed == [n for n in pages if n == stretch.last + SIZE + 1]


def led(path: str, page: html_checks.Parsed) -> Iterator[tuple[str, str]]:
    """The paths that a page's links lead to, with their anchors."""
    for tag in page.tags:
        address = tag.attributes.get("href") if tag.name == "a" else None
        if address and ":" not in address:
            to, _, anchor = address.partition("#")
            yield (html_checks.target(path, to) if to else path), anchor


@pytest.mark.parametrize("audience", AUDIENCES)
def test_all_pages_are_valid_and_their_links_resolve(audience: Audience) -> None:
    _, files = drawn(audience)
    pages = {
        path: html_checks.parse(it.decode()) for path, it in files.items() if path[-5:] == ".html"
    }
    maps = [path for path in pages if path.startswith("map/")]
    assert maps == ["map/1-3.html", "map/4-6.html"]
    for path in ("map.html", *maps):
        for check in ("markup_faults", "id_faults", "head_faults", "heading_faults"):
            assert getattr(html_checks, check)(pages[path]) == [], path
    ids = {path: html_checks.ids_of(page) for path, page in pages.items()}
    linked = {"map.html", *maps, *(f"as-of/{n}.html" for n in range(1, TURNS + 1))}
    for path in linked:
        for page, anchor in led(path, pages[path]):
            assert page in files, (path, page)
            assert not anchor or anchor in ids[page], (path, page, anchor)
    assert set(html_checks.targets("map.html", pages["map.html"])) >= set(maps)


def test_an_as_of_page_links_to_the_map_of_its_turn() -> None:
    _, files = drawn(VAEL)
    for number, path in {1: "map/1-3.html", 5: "map/4-6.html", 7: "map.html"}.items():
        page = html_checks.parse(files[f"as-of/{number}.html"].decode())
        assert (path, f"turn-{number}") in led(f"as-of/{number}.html", page)


def test_past_maps_are_sealed_with_their_last_turn_and_the_latest_with_the_shared_pages() -> None:
    site, files, records = rendered(VAEL)
    contents = page_contents_of(site, files, records)
    bound = bundle_dossier(site, "", contents, drawn(EVERYONE)[0].edition)
    assert "map.html" in json.loads(bound.pages)["pages"]
    held = [json.loads(one)["pages"].keys() for one in bound.turns]
    maps = {n: [path for path in paths if path[:4] == "map/"] for n, paths in enumerate(held, 1)}
    assert {n: found for n, found in maps.items() if found} == {
        3: ["map/1-3.html"],
        6: ["map/4-6.html"],
    }


# ── The search ───────────────────────────────────────────────────────────────────────────────────


def things(files: dict[str, bytes]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What the parts of a search find, by where it is in the site, as the parts are named."""
    index = json.loads(files["search.json"])
    assert all(json.loads(files[part])["parts"] == [] for part in index["parts"])
    for path in ("search.json", *index["parts"]):
        for thing in json.loads(files[path])["things"]:
            yield html_checks.target(path, thing.pop("at")), thing


def test_partial_search_indexes_hold_the_same_entries_as_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, files = drawn(EVERYONE)
    found = list(things(files))
    assert json.loads(files["search.json"])["parts"] == ["search/4-6.json", "search/1-3.json"]
    monkeypatch.setattr(turn_ranges, "TURNS_PER_SEARCH_FILE", 1000)
    _, whole, _ = rendered.__wrapped__(EVERYONE)
    assert json.loads(whole["search.json"])["parts"] == []
    assert sorted(found, key=repr) == sorted(things(whole), key=repr)
    assert len(found) > 3 * TURNS
    assert len({at for at, _ in found}) == len(found)


def test_the_first_search_part_holds_the_latest_turns_and_all_entities() -> None:
    _, files = drawn(EVERYONE)
    said = {path: files[path].decode() for path in files if path.startswith("search")}
    assert "The Harbour" in said["search.json"]
    for number in range(1, TURNS + 1):
        (path,) = (path for path, text in said.items() if f"Words of turn {number}," in text)
        full = range_of_turn(number, SIZE)
        assert path == (search_path(full) if full.last < TURNS else "search.json")


def test_a_complete_search_part_never_changes() -> None:
    for stretch in earlier_ranges(TURNS, SIZE):
        path = search_path(stretch)
        parts = {drawn(EVERYONE, n)[1][path] for n in range(stretch.last + 1, TURNS + 1)}
        assert len(parts) == 1


def test_the_search_index_is_a_file_for_the_public_and_the_gm() -> None:
    """A faction's is made when its dossier is opened."""
    files = {
        audience: [path for path in drawn(audience)[1] if path.startswith("search")]
        for audience in (EVERYONE, GM, VAEL)
    }
    assert files[EVERYONE] == files[GM] != []
    assert files[VAEL] == []


def test_a_turn_range_is_named_by_its_turns() -> None:
    assert map_path(TurnRange(25, 48)) == "map/25-48.html"
    assert search_path(TurnRange(51, 100)) == "search/51-100.json"
