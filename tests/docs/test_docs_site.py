"""The documentation as a site: whole, without a broken link, in light and dark, searchable."""

from __future__ import annotations

import json
import posixpath
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt

from tests.docs.built_docs import docs_files
from tests.docs.pages import ROOT, page_text, pages
from tests.render.html_checks import Parsed, parse
from tests.sample_campaigns import write_files
from tools import docs_site

pytestmark = pytest.mark.xdist_group("docs site")  # one process makes the pages, once

Site = Mapping[str, Parsed]
#: What of Markdown a page consists of: the tokens of CommonMark, and the elements of the site.
PARTS: Final = {"list_item_open": "li", "tr_open": "tr", "fence": "pre", "image": "img"}
ARTICLE: Final = ("main", "article")


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(docs_files(), tmp_path_factory.mktemp("docs-site"))


@pytest.fixture(scope="module")
def site(output: Path) -> Site:
    return {
        path.relative_to(output).as_posix(): parse(path.read_text(encoding="utf-8"))
        for path in output.rglob("*.html")
    }


def test_every_page_of_the_docs_is_in_the_site(site: Site) -> None:
    expected = {
        name.removesuffix(".md") + ".html" for name in docs_site.pages() if name.endswith(".md")
    }
    assert set(site) == expected | {"404.html"}


def test_every_link_leads_to_a_file_and_an_anchor_of_the_site(output: Path, site: Site) -> None:
    anchors = {
        path: {value for tag in page.tags if (value := tag.attributes.get("id"))}
        for path, page in site.items()
    }
    broken = []
    for path, page in site.items():
        if path == "404.html":
            continue  # its links start at the site's address
        for tag in page.tags:
            link = tag.attributes.get("href") or tag.attributes.get("src")
            parts = urlsplit(link or "")
            if not link or parts.scheme:
                continue
            target = unquote(parts.path)
            here = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            there = here if target else path
            has_anchor = not parts.fragment or parts.fragment in anchors.get(there, ())
            if not (output / there).is_file() or not has_anchor:
                broken.append((path, link))
    assert not broken


def test_links_to_the_repository_name_files_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://git.example")
    monkeypatch.setenv("GITHUB_REPOSITORY", "ada/chronicle")
    start = "https://git.example/ada/chronicle/blob/main/"
    text = "".join(docs_site.site_markdown(page_text(page), page) for page in pages())
    named = re.findall(rf"\]\({re.escape(start)}([^)#]+)", text)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_pages_load_nothing_from_other_hosts(site: Site) -> None:
    loaded = {
        tag.attributes.get("src") or tag.attributes.get("href") or ""
        for page in site.values()
        for tag in page.tags
        if tag.name in {"script", "img", "iframe"}
        or (tag.name == "link" and tag.attributes.get("rel") not in {"canonical", "next", "prev"})
    }
    assert [url for url in loaded if urlsplit(url).scheme] == []


def test_pages_show_what_their_markdown_says(site: Site) -> None:
    """The builder's Markdown is not CommonMark, so lists, tables and code are counted."""
    for path, content in docs_site.pages().items():
        if not path.endswith(".md"):
            continue
        tokens = MarkdownIt("commonmark").enable("table").parse(content.decode("utf-8"))
        flat = [*tokens, *(child for token in tokens for child in token.children or ())]
        written = Counter(PARTS[token.type] for token in flat if token.type in PARTS)
        tags = [
            tag.name
            for tag in site[path.removesuffix(".md") + ".html"].tags
            if tag.name in written and "article" in tag.around and "nav" not in tag.around
        ]
        assert Counter(tags) == written, path


def test_the_search_knows_every_page(output: Path) -> None:
    index = json.loads((output / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {name.removesuffix(".md") + ".html" for name in docs_site.pages() if ".md" in name} == (
        found
    )


def test_there_is_a_light_and_a_dark_scheme(site: Site) -> None:
    inputs = [tag.attributes for tag in site["index.html"].tags if tag.name == "input"]
    schemes = {one.get("data-md-color-scheme") for one in inputs}
    assert {"default", "slate"} <= schemes


def test_a_link_that_leads_nowhere_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"index.md": b"# Lost\n\n[Lost](nowhere.md)\n"}
    monkeypatch.setattr(docs_site, "pages", lambda: pages)
    assert docs_site.build(tmp_path / "site") != 0


@pytest.mark.parametrize(
    ("path", "written", "expected"),
    [
        ("README.md", "[a](docs/tutorial.md#b)", "[a](tutorial.md#b)"),
        ("docs/README.md", "[a](../CONTRIBUTING.md)", "[a](contributing.md)"),
        ("docs/how-to/a.md", "[a](../../README.md)", "[a](../index.md)"),
        ("docs/how-to/a.md", "![a](../pictures/b.png)", "![a](../pictures/b.png)"),
        ("docs/how-to/a.md", "[a](#b) and [c](https://c.example/d)", None),
        ("docs/tutorial.md", "```\n[a](../README.md)\n```", None),
        ("docs/tutorial.md", '```yaml file="a.yaml" from="b"\n```', '```yaml title="a.yaml"\n```'),
        ("docs/tutorial.md", "Two:\n- a\n- b", "Two:\n\n- a\n- b"),
        ("docs/a.md", "See [a](../chronicle/pipeline.py).", "See a."),
    ],
)
def test_markdown_is_changed_only_where_the_builder_needs_it(
    path: str, written: str, expected: str | None
) -> None:
    assert docs_site.site_markdown(written, path) == (expected or written)
