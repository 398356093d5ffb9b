"""Reading a campaign, a turn number or a theme for commands about a single turn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import exit_on_errors
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.render import Theme
    from chronicle.rules.protocol import AnyRuleset


def read_campaign(content: Path, report: Report) -> tuple[Campaign, AnyRuleset]:
    """The campaign in a folder, with its open turn played, and its ruleset; exits on errors."""
    from chronicle.load import load_campaign
    from chronicle.model.campaign import with_open_turn_played
    from chronicle.pipeline import resolve_campaign
    from chronicle.rules import RULESETS

    tree = read_one_campaign(content, report)
    campaign = load_campaign(tree, report)
    ruleset = RULESETS.get(campaign.ruleset) if campaign is not None else None
    if campaign is None or ruleset is None or report.has_errors:
        # Report all errors at once, as `check` does.
        full = Report()
        resolve_campaign(tree, full)
        exit_on_errors(full)
        raise RuntimeError("a campaign that can't be read is a finding")
    return with_open_turn_played(campaign), ruleset


def faction_id(campaign: Campaign, named: str, option: str) -> str:
    """The id of the faction that an option names by id or name. Raises usage errors."""
    from chronicle.model.campaign import find_faction

    faction = find_faction(campaign.factions, named)
    if faction is None:
        advice = did_you_mean(named, [it.id for it in campaign.factions])
        raise click.BadParameter(f"unknown faction {named}; {advice}", param_hint=option)
    return faction.id


def turn_number(campaign: Campaign, turn: int | None, hint: str = "--turn") -> int:
    """The number of the given turn, or of the last one. Raises usage errors that name ``hint``."""
    last = len(campaign.turns)
    if not last:
        raise click.UsageError("the campaign has no turns yet; chronicle turn new starts the first")
    refuse_later_turn(last, turn, hint)
    return turn or last


def refuse_later_turn(last: int, turn: int | None, hint: str = "--turn") -> None:
    """Raise a usage error if a given turn is after the last one."""
    if turn is not None and turn > last:
        raise click.BadParameter(
            f"the last turn of the campaign is {last}" if last else "the campaign has no turns yet",
            param_hint=hint,
        )


def read_campaign_theme(campaign: Campaign, content: Path, report: Report) -> Theme:
    """The campaign's theme in its language; exit on errors."""
    from chronicle.load.disk import THEMES_FOLDER
    from chronicle.render import read_theme, shipped_themes_folder

    folders = (content / THEMES_FOLDER, shipped_themes_folder())
    theme = read_theme(
        campaign.theme,
        campaign.language,
        folders,
        report,
        at=campaign.theme_at,
        language_at=campaign.language_at,
    )
    if theme is None:
        exit_on_errors(report, result=True)
        raise RuntimeError("a theme that can't be read is a finding")
    return theme
