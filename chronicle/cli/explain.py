"""The command `explain`."""

from __future__ import annotations

import click

from chronicle.cli import completers
from chronicle.cli.output import with_error_handling
from chronicle.diagnostics.report import did_you_mean


@click.command()
@click.argument("code", required=False, shell_complete=completers.complete_codes)
@with_error_handling
def explain(code: str | None) -> None:
    """Explain an error code, or list all codes.

    Example: chronicle explain R009
    """
    from chronicle.authoring.explain import all_problems, manual_page

    problems = all_problems()
    if code is None:
        for _, listed in sorted(problems.items()):
            click.echo(manual_page(listed).partition("\n")[0])
        return
    problem = problems.get(code.upper())
    if problem is None:
        raise click.BadParameter(
            f"unknown error code {code}; "
            + did_you_mean(code.upper(), problems, otherwise="codes look like R009 or SH001"),
            param_hint="CODE",
        )
    click.echo(manual_page(problem), nl=False)
