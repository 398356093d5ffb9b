"""The images of a campaign: which are read, and what is found in those that can't be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from chronicle.cache.store import current_cache, set_cache_folder
from chronicle.diagnostics.report import Report
from chronicle.files.source import FileTree, ReadFailure, Source, span_of_file
from chronicle.load.context import PictureUse
from chronicle.load.images import load_pictures, media_paths
from chronicle.markup.images import Picture
from tests.markup.images.sample_images import png
from tests.markup.images.test_resize import landscape, packed

AT: Final = span_of_file(Source("turns/001.yaml", ""))


@pytest.fixture(autouse=True)
def uncached() -> Iterator[None]:
    """Nothing is known of images from earlier runs."""
    before = current_cache()
    set_cache_folder(None)
    yield
    set_cache_folder(before.folder if before is not None else None)


@pytest.fixture
def cached(uncached: None, tmp_path: Path) -> Path:  # noqa: ARG001  it restores the cache
    """A folder in which images are cached."""
    set_cache_folder(tmp_path)
    return tmp_path


def load(
    files: Mapping[str, bytes | ReadFailure], *shown: str, report: Report | None = None
) -> tuple[dict[str, Picture], list[tuple[str, str, str]]]:
    """The images, and what is found: the file, its code and the sentence."""
    own = report or Report()
    media = {f"media/{name}": content for name, content in files.items()}
    found = load_pictures(FileTree("", media), [PictureUse(name, AT) for name in shown], own)
    return found, [(it.at.path if it.at else "", it.code, it.message) for it in own.findings]


def test_only_what_is_shown_is_read() -> None:
    found, findings = load({"a.png": png(), "b.png": b"no picture"}, "a.png")
    assert [(name, it.width, it.height) for name, it in found.items()] == [("a.png", 4, 3)]
    assert findings == [("media/b.png", "M003", "no text shows the picture `b.png`")]


def test_a_wide_image_is_kept_in_smaller_sizes_too() -> None:
    found, _ = load({"a.jpg": packed(landscape(2100, 90), "JPEG")}, "a.jpg")
    # See docs/how-to/show-a-picture.md.
    assert [it.width for it in found["a.jpg"].sizes] == [480, 960, 1600, 2100]


def test_after_an_error_no_image_is_called_unused() -> None:
    report = Report()
    load({}, "c.png", report=report)
    assert report.has_errors
    _, findings = load({"b.png": png()}, report=report)
    assert [code for _, code, _ in findings] == ["M001"]


def test_images_that_cannot_be_shown_are_found_with_the_reason() -> None:
    files: dict[str, bytes | ReadFailure] = {
        "big.png": ReadFailure("too large"),
        "drawing.png": b"<svg/>",
        "foreign.png": b"%PDF-1.7",
        "short.png": png()[:-20],
    }
    found, findings = load(files, *files)
    assert found == {}
    assert [(path, code) for path, code, _ in findings] == [
        ("media/big.png", "M006"),
        ("media/drawing.png", "M004"),
        ("media/foreign.png", "M004"),
        ("media/short.png", "M005"),
    ]
    messages = [message for _, _, message in findings]
    # The limit is in docs/how-to/show-a-picture.md.
    assert messages[0] == "this picture is too large: more than 10 MB"
    assert messages[1] == "this is an SVG, which can contain scripts and hidden text"
    assert messages[2].startswith("this is not a PNG, JPEG, GIF or WebP file")
    assert messages[3].startswith("this picture is damaged")


def test_folders_and_unreadable_files_are_no_images() -> None:
    files: dict[str, bytes | ReadFailure] = {
        "media/a.png": b"",
        "media/big.png": ReadFailure("too large"),
        "media/folder": ReadFailure("folder"),
        "media/locked.png": ReadFailure("unreadable", "Permission denied"),
        "media/inner/b.png": b"",
        "turns/001.yaml": b"",
    }
    assert media_paths(FileTree("", files)) == ("media/a.png", "media/big.png")


def test_an_image_is_cleaned_once_and_then_remembered(
    cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = load({"a.png": png()}, "a.png")
    assert any(path.is_file() for path in cached.rglob("*"))

    def cleaned_again(_: bytes) -> Picture:
        raise AssertionError("it has been cleaned before")

    monkeypatch.setattr("chronicle.load.images.clean_picture", cleaned_again)
    assert load({"b.png": png()}, "b.png") == ({"b.png": first["a.png"]}, [])


def test_what_is_wrong_with_an_image_is_not_remembered(cached: Path) -> None:
    for _ in range(2):
        found, findings = load({"a.png": png()[:-20]}, "a.png")
        assert (found, [code for _, code, _ in findings]) == ({}, ["M005"])
    assert not any(path.is_file() for path in cached.rglob("*"))
