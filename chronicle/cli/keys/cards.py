"""The command `keys cards`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli import key_access, output
from chronicle.cli.campaign_argument import read_campaign_theme
from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM_ID

if TYPE_CHECKING:
    from chronicle.model.campaign import Player
    from chronicle.render.invite_cards import InviteCard


@click.command()
@output.CONTENT_ARGUMENT
@click.option(
    "-o",
    "--output",
    "file",
    default="cards.html",
    type=click.Path(path_type=Path, dir_okay=False),
    show_default=True,
    help="File for the cards; it must not be inside a built site.",
)
@click.option("--player", help="Only the card of this player, or of the GM as gm.")
@click.option("--address", help="Address of the site, for the links; default: from campaign.yaml.")
@output.FORMAT_OPTION
def cards(content: Path, file: Path, player: str | None, address: str | None) -> None:
    """Write invite cards to print.

    There is a card for each player and one for the GM, with the phrase and, if the site's address
    is known, a link and its QR code. Keep the file secret: its phrases open every dossier.

    Example: chronicle keys cards my-campaign --address https://ada.example/ferry/
    """
    from chronicle.cli.output import parse_site_address
    from chronicle.seal.key_file import write_privately

    report = Report()
    table = key_access.keyed_campaign_in(content, report)
    readers = table.readers
    if player is not None:
        readers = (key_access.find_reader(player, table, report),)
    key_access.refuse_inside_site(file, report)
    _check_free(file, report)
    site = table.campaign.address if address is None else parse_site_address(address)
    drawn = _render(table, readers, site, report)
    if drawn is None:
        key_access.exit_with_findings(report)
    with key_access.report_write_errors(file, report):
        write_privately(file, drawn)
    output.exit_on_errors(report)
    click.echo(_summary(table, file, len(readers), site), err=True)


def _summary(table: key_access.KeyedCampaign, file: Path, number: int, site: str) -> str:
    cards = "one card" if number == 1 else f"{number} cards"
    said = (
        f"{cards} in {output.display_path(file)}: print the cards, give them out, delete the file."
    )
    if not site:
        said += (
            "\nThey have no link, as the site's address is unknown. Add it to campaign.yaml, or:\n"
            + key_access.keys_command("cards --address https://…/", table.folder)
        )
    return said


def _check_free(file: Path, report: Report) -> None:
    """Exit with an error if the file exists and does not contain invite cards."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.render.invite_cards import GENERATOR_META

    if not os.path.lexists(file):
        return
    with key_access.report_write_errors(file, report):
        if file.is_file() and GENERATOR_META.encode() in file.read_bytes():
            return
    report.add(problems.NotInviteCards(at=None, path=output.display_path(file)))
    key_access.exit_with_findings(report)


def _render(
    table: key_access.KeyedCampaign, readers: Sequence[Player], site: str, report: Report
) -> bytes | None:
    from chronicle.render import Renderer, with_look
    from chronicle.render.invite_cards import render_cards

    campaign = table.campaign
    theme = with_look(read_campaign_theme(campaign, table.folder, report), campaign.look, report)
    invites = [_invite(table, reader) for reader in readers]
    return render_cards(
        campaign.title, campaign.language, invites, site, Renderer.of(theme), report
    )


def _invite(table: key_access.KeyedCampaign, reader: Player) -> InviteCard:
    from chronicle.render.invite_cards import InviteCard

    names = {faction.id: faction.name for faction in table.campaign.factions}
    return InviteCard(
        player=reader.id,
        is_gm=reader.id == GM_ID,
        dossiers=tuple(names[faction] for faction in reader.factions),
        phrase=table.phrase(reader.id),
    )
