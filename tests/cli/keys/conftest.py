"""A campaign with players in its own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command_runner import CREEP, lay
from tests.small_campaign import SOUND

#: Two factions read by three players, one of whom reads both.
PLAYERS = "players: {ada: vael, bo: [oru, vael], cy: oru}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a campaign of one turn lies in `content`, without a key."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CHRONICLE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    head = SOUND["campaign.yaml"] + PLAYERS
    lay(tmp_path / "content", {"campaign.yaml": head, "turns/001.yaml": CREEP})
    monkeypatch.chdir(tmp_path)
    return tmp_path
