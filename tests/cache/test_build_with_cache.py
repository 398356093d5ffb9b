"""A build writes the same bytes with any cache, and fills its cache by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.sample_campaigns import CHECKOUT


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small campaign to build."""
    folder = tmp_path_factory.mktemp("desk")
    _run(folder, "", "new", "small", "--ruleset", "shadow", "--seed", "apple")
    return folder / "small" / "content"


def _run(folder: Path, cache: str, *arguments: str) -> None:
    command = [sys.executable, "-m", "chronicle", *arguments]
    more = {"CHRONICLE_CACHE": cache, "PYTHONPATH": str(CHECKOUT)}
    environment = {**os.environ, **more}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)


def built(campaign: Path, output: Path, cache: str) -> dict[str, bytes]:
    """What a process writes that remembers things in this folder."""
    _run(campaign, cache, "build", ".", "-o", str(output))
    files = (path for path in output.rglob("*") if path.is_file())
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in files}


def bits(paths: list[Path]) -> None:
    """One bit of each is another."""
    for path in paths:
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 4
        path.write_bytes(content)


def cut(paths: list[Path]) -> None:
    """Half of each is lost."""
    for path in paths:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def mixed(paths: list[Path]) -> None:
    """Each lies in the place of the next."""
    contents = [path.read_bytes() for path in paths]
    for path, content in zip(paths, [*contents[1:], contents[0]], strict=True):
        path.write_bytes(content)


def emptied(paths: list[Path]) -> None:
    """Nothing is left of each but the name."""
    for path in paths:
        path.write_bytes(b"")


def gone(paths: list[Path]) -> None:
    """Every other one is lost."""
    for path in paths[::2]:
        path.unlink()


SPOILT: tuple[Callable[[list[Path]], None], ...] = (bits, cut, mixed, emptied, gone)


def test_the_cache_does_not_change_the_build(campaign: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    without = built(campaign, tmp_path / "without", "")
    assert built(campaign, tmp_path / "first", str(cache)) == without
    kept = sorted(path for path in cache.rglob("*") if path.is_file())
    assert len(kept) > 10
    assert built(campaign, tmp_path / "second", str(cache)) == without
    # Each fifth in another way: what one file comes to depends on no other.
    for at, spoil in enumerate(SPOILT):
        spoil(kept[at :: len(SPOILT)])
    assert built(campaign, tmp_path / "third", str(cache)) == without
