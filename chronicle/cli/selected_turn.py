"""What the commands share that look over a turn before it is out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chronicle.cli.content import one_campaign
from chronicle.cli.output import finish
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.render import Theme
    from chronicle.rules.protocol import RuleSystem


def read_campaign(
    content: Path, report: Report, form: str | None
) -> tuple[Campaign, RuleSystem[Any, Any, Any]]:
    """A campaign that could be read, and its ruleset; findings end the run."""
    from chronicle.load import load
    from chronicle.pipeline import resolve
    from chronicle.rules import RULESETS

    tree = one_campaign(content, report, form)
    campaign = load(tree, report)
    system = RULESETS.get(campaign.ruleset) if campaign is not None else None
    if campaign is None or system is None or report.has_errors:
        # All that is wrong is said at once, as a check does.
        full = Report()
        resolve(tree, full)
        finish(full, form)
        raise RuntimeError("a campaign that can't be read is a finding")
    return campaign, system


def turn_of(campaign: Campaign, turn: int | None) -> int:
    """The number of the turn that is meant, the last where none is named."""
    last = len(campaign.turns)
    if not last:
        raise click.UsageError("the campaign has no turns yet; write turns/001.yaml")
    if turn is not None and turn > last:
        raise click.BadParameter(f"the last turn of the campaign is {last}", param_hint="--turn")
    return turn or last


def theme_of(campaign: Campaign, content: Path, report: Report, form: str | None) -> Theme:
    """The campaign's own theme in its language; findings end the run."""
    from chronicle.load.disk import THEMES
    from chronicle.render import read_theme, shipped_themes

    folders = (content / THEMES, shipped_themes())
    theme = read_theme(
        campaign.theme,
        campaign.language,
        folders,
        report,
        at=campaign.theme_at,
        language_at=campaign.language_at,
    )
    if theme is None:
        finish(report, form, result=True)
        raise RuntimeError("a theme that can't be read is a finding")
    return theme
