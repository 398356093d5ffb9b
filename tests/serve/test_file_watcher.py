"""Folders that backup and sync tools replace are watched on, however changes are noticed."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Final

import pytest

from chronicle.serve.file_watcher import watch_folders

#: Seconds after which a test fails that waits for a change.
LONGEST: Final = 30


def copied_back(folder: Path) -> None:
    """As when a backup is put back: a copy, the folder removed, the copy renamed."""
    shutil.copytree(folder, folder.with_name("copy"))
    shutil.rmtree(folder)
    folder.with_name("copy").rename(folder)


def swapped(folder: Path) -> None:
    """As by tools that keep the old folder."""
    shutil.copytree(folder, folder.with_name("copy"))
    folder.rename(folder.with_name("old"))
    folder.with_name("copy").rename(folder)


def made_anew(folder: Path) -> None:
    """The new folder may have the number that the old one had on the disk."""
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    shutil.rmtree(folder)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def swapped_above(folder: Path) -> None:
    """As by tools that replace the folder around it."""
    swapped(folder.parent)


class Seen:
    """What a watcher's reader has read after each burst of changes."""

    def __init__(self, file: Path, *, polling: bool) -> None:
        self.file, self.read = file, Queue[str]()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._watch, args=(polling,), daemon=True)
        self.thread.start()

    def _watch(self, polling: bool) -> None:
        for _ in watch_folders((self.file.parent,), self.stop, polling=polling):
            try:
                self.read.put(self.file.read_text(encoding="utf-8"))
            except OSError:
                self.read.put("")

    def until(self, text: str) -> None:
        """Wait for the reader to read this."""
        while self.read.get(timeout=LONGEST) != text:
            pass

    def save(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8")


@pytest.fixture(params=[False, True], ids=["by events", "by polling"])
def seen(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Seen]:
    folder = tmp_path / "home" / "content"
    folder.mkdir(parents=True)
    (folder / "turn.yaml").write_text("first", encoding="utf-8")
    found = Seen(folder / "turn.yaml", polling=request.param)
    yield found
    found.stop.set()
    found.thread.join(LONGEST)
    assert not found.thread.is_alive()


def begin(seen: Seen) -> None:
    """Save until the first save is noticed: a watch that has not begun misses it."""
    for number in range(int(LONGEST / 0.1)):
        seen.save(f"begun {number}")
        with suppress(Empty):
            seen.read.get(timeout=0.1)
            return
    pytest.fail("no save was noticed")


@pytest.mark.parametrize("replace", [copied_back, swapped, made_anew, swapped_above])
def test_a_folder_that_is_replaced_is_watched_on(
    seen: Seen, replace: Callable[[Path], None]
) -> None:
    begin(seen)
    for turn in range(2):
        replace(seen.file.parent)
        # A change that is still to be reported may hide that one save is not noticed, but not more.
        for save in range(4):
            seen.save(f"{turn} {save}")
            seen.until(f"{turn} {save}")
        for left in (*seen.file.parent.parent.glob("old"), *seen.file.parents[2].glob("old")):
            shutil.rmtree(left)


def test_a_folder_that_comes_back_is_watched_on(seen: Seen, tmp_path: Path) -> None:
    begin(seen)
    folder = seen.file.parent
    folder.rename(tmp_path / "away")
    seen.until("")
    (tmp_path / "away").rename(folder)
    for save in range(4):
        seen.save(str(save))
        seen.until(str(save))
