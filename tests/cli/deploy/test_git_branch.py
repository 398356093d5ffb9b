"""Into a branch of a repository on the disk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from chronicle.cli import deploy as deploying
from chronicle.cli.deploy.hosts.git_branch import GitBranchHost
from chronicle.cli.git import Git
from chronicle.cli.main import main
from tests.cli.command_runner import run
from tests.cli.deploy.deployments import FLOOD, MAKER, deploy, is_marked, text_of, to
from tests.cli.git_repositories import commits, git, lying, pushed
from tests.docs.pages import ROOT

# ── The whole evening, as built ──────────────────────────────────────────────────────────────────


def test_deploying_publishes_the_turns(here: Path, site: Path) -> None:
    assert run("keys", "init").code == 0
    first = to(site)
    assert first.code == 0, first.err
    assert "which is empty so far" in first.out
    assert "everyone: turn 1 is new" in first.out
    assert "dossier of vael: turn 1 is new" in first.out
    assert "turn 1 published" in first.err
    assert not (here / "output").exists()
    assert run("build").code == 0
    built = {path.removeprefix("site/") for path in text_of(here / "output") if path[0] == "s"}
    assert set(lying(site)) == {*built, ".nojekyll"}
    assert commits(site) == [f"{MAKER} {MAKER}"]
    before = lying(site)

    (here / "content" / "turns" / "002.yaml").write_text(FLOOD, encoding="utf-8")
    dry = run("deploy", "--remote", str(site), "--dry-run", "--json")
    shape = json.loads(dry.out)
    public, *dossiers = shape["audiences"]
    assert public["turns"] == {"new": [2], "changed": [], "gone": []}
    assert [(one["audience"], one["turns"]["new"]) for one in dossiers] == [
        ("oru", [2]),
        ("vael", [2]),
    ]
    assert shape["names"] == ["The Flood"]
    assert shape["words"] == ["The marsh is under water."]
    assert shape["publishes"] == [{"campaign": "", "turns": [2]}]
    assert "boat" not in dry.out
    assert lying(site) == before
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    told = page.partition("## `deploy`")[2].partition("\n## ")[0]
    assert [key for key in shape if f"`{key}`" not in told] == ["format", "version", "chronicle"]

    assert to(site).code == 0
    assert commits(site) == [f"{MAKER} {MAKER}"]
    assert {"turns/2.html"} <= set(lying(site)) - set(before)
    again = to(site)
    assert (again.code, "already up to date: branch gh-pages" in again.err) == (0, True)


def test_a_mistake_stops_the_deploy_before_any_change(here: Path, site: Path) -> None:
    (here / "content" / "turns" / "001.yaml").write_text("turn: 1\ntitel: x\n", encoding="utf-8")
    ran = to(site)
    assert (ran.code, ran.out) == (1, "")
    assert "error C002" in ran.err
    assert lying(site) == {}


def test_a_changed_published_turn_is_not_deployed(here: Path, site: Path) -> None:
    turn = here / "content" / "turns" / "001.yaml"
    turn.write_text(FLOOD.replace("turn: 2", "turn: 1"), encoding="utf-8")
    assert run("deploy", "--record-only", "--without-orders").code == 0
    turn.write_text(FLOOD.replace("turn: 2", "turn: 1").replace("under", "over"), encoding="utf-8")
    ran = to(site)
    assert (ran.code, lying(site)) == (5, {})
    assert "error D001" in ran.err


# ── Into a repository ────────────────────────────────────────────────────────────────────────────


def test_a_dry_run_changes_nothing(here: Path, site: Path, made: dict[str, bytes]) -> None:
    assert made
    before = text_of(here)
    ran = run("deploy", "--remote", str(site), "--dry-run")
    assert (ran.code, lying(site), text_of(here)) == (0, {}, before)
    assert "Low Water" in ran.out
    assert "A ferry sank." in ran.out
    assert "dry run" in ran.err


def test_without_a_terminal_deploy_requires_yes(site: Path) -> None:
    ran = run("deploy", "--remote", str(site))
    assert (ran.code, lying(site)) == (2, {})
    assert "--yes" in ran.err


@pytest.mark.parametrize(
    ("typed", "code", "put"), [("y\n", 0, True), ("n\n", 0, False), ("", 1, False)]
)
def test_on_a_terminal_deploy_asks_for_confirmation(
    typed: str,
    code: int,
    put: bool,
    here: Path,
    made: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert made
    monkeypatch.setattr(deploying, "can_prompt", lambda: True)
    ran = CliRunner().invoke(main, ["deploy", "--to", "web", "--without-orders"], input=typed)
    assert (ran.exit_code, (here / "web").exists(), is_marked(here)) == (code, put, put)
    assert "Deploy? [y/N]" in ran.stderr


@pytest.mark.parametrize("words", [(), ("--to", "a", "--zip", "b"), ("--to", "a", "--branch", "b")])
def test_exactly_one_target_must_be_given(words: tuple[str, ...], made: dict[str, bytes]) -> None:
    assert made
    assert deploy(*words).code == 2


def test_the_target_can_be_set_in_the_campaign(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("deploy: {remote: ../site.git, branch: pages}\n")
    assert deploy().code == 0
    assert "turns/1.html" in lying(site, "pages")


def test_changed_files_are_updated_and_removed_ones_deleted(
    site: Path, made: dict[str, bytes]
) -> None:
    assert to(site).code == 0
    del made["site/turns/1.html"]
    made["site/index.html"] += b"!"
    ran = to(site)
    assert ran.code == 0
    assert "pages: 1 changed, 1 removed" in ran.out
    assert "turns/1.html" not in lying(site)


def test_a_cname_file_on_the_branch_is_kept(here: Path, site: Path, made: dict[str, bytes]) -> None:
    assert to(site).code == 0
    pushed(site, here / "clone", "CNAME", "ada.example\n")
    made["site/index.html"] += b"!"
    assert to(site).code == 0
    assert "CNAME" in lying(site)
    assert len(commits(site)) == 1
    again = to(site)
    assert "already up to date" in again.err


def test_commits_of_others_are_not_overwritten(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert to(site).code == 0
    pushed(site, here / "clone", "menu.txt", "Soup\n")
    before = lying(site)
    made["site/index.html"] += b"!"
    ran = to(site)
    assert (ran.code, lying(site)) == (4, before)
    assert "Ann, “Create menu.txt”" in ran.err


def test_commits_pushed_during_a_deploy_are_not_overwritten(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert to(site).code == 0
    assert run("deploy", "content", "--undo", "--yes").code == 0
    put = GitBranchHost.put

    def late(self: GitBranchHost, files: Mapping[str, bytes]) -> None:
        pushed(site, here / "clone", "menu.txt", "Soup\n")
        put(self, files)

    monkeypatch.setattr(GitBranchHost, "put", late)
    made["site/index.html"] += b"!"
    ran = to(site)
    assert (ran.code, "menu.txt" in lying(site)) == (4, True)
    assert "somebody else has pushed" in ran.err
    assert "- turn:" not in (here / "content" / "published.yaml").read_text()


def test_a_branch_with_other_content_is_refused(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    git(here, "init", "--quiet", "--initial-branch=main", "work")
    (here / "work" / "README").write_text("Mine", encoding="utf-8")
    git(here / "work", "add", "README")
    git(here / "work", "commit", "--quiet", "-m", "Begin")
    git(here / "work", "push", "--quiet", str(site), "main")
    ran = to(site, "--branch", "main")
    assert (ran.code, set(lying(site, "main"))) == (4, {"README"})
    assert "chronicle did not write" in ran.err
    assert not is_marked(here)
    assert to(site).code == 0
    assert set(lying(site, "main")) == {"README"}


def test_a_hook_that_refuses_is_quoted_and_nothing_is_published(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    hook = site / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not on a Sunday >&2\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    ran = to(site)
    assert (ran.code, lying(site)) == (4, {})
    assert "not on a Sunday" in ran.err
    assert not is_marked(here)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--remote", "nowhere.git"), "`nowhere.git` is neither a remote"),
        (("--remote", "./nowhere.git"), "repository not found"),
        (("--remote", "orign"), "`orign` is neither a remote"),
        (("--remote", "./site.git", "--branch", "a..b"), "invalid branch name `a..b`"),
        (("--remote", "--upload-pack=x"), "not a repository address"),
        (("--remote", "ext::sh"), "not a repository address"),
        (("--remote", "https://ada:hush@127.0.0.1:9/x.git"), "the host can't be reached"),
    ],
)
def test_an_unreachable_repository_has_a_plain_message(
    words: tuple[str, ...], said: str, here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    assert site.is_dir()
    ran = deploy(*words)
    assert ran.code == 4, ran.err
    assert said in ran.err
    assert "  help: " in ran.err
    assert "hush" not in ran.err
    assert "Traceback" not in ran.err
    assert not is_marked(here)


def test_without_git_an_alternative_is_suggested(
    site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    monkeypatch.setenv("PATH", str(site))
    ran = to(site)
    assert ran.code == 4
    assert "git is not installed" in ran.err
    assert "--zip" in ran.err
    assert deploy("--zip", "site.zip").code == 0


def test_an_interruption_leaves_everything_as_it_was(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    asked = Git.run

    def interrupted(self: Git, *words: str, stdin: bytes = b"") -> bytes:
        if "push" in words:
            raise KeyboardInterrupt
        return asked(self, *words, stdin=stdin)

    monkeypatch.setattr(Git, "run", interrupted)
    ran = to(site)
    assert (ran.code, lying(site), is_marked(here)) == (1, {}, False)
