"""The searches of the public site and of the GM cover what their readers may know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, GM
from chronicle.outline.paths import SEARCH
from chronicle.outline.search import SearchEntry, search_index_of
from chronicle.pipeline import build_files, resolve_campaign
from chronicle.project import project
from chronicle.project.edition import EMPTY_EDITION
from chronicle.render import shipped_themes_folder
from tests.golden.campaigns import TIDE_BELL
from tests.outline.figures_campaign import VAEL
from tests.outline.figures_campaign import edition as figures
from tests.render import html_checks
from tests.render.strict_html import parse_strictly
from tests.small_campaign import play_files, tree_of

LIBRARY: Final = "annals/static/vendor/minisearch.js"
#: The sum of MiniSearch 7.2.0 as it was made small; the page of licences has it too.
SUM: Final = "981b8380f9c0accf5b8e96d42dfe2aa5b4384cde6dc88e222663cc4ef0c5c031"
FILES: Final[Mapping[str, str]] = {
    **TIDE_BELL,
    "pages/quay.md": '---\ntitle: The quay\nfor: everyone\n---\nSalt & "smoke" at [[harbour]].\n',
    "pages/cellar.md": "---\ntitle: The cellar\nfor: vael\n---\nA trapdoor.\n",
}


@lru_cache(maxsize=1)
def files() -> Mapping[str, bytes]:
    made = build_files(tree_of(FILES), Report())
    assert made is not None
    return made


def things(edition: str = "site") -> list[dict[str, Any]]:
    index = json.loads(files()[f"{edition}/{SEARCH}"])
    assert index["parts"] == []
    found = index["things"]
    assert isinstance(found, list)
    return found


def entries(*, gm: bool = False) -> tuple[SearchEntry, ...]:
    played = resolve_campaign(tree_of(FILES), Report())
    assert played is not None
    audience = GM if gm else EVERYONE
    return search_index_of(
        project(played.campaign, played.history, played.ruleset, audience)
    ).entries


def test_people_and_items_are_found_in_their_own_folders() -> None:
    found = {it.kind: it.path for it in search_index_of(figures(VAEL)).entries}
    assert (found["person"], found["item"]) == ("people/ada-mott.html", "items/bell.html")


def test_nothing_is_found_where_there_is_nothing() -> None:
    assert search_index_of(EMPTY_EDITION).entries == ()


def test_revealed_news_is_found_where_it_is_revealed() -> None:
    played = play_files(
        {
            "turns/001.yaml": "turn: 1\nnews: [{id: rain, for: vael, text: It rained.}]\n",
            "turns/002.yaml": "turn: 2\n"
            "reveals: [{news: 1/rain, for: everyone, text: So it did.}]\n",
        }
    )
    own = project(played.campaign, played.history, played.ruleset, EVERYONE)
    (reveal,) = (it for it in search_index_of(own).entries if it.kind == "reveal")
    assert (reveal.path, reveal.turn) == ("turns/2.html#v1", 2)
    assert [text.markdown for text in reveal.texts] == ["So it did.", "It rained."]


def test_every_page_and_anchor_is_indexed() -> None:
    kinds = {entry.kind for entry in entries()}
    assert kinds >= {"page", "story", "turn", "news", "event", "rumor", "faction", "place"}


@pytest.mark.parametrize("words", ["A trapdoor", "They dig at night", "You rang it"])
def test_hidden_facts_are_absent_from_the_search_index(words: str) -> None:
    text = files()[f"site/{SEARCH}"].decode()
    assert words not in text
    told = [text.markdown for entry in entries(gm=True) for text in entry.texts]
    assert any(words in one for one in told)


def test_the_gm_finds_what_nobody_is_told_in_public() -> None:
    found = {thing["at"]: thing["words"] for thing in things("private/gm")}
    assert "Nobody has asked about the rope yet." in found["turns/1.html"]
    assert [words for at, words in found.items() if at.startswith("turns/1.html#e")]
    assert not [thing for thing in things() if "#e" in thing["at"]]


@pytest.mark.parametrize("edition", ["site", "private/gm"])
def test_every_search_entry_points_to_its_text(edition: str) -> None:
    pages = {
        path.removeprefix(f"{edition}/"): parse_strictly(it.decode())
        for path, it in files().items()
        if path.startswith(edition) and path.endswith(".html")
    }
    for thing in things(edition):
        path, _, anchor = thing["at"].partition("#")
        assert path in pages
        assert not anchor or anchor in html_checks.ids_of(pages[path]), thing
    assert len({thing["at"] for thing in things(edition)}) == len(things(edition))


def test_search_texts_are_plain_and_not_empty() -> None:
    (quay,) = (thing for thing in things() if thing["at"] == "pages/quay.html")
    assert quay == {
        "at": "pages/quay.html",
        "kind": "Page",
        "title": "The quay",
        "words": 'Salt & "smoke" at the Harbour.',
    }
    assert all(thing["kind"] and (thing["title"] or thing["words"]) for thing in things())
    assert not [thing for thing in things() if "  " in thing["words"]]


def test_each_search_entry_is_unique() -> None:
    lines = files()[f"site/{SEARCH}"].decode().splitlines()
    assert [json.loads(line.rstrip(",")) for line in lines[2:-1]] == things()
    assert all(line.startswith(" {") for line in lines[2:-1])


def test_factions_have_no_search_index_file() -> None:
    own = {path for path in files() if path.endswith(SEARCH)}
    assert own == {f"site/{SEARCH}", f"private/gm/{SEARCH}"}
    pages = {path: page for path, page in files().items() if path.endswith(".html")}
    sought = {path.rpartition("/")[0] for path in own}
    for path, page in pages.items():
        assert (b'data-part="seek"' in page) == any(path.startswith(it) for it in sought), path


def test_the_search_button_is_hidden_without_scripts() -> None:
    for path, content in files().items():
        if path.startswith(("site/", "private/gm/")) and path.endswith(".html"):
            tags = parse_strictly(content.decode()).tags
            (button,) = (tag for tag in tags if tag.attributes.get("data-part") == "seek")
            assert "hidden" in button.attributes, path


def test_the_search_library_is_listed_among_the_licences() -> None:
    library = (shipped_themes_folder() / LIBRARY).read_bytes()
    assert hashlib.sha256(library).hexdigest() == SUM
    licences = (shipped_themes_folder().parent / "docs" / "licences.md").read_text(encoding="utf-8")
    assert SUM in licences
    assert b"Permission is hereby granted, free of charge" in library
