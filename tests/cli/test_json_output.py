"""What commands print for other programs begins alike, and the reference knows every shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from chronicle import __version__
from tests.cli.all_commands import commands
from tests.cli.command_runner import run
from tests.docs.pages import ROOT, bare, sections

PAGE: Final = "docs/reference/json.md"
#: Commands that print JSON, each with the option for it; `export turns` prints nothing else.
PRINTING: Final = {
    **{
        name: ("--json",)
        for name, command in commands().items()
        if any("--json" in parameter.opts for parameter in command.params)
    },
    "export turns": (),
}
#: What a command is asked where the campaign alone does not do.
ASKED: Final = {
    "explain": ("1/ferry/last-boat",),
    "keys list": (),
    "simulate": ("--turns", "1", "--runs", "1"),
    "whatif": ("--roll", "ferry/last-boat/pool=1,1,2", "1"),
}
#: Commands that act on the world, or need more of it than a campaign: their own tests look at
#: what they print.
ELSEWHERE: Final = ("deploy",)


def rows() -> dict[str, tuple[str, str]]:
    """The format and version of each command's JSON, as the page has them."""
    table = sections(PAGE)["JSON for other programs"].rows
    return {bare(row[0]).removesuffix(" --json"): (bare(row[1]), row[2]) for row in table}


def test_every_json_command_is_documented() -> None:
    assert rows().keys() == PRINTING.keys()


@pytest.mark.parametrize("name", [name for name in PRINTING if name not in ELSEWHERE])
def test_every_json_output_starts_with_the_same_keys(name: str, table: Path) -> None:
    if name.startswith("keys "):
        run("keys", "init", "my-campaign")
    ran = run(*name.split(), *ASKED.get(name, ()), "my-campaign", *PRINTING[name])
    assert ran.code in (0, 1), ran.err
    shape = json.loads(ran.out)
    assert list(shape)[:3] == ["format", "version", "chronicle"]
    assert (shape["format"], str(shape["version"])) == rows()[name]
    assert shape["chronicle"] == __version__
    assert table.is_dir()


@pytest.mark.parametrize(
    "name", [name for name in PRINTING if name not in {*ELSEWHERE, "export turns"}]
)
def test_the_keys_of_every_json_format_are_documented(name: str, table: Path) -> None:
    if name.startswith("keys "):
        run("keys", "init", "my-campaign")
    shape = json.loads(run(*name.split(), *ASKED.get(name, ()), "my-campaign", "--json").out)
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    told = page.partition(f"\n## `{name}`\n")[2].partition("\n## ")[0]
    assert [key for key in keys_in(shape) if f"`{key}`" not in told] == []
    assert table.is_dir()


def keys_in(shape: object) -> set[str]:
    """Every key in a JSON object, however deep, but those that all objects begin with."""
    match shape:
        case dict():
            inner = set().union(*(keys_in(part) for part in shape.values()))
            return {*shape, *inner} - {"format", "version", "chronicle"}
        case list():
            return set().union(*(keys_in(part) for part in shape))
        case _:
            return set()


def test_json_findings_start_with_the_same_keys(table: Path) -> None:
    ran = run("check", "my-campaign", "--format", "json")
    shape = json.loads(ran.out)
    assert list(shape) == ["format", "version", "chronicle", "findings"]
    assert table.is_dir()
