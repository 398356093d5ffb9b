"""Stores that keep a site's files on disk while it is built, to save memory."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from hashlib import sha256
from io import BufferedWriter, FileIO
from pathlib import Path
from typing import Final, TypeAlias

#: In hexadecimal digits.
_DIGEST_LENGTH: Final = 40
#: Files are read into it; larger ones are read at once.
_BUFFER: Final = bytearray(1 << 20)
#: The store for the files of a folder, by path, during a build.
FileStore: TypeAlias = MutableMapping[str, bytes]


class FileStoreError(OSError):
    """A file can't be written to the store or read back."""


class DiskStore(MutableMapping[str, bytes]):
    """The files of one folder by path, written to disk when set and read when accessed.

    If the ``previous`` folder has a file with the same bytes, it is hard linked, because comparing
    is a hundred times faster than replacing a file. Raises :class:`FileStoreError`.
    """

    def __init__(self, folder: Path, previous: Path | None = None) -> None:
        self._folder = folder
        self._previous = previous
        self._has_previous = previous is not None and previous.is_dir()
        self._digests: dict[str, str] = {}
        self._created_folders: set[str] = set()

    def __setitem__(self, name: str, content: bytes) -> None:
        path = f"{self._folder}/{name}"
        try:
            self._create_folder_of(path)
            if self._digests.pop(name, None) is not None:
                Path(path).unlink(missing_ok=True)
            old = self._previous / name if self._previous is not None else None
            if not (old and self._has_previous and hardlink_if_equal(old, content, Path(path))):
                _write_new(path, content)
        except OSError as error:
            raise FileStoreError(error.errno, error.strerror) from error
        self._digests[name] = digest_of(content)

    def _create_folder_of(self, path: str) -> None:
        folder = path.rpartition("/")[0]
        if folder not in self._created_folders:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self._created_folders.add(folder)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._digests:
            raise KeyError(name)
        try:
            with FileIO(f"{self._folder}/{name}") as file:
                return file.readall()
        except OSError as error:
            raise FileStoreError(error.errno, error.strerror) from error

    def __delitem__(self, name: str) -> None:
        del self._digests[name]
        (self._folder / name).unlink(missing_ok=True)

    def __contains__(self, name: object) -> bool:
        return name in self._digests

    def __iter__(self) -> Iterator[str]:
        return iter(self._digests)

    def __len__(self) -> int:
        return len(self._digests)

    @property
    def can_reuse(self) -> bool:
        """Whether the next build can reuse files from this store."""
        return self._previous is not None

    def reuse(self, name: str, digest: str) -> bool:
        """Reuse the previous file of this name if it has this digest; return whether it did."""
        if self._previous is None:
            return False
        # Thousands of files: paths are texts here, because making a path takes longer than a link.
        old, path = f"{self._previous}/{name}", f"{self._folder}/{name}"
        try:
            if not stat.S_ISREG(os.lstat(old).st_mode):
                return False
            self._create_folder_of(path)
            if self._digests.pop(name, None) is not None:
                Path(path).unlink(missing_ok=True)
            try:
                os.link(old, path)
            except OSError:
                # This file system has no hard links.
                content = Path(old).read_bytes()
                if digest_of(content) != digest:
                    return False
                self[name] = content
                return True
            # Check the file at its new path, from which it will be read.
            if _digest_of_file(path) != digest:
                Path(path).unlink()
                return False
        except OSError:
            return False
        self._digests[name] = digest
        return True

    def digest_of(self, name: str) -> str:
        """The digest of a file's bytes."""
        return self._digests[name]

    def size_of(self, name: str) -> int:
        """The number of a file's bytes. Raises :class:`FileStoreError`."""
        return _size_of_file(f"{self._folder}/{name}")


class OverlayStore(DiskStore):
    """Like :class:`DiskStore`, but unchanged files are read from the previous folder.

    Only files that are new or have changed are written. Raises :class:`FileStoreError`.
    """

    def __init__(self, folder: Path, previous: Path) -> None:
        super().__init__(folder)
        self._previous_folder = previous
        self._unchanged: set[str] = set()

    def __setitem__(self, name: str, content: bytes) -> None:
        self._unchanged.discard(name)
        super().__setitem__(name, content)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._unchanged:
            return super().__getitem__(name)
        content = self._read_previous(name)
        if content is None or digest_of(content) != self._digests[name]:
            raise FileStoreError(0, "what lay there is another now")
        return content

    def __delitem__(self, name: str) -> None:
        self._unchanged.discard(name)
        super().__delitem__(name)

    @property
    def can_reuse(self) -> bool:
        """Always True: what has been rendered before would be rendered the same."""
        return True

    def reuse(self, name: str, digest: str) -> bool:
        """Reuse the previous file of this name if it has this digest; return whether it did."""
        content = self._read_previous(name)
        if content is None or digest_of(content) != digest:
            return False
        self._digests[name] = digest
        self._unchanged.add(name)
        return True

    def size_of(self, name: str) -> int:
        """The number of a file's bytes. Raises :class:`FileStoreError`."""
        if name not in self._unchanged:
            return super().size_of(name)
        return _size_of_file(f"{self._previous_folder}/{name}")

    def _read_previous(self, name: str) -> bytes | None:
        try:
            return (self._previous_folder / name).read_bytes()
        except OSError:
            return None


class FileSet(Mapping[str, bytes]):
    """The files of several folders as one mapping, read when they are accessed."""

    def __init__(self, parts: Iterable[tuple[str, Mapping[str, bytes]]]) -> None:
        self._locations = {
            f"{folder}/{name}" if folder else name: (files, name)
            for folder, files in parts
            for name in files
        }

    def __getitem__(self, path: str) -> bytes:
        files, name = self._locations[path]
        return files[name]

    def __contains__(self, path: object) -> bool:
        return path in self._locations

    def __iter__(self) -> Iterator[str]:
        return iter(self._locations)

    def __len__(self) -> int:
        return len(self._locations)

    def digest_of(self, path: str) -> str:
        """The digest of a file's bytes."""
        files, name = self._locations[path]
        return (
            files.digest_of(name)
            if isinstance(files, DiskStore | FileSet)
            else digest_of(files[name])
        )

    def size_of(self, path: str) -> int:
        """The number of a file's bytes."""
        files, name = self._locations[path]
        return files.size_of(name) if isinstance(files, DiskStore | FileSet) else len(files[name])


def paths_in(folder: Path) -> Iterator[str]:
    """The relative POSIX paths of all files below a folder; links to folders are not followed."""
    for place, _, names in os.walk(folder):
        inner = Path(place).relative_to(folder).as_posix()
        prefix = "" if inner == "." else f"{inner}/"
        yield from (f"{prefix}{name}" for name in names)


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The digests of files, by path; those of a :class:`DiskStore` are known without reading."""
    if isinstance(files, FileSet | DiskStore):
        return {path: files.digest_of(path) for path in files}
    return {path: digest_of(content) for path, content in files.items()}


def sizes_of(files: Mapping[str, bytes]) -> dict[str, int]:
    """The numbers of bytes of files, by path; those of a :class:`DiskStore` are not read."""
    if isinstance(files, FileSet | DiskStore):
        return {path: files.size_of(path) for path in files}
    return {path: len(content) for path, content in files.items()}


def digest_of(content: bytes | memoryview) -> str:
    """A digest that identifies file content."""
    # Processors have instructions for it, so it is three times as fast as BLAKE2.
    return sha256(content).hexdigest()[:_DIGEST_LENGTH]


def _size_of_file(path: str) -> int:
    try:
        return os.stat(path).st_size  # noqa: PTH116  making a path takes longer
    except OSError as error:
        raise FileStoreError(error.errno, error.strerror) from error


def _digest_of_file(path: str) -> str:
    """The digest of a file's content."""
    with FileIO(path) as file:
        # Memory that is used again need not be made for each of thousands of files.
        read = file.readinto(_BUFFER)
        if read < len(_BUFFER):
            return digest_of(memoryview(_BUFFER)[:read])
    return digest_of(Path(path).read_bytes())


def _write_new(path: str, content: bytes) -> None:
    """Write a file; one that is there is replaced, because it may be linked to a previous one."""
    try:
        with BufferedWriter(FileIO(path, "x")) as file:
            file.write(content)
    except FileExistsError:
        Path(path).unlink()
        _write_new(path, content)


def hardlink_if_equal(old: Path, content: bytes, path: Path) -> bool:
    """Hard link an old file to a new path if it has these bytes; return whether it did."""
    try:
        found = old.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size != len(content):
            return False
        if old.read_bytes() != content:
            return False
        path.hardlink_to(old)
    except OSError:
        # There is no such file, or this file system has no hard links.
        return False
    return True
