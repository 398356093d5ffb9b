"""The command `explain`."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli import output
from chronicle.cli.build_run import read_one_campaign
from chronicle.cli.completers import complete_codes
from chronicle.diagnostics.report import Report, did_you_mean

if TYPE_CHECKING:
    from chronicle.project.access_report import AccessReport, AccessReporter

JSON_FORMAT: Final = "chronicle-explain"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1
#: Instead of an event or a fact: list those that there are.
_LIST: Final = "facts"
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
@click.argument("subject", default="", shell_complete=complete_codes)
@output.CONTENT_ARGUMENT
@output.AUDIENCE_OPTION
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for an event or a fact.")
@output.FORMAT_OPTION
def explain(subject: str, content: Path, word: str | None, *, as_json: bool) -> None:
    """Explain an error code, or who knows of an event or a fact, and why.

    SUBJECT is an error code, as in R009; an event, as in 3/ferry/last-boat; or a fact: place:ID,
    faction:ID, person:ID, item:ID or page:ID, or news:, rumor:, reveal: or relation: with a turn,
    as in news:3/barrels or news:3/1. Without it, all error codes are listed; `facts` lists the
    events and facts of the campaign.

    Of an event or a fact it says who knows it, since when, in which form and why, with the rules
    and the lines of your files that decide it; with --as, only what this audience knows. That
    output is for the GM only.

    Example: chronicle explain R009
    Example: chronicle explain faction:hive --as barn
    """
    if ":" in subject or "/" in subject or subject == _LIST:
        _explain_access(subject, content, word, as_json=as_json)
    elif as_json or word is not None:
        option = "--json" if as_json else "--as"
        raise click.UsageError(f"{option} needs an event or a fact; `{_LIST}` lists them")
    else:
        _explain_code(subject)


def _explain_code(code: str) -> None:
    from chronicle.authoring.explain import all_problems, headline, manual_page

    problems = all_problems()
    if not code:
        for _, listed in sorted(problems.items()):
            click.echo(headline(listed))
        return
    problem = problems.get(code.upper())
    if problem is None:
        advice = did_you_mean(
            code.upper(),
            problems,
            otherwise="codes look like R009, events like 3/ferry/last-boat, facts like place:pier",
        )
        raise click.BadParameter(f"unknown error code {code}; {advice}", param_hint="SUBJECT")
    click.echo(manual_page(problem), nl=False)


def _explain_access(subject: str, content: Path, word: str | None, *, as_json: bool) -> None:
    """Explain who knows an event or a fact, or list what there is."""
    from chronicle.cli.access_text import format_report, to_json
    from chronicle.cli.campaign_argument import read_campaign_theme
    from chronicle.pipeline import resolve_campaign
    from chronicle.project.access_report import AccessReporter
    from chronicle.render.reason_text import ReasonFormatter

    report = Report()
    played = output.result_or_exit(
        resolve_campaign(read_one_campaign(content, report), report), report
    )
    campaign = played.campaign
    reporter = AccessReporter(campaign, played.history, played.ruleset)
    words = {audience.word for audience in reporter.audiences}
    if word is not None and word not in words:
        raise click.BadParameter(
            f"unknown audience {word}; {did_you_mean(word, words)}", param_hint="--as"
        )
    if subject == _LIST:
        _list_subjects(len(played.history.turns), reporter)
        return
    found = _find(subject, reporter)
    names = {one.id: one.name for one in campaign.factions}
    theme = read_campaign_theme(campaign, content, report)
    formatter = ReasonFormatter(theme, campaign.ruleset, names)
    if as_json:
        output.print_json(JSON_FORMAT, JSON_VERSION, to_json(found, formatter, word))
    else:
        click.echo("\n".join(format_report(found, formatter, word)))


def _find(subject: str, reporter: AccessReporter) -> AccessReport:
    """What is known of an event or a fact. Raises click.BadParameter if there is none."""
    from chronicle.project.access_report import event_reports, subject_reports

    is_fact = ":" in subject
    known = subject_reports(reporter) if is_fact else event_reports(reporter)
    if subject not in known:
        what = "fact" if is_fact else "event"
        advice = did_you_mean(subject, known, otherwise=f"chronicle explain {_LIST} lists all")
        raise click.BadParameter(f"unknown {what} {subject}; {advice}", param_hint="SUBJECT")
    return known[subject]()


def _list_subjects(turn: int, reporter: AccessReporter) -> None:
    """Print the events and facts that can be explained: of those of turns, the last turn's."""
    from chronicle.project.access_report import event_reports, subject_reports

    events = [name for name in event_reports(reporter) if name.startswith(f"{turn}/")]
    groups = {f"Events of turn {turn}": events}
    for name in subject_reports(reporter):
        kind, _, inner = name.partition(":")
        if "/" not in inner or inner.startswith(f"{turn}/"):
            title = _PLURALS[kind] + (f" of turn {turn}" if "/" in inner else "")
            groups.setdefault(title, []).append(name)
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
