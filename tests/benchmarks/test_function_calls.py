"""Builds make no more function calls than they did, and the calls grow with the turns alone.

Calls are counted in processes of their own, which find compiled modules and templates beside the
program and nothing else of earlier builds. Other versions of Python than the one of the budgets
make other calls.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from benchmarks.campaigns import Size, lay
from benchmarks.checkouts import add_turn, edit_rumor
from tests.sample_campaigns import CHECKOUT

#: Of how many different sentences the texts are made; 0: each is a new one.
SENTENCES: Final = {"plain": 0, "repetitive": 10}
#: Calls in thousands of a cold build, after a rumor was edited, and after a turn was added. A
#: commit that raises one says what the calls are for.
BUDGETS: Final = {
    (10, "plain"): (3_310, 1_600, 2_265),
    (10, "repetitive"): (2_840, 1_560, 2_010),
    (40, "plain"): (8_080, 2_800, 3_300),
    (40, "repetitive"): (8_180, 2_900, 3_600),
}
#: What a figure may be above its budget, as different libraries of the system make it.
TOLERANCE: Final = 1.02
#: A figure below this share of its budget has become better: then the budget is lowered.
LEAST_SHARE: Final = 0.9
#: Packages of chronicle with fewer calls are not compared: what is done once for all is in them.
FEWEST_CALLS: Final = 20_000

pytestmark = [
    pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the budgets are of Python 3.11"),
]


@cache
def calls(turns: int, prose: str) -> tuple[dict[str, int], ...]:
    """The calls by package of the three builds of a generated campaign."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        whole, content = folder / "whole", folder / "content"
        size = Size("shadow", turns + 1, 2, rumors=2, sentences=SENTENCES[prose])
        _compile()
        lay(size, whole)
        lay(size, content)
        (content / f"turns/{turns + 1:03}.yaml").unlink()
        cold = _calls_of_a_build(folder)
        edit_rumor(content, whole)
        edited = _calls_of_a_build(folder)
        add_turn(content, whole)
        return cold, edited, _calls_of_a_build(folder)


@cache
def _compile() -> None:
    """Have modules and templates compiled beside the program, by a build of another campaign."""
    with TemporaryDirectory() as scratch:
        lay(Size("shadow", 1, 2, rumors=2), Path(scratch) / "content")
        _calls_of_a_build(Path(scratch))


def _calls_of_a_build(folder: Path) -> dict[str, int]:
    command = ["-m", "benchmarks.function_calls", "build", "content", "-o", "output"]
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONDONTWRITEBYTECODE": "",
        "CHRONICLE_CACHE": str(folder / "cache"),
    }
    ran = subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, check=True
    )
    counted: dict[str, int] = json.loads(ran.stdout.splitlines()[-1])
    return counted


@pytest.mark.parametrize(("turns", "prose"), BUDGETS)
def test_a_build_makes_as_many_calls_as_its_budget_allows(turns: int, prose: str) -> None:
    shares = [
        found["all"] / 1000 / budget
        for found, budget in zip(calls(turns, prose), BUDGETS[turns, prose], strict=True)
    ]
    assert min(shares) > LEAST_SHARE
    assert max(shares) < TOLERANCE


@pytest.mark.parametrize("prose", SENTENCES)
def test_the_calls_of_each_package_grow_no_faster_than_the_turns(prose: str) -> None:
    for short, long in zip(calls(10, prose), calls(40, prose), strict=True):
        grown = {name: n / short[name] for name, n in long.items() if n > FEWEST_CALLS}
        assert {name: ratio for name, ratio in grown.items() if ratio > 4.2} == {}


def test_repetitive_prose_costs_what_other_prose_costs() -> None:
    for plain, repetitive in zip(calls(40, "plain"), calls(40, "repetitive"), strict=True):
        assert repetitive["all"] < 1.15 * plain["all"]
