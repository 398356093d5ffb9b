"""Every command, option, target and exit code in the docs is there, and none is left out."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest
from click.testing import CliRunner

from chronicle import __version__
from chronicle.authoring.explain import all_problems
from chronicle.cli import output
from chronicle.cli.main import main
from chronicle.diagnostics.formatters import FINDING_FORMATS, MAX_SHOWN
from tests.cli.all_commands import commands, groups
from tests.docs.campaigns import first_campaign
from tests.docs.pages import ROOT, bare, fences, pages, sections, spoken_code
from tests.sample_campaigns import write_files

PAGE: Final = "docs/reference/commands.md"
_PROGRAM: Final = re.compile(r"^(\.venv[/\\](bin|Scripts)[/\\])?(?P<name>chronicle|make) ")
#: The required arguments of a command.
NEEDED: Final = {
    "completion": ["bash"],
    "export dossier": ["FACTION"],
    "export foundry": ["OUT"],
    "export obsidian": ["OUT"],
    "keys rotate": ["FACTION", "--from-turn", "1"],
    "keys phrase": ["PLAYER"],
    "keys backup": ["FILE"],
    "keys restore": ["FILE"],
    "import": ["SOURCE"],
    "orders import": ["FILE"],
    "orders show": ["FILE"],
    "orders options": ["FACTION"],
    "whatif": ["1"],
}
_ENVIRONMENT: Final = re.compile(r'environ(?:\.get)?[(\[]"(\w+)"')


def command_lines() -> Iterator[tuple[str, str]]:
    """Every command line in the docs, in blocks and in sentences, with the page it is on."""
    for page in pages():
        lines = [code for code in spoken_code(page) if " " in code]
        for fence in fences(page):
            if fence.language in ("sh", "powershell"):
                lines += [line.strip() for line in fence.text.splitlines()]
        for line in lines:
            if _PROGRAM.match(line) and "…" not in line:
                yield page, line.partition("#")[0].strip()


LINES: Final = tuple(dict.fromkeys(command_lines()))


def targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z]+):.*## ", makefile, re.MULTILINE))


@pytest.mark.parametrize(("page", "line"), LINES)
def test_every_command_line_in_the_docs_is_understood(page: str, line: str) -> None:
    found = _PROGRAM.match(line)
    assert found is not None
    words = shlex.split(line.replace("\\", "/"))[1:]
    if found["name"] == "make":
        (target,) = (word for word in words if "=" not in word)
        assert target in targets(), page
        return
    if words[0] in ("--help", "--version", "-h"):
        return
    called = " ".join(words[:2]) if " ".join(words[:2]) in commands() else words[0]
    assert called in commands() or (called in groups() and len(words) == 1), line
    if called not in commands():
        return  # a group as a whole, spoken of
    command = commands()[called]
    arguments = [word for word in words[called.count(" ") + 1 :] if word not in ("--help", "-h")]
    if not arguments:
        # A command by its name alone is spoken of, not called.
        arguments = [*NEEDED.get(called, ())]
    command.make_context(called, arguments, **main.context_settings)


def test_the_docs_show_command_lines_of_every_kind() -> None:
    programs = {line.split()[0] for _, line in LINES}
    assert {"make", "chronicle"} <= programs


def test_pages_for_game_masters_call_the_program_by_its_name() -> None:
    """Only contributors have it in the environment of a checkout."""
    for_game_masters = ("docs/tutorial.md", "docs/how-to/", "docs/cheat-sheets/")
    wrong = [
        f"{page}: {line}"
        for page, line in LINES
        if page.startswith(for_game_masters) and ".venv" in line
    ]
    assert wrong == []


def test_every_command_has_its_part_on_the_page() -> None:
    told = {title for title in sections(PAGE) if title.startswith("`chronicle ")}
    assert told == {f"`chronicle {name}`" for name in commands()}


@pytest.mark.parametrize("name", sorted(commands()))
def test_the_arguments_of_a_command_are_listed_with_their_defaults(name: str) -> None:
    command = commands()[name]
    expected = {}
    for parameter in command.get_params(click.Context(command, **main.context_settings)):
        argument = isinstance(parameter, click.Argument)
        opts = [*parameter.opts, *parameter.secondary_opts]
        words = frozenset(word.upper() if argument else word for word in opts)
        default = parameter.default
        has_one = isinstance(default, str | int) and not isinstance(default, bool)
        expected[words] = str(default) if has_one else ""
    rows = sections(PAGE)[f"`chronicle {name}`"].terms
    told = {}
    for row in rows:
        default_there = re.search(r"; default `([^`]+)`$", row[1])
        words = frozenset(re.findall(r"`([\w-]+)`", row[0]))
        told[words] = default_there[1] if default_there else ""
    # Told once, at the top of the page.
    of_all = {words for words in expected if words & {"--format", "--help"}}
    of_all |= {words for words, default in expected.items() if words == {"CONTENT"}}
    assert all(expected[words] in ("", "content") for words in of_all)
    assert told == {words: expected[words] for words in expected.keys() - of_all}


@pytest.mark.parametrize("name", sorted(commands()))
def test_the_words_to_choose_from_are_listed(name: str) -> None:
    rows = dict(sections(PAGE)[f"`chronicle {name}`"].terms)
    for parameter in commands()[name].params:
        if isinstance(parameter.type, click.Choice) and parameter.opts[-1] != "--format":
            written = parameter.opts[-1]
            written = written if written.startswith("-") else written.upper()
            told = next(said for names, said in rows.items() if f"`{written}`" in names)
            assert set(parameter.type.choices) <= set(re.findall(r"`([\w-]+)`", told))


def test_the_page_says_which_commands_take_several_campaigns() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    (part,) = (part for part in text.split("\n\n") if "also accept a [folder of several]" in part)
    listed = part.partition("`campaign.yaml`. ")[2].partition("also accept")[0]
    assert (
        {"build", "serve", "check", "status"}
        <= set(re.findall(r"`(\w+)`", listed))
        <= set(commands())
    )


def test_every_exit_code_there_is_is_listed() -> None:
    there = {value for name, value in vars(output).items() if name.startswith("EXIT_")}
    assert {0, *there} == {int(bare(cell)) for cell in sections(PAGE)["Exit codes"].column()}


def test_the_formats_of_findings_are_listed() -> None:
    assert sections(PAGE)["How findings are shown"].column() == list(FINDING_FORMATS)
    assert MAX_SHOWN == 50, "the page says fifty"


def test_the_environment_is_listed() -> None:
    read = {
        name
        for path in (ROOT / "chronicle/cli").glob("*.py")
        for name in _ENVIRONMENT.findall(path.read_text(encoding="utf-8"))
    }
    assert set(sections(PAGE)["Environment"].column()) == read


def test_the_exit_codes_are_those_the_docs_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = {path: text.encode() for path, text in first_campaign().items()}
    write_files(sound, tmp_path / "sound")
    write_files(sound | {"turns/001.yaml": b"turn: one"}, tmp_path / "unsound")
    write_files(sound, tmp_path / "leaking")
    with (tmp_path / "leaking" / "campaign.yaml").open("a", encoding="utf-8") as file:
        file.write("# Ommerin Deepwell\n")
    about = b'{% extends "layout.html" %}{% block main %}Ommerin Deepwell{% endblock %}'
    write_files({"themes/annals/about.html": about}, tmp_path / "leaking")

    def code(*arguments: str) -> int:
        return CliRunner().invoke(main, [*arguments]).exit_code

    found = {
        code("export", "turns", str(tmp_path / "sound")),
        code("export", "turns", str(tmp_path / "unsound")),
        code("explain", "no-such-code"),
        code("check", str(tmp_path / "leaking")),
        code("deploy", "--record-only", str(tmp_path / "sound")),
        code("deploy", str(tmp_path / "sound"), "--remote", str(tmp_path / "no.git"), "--dry-run"),
    }
    write_files({"turns/001.yaml": b"turn: 1"}, tmp_path / "sound")
    found.add(code("check", str(tmp_path / "sound")))
    write_files(sound, tmp_path / "sound")

    def fault(*_: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("chronicle.pipeline.resolve_campaign", fault)
    found.add(code("export", "turns", str(tmp_path / "sound")))
    assert found == {int(bare(cell)) for cell in sections(PAGE)["Exit codes"].column()}


def test_findings_as_json_have_the_format_that_the_docs_name(tmp_path: Path) -> None:
    write_files({"campaign.yaml": b"title: x"}, tmp_path)
    result = CliRunner().invoke(main, ["check", str(tmp_path), "--format", "json"])
    shape = json.loads(result.stdout)
    assert (shape["format"], shape["version"]) == ("chronicle-findings", 1)
    assert shape["chronicle"] == __version__
    said = "`format` is `chronicle-findings`, its `version` is 1"
    assert said in (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")


def test_the_page_of_findings_lists_every_code() -> None:
    rows = [row for part in sections("docs/reference/findings.md").values() for row in part.rows]
    assert sorted(row[0] for row in rows) == sorted(all_problems())
    assert all(len(row[2]) > 10 for row in rows)
