"""Files that lie on a disk while the rest of a site is made, so that memory needn't hold them."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeAlias

_DIGEST: Final = 20
#: Where the files of a folder go while they are made: by path within it, as they are read again.
Room: TypeAlias = MutableMapping[str, bytes]


class CantKeep(OSError):
    """A file can't be written to where it should lie, or be read there again."""


class Spool(MutableMapping[str, bytes]):
    """The files of one folder by path, each written when it is put here and read when it is asked.

    A file that lies ``before`` with the same bytes is taken over: it gets a second place. To write
    over a file, and to let go of its old bytes, takes a hundred times as long as to find that it
    needs neither. Raises :class:`CantKeep`.
    """

    def __init__(self, folder: Path, before: Path | None = None) -> None:
        self._folder = folder
        self._before = before
        self._prints: dict[str, str] = {}
        self._made: set[Path] = set()

    def __setitem__(self, name: str, content: bytes) -> None:
        try:
            path = self._bare(name)
            if self._before is None or not taken_over(self._before / name, content, path):
                path.write_bytes(content)
        except OSError as error:
            raise CantKeep(error.errno, error.strerror) from error
        self._prints[name] = print_of(content)

    def _bare(self, name: str) -> Path:
        """Where a file goes that is put under a name; nothing is there yet, but its folder is."""
        path = self._folder / name
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        # Through a file with two places, its other one would be written over too.
        path.unlink(missing_ok=True)
        self._prints.pop(name, None)
        return path

    def __getitem__(self, name: str) -> bytes:
        if name not in self._prints:
            raise KeyError(name)
        try:
            return (self._folder / name).read_bytes()
        except OSError as error:
            raise CantKeep(error.errno, error.strerror) from error

    def __delitem__(self, name: str) -> None:
        del self._prints[name]
        (self._folder / name).unlink(missing_ok=True)

    def __contains__(self, name: object) -> bool:
        return name in self._prints

    def __iter__(self) -> Iterator[str]:
        return iter(self._prints)

    def __len__(self) -> int:
        return len(self._prints)

    @property
    def goes_on(self) -> bool:
        """Whether the next one may take over what is put here."""
        return self._before is not None

    def take(self, name: str, digest: str) -> bool:
        """Takes over the file that lies before under a name, if its bytes have a digest."""
        if self._before is None:
            return False
        old = self._before / name
        try:
            if not stat.S_ISREG(old.lstat().st_mode):
                return False
            path = self._bare(name)
            try:
                path.hardlink_to(old)
            except OSError:
                # This disk knows no files in two places.
                return self._copied(name, old, digest)
            # What counts is what lies here, where it is to be read again.
            if print_of(path.read_bytes()) != digest:
                path.unlink()
                return False
        except OSError:
            return False
        self._prints[name] = digest
        return True

    def _copied(self, name: str, old: Path, digest: str) -> bool:
        content = old.read_bytes()
        if print_of(content) != digest:
            return False
        self[name] = content
        return True

    def print_of(self, name: str) -> str:
        """The digest of a file's bytes."""
        return self._prints[name]


class Aside(Spool):
    """The files of one folder by path; what lies ``before`` as it would be made is read from there.

    Nothing is written but what isn't there yet, and that beside it. Raises :class:`CantKeep`.
    """

    def __init__(self, folder: Path, before: Path) -> None:
        super().__init__(folder)
        self._earlier = before
        self._lying: set[str] = set()

    def __setitem__(self, name: str, content: bytes) -> None:
        self._lying.discard(name)
        super().__setitem__(name, content)

    def __getitem__(self, name: str) -> bytes:
        if name not in self._lying:
            return super().__getitem__(name)
        content = self._earlier_one(name)
        if content is None or print_of(content) != self._prints[name]:
            raise CantKeep(0, "what lay there is another now")
        return content

    def __delitem__(self, name: str) -> None:
        self._lying.discard(name)
        super().__delitem__(name)

    @property
    def goes_on(self) -> bool:
        """Whether the next one may find what is put here: what was drawn, it draws alike."""
        return True

    def take(self, name: str, digest: str) -> bool:
        """Whether a file lies before with bytes of a digest; then it is here too."""
        content = self._earlier_one(name)
        if content is None or print_of(content) != digest:
            return False
        self._prints[name] = digest
        self._lying.add(name)
        return True

    def _earlier_one(self, name: str) -> bytes | None:
        try:
            return (self._earlier / name).read_bytes()
        except OSError:
            return None


class Sheaf(Mapping[str, bytes]):
    """The files of several folders as one mapping; what is in them is read when it is asked for."""

    def __init__(self, parts: Iterable[tuple[str, Mapping[str, bytes]]]) -> None:
        self._places = {
            f"{folder}/{name}" if folder else name: (files, name)
            for folder, files in parts
            for name in files
        }

    def __getitem__(self, path: str) -> bytes:
        files, name = self._places[path]
        return files[name]

    def __contains__(self, path: object) -> bool:
        return path in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def print_of(self, path: str) -> str:
        """The digest of a file's bytes."""
        files, name = self._places[path]
        return files.print_of(name) if isinstance(files, Spool | Sheaf) else print_of(files[name])


def prints_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The digests of files, by path; what lies in a spool isn't read again for it."""
    if isinstance(files, Sheaf):
        return {path: files.print_of(path) for path in files}
    return {path: print_of(content) for path, content in files.items()}


def print_of(content: bytes) -> str:
    """A digest by which bytes are known again."""
    return blake2b(content, digest_size=_DIGEST).hexdigest()


def taken_over(old: Path, content: bytes, path: Path) -> bool:
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
