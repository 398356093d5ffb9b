"""What goes wrong in the midst of writing leaves the output as it was."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from chronicle.diagnostics.report import Report
from chronicle.publish.writer import write_output
from tests.publish.published_files import FIRST, SECOND, codes, failing, pages, put, tree

FULL: Final = OSError(errno.ENOSPC, "No space left on device")
#: Each call by which a build of SECOND over FIRST touches the disk.
CALLS: Final = [
    *(("write_bytes", turn) for turn in (1, 2, 3)),
    ("write_text", 1),
    *(("rename", turn) for turn in (1, 2, 3, 4)),
    ("replace", 1),
]
#: What may fail: a disk without files in two places has them written.
MAY_FAIL: Final = ("hardlink_to", 1)


@pytest.mark.parametrize(("method", "turn"), CALLS)
def test_a_failure_leaves_the_earlier_output_byte_for_byte(
    method: str, turn: int, output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(FIRST, output, content)
    before = tree(output)
    with monkeypatch.context() as patched:
        calls = failing(patched, method, turn, FULL)
        (finding,) = put(SECOND, output, content)
        assert len(calls) >= turn, "the call was never made"
    assert finding.code == "O002"
    assert finding.message == f"can't write {output}: No space left on device"
    assert tree(output) == before
    assert put(SECOND, output, content) == ()
    assert pages(output) == SECOND


@pytest.mark.parametrize(("method", "turn"), [*CALLS, MAY_FAIL])
def test_an_interruption_leaves_the_earlier_output_byte_for_byte(
    method: str, turn: int, output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(FIRST, output, content)
    before = tree(output)
    with monkeypatch.context() as patched:
        failing(patched, method, turn, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            write_output(SECOND, output, content, Report())
    assert tree(output) == before


def test_every_system_call_of_a_write_is_covered(
    output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(FIRST, output, content)
    counted = {}
    for method in ("write_bytes", "write_text", "rename", "replace", "hardlink_to"):
        counted[method] = failing(monkeypatch, method, 0, FULL)
    put(SECOND, output, content)
    assert {method: len(calls) for method, calls in counted.items()} == {
        method: max(turn for name, turn in (*CALLS, MAY_FAIL) if name == method)
        for method in counted
    }


def test_a_first_build_that_fails_leaves_no_folder(
    output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        failing(patched, "write_bytes", 2, FULL)
        assert codes(put(FIRST, output, content)) == ["O002"]
    assert not output.exists()


class Killed(BaseException):
    """The process ends here, whatever it was about to do."""


@pytest.mark.parametrize(("method", "turn"), CALLS)
def test_leftovers_of_a_killed_build_are_removed_by_the_next(
    method: str, turn: int, output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(FIRST, output, content)
    with monkeypatch.context() as patched:
        # Nobody puts anything back or away after a kill: every later call comes to nothing.
        calls: list[str] = []

        def killed_at(name: str) -> Callable[..., object]:
            original: Callable[..., Any] = getattr(Path, name)

            def call(path: Path, *args: object, **kwargs: object) -> object:
                calls.append(name)
                if calls.count(method) >= turn:
                    raise Killed
                return original(path, *args, **kwargs)

            return call

        for name in ("write_bytes", "write_text", "rename", "replace"):
            patched.setattr(Path, name, killed_at(name))
        patched.setattr(shutil, "rmtree", lambda *_args, **_kwargs: None)
        with pytest.raises(Killed):
            write_output(SECOND, output, content, Report())
    assert [path for path in tree(output) if path.startswith(".chronicle-building-")]
    assert put(SECOND, output, content) == ()
    assert pages(output) == SECOND
    assert not [path for path in tree(output) if path.startswith(".chronicle-building-")]
