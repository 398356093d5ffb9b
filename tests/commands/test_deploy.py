"""A newcomer puts a site where it is hosted: into repositories on the disk, folders, zip files."""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli import deploying, main
from chronicle.cli.git import Git
from chronicle.cli.hosts.branch import Branch
from chronicle.cli.reading import Run
from chronicle.diagnostics import Report
from tests.commands.hosted import bare, commits, git, lying, pushed
from tests.commands.newcomer import Ran, run
from tests.docs.pages import ROOT

MAKER: Final = "chronicle <site@chronicle.invalid>"
FLOOD: Final = """\
turn: 2
title: The Flood
news:
  - {for: everyone, text: The marsh is under water.}
  - {for: vael, text: A boat waits for you.}
"""
#: A site that takes no build: `made` gives it to whoever asks.
SITE: Final = {
    "site/index.html": b"<title>Crowns</title><main><h1>Crowns</h1></main>",
    "site/turns/1.html": b"<main><p>A ferry sank.</p></main>",
    "site/search.json": b'[{"title": "Low Water", "words": "A ferry sank."}]',
    "private/gm/index.html": b"<main>Everything</main>",
}


@pytest.fixture(autouse=True)
def settled(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings of git have a say, and logins are reckoned in few rounds."""
    monkeypatch.setattr("chronicle.seal.logins.ROUNDS", 2)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(here / "no-such-file"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))


@pytest.fixture
def site(here: Path) -> Path:
    """An empty repository for the site."""
    return bare(here / "site.git")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The files of every build from now on, which takes no time then."""
    files = dict(SITE)
    monkeypatch.setattr(deploying, "made", lambda *_, **__: Run(dict(files), Report()))
    return files


def deploy(*words: str) -> Ran:
    return run("deploy", *words, "--yes")


def to(repository: Path, *words: str) -> Ran:
    return deploy("--remote", str(repository), *words)


def text_of(folder: Path) -> Mapping[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    }


def is_marked(here: Path) -> bool:
    return (here / "content" / "published.yaml").exists()


# ── The whole evening, as built ──────────────────────────────────────────────────────────────────


def test_a_site_goes_out_turn_by_turn_and_its_turns_are_published(here: Path, site: Path) -> None:
    assert run("keys", "init").code == 0
    first = to(site)
    assert first.code == 0, first.err
    assert "nothing lies yet" in first.out
    assert "everybody: turn 1 is new" in first.out
    assert "dossier of vael: turn 1 is new" in first.out
    assert "turn 1 published" in first.err
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
    told = page.partition("## `deploy --json`")[2].partition("\n## ")[0]
    assert [key for key in shape if f"`{key}`" not in told] == ["format", "version", "chronicle"]

    assert to(site).code == 0
    assert commits(site) == [f"{MAKER} {MAKER}"]
    assert {"turns/2.html"} <= set(lying(site)) - set(before)
    again = to(site)
    assert (again.code, "nothing changes in branch gh-pages" in again.err) == (0, True)


def test_a_mistake_ends_it_before_anything_is_put(here: Path, site: Path) -> None:
    (here / "content" / "turns" / "001.yaml").write_text("turn: 1\ntitel: x\n", encoding="utf-8")
    ran = to(site)
    assert (ran.code, ran.out) == (1, "")
    assert "error C002" in ran.err
    assert lying(site) == {}


def test_a_published_turn_that_is_told_otherwise_does_not_go_out(here: Path, site: Path) -> None:
    turn = here / "content" / "turns" / "001.yaml"
    turn.write_text(FLOOD.replace("turn: 2", "turn: 1"), encoding="utf-8")
    assert run("publish").code == 0
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


def test_without_a_terminal_it_does_not_go_on_unless_told_to(site: Path) -> None:
    ran = run("deploy", "--remote", str(site))
    assert (ran.code, lying(site)) == (2, {})
    assert "--yes" in ran.err


@pytest.mark.parametrize(
    ("typed", "code", "put"), [("y\n", 0, True), ("n\n", 0, False), ("", 1, False)]
)
def test_on_a_terminal_it_asks(
    typed: str,
    code: int,
    put: bool,
    here: Path,
    made: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert made
    monkeypatch.setattr(deploying, "_can_ask", lambda: True)
    ran = CliRunner().invoke(main, ["deploy", "--to", "web"], input=typed)
    assert (ran.exit_code, (here / "web").exists(), is_marked(here)) == (code, put, put)
    assert "Put it there? [y/N]" in ran.stderr


@pytest.mark.parametrize("words", [(), ("--to", "a", "--zip", "b"), ("--to", "a", "--branch", "b")])
def test_one_place_has_to_be_named(words: tuple[str, ...], made: dict[str, bytes]) -> None:
    assert made
    assert deploy(*words).code == 2


def test_the_place_can_stand_in_the_campaign(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert made
    with (here / "content" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("deploy: {remote: ../site.git, branch: pages}\n")
    assert deploy().code == 0
    assert "turns/1.html" in lying(site, "pages")


def test_what_changes_is_put_there_and_what_is_gone_goes(
    site: Path, made: dict[str, bytes]
) -> None:
    assert to(site).code == 0
    del made["site/turns/1.html"]
    made["site/index.html"] += b"!"
    ran = to(site)
    assert ran.code == 0
    assert "pages: 1 changed, 1 gone" in ran.out
    assert "turns/1.html" not in lying(site)


def test_the_domain_that_a_host_has_written_stays(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert to(site).code == 0
    pushed(site, here / "clone", "CNAME", "ada.example\n")
    made["site/index.html"] += b"!"
    assert to(site).code == 0
    assert "CNAME" in lying(site)
    assert len(commits(site)) == 1
    again = to(site)
    assert "nothing changes" in again.err


def test_what_somebody_else_has_pushed_is_not_lost(
    here: Path, site: Path, made: dict[str, bytes]
) -> None:
    assert to(site).code == 0
    pushed(site, here / "clone", "menu.txt", "Soup\n")
    before = lying(site)
    made["site/index.html"] += b"!"
    ran = to(site)
    assert (ran.code, lying(site)) == (4, before)
    assert "Ann, “Create menu.txt”" in ran.err


def test_what_is_pushed_while_it_runs_is_not_lost(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert to(site).code == 0
    (here / "content" / "published.yaml").unlink()
    put = Branch.put

    def late(self: Branch, files: Mapping[str, bytes]) -> None:
        pushed(site, here / "clone", "menu.txt", "Soup\n")
        put(self, files)

    monkeypatch.setattr(Branch, "put", late)
    made["site/index.html"] += b"!"
    ran = to(site)
    assert (ran.code, "menu.txt" in lying(site)) == (4, True)
    assert "somebody else has pushed" in ran.err
    assert not is_marked(here)


def test_a_branch_that_holds_something_else_is_refused(
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
    assert "chronicle did not make" in ran.err
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
        (("--remote", "nowhere.git"), "there is no remote `nowhere.git`"),
        (("--remote", "./nowhere.git"), "there is no such repository"),
        (("--remote", "orign"), "there is no remote `orign`"),
        (("--remote", "./site.git", "--branch", "a..b"), "no branch can be called `a..b`"),
        (("--remote", "--upload-pack=x"), "no address of a repository"),
        (("--remote", "ext::sh"), "no address of a repository"),
        (("--remote", "https://ada:hush@127.0.0.1:9/x.git"), "the host can't be reached"),
    ],
)
def test_a_repository_that_can_t_be_had_is_said_in_words(
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


def test_without_git_there_is_a_way_out(
    site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    monkeypatch.setenv("PATH", str(site))
    ran = to(site)
    assert ran.code == 4
    assert "no git" in ran.err
    assert "--zip" in ran.err
    assert deploy("--zip", "site.zip").code == 0


def test_an_interruption_leaves_everything_as_it_was(
    here: Path, site: Path, made: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert made
    asked = Git.run

    def interrupted(self: Git, *words: str, feed: bytes = b"") -> bytes:
        if "push" in words:
            raise KeyboardInterrupt
        return asked(self, *words, feed=feed)

    monkeypatch.setattr(Git, "run", interrupted)
    ran = to(site)
    assert (ran.code, lying(site), is_marked(here)) == (1, {}, False)


# ── The author's own repository ──────────────────────────────────────────────────────────────────


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


def test_content_is_not_put_side_by_side_with_the_site(here: Path, own: Path) -> None:
    ran = deploy("--remote", "origin")
    assert (ran.code, lying(own)) == (4, {})
    assert "content/campaign.yaml" in ran.err
    assert "private: true" in ran.err
    assert not is_marked(here)


def test_in_a_private_repository_the_site_has_a_branch_of_its_own(here: Path, own: Path) -> None:
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


def test_a_separate_repository_is_all_right(own: Path, site: Path) -> None:
    ran = to(site)
    assert (ran.code, lying(own)) == (0, {})
    assert "warning" not in ran.err


def test_a_key_that_git_tracks_keeps_the_site_from_that_repository(here: Path, own: Path) -> None:
    assert run("keys", "init").code == 0
    git(here, "add", "--force", "content/chronicle.key")
    ran = deploy("--remote", str(own))
    assert ran.code == 4
    assert "git tracks the key: content/chronicle.key" in ran.err


def test_a_key_that_others_may_read_keeps_the_site_from_everywhere(
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


# ── Into a folder, into a zip file ───────────────────────────────────────────────────────────────


def test_a_folder_becomes_the_site_and_nothing_else(here: Path, made: dict[str, bytes]) -> None:
    assert deploy("--to", "web").code == 0
    expected = {path.removeprefix("site/") for path in made if path.startswith("site/")}
    assert set(text_of(here / "web")) == {*expected, ".chronicle.json"}
    assert is_marked(here)
    del made["site/turns/1.html"]
    assert deploy("--to", "web").code == 0
    assert not (here / "web" / "turns").exists()
    assert [path.name for path in here.iterdir() if "putting" in path.name] == []


def test_a_folder_with_other_files_is_refused(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "web").mkdir()
    (here / "web" / "diary.txt").write_text("Mine", encoding="utf-8")
    ran = deploy("--to", "web")
    assert (ran.code, list(text_of(here / "web"))) == (4, ["diary.txt"])
    assert "diary.txt" in ran.err


def test_a_zip_file_is_the_same_every_time(here: Path, made: dict[str, bytes]) -> None:
    assert deploy("--zip", "one.zip").code == 0
    assert deploy("--zip", "two.zip").code == 0
    one = (here / "one.zip").read_bytes()
    assert one == (here / "two.zip").read_bytes()
    with zipfile.ZipFile(here / "one.zip") as archive:
        assert archive.namelist() == ["index.html", "search.json", "turns/1.html"]
        assert archive.read("index.html") == made["site/index.html"]
    again = deploy("--zip", "one.zip")
    assert (again.code, "nothing changes" in again.err) == (0, True)


def test_a_file_that_is_none_of_ours_is_refused(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "one.zip").write_text("Mine", encoding="utf-8")
    assert deploy("--zip", "one.zip").code == 4
    assert (here / "one.zip").read_text(encoding="utf-8") == "Mine"


# ── Published turns ──────────────────────────────────────────────────────────────────────────────


def test_turns_are_published_as_far_as_it_is_said(here: Path, made: dict[str, bytes]) -> None:
    assert made
    (here / "content" / "turns" / "002.yaml").write_text(FLOOD, encoding="utf-8")
    assert deploy("--to", "web", "--through", "3").code == 2
    assert deploy("--to", "web", "--through", "1").code == 0
    record = here / "content" / "published.yaml"
    assert "turn: 2" not in record.read_text(encoding="utf-8")
    assert deploy("--to", "web").code == 0
    assert "turn: 2" in record.read_text(encoding="utf-8")


def test_a_refusal_is_json_for_programs(made: dict[str, bytes]) -> None:
    assert made
    ran = deploy("--remote", "./nowhere.git", "--json")
    shape = json.loads(ran.out)
    assert (ran.code, shape["format"], shape["done"]) == (4, "chronicle-deploy", False)
    assert "no such repository" in shape["refused"][0]["said"]
