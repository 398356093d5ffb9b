"""Files of notes are read from folders and archives, within limits, and nothing is unpacked."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from chronicle.files.source import ReadFailure
from chronicle.load import disk
from chronicle.load.disk import NoteFiles, UnreadableNotes, open_note_files
from tests.platforms import needs_links


def archive(path: Path, *entries: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    """A zip file with these entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in entries:
            written.writestr(name, content)
    return path


def test_a_folder_is_read_with_its_folders_but_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("a.md", "b/c/d.md", ".obsidian/app.json", "b/.trash/e.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    with open_note_files(tmp_path, "notes") as files:
        assert isinstance(files, NoteFiles)
        assert files.paths == ("a.md", "b/c/d.md")
        assert files.read("b/c/d.md", 100) == b"b/c/d.md"
        assert files.read("b/c/d.md", 3) == ReadFailure("too large")
        assert files.read(".obsidian/app.json", 100) == b".obsidian/app.json"


@needs_links
def test_links_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_text("x")
    inside = tmp_path / "notes"
    inside.mkdir()
    (inside / "file.md").symlink_to(tmp_path / "outside/secret.md")
    (inside / "folder").symlink_to(tmp_path / "outside")
    (inside / "loop").symlink_to(inside)
    with open_note_files(inside, "notes") as files:
        assert isinstance(files, NoteFiles)
        assert (files.paths, files.links) == ((), ("file.md", "folder", "loop"))


def test_an_archive_is_read_like_a_folder(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = archive(
        tmp_path / "a.zip",
        *(("a.md", b"one"), ("b\\c.md", b"two"), ("b/", b"")),
        *((".obsidian/x", b"x"), ("__MACOSX/a.md", b"x"), (link, b"/etc/passwd")),
    )
    with open_note_files(path, "a.zip") as files:
        assert isinstance(files, NoteFiles)
        assert (files.paths, files.links) == (("a.md", "b/c.md"), ("link.md",))
        assert files.read("b/c.md", 100) == b"two"
        assert isinstance(files.read("nothing", 100), ReadFailure)


@pytest.mark.parametrize("name", ["../a.md", "b/../../a.md", "/a.md", "C:/a.md", "..\\a.md"])
def test_an_archive_with_a_path_outside_is_refused(tmp_path: Path, name: str) -> None:
    with open_note_files(archive(tmp_path / "a.zip", (name, b"x")), "a.zip") as files:
        assert isinstance(files, UnreadableNotes)
        assert files.fault == "path"


def test_no_more_is_unpacked_than_the_limit(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("bomb.md", bytes(300 << 20)))
    assert path.stat().st_size < 1 << 20
    with open_note_files(path, "a.zip") as files:
        assert isinstance(files, NoteFiles)
        assert files.read("bomb.md", 1 << 20) == ReadFailure("too large")


def test_a_damaged_or_encrypted_entry_is_a_failure_and_no_exception(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.zip", ("a.md", b"abc" * 1000), ("b.md", b"abc" * 1000))
    content = bytearray(path.read_bytes())
    content[40:44] = b"\xff\xff\xff\xff"
    flags = content.rfind(b"PK\x01\x02") + 8
    content[flags] |= 1
    path.write_bytes(content)
    with open_note_files(path, "a.zip") as files:
        assert isinstance(files, NoteFiles)
        for name in files.paths:
            found = files.read(name, 1 << 20)
            assert isinstance(found, ReadFailure)
            assert found.fault == "unreadable"


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        *(("a.zip", b"no zip", "archive"), ("a.txt", b"text", "kind"), ("a.zip", b"", "archive")),
        ("a.zip", b"PK\x05\x06" + b"\xff" * 18, "archive"),
    ],
)
def test_what_is_no_archive_is_refused(
    tmp_path: Path, name: str, content: bytes, fault: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with open_note_files(tmp_path / name, name) as files:
        assert isinstance(files, UnreadableNotes)
        assert files.fault == fault


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    with open_note_files(tmp_path / "nothing", "nothing") as files:
        assert files == UnreadableNotes("nothing", "kind")


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "MAX_NOTE_FILES", 2)
    entries = [(f"{number}.md", b"x") for number in range(3)]
    folder = tmp_path / "notes"
    folder.mkdir()
    for name, content in entries:
        (folder / name).write_bytes(content)
    for path in (folder, archive(tmp_path / "a.zip", *entries)):
        with open_note_files(path, "notes") as files:
            assert isinstance(files, UnreadableNotes)
            assert files.fault == "many"
