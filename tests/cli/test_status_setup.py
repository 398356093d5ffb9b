"""`chronicle status` says what is wrong with the setup before a deploy is refused for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_runner import CREEP, lay, run
from tests.cli.git_repositories import git
from tests.small_campaign import SOUND

HEAD = SOUND["campaign.yaml"]
GITHUB = "deploy: {remote: 'https://github.com/Ada/ferry.git'}\n"


@pytest.fixture(autouse=True)
def _alone(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No repository is around the campaign, and git has no settings of a user."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(here / "no-such-file"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))


def setup(*words: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit code, and what is wrong with the setup."""
    ran = run("status", *words, "--json")
    found: list[dict[str, Any]] = json.loads(ran.out)["setup"]
    return ran.code, found


def test_nothing_is_wrong_with_the_setup_of_a_fresh_campaign() -> None:
    assert setup() == (0, [])
    assert "Setup:" not in run("status").out


def test_once_a_turn_is_published_its_readers_want_dossiers_and_an_address(here: Path) -> None:
    assert run("deploy", "--record-only", "--without-orders").code == 0
    code, (key, address) = setup()
    assert (code, key["refuses"], address["refuses"]) == (0, False, False)
    assert key["said"] == "content has no key, so its dossiers are not on the site"
    assert "chronicle keys init content" in key["help"]
    assert address["help"] == "write `address: https://…/` in campaign.yaml"
    lines = run("status").out.splitlines()
    assert lines[lines.index("Setup:") + 1] == f"  warning: {key['said']}"
    assert run("keys", "init").code == 0
    lay(here / "content", {"campaign.yaml": f"{HEAD}address: https://ada.example/\n"})
    assert setup() == (0, [])


def test_a_key_that_others_can_read_is_an_error(here: Path) -> None:
    assert run("keys", "init").code == 0
    key = here / "content" / "chronicle.key"
    key.chmod(0o644)
    code, (found,) = setup()
    assert (code, found["refuses"]) == (1, True)
    assert "chmod 600" in found["help"]


def test_a_key_that_cannot_be_read_is_an_error_and_not_shown(here: Path) -> None:
    assert run("keys", "init").code == 0
    (here / "content" / "chronicle.key").write_text("hush", encoding="utf-8")
    ran = run("status")
    assert (ran.code, "content/chronicle.key:1: K" in ran.out) == (1, True)
    assert "hush" not in ran.out + ran.err


def test_secret_files_tracked_by_git_are_reported(here: Path) -> None:
    assert run("keys", "init").code == 0
    assert run("build").code == 0
    (here / "content" / ".gitignore").unlink()
    git(here, "init", "--quiet", ".")
    git(here, "remote", "add", "origin", "git@git.example:ada/ferry.git")
    git(here, "add", "content")
    lay(here / "content", {"campaign.yaml": f"{HEAD}deploy: {{remote: origin}}\n"})
    code, found = setup()
    assert code == 1
    refusing = [one["said"] for one in found if one["refuses"]]
    assert "git tracks the key: content/chronicle.key" in refusing
    out = run("status").out
    assert "  error: git does not ignore output/private" in out
    lay(here / "content", {"turns/001.yaml": CREEP})
    last = out.splitlines()[-1]
    assert "correct the setup, and chronicle deploy content puts it online" in last


def test_an_address_that_is_not_that_of_the_host_is_a_warning(here: Path) -> None:
    lay(
        here / "content", {"campaign.yaml": f"{HEAD}{GITHUB}address: https://ada.github.io/fery/\n"}
    )
    code, (found,) = setup()
    assert (code, found["refuses"]) == (0, False)
    assert "https://ada.github.io/ferry/" in found["help"]
    lay(
        here / "content",
        {"campaign.yaml": f"{HEAD}{GITHUB}address: https://ada.github.io/ferry/\n"},
    )
    assert setup() == (0, [])


def test_a_remote_that_does_not_exist_is_an_error(here: Path) -> None:
    lay(here / "content", {"campaign.yaml": f"{HEAD}deploy: {{remote: orign}}\n"})
    code, (found,) = setup()
    assert (code, found["said"]) == (1, "`deploy:` names the remote `orign`, which does not exist")


def test_a_repository_to_deploy_to_needs_git(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(here / "content", {"campaign.yaml": HEAD + GITHUB})
    monkeypatch.setenv("PATH", str(here))
    code, (found,) = setup()
    assert (code, found["said"]) == (1, "git is not installed, and `deploy:` names a repository")
