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
from chronicle.files.source import Tree
from chronicle.files.store import Spool
from chronicle.outline.site import Page
from chronicle.pipeline import Made, Manner, make_campaign
from chronicle.render import pages


@dataclass(frozen=True, slots=True)
class Built:
    """What a build wrote, and the pages that it drew, by their paths below the output."""

    files: Mapping[str, bytes]
    drawn: tuple[str, ...]


def fresh(tree: Tree) -> Mapping[str, bytes]:
    """What a build writes that remembers nothing."""
    return _made(tree, Manner()).files


def going_on(tree: Tree, folder: Path, number: int, engine: str = "this") -> Built:
    """What the build with a number writes, which has the one before it at hand."""
    drawn: list[str] = []
    draw = pages._draw

    def noted(page: Page, *given: Any, **how: Any) -> str | None:
        drawn.append(page.path)
        return draw(page, *given, **how)

    before = folder / str(number - 1)
    room = partial(_room, folder / str(number), before)
    with mock.patch.object(pages, "_draw", noted), _remembering(folder / "cache"):
        made = _made(tree, Manner(room=room, engine=engine))
        return Built(dict(made.files), tuple(path for path in drawn if path != "card.png"))


def _room(folder: Path, before: Path, name: str) -> Spool:
    return Spool(folder / name, before / name)


def _made(tree: Tree, manner: Manner) -> Made:
    report = Report()
    made = make_campaign(tree, report, manner)
    assert made is not None, [finding.message for finding in report.findings]
    return made


@contextmanager
def _remembering(folder: Path) -> Iterator[None]:
    """While it lasts, things are remembered in a folder."""
    before = store.placed()
    store.place(folder)
    try:
        yield
    finally:
        store.place(before.folder if before is not None else None)
