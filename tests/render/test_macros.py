"""What macros of a theme see, as in the manual of Jinja."""

from __future__ import annotations

from pathlib import Path

import pytest

from chronicle.diagnostics.report import Finding, Report
from chronicle.pipeline import build_files
from tests.small_campaign import tree_of

#: What every page has.
FRAME = """{{% set title = "About" %}}{{% set content %}}{}{{% endset %}}
<title>{{{{ title }}}}</title><main>{{{{ content }}}}</main>"""


def drawn(themes: Path, about: str, macros: str) -> tuple[str, tuple[Finding, ...]]:
    """The public's page about the chronicle in a theme with these two own templates."""
    (themes / "annals").mkdir()
    (themes / "annals" / "about.html").write_text(FRAME.format(about), encoding="utf-8")
    (themes / "annals" / "own.html").write_text(macros)
    report = Report()
    files = build_files(tree_of({}), report, themes=(themes,))
    page = files["site/about.html"].decode() if files is not None else ""
    return page.partition("<main>")[2].partition("</main>")[0], report.findings


IMPORTED = """\
{% set word = "first" %}{% import "own.html" as m %}{{ m.said(word) }}
{% for word in ["second"] %}{{ m.said(word) }}{% endfor %}
"""


def test_a_macro_sees_its_arguments_and_the_functions_for_its_page(tmp_path: Path) -> None:
    macros = "{% macro said(what) %}[{{ url('index.html') }}: {{ what }}]{% endmacro %}"
    page, findings = drawn(tmp_path, IMPORTED, macros)
    assert findings == ()
    assert page.split() == ["[index.html:", "first]", "[index.html:", "second]"]


@pytest.mark.parametrize("name", ["page", "view", "frame", "word"])
def test_a_macro_without_context_does_not_see_the_page(name: str, tmp_path: Path) -> None:
    page, findings = drawn(
        tmp_path, IMPORTED, f"{{% macro said(what) %}}{{{{ {name}.key }}}}{{% endmacro %}}"
    )
    assert page == ""
    assert {finding.message for finding in findings} == {
        f"this template fails on `about.html`: '{name}' is undefined"
    }


def test_a_macro_with_context_sees_the_page(tmp_path: Path) -> None:
    macros = "{% macro said(what) %}[{{ page.key }}: {{ what }}]{% endmacro %}"
    with_context = IMPORTED.replace("as m", "as m with context")
    page, findings = drawn(tmp_path, with_context, macros)
    assert findings == ()
    assert page.split() == ["[about:", "first]", "[about:", "second]"]


def test_a_sentence_that_begins_with_names_begins_with_a_capital(tmp_path: Path) -> None:
    """Whatever marks and tags stand before the first letter of the first name."""
    about = (
        '{% import "macros.html" as m %}'
        '{% set oars = "<b>"|safe ~ as_name("the Oars") ~ "</b>"|safe %}'
        '{{ capitalized(oars) }}. {{ capitalized(m.listed([oars, as_name("the Tenor")])) }}.'
    )
    page, findings = drawn(tmp_path, about, "")
    assert findings == ()
    assert page == "<b>The Oars</b>. <b>The Oars</b> and the Tenor."
