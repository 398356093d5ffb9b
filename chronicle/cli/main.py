"""The command `chronicle` with all its subcommands."""

from __future__ import annotations

import click

from chronicle.cli.build import build
from chronicle.cli.check import check
from chronicle.cli.completion import completion
from chronicle.cli.deploy import deploy
from chronicle.cli.dice import dice
from chronicle.cli.doctor import doctor
from chronicle.cli.explain import explain
from chronicle.cli.export import export
from chronicle.cli.help_text import VERSION_OPTION, MainGroup
from chronicle.cli.keys import keys
from chronicle.cli.new import new
from chronicle.cli.odds import odds
from chronicle.cli.orders import orders
from chronicle.cli.preview import preview
from chronicle.cli.publish import publish
from chronicle.cli.resolve import resolve
from chronicle.cli.rumors import rumors
from chronicle.cli.schema import schema
from chronicle.cli.serve import serve
from chronicle.cli.status import status
from chronicle.cli.turn import turn
from chronicle.cli.why import why


@click.group(cls=MainGroup, context_settings={"help_option_names": ["-h", "--help"]})
@VERSION_OPTION
def main() -> None:
    """Build a website from a tabletop faction campaign, turn by turn.

    A campaign is a folder with `campaign.yaml`, `places.yaml`, `factions/` and `turns/`. A folder
    that contains several campaigns is built as one site.
    """
    from chronicle.cli.process import configure_cache, gc_disabled

    click.get_current_context().with_resource(gc_disabled())
    configure_cache()


for command in (
    new,
    turn,
    orders,
    serve,
    build,
    preview,
    check,
    publish,
    deploy,
    export,
    doctor,
    resolve,
    status,
    odds,
    rumors,
    dice,
    why,
    explain,
    schema,
    keys,
    completion,
):
    main.add_command(command)
