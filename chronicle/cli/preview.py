"""The command that opens what was built, just as it ships."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chronicle.cli.output import CONTENT, finish, guarded, output_option, shown
from chronicle.cli.schema import refresh
from chronicle.cli.serve import PORT, WHOSE, audience_in, hosted, run
from chronicle.diagnostics.report import Report
from chronicle.model.audience import EVERYONE, EVERYONE_WORD, GM, GM_WORD, of_faction

if TYPE_CHECKING:
    from chronicle.serve.responses import Answer


@dataclass(frozen=True, slots=True)
class Stop:
    """Where to go: the folder that is shown, the page that is opened, and what is said of it.

    ``base`` is the folder of the host at which the site will stand.
    """

    folder: Path
    page: str = ""
    said: str = ""
    base: str = "/"

    def respond(self, address: str) -> Answer:
        """The answer to an address."""
        from chronicle.serve.responses import answer

        return answer(address, lambda path: file_in(self.folder, path), self.base)


def file_in(folder: Path, path: str) -> bytes | None:
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
@CONTENT
@WHOSE
@output_option("Where the site is written, as by build.")
@click.option("--no-build", "built", is_flag=True, help="Open what lies in OUTPUT as it is.")
@PORT
@click.option("--no-open", "closed", is_flag=True, help="Print the address; open no browser.")
@guarded
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
    from chronicle.serve.http_server import News

    word = audience_in(content, word)
    _refuse_shelf(content, word)
    if not built:
        _build(content, output)
    stop = _stop(content, output, word)
    server = hosted(port, stop.respond, News())
    click.echo(f"{server.url}{stop.page}")
    click.echo(f"{stop.said}\nCtrl-C ends it.", err=True)
    run(server, "" if closed else f"{server.url}{stop.page}")


def _refuse_shelf(content: Path, word: str) -> None:
    """One door, one edition: private ones lie in a folder for each campaign."""
    from chronicle.cli.content import folders_of

    folders = folders_of(content)
    if len(folders) > 1 and word != EVERYONE_WORD:
        raise click.UsageError(
            "preview one campaign of the shelf at a time, as in "
            f"`chronicle preview {shown(folders[1])} --as {word}`"
        )


def _build(content: Path, output: Path) -> None:
    """Builds as `build` does; findings end the run."""
    from chronicle.cli.content import made
    from chronicle.cli.publish import keep_record
    from chronicle.publish.writer import publish

    built = made(content, remembering=True)
    refresh(content)
    if built.files is not None and publish(built.files, output, content, built.report):
        keep_record(built.kept, content, built.report)
    finish(built.report, None, result=True)


def _stop(content: Path, output: Path, word: str) -> Stop:
    from chronicle.outline.site import HOME

    site = Stop(output / "site", said=f"{shown(output / 'site')}, as everybody gets it.")
    found = site if word == EVERYONE_WORD else _private(content, output, word)

    if not (found.folder / HOME).is_file():
        raise click.BadParameter(
            f"there is no site in {shown(found.folder)}; leave out --no-build to make it",
            param_hint="--no-build",
        )
    return found


def _private(content: Path, output: Path, word: str) -> Stop:
    """The sealed dossier of a faction, opened; where there is none, the edition that is private."""
    from chronicle.cli.key_access import Held
    from chronicle.load import load, read_tree
    from chronicle.pipeline import folder_of
    from chronicle.render.invite_cards import link_of
    from chronicle.seal.key_file import keys_in

    folder = output / folder_of(GM if word == GM_WORD else of_faction(word))
    if word == GM_WORD:
        return Stop(folder, said=f"{shown(folder)}, which never leaves this machine.")
    keys = keys_in(content, Report())
    campaign = load(read_tree(content, shown(content)), Report())
    if keys is None or campaign is None:
        said = f"{shown(folder)}: without a key nothing is sealed for the site."
        return Stop(folder, said=f"{said}\nchronicle keys init {shown(content)} makes one.")
    table = Held(content, campaign, keys)
    players = table.players_of(word)
    if not players:
        said = f"{shown(folder)}: nobody reads for {word}, so its dossier is not on the site."
        return Stop(folder, said=f"{said}\nplayers: in campaign.yaml says who does.")
    site = output / folder_of(EVERYONE)
    page = link_of("", table.phrase(players[0]))
    return Stop(site, page, f"{shown(site)}, opened with the phrase of {players[0]}.")
