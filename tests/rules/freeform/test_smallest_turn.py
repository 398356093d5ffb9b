"""In its smallest form a turn has a title and news, and a campaign needs no rules at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.pipeline import build_files
from tests.order_form_text import LANGUAGES
from tests.rules.freeform.small_campaign import SOUND
from tests.small_campaign import tree_of

SMALLEST: Final[Mapping[str, str]] = {
    **{path: text for path, text in SOUND.items() if path != "campaign.yaml"},
    "campaign.yaml": "title: Crowns\nruleset: freeform\nseed: one\n",
    "turns/001.yaml": """\
turn: 1
title: The Bell
news:
  - {for: everyone, text: The bell rang at low water.}
  - {for: vael, text: You rang it.}
""",
}


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    report = Report()
    found = build_files(tree_of({}, over=SMALLEST), report)
    assert report.findings == ()
    assert found is not None
    return found


def test_a_title_and_news_make_a_turn(files: Mapping[str, bytes]) -> None:
    page = files["site/turns/1.html"].decode()
    assert "The Bell" in page
    assert "The bell rang at low water." in page
    assert "You rang it." not in page
    assert "You rang it." in files["private/vael/turns/1.html"].decode()


def test_nothing_speaks_of_orders_counters_or_charts(files: Mapping[str, bytes]) -> None:
    pages = {path: page.decode() for path, page in files.items() if path.endswith(".html")}
    assert not [path for path in pages if path.endswith("charts.html")]
    dossier = pages["private/vael/dossier/1.html"]
    assert 'id="figures"' not in dossier
    assert "No orders" in dossier or 'class="quiet"' in dossier


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_builds_in_every_language(language: str) -> None:
    head = SMALLEST["campaign.yaml"] + f"language: {language}\n"
    report = Report()
    assert build_files(tree_of({"campaign.yaml": head}, over=SMALLEST), report) is not None
    assert report.findings == ()
