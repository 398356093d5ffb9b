"""Real processes that are killed in the midst of writing, or write at the same time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import TITEL, lay, prepared, run, surroundings
from tests.publish.published_files import tree

#: Runs a command up to a rename onto a path that ends like this, and then does what is said.
PROGRAM: Final = """
import os, signal, sys

end, action = sys.argv.pop(1), sys.argv.pop(1)

def stop(event, args):
    if event == "os.rename" and str(args[1]).endswith(end):
        if action == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        print("paused", flush=True)
        sys.stdin.readline()

sys.addaudithook(stop)
from chronicle.cli.main import main
main(prog_name="chronicle")
"""
RAIN: Final = "turn: 1\nnews:\n  - {for: everyone, text: It rained.}\n"
DRY: Final = RAIN.replace("rained", "was dry")


@contextmanager
def stopped_at(end: str, action: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, end, action, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=surroundings({}),
    ) as running:
        yield running


def killed_at(end: str, *words: str) -> None:
    with stopped_at(end, "kill", *words) as running:
        assert running.wait() == -9


@pytest.fixture
def here(here: Path) -> Path:
    """The site of a campaign, which has changed since."""
    return prepared(here, _build)


def _build(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": RAIN})
    assert run("build").code == 0
    lay(here / "content", {"turns/001.yaml": DRY})


def test_a_failing_build_completes_the_site_of_a_killed_one(here: Path) -> None:
    killed_at("output/site", "build")
    assert not (here / "output" / "site").exists()
    lay(here / "content", {"turns/001.yaml": TITEL})
    assert run("build").code == 1
    found = tree(here / "output")
    lay(here / "content", {"turns/001.yaml": DRY})
    assert run("build", "-o", "other").code == 0
    assert found == tree(here / "other")


def test_a_build_killed_before_the_decision_leaves_the_old_site(here: Path) -> None:
    before = tree(here / "output")
    killed_at("journal.json", "build")
    lay(here / "content", {"turns/001.yaml": TITEL})
    assert run("build").code == 1
    assert tree(here / "output") == before


def test_a_deploy_into_a_folder_is_completed_by_the_next(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": RAIN})
    deploy = ("deploy", "--to", "www", "--yes", "--without-orders")
    assert run(*deploy).code == 0
    lay(here / "content", {"turns/002.yaml": "turn: 2\n"})
    killed_at(str(here / "www"), *deploy)
    assert not (here / "www").exists()
    ran = run(*deploy)
    assert (ran.code, "already up to date" in ran.err) == (0, True)
    assert "turn: 2" in (here / "content" / "published.yaml").read_text()
    assert sorted(path.name for path in here.iterdir()) == ["content", "output", "www"]


def test_a_build_during_another_is_refused_and_names_it(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": RAIN, "turns/002.yaml": "turn: 2\n"})
    with stopped_at("journal.json", "pause", "build") as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "paused\n"
        before = tree(here / "output")
        ran = run("build")
        assert ran.code == 1
        assert f"error O014: output is being written by process {running.pid} on " in ran.err
        assert tree(here / "output") == before
        running.communicate("\n")
        assert running.returncode == 0
    found = tree(here / "output")
    assert run("build", "-o", "other").code == 0
    assert found == tree(here / "other")
