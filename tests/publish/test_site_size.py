"""A site that no host takes is refused, and one that is nearly so is pointed out."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from chronicle.diagnostics.report import Report
from chronicle.files.store import DiskStore, FileSet, OverlayStore, sizes_of
from chronicle.publish import writer
from chronicle.publish.writer import check_site_size


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "MAX_SITE_BYTES", 1000)
    monkeypatch.setattr(writer, "MAX_FILE_BYTES", 400)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("sizes", "codes"),
    [
        ({"site/a": 300, "site/b": 300, "site/c": 150}, []),
        ({"site/a": 300, "site/b": 300, "site/c": 151}, ["O006"]),
        ({f"site/{name}": 250 for name in "abcd"}, ["O006"]),
        ({**{f"site/{name}": 250 for name in "abcd"}, "site/e": 1}, ["O007"]),
        ({"site/a": 300}, []),
        ({"site/a": 301}, ["O006"]),
        ({"site/a": 400}, ["O006"]),
        ({"site/a": 401}, ["O007"]),
        # Nobody uploads these.
        ({"private/gm/a": 2000}, []),
    ],
)
def test_a_site_is_compared_with_what_hosts_take(
    sizes: Mapping[str, int], codes: list[str]
) -> None:
    report = Report()
    check_site_size({path: bytes(size) for path, size in sizes.items()}, report)
    assert [finding.code for finding in report.findings] == codes
    assert report.has_errors == ("O007" in codes)


@pytest.mark.usefixtures("small")
def test_a_finding_names_the_file_and_its_size() -> None:
    report = Report()
    check_site_size({"site/film.gif": bytes(90_000)}, report)
    assert {finding.message for finding in report.findings} == {
        "the site has 0.1 MB; hosts take 0.0 MB",
        "site/film.gif has 0.1 MB; hosts take 0.0 MB",
    }


@pytest.mark.parametrize(
    ("sizes", "codes"),
    [
        # Three quarters of a gigabyte, a gigabyte, and a byte more than each.
        ([50_000_000] * 15, []),
        ([50_000_000] * 15 + [1], ["O006"]),
        ([50_000_000] * 20, ["O006"]),
        ([50_000_000] * 20 + [1], ["O007"]),
        # The same of 100 MiB, for a file.
        ([78_643_200], []),
        ([78_643_201], ["O006"]),
        ([104_857_600], ["O006"]),
        ([104_857_601], ["O007"]),
    ],
)
def test_what_hosts_take_is_a_gigabyte_and_files_of_100_mebibytes(
    sizes: Sequence[int], codes: list[str], tmp_path: Path
) -> None:
    disk = DiskStore(tmp_path)
    for number, size in enumerate(sizes):
        disk[str(number)] = b""
        # A sparse file, which takes no room.
        os.truncate(tmp_path / str(number), size)
    report = Report()
    check_site_size(FileSet([("site", disk)]), report)
    assert [finding.code for finding in report.findings] == codes


def test_sizes_are_known_of_files_in_every_store(tmp_path: Path) -> None:
    disk = DiskStore(tmp_path / "one")
    disk["a"] = b"12345"
    overlay = OverlayStore(tmp_path / "two", tmp_path / "one")
    assert overlay.reuse("a", disk.digest_of("a"))
    overlay["b"] = b"123"
    parts = FileSet([("site", disk), ("site/more", overlay), ("", {"c": b"1"})])
    assert sizes_of(parts) == {"site/a": 5, "site/more/a": 5, "site/more/b": 3, "c": 1}
    assert sizes_of({"c": b"12"}) == {"c": 2}
