"""The compiled methods of records are kept for the next process."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle import records
from chronicle.cache import record_methods
from chronicle.cache.record_methods import load_methods, save_methods
from chronicle.cache.store import Cache

SOURCE: Final = "def __init__(self, face):\n assign(self, 'face', face)"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of compiled modules; no method has been compiled yet."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    cache = Cache(tmp_path)
    monkeypatch.setattr(record_methods, "cache_beside_code", lambda: cache)
    known = dict(records.CODE)
    records.CODE.clear()
    yield tmp_path
    records.CODE.update(known)


def face() -> str:
    """What a record holds whose methods are compiled now, unless they are known."""

    @records.dataclass(frozen=True, slots=True)
    class Coin:
        face: str

    return Coin("crown").face


def test_compiled_methods_are_kept_for_the_next_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert face() == "crown"
    assert records.CODE.keys() == {SOURCE}
    save_methods()
    records.CODE.clear()
    load_methods()
    assert records.CODE.keys() == {SOURCE}
    monkeypatch.setattr("builtins.compile", None)
    assert face() == "crown"


def test_methods_of_several_processes_are_kept(folder: Path) -> None:
    face()
    save_methods()
    records.CODE.clear()
    records.CODE["None"] = compile("None", "", "exec")
    save_methods()
    kept = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    # They are not written again if there is nothing new.
    records.CODE.pop("None")
    save_methods()
    assert [path.read_bytes() for path in folder.rglob("*") if path.is_file()] == kept
    load_methods()
    assert records.CODE.keys() == {SOURCE, "None"}


def test_damaged_methods_are_compiled_again(folder: Path) -> None:
    face()
    save_methods()
    (kept,) = (path for path in folder.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:-1])
    records.CODE.clear()
    load_methods()
    assert not records.CODE
    assert face() == "crown"


def test_nothing_is_kept_where_modules_are_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    face()
    save_methods()
    assert not [path for path in folder.rglob("*") if path.is_file()]
