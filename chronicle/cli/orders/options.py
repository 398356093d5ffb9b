"""The command `orders options`."""

from __future__ import annotations

from pathlib import Path

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_factions
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report

#: The default of the argument CONTENT.
_DEFAULT = Path("content")


@click.command()
@click.argument("faction", shell_complete=complete_factions)
@click.argument("who", default="")
@CONTENT_ARGUMENT
@FORMAT_OPTION
@with_error_handling
def options(faction: str, who: str, content: Path, form: str | None) -> None:
    """List everything that a faction can order in the coming turn.

    Each order is written as in the turn's file, to be copied, with its costs and its chance of
    success as far as the faction knows them. With WHO, the id or name of a lieutenant, resource or
    asset, only its orders are listed. WHO can be left out before CONTENT.

    Example: chronicle orders options hive
    """
    from chronicle.authoring.order_options import (
        UnknownActorError,
        UnknownFactionError,
        order_options,
    )
    from chronicle.pipeline import resolve_campaign

    if content == _DEFAULT and (Path(who) / "campaign.yaml").is_file():
        who, content = "", Path(who)
    report = Report()
    played = resolve_campaign(read_one_campaign(content, report, form), report)
    exit_on_errors(report, form, result=True)
    if played is None:
        return
    try:
        click.echo(order_options(played, faction, who), nl=False)
    except UnknownFactionError as unknown:
        raise click.BadParameter(str(unknown), param_hint="FACTION") from None
    except UnknownActorError as unknown:
        raise click.BadParameter(str(unknown), param_hint="WHO") from None
