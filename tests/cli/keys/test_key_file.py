"""The key file: for its owner alone, whole or not there, and never a traceback."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chronicle.diagnostics.report import Report
from chronicle.records import replace
from chronicle.seal import Keys, key_file
from tests.cli.command_runner import run
from tests.cli.keys.key_queries import KEY, OWN, kept, made

MASTER: Final = "01" * 32
KEYS: Final = Keys(
    master=bytes(range(32)),
    rotations={"vael": (2, 5)},
    generations={"ada": 2},
    own={"bo": OWN},
    logins={"ab" * 32: bytes(32)},
    seats={"oru": 0, "vael": 3},
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def codes(path: Path) -> list[str]:
    report = Report()
    key_file.read_key_file(path, report)
    return [finding.code for finding in report.findings]


def test_a_key_file_is_read_back_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "chronicle.key"
    key_file.write_key_file(path, KEYS, "The Ferry War")
    assert kept(path) == KEYS


def test_the_key_file_explains_itself(tmp_path: Path) -> None:
    key_file.write_key_file(tmp_path / "k", KEYS, "The Ferry War")
    key_file.write_key_file(tmp_path / "d", replace(KEYS, demo=True), "The Ferry War")
    said = [json.loads((tmp_path / name).read_text())["about"] for name in "kd"]
    assert said[0].startswith("the master key of The Ferry War: it opens every dossier")
    assert said[1].startswith("the demo key of The Ferry War: it is public")


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_the_key_file_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        key_file.write_key_file(tmp_path / "chronicle.key", KEYS, "x")
        key_file.write_key_file(tmp_path / "demo.key", replace(KEYS, demo=True), "x")
    finally:
        os.umask(before)
    assert mode(tmp_path / "chronicle.key") == 0o600
    assert mode(tmp_path / "demo.key") == 0o644


def test_the_key_file_is_never_readable_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, int]] = []

    def look(_: int) -> None:
        seen.extend((path.name, mode(path)) for path in tmp_path.iterdir())

    monkeypatch.setattr(os, "fsync", look)
    key_file.write_key_file(tmp_path / "chronicle.key", KEYS, "x")
    assert len(seen) == 2, "once for the file, once for the folder"
    assert {mode for _, mode in seen} == {0o600}
    # Killed between the two, it leaves a name behind that git is told to leave out.
    assert seen[0][0].startswith("chronicle.key.")


def test_a_write_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chronicle.key"
    key_file.write_key_file(path, KEYS, "x")
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        key_file.write_key_file(path, replace(KEYS, master=bytes(32)), "x")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_the_key_file_may_be_a_symlink(tmp_path: Path) -> None:
    stick, link = tmp_path / "stick", tmp_path / "chronicle.key"
    stick.mkdir()
    link.symlink_to(stick / "war.key")
    key_file.write_key_file(link, KEYS, "x")
    assert link.is_symlink()
    assert kept(stick / "war.key") == KEYS


def test_a_campaign_key_takes_precedence_over_a_demo_key(tmp_path: Path) -> None:
    demo = replace(KEYS, master=bytes(32), demo=True)
    assert key_file.load_keys(tmp_path, Report()) is None
    key_file.write_key_file(tmp_path / "demo.key", demo, "x")
    assert key_file.load_keys(tmp_path, Report()) == demo
    key_file.write_key_file(tmp_path / "chronicle.key", KEYS, "x")
    assert key_file.load_keys(tmp_path, Report()) == KEYS


def test_no_key_at_all_is_no_finding(tmp_path: Path) -> None:
    report = Report()
    assert key_file.load_keys(tmp_path, report) is None
    assert report.findings == ()


# ── Broken files ─────────────────────────────────────────────────────────────────────────────────


def shaped(**parts: object) -> str:
    return json.dumps({"version": 1, "master": MASTER, **parts})


BROKEN: Final = {
    "": "K001",
    "{": "K001",
    "[]": "K001",
    "null": "K001",
    "{}": "K001",
    "[" * 100_000: "K001",
    '{"version": ' + "9" * 5000 + "}": "K001",
    '{"version": true}': "K001",
    '{"version": 0}': "K001",
    '{"version": "1"}': "K001",
    '{"version": 2}': "K002",
    '{"version": 1}': "K001",
    shaped(master=MASTER[2:]): "K001",
    shaped(master="x" * 64): "K001",
    shaped(master=[1]): "K001",
    shaped(demo="no"): "K001",
    shaped(rotations=[3]): "K001",
    shaped(rotations={"vael": 3}): "K001",
    shaped(rotations={"vael": [5, 2]}): "K001",
    shaped(rotations={"vael": [2, 2]}): "K001",
    shaped(rotations={"vael": [0]}): "K001",
    shaped(rotations={"vael": [True]}): "K001",
    shaped(rotations={"vael": ["2", 3]}): "K001",
    shaped(rotations={"\ud800": [2]}): "K001",
    shaped(generations={"ada": -1}): "K001",
    shaped(generations={"ada": 1.5}): "K001",
    shaped(own={"ada": 5}): "K001",
    shaped(own={"ada": " "}): "K001",
    shaped(own={"ada": f"{OWN}\ud800"}): "K001",
    shaped(own={"ada": f"{OWN} " * 30}): "K001",
    shaped(logins={"ab": "cd"}): "K001",
    shaped(seats={"vael": -1}): "K001",
    shaped(seats={"vael": "1"}): "K001",
    shaped(seats={"vael": True}): "K001",
    shaped(seats={"vael": 1024}): "K001",
    shaped(seats={"oru": 1, "vael": 1}): "K001",
}


@pytest.mark.parametrize("weak", ["swordfish", "one two three four five"])
def test_a_stored_phrase_that_is_weak_is_a_warning_at_its_line(weak: str, tmp_path: Path) -> None:
    path = tmp_path / "chronicle.key"
    keys = Keys(bytes(32), own={"ada": weak}, generations={"ada": 1}, seats={"ada": 0})
    key_file.write_key_file(path, keys, "The Ferry War")
    report = Report()
    assert key_file.read_key_file(path, report) == keys
    (finding,) = report.findings
    assert (finding.code, finding.severity) == ("K021", "warning")
    assert finding.at is not None
    assert path.read_text().splitlines()[finding.at.line - 1].strip() == f'"ada": "{weak}"'
    assert weak not in finding.message + finding.help


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:60])
def test_a_broken_key_is_a_finding(text: str, tmp_path: Path) -> None:
    path = tmp_path / "chronicle.key"
    path.write_text(text)
    path.chmod(0o600)
    assert codes(path) == [BROKEN[text]]


@pytest.mark.parametrize("content", [b"\xff\xfe{}", b" " * (1 << 20) + b"{}"])
def test_bytes_that_are_no_text_or_too_many_are_a_finding(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "chronicle.key"
    path.write_bytes(content)
    assert codes(path) == ["K001"]


def test_a_key_path_that_is_not_a_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "nowhere").symlink_to("leads-nowhere")
    os.mkfifo(tmp_path / "pipe")
    assert [codes(tmp_path / name) for name in ("folder", "nowhere", "pipe")] == [["K001"]] * 3


@settings(max_examples=60, deadline=None)
@given(content=st.one_of(st.binary(max_size=80), st.text(max_size=80).map(str.encode)))
def test_any_file_content_gives_a_key_or_a_finding(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.key"
    path.write_bytes(content)
    report = Report()
    assert (key_file.read_key_file(path, report) is None) == report.has_errors


def test_a_file_with_only_the_master_key_is_valid(tmp_path: Path) -> None:
    """The 64 digits on paper restore all but the rotations."""
    path = tmp_path / "chronicle.key"
    path.write_text(shaped())
    path.chmod(0o600)
    assert kept(path) == Keys(master=b"\x01" * 32)


def test_findings_never_quote_the_key_file(here: Path) -> None:
    content = made()
    secret = json.loads(content)["master"]
    KEY.write_bytes(content.replace(b"{", b'{ "x" ', 1))
    for form in ("human", "plain", "json", "github"):
        ran = run("keys", "list", "--format", form)
        assert ran.code == 1
        assert "K001" in ran.out + ran.err
        assert secret[:8] not in ran.out + ran.err
    assert here.is_dir()


def test_a_key_that_others_may_read_is_a_warning_and_still_used(here: Path) -> None:
    made()
    KEY.chmod(0o640)
    ran = run("keys", "list")
    assert (ran.code, "ada" in ran.out) == (0, True)
    assert "K003" in ran.err
    assert "chmod 600 content/chronicle.key" in ran.err
    assert here.is_dir()


def test_a_demo_key_is_meant_to_be_read(here: Path) -> None:
    assert run("keys", "init", "--demo").code == 0
    assert run("keys", "list").err == ""
    assert not (here / "content" / ".gitignore").exists()


# ── What is remembered ───────────────────────────────────────────────────────────────────────────


def test_storing_logins_changes_nothing_else_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "chronicle.key"
    key_file.write_key_file(path, KEYS, "The Ferry War")
    before = json.loads(path.read_text())
    key_file.save_logins_and_seats(
        tmp_path, replace(KEYS, logins={"cd" * 32: b"\x02" * 32}, own={})
    )
    after = json.loads(path.read_text())
    assert after.pop("logins") == {"cd" * 32: "02" * 32}
    assert before.pop("logins") != {}
    assert after == before
    assert mode(path) == 0o600


def test_logins_are_stored_only_for_the_same_key_file(tmp_path: Path) -> None:
    key_file.save_logins_and_seats(tmp_path, KEYS)
    assert list(tmp_path.iterdir()) == []
    path = tmp_path / "chronicle.key"
    key_file.write_key_file(path, KEYS, "x")
    before = path.read_bytes()
    key_file.save_logins_and_seats(tmp_path, replace(KEYS, master=bytes(32), logins={}))
    assert path.read_bytes() == before


def test_an_unwritable_key_file_is_left_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "chronicle.key"
    key_file.write_key_file(path, KEYS, "x")
    before = path.read_bytes()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    key_file.save_logins_and_seats(tmp_path, replace(KEYS, logins={}))
    assert path.read_bytes() == before
    path.write_text("{")
    key_file.save_logins_and_seats(tmp_path, KEYS)
    assert path.read_text() == "{"


# ── What git is told ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, "chronicle.key\nchronicle.key.*\n"),
        ("", "chronicle.key\nchronicle.key.*\n"),
        ("*.pdf", "*.pdf\nchronicle.key\nchronicle.key.*\n"),
        ("/chronicle.key\n", "/chronicle.key\nchronicle.key.*\n"),
        ("chronicle.key\r\nchronicle.key.*\r\n", "chronicle.key\nchronicle.key.*\n"),
    ],
)
def test_gitignore_lists_the_key_once(before: str | None, after: str, tmp_path: Path) -> None:
    path = tmp_path / ".gitignore"
    if before is not None:
        path.write_bytes(before.encode())
    key_file.add_to_gitignore(tmp_path)
    assert path.read_text() == after
    assert not key_file.add_to_gitignore(tmp_path)
    assert path.read_text() == after
