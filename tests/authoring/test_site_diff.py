"""What a site says that its host does not say yet."""

from __future__ import annotations

import json

import pytest

from chronicle.authoring.site_diff import (
    PathChanges,
    SealedDossier,
    SiteDiff,
    diff_sites,
    visible_lines,
)
from chronicle.cli.deploy.summary import format_changes

BEFORE = {
    "index.html": b"<main><h1>Crowns</h1></main>",
    "turns/1.html": b"<main><p>A ferry sank.</p><nav>All turns</nav></main>",
    "old.html": b"<main>Gone</main>",
    "sealed/book": b"1",
    "sealed/one": b"1",
}
AFTER = {
    "index.html": b"<main><h1>Crowns</h1><p>Turn 2 is out</p></main>",
    "turns/1.html": b"<main><p>A ferry sank.</p><nav>All turns, turn 2</nav></main>",
    "turns/2.html": b'<main><h2>The Flood</h2><img alt="A drowned marsh"></main>',
    "sealed/book": b"2",
    "sealed/one": b"1",
    "sealed/two": b"1",
}
VAEL = SealedDossier("", "vael", ("sealed/book", "sealed/pages", "sealed/one", "sealed/two"))


def found() -> SiteDiff:
    return diff_sites(BEFORE, AFTER, dossiers=(VAEL,))


def test_pages_and_other_files_are_listed_separately() -> None:
    going = found()
    assert going.pages == PathChanges(
        ("turns/2.html",), ("index.html", "turns/1.html"), ("old.html",)
    )
    assert going.files == PathChanges(("sealed/two",), ("sealed/book",))


def test_a_page_with_only_new_navigation_has_no_new_text() -> None:
    public, vael = found().shares
    assert (public.audience, public.turns, public.beside) == ("everyone", PathChanges(("2",)), True)
    assert (vael.audience, vael.turns, vael.beside) == ("vael", PathChanges(("2",)), True)


def test_new_text_is_listed_once() -> None:
    assert found().lines == ("Turn 2 is out", "The Flood", "A drowned marsh")


def test_a_motto_and_a_profile_are_listed_apart() -> None:
    entries = [{"title": "The Night Ferry", "words": "Nobody asks · They row whoever pays."}]
    after = {"search.json": json.dumps(entries).encode()}
    assert diff_sites({}, after).words == ("Nobody asks", "They row whoever pays.")


def test_new_search_entries_are_listed_as_titles_and_sentences() -> None:
    was = [{"title": "Low Water", "words": "A ferry sank. It was old."}]
    now = [*was, {"title": "The Flood", "words": "It was old. The marsh is under water!"}]
    going = diff_sites(
        {**BEFORE, "search.json": json.dumps(was).encode()},
        {**AFTER, "search.json": json.dumps(now).encode()},
    )
    assert (going.names, going.words) == (("The Flood",), ("The marsh is under water!",))
    assert "The Flood" not in going.lines


def test_each_campaign_of_a_multi_site_has_its_own_section() -> None:
    going = diff_sites({}, {"bells/turns/3.html": b"x", "index.html": b"x"}, ("bells", "crowns"))
    assert [(one.campaign, one.turns.new, one.beside) for one in going.shares] == [
        ("bells", ("3",), False),
        ("crowns", (), False),
    ]


def test_text_is_compared_as_displayed() -> None:
    page = (
        b"<title>No</title><main><p>The <b>Oru</b> &amp; <a href='x'>Vael</a></p>"
        b"<script>secret</script><!-- secret --><p>12</p></main><footer>Foot</footer>"
    )
    assert visible_lines(page) == ("The Oru & Vael",)


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("3", "turn 3 is new"),
        ("12", "turns 1 and 2 are new"),
        ("2345", "turns 2 to 5 are new"),
        ("135", "turns 1, 3, 5 are new"),
        ("", "nothing changes"),
    ],
)
def test_turn_ranges_are_written_in_words(turns: str, said: str) -> None:
    going = diff_sites({}, {f"turns/{turn}.html": b"x" for turn in turns})
    assert f"  everyone: {said}" in list(format_changes(going, (), (), "web", is_new=False))


@pytest.mark.parametrize("has_words", [True, False])
def test_shortened_lists_name_the_option_that_lists_all(has_words: bool) -> None:
    going = SiteDiff(
        pages=PathChanges(),
        files=PathChanges(),
        shares=(),
        names=tuple(f"Name {number}" for number in range(30)) if has_words else (),
        words=tuple(f"{'Long ' * 30}{number}." for number in range(20)) if has_words else (),
        lines=tuple(f"Line {number}" for number in range(40)),
        lost=tuple(f"Page {number}" for number in range(40)),
    )
    cut = list(format_changes(going, (), (), "web", is_new=False))
    assert any(line.endswith("; --all lists all") for line in cut)
    every = list(format_changes(going, (), (), "web", is_new=False, every=True))
    assert not any("--all" in line or line.endswith("…") for line in every)
    said = {line.strip() for line in every}
    assert said >= {*going.names, *going.words, *going.lines, *going.lost}
