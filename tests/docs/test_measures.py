"""The page of measures names tests that there are, and every one of the visits and sizes."""

from __future__ import annotations

import re
from typing import Final

from tests.browser.page_visits import MOST_REQUESTS
from tests.docs.pages import ROOT, page_text, sections
from tests.render import test_chart_and_search_growth, test_page_weight
from tools.lighthouse import LEAST

PAGE: Final = "docs/reference/measures.md"


def rows() -> list[tuple[str, ...]]:
    """Every measure with its bound, its figure and its test."""
    tables = (section.rows for section in sections(PAGE).values())
    return [row for table in tables for row in table if "::" in row[-1]]


def held_in(path: str) -> set[str]:
    return set(re.findall(r"^def (test_\w+)\(", (ROOT / path).read_text("utf-8"), re.MULTILINE))


def test_every_measure_names_an_existing_test() -> None:
    held = [row[-1].strip("`").split("::") for row in rows()]
    assert len(held) > 20
    assert [(path, test) for path, test in held if test not in held_in(path)] == []


def test_every_fault_that_a_visit_looks_for_is_a_measure() -> None:
    page = (ROOT / "tests/browser/test_pages.py").read_text("utf-8")
    asking = set(re.findall(r"^def (test_\w+)\(visits: Visits\)", page, re.MULTILINE))
    assert len(asking) == 11
    assert asking <= {row[-1].strip("`").partition("::")[2] for row in rows()}


def test_the_bounds_are_those_of_the_tests() -> None:
    bounds = {row[0].split(" ", 1)[-1]: row[1] for row in rows()}
    said = {name: bound for name, bound in bounds.items() if "kB" in bound}
    most = (
        test_page_weight.MOST_FOR_A_PAGE,
        test_page_weight.MOST_FOR_A_PAGE,
        test_page_weight.MOST_FOR_SCRIPTS,
        test_page_weight.MOST_FOR_ORDERS,
        test_page_weight.MOST_FOR_FONTS,
        test_page_weight.MOST_FOR_A_PAGE,
        test_chart_and_search_growth.MOST_FOR_A_SEARCH,
    )
    assert [*said.values()] == [f"{size // 1000} kB" for size in most]
    (requests,) = (row[1] for row in rows() if row[0].startswith("requests of a page"))
    assert requests.startswith(f"{MOST_REQUESTS['']}; {MOST_REQUESTS['dossier.html']} ")


def test_the_least_score_of_lighthouse_is_stated() -> None:
    (least,) = re.findall(r"fails if a score is below (\d+)\.", page_text(PAGE))
    assert int(least) == LEAST
