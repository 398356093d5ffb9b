"""The command that says how a turn stands before it is out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.clock import seconds_until, spoken
from chronicle.cli.completions import turns
from chronicle.cli.content import folders_of
from chronicle.cli.output import CONTENT, EXIT_FINDINGS, FORMAT, finish, guarded, print_json, shown
from chronicle.cli.selected_turn import theme_of
from chronicle.diagnostics.report import Finding, Report

if TYPE_CHECKING:
    from chronicle.authoring.json_export import Json
    from chronicle.authoring.turn_status import Prompt, Standing
    from chronicle.render import Theme

JSON_FORMAT: Final = "chronicle-status"
#: Raised when a reader of the older shape could be misled; additions leave it as it is.
JSON_VERSION: Final = 1
_STATES: Final = {"ready": "orders", "errors": "errors", "none": "no orders"}


@click.command()
@CONTENT
@click.option(
    "--turn",
    type=click.IntRange(min=1),
    help="This turn; the last, if left out.",
    shell_complete=turns,
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@FORMAT
@guarded
def status(content: Path, turn: int | None, *, as_json: bool, form: str | None) -> None:
    """Say how a turn stands: who has orders, what is amiss, and what waits for you.

    It also says how long it is until the deadline, whether the turn is out, and what to do next;
    of a shelf, a line for each campaign. What it prints is for the GM.

    Example: chronicle status content/vaime
    """
    _, *inner = folders_of(content)
    if inner and turn is not None:
        raise click.UsageError("name one campaign for --turn, as in " + shown(inner[0]))
    found = [(folder, _standing(folder, turn, form)) for folder in inner or [content]]
    if as_json:
        shapes = [_shape(folder, one) for folder, one in found]
        print_json(JSON_FORMAT, JSON_VERSION, {"campaigns": shapes})
    elif inner:
        for folder, one in found:
            click.echo(f"{shown(folder)}: {_line(one)}")
    else:
        click.echo("\n".join(_lines(content, found[0][1], form)))
    if any(one is not None and one.has_errors for _, one in found):
        sys.exit(EXIT_FINDINGS)


def _standing(folder: Path, turn: int | None, form: str | None) -> Standing | None:
    """How a campaign's turn stands; None before its first turn."""
    from chronicle.authoring.turn_status import last_turn, standing
    from chronicle.load import read_tree

    tree, report = read_tree(folder, shown(folder)), Report()
    last = last_turn(tree)
    if turn is not None and turn > last:
        said = f"the last turn of the campaign is {last}" if last else "there are no turns yet"
        raise click.BadParameter(said, param_hint="--turn")
    found = standing(tree, turn or max(1, last), report)
    if found is None:
        finish(report, form)
        raise RuntimeError("a campaign that can't be read is a finding")
    return found if last else None


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def _line(found: Standing | None) -> str:
    """A campaign of a shelf in one line."""
    if found is None:
        return "no turns yet"
    counts = [sum(row.state == state for row in found.rows) for state in _STATES]
    told = [f"{n} {word}" for n, word in zip(counts, _STATES.values(), strict=True) if n]
    if found.amiss:
        told.append(f"{len(found.amiss)} errors elsewhere")
    if waiting := len(found.prompts) + len(found.warnings) + len(found.drafts):
        told.append(f"{waiting} waiting for you")
    told.append("published" if found.published else "not published")
    return f"turn {found.number}: " + ", ".join(told)


def _lines(content: Path, found: Standing | None, form: str | None) -> Iterator[str]:
    from chronicle.authoring.turn_status import next_step

    if found is None:
        yield f"no turns yet; the first is {shown(content)}/turns/001.yaml"
        return
    yield f"{found.campaign.title}, {_title(found)}"
    yield "published" if found.published else "not published"
    if line := _deadline(found):
        yield line
    yield ""
    width = max((len(row.faction.name) for row in found.rows), default=0)
    for row in found.rows:
        yield f"{row.faction.name:<{width}}  {_STATES[row.state]}"
        yield from (f"  {_located(one)}" for one in row.findings)
    yield from _part("Amiss elsewhere:", [_located(one) for one in found.amiss])
    yield from _part("Waiting for you:", [*_waiting(content, found, form)])
    yield ""
    yield from (f"Next: {step}" for step in next_step(found, shown(content))[:1])
    yield from (f"Then: {step}" for step in next_step(found, shown(content))[1:])


def _title(found: Standing) -> str:
    title = found.turn.title if found.turn is not None else ""
    return f"turn {found.number}: {title}" if title else f"turn {found.number}"


def _deadline(found: Standing) -> str:
    at = found.campaign.deadline
    if at is None:
        return ""
    return f"deadline {at.date} {at.clock} ({at.zone}), {spoken(seconds_until(at.instant))}"


def _part(head: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield head
        yield from (f"  {line}" for line in lines)


def _located(finding: Finding) -> str:
    at = f"{finding.at.path}:{finding.at.line}: " if finding.at is not None else ""
    return f"{at}{finding.code} {finding.message}"


def _waiting(content: Path, found: Standing, form: str | None) -> Iterator[str]:
    theme = theme_of(found.campaign, content, Report(), form) if found.prompts else None
    yield from (f"{one.event}: {_said(one, found, theme)}" for one in found.prompts)
    yield from (_located(one) for one in found.warnings)
    yield from (f"draft of a rumor: {id}" for id in found.drafts)


def _said(prompt: Prompt, found: Standing, theme: Theme | None) -> str:
    words = theme.words.get(f"{found.campaign.ruleset}.prompt.{prompt.code}") if theme else None
    return prompt.text or (words if isinstance(words, str) else prompt.code)


# ── As JSON ──────────────────────────────────────────────────────────────────────────────────────


def _shape(folder: Path, found: Standing | None) -> Json:
    from chronicle.authoring.turn_status import next_step

    if found is None:
        return {"content": shown(folder), "turn": None}
    at = found.campaign.deadline
    return {
        "content": shown(folder),
        "title": found.campaign.title,
        "turn": found.number,
        "published": found.published,
        "deadline": {"instant": at.instant, "zone": at.zone} if at is not None else None,
        "factions": [
            {
                "faction": row.faction.id,
                "state": row.state,
                "findings": [_finding(one) for one in row.findings],
            }
            for row in found.rows
        ],
        "errors": [_finding(one) for one in found.amiss],
        "warnings": [_finding(one) for one in found.warnings],
        "prompts": [
            {"event": one.event, "code": one.code, "text": one.text} for one in found.prompts
        ],
        "drafts": list(found.drafts),
        "next": list(next_step(found, shown(folder))),
    }


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "message": finding.message,
        "path": finding.at.path if finding.at is not None else None,
        "line": finding.at.line if finding.at is not None else None,
    }
