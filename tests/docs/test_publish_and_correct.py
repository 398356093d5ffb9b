"""The page about publishing says what happens."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import run
from tests.docs.campaigns import first_campaign, whole_files
from tests.docs.pages import fences
from tests.sample_campaigns import write_files

PAGE: Final = "docs/how-to/publish-and-correct.md"


def bare(said: str) -> str:
    """The output, without the digests."""
    return re.sub(r"\b[0-9a-f]{32}\b", "(digest)", said)


def test_the_page_shows_the_actual_messages_and_next_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("my-campaign")
    write_files({path: text.encode() for path, text in first_campaign().items()}, folder)
    (shown,) = (file for file in whole_files(PAGE) if file.get("title") == "turns/001.yaml")
    assert shown.text.count(" last.") == 1
    (folder / shown.get("title")).write_text(shown.text.replace(" last.", " next."))
    assert run("deploy", "--record-only", "my-campaign", "--without-orders").code == 0
    (folder / shown.get("title")).write_text(shown.text)
    (said,) = (fence.text for fence in fences(PAGE) if fence.language == "text")
    for command in ("check", "build"):
        ran = run(command, "my-campaign")
        assert (ran.code, ran.out, bare(ran.err)) == (5, "", bare(said))
    assert not Path("output").exists()
    reason = "The clerk said last, and we wrote next."
    assert f'--amend "{reason}"' in Path(__file__).parents[2].joinpath(PAGE).read_text()
    words = ("--to", "www", "--yes", "--without-orders")
    assert run("deploy", "my-campaign", *words, "--amend", reason).code == 0
    assert run("build", "my-campaign").code == 0
    shows = {
        path.relative_to("output").as_posix()
        for path in Path("output").rglob("*.html")
        if reason in path.read_text(encoding="utf-8")
    }
    assert "private/ferry/dossier/1.html" in shows
    assert {path.split("/")[1] for path in shows} == {"ferry", "gm"}
