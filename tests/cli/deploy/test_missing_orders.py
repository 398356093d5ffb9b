"""A turn in which factions have no orders is deployed only on purpose, an open turn never."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from chronicle.cli import deploy as deploying
from chronicle.cli import missing_orders
from chronicle.cli.main import main
from tests.cli.command_runner import CREEP, lay, run
from tests.cli.deploy.deployments import is_marked

MISSING = "turn 1 has no orders of The Oru (oru)"


def test_yes_alone_does_not_deploy_a_turn_without_orders(
    here: Path, made: dict[str, bytes]
) -> None:
    assert made
    ran = run("deploy", "--to", "web", "--yes")
    assert ran.code == 2
    assert MISSING in ran.err
    assert "add --without-orders" in ran.err
    assert not (here / "web").exists()
    assert not is_marked(here)
    assert run("deploy", "--to", "web", "--yes", "--without-orders").code == 0
    assert is_marked(here)
    ran = run("deploy", "--to", "web", "--yes")
    assert (ran.code, MISSING in ran.err) == (0, False)


def test_a_dry_run_names_who_has_no_orders(here: Path, made: dict[str, bytes]) -> None:
    assert made
    ran = run("deploy", "--to", "web", "--dry-run", "--json")
    assert (ran.code, MISSING in ran.err) == (0, True)
    expected = [{"campaign": "", "turn": 1, "factions": ["oru"]}]
    assert json.loads(ran.out)["without_orders"] == expected
    assert not (here / "web").exists()


@pytest.mark.parametrize(("typed", "code", "put"), [("y\n", 0, True), ("n\n", 0, False)])
def test_on_a_terminal_one_question_is_asked(
    typed: str,
    code: int,
    put: bool,
    here: Path,
    made: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert made
    for module in (deploying, missing_orders):
        monkeypatch.setattr(module, "can_prompt", lambda: True)
    ran = CliRunner().invoke(main, ["deploy", "--to", "web"], input=typed)
    assert (ran.exit_code, (here / "web").exists(), is_marked(here)) == (code, put, put)
    assert "Deploy without these orders?" in ran.stderr
    assert "Deploy?" not in ran.stderr


def test_an_open_turn_is_neither_published_nor_missed(here: Path, made: dict[str, bytes]) -> None:
    assert made
    files = {"turns/001.yaml": CREEP, "turns/002.yaml": "turn: 2\nstate: open\n"}
    lay(here / "content", files)
    ran = run("deploy", "--to", "web", "--yes", "--without-orders")
    assert ran.code == 0
    assert "turn 2" not in ran.err + ran.out
    record = (here / "content/published.yaml").read_text(encoding="utf-8")
    assert ("turn: 1" in record, "turn: 2" in record) == (True, False)


def test_only_turns_that_are_new_count(here: Path, made: dict[str, bytes]) -> None:
    """With --through, later turns are on the site, too."""
    assert made
    lay(here / "content", {"turns/001.yaml": CREEP, "turns/002.yaml": "turn: 2\n"})
    ran = run("deploy", "--to", "web", "--yes", "--without-orders", "--through", "1")
    assert MISSING in ran.err
    assert "turn 2 has no orders of The Oru (oru), House Vael (vael)" in ran.err
    ran = run("deploy", "--to", "web", "--dry-run")
    assert MISSING not in ran.err
    assert "turn 2 has no orders of" in ran.err
