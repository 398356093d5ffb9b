"""A folder to publish into, and the campaign that is published."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "output"


@pytest.fixture
def content(tmp_path: Path) -> Path:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "campaign.yaml").write_text("title: x\n")
    return tmp_path / "content"
