"""Adding a GitHub Actions workflow: `deploy --workflow`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from chronicle.cli.git import Git, GitNotFound
from chronicle.cli.output import display_path, exit_on_errors
from chronicle.diagnostics.report import Report

_NEXT_STEPS = """\
Next:
  - commit and push these files to a private repository on GitHub
  - there, in Settings, Pages, choose GitHub Actions as the source
  - for sealed dossiers: chronicle keys backup FILE, and add its content as the secret CHRONICLE_KEY
  - after each run, fetch what it has recorded: git pull"""


def add_workflow(content: Path, *, yes: bool) -> None:
    """Write the workflow and what it installs, asking before files change. Raises usage errors."""
    from chronicle.cli.campaign_argument import read_campaign
    from chronicle.cli.installation import installed_program
    from chronicle.publish.atomic_write import write_all_or_none
    from chronicle.starters.workflow import FOLDER, source_in_repository, workflow_files

    report = Report()
    read_campaign(content, report)
    top = repository_of(content)
    program = installed_program()
    inner = content.resolve().relative_to(top).as_posix()
    files = workflow_files(program, inner)
    changed = {path: text for path, text in files.items() if _current_content(top / path) != text}
    if not changed:
        click.echo("the workflow is up to date; nothing written", err=True)
        return
    _confirm_replacing(top, changed, yes=yes)
    if write_all_or_none(changed, top, report):
        for old in (top / FOLDER).glob("*.whl"):
            if f"{FOLDER}/{old.name}" not in files:
                old.unlink()
    exit_on_errors(report)
    written = ", ".join(sorted(changed))
    click.echo(f"written in {display_path(_shown(top))}: {written}", err=True)
    click.echo(f"The workflow installs {source_in_repository(program).description}.", err=True)
    click.echo(_NEXT_STEPS, err=True)


def repository_of(content: Path) -> Path:
    """The top folder of a folder's repository, or the current folder's. Raises usage errors."""
    inner = content.resolve()
    try:
        found = Git(content).try_line("rev-parse", "--show-toplevel")
    except GitNotFound:
        found = None
    top = Path(found).resolve() if found else Path.cwd()
    if not inner.is_relative_to(top):
        raise click.UsageError(
            f"{display_path(content)} is in no git repository; run this in the folder that"
            " will be the repository"
        )
    return top


def _current_content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _shown(top: Path) -> Path:
    """The repository as messages show it: relative to the current folder if it is inside."""
    here = Path.cwd()
    return top.relative_to(here) if top.is_relative_to(here) else top


def _confirm_replacing(top: Path, files: Mapping[str, bytes], *, yes: bool) -> None:
    """Ask before existing files are replaced. Raises a usage error without a terminal."""
    from chronicle.cli.new import can_prompt

    replaced = [path for path in files if (top / path).exists()]
    if not replaced or yes:
        return
    said = f"{', '.join(replaced)} would be replaced, with your changes in it"
    if not can_prompt():
        raise click.UsageError(f"{said}; to do so, add --yes")
    click.confirm(f"{said}. Continue?", abort=True, err=True)
