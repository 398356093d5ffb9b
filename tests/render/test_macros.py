"""What macros of a theme see: what the page sees, whoever imports them there."""

from __future__ import annotations

from pathlib import Path

from chronicle.diagnostics.report import Finding, Report
from chronicle.pipeline import build_files
from tests.small_campaign import tree_of

#: What every page has.
FRAME = "<title>About</title><main>{}</main>"


def drawn(themes: Path, about: str, macros: str) -> tuple[str, tuple[Finding, ...]]:
    """The public's page about the chronicle in a theme with these two templates of its own."""
    (themes / "annals").mkdir()
    (themes / "annals" / "about.html").write_text(FRAME.format(about), encoding="utf-8")
    (themes / "annals" / "own.html").write_text(macros)
    report = Report()
    files = build_files(tree_of({}), report, themes=(themes,))
    page = files["site/about.html"].decode() if files is not None else ""
    return page.partition("<main>")[2].partition("</main>")[0], report.findings


IMPORTED_TWICE = """\
{% set word = "first" %}{% import "own.html" as m with context %}{{ m.said(word) }}
{% for word in ["second"] %}{% import "own.html" as m with context %}{{ m.said(word) }}{% endfor %}
"""


def test_a_macro_sees_the_page_and_its_arguments(tmp_path: Path) -> None:
    macros = "{% macro said(what) %}[{{ page.key }}: {{ what }}]{% endmacro %}"
    page, findings = drawn(tmp_path, IMPORTED_TWICE, macros)
    assert findings == ()
    assert page.split() == ["[about:", "first]", "[about:", "second]"]


def test_a_macro_does_not_see_names_of_the_importing_template(tmp_path: Path) -> None:
    """What it says would else hang on where on the page it was imported first."""
    macros = "{% macro said(what) %}{{ word }}{% endmacro %}"
    page, findings = drawn(tmp_path, IMPORTED_TWICE, macros)
    assert page == ""
    assert {finding.message for finding in findings} == {
        "this template fails on `about.html`: 'word' is undefined"
    }
