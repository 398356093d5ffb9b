"""How long the desk takes for what a GM waits for, on generated campaigns of fifty turns.

Run it from the checkout: ``python -m benchmarks.desk_page``, or with the names of rulesets. Each
page of the desk is asked for after an edit of the last turn, as the browser does. Then the turn's
file is saved many times, as the editor does after a keystroke; the measured times end when the desk
has answered, and when the preview has sent the page with the new words: in processor time, and by
the clock. The browser adds the time that it waits for more keystrokes, and the time to load a page.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

from benchmarks.campaigns import RULESETS, Size, lay
from chronicle.cli.desk import DeskCampaign
from chronicle.cli.process import configure_cache, tune_gc_for_server
from chronicle.serve.desk.routes import create_desk
from chronicle.serve.http_server import LocalServer, open_port
from chronicle.serve.preview import CHANGES_PATH

TURNS: Final = 50
RUNS: Final = 9
#: Pages of the desk, by their names.
PAGES: Final = ("", "orders", "writing", "dice", "world", "out", "files", "files/{}")
#: Whose pages are looked at.
READERS: Final = ("everyone", "faction", "gm")


#: Seconds of the processor, and by the clock.
Seconds: TypeAlias = tuple[float, float]


def started() -> Seconds:
    """When something begins."""
    return time.process_time(), time.perf_counter()


def since(start: Seconds) -> Seconds:
    """How long it has taken."""
    return time.process_time() - start[0], time.perf_counter() - start[1]


class Desk:
    """A running desk, asked over a connection."""

    def __init__(self, port: int) -> None:
        self._port = port

    def ask(self, path: str, method: str = "GET", value: object = None) -> tuple[Seconds, bytes]:
        """Seconds until the answer is there, and the answer."""
        host = "localhost" if path.startswith("/other/") else "127.0.0.1"
        headers = {"Host": f"{host}:{self._port}"}
        if method != "GET":
            headers |= {
                "Origin": f"http://127.0.0.1:{self._port}",
                "Content-Type": "application/json",
            }
        start = started()
        connection = HTTPConnection("127.0.0.1", self._port, timeout=60)
        connection.request(method, path, json.dumps(value) if value else None, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        took = since(start)
        if answer.status != 200:
            raise SystemExit(f"{path}: {answer.status} {body.decode()[:200]}")
        return took, body

    def save(self, path: str, text: str, version: str) -> tuple[Seconds, str]:
        """Seconds until the answer, and the version of the saved text."""
        value = {"text": text, "version": version, "page": "1"}
        took, body = self.ask(f"/token/text/{path}", "PUT", value)
        return took, str(json.loads(body)["version"])


@contextmanager
def opened(folder: Path) -> Iterator[Desk]:
    """A desk of a campaign in this process, with its watch of the files."""
    campaign = DeskCampaign(folder)
    campaign.preview.reload()
    server = LocalServer(
        open_port(0), create_desk(campaign, CHANGES_PATH, "token", "other"), campaign.news
    )
    thread = Thread(target=server.serve_until_stopped, daemon=True)
    with campaign.preview.watched(polling=False):
        thread.start()
        try:
            yield Desk(server.port)
        finally:
            server.stop()
            thread.join(20)


def measure(desk: Desk, faction: str) -> Iterator[tuple[str, list[Seconds]]]:
    """What was measured, with its seconds."""
    path = f"turns/{TURNS:03}.yaml"
    _, body = desk.ask(f"/token/text/{path}")
    found = json.loads(body)
    written, version = str(found["text"]), str(found["version"])

    def edited(run: str) -> str:
        return written.replace("title: ", f"title: Take {run} ", 1)

    for page in PAGES:
        waited: list[Seconds] = []
        for run in range(RUNS):
            _, version = desk.save(path, edited(f"{page}{run}"), version)
            # A page is also asked for by who has waited for the answer, and the watch has seen it.
            time.sleep(0.3)
            waited.append(desk.ask(f"/token/{page.format(path)}")[0])
        yield f"page {page.partition('/')[0] or 'board'}{'/…' if '/' in page else ''}", waited
    for reader in READERS:
        shown = f"/other/{faction if reader == 'faction' else reader}/turns/{TURNS}.html"
        desk.ask(shown)
        answers: list[Seconds] = []
        pages: list[Seconds] = []
        for run in range(RUNS):
            time.sleep(0.3)
            start = started()
            took, version = desk.save(path, edited(f"{reader}{run}"), version)
            answers.append(took)
            while f"Take {reader}{run} ".encode() not in desk.ask(shown)[1]:
                pass
            pages.append(since(start))
        yield f"answer to a keystroke, {reader}", answers
        yield f"page with its text, {reader}", pages
    desk.save(path, written, version)


def main() -> None:
    """Prints a line for each ruleset and measure."""
    configure_cache()
    tune_gc_for_server()
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path, help="where the campaigns are kept")
    parser.add_argument("rulesets", nargs="*", default=RULESETS)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        top = asked.keep or Path(scratch)
        sys.stdout.write(f"{'rules':12}{'what':36}{'work':>8}{'clock':>8}{'worst':>8}\n")
        for ruleset in asked.rulesets:
            folder = top / ruleset
            if not folder.exists():
                lay(Size(ruleset, TURNS), folder)
            first = min(path.stem for path in (folder / "factions").glob("*.yaml"))
            with opened(folder) as desk:
                for name, took in measure(desk, first):
                    worked, waited = zip(*took, strict=True)
                    sys.stdout.write(
                        f"{ruleset:12}{name:36}{statistics.median(worked):8.3f}"
                        f"{statistics.median(waited):8.3f}{max(waited):8.3f}\n"
                    )
                    sys.stdout.flush()


if __name__ == "__main__":
    main()
