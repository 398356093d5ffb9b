"""The command that makes the invite cards of a table."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chronicle.cli.key_access import Held, ended, held, hint, keep, outside_sites, reader_called
from chronicle.cli.output import CONTENT, FORMAT, finish, guarded, shown
from chronicle.diagnostics.report import Report
from chronicle.model.audience import GM_WORD

if TYPE_CHECKING:
    from chronicle.model.campaign import Player
    from chronicle.render.invite_cards import Invite

#: Characters of an address, as in campaign.yaml.
LONGEST: Final = 200


@click.command()
@CONTENT
@click.option(
    "-o",
    "--output",
    "file",
    default="cards.html",
    type=click.Path(path_type=Path, dir_okay=False),
    show_default=True,
    help="Where the cards are written; never among what was built.",
)
@click.option("--player", help="The card of this player only, or of the GM as gm.")
@click.option("--address", help="Where the site stands, for the link; else as campaign.yaml says.")
@FORMAT
@guarded
def cards(
    content: Path, file: Path, player: str | None, address: str | None, form: str | None
) -> None:
    """Write the invite cards: a page to print, cut up and hand out.

    A card for each player and one for the GM, with the phrase, and a link and its QR code when
    the address of the site is known. Whoever sees the page reads every dossier.

    Example: chronicle keys cards my-campaign --address https://ada.example/ferry/
    """
    from chronicle.seal.key_file import write_privately

    report = Report()
    table = held(content, report, form)
    readers = table.readers
    if player is not None:
        readers = (reader_called(player, table, report, form),)
    outside_sites(file, report, form)
    _check_free(file, report, form)
    site = table.campaign.address if address is None else _address(address)
    drawn = _drawn(table, readers, site, report)
    if drawn is None:
        ended(report, form)
    with keep(file, report, form):
        write_privately(file, drawn)
    finish(report, form)
    click.echo(_said(table, file, len(readers), site), err=True)


def _said(table: Held, file: Path, number: int, site: str) -> str:
    cards = "one card" if number == 1 else f"{number} cards"
    said = f"{cards} in {shown(file)}: print it, hand the cards out, and delete it."
    if not site:
        said += (
            "\nThey have no link: no address is known. Say it in campaign.yaml, or here:\n"
            + hint("cards --address https://…/", table.folder)
        )
    return said


def _address(written: str) -> str:
    """An address of a site as it was typed, ending in a slash."""
    from chronicle.yaml.decode.fields import ADDRESS_PATTERN

    address = written.rstrip("/") + "/"
    if len(address) > LONGEST or re.fullmatch(ADDRESS_PATTERN, address) is None:
        raise click.BadParameter(
            f"{written} is no address of a site; one looks like https://ada.example/ferry/",
            param_hint="--address",
        )
    return address


def _check_free(file: Path, report: Report, form: str | None) -> None:
    """Ends the run when the file is somebody else's: only cards are written over."""
    from chronicle.diagnostics.catalogue import keys as problems
    from chronicle.render.invite_cards import MARK

    if not os.path.lexists(file):
        return
    with keep(file, report, form):
        if file.is_file() and MARK.encode() in file.read_bytes():
            return
    report.add(problems.NotCards(at=None, path=shown(file)))
    ended(report, form)


def _drawn(table: Held, readers: Sequence[Player], site: str, report: Report) -> bytes | None:
    from chronicle.load.disk import THEMES
    from chronicle.render import Renderer, dressed, read_theme, shipped_themes
    from chronicle.render.invite_cards import render_cards

    campaign = table.campaign
    theme = read_theme(
        campaign.theme,
        campaign.language,
        (table.folder / THEMES, shipped_themes()),
        report,
        at=campaign.theme_at,
        language_at=campaign.language_at,
    )
    if theme is None:
        return None
    theme = dressed(theme, campaign.look, report)
    invites = [_invite(table, reader) for reader in readers]
    return render_cards(
        campaign.title, campaign.language, invites, site, Renderer.of(theme), report
    )


def _invite(table: Held, reader: Player) -> Invite:
    from chronicle.render.invite_cards import Invite

    names = {faction.id: faction.name for faction in table.campaign.factions}
    return Invite(
        player=reader.id,
        is_gm=reader.id == GM_WORD,
        dossiers=tuple(names[faction] for faction in reader.factions),
        phrase=table.phrase(reader.id),
    )
