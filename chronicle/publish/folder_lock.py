"""A lock on a folder, so that only one process at a time writes into it.

The system releases the lock when its process ends, however it ends, so it is never stale. The lock
file only names the owner for a message; it is removed with the lock.
"""

from __future__ import annotations

import errno
import importlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

LOCK_FILE: Final = ".chronicle.lock"
#: In bytes, of the lock file: who holds the lock.
_MAX_OWNER: Final = 200
#: On Windows a locked byte can't be read, so one far behind the owner is locked.
_LOCKED_BYTE: Final = 1 << 20
#: The errors of disks without locks, such as some network drives.
_NO_LOCKS: Final = (errno.ENOLCK, errno.ENOSYS, errno.EINVAL, errno.EOPNOTSUPP)
#: Without links, so that no file elsewhere is written.
_FLAGS: Final = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
_OWNER: Final[list[Callable[[], str]]] = []
#: The open lock files of this process.
_HELD: Final[set[int]] = set()


class FolderLocked(Exception):
    """Another process writes into the folder; ``owner`` says which, as far as it is known."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


def set_lock_owner(describe: Callable[[], str]) -> None:
    """Set what the lock files of this process say about it, such as its number."""
    _OWNER[:] = [describe]


@contextmanager
def folder_lock(folder: Path, *, wait: bool = False) -> Iterator[bool]:
    """Hold the lock of a folder that exists; yield False if its disk has no locks.

    Raises :class:`FolderLocked` if another process holds it, unless ``wait`` is set, and OSError.
    """
    path = folder / LOCK_FILE
    handle, is_locked = _acquire(path, wait=wait)
    _HELD.add(handle)
    try:
        with suppress(OSError):
            os.ftruncate(handle, 0)
            os.write(handle, _owner())
        yield is_locked
    finally:
        if handle in _HELD:
            _HELD.discard(handle)
            _release(path, handle)


def _owner() -> bytes:
    described = _OWNER[0]() if _OWNER else f"process {os.getpid()}"
    return described.encode()[:_MAX_OWNER]


def _acquire(path: Path, *, wait: bool) -> tuple[int, bool]:
    while True:
        handle = os.open(path, _FLAGS, 0o666)
        try:
            is_locked = _lock(handle, wait=wait)
            if _is_at(handle, path):
                return handle, is_locked
        except BlockingIOError:
            os.close(handle)
            raise FolderLocked(_read_owner(path)) from None
        except BaseException:
            os.close(handle)
            raise
        # The process that held the lock has removed this file.
        os.close(handle)


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False


def _read_owner(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MAX_OWNER).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _lock(handle: int, *, wait: bool) -> bool:
    """Lock an open file; return whether its disk has locks. Raises BlockingIOError and OSError."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        return _lock_on_windows(handle, wait=wait)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        return False
    return True


def _lock_on_windows(handle: int, *, wait: bool) -> bool:
    msvcrt: Any = importlib.import_module("msvcrt")
    os.lseek(handle, _LOCKED_BYTE, os.SEEK_SET)
    try:
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
    except PermissionError as error:
        raise BlockingIOError(error.errno, error.strerror) from error
    finally:
        os.lseek(handle, 0, os.SEEK_SET)
    return True


def _release(path: Path, handle: int) -> None:
    if os.name == "nt":
        # An open file can't be removed there. If another process has opened it, it stays.
        os.close(handle)
        with suppress(OSError):
            path.unlink()
        return
    try:
        # Removed while it is locked, so that nobody removes the lock file of another.
        with suppress(OSError):
            path.unlink()
    finally:
        os.close(handle)


def _leave_to_parent() -> None:
    """Close the lock files in a worker process: it may outlive the process that holds them."""
    for handle in _HELD:
        os.close(handle)
    _HELD.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)
