"""Charts of an edition: figures over turns, and relations, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.charts.chart import (
    FACTION_CHART_TURNS,
    Chart,
    ChartChange,
    FigureSeries,
    charts_of,
    faction_charts,
    figures_of,
    own_figures,
    public_figures,
)
from chronicle.outline.charts.plot import Plot, Tick, step_path
from chronicle.outline.charts.relations import (
    RelationDiagram,
    RelationEdge,
    RelationHistory,
    RelationNode,
    RelationOverview,
    relation_histories,
    relation_overview_of,
)

__all__ = [
    "FACTION_CHART_TURNS",
    "Chart",
    "ChartChange",
    "FigureSeries",
    "Plot",
    "RelationDiagram",
    "RelationEdge",
    "RelationHistory",
    "RelationNode",
    "RelationOverview",
    "Tick",
    "charts_of",
    "faction_charts",
    "figures_of",
    "own_figures",
    "public_figures",
    "relation_histories",
    "relation_overview_of",
    "step_path",
]
