"""The command `serve`."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click

from chronicle.cli.clock import file_time
from chronicle.cli.completers import complete_audiences
from chronicle.cli.output import CONTENT_ARGUMENT, display_path, output_option, show_findings
from chronicle.diagnostics.report import Finding, Report, did_you_mean
from chronicle.files.source import FileTree
from chronicle.model.audience import EVERYONE_ID, GM_ID

if TYPE_CHECKING:
    from chronicle.model.audience import Audience
    from chronicle.project.edition import Edition
    from chronicle.serve.application import Responder, WebApplication
    from chronicle.serve.change_notifier import ChangeNotifier
    from chronicle.serve.http_server import LocalServer
    from chronicle.serve.live_campaign import LoadedCampaign
    from chronicle.serve.live_site import CampaignSource, SitePreview
    from chronicle.serve.responses import Response

C = TypeVar("C", bound=Callable[..., object])

#: Edits after which garbage is collected: what an edit replaces refers to itself, so it would stay
#: in memory until Python looks for such things by itself, hundreds of edits later.
_COLLECTED_EDITS: Final = 10
#: What is said when the campaign's folder goes, and when it comes back.
_PRESENCE: Final[Mapping[bool, str]] = {
    False: "{} is gone: the pages stay as they are until it is back",
    True: "{} is back",
}


def port_option(command: C) -> C:
    """The option ``--port`` of a command that serves pages."""
    return click.option(
        "--port",
        type=click.IntRange(0, 0xFFFF),
        default=8000,
        show_default=True,
        help="Port; if it is taken, the next free one. 0 for any free port.",
    )(command)


def browser_options(command: C) -> C:
    """The options ``--open`` and ``--poll`` of a command that serves pages."""
    polling = click.option(
        "--poll", is_flag=True, help="Poll for changes; needed on network drives."
    )
    return click.option("--open", "opening", is_flag=True, help="Open a browser.")(polling(command))


@click.command()
@CONTENT_ARGUMENT
@click.option(
    "--as",
    "word",
    metavar="AUDIENCE",
    default=EVERYONE_ID,
    show_default=True,
    shell_complete=complete_audiences,
    help="Whose pages to show: gm, everyone, or a faction id.",
)
@click.option("--built", is_flag=True, help="Show the site in OUTPUT, as the last build wrote it.")
@output_option("Folder of the built site, for --built.")
@port_option
@browser_options
def serve(  # noqa: PLR0913  one for each option
    content: Path, word: str, output: Path, port: int, *, built: bool, opening: bool, poll: bool
) -> None:
    """Show the site in the browser, as any of its readers sees it.

    While you write, pages reload when you save a file. If there are errors, they are shown instead
    of the page. Leaks, published turns and sealing are left out; `check` looks at them.

    With --built it shows what the last build wrote: for everyone the front page, for the GM the
    private edition, and for a faction its sealed dossier, unlocked with a player's phrase.

    The pages are served to this computer only, and nothing is written. Press Ctrl-C to stop.

    Example: chronicle serve my-campaign --as gm --open
    """
    check_audience(content, word)
    if built:
        _serve_built(content, output, word, port, opening=opening)
    else:
        _serve_live(content, word, port, opening=opening, polling=poll)


def _serve_built(content: Path, output: Path, word: str, port: int, *, opening: bool) -> None:
    from chronicle.cli.built_site import find_built_site
    from chronicle.serve.change_notifier import ChangeNotifier

    site = find_built_site(content, output, word)
    server = open_server(port, site.respond, ChangeNotifier())
    address = f"{server.url}{site.page}"
    click.echo(address)
    click.echo(f"{site.said}\nPress Ctrl-C to stop.", err=True)
    serve_until_interrupted(server, address if opening else "")


def _serve_live(content: Path, word: str, port: int, *, opening: bool, polling: bool) -> None:
    desk = LivePreview(content, word)
    desk.reload()
    server = open_server(port, desk.respond, desk.news, changes=desk.changes)
    click.echo(server.url)
    whose = {EVERYONE_ID: "everyone", GM_ID: "the GM"}.get(word, word)
    click.echo(f"Showing {display_path(content)} to {whose}.\nPress Ctrl-C to stop.", err=True)
    for line in _open_turns(content):
        click.echo(line, err=True)
    with desk.watched(polling=polling):
        serve_until_interrupted(server, server.url if opening else "")


def open_server(
    port: int, respond: Responder, news: ChangeNotifier, changes: str = ""
) -> LocalServer:
    """A server of pages at a port or a following one."""
    from chronicle.serve.application import create_application

    return open_application(port, create_application(respond, news, changes), news)


def open_application(port: int, app: WebApplication, news: ChangeNotifier) -> LocalServer:
    """A server at a port or a following one. Raises click.BadParameter if none is free."""
    from chronicle.serve.http_server import LocalServer, NoFreePortError, open_port

    try:
        listening = open_port(port)
    except NoFreePortError:
        raise click.BadParameter(
            f"{port} and the ports after it are taken; give another port, or 0 for any",
            param_hint="--port",
        ) from None
    server = LocalServer(listening, app, news)
    if port and server.port != port:
        click.echo(f"port {port} is taken; using {server.port}", err=True)
    return server


def serve_until_interrupted(server: LocalServer, address: str = "") -> None:
    """Serve until Ctrl-C; first open ``address`` in the browser, unless it is empty."""
    import webbrowser

    from chronicle.cli.process import tune_gc_for_server

    tune_gc_for_server()
    if address:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    try:
        server.serve_until_stopped()
    except KeyboardInterrupt:
        click.echo(err=True)


def _open_turns(content: Path) -> Iterator[str]:
    """A line about each open turn: what is written in its file can't be seen yet."""
    from chronicle.cli.build_run import folders_of, open_turn_text
    from chronicle.load import load_campaign, read_tree

    for folder in folders_of(content):
        if not (folder / "campaign.yaml").exists():
            continue
        campaign = load_campaign(read_tree(folder, display_path(folder)), Report())
        line = open_turn_text(folder, campaign) if campaign is not None else ""
        yield from [line] if line else []


def check_audience(content: Path, audience_id: str) -> None:
    """Raise click.BadParameter if no campaign has this audience."""
    from chronicle.cli.build_run import folders_of

    known = {EVERYONE_ID, GM_ID}
    for folder in folders_of(content):
        known |= {path.stem for path in (folder / "factions").glob("*.yaml")}
    if audience_id not in known:
        raise click.BadParameter(
            f"unknown audience {audience_id}; {did_you_mean(audience_id, known)}", param_hint="--as"
        )


class LivePreview:
    """One or several campaigns on disk, and the preview of their last state."""

    def __init__(self, content: Path, word: str) -> None:
        from chronicle.load.disk import KnownFiles
        from chronicle.serve.change_notifier import ChangeNotifier
        from chronicle.serve.live_site import LiveSite
        from chronicle.serve.preview import CHANGES_PATH, Preview

        self.content, self.word = content, word
        self.preview, self.news, self._shown = Preview(), ChangeNotifier(), LiveSite()
        self.changes = CHANGES_PATH
        self._said: tuple[Finding, ...] = ()
        self._edits = 0
        self._drawing = threading.Lock()
        self._known = KnownFiles(file_time)

    def load(self) -> LoadedCampaign:
        """The one campaign as its files are now; loaded anew only if they have changed."""
        with self._drawing:
            return self._shown.load(self.tree(self.content))

    def edition_of(self, audience: Audience) -> Edition | None:
        """The edition of an audience of the one campaign, as its pages show it; None if wrong."""
        with self._drawing:
            whole = self.preview.now
            showing = whole.states[""].showing if whole is not None else None
            return showing.edition_of(audience) if showing is not None else None

    def tree(self, folder: Path) -> FileTree:
        """The files of a campaign as they are now; only those that have changed are read again."""
        from chronicle.load.disk import read_tree

        shown = display_path(folder)
        # A folder that is gone, as while a backup is put back, is an empty one.
        return read_tree(folder, shown, self._known) if folder.is_dir() else FileTree(shown, {})

    def reload(self) -> None:
        """Read all files again; print the findings if they have changed."""
        with self._drawing:
            whole = self._whole()
            self.preview = self.preview.after(whole)
            # Within the lock: a later state must not be announced before this one.
            if whole.stamp != self.news.stamp:
                self.news.notify(whole.stamp)
        if whole.findings != self._said:
            self._say(whole.findings)
        self._edits += 1
        if self._edits % _COLLECTED_EDITS == 0:
            gc.collect()

    def _say(self, findings: Sequence[Finding]) -> None:
        was_wrong, self._said = bool(self._said), tuple(findings)
        if findings:
            show_findings(findings, aside=True)
        elif was_wrong:
            click.echo("no problems left", err=True)

    @contextmanager
    def watched(self, *, polling: bool) -> Iterator[None]:
        """Follow all changes of the campaign's files and of the themes."""
        from chronicle.load.disk import THEMES_FOLDER
        from chronicle.render import shipped_themes_folder

        stop, own = threading.Event(), self.content / THEMES_FOLDER
        folders = [self.content.absolute(), shipped_themes_folder()]
        if own.is_symlink():
            folders.append(own.resolve())
        watcher = threading.Thread(target=self.watch, args=(folders, stop, polling), daemon=True)
        watcher.start()
        try:
            yield
        finally:
            stop.set()
            watcher.join(2)

    def watch(self, folders: Sequence[Path], stop: threading.Event, polling: bool) -> None:
        """Reload after each burst of changes, until ``stop`` is set.

        While the folder is gone, the pages stay as they are and nothing is written.
        """
        from chronicle.cli.schema import update_schemas
        from chronicle.serve.file_watcher import watch_folders

        start, was_there = Path.cwd(), self.content.is_dir()
        is_known = was_there
        for _ in watch_folders(folders, stop, polling=polling):
            with suppress(OSError):
                # The current folder may be another with the same path.
                os.chdir(start)
            is_there = self.content.is_dir()
            if is_there != was_there:
                # A campaign that is created is not back.
                if is_known:
                    click.echo(_PRESENCE[is_there].format(display_path(self.content)), err=True)
                was_there, is_known = is_there, True
            if not is_there:
                continue
            try:
                self.reload()
                update_schemas(self.content)
            except Exception as error:  # noqa: BLE001  a bug must not end the preview
                if not self.content.is_dir():
                    # It has gone while it was read.
                    click.echo(_PRESENCE[False].format(display_path(self.content)), err=True)
                    was_there = False
                    continue
                click.echo(
                    f"internal error in chronicle: {type(error).__name__}: {error}\n"
                    "The pages are out of date; please report it.",
                    err=True,
                )

    def respond(self, address: str) -> Response:
        """The response to an address; prints new findings, such as template errors."""
        report = Report()
        with self._drawing:
            answer = self.preview.respond(address, report)
        fresh = tuple(found for found in report.findings if found not in self._said)
        if fresh:
            self._say((*self._said, *fresh))
        return answer

    def _whole(self) -> SitePreview:
        from chronicle.cli.build_run import folders_of
        from chronicle.load.disk import THEMES_FOLDER, read_multi_site

        folder = self.content
        folders = folders_of(folder) if folder.is_dir() else (folder,)
        if len(folders) == 1:
            return self._shown.campaign(self._read(folder, ""))
        campaigns = tuple(self._read(inner, inner.name) for inner in folders[1:])
        return self._shown.multi_site(
            read_multi_site(folder, display_path(folder)), campaigns, (folder / THEMES_FOLDER,)
        )

    def _read(self, folder: Path, id: str) -> CampaignSource:
        from chronicle.load.disk import THEMES_FOLDER
        from chronicle.render import shipped_themes_folder
        from chronicle.seal import orders_public_key
        from chronicle.seal.key_file import load_keys
        from chronicle.serve.file_watcher import mark_of_folders
        from chronicle.serve.live_campaign import PreviewOptions
        from chronicle.serve.live_site import CampaignSource

        report = Report()
        keys = load_keys(folder, report)
        point = orders_public_key(keys) if keys is not None else ""
        options = PreviewOptions(
            self.word,
            (folder / THEMES_FOLDER,),
            in_multi_site=bool(id),
            point=point,
            themes_mark=mark_of_folders(
                (folder / THEMES_FOLDER, shipped_themes_folder()), file_time()
            ),
        )
        return CampaignSource(id, self.tree(folder), options, report.findings)
