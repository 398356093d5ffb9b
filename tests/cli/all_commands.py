"""Every command there is, by the words it is called with, and the examples in their help."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import cleandoc

import click

from chronicle.cli.main import main


def commands() -> dict[str, click.Command]:
    """Every command by the words it is called with; those of a group after the group's name."""
    return dict(_flat(_main_commands()))


def groups() -> dict[str, click.Group]:
    """Every group of commands but the whole by its name."""
    return {name: one for name, one in _main_commands().items() if isinstance(one, click.Group)}


def examples(command: click.Command) -> list[str]:
    """The command lines that a command's help gives as examples."""
    lines = cleandoc(command.help or "").splitlines()
    return [line.partition("Example: ")[2] for line in lines if line.startswith("Example: ")]


def _main_commands() -> dict[str, click.Command]:
    context = click.Context(main)
    found = ((name, main.get_command(context, name)) for name in main.list_commands(context))
    return {name: command for name, command in found if command is not None}


def _flat(
    named: Mapping[str, click.Command], before: str = ""
) -> Iterator[tuple[str, click.Command]]:
    for name, command in named.items():
        if isinstance(command, click.Group):
            yield from _flat(command.commands, f"{before}{name} ")
        else:
            yield f"{before}{name}", command
