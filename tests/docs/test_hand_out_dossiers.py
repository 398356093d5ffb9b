"""The how-to of the sealed dossiers works as written, command by command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from tests.docs.campaigns import first_campaign
from tests.docs.command_blocks import Run, steps
from tests.docs.pages import fences
from tests.sample_campaigns import write_files

PAGE: Final = "docs/how-to/hand-out-dossiers.md"
#: What somebody types where the how-to has a phrase asked for.
TYPED: Final = "tin otter plum gravel sun\n"
#: The phrases of a table are random, and those on the page made up.
PHRASE: Final = re.compile(r"[a-z]+(-[a-z]+)?( [a-z]+(-[a-z]+)?){5}$", re.MULTILINE)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[tuple[str, str]]]]:
    """Where all commands of the page were run, and of each that shows it: what it said, and says.

    Logins are computed in few rounds.
    """
    folder = tmp_path_factory.mktemp("table")
    files = first_campaign()
    (lines,) = (fence.text for fence in fences(PAGE) if fence.language == "yaml")
    files["campaign.yaml"] += lines
    write_files({path: text.encode() for path, text in files.items()}, folder / "my-campaign")
    said = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("chronicle.seal.logins.ROUNDS", 2)
        patched.chdir(folder)
        for step in (step for step in steps(PAGE) if isinstance(step, Run)):
            for line in step.commands:
                done = CliRunner().invoke(main, shlex.split(line)[1:], input=TYPED)
                assert done.exit_code == 0, (line, done.output)
                if step.said:
                    said.append((step.said, done.output))
        yield folder, said


def test_every_command_of_the_page_works(ran: tuple[Path, list[tuple[str, str]]]) -> None:
    folder, _ = ran
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there >= {
        "my-campaign/chronicle.key",
        "my-campaign/.gitignore",
        "ferry-war.key",
        "cards.html",
        "my-site/site/dossier.html",
        "my-site/site/sealed/keyring.json",
        "ferry.html",
    }
    page = (folder / "cards.html").read_text(encoding="utf-8")
    assert page.count("https://ada.example/ferry-war/dossier.html#k=") == 3


def test_what_commands_print_is_what_the_page_shows(
    ran: tuple[Path, list[tuple[str, str]]],
) -> None:
    _, said = ran
    assert len(said) == 2
    for shown, printed in said:
        assert PHRASE.sub("…", printed) == PHRASE.sub("…", shown)
