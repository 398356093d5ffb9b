"""A page with charts of a simulation: one file for the GM, which belongs to no site."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from markupsafe import Markup

from chronicle.diagnostics.report import Report
from chronicle.model.campaign import Campaign
from chronicle.outline.charts.forecasts import ForecastChart, Percentiles
from chronicle.outline.frame import Frame, present_badges
from chronicle.outline.site import Site, SitePage
from chronicle.project.edition import EMPTY_EDITION
from chronicle.records import Record
from chronicle.render import asset_names
from chronicle.render.pages import render_site
from chronicle.render.renderer import Renderer

_PAGE: Final = SitePage("simulation.html", "simulation.html", "simulation")
_STYLE: Final = "simulation.css"
#: Identifies a file as such a page before it is replaced.
GENERATOR_META: Final = '<meta name="generator" content="chronicle simulate">'


class ProspectRow(Record):
    """Where a faction stands by the measure of who is ahead; shares are of the runs."""

    faction: str
    before: float
    after: Percentiles
    rises: Fraction
    falls: Fraction
    leads: Fraction
    gone: Fraction


class AimRow(Record):
    """How often a faction meets an aim, as a share of the runs, and by when half of these do.

    ``code`` is the kind of aim, ``target`` a name, empty without one. ``turn`` is 0 if it is met
    already, None if it never is.
    """

    faction: str
    code: str
    target: str
    met: Fraction
    turn: int | None
    in_the_end: Fraction


class PurchaseRow(Record):
    """What a faction bought, in how many runs, and how much further ahead it was in these."""

    faction: str
    words: str
    price: float
    runs: int
    gain: float | None


class SimulationView(Record):
    """What the page shows: ``runs`` of the turns from ``first`` to ``last``."""

    first: int
    last: int
    runs: int
    prospects: tuple[ProspectRow, ...]
    charts: tuple[ForecastChart, ...]
    aims: tuple[AimRow, ...]
    purchases: tuple[PurchaseRow, ...]


def render_simulation_page(
    view: SimulationView, campaign: Campaign, renderer: Renderer, report: Report
) -> bytes | None:
    """Return the page as one file with its style sheets; None after an error."""
    theme = renderer.theme
    style = "\n".join(
        asset_names.with_embedded_files(theme.static[name].decode(), theme.static)
        for name in theme.styles
    )
    style += theme.sources[_STYLE].text
    frame = Frame(
        campaign.title,
        campaign.tagline,
        campaign.language,
        campaign.ruleset,
        is_gm=True,
        factions=present_badges(campaign),
    )
    drawn = render_site(
        Site(EMPTY_EDITION, (_PAGE,), frame),
        renderer,
        report,
        simulation=view,
        mark=Markup(GENERATOR_META),  # noqa: S704  a constant
        style=Markup(style.replace("</", "<\\/")),  # noqa: S704  the theme's own style sheets
    )
    return drawn.get(_PAGE.path)
