"""The commands `export dossier` and `export turns`."""

from __future__ import annotations

import click

from chronicle.cli.export.dossier import dossier
from chronicle.cli.export.turns import turns
from chronicle.cli.help_text import CommandGroup


@click.group(cls=CommandGroup)
def export() -> None:
    """Write a dossier as a single file, or the turns as JSON."""


for command in (dossier, turns):
    export.add_command(command)
