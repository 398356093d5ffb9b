"""The campaigns that the documentation writes out, file by file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from chronicle.diagnostics.report import Finding, Report
from chronicle.files.source import FileTree
from chronicle.markup.images.references import pictures_in
from chronicle.pipeline import resolve_campaign
from chronicle.records import Record
from tests.docs.pages import Fence, fences
from tests.markup.images.sample_images import png

#: A picture that a key names.
_KEYED: Final = re.compile(r"\bpicture: ([\w.-]+)")
#: The page whose campaign other pages continue.
FIRST = "docs/how-to/write-by-hand.md"


class Stage(Record):
    """A campaign as it stands after one block of a page, and the finding that block announces."""

    name: str
    files: Mapping[str, str]
    announced: str


def whole_files(page: str) -> Iterator[Fence]:
    """The blocks of a page that are a whole file of a campaign, each titled with its path."""
    for fence in fences(page):
        if fence.get("title") and fence.language in ("yaml", "markdown"):
            yield fence


def first_campaign() -> dict[str, str]:
    """The campaign that other pages continue, at its first turn: its files by path."""
    return {fence.get("title"): fence.text for fence in whole_files(FIRST)}


def stages(page: str) -> Iterator[Stage]:
    """The campaign after each whole file of a page; a page that starts again counts when done."""
    blocks = list(whole_files(page))
    starts_anew = any(block.get("title") == "campaign.yaml" for block in blocks)
    files = {} if starts_anew else first_campaign()
    for index, block in enumerate(blocks):
        files[block.get("title")] = block.text
        if not starts_anew or index == len(blocks) - 1:
            yield Stage(f"{page}:{block.line}", dict(files), block.get("finding"))


def findings(files: Mapping[str, str]) -> tuple[Finding, ...]:
    """What is found in a campaign of these files, errors and warnings alike."""
    report = Report()
    resolve_campaign(tree(files), report)
    return report.findings


def tree(files: Mapping[str, str]) -> FileTree:
    """A campaign of these files, with a picture under each name that they give to one."""
    named = {mark.name for text in files.values() for mark in pictures_in(text)}
    named |= {name for text in files.values() for name in _KEYED.findall(text)}
    laid = {f"media/{name}": png() for name in sorted(named)}
    return FileTree("my-campaign", laid | {path: text.encode() for path, text in files.items()})
