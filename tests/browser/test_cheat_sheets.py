"""Each cheat sheet of the documentation prints on one page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from chronicle.rules import RULESETS
from tests.docs.built_docs import docs_files
from tests.sample_campaigns import write_files

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("cheat sheets")]


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation as a site."""
    return write_files(docs_files(), tmp_path_factory.mktemp("docs"))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_a_cheat_sheet_prints_on_one_page(
    browser: Browser, docs: Path, ruleset: str, paper: str
) -> None:
    page = browser.new_page()
    page.goto((docs / "cheat-sheets" / f"{ruleset}.html").as_uri())
    printed = page.pdf(format=paper, prefer_css_page_size=False)
    page.close()
    assert len(re.findall(rb"/Type /Page\b(?!s)", printed)) == 1
