"""Whoever goes through the README and the tutorial from top to bottom gets what is told there."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from tests.cli.long_running import looked_at
from tests.docs.command_blocks import Run, Write, steps
from tests.docs.pages import ROOT

PAGES: Final = ("README.md", "docs/tutorial.md")
#: What a checkout has when its reader comes to the first command of ours.
LINKED: Final = ("content", "docs", "themes")
PROGRAM: Final = ".venv/bin/chronicle"
#: Where the files of a page are written, unless its commands made a campaign elsewhere.
CAMPAIGN: Final = "my-campaign"
#: Programs that run until they are told to stop, each with what it serves.
SERVING: Final = {"serve": "", "preview": "", "http.server": "vaime/dossier.html"}


@dataclass(slots=True)
class Reader:
    """Somebody in a checkout with a page before them, and what they were shown on the way.

    ``announced`` is the finding that the last file leads to.
    """

    folder: Path
    announced: str = ""
    ran: list[str] = field(default_factory=list)

    def write(self, step: Write) -> None:
        """Writes a file as the page has it."""
        target = self.folder / CAMPAIGN / step.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(step.text, encoding="utf-8")
        self.announced = step.announced

    def run(self, step: Run) -> None:
        """Types what the page says, in the folder in which the line before left them."""
        for line in step.commands:
            words = shlex.split(line)
            if words[0] == "make":
                continue  # what it does to a fresh clone is seen wherever these tests are run
            self.ran.append(line)
            if words[0] == "cd":
                self.folder = self.folder / words[1]
                assert self.folder.is_dir(), line
            elif any(word in SERVING for word in words):
                self._serve(line, words)
            else:
                self._type(line, words, step.said)

    def _type(self, line: str, words: list[str], said: str) -> None:
        """Runs a command of ours in this process: to start one for each takes longer than it."""
        program, *arguments = words
        assert program in (PROGRAM, "chronicle"), line
        with pytest.MonkeyPatch.context() as patched:
            patched.chdir(self.folder)
            patched.setenv("NO_COLOR", "1")
            patched.setenv("TERM", "xterm")
            patched.setattr("chronicle.cli.output.is_terminal", lambda: True)
            ran = CliRunner().invoke(main, arguments)
        expected = 1 if self.announced and arguments[0] in ("check", "build") else 0
        assert ran.exit_code == expected, (line, ran.output)
        if said:
            assert ran.output.strip() == said.strip(), line

    def _serve(self, line: str, words: list[str]) -> None:
        """Starts what goes on, looks at one page, and stops it as a person would."""
        # Any port will do that nobody else has.
        typed = [re.sub(r"^8000$", "0", word) for word in words]
        typed += ["--port", "0"] if "chronicle" in words[0] else []
        page = next(SERVING[word] for word in words if word in SERVING)
        code, shown = looked_at(typed, self.folder, self._path(), page)
        assert code in (0, 130, -signal.SIGINT), line
        assert b"<html" in shown, line

    def _path(self) -> dict[str, str]:
        return {"PATH": f"{self.home() / '.venv' / 'bin'}:{os.environ['PATH']}"}

    def home(self) -> Path:
        """The checkout."""
        return next(one for one in (self.folder, *self.folder.parents) if (one / ".venv").exists())


@pytest.fixture(scope="module", params=PAGES)
def reader(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """A reader who has gone through a page in a checkout of their own.

    To the other pages one comes with the files of the README written.
    """
    reading = Reader(checkout(tmp_path_factory.mktemp("checkout")))
    if request.param != PAGES[0]:
        for step in steps(PAGES[0]):
            if isinstance(step, Write):
                reading.write(step)
    for step in steps(request.param):
        match step:
            case Write():
                reading.write(step)
            case Run():
                reading.run(step)
    return reading


def checkout(folder: Path) -> Path:
    """A checkout in which the program is set up, and the site of the samples is built."""
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    program = folder / PROGRAM
    program.parent.mkdir(parents=True)
    program.write_text(
        f"#!{sys.executable}\nfrom chronicle.cli.main import main\nmain(prog_name='chronicle')\n"
    )
    program.chmod(0o755)
    # What `make site` leaves, as far as the server of the README is concerned.
    built = folder / "output" / "site" / "vaime"
    built.mkdir(parents=True)
    (built / "dossier.html").write_text("<html>", encoding="utf-8")
    return folder


def test_every_command_of_the_page_does_what_is_told(reader: Reader) -> None:
    assert len(reader.ran) >= 3
    assert reader.announced == "", "a page ends with a campaign that is sound"
    home = reader.home()
    assert (home / "my-site" / "site" / "index.html").is_file()
    assert (home / "my-site" / "private" / "gm" / "index.html").is_file()


def test_the_pages_show_what_is_printed() -> None:
    """Else the comparing of what is shown would hold of nothing."""
    shown = [step for page in PAGES for step in steps(page) if isinstance(step, Run) and step.said]
    assert shown
