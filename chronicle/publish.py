"""The stage that writes: a new tree beside the old one, then a swap; all of it or nothing."""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from chronicle.diagnostics import Report
from chronicle.problems import output as problems

#: Lists what a build wrote, so that the next one knows what it may replace.
MANIFEST: Final = ".chronicle.json"
#: The folders that a build makes inside the output folder.
PARTS: Final = ("site", "private")
_STAGING: Final = ".chronicle-building-"
_KEPT: Final = (MANIFEST, ".gitkeep", ".gitignore")
#: As many foreign files as it takes to say that there are more than a finding names.
_ENOUGH: Final = problems.NAMED + 1


def publish(files: Mapping[str, bytes], output: Path, content: Path, report: Report) -> bool:
    """Writes files (relative POSIX paths below `site/` and `private/`) into an output folder.

    Whether it was done; if not, findings say why and the folder is as it was.
    """
    shown = str(output)
    if _contain_each_other(output, content):
        report.add(problems.OutputInContent(at=None, folder=shown))
        return False
    try:
        found = tuple(islice(_foreign(output), _ENOUGH))
        if found:
            report.add(problems.NotOurs(at=None, folder=shown, found=found))
            return False
        _publish(files, output)
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CantWrite(at=None, folder=shown, detail=detail))
        return False
    return True


def _publish(files: Mapping[str, bytes], output: Path) -> None:
    is_new = not output.exists()
    left_behind = _left_behind(output)
    output.mkdir(parents=True, exist_ok=True)
    try:
        staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=output))
        try:
            _write(files, staging / "new", output)
            (staging / MANIFEST).write_text(manifest(files), encoding="utf-8")
            _swap(staging, output)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    except OSError:
        if is_new:
            with suppress(OSError):
                output.rmdir()
        raise
    for folder in left_behind:
        shutil.rmtree(folder, ignore_errors=True)


def _contain_each_other(output: Path, content: Path) -> bool:
    one, other = output.resolve(), content.resolve()
    return one == other or one in other.parents or other in one.parents


def _left_behind(output: Path) -> list[Path]:
    """What builds that were killed have left in the output folder."""
    return [path for path in output.glob(f"{_STAGING}*") if path.is_dir() and not path.is_symlink()]


def _foreign(output: Path) -> Iterator[str]:
    """Files in the output folder that no earlier build lists as its own, in order."""
    if not output.exists():
        return
    if not output.is_dir():
        raise NotADirectoryError(0, "it is a file, not a folder")
    ours = _left_behind(output)
    # A build that was killed after its swap has its list still among what it left behind.
    known = frozenset(_KEPT).union(*(listed(folder / MANIFEST) for folder in (output, *ours)))
    for place, folders, names in os.walk(output, onerror=_give_up):
        folder = Path(place)
        links = [name for name in folders if (folder / name).is_symlink()]
        folders[:] = sorted(name for name in folders if folder / name not in ours)
        for name in sorted([*names, *links]):
            path = (folder / name).relative_to(output).as_posix()
            if path not in known:
                yield path


def _give_up(error: OSError) -> None:
    raise error


def listed(path: Path) -> frozenset[str]:
    """The files that a build lists as its own; none when the list can't be read."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    names = read.get("files") if isinstance(read, dict) else None
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str))


def _write(files: Mapping[str, bytes], folder: Path, before: Path) -> None:
    """Writes files into a new folder; what lies ``before`` with the same bytes is taken over.

    To write over a file, and to let go of its old bytes, takes a hundred times as long as to find
    that it needs neither.
    """
    made: set[Path] = set()
    for name in sorted(files):
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        if not _taken_over(before / name, files[name], path):
            path.write_bytes(files[name])


def _taken_over(old: Path, content: bytes, path: Path) -> bool:
    """Gives an old file a second place where it has these bytes; whether it did."""
    try:
        found = old.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size != len(content):
            return False
        if old.read_bytes() != content:
            return False
        path.hardlink_to(old)
    except OSError:
        # There is no such file, or this disk knows no files in two places.
        return False
    return True


def manifest(files: Mapping[str, bytes]) -> str:
    """The list by which the next build knows these files for ours."""
    return json.dumps({"made by": "chronicle", "files": sorted(files)}, indent=1) + "\n"


def _swap(staging: Path, output: Path) -> None:
    """Puts the new folders in the place of the old; on a failure the old ones go back."""
    old, new = staging / "old", staging / "new"
    old.mkdir()
    fresh = [part for part in PARTS if (new / part).exists()]
    try:
        for part in PARTS:
            if (output / part).exists():
                (output / part).rename(old / part)
            if part in fresh:
                (new / part).rename(output / part)
        (staging / MANIFEST).replace(output / MANIFEST)
    except BaseException:
        # Whatever has come between, an interruption too: the old site is the one that stays.
        for part in PARTS:
            if part in fresh and not (new / part).exists():
                (output / part).rename(new / part)
            if (old / part).exists():
                (old / part).rename(output / part)
        raise
