"""Commands are run in their own folder with a campaign in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle.starters import StarterOptions, starter_files
from tests.cli.command_runner import CREEP, lay, prepared, run
from tests.docs.campaigns import first_campaign
from tests.quick_builds import quick_builds, whole_builds
from tests.quick_logins import quick_logins
from tests.sample_campaigns import write_files
from tests.schemas.schema_validation import OFFERED

#: What the campaign of the examples has beside the one of the README.
PLAYERS: Final = "players:\n  ada: customs\n  ben: ferry\n"
#: What a player of a new campaign sent to the GM.
SENT: Final = "Here they are:\n\nturn: 1\nfaction: hive\norders: {}\n"


@pytest.fixture(autouse=True, scope="module")
def _quick() -> Iterator[None]:
    with quick_logins(), quick_builds(pages_once=True):
        yield


@pytest.fixture
def complete_builds() -> Iterator[None]:
    """Builds search for secrets, and render each page."""
    with whole_builds():
        yield


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a sound campaign of one turn lies in `content`."""
    for name in ("NO_COLOR", "FORCE_COLOR", "CHRONICLE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    # The result of another test's run, with something in the program replaced, is not reused;
    # templates are the same in all of them.
    shared, own = Path(os.environ["CHRONICLE_CACHE"], "templates"), Path(f"{tmp_path}-cache")
    shared.mkdir(parents=True, exist_ok=True)
    # The name of the folder of a test that has passed is used again.
    shutil.rmtree(own, ignore_errors=True)
    own.mkdir()
    (own / "templates").symlink_to(shared, target_is_directory=True)
    monkeypatch.setenv("CHRONICLE_CACHE", str(own))
    lay(tmp_path / "content", {"turns/001.yaml": CREEP})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def built(here: Path) -> Path:
    """The current folder, with the site of its campaign in `output`."""
    return prepared(here, _build)


def _build(_here: Path) -> None:
    ran = run("build")
    assert ran.code == 0, ran.err


@pytest.fixture
def published(here: Path) -> Path:
    """The current folder, with the turn of its campaign published."""
    return prepared(here, _publish)


def _publish(_here: Path) -> None:
    ran = run("deploy", "--record-only", "--without-orders")
    assert ran.code == 0, ran.err


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The current folder of a table at play: a new campaign, and the one that examples name."""
    folder = tmp_path_factory.mktemp("table")
    files = first_campaign()
    files["campaign.yaml"] += PLAYERS
    write_files({path: text.encode() for path, text in files.items()}, folder / "my-campaign")
    new_campaign = starter_files(StarterOptions("wwn", "ash"), OFFERED)
    write_files(new_campaign, folder)
    write_files({"People/Ada Mott.md": b"She steers boats by night."}, folder / "my-vault")
    (folder / "ada.txt").write_text(SENT, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        yield folder
