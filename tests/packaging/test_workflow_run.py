"""The workflow of a new campaign, run step by step: GitHub's own actions are played by hand."""

import shutil
import zipfile
from pathlib import Path

import pytest

from chronicle.cli.installation import installed_program
from tests.cli.git_repositories import bare, git
from tests.packaging.build_packages import PROGRAMS, contents, run
from tests.workflow_checks import parsed, run_steps, runner_environment

pytestmark = pytest.mark.xdist_group("packaging")

ADDRESS = "https://ada.github.io/hill"


def test_the_copy_for_a_workflow_is_the_wheel_that_is_built(wheel: Path, tmp_path: Path) -> None:
    program = installed_program(as_wheel=True)
    copy = tmp_path / program.name
    copy.write_bytes(program.wheel)
    assert copy.name == wheel.name
    assert contents(copy) == contents(wheel)
    with zipfile.ZipFile(copy) as archive:
        assert archive.testzip() is None


def test_a_workflow_builds_the_site_and_records_the_turns_once(
    environment: Path, runner: Path, tmp_path: Path
) -> None:
    new = ("new", "hill", "--ruleset", "freeform", "--seed", "ash", "--workflow", "--key")
    run(environment / PROGRAMS / "chronicle", *new, cwd=tmp_path)
    hill, remote = tmp_path / "hill", bare(tmp_path / "remote.git")
    for words in (
        ("init", "--quiet", "--initial-branch", "trunk"),
        ("add", "."),
        ("commit", "--quiet", "-m", "Begin"),
        ("push", "--quiet", str(remote), "trunk"),
    ):
        git(hill, *words)
    git(remote, "symbolic-ref", "HEAD", "refs/heads/trunk")
    key = (hill / "content/chronicle.key").read_text(encoding="utf-8").rstrip("\n")
    jobs = parsed(hill / ".github/workflows/site.yml")["jobs"]

    first = built(jobs, remote, runner, tmp_path / "first", key)
    assert first == "true"
    site = tmp_path / "first/temporary/built/site"
    assert f"{ADDRESS}/turns/1.html" in (site / "feed.xml").read_text(encoding="utf-8")
    assert (site / "dossier.html").is_file(), "with the key, dossiers are sealed"
    assert not (site.parent / "private").exists()

    record(jobs, remote, tmp_path / "first", runner)
    log = git(remote, "log", "--format=%s", "trunk").splitlines()
    assert log == ["Record published turns", "Begin"]
    changed = git(remote, "show", "--format=", "--name-only", "trunk").splitlines()
    assert changed == [
        "content/published.yaml",
        "content/published/001.json",
        "content/published/002.json",
        "content/published/lines.json",
    ]

    assert built(jobs, remote, runner, tmp_path / "second", "") == "", "nothing is left to commit"


def built(
    jobs: dict[str, dict[str, list[dict[str, str]]]], remote: Path, venv: Path, at: Path, key: str
) -> str:
    """Run the job `build` on a new machine; return whether there is a record to commit."""
    at.mkdir()
    temporary = at / "temporary"
    temporary.mkdir()
    git(at, "clone", "--quiet", str(remote), "checkout")
    steps = jobs["build"]["steps"]
    environment = runner_environment(venv, temporary) | {"CONTENT": "content"}
    values = {
        "secrets.CHRONICLE_KEY": key,
        "runner.temp": str(temporary),
        "steps.pages.outputs.base_url": ADDRESS,
    }
    outputs = run_steps(steps, at / "checkout", environment, values)
    return outputs.get("record.changed", "")


def record(
    jobs: dict[str, dict[str, list[dict[str, str]]]], remote: Path, at: Path, venv: Path
) -> None:
    """Run the job `record` on another machine, after the files of the job `build` came there."""
    git(at, "clone", "--quiet", str(remote), "recording")
    for name in ("published.yaml", "published"):
        source, target = at / "checkout/content" / name, at / "recording/content" / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    environment = runner_environment(venv, at / "temporary") | {"CONTENT": "content"}
    run_steps(jobs["record"]["steps"], at / "recording", environment, {})
