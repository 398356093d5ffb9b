"""How long it takes from a save to the page, on campaigns of fifty turns.

Run it from the checkout: ``python -m benchmarks.live_page``, or with the words of audiences. It
first makes two samples longer, which takes a minute each; with ``--keep FOLDER`` they are kept
there. Then the file of the last turn and that of the first are edited many times, and the preview
is timed until it has sent the page: in processor time, and by the clock. Watching the files adds a
fiftieth of a second, and the browser the time to load a page.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.long_campaign import laid, lengthened
from chronicle.cli.process import tune_gc_for_server
from chronicle.cli.serve import LivePreview

SHELF = Path(__file__).resolve().parent.parent / "content"
#: The third sample can't be lengthened: a faction of it falls soon after its twelfth turn.
SAMPLES = ("cauvenne", "vaime")
TURNS = 50
RUNS = 9


def measure(folder: Path, word: str, turn: int) -> tuple[list[float], list[float]]:
    """Seconds of the processor and of the clock for edits of a turn until its page is there."""
    path = folder / "turns" / f"{turn:03}.yaml"
    written = path.read_text(encoding="utf-8")
    desk = LivePreview(folder, word)
    desk.reload()
    desk.respond(f"/turns/{turn}.html")
    worked: list[float] = []
    waited: list[float] = []
    try:
        for run in range(RUNS):
            edited = written.replace("title: ", f"title: Take {run} ", 1)
            path.write_text(edited, encoding="utf-8")
            start, clock = time.process_time(), time.perf_counter()
            desk.reload()
            page = desk.respond(f"/turns/{turn}.html")
            worked.append(time.process_time() - start)
            waited.append(time.perf_counter() - clock)
            if f"Take {run}".encode() not in page.body:
                raise SystemExit(f"{path} is not on its page")
    finally:
        path.write_text(written, encoding="utf-8")
    return worked, waited


def main() -> None:
    """Prints a line for each sample, audience and turn."""
    tune_gc_for_server()
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path, help="where the long campaigns are kept")
    parser.add_argument("audiences", nargs="*", default=["everyone", "faction", "gm"])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        top = asked.keep or Path(scratch)
        sys.stdout.write(f"{'sample':10}{'as':12}{'turn':>5}{'work':>8}{'worst':>8}{'clock':>8}\n")
        for id in SAMPLES:
            folder = top / id
            if not folder.exists():
                laid(lengthened(SHELF / id, TURNS), folder)
            first = min(path.stem for path in (folder / "factions").glob("*.yaml"))
            for word in asked.audiences:
                for turn in (TURNS, 1):
                    worked, waited = measure(folder, first if word == "faction" else word, turn)
                    sys.stdout.write(
                        f"{id:10}{word:12}{turn:5}{statistics.median(worked):8.2f}"
                        f"{max(worked):8.2f}{statistics.median(waited):8.2f}\n"
                    )


if __name__ == "__main__":
    main()
