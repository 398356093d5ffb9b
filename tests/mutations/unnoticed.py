"""Faults that no test notices, or the functions they are in, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.mutations.equivalent_filters import EQUIVALENT

UNNOTICED: Final[Mapping[str, str]] = {
    **EQUIVALENT,
}
