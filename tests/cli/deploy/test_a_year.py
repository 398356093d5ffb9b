"""The evenings of a campaign: corrections, moved deadlines, an undo, a new faction, a lost key.

After each publication its readers' devices are asked: the site in a git repository, a calendar
server, a feed reader, a chat channel, and the dossiers. Nothing is lost, nothing announced twice.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import feedparser
import pytest

from chronicle.authoring.site_diff import visible_lines
from chronicle.cli import clock
from chronicle.diagnostics.report import Report
from chronicle.records import Record
from chronicle.seal.key_file import load_keys
from chronicle.seal.unseal import open_dossiers
from tests.cli.command_runner import Ran, lay, run
from tests.cli.deploy.chat_channel import Receiver
from tests.cli.git_repositories import bare, git
from tests.small_campaign import SOUND
from tests.subscriptions.clients import CalendarServer, Event, events_of
from tests.thorough import beginning

CONTENT: Final = Path("content")
RECORD: Final = CONTENT / "published.yaml"
#: The first evening; one follows each month.
FIRST: Final = datetime(2030, 1, 15, 19, 0, tzinfo=UTC)


class Plan(Record):
    """What happens after or in which turn.

    ``corrections`` are what changes after a turn: the corrected turn, the words, and the option
    that accepts it. ``moved`` are the days by which the deadline of a turn is moved while it is
    open. The campaign has another theme and title from turn ``restyled`` on; the key is lost
    after ``key_lost``.
    """

    turns: int
    corrections: Mapping[int, tuple[int, str, str, tuple[str, ...]]]
    moved: Mapping[int, int]
    taken_back: int
    founded: int
    key_lost: int
    restyled: int


YEAR: Final = Plan(
    turns=12,
    corrections={
        2: (1, "It was dry in 1.", "It was wet in 1.", ("--amend", "It rained.")),
        4: (3, "for Vael in 3", "for House Vael in 3", ("--amend", "Address them in full.")),
        6: (6, "It was dry in 6.", "It was drry in 6.", ("--typo",)),
        8: (6, "It was drry in 6.", "It was dry in 6.", ("--typo",)),
        10: (7, "It was dry in 7.", "It was windy in 7.", ("--amend", "There was a wind.")),
    },
    moved={3: -4, 7: 5},
    taken_back=5,
    founded=9,
    key_lost=11,
    restyled=4,
)
#: The same events within three turns.
QUARTER: Final = Plan(
    turns=3,
    corrections={
        1: (1, "for Vael in 1", "for House Vael in 1", ("--amend", "Address them in full.")),
        2: (1, "It was dry in 1.", "It was drry in 1.", ("--typo",)),
    },
    moved={2: -4},
    taken_back=2,
    founded=3,
    key_lost=3,
    restyled=3,
)
GULLS: Final = """\
name: The Gulls
for: everyone
colors: ["#445566", "#f2f2f2"]
sigil: anchor
joins: {turn}
opening:
  actor: {name: Mother Gull, sphere: harbour}
  resources:
    - {id: chicks, name: the Chicks, type: contacts, strength: 1, sphere: harbour}
"""


class Devices:
    """What the devices of readers show, from one publication to the next."""

    def __init__(self, here: Path) -> None:
        self.site = bare(here / "site.git")
        self.server = CalendarServer(here / "calendars")
        self.deadlines: dict[str, Event] = {}
        self.pages: dict[str, tuple[str, ...]] = {}
        self.entries: dict[str, tuple[str, str, str]] = {}
        #: The names of styles and scripts that the last pages ask for.
        self.assets: set[str] = set()

    def files(self) -> dict[str, bytes]:
        folder = Path("online")
        git(Path(), "clone", "--quiet", "--branch", "gh-pages", str(self.site), str(folder))
        found = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and ".git" not in path.parts
        }
        shutil.rmtree(folder)
        return found

    def look(self, turns: int, changed: frozenset[int]) -> Mapping[str, bytes]:
        """Compare what is online with what was, and return it; only some turns ``changed``."""
        files = self.files()
        self._read_pages(files, turns, changed)
        self._read_feed(files["feed.xml"], turns, changed)
        if file := files.get("deadline.ics"):
            self._read_calendar(file)
        return files

    def _read_pages(self, files: Mapping[str, bytes], turns: int, changed: frozenset[int]) -> None:
        assert self.assets <= files.keys(), "a page of the day before has lost its style"
        pages = {path: files[path] for path in files if re.fullmatch(r"turns/\d+\.html", path)}
        assert len(pages) == turns
        for path, page in pages.items():
            lines = tuple(it for it in visible_lines(page) if not it.startswith("Next"))
            if int(re.sub(r"\D", "", path)) not in changed and path in self.pages:
                gone = [it for it in self.pages[path] if it not in lines]
                assert gone == [], path
            self.pages[path] = lines
        found = re.findall(rb'(?:href|src)="(?:\.\./)?(assets/[^"]+)"', files["index.html"])
        assert found
        self.assets = {path.decode() for path in found}

    def _read_feed(self, file: bytes, turns: int, changed: frozenset[int]) -> None:
        found: Any = feedparser.parse(file)
        assert not found.bozo
        assert len({it.id for it in found.entries}) == len(found.entries) == turns
        for it in found.entries:
            published, updated = it.published, it.updated
            number = int(it.id.rpartition("/")[2])
            if it.id in self.entries and number not in changed:
                assert self.entries[it.id][:2] == (published, updated), number
            if it.id in self.entries:
                assert self.entries[it.id][0] == published, number
                assert self.entries[it.id][1] <= updated, number
            self.entries[it.id] = (published, updated, it.title)

    def _read_calendar(self, file: bytes) -> None:
        self.server.put(file)
        for event in events_of(file):
            held = self.deadlines.get(event.id, event)
            if (event.start, event.status) == (held.start, held.status):
                assert (event.sequence, event.stamp) == (held.sequence, held.stamp)
            else:
                assert event.sequence > held.sequence
                assert event.stamp > held.stamp
            self.deadlines[event.id] = event
        assert self.server.events() == sorted(self.deadlines.values())


class Year:
    """A GM's desk with the campaign on it."""

    def __init__(
        self, here: Path, plan: Plan, channel: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.devices, self.plan, self.channel, self.now = Devices(here), plan, channel, FIRST
        monkeypatch.setattr(clock, "now", lambda: self.now)
        head = SOUND["campaign.yaml"] + (
            "address: https://ada.example/crowns/\ntheme: modern\n"
            "players:\n  ada: vael\n  bo: oru\n"
            f"deploy: {{remote: {self.devices.site}}}\nnext: {{zone: Europe/Berlin}}\n"
        )
        lay(CONTENT, {"campaign.yaml": head})
        (CONTENT / "turns/001.yaml").unlink()
        self.run("keys", "init")
        self.run("keys", "backup", "spare.key")

    def run(self, *words: str, code: int = 0) -> Ran:
        ran = run(*words)
        assert ran.code == code, (words, ran.out, ran.err)
        return ran

    def replace(self, path: Path, old: str, new: str) -> None:
        text = path.read_text(encoding="utf-8")
        assert old in text, (path, old)
        path.write_text(text.replace(old, new), encoding="utf-8")

    def deploy(self, *words: str) -> None:
        self.run("deploy", "--yes", "--without-orders", *words)

    def announce(self) -> None:
        self.deploy("--announce", "--webhook", self.channel)

    def file(self, turn: int) -> Path:
        return CONTENT / f"turns/{turn:03}.yaml"

    def look(self, turns: int, *changed: int) -> Mapping[str, bytes]:
        return self.devices.look(turns, frozenset(changed))

    def open(self, turn: int) -> None:
        """Open a turn with a deadline in a month, and put the date online."""
        due = self.now + timedelta(days=30)
        self.run("turn", "new", "--deadline", f"{due:%Y-%m-%d} 20:00")
        if turn > 1:
            self.deploy()
            self.look(turn - 1)
        if days := self.plan.moved.get(turn):
            later = due + timedelta(days=days)
            self.replace(
                CONTENT / "campaign.yaml", f"{due:%Y-%m-%d} 20:00", f"{later:%Y-%m-%d} 20:00"
            )
            self.deploy()
            self.look(turn - 1)
            due = later
        self.now = due.replace(hour=20)

    def close(self, turn: int) -> None:
        """Write the news of a turn, play it, publish and announce it."""
        news = (
            f"news:\n  - {{for: everyone, text: It was dry in {turn}.}}\n"
            f"  - {{for: vael, text: A letter for Vael in {turn}.}}\n"
        )
        self.replace(self.file(turn), "news:\n", news)
        self.run("turn", "close", "--yes", "--without-orders")
        self.announce()
        self.look(turn)

    def correct(self, after: int) -> None:
        turn, old, new, words = self.plan.corrections[after]
        self.replace(self.file(turn), old, new)
        refused = self.run("deploy", "--yes", code=5)
        assert f"turns/{turn:03}.yaml, line " in refused.err
        accepted = self.run("deploy", "--yes", "--without-orders", *words).err
        told = "no reader is told" if words == ("--typo",) else "these readers are told why"
        assert f"turn {turn} corrected for " in accepted
        assert f"; {told}\n" in accepted
        self.look(after, turn)

    def take_back(self, turn: int) -> None:
        self.run("deploy", "--undo", "--yes")
        assert f"turn {turn} was taken back" in self.run("status").out
        self.replace(self.file(turn), f"It was dry in {turn}.", f"It was cold in {turn}.")
        self.announce()
        self.look(turn, turn)

    def lose_the_key(self, turn: int) -> None:
        (CONTENT / "chronicle.key").unlink()
        refused = self.run("deploy", "--yes", "--without-orders", code=4)
        assert "keys restore" in refused.err
        self.run("keys", "restore", "spare.key")
        self.deploy()
        self.look(turn)


@pytest.mark.parametrize("plan", beginning([QUARTER, YEAR], 1), ids=["3", "12"])
def test_nothing_is_lost_and_nothing_is_announced_twice(
    plan: Plan, here: Path, webhook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    year = Year(here, plan, webhook, monkeypatch)
    for turn in range(1, plan.turns + 1):
        if turn == plan.restyled:
            head = CONTENT / "campaign.yaml"
            year.replace(head, "title: Crowns\n", "title: Coffins\n")
            year.replace(head, "theme: modern\n", "theme: pulp\n")
        if turn == plan.founded:
            founded = GULLS.replace("{turn}", str(turn))
            (CONTENT / "factions/gulls.yaml").write_text(founded, encoding="utf-8")
        year.open(turn)
        year.close(turn)
        if turn == plan.taken_back:
            year.take_back(turn)
        if turn in plan.corrections:
            year.correct(turn)
        if turn == plan.key_lost:
            year.lose_the_key(turn)
    files = year.look(plan.turns)
    titles = [re.findall(r"\d+", post["title"])[0] for post in Receiver.received]
    assert titles == [str(turn) for turn in range(1, plan.turns + 1)]
    # The first turn has no deadline that anybody was told of.
    assert len(year.devices.server.events()) == plan.turns - 1
    record = RECORD.read_text(encoding="utf-8")
    quiet = [it for it in plan.corrections.values() if it[-1] == ("--typo",)]
    assert record.count("typo: true") == len(quiet)
    assert record.count("because:") == len(plan.corrections) - len(quiet)
    keys = load_keys(CONTENT, Report())
    assert keys is not None
    dossiers = [open_dossiers(files, login) for login in keys.logins.values()]
    # Ada's, Bo's and the GM's.
    assert len(dossiers) == 3
    for found in dossiers:
        assert found
        assert all(len(texts.turns) == plan.turns for texts in found.values())
