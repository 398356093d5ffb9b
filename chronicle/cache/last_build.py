"""What came of a run before this one, for as long as nothing has changed that it was made from."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from chronicle.cache.fingerprint import program_fingerprint
from chronicle.cache.store import cache_key, current_cache

if TYPE_CHECKING:
    from chronicle.diagnostics.report import Finding

#: A build keeps key file, schemas and records true besides; a check does nothing but look.
RunKind = Literal["built", "checked"]
#: As many outcomes are remembered of each kind: those of the campaigns that somebody works on.
_MAX_ENTRIES: Final = 16
#: The one hidden folder that is ours, with the schemas for editors.
_OURS: Final = ".chronicle"


@dataclass(frozen=True, slots=True)
class CachedResult:
    """What came of a run without errors: what was found, the files' digests by path.

    ``keyless`` are the folders of campaigns without a key, as messages show them.
    """

    findings: tuple[Finding, ...]
    files: Mapping[str, str]
    keyless: tuple[str, ...] = ()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return sum(1 for path in self.files if path.endswith(".html"))


def inputs_fingerprint(content: Path, display_name: str) -> str | None:
    """A digest of all that a run reads: the folder's files, and the program itself.

    ``display_name`` is the folder as messages name it.

    None when the folder can't be read as a whole: then nobody can say that it is the same.
    """
    parts: list[str | bytes] = [program_fingerprint(), display_name]
    try:
        for path in _files(content):
            mode = path.stat().st_mode
            parts += [path.relative_to(content).as_posix(), f"{mode:o}", path.read_bytes()]
    except (OSError, ValueError):
        return None
    return cache_key(*parts)


def load_result(kind: RunKind, stamp: str | None) -> CachedResult | None:
    """What came of a run like this, if it is remembered."""
    cache = current_cache()
    if cache is None or stamp is None:
        return None
    found = cache.get(kind, stamp)
    if found is None:
        return None
    outcome = pickle.loads(found)  # noqa: S301  sealed by the cache, and the user's own
    return outcome if isinstance(outcome, CachedResult) else None


def save_result(
    kind: RunKind, content: Path, display_name: str, stamp: str | None, outcome: CachedResult
) -> None:
    """Remembers what came of a run, unless something has changed since it began.

    One that errors ended has made no files.
    """
    cache = current_cache()
    if (
        cache is not None
        and stamp is not None
        and outcome.files
        and inputs_fingerprint(content, display_name) == stamp
    ):
        cache.put(kind, stamp, pickle.dumps(outcome), max_entries=_MAX_ENTRIES)


def _files(content: Path) -> Iterator[Path]:
    """All files that a run might read; raises OSError where there is something else."""
    if not content.is_dir():
        raise NotADirectoryError
    for place, folders, names in os.walk(content, onerror=_raise):
        folders[:] = sorted(it for it in folders if not it.startswith(".") or it == _OURS)
        if any(Path(place, it).is_symlink() for it in folders):
            # It might lead anywhere, and back here.
            raise NotADirectoryError
        yield from (Path(place, name) for name in sorted(names) if not name.startswith("."))


def _raise(error: OSError) -> None:
    raise error
