"""What `serve --built` shows: the files of a built site, as one of its readers gets them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.build_run import folders_of
from chronicle.cli.output import display_path
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, EVERYONE_ID, GM, GM_ID, faction_audience
from chronicle.records import Record

if TYPE_CHECKING:
    from chronicle.serve.responses import Response


class BuiltSite(Record):
    """The folder to serve, the page to open first, and the message to print."""

    folder: Path
    page: str
    said: str

    def respond(self, address: str) -> Response:
        from chronicle.serve.responses import response_for

        return response_for(address, lambda path: read_file_in(self.folder, path))


def read_file_in(folder: Path, path: str) -> bytes | None:
    """The content of a file at a path below a folder; None if there is none.

    Symbolic links are not followed, so that nothing outside the folder is served.
    """
    root = folder.resolve()
    found = root / path
    try:
        if found.resolve() != found or not found.is_relative_to(root) or not found.is_file():
            return None
        return found.read_bytes()
    except (OSError, ValueError):
        return None


def find_built_site(content: Path, output: Path, word: str) -> BuiltSite:
    """The built site as an audience gets it. Raises usage errors."""
    from chronicle.outline.paths import HOME
    from chronicle.publish.writer import recover_output

    folders = folders_of(content)
    if len(folders) > 1 and word != EVERYONE_ID:
        # Each campaign has its own folder of private editions.
        raise click.UsageError(
            "show one campaign at a time, as in "
            f"`chronicle serve {display_path(folders[1])} --built --as {word}`"
        )
    recover_output(output, content)
    found = _site(output) if word == EVERYONE_ID else _private_site(content, output, word)
    first = found.folder / found.page if found.page.endswith("/") else found.folder
    if not (first / HOME).is_file():
        raise click.UsageError(
            f"there is no site in {display_path(output)};"
            f" `chronicle build {display_path(content)}` makes it"
        )
    return found


def _site(output: Path) -> BuiltSite:
    folder = output / "site"
    return BuiltSite(folder, "", f"Showing {display_path(folder)}, the public site.")


def _private_site(content: Path, output: Path, word: str) -> BuiltSite:
    """The sealed dossier of a faction; its private edition if no dossier is sealed."""
    from chronicle.cli.key_access import KeyedCampaign
    from chronicle.load import load_campaign, read_tree
    from chronicle.pipeline import edition_folder
    from chronicle.render.invite_cards import invite_link
    from chronicle.seal.key_file import load_keys

    folder = output / edition_folder(GM if word == GM_ID else faction_audience(word))
    if word == GM_ID:
        # The GM's pages link to the dossiers in the editions next to them.
        said = f"Showing {display_path(folder)}, which is never published."
        return BuiltSite(folder.parent, f"{folder.name}/", said)
    keys = load_keys(content, Report())
    campaign = load_campaign(read_tree(content, display_path(content)), Report())
    if keys is None or campaign is None:
        said = (
            f"Showing {display_path(folder)}: without a key, the site has no dossiers.\n"
            f"Create a key with chronicle keys init {display_path(content)}"
        )
        return BuiltSite(folder, "", said)
    table = KeyedCampaign(content, campaign, keys)
    players = table.players_of(word)
    if not players:
        said = (
            f"Showing {display_path(folder)}: {word} has no player, so its dossier is not on the"
            " site.\nAdd one under players: in campaign.yaml."
        )
        return BuiltSite(folder, "", said)
    site = output / edition_folder(EVERYONE)
    page = invite_link("", table.phrase(players[0]))
    said = f"Showing {display_path(site)}, unlocked with the phrase of {players[0]}."
    return BuiltSite(site, page, said)
