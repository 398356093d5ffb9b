"""The reusable action and the container: what they install, and that it runs."""

import re
import shlex
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.git_repositories import git
from tests.docs.campaigns import first_campaign
from tests.packaging.build_packages import PROGRAMS, ROOT, run
from tests.sample_campaigns import write_files
from tests.workflow_checks import faults_of_action, parsed, run_steps, runner_environment

pytestmark = pytest.mark.xdist_group("packaging")

ACTION: Final = ROOT / "action.yml"
WORKFLOW: Final = ROOT / "chronicle/starters/common/site.yml"
LOCKS: Final = ("requirements.lock", "requirements-build.lock")


def steps() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = parsed(ACTION)["runs"]["steps"]
    return found


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile with what they are given, lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ").splitlines()
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line]


# ── The action ───────────────────────────────────────────────────────────────────────────────────


def test_the_action_has_no_faults() -> None:
    assert faults_of_action(ACTION) == ""


@pytest.mark.parametrize(
    ("there", "instead"), [("using: composite", "using: bash"), ("shell: bash", "shel: bash")]
)
def test_a_fault_of_an_action_is_found(there: str, instead: str, tmp_path: Path) -> None:
    text = ACTION.read_text(encoding="utf-8")
    assert there in text
    (tmp_path / "action.yml").write_text(text.replace(there, instead, 1), encoding="utf-8")
    assert faults_of_action(tmp_path / "action.yml") != ""


def test_the_action_runs_the_commands_of_the_workflow() -> None:
    jobs = parsed(WORKFLOW)["jobs"]
    names = ("Restore the key", "Build the site", "Record what readers are told")
    theirs = {one["name"]: one["run"] for one in jobs["build"]["steps"] if one.get("name") in names}
    ours = {one["name"]: one["run"] for one in steps() if one.get("name") in names}
    assert set(ours) == set(names)
    assert ours == theirs


def test_no_input_is_pasted_into_a_script() -> None:
    assert not any("${{" in step.get("run", "") for step in steps())


def test_the_action_builds_and_records_a_campaign_from_its_own_checkout(
    runner: Path, tmp_path: Path
) -> None:
    files = {path: text.encode() for path, text in first_campaign().items()}
    repository = tmp_path / "repository"
    write_files(files, repository / "the war")
    git(repository, "init", "--quiet")
    environment = runner_environment(runner, tmp_path) | {"GITHUB_ACTION_PATH": str(ROOT)}
    values = {
        "inputs.content": "the war",
        "inputs.output": str(tmp_path / "built"),
        "inputs.key": "",
        "inputs.address": "",
        "inputs.record == 'true'": "true",
    }
    assert run_steps(steps(), repository, environment, values) == {"record.changed": "true"}
    assert "The Ferry War" in (tmp_path / "built/site/index.html").read_text(encoding="utf-8")
    assert (repository / "the war/published.yaml").is_file()


# ── The container ────────────────────────────────────────────────────────────────────────────────


def test_every_file_that_is_copied_into_the_container_is_let_through() -> None:
    copied = [name for kind, rest in instructions() if kind == "COPY" for name in rest.split()[:-1]]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert ignored[0] == "*"
    assert {f"!{name}" for name in copied} == {line for line in ignored if line[0] == "!"}
    assert all((ROOT / name).exists() for name in copied)


def test_the_container_installs_what_is_locked() -> None:
    (step,) = (one for one in steps() if one.get("name") == "Install chronicle")
    in_action = step["run"].replace('"$GITHUB_ACTION_PATH/', "").replace('"', "")
    in_action = in_action.replace("$GITHUB_ACTION_PATH", ".")
    in_container = [rest for kind, rest in instructions() if kind == "RUN" and "pip" in rest]
    assert [line.replace("--no-cache-dir ", "") for line in in_container] == in_action.splitlines()


def test_the_container_runs_the_program(runner: Path, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    python = {"python": str(runner / PROGRAMS / "python")}
    for kind, rest in instructions():
        if kind == "COPY":
            *names, _ = rest.split()
            for name in names:
                copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
                copy(ROOT / name, source / name)
        if kind == "RUN" and "pip" in rest:
            first, *words = shlex.split(rest)
            run(python[first], *words, cwd=source)
    (entry,) = (rest for kind, rest in instructions() if kind == "ENTRYPOINT")
    assert entry == '["chronicle"]'
    said = run(runner / PROGRAMS / "chronicle", "--version", cwd=tmp_path)
    assert said.startswith("chronicle ")
