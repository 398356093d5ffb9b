"""Files that lie on a disk while the rest is made: read as they were put, and nobody else's."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.store import DiskStore, FileSet, FileStoreError, digest_of
from chronicle.publish.writer import open_staging_area
from tests.publish.published_files import FIRST, codes, pages, put, tree


def test_files_are_read_back_unchanged(tmp_path: Path) -> None:
    spool = DiskStore(tmp_path / "new")
    spool.update({"turns/1.html": b"one", "index.html": b"home"})
    spool["turns/1.html"] = b"another"
    assert dict(spool) == {"turns/1.html": b"another", "index.html": b"home"}
    assert "turns/2.html" not in spool
    with pytest.raises(KeyError):
        spool["turns/2.html"]
    del spool["index.html"]
    assert dict(spool) == {"turns/1.html": b"another"}
    assert tree(tmp_path) == {"new": None, "new/turns": None, "new/turns/1.html": b"another"}


def test_files_not_put_by_the_store_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "foreign.html").write_bytes(b"not ours")
    spool = DiskStore(tmp_path)
    assert "foreign.html" not in spool
    with pytest.raises(KeyError):
        spool["foreign.html"]


def test_equal_files_are_hard_linked_and_others_never_overwritten_in_place(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    (old / "index.html").write_bytes(b"home")
    spool = DiskStore(new, old)
    spool["index.html"] = b"home"
    assert (new / "index.html").stat().st_ino == (old / "index.html").stat().st_ino
    spool["index.html"] = b"changed"
    assert (old / "index.html").read_bytes() == b"home"
    assert spool["index.html"] == b"changed"


def test_a_reused_file_is_hard_linked_and_other_bytes_are_refused(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "turns").mkdir(parents=True)
    (old / "turns" / "1.html").write_bytes(b"one")
    (old / "link.html").symlink_to(old / "turns" / "1.html")
    spool = DiskStore(new, old)
    assert spool.reuse("turns/1.html", digest_of(b"one"))
    assert (new / "turns" / "1.html").stat().st_ino == (old / "turns" / "1.html").stat().st_ino
    assert dict(spool) == {"turns/1.html": b"one"}
    assert not spool.reuse("turns/1.html", digest_of(b"two"))
    assert not spool.reuse("turns/2.html", digest_of(b"one"))
    assert not spool.reuse("link.html", digest_of(b"one"))
    assert not spool.reuse("turns", digest_of(b"one"))
    assert dict(spool) == {}
    assert tree(new) == {"turns": None}
    spool["turns/1.html"] = b"two"
    assert (old / "turns" / "1.html").read_bytes() == b"one"


def test_without_hard_links_reused_files_are_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(target: Path, _: Path) -> None:
        raise PermissionError(1, "not on this disk", str(target))

    monkeypatch.setattr(os, "link", refused)
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    (old / "index.html").write_bytes(b"home")
    spool = DiskStore(new, old)
    assert not spool.reuse("index.html", digest_of(b"another"))
    assert spool.reuse("index.html", digest_of(b"home"))
    assert dict(spool) == {"index.html": b"home"}
    assert (new / "index.html").stat().st_ino != (old / "index.html").stat().st_ino


def test_another_process_reads_stored_files_by_name(tmp_path: Path) -> None:
    spool = DiskStore(tmp_path)
    spool["index.html"] = b"x" * 100_000
    sent = pickle.dumps(spool)
    assert len(sent) < 1_000
    assert dict(pickle.loads(sent)) == dict(spool)  # noqa: S301  written by this test


def test_a_file_set_combines_the_files_of_its_folders() -> None:
    sheaf = FileSet([("site", {"index.html": b"home"}), ("", {"private/gm/a.html": b"gm"})])
    assert dict(sheaf) == {"site/index.html": b"home", "private/gm/a.html": b"gm"}
    assert len(sheaf) == 2
    assert "index.html" not in sheaf


def test_only_staged_files_are_published(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    report = Report()
    with open_staging_area(output, content, report) as stage:
        site = stage.file_store("site")
        site["index.html"] = b"new"
        site["dropped.html"] = b"of a page that nobody wants any more"
        wanted = FileSet([("site", {"index.html": b"new"}), ("private", {"gm/index.html": b"gm"})])
        assert stage.publish(wanted)
    assert not report.findings
    assert pages(output) == {"site/index.html": b"new", "private/gm/index.html": b"gm"}


def test_unpublished_staged_files_leave_the_output_unchanged(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    before = tree(output)
    with open_staging_area(output, content, Report()) as stage:
        stage.file_store("site")["index.html"] = b"new"
    assert tree(output) == before


def test_unpublished_staging_leaves_no_new_output(output: Path, content: Path) -> None:
    with open_staging_area(output, content, Report()) as stage:
        stage.file_store("site")["index.html"] = b"new"
        assert output.is_dir()
    assert not output.exists()


def test_a_full_disk_is_a_finding(output: Path, content: Path) -> None:
    report = Report()
    with open_staging_area(output, content, report) as stage:
        spool = stage.file_store("site")
        spool["turns"] = b"a file, where a folder should be"
        spool["turns/1.html"] = b"one"
    assert codes(report.findings) == ["O002"]
    assert not output.exists()


def test_without_write_access_files_are_kept_in_memory(output: Path, content: Path) -> None:
    output.mkdir()
    (output / "notes.txt").write_text("somebody's own")
    report = Report()
    with open_staging_area(output, content, report) as stage:
        site = stage.file_store("site")
        site["index.html"] = b"new"
        assert dict(site) == {"index.html": b"new"}
        assert not stage.publish({"site/index.html": b"new"})
    assert len(codes(report.findings)) == 1
    assert tree(output) == {"notes.txt": b"somebody's own"}


def test_a_vanished_file_is_an_error_not_an_empty_file(tmp_path: Path) -> None:
    spool = DiskStore(tmp_path)
    spool["index.html"] = b"home"
    (tmp_path / "index.html").unlink()
    with pytest.raises(FileStoreError):
        spool["index.html"]
