"""A faction's dossier in one file, exported as `chronicle export dossier` does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree
from chronicle.load import read_tree
from chronicle.pipeline import BuildOptions, SealOptions, export_dossier, resolve_campaign
from tests.sample_campaigns import SAMPLES, lock_of
from tests.small_campaign import tree_of

_NO_THEMES: Final[tuple[Path, ...]] = ()


def exported(
    files: Mapping[str, str | bytes],
    faction: str = "vael",
    *,
    seal: SealOptions | None = None,
    report: Report | None = None,
) -> bytes | None:
    """The exported dossier of the small campaign with these files; None after an error."""
    return _exported(tree_of(files), faction, seal, Report() if report is None else report)


@lru_cache(maxsize=2)
def sample_dossier(id: str, faction: str) -> bytes:
    """The exported dossier of a faction of a sample."""
    report = Report()
    found = _exported(read_tree(SAMPLES[id], f"content/{id}"), faction, lock_of(id), report)
    assert found is not None, [finding.message for finding in report.findings]
    return found


def _exported(
    tree: FileTree, faction: str, seal: SealOptions | None, report: Report
) -> bytes | None:
    played = resolve_campaign(tree, report)
    assert played is not None, [finding.message for finding in report.findings]
    options = BuildOptions(_NO_THEMES, seal=seal)
    return export_dossier(played, tree, report, options, faction)
