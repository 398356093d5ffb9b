"""Builds that reuse pages of the build before them, and which pages they render."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache, partial
from pathlib import Path
from unittest import mock

from chronicle.cache import store
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure
from chronicle.files.store import DiskStore
from chronicle.outline.site import SitePage
from chronicle.pipeline import BuildOptions, BuildResult, build_campaign
from chronicle.records import Record
from chronicle.render.renderer import PageRenderer, RenderedPage, RenderTask


class Built(Record):
    """The files of a build, and the paths of the pages that it rendered, of all editions."""

    files: Mapping[str, bytes]
    rendered: tuple[str, ...]


def build_cold(tree: FileTree, themes: tuple[Path, ...] = ()) -> Mapping[str, bytes]:
    """The files of a build that reuses nothing; without other themes each tree is built once."""
    if themes:
        return _built(tree, BuildOptions(themes)).files
    return _built_once(tree.name, tuple(tree.files.items()))


@lru_cache(maxsize=16)
def _built_once(
    name: str, files: tuple[tuple[str, bytes | ReadFailure], ...]
) -> Mapping[str, bytes]:
    return _built(FileTree(name, dict(files)), BuildOptions(())).files


def build_again(
    tree: FileTree,
    folder: Path,
    number: int,
    *,
    themes: tuple[Path, ...] = (),
    fingerprint: str = "this",
) -> Built:
    """The build with this number, which may reuse pages of the one before it."""
    rendered: list[str] = []
    task = PageRenderer.task

    def noted(pages: PageRenderer, page: SitePage) -> RenderTask[RenderedPage]:
        rendered.append(page.path)
        return task(pages, page)

    stores = partial(_store, folder / str(number), folder / str(number - 1))
    options = BuildOptions(themes, store_for=stores, fingerprint=fingerprint)
    with mock.patch.object(PageRenderer, "task", noted), cache_in(folder / "cache"):
        files = dict(_built(tree, options).files)
    return Built(files, tuple(path for path in rendered if path != "card.png"))


def _store(folder: Path, before: Path, name: str) -> DiskStore:
    return DiskStore(folder / name, before / name)


def _built(tree: FileTree, options: BuildOptions) -> BuildResult:
    report = Report()
    built = build_campaign(tree, report, options)
    assert built is not None, [finding.message for finding in report.findings]
    return built


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Use a folder as the cache."""
    before = store.current_cache()
    store.set_cache_folder(folder)
    try:
        yield
    finally:
        store.set_cache_folder(before.folder if before is not None else None)
