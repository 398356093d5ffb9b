"""The command `why`."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.output import (
    AUDIENCE_OPTION,
    CONTENT_ARGUMENT,
    FORMAT_OPTION,
    exit_on_errors,
    with_error_handling,
)
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.pipeline import PlayedCampaign
    from chronicle.project.access_report import AccessReport
    from chronicle.project.access_report.subjects import ReportFactory
    from chronicle.render.reason_text import ReasonFormatter


_PLURALS: Final = {
    "place": "Places",
    "faction": "Factions",
    "person": "People",
    "item": "Items",
    "page": "Pages",
    "news": "News",
    "rumor": "Rumors",
    "reveal": "Reveals",
    "relation": "Relations",
}


@click.command()
@CONTENT_ARGUMENT
@click.option("--event", metavar="EVENT", help="The id of an event, as in 3/ferry/last-boat.")
@click.option(
    "--fact",
    metavar="KIND:ID",
    help="KIND is place, faction, person, item or page, as in place:ID; or news, rumor, reveal or"
    " relation with a turn, as in news:3/barrels or news:3/1.",
)
@AUDIENCE_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@FORMAT_OPTION
@with_error_handling
def why(
    content: Path,
    event: str | None,
    fact: str | None,
    word: str | None,
    *,
    as_json: bool,
    form: str | None,
) -> None:
    """Explain who knows an event or a fact, since when and why.

    A fact is a place, faction, person, item, page, piece of news, rumor, reveal or relation.
    Prints a table of all audiences, or with --as the account of one, with the rules and the lines
    of your files that decide it. Without --event and --fact, lists what can be asked. The output
    is for the GM only.

    Example: chronicle why --fact faction:hive --as barn
    """
    from chronicle.pipeline import resolve_campaign as play
    from chronicle.project.access_report import AccessReporter, event_reports, subject_reports

    if event is not None and fact is not None:
        raise click.UsageError("give either --event or --fact, not both")
    if as_json and event is None and fact is None:
        raise click.UsageError("--json needs --event EVENT or --fact KIND:ID")
    report = Report()
    played = play(read_one_campaign(content, report, form), report)
    exit_on_errors(report, form, result=True)
    if played is None:
        return
    reasons = AccessReporter(played.campaign, played.history, played.ruleset)
    words = {audience.word for audience in reasons.audiences}
    if word is not None and word not in words:
        raise click.BadParameter(
            f"unknown audience {word}; {did_you_mean(word, words)}", param_hint="--as"
        )
    if event is None and fact is None:
        turn = len(played.history.turns)
        _list_names(turn, event_reports(reasons), subject_reports(reasons))
        return
    if event is not None:
        thing = _find("event", event, event_reports(reasons), "--event")()
    else:
        thing = _find("fact", fact or "", subject_reports(reasons), "--fact")()
    sayer = _reason_words(played, content, report, form)
    if as_json:
        from chronicle.cli.why_output import to_json

        click.echo(json.dumps(to_json(thing, sayer, word), ensure_ascii=False, indent=1))
    else:
        _print(thing, sayer, word)


def _find(what: str, name: str, known: Mapping[str, ReportFactory], hint: str) -> ReportFactory:
    """The thing of this name. Raises click.BadParameter if there is none."""
    found = known.get(name)
    if found is None:
        advice = did_you_mean(name, known, otherwise=_example(known))
        said = f"unknown {what} {name}"
        raise click.BadParameter(f"{said}; {advice}" if advice else said, param_hint=hint)
    return found


def _list_names(
    turn: int, events: Mapping[str, ReportFactory], facts: Mapping[str, ReportFactory]
) -> None:
    """Print the names of what can be asked: of things in turns, those of the last one."""
    of_turn = [name for name in events if name.startswith(f"{turn}/")]
    groups = {f"Events of turn {turn}, for --event": of_turn}
    for name in facts:
        kind, _, inner = name.partition(":")
        if "/" not in inner or inner.startswith(f"{turn}/"):
            title = _PLURALS[kind] + (f" of turn {turn}" if "/" in inner else "")
            groups.setdefault(f"{title}, for --fact", []).append(name)
    for title, names in groups.items():
        if names:
            listed = textwrap.fill(
                ", ".join(names),
                98,
                initial_indent="  ",
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
            click.echo(f"{title}:\n{listed}")
    if turn > 1:
        click.echo(f"For an earlier turn, write its number instead of {turn}.")


def _example(known: Mapping[str, ReportFactory]) -> str:
    first = next(iter(known), "")
    return f"one looks like {first}; chronicle why lists all" if first else ""


def _reason_words(
    played: PlayedCampaign, content: Path, report: Report, form: str | None
) -> ReasonFormatter:
    """The texts of the campaign's theme, in its language."""
    from chronicle.cli.campaign_argument import read_campaign_theme
    from chronicle.render.reason_text import ReasonFormatter

    campaign = played.campaign
    names = {one.id: one.name for one in campaign.factions}
    return ReasonFormatter(
        read_campaign_theme(campaign, content, report, form), campaign.ruleset, names
    )


def _print(thing: AccessReport, sayer: ReasonFormatter, word: str | None) -> None:
    from chronicle.cli.why_output import format_sentences, format_table

    click.echo(sayer.thing(thing))
    if word is None:
        click.echo(format_table(thing, sayer))
    else:
        click.echo(format_sentences(thing, sayer, word))
    for number, part in enumerate(thing.parts, start=1):
        click.echo("\n" + sayer.say("why.part", n=number, text=part.title))
        click.echo(
            format_table(part, sayer) if word is None else format_sentences(part, sayer, word)
        )
