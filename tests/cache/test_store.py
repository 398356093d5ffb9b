"""What is remembered on disk is as it was put there, or it isn't there."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chronicle.cache import store
from chronicle.cache.store import Cache, cache_key

KEY = cache_key("made", "of", "this")
THING = b"the result of it\n" * 40


def only(folder: Path) -> Path:
    """The one file of a cache."""
    (path,) = (path for path in folder.rglob("*") if path.is_file())
    return path


def test_an_entry_is_read_back_unchanged(tmp_path: Path) -> None:
    Cache(tmp_path).put("thing", KEY, THING)
    assert Cache(tmp_path).get("thing", KEY) == THING
    assert Cache(tmp_path).get("thing", cache_key("of", "that")) is None
    assert Cache(tmp_path).get("other", KEY) is None


def test_an_empty_entry_is_stored(tmp_path: Path) -> None:
    Cache(tmp_path).put("thing", KEY, b"")
    assert Cache(tmp_path).get("thing", KEY) == b""


@pytest.mark.parametrize("at", [0, 1, 31, 32, 33, 300, len(THING) + 31])
def test_an_entry_with_a_flipped_bit_is_ignored(tmp_path: Path, at: int) -> None:
    kept = Cache(tmp_path)
    kept.put("thing", KEY, THING)
    content = bytearray(only(tmp_path).read_bytes())
    content[at] ^= 1
    only(tmp_path).write_bytes(content)
    assert kept.get("thing", KEY) is None


@pytest.mark.parametrize("length", [0, 1, 31, 32, 33, len(THING) + 31])
def test_a_truncated_entry_is_ignored(tmp_path: Path, length: int) -> None:
    kept = Cache(tmp_path)
    kept.put("thing", KEY, THING)
    only(tmp_path).write_bytes(only(tmp_path).read_bytes()[:length])
    assert kept.get("thing", KEY) is None


def test_an_entry_under_another_key_is_ignored(tmp_path: Path) -> None:
    kept, other = Cache(tmp_path), cache_key("other")
    kept.put("thing", KEY, THING)
    for path in (tmp_path / "thing" / other, tmp_path / "kind" / KEY):
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(only(tmp_path / "thing").read_bytes())
        assert kept.get(path.parent.name, path.name) is None
        path.unlink()


def test_a_broken_entry_is_overwritten(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    kept.put("thing", KEY, THING)
    only(tmp_path).write_bytes(b"spoilt")
    kept.put("thing", KEY, THING)
    assert kept.get("thing", KEY) == THING


def test_key_parts_are_separated() -> None:
    assert (
        len({cache_key("ab", "c"), cache_key("a", "bc"), cache_key("abc"), cache_key("abc", "")})
        == 4
    )
    assert cache_key("a", "é") == cache_key(b"a", "é".encode())


def test_the_cache_is_readable_by_its_owner_only(tmp_path: Path) -> None:
    Cache(tmp_path / "deep" / "cache").put("thing", KEY, THING)
    kind = tmp_path / "deep" / "cache" / "thing"
    if os.name == "posix":
        assert stat.S_IMODE(kind.stat().st_mode) == 0o700
        assert stat.S_IMODE(only(kind).stat().st_mode) == 0o600


def test_an_unwritable_folder_disables_the_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", "utf-8")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        Cache(folder).put("thing", KEY, THING)
        assert Cache(folder).get("thing", KEY) is None
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_cache_drops_its_older_half(tmp_path: Path) -> None:
    kept = Cache(tmp_path)
    for number in range(7):
        kept.put("thing", cache_key(str(number)), THING, max_entries=6)
        os.utime(tmp_path / "thing" / cache_key(str(number)), ns=(number, number))
        if number < 6:
            assert kept.get("thing", cache_key("0")) == THING
    # The seventh was the youngest when the others were dropped.
    left = [number for number in range(7) if kept.get("thing", cache_key(str(number)))]
    assert left == [3, 4, 5, 6]


def test_without_a_limit_of_its_own_a_kind_is_counted_after_some_of_its_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "DEFAULT_MAX_ENTRIES", 6)
    kept = Cache(tmp_path)
    for number in range(8):
        kept.put("thing", f"{number + 1:x}{KEY[1:]}", THING)
    assert len(list((tmp_path / "thing").iterdir())) == 8
    kept.put("thing", f"0{KEY[1:]}", THING)
    assert len(list((tmp_path / "thing").iterdir())) == 5


def test_concurrent_readers_see_whole_entries_only(tmp_path: Path) -> None:
    kept = Cache(tmp_path)

    def turn(number: int) -> set[bytes | None]:
        content = bytes([number % 2]) * 100_000
        seen = set()
        for _ in range(20):
            kept.put("thing", KEY, content)
            seen.add(kept.get("thing", KEY))
        return seen

    with ThreadPoolExecutor(8) as pool:
        seen = set().union(*pool.map(turn, range(8)))
    assert seen <= {b"\0" * 100_000, b"\1" * 100_000}
    assert [path.name for path in (tmp_path / "thing").iterdir()] == [KEY]


def test_no_folder_means_no_cache(tmp_path: Path) -> None:
    before = store.current_cache()
    try:
        store.set_cache_folder(None)
        assert store.current_cache() is None
        store.set_cache_folder(tmp_path)
        assert store.current_cache() == Cache(tmp_path)
    finally:
        store.set_cache_folder(before.folder if before is not None else None)
