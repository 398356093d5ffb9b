"""One turn from its start to its players, by every ruleset, with a site in a git repository.

A turn is started, announced, given its orders, closed and deployed; by one ruleset it is also taken
back, changed and deployed again. Nothing of it is lost, and nothing of it is online before it is
played.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Final

import pytest

from tests.cli.command_runner import Ran, run
from tests.cli.git_repositories import bare, git, lying
from tests.thorough import thorough

CONTENT: Final = "ash/content"
#: The number of the turn after those of the starter, and the orders of its factions in it.
ORDERS: Final = {
    "freeform": (
        3,
        {
            "press": "actions: [{id: sell, order: We sell the ladders.}]",
            "hive": "actions: [{id: hum, order: We hum.}]",
            "barn": "actions: [{id: wait, order: We wait.}]",
        },
    ),
    "shadow": (
        2,
        {
            "press": "conspiracies: [{id: sell, action: mobilize, resource: coopers}]",
            "hive": "conspiracies: [{id: hum, action: mobilize, resource: gossips}]",
            "barn": "conspiracies: [{id: wait, action: mobilize, resource: ladders}]",
        },
    ),
    "lieutenants": (
        2,
        {
            "press": "actions: [{id: sell, lieutenant: nan, action: work, units: [coopers]}]",
            "hive": "actions: [{id: hum, lieutenant: wren, action: work, units: [gossips]}]",
        },
    ),
    "wwn": (
        2,
        {
            "press": "move: [{id: sell, asset: carters, to: orchard}]",
            "hive": "move: [{id: hum, asset: gossips, to: orchard}]",
            "barn": "abilities: [{id: wait, asset: clerks}]",
        },
    ),
}
#: What only the GM's file says until the turn is played.
TITLE: Final = "The Zwingli Affair"


class Table:
    """A GM's desk: the campaign in a folder, its site in a repository beside it."""

    def __init__(self, here: Path, ruleset: str) -> None:
        self.number, self.orders = ORDERS[ruleset]
        self.first = next(iter(self.orders))
        self.page = f"turns/{self.number}.html"
        self.site = bare(here / "site.git")
        self.content = here / CONTENT
        self.file = self.content / f"turns/{self.number:03}.yaml"
        self.run("new", "ash", "--ruleset", ruleset, "--title", "Ash", "--seed", "1")
        head = self.content / "campaign.yaml"
        head.write_text(f"{head.read_text()}deploy: {{remote: {self.site}}}\n", encoding="utf-8")
        self.run("keys", "init", CONTENT)

    def run(self, *words: str, code: int = 0) -> Ran:
        ran = run(*words)
        assert ran.code == code, (words, ran.out, ran.err)
        return ran

    def deploy(self) -> None:
        self.run("deploy", CONTENT, "--yes")

    def next_step(self) -> str:
        return self.run("status", CONTENT).out.splitlines()[-1].removeprefix("Next: ")

    def online(self, path: str) -> str:
        return git(self.site, "show", f"gh-pages:{path}")

    def files_online_with(self, text: str) -> list[str]:
        folder = Path("online")
        git(
            self.content, "clone", "--quiet", "--branch", "gh-pages", str(self.site), "../../online"
        )
        files = [path for path in folder.rglob("*") if path.is_file() and ".git" not in path.parts]
        found = [path for path in files if text.encode() in path.read_bytes()]
        shutil.rmtree(folder)
        return sorted(path.relative_to(folder).as_posix() for path in found)

    def published(self) -> int:
        record = (self.content / "published.yaml").read_text(encoding="utf-8")
        return len(re.findall(r"^    told:", record, re.MULTILINE))

    def order_sheet(self, faction: str) -> str:
        """What a faction's own pages say of its orders."""
        self.run("build", CONTENT, "-o", "out")
        return Path(f"out/private/{faction}/orders.html").read_text(encoding="utf-8")

    def sent(self, name: str, *factions: str) -> str:
        """A file with orders as players send them."""
        rows = [
            f"turn: {self.number}\nfaction: {it}\norders: {{{self.orders[it]}}}\n"
            for it in factions
        ]
        Path(name).write_text("\n".join(rows), encoding="utf-8")
        return name


@pytest.fixture
def table(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.chdir(tmp_path)
    return Table(tmp_path, request.param)


@pytest.mark.parametrize("table", thorough(["wwn", "lieutenants", "freeform"]), indirect=True)
def test_a_turn_goes_from_its_start_to_its_players(table: Table) -> None:
    a_turn_is_played_and_deployed(table)


@pytest.mark.parametrize("table", ["shadow"], indirect=True)
def test_a_turn_goes_from_its_start_to_its_players_and_back(table: Table) -> None:
    a_turn_is_played_and_deployed(table)
    it_is_taken_back_changed_and_deployed_again(table)
    table.run("turn", "new", CONTENT, "--deadline", "2030-02-05 20:00")
    assert "2030-02-05 20:00 (Europe/Berlin)" in table.run("status", CONTENT).out


def a_turn_is_played_and_deployed(table: Table) -> None:
    table.run("deploy", CONTENT, "--yes", "--without-orders")
    assert table.published() == table.number - 1
    assert table.next_step() == f"start the next turn: chronicle turn new {CONTENT}"
    players_see_the_deadline_and_nothing_else(table)
    orders_arrive_one_faction_first(table)
    the_turn_is_closed_and_deployed(table)


def players_see_the_deadline_and_nothing_else(table: Table) -> None:
    number, first = table.number, table.first
    table.run("turn", "new", CONTENT, "--deadline", "2030-01-05 20:00", "--zone", "Europe/Berlin")
    stub = table.file.read_text(encoding="utf-8")
    table.file.write_text(stub.replace('title: ""', f"title: {TITLE}"), encoding="utf-8")
    assert "2030-01-05T19:00:00Z" not in table.online("index.html")
    table.deploy()
    assert "2030-01-05T19:00:00Z" in table.online("index.html")
    assert table.page not in lying(table.site)
    assert table.files_online_with(TITLE) == []
    assert "index.html" in table.files_online_with("2030-01-05T19:00:00Z")
    assert table.published() == number - 1
    assert f"turn: {number}\n" in table.order_sheet(first)
    waiting = table.next_step()
    assert waiting.startswith("wait for orders of ")
    assert " until 2030-01-05 20:00; chronicle orders import FILE " in waiting
    table.deploy()
    assert table.published() == number - 1


def orders_arrive_one_faction_first(table: Table) -> None:
    number, (first, *others) = table.number, table.orders
    table.run("orders", "import", table.sent("one.txt", first), CONTENT, "--yes")
    assert first not in table.next_step().partition(";")[0]
    table.run("turn", "close", CONTENT, code=2)
    table.run("orders", "import", table.sent("others.txt", *others), CONTENT, "--yes")
    assert table.next_step() == f"all orders are in; play the turn: chronicle turn close {CONTENT}"
    assert f"turn: {number}\n" in table.order_sheet(first)


def the_turn_is_closed_and_deployed(table: Table) -> None:
    number, first = table.number, table.first
    table.run("turn", "close", CONTENT)
    assert f"chronicle deploy {CONTENT}" in table.next_step()
    table.deploy()
    assert table.page in lying(table.site)
    assert TITLE in table.online(table.page)
    assert "2030-01-05T19:00:00Z" not in table.online("index.html")
    assert table.published() == number
    assert f"turn: {number + 1}\n" in table.order_sheet(first)
    late = run("orders", "import", table.sent("late.txt", first), CONTENT, "--yes")
    assert (late.code, f"turn {number} is published" in late.err) == (1, True)


def it_is_taken_back_changed_and_deployed_again(table: Table) -> None:
    number = table.number
    undone = table.run("deploy", CONTENT, "--undo", "--yes")
    assert "everyone, on the public pages: online now" in undone.err
    assert table.published() == number - 1
    table.run("turn", "reopen", CONTENT)
    table.deploy()
    assert table.page not in lying(table.site)
    table.run("orders", "import", "late.txt", CONTENT, "--yes", "--replace")
    text = table.file.read_text(encoding="utf-8").replace(TITLE, "The Other Affair")
    table.file.write_text(text, encoding="utf-8")
    table.run("turn", "close", CONTENT)
    table.deploy()
    assert "The Other Affair" in table.online(table.page)
    assert table.published() == number
    assert table.next_step() == f"start the next turn: chronicle turn new {CONTENT}"
