"""The content of a page is the page as drawn, without its frame; in another, every link holds."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.source import Source
from chronicle.outline.frame import Frame
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import EMPTY_EDITION
from chronicle.render import Renderer, Theme, render_files
from chronicle.render.messages import MessageCatalogue
from chronicle.render.page_content import (
    PageContent,
    TagRewriter,
    page_contents_of,
    page_without_content,
)
from chronicle.render.pages import PageRecord

TEMPLATE = """\
{% set title %}Salt &amp; <b>Tar</b> –
 Crowns{% endset %}
{% set header_content %}

<p>Crowns</p>
{% endset %}
{% set content %}
<h1 id="top">Sält</h1>
{% endset %}
<!doctype html><title>{{ title }}</title><header>{{ header_content }}</header>
<main id="main" tabindex="-1">
{{ content }}
</main><footer>…</footer>
"""
PAGE = SitePage("places/quay.html", "place.html", "place", "The Quay", turn=3)
FEED = SitePage("feed.xml", "feed.xml", "feed")


def contents(template: str) -> tuple[PageContent, ...]:
    """The contents of a page and a feed, of which the page has this template."""
    site, files, records = rendered(template)
    assert page_without_content(site, records) is None
    return page_contents_of(site, files, records)


def rendered(template: str) -> tuple[Site, Mapping[str, bytes], Mapping[str, PageRecord]]:
    """The site of these two, its files, and the records of its pages."""
    sources = {"place.html": Source("place.html", template), "feed.xml": Source("feed.xml", "<f/>")}
    site = Site(EMPTY_EDITION, (PAGE, FEED), Frame("Crowns", "", "en", "shadow"))
    report, files = Report(), dict[str, bytes]()
    renderer = Renderer.of(Theme("bare", sources, {}, MessageCatalogue(), "en"))
    records = render_files(site, renderer, report, files)
    assert not report.findings, [finding.message for finding in report.findings]
    return site, files, records


def elsewhere(main: str) -> str:
    """What stands on `turns/3.html`, in another frame."""
    return TagRewriter("turns", lambda target: f"#/{target}").main(main, "t3")


def test_main_content_is_extracted_with_its_title() -> None:
    (found,) = contents(TEMPLATE)
    main = '<h1 id="top">Sält</h1>'
    assert found == PageContent("places/quay.html", "place", "Salt & <b>Tar</b> – Crowns", main, 3)


@pytest.mark.parametrize(
    "template",
    [
        TEMPLATE.replace("set title", "set heading").replace("{{ title }}", "Salt"),
        TEMPLATE.replace("set content", "set body").replace("{{ content }}", "Salt"),
        TEMPLATE.replace("{{ content }}", "Salt"),
        TEMPLATE.replace('<h1 id="top">Sält</h1>', ""),
    ],
)
def test_a_page_without_content_or_title_is_refused(template: str) -> None:
    site, _, records = rendered(template)
    assert page_without_content(site, records) == PAGE


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
    # The placeholder of the id is in no text.
    assert moved.main('<p id="a">\0</p>', "x") == '<p id="x.a">\ufffd</p>'
