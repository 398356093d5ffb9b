"""Pictures under the map: who sees which, where places lie on them, and that they show at all."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM, Audience, faction_audience
from chronicle.outline.map import WorldMap, latest_map_of
from chronicle.outline.map.records import MAX_PICTURE_HEIGHT, WIDTH
from chronicle.outline.pages import outline
from chronicle.pipeline import resolve_campaign
from chronicle.project import project
from chronicle.project.edition import Edition
from chronicle.records import replace
from chronicle.render import render_site
from tests.markup.images.sample_images import ROWS, png
from tests.small_campaign import tree_of
from tests.theme_fragments import renderer

VAEL: Final = faction_audience("vael")
ORU: Final = faction_audience("oru")
MAPS: Final = """\
map:
  - {picture: open.png, words: The lake from above}
  - {picture: vael.png, words: Lady Vael and her tunnels, for: vael, extent: [0, 0, 400, 200]}
"""
PLACES: Final = """\
for: everyone
%splaces:
  harbour: {name: The Harbour, neighbours: [marsh], position: [1, 1]}
  marsh: {name: The Marsh, neighbours: [vale], position: [3, 2]}
  vale: {name: The Vale, for: factions, position: [2, 2]}
"""
#: Two pictures of four pixels by three.
MEDIA: Final = {"media/open.png": png(), "media/vael.png": png(rows=ROWS[:-1] + b"\x07")}


@lru_cache(maxsize=8)
def edition(audience: Audience, maps: str = MAPS) -> Edition:
    """What an audience knows of the small campaign with these pictures under its map."""
    report = Report()
    media = {path: content for path, content in MEDIA.items() if path[6:] in maps}
    played = resolve_campaign(tree_of({"places.yaml": PLACES % maps, **media}), report)
    assert played is not None, [finding.message for finding in report.findings]
    return project(played.campaign, played.history, played.ruleset, audience)


def atlas(audience: Audience, maps: str = MAPS) -> WorldMap:
    return latest_map_of(edition(audience, maps))


def test_each_reader_sees_the_last_background_visible_to_them() -> None:
    words = {
        audience.word: backdrop.words
        for audience in (EVERYONE, VAEL, ORU, GM)
        if (backdrop := atlas(audience).backdrop) is not None
    }
    assert words == {
        "everyone": "The lake from above",
        "oru": "The lake from above",
        "vael": "Lady Vael and her tunnels",
        "gm": "Lady Vael and her tunnels",
    }
    assert [len(edition(audience).pictures) for audience in (EVERYONE, VAEL, ORU)] == [1, 1, 1]


def test_a_hidden_background_leaves_no_trace() -> None:
    """Neither the picture nor that there is one, nor where anything lies by it."""
    alone = MAPS.splitlines(keepends=True)[:2]
    assert edition(ORU) == edition(ORU, "".join(alone))
    assert edition(ORU).pictures.keys().isdisjoint(edition(VAEL).pictures)
    hidden = MAPS.replace("words: The lake from above", "words: The lake, for: gm")
    assert edition(EVERYONE, hidden) == edition(EVERYONE, "")


def test_positions_count_the_pixels_of_a_picture_without_an_extent() -> None:
    found = atlas(EVERYONE)
    assert found.backdrop is not None
    assert found.backdrop.box == (0, 0, WIDTH, WIDTH * 3 // 4)
    points = {mark.ref.id: mark.at for mark in found.marks}
    assert points == {"harbour": (WIDTH // 4, WIDTH // 4), "marsh": (WIDTH * 3 // 4, WIDTH // 2)}


def test_an_extent_scales_the_background_to_the_positions() -> None:
    found = atlas(VAEL)
    assert found.backdrop is not None
    left, top, right, bottom = found.backdrop.box
    assert (right - left, bottom - top) == (WIDTH, WIDTH // 2)
    # All places crowd together in one corner of it, and stay on it.
    for mark in found.marks:
        assert mark.at is not None
        assert left < mark.at[0] < left + 200
        assert top < mark.at[1] < top + 200


def test_a_tall_background_fits_the_map_and_outside_places_move_to_its_edge() -> None:
    tall = "map: [{picture: open.png, words: A tower, extent: [2, 0, 3, 40]}]\n"
    found = atlas(EVERYONE, tall)
    assert found.backdrop is not None
    left, top, right, bottom = found.backdrop.box
    assert (top, bottom, found.height) == (0, MAX_PICTURE_HEIGHT, MAX_PICTURE_HEIGHT)
    (harbour,) = (mark.at for mark in found.marks if mark.ref.id == "harbour")
    assert harbour is not None
    assert left <= harbour[0] <= right


@pytest.mark.parametrize("audience", [EVERYONE, VAEL])
def test_the_map_page_shows_the_background_with_its_alt_text(audience: Audience) -> None:
    report = Report()
    site = outline(edition(audience), report)
    pages = tuple(page for page in site.pages if page.path == "map.html")
    files = render_site(replace(site, pages=pages), renderer(site.frame.ruleset), report)
    drawn = files["map.html"].decode()
    (path,) = edition(audience).pictures
    assert path in files
    assert f'href="{path}"' in drawn
    words = "The lake from above" if audience == EVERYONE else "Lady Vael and her tunnels"
    assert f'role="img" aria-label="{words}"' in drawn
