"""The command that looks over a campaign and all that is around it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.content import made
from chronicle.cli.output import CONTENT, EXIT_FINDINGS, guarded, output_option, print_json

if TYPE_CHECKING:
    from chronicle.authoring.doctor import Line
    from chronicle.diagnostics.report import Finding

_SHOWN: Final = {"ok": "ok", "look": "look at this", "wrong": "wrong"}
_WIDTH: Final = max(map(len, _SHOWN.values()))


@click.command()
@CONTENT
@output_option("Where the site is built.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@guarded
def doctor(content: Path, output: Path, *, as_json: bool) -> None:
    """Look over a campaign or a shelf, and all that it needs to be put online.

    Versions, the key, what git takes along and where to, the address, mistakes, missing orders,
    and what is published: a line for each, with what to do about it. Nothing is changed, and
    nobody is asked over a network. It ends with 1 if anything is wrong.

    Example: chronicle doctor my-campaign
    """
    run = made(content)
    lines = tuple(_lines(content, output, run.report.findings))
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


def _lines(content: Path, output: Path, findings: Sequence[Finding]) -> Iterator[Line]:
    from chronicle.authoring import doctor as health
    from chronicle.cli.deploy.campaigns import hosting_in
    from chronicle.cli.deploy.target import BRANCH
    from chronicle.cli.environment import desks, git_version, keys_of, ours, url_of, versions
    from chronicle.cli.git import NoGit
    from chronicle.cli.output import shown
    from chronicle.cli.repository import repository_of

    yield from health.of_versions(versions(), git_version(content))
    yield health.of_findings(findings, shown(content))
    hosting, address = hosting_in(content)
    branch = hosting.branch if hosting is not None else BRANCH
    try:
        repository = repository_of(content, output, branch)
    except NoGit:
        repository = None
    yield from keys_of(content)
    yield from health.of_repository(repository, hosting)
    url = url_of(hosting, content) if hosting is not None else ""
    private = hosting is not None and hosting.private
    if repository is not None:
        yield from health.of_objections(ours(repository, url, branch, private=private))
    yield from health.of_address(address, hosting, url)
    for folder, desk in desks(content):
        for line in health.of_desk(desk, shown(folder)):
            yield line if folder == content else _of_one(folder.name, line)


def _of_one(id: str, line: Line) -> Line:
    from dataclasses import replace

    return replace(line, about=f"{id}, {line.about}")
