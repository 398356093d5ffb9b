"""Small campaigns with one word in them that must not get out, and who reads it after all."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.pipeline import SealOptions, build_files
from chronicle.seal import Keys, with_seats
from tests.quick_builds import quick_builds
from tests.seal.small_bundles import MASTER, cheap
from tests.small_campaign import SOUND, tree_of

WORD: Final = "quillon"
PLAYERS: Final = ("oru", "vael")
KEYS: Final = cheap(with_seats(Keys(MASTER), PLAYERS), [*PLAYERS, "gm"])


def built(files: Mapping[str, str | bytes], over: Mapping[str, str] = SOUND) -> Mapping[str, bytes]:
    """Every file of a campaign, built without the gate: tests themselves look for the word."""
    return _built(tuple(sorted({**over, **files}.items())))


@lru_cache(maxsize=4)
def _built(files: tuple[tuple[str, str | bytes], ...]) -> Mapping[str, bytes]:
    report = Report()
    with quick_builds():
        made = build_files(tree_of(dict(files), over={}), report, seal=SealOptions(KEYS))
    assert made is not None, [finding.message for finding in report.findings]
    return made


def site(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What lies open on the host."""
    return {
        path.removeprefix("site/"): content
        for path, content in files.items()
        if path.startswith("site/") and not path.startswith("site/sealed/")
    }


def readers(files: Mapping[str, bytes], word: str = WORD) -> set[str]:
    """Whose editions a word is in, names of files included: `site`, `oru`, `vael`, `gm`."""
    return {
        path.removeprefix("private/").partition("/")[0]
        for path, content in files.items()
        if word in path or word.encode() in content.lower()
    }


def turn(**parts: str) -> dict[str, str]:
    """A first turn of these parts, each in YAML."""
    body = "".join(f"{key}:{text}\n" for key, text in parts.items())
    return {"turns/001.yaml": f"turn: 1\ntitle: The Tide Bell\n{body}"}


def secret(text: str, words: str = "vael", colons: str = ":::") -> str:
    return f"{colons} secret {words}\n{text}\n{colons}"


def page(text: str, *, title: str = "Our table", words: str = "everyone") -> str:
    return f"---\ntitle: {title}\nfor: {words}\n---\n{text}\n"
