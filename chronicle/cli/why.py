"""The command that says who knows a thing, since when, how, and why."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.content import one_campaign
from chronicle.cli.output import AS, CONTENT, FORMAT, finish, guarded
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.pipeline import Played
    from chronicle.project.access_report import Thing
    from chronicle.project.access_report.subjects import Ask
    from chronicle.render.reason_text import ReasonWords


@click.command()
@CONTENT
@click.option("--event", metavar="EVENT", help="An event's id, as in 3/ferry/last-boat.")
@click.option(
    "--fact",
    metavar="KIND:ID",
    help="place:ID (or faction, person, item, page), news:3/barrels, news:3/1 (or rumor, reveal,"
    " relation).",
)
@AS
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@FORMAT
@guarded
def why(
    content: Path,
    event: str | None,
    fact: str | None,
    word: str | None,
    *,
    as_json: bool,
    form: str | None,
) -> None:
    """Say who knows a thing, since when, how it is told, and why.

    Of an event, or of a place, a faction, a person, an item, a page, a piece of news, a rumor, a
    reveal or a relation; for one audience, or for all of them in a table. It names rules, and
    lines of your files. What it prints is for the GM.

    Example: chronicle why content/vaime --event 2/margrave/shore-patrol --as nets
    """
    from chronicle.pipeline import resolve as play
    from chronicle.project.access_report import Reasons, events_of, facts_of

    if (event is None) == (fact is None):
        raise click.UsageError("say --event EVENT or --fact KIND:ID")
    report = Report()
    played = play(one_campaign(content, report, form), report)
    finish(report, form, result=True)
    if played is None:
        return
    reasons = Reasons(played.campaign, played.history, played.system)
    words = {audience.word for audience in reasons.audiences}
    if word is not None and word not in words:
        raise click.BadParameter(
            f"there is no audience {word}; {did_you_mean(word, words)}", param_hint="--as"
        )
    if event is not None:
        thing = _asked("event", event, events_of(reasons), "--event")()
    else:
        thing = _asked("fact", fact or "", facts_of(reasons), "--fact")()
    sayer = _words(played, content, report, form)
    if as_json:
        from chronicle.cli.why_output import shape

        click.echo(json.dumps(shape(thing, sayer, word), ensure_ascii=False, indent=1))
    else:
        _print(thing, sayer, word)


def _asked(what: str, name: str, known: Mapping[str, Ask], hint: str) -> Ask:
    """What is asked for; a mistake of usage when there is none of that name."""
    found = known.get(name)
    if found is None:
        advice = did_you_mean(name, known, otherwise=_example(known))
        said = f"there is no {what} {name}"
        raise click.BadParameter(f"{said}; {advice}" if advice else said, param_hint=hint)
    return found


def _example(known: Mapping[str, Ask]) -> str:
    first = next(iter(known), "")
    return f"they are called like {first}" if first else ""


def _words(played: Played, content: Path, report: Report, form: str | None) -> ReasonWords:
    """The words of the campaign's own theme and language."""
    from chronicle.cli.selected_turn import theme_of
    from chronicle.render.reason_text import ReasonWords

    campaign = played.campaign
    names = {one.id: one.name for one in campaign.factions}
    return ReasonWords(theme_of(campaign, content, report, form), campaign.ruleset, names)


def _print(thing: Thing, sayer: ReasonWords, word: str | None) -> None:
    from chronicle.cli.why_output import sentences, table

    click.echo(sayer.thing(thing))
    if word is None:
        click.echo(table(thing, sayer))
    else:
        click.echo(sentences(thing, sayer, word))
    for number, part in enumerate(thing.parts, start=1):
        click.echo("\n" + sayer.say("why.part", n=number, text=part.title))
        click.echo(table(part, sayer) if word is None else sentences(part, sayer, word))
