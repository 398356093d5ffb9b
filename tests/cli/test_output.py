"""The command line behaves: help, versions, exit codes, pipes, and faults of our own."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from chronicle.authoring.explain import all_problems
from chronicle.cli.progress import Progress
from chronicle.model.audience import EVERYONE, GM
from tests.cli.command_runner import (
    CREEP,
    TITEL,
    lay,
    left,
    run,
    shown_on_terminal,
    start,
    surroundings,
)


def broken(*_arguments: object, **_named: object) -> None:
    raise ZeroDivisionError("planted")


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of ours, planted where every command comes by."""
    monkeypatch.setattr("chronicle.yaml.nodes.MapNode.get", broken)


def test_a_command_line_without_a_command_says_the_next_step() -> None:
    ran = run()
    assert ran.code == 0
    assert ran.out.startswith("Next: ")
    assert "chronicle --help" in ran.err


@pytest.mark.parametrize(
    "words", [("biuld",), ("build", "--outptu", "x"), ("check", "a", "b"), ("keys", "phrase")]
)
def test_a_usage_error_exits_with_2_and_points_to_help(words: tuple[str, ...]) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert "Error: " in ran.err
    assert "--help" in ran.err


def test_an_unknown_code_is_a_mistake_in_the_command() -> None:
    ran = run("explain", "R0O9")
    assert (ran.code, ran.out) == (2, "")
    assert "unknown error code R0O9" in ran.err
    assert "did you mean `R009`?" in ran.err


def test_without_a_code_all_codes_are_listed() -> None:
    ran = run("explain")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines == sorted(lines)
    assert "R009 (error): A mapping contains the same key twice." in lines
    assert len(lines) == len(all_problems())


def test_long_help_goes_to_a_pager() -> None:
    ran = run("explain", "R009")
    assert ran.out == (
        "R009 (error): A mapping contains the same key twice.\n\n"
        "Many YAML readers silently keep the last value, so an order would be lost."
        " Here it is an error.\n\n"
        "Wrong, in turns/001.yaml:\n\n"
        "    turn: 1\n"
        "    title: The first\n"
        "    title: The second\n\n"
        "Right, without this:\n\n"
        "    title: The second\n"
    )


# ── Faults of our own ────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("fault")
@pytest.mark.parametrize("words", [("build",), ("check",), ("export", "turns")])
def test_an_internal_error_exits_with_70_and_a_short_message(
    words: tuple[str, ...], here: Path
) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (70, "")
    assert ran.err.startswith("internal error in chronicle: ZeroDivisionError: planted\n")
    assert "CHRONICLE_DEBUG=1" in ran.err
    assert "Traceback" not in ran.err
    assert not (here / "output").exists()


@pytest.mark.usefixtures("fault", "here")
def test_the_traceback_is_shown_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHRONICLE_DEBUG", "1")
    ran = run("check")
    assert (ran.code, ran.out) == (70, "")
    assert "Traceback (most recent call last)" in ran.err
    assert ran.err.endswith("ZeroDivisionError: planted\n")


def test_an_error_while_rendering_names_the_page(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chronicle.markup.markdown.to_html", broken)
    text = "turn: 1\nnews: [{for: everyone, text: Rain.}]\n"
    lay(here / "content", {"turns/001.yaml": text})
    ran = run("check")
    assert ran.code == 70
    assert re.search(r"planted \(while rendering \S+\.html for everyone\)", ran.err)


def test_an_internal_error_leaves_the_earlier_site_unchanged(
    built: Path, request: pytest.FixtureRequest
) -> None:
    index = built / "output" / "site" / "index.html"
    before = index.read_bytes()
    lay(built / "content", {"turns/001.yaml": f"{CREEP}title: Rain\n"})
    request.getfixturevalue("fault")
    assert run("build").code == 70
    assert index.read_bytes() == before


# ── Pipes and full disks ─────────────────────────────────────────────────────────────────────────


def test_a_closed_pipe_is_not_an_error(here: Path) -> None:
    lay(here / "content", {f"turns/{n:03}.yaml": f"turn: {n}\n" for n in range(1, 60)})
    program = "from chronicle.cli.main import main; main(prog_name='chronicle')"
    with subprocess.Popen(
        [sys.executable, "-c", program, "export", "turns"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings({}),
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline() == b"{\n"
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_full_disk_is_not_an_internal_error(here: Path) -> None:
    program = "from chronicle.cli.main import main; main(prog_name='chronicle')"
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(
            [sys.executable, "-c", program, "export", "turns"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=surroundings({}),
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr == b"cannot write the result: No space left on device\n"
    assert here.is_dir()


@pytest.mark.parametrize("closed", [1, 2])
def test_output_may_be_closed(closed: int, built: Path) -> None:
    program = "from chronicle.cli.main import main; main(prog_name='chronicle')"
    ran = subprocess.run(
        ["sh", "-c", f'exec "$0" -c "$1" check {closed}>&-', sys.executable, program],
        env=surroundings({}),
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0
    assert built.is_dir()


# ── Terminals ────────────────────────────────────────────────────────────────────────────────────


def on_terminal(*words: str, **more: str) -> str:
    """What a command shows on a terminal, line ends as written."""
    program = "from chronicle.cli.main import main; main(prog_name='chronicle')"
    return shown_on_terminal([sys.executable, "-c", program, *words], more)[1]


HUMAN: Final = """\
error[C002]: unknown key `titel`
 --> content/turns/001.yaml:2:1
  |
2 | titel: The Riots
  | ^^^^^
  = help: did you mean `title`?

1 error; for details: chronicle explain C002
"""


def test_on_a_terminal_findings_have_colour_and_a_caret(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    shown = on_terminal("check")
    assert "\x1b[" in shown
    assert "^^^^^" in shown
    assert "error[C002]" in shown


def test_no_color_disables_colour_whatever_it_contains(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    assert left(on_terminal("check", NO_COLOR="yes")) == HUMAN


def test_a_dumb_terminal_gets_plain_text(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    for shown in (on_terminal("check", TERM="dumb"), on_terminal("check", "--format", "plain")):
        assert "\x1b" not in shown
        assert "^" not in shown
        assert "at: titel" in shown


def test_a_progress_bar_is_shown_on_a_terminal_only(here: Path) -> None:
    stages = ("reading", "rendering for vael", "rendering for gm", "writing")
    drawn = on_terminal("build", NO_COLOR="1")
    places = [drawn.find(stage) for stage in stages]
    assert -1 not in places
    assert places == sorted(places)
    assert "\x1b[3" not in drawn
    assert not any(stage in run("build").err for stage in stages)
    assert here.is_dir()


def test_the_progress_bar_names_the_campaign_of_a_multi_site() -> None:
    shown: list[tuple[int, str]] = []
    bar = Progress(lambda done, said: shown.append((done, said)))
    bar.set_campaigns(("crowns", "ferry"))
    for audiences in ((EVERYONE, GM), (EVERYONE,)):
        bar.stage("reading")
        assert tuple(bar.track(audiences)) == audiences
        bar.stage("sealing")
    bar.begin_writing()
    assert [said for _, said in shown] == [
        "crowns: reading",
        "crowns: rendering for everyone",
        "crowns: rendering for gm",
        "crowns: sealing",
        "ferry: reading",
        "ferry: rendering for everyone",
        "ferry: sealing",
        "writing",
    ]
    steps = [done for done, _ in shown]
    assert steps == sorted(set(steps))
    assert steps[-1] < bar.whole


def test_a_narrow_terminal_has_no_broken_bar(here: Path) -> None:
    drawn = on_terminal("check", COLUMNS="32", NO_COLOR="1")
    lines = re.split(r"[\r\n]", drawn.replace("\x1b[2K", ""))
    assert any("rendering" in line for line in lines)
    assert max(map(len, lines)) <= 32
    assert here.is_dir()


def test_colour_is_not_forced_into_a_pipe(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    ran = start("check", environment={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})
    assert "\x1b" not in ran.stdout + ran.stderr


def test_an_empty_no_color_is_ignored(here: Path) -> None:
    lay(here / "content", {"turns/001.yaml": TITEL})
    assert "\x1b[1;31m" in on_terminal("check", NO_COLOR="")
