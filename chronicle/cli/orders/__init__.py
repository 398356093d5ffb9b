"""The commands of `orders`."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
import sys
import textwrap
from collections.abc import Iterator
from difflib import get_close_matches
from functools import partial
from itertools import groupby, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_factions
from chronicle.cli.help_text import CommandGroup
from chronicle.cli.orders.draft import accept, draft, drop
from chronicle.cli.orders.odds import odds
from chronicle.cli.terminal import styled_stream
from chronicle.diagnostics.catalogue.orders import ChangedOrders, LateOrders
from chronicle.diagnostics.control_characters import escape_control_characters
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.import_orders import OrdersImport
    from chronicle.authoring.merge_orders import KeptOrder, OrdersClash
    from chronicle.authoring.pasted_orders import PastedSheet
    from chronicle.diagnostics.report import Finding
    from chronicle.files.source import FileTree, ReadFailure

#: The default of the argument CONTENT.
_DEFAULT = Path("content")

#: The name of standard input in messages.
_STDIN_NAME: Final = "the orders"
#: A removed comment, and how many in a row are shown in full.
_REMOVED_COMMENT: Final = re.compile(r"-\s*#")
_FEW: Final = 3
_COLORS: Final = {"+": "green", "-": "red", "@": "cyan"}


@click.command()
@click.argument("faction", shell_complete=complete_factions)
@click.argument("who", default="")
@output.CONTENT_ARGUMENT
@output.FORMAT_OPTION
def options(faction: str, who: str, content: Path) -> None:
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
    played = output.result_or_exit(
        resolve_campaign(read_one_campaign(content, report), report), report
    )
    try:
        click.echo(order_options(played, faction, who), nl=False)
    except UnknownFactionError as unknown:
        raise click.BadParameter(str(unknown), param_hint="FACTION") from None
    except UnknownActorError as unknown:
        raise click.BadParameter(str(unknown), param_hint="WHO") from None


@click.group(cls=CommandGroup)
def orders() -> None:
    """Import players' orders, draft those of others; list possible orders and their odds."""


@orders.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@output.CONTENT_ARGUMENT
@click.option("--dry-run", is_flag=True, help="Show the changes without writing them.")
@click.option("--yes", is_flag=True, help="Write without asking.")
@click.option(
    "--keep",
    type=click.Choice(["earlier", "later"]),
    help="Of two different orders, keep the one already there or the one in FILE; don't ask.",
)
@click.option("--replace", is_flag=True, help="Remove the earlier orders of these factions.")
@click.option("--late", is_flag=True, help="Import into a turn that is closed.")
@click.option(
    "--as-read",
    is_flag=True,
    help="Take orders that were changed since the order sheet wrote them.",
)
@output.FORMAT_OPTION
def import_(  # noqa: PLR0913  one parameter for each option
    file: Path,
    content: Path,
    *,
    dry_run: bool,
    yes: bool,
    keep: KeptOrder | None,
    replace: bool,
    late: bool,
    as_read: bool,
) -> None:
    """Import orders from players into the turn's file.

    FILE is a message as received, with plain or sealed orders of one or several players and any
    other text; `-` is standard input. The orders are checked as in a build, then the changes are
    shown and you are asked to confirm. The rest of the turn's file is kept; if there is no file
    yet, it is created as by `chronicle turn new`.

    Orders are added to those that the faction already has. If two of them differ and only one can
    be given, both are shown and you are asked which to keep. You are also asked about orders that
    are not as the order sheet wrote them, and about orders for a turn that is closed.

    Example: chronicle orders import ada.txt --dry-run
    """
    from chronicle.authoring.import_orders import import_orders
    from chronicle.cli.schema import update_schemas
    from chronicle.publish.atomic_write import write_all_or_none

    report = Report()
    tree = read_one_campaign(content, report)
    asks = not (yes or dry_run) and _has_terminal()
    sheets = _read_sheets(file, content, tree, report, as_read=as_read, asks=asks)
    modeline = (content / ".chronicle").is_dir()
    choose = partial(_choose, keep) if keep or asks else None
    found = None
    if sheets:
        found = import_orders(tree, sheets, report, choose, replace_all=replace, modeline=modeline)
    found = output.result_or_exit(found, report)
    path = output.display_path(content / found.path)
    if found.before == found.after and not found.is_new:
        there = f"{path} already contains these orders" if found.factions else "no orders"
        _say(f"{there}; nothing to change")
        return
    if found.is_new:
        _say(f"{path} does not exist yet; it will be created as by `chronicle turn new`")
    is_late = found.late_at is not None and not late
    if is_late and not asks:
        report.add(LateOrders(at=found.late_at, turn=found.turn))
        output.exit_on_errors(report, result=True)
    _show(found, path)
    if dry_run:
        _say("dry run: nothing written")
        return
    late_turn = found.turn if is_late else None
    if not (yes or _confirm(path, late_turn)):
        _say("nothing written")
        return
    if not _is_as_read(content / found.path, found):
        raise click.ClickException(f"{path} has changed in the meantime; try again")
    write_all_or_none({found.path: found.after.encode()}, content, report)
    output.exit_on_errors(report, result=True)
    update_schemas(content)
    folder = shlex.quote(output.display_path(content))
    _say(f"written: {path}, with orders of {', '.join(found.factions)}")
    _say(f"Next: chronicle status {folder} --turn {found.turn}")
    _say(f"Then: chronicle orders odds {folder} --turn {found.turn}")


@orders.command("show")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@output.CONTENT_ARGUMENT
@output.FORMAT_OPTION
def show(file: Path, content: Path) -> None:
    """Show the orders in a message, and what the rules say of them.

    FILE is a message as received; `-` is standard input. Sealed orders are opened with the
    campaign's key. Nothing is written, so late orders can be read, too, for turns that are
    published. Orders for a turn that accepts orders are checked as in an import.

    Example: chronicle orders show ada.txt
    """
    from chronicle.authoring.import_orders import check_orders

    report = Report()
    tree = read_one_campaign(content, report)
    sheets = _read_sheets(file, content, tree, report, as_read=False, asks=False)
    for sheet in sheets:
        checked = check_orders(tree, sheet)
        report.extend(checked or ())
        if output.findings_format() == "json":
            continue
        click.echo(f"{sheet.faction}, turn {sheet.turn}: {_verdict(checked)}")
        for row in sheet.rows:
            click.echo(f"  {row.removeprefix(' ' * sheet.indent)}")
    output.exit_on_errors(report, result=True)


def _verdict(findings: tuple[Finding, ...] | None) -> str:
    """What the rules say of orders, in a few words."""
    if findings is None:
        return "not checked, because this turn accepts no orders now"
    errors = sum(1 for one in findings if one.severity == "error")
    if errors:
        return f"{errors} error{'s' if errors > 1 else ''}, see below"
    return "no errors"


def _say(text: str) -> None:
    """Print a message for people, unless JSON output was requested."""
    if output.findings_format() != "json":
        click.echo(text, err=True)


def _read_sheets(
    file: Path, content: Path, tree: FileTree, report: Report, *, as_read: bool, asks: bool
) -> tuple[PastedSheet, ...]:
    """The orders in a message; sealed ones are opened with the campaign's key.

    If they are not as the order sheet wrote them, the GM is asked, or they are errors.
    """
    from chronicle.authoring.pasted_orders import has_sealed_orders, parse_pasted_orders
    from chronicle.seal import open_orders, orders_private_key
    from chronicle.seal.key_file import load_keys

    if not file.exists() and str(file) != "-":
        raise click.BadParameter(_no_such_file(file, tree), param_hint="FILE")
    sent = _read_input(file)
    before = report.errors
    keys = load_keys(content, report) if has_sealed_orders(sent) else None
    if report.errors > before:
        return ()
    opening = (
        partial(open_orders, private_key=orders_private_key(keys)) if keys is not None else None
    )
    name = _STDIN_NAME if str(file) == "-" else output.display_path(file)
    own = Report()
    sheets = parse_pasted_orders(sent, name, opening, own, as_read=as_read)
    if asks and own.has_errors and {it.code for it in own.findings} == {ChangedOrders.code}:
        output.show_findings(own.findings, aside=True)
        if not click.confirm("Take these orders as they are now?", err=True):
            _say("nothing written")
            raise click.exceptions.Exit(output.EXIT_FINDINGS)
        own = Report()
        sheets = parse_pasted_orders(sent, name, opening, own, as_read=True)
    report.extend(own.findings)
    return sheets


def _no_such_file(file: Path, tree: FileTree) -> str:
    """What to type instead of the name of a file that isn't there."""
    from chronicle.load import load_campaign
    from chronicle.model.campaign import find_faction

    campaign = load_campaign(tree, Report())
    faction = find_faction(campaign.factions, str(file)) if campaign is not None else None
    if faction is not None:
        return (
            f"{file} is a faction, and FILE is a message from a player. chronicle status shows"
            f" whose orders are in, chronicle orders options {faction.id} lists possible ones"
        )
    folder = file.parent
    names = [it.name for it in folder.iterdir() if it.is_file()] if folder.is_dir() else []
    near = get_close_matches(file.name, names, cutoff=0.75)
    advice = f"; did you mean {' or '.join(output.display_path(folder / it) for it in near)}?"
    return f"no such file: {output.display_path(file)}{advice if near else ''}"


def _read_input(file: Path) -> bytes | ReadFailure:
    from chronicle.files.source import ReadFailure
    from chronicle.load.disk import MAX_TEXT_BYTES

    if str(file) == "-":
        stdin: TextIO | None = sys.stdin
        if stdin is not None and stdin.isatty():
            click.echo("Paste the orders, then press Ctrl+D on an empty line.", err=True)
        sent = b"" if stdin is None else stdin.buffer.read(MAX_TEXT_BYTES + 1)
    elif file.is_dir():
        return ReadFailure("folder")
    else:
        try:
            with file.open("rb") as opened:
                sent = opened.read(MAX_TEXT_BYTES + 1)
        except OSError as error:
            return ReadFailure("unreadable", error.strerror or "")
    return ReadFailure("too large") if len(sent) > MAX_TEXT_BYTES else sent


def _confirm(path: str, late_turn: int | None) -> bool:
    """Ask the GM to confirm; exit with a usage error if there is no terminal."""
    if not _has_terminal():
        click.echo(
            f"{path} was not changed: can't ask without a terminal. Use --yes to write it,"
            " or --dry-run to see the changes",
            err=True,
        )
        raise click.exceptions.Exit(output.EXIT_USAGE)
    if late_turn is not None:
        question = f"Turn {late_turn} is closed: it has been played without these orders. Write"
        return click.confirm(f"{question} them all the same?", err=True)
    return click.confirm("Write it?", err=True)


def _has_terminal() -> bool:
    """Whether the GM can be asked."""
    stdin: TextIO | None = sys.stdin
    return stdin is not None and stdin.isatty()


def _choose(keep: KeptOrder | None, clash: OrdersClash) -> KeptOrder:
    """Which of two orders to keep; both are shown, and the GM is asked unless it is decided."""
    width = max((min(shutil.get_terminal_size().columns, 160) - 3) // 2, 20)
    click.echo(f"{clash.faction} has two different orders for {clash.what}:", err=True)
    columns = [
        [title, "-" * len(title), *(part for row in rows for part in _wrapped(row, width))]
        for title, rows in (
            ("earlier (there already)", clash.earlier),
            ("later (sent now)", clash.later),
        )
    ]
    for left, right in zip_longest(*columns, fillvalue=""):
        click.echo(f"{left:<{width}} | {right}".rstrip(), err=True)
    if keep is not None:
        click.echo(f"kept: {keep}\n", err=True)
        return keep
    choices: click.Choice[str] = click.Choice(["earlier", "later"])
    answer = click.prompt("Keep which? Ctrl+C stops", type=choices, err=True)
    return "later" if answer == "later" else "earlier"


def _wrapped(row: str, width: int) -> list[str]:
    """A line broken into lines of at most ``width`` characters, with its indentation."""
    shown = escape_control_characters(row, one_line=True)
    pad = " " * min(len(shown) - len(shown.lstrip()) + 2, width // 2)
    return textwrap.wrap(shown, width, subsequent_indent=pad, break_on_hyphens=False) or [""]


def _is_as_read(path: Path, found: OrdersImport) -> bool:
    """Whether a file still has the content that the changes were computed from."""
    if found.is_new or not path.is_file():
        return found.is_new and not path.exists()
    return path.read_bytes() == found.before.encode()


def _show(found: OrdersImport, path: str) -> None:
    colored = None if not os.environ.get("NO_COLOR") else False
    for line in _difference(found, path):
        color = _COLORS.get(line[:1])
        # The lines are escaped before they are styled.
        styled = click.style(line, fg=color) if color else line
        click.echo(styled, file=styled_stream(sys.stdout), color=colored)


def _difference(found: OrdersImport, path: str) -> Iterator[str]:
    """The lines of a unified diff; long runs of removed comments are summarized in one line."""
    before, after = found.before.splitlines(), found.after.splitlines()
    lines = difflib.unified_diff(before, after, path, path, lineterm="")
    for is_gone, run in groupby(lines, lambda line: _REMOVED_COMMENT.match(line) is not None):
        shown = list(run)
        if is_gone and len(shown) > _FEW:
            shown = [f"-      # ({len(shown)} lines of comments)"]
        yield from (escape_control_characters(line, one_line=True) for line in shown)


for command in (options, odds, draft, accept, drop):
    orders.add_command(command)
