"""The command that opens what was built, just as it ships."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.output import (
    CONTENT_ARGUMENT,
    display_path,
    exit_on_errors,
    output_option,
    with_error_handling,
)
from chronicle.cli.schema import update_schemas
from chronicle.cli.serve import (
    PORT_OPTION,
    READER_OPTION,
    check_audience,
    open_server,
    serve_until_interrupted,
)
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, EVERYONE_ID, GM, GM_ID, faction_audience

if TYPE_CHECKING:
    from chronicle.serve.responses import Response


@dataclass(frozen=True, slots=True)
class PreviewTarget:
    """Where to go: the folder that is shown, the page that is opened, and what is said of it.

    ``base`` is the folder of the host at which the site will stand.
    """

    folder: Path
    page: str = ""
    said: str = ""
    base: str = "/"

    def respond(self, address: str) -> Response:
        """The answer to an address."""
        from chronicle.serve.responses import response_for

        return response_for(address, lambda path: read_file_in(self.folder, path), self.base)


def read_file_in(folder: Path, path: str) -> bytes | None:
    """The content of a file by its path below a folder; None where there is none.

    No link is followed, so that nothing from elsewhere is shown.
    """
    root = folder.resolve()
    found = root / path
    try:
        if found.resolve() != found or not found.is_relative_to(root) or not found.is_file():
            return None
        return found.read_bytes()
    except (OSError, ValueError):
        return None


@click.command()
@CONTENT_ARGUMENT
@READER_OPTION
@output_option("Where the site is written, as by build.")
@click.option("--no-build", "built", is_flag=True, help="Open what lies in OUTPUT as it is.")
@PORT_OPTION
@click.option("--no-open", "closed", is_flag=True, help="Print the address; open no browser.")
@with_error_handling
def preview(
    content: Path,
    word: str,
    output: Path,
    port: int,
    *,
    built: bool,
    closed: bool,
) -> None:
    """Build a site and open it as its readers get it.

    What is opened is what was written, sealed dossiers too: for a faction the page that opens
    them, with the phrase of a player in the link, for the GM the private edition, and else the
    front page. Only this machine gets to see it. Ctrl-C ends it.

    Example: chronicle preview my-campaign --as ferry
    """
    from chronicle.serve.http_server import ChangeNotifier

    word = check_audience(content, word)
    _refuse_multi_site(content, word)
    if not built:
        _build(content, output)
    stop = _target(content, output, word)
    server = open_server(port, stop.respond, ChangeNotifier())
    click.echo(f"{server.url}{stop.page}")
    click.echo(f"{stop.said}\nCtrl-C ends it.", err=True)
    serve_until_interrupted(server, "" if closed else f"{server.url}{stop.page}")


def _refuse_multi_site(content: Path, word: str) -> None:
    """One door, one edition: private ones lie in a folder for each campaign."""
    from chronicle.cli.build_run import folders_of

    folders = folders_of(content)
    if len(folders) > 1 and word != EVERYONE_ID:
        raise click.UsageError(
            "preview one campaign of the shelf at a time, as in "
            f"`chronicle preview {display_path(folders[1])} --as {word}`"
        )


def _build(content: Path, output: Path) -> None:
    """Builds as `build` does; findings end the run."""
    from chronicle.cli.build_run import build_content
    from chronicle.cli.publish import write_record
    from chronicle.publish.writer import write_output

    built = build_content(content, remember_logins=True)
    update_schemas(content)
    if built.files is not None and write_output(built.files, output, content, built.report):
        write_record(built.kept, content, built.report)
    exit_on_errors(built.report, None, result=True)


def _target(content: Path, output: Path, word: str) -> PreviewTarget:
    from chronicle.outline.site import HOME

    site = PreviewTarget(
        output / "site", said=f"{display_path(output / 'site')}, as everybody gets it."
    )
    found = site if word == EVERYONE_ID else _private_target(content, output, word)

    if not (found.folder / HOME).is_file():
        raise click.BadParameter(
            f"there is no site in {display_path(found.folder)}; leave out --no-build to make it",
            param_hint="--no-build",
        )
    return found


def _private_target(content: Path, output: Path, word: str) -> PreviewTarget:
    """The sealed dossier of a faction, opened; where there is none, the edition that is private."""
    from chronicle.cli.key_access import KeyedCampaign
    from chronicle.load import load_campaign, read_tree
    from chronicle.pipeline import edition_folder
    from chronicle.render.invite_cards import invite_link
    from chronicle.seal.key_file import load_keys

    folder = output / edition_folder(GM if word == GM_ID else faction_audience(word))
    if word == GM_ID:
        return PreviewTarget(
            folder, said=f"{display_path(folder)}, which never leaves this machine."
        )
    keys = load_keys(content, Report())
    campaign = load_campaign(read_tree(content, display_path(content)), Report())
    if keys is None or campaign is None:
        said = f"{display_path(folder)}: without a key nothing is sealed for the site."
        return PreviewTarget(
            folder, said=f"{said}\nchronicle keys init {display_path(content)} makes one."
        )
    table = KeyedCampaign(content, campaign, keys)
    players = table.players_of(word)
    if not players:
        said = (
            f"{display_path(folder)}: nobody reads for {word}, so its dossier is not on the site."
        )
        return PreviewTarget(folder, said=f"{said}\nplayers: in campaign.yaml says who does.")
    site = output / edition_folder(EVERYONE)
    page = invite_link("", table.phrase(players[0]))
    return PreviewTarget(
        site, page, f"{display_path(site)}, opened with the phrase of {players[0]}."
    )
