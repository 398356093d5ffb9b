"""Replace folders and files as one step: after a kill, all of them are new or all are old.

What is new lies in a stage, a folder beside what it replaces. Once the stage has a journal, the
replacement is decided: this process, or the next one after a kill, carries it out. A stage without
a journal is worth nothing. Callers hold the lock of the folder that contains the stage.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from chronicle.publish.folder_lock import LOCK_FILE, FolderLocked, folder_lock
from chronicle.records import Record, replace

#: What the names of stages for files in a folder begin with; nothing else reads these.
FILES_STAGE: Final = ".chronicle-writing-"
#: The folders of a stage: what replaces entries of the folder that contains the stage, what was
#: replaced, and the bytes of files elsewhere.
NEW_TREE: Final = "new"
_OLD_TREE: Final = "old"
_FILES: Final = "files"
_JOURNAL: Final = "journal.json"
_PART: Final = "part"


class FileNotReplaced(OSError):
    """A file can't be replaced; ``path`` is relative to the base."""

    def __init__(self, path: str, error: OSError) -> None:
        super().__init__(error.errno, error.strerror)
        self.path = path


class _Journal(Record):
    """What a stage replaces.

    ``names`` are entries of the folder that contains the stage, ``fresh`` those that the stage has
    anew; the others are removed. ``files`` are paths below the folder ``base``.
    """

    names: tuple[str, ...]
    fresh: tuple[str, ...]
    base: str
    files: tuple[str, ...]


def create_stage(folder: Path, prefix: str) -> Path:
    """Create an empty stage in a folder, with a name that starts with this prefix."""
    return Path(tempfile.mkdtemp(prefix=prefix, dir=folder))


def stages_in(folder: Path, prefix: str) -> list[Path]:
    """The stages in a folder, of running processes and of killed ones."""
    return [path for path in folder.glob(f"{prefix}*") if path.is_dir() and not path.is_symlink()]


def is_unfinished(folder: Path, prefix: str) -> bool:
    """Whether a process that writes in a folder is running or was killed."""
    return os.path.lexists(folder / LOCK_FILE) or bool(stages_in(folder, prefix))


def replace_as_one(
    stage: Path,
    names: Sequence[str],
    base: Path | None = None,
    files: Mapping[str, bytes | None] | None = None,
) -> None:
    """Replace entries beside the stage by those of its new tree, and files below ``base``.

    An entry that the new tree does not have is removed, and so is a file without content. Raises
    OSError; then everything is as it was.
    """
    (stage / _OLD_TREE).mkdir()
    fresh = tuple(name for name in names if os.path.lexists(stage / NEW_TREE / name))
    kept = files or {}
    for number, (path, content) in enumerate(kept.items()):
        _put_file(stage, number, "new", content)
        _put_file(stage, number, "old", content_at(Path(base or "", path)))
    journal = {
        "names": list(names),
        "fresh": list(fresh),
        "base": str(base.resolve()) if base is not None else "",
        "files": list(kept),
    }
    _write_durably(stage / _PART, json.dumps(journal).encode())
    (stage / _PART).rename(stage / _JOURNAL)
    _sync_folder(stage)
    _carry_out(stage, _Journal(tuple(names), fresh, str(journal["base"]), tuple(kept)))


def recover(
    folder: Path, prefix: str, names: Collection[str] = (), base: Path | None = None
) -> None:
    """Carry out or drop what killed processes have left in a folder. Raises OSError.

    ``names`` and ``base`` are what the caller replaces. A stage may have come with somebody else's
    campaign, so that nothing else is touched.
    """
    for stage in stages_in(folder, prefix):
        journal = _read_journal(stage)
        if journal is not None:
            if not set(journal.names) <= set(names):
                continue
            _carry_out(stage, replace(journal, files=_trusted(journal, base)))
        discard(stage)


def finish_writing(folder: Path) -> None:
    """Finish what a killed process was writing into a folder, if possible."""
    if not is_unfinished(folder, FILES_STAGE):
        return
    # A process that holds the lock finishes its own.
    with suppress(OSError, FolderLocked), folder_lock(folder) as is_locked:
        if is_locked:
            recover(folder, FILES_STAGE, base=folder)


def discard(stage: Path) -> None:
    """Remove a stage, unless it is to be carried out by the next process."""
    if not os.path.lexists(stage / _JOURNAL):
        shutil.rmtree(stage, ignore_errors=True)


def _read_journal(stage: Path) -> _Journal | None:
    """The journal of a stage; None if it has none that can be read."""
    try:
        read = json.loads((stage / _JOURNAL).read_bytes())
        parts = [read[key] for key in ("names", "fresh", "files")]
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError, RecursionError):
        parts = []
    if [_are_texts(part) for part in parts] != [True] * 3:
        (stage / _JOURNAL).unlink()
        return None
    names, fresh, files = map(tuple, parts)
    return _Journal(names, fresh, str(read.get("base")), files)


def _are_texts(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(one, str) for one in part)


def _trusted(journal: _Journal, base: Path | None) -> tuple[str, ...]:
    """The files of a journal that may be written; none if one lies outside of the base."""
    if base is None or str(root := base.resolve()) != journal.base:
        return ()
    below = [(root / path).resolve().is_relative_to(root) for path in journal.files]
    return journal.files if all(below) else ()


def _carry_out(stage: Path, journal: _Journal) -> None:
    """Replace what a journal names, from wherever a killed process has stopped."""
    base = Path(journal.base)
    try:
        for name in journal.names:
            _exchange(stage, name, is_fresh=name in journal.fresh)
        for number, path in enumerate(journal.files):
            try:
                _replace_file(stage, number, base / path, "old", "new")
            except OSError as error:
                raise FileNotReplaced(path, error) from error
    except BaseException:
        # On any failure or interruption everything is restored.
        for number, path in enumerate(journal.files):
            _replace_file(stage, number, base / path, "new", "old")
        for name in journal.names:
            _restore(stage, name, is_fresh=name in journal.fresh)
        (stage / _JOURNAL).unlink()
        raise
    # If it stays, the next process finds everything in place.
    with suppress(OSError):
        (stage / _JOURNAL).unlink()


def _exchange(stage: Path, name: str, *, is_fresh: bool) -> None:
    target, new, old = stage.parent / name, stage / NEW_TREE / name, stage / _OLD_TREE / name
    if is_fresh and not os.path.lexists(new):
        return
    if os.path.lexists(target) and not os.path.lexists(old):
        target.rename(old)
    if is_fresh:
        new.rename(target)


def _restore(stage: Path, name: str, *, is_fresh: bool) -> None:
    target, new, old = stage.parent / name, stage / NEW_TREE / name, stage / _OLD_TREE / name
    if is_fresh and not os.path.lexists(new):
        target.rename(new)
    if os.path.lexists(old):
        old.rename(target)


# ── Files elsewhere ──────────────────────────────────────────────────────────────────────────────


def _put_file(stage: Path, number: int, state: str, content: bytes | None) -> None:
    if content is not None:
        (stage / _FILES).mkdir(exist_ok=True)
        (stage / _FILES / f"{number}.{state}").write_bytes(content)


def content_at(path: Path) -> bytes | None:
    """The content of a file; None if there is none. Raises OSError."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _replace_file(stage: Path, number: int, target: Path, old: str, new: str) -> None:
    """Replace a file by its other state, unless somebody else has changed it since."""
    before, after = (content_at(stage / _FILES / f"{number}.{state}") for state in (old, new))
    if before == after or content_at(target) != before:
        return
    if after is None:
        target.unlink()
    else:
        _replace(target, after, stage)


def _replace(path: Path, content: bytes, stage: Path) -> None:
    # If the path is a symbolic link, keep the link and write its target.
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = stage / _PART
    _write_durably(new, content)
    if path.exists():
        shutil.copymode(path, new)
    try:
        new.replace(path)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The link leads to another disk.
        beside = path.with_name(f".{path.name}.new")
        shutil.copy(new, beside)
        beside.replace(path)
    _sync_folder(path.parent)


def _write_durably(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make new names in a folder survive a loss of power; not every system supports that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
