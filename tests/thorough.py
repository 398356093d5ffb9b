"""Cases of which `make test` tries some, and `make thorough` the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def thorough(cases: Iterable[Any]) -> list[ParameterSet]:
    """Cases that `make thorough` alone tries; several arguments are a tuple."""
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.thorough)
        for case in cases
    ]


def beginning(cases: Sequence[Any], count: int) -> list[Any]:
    """All cases, of which only the first ``count`` are tried by `make test`."""
    return [*cases[:count], *thorough(cases[count:])]
