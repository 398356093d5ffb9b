"""The page of views lists all that templates can read, and explains it."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from chronicle.outline.site import Site
from chronicle.project.edition import Edition
from chronicle.records import Record
from chronicle.render import shipped_themes_folder
from tests.docs.pages import headings, page_text
from tools.docs.views import (
    FURTHER_VALUES,
    functions,
    further_values,
    records_of_templates,
    renderer,
    unexplained,
    values_of_parts,
    views_by_template,
)

PAGE: Final = "docs/reference/views.md"
ANNALS: Final = shipped_themes_folder() / "annals"


@cache
def page() -> str:
    return page_text(PAGE)


@pytest.mark.parametrize("record", records_of_templates(), ids=lambda it: it.__name__)
def test_every_field_is_explained(record: type) -> None:
    assert unexplained(record) == []


def test_every_function_is_explained() -> None:
    assert [name for name, called in functions().items() if not called.__doc__] == []


def test_names_of_records_are_unique() -> None:
    found = [it for it in headings(PAGE) if it[:1].isupper()]
    assert len(set(found)) == len(found)


def test_every_link_leads_to_a_record() -> None:
    targets = set(re.findall(r"\]\(#([\w-]+)\)", page()))
    anchors = {it.casefold().replace(" ", "-") for it in headings(PAGE)}
    assert targets - anchors == set()


def test_every_template_of_a_page_is_listed() -> None:
    """Others extend, include or import one another, or are drawn apart."""
    texts = {
        path.relative_to(ANNALS).as_posix(): path.read_text(encoding="utf-8")
        for path in ANNALS.iterdir()
        if path.suffix in (".html", ".xml", ".json", ".txt", ".svg")
    }
    parts = [path.read_text(encoding="utf-8") for path in (ANNALS / "parts").iterdir()]
    used = {
        name
        for text in (*texts.values(), *parts)
        for name in re.findall(r'\{%-? (?:extends|include|import) "([^"]+)"', text)
    }
    apart = {name for name in FURTHER_VALUES if "/" not in name}
    assert (
        texts.keys() - used - apart - {"blanks.html", "card-words.html"}
        == views_by_template().keys() - used
    )


@pytest.mark.parametrize("template", [it for it in FURTHER_VALUES if "/" not in it])
def test_further_values_are_those_that_a_template_reads(template: str) -> None:
    environment = renderer().environment
    # Two values have the names of functions.
    listed = FURTHER_VALUES[template].keys() - environment.globals.keys()
    assert further_values(template, environment) == listed


def test_parts_get_the_values_that_are_listed() -> None:
    parts = {name: set(values) for name, values in FURTHER_VALUES.items() if "/" in name}
    assert values_of_parts(renderer().environment) == parts


def test_an_unexplained_field_is_noticed() -> None:
    class Quiz(Record):
        """Something with an ``answer``."""

        answer: int
        question: int

    assert unexplained(Quiz) == ["question"]


def test_templates_reach_no_edition() -> None:
    """A page shows its view; everything else that its reader knows stays out of reach."""
    assert {Edition, Site} & set(records_of_templates()) == set()
