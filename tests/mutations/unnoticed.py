"""Faults that no test notices, or the functions they are in, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

UNNOTICED: Final[Mapping[str, str]] = {}
