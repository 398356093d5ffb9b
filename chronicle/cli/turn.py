"""The commands `turn new`, `turn close` and `turn reopen`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import clock, missing_orders, output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.help_text import CommandGroup
from chronicle.diagnostics.report import Report
from chronicle.records import replace

if TYPE_CHECKING:
    from chronicle.files.source import FileTree
    from chronicle.model.campaign import Campaign, Deadline, Turn


_YES_OPTION: Final = click.option(
    "--yes", "-y", is_flag=True, help="Don't ask; take a deadline that has passed, too."
)


@click.group(cls=CommandGroup)
def turn() -> None:
    """Start a turn, close it when the orders are in, or reopen it.

    A turn is open while orders for it are awaited. It is not resolved then, and no reader sees
    anything of it but its number and the deadline.
    """


@turn.command("new")
@output.CONTENT_ARGUMENT
@click.option(
    "--deadline",
    default="",
    metavar="TIME",
    help="Deadline for orders, as in '2026-12-01 20:00'; written to campaign.yaml.",
)
@click.option(
    "--zone",
    default="",
    metavar="ZONE",
    help="Time zone of the deadline; by default the one in campaign.yaml.",
)
@click.option("--dry-run", is_flag=True, help="Print the file without writing it.")
@_YES_OPTION
@output.FORMAT_OPTION
def turn_new(content: Path, deadline: str, zone: str, *, dry_run: bool, yes: bool) -> None:
    """Create the next turn's file, with suggested orders as comments.

    The turn is open until `chronicle turn close`. For each faction that gives orders, the file
    lists its standing orders and, as comments, a few good orders with their cost and chance of
    success as far as the faction knows them. Remove the `# ` of an order to give it. `chronicle
    orders options` lists all others. Existing turn files are never changed.

    Example: chronicle turn new --dry-run
    """
    from chronicle.authoring.turn_file import CAMPAIGN_FILE, new_turn_file
    from chronicle.cli.schema import update_schemas
    from chronicle.pipeline import resolve_campaign

    if zone and not deadline:
        raise click.UsageError("--zone needs --deadline")
    report = Report()
    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    _refuse_second_open_turn(played.campaign, content)
    path, text = new_turn_file(played, modeline=(content / ".chronicle").is_dir())
    files = {path: text.encode()}
    if deadline:
        head = _head(tree, played.campaign, deadline, zone, yes=yes or dry_run)
        if head is None:
            return
        files[CAMPAIGN_FILE] = head
    if dry_run:
        click.echo(text, nl=False)
        return
    if (content / path).exists():
        raise click.UsageError(
            f"{output.display_path(content / path)} exists but is not a turn file; move it away"
        )
    _write(files, content, report)
    update_schemas(content)
    _report_new_turn(content, path, deadline)


@turn.command()
@output.CONTENT_ARGUMENT
@missing_orders.WITHOUT_ORDERS_OPTION
@click.option("--yes", "-y", is_flag=True, help="Don't ask; needs all orders or --without-orders.")
@output.FORMAT_OPTION
def close(content: Path, *, without_orders: bool, yes: bool) -> None:
    """Play the open turn with the orders that are in.

    Sets `state: played` in the turn's file, with today's date as `played:`, and moves the deadline
    there from campaign.yaml; the time zone stays. If the turn has errors, nothing is changed. If
    orders are missing, it names the factions and asks, and so it does before the deadline. Until
    the turn is published, `chronicle turn reopen` takes it back.

    Example: chronicle turn close my-campaign
    """
    from chronicle.authoring.missing_orders import factions_without_orders
    from chronicle.authoring.turn_file import StateEditError, closed_turn_files
    from chronicle.pipeline import play_open_turn, resolve_campaign

    report = Report()
    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    opened = played.campaign.open_turn
    if opened is None:
        raise click.UsageError(_nothing_to_close(played.campaign, content))
    play_open_turn(played, report)
    output.exit_on_errors(report, result=True)
    due = played.campaign.deadline
    is_early = due is not None and clock.seconds_until(due.instant) >= 0
    if due is not None and is_early:
        click.echo(_deadline_text(due), err=True)
    missing = factions_without_orders(played.campaign, played.ruleset, played.history, opened)
    missing = tuple(it for it in missing if it.id not in opened.order_drafts)
    lines = [missing_orders.missing_orders_text(opened.number, missing)] if missing else []
    lines += _drafts_text(opened)
    question = "Close the turn without them?"
    if not missing_orders.accept_missing_orders(
        lines, question, yes=yes, without_orders=without_orders
    ):
        click.echo("nothing changed", err=True)
        return
    is_asked = bool(lines) and not without_orders
    if is_early and not (is_asked or _accept_early(opened.number, yes=yes)):
        click.echo("nothing changed", err=True)
        return
    today = clock.today(played.campaign.zone)
    try:
        files = closed_turn_files(tree, played.campaign, opened, today)
    except StateEditError as refused:
        raise click.UsageError(str(refused)) from None
    _write(files, content, report)
    folder = _folder(content)
    click.echo(f"turn {opened.number} is played", err=True)
    _report_changes(files, content)
    written = output.display_path(content / min(files, key=_turn_first))
    click.echo(
        f"Next: write what happened in {written}; chronicle serve {folder} shows the result",
        err=True,
    )
    click.echo(f"Then: chronicle deploy {folder}", err=True)


@turn.command()
@output.CONTENT_ARGUMENT
@click.option(
    "--deadline",
    default="",
    metavar="TIME",
    help="New deadline for orders, as in '2026-12-01 20:00'; written to campaign.yaml.",
)
@_YES_OPTION
@output.FORMAT_OPTION
def reopen(content: Path, deadline: str, *, yes: bool) -> None:
    """Open the last turn again, to wait for more orders.

    Sets `state: open` in the turn's file, removes `played:`, and puts the deadline back that the
    turn had when it was closed. What else is in the file stays, and is shown once the turn is
    closed again. A published turn must first be taken back with `chronicle deploy --undo`.

    Example: chronicle turn reopen my-campaign
    """
    from chronicle.authoring.turn_file import CAMPAIGN_FILE, StateEditError, reopened_turn_files
    from chronicle.load import load_campaign

    report = Report()
    tree = read_one_campaign(content, report)
    campaign = output.result_or_exit(load_campaign(tree, report), report)
    _refuse_to_reopen(campaign, content)
    number = campaign.turns[-1].number
    try:
        files, due = reopened_turn_files(tree, campaign, number)
    except StateEditError as refused:
        raise click.UsageError(str(refused)) from None
    if deadline:
        opened = replace(tree, files={**tree.files, **files})
        head = _head(opened, campaign, deadline, "", yes=yes)
        if head is None:
            return
        files[CAMPAIGN_FILE] = head
    _write(files, content, report)
    click.echo(f"turn {number} is open", err=True)
    _report_changes(files, content)
    if not deadline:
        said = _deadline_text(due) if due else "there is no deadline"
        click.echo(
            f"{said}; --deadline sets another" if due else f"{said}; --deadline sets one", err=True
        )
    click.echo(f"Next: chronicle status {_folder(content)}", err=True)


def _drafts_text(opened: Turn) -> Iterator[str]:
    """The line that names the factions whose drafts of orders are not accepted."""
    if opened.order_drafts:
        names = ", ".join(opened.order_drafts)
        yield f"drafts of orders are not accepted, so they do not count: {names}"


def _folder(content: Path) -> str:
    """The campaign's folder as one types it."""
    return shlex.quote(output.display_path(content))


def _turn_first(path: str) -> bool:
    return "/" not in path


def _refuse_second_open_turn(campaign: Campaign, content: Path) -> None:
    opened = campaign.open_turn
    if opened is not None:
        path = output.display_path(content / "campaign.yaml")
        raise click.UsageError(
            f"turn {opened.number} is still open: chronicle turn close {_folder(content)} plays it."
            f" To change its deadline, edit `next:` in {path}"
        )


def _nothing_to_close(campaign: Campaign, content: Path) -> str:
    new = f"chronicle turn new {_folder(content)} starts the"
    if not campaign.turns:
        return f"the campaign has no turns yet; {new} first"
    return f"no turn is open: turn {len(campaign.turns)} is played; {new} next"


def _refuse_to_reopen(campaign: Campaign, content: Path) -> None:
    if campaign.open_turn is not None:
        raise click.UsageError(f"turn {campaign.open_turn.number} is open already")
    last = len(campaign.turns)
    if not last:
        raise click.UsageError(_nothing_to_close(campaign, content))
    if last <= campaign.published.through:
        raise click.UsageError(
            f"turn {last} is published: chronicle deploy {_folder(content)} --undo takes that back"
        )


def _head(
    tree: FileTree, campaign: Campaign, deadline: str, zone: str, *, yes: bool
) -> bytes | None:
    """campaign.yaml with a deadline; None if it has passed and the GM does not want it."""
    from chronicle.authoring.turn_file import DeadlineError, with_deadline

    try:
        changed, due = with_deadline(tree, campaign, deadline, zone)
    except DeadlineError as refused:
        raise click.BadParameter(str(refused), param_hint="--deadline") from None
    if yes or clock.seconds_until(due.instant) >= 0:
        return changed
    if not output.can_prompt():
        raise click.BadParameter(
            f"{_deadline_text(due)}; type a later one, or add --yes to take it all the same",
            param_hint="--deadline",
        )
    if click.confirm(f"{_deadline_text(due)}. Take it all the same?", err=True):
        return changed
    click.echo("nothing changed", err=True)
    return None


def _deadline_text(due: Deadline) -> str:
    """When a deadline is or was, as a clause."""
    seconds = clock.seconds_until(due.instant)
    verb = "is" if seconds >= 0 else "was"
    left = clock.format_time_left(seconds)
    return f"the deadline {due.date} {due.clock} ({due.zone}) {verb} {left}"


def _accept_early(number: int, *, yes: bool) -> bool:
    """Whether to close a turn before its deadline; asks if it can."""
    question = f"Close turn {number} before its deadline?"
    return yes or not output.can_prompt() or click.confirm(question, err=True)


def _write(files: Mapping[str, bytes], content: Path, report: Report) -> None:
    from chronicle.publish.atomic_write import write_all_or_none

    write_all_or_none(files, content, report)
    output.exit_on_errors(report)


def _report_changes(files: Mapping[str, bytes], content: Path) -> None:
    paths = (output.display_path(content / path) for path in sorted(files, key=_turn_first))
    click.echo(f"changed: {', '.join(paths)}", err=True)


def _report_new_turn(content: Path, path: str, deadline: str) -> None:
    click.echo(f"written: {output.display_path(content / path)}", err=True)
    if deadline:
        click.echo(
            f"changed: {output.display_path(content / 'campaign.yaml')}, deadline {deadline}",
            err=True,
        )
    folder = _folder(content)
    click.echo(
        f"Next: chronicle orders import FILE {folder} adds what players send;"
        f" chronicle status {folder} shows who is missing",
        err=True,
    )
    click.echo(f"Then: chronicle turn close {folder} plays the turn", err=True)
