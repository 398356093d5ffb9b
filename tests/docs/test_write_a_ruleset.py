"""The ruleset of the how-to page can be installed as described, and works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT, fences

PAGE: Final = "docs/how-to/write-a-ruleset.md"
#: The ruleset itself, beside the page, and where a reader copies it.
CODE: Final = "docs/how-to/tally.py"
COPY: Final = "chronicle/rules/tally/__init__.py"
TABLE: Final = "chronicle/rules/__init__.py"
#: The order that the page adds, and what its three files say of it.
ORDER: Final = "docs/how-to/scavenge.py"
ORDER_FILES: Final = {
    "chronicle/rules/lieutenants/actions/__init__.py": (
        ("    sell,\n", "    scavenge,\n    sell,\n"),
        ("custom.CUSTOM),", "custom.CUSTOM, scavenge.SCAVENGE),"),
    ),
    "chronicle/rules/lieutenants/terms.py": (
        ('    "rally",\n', '    "rally",\n    "scavenge",\n'),
    ),
}
SCAVENGING: Final = """\
turn: 1
orders:
  vael:
    actions:
      - {id: ruins, lieutenant: kess, action: scavenge, plan: The old mill}
rolls: {vael/ruins/check: [6, 6]}
"""


def written(path: str) -> str:
    """Return the block of the page that shows this file."""
    return next(fence.text for fence in fences(PAGE) if fence.get("file") == path)


def with_line(table: str, block: str) -> str:
    """Return the table of rulesets with the line of the page added."""
    before = '    "wwn": ('
    assert before in table
    return table.replace(before, f"    {block.strip()}\n{before}")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of chronicle with the ruleset installed as the page describes."""
    folder = tmp_path_factory.mktemp("checkout")
    left = shutil.ignore_patterns("__pycache__")
    for name in ("chronicle", "themes"):
        shutil.copytree(ROOT / name, folder / name, ignore=left)
    for fence in fences(PAGE):
        if fence.get("file"):
            path = folder / fence.get("file")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(fence.text, encoding="utf-8")
    (folder / COPY).parent.mkdir(parents=True)
    shutil.copyfile(ROOT / CODE, folder / COPY)
    block = next(fence.text for fence in fences(PAGE) if fence.get("line") == TABLE)
    table = (folder / TABLE).read_text(encoding="utf-8")
    (folder / TABLE).write_text(with_line(table, block), encoding="utf-8")
    return folder


def run(
    checkout: Path, *arguments: str, module: str = "chronicle"
) -> subprocess.CompletedProcess[str]:
    """Run chronicle, or another module, from the copy."""
    environment = {**os.environ, "PYTHONPATH": str(checkout), "NO_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_ruleset_needs_one_folder_and_one_registration(checkout: Path) -> None:
    rules = set((checkout / "chronicle").rglob("*.py"))
    shipped = {checkout / path.relative_to(ROOT) for path in (ROOT / "chronicle").rglob("*.py")}
    assert rules - shipped == {checkout / COPY}
    before = (ROOT / TABLE).read_text(encoding="utf-8").splitlines()
    after = (checkout / TABLE).read_text(encoding="utf-8").splitlines()
    assert [line for line in after if line not in before] == [
        '    "tally": ("chronicle.rules.tally", "TALLY"),',
    ]


def test_its_campaign_builds_and_hides_what_others_may_not_know(checkout: Path) -> None:
    done = run(checkout, "build", "my-tally", "-o", "out")
    assert done.returncode == 0, done.stderr
    own = (checkout / "out/private/moles/turns/1.html").read_text(encoding="utf-8")
    other = (checkout / "out/private/crows/turns/1.html").read_text(encoding="utf-8")
    public = (checkout / "out/site/turns/1.html").read_text(encoding="utf-8")
    assert "found 1." in own
    for page in (other, public):
        assert "Somebody dug at" in page
        assert "found 1" not in page
    dossier = (checkout / "out/private/moles/dossier/1.html").read_text(encoding="utf-8")
    assert "<strong>1</strong>" in dossier  # for the 5


def test_its_test_passes(checkout: Path) -> None:
    assert run(checkout, "-q", "tests/rules/tally", module="pytest").returncode == 0


def test_a_new_ruleset_is_small() -> None:
    test = written("tests/rules/tally/test_tally.py")
    lines = (ROOT / CODE).read_text(encoding="utf-8").splitlines() + test.splitlines()
    assert len(lines) <= 150


def test_a_mistake_in_its_orders_is_reported_with_line_and_column(checkout: Path) -> None:
    turn = written("my-tally/turns/001.yaml").replace("at: orchard", "at: orchad")
    shutil.copytree(checkout / "my-tally", checkout / "wrong")
    (checkout / "wrong/turns/001.yaml").write_text(turn, encoding="utf-8")
    done = run(checkout, "check", "wrong", "--format", "plain")
    assert done.returncode == 1
    assert "wrong/turns/001.yaml, line 5, column 25: error" in done.stderr + done.stdout
    assert "did you mean `orchard`?" in done.stderr + done.stdout


def test_the_documented_ruleset_passes_mypy(checkout: Path) -> None:
    settings = ["--config-file", str(ROOT / "pyproject.toml")]
    typed = subprocess.run(
        [sys.executable, "-m", "mypy", *settings, "-p", "chronicle.rules.tally"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert typed.returncode == 0, typed.stdout


def test_a_further_order_takes_three_files(checkout: Path, tmp_path: Path) -> None:
    action = checkout / "chronicle/rules/lieutenants/actions/scavenge.py"
    shutil.copyfile(ROOT / ORDER, action)
    for name, changes in ORDER_FILES.items():
        text = (checkout / name).read_text(encoding="utf-8")
        for before, after in changes:
            assert text.count(before) == 1, before
            text = text.replace(before, after)
        (checkout / name).write_text(text, encoding="utf-8")
    campaign = tmp_path / "campaign"
    shutil.copytree(ROOT / "tests/rules/lieutenants/sound_campaign", campaign)
    (campaign / "turns").mkdir()
    (campaign / "turns/001.yaml").write_text(SCAVENGING, encoding="utf-8")
    done = run(checkout, "export", "turns", str(campaign), "--as", "vael")
    assert done.returncode == 0, done.stderr
    (turn,) = [turn for turn in json.loads(done.stdout)["turns"] if turn["turn"] == 1]
    (order,) = [told for told in turn["events"] if told["code"] == "scavenge"]
    assert (order["facts"]["outcome"], order["facts"]["earned"]) == ("done", 1)
    odds = run(checkout, "orders", "odds", str(campaign))
    assert "vael/ruins" in odds.stdout + odds.stderr
