"""The command `doctor`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.build_run import build_content
from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    EXIT_FINDINGS,
    output_option,
    print_json,
    with_error_handling,
)

if TYPE_CHECKING:
    from chronicle.authoring.doctor import CheckResult
    from chronicle.diagnostics.report import Finding

_SHOWN: Final = {"ok": "ok", "look": "warning", "wrong": "error"}
_WIDTH: Final = max(map(len, _SHOWN.values()))


@click.command()
@CONTENT_ARGUMENT
@output_option("Folder of the built site.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@with_error_handling
def doctor(content: Path, output: Path, *, as_json: bool) -> None:
    """Check a campaign and its setup.

    Checks versions, errors, the key, the git repository, the site's address, missing orders and
    published turns, and says how to fix each problem. Unless a deploy was interrupted, it changes
    nothing and does not use the network. The exit code is 1 if there are errors.

    Example: chronicle doctor my-campaign
    """
    interrupted = tuple(_interrupted(content))
    run = build_content(content)
    lines = (*interrupted, *_lines(content, output, run.report.findings))
    is_wrong = any(line.state == "wrong" for line in lines)
    if as_json:
        rows = [
            {"state": line.state, "about": line.about, "said": line.said, "help": line.help}
            for line in lines
        ]
        print_json("chronicle-doctor", 1, {"well": not is_wrong, "lines": rows})
    else:
        for line in lines:
            click.echo(f"{_SHOWN[line.state]:<{_WIDTH}}  {line.about}: {line.said}")
            if line.help:
                click.echo(f"{'':<{_WIDTH}}  → {line.help}")
    if is_wrong:
        sys.exit(EXIT_FINDINGS)


def _interrupted(content: Path) -> Iterator[CheckResult]:
    """The deploys that were interrupted, after settling them if possible."""
    from chronicle.authoring.doctor import CheckResult
    from chronicle.cli.deploy.recovery import settle_deploys

    for one in settle_deploys(content):
        yield CheckResult("ok" if one.is_settled else "look", "last deploy", one.said, one.help)


def _lines(content: Path, output: Path, findings: Sequence[Finding]) -> Iterator[CheckResult]:
    from chronicle.authoring import doctor as health
    from chronicle.authoring.repository_checks import find_objections
    from chronicle.cli.deploy.campaigns import hosting_in
    from chronicle.cli.deploy.target import DEFAULT_BRANCH
    from chronicle.cli.doctor_checks import (
        campaign_statuses,
        describe_keys,
        git_version,
        program_versions,
        remote_url_of,
    )
    from chronicle.cli.git import GitError, GitNotFound
    from chronicle.cli.output import display_path
    from chronicle.cli.repository import inspect_repository

    yield from health.check_versions(program_versions(), git_version(content))
    yield health.summarize_findings(findings, display_path(content))
    hosting, address = hosting_in(content)
    branch = hosting.branch if hosting is not None else DEFAULT_BRANCH
    try:
        repository = inspect_repository(content, output, branch)
    except GitNotFound:
        repository = None
    except GitError as error:
        repository = None
        yield health.unreadable_repository(error.said)
    yield from describe_keys(content)
    yield from health.check_repository(repository, hosting)
    url = remote_url_of(hosting, content) if hosting is not None else ""
    private = hosting is not None and hosting.private
    if repository is not None:
        yield from health.check_secrets(find_objections(repository, url, branch, private=private))
    yield from health.check_address(address, hosting, url)
    for folder, desk in campaign_statuses(content):
        for line in health.check_progress(desk, display_path(folder)):
            yield line if folder == content else _with_campaign(folder.name, line)


def _with_campaign(id: str, line: CheckResult) -> CheckResult:
    from chronicle.records import replace

    return replace(line, about=f"{id}, {line.about}")
