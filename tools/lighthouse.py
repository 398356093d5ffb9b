"""Lighthouse over a built site: six pages, four categories, a table; 1 where one is under 95.

    python -m tools.lighthouse output/site [CAMPAIGN]

It needs the Chromium of the tests, and Node.js with its npx, which fetches Lighthouse itself.
Nothing else here asks for Node.js, so `make test` leaves it out.
"""

import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

from tools import chromium

VERSION: Final = "12.8.2"
LEAST: Final = 95
#: An audit's own score from which on it counts as passed.
PASSED: Final = 0.9
CATEGORIES: Final = ("performance", "accessibility", "best-practices", "seo")
COMPRESSED: Final = {".html", ".css", ".js", ".json", ".svg", ".xml", ".txt"}
#: What is wanted just so: the page of dossiers is not to be found by search engines.
WANTED: Final = {"dossier": "is-crawlable"}
ADVICE: Final = """\
Lighthouse needs Node.js 18 or newer with its npx, and none was found.
Install it with your system's package manager, and run this again.
"""


#: What Lighthouse writes of a page: categories with scores, audits by id.
Report = dict[str, Any]


class _Host(SimpleHTTPRequestHandler):
    """Sends files as a host does: compressed, and cached permanently if the name has a hash."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Says nothing."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        content = path.read_bytes()
        self.send_response(200)
        if path.suffix in COMPRESSED:
            content = gzip.compress(content)
            self.send_header("Content-Encoding", "gzip")
        age = 31_536_000 if "assets" in path.parts else 600
        self.send_header("Cache-Control", f"max-age={age}")
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serves a folder from this machine alone; its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def pages(site: Path, campaign: str) -> dict[str, str]:
    """The six pages that are looked at, by name: of each sort the one with the most on it."""
    folder = site / campaign

    def largest(pattern: str) -> str:
        found = [path for path in folder.glob(pattern) if path.name != "index.html"]
        path = max(found, key=lambda it: (it.stat().st_size, it.name))
        return path.relative_to(site).as_posix()

    chosen = {
        "home": (folder / "index.html").relative_to(site).as_posix(),
        "turn": largest("turns/*.html"),
        "rumors": largest("rumors/*.html"),
        "faction": largest("factions/*.html"),
        "map": (folder / "map.html").relative_to(site).as_posix(),
        "dossier": (folder / "dossier.html").relative_to(site).as_posix(),
    }
    return {name: path for name, path in chosen.items() if (site / path).is_file()}


def audited(npx: str, address: str, skipped: str, environment: Mapping[str, str]) -> Report:
    """What Lighthouse says of one page, as its JSON; raises where it comes to nothing."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [npx, "--yes", f"lighthouse@{VERSION}", address, "--quiet", "--output=json"]
        command += [f"--output-path={report}", f"--only-categories={','.join(CATEGORIES)}"]
        command += ["--chrome-flags=--headless=new --no-sandbox --disable-gpu"]
        command += [f"--skip-audits={skipped}"] if skipped else []
        subprocess.run(command, check=True, env=dict(environment))
        said: Report = json.loads(report.read_text("utf-8"))
        return said


def scores(report: Report) -> dict[str, int]:
    """Each category's score, in hundredths; none where Lighthouse could not tell."""
    return {name: round(100 * (report["categories"][name]["score"] or 0)) for name in CATEGORIES}


def complaints(report: Report) -> Iterator[str]:
    """The audits that were not passed, with what they say."""
    for category in report["categories"].values():
        for ref in category["auditRefs"]:
            audit = report["audits"][ref["id"]]
            if ref["weight"] and audit["score"] is not None and audit["score"] < PASSED:
                yield f"{ref['id']}: {audit['title']} {audit.get('displayValue', '')}".rstrip()


def main(arguments: list[str]) -> int:
    """Prints the table; 1 when a score is too low, 2 when a program is missing."""
    site = Path(arguments[0]).resolve()
    campaigns = sorted(path.parent.name for path in site.glob("*/turns"))
    campaign = arguments[1] if len(arguments) > 1 else (campaigns or [""])[0]
    npx, program = shutil.which("npx"), chromium.find()
    if npx is None or program is None:
        print(ADVICE if npx is None else chromium.ADVICE, file=sys.stderr)
        return 2
    environment = {**os.environ, "CHROME_PATH": str(program)}
    print(f"{'page':<10}" + "".join(f"{name:>16}" for name in CATEGORIES))
    low: list[str] = []
    with served(site) as host:
        for name, path in pages(site, campaign).items():
            report = audited(npx, f"{host}/{path}", WANTED.get(name, ""), environment)
            found = scores(report)
            print(f"{name:<10}" + "".join(f"{found[it]:>16}" for it in CATEGORIES), flush=True)
            if min(found.values()) < LEAST:
                low += [f"{name}: {it}" for it in complaints(report)]
    if low:
        print("\n".join(["", f"Under {LEAST}:", *low]))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
