"""The publish stage: write a new site next to the old one, then swap them.

On any error, interruption or kill there is the whole old site or the whole new one, with the record
of published turns that belongs to it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from chronicle.diagnostics.catalogue import output as problems
from chronicle.diagnostics.report import Report
from chronicle.files import store
from chronicle.files.store import sizes_of
from chronicle.publish import atomic_write, transaction
from chronicle.publish.folder_lock import LOCK_FILE, FolderLocked, folder_lock
from chronicle.records import MutableRecord

#: The list of files that a build wrote, which the next build may replace.
MANIFEST: Final = ".chronicle.json"
#: The folders that a build creates in the output folder.
OUTPUT_FOLDERS: Final = ("site", "private")
_STAGING: Final = ".chronicle-building-"
#: What a build replaces in the output folder, the list last.
_REPLACED: Final = (*OUTPUT_FOLDERS, MANIFEST)
_OWN_FILES: Final = (MANIFEST, LOCK_FILE, ".gitkeep", ".gitignore")
#: One more foreign file than an error names, to know that there are more.
_ENOUGH: Final = problems.MAX_NAMED_FILES + 1

#: What GitHub Pages takes, in bytes: a whole site, and a file, which is what git hosts take, too.
MAX_SITE_BYTES: Final = 1_000_000_000
MAX_FILE_BYTES: Final = 100 << 20
#: From this part of a maximum on, there is a warning.
_NEAR: Final = 0.75
_SITE: Final = "site/"


class StagingArea(MutableRecord):
    """The folder in which a site is built, file by file, before it replaces the old one.

    ``folder`` is None if it can't be created, which has been reported; then nothing can be
    published. ``expected`` are files of the campaign as they were before the build.
    """

    output: Path
    content: Path
    report: Report
    expected: Mapping[str, bytes | None]
    folder: Path | None = None
    is_published: bool = False

    def file_store(self, folder: str) -> store.FileStore:
        """Return the store for the files of a folder below the output."""
        if self.folder is None:
            return {}
        return store.DiskStore(self.folder / transaction.NEW_TREE / folder, self.output / folder)

    def publish(
        self, files: Mapping[str, bytes], record: Mapping[str, bytes] | None = None
    ) -> bool:
        """Replace the old files by these (relative POSIX paths below `site/` and `private/`).

        ``record`` are files to write into the campaign's folder with them. Return whether this
        succeeded. If not, the error is reported, and output and campaign are unchanged.
        """
        if self.folder is None:
            return False
        new = self.folder / transaction.NEW_TREE
        try:
            _write_staged_files(new, files, self.output)
            (new / MANIFEST).write_text(manifest_text(files), encoding="utf-8")
            with folder_lock(self.content, wait=True) if record else nullcontext():
                atomic_write.check_unchanged(self.content, self.expected if record else {})
                transaction.replace_as_one(self.folder, _REPLACED, self.content, record)
        except (transaction.FileNotReplaced, atomic_write.FileChanged) as error:
            self.report.add(atomic_write.cannot_write_file(error, self.content, error.path))
            return False
        except OSError as error:
            _cant_write(self.output, error, self.report)
            return False
        self.is_published = True
        return True


@contextmanager
def open_staging_area(output: Path, content: Path, report: Report) -> Iterator[StagingArea]:
    """Create a staging area for an output folder, removed on exit if it was not published.

    Until then no other process can write there. What a killed build has left is finished or removed
    first. If nothing can be written, the reason is reported, and ``folder`` is None. A
    :class:`chronicle.files.store.FileStoreError` ends the block and is reported as well.
    """
    stage = StagingArea(output, content, report, atomic_write.read_record(content))
    new_folders: list[Path] = []
    with ExitStack() as until_end:
        until_end.callback(_remove_unused, stage, new_folders)
        try:
            if not _overlaps(output, content, report):
                new_folders += [path for path in (output, *output.parents) if not path.exists()]
                stage.folder = _open(output, content, report, until_end)
        except OSError as error:
            _cant_write(output, error, report)
        try:
            yield stage
        except store.FileStoreError as error:
            _cant_write(output, error, report)
        finally:
            if stage.folder is not None:
                transaction.discard(stage.folder)


def _remove_unused(stage: StagingArea, new_folders: Sequence[Path]) -> None:
    """Remove the folders that were created for a site which was not published."""
    if not stage.is_published:
        with suppress(OSError):
            for folder in new_folders:
                folder.rmdir()


def _open(output: Path, content: Path, report: Report, until: ExitStack) -> Path | None:
    """Lock the output until the end of a stack and return a new stage; None after an error."""
    if output.exists() and not output.is_dir():
        raise NotADirectoryError(0, "it is a file, not a folder")
    output.mkdir(parents=True, exist_ok=True)
    try:
        is_locked = until.enter_context(folder_lock(output))
    except FolderLocked as locked:
        report.add(problems.OutputInUse(at=None, folder=str(output), owner=locked.owner))
        return None
    if is_locked:
        transaction.recover(output, _STAGING, _REPLACED, content)
    found = tuple(islice(_unlisted_files(output), _ENOUGH))
    if found:
        report.add(problems.ForeignFilesInOutput(at=None, folder=str(output), found=found))
        return None
    return transaction.create_stage(output, _STAGING)


def recover_output(output: Path, content: Path) -> None:
    """Finish or undo what a killed build has left, for a command that only reads the output."""
    if not transaction.is_unfinished(output, _STAGING):
        return
    # While another build is running, the output is as the last one has left it.
    with suppress(OSError, FolderLocked), folder_lock(output) as is_locked:
        if is_locked:
            transaction.recover(output, _STAGING, _REPLACED, content)


def write_output(files: Mapping[str, bytes], output: Path, content: Path, report: Report) -> bool:
    """Write files into an output folder, as :meth:`StagingArea.publish` does without a record."""
    with open_staging_area(output, content, report) as stage:
        return stage.publish(files)


def _overlaps(output: Path, content: Path, report: Report) -> bool:
    """Whether one of the folders contains the other, which is reported."""
    if _contain_each_other(output, content):
        report.add(problems.OutputOverlapsContent(at=None, folder=str(output)))
        return True
    return False


def _cant_write(output: Path, error: OSError, report: Report) -> None:
    detail = error.strerror or type(error).__name__
    report.add(problems.CannotWriteOutput(at=None, folder=str(output), detail=detail, option="-o"))


def _contain_each_other(output: Path, content: Path) -> bool:
    one, other = output.resolve(), content.resolve()
    return one == other or one in other.parents or other in one.parents


def _unlisted_files(output: Path) -> Iterator[str]:
    """Yield the files in the output folder that no earlier build wrote, in order."""
    ours = transaction.stages_in(output, _STAGING)
    known = frozenset(_OWN_FILES) | read_manifest(output / MANIFEST)
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
        is_ours = read_manifest(output / MANIFEST) == digests.keys() and not transaction.stages_in(
            output, _STAGING
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
    return (
        not (output / name).is_symlink() and store.digest_of((output / name).read_bytes()) == digest
    )


def _write_staged_files(folder: Path, files: Mapping[str, bytes], before: Path) -> None:
    """Write the files missing in a staging folder and remove those that don't belong there."""
    made: set[Path] = {folder}
    folder.mkdir(exist_ok=True)
    lying = {*store.paths_in(folder)}
    for name in lying.difference(files):
        (folder / name).unlink()
    for name in sorted(set(files) - lying):
        path = folder / name
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        if not store.hardlink_if_equal(before / name, files[name], path):
            path.write_bytes(files[name])


def manifest_text(files: Mapping[str, bytes]) -> str:
    """The text of the list from which the next build knows these files as its own."""
    return json.dumps({"made by": "chronicle", "files": sorted(files)}, indent=1) + "\n"


def check_site_size(files: Mapping[str, bytes], report: Report) -> None:
    """Report a site, or a file of it, that is larger than hosts take, or nearly so.

    ``files`` are by path; those outside of ``site/`` are not for the host.
    """
    sizes = {path: size for path, size in sizes_of(files).items() if path.startswith(_SITE)}
    _check("the site", sum(sizes.values()), MAX_SITE_BYTES, report)
    for path, size in sizes.items():
        _check(path, size, MAX_FILE_BYTES, report)


def _check(what: str, size: int, most: int, report: Report) -> None:
    if size > most:
        report.add(problems.SiteTooLarge(at=None, what=what, size=size, most=most))
    elif size > most * _NEAR:
        report.add(problems.SiteNearLimit(at=None, what=what, size=size, most=most))
