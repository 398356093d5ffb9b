"""Charts of an edition: figures over turns, and how factions stand, for a theme to draw."""

from __future__ import annotations

from chronicle.charts.chart import LATEST, Chart, Charts, charts_of, course_of
from chronicle.charts.figures import RULED, Figures, figures_of, own_figures
from chronicle.charts.plot import Line, Plot, Tick, stepped
from chronicle.charts.web import Bond, Knot, Net, Thread, Web, bonds_of, web_of

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
