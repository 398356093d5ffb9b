"""The dossier in one file has the pages of the edition without what makes no sense there."""

from __future__ import annotations

import pytest

from chronicle.render.single_file import without_onward_link, without_permalinks

SIGN = '<a class="permalink" href="#e1" aria-label="Permalink: Rain">¶</a>'


@pytest.mark.parametrize(
    ("written", "then"),
    [
        (f"<h3>Rain&nbsp;{SIGN}</h3>", "<h3>Rain</h3>"),
        (f"<h3>Rain {SIGN}{SIGN}</h3>", "<h3>Rain </h3>"),
        (f'<p>Rain</p>\n<p class="label">{SIGN}</p>\n<p>Wind</p>', "<p>Rain</p>\n<p>Wind</p>"),
        (f'<p class="rumor-where">\n  &nbsp;{SIGN}</p>{SIGN}', ""),
        (f'<p class="label">Rain {SIGN}</p>', '<p class="label">Rain </p>'),
        (f'<p class="label">{SIGN} Rain</p>', '<p class="label"> Rain</p>'),
        (f'<p class="label">{SIGN} {SIGN}</p>', '<p class="label"> </p>'),
        ("<p>No sign</p>", "<p>No sign</p>"),
        ('<a class="permalink"', '<a class="permalink"'),
    ],
)
def test_permalink_signs_are_removed_from_the_single_file(written: str, then: str) -> None:
    assert without_permalinks(written) == then


@pytest.mark.parametrize(
    ("written", "then"),
    [
        (
            '<h1>A</h1>\n<p class="onward"><a href="#t3">Then</a></p>\n<p>B</p>',
            "<h1>A</h1>\n<p>B</p>",
        ),
        (
            '<p class="onward"><a href="#t3.e1">On</a></p>',
            '<p class="onward"><a href="#t3.e1">On</a></p>',
        ),
        (
            '<p class="onward"><a href="#t4">On</a></p>',
            '<p class="onward"><a href="#t4">On</a></p>',
        ),
        (
            '<p class="onward"><a href="#t3">Then</a> <a href="#t4">On</a></p>',
            '<p class="onward"><a href="#t3">Then</a> <a href="#t4">On</a></p>',
        ),
        ("<p>A</p>", "<p>A</p>"),
    ],
)
def test_links_to_the_current_page_are_removed(written: str, then: str) -> None:
    assert without_onward_link(written, "t3") == then
