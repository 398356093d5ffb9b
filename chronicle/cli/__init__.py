"""The command line; the home of click. Clock, environment and terminal are met here alone."""

from __future__ import annotations

import click

from chronicle.cli.building import build, check
from chronicle.cli.completion import completion
from chronicle.cli.deploying import deploy
from chronicle.cli.dice import dice
from chronicle.cli.doctoring import doctor
from chronicle.cli.editors import schema
from chronicle.cli.founding import new
from chronicle.cli.keys import keys
from chronicle.cli.odds import odds
from chronicle.cli.ordering import orders
from chronicle.cli.previewing import preview
from chronicle.cli.publishing import publish
from chronicle.cli.rumors import rumors
from chronicle.cli.serving import serve
from chronicle.cli.status import status
from chronicle.cli.telling import explain, resolve
from chronicle.cli.turning import turn
from chronicle.cli.welcome import VERSION, Program
from chronicle.cli.why import why


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@VERSION
def main() -> None:
    """Makes a website out of a faction campaign: dossiers, rumors and a history, turn by turn.

    A campaign is a folder with `campaign.yaml`, `places.yaml`, `factions/` and `turns/`. Several
    campaigns in folders side by side are a shelf, and make one site.
    """
    from chronicle.cli.remembering import in_one_go, remember

    click.get_current_context().with_resource(in_one_go())
    remember()


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
