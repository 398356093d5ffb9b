"""The sample campaigns as built, once for each process of a test run, and the shelf they are on."""

from __future__ import annotations

import os
import shutil
import zipfile
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.load import campaigns_in, read_tree
from chronicle.load.disk import read_multi_site
from chronicle.pipeline import (
    BuildOptions,
    MultiSiteCampaign,
    PlayedCampaign,
    SealOptions,
    build_files,
    build_multi_site,
    resolve_campaign,
)
from chronicle.publish.folder_lock import folder_lock
from chronicle.seal.key_file import load_keys
from tests.quick_builds import whole_builds

CHECKOUT: Final = Path(__file__).resolve().parent.parent
SHELF: Final = CHECKOUT / "content"
#: The folder of every sample, by id.
SAMPLES: Final = {id: SHELF / id for id in campaigns_in(SHELF)}
#: The sample of the ruleset `shadow`, which uses every rule of it.
SAMPLE: Final = SAMPLES["vaime"]
#: What names the folder that all processes of a test run share (`tests/conftest.py` makes it).
SHARED: Final = "CHRONICLE_TESTS_SHARED"


def lock_of(id: str) -> SealOptions:
    """The lock of a sample; its key lies in the open."""
    keys = load_keys(SAMPLES[id], Report())
    assert keys is not None
    assert keys.demo
    return SealOptions(keys)


@cache
def play_sample(id: str) -> PlayedCampaign:
    """A sample as played."""
    report = Report()
    played = resolve_campaign(read_tree(SAMPLES[id], f"content/{id}"), report)
    assert played is not None, [finding.message for finding in report.findings]
    return played


def built_once(name: str, build: Callable[[], Mapping[str, bytes]]) -> Mapping[str, bytes]:
    """What a build makes; of all processes of a test run the first builds it, the others wait."""
    shared = os.environ.get(SHARED)
    if shared is None:
        return _whole(build)
    folder = Path(shared) / name
    folder.mkdir(exist_ok=True)
    kept = folder / "files.zip"
    with folder_lock(folder, wait=True):
        if not kept.exists():
            files = _whole(build)
            with zipfile.ZipFile(kept, "w") as archive:
                for path, content in files.items():
                    archive.writestr(path, content)
            return files
    with zipfile.ZipFile(kept) as archive:
        return {path: archive.read(path) for path in archive.namelist()}


def _whole(build: Callable[[], Mapping[str, bytes]]) -> Mapping[str, bytes]:
    with whole_builds():
        return build()


@lru_cache(maxsize=4)
def sample_files(id: str = "vaime") -> Mapping[str, bytes]:
    """Every file of a sample, by its path when it is built alone, of the build of the shelf.

    The bytes are the same, but those files are left out that are the shelf's: `404.html`,
    `robots.txt` and settings of web servers.
    """
    found = {}
    for path, content in shelf_files().items():
        top, _, below = path.partition("/")
        own, _, rest = below.partition("/")
        if own == id:
            found[f"{top}/{rest}"] = content
    return found


def built_alone(id: str) -> Mapping[str, bytes]:
    """Every file of a sample's output when it is built alone, by path."""
    report = Report()
    files = build_files(read_tree(SAMPLES[id], f"content/{id}"), report, seal=lock_of(id))
    assert files is not None, [finding.message for finding in report.findings]
    return files


@lru_cache(maxsize=1)
def shelf_files() -> Mapping[str, bytes]:
    """Every file of the output of the shelf with all samples, by path."""
    return built_once("shelf", _shelf_files)


def _shelf_files() -> Mapping[str, bytes]:
    campaigns = [
        MultiSiteCampaign(id, read_tree(folder, f"content/{id}"), folder / "themes", lock_of(id))
        for id, folder in SAMPLES.items()
    ]
    # The other processes may be waiting for this.
    options = BuildOptions(processes=2)
    files, report, _ = build_multi_site(read_multi_site(SHELF, "content"), campaigns, options)
    assert files is not None, [finding.message for finding in report.findings]
    return files


def copy_beginning(id: str, folder: Path, turns: int = 4) -> None:
    """Copies a sample as it was when some turns were played; four show what all later ones do."""
    shutil.copytree(SAMPLES[id], folder)
    for turn in sorted((folder / "turns").iterdir())[turns:]:
        turn.unlink()


def editions_of(id: str) -> tuple[str, ...]:
    """The folders of a sample's editions, the public's first; as its files say, nothing built."""
    factions = sorted(path.stem for path in (SAMPLES[id] / "factions").glob("*.yaml"))
    return ("site", "private/gm", *(f"private/{faction}" for faction in factions))


def pages_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """The HTML pages among files, by path."""
    return {path: page.decode() for path, page in files.items() if path.endswith(".html")}


def write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """Writes files below a folder, which is handed back."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder
