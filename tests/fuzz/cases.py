"""A case of a fuzz test: what lies in a folder, what is run there, and the laws that must hold."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from click.testing import CliRunner

from chronicle.cache.store import set_cache_folder
from chronicle.cli.main import main
from chronicle.files.store import digest_of, paths_in
from chronicle.records import Record, replace
from chronicle.seal.key_file import KEY_FILE
from tests.fuzz.worlds import WORLDS
from tests.quick_logins import quick_logins

#: The folders of a workspace, in which commands run.
CONTENT: Final = "content"
OUTPUT: Final = "output"
CACHE: Final = "cache"
#: Exit codes that commands have for somebody's mistake, see the reference of commands.
_FINDINGS: Final = (1, 2, 3, 4, 5)
#: What a command may write, by the beginnings of paths: files, and the lock and the stage beside
#: them.
_MAY_WRITE: Final[Mapping[str, tuple[str, ...]]] = {
    "build": (f"{OUTPUT}/", f"{CONTENT}/{KEY_FILE}", f"{CONTENT}/.chronicle"),
    "orders": (f"{CONTENT}/turns/", f"{CONTENT}/.chronicle"),
}


class LimitReached(BaseException):
    """A case took too long; nothing in the program catches it."""


class CacheFault(Record):
    """Damage to an entry of the cache: ``number`` counts the entries, ``at`` is from 0 to 1."""

    number: int
    kind: str
    at: float


class Case(Record):
    """Changed files of a world, and the command that is run on them.

    ``changes`` are paths below the workspace with their new content, None if removed. Commands are
    run in turn. After a case with ``cache_faults``, the output must equal that of a build without a
    cache.
    """

    kind: str
    world: str
    changes: Mapping[str, bytes | None]
    command: tuple[str, ...] = ("build", CONTENT, "-o", OUTPUT)
    cache_faults: tuple[CacheFault, ...] = ()


class Broken(Record):
    """A law that a case broke; equal ``place`` means equal cause."""

    law: str
    place: str
    detail: str = ""


class Workspace(Record):
    """A folder in which cases are run in turn; each world has a folder in it."""

    folder: Path

    def run(self, case: Case) -> Broken | None:
        """The law that a case breaks, if any."""
        folder = self.folder / case.world
        with _inside(folder):
            _lay(case)
            if case.cache_faults:
                return _run_with_cache(case)
            site, content = _digests(OUTPUT), _digests(CONTENT)
            with watched_writes(folder, _MAY_WRITE[case.command[0]]) as strays:
                code, said = _invoke(case.command)
            if (broken := _broken_by_exit(code, said)) is not None:
                return broken
            if strays:
                return Broken("writes outside the output", strays[0])
            if code in _FINDINGS and _digests(OUTPUT) != site:
                return Broken("a failing build changed the site", case.command[0])
            if code in _FINDINGS and _digests(CONTENT) != content:
                return Broken("a failing command changed the content", case.command[0])
            return None


def _lay(case: Case) -> None:
    """Make the current folder what the case says; the site in it may be any sound one."""
    if not Path(OUTPUT).exists():
        _write(WORLDS[case.world])
        code, said = _invoke(("build", CONTENT, "-o", OUTPUT))
        if code:
            raise AssertionError(f"{case.world} can't be built: {said}")
    _write({**WORLDS[case.world], **case.changes})


def _write(files: Mapping[str, bytes | None]) -> None:
    shutil.rmtree(CONTENT, ignore_errors=True)
    for path, content in files.items():
        if content is not None:
            target = Path(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            target.chmod(0o600)


def _run_with_cache(case: Case) -> Broken | None:
    """Build with a damaged cache, and compare every byte with a build without one."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    cold, _ = _invoke(case.command)
    expected = _digests(OUTPUT)
    sound = Path(f"sound-{CACHE}")
    if not sound.exists():
        _write(WORLDS[case.world])
        with patch.dict(os.environ, {"CHRONICLE_CACHE": str(sound)}):
            _invoke(case.command)
        _write({**WORLDS[case.world], **case.changes})
    shutil.rmtree(CACHE, ignore_errors=True)
    shutil.copytree(sound, CACHE)
    entries = sorted(path for path in Path(CACHE).rglob("*") if path.is_file())
    for fault in case.cache_faults:
        _damage(entries, fault)
    shutil.rmtree(OUTPUT, ignore_errors=True)
    with patch.dict(os.environ, {"CHRONICLE_CACHE": CACHE}):
        code, said = _invoke(case.command)
    set_cache_folder(None)
    if (broken := _broken_by_exit(code, said)) is not None:
        return broken
    if code != cold or _digests(OUTPUT) != expected:
        return Broken("a damaged cache changed the output", f"exit code {code}", said)
    return None


def _damage(entries: list[Path], fault: CacheFault) -> None:
    path = entries[fault.number % len(entries)]
    if path.is_symlink() or not path.is_file():
        return
    content = bytearray(path.read_bytes())
    at = int(fault.at * len(content))
    match fault.kind:
        case "flip" if content:
            content[min(at, len(content) - 1)] ^= 1 << fault.number % 8
        case "cut":
            del content[at:]
        case "grow":
            content += content[:at] + b"\0"
        case "foreign":
            other = entries[int(fault.at * len(entries)) % len(entries)]
            content[:] = other.read_bytes() if other.is_file() else b""
        case "gone":
            path.unlink()
            return
        case _:
            path.unlink()
            path.mkdir()
            return
    path.write_bytes(content)


def _invoke(command: tuple[str, ...]) -> tuple[int, str]:
    """The exit code of a command, and what it says; an exception is exit code 70."""
    with quick_logins():
        result = CliRunner().invoke(main, list(command), catch_exceptions=True)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return 70, "".join(traceback.format_exception(result.exception))
    return result.exit_code, result.output


_FRAME: Final = re.compile(r'File "[^"]*?/(chronicle/[^"]+)", line \d+, in (\S+)')

_NAME: Final = re.compile(r"^([A-Za-z_][\w.]*(?:Error|Exception|Exit))\b", re.MULTILINE)


def _broken_by_exit(code: int, said: str) -> Broken | None:
    if code not in (0, *_FINDINGS) or "Traceback (most recent call last)" in said:
        frames = _FRAME.findall(said)
        name = (_NAME.findall(said) or ["?"])[-1]
        place = f"{name} in {' '.join(frames[-1])}" if frames else name
        return Broken("ends as a fault of the program", place, said[-3000:])
    return None


def _digests(folder: str) -> dict[str, str]:
    below = Path(folder)
    return {path: digest_of((below / path).read_bytes()) for path in paths_in(below)}


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """The current folder, and an environment in which nothing is cached and faults are told."""
    before = Path.cwd()
    folder.mkdir(exist_ok=True)
    os.chdir(folder)
    try:
        with patch.dict(os.environ, {"CHRONICLE_CACHE": "", "CHRONICLE_DEBUG": "1"}):
            yield
    finally:
        os.chdir(before)


# ── Files that are written ───────────────────────────────────────────────────────────────────────

#: The events that change files, with the positions of the paths among their arguments. The removal
#: of a folder with all that is in it is one event; those inside it name no whole paths.
_CHANGES: Final = {
    "os.rename": (0, 1), "os.mkdir": (0,), "os.link": (1,), "os.symlink": (1,),
    "os.truncate": (0,), "os.chmod": (0,), "shutil.rmtree": (0,),
}  # fmt: skip
#: What no command of a case may do at all.
_NEVER: Final = ("subprocess.Popen", "os.system", "os.posix_spawn", "socket.connect")
_WRITES: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


@dataclass(slots=True)
class _Watch:
    """What an audit hook, which can't be taken away again, does at present."""

    is_installed: bool = False
    allowed: tuple[str, ...] | None = None
    strays: list[str] = field(default_factory=list)

    def hook(self, event: str, args: tuple[Any, ...]) -> None:
        if self.allowed is None:
            return
        if event in _NEVER:
            self.strays.append(event)
        elif event == "open":
            path, _, flags = args
            if flags & _WRITES:
                self.note(event, path)
        elif event in _CHANGES:
            for position in _CHANGES[event]:
                self.note(event, args[position])

    def note(self, event: str, path: object) -> None:
        if not isinstance(path, str | bytes | os.PathLike) or self.allowed is None:
            return
        full = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  this must not start an event
        if event == "os.mkdir" and os.path.isdir(full):  # noqa: PTH112  as above
            return  # only asked for, as with `exist_ok`
        if full.startswith(_PROGRAM) and _BESIDE_CODE in full:
            return
        if not f"{full}{os.sep}".startswith(self.allowed) and full != os.devnull:
            self.strays.append(f"{event} {full}")


_WATCH: Final = _Watch()
_PROGRAM: Final = str(Path(sys.modules["chronicle"].__path__[0]))
#: Where the program remembers its own code, in each of its folders.
_BESIDE_CODE: Final = f"{os.sep}__pycache__"


@contextmanager
def watched_writes(folder: Path, allowed: tuple[str, ...]) -> Iterator[list[str]]:
    """Everything written below none of these paths while it lasts."""
    if not _WATCH.is_installed:
        sys.addaudithook(_WATCH.hook)
        _WATCH.is_installed = True
    roots = tuple(f"{folder.absolute()}{os.sep}{path}" for path in allowed)
    _WATCH.strays = []
    _WATCH.allowed = roots
    try:
        yield _WATCH.strays
    finally:
        _WATCH.allowed = None


# ── Cases as files ───────────────────────────────────────────────────────────────────────────────


def text_of_case(case: Case, about: str) -> str:
    """A case as JSON; contents that are no text are in Base64."""
    changes = {path: _written(content) for path, content in sorted(case.changes.items())}
    document: dict[str, object] = {
        "about": about,
        "kind": case.kind,
        "world": case.world,
        "command": case.command,
        "changes": changes,
    }
    if case.cache_faults:
        document["cache_faults"] = [[it.number, it.kind, it.at] for it in case.cache_faults]
    return json.dumps(document, indent=1) + "\n"


def case_of_text(text: str) -> Case:
    """The case in a file of the corpus."""
    document = json.loads(text)
    faults = tuple(CacheFault(*one) for one in document.get("cache_faults", ()))
    changes = {path: _content(one) for path, one in document["changes"].items()}
    return Case(document["kind"], document["world"], changes, tuple(document["command"]), faults)


def _written(content: bytes | None) -> object:
    if content is None:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _content(document: Any) -> bytes | None:
    if isinstance(document, dict):
        return base64.b64decode(document["base64"])
    return document if document is None else str(document).encode()


# ── Smaller cases ────────────────────────────────────────────────────────────────────────────────


def smaller(case: Case) -> Iterator[Case]:
    """Cases with less in them, from much less to a little less."""
    world = WORLDS[case.world]
    for path in case.changes:
        rest = {one: content for one, content in case.changes.items() if one != path}
        yield replace(case, changes=rest)
    for number in range(len(case.cache_faults) if len(case.cache_faults) > 1 else 0):
        faults = case.cache_faults[:number] + case.cache_faults[number + 1 :]
        yield replace(case, cache_faults=faults)
    for path, content in case.changes.items():
        if content is None:
            continue
        lines = content.splitlines(keepends=True)
        parts = lines if len(lines) > 1 else [content[at : at + 1] for at in range(len(content))]
        size = len(parts) // 2
        while size:
            for start in range(0, len(parts), size):
                kept = b"".join(parts[:start] + parts[start + size :])
                if kept != world.get(path):
                    yield replace(case, changes={**case.changes, path: kept})
            size //= 2
