"""Compressed texts of the last build are used again, and are those that would be made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chronicle.cache.store import set_cache_folder
from chronicle.seal import blobs
from chronicle.seal.blobs import DeflateCache, deflate

SALT, FOG = b"Salt. " * 40, b"Fog. " * 40


@pytest.fixture(autouse=True)
def cache_folder(tmp_path: Path) -> Iterator[Path]:
    set_cache_folder(tmp_path)
    yield tmp_path
    set_cache_folder(None)


def build(campaign: str, *texts: bytes) -> None:
    found = DeflateCache(campaign)
    assert [found.deflate(text) for text in texts] == [deflate(text) for text in texts]
    found.save()


def test_a_text_of_the_last_build_is_not_compressed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compressed: list[bytes] = []

    def counted(text: bytes) -> bytes:
        compressed.append(text)
        return deflate(text)

    monkeypatch.setattr(blobs, "deflate", counted)
    build("Crowns", SALT)
    build("Crowns", SALT, FOG)
    assert compressed == [SALT, FOG]
    build("Tides", FOG)
    assert compressed == [SALT, FOG, FOG]


def test_only_the_texts_of_the_last_build_are_kept(cache_folder: Path) -> None:
    build("Crowns", SALT, FOG)
    build("Crowns", FOG)
    (entry,) = (cache_folder / "deflated").iterdir()
    assert deflate(FOG) in entry.read_bytes()
    assert deflate(SALT) not in entry.read_bytes()


def test_a_damaged_entry_is_not_used(cache_folder: Path) -> None:
    build("Crowns", SALT)
    (entry,) = (cache_folder / "deflated").iterdir()
    content = entry.read_bytes()
    entry.write_bytes(content.replace(deflate(SALT), deflate(SALT)[:-1] + b"\0"))
    assert entry.read_bytes() != content
    build("Crowns", SALT)


@pytest.mark.usefixtures("cache_folder")
def test_without_a_cache_texts_are_compressed() -> None:
    set_cache_folder(None)
    build("Crowns", SALT)
