"""The page about hosting shows what a second deploy says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import run
from tests.cli.git_repositories import bare
from tests.docs.campaigns import first_campaign
from tests.docs.pages import fences
from tests.sample_campaigns import write_files

PAGE: Final = "docs/how-to/host-the-site.md"
PLAYERS: Final = "players: {ada: customs, bo: ferry}\n"
FLOOD: Final = """\
turn: 2
title: The Flood
news:
  - {for: everyone, text: The old town is under water.}
  - {for: ferry, text: Both boats are hired out.}
"""


def uncounted(said: str) -> str:
    """What is said, wherever it goes and however many files a theme has."""
    counted = re.sub(r"^To .*", "To (somewhere)", said)
    return re.sub(r"\d+(?= (new|changed|gone|other))", "(some)", counted)


def test_the_page_shows_what_is_said_before_a_site_goes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)
    site = bare(tmp_path / "site.git")
    files = {path: text.encode() for path, text in first_campaign().items()}
    files["campaign.yaml"] += PLAYERS.encode()
    write_files(files, tmp_path / "my-campaign")
    assert run("keys", "init", "my-campaign").code == 0
    assert run("deploy", "my-campaign", "--remote", str(site), "--yes").code == 0
    Path("my-campaign/turns/002.yaml").write_text(FLOOD, encoding="utf-8")
    ran = run("deploy", "my-campaign", "--remote", str(site), "--dry-run")
    (shown,) = (fence for fence in fences(PAGE) if fence.text.startswith("To "))
    assert uncounted(ran.out) == uncounted(shown.text)
