"""A leaf is the page as drawn, without its frame; moved to another frame, every link holds."""

from __future__ import annotations

import pytest

from chronicle.outline.site import SitePage
from chronicle.render.page_content import (
    MissingMainError,
    PageContent,
    TagRewriter,
    header_of,
    page_content_of,
)

FRAME = (
    "<!doctype html><title>Salt &amp; Tar –\n Crowns</title>"
    '<header class="site">\n<p>Crowns</p>\n</header>'
    '<main id="main" tabindex="-1">\n<h1 id="top">Salt</h1>\n</main><footer>…</footer>'
)
PAGE = SitePage("places/quay.html", "place.html", "place", "The Quay")


def elsewhere(main: str) -> str:
    """What stands on `turns/3.html`, in another frame."""
    return TagRewriter("turns", lambda target: f"#/{target}").main(main, "t3")


def test_main_content_is_extracted_with_its_title() -> None:
    found = page_content_of(PAGE, FRAME.encode())
    assert found == PageContent(
        "places/quay.html", "place", "Salt & Tar – Crowns", '<h1 id="top">Salt</h1>', 0
    )
    assert header_of(FRAME.encode()) == "<p>Crowns</p>"


@pytest.mark.parametrize("lacking", ["<main", "<title>"])
def test_a_page_without_main_or_title_is_refused(lacking: str) -> None:
    with pytest.raises(MissingMainError, match=r"places/quay\.html"):
        page_content_of(PAGE, FRAME.replace(lacking, "<div").encode())


@pytest.mark.parametrize(
    ("written", "then"),
    [
        ('<a href="../places/quay.html">', '<a href="#/places/quay.html">'),
        ('<a class="x" href="4.html#e2">', '<a class="x" href="#/turns/4.html#e2">'),
        ('<a href="#e1">', '<a href="#/#e1">'),
        ('<a href="https://a.example/?a=1&amp;b=2">', '<a href="https://a.example/?a=1&amp;b=2">'),
        ('<a href="mailto:a@b.example">', '<a href="mailto:a@b.example">'),
        ('<img alt="x" src="../pictures/a.png">', '<img alt="x" src="#/pictures/a.png">'),
        ('<p id="news">', '<p id="t3.news">'),
        ('<p aria-labelledby="a b">', '<p aria-labelledby="t3.a t3.b">'),
        ('<td headers="a b">', '<td headers="t3.a t3.b">'),
        ("<h1>", '<h1 aria-level="2">'),
        ('<h3 class="x" id="a">', '<h3 aria-level="4" class="x" id="t3.a">'),
    ],
)
def test_links_and_ids_are_rewritten(written: str, then: str) -> None:
    assert elsewhere(written) == then


@pytest.mark.parametrize(
    "text",
    [
        '<p>id="x" href="y" in a text</p>',
        '<p title="say id=&quot;x&quot;">no id</p>',
        '<p data-id="x" class="id">',
        '<p title="a > b">',
        "<hr><header><p>h1 &lt;h1&gt;",
    ],
)
def test_text_that_looks_like_attributes_is_kept(text: str) -> None:
    assert elsewhere(text) == text


def test_ids_are_prefixed_by_their_page() -> None:
    moved = TagRewriter("", lambda target: target)
    assert [moved.main('<p id="a">', own) for own in ("x", "y")] == ['<p id="x.a">', '<p id="y.a">']
    # What stands for the id meanwhile is nobody's word.
    assert moved.main('<p id="a">\0</p>', "x") == '<p id="x.a">\ufffd</p>'
