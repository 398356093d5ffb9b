"""The command `completion`."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import ShellComplete, get_completion_class

SHELLS: Final = ("bash", "zsh", "fish")
#: The environment variable with which a shell asks the program for completions.
COMPLETE_VARIABLE: Final = "_CHRONICLE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a shell completion script.

    For bash, add `eval "$(chronicle completion bash)"` to ~/.bashrc; for zsh, the same with zsh to
    ~/.zshrc; for fish, `chronicle completion fish | source` to its config.fish.

    Example: chronicle completion bash
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"unsupported shell {shell}")
    asker = kind(ctx.find_root().command, {}, "chronicle", COMPLETE_VARIABLE)
    # Use the base class's method: the one for bash runs bash to check its version.
    click.echo(ShellComplete.source(asker))
