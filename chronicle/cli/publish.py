"""The command `publish`, and the option ``--amend``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.completers import complete_turns
from chronicle.cli.missing_orders import (
    WITHOUT_ORDERS_OPTION,
    accept_missing_orders,
    missing_orders_text,
)
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report
from chronicle.files.source import find_control_character

if TYPE_CHECKING:
    from chronicle.model.campaign import Campaign
    from chronicle.pipeline import BuildResult
    from chronicle.publish.lock.check import PublishRequest

AMEND_OPTION: Final = click.option(
    "--amend",
    metavar="REASON",
    help="Allow changes to published turns; REASON is shown to the readers concerned.",
)


def publish_request_of(amend: str | None, through: int | None = 0) -> PublishRequest | None:
    """The changes a run makes to published turns; None if it makes none."""
    from chronicle.publish.lock.check import PublishRequest

    if amend is None:
        return PublishRequest(through=through) if through != 0 else None
    reason = " ".join(amend.split())
    if not reason or find_control_character(reason):
        raise click.BadParameter("give a reason; readers will see it", param_hint="--amend")
    return PublishRequest(reason, through)


@click.command()
@CONTENT_ARGUMENT
@click.option(
    "--through",
    type=click.IntRange(min=1),
    help="The last turn to publish; by default all turns that are played.",
    shell_complete=complete_turns,
)
@AMEND_OPTION
@WITHOUT_ORDERS_OPTION
@click.option("--undo", is_flag=True, help="Take the last publication back, one turn.")
@click.option("--yes", "-y", is_flag=True, help="With --undo: don't ask.")
@FORMAT_OPTION
@with_error_handling
def publish(  # noqa: PLR0913  one for each option
    content: Path,
    *,
    through: int | None,
    amend: str | None,
    without_orders: bool,
    undo: bool,
    yes: bool,
    form: str | None,
) -> None:
    """Lock published turns, or take the last one back.

    Runs the same checks as a build, then records in `published.yaml` a digest of what each
    audience has been told about each published turn. Later builds fail if that changes. If
    factions have no orders in a turn that is to be published, it names them and asks.

    With --undo, the newest published turn is published no more. It says who may have read that
    turn. The turn can then be changed or reopened, and published again. What is online stays there
    until you deploy again.

    Example: chronicle publish my-campaign --through 1
    Example: chronicle publish my-campaign --undo --yes
    """
    if undo:
        from chronicle.cli.publish_undo import undo_publication

        if through is not None or amend is not None or without_orders:
            raise click.UsageError("--undo can only be combined with --yes")
        undo_publication(content, form, yes=yes)
        return
    if yes:
        raise click.UsageError("--yes needs --undo")
    from chronicle.cli.build_run import build_content, read_one_campaign
    from chronicle.publish.atomic_write import read_record, write_all_or_none

    expected = read_record(content)
    read_one_campaign(content, Report(), form)
    run = build_content(content, request=publish_request_of(amend, through))
    exit_on_errors(run.report, form, result=True)
    result = run.made[""]
    turns = len(result.campaign.turns)
    if through is not None and through > turns:
        raise click.BadParameter(last_turn_text(result.campaign), param_hint="--through")
    if not accept_missing_orders(
        _missing_orders(result),
        "Publish without these orders?",
        yes=False,
        without_orders=without_orders,
    ):
        click.echo("nothing written", err=True)
        return
    write_all_or_none(run.kept, content, run.report, expected)
    exit_on_errors(run.report, form)
    if run.kept:
        click.echo("written: " + ", ".join(sorted(run.kept, key=_record_first)), err=True)
    elif not turns:
        click.echo(f"{last_turn_text(result.campaign)}; nothing written", err=True)
    else:
        click.echo("already published and unchanged; nothing written", err=True)


def last_turn_text(campaign: Campaign) -> str:
    """Which turn is the last that can be published, as a clause."""
    if campaign.open_turn is not None:
        return f"turn {campaign.open_turn.number} is open, and only played turns are published"
    last = len(campaign.turns)
    return f"the last turn of the campaign is {last}" if last else "the campaign has no turns yet"


def _missing_orders(result: BuildResult) -> list[str]:
    from chronicle.authoring.missing_orders import turns_without_orders

    new = range(result.campaign.published.through + 1, result.published.through + 1)
    missing = turns_without_orders(result.campaign, result.history, new)
    return [missing_orders_text(turn, factions) for turn, factions in missing.items()]


def _record_first(path: str) -> tuple[bool, str]:
    return "/" in path, path
