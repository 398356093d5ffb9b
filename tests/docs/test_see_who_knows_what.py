"""What the how-to shows of asking who knows what is what is said."""

from __future__ import annotations

import shlex
from typing import Final

import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from tests.docs.command_blocks import Run, steps
from tests.docs.pages import ROOT

PAGE: Final = "docs/how-to/see-who-knows-what.md"
SHOWN: Final = [
    (line, step.said) for step in steps(PAGE) if isinstance(step, Run) for line in step.commands
]


@pytest.mark.parametrize(("asked", "said"), SHOWN, ids=[asked for asked, _ in SHOWN])
def test_the_documented_answer_is_the_actual_one(
    asked: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    program, *words = shlex.split(asked)
    assert program == "chronicle"
    ran = CliRunner().invoke(main, words)
    assert (ran.exit_code, ran.stdout) == (0, said)
