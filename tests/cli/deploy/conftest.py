"""What every test of `deploy` begins with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chronicle.cli import deploy
from chronicle.cli.build_run import BuildPurpose, BuildRun
from chronicle.diagnostics.report import Report
from chronicle.load import read_tree
from chronicle.model.audience import EVERYONE
from chronicle.pipeline import (
    BuildResult,
    check_published_turns,
    record_secret_of,
    resolve_campaign,
)
from chronicle.publish.lock.check import PublishRequest
from chronicle.publish.lock.record import updated_record_files
from tests.cli.deploy.chat_channel import chat_channel
from tests.cli.deploy.deployments import SITE
from tests.cli.git_repositories import bare, git


@pytest.fixture(autouse=True)
def settled(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's settings of git are ignored."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(here / "no-such-file"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))


@pytest.fixture
def site(here: Path) -> Path:
    """An empty repository for the site."""
    return bare(here / "site.git")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The files of every build from now on, which draws nothing then."""
    files = dict(SITE)

    def undrawn(
        content: Path,
        *,
        request: PublishRequest,
        remember_logins: bool = False,
        purpose: BuildPurpose = "output",
    ) -> BuildRun:
        assert isinstance(remember_logins, bool)
        assert purpose in ("host", "output")
        tree = read_tree(content, "content")
        played = resolve_campaign(tree, Report())
        assert played is not None
        before = played.campaign.published
        settled, editions = check_published_turns(played, request, tree)
        kept = updated_record_files(
            tree, before, settled.published, record_secret_of(played.campaign)
        )
        public = editions[EVERYONE.word]
        one = BuildResult(
            dict(files), public, kept, played.campaign, settled.published, played.history
        )
        return BuildRun(one.files, Report(), {"": one})

    monkeypatch.setattr(deploy, "build_content", undrawn)
    return files


@pytest.fixture
def own(here: Path, made: dict[str, bytes]) -> Path:
    """The folder lies in a repository with the campaign in it, and `origin` is on the disk."""
    assert made
    git(here, "init", "--quiet", "--initial-branch=main", ".")
    origin = bare(here / "origin.git")
    git(here, "remote", "add", "origin", str(origin))
    (here / ".gitignore").write_text("output/\n*.git/\n*.key\n", encoding="utf-8")
    git(here, "add", ".gitignore", "content")
    git(here, "commit", "--quiet", "-m", "Begin")
    return origin


@pytest.fixture
def webhook() -> Iterator[str]:
    """The address of a chat channel."""
    with chat_channel() as address:
        yield address
