"""However writing is interrupted, all is old or all is new after the next command.

`pytest -s tests/publish/test_interrupted_write.py -k kill` prints how many kills were tried, and
how many of them left something broken.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from chronicle.cache.store import Cache
from chronicle.cli.deploy.hosts import HostError, SiteHost
from chronicle.cli.deploy.hosts.folder import FolderHost
from chronicle.cli.deploy.hosts.zip_file import ZipFileHost
from chronicle.diagnostics.report import Report
from chronicle.publish.atomic_write import write_all_or_none
from chronicle.publish.transaction import finish_writing
from chronicle.publish.writer import open_staging_area, recover_output
from tests.publish.disk_faults import Killed, each_stop, stop
from tests.publish.published_files import FIRST, SECOND, codes, put, tree

FULL: Final = OSError(errno.ENOSPC, "No space left on device")
#: A record of published turns, and the next one.
OLD_RECORD: Final = {"published.yaml": b"one\n", "published/001.json": b"[1]"}
NEW_RECORD: Final = {
    "published.yaml": b"two\n",
    "published/001.json": b"[1, 2]",
    "published/002.json": b"[2]",
}
#: What a deploy finds in a folder, and what it puts there.
ONLINE: Final = {"index.html": b"first", "turns/1.html": b"one"}
GOING: Final = {"index.html": b"second", "turns/2.html": b"two"}


@pytest.fixture(autouse=True)
def _nothing_is_synced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the disk changes no state, and takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


class Command(NamedTuple):
    """A command that writes in a folder, the state before it, and what the next command does.

    ``run`` returns whether it was done.
    """

    prepare: Callable[[Path], None]
    run: Callable[[Path], bool]
    next: Callable[[Path], object]


def _lay(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    (place / "content" / "published").mkdir(parents=True)
    (place / "content" / "campaign.yaml").write_text("title: x\n")
    for path, content in OLD_RECORD.items():
        (place / "content" / path).write_bytes(content)
    put(FIRST, place / "output", place / "content")


def _build(place: Path) -> bool:
    """A build that publishes: what it renders goes to its stage, the rest comes at the end."""
    report = Report()
    with open_staging_area(place / "output", place / "content", report) as stage:
        stage.file_store("site")["index.html"] = SECOND["site/index.html"]
        stage.publish(SECOND, NEW_RECORD)
    return not report.has_errors


def _failing_build(place: Path) -> None:
    """A build of a campaign with errors. As any command, it looks after the campaign first."""
    finish_writing(place / "content")
    with open_staging_area(place / "output", place / "content", Report()) as stage:
        stage.file_store("site")["index.html"] = b"of a campaign with an error"


def _preview(place: Path) -> None:
    finish_writing(place / "content")
    recover_output(place / "output", place / "content")


def _publish(place: Path) -> bool:
    gone = {"published/001.json": None}
    return write_all_or_none({**NEW_RECORD, **gone}, place / "content", Report())


def _deploy(place: Path) -> bool:
    return _put_online(FolderHost(place / "www"))


def _deploy_zip(place: Path) -> bool:
    return _put_online(ZipFileHost(place / "www.zip"))


def _put_online(host: SiteHost) -> bool:
    host.read_files()
    try:
        host.put(GOING)
    except HostError:
        return False
    return True


def _lay_online(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    FolderHost(place / "www").put(ONLINE)
    ZipFileHost(place / "www.zip").put(ONLINE)


COMMANDS: Final = {
    "build": Command(_lay, _build, _failing_build),
    "publish": Command(_lay, _publish, lambda place: finish_writing(place / "content")),
    "deploy --to": Command(
        _lay_online, _deploy, lambda place: FolderHost(place / "www").read_files()
    ),
    "deploy --zip": Command(
        _lay_online, _deploy_zip, lambda place: ZipFileHost(place / "www.zip").read_files()
    ),
}


#: The next command may also be one that reads the output only.
READING: Final = {"build, then preview --no-build": Command(_lay, _build, _preview)}


def _states(command: Command, place: Path) -> tuple[dict[str, bytes | None], ...]:
    """Everything there is before a command, and after it."""
    command.prepare(place)
    before = tree(place)
    command.run(place)
    return before, tree(place)


def _prepared(command: Command, place: Path) -> Callable[[], Callable[[], object]]:
    def prepare() -> Callable[[], object]:
        command.prepare(place)
        return lambda: command.run(place)

    return prepare


@pytest.mark.parametrize("name", [*COMMANDS, *READING])
def test_after_a_kill_at_any_call_the_next_command_leaves_all_old_or_all_new(
    name: str, tmp_path: Path
) -> None:
    command, place = {**COMMANDS, **READING}[name], tmp_path / "place"
    whole = _states(command, place)
    tried, broken, seen = 0, [], set()
    for call in each_stop(_prepared(command, place), Killed()):
        tried += 1
        command.next(place)
        found = tree(place)
        if found not in whole:
            broken.append(call)
        seen |= {state for state in (0, 1) if found == whole[state]}
    print(f"{name}: {tried} kills, {len(broken)} broken")  # noqa: T201  shown on demand
    assert broken == []
    assert seen == {0, 1}, "no kill came before the decision, or none after it"


@pytest.mark.parametrize("name", COMMANDS)
def test_a_kill_while_the_next_command_recovers_leaves_all_old_or_all_new(
    name: str, tmp_path: Path
) -> None:
    command, place, killed = COMMANDS[name], tmp_path / "place", tmp_path / "killed"
    whole = _states(command, place)
    tried = 0
    # Between two renames, no other call changes what the next command finds to do.
    for _ in each_stop(_prepared(command, place), Killed(), among=("os.rename",)):
        shutil.rmtree(killed, ignore_errors=True)
        place.rename(killed)

        def recovering() -> Callable[[], object]:
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(killed, place, symlinks=True)
            return lambda: command.next(place)

        for call in each_stop(recovering, Killed(), among=("os.rename", "open", "write")):
            tried += 1
            command.next(place)
            assert tree(place) in whole, call
    print(f"{name}, killed twice: {tried} kills, 0 broken")  # noqa: T201  shown on demand


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("error", [FULL, KeyboardInterrupt()], ids=["full disk", "Ctrl-C"])
def test_an_error_or_interruption_at_any_call_leaves_all_old_or_all_new(
    name: str, error: BaseException, tmp_path: Path
) -> None:
    command, place = COMMANDS[name], tmp_path / "place"
    whole = _states(command, place)
    said: list[object] = []

    def prepare() -> Callable[[], object]:
        command.prepare(place)
        said.clear()
        return lambda: said.append(command.run(place))

    for call in each_stop(prepare, error):
        if said:
            # What could not be removed is left to the next command.
            command.next(place)
            assert tree(place) == whole[said == [True]], call
        else:
            command.next(place)
            assert tree(place) in whole, call
        assert command.run(place) is True, call
        assert tree(place) == whole[1], call


def test_an_error_names_the_folder_or_the_file(tmp_path: Path) -> None:
    _lay(tmp_path)
    output, content = tmp_path / "output", tmp_path / "content"
    said = set()
    for _ in each_stop(lambda: lambda: said.update(_findings(output, content)), FULL):
        _lay(tmp_path)
    assert said == {
        f"can't write {path}: No space left on device"
        for path in (output, *(content / path for path in NEW_RECORD))
    }


def _findings(output: Path, content: Path) -> list[str]:
    report = Report()
    with open_staging_area(output, content, report) as stage:
        stage.publish(SECOND, NEW_RECORD)
    return [finding.message for finding in report.findings]


def test_a_first_build_that_fails_leaves_no_folder(output: Path, content: Path) -> None:
    for _ in each_stop(lambda: lambda: put(FIRST, output, content), FULL):
        if output.exists():
            put(FIRST, output, content)
            shutil.rmtree(output)


def test_a_record_that_another_command_has_changed_is_not_overwritten(tmp_path: Path) -> None:
    _lay(tmp_path)
    before, report = tree(tmp_path), Report()
    other = tmp_path / "content" / "published.yaml"
    with open_staging_area(tmp_path / "output", tmp_path / "content", report) as stage:
        other.write_bytes(b"of the other\n")
        assert not stage.publish(SECOND, NEW_RECORD)
    assert codes(report.findings) == ["O002"]
    assert "another command has changed it" in report.findings[0].message
    assert tree(tmp_path) == {**before, "content/published.yaml": b"of the other\n"}


@pytest.mark.parametrize("kept", ["campaign.yaml", "published.yaml"])
def test_what_a_killed_command_left_does_not_overwrite_later_edits(
    kept: str, tmp_path: Path
) -> None:
    _lay(tmp_path)
    calls = stop(lambda: _build(tmp_path), 0, Killed())
    decided = next(n for n, call in enumerate(calls, 1) if "journal.json" in call) + 1
    _lay(tmp_path)
    stop(lambda: _build(tmp_path), decided, Killed())
    (tmp_path / "content" / kept).write_bytes(b"edited\n")
    _failing_build(tmp_path)
    assert (tmp_path / "content" / kept).read_bytes() == b"edited\n"


def test_a_stage_that_came_with_a_campaign_writes_nothing_outside_of_it(tmp_path: Path) -> None:
    _lay(tmp_path)
    content, outside = tmp_path / "content", tmp_path / "outside"
    outside.mkdir()
    for base, path in [(content, "../outside/a"), (outside, "a"), (content, str(outside / "a"))]:
        stage = content / ".chronicle-writing-x"
        (stage / "files").mkdir(parents=True)
        (stage / "files" / "0.new").write_bytes(b"evil")
        (stage / "journal.json").write_text(
            f'{{"names": [], "fresh": [], "base": "{base}", "files": ["{path}"]}}'
        )
        finish_writing(content)
        assert not stage.exists()
    (content / "linked").symlink_to(outside)
    stage = content / ".chronicle-writing-x"
    (stage / "files").mkdir(parents=True)
    (stage / "files" / "0.new").write_bytes(b"evil")
    (stage / "journal.json").write_text(
        f'{{"names": [], "fresh": [], "base": "{content}", "files": ["linked/a"]}}'
    )
    finish_writing(content)
    assert [*outside.iterdir()] == []


@pytest.mark.parametrize("journal", [b"", b"{", b"[]", b"7", b'{"names": 7}', b"\xff", b"[" * 9999])
def test_a_damaged_journal_counts_as_none(journal: bytes, tmp_path: Path) -> None:
    _lay(tmp_path)
    before = tree(tmp_path)
    stage = tmp_path / "output" / ".chronicle-building-x"
    (stage / "new" / "site").mkdir(parents=True)
    (stage / "journal.json").write_bytes(journal)
    _failing_build(tmp_path)
    assert tree(tmp_path) == before


# ── The cache ────────────────────────────────────────────────────────────────────────────────────


def test_after_a_kill_a_cache_has_each_entry_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    old = {"a": b"one", "b": b"two", "c": b"three"}

    def prepare() -> Callable[[], object]:
        shutil.rmtree(folder, ignore_errors=True)
        for number, (key, content) in enumerate(old.items()):
            Cache(folder).put("turns", key, content)
            os.utime(folder / "turns" / key, ns=(number, number))
        # The fourth entry is one too many: the older half goes.
        return lambda: Cache(folder).put("turns", "c", b"changed", max_entries=2)

    tried = 0
    for call in each_stop(prepare, Killed()):
        tried += 1
        found = {key: Cache(folder).get("turns", key) for key in old}
        assert all(found[key] in (old[key], None) for key in "ab"), call
        assert found["c"] in (old["c"], b"changed"), call
        Cache(folder).put("turns", "d", b"four", max_entries=9)
        assert Cache(folder).get("turns", "d") == b"four", call
    print(f"cache: {tried} kills, 0 broken")  # noqa: T201  shown on demand
