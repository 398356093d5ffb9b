"""Commands are run in a folder of their own with a campaign in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.newcomer import CREEP, lay


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a sound campaign of one turn lies in `content`."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CHRONICLE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    lay(tmp_path / "content", {"turns/001.yaml": CREEP})
    monkeypatch.chdir(tmp_path)
    return tmp_path
