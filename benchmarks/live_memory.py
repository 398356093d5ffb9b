"""How much memory `chronicle serve` keeps after many edits, and how it handles many open tabs.

Run it from the checkout: ``python -m benchmarks.live_memory``. A campaign of fifty turns is edited
many times: words and orders of the first and of the last turn, a place, a faction, and mistakes
that are then corrected. After each edit some pages are requested. Then tabs are opened, each with
a connection that waits for the next change, and an edit notifies all of them. ``--types`` lists the
types of which there are more objects than before.
"""

from __future__ import annotations

import argparse
import gc
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from benchmarks.campaigns import Size, lay
from chronicle.cli.process import tune_gc_for_server
from chronicle.cli.serve import LivePreview
from chronicle.serve.http_server import LocalServer
from tests.serve.running_server import running

EDITS = (100, 300, 1000)
TABS = 200
#: Edits before memory is looked at first: by then all modules and templates are loaded.
_WARM = 20


def memory() -> float:
    """The memory of this process in MiB, without what was swapped out or given back."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def edit(folder: Path, number: int, written: dict[str, str]) -> tuple[str, ...]:
    """Change one file of a campaign; return the pages to look at."""
    turns = sorted(path for path in written if path.startswith("turns/"))
    for path, text in written.items():
        (folder / path).write_text(text, encoding="utf-8")
    last = len(turns)
    turn = (1, last, last // 2)[number % 3]
    path = f"turns/{turn:03}.yaml"
    text = written[path]
    match number % 6:
        case 0 | 1:
            text = text.replace("title: ", f"title: Take {number} ", 1)
        case 2:
            # Other dice, so that this turn and all after it are played again.
            path = "campaign.yaml"
            text = written[path].replace("seed: ", f"seed: take-{number}-", 1)
        case 3:
            path = "places.yaml"
            text = written[path].replace("name: ", f"name: Take {number} ", 1)
        case 4:
            path = next(path for path in written if path.startswith("factions/"))
            text = written[path].replace("name: ", f"name: Take {number} ", 1)
        case _:
            text += f"unknown{number}: [\n"
    (folder / path).write_text(text, encoding="utf-8")
    return "/", f"/turns/{turn}.html", "/map.html", "/charts.html"


def measure_edits(folder: Path, desk: LivePreview, most: int, *, types: bool) -> None:
    """Print the memory after some edits, and what a thousand would add to it at that rate."""
    written = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.yaml"))
    }
    before: Counter[str] = Counter()
    top = 0.0
    for number in range(most + 1):
        pages = edit(folder, number, written)
        desk.reload()
        for page in pages:
            desk.respond(page)
        top = max(top, memory())
        if number in (_WARM, *EDITS, most):
            sys.stdout.write(f"{number:5} edits: {memory():6.0f} MiB, at most {top:6.0f}\n")
            sys.stdout.flush()
        if types and number in (_WARM, most):
            gc.collect()
            now = Counter(f"{type(it).__module__}.{type(it).__name__}" for it in gc.get_objects())
            sys.stdout.write(f"after a collection: {memory():6.0f} MiB\n")
            for name, more in (now - before).most_common(25) if before else ():
                sys.stdout.write(f"{more:8} more {name}\n")
            before = now


def _asked(server: LocalServer, path: str) -> socket.socket:
    tab = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    tab.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    return tab


def measure_tabs(folder: Path, desk: LivePreview, tabs: int) -> None:
    """Open tabs that wait for a change, answer a page meanwhile, change something, close all."""
    with running(desk) as server, ExitStack() as opened:
        before, threads = memory(), threading.active_count()
        waiting = [_asked(server, f"{desk.changes}?{desk.preview.stamp}") for _ in range(tabs)]
        for tab in waiting:
            opened.enter_context(tab)
            tab.recv(64)
        began = time.perf_counter()
        with _asked(server, "/") as other:
            answered = other.recv(15)
        took = time.perf_counter() - began
        sys.stdout.write(
            f"{tabs} tabs: {memory() - before:.0f} MiB and {threading.active_count() - threads}"
            f" threads more; a page meanwhile: {answered.decode()!r} after {took:.3f} s\n"
        )
        turn = min((folder / "turns").iterdir())
        text = turn.read_text(encoding="utf-8")
        turn.write_text(text.replace("title: ", "title: Now ", 1), encoding="utf-8")
        desk.reload()
        notified = sum(b"event: changed" in _rest(tab) for tab in waiting)
        sys.stdout.write(f"tabs notified of an edit: {notified} of {tabs}\n")
        began = time.perf_counter()
        while threading.active_count() > threads and time.perf_counter() - began < 60:
            time.sleep(0.1)
        left = threading.active_count() - threads
        took = time.perf_counter() - began
        sys.stdout.write(f"threads left {took:.1f} s later: {left}\n")


def _rest(tab: socket.socket) -> bytes:
    read = b""
    while part := tab.recv(4096):
        read += part
    return read


def main() -> None:
    """Measures and prints."""
    tune_gc_for_server()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.live_memory")
    parser.add_argument("ruleset", nargs="?", default="shadow")
    parser.add_argument("--edits", type=int, default=EDITS[-1])
    parser.add_argument("--tabs", type=int, default=TABS)
    parser.add_argument("--as", dest="word", default="everyone")
    parser.add_argument("--types", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "campaign")
        lay(Size(asked.ruleset, turns=50, factions=4), folder)
        desk = LivePreview(folder, asked.word)
        desk.reload()
        measure_edits(folder, desk, asked.edits, types=asked.types)
        measure_tabs(folder, desk, asked.tabs)


if __name__ == "__main__":
    main()
