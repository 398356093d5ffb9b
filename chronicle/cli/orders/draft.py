"""The commands `orders draft`, `orders accept` and `orders drop`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.campaign_argument import faction_id
from chronicle.cli.completers import complete_factions
from chronicle.diagnostics.report import Report
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.files.source import FileTree
    from chronicle.model.campaign import Turn
    from chronicle.pipeline import PlayedCampaign

#: The default of the argument CONTENT.
_DEFAULT: Final = Path("content")
_FACTIONS_ARGUMENT: Final = click.argument(
    "faction", metavar="[FACTION]... [CONTENT]", nargs=-1, shell_complete=complete_factions
)


class _OpenTurn(Record):
    """An open turn with the text of its file, and the factions that the command is about."""

    content: Path
    tree: FileTree
    played: PlayedCampaign
    turn: Turn
    path: str
    text: str
    factions: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The path of the file as one types it."""
        return output.display_path(self.content / self.path)

    def write(self, text: str) -> None:
        from chronicle.cli.schema import update_schemas
        from chronicle.publish.atomic_write import write_all_or_none

        report = Report()
        write_all_or_none({self.path: text.encode()}, self.content, report)
        output.exit_on_errors(report)
        update_schemas(self.content)


@click.command()
@_FACTIONS_ARGUMENT
@click.option("--dry-run", is_flag=True, help="Print the drafts without writing them.")
@output.FORMAT_OPTION
def draft(faction: tuple[str, ...], *, dry_run: bool) -> None:
    """Draft orders of factions for the open turn.

    Without FACTION, of all that have no player and no orders. A draft is what the faction would do
    by what it knows and by `plays:` in its file. It is added to `orders:` with `draft: true`, and
    each order with a comment: what it is for, its odds and cost, and the second best. It does not
    count until you accept it with `chronicle orders accept`, or remove that line. Existing orders
    are never changed. In freeform, drafts are questions about its clocks and counters.

    Example: chronicle orders draft my-campaign --dry-run
    """
    from chronicle.authoring.order_drafts import draft_of, factions_without_players, with_draft

    opened = _open_turn(faction)
    asked = opened.factions or factions_without_players(opened.played)
    text, drafted, stubs = opened.text, list[str](), _stubs(opened)
    for one in asked:
        if said := _reason_against(opened, one):
            _say(f"{one} {said}")
            continue
        found = draft_of(opened.played, one)
        if found is None:
            _say(f"{one} can do nothing that would be worth it")
            continue
        text = _edited(opened, one, partial(with_draft, draft=found, is_generated=stubs), text)
        drafted.append(one)
        for line in found.said:
            click.echo(f"{one}: {line}")
    if not drafted:
        _say("nothing new to draft" if asked else "every faction has a player; name those you want")
    elif dry_run:
        _say(f"dry run: would add drafts of {', '.join(drafted)} to {opened.shown}")
    else:
        opened.write(text)
        folder = shlex.quote(output.display_path(opened.content))
        _say(f"written: {opened.shown}, with drafts of {', '.join(drafted)}")
        _say(f"Next: edit them; chronicle orders accept {folder} makes them count")


@click.command()
@_FACTIONS_ARGUMENT
@output.FORMAT_OPTION
def accept(faction: tuple[str, ...]) -> None:
    """Accept drafts of orders, so that they count.

    Without FACTION, all drafts of the open turn. They are checked as in a build; if one has an
    error, nothing is changed.

    Example: chronicle orders accept my-campaign
    """
    from chronicle.authoring.order_drafts import with_accepted_orders

    opened = _open_turn(faction)
    text = opened.text
    for one in (drafts := _drafts(opened)):
        text = _edited(opened, one, partial(with_accepted_orders, faction=one), text)
    if not drafts:
        _say("there are no drafts of orders")
        return
    _exit_on_errors_in_drafts(opened, drafts)
    opened.write(text)
    _say(f"accepted in {opened.shown}: orders of {', '.join(drafts)}")


@click.command()
@_FACTIONS_ARGUMENT
@output.FORMAT_OPTION
def drop(faction: tuple[str, ...]) -> None:
    """Remove drafts of orders.

    Without FACTION, all drafts of the open turn. Your own comments stay.

    Example: chronicle orders drop my-campaign
    """
    from chronicle.authoring.order_drafts import without_draft

    opened = _open_turn(faction)
    text = opened.text
    for one in (drafts := _drafts(opened)):
        text = _edited(opened, one, partial(without_draft, faction=one), text)
    if not drafts:
        _say("there are no drafts of orders")
        return
    opened.write(text)
    _say(f"dropped from {opened.shown}: drafts of {', '.join(drafts)}")


def _open_turn(words: Sequence[str]) -> _OpenTurn:
    """The open turn of the campaign that the last word names, else of the default one.

    Raises usage errors; exits on errors in the campaign.
    """
    from chronicle.authoring.turn_file import path_of_turn_file
    from chronicle.pipeline import resolve_campaign
    from chronicle.publish.transaction import finish_writing

    is_named = bool(words) and (Path(words[-1]) / "campaign.yaml").is_file()
    content = Path(words[-1]) if is_named else _DEFAULT
    finish_writing(content)
    report = Report()
    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    campaign = played.campaign
    opened = campaign.open_turn
    if opened is None:
        folder = shlex.quote(output.display_path(content))
        raise click.UsageError(f"no turn is open; chronicle turn new {folder} starts the next")
    named = words[:-1] if is_named else words
    factions = tuple(dict.fromkeys(faction_id(campaign, it, "FACTION") for it in named))
    path = path_of_turn_file(tree, opened.number)
    held = tree.files[path]
    text = held.decode("utf-8") if isinstance(held, bytes) else ""
    return _OpenTurn(content, tree, played, opened, path, text, factions)


def _reason_against(opened: _OpenTurn, faction: str) -> str:
    """Why no orders of a faction are drafted; empty if they are."""
    from chronicle.authoring.missing_orders import gives_orders
    from chronicle.project import next_order_form

    played = opened.played
    campaign, history, ruleset = played.campaign, played.history, played.ruleset
    if faction in opened.turn.order_drafts:
        return "has a draft already"
    if faction not in history.eve.after.factions:
        return "gives no orders"
    written = opened.turn.orders.get(faction)
    if gives_orders(written, lambda: next_order_form(campaign, history, ruleset, faction)):
        return "has orders already"
    return ""


def _drafts(opened: _OpenTurn) -> tuple[str, ...]:
    """The factions whose drafts are meant. Raises a usage error if one of them has none."""
    drafts = opened.turn.order_drafts
    for faction in opened.factions:
        if faction not in drafts:
            raise click.BadParameter(
                f"{faction} has no draft; chronicle orders draft {faction} makes one",
                param_hint="FACTION",
            )
    return opened.factions or tuple(drafts)


def _edited(opened: _OpenTurn, faction: str, edit: Callable[[str], str], text: str) -> str:
    """The text after an edit of a faction's orders. Raises a usage error if it can't be made."""
    from chronicle.yaml.edit.document import YamlEditError

    try:
        return edit(text)
    except YamlEditError:
        raise click.UsageError(
            f"can't change the orders of {faction} in {opened.shown} automatically;"
            f" write `orders:` and `{faction}:` in lines of their own, without braces"
        ) from None


def _exit_on_errors_in_drafts(opened: _OpenTurn, factions: Sequence[str]) -> None:
    """Check drafts as in a build, together with all orders of the turn."""
    from chronicle.play.turns import findings_in_drafts

    report, played = Report(), opened.played
    report.extend(
        findings_in_drafts(played.campaign, played.history, played.ruleset, opened.turn, factions)
    )
    if report.has_errors:
        _say("nothing is accepted; correct the drafts first")
    output.exit_on_errors(report)


def _stubs(opened: _OpenTurn) -> Callable[[str], bool]:
    """Returns whether a comment is one that the file of the turn began with."""
    from chronicle.authoring.import_orders import stub_comments

    played = opened.played
    return stub_comments(played.campaign, played.ruleset, played.history)


def _say(text: str) -> None:
    """Print a message for people, unless JSON output was requested."""
    if output.findings_format() != "json":
        click.echo(text, err=True)
