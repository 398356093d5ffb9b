"""A cache on disk, by hash of the inputs.

It is never required. Callers must be able to recompute a value, a key must cover all of its inputs,
and a damaged entry counts as missing.
"""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final, TypeVar

from chronicle.records import Record

T = TypeVar("T")

#: The default maximum number of entries of a kind.
DEFAULT_MAX_ENTRIES: Final = 4096
#: Where the default applies, entries are counted after one with a key below this: one in 16.
_COUNTED_BELOW: Final = "1"
_DIGEST_SIZE: Final = 32


def cache_key(*parts: str | bytes) -> str:
    """A key for a value computed from these parts and nothing else."""
    digest = sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(content))
        digest.update(content)
    return digest.hexdigest()


class Cache(Record):
    """Entries of several kinds in a folder.

    Only its owner may read and change it, because entries may hold secrets and pickled values. If
    the disk is full or read-only, nothing is cached and no error is reported.
    """

    folder: Path

    def get(self, kind: str, key: str) -> bytes | None:
        """Return the content stored under a key, if it exists and is intact."""
        try:
            kept = self._path(kind, key).read_bytes()
        except OSError:
            return None
        seal, content = kept[:_DIGEST_SIZE], kept[_DIGEST_SIZE:]
        return content if seal == _checksum(kind, key, content) else None

    def put(self, kind: str, key: str, content: bytes, max_entries: int = 0) -> None:
        """Store content under a key atomically, even if other processes do the same.

        If there are more than ``max_entries`` of its kind (or the default), the older half is
        removed.
        """
        path = self._path(kind, key)
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(_checksum(kind, key, content) + content)
                Path(name).replace(path)
            except OSError:
                Path(name).unlink()
                raise
            # Listing thousands of entries takes longer than storing one.
            if max_entries or key < _COUNTED_BELOW:
                _evict_oldest(path.parent, max_entries or DEFAULT_MAX_ENTRIES)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key


def _checksum(kind: str, key: str, content: bytes) -> bytes:
    return bytes.fromhex(cache_key(kind, key, content))


def _evict_oldest(folder: Path, most: int) -> None:
    """Remove the older half of the files in a folder if there are too many."""
    paths = list(folder.iterdir())
    if len(paths) > most:
        by_age = sorted(_by_modification_time(paths))
        for _, path in by_age[: len(by_age) // 2]:
            with suppress(OSError):
                path.unlink()


def _by_modification_time(paths: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    for path in paths:
        # Another process may be removing files too.
        with suppress(OSError):
            yield path.stat().st_mtime_ns, path


def load_value(kind: str, key: str, of: type[T]) -> T | None:
    """The value of a type that the cache of this process has under a key; None if it has none."""
    cache = current_cache()
    content = cache.get(kind, key) if cache is not None else None
    if content is None:
        return None
    value = pickle.loads(content)  # noqa: S301  only the user can write entries, see `Cache`
    return value if isinstance(value, of) else None


def save_value(kind: str, key: str, value: object, max_entries: int = 0) -> None:
    """Store a value in the cache of this process, if it has one; see :meth:`Cache.put`."""
    cache = current_cache()
    if cache is not None:
        cache.put(kind, key, pickle.dumps(value, pickle.HIGHEST_PROTOCOL), max_entries)


_CURRENT: list[Cache] = []


def set_cache_folder(folder: Path | None) -> None:
    """Set the cache folder of this process; None, the default, for no cache."""
    _CURRENT[:] = [] if folder is None else [Cache(folder)]


def current_cache() -> Cache | None:
    """The cache of this process, if it has one."""
    return _CURRENT[0] if _CURRENT else None


def load_shared(kind: str, key: str) -> bytes | None:
    """The content of an entry that all users of the program share, or else of the user's own."""
    for cache in (cache_beside_code(), current_cache()):
        found = cache.get(kind, key) if cache is not None else None
        if found is not None:
            return found
    return None


def save_shared(kind: str, key: str, content: bytes, max_entries: int = 0) -> None:
    """Store what follows from the program alone beside it, or else in the user's own cache."""
    shared, own = cache_beside_code(), current_cache()
    if not sys.dont_write_bytecode:
        shared.put(kind, key, content, max_entries)
    if own is not None and shared.get(kind, key) is None:
        own.put(kind, key, content, max_entries)


@lru_cache(maxsize=1)
def cache_beside_code() -> Cache:
    """The cache for what is made from the package itself, in the folder of its compiled modules.

    Only the owner of the package can read it, so others keep their own.
    """
    return Cache(Path(__file__).resolve().parents[1] / "__pycache__")
