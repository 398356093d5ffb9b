"""What the program says of itself: help, examples that work, versions, and where to begin."""

from __future__ import annotations

import platform
import shlex
import sys
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from chronicle import __version__
from chronicle.cli import help_text
from chronicle.cli.main import main
from chronicle.rules import RULESETS
from tests.cli.all_commands import commands, examples, groups
from tests.cli.command_runner import CREEP, lay, run, start
from tests.cli.long_running import looked_at
from tests.sample_campaigns import CHECKOUT

COMMANDS: Final = commands()
#: What somebody types where a command asks for a phrase.
TYPED: Final = "tin otter plum gravel sun\n"
#: Commands that run until they are told to stop.
GOING_ON: Final = ("desk", "serve")
#: Those that need an open turn, in order.
DRAFTS: Final = (" orders draft", " orders accept", " orders drop")


# ── Help ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_names_every_command(option: str) -> None:
    ran = run(option)
    assert (ran.code, ran.err) == (0, "")
    listed = ran.out.partition("Commands:\n")[2].splitlines()
    width = max(map(len, help_text.COMMANDS))
    assert listed == [f"  {name:{width}}  {line}" for name, line in help_text.COMMANDS.items()]
    assert max(map(len, listed)) <= 80


def test_every_command_is_listed_or_left_out_knowingly() -> None:
    names = {name.partition(" ")[0] for name in COMMANDS}
    assert names == {*help_text.COMMANDS, *help_text.UNLISTED}
    assert all(run(name, "--help").code == 0 for name in help_text.UNLISTED)


@pytest.mark.parametrize("group", sorted(groups()))
def test_the_help_of_a_group_names_its_commands_in_whole_sentences(group: str) -> None:
    ran = run(group, "-h")
    assert (ran.code, ran.err) == (0, "")
    words = " ".join(ran.out.split())
    for name, command in groups()[group].commands.items():
        first = (command.help or "").partition("\n\n")[0]
        assert f" {name} {' '.join(first.split())}" in words


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_command_help_lists_all_options_and_ends_with_an_example(name: str) -> None:
    for option in ("-h", "--help"):
        ran = run(*name.split(), option)
        assert (ran.code, ran.err) == (0, "")
    command = COMMANDS[name]
    assert (command.help or "").partition("\n\n")[0].endswith(".")
    assert f"\n  Example: chronicle {name} " in ran.out
    for line in examples(command):
        assert f"\n  Example: {line}\n" in ran.out, "an example stands on one line, to be copied"
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert [one.name for one in options if not one.help] == []


# ── Examples ─────────────────────────────────────────────────────────────────────────────────────


def lines() -> list[str]:
    """Every example; a key is made before it is copied, and its copy comes back before it ages.

    A turn is reopened and closed before it is published.
    """
    shown = [
        line
        for name, command in COMMANDS.items()
        if name not in GOING_ON
        for line in examples(command)
    ]
    first = (" init ", " backup ", " restore ", " turn reopen ", *DRAFTS, " turn close ")
    return sorted(shown, key=lambda line: [word not in line for word in first])


def test_every_example_works(
    table: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Where a campaign is, no other one is created.
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    for line in lines():
        program, *words = shlex.split(line)
        assert program == "chronicle"
        is_creation = words[0] == "new" and "--random-factions" not in words
        monkeypatch.chdir(elsewhere if is_creation else table)
        ran = CliRunner().invoke(main, words, input=TYPED)
        assert ran.exit_code == 0, (line, ran.output)


@pytest.mark.parametrize("name", GOING_ON)
def test_examples_of_long_running_commands_serve_a_page_and_stop(name: str, table: Path) -> None:
    (line,) = examples(COMMANDS[name])
    program = f"{shlex.quote(sys.executable)} -m chronicle"
    words = shlex.split(line.replace("chronicle", program, 1))
    code, page = looked_at([*words, "--port", "0"], table, {})
    assert code == 0
    assert b"The Ferry War" in page


# ── Versions ─────────────────────────────────────────────────────────────────────────────────────


def test_version_lists_the_program_and_its_parts() -> None:
    ran = run("--version")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"chronicle {__version__}",
        "rulesets: freeform 1, lieutenants 1, shadow 1, wwn 1",
        "themes: annals, console, modern, pulp",
        f"Python {platform.python_version()}",
    ]


def test_version_lists_every_ruleset() -> None:
    assert {id: system.version for id, system in RULESETS.items()} == help_text.RULESET_VERSIONS
    assert list(help_text.SHIPPED_THEMES) == sorted(
        path.parent.name for path in (CHECKOUT / "themes").glob("*/theme.yaml")
    )


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_completion_imports_few_modules(option: str) -> None:
    """A shell that completes words starts the program each time."""
    counting = """
import atexit, sys
def count():
    ours = [name for name in sys.modules if name.startswith("chronicle")]
    heavy = {"ruamel", "rich", "jinja2", "markdown_it", "PIL", "cryptography"}
    print(len(ours), *sorted(heavy & set(sys.modules)), file=sys.stderr)
atexit.register(count)
"""
    ran = start(option, code=counting)
    assert ran.returncode == 0
    count, *heavy = ran.stderr.split()
    assert heavy == []
    assert int(count) < 60


# ── Where to begin ───────────────────────────────────────────────────────────────────────────────


def begun(*words: str) -> tuple[int, str]:
    ran = run(*words)
    return ran.code, ran.out + ran.err


def test_without_arguments_it_says_what_to_do_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run()
    assert (ran.code, ran.out) == (0, "Next: create a campaign: chronicle new my-campaign\n")
    assert ran.err == "All commands: chronicle --help\n"
    lay(tmp_path / "ferry-war" / "content", {})
    assert run().out == "Next: go to a campaign: cd ferry-war\n"
    monkeypatch.chdir(tmp_path / "ferry-war")
    assert run().out == "Next: start the first turn: chronicle turn new content\n"
    monkeypatch.chdir(tmp_path / "ferry-war" / "content")
    assert run().out == "Next: start the first turn: chronicle turn new .\n"
    (tmp_path / "ferry-war/content/campaign.yaml").write_text("titel: x\n")
    assert run().out == "Next: correct the errors; chronicle check . shows them all\n"


def test_without_arguments_each_of_several_campaigns_has_its_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    lay(tmp_path / "crowns", {"turns/001.yaml": CREEP})
    lay(tmp_path / "bells", {})
    first, second = run().out.splitlines()
    assert first == "bells: start the first turn: chronicle turn new bells"
    assert second.startswith("crowns: write what happened in crowns/turns/001.yaml; then")


def test_samples_are_not_taken_for_campaigns_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CHECKOUT)
    assert run().out.splitlines() == [
        "Next: look at the sample campaigns: chronicle serve",
        "Or create a campaign of your own: chronicle new my-campaign",
    ]


@pytest.mark.parametrize("words", [("check",), ("build",), ("keys", "init"), ("status",)])
def test_a_missing_folder_gets_advice(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert begun(*words)[0] == 2
    assert "folder content not found; name the folder with campaign.yaml" in begun(*words)[1]
    assert "or create one: chronicle new my-campaign" in begun(*words)[1]
    lay(tmp_path / "crowns", {})
    assert "folder content not found; campaigns in this folder: crowns" in begun(*words)[1]
    lay(tmp_path / "ferry-war" / "content", {})
    assert "go to your campaign first: cd ferry-war" in begun(*words)[1]
    assert "did you mean crowns?" in begun(*words, "crown")[1]
    lay(tmp_path / "reed" / "content", {})
    assert "one of your campaigns first: cd ferry-war, cd reed\n" in begun(*words)[1]
    for below, up in (("crowns", ".."), ("reed", ".."), ("reed/content", "../..")):
        inside = tmp_path / below / "turns"
        inside.mkdir(exist_ok=True)
        monkeypatch.chdir(inside)
        assert f"go to your campaign first: cd {up}\n" in begun(*words)[1]
    monkeypatch.chdir(tmp_path / "crowns")
    assert "this folder is a campaign: use . to name it" in begun(*words)[1]


@pytest.mark.parametrize(
    ("words", "meant"), [("biuld", "build"), ("keys lst", "list"), ("check --leek", "--leaks")]
)
def test_a_misspelt_command_gets_a_suggestion(words: str, meant: str) -> None:
    ran = run(*words.split())
    assert ran.code == 2
    assert f"Did you mean '{meant}'?" in ran.err
