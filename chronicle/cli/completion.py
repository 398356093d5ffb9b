"""The command that prints what a shell needs to complete words."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import ShellComplete, get_completion_class

from chronicle.cli.output import with_error_handling

SHELLS: Final = ("bash", "zsh", "fish")
#: The name under which a shell starts the program to ask it.
COMPLETE_VARIABLE: Final = "_CHRONICLE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
@with_error_handling
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, options and a campaign's own words.

    For bash, put `eval "$(chronicle completion bash)"` into ~/.bashrc; for zsh the same with zsh
    into ~/.zshrc; for fish, `chronicle completion fish | source` into its config.fish.

    Example: chronicle completion bash
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"nothing is known about the shell {shell}")
    asker = kind(ctx.find_root().command, {}, "chronicle", COMPLETE_VARIABLE)
    # That of the base: the one of bash starts a bash to ask for its version.
    click.echo(ShellComplete.source(asker))
