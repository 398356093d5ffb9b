"""Same input, same bytes: on any machine, at any time, in any language and folder."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache.store import Cache
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.pipeline import build_files
from tests.golden.golden_sites import WHOLE, whole_files
from tests.sample_campaigns import SAMPLE, SAMPLES, copy_beginning, write_files
from tests.thorough import beginning

#: Two ways a machine can be set up, as far apart as they go; each remembers what it makes itself.
SETTINGS: Final[tuple[dict[str, str], ...]] = (
    {
        "PYTHONHASHSEED": "0",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "COLUMNS": "20",
        "CHRONICLE_CACHE": "kept",
    },
    {
        "PYTHONHASHSEED": "4242",
        "TZ": "America/Los_Angeles",
        "LC_ALL": "C.UTF-8",
        "CHRONICLE_CACHE": "remembered",
    },
)
#: Where each remembers it, below its folder.
CACHES: Final = [settings["CHRONICLE_CACHE"] for settings in SETTINGS]


def built(settings: dict[str, str], campaign: Path, place: Path) -> dict[str, bytes]:
    """What a separate process writes, run in its own folder, by path."""
    place.mkdir(parents=True)
    command = [sys.executable, "-m", "chronicle", "build", str(campaign), "-o", "out"]
    subprocess.run(command, cwd=place, env={**os.environ, **settings}, check=True, timeout=240)
    files = (path for path in (place / "out").rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in files}


def digests(cache: Path) -> dict[str, bytes | None]:
    """What is remembered of the pages of each edition."""
    names = (path.name for path in (cache / "pages").iterdir())
    return {name: Cache(cache).get("pages", name) for name in names}


def copy_campaign(id: str, folder: Path, turns: int) -> None:
    """Copies the beginning of a sample, or writes one of the small campaigns."""
    if id in SAMPLES:
        copy_beginning(id, folder, turns)
    else:
        files = WHOLE[id].files
        write_files({path: it for path, it in files.items() if isinstance(it, bytes)}, folder)


@pytest.mark.parametrize(
    ("ids", "turns"),
    [
        # The sample is sealed and its events name several places; one of each other ruleset is
        # with it.
        pytest.param(("cauvenne", "fords", "banners", "ledger"), 1, id="small"),
        pytest.param(tuple(SAMPLES), 4, id="samples", marks=pytest.mark.thorough),
    ],
)
def test_builds_are_identical_across_machines_and_folders(
    ids: tuple[str, ...], turns: int, tmp_path: Path
) -> None:
    copies = (tmp_path / "a", tmp_path / "elsewhere" / "b b")
    # Files that were written in another order are listed in another order on many disks.
    for copy, order in zip(copies, (ids, reversed(ids)), strict=True):
        for id in order:
            copy_campaign(id, copy / "shelf" / id, turns)
    for folder in (copies[1] / "shelf").glob("*/turns"):
        for path in sorted(folder.iterdir(), reverse=True):
            content = path.read_bytes()
            path.unlink()
            path.write_bytes(content)
    shelves = [copy / "shelf" for copy in copies]
    places = (copies[0] / "work", copies[1] / "deep" / "work")
    with ThreadPoolExecutor() as pool:
        one, other = pool.map(built, SETTINGS, shelves, places)
    assert {"out/site/index.html", "out/site/cauvenne/sealed/keyring.json"} <= one.keys()
    assert one.keys() == other.keys()
    assert [path for path in one if one[path] != other[path]] == []
    assert [path for path, content in one.items() if str(tmp_path).encode() in content] == []
    # What pages are known by is the same too, so that either finds what the other has drawn.
    mine, others = (digests(place / cache) for place, cache in zip(places, CACHES, strict=True))
    assert len(mine) > len(ids)
    assert all(mine.values())
    assert mine == others


@pytest.mark.parametrize("id", beginning(["small", "banners", "fords", "ledger"], 1))
def test_directory_listing_order_does_not_change_the_build(id: str) -> None:
    tree = WHOLE[id]
    turned = FileTree(tree.name, dict(reversed(list(tree.files.items()))))
    assert whole_files(id) == build_files(turned, Report())
    assert read_tree(SAMPLE, "") == read_tree(SAMPLE, "")
