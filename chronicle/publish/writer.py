"""The publish stage: write a new site next to the old one, then swap them.

On any error the old site stays unchanged.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report
from chronicle.files.store import (
    DiskStore,
    FileStore,
    FileStoreError,
    digest_of,
    hardlink_if_equal,
    paths_in,
)
from chronicle.records import dataclass

#: The list of files that a build wrote, which the next build may replace.
MANIFEST: Final = ".chronicle.json"
#: The folders that a build creates in the output folder.
OUTPUT_FOLDERS: Final = ("site", "private")
_STAGING: Final = ".chronicle-building-"
#: The folder within a staging folder that will replace the old site.
_NEW_TREE: Final = "new"
_OWN_FILES: Final = (MANIFEST, ".gitkeep", ".gitignore")
#: One more foreign file than an error names, to know that there are more.
_ENOUGH: Final = problems.MAX_NAMED_FILES + 1


@dataclass(slots=True)
class StagingArea:
    """The folder in which a site is built, file by file, before it replaces the old one.

    ``folder`` is None if it can't be created, which has been reported; then nothing can be
    published.
    """

    output: Path
    report: Report
    folder: Path | None = None
    is_published: bool = False

    def file_store(self, folder: str) -> FileStore:
        """Return the store for the files of a folder below the output."""
        if self.folder is None:
            return {}
        return DiskStore(self.folder / _NEW_TREE / folder, self.output / folder)

    def publish(self, files: Mapping[str, bytes]) -> bool:
        """Replace the old files by these (relative POSIX paths below `site/` and `private/`).

        Return whether this succeeded. If not, the error is reported and the output is unchanged.
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
    """Create a staging area for an output folder, removed on exit if it was not published.

    If nothing can be written there, the reason is reported, and ``folder`` is None. A
    :class:`chronicle.files.store.FileStoreError` ends the block and is reported as well.
    """
    stage = StagingArea(output, report)
    new_folders: list[Path] = []
    left_behind: list[Path] = []
    try:
        if _may_write(output, content, report):
            new_folders = [path for path in (output, *output.parents) if not path.exists()]
            left_behind = _stale_staging_folders(output)
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
        if not stage.is_published:
            with suppress(OSError):
                for folder in new_folders:
                    folder.rmdir()
    # The remains of a killed build may contain the only list of the files it wrote, so they are
    # removed only when there is a new list.
    for folder in left_behind if stage.is_published else ():
        shutil.rmtree(folder, ignore_errors=True)


def write_output(files: Mapping[str, bytes], output: Path, content: Path, report: Report) -> bool:
    """Write files (relative POSIX paths below `site/` and `private/`) into an output folder.

    Return whether this succeeded. If not, errors are reported and the folder is unchanged.
    """
    with open_staging_area(output, content, report) as stage:
        return stage.publish(files)


def _may_write(output: Path, content: Path, report: Report) -> bool:
    """Whether the output folder may be overwritten; errors say why not."""
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
    report.add(problems.CannotWriteOutput(at=None, folder=str(output), detail=detail, option="-o"))


def _contain_each_other(output: Path, content: Path) -> bool:
    one, other = output.resolve(), content.resolve()
    return one == other or one in other.parents or other in one.parents


def _stale_staging_folders(output: Path) -> list[Path]:
    """The staging folders that killed builds have left in the output folder."""
    return [path for path in output.glob(f"{_STAGING}*") if path.is_dir() and not path.is_symlink()]


def _unlisted_files(output: Path) -> Iterator[str]:
    """Yield the files in the output folder that no earlier build wrote, in order."""
    if not output.exists():
        return
    if not output.is_dir():
        raise NotADirectoryError(0, "it is a file, not a folder")
    ours = _stale_staging_folders(output)
    # A build killed after the swap has its list still in its staging folder.
    known = frozenset(_OWN_FILES).union(
        *(read_manifest(folder / MANIFEST) for folder in (output, *ours))
    )
    for place, folders, names in os.walk(output, onerror=_reraise):
        folder = Path(place)
        links = [name for name in folders if (folder / name).is_symlink()]
        folders[:] = sorted(name for name in folders if folder / name not in ours)
        # Thousands of files: paths are texts here.
        inner = folder.relative_to(output).as_posix()
        prefix = "" if inner == "." else f"{inner}/"
        for name in sorted([*names, *links]):
            if f"{prefix}{name}" not in known:
                yield f"{prefix}{name}"


def _reraise(error: OSError) -> None:
    raise error


def read_manifest(path: Path) -> frozenset[str]:
    """The files in the list of a build; empty if the list can't be read."""
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    names = read.get("files") if isinstance(read, dict) else None
    if not isinstance(names, list):
        return frozenset()
    return frozenset(name for name in names if isinstance(name, str))


def output_matches(output: Path, digests: Mapping[str, str]) -> bool:
    """Whether an output folder contains exactly these files, by digest, and nothing else."""
    try:
        is_ours = read_manifest(output / MANIFEST) == digests.keys() and not _stale_staging_folders(
            output
        )
        if not is_ours or next(_unlisted_files(output), None) is not None:
            return False
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor() as pool:
            return all(pool.map(partial(_has_digest, output), digests.items()))
    except OSError:
        return False


def _has_digest(output: Path, expected: tuple[str, str]) -> bool:
    name, digest = expected
    return not (output / name).is_symlink() and digest_of((output / name).read_bytes()) == digest


def _write_staged_files(folder: Path, files: Mapping[str, bytes], before: Path) -> None:
    """Write the files missing in a staging folder and remove those that don't belong there."""
    made: set[Path] = {folder}
    folder.mkdir(exist_ok=True)
    lying = {*paths_in(folder)}
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
    """The text of the list from which the next build knows these files as its own."""
    return json.dumps({"made by": "chronicle", "files": sorted(files)}, indent=1) + "\n"


def _swap(staging: Path, output: Path) -> None:
    """Replace the old folders by the new ones; restore the old ones on failure."""
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
        # On any failure or interruption the old site is restored.
        for part in OUTPUT_FOLDERS:
            if part in fresh and not (new / part).exists():
                (output / part).rename(new / part)
            if (old / part).exists():
                (old / part).rename(output / part)
        raise
