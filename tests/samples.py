"""The sample campaign as built, once for each process of a test run."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from chronicle.build import make
from chronicle.diagnostics import Report
from chronicle.load import read_tree

CHECKOUT: Final = Path(__file__).resolve().parent.parent
SAMPLE: Final = CHECKOUT / "content" / "vaime"


@lru_cache(maxsize=1)
def sample_files() -> Mapping[str, bytes]:
    """Every file of the sample's output, by path."""
    report = Report()
    files = make(read_tree(SAMPLE, "content/vaime"), report)
    assert files is not None, [finding.message for finding in report.findings]
    return files


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
