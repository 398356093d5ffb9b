"""Charts of an edition: figures over turns, and how factions stand, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.charts.chart import LATEST, Chart, Charts, charts_of, course_of
from chronicle.outline.charts.plot import Line, Plot, Tick, stepped
from chronicle.outline.charts.relations import Bond, Knot, Net, Thread, Web, bonds_of, web_of
from chronicle.outline.charts.series import RULED, Figures, figures_of, own_figures

__all__ = [
    "LATEST",
    "RULED",
    "Bond",
    "Chart",
    "Charts",
    "Figures",
    "Knot",
    "Line",
    "Net",
    "Plot",
    "Thread",
    "Tick",
    "Web",
    "bonds_of",
    "charts_of",
    "course_of",
    "figures_of",
    "own_figures",
    "stepped",
    "web_of",
]
