"""Where a program came from, and the workflow that installs it from there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.starters.workflow import (
    ProgramFiles,
    ProgramSource,
    source_in_repository,
    source_of,
    workflow_files,
)
from tests.workflow_checks import faults_of_workflow, parsed

COMMIT: Final = "0123456789abcdef0123456789abcdef01234567"
DIGEST: Final = "5f" * 32
REPOSITORY: Final = "https://git.example/ada/chronicle.git"
WHEEL_URL: Final = "https://dl.example/v2/chronicle_rpg-2.0-py3-none-any.whl"
RELEASE_URL: Final = "https://dl.example/v2/chronicle_rpg-2.0.tar.gz"
LOCK: Final = "# About it.\nclick==8.5.1 \\\n    --hash=sha256:aa\n    # via chronicle\n"
BUILD_LOCK: Final = "hatchling==1.33.0 \\\n    --hash=sha256:bb\n"
#: What an installer records of each kind of install (PEP 610).
INSTALLS: Final[dict[str, dict[str, Any] | None]] = {
    "index": None,
    "wheel at an address": {
        "url": WHEEL_URL,
        "archive_info": {"hash": f"sha256={DIGEST}", "hashes": {"sha256": DIGEST}},
    },
    "wheel at an address, by an older pip": {
        "url": WHEEL_URL,
        "archive_info": {"hash": f"sha256={DIGEST}"},
    },
    "wheel at an address, without a digest": {"url": WHEEL_URL, "archive_info": {}},
    "source archive at an address": {
        "url": RELEASE_URL,
        "archive_info": {"hashes": {"sha256": DIGEST}},
    },
    "tag of a repository": {
        "url": REPOSITORY,
        "vcs_info": {"vcs": "git", "requested_revision": "v2.0", "commit_id": COMMIT},
    },
    "folder": {"url": "file:///home/ada/chronicle", "dir_info": {}},
    "checkout": {"url": "file:///home/ada/chronicle", "dir_info": {"editable": True}},
    "wheel on this computer": {
        "url": "file:///home/ada/chronicle_rpg-2.0-py3-none-any.whl",
        "archive_info": {"hashes": {"sha256": DIGEST}},
    },
    "repository over ssh": {
        "url": "ssh://git@git.example/ada/chronicle.git",
        "vcs_info": {"vcs": "git", "commit_id": COMMIT},
    },
    "address with a login": {
        "url": "https://ada:secret@dl.example/chronicle_rpg-2.0-py3-none-any.whl",
        "archive_info": {"hashes": {"sha256": DIGEST}},
    },
    "address that a shell would read": {
        "url": "https://dl.example/$(rm)/chronicle_rpg-2.0-py3-none-any.whl",
        "archive_info": {"hashes": {"sha256": DIGEST}},
    },
}
#: The line of `requirements.txt` for the program, or the end of its own line of the workflow.
REQUIRED: Final = {
    "index": '--no-deps --only-binary :all: "chronicle-rpg==2.0"',
    "wheel at an address": f"chronicle-rpg @ {WHEEL_URL} --hash=sha256:{DIGEST}",
    "wheel at an address, by an older pip": f"chronicle-rpg @ {WHEEL_URL} --hash=sha256:{DIGEST}",
    "wheel at an address, without a digest": (
        f'--no-deps --only-binary :all: "chronicle-rpg @ {WHEEL_URL}"'
    ),
    "source archive at an address": f"chronicle-rpg @ {RELEASE_URL} --hash=sha256:{DIGEST}",
    "tag of a repository": (
        f'--no-deps --no-build-isolation "chronicle-rpg @ git+{REPOSITORY}@{COMMIT}"'
    ),
}


def program(install: str) -> ProgramFiles:
    recorded = INSTALLS[install]
    source = source_of("2.0", json.dumps(recorded) if recorded is not None else None)
    name = "chronicle_rpg-2.0-py3-none-any.whl"
    return ProgramFiles(source, name, b"a wheel", LOCK, BUILD_LOCK)


def laid(install: str, folder: Path, content: str = "content") -> Path:
    """The workflow of a campaign in a folder."""
    for path, text in workflow_files(program(install), content).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text)
    return folder / ".github/workflows/site.yml"


@pytest.mark.parametrize("install", INSTALLS)
def test_the_workflow_of_every_install_has_no_faults(install: str, tmp_path: Path) -> None:
    assert faults_of_workflow(laid(install, tmp_path)) == ""


@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("runs-on: ubuntu-24.04", "runs-on: ubuntu-24.04\n    steps: []"),
        ("steps.record.outputs.changed", "steps.recorded.outputs.changed"),
        ("timeout-minutes: 20", "timeout: 20"),
        ("contents: write", "content: write"),
    ],
)
def test_a_fault_of_a_workflow_is_found(there: str, instead: str, tmp_path: Path) -> None:
    path = laid("index", tmp_path)
    text = path.read_text(encoding="utf-8")
    assert there in text
    path.write_text(text.replace(there, instead, 1), encoding="utf-8")
    assert faults_of_workflow(path) != ""


@pytest.mark.parametrize("install", INSTALLS)
def test_the_program_is_installed_from_where_it_was_installed(install: str, tmp_path: Path) -> None:
    flow = parsed(laid(install, tmp_path))
    (step,) = (
        one for one in flow["jobs"]["build"]["steps"] if one.get("name") == "Install chronicle"
    )
    first, *more = step["run"].splitlines()
    required = (tmp_path / ".github/chronicle/requirements.txt").read_text(encoding="utf-8")
    assert first.endswith(" --require-hashes -r .github/chronicle/requirements.txt")
    wheels = [path.read_bytes() for path in tmp_path.rglob("*.whl")]
    if install not in REQUIRED:
        assert wheels == [b"a wheel"]
        assert required.splitlines()[-1].startswith(
            "./.github/chronicle/chronicle_rpg-2.0-py3-none-any.whl --hash=sha256:"
        )
        assert more == []
    elif "--hash" in REQUIRED[install]:
        assert (required.splitlines()[-1], more, wheels) == (REQUIRED[install], [], [])
    else:
        (line,) = more
        assert line.endswith(REQUIRED[install])
        assert "chronicle-rpg" not in required
        assert wheels == []


@pytest.mark.parametrize("install", INSTALLS)
def test_what_the_program_needs_is_pinned_by_hash(install: str, tmp_path: Path) -> None:
    laid(install, tmp_path)
    text = (tmp_path / ".github/chronicle/requirements.txt").read_text(encoding="utf-8")
    assert "click==8.5.1 \\\n    --hash=sha256:aa\n" in text
    is_built = install in ("source archive at an address", "tag of a repository")
    assert ("hatchling==1.33.0 \\\n    --hash=sha256:bb\n" in text) is is_built


@pytest.mark.parametrize("install", ["checkout", "repository over ssh", "address with a login"])
def test_no_path_and_no_login_of_this_computer_is_written(install: str, tmp_path: Path) -> None:
    laid(install, tmp_path)
    for path in tmp_path.rglob("*.*"):
        if path.is_file():
            assert not any(word in path.read_bytes() for word in (b"file:", b"ada", b"secret@"))


def test_a_workflow_names_a_package_index_only_after_an_install_from_one() -> None:
    for install in INSTALLS:
        said = source_in_repository(program(install)).description
        assert ("package index" in said) is (install == "index")


@pytest.mark.parametrize("revision", ["v2.0", COMMIT, "$(rm)", ""])
def test_a_repository_is_pinned_to_the_commit_and_names_its_tag(revision: str) -> None:
    vcs = {"vcs": "git", "requested_revision": revision, "commit_id": COMMIT}
    named = " (v2.0)" if revision == "v2.0" else ""
    assert source_of("2.0", json.dumps({"url": REPOSITORY, "vcs_info": vcs})) == ProgramSource(
        f"chronicle-rpg @ git+{REPOSITORY}@{COMMIT}",
        f"commit 0123456789ab{named} of {REPOSITORY}",
        from_source=True,
    )


@pytest.mark.parametrize(
    "vcs", [{"vcs": "hg", "commit_id": COMMIT}, {"vcs": "git", "commit_id": "main"}]
)
def test_a_repository_without_a_commit_of_git_is_not_used(vcs: dict[str, str]) -> None:
    assert source_of("2.0", json.dumps({"url": REPOSITORY, "vcs_info": vcs})) is None


@pytest.mark.parametrize("content", ["content", ".", "the games/ferry war", "it's a $HOME: #1"])
def test_any_folder_of_a_campaign_is_a_value_and_never_a_script(
    content: str, tmp_path: Path
) -> None:
    path = laid("index", tmp_path, content)
    assert faults_of_workflow(path) == ""
    flow = parsed(path)
    assert flow["env"] == {"CONTENT": content}
    scripts = [
        step["run"] for job in flow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert not any("${{" in script for script in scripts)
    assert all(content not in script for script in scripts if len(content) > 10)


def test_only_the_default_branch_of_a_private_repository_is_built(tmp_path: Path) -> None:
    build = parsed(laid("index", tmp_path))["jobs"]["build"]
    assert build["if"] == "${{ github.ref_name == github.event.repository.default_branch }}"
    refusal = build["steps"][0]
    assert refusal["if"] == "${{ !github.event.repository.private }}"
    assert refusal["run"].splitlines()[-1] == "exit 1"


def test_no_code_but_git_runs_with_a_token_that_may_write(tmp_path: Path) -> None:
    flow = parsed(laid("index", tmp_path))
    assert flow["permissions"] == {}
    rights = {name: job["permissions"] for name, job in flow["jobs"].items()}
    assert rights == {
        "build": {"contents": "read", "pages": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
        "record": {"contents": "write"},
    }
    (script,) = (step["run"] for step in flow["jobs"]["record"]["steps"] if "run" in step)
    assert {line.split()[0] for line in script.splitlines()} == {"git"}
    used = [
        step["uses"] for job in flow["jobs"].values() for step in job["steps"] if "uses" in step
    ]
    assert all(name.startswith("actions/") for name in used), "all are GitHub's own"


def test_turns_are_recorded_once_the_site_is_online(tmp_path: Path) -> None:
    jobs = parsed(laid("index", tmp_path))["jobs"]
    assert jobs["deploy"]["needs"] == "build"
    assert jobs["record"]["needs"] == ["build", "deploy"]
