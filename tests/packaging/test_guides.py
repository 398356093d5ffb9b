"""The README and the tutorial, followed with the wheel alone, give what they say."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import surroundings
from tests.cli.long_running import looked_at
from tests.docs.command_blocks import Run, Write, steps
from tests.docs.pages import ROOT
from tests.packaging.build_packages import PROGRAMS
from tests.platforms import open_terminal

pytestmark = pytest.mark.xdist_group("packaging")

GUIDES: Final = ("README.md", "docs/tutorial.md", "docs/how-to/write-by-hand.md")
#: What is typed to get the program, or in a checkout.
NOT_TYPED: Final = ("pipx", "uv", "make")
#: Programs that run until they are stopped, each with the page that is looked at.
SERVING: Final = {"serve": "", "desk": "", "http.server": "dossier.html"}
#: The files of a page are in this folder, unless its commands went to another.
CAMPAIGN: Final = "my-campaign"


class Reader:
    """Somebody who types what a page says, in an empty folder, and answers yes."""

    def __init__(self, home: Path, programs: Path) -> None:
        self.home = self.folder = home
        self.path = {"PATH": f"{programs}:{os.environ['PATH']}", "NO_COLOR": "1", "PYTHONPATH": ""}
        self.said: dict[str, str] = {}

    def follow(self, page: str) -> None:
        """Write the files of a page and type its commands, from top to bottom."""
        for step in steps(page):
            match step:
                case Write(path=path, text=text):
                    at_home = self.folder == self.home
                    target = (self.folder / CAMPAIGN if at_home else self.folder) / path
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_text(text, encoding="utf-8")
                case Run(commands=commands):
                    for line in commands:
                        self.type(line)

    def type(self, line: str) -> None:
        words = shlex.split(line)
        if words[0] in NOT_TYPED or words[1:3] == ["-m", "pip"]:
            return
        if words[0] == "cd":
            self.folder = self.folder / words[1]
            assert self.folder.is_dir(), line
        elif any(word in SERVING for word in words):
            page = next(SERVING[word] for word in words if word in SERVING)
            # Any port that is free, and no browser.
            free = {"http.server": ["http.server", "0"], "--open": []}
            typed = [one for word in words for one in free.get(word, [word])]
            code, shown = looked_at(typed, self.folder, self.path, page)
            assert code in (0, 130, -signal.SIGINT), line
            assert b"<html" in shown, line
        else:
            code, output = self.answered(words)
            assert code == 0, (line, output)
            self.said[line] = output

    def answered(self, words: list[str]) -> tuple[int, str]:
        """The exit code and the output of a program on a terminal where every answer is yes."""
        ours, theirs = open_terminal()
        os.write(ours, b"y\n" * 8)
        done = subprocess.run(
            words,
            cwd=self.folder,
            env=surroundings(self.path),
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        os.close(theirs)
        os.close(ours)
        return done.returncode, done.stdout


@pytest.fixture(scope="module")
def readers(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Reader]:
    """A reader of each guide who has followed it to its end."""
    found = {}
    for page in GUIDES:
        home = tmp_path_factory.mktemp("home")
        found[page] = Reader(home, environment / PROGRAMS)
        found[page].follow(page)
    return found


def test_the_readme_leads_to_a_campaign_with_its_site(readers: dict[str, Reader]) -> None:
    reader = readers["README.md"]
    assert (reader.home / "windfall" / "output" / "site" / "index.html").is_file()


def test_the_tutorial_leads_to_a_published_second_turn(readers: dict[str, Reader]) -> None:
    reader = readers["docs/tutorial.md"]
    online = reader.home / "windfall-online"
    assert (online / "turns" / "2.html").is_file()
    assert not (online / "private").exists()
    sayings = [text for line, text in reader.said.items() if "deploy" in line]
    assert "turn 2 published" in " ".join(sayings)
    assert "turn 2 is no longer published" in reader.said["chronicle deploy --undo"]
    turn = (reader.folder / "content" / "turns" / "002.yaml").read_text(encoding="utf-8")
    assert "state: played" in turn
    assert "The Coopers offer every bee-keeper" in turn


def test_the_campaign_by_hand_becomes_a_site(readers: dict[str, Reader]) -> None:
    reader = readers["docs/how-to/write-by-hand.md"]
    assert (reader.home / "my-site" / "site" / "index.html").is_file()
    assert (reader.home / "my-site" / "private" / "gm" / "index.html").is_file()


#: Words of the path from nothing to a published second turn, and of all pages together.
MOST_WORDS: Final = {
    "README.md": 900,
    "docs/tutorial.md": 2000,
    "docs/how-to/run-an-evening.md": 1100,
}


def words_of(text: str) -> int:
    return len(text.split())


def test_the_path_to_a_second_turn_is_short() -> None:
    counts = {page: words_of((ROOT / page).read_text(encoding="utf-8")) for page in MOST_WORDS}
    assert {page: n for page, n in counts.items() if n > MOST_WORDS[page]} == {}
    assert sum(counts.values()) <= 4000


def test_no_page_names_the_package_on_an_index() -> None:
    """The name there is not ours yet."""
    texts = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = re.compile(r"(?:pip|pipx|uv tool) install [^\n]*(?<!/)\bchronicle-rpg\b")
    assert [path.name for path in texts if named.search(path.read_text(encoding="utf-8"))] == []
