"""Charts of an edition: figures over turns, and relations, for a theme to draw."""

from __future__ import annotations

from chronicle.outline.charts.chart import (
    FACTION_CHART_TURNS,
    Chart,
    FigureSeries,
    charts_of,
    faction_chart,
    figures_of,
    has_figures,
    own_figures,
    public_figures,
)
from chronicle.outline.charts.relations import (
    RelationHistory,
    RelationOverview,
    relation_histories,
    relation_overview_of,
)
from chronicle.outline.charts.ribbons import ribbon_path

__all__ = [
    "FACTION_CHART_TURNS",
    "Chart",
    "FigureSeries",
    "RelationHistory",
    "RelationOverview",
    "charts_of",
    "faction_chart",
    "figures_of",
    "has_figures",
    "own_figures",
    "public_figures",
    "relation_histories",
    "relation_overview_of",
    "ribbon_path",
]
