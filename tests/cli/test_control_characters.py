"""Characters that control a terminal or can't be seen are shown escaped, in any text."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from chronicle.diagnostics.control_characters import escape_control_characters
from chronicle.diagnostics.formatters import excerpt_of
from chronicle.diagnostics.report import Finding
from chronicle.files.source import Source, Span
from chronicle.serve.error_page import findings_page
from tests.cli.all_commands import commands
from tests.cli.command_runner import Ran, left, run, shown_on_terminal
from tests.small_campaign import SOUND

#: What no output may contain: C0 without tab and line feed, DEL, C1, marks and overrides of the
#: direction, line separators, characters of no width, tags, and halves of pairs.
RAW: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff"
    "\U000e0001-\U000e007f\ud800-\udfff]"
)
#: It sets the colour, the title of the window, moves up and clears the line; with C1 as well.
ATTACK: Final = "\x1b[31m\x1b]0;owned\x07\x1b[1A\x1b[2K\r\x9b2J\x7f\b"
#: Characters that a text of the author may contain, which deceive.
DECEIT: Final = "\u202egm\u2066\u200b\u2028\ufeff\U000e0041"
#: A name that the system allows for a folder.
FOLDER: Final = f"crowns{ATTACK}{DECEIT}"

ORDERS: Final = """\
turn: 1
orders:
  vael:
    conspiracies:
      - {id: creep, action: raise, resource: eyes, to: 2, narrative: They creep%s.}
"""
#: A campaign that can be built, with names that deceive.
SLY: Final = {
    **{path: text.replace("name: The ", f"name: The {DECEIT} ") for path, text in SOUND.items()},
    "campaign.yaml": SOUND["campaign.yaml"].replace("Crowns", f"Crowns{DECEIT}"),
    "factions/vael.yaml": SOUND["factions/vael.yaml"].replace("House", f"House{DECEIT}"),
    "turns/001.yaml": f"title: The Riots{DECEIT}\n" + ORDERS % DECEIT,
    f"turns/stray{ATTACK}.txt": "",
}
#: The same with escape sequences in its files.
BROKEN: Final = {
    **SLY,
    f"factions/{ATTACK}.yaml": "",
    f"media/{ATTACK}.png": "",
    "turns/001.yaml": f"titel{ATTACK}: The Riots\n" + ORDERS % ATTACK,
    "campaign.yaml": SLY["campaign.yaml"] + f'"mott\\e[31mo{DECEIT}": "\\x9b2J"\n',
}
#: The words of each command after its name, for a campaign in the folder named as {}.
CALLS: Final = {
    "build": "{} --site-only",
    "check": "{}",
    "completion": f"bash{ATTACK}",
    "deploy": "{} --to {}-site --dry-run",
    "desk": f"{{}} --port {ATTACK}",
    "dice sheet": "{}",
    "dice verify": "{}",
    "explain": f"place:vale{ATTACK} {{}}",
    "export dossier": f"vael{ATTACK} {{}} -o {{}}-export.html",
    "export foundry": "{}-actors {}",
    "export obsidian": "{}-vault {}",
    "export turns": "{}",
    "import": "{}-notes {}",
    "keys init": "{}",
    "keys list": "{}",
    "keys rotate": f"vael{ATTACK} {{}} --from-turn 1",
    "keys phrase": f"{ATTACK} {{}}",
    "keys cards": "{} -o {}-cards.html",
    "keys backup": "{}.backup {}",
    "keys restore": "{}.backup {}",
    "new": "{}/none/new --ruleset shadow",
    "orders accept": f"vael{ATTACK} {{}}",
    "orders draft": f"vael{ATTACK} {{}}",
    "orders drop": f"vael{ATTACK} {{}}",
    "orders odds": "{}",
    "orders options": f"vael eyes{ATTACK} {{}}",
    "orders import": "{}-orders {} --dry-run",
    "orders show": "{}-orders {}",
    "rumors": "{} --dry-run",
    "schema": "{}",
    "serve": f"{{}} --port {ATTACK}",
    "simulate": "{} --turns 1 --runs 1",
    "status": "{}",
    "turn new": "{} --dry-run",
    "turn close": "{} --yes",
    "turn reopen": "{}",
    "whatif": "1 {} --roll vael/creep/pool=1,1",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both campaigns, pasted orders and notes, whose names are attacks too."""
    top = tmp_path_factory.mktemp("hostile")
    for name, files in ((f"{FOLDER}1", SLY), (f"{FOLDER}2", BROKEN)):
        for path, text in files.items():
            target = top / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        (top / f"{name}-orders").write_text(ORDERS % ATTACK + DECEIT, encoding="utf-8")
        (top / f"{name}-notes").mkdir()
        (top / f"{name}-notes" / f"{ATTACK}.md").write_text(f"# A{ATTACK}\n", encoding="utf-8")
    return top


@pytest.fixture(autouse=True)
def _there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def raw(ran: Ran) -> list[str]:
    """The characters in what a command said that should have been escaped."""
    return RAW.findall(ran.out + ran.err)


def words(name: str, folder: str) -> Iterator[str]:
    """The words of a command for a campaign folder."""
    yield from name.split()
    yield from (word.replace("{}", folder) for word in CALLS[name].split(" "))


def has_json(name: str) -> bool:
    """Whether a command has the option ``--json``."""
    return any("--json" in parameter.opts for parameter in commands()[name].params)


def test_every_command_is_called() -> None:
    assert CALLS.keys() == commands().keys()


@pytest.mark.parametrize("number", ["1", "2", "3"], ids=["sly", "broken", "missing"])
@pytest.mark.parametrize("name", CALLS)
def test_no_command_prints_a_control_character(name: str, number: str) -> None:
    ran = run(*words(name, FOLDER + number))
    assert raw(ran) == []
    assert ran.out + ran.err
    assert ran.code != 70, ran.err


@pytest.mark.parametrize("name", [name for name in CALLS if has_json(name)])
def test_json_escapes_control_characters(name: str) -> None:
    if name.startswith("keys"):
        run("keys", "init", f"{FOLDER}1")
    ran = run(*words(name, f"{FOLDER}1"), "--json")
    assert raw(ran) == []
    if ran.code == 0:
        json.loads(ran.out)


@pytest.mark.parametrize("form", ["human", "plain", "json", "github"])
def test_findings_escape_control_characters(form: str) -> None:
    ran = run("check", f"{FOLDER}2", "--format", form)
    assert raw(ran) == []
    assert "\\u001b[31m" in ran.out + ran.err
    if form == "json":
        found = json.loads(ran.out)["findings"]
        assert any("\x1b[31m" in one["path"] for one in found)


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}], ids=["colour", "no colour"])
def test_a_terminal_gets_no_styles_but_our_own(environment: dict[str, str]) -> None:
    program = "from chronicle.cli.main import main; main(prog_name='chronicle')"
    words = [sys.executable, "-c", program, "check", f"{FOLDER}2"]
    _, shown = shown_on_terminal(words, environment)
    ours = re.compile(r"\x1b\[(0|1|1;31|1;33|31|34)m")
    assert (ours.search(shown) is not None) == (not environment)
    assert RAW.findall(ours.sub("", left(shown))) == []
    assert "titel\\u001b[31m" in shown


def test_the_marks_below_an_excerpt_follow_what_is_shown() -> None:
    source = Source("turns/001.yaml", "a: \x1b[31mb\u202e c")
    finding = Finding("C002", "error", "m", Span(source, 1, 9, 1, 11), "", "")
    assert excerpt_of(finding) == ("a: \\u001b[31mb\\u202e c", 13, 7)


def test_the_error_page_of_the_preview_escapes_control_characters() -> None:
    source = Source(f"turns/{ATTACK}", f"line {ATTACK}{DECEIT}")
    finding = Finding("C002", "error", DECEIT, Span(source, 1, 3, 1, 9), ATTACK, f"a\n{DECEIT}")
    page = findings_page([finding])
    assert RAW.findall(page) == []
    assert page.count("\\u202e") == 3


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoë, 鐘 🔔\tand\n\u00a0more\r\n", "Zoë, 鐘 🔔\tand\n\u00a0more\r\n"),
        # A joined picture, a Persian word and Hebrew before a full stop need their marks.
        ("👩\u200d🚀 می\u200cخواهم שלום\u200f.", "👩\u200d🚀 می\u200cخواهم שלום\u200f."),
        ("va\u200del", r"va\u200del"),
        ("a\rb\x00\x85", r"a\u000db\u0000\u0085"),
        ("\U000e0041\udcff", r"\udb40\udc41\udcff"),
    ],
)
def test_only_characters_that_can_deceive_are_escaped(text: str, shown: str) -> None:
    assert escape_control_characters(text) == shown


def test_a_line_feed_in_one_line_is_escaped() -> None:
    assert escape_control_characters("no\nno problems", one_line=True) == r"no\u000ano problems"
