"""Builds that go on from the one before, page by page, and what they draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from chronicle.cache import store
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.files.store import DiskStore
from chronicle.outline.site import SitePage
from chronicle.pipeline import BuildOptions, BuildResult, build_campaign
from chronicle.render import pages


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote, and the pages that it drew, by their paths below the output."""

    files: Mapping[str, bytes]
    drawn: tuple[str, ...]


def fresh(tree: FileTree) -> Mapping[str, bytes]:
    """What a build writes that remembers nothing."""
    return _made(tree, BuildOptions()).files


def going_on(tree: FileTree, folder: Path, number: int, engine: str = "this") -> Built:
    """What the build with a number writes, which has the one before it at hand."""
    drawn: list[str] = []
    draw = pages._render_page

    def noted(page: SitePage, *given: Any, **how: Any) -> str | None:
        drawn.append(page.path)
        return draw(page, *given, **how)

    before = folder / str(number - 1)
    room = partial(_room, folder / str(number), before)
    with mock.patch.object(pages, "_render_page", noted), _remembering(folder / "cache"):
        made = _made(tree, BuildOptions(store_for=room, fingerprint=engine))
        return Built(dict(made.files), tuple(path for path in drawn if path != "card.png"))


def _room(folder: Path, before: Path, name: str) -> DiskStore:
    return DiskStore(folder / name, before / name)


def _made(tree: FileTree, options: BuildOptions) -> BuildResult:
    report = Report()
    made = build_campaign(tree, report, options)
    assert made is not None, [finding.message for finding in report.findings]
    return made


@contextmanager
def _remembering(folder: Path) -> Iterator[None]:
    """While it lasts, things are remembered in a folder."""
    before = store.current_cache()
    store.set_cache_folder(folder)
    try:
        yield
    finally:
        store.set_cache_folder(before.folder if before is not None else None)
