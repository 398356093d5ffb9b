"""The command `status`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.build_run import folders_of
from chronicle.cli.campaign_argument import read_campaign_theme
from chronicle.cli.check import check_content
from chronicle.cli.clock import format_time_left, seconds_until
from chronicle.cli.help_text import campaigns_beneath, projects_beneath
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    EXIT_FINDINGS,
    FORMAT_OPTION,
    display_path,
    exit_code,
    exit_on_errors,
    output_option,
    print_json,
    turn_option,
)
from chronicle.diagnostics.report import Finding, Report

if TYPE_CHECKING:
    from chronicle.authoring.json_export import Json
    from chronicle.authoring.repository_checks import Objection
    from chronicle.authoring.turn_status import TurnStatus
    from chronicle.cli.deploy.recovery import InterruptedDeploy
    from chronicle.render import Theme
    from chronicle.rules.protocol import Prompt

JSON_FORMAT: Final = "chronicle-status"
#: Increased for incompatible changes; additions do not count.
JSON_VERSION: Final = 1
_STATES: Final = {"ready": "orders", "errors": "errors", "none": "no orders"}


@click.command()
@CONTENT_ARGUMENT
@turn_option()
@output_option("Folder of the built site.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@FORMAT_OPTION
def status(content: Path, turn: int | None, output: Path, *, as_json: bool) -> None:
    """Show who has sent orders, what is wrong or to do, and what to do next.

    Finds all that `check` finds, and what is wrong with the setup: the key, the git repository, the
    site's address. Also shows the time until the deadline, and whether the turn is published. For
    several campaigns it prints one line each. The output is for the GM only. Unless a deploy was
    interrupted, nothing is changed and the network is not used.

    Example: chronicle status --turn 1
    """
    _, *inner = folders_of(content)
    if inner and turn is not None:
        raise click.UsageError("--turn needs a single campaign, such as " + display_path(inner[0]))
    interrupted = _settle(content)
    findings = check_content(content, output).findings
    errors = [one for one in findings if one.severity == "error"]
    of_campaign = {folder: _within(folder, findings) for folder in inner} or {content: findings}
    found = {folder: _read_status(folder, turn, checked) for folder, checked in of_campaign.items()}
    is_published = any(one and one.campaign.published.turns for one in found.values())
    objections = _find_objections(content, output, published=is_published)
    refused = any(one.refuses for one in objections)
    if as_json:
        entries: list[Json] = [
            {**_to_json(folder, one, refused=refused), "maybe_online": _maybe(interrupted, folder)}
            for folder, one in found.items()
        ]
        setup: list[Json] = [
            {"said": one.said, "help": one.help, "refuses": one.refuses} for one in objections
        ]
        print_json(JSON_FORMAT, JSON_VERSION, {"campaigns": entries, "setup": setup})
    else:
        if inner:
            lines = [f"{display_path(folder)}: {_line(one)}" for folder, one in found.items()]
            known = {one for checked in of_campaign.values() for one in checked}
            elsewhere = [_located(one) for one in errors if one not in known]
            lines += _part("Other errors:", elsewhere)
        else:
            lines = [*_lines(content, found[content])]
        lines += _part("Setup:", [*_setup_lines(objections)])
        if not inner:
            step = _next_step(content, found[content], refused=refused)
            lines += ["", f"Next: {step}"]
        click.echo("\n".join([*lines, *_unsettled(interrupted)]))
    if errors or refused or any(one is not None and one.has_errors for one in found.values()):
        sys.exit(exit_code(errors) if errors else EXIT_FINDINGS)


def say_next_step() -> None:
    """Print what to do next with the one or several campaigns in the current folder."""
    for line in _next_steps(Path()):
        click.echo(line)
    click.echo("All commands: chronicle --help", err=True)


def _next_steps(here: Path) -> Iterator[str]:
    """The next step of the campaign in a folder, or of each campaign; the way to one if none."""
    content = here / "content"
    folder = content if content.is_dir() else here
    if any(content.glob("*/demo.key")):
        yield "Next: look at the sample campaigns: chronicle serve"
        yield "Or create a campaign of your own: chronicle new my-campaign"
    elif (folder / "campaign.yaml").exists():
        yield f"Next: {_next_step_of(folder)}"
    elif names := campaigns_beneath(folder):
        yield from (f"{name}: {_next_step_of(folder / name)}" for name in names)
    elif homes := projects_beneath(here):
        yield f"Next: go to a campaign: cd {homes[0]}"
    else:
        yield "Next: create a campaign: chronicle new my-campaign"


def _next_step_of(folder: Path) -> str:
    """The next step of a campaign, without a check of its pages and of its setup."""
    from chronicle.authoring.turn_status import last_turn, status_of_turn
    from chronicle.load import read_tree

    tree = read_tree(folder, display_path(folder))
    last = last_turn(tree)
    found = status_of_turn(tree, max(1, last), Report())
    if found is None:
        return f"correct the errors; chronicle check {display_path(folder)} shows them all"
    return _next_step(folder, found if last else None, refused=False)


def _find_objections(content: Path, output: Path, *, published: bool) -> Sequence[Objection]:
    from chronicle.cli.setup import setup_objections

    return tuple(setup_objections(content, output, published=published))


def _setup_lines(objections: Sequence[Objection]) -> Iterator[str]:
    for one in objections:
        yield f"{'error' if one.refuses else 'warning'}: {one.said}"
        yield f"  help: {one.help}"


def _settle(content: Path) -> Sequence[InterruptedDeploy]:
    """Settle interrupted deploys; say which ones were, and return the others."""
    from chronicle.cli.deploy.recovery import settle_deploys

    found = settle_deploys(content)
    for one in found:
        if one.is_settled:
            click.echo(one.said, err=True)
    return [one for one in found if not one.is_settled]


def _unsettled(interrupted: Sequence[InterruptedDeploy]) -> Iterator[str]:
    for one in interrupted:
        yield f"Warning: {one.said}"
        yield f"  help: {one.help}"


def _maybe(interrupted: Sequence[InterruptedDeploy], folder: Path) -> list[Json]:
    return [
        {"turns": [*one.journal.turns], "place": one.journal.shown, "said": one.said}
        for one in interrupted
        if one.folder == folder
    ]


def _within(folder: Path, findings: Sequence[Finding]) -> Sequence[Finding]:
    """The findings in the files of one of several campaigns."""
    inside = f"{display_path(folder)}/"
    return [one for one in findings if one.at is not None and one.at.path.startswith(inside)]


def _read_status(folder: Path, turn: int | None, checked: Sequence[Finding]) -> TurnStatus | None:
    """The status of a turn, with the findings of a check; None if there are no turns yet.

    If turns are published whose files are gone, that is an error of the first.
    """
    from chronicle.authoring.turn_status import last_turn, status_of_turn
    from chronicle.load import read_tree

    tree, report = read_tree(folder, display_path(folder)), Report()
    last = last_turn(tree)
    if turn is not None and turn > last:
        said = f"the last turn of the campaign is {last}" if last else "there are no turns yet"
        raise click.BadParameter(said, param_hint="--turn")
    found = status_of_turn(tree, turn or max(1, last), report, checked)
    if found is None:
        exit_on_errors(report)
        raise RuntimeError("a campaign that can't be read is a finding")
    return found if last or found.has_errors else None


# ── In words ─────────────────────────────────────────────────────────────────────────────────────


def _line(found: TurnStatus | None) -> str:
    """The status of one of several campaigns, in one line."""
    if found is None:
        return "no turns yet"
    counts = [sum(row.state == state for row in found.rows) for state in _STATES]
    told = [f"{n} {word}" for n, word in zip(counts, _STATES.values(), strict=True) if n]
    if found.other_errors:
        told.append(f"{len(found.other_errors)} errors elsewhere")
    waiting = len(found.prompts) + len(found.warnings) + len(found.order_drafts)
    if waiting := waiting + len(found.drafts) + len(found.drafted):
        told.append(f"{waiting} to do")
    told.append("open" if found.is_open else "published" if found.published else "not published")
    return f"turn {found.number}: " + ", ".join(told)


def _lines(content: Path, found: TurnStatus | None) -> Iterator[str]:
    if found is None:
        yield "no turns yet"
        return
    yield f"{found.campaign.title}, {_title(found)}"
    yield _state(found)
    if line := _deadline(found):
        yield line
    yield from _published(content, found)
    yield ""
    width = max((len(row.faction.name) for row in found.rows), default=0)
    for row in found.rows:
        yield f"{row.faction.name:<{width}}  {_STATES[row.state]}"
        yield from (f"  {_located(one)}" for one in row.findings)
    yield from _part("Other errors:", [_located(one) for one in found.other_errors])
    yield from _part("To do:", [*_waiting(content, found)])


def _next_step(folder: Path, found: TurnStatus | None, *, refused: bool) -> str:
    from chronicle.authoring.turn_status import next_step

    is_late = found is not None and _is_late(found)
    return next_step(found, display_path(folder), is_late=is_late, is_refused=refused).text


def _state(found: TurnStatus) -> str:
    if found.is_open:
        return "open: orders are awaited"
    return "published" if found.published else "played, not published"


def _published(content: Path, found: TurnStatus) -> Iterator[str]:
    """Where the site is, when it was deployed, and what of it is published or was taken back."""
    from chronicle.cli.deploy.last_deploy import read_last_deploy
    from chronicle.cli.deploy.summary import turns_text
    from chronicle.model.publication import RECORD_FILE

    last, through = read_last_deploy(content), found.campaign.published.through
    if last is not None:
        yield f"online: {last.shown}, deployed {last.at} UTC"
    if through and not found.published:
        yield f"published: {turns_text(range(1, through + 1))}"
    # Without a record it is not known what is published.
    has_record = (content / RECORD_FILE).exists()
    if last is not None and last.through.get("", 0) > through and has_record:
        back = range(through + 1, last.through[""] + 1)
        verb = "were" if len(back) > 1 else "was"
        yield f"{turns_text(back)} {verb} taken back; deploy again to replace what is online"
    elif unpublished := range(through + 1, found.number):
        verb = "are" if len(unpublished) > 1 else "is"
        yield f"{turns_text(unpublished)} {verb} played and not published"


def _is_late(found: TurnStatus) -> bool:
    at = found.campaign.deadline
    return at is not None and seconds_until(at.instant) <= 0


def _title(found: TurnStatus) -> str:
    title = found.turn.title if found.turn is not None else ""
    return f"turn {found.number}: {title}" if title else f"turn {found.number}"


def _deadline(found: TurnStatus) -> str:
    at = found.campaign.deadline
    if at is None:
        return ""
    return (
        f"deadline {at.date} {at.clock} ({at.zone}), {format_time_left(seconds_until(at.instant))}"
    )


def _part(head: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield head
        yield from (f"  {line}" for line in lines)


def _located(finding: Finding) -> str:
    at = f"{finding.at.path}:{finding.at.line}: " if finding.at is not None else ""
    return f"{at}{finding.code} {finding.message}"


def _waiting(content: Path, found: TurnStatus) -> Iterator[str]:
    theme = read_campaign_theme(found.campaign, content, Report()) if found.prompts else None
    yield from (f"{event}: {_said(one, found, theme)}" for event, one in found.prompts)
    if found.prompts:
        yield f"(news with `about: {found.prompts[0][0]}` say it, and take it off this list)"
    yield from (_located(one) for one in found.warnings)
    for id, errors in found.order_drafts.items():
        yield f"draft of orders: {id}"
        yield from (_located(it) for it in errors)
    yield from (f"rumor draft: {id}" for id in found.drafts)
    yield from (f"turn {number} has rumor drafts" for number in found.drafted)
    if found.warnings_elsewhere:
        count = found.warnings_elsewhere
        warnings = f"{count} warning{'' if count == 1 else 's'}"
        yield f"{warnings} elsewhere: chronicle check {display_path(content)}"


def _said(prompt: Prompt, found: TurnStatus, theme: Theme | None) -> str:
    words = theme.words.get(f"{found.campaign.ruleset}.prompt.{prompt.code}") if theme else None
    return prompt.text or (words if isinstance(words, str) else prompt.code)


# ── As JSON ──────────────────────────────────────────────────────────────────────────────────────


def _to_json(folder: Path, found: TurnStatus | None, *, refused: bool) -> dict[str, Json]:
    step = _next_step(folder, found, refused=refused)
    if found is None:
        return {"content": display_path(folder), "turn": None, "next": [step]}
    at = found.campaign.deadline
    return {
        "content": display_path(folder),
        "title": found.campaign.title,
        "turn": found.number,
        "open": found.is_open,
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
        "errors": [
            _finding(one)
            for errors in (found.other_errors, *found.order_drafts.values())
            for one in errors
        ],
        "warnings": [_finding(one) for one in found.warnings],
        "prompts": [
            {"event": event, "code": one.code, "text": one.text} for event, one in found.prompts
        ],
        "warnings_elsewhere": found.warnings_elsewhere,
        "order_drafts": list(found.order_drafts),
        "drafts": list(found.drafts),
        "drafted": list(found.drafted),
        "next": [step],
    }


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "message": finding.message,
        "path": finding.at.path if finding.at is not None else None,
        "line": finding.at.line if finding.at is not None else None,
    }
