"""The documentation as a site, built once for all tests."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.sample_campaigns import built_once
from tools.docs_site import build


def docs_files() -> Mapping[str, bytes]:
    """Every file of the site of the documentation, by path."""
    return built_once("docs", _docs_files)


def _docs_files() -> Mapping[str, bytes]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assert build(folder) == 0
        paths = (path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
