"""A folder to publish into, and the campaign that is published."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "output"


@pytest.fixture
def content(tmp_path: Path) -> Path:
    # Some tests look at all files beside the folder that contains it.
    folder = tmp_path / "desk" / "content"
    folder.mkdir(parents=True)
    (folder / "campaign.yaml").write_text("title: x\n")
    return folder
