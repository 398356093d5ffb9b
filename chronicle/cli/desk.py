"""The command `desk`."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from chronicle.cli.clock import seconds_until
from chronicle.cli.deploy.announce import WEBHOOK_VARIABLE
from chronicle.cli.output import CONTENT_ARGUMENT, display_path, exit_on_errors
from chronicle.cli.serve import (
    LivePreview,
    browser_options,
    open_application,
    port_option,
    serve_until_interrupted,
)
from chronicle.diagnostics.report import Finding, Report
from chronicle.model.audience import EVERYONE_ID, GM_ID
from chronicle.model.publication import RECORD_FILE
from chronicle.records import Record
from chronicle.serve.desk.campaign_files import is_edited, schema_of

if TYPE_CHECKING:
    from chronicle.authoring.turn_status import TurnStatus
    from chronicle.model.campaign import Campaign
    from chronicle.render import Theme
    from chronicle.rules.protocol import Prompt
    from chronicle.serve.desk.board import Board, Task
    from chronicle.serve.desk.entries import EntryKind, Given
    from chronicle.serve.desk.new_files import NewFileKind
    from chronicle.serve.desk.new_knowledge import LearnedBy
    from chronicle.serve.desk.publication import Publication
    from chronicle.serve.desk.routes import CommandRun, Reader, SavedText
    from chronicle.serve.desk.start import StartForm
    from chronicle.serve.desk.world import Sketch
    from chronicle.serve.desk.writing import Writing
    from chronicle.serve.live_campaign import LoadedCampaign
    from chronicle.serve.responses import Response

#: How many earlier versions of files are remembered, to merge what somebody else changed.
_MOST_VERSIONS: Final = 200
#: How many steps can be undone.
_MOST_STEPS: Final = 100
#: What the page has asked, the command does not ask again: also who has given no orders.
_YES: Final = ("--yes", "--without-orders")
#: The words of each action's command; `{}` is the campaign, a name what was given with it, and an
#: option is left out unless it was given. A new campaign gets its own folder.
_COMMANDS: Final[Mapping[str, Sequence[str]]] = {
    "start": (
        *("new", "{}", "--ruleset", "{ruleset}", "--title", "{title}"),
        *("--language", "{language}", "{--empty}", "{--key}"),
    ),
    "new": ("turn", "new", "{}", "--yes", "--deadline", "{deadline}", "--zone", "{zone}"),
    "close": ("turn", "close", "{}", "--yes"),
    "close-without-orders": ("turn", "close", "{}", "--yes", "--without-orders"),
    "reopen": ("turn", "reopen", "{}", "--yes"),
    "rumors": ("rumors", "{}"),
    "draft-orders": ("orders", "draft", "{}"),
    "accept-orders": ("orders", "accept", "--", "{faction}", "{}"),
    "drop-orders": ("orders", "drop", "--", "{faction}", "{}"),
    "try-orders": ("orders", "import", "-", "{}", "--dry-run", "--as-read"),
    "import-orders": ("orders", "import", "-", "{}", "--yes", "--keep", "later", "--as-read"),
    "check": ("check", "{}"),
    "plan": ("deploy", "{}", "--dry-run", "--all"),
    "deploy": ("deploy", "{}", *_YES),
    "build": ("build", "{}"),
    "dice": ("dice", "sheet", "{}", "--json"),
    "plan-to": ("deploy", "{}", "--dry-run", "--all", "--to", "{to}", "--remote", "{remote}"),
    "deploy-to": ("deploy", "{}", *_YES, "--to", "{to}", "--remote", "{remote}"),
    "plan-correction": ("deploy", "{}", "--dry-run", "--all", "--amend", "{reason}"),
    "correct": ("deploy", "{}", *_YES, "--amend", "{reason}"),
    "plan-spelling": ("deploy", "{}", "--dry-run", "--all", "--typo"),
    "correct-spelling": ("deploy", "{}", *_YES, "--typo"),
    "take-back": ("deploy", "{}", "--undo", "--yes"),
    "announce": ("deploy", "{}", *_YES, "--announce"),
    "keys-init": ("keys", "init", "{}"),
    "cards": ("keys", "cards", "{}", "--output", "{file}"),
}
#: How a command is typed, which says nothing where nothing is typed.
_USAGE: Final = re.compile(r"\AUsage: .*\n(?:[ \t].*\n)*Try .*\n\n?")
#: The actions that change the campaign's files and nothing else, so that they can be undone.
_UNDONE: Final = frozenset(
    {
        *("new", "close", "close-without-orders", "reopen", "rumors", "import-orders"),
        *("draft-orders", "accept-orders", "drop-orders"),
    }
)


@click.command()
@CONTENT_ARGUMENT
@port_option
@browser_options
def desk(content: Path, port: int, *, opening: bool, poll: bool) -> None:
    """Run a campaign in the browser: orders, texts, publication.

    If CONTENT is an empty folder, or there is none, the page asks for the title and ruleset of a
    new campaign and creates it.

    What you do on the desk changes the campaign's files as an editor would, and comments stay. So
    you can use both at any time. The page is for this computer only, and only its address, which
    is another each time, opens it. Press Ctrl-C to stop.

    Example: chronicle desk my-campaign --open
    """
    from chronicle.cli.build_run import read_one_campaign
    from chronicle.cli.desk_folder import campaign_folder
    from chronicle.serve.desk.routes import create_desk
    from chronicle.serve.preview import CHANGES_PATH

    content = campaign_folder(content)
    campaign = DeskCampaign(content)
    if campaign.start() is None:
        report = Report()
        read_one_campaign(content, report)
        exit_on_errors(report)
        campaign.preview.reload()
    token, other = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    app = create_desk(campaign, CHANGES_PATH, token, other)
    server = open_application(port, app, campaign.news)
    address = f"{server.url}{token}/"
    click.echo(address)
    click.echo("Press Ctrl-C to stop.", err=True)
    with (
        campaign.preview.watched(polling=poll),
        _opened_by_file(address) if opening else nullcontext("") as first,
    ):
        serve_until_interrupted(server, first)


@contextmanager
def _opened_by_file(address: str) -> Iterator[str]:
    """The address of a file of this user's that leads to an address.

    Other users of the computer see what a browser is started with.
    """
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "desk.html"
        page = f'<!doctype html><meta http-equiv="refresh" content="0; url={address}">'
        file.write_text(page, encoding="utf-8")
        yield file.as_uri()


class _Step(Record):
    """One change that can be undone: the files before and after it, and what made it."""

    before: Mapping[str, bytes | None]
    after: Mapping[str, bytes | None]
    name: str


class DeskCampaign:
    """A campaign on disk, as the desk shows and changes it."""

    def __init__(self, content: Path) -> None:
        from chronicle.play.turns import TurnCache

        self.content = content
        self.preview = LivePreview(content, GM_ID)
        self.news = self.preview.news
        self.actions: Collection[str] = _COMMANDS.keys()
        self._writing = threading.RLock()
        self._versions: OrderedDict[str, str] = OrderedDict()
        self._steps: list[_Step] = []
        self._undone: list[_Step] = []
        self._playing = threading.Lock()
        self._turns = TurnCache()
        self._found: tuple[LoadedCampaign, int, TurnStatus | None, tuple[Finding, ...]] | None
        self._found = None
        self._is_new = not content.exists()

    # ── What is shown ────────────────────────────────────────────────────────────────────────────

    def start(self) -> StartForm | None:
        """What is asked before the campaign is created; None once it exists."""
        from chronicle.cli.desk_folder import start_form

        return start_form(self.content) if self._is_new and not self.content.exists() else None

    def board(self) -> Board:
        from chronicle.authoring.turn_status import last_turn, next_step
        from chronicle.serve.desk.board import board_of, board_without_turns

        loaded, folder = self._loaded(), display_path(self.content)
        last = last_turn(loaded.tree)
        found, findings = self._status(loaded, max(1, last))
        if found is None or not (last or found.has_errors):
            title, zone = (
                (found.campaign.title, found.campaign.zone) if found is not None else (folder, "")
            )
            return board_without_turns(title, self._tasks(findings), has_zone=bool(zone))
        step = next_step(found, folder, is_late=_is_late(found))
        return board_of(found, step, self._prompt_text(found), folder)

    def _status(
        self, loaded: LoadedCampaign, number: int
    ) -> tuple[TurnStatus | None, tuple[Finding, ...]]:
        """The status of a turn, and all findings; computed once for the same files."""
        from chronicle.authoring.turn_status import status_in_campaign

        with self._playing:
            if self._found is None or self._found[0] is not loaded or self._found[1] != number:
                campaign, report = loaded.campaign, Report([*loaded.findings])
                status = (
                    status_in_campaign(campaign, number, report, kept=self._turns)
                    if campaign is not None
                    else None
                )
                self._found = loaded, number, status, report.findings
            return self._found[2:]

    def _prompt_text(self, found: TurnStatus) -> Callable[[Prompt], str]:
        if not found.prompts:
            return lambda prompt: prompt.text or prompt.code
        theme = self._theme(found.campaign)
        ruleset = found.campaign.ruleset

        def say(prompt: Prompt) -> str:
            words = (
                theme.words.get(f"{ruleset}.prompt.{prompt.code}") if theme is not None else None
            )
            return prompt.text or (words if isinstance(words, str) else prompt.code)

        return say

    def readers(self) -> tuple[Reader, ...]:
        from chronicle.serve.desk.routes import Reader

        campaign = self._loaded().campaign
        factions = campaign.factions if campaign is not None else ()
        return (
            Reader(EVERYONE_ID, "Everyone"),
            Reader(GM_ID, "The GM"),
            *(Reader(it.id, it.name) for it in factions),
        )

    def files(self) -> tuple[str, ...]:
        return tuple(sorted(path for path in self._loaded().tree.files if is_edited(path)))

    def page(self, address: str) -> Response:
        return self.preview.respond(address)

    # ── What is changed ──────────────────────────────────────────────────────────────────────────

    def read(self, path: str) -> tuple[str, str] | None:
        text = _decoded(self._content(path))
        return (text, self._remember(text)) if text is not None else None

    def save(self, path: str, text: str, version: str, page: str) -> SavedText:
        """Write a text that began as a ``version``; ``page`` is the open page that sends it.

        What else was changed in the file since then is kept, if it is in other lines.
        """
        from chronicle.load.disk import MAX_TEXT_BYTES
        from chronicle.serve.desk.merge import merge_texts
        from chronicle.serve.desk.routes import SavedText

        with self._writing:
            before = self._content(path)
            theirs = _decoded(before)
            if theirs is None:
                return SavedText(error=f"{path} is gone, or is not in UTF-8")
            now, base = self._remember(theirs), self._versions.get(version)
            merged: str | None = text
            if now != version:
                merged = merge_texts(base, text, theirs) if base is not None else None
            if merged is None:
                return SavedText(version=now, text=theirs)
            try:
                after = merged.encode()
            except UnicodeEncodeError:
                return SavedText(error="the text has half a character")
            if len(after) > MAX_TEXT_BYTES:
                return SavedText(error=f"the text is larger than {MAX_TEXT_BYTES // 1024} kB")
            if wrong := self._write({path: before}, {path: after}):
                return SavedText(error=wrong)
            self._add_step(_Step({path: before}, {path: after}, page))
            sent = self._remember(text)
        self._reload()
        said = merged if merged != text else None
        return SavedText(
            is_saved=True,
            version=self._remember(merged),
            text=said,
            sent=sent,
            tasks=self.problems(path),
        )

    def problems(self, path: str) -> tuple[Task, ...]:
        """The findings in a file."""
        whole = self.preview.preview.now
        tasks = self._tasks(whole.findings) if whole is not None else ()
        return tuple(it for it in tasks if it.at is not None and it.at.path == path)

    def schema(self, path: str) -> dict[str, Any] | None:
        """The schema of a file, for its editor; None for one without."""
        from chronicle.load.disk import THEMES_FOLDER
        from chronicle.render import available_choices, shipped_themes_folder
        from chronicle.schemas import schemas_of

        kind = schema_of(path)
        if not kind:
            return None
        names = available_choices((self.content / THEMES_FOLDER, shipped_themes_folder()))
        return dict(schemas_of(self._loaded().tree, names)[kind])

    def add(self, kind: EntryKind, given: Given) -> str:
        """Add an entry to the last turn; return why it was not added, in words, or nothing."""
        from chronicle.serve.desk.entries import MissingFieldError, with_entry

        try:
            # Two entries of a kind are two steps.
            name = f"{kind} {secrets.token_hex(4)}"
            return self._edit_turn(
                lambda text: with_entry(text, kind, given), name, is_checked=True
            )
        except MissingFieldError as missing:
            return f"Not added: {missing} is missing."

    def sketch(self) -> Sketch | None:
        from chronicle.serve.desk.world import sketch_of

        campaign = self._loaded().campaign
        return sketch_of(campaign) if campaign is not None else None

    def move_place(self, id: str, x: float, y: float) -> str:
        """Write a place's position; return why not, in words, or nothing."""
        from chronicle.serve.desk.world import PLACES_FILE, with_position

        return self._edit(PLACES_FILE, lambda text: with_position(text, id, x, y), f"move {id}")

    def create(self, kind: NewFileKind, name: str) -> tuple[str, str]:
        """Make the file of a new thing; return its path, or nothing and why not, in words."""
        from chronicle.serve.desk.new_files import NewFileError, new_files

        with self._writing:
            loaded = self._loaded()
            tree, campaign = loaded.tree, loaded.campaign
            if campaign is None:
                return "", "The campaign has errors: correct them first."
            theme = self._theme(campaign)
            if theme is None:
                return "", "The theme has errors: correct them first."
            try:
                path, texts = new_files(kind, name.strip(), campaign, tree.files, theme.sigils)
            except NewFileError as refused:
                return "", str(refused)
            files = {it: text.encode() for it, text in texts.items()}
            before = {it: _bytes(tree.files.get(it)) for it in files}
            if wrong := self._new_error(files):
                return "", f"Not created: {wrong}"
            if wrong := self._write(before, files):
                return "", wrong
            self._add_step(_Step(before, files, path))
        self._reload()
        return path, ""

    def add_place(self, given: Given) -> str:
        """Add a place; return why not, in words, or nothing."""
        from chronicle.serve.desk.new_files import NewFileError
        from chronicle.serve.desk.world import PLACES_FILE, with_place

        name = f"place {secrets.token_hex(4)}"
        try:
            return self._edit(PLACES_FILE, lambda it: with_place(it, given), name, is_checked=True)
        except NewFileError as refused:
            return str(refused)

    def set_way(self, one: str, other: str, kind: str) -> str:
        """Set or remove the way between two places; return why not, in words, or nothing."""
        from chronicle.serve.desk.new_files import NewFileError
        from chronicle.serve.desk.world import PLACES_FILE, with_way

        name = f"way {secrets.token_hex(4)}"
        try:
            return self._edit(
                PLACES_FILE, lambda it: with_way(it, one, other, kind), name, is_checked=True
            )
        except NewFileError as refused:
            return str(refused)

    def accept_rumor(self, turn: int, rumor: str) -> str:
        """Accept a draft of a rumor; return why not, in words, or nothing."""
        from chronicle.serve.desk.turn_edits import with_accepted_rumor

        return self._edit(
            f"turns/{turn:03}.yaml",
            lambda text: with_accepted_rumor(text, rumor),
            f"accept {rumor}",
        )

    def set_result(self, turn: int, order: str, result: str, outcome: str) -> str:
        """Write the result of an order, as `faction/id`; return why not, in words, or nothing."""
        from chronicle.serve.desk.entries import MissingFieldError
        from chronicle.serve.desk.turn_edits import with_result

        try:
            return self._edit(
                f"turns/{turn:03}.yaml",
                lambda text: with_result(text, order, result, outcome),
                f"result {order}",
                is_checked=True,
            )
        except MissingFieldError as missing:
            return f"Not written: {missing} is missing."

    def ask_dice(self, *, is_asked: bool) -> str:
        """Set who throws the dice of the last turn; return why not, in words, or nothing."""
        from chronicle.serve.desk.turn_edits import with_dice_asked

        return self._edit_turn(lambda text: with_dice_asked(text, is_asked=is_asked), "dice")

    def add_picture(self, name: str, content: bytes) -> tuple[str, str]:
        """Add a picture to the campaign; return its Markdown, or nothing and why not, in words."""
        from chronicle.serve.desk.pictures import PictureRefusedError, new_picture

        with self._writing:
            files = self._loaded().tree.files
            try:
                path, markdown = new_picture(name, content, files)
            except PictureRefusedError as refused:
                return "", str(refused)
            if path not in files:
                if wrong := self._write({path: None}, {path: content}):
                    return "", wrong
                self._add_step(_Step({path: None}, {path: content}, path))
        self._reload()
        return markdown, ""

    def set_rolls(self, rolls: Mapping[str, Sequence[int]]) -> str:
        """Write the faces of dice into the last turn; return why not, in words, or nothing."""
        from chronicle.yaml.edit.set_entries import set_lists

        return self._edit_turn(lambda text: set_lists(text, "rolls", rolls), "rolls")

    def _edit_turn(self, edit: Callable[[str], str], name: str, *, is_checked: bool = False) -> str:
        from chronicle.authoring.turn_file import path_of_turn_file
        from chronicle.authoring.turn_status import last_turn

        tree = self._loaded().tree
        path = path_of_turn_file(tree, last_turn(tree))
        if path not in tree.files:
            return "The campaign has no turns yet: start the first on the board."
        return self._edit(path, edit, name, is_checked=is_checked)

    def _edit(
        self, path: str, edit: Callable[[str], str], name: str, *, is_checked: bool = False
    ) -> str:
        """Edit a file; return why not, in words. If ``is_checked``, no new error may come of it."""
        from chronicle.yaml.edit.document import YamlEditError

        with self._writing:
            before = self._content(path)
            if before is None:
                return f"There is no {path}."
            try:
                after = edit(before.decode()).encode()
            except (YamlEditError, UnicodeDecodeError):
                return f"{path} has errors or is written in another form: edit it under Files."
            if is_checked and (wrong := self._new_error({path: after})):
                return f"Not written: {wrong}"
            if wrong := self._write({path: before}, {path: after}):
                return wrong
            self._add_step(_Step({path: before}, {path: after}, name))
        self._reload()
        return ""

    def _write(self, before: Mapping[str, bytes | None], after: Mapping[str, bytes | None]) -> str:
        """Write files that are still as ``before``; return why not, in words, or nothing."""
        from chronicle.load.disk import is_in_link
        from chronicle.publish.atomic_write import write_all_or_none

        # A campaign from somebody else could have any folder of this computer written into.
        for path in after:
            if is_in_link(self.content, path):
                folder = path.rpartition("/")[0]
                return f"{folder} is a symbolic link, which chronicle does not follow"
        report = Report()
        if write_all_or_none(after, self.content, report, before):
            return ""
        return " ".join(it.message for it in report.findings)

    def _new_error(self, files: Mapping[str, bytes]) -> str:
        """The first error that comes of new contents of files, in words; empty if none does."""
        from chronicle.files.source import FileTree
        from chronicle.pipeline import resolve_campaign

        tree, now, later = self._loaded().tree, Report(), Report()
        resolve_campaign(FileTree(tree.name, {**tree.files, **files}), later)
        if not later.has_errors:
            return ""
        resolve_campaign(tree, now)
        known = {it.message for it in now.findings}
        wrong = (it for it in later.findings if it.severity == "error")
        return next((it.message for it in wrong if it.message not in known), "")

    def writing(self) -> Writing:
        """What the forms for entries offer."""
        from chronicle.model.audience import GM
        from chronicle.serve.desk.writing import Writing, writing_of

        campaign, edition = self._loaded().campaign, self.preview.edition_of(GM)
        if campaign is None:
            return Writing()
        turns = edition.turns if edition is not None else ()
        events = ((turn.number, it.event) for turn in turns for it in turn.events if it.event)
        return writing_of(campaign, events)

    def learned(self) -> tuple[int, tuple[LearnedBy, ...]]:
        """The last played turn, and what it newly makes known to each reader."""
        from chronicle.model.audience import EVERYONE, faction_audience
        from chronicle.serve.desk.new_knowledge import (
            LearnedBy,
            learned_besides,
            learned_by_everyone,
        )

        public = self.preview.edition_of(EVERYONE)
        campaign = self._loaded().campaign
        if campaign is None or public is None or not public.turns:
            return 0, ()
        found = [LearnedBy(EVERYONE_ID, "Everyone", tuple(learned_by_everyone(public)))]
        for it in campaign.factions:
            own = self.preview.edition_of(faction_audience(it.id))
            if own is not None and own.turns:
                found.append(LearnedBy(it.id, it.name, tuple(learned_besides(own, public))))
        return public.turns[-1].number, tuple(found)

    def publication(self) -> Publication:
        from chronicle.cli.desk_publication import publication_of

        return publication_of(self.content, self._loaded().campaign)

    def announcement(self) -> str:
        """The announcement of the last turn; empty if there is none, or the campaign has errors."""
        from chronicle.cli.deploy.announce import announcement_of

        made = announcement_of(self.content, self._loaded().tree, Report())
        return made[0].text if made is not None else ""

    def create_repository(self, remote: str) -> str:
        from chronicle.cli.desk_publication import create_repository

        return create_repository(remote)

    def set_address(self, address: str) -> str:
        """Write the site's address into campaign.yaml; return why not, in words, or nothing."""
        from chronicle.serve.desk.publication import with_slash
        from chronicle.yaml.edit.set_entries import set_value

        if not re.fullmatch(r"https?://[\w.-]+(:\d+)?(/[\w./~%-]*)?", address.strip(), re.ASCII):
            return "An address is written as in https://example.org/my-campaign/."
        said = with_slash(address)
        return self._edit(
            "campaign.yaml", lambda text: set_value(text, "address", said, after="title"), "address"
        )

    def run(self, name: str, given: Mapping[str, str]) -> CommandRun:
        """Run the command of an action. Raises KeyError for an unknown one."""
        from chronicle.serve.desk.routes import CommandRun

        if not given.get("deadline"):
            given = {**given, "zone": ""}
        folder = self.content.parent.absolute() if name == "start" else self.content
        words = list(_words(_COMMANDS[name], str(folder), given))
        env = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
        if webhook := given.get("webhook"):
            # Other users of the computer see the words of a command, but not its environment.
            env[WEBHOOK_VARIABLE] = webhook
        # Texts can be saved while a long command runs that does not write any.
        with self._writing if name in _UNDONE else nullcontext():
            before = dict(self.preview.tree(self.content).files)
            ran = subprocess.run(  # noqa: S603  the words of a table, and no shell is involved
                # Without -P, modules in the current folder would come before the program's own.
                [sys.executable, "-P", "-m", "chronicle", *words],
                input=given.get("text", "").encode(errors="replace"),
                capture_output=True,
                env=env,
                check=False,
            )
            after = dict(self.preview.tree(self.content).files)
            changed = {it for it in {*before, *after} if before.get(it) != after.get(it)}
            if changed and name in _UNDONE:
                was, now = (
                    {it: _bytes(files.get(it)) for it in changed} for files in (before, after)
                )
                self._add_step(_Step(was, now, f"{name} {secrets.token_hex(4)}"))
            elif RECORD_FILE in changed:
                # What is published is not changed by an undo.
                self._steps.clear()
                self._undone.clear()
        self._reload()
        out, err = (it.decode(errors="replace") for it in (ran.stdout, ran.stderr))
        return CommandRun(ran.returncode, out, _USAGE.sub("", err))

    def undo(self) -> str:
        """Take the last change back; return what was done, in words."""
        return self._step_over(self._steps, self._undone, "undo")

    def redo(self) -> str:
        """Make the change that was taken back last again; return what was done, in words."""
        return self._step_over(self._undone, self._steps, "redo")

    def _step_over(self, source: list[_Step], target: list[_Step], word: str) -> str:
        with self._writing:
            if not source:
                return f"There is nothing to {word}."
            step, done = source[-1], f"{word}ne"
            now, then = (step.after, step.before) if word == "undo" else (step.before, step.after)
            if wrong := self._write(now, then):
                return f"Nothing was {done}: {wrong}."
            target.append(source.pop())
        self._reload()
        return f"{done.capitalize()} in {', '.join(sorted(then))}."

    def _reload(self) -> None:
        """Read the files again and refresh the pages; an error is only printed."""
        try:
            self.preview.reload()
        except Exception as error:  # noqa: BLE001  a bug must not undo what was done
            said = f"{type(error).__name__}: {error}"
            click.echo(f"internal error in chronicle: {said}\nPlease report it.", err=True)

    def _add_step(self, step: _Step) -> None:
        """Remember a change; what one page types into one file is one step."""
        self._undone.clear()
        last = self._steps[-1] if self._steps else None
        if last is not None and last.name == step.name and last.after == step.before:
            self._steps[-1] = _Step(last.before, step.after, step.name)
        else:
            self._steps.append(step)
            del self._steps[:-_MOST_STEPS]

    def _content(self, path: str) -> bytes | None:
        from chronicle.load.disk import read_file

        return _bytes(read_file(self.content, path)) if is_edited(path) else None

    def _remember(self, text: str) -> str:
        version = sha256(text.encode()).hexdigest()
        self._versions[version] = text
        self._versions.move_to_end(version)
        while len(self._versions) > _MOST_VERSIONS:
            self._versions.popitem(last=False)
        return version

    def _loaded(self) -> LoadedCampaign:
        return self.preview.load()

    def _theme(self, campaign: Campaign) -> Theme | None:
        """The campaign's theme; None if it has errors."""
        from chronicle.load.disk import THEMES_FOLDER
        from chronicle.render.theme_selection import load_theme

        return load_theme(campaign, (self.content / THEMES_FOLDER,), Report())

    def _tasks(self, findings: Iterable[Finding]) -> tuple[Task, ...]:
        from chronicle.serve.desk.board import task_of

        return tuple(task_of(it, display_path(self.content)) for it in findings)


def _words(pattern: Sequence[str], folder: str, given: Mapping[str, str]) -> Iterator[str]:
    """The words of a command; an option with nothing given for it is left out."""
    words = list(pattern)
    for index, word in enumerate(words):
        name = word.strip("{}") if word.startswith("{") else None
        if name == "":
            yield folder
        elif name is not None and name.startswith("--"):
            yield from (name,) if given.get(name.removeprefix("--")) else ()
        elif name is not None and words[index - 1] == "--":
            yield from ("--", given[name]) if given.get(name) else ()
        elif name is not None:
            # In one word: a text that begins with a hyphen would be read as an option.
            yield from (f"{words[index - 1]}={given[name]}",) if given.get(name) else ()
        elif index + 1 == len(words) or not re.fullmatch(r"\{\w+\}", words[index + 1]):
            yield word


def _decoded(content: bytes | None) -> str | None:
    """A file as text; None if there is none, or if it is in another encoding than UTF-8."""
    try:
        return content.decode() if content is not None else None
    except UnicodeDecodeError:
        return None


def _bytes(content: object) -> bytes | None:
    return content if isinstance(content, bytes) else None


def _is_late(found: TurnStatus) -> bool:
    at = found.campaign.deadline
    return at is not None and seconds_until(at.instant) <= 0
