"""Beside a campaign in the author's own repository."""

from __future__ import annotations

import stat
from pathlib import Path

from tests.cli.command_runner import run
from tests.cli.deploy.deployments import deploy, is_marked, to
from tests.cli.git_repositories import git, lying


def test_content_is_never_deployed_with_the_site(here: Path, own: Path) -> None:
    ran = deploy("--remote", "origin")
    assert (ran.code, lying(own)) == (4, {})
    assert "content/campaign.yaml" in ran.err
    assert "private: true" in ran.err
    assert not is_marked(here)


def test_in_a_private_repository_the_site_gets_its_own_branch(here: Path, own: Path) -> None:
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("deploy: {remote: origin, private: true}\n")
    refused = deploy("--branch", "main")
    assert refused.code == 4
    hook = here / ".git" / "hooks" / "pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    head, index = git(here, "rev-parse", "HEAD"), (here / ".git" / "index").read_bytes()
    ran = deploy()
    assert ran.code == 0, ran.err
    assert set(lying(own)) == {".nojekyll", "index.html", "search.json", "turns/1.html"}
    assert git(here, "rev-parse", "HEAD") == head
    assert (here / ".git" / "index").read_bytes() == index
    assert git(here, "branch", "--format=%(refname:short)").split() == ["main"]


def test_a_separate_repository_is_accepted(own: Path, site: Path) -> None:
    ran = to(site)
    assert (ran.code, lying(own)) == (0, {})
    assert "warning" not in ran.err


def test_a_tracked_key_file_prevents_deploying_to_that_repository(here: Path, own: Path) -> None:
    assert run("keys", "init").code == 0
    git(here, "add", "--force", "content/chronicle.key")
    ran = deploy("--remote", str(own))
    assert ran.code == 4
    assert "git tracks the key: content/chronicle.key" in ran.err


def test_a_world_readable_key_prevents_any_deploy(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    assert run("keys", "init").code == 0
    key = here / "content" / "chronicle.key"
    key.chmod(0o644)
    assert to(site).code == 4
    assert deploy("--to", "web").code == 4
    key.chmod(stat.S_IRUSR | stat.S_IWUSR)
    assert deploy("--to", "web").code == 0
