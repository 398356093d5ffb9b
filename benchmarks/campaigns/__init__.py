"""Campaigns of any length, made from a seed: the same arguments give the same bytes.

Each turn has about as many news, letters, rumors and orders as those of the samples, and texts of
about the same length. The turns are played while they are written, so every order is valid.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.campaigns.campaign_writer import Writer
from benchmarks.campaigns.lieutenants import LieutenantsWriter
from benchmarks.campaigns.shadow import ShadowWriter
from benchmarks.campaigns.size import RULESETS, Size
from benchmarks.campaigns.wwn import WwnWriter

__all__ = ["RULESETS", "Size", "campaign", "lay"]

_WRITERS: dict[str, type[Writer]] = {
    writer.ruleset: writer for writer in (ShadowWriter, LieutenantsWriter, WwnWriter)
}


def campaign(size: Size) -> Iterator[tuple[str, str]]:
    """Every file of a campaign by its path, the turns last."""
    return _WRITERS[size.ruleset](size).files()


def lay(size: Size, folder: Path) -> None:
    """Writes a campaign into a folder."""
    for path, text in campaign(size):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
