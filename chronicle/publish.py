"""The stage that writes: a new tree beside the old one, then a swap; all of it or nothing."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chronicle.diagnostics import Report
from chronicle.problems import output as problems

#: Lists what a build wrote, so that the next one knows what it may replace.
MANIFEST: Final = ".chronicle.json"
#: The folders that a build makes inside the output folder.
PARTS: Final = ("site", "private")
_STAGING: Final = ".building-"
_KEPT: Final = (MANIFEST, ".gitkeep", ".gitignore")


def publish(files: Mapping[str, bytes], output: Path, content: Path, report: Report) -> bool:
    """Writes files (relative POSIX paths below `site/` and `private/`) into an output folder.

    Whether it was done; if not, findings say why and the folder is as it was.
    """
    shown = str(output)
    if _contain_each_other(output, content):
        report.add(problems.OutputInContent(at=None, folder=shown))
        return False
    try:
        foreign = _foreign(output)
        if foreign:
            report.add(problems.NotOurs(at=None, folder=shown, found=foreign))
            return False
        output.mkdir(parents=True, exist_ok=True)
        staging = Path(tempfile.mkdtemp(prefix=_STAGING, dir=output))
        try:
            _write(files, staging / "new")
            _swap(staging, output)
            _write_manifest(files, staging, output)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    except OSError as error:
        detail = error.strerror or type(error).__name__
        report.add(problems.CantWrite(at=None, folder=shown, detail=detail))
        return False
    return True


def _contain_each_other(output: Path, content: Path) -> bool:
    one, other = output.resolve(), content.resolve()
    return one == other or one in other.parents or other in one.parents


def _foreign(output: Path) -> tuple[str, ...]:
    """Files in the output folder that no earlier build lists as its own, in order."""
    if not output.exists():
        return ()
    if not output.is_dir():
        raise NotADirectoryError(0, "it is a file, not a folder")
    listed = _listed(output / MANIFEST)
    found = []
    for path in sorted(output.rglob("*")):
        name = path.relative_to(output).as_posix()
        if path.is_dir() and not path.is_symlink():
            continue
        if name not in listed and name not in _KEPT and not name.startswith(_STAGING):
            found.append(name)
    return tuple(found)


def _listed(manifest: Path) -> frozenset[str]:
    try:
        listed = json.loads(manifest.read_text(encoding="utf-8"))["files"]
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()
    return frozenset(name for name in listed if isinstance(name, str))


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    made: set[Path] = set()
    for name in sorted(files):
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_bytes(files[name])


def _swap(staging: Path, output: Path) -> None:
    """Puts the new folders in the place of the old; on a failure the old ones go back."""
    done: list[str] = []
    old, new = staging / "old", staging / "new"
    old.mkdir()
    try:
        for part in PARTS:
            if (output / part).exists():
                (output / part).rename(old / part)
            done.append(part)
            if (new / part).exists():
                (new / part).rename(output / part)
    except OSError:
        for part in done:
            if (output / part).exists():
                (output / part).rename(new / f"failed-{part}")
            if (old / part).exists():
                (old / part).rename(output / part)
        raise


def _write_manifest(files: Mapping[str, bytes], staging: Path, output: Path) -> None:
    listed = json.dumps({"made by": "chronicle", "files": sorted(files)}, indent=1) + "\n"
    fresh = staging / MANIFEST
    fresh.write_text(listed, encoding="utf-8")
    fresh.replace(output / MANIFEST)
