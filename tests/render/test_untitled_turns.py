"""A turn that its author gave no title is called by its number, wherever it is named."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.small_campaign import SOUND, tree_of

#: Nothing to click, and nothing to be read out.
EMPTY = re.compile(r"<(a|h1|h2|h3)\b[^>]*>(?:\s|<[^>]+>)*</\1>")


TURN = 'turn: 1\ntitle: ""\nrumors: [{text: A ferry sank., heard_by: everyone, truth: true}]\n'


@cache
def pages(turn: str = TURN) -> dict[str, str]:
    report = Report()
    files = build_files(tree_of({**SOUND, "turns/001.yaml": turn}), report)
    assert files is not None, report.findings
    return {path: it.decode() for path, it in files.items() if path.endswith((".html", ".json"))}


@pytest.mark.parametrize(
    ("path", "said"),
    {
        "site/index.html": '<h1 id="now"><a href="turns/1.html">Turn 1</a></h1>',
        "site/turns/1.html": "<h1>Turn 1</h1>",
        "site/turns/index.html": '<a href="../turns/1.html">Turn 1</a>',
        "site/rumors/index.html": '<a href="../rumors/1.html">No. 1</a>',
        "private/vael/dossier/1.html": "<h1>Turn 1</h1>",
        "private/gm/audit/1.html": "<h1>Turn 1</h1>",
    }.items(),
)
def test_an_untitled_turn_is_called_by_its_number(path: str, said: str) -> None:
    assert said in pages()[path]


def test_no_page_says_the_number_above_a_heading_that_is_the_number() -> None:
    twice = re.compile(r'class="kicker">(?:(?!</p>).)*\b1</p>\s*<h[12][^>]*>(?:<a[^>]*>)?[^<]*\b1<')
    assert [path for path, page in pages().items() if twice.search(page)] == []


def test_page_title_and_search_use_the_turn_number() -> None:
    assert "<title>Turn 1 – Crowns</title>" in pages()["site/turns/1.html"]
    entries = json.loads(pages()["site/search.json"])["things"]
    assert "Turn 1" in [entry["title"] for entry in entries if entry["at"] == "turns/1.html"]


def test_no_page_has_an_empty_heading_or_link() -> None:
    found = {path: it[0] for path, page in pages().items() if (it := EMPTY.search(page))}
    assert found == {}


def test_the_check_detects_an_empty_link() -> None:
    assert EMPTY.search('<p><a href="x.html"> <span></span></a></p>')
    assert not EMPTY.search('<a href="x.html"><svg></svg>A</a>')


def test_a_turn_of_which_readers_know_nothing_says_so() -> None:
    quiet = pages("turn: 1\n")
    assert '<p class="quiet">Nothing is known of this turn.</p>' in quiet["site/turns/1.html"]
    assert "No rumors in this turn." in quiet["site/rumors/1.html"]
    assert "Nothing is known" not in pages()["site/turns/1.html"]
