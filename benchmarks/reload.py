"""How long it takes from a save to the new words in a browser, on campaigns of fifty turns.

Run it from the checkout: ``python -m benchmarks.reload``, or with the words of audiences. The long
campaigns are those of :mod:`benchmarks.live_page`. `chronicle serve` runs in its own process, and
the page of a turn is open in Chromium. The turn's file is saved with another title many times; the
measured time ends when the browser has loaded the page with that title.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from benchmarks.live_page import SAMPLES, SHELF, TURNS
from benchmarks.long_campaign import laid, lengthened

CHROMIUM = "/usr/bin/chromium"
RUNS = 9
#: Between two saves the machine may come to rest.
REST = 1.0


@contextmanager
def served(folder: Path, word: str) -> Iterator[str]:
    """The address of a campaign that is shown to an audience."""
    command = [sys.executable, "-m", "chronicle", "serve", str(folder), "--as", word, "--port", "0"]
    with subprocess.Popen(  # noqa: S603  a fixed command
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        try:
            yield running.stdout.readline().strip() if running.stdout is not None else ""
        finally:
            running.terminate()


def measure(page: Page, folder: Path, word: str, turn: int) -> list[float]:
    """Seconds from each save of a turn to its page."""
    path = folder / "turns" / f"{turn:03}.yaml"
    written = path.read_text(encoding="utf-8")
    waited: list[float] = []
    try:
        with served(folder, word) as address:
            page.goto(f"{address}turns/{turn}.html")
            for run in range(RUNS):
                time.sleep(REST)
                edited = written.replace("title: ", f"title: Take {run} ", 1)
                start = time.perf_counter()
                # Waiting for words would look for them again half a second later at times.
                with page.expect_event("load"):
                    path.write_text(edited, encoding="utf-8")
                while f"Take {run} " not in page.title():
                    page.wait_for_event("load")
                waited.append(time.perf_counter() - start)
    finally:
        path.write_text(written, encoding="utf-8")
    return waited


def main() -> None:
    """Prints a line for each sample, audience and turn."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path, help="where the long campaigns are kept")
    parser.add_argument("audiences", nargs="*", default=["everyone", "faction", "gm"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        top = asked.keep or Path(scratch)
        page = playwright.chromium.launch(executable_path=CHROMIUM).new_page()
        sys.stdout.write(f"{'sample':10}{'as':12}{'turn':>5}{'median':>8}{'worst':>8}\n")
        for id in SAMPLES:
            folder = top / id
            if not folder.exists():
                laid(lengthened(SHELF / id, TURNS), folder)
            first = min(path.stem for path in (folder / "factions").glob("*.yaml"))
            for word in asked.audiences:
                for turn in (TURNS, 1):
                    waited = measure(page, folder, first if word == "faction" else word, turn)
                    sys.stdout.write(
                        f"{id:10}{word:12}{turn:5}{statistics.median(waited):8.2f}"
                        f"{max(waited):8.2f}\n"
                    )


if __name__ == "__main__":
    main()
