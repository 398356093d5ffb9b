"""Only long-running commands collect garbage; short ones do not."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import cast
from unittest.mock import Mock

import click
import pytest
from click.testing import CliRunner

from chronicle.cli.main import main
from chronicle.cli.serve import serve_until_interrupted
from chronicle.serve.http_server import LocalServer


@pytest.fixture
def looking() -> Iterator[list[bool]]:
    """Whether it was looked for at each time that the command `look` was called."""
    seen: list[bool] = []

    @main.command()
    def look() -> None:
        seen.append(gc.isenabled())

    yield seen
    del main.commands["look"]


def test_garbage_collection_is_off_during_a_command_and_on_afterwards(looking: list[bool]) -> None:
    assert CliRunner().invoke(main, ["look"]).exit_code == 0
    assert looking == [False]
    assert gc.isenabled()


def test_garbage_collection_is_on_again_after_a_failed_command() -> None:
    @main.command()
    def fall() -> None:
        raise click.ClickException("fallen")

    try:
        assert CliRunner().invoke(main, ["fall"]).exit_code == 1
    finally:
        del main.commands["fall"]
    assert gc.isenabled()


def test_garbage_collection_is_on_while_the_server_runs() -> None:
    seen: list[bool] = []
    host = Mock()
    host.serve_until_stopped = lambda: seen.append(gc.isenabled())
    rounds = gc.get_threshold()
    gc.disable()
    try:
        serve_until_interrupted(cast(LocalServer, host))
    finally:
        gc.enable()
        gc.set_threshold(*rounds)
    assert seen == [True]
