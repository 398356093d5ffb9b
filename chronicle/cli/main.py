"""The command `chronicle` with all its subcommands."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click

from chronicle.cli.help_text import VERSION_OPTION, MainGroup


@click.group(
    cls=MainGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@VERSION_OPTION
def main() -> None:
    """Build a website from a tabletop faction campaign, turn by turn.

    A campaign is a folder with `campaign.yaml`, `places.yaml`, `factions/` and `turns/`. A folder
    that contains several campaigns is built as one site.

    Without a command, chronicle says what to do next with the campaign in the current folder.
    """
    from chronicle.cli.process import configure_cache, gc_disabled, name_lock_owner

    context = click.get_current_context()
    context.with_resource(gc_disabled())
    configure_cache()
    name_lock_owner()
    if context.invoked_subcommand is None:
        from chronicle.cli.status import say_next_step

        say_next_step()


def run() -> None:
    """Run the program, then end the process at once, because freeing its memory takes time."""
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, int):
            # If an output is closed or can't be written, the process ends in the ordinary way.
            with suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(end.code)
        raise
