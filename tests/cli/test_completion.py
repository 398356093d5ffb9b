"""Shells complete commands, options and a campaign's own words; a real bash does."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from chronicle.cli.completion import COMPLETE_VARIABLE, SHELLS
from chronicle.cli.help_text import COMMANDS
from chronicle.cli.main import main
from tests.cli.all_commands import commands
from tests.cli.command_runner import CREEP, lay, run, surroundings


def offered(*typed: str) -> list[str]:
    """What is offered for the last of these words."""
    *before, last = typed
    asker = ShellComplete(main, {}, "chronicle", COMPLETE_VARIABLE)
    return [item.value for item in asker.get_completions(before, last)]


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_gets_a_script_that_asks_the_program(shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert f"{COMPLETE_VARIABLE}={shell}_complete" in ran.out


def test_an_unsupported_shell_lists_the_supported_ones() -> None:
    ran = run("completion", "tcsh")
    assert (ran.code, ran.out) == (2, "")
    assert "'bash', 'zsh', 'fish'" in ran.err


def test_commands_and_options_are_offered() -> None:
    assert set(offered("")) == {*COMMANDS}
    assert offered("keys", "r") == ["restore", "rotate"]
    assert offered("deploy", "--am") == ["--amend"]
    assert offered("check", "--format", "p") == ["plain"]


def test_names_of_the_campaign_are_completed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered("explain", "--as", "") == ["gm", "everyone", "oru", "vael"]
    lay(here / "ferry", {"factions/ferry.yaml": "name: The Ferry\n", "turns/002.yaml": CREEP})
    assert offered("export", "turns", "ferry", "--as", "f") == ["ferry"]
    assert offered("export", "turns", "--as", "f") == []
    assert offered("export", "turns", "--turn", "") == ["1"]
    assert offered("keys", "rotate", "v") == ["vael"]
    assert offered("check", "") == ["content", "ferry"]
    assert offered("check", "fe") == ["ferry"]
    lay(here / "home" / "content", {})
    lay(here / "shelf" / "one", {})
    assert offered("check", "") == ["content", "ferry", "home/content", "shelf"]
    monkeypatch.chdir(here / "ferry")
    assert offered("deploy", "--through", "") == ["2"]
    assert offered("check", "../co") == ["../content"]


def test_findings_are_offered_by_their_codes() -> None:
    assert offered("explain", "r00")[:2] == ["R001", "R002"]


@pytest.mark.parametrize("name", sorted(commands()))
def test_what_can_be_completed_is_in_every_command(name: str, here: Path) -> None:
    """Of all that name an audience, a campaign or a turn that there is."""
    context = click.Context(commands()[name], **main.context_settings)
    found = {one.name: one for one in commands()[name].params}
    if "content" in found:
        offer = found["content"].shell_complete(context, "")
        assert [item.value for item in offer] == ["content"]
    if (word := found.get("word")) is not None and "--as" in word.opts:
        assert [item.value for item in word.shell_complete(context, "v")] == ["vael"]
    if (turn := found.get("turn")) is not None and "--turn" in turn.opts:
        assert [item.value for item in turn.shell_complete(context, "")] == ["1"]
    assert here.is_dir()


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_a_real_bash_completes(here: Path) -> None:
    program = here / "bin" / "chronicle"
    program.parent.mkdir()
    program.write_text(
        # The first line of a script can't name a program whose path has a space.
        "#!/bin/sh\nprogram=\"from chronicle.cli.main import main; main(prog_name='chronicle')\"\n"
        f'exec {shlex.quote(sys.executable)} -c "$program" "$@"\n'
    )
    program.chmod(0o755)
    script = """
PATH="$PWD/bin:$PATH"
eval "$(chronicle completion bash)"
COMP_WORDS=(chronicle explain --as v); COMP_CWORD=3
_chronicle_completion chronicle; echo "${COMPREPLY[@]}"
"""
    ran = subprocess.run(
        ["bash", "--norc", "-c", script],
        capture_output=True,
        text=True,
        env=surroundings({}),
        check=False,
    )
    assert (ran.stdout, ran.stderr) == ("vael\n", "")
