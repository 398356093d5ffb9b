"""The stage that writes: a new tree beside the old one, then a swap; all of it or nothing."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report
from chronicle.files.store import DiskStore, FileStore, FileStoreError, digest_of, hardlink_if_equal

#: Lists what a build wrote, so that the next one knows what it may replace.
MANIFEST: Final = ".chronicle.json"
#: The folders that a build makes inside the output folder.
OUTPUT_FOLDERS: Final = ("site", "private")
_STAGING: Final = ".chronicle-building-"
#: Within a stage, the tree that takes the old one's place.
_NEW_TREE: Final = "new"
_OWN_FILES: Final = (MANIFEST, ".gitkeep", ".gitignore")
#: As many foreign files as it takes to say that there are more than a finding names.
_ENOUGH: Final = problems.MAX_NAMED_FILES + 1


@dataclass(slots=True)
class StagingArea:
    """Where a site is made, file by file, before it takes the place of the one before it.

    Without a folder nothing can be published: a finding has said why.
    """

    output: Path
    report: Report
    folder: Path | None = None
    is_published: bool = False

    def file_store(self, folder: str) -> FileStore:
        """Where the files of a folder below the output are put while they are made."""
        if self.folder is None:
            return {}
        return DiskStore(self.folder / _NEW_TREE / folder, self.output / folder)

    def publish(self, files: Mapping[str, bytes]) -> bool:
        """Puts files (relative POSIX paths below `site/` and `private/`) in place of the old.

        Whether it was done; if not, findings say why and the output is as it was.
        """
        if self.folder is None:
            return False
        try:
            _write_staged_files(self.folder / _NEW_TREE, files, self.output)
            (self.folder / MANIFEST).write_text(manifest_text(files), encoding="utf-8")
            _swap(self.folder, self.output)
        except OSError as error:
            _cant_write(self.output, error, self.report)
            return False
        self.is_published = True
        return True


@contextmanager
def open_staging_area(output: Path, content: Path, report: Report) -> Iterator[StagingArea]:
    """A stage for an output folder, gone in the end with all that was not published.

    Findings say why nothing can be written there. What a
    :class:`chronicle.files.store.DiskStore` can't keep ends the block, and is a finding too.
    """
    stage, is_new = StagingArea(output, report), False
    left_behind: list[Path] = []
    try:
        if _may_write(output, content, report):
            is_new, left_behind = not output.exists(), _stale_staging_folders(output)
            output.mkdir(parents=True, exist_ok=True)
            stage.folder = Path(tempfile.mkdtemp(prefix=_STAGING, dir=output))
    except OSError as error:
        _cant_write(output, error, report)
    try:
        yield stage
    except FileStoreError as error:
        _cant_write(output, error, report)
    finally:
        if stage.folder is not None:
            shutil.rmtree(stage.folder, ignore_errors=True)
        if is_new and not stage.is_published:
            with suppress(OSError):
                output.rmdir()
    # What a killed build left may have the only list of what it wrote, until there is another.
    for folder in left_behind if stage.is_published else ():
        shutil.rmtree(folder, ignore_errors=True)


def write_output(files: Mapping[str, bytes], output: Path, content: Path, report: Report) -> bool:
    """Writes files (relative POSIX paths below `site/` and `private/`) into an output folder.

    Whether it was done; if not, findings say why and the folder is as it was.
    """
    with open_staging_area(output, content, report) as stage:
        return stage.publish(files)


def _may_write(output: Path, content: Path, report: Report) -> bool:
    """Whether the output is ours to write to; findings say why not."""
    shown = str(output)
    if _contain_each_other(output, content):
        report.add(problems.OutputOverlapsContent(at=None, folder=shown))
        return False
    found = tuple(islice(_unlisted_files(output), _ENOUGH))
    if found:
        report.add(problems.ForeignFilesInOutput(at=None, folder=shown, found=found))
        return False
    return True


def _cant_write(output: Path, error: OSError, report: Report) -> None:
    detail = error.strerror or type(error).__name__
    report.add(problems.CannotWriteOutput(at=None, folder=str(output), detail=detail))


def _contain_each_other(output: Path, content: Path) -> bool:
    one, other = output.resolve(), content.resolve()
    return one == other or one in other.parents or other in one.parents


def _stale_staging_folders(output: Path) -> list[Path]:
    """What builds that were killed have left in the output folder."""
    return [path for path in output.glob(f"{_STAGING}*") if path.is_dir() and not path.is_symlink()]


def _unlisted_files(output: Path) -> Iterator[str]:
    """Files in the output folder that no earlier build lists as its own, in order."""
    if not output.exists():
        return
    if not output.is_dir():
        raise NotADirectoryError(0, "it is a file, not a folder")
    ours = _stale_staging_folders(output)
    # A build that was killed after its swap has its list still among what it left behind.
    known = frozenset(_OWN_FILES).union(
        *(read_manifest(folder / MANIFEST) for folder in (output, *ours))
    )
    for place, folders, names in os.walk(output, onerror=_reraise):
        folder = Path(place)
        links = [name for name in folders if (folder / name).is_symlink()]
        folders[:] = sorted(name for name in folders if folder / name not in ours)
        for name in sorted([*names, *links]):
            path = (folder / name).relative_to(output).as_posix()
            if path not in known:
                yield path


def _reraise(error: OSError) -> None:
    raise error


def read_manifest(path: Path) -> frozenset[str]:
    """The files that a build lists as its own; none when the list can't be read."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    names = read.get("files") if isinstance(read, dict) else None
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str))


def output_matches(output: Path, digests: Mapping[str, str]) -> bool:
    """Whether an output folder holds just these files, by digest, and is as a build leaves it."""
    try:
        is_ours = read_manifest(output / MANIFEST) == digests.keys() and not _stale_staging_folders(
            output
        )
        if not is_ours or next(_unlisted_files(output), None) is not None:
            return False
        with ThreadPoolExecutor() as pool:
            return all(pool.map(partial(_has_digest, output), digests.items()))
    except OSError:
        return False


def _has_digest(output: Path, expected: tuple[str, str]) -> bool:
    name, digest = expected
    return not (output / name).is_symlink() and digest_of((output / name).read_bytes()) == digest


def _write_staged_files(folder: Path, files: Mapping[str, bytes], before: Path) -> None:
    """Writes what does not lie in a stage's folder yet, and takes away what is no part of it."""
    made: set[Path] = {folder}
    folder.mkdir(exist_ok=True)
    lying = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    for name in lying.difference(files):
        (folder / name).unlink()
    for name in sorted(set(files) - lying):
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        if not hardlink_if_equal(before / name, files[name], path):
            path.write_bytes(files[name])


def manifest_text(files: Mapping[str, bytes]) -> str:
    """The list by which the next build knows these files for ours."""
    return json.dumps({"made by": "chronicle", "files": sorted(files)}, indent=1) + "\n"


def _swap(staging: Path, output: Path) -> None:
    """Puts the new folders in the place of the old; on a failure the old ones go back."""
    old, new = staging / "old", staging / _NEW_TREE
    old.mkdir()
    fresh = [part for part in OUTPUT_FOLDERS if (new / part).exists()]
    try:
        for part in OUTPUT_FOLDERS:
            if (output / part).exists():
                (output / part).rename(old / part)
            if part in fresh:
                (new / part).rename(output / part)
        (staging / MANIFEST).replace(output / MANIFEST)
    except BaseException:
        # Whatever has come between, an interruption too: the old site is the one that stays.
        for part in OUTPUT_FOLDERS:
            if part in fresh and not (new / part).exists():
                (output / part).rename(new / part)
            if (old / part).exists():
                (old / part).rename(output / part)
        raise
