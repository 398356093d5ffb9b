"""What chronicle remembers on disk from one run to the next, by the hash of what it was made from.

Nothing hangs on it. Whoever asks has to be able to make a thing anew, a key names all that the
thing is made of, and what is not just as it was put there is as if it weren't there.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

#: As many things of a kind are kept, unless whoever keeps them says otherwise.
DEFAULT_MAX_ENTRIES: Final = 4096
_DIGEST_SIZE: Final = 32


def cache_key(*parts: str | bytes) -> str:
    """A name for what is made of these parts, and of nothing else."""
    digest = blake2b(digest_size=_DIGEST_SIZE)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        digest.update(b"%d:" % len(content))
        digest.update(content)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Cache:
    """Things of several kinds in a folder, which only its owner may read: secrets may be in it.

    A disk that is full or can't be written to is no mistake of anybody: then nothing is remembered.
    """

    folder: Path

    def get(self, kind: str, key: str) -> bytes | None:
        """What was put there under a key, if it is there and sound."""
        try:
            kept = self._path(kind, key).read_bytes()
        except OSError:
            return None
        seal, content = kept[:_DIGEST_SIZE], kept[_DIGEST_SIZE:]
        return content if seal == _checksum(kind, key, content) else None

    def put(self, kind: str, key: str, content: bytes, max_entries: int = 0) -> None:
        """Keeps a thing under a key, whole or not at all, whoever else does the same.

        Of its kind the older half is dropped when there are more than ``max_entries``, or than is
        usual.
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
            _evict_oldest(path.parent, max_entries or DEFAULT_MAX_ENTRIES)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key


def _checksum(kind: str, key: str, content: bytes) -> bytes:
    return bytes.fromhex(cache_key(kind, key, content))


def _evict_oldest(folder: Path, most: int) -> None:
    """Drops the older half of what is in a folder, when that is too much."""
    paths = list(folder.iterdir())
    if len(paths) > most:
        by_age = sorted(_by_modification_time(paths))
        for _, path in by_age[: len(by_age) // 2]:
            with suppress(OSError):
                path.unlink()


def _by_modification_time(paths: Iterable[Path]) -> Iterator[tuple[int, Path]]:
    for path in paths:
        # Somebody else may be thinning it out too.
        with suppress(OSError):
            yield path.stat().st_mtime_ns, path


_CURRENT: list[Cache] = []


def set_cache_folder(folder: Path | None) -> None:
    """Says where this process remembers things; None for nowhere, as it is at first."""
    _CURRENT[:] = [] if folder is None else [Cache(folder)]


def current_cache() -> Cache | None:
    """Where this process remembers things, if anywhere."""
    return _CURRENT[0] if _CURRENT else None
