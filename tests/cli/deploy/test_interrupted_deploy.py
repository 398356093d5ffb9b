"""A deploy that is killed or cut off: the record equals what is online after the next command."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache.last_build import CachedResult
from chronicle.cli import deploy as deploying
from chronicle.cli import status
from chronicle.cli.deploy import recovery
from chronicle.cli.deploy.hosts import HostError, SiteChange
from chronicle.cli.deploy.hosts.folder import FolderHost
from chronicle.cli.deploy.hosts.git_branch import GitBranchHost
from chronicle.cli.deploy.hosts.zip_file import ZipFileHost
from chronicle.cli.deploy.journal import address_to_keep
from chronicle.cli.git import Git, GitError
from chronicle.seal import key_file
from tests.cli.command_runner import Ran, run
from tests.cli.deploy.deployments import FLOOD, deploy, is_marked
from tests.cli.git_repositories import git, lying, pushed

#: Each place, by the options that name it, and whether a site is there.
PLACES: Final[Mapping[str, tuple[str, str]]] = {
    "branch": ("--remote", "./site.git"),
    "folder": ("--to", "web"),
    "zip": ("--zip", "site.zip"),
}
HOSTS: Final = {"branch": GitBranchHost, "folder": FolderHost, "zip": ZipFileHost}
#: The steps of a deploy before or after which the process is killed.
STEPS: Final = (
    "before the journal",
    "before the site",
    "after the site",
    "during the record",
    "after the record",
)


@pytest.fixture(autouse=True)
def _unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """`status` draws no pages: what it finds in them is not what is tested here."""
    monkeypatch.setattr(status, "check_content", lambda *_: CachedResult((), {}))


def is_online(here: Path, kind: str) -> bool:
    if kind == "branch":
        return "index.html" in lying(here / "site.git")
    return (here / {"folder": "web/index.html", "zip": "site.zip"}[kind]).exists()


def _killing(step: str, host: type, patch: pytest.MonkeyPatch) -> None:
    """Let the process end at a step, with no chance to tidy up."""

    def ending(owner: object, name: str, *, after: bool) -> None:
        real: Callable[..., object] = getattr(owner, name)

        def killed(*words: object, **named: object) -> None:
            if after:
                real(*words, **named)
            os._exit(9)

        patch.setattr(owner, name, killed)

    match step:
        case "before the journal":
            ending(recovery, "write_journals", after=False)
        case "before the site":
            ending(host, "put", after=False)
        case "after the site":
            ending(host, "put", after=True)
        case "during the record":
            for name in ("replace", "rename"):
                ending(Path, name, after=False)
        case _:
            ending(recovery, "remove_journals", after=False)


def deploy_killed(kind: str, step: str) -> None:
    child = os.fork()
    if not child:
        with pytest.MonkeyPatch.context() as patch:
            if step == "during the record":
                # Only then: a host and the journal replace files, too.
                publish = deploying._publish

                def publishing(*words: object) -> None:
                    _killing(step, HOSTS[kind], patch)
                    publish(*words)  # type: ignore[arg-type]

                patch.setattr(deploying, "_publish", publishing)
            else:
                _killing(step, HOSTS[kind], patch)
            deploy(*PLACES[kind])
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def after(command: str, kind: str) -> Ran:
    return deploy(*PLACES[kind]) if command == "deploy" else run(*command.split())


@pytest.mark.parametrize("command", ["status", "deploy", "deploy --undo --yes"])
@pytest.mark.parametrize("step", STEPS)
def test_after_a_kill_the_next_command_makes_the_record_good(
    step: str, command: str, here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    assert site.is_dir()
    deploy_killed("branch", step)
    was_online = is_online(here, "branch")
    assert was_online == (step not in STEPS[:2])
    ran = after(command, "branch")
    if command.endswith("--undo --yes"):
        # Only what was published can be taken back.
        assert ran.code == (0 if was_online else 2), ran.err
        assert ("turn 1 is no longer published" in ran.err) == was_online
    else:
        assert ran.code in (0, 1), ran.err
        assert is_marked(here) == is_online(here, "branch")


@pytest.mark.parametrize("kind", ["folder", "zip"])
@pytest.mark.parametrize("step", STEPS)
def test_a_killed_deploy_to_a_folder_or_zip_file_is_recorded_if_it_is_there(
    step: str, kind: str, here: Path, made: dict[str, bytes]
) -> None:
    assert made
    deploy_killed(kind, step)
    assert run("status").code == 0
    assert is_marked(here) == is_online(here, kind)


def cut_off(monkeypatch: pytest.MonkeyPatch, *, arrives: bool) -> None:
    """The connection ends during a push, after or before the remote has the commit."""
    asked = Git.run

    def lost(self: Git, *words: str, stdin: bytes = b"") -> bytes:
        if words[0] != "push":
            return asked(self, *words, stdin=stdin)
        if arrives:
            asked(self, *words, stdin=stdin)
        raise GitError("fatal: the remote end hung up unexpectedly")

    monkeypatch.setattr(Git, "run", lost)


@pytest.mark.parametrize("arrives", [True, False])
def test_after_a_lost_connection_the_remote_is_asked(
    arrives: object, here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    cut_off(monkeypatch, arrives=bool(arrives))
    ran = deploy(*PLACES["branch"])
    assert (ran.code == 0) == bool(lying(site)) == is_marked(here) == arrives
    assert ("is online all the same" in ran.err) == arrives
    assert run("status").code == 0
    assert is_marked(here) == arrives


def test_a_hook_that_fails_after_the_push_changes_nothing(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    hook = site / "hooks" / "post-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nkill -9 $PPID\n", encoding="utf-8")
    hook.chmod(0o755)
    ran = deploy(*PLACES["branch"])
    assert (ran.code, is_marked(here)) == (0, True), ran.err
    assert "index.html" in lying(site)


def test_it_may_be_online_as_long_as_nobody_can_be_asked(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    deploy_killed("branch", "after the site")
    site.rename(here / "away.git")
    said = "turn 1 may be online: branch gh-pages of"
    ran = run("status")
    assert (ran.code, said in ran.out, is_marked(here)) == (0, True, False)
    shape = json.loads(run("status", "--json").out)
    (maybe,) = shape["campaigns"][0]["maybe_online"]
    assert (maybe["turns"], "gh-pages" in maybe["place"]) == ([1], True)
    assert said in run("deploy", "--undo", "--yes").err
    refused = deploy("--to", "web")
    assert (refused.code, said in refused.err, is_online(here, "folder")) == (4, True, False)
    assert deploy(*PLACES["branch"]).code == 4
    (here / "away.git").rename(site)
    assert said not in run("status").out
    assert is_marked(here)


def test_a_push_that_cannot_be_checked_is_not_called_failed(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    put = GitBranchHost.put

    def vanishing(self: GitBranchHost, files: Mapping[str, bytes]) -> None:
        put(self, files)
        site.rename(here / "away.git")
        raise HostError("the host can't be reached", "nothing changed")

    monkeypatch.setattr(GitBranchHost, "put", vanishing)
    ran = deploy(*PLACES["branch"], "--json")
    assert (ran.code, is_marked(here)) == (4, False)
    assert "may be online" in ran.err
    assert "nothing deployed" not in ran.err
    assert json.loads(ran.out)["maybe_online"] is True


def test_a_commit_on_top_does_not_hide_that_it_went_out(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    deploy_killed("branch", "after the site")
    pushed(site, here / "clone", "CNAME", "ada.example\n")
    assert run("status").code == 0
    assert is_marked(here)


def test_another_site_in_its_place_leaves_it_open(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    deploy_killed("branch", "after the site")
    git(site, "update-ref", "-d", "refs/heads/gh-pages")
    pushed_elsewhere = git(site, "commit-tree", "-m", "x", git(site, "mktree").strip()).strip()
    git(site, "update-ref", "refs/heads/gh-pages", pushed_elsewhere)
    assert "turn 1 may be online" in run("status").out
    assert not is_marked(here)


def test_a_turn_that_was_edited_meanwhile_is_recorded_as_it_went_out(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    assert site.is_dir()
    turn = here / "content" / "turns" / "001.yaml"
    turn.write_text(FLOOD.replace("turn: 2", "turn: 1"), encoding="utf-8")
    deploy_killed("branch", "after the site")
    turn.write_text(FLOOD.replace("turn: 2", "turn: 1").replace("under", "over"), encoding="utf-8")
    assert run("status").code == 0
    assert is_marked(here)
    checked = run("check")
    assert (checked.code, "under" in checked.err) == (5, True)


def test_a_record_that_was_changed_meanwhile_is_left_alone(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    assert site.is_dir()
    assert deploy(*PLACES["branch"]).code == 0
    record = here / "content" / "published.yaml"
    (here / "content" / "turns" / "002.yaml").write_text(FLOOD, encoding="utf-8")
    made["site/index.html"] += b"!"
    deploy_killed("branch", "after the site")
    changed = "# mine\n" + record.read_text(encoding="utf-8")
    record.write_text(changed, encoding="utf-8")
    ran = run("status")
    assert (ran.code, "turn 2 is online" in ran.out) == (0, True)
    assert "chronicle deploy content --record-only" in ran.out
    assert record.read_text(encoding="utf-8") == changed
    assert run("deploy", "--record-only", "--without-orders").code == 0
    assert "turn 2 is online" not in run("status").out


def test_a_record_that_is_changed_during_the_deploy_is_left_alone(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    prepare = GitBranchHost.prepare
    record = here / "content" / "published.yaml"

    def meanwhile(self: GitBranchHost, files: Mapping[str, bytes]) -> SiteChange:
        record.write_text("# mine\nformat: 1\nturns: []\n", encoding="utf-8")
        return prepare(self, files)

    monkeypatch.setattr(GitBranchHost, "prepare", meanwhile)
    ran = deploy(*PLACES["branch"])
    assert (ran.code, "index.html" in lying(site)) == (1, True)
    assert "turn 1 is online" in run("status").out
    assert record.read_text(encoding="utf-8").startswith("# mine\nformat: 1\nturns: []")


def test_the_journal_is_private_and_ignored(here: Path, own: Path, site: Path) -> None:
    assert own.is_dir()
    assert site.is_dir()
    kept = here / "content" / ".chronicle" / "deploy.json"
    deploy_killed("branch", "before the site")
    assert kept.stat().st_mode & 0o077 == 0
    assert git(here, "status", "--porcelain", "--", "content") == ""
    assert deploy(*PLACES["branch"]).code == 0
    assert not kept.exists()


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "written: No space left on device\n"),
        (OSError(errno.EACCES, "Permission denied", "x"), "written: x: Permission denied\n"),
        (OSError("no reason"), "written: OSError('no reason')\n"),
    ],
)
def test_a_journal_that_cannot_be_written_is_told_with_its_reason(
    here: Path, own: Path, site: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, said: str
) -> None:
    assert here.is_dir()
    assert own.is_dir()
    before = lying(site)

    def full(*_: object) -> None:
        raise error

    monkeypatch.setattr(key_file, "write_privately", full)
    ran = deploy(*PLACES["branch"])
    assert (ran.code, f"the journal of the deploy can't be {said}" in ran.err) == (4, True), ran.err
    assert lying(site) == before


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://ada:hush@git.example/s.git", "https://git.example/s.git"),
        ("https://token@git.example/s.git", "https://git.example/s.git"),
        ("ssh://git@git.example/s.git", "ssh://git@git.example/s.git"),
        ("ssh://git:hush@git.example/s.git", "ssh://git@git.example/s.git"),
        ("git@git.example:s.git", "git@git.example:s.git"),
    ],
)
def test_an_address_is_kept_without_its_password(url: str, kept: str) -> None:
    assert address_to_keep(url) == kept
