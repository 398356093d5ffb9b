"""The page of a simulation: bands that need no colours, in every language and theme."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from chronicle.diagnostics.report import Report
from chronicle.outline.charts.forecasts import forecast_chart
from chronicle.records import replace
from chronicle.render import Renderer, read_theme, shipped_themes_folder
from chronicle.render.simulation_page import (
    GENERATOR_META,
    AimRow,
    ProspectRow,
    PurchaseRow,
    SimulationView,
    render_simulation_page,
)
from tests.render.html_checks import (
    drawing_faults,
    head_faults,
    heading_faults,
    id_faults,
    landmark_faults,
    markup_faults,
    parse,
)
from tests.small_campaign import loaded

CHART = forecast_chart("influence", 5, {"vael": ((2, 2, 2), (1, 2, 4)), "oru": (None, (0, 1, 1))})
HALF = Fraction(1, 2)
VIEW = SimulationView(
    first=5,
    last=5,
    runs=20,
    prospects=(ProspectRow("vael", 2.0, (1.0, 2.5, 4.0), HALF, Fraction(0), HALF, Fraction(0)),),
    charts=(CHART,),
    aims=(
        AimRow("vael", "take", "The Marsh", HALF, 5, HALF),
        AimRow("oru", "grow-rich", "", Fraction(0), None, Fraction(0)),
    ),
    purchases=(
        PurchaseRow("oru", "Boats", 4.5, 7, -1.5),
        PurchaseRow("vael", "Carts", 2.0, 20, None),
    ),
)


def test_a_band_lies_between_the_percentiles_and_the_line_at_half() -> None:
    vael, oru = CHART.bands
    assert CHART.turns == (4, 5)
    # The highest value, 4, is 84 of 100 high; rows end 8 above their lower edge.
    (band,), (line,) = vael.runs, vael.middle
    assert band[1][1:] == (92 - 42, 92 - 42)
    assert band[2][1:] == (92 - 84, 92 - 21)
    assert line[2][1:] == (92 - 42, 92 - 42)
    (band,) = oru.runs
    assert band[0][0] == 500, "what no run has is not drawn"
    assert band[-1][1:] == (192 - 21, 192)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("theme", ["annals", "console", "modern", "pulp"])
def test_the_page_is_one_file_in_every_theme_and_language(theme: str, language: str) -> None:
    report = Report()
    found = read_theme(theme, language, (shipped_themes_folder(),), report)
    assert found is not None
    campaign = replace(loaded({}), language=language)
    page = render_simulation_page(VIEW, campaign, Renderer.of(found, "shadow"), report)
    assert page is not None, report.findings
    text = page.decode()
    assert GENERATOR_META in text
    assert "<script" not in text
    assert re.findall(r'(?:src|href)="(?!#|data:)([^"]*)"', text) == []
    parsed = parse(text)
    checks = (markup_faults, landmark_faults, id_faults, drawing_faults, head_faults)
    assert [fault for check in checks for fault in check(parsed)] == []
    assert heading_faults(parsed) == []
    if language == "en":
        assert "20 runs of turn 5, in which" in text
    for name in ("House Vael", "The Oru", "The Marsh", "Boats"):
        assert name in text
