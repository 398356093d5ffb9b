"""What the desk does after a keystroke makes no more function calls than it did.

Calls are the same on every machine, but not in other versions of Python. The files of the campaign
are old enough to be known again: new ones the desk reads anew, the more of them the faster the
machine. Nothing that earlier tests left is cleared away meanwhile.
"""

from __future__ import annotations

import cProfile
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest import mock

import pytest

from benchmarks.campaigns import Size, lay
from chronicle.cli import serve
from chronicle.cli.clock import file_time
from chronicle.cli.desk import DeskCampaign
from chronicle.cli.process import gc_disabled
from chronicle.load.disk import UNSURE_TIME

#: Calls in thousands, by turns: until a keystroke is answered, and until a page shows it.
BUDGETS: Final = {10: (53.3, 26.3), 40: (98, 75.7)}
#: What a figure may be above its budget, as different libraries of the system make it.
TOLERANCE: Final = 1.03
#: A figure below this share of its budget has become better: then the budget is lowered.
LEAST_SHARE: Final = 0.9

pytestmark = [
    pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the budgets are of Python 3.11"),
]


def counted(profile: cProfile.Profile) -> float:
    return sum(entry.callcount for entry in profile.getstats()) / 1000


def _later() -> int:
    return file_time() + 2 * UNSURE_TIME


@pytest.mark.parametrize("turns", BUDGETS)
def test_a_keystroke_makes_as_many_calls_as_its_budget_allows(turns: int) -> None:
    with (
        TemporaryDirectory() as scratch,
        mock.patch.object(serve, "file_time", _later),
        gc_disabled(),
    ):
        lay(Size("shadow", turns, 2, rumors=2), Path(scratch))
        desk, path = DeskCampaign(Path(scratch)), f"turns/{turns:03}.yaml"
        found = desk.read(path)
        assert found is not None
        text, version = found
        for word in ("One", "Two", "Three"):
            saving, showing = (cProfile.Profile(subcalls=False) for _ in range(2))
            edited = text.replace("title: ", f"title: Take {word} ", 1)
            saving.enable()
            saved = desk.save(path, edited, version, "1")
            saving.disable()
            showing.enable()
            shown = desk.page(f"/everyone/turns/{turns}.html")
            showing.disable()
            version = saved.version
            assert f"Take {word}".encode() in shown.body
    shares = [
        counted(it) / budget for it, budget in zip((saving, showing), BUDGETS[turns], strict=True)
    ]
    assert min(shares) > LEAST_SHARE, (counted(saving), counted(showing))
    assert max(shares) < TOLERANCE, (counted(saving), counted(showing))
