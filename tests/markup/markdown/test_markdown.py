"""Prose becomes HTML that fits its page: links, headings and tables, and never raw HTML."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.utils import EnvType

from chronicle.markup.markdown import PrivateLines, plain_text, to_html
from chronicle.markup.markdown.checks import link_addresses
from tests.markup.markdown.case_files import Case, cases

KNOWN: Final = {
    "vael": "/vael",
    "house vael": "/vael",
    "harbour": "/harbour",
    "the harbour": "/harbour",
    "turn 3": "/3",
}


def address(target: str) -> str | None:
    return KNOWN.get(target.casefold())


def name(target: str) -> str | None:
    return "House Vael" if target.casefold() == "vael" else None


def test_a_text_that_is_checked_and_rendered_twice_is_parsed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The parser takes a second for as many opened links as a page can have."""
    text = "# One\n\n## Two\n\n" + "[a](" * 50
    seen, parse = [], MarkdownIt.parse

    def counted(parser: MarkdownIt, src: str, env: EnvType | None = None) -> list[Token]:
        seen.append(src)
        return parse(parser, src, env)

    monkeypatch.setattr(MarkdownIt, "parse", counted)
    assert link_addresses(text) == ()
    assert plain_text(text).startswith("One Two [a](")
    for level in (2, 3):
        html = to_html(text, address, heading_level=level)
        assert re.findall("<h.>", html) == [f"<h{level}>", f"<h{level + 1}>"]
    assert seen == [text]


@pytest.mark.parametrize("case", cases("markdown.txt"), ids=lambda case: case.name)
def test_markdown_renders_to_html(case: Case) -> None:
    html = to_html(case.parts["text"], address, heading_level=3, look_up_name=name)
    assert html == case.parts["html"] + "\n"


def test_private_blocks_are_in_labelled_groups() -> None:
    text = "All.\n\nOne.\n\n- Two.\n\nMore.\n\nThree."
    html = to_html(text, address, heading_level=3, private=PrivateLines((2, 4, 8), "Few & far"))
    start = '<div class="private-part" role="group" aria-label="Few &amp; far">'
    label = '<p class="label flag" aria-hidden="true">Few &amp; far</p>\n'
    assert html == (
        f"<p>All.</p>\n{start}{label}<p>One.</p>\n<ul>\n<li>Two.</li>\n</ul>\n</div>\n"
        f"<p>More.</p>\n{start}{label}<p>Three.</p>\n</div>\n"
    )


@pytest.mark.parametrize("case", cases("plain.txt"), ids=lambda case: case.name)
def test_plain_text_is_extracted(case: Case) -> None:
    assert plain_text(case.parts["text"], name=name) == case.parts["plain"]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 6])
def test_the_first_heading_has_the_level_asked_for(level: int) -> None:
    html = to_html("## a\n\n### b\n", address, heading_level=level)
    assert html == f"<h{level}>a</h{level}>\n<h{min(6, level + 1)}>b</h{min(6, level + 1)}>\n"


@settings(max_examples=200, deadline=None, derandomize=True)
@given(levels=st.lists(st.integers(1, 6), min_size=1, max_size=12), top=st.integers(1, 6))
def test_no_heading_skips_a_level_downwards(levels: list[int], top: int) -> None:
    text = "\n\n".join(f"{'#' * level} x" for level in levels)
    made = [
        int(found) for found in re.findall(r"<h(\d)>", to_html(text, address, heading_level=top))
    ]
    assert len(made) == len(levels)
    assert made[0] == top
    assert min(made) >= top
    steps = zip(pairwise(levels), pairwise(made), strict=True)
    for (written, following), (before, after) in steps:
        if following > written:
            assert after == min(6, before + 1)
        elif following == written:
            assert after == before
        else:
            assert after <= before


FRAGMENTS: Final = (
    "<script>", "</p>", "<!--", "-->", "<img src=x onerror=y>", "javascript:x", "[a](", "](", ")",
    "[[vael]]", "[[vael|", "]]", "`", "```\n", "\n", "\n\n", "> ", "- ", "# ", "| a |\n", "| - |\n",
    "&lt;", "&#60;", "\"", "'", "<https://x.org>", "<", ">", "\\", "word ", "data:text/html,x",
)  # fmt: skip
#: All that Markdown and our own links make.
TAGS: Final = re.compile(
    r"</?(?:p|em|strong|code|pre|blockquote|ul|ol|li|h[3-6]|table|thead|tbody|tr|th|td|div|br|hr)\b"
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(parts=st.lists(st.sampled_from(FRAGMENTS), max_size=20))
def test_raw_html_is_escaped(parts: list[str]) -> None:
    html = to_html("".join(parts), address, heading_level=3)
    for tag in re.findall(r"<[^>]*>?", html):
        if tag.startswith(("<a ", "<img ")):
            assert not re.search(r"onerror|(?:href|src)=\"(?:javascript|data):", tag)
        else:
            assert tag == "</a>" or TAGS.match(tag), tag


@settings(max_examples=200, deadline=None, derandomize=True)
@given(text=st.text(max_size=80))
def test_plain_text_is_always_one_line(text: str) -> None:
    words = plain_text(text)
    assert words == " ".join(words.split())
