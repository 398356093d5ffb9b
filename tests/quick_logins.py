"""Logins at no cost, for tests of sealed sites that are not about guessing phrases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from chronicle.seal import logins

_stretch: Final = logins.stretch_key


def _stretch_quickly(phrase: str, salt: bytes, _rounds: int) -> bytes:
    return _stretch(phrase, salt, 2)


@contextmanager
def quick_logins() -> Iterator[None]:
    """Have logins derived in two rounds, whatever number of rounds the keyring names."""
    with patch.object(logins, "stretch_key", _stretch_quickly):
        yield
