"""A newcomer puts a site where it is hosted, and looks what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tests.cli.command_runner import Ran, run

MAKER: Final = "chronicle <site@chronicle.invalid>"
FLOOD: Final = """\
turn: 2
title: The Flood
news:
  - {for: everyone, text: The marsh is under water.}
  - {for: vael, text: A boat waits for you.}
"""
#: A site that takes no build: `made` returns it.
SITE: Final = {
    "site/index.html": b"<title>Crowns</title><main><h1>Crowns</h1></main>",
    "site/turns/1.html": b"<main><p>A ferry sank.</p></main>",
    "site/search.json": b'[{"title": "Low Water", "words": "A ferry sank."}]',
    "private/gm/index.html": b"<main>Everything</main>",
}


def deploy(*words: str) -> Ran:
    return run("deploy", *words, "--yes", "--without-orders")


def to(repository: Path, *words: str) -> Ran:
    return deploy("--remote", str(repository), *words)


def text_of(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def is_marked(here: Path) -> bool:
    return (here / "content" / "published.yaml").exists()
