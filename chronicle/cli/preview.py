"""The command `preview`, which serves the built files."""

from __future__ import annotations

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
from chronicle.records import dataclass

if TYPE_CHECKING:
    from chronicle.serve.responses import Response


@dataclass(frozen=True, slots=True)
class PreviewTarget:
    """What to serve: a folder, the page to open first, and the message to print.

    ``base`` is the path of the site on its future host.
    """

    folder: Path
    page: str = ""
    said: str = ""
    base: str = "/"

    def respond(self, address: str) -> Response:
        """The response to a request for this address."""
        from chronicle.serve.responses import response_for

        return response_for(address, lambda path: read_file_in(self.folder, path), self.base)


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


@click.command()
@CONTENT_ARGUMENT
@READER_OPTION
@output_option("Folder for the built site.")
@click.option("--no-build", "built", is_flag=True, help="Open OUTPUT without building it first.")
@PORT_OPTION
@click.option("--no-open", "closed", is_flag=True, help="Do not open a browser.")
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
    """Build the site and open it as its readers will see it.

    It serves the built files to this computer only. For everyone it opens the front page, for the
    GM the private edition, and for a faction its sealed dossier, unlocked with a player's phrase.
    Press Ctrl-C to stop.

    Example: chronicle preview my-campaign --as ferry
    """
    from chronicle.publish.writer import recover_output
    from chronicle.serve.http_server import ChangeNotifier

    word = check_audience(content, word)
    _refuse_multi_site(content, word)
    if built:
        recover_output(output, content)
    else:
        _build(content, output)
    stop = _target(content, output, word)
    server = open_server(port, stop.respond, ChangeNotifier())
    click.echo(f"{server.url}{stop.page}")
    click.echo(f"{stop.said}\nPress Ctrl-C to stop.", err=True)
    serve_until_interrupted(server, "" if closed else f"{server.url}{stop.page}")


def _refuse_multi_site(content: Path, word: str) -> None:
    """Raise a usage error for a private edition of several campaigns: each has its own folder."""
    from chronicle.cli.build_run import folders_of

    folders = folders_of(content)
    if len(folders) > 1 and word != EVERYONE_ID:
        raise click.UsageError(
            "preview one campaign at a time, as in "
            f"`chronicle preview {display_path(folders[1])} --as {word}`"
        )


def _build(content: Path, output: Path) -> None:
    """Build as `build` does; exit on errors."""
    from chronicle.cli.build_run import build_content
    from chronicle.publish.writer import open_staging_area

    built, written = Report(), Report()
    with open_staging_area(output, content, written) as stage:
        if stage.folder is not None:
            run = build_content(content, remember_logins=True, store_for=stage.file_store)
            built = run.report
            update_schemas(content)
            if run.files is not None:
                stage.publish(run.files, run.kept)
    exit_on_errors(Report([*built.findings, *written.findings]), None, result=True)


def _target(content: Path, output: Path, word: str) -> PreviewTarget:
    from chronicle.outline.paths import HOME

    site = PreviewTarget(
        output / "site", said=f"Showing {display_path(output / 'site')}, the public site."
    )
    found = site if word == EVERYONE_ID else _private_target(content, output, word)
    folder = found.folder / found.page if found.page.endswith("/") else found.folder
    if not (folder / HOME).is_file():
        raise click.BadParameter(
            f"there is no site in {display_path(folder)}; leave out --no-build to build it",
            param_hint="--no-build",
        )
    return found


def _private_target(content: Path, output: Path, word: str) -> PreviewTarget:
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
        return PreviewTarget(folder.parent, f"{folder.name}/", said)
    keys = load_keys(content, Report())
    campaign = load_campaign(read_tree(content, display_path(content)), Report())
    if keys is None or campaign is None:
        said = f"Showing {display_path(folder)}: without a key, the site has no dossiers."
        return PreviewTarget(
            folder, said=f"{said}\nCreate a key with chronicle keys init {display_path(content)}"
        )
    table = KeyedCampaign(content, campaign, keys)
    players = table.players_of(word)
    if not players:
        said = (
            f"Showing {display_path(folder)}: {word} has no player, so its dossier is not on the"
            " site."
        )
        return PreviewTarget(folder, said=f"{said}\nAdd one under players: in campaign.yaml.")
    site = output / edition_folder(EVERYONE)
    page = invite_link("", table.phrase(players[0]))
    return PreviewTarget(
        site, page, f"Showing {display_path(site)}, unlocked with the phrase of {players[0]}."
    )
