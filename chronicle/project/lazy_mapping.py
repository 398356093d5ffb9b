"""A mapping whose values are computed when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LazyMapping(Mapping[K, V]):
    """Known keys with values that ``compute`` returns for them, each computed once."""

    def __init__(self, keys: Sequence[K], compute: Callable[[K], V]) -> None:
        self._keys = dict.fromkeys(keys)
        self._compute = compute
        self._found: dict[K, V] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._keys:
            raise KeyError(key)
        if key not in self._found:
            self._found[key] = self._compute(key)
        return self._found[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

    def __repr__(self) -> str:
        return repr(dict(self))
