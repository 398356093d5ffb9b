"""git is called with our settings, not those of the user, a repository or a caller."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import Ran, run
from tests.cli.deploy.deployments import deploy, to
from tests.cli.git_repositories import commits, git, lying, pushed

#: What a user may have set.
HOSTILE: Final = """\
[core]
autocrlf = true
safecrlf = true
eol = crlf
hooksPath = {here}/hooks
fsmonitor = {here}/hooks/pre-push
attributesFile = {here}/attributes
quotePath = true
[commit]
gpgSign = true
[push]
gpgSign = true
followTags = true
default = nothing
recurseSubmodules = only
pushOption = ci.skip
useForceIfIncludes = true
[init]
defaultBranch = trunk
defaultObjectFormat = sha256
templateDir = {here}/nowhere
[safe]
bareRepository = explicit
[fetch]
prune = true
fsckObjects = true
[transfer]
fsckObjects = true
[log]
showSignature = true
date = relative
[i18n]
logOutputEncoding = UTF-16
[color]
ui = always
push = always
[user]
useConfigOnly = true
[gpg]
program = false
"""


def to_with(config: Path, repository: Path) -> Ran:
    """A deploy by a user with this configuration."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_GLOBAL", str(config))
        return to(repository)


@pytest.fixture
def config(here: Path) -> Path:
    """A user's configuration that gets in the way; its hook would write `was-run`."""
    hook = here / "hooks" / "pre-push"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch {here}/was-run\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    (here / "attributes").write_text("* text=auto eol=crlf export-ignore\n", encoding="utf-8")
    path = here / "config"
    path.write_text(HOSTILE.format(here=here), encoding="utf-8")
    return path


def test_an_unchanged_site_is_up_to_date_whatever_the_user_has_set(
    here: Path, site: Path, made: dict[str, bytes], config: Path
) -> None:
    made["site/index.html"] = b"<main>\n<p>one\n</main>\n"
    assert to(site).code == 0
    pushed(site, here / "clone", "CNAME", "ada.example\n")
    before = lying(site)
    again = to_with(config, site)
    assert (again.code, "already up to date" in again.err) == (0, True), again.err
    assert lying(site) == before
    made["site/index.html"] += b"<p>two\n"
    assert to_with(config, site).code == 0
    after = lying(site)
    changed = {path for path in before if after.get(path) != before[path]}
    assert (changed, len(commits(site))) == ({"index.html"}, 1)
    assert git(site, "show", "gh-pages:CNAME") == "ada.example\n"
    assert not (here / "was-run").exists()


def test_attributes_in_the_branch_do_not_change_what_is_read(
    site: Path, made: dict[str, bytes]
) -> None:
    """A theme's static files may be called anything."""
    made["site/index.html"] = b"<main>\n$Format:%H$\n</main>\n"
    made["site/.gitattributes"] = b"* text=auto eol=crlf export-subst\n*.json export-ignore\n"
    assert to(site).code == 0
    again = to(site)
    assert (again.code, "already up to date" in again.err) == (0, True), again.out


def test_a_calling_git_does_not_redirect_ours(
    here: Path, own: Path, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a hook that deploys."""
    head = git(here, "rev-parse", "HEAD")
    for name, value in {
        "GIT_DIR": str(own),
        "GIT_WORK_TREE": str(here / "content"),
        "GIT_INDEX_FILE": str(here / "index"),
        "GIT_OBJECT_DIRECTORY": str(here / "objects"),
        "GIT_LITERAL_PATHSPECS": "1",
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_COMMITTER_NAME": "Mallory",
    }.items():
        monkeypatch.setenv(name, value)
    ran = to(site)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY"):
        monkeypatch.delenv(name)
    assert ran.code == 0, ran.err
    assert "index.html" in lying(site)
    assert "Mallory" not in str(commits(site))
    assert git(here, "rev-parse", "HEAD") == head


def test_a_folder_that_pretends_to_be_a_repository_runs_nothing(
    here: Path, made: dict[str, bytes]
) -> None:
    """A foreign campaign with the files of a bare repository, whose settings run a program."""
    assert made
    content = here / "content"
    git(content, "init", "--quiet", "--bare", ".")
    program = here / "program"
    program.write_text(f"#!/bin/sh\ntouch {here}/was-run\n", encoding="utf-8")
    program.chmod(0o755)
    git(content, "config", "core.fsmonitor", str(program))
    git(content, "config", "core.worktree", ".")
    git(content, "config", "core.bare", "false")
    ran = deploy("--to", "web")
    assert ran.code in (0, 4)
    assert run("status").code in (0, 1)
    assert not (here / "was-run").exists()
