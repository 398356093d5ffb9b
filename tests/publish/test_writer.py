"""Publishing is all or nothing: a new tree takes the place of the old, and of nothing else."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest

from chronicle.publish.writer import MANIFEST
from tests.publish.published_files import FIRST, SECOND, failing, pages, put, tree

# ── What is written ──────────────────────────────────────────────────────────────────────────────


def test_the_output_holds_the_files_and_a_manifest(output: Path, content: Path) -> None:
    assert put(FIRST, output, content) == ()
    assert pages(output) == FIRST
    assert json.loads((output / MANIFEST).read_text())["files"] == sorted(FIRST)
    assert not [path for path in tree(output) if "building" in path]


def test_parent_folders_of_the_output_are_created(tmp_path: Path, content: Path) -> None:
    assert put(FIRST, tmp_path / "a" / "b" / "c", content) == ()
    assert pages(tmp_path / "a" / "b" / "c") == FIRST


def test_pages_that_no_longer_exist_are_removed(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    assert put(SECOND, output, content) == ()
    assert pages(output) == SECOND
    assert "site/rumors" not in tree(output)
    assert "private/gm" not in tree(output)


def test_a_part_that_no_longer_exists_is_removed(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    assert put({"site/index.html": b"x"}, output, content) == ()
    assert pages(output) == {"site/index.html": b"x"}
    assert "private" not in tree(output)


def test_publishing_the_same_again_changes_no_byte(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    before = tree(output)
    put(dict(reversed(FIRST.items())), output, content)
    assert tree(output) == before


def test_unchanged_files_are_not_rewritten(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    before = {path: (output / path).stat().st_ino for path in FIRST}
    put(SECOND, output, content)
    after = {path: (output / path).stat() for path in SECOND}
    same = {path for path in SECOND if after[path].st_ino == before.get(path)}
    assert same == {path for path in SECOND if FIRST.get(path) == SECOND[path]}
    assert {after[path].st_nlink for path in SECOND} == {1}
    assert pages(output) == SECOND


def test_without_hard_links_all_files_are_written(
    output: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(FIRST, output, content)
    with monkeypatch.context() as patched:
        failing(patched, "hardlink_to", 1, OSError(errno.EPERM, "Operation not permitted"))
        assert put(SECOND, output, content) == ()
    assert pages(output) == SECOND


def test_a_page_edited_by_hand_is_overwritten(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    (output / "site/turns/1.html").write_bytes(b"own")
    elsewhere = output.parent / "elsewhere.html"
    elsewhere.write_bytes(FIRST["private/gm/index.html"])
    (output / "private/gm/index.html").unlink()
    (output / "private/gm/index.html").symlink_to(elsewhere)
    put(FIRST, output, content)
    assert pages(output) == FIRST
    assert not (output / "private/gm/index.html").is_symlink()


def test_written_files_are_world_readable(output: Path, content: Path) -> None:
    mask = os.umask(0o022)
    try:
        put(FIRST, output, content)
    finally:
        os.umask(mask)
    assert (output / "site").stat().st_mode & 0o777 == 0o755
    assert (output / "site" / "index.html").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("kept", [".gitkeep", ".gitignore"])
def test_repository_files_in_the_output_are_kept(kept: str, output: Path, content: Path) -> None:
    output.mkdir()
    (output / kept).write_text("*")
    put(FIRST, output, content)
    put(SECOND, output, content)
    assert (output / kept).read_text() == "*"


def test_an_empty_folder_is_written_into(output: Path, content: Path) -> None:
    (output / "empty" / "within").mkdir(parents=True)
    assert put(FIRST, output, content) == ()


def test_a_symlink_to_a_folder_is_written_through(tmp_path: Path, content: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "output").symlink_to("elsewhere")
    put(FIRST, tmp_path / "output", content)
    assert put(SECOND, tmp_path / "output", content) == ()
    assert pages(tmp_path / "elsewhere") == SECOND


# ── What is refused ──────────────────────────────────────────────────────────────────────────────


def refused(output: Path, content: Path, code: str) -> str:
    """Publishes in vain: nothing has changed anywhere; the finding's sentence."""
    before = tree(output.parent)
    (finding,) = put(SECOND, output, content)
    assert finding.code == code
    assert tree(output.parent) == before
    return finding.message


@pytest.mark.parametrize(
    "path", ["notes.txt", "site/notes.txt", "site/.nojekyll", "private/gm/map.png", ".git/config"]
)
@pytest.mark.parametrize("built", [False, True], ids=["fresh", "built"])
def test_a_folder_with_foreign_files_is_refused(
    path: str, *, built: bool, output: Path, content: Path
) -> None:
    if built:
        put(FIRST, output, content)
    (output / path).parent.mkdir(parents=True, exist_ok=True)
    (output / path).write_bytes(b"mine")
    assert path in refused(output, content, "O001")


def test_up_to_three_foreign_files_are_named(output: Path, content: Path) -> None:
    output.mkdir()
    for name in "edcba":
        (output / f"{name}.txt").write_bytes(b"mine")
    assert refused(output, content, "O001").endswith(": a.txt, b.txt, c.txt …")
    (output / "d.txt").unlink()
    (output / "e.txt").unlink()
    assert refused(output, content, "O001").endswith(": a.txt, b.txt, c.txt")


@pytest.mark.parametrize("part", ["site", "private", "site/turns"])
def test_a_symlink_instead_of_an_output_part_is_refused(
    part: str, output: Path, content: Path
) -> None:
    put(FIRST, output, content)
    (output.parent / "mine").mkdir()
    (output.parent / "mine" / "1.html").write_bytes(b"mine")
    shutil.rmtree(output / part)
    (output / part).symlink_to(output.parent / "mine")
    assert part in refused(output, content, "O001")


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"7",
        b"{}",
        b'{"files": null}',
        b'{"files": 7}',
        b'{"files": "site/index.html"}',
        b'{"files": {"site/index.html": 1}}',
        b'{"files": [["site/index.html"], 7, null]}',
        b"[" * 100_000,
    ],
)
def test_with_a_damaged_manifest_every_file_counts_as_foreign(
    damaged: bytes, output: Path, content: Path
) -> None:
    put(FIRST, output, content)
    (output / MANIFEST).write_bytes(damaged)
    refused(output, content, "O001")


def test_without_a_manifest_every_file_counts_as_foreign(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    (output / MANIFEST).unlink()
    refused(output, content, "O001")


def test_manifest_paths_cannot_escape_the_folder(output: Path, content: Path) -> None:
    put(FIRST, output, content)
    (output.parent / "mine.txt").write_bytes(b"mine")
    (output / MANIFEST).write_text(json.dumps({"files": [*FIRST, "../mine.txt", "/etc/hosts"]}))
    assert put(SECOND, output, content) == ()
    assert (output.parent / "mine.txt").read_bytes() == b"mine"


def test_the_campaign_and_the_output_do_not_contain_each_other(
    tmp_path: Path, content: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused(content, content, "O003")
    refused(content / "output", content, "O003")
    refused(content.parent, content, "O003")
    (tmp_path / "link").symlink_to(content)
    refused(tmp_path / "link" / "output", content, "O003")
    monkeypatch.chdir(content)
    refused(Path("output"), Path(), "O003")
    refused(Path("..", "content", "x"), content, "O003")


def test_a_file_instead_of_the_output_folder_is_refused(output: Path, content: Path) -> None:
    output.write_text("mine")
    assert refused(output, content, "O002").endswith("it is a file, not a folder")
    assert "can't write" in refused(output / "inner", content, "O002")


def test_a_dangling_symlink_is_refused(output: Path, content: Path) -> None:
    output.symlink_to("nowhere")
    refused(output, content, "O002")


def test_a_file_that_only_resembles_a_leftover_counts_as_foreign(
    output: Path, content: Path
) -> None:
    output.mkdir()
    (output / ".chronicle-building-notes").write_text("mine")
    refused(output, content, "O001")
