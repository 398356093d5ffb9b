"""A run of what has not changed says and leaves what the run before it did, and makes nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.cache import last_build
from chronicle.cli import build, check
from tests.cache.test_build_with_cache import SPOILT
from tests.cli.command_runner import CREEP, lay, run
from tests.publish.published_files import tree

#: News for everyone that name a place which not everyone knows: a warning in each run.
SLIP = CREEP + "news:\n  - {id: rain, for: everyone, text: It rains on The Vale.}\n"


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The runs that made something, in order."""
    found: list[str] = []
    made: Callable[..., Any] = vars(build)["build_content"]

    def counted(content: Path, **how: object) -> object:
        found.append(content.as_posix())
        return made(content, **how)

    for command in (build, check):
        monkeypatch.setattr(command, "build_content", counted)
    return found


@pytest.mark.parametrize("command", ["build", "check"])
def test_an_unchanged_campaign_is_not_built_again(
    command: str, here: Path, runs: list[str]
) -> None:
    lay(here / "content", {"turns/001.yaml": SLIP})
    first = run(command)
    assert "L002" in first.err
    assert first.code == 0
    left = tree(here / "output") if command == "build" else {}
    assert run(command) == first
    assert len(runs) == 1
    assert (tree(here / "output") if command == "build" else {}) == left


def _turn(here: Path) -> None:
    path = here / "content" / "turns" / "001.yaml"
    path.write_text(path.read_text() + "title: Rain\n")


def _new_file(here: Path) -> None:
    (here / "content" / "pages").mkdir()
    (here / "content" / "pages" / "tides.md").write_text(
        "---\ntitle: Tides\nfor: everyone\n---\nHigh.\n"
    )


def _lost_file(here: Path) -> None:
    (here / "content" / "turns" / "001.yaml").unlink()


def _own_theme(here: Path) -> None:
    folder = here / "content" / "themes" / "annals"
    folder.mkdir(parents=True)
    (folder / "404.html").write_text("<!doctype html><main>Lost.</main>")


def _key(_here: Path) -> None:
    assert run("keys", "init").code == 0


def _open_key(here: Path) -> None:
    (here / "content" / "chronicle.key").chmod(0o644)


CHANGES: Final = (_turn, _new_file, _own_theme, _key, _lost_file)


@pytest.mark.usefixtures("complete_builds")
def test_a_changed_campaign_is_built_again(built: Path, runs: list[str]) -> None:
    for change in CHANGES:
        change(built)
        runs.clear()
        assert (run("check").code, run("build").code) == (0, 0)
        assert len(runs) == 2, change
    assert run("build", "-o", "fresh").code == 0
    assert tree(built / "output") == tree(built / "fresh")


def test_a_world_readable_key_is_reported_even_if_nothing_changed(built: Path) -> None:
    _key(built)
    run("build")
    assert run("build").code == 0
    _open_key(built)
    assert "chronicle.key" in run("build").err


@pytest.mark.usefixtures("built")
def test_a_new_program_version_builds_again(
    runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run("build")
    assert runs == []
    monkeypatch.setattr(last_build, "program_fingerprint", lambda: "a later version")
    run("build")
    assert len(runs) == 1


def _a_byte(output: Path) -> None:
    (output / "site" / "index.html").write_bytes(b"somebody wrote this")


def _a_page_less(output: Path) -> None:
    (output / "private" / "gm" / "index.html").unlink()


def _no_list(output: Path) -> None:
    (output / ".chronicle.json").write_text("{}")


def _left_behind(output: Path) -> None:
    (output / ".chronicle-building-abc").mkdir()


@pytest.mark.parametrize(
    "harm", [_a_byte, _a_page_less, _left_behind], ids=lambda harm: harm.__name__.strip("_")
)
def test_a_modified_output_is_built_again(
    harm: Callable[[Path], None], built: Path, runs: list[str]
) -> None:
    left = tree(built / "output")
    harm(built / "output")
    assert run("build").code == 0
    assert len(runs) == 1
    assert tree(built / "output") == left


def test_an_output_with_foreign_files_is_still_refused(built: Path) -> None:
    (built / "output" / "notes.txt").write_text("mine")
    assert "O001" in run("build").err
    (built / "output" / "notes.txt").unlink()
    _no_list(built / "output")
    assert "O001" in run("build").err


def test_a_failed_build_is_not_remembered(here: Path, runs: list[str]) -> None:
    lay(here / "content", {"turns/001.yaml": "turn: one\n"})
    first = run("build")
    assert first.code == 1
    assert run("build") == first
    assert run("check").code == 1
    assert run("check").code == 1
    assert len(runs) == 4


def test_a_file_saved_during_a_build_triggers_the_next(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = here / "content" / "turns" / "001.yaml"
    before = path.read_text()
    made: Callable[..., Any] = vars(build)["build_content"]

    def saving(content: Path, **how: object) -> object:
        _turn(here)
        return made(content, **how)

    with monkeypatch.context() as patched:
        patched.setattr(build, "build_content", saving)
        run("build")
    path.write_text(before)
    run("build")
    assert "Rain" not in (here / "output" / "site" / "turns" / "1.html").read_text()


def test_a_damaged_build_record_is_ignored(built: Path, runs: list[str]) -> None:
    first, left = run("build"), tree(built / "output")
    for spoil in SPOILT:
        kept = sorted(Path(os.environ["CHRONICLE_CACHE"], "built").iterdir())
        assert kept
        # Two, so that each can lie in the place of the other.
        (kept[0].parent / ("z" * 64)).write_bytes(kept[0].read_bytes()[::-1])
        spoil(sorted(kept[0].parent.iterdir()))
        assert run("build") == first
        assert tree(built / "output") == left
    assert len(runs) == len(SPOILT)
