"""One process at a time writes into a folder; when it ends, however it ends, the next one can."""

from __future__ import annotations

import errno
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache.store import Cache
from chronicle.diagnostics.report import Report
from chronicle.publish.folder_lock import LOCK_FILE, FolderLocked, folder_lock
from chronicle.publish.writer import open_staging_area
from tests.publish.published_files import FIRST, SECOND, codes, pages, put, tree
from tests.sample_campaigns import CHECKOUT

HOLD: Final = """
import sys
from pathlib import Path
from chronicle.diagnostics.report import Report
from chronicle.publish.folder_lock import folder_lock, set_lock_owner
set_lock_owner(lambda: "process 7 on elsewhere")
with folder_lock(Path(sys.argv[1]), wait=True):
    print("held", flush=True)
    sys.stdin.read()
"""
#: The lock is held by a process that has ended, but whose worker has not.
WITH_WORKER: Final = """
import os, sys, time
from pathlib import Path
from chronicle.diagnostics.report import Report
from chronicle.publish.folder_lock import folder_lock
parent = os.getpid()
with folder_lock(Path(sys.argv[1])):
    if os.fork():
        os._exit(0)
    while os.getppid() == parent:
        time.sleep(0.001)
    print("held", flush=True)
    sys.stdin.read()
    os._exit(0)
"""


@contextmanager
def process(program: str, *words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A Python process, which ends when its input is closed."""
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
    ) as running:
        yield running


@contextmanager
def held(folder: Path, program: str = HOLD) -> Iterator[subprocess.Popen[str]]:
    """A process that holds the lock of a folder, until its input is closed."""
    with process(program, folder) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield holder


def test_a_second_build_is_refused_and_takes_nothing_from_the_first(
    output: Path, content: Path
) -> None:
    put(FIRST, output, content)
    with held(output):
        stage = output / ".chronicle-building-of-the-first"
        stage.mkdir()
        before = tree(output)
        (finding,) = put(SECOND, output, content)
        assert finding.code == "O014"
        assert finding.message == f"{output} is being written by process 7 on elsewhere"
        assert tree(output) == before
    assert put(SECOND, output, content) == ()
    assert pages(output) == SECOND


def test_the_lock_of_a_killed_process_is_free(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    with held(output) as holder:
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        assert (output / LOCK_FILE).exists()
        assert put(SECOND, output, content) == ()
    assert not (output / LOCK_FILE).exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_a_worker_that_outlives_its_process_holds_no_lock(tmp_path: Path) -> None:
    with held(tmp_path, WITH_WORKER), folder_lock(tmp_path) as is_locked:
        assert is_locked


def test_a_lock_is_passed_on_to_one_that_waits(tmp_path: Path) -> None:
    with process(HOLD, tmp_path) as first, process(HOLD, tmp_path) as second:
        for _ in (first, second):
            holder = first if _is_next(first, second) else second
            with pytest.raises(FolderLocked, match="process 7 on elsewhere"):
                folder_lock(tmp_path).__enter__()
            assert holder.stdin is not None
            holder.stdin.close()
            holder.wait()
    assert [*tmp_path.iterdir()] == []


def _is_next(first: subprocess.Popen[str], second: subprocess.Popen[str]) -> bool:
    """Whether the first of two processes has the lock next, and not the second."""
    running = [one.stdout for one in (first, second) if one.stdout and one.poll() is None]
    (ready, *_), _, _ = select.select(running, [], [], 60)
    assert ready.readline() == "held\n"
    return ready is first.stdout


def test_a_lock_file_that_is_a_link_is_not_followed(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    mine = output.parent / "mine"
    mine.write_text("mine")
    (output / LOCK_FILE).symlink_to(mine)
    assert codes(put(SECOND, output, content)) == ["O002"]
    assert mine.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="every disk has locks there")
def test_on_a_disk_without_locks_a_build_clears_nothing_away(
    output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    put(FIRST, output, content)
    monkeypatch.setattr("fcntl.flock", without_locks)
    stage = output / ".chronicle-building-of-another"
    stage.mkdir()
    assert put(SECOND, output, content) == ()
    assert stage.exists()


def test_the_stages_of_killed_builds_are_cleared_by_a_build_that_fails(
    output: Path, content: Path
) -> None:
    put(FIRST, output, content)
    before = tree(output)
    (output / ".chronicle-building-killed" / "new" / "site").mkdir(parents=True)
    with open_staging_area(output, content, Report()):
        pass
    assert tree(output) == before


# ── Two processes that write at the same time ────────────────────────────────────────────────────

WRITE: Final = """
import os, sys
from pathlib import Path
from chronicle.diagnostics.report import Report
from chronicle.publish.atomic_write import write_all_or_none
os.fsync = lambda _: None
folder, who = Path(sys.argv[1]), sys.argv[2]
print("held", flush=True)
sys.stdin.readline()
for number in range(12):
    text, report = f"{who} {number}".encode(), Report()
    assert write_all_or_none({"published.yaml": text, "published/001.json": text}, folder, report)
"""
STORE: Final = """
import sys
from pathlib import Path
from chronicle.cache.store import Cache
cache, who = Cache(Path(sys.argv[1])), sys.argv[2]
print("held", flush=True)
sys.stdin.readline()
for number in range(60):
    for key in (f"{who}{number}", "shared"):
        cache.put("turns", key, f"{key}".encode(), max_entries=8)
    assert cache.get("turns", "shared") in (b"shared", None)
"""


def _run_two(program: str, folder: Path) -> None:
    """Run a program in two processes that start at the same time."""
    with process(program, folder, "a") as first, process(program, folder, "b") as second:
        for one in (first, second):
            assert one.stdout is not None
            assert one.stdout.readline() == "held\n"
        for one in (first, second):
            assert one.stdin is not None
            one.stdin.close()
        assert (first.wait(), second.wait()) == (0, 0)


def test_two_processes_write_the_files_of_a_record_together(tmp_path: Path) -> None:
    _run_two(WRITE, tmp_path)
    assert tree(tmp_path).keys() == {"published", "published.yaml", "published/001.json"}
    last = (tmp_path / "published.yaml").read_bytes()
    assert last in (b"a 11", b"b 11")
    assert (tmp_path / "published" / "001.json").read_bytes() == last


def test_two_processes_fill_a_cache_and_clear_it_out(tmp_path: Path) -> None:
    _run_two(STORE, tmp_path)
    kept = [path.name for path in (tmp_path / "turns").iterdir()]
    assert not [name for name in kept if name.startswith(".")]
    # Each of the two may add one that the other has not counted.
    assert 1 <= len(kept) <= 9
    assert all(Cache(tmp_path).get("turns", name) == name.encode() for name in kept)
