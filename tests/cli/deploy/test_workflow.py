"""A workflow for a campaign that is there: where it goes, and what it never replaces unasked."""

from __future__ import annotations

import zipfile
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli import installation, new
from chronicle.cli.installation import installed_program
from chronicle.cli.main import main
from chronicle.files import package_data
from chronicle.files.package_data import program_files
from tests.cli.command_runner import lay, run
from tests.cli.git_repositories import git
from tests.workflow_checks import faults_of_workflow, parsed

WORKFLOW: Final = ".github/workflows/site.yml"
REQUIREMENTS: Final = ".github/chronicle/requirements.txt"


@pytest.fixture(autouse=True)
def copied_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy of the program is made once for all tests: it is the same each time."""
    monkeypatch.setattr(installation, "installed_program", _program)


_program: Final = cache(installed_program)


def wheels(folder: Path) -> list[str]:
    return [path.name for path in (folder / ".github/chronicle").glob("*.whl")]


def test_a_campaign_gets_a_workflow_with_a_copy_of_this_program(here: Path) -> None:
    ran = run("deploy", "--workflow")
    assert (ran.code, ran.out) == (0, "")
    (name,) = wheels(here)
    assert ran.err.splitlines()[:2] == [
        f"written in .: .github/chronicle/{name}, {REQUIREMENTS}, {WORKFLOW}",
        f"The workflow installs a copy of this program, .github/chronicle/{name}.",
    ]
    assert faults_of_workflow(here / WORKFLOW) == ""
    assert parsed(here / WORKFLOW)["env"] == {"CONTENT": "content"}


def test_the_workflow_goes_to_the_top_of_the_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "--quiet")
    lay(tmp_path / "games/ferry war", {})
    monkeypatch.chdir(tmp_path / "games/ferry war")
    assert run("deploy", "--workflow", ".").code == 0
    assert parsed(tmp_path / WORKFLOW)["env"] == {"CONTENT": "games/ferry war"}
    assert not Path(".github").exists()


def test_a_campaign_at_the_top_of_the_repository_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(tmp_path, "init", "--quiet")
    lay(tmp_path, {})
    monkeypatch.chdir(tmp_path)
    assert run("deploy", "--workflow", ".").code == 0
    assert parsed(tmp_path / WORKFLOW)["env"] == {"CONTENT": "."}


def test_a_folder_outside_of_every_repository_is_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    ran = run("deploy", "--workflow", "../content")
    assert ran.code == 2
    assert "run this in the folder that will be the repository" in ran.err


def test_a_second_run_writes_nothing(here: Path) -> None:
    assert run("deploy", "--workflow").code == 0
    before = {path: path.stat().st_mtime_ns for path in (here / ".github").rglob("*")}
    assert run("deploy", "--workflow").err == "the workflow is up to date; nothing written\n"
    assert {path: path.stat().st_mtime_ns for path in (here / ".github").rglob("*")} == before


def test_a_changed_workflow_is_replaced_only_when_told_to(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("deploy", "--workflow").code == 0
    (here / WORKFLOW).write_text("name: Mine\n", encoding="utf-8")
    ran = run("deploy", "--workflow")
    assert ran.code == 2
    assert f"{WORKFLOW} would be replaced, with your changes in it" in ran.err
    assert "add --yes" in ran.err
    monkeypatch.setattr(new, "can_prompt", lambda: True)
    assert CliRunner().invoke(main, ["deploy", "--workflow"], input="n\n").exit_code == 1
    assert (here / WORKFLOW).read_text(encoding="utf-8") == "name: Mine\n"
    assert CliRunner().invoke(main, ["deploy", "--workflow"], input="y\n").exit_code == 0
    assert faults_of_workflow(here / WORKFLOW) == ""


def test_an_update_removes_the_copy_of_the_version_before(here: Path) -> None:
    assert run("deploy", "--workflow").code == 0
    (name,) = wheels(here)
    older = here / ".github/chronicle/chronicle_rpg-0.0.1-py3-none-any.whl"
    older.write_bytes(b"")
    (here / REQUIREMENTS).write_text("", encoding="utf-8")
    assert run("deploy", "--workflow", "--yes").code == 0
    assert wheels(here) == [name]


def test_nothing_is_added_to_a_campaign_that_cannot_be_built(here: Path) -> None:
    (here / "content/campaign.yaml").write_text("titel: Oh\n", encoding="utf-8")
    assert run("deploy", "--workflow").code == 1
    assert not (here / ".github").exists()


def test_the_copy_is_the_same_at_each_time() -> None:
    assert installed_program(as_wheel=True).wheel == installed_program(as_wheel=True).wheel


def test_the_copy_lists_every_file_with_its_digest(tmp_path: Path) -> None:
    program = installed_program(as_wheel=True)
    path = tmp_path / program.name
    path.write_bytes(program.wheel)
    with zipfile.ZipFile(path) as archive:
        (record,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
        rows = archive.read(record).decode().splitlines()
        assert [row.rsplit(",", 2)[0] for row in rows] == archive.namelist()
        assert not any(name.endswith(".pyc") for name in archive.namelist())
    assert rows[-1] == f"{record},,"
    assert all(",sha256=" in row for row in rows[:-1])


def test_what_goes_into_a_wheel_has_no_compiled_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("a.py", "__pycache__/a.cpython-311.pyc", "b/__pycache__/c.data", "themes/x.html"):
        file = tmp_path / "package" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"1")
    monkeypatch.setattr(package_data, "_PACKAGE", tmp_path / "package")
    assert program_files() == {"chronicle/a.py": b"1", "chronicle/themes/x.html": b"1"}
