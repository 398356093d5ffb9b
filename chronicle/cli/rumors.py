"""The command `rumors`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.campaign_argument import read_campaign_theme, turn_number
from chronicle.diagnostics.report import Report

if TYPE_CHECKING:
    from chronicle.authoring.rumor_drafts import RumorDraft
    from chronicle.model.campaign import Campaign
    from chronicle.yaml.edit.append import YamlItem

JSON_FORMAT: Final = "chronicle-rumors"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1


@click.command()
@output.CONTENT_ARGUMENT
@output.turn_option()
@click.option("--most", type=click.IntRange(min=1), help="Maximum for everyone and per faction.")
@click.option("--dry-run", is_flag=True, help="Print the drafts without writing them.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@output.FORMAT_OPTION
def rumors(
    content: Path, turn: int | None, most: int | None, *, dry_run: bool, as_json: bool
) -> None:
    """Draft rumors about a turn and add them to its file.

    A rumor uses only what its hearers know about the event. Drafts are added to `rumors:` with
    `draft: true`; only you can read them until you remove that line. An event is drafted only
    once, even if you delete the draft.

    Example: chronicle rumors --turn 1 --most 2 --dry-run
    """
    from chronicle.authoring.rumor_drafts import RumorDrafter
    from chronicle.authoring.rumor_grammar import read_grammar
    from chronicle.pipeline import resolve_campaign

    report = Report()
    tree = read_one_campaign(content, report)
    played = output.result_or_exit(resolve_campaign(tree, report), report)
    campaign = played.campaign
    _refuse_open_turn(campaign, turn)
    number = turn_number(campaign, turn)
    if number <= campaign.published.through:
        raise click.UsageError(
            f"turn {number} is published and can't be changed; draft rumors for a later turn"
        )
    told = Report()
    grammar = read_grammar(read_campaign_theme(campaign, content, told), campaign.ruleset, told)
    output.exit_on_errors(told, result=True)
    if grammar is None:
        raise click.UsageError(
            f"the theme {campaign.theme} has no rumor sentences for {campaign.ruleset}"
        )
    of_turn = campaign.turns[number - 1]
    drafter = RumorDrafter(campaign, played.history, played.ruleset, grammar, of_turn)
    found = drafter.drafts(most or 0)
    path = f"turns/{number:03}.yaml"
    if found and not dry_run:
        _write(content, path, found)
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, _to_json(number, found))
    else:
        _say(found, f"{output.display_path(content)}/{path}", dry_run=dry_run)


def _refuse_open_turn(campaign: Campaign, turn: int | None) -> None:
    """Raise a usage error if the turn meant is the open one."""
    opened = campaign.open_turn
    is_last_told = turn is None and len(campaign.turns) <= campaign.published.through
    if opened is not None and (turn == opened.number or is_last_told):
        raise click.UsageError(
            f"turn {opened.number} is open, so nothing has happened in it yet;"
            " chronicle turn close plays it"
        )


def _write(content: Path, path: str, found: Sequence[RumorDraft]) -> None:
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.yaml.edit.append import append_items
    from chronicle.yaml.edit.document import YamlEditError

    file = content / path
    text = file.read_bytes().decode("utf-8")
    try:
        text = append_items(text, "rumors", [_item(one) for one in found])
        text = append_items(text, "drafted", _events(found))
    except YamlEditError:
        raise click.UsageError(
            f"can't add to `rumors:` or `drafted:` in {output.display_path(file)};"
            " write each of its items on a separate line that begins with a dash"
        ) from None
    report = Report()
    write_all_or_none({path: text.encode("utf-8")}, content, report)
    if report.has_errors:
        output.exit_on_errors(report)


def _events(found: Sequence[RumorDraft]) -> list[str]:
    return list(dict.fromkeys(event for one in found for event in (one.event, *one.also)))


def _item(one: RumorDraft) -> YamlItem:
    item: dict[str, str | int | bool | Sequence[str]] = {
        "id": one.id,
        "draft": True,
        "text": one.text,
        "about": one.event,
    }
    if one.where:
        item["where"] = [one.where]
    item["heard_by"] = one.heard_by[0] if len(one.heard_by) == 1 else list(one.heard_by)
    item["truth"] = one.truth
    return item | ({"after": one.after} if one.after else {})


def _say(found: Sequence[RumorDraft], file: str, *, dry_run: bool) -> None:
    for one in found:
        later = f", {one.after} turns later" if one.after > 1 else ", a turn later"
        when = later if one.after else ""
        click.echo(f"{', '.join(one.heard_by)}{when} ({one.truth}): {one.text}")
    number = "1 draft" if len(found) == 1 else f"{len(found)} drafts"
    if not found:
        click.echo("nothing new to draft", err=True)
    elif dry_run:
        click.echo(f"dry run: would add {number} to {file}", err=True)
    elif len(found) == 1:
        todo = "Edit it, and remove draft: true to publish it."
        click.echo(f"{number} added to {file}\n{todo}", err=True)
    else:
        todo = "Edit them, and remove draft: true from those you want to publish."
        click.echo(f"{number} added to {file}\n{todo}", err=True)


def _to_json(number: int, found: Sequence[RumorDraft]) -> dict[str, object]:
    drafts = [
        {
            "id": one.id,
            "event": f"{number}/{one.event}",
            "also": [f"{number}/{event}" for event in one.also],
            "text": one.text,
            "where": one.where,
            "heard_by": list(one.heard_by),
            "truth": one.truth,
            "after": one.after,
        }
        for one in found
    ]
    return {"turn": number, "drafts": drafts}
